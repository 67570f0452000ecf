"""Tables of ours laid out for the second implementation, without the game that led to them."""

import json
from functools import cache
from typing import Any

import msgspec

from referee.conformance.protocol import sent
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.public import deviations, public
from referee.core.state import State
from tests.conformance.second.printed import COMPANIES, Printed
from tests.conformance.second.table import Game


def laid_out(state: State) -> Game:
    """Return the game of the second implementation in which everything lies as in `state`."""
    setting = state.setting
    game = Game(
        _printed(setting.components),
        setting.players,
        dict(zip(COMPANIES, setting.tracks, strict=True)),
        deviations(setting.rulings),
        given_tiles=setting.first_game_tiles,
    )
    game.table = json.loads(json.dumps(public(state)))
    game.plans = [None if plan is None else list(plan.slots) for plan in state.plans]
    held = [player["starting_tile"] for player in game.players if player["starting_tile"]]
    game.tiles_gone = [*held, *state.rejected_tiles]
    return game


def told(event: Event) -> dict[str, Any]:
    """Return an event with all its keys, as a program is told it."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain


@cache
def _printed(components: ComponentSet) -> Printed:
    return Printed(msgspec.to_builtins(sent(components)), components.digest)
