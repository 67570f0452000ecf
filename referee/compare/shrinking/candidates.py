"""Smaller scripts made of a script: fewer rounds, players, turns, cards, parts of turns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace as setting_with
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.compare.difference import Asked
from referee.compare.shrinking.script import RoundScript, Script
from referee.conformance.protocol import Apply, Check
from referee.game.ids import Seat
from referee.game.limits import PLAYER_COUNTS
from referee.game.rulings import DEFAULT_RULINGS

T = TypeVar("T")
S = TypeVar("S", bound=Struct)


class Candidate(Struct, frozen=True):
    """A script, and the question at its end."""

    script: Script
    asked: Asked | None


def smaller(candidate: Candidate) -> Iterator[Candidate]:
    """Yield smaller candidates, those first that leave out most."""
    script, asked = candidate.script, candidate.asked
    for rounds in _without_chunks(script.rounds[:-1]):
        yield Candidate(replace(script, rounds=(*rounds, script.rounds[-1])), asked)
    yield from _fewer_players(candidate)
    yield from _fewer_turns(candidate)
    yield from _fewer_cards(candidate)
    yield from _fewer_rulings(candidate)
    yield from _shorter_turns(candidate)
    if isinstance(asked, Apply | Check):
        for event in _shorter(asked.event):
            yield Candidate(script, replace(asked, event=event))


def _without_chunks(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield the items without runs of them: all, halves, quarters, single ones."""
    size = len(items)
    while size:
        for start in range(0, len(items), size):
            yield (*items[:start], *items[start + size :])
        size //= 2


def _fewer_turns(candidate: Candidate) -> Iterator[Candidate]:
    rounds = candidate.script.rounds
    places = [(r, t) for r, each in enumerate(rounds) for t in range(len(each.turns))]
    for kept in _without_chunks(places):
        left = set(kept)
        yield _with_rounds(
            candidate,
            [
                replace(
                    each, turns=tuple(turn for t, turn in enumerate(each.turns) if (r, t) in left)
                )
                for r, each in enumerate(rounds)
            ],
        )


def _fewer_cards(candidate: Candidate) -> Iterator[Candidate]:
    rounds = candidate.script.rounds
    places = [
        (r, p, s)
        for r, each in enumerate(rounds)
        for p, plan in enumerate(each.plans)
        for s, card in enumerate(plan.slots)
        if card is not None
    ]
    for kept in _without_chunks(places):
        left = set(kept)
        yield _with_rounds(
            candidate,
            [
                replace(
                    each,
                    plans=tuple(
                        replace(
                            plan,
                            slots=tuple(
                                card if (r, p, s) in left else None
                                for s, card in enumerate(plan.slots)
                            ),
                        )
                        for p, plan in enumerate(each.plans)
                    ),
                )
                for r, each in enumerate(rounds)
            ],
        )


def _fewer_rulings(candidate: Candidate) -> Iterator[Candidate]:
    setting = candidate.script.setting
    for name in DEFAULT_RULINGS.__struct_fields__:
        default = getattr(DEFAULT_RULINGS, name)
        if getattr(setting.rulings, name) != default:
            rulings = replace(setting.rulings, **{name: default})
            changed = setting_with(setting, rulings=rulings)
            yield replace(candidate, script=replace(candidate.script, setting=changed))


def _shorter_turns(candidate: Candidate) -> Iterator[Candidate]:
    rounds = candidate.script.rounds
    for r, each in enumerate(rounds):
        for t, turn in enumerate(each.turns):
            for shorter in _shorter(turn):
                turns = (*each.turns[:t], shorter, *each.turns[t + 1 :])
                changed = replace(each, turns=turns)
                yield _with_rounds(candidate, [*rounds[:r], changed, *rounds[r + 1 :]])


def _with_rounds(candidate: Candidate, rounds: Sequence[RoundScript]) -> Candidate:
    return replace(candidate, script=replace(candidate.script, rounds=tuple(rounds)))


def _shorter(event: S) -> Iterator[S]:
    """Yield an event with parts left out: what may be unsaid, and single things of lists."""
    for field in msgspec.structs.fields(event):
        value = getattr(event, field.name)
        if isinstance(value, tuple) and field.name != "slots":
            for fewer in _without_chunks(value):
                yield replace(event, **{field.name: fewer})
        elif value is not None and field.default is None:
            yield replace(event, **{field.name: None})
        elif isinstance(value, Struct):
            for shorter in _shorter(value):
                yield replace(event, **{field.name: shorter})


def _fewer_players(candidate: Candidate) -> Iterator[Candidate]:
    players = candidate.script.setting.players
    asking = {candidate.script.asks}
    if isinstance(candidate.asked, Apply | Check):
        asking.add(getattr(candidate.asked.event, "seat", None))
    if players - 1 not in PLAYER_COUNTS:
        return
    for seat in range(players):
        if Seat(seat) not in asking:
            yield _without_player(candidate, Seat(seat))


def _without_player(candidate: Candidate, gone: Seat) -> Candidate:
    """Return the candidate with those behind `gone` moved up one seat, with that seat's things."""
    script = candidate.script
    moved = _Moved(script, gone)
    asked = candidate.asked
    if isinstance(asked, Apply | Check):
        asked = replace(asked, event=moved.event(asked.event))
    return Candidate(
        replace(
            script,
            # The first game deals tiles by seat; in any other setup they may be anybody's.
            setting=setting_with(
                script.setting, players=script.setting.players - 1, first_game_tiles=False
            ),
            setup=moved.all(script.setup),
            rounds=tuple(
                RoundScript(moved.all(each.plans), moved.all(each.turns)) for each in script.rounds
            ),
            asks=None if script.asks is None else moved.seat(script.asks),
        ),
        asked,
    )


class _Moved:
    """How things are called when a seat is gone."""

    def __init__(self, script: Script, gone: Seat) -> None:
        self.gone = gone
        components = script.setting.components
        cards = {card.seat - 1: card.id for card in components.cards if card.seat is not None}
        self.names: dict[str, str] = {
            card: cards[seat - 1]
            for seat, card in cards.items()
            if seat > gone and seat - 1 in cards
        }

    def seat(self, seat: Seat) -> Seat:
        return Seat(seat - (seat > self.gone))

    def all(self, events: Sequence[T]) -> tuple[T, ...]:
        kept = (event for event in events if getattr(event, "seat", None) != self.gone)
        return tuple(self.event(event) for event in kept)

    def event(self, event: T) -> T:
        return msgspec.convert(self._renamed(msgspec.to_builtins(event)), type(event))

    def _renamed(self, value: Any) -> Any:  # noqa: ANN401
        match value:
            case dict():
                return {
                    key: self.seat(inner) if key == "seat" else self._renamed(inner)
                    for key, inner in value.items()
                }
            case list() | tuple():
                return [self._renamed(inner) for inner in value]
            case str():
                return self.names.get(value, value)
            case _:
                return value
