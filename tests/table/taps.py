"""A game recorded by taps alone: which offers make a statement, and how many taps it takes."""

import re
from collections import Counter
from typing import Any

from msgspec import Struct

import referee
from referee import Recording, Table
from referee.core.events import DealCards, PrepareRound, RestStartingCards
from referee.core.turns import BLANK, SpendPoints, Turn
from referee.records.names import Names
from referee.records.reader import read_statement
from referee.records.record import NamedPlayer
from referee.types import DraftAnswer, Option, StatementVerdict

MOST_TAPS = 60


class Tapped(Struct, frozen=True):
    """A statement that was made by taps."""

    line: str
    taps: int
    offers: tuple[Option, ...]


class CannotTapError(AssertionError):
    """No row of taps makes a statement."""


def said_in(table: Table, line: str) -> Any:  # noqa: ANN401 - a turn or a happening
    """Return what a line says."""
    players = tuple(NamedPlayer(colour) for colour in table.colours)
    found = read_statement(line, Names(table.components, players))
    return None if found is None else found.said


_ORDERED = dict.fromkeys((DealCards, PrepareRound, RestStartingCards), "in order")
"""Statements of which every list is one in order."""


def leads_to(begun: object, target: object) -> bool:
    """Return whether everything that was said so far is said in a statement, too."""
    if type(begun) is not type(target) or not isinstance(begun, Struct):
        return False
    return all(
        _fits(getattr(begun, name), getattr(target, name), _ORDERED.get(type(begun), name))
        for name in begun.__struct_fields__
    )


def _fits(begun: Any, target: Any, name: str) -> bool:  # noqa: ANN401, C901, PLR0911
    if begun == target or begun in (None, BLANK, (), (BLANK,)):
        return True
    if target in ((BLANK,), BLANK):
        return False
    if isinstance(begun, tuple) and isinstance(target, tuple):
        if name == "slots":
            return all(a in (b, BLANK) for a, b in zip(begun, target, strict=True))
        if name == "enter":
            return len(begun) <= len(target) and all(map(_same, begun, target))
        if name in {"place", "oust", "books"}:
            return len(set(begun)) == len(begun) <= len(target) and all(
                any(_same(a, b) for b in target) for a in begun
            )
        if name in {"advance", "in order"}:
            return begun == target[: len(begun)]
        if name in {"reward", "rewards"}:
            *first, last = begun
            return (
                len(begun) <= len(target)
                and (*first,) == target[: len(first)]
                and (_same(last, target[len(first)]))
            )
        if name == "cards" and len(set(target)) < len(target):
            return begun == target[: len(begun)]
        return not Counter(begun) - Counter(target)
    if isinstance(begun, SpendPoints) and isinstance(target, SpendPoints):
        return {*begun.books} <= {*target.books} and begun.for_pounds in {None, target.for_pounds}
    return False


def _same(a: Any, b: Any) -> bool:  # noqa: ANN401
    """Return whether a part is another one, perhaps with a blank."""
    if a == BLANK or type(a) is not type(b):
        return False
    return all(
        getattr(a, field) in (getattr(b, field), BLANK, None) for field in a.__struct_fields__
    )


def tap(table: Table, target: str, *, everything: bool = False) -> Tapped:
    """Return a statement made by taps that says what a line says."""
    wanted = said_in(table, target)
    seat = getattr(wanted, "seat", None)
    player = None if seat is None else table.colours[seat]
    kind = str(wanted.__struct_config__.tag) if everything else None
    kind = "turn" if everything and isinstance(wanted, Turn) else kind
    line = ""
    taken: list[Option] = []
    while len(taken) < MOST_TAPS:
        begun = table.draft(line, player=player, kind=kind, everything=everything)
        if begun.record and (line or everything) and _is_reached(table, begun, wanted):
            # Whatever is complete is recorded at once; else a last tap says that this is all.
            return Tapped(begun.record, len(taken) + (not begun.is_complete), tuple(taken))
        offer = _towards(table, begun, wanted, everything=everything)
        if offer is None:
            raise CannotTapError(f"{target}: nothing leads on from {line!r}")
        taken.append(offer)
        line = offer.line
    raise CannotTapError(target)


def _is_reached(table: Table, begun: DraftAnswer, wanted: Any) -> bool:  # noqa: ANN401
    return _result(table, begun.record) == _result(table, wanted)


def _result(table: Table, said: Any) -> object:  # noqa: ANN401
    """Return what comes of a statement: the table, or the rules that it breaks."""
    from referee.engine import check, step  # noqa: PLC0415
    from referee.records.completed_turn import Completed, Missing  # noqa: PLC0415
    from referee.records.completion import complete  # noqa: PLC0415
    from referee.records.unwritten import filled  # noqa: PLC0415

    said = said_in(table, said) if isinstance(said, str) else said
    found = complete(table.state, said) if isinstance(said, Turn) else filled(table.state, said)
    if isinstance(found, Missing):
        return None, said
    event: Any = found.turn if isinstance(found, Completed) else found
    if broken := tuple(each.rule.id for each in check(table.state, event)):
        return broken, sorted(re.findall(r"[\w-]+", repr(event)))
    return step(table.state, event)


_RANKS = {
    "item": 0,
    "company": -1,
    "space": 0,
    "using": 1,
    "plus": 1,
    "level": 1,
    "buy": 1,
    "region": 1,
    "flip": 1,
    "jar": 2,
    "columns": 2,
    "steps": 2,
    "column": 3,
    "book": 4,
    "step": 4,
    "option": 4,
    "discard": 4,
    "part": 5,
    "count": 5,
    "spend": 6,
}
"""In which order a person says things; `columns` and `steps` say most with one tap."""


def _says_more(line: str, than: str) -> bool:
    """Return whether a line says more than another: whatever takes something back says less."""
    if line.endswith(" plan"):
        return False
    if not than or line.count("?") < than.count("?"):
        return True
    return len(line.replace("?", "").replace(" ", "")) > len(than.replace("?", "").replace(" ", ""))


def _towards(
    table: Table, begun: DraftAnswer, wanted: object, *, everything: bool
) -> Option | None:
    fitting = [
        offer
        for offer in begun.offers
        if _says_more(offer.line, begun.line) and leads_to(said_in(table, offer.line), wanted)
    ]
    fitting.sort(
        key=lambda offer: (
            _RANKS.get(offer.kind, 9) if everything else 0,
            not offer.legal,
            offer.extra,
            _RANKS.get(offer.kind, 9),
        )
    )
    return fitting[0] if fitting else None


def _goes_without_saying(game: Recording, verdict: StatementVerdict) -> bool:
    """Return whether only one thing could have happened, so that nobody has to say it."""
    return verdict.phase == "starting-bonus" and game.next().phase != "starting-bonus"


def public_line(line: str) -> str:
    """Return a statement without the tile that was rejected, which nobody else may see."""
    return line.partition(" rejected ")[0]


def begun_again(game: Recording) -> Recording:
    """Return a game of the same players and setup in which nothing has happened yet."""
    return referee.Recording(
        list(game.colours),
        setup=game.header.setup,
        tracks=game.header.tracks,
        rulings=game.header.rulings,
        components=game.components,
    )


def taps_of_game(game: Recording) -> list[tuple[str, int]]:
    """Return the statements of a game, each with the taps that recorded it again."""
    again = begun_again(game)
    found = []
    for verdict in game.verdicts():
        line = verdict.statement
        if line.startswith(("round ", "=")):
            again.append(line)
            continue
        if line in again.next().filled_in or _goes_without_saying(again, verdict):
            continue
        made = tap(again.recording_table(), public_line(line))
        change = again.append(made.line)
        assert change.verdict is not None
        assert change.verdict.verdict == "legal", (line, made.line, change.verdict)
        # A player opens the hand before a plan is tapped.
        found.append((line, made.taps + (" plan" in line)))
    assert again.table().digest == game.table().digest
    return found
