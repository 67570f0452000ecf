"""Gaps filled by plain listing: no layers, no merging, no pruning, no stand-ins.

It is what the search of `referee.gaps` is held against, so it shares only the engine with it.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from msgspec.structs import replace

from referee.engine import check, step
from referee.engine.actions import TURNS, has_turn, refill_due
from referee.engine.canonical import canonical
from referee.engine.legal_turns import Tick, legal_turns
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalEnd,
    CanonicalExpansion,
    CanonicalGoods,
    CanonicalMarker,
    CanonicalMerchant,
    CanonicalTurn,
)
from referee.game.events import BookOnSpace, Event, RefillBooks
from referee.game.ids import BOOK_LETTERS, BookId, BookSpaceId
from referee.game.state import State
from referee.game.turns import (
    EndPhase,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
    UsesBonuses,
    has_blanks,
)
from referee.gaps.lines import GapLine
from referee.notation.record import BlankTurn
from referee.transcript.quantities import TurnEnd, actual

Completion = tuple[CanonicalTurn, ...]
"""The turns of the gaps, in their order."""


def completions(
    table: State, lines: Sequence[GapLine], tick: Tick, *, refills_written: bool
) -> Iterator[Completion]:
    """Yield the turns of the gaps for every way to fill them, perhaps several times."""
    if not lines:
        yield ()
        return
    content = lines[0].content
    if refill_due(table) and not isinstance(content, RefillBooks):
        for refill in refills(table, forced=refills_written):
            tick()
            after = step(table, refill)
            yield from completions(after, lines, tick, refills_written=refills_written)
        return
    for choice, event in _ways(table, lines[0], tick):
        tick()
        after = step(table, event)
        moment = TurnEnd(table, after, event if isinstance(event, TURNS) else None)
        if all(actual(moment, claim) == claim.value for claim in lines[0].claims):
            for rest in completions(after, lines[1:], tick, refills_written=refills_written):
                yield (choice, *rest) if choice is not None else rest


def _ways(table: State, line: GapLine, tick: Tick) -> Iterator[tuple[CanonicalTurn | None, Event]]:
    content = line.content
    match content:
        case BlankTurn():
            if has_turn(table) and content.seat in {None, table.to_move}:
                yield from legal_turns(table, tick=tick)
        case _ if isinstance(content, Turn) and has_blanks(content):
            if has_turn(table) and content.seat == table.to_move:
                for choice, turn in legal_turns(table, tick=tick):
                    if is_said(choice, content) and _at_its_highest(table, turn, choice):
                        yield choice, turn
        case _:
            # Only events are left that a seeded game can hold.
            event: Event = content  # type: ignore[assignment]
            if not check(table, event):
                yield None, event


def _at_its_highest(table: State, turn: Turn, choice: CanonicalTurn) -> bool:
    """Return whether a turn comes to the same if it names no level of a permanent bonus."""
    if not isinstance(turn, UsesBonuses) or not turn.levels:
        return True
    plain = replace(turn, levels=())
    return not check(table, plain) and canonical(table, plain) == choice


def is_said(choice: CanonicalTurn, said: Turn) -> bool:  # noqa: PLR0911
    """Return whether a turn is one of those that are said with these blanks and no others.

    Blank are the tracks of goods, the columns, rewards and books of an expansion, all that a
    bookkeeper or a marker gives, and a deck.
    """
    match choice, said:
        case _ if choice.plus_one is not None or choice.seat != said.seat:
            return False
        case CanonicalGoods(), UseGoods():
            return choice.cards == frozenset(said.cards) and choice.buy == said.buy
        case CanonicalExpansion(), Expand():
            regions = frozenset(entering.region for entering in said.enter)
            return choice.company == said.company and choice.regions == regions
        case CanonicalBookkeeper(), UseBookkeeper():
            return (choice.card, choice.flip, choice.to) == (said.card, said.flip, said.to)
        case CanonicalMarker(), PlaceMarker():
            return choice.space == said.space
        case (CanonicalMerchant(), UseMerchant()) | (CanonicalEnd(), EndPhase()):
            return True
        case _:
            return False


def refills(table: State, *, forced: bool) -> Iterator[RefillBooks]:
    """Yield every refill that can be made, or the one that is forced."""
    spaces = table.setting.components.book_spaces
    ways: list[list[tuple[BookOnSpace, ...]]] = []
    for letter, supply in zip(BOOK_LETTERS, table.unseen_books, strict=True):
        gaps = [
            space.id
            for space, book in zip(spaces, table.book_display, strict=True)
            if book is None and space.letter == letter
        ]
        if gaps and supply and forced and (len(gaps) > 1 or len(supply) > 1):
            return
        ways.append([*_draws(gaps, sorted(supply))])
    for drawn in product(*ways):
        yield RefillBooks(books=tuple(on for books in drawn for on in books))


def _draws(gaps: list[BookSpaceId], supply: list[BookId]) -> Iterator[tuple[BookOnSpace, ...]]:
    """Yield every way to put books of the supply onto as many of the gaps as it can fill."""
    if len(supply) >= len(gaps):
        for books in permutations(supply, len(gaps)):
            yield tuple(map(BookOnSpace, gaps, books))
    else:
        for chosen in permutations(gaps, len(supply)):
            yield tuple(map(BookOnSpace, chosen, supply))
