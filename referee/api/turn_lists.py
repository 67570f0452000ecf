"""The legal turns of the player who is to move, counted and listed."""

from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Final, get_args

from referee.api.answer import Answer, showing
from referee.api.errors import MisuseError
from referee.api.games import Game
from referee.api.positions import load_table
from referee.api.sources import Source
from referee.api.tables import Table
from referee.api.unread_values import answered_if_read
from referee.engine.actions import has_turn
from referee.engine.legal_turns import legal_turns
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say
from referee.game.moment_words import moment_words, when_words
from referee.game.turns import Action
from referee.notation.record import Statement
from referee.notation.writer import line_of
from referee.transcript.abbreviation import said_of
from referee.transcript.moments import At

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)

MOST_COUNTED: Final = 200_000
"""Turns of one action that are counted before the rest is left as more."""


class LegalTurns(Answer, frozen=True, kw_only=True):
    """The legal turns at a table; turns that differ only in an order that cannot matter are one."""

    moment: str
    player: str
    """The colour of the player who is to move."""
    counts: Mapping[str, int | None]
    """How many turns each action has; None for more than were counted."""
    turns: Mapping[str, tuple[str, ...]]
    """The first turns of each action in the notation of docs/notation.md."""


ANSWERS: tuple[type[Answer], ...] = (LegalTurns,)


@answered_if_read
def legal(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    action: str | None = None,
    most: int = 10,
    components: ComponentSet | Path | str | None = None,
    stop: Callable[[], bool] | None = None,
) -> LegalTurns:
    """Return the legal turns of a table, or those of one action, up to `most` of each listed.

    Counting ends early when `stop` returns true; the count of that action and of those after it
    is then None.

    >>> import referee
    >>> found = referee.legal("games/two-players.mgn", "3.2", action="goods", most=1)
    >>> found.counts, found.turns
    ({'goods': 5}, {'goods': ('green goods coffee1 mombasa',)})
    """
    table = load_table(source, at, components=components)
    state = table.state
    if action is not None and action not in ACTIONS:
        raise MisuseError(
            say(
                "answers.turn_lists.there-is-no-action-expected",
                action=f"{action!r:.60}",
                actions=", ".join(ACTIONS),
            )
        )
    if not has_turn(state) or state.to_move is None:
        raise MisuseError(
            say(
                "answers.turn_lists.nobody-has-a-turn-try",
                when_words=when_words(state, table.colours),
            )
        )
    chosen = [each for each in ACTIONS if action in {None, each}]
    listed = {each: _listed(table, each, most, stop) for each in chosen}
    found = LegalTurns(
        moment=moment_words(state, table.colours),
        player=table.colours[state.to_move],
        counts={each: count for each, (count, _) in listed.items()},
        turns={each: lines for each, (_, lines) in listed.items()},
    )
    return showing(found, lambda: table.scene)


def _listed(
    table: Table, action: Action, most: int, stop: Callable[[], bool] | None
) -> tuple[int | None, tuple[str, ...]]:
    """Return the number of turns of an action, and the first of them in notation."""
    lines: list[str] = []
    count = 0
    for _, turn in islice(legal_turns(table.state, (action,)), MOST_COUNTED + 1):
        if stop is not None and stop():
            return None, tuple(lines)
        if count < most:
            said = said_of(turn, table.state.setting.rulings)
            lines.append(line_of(Statement(said=said), table.colours))
        count += 1
    return (count if count <= MOST_COUNTED else None), tuple(lines)
