"""Lines come to the same on tables that differ only where they do not look."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.conformance.games import game
from referee.core.events import Event, Plan, PrepareRound, RefillBooks
from referee.core.ids import Seat
from referee.core.state import Player, State
from referee.core.turns import (
    EndPhase,
    Expand,
    PlaceMarker,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.engine.actions import TURNS, refill_due
from referee.engine.facts import Facts
from referee.engine.turn_counts import count_turns
from referee.gaps import dependencies
from referee.gaps.dependencies import Alike, Effect, alike_to_any_turn, spots_of
from referee.gaps.lines import GapLine
from referee.gaps.stand_ins import stepped
from referee.records.record import BlankTurn

OF_TABLE = tuple(
    field
    for field in State.__struct_fields__
    if field not in {"setting", "players", "rejected_tiles"}
)
OF_PLAYER = tuple(field for field in Player.__struct_fields__ if field != "starting_tile")
FEW_TURNS = 60
LINES = (Plan, PrepareRound, RefillBooks, *TURNS)


@cache
def _lines() -> tuple[tuple[State, Event, State], ...]:
    """Return lines of seeded games, each with a table of the same game to borrow from."""
    found: list[tuple[State, Event, State]] = []
    for seed in range(14):
        rng = Random(seed)
        played = [*game(seed)]
        found += [(t, e, rng.choice(played)[2]) for t, e, _ in played if isinstance(e, LINES)]
    return tuple(found)


def _borrowed(table: State, other: State) -> Iterator[State]:
    """Yield tables that differ in one thing, as it is on another table of the game."""
    for field in OF_TABLE:
        yield replace(table, **{field: getattr(other, field)})
    for seat, player in enumerate(table.players):
        for field in OF_PLAYER:
            changed = replace(player, **{field: getattr(other.players[seat], field)})
            yield table.with_player(Seat(seat), changed)
        poorer = replace(player, cash=max(0, player.cash - 3))
        yield table.with_player(Seat(seat), poorer)


def _carried_over() -> Iterator[bool]:
    """Yield whether effects that are carried over are those of the line itself."""
    for table, event, other in _lines():
        after = stepped(table, event)
        assert after is not None
        alike = Alike(spots_of(GapLine(event), table), len(table.players))  # type: ignore[arg-type]
        key, effect = alike(table), Effect(table, after)
        for variant in _borrowed(table, other):
            if variant != table and alike(variant) == key:
                yield stepped(variant, event) == effect.on(variant)


def _carried_over_by_listing() -> Iterator[bool]:
    """Yield the same for tables that are alike to any turn, on which no refill is due."""
    for table, event, other in _lines():
        if not isinstance(event, TURNS):
            continue
        after = stepped(table, event)
        assert after is not None
        key, effect = alike_to_any_turn(table, event.seat), Effect(table, after)
        for variant in _borrowed(table, other):
            if variant == table or refill_due(variant):
                continue
            if alike_to_any_turn(variant, event.seat) == key:
                yield stepped(variant, event) == effect.on(variant)


def _blank_turns() -> Iterator[tuple[State, Seat, State]]:
    """Yield tables at which a player has few turns, each with one to borrow from."""
    few = ((t, e.seat, o) for t, e, o in _lines() if isinstance(e, TURNS) and _are_few(t))
    return islice(few, 12)


@cache
def _are_few(table: State) -> bool:
    """Return whether a player has few turns, which take no time to list."""
    up = set(table.players[table.to_move or 0].slots) - table.players[table.to_move or 0].used
    return len(up) <= 2 and sum(count_turns(table).values()) <= FEW_TURNS


def _listed_alike() -> Iterator[bool]:
    """Yield whether a player has the same turns on tables that are alike to a blank turn."""
    for table, seat, other in _blank_turns():
        alike = Alike(spots_of(GapLine(BlankTurn(seat)), table), len(table.players))
        key, turns = alike(table), count_turns(table)
        for variant in _borrowed(table, other):
            if variant != table and alike(variant) == key:
                yield count_turns(variant) == turns


def test_a_player_has_the_same_turns_on_tables_that_are_alike_to_a_blank_turn() -> None:
    results = [*_listed_alike()]
    assert all(results)
    assert len(results) > 100


def test_a_blank_turn_that_looks_at_too_little_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    of_any_turn = dependencies._of_any_turn  # noqa: SLF001 - into which the fault is planted

    def blind(turn: BlankTurn, facts: Facts, seats: range) -> Iterator[dependencies.Spot]:
        return (spot for spot in of_any_turn(turn, facts, seats) if spot[-1] != "used")

    monkeypatch.setattr(dependencies, "_of_any_turn", blind)
    assert not all(_listed_alike())


@pytest.mark.slow
def test_a_line_does_the_same_on_tables_that_are_alike_to_it() -> None:
    results = [*_carried_over()]
    assert all(results)
    assert len(results) > 10_000


@pytest.mark.slow
def test_a_turn_does_the_same_on_tables_that_are_alike_to_any() -> None:
    results = [*_carried_over_by_listing()]
    assert all(results)
    assert len(results) > 1_000


BLIND: dict[type, set[str]] = {
    UseGoods: {"tracks", "cash", "hand", "display", "slots"},
    EndPhase: {"hand", "resting", "slots"},
    UseMerchant: {"regions", "diamonds"},
    Expand: {"regions", "tracks", "books", "used"},
    UseBookkeeper: {"books", "ink", "cash", "book_coins"},
    PlaceMarker: {"markers", "hand", "display", "books"},
    Plan: {"hand", "diamonds", "ink", "plans"},
    PrepareRound: {"display", "unseen_cards", "markers", "tiles"},
}
"""By line spots that it has to look at."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "spot"), [(line, spot) for line, spots in BLIND.items() for spot in sorted(spots)]
)
def test_a_line_that_looks_at_too_little_is_caught(
    line: type[Any], spot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_line = dependencies.OF_LINES[line]

    def blind(content: object, facts: Facts, seats: range) -> Iterator[dependencies.Spot]:
        return (s for s in of_line(content, facts, seats) if s != spot and s[-1] != spot)

    monkeypatch.setitem(dependencies.OF_LINES, line, blind)
    assert not all(_carried_over())


def _nothing(*_: object) -> tuple[()]:
    return ()


@pytest.mark.parametrize("results", [_carried_over, _carried_over_by_listing])
def test_special_spaces_that_are_not_looked_at_are_caught(
    results: Callable[[], Iterator[bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dependencies, "reached", _nothing)
    assert not all(results())


def test_bases_that_are_not_looked_at_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "_bases", _nothing)
    assert not all(_carried_over())


def test_areas_that_are_not_looked_at_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "_of_others", _nothing)
    assert not all(_carried_over_by_listing())
