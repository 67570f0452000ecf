"""What is stated about the starting tiles."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from referee.components.set_invariant import across, at, stated
from referee.components.statements.amounts import is_empty, most_points
from referee.components.statements.cards import is_starting
from referee.game.component_set import ComponentSet
from referee.game.components import BonusSteps
from referee.game.ids import COLOURED_SLOTS
from referee.game.limits import PLAYER_COUNTS
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

TILES: Final = 10
REQUIREMENTS: Final = (1, 2)
BONUS_TRACKS: Final = (1, 2)
SHOWN: Final[Mapping[str, frozenset[BonusSteps]]] = {
    "3 steps of mombasa": frozenset({BonusSteps("mombasa", 3)}),
    "1 diamond step and 1 step of saint-louis": frozenset(
        {BonusSteps("diamonds", 1), BonusSteps("saint-louis", 1)}
    ),
}
"""The bonuses that the rulebooks show."""


def _ten(components: ComponentSet) -> Iterator[EntryFinding]:
    if (seen := len(components.starting_tiles)) != TILES:
        yield across(
            "starting_tiles",
            say(
                "components.starting_tiles.there-are-starting-tiles-expected",
                seen=seen,
                tiles=TILES,
            ),
        )


def _rest(components: ComponentSet) -> Iterator[EntryFinding]:
    for tile in components.starting_tiles:
        if len(tile.rest) != len(COLOURED_SLOTS) or len(set(tile.rest)) != len(tile.rest):
            seen = ", ".join(tile.rest)
            problem = say(
                "components.starting_tiles.rests-expected-three-different-cards",
                seen=f"{seen or 'nothing':.90}",
            )
            yield at("starting_tiles", tile, problem)


def _rest_known(components: ComponentSet) -> Iterator[EntryFinding]:
    for tile in components.starting_tiles:
        for card in tile.rest:
            if card not in components.card:
                yield at(
                    "starting_tiles",
                    tile,
                    say("components.starting_tiles.there-is-no-card-to", card=f"{card:.40}"),
                )
            elif not is_starting(components.card[card]):
                problem = say("components.starting_tiles.rests-which-is-none-of", card=card)
                yield at("starting_tiles", tile, problem)


def _books(components: ComponentSet) -> Iterator[EntryFinding]:
    for tile in components.starting_tiles:
        if (seen := len(tile.requires)) not in REQUIREMENTS:
            yield at(
                "starting_tiles",
                tile,
                say("components.starting_tiles.has-requirements-a-book-has", seen=seen),
            )
        if is_empty(tile.reward):
            yield at(
                "starting_tiles",
                tile,
                say("components.starting_tiles.its-book-gives-nothing-every"),
            )


def _points(components: ComponentSet) -> Iterator[EntryFinding]:
    for tile in components.starting_tiles:
        yield from most_points("starting_tiles", tile, tile.reward.points)


def _bonus(components: ComponentSet) -> Iterator[EntryFinding]:
    for tile in components.starting_tiles:
        tracks = [steps.track for steps in tile.bonus]
        if len(tracks) not in BONUS_TRACKS or len(set(tracks)) != len(tracks):
            seen = ", ".join(tracks)
            problem = say(
                "components.starting_tiles.has-a-bonus-on-expected",
                seen=f"{seen or say('components.starting_tiles.no-track'):.60}",
            )
            yield at("starting_tiles", tile, problem)


def _shown(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = {frozenset(tile.bonus) for tile in components.starting_tiles}
    for words, wanted in SHOWN.items():
        if wanted not in seen:
            problem = say("components.starting_tiles.no-tile-has-the-bonus", words=words)
            yield across("starting_tiles", problem)


def _seats(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(tile.first_game_seat for tile in components.starting_tiles)
    for seat in range(1, max(PLAYER_COUNTS) + 1):
        if seen[seat] != 1:
            problem = say(
                "components.starting_tiles.tiles-for-seat-of-the", seen=seen[seat], seat=seat
            )
            yield across("starting_tiles", problem)


STATEMENTS = (
    stated("start-ten", "components", "starting_tiles", _ten),
    stated(
        "start-rest",
        "setup-start",
        "starting_tiles",
        _rest,
    ),
    stated(
        "start-rest-known",
        "setup-start",
        "cards starting_tiles",
        _rest_known,
    ),
    stated(
        "start-book",
        "setup-starting-tile",
        "starting_tiles",
        _books,
    ),
    stated(
        "start-points-1-to-3",
        "bookkeeping-points",
        "starting_tiles",
        _points,
    ),
    stated(
        "start-bonus",
        "setup-start",
        "starting_tiles",
        _bonus,
    ),
    stated(
        "start-bonus-shown",
        "setup-start",
        "starting_tiles",
        _shown,
    ),
    stated(
        "start-first-game",
        "setup-starting-tile",
        "starting_tiles",
        _seats,
    ),
)
