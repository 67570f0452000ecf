"""The ways to fill one line on one table, of which its claims hold."""

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from referee.core.budget import BudgetExceeded, CountWork
from referee.core.events import (
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import BLANK, Turn
from referee.engine.actions import refill_due
from referee.gaps import draws
from referee.gaps.draws import Draw, first_books, first_cards, named_draw, preparation, refills
from referee.gaps.foresight import NOTHING_FORESEEN, Foresight
from referee.gaps.lines import (
    BlankRefill,
    Content,
    GapLine,
    RulingFromHere,
    Unordered,
    Unsaid,
    is_exact,
    is_whole_turn,
)
from referee.gaps.stand_ins import (
    Move,
    World,
    back_in_supply,
    exact,
    hidden,
    naming,
    nothing,
    settled,
    then,
)
from referee.gaps.turns import Turns
from referee.records import record
from referee.records.as_it_lies import adjusted, corrections, hold, put_right, with_rulings
from referee.records.quantities import TurnEnd, actual
from referee.records.unwritten import filled

MOST_WAYS_TO_LIE = 2_000
"""With so many ways in which a table can lie as claimed the search is given up."""

CLAIMS_A_STEP = 4
"""Claims about a table that are looked at in the time of one step."""


class Filler:
    """Finds the moves of a line, as far as the rest of the record lets it be seen at once."""

    def __init__(self, tick: CountWork, *, refills_written: bool, prune: bool = True) -> None:
        self.tick = tick
        self.refills_written = refills_written
        self.prune = prune
        self.turns = Turns(tick, prune=prune)
        self.unsettled = False
        """Something that nobody claimed lies otherwise on a table than the record says."""

    def moves(
        self, world: World, line: GapLine, foresight: Foresight, following: Content | None
    ) -> Iterator[Move]:
        """Yield every way to fill a line, of which its claims hold."""
        self.tick()
        due = self._unwritten(world, line.content, foresight)
        if due is not None:
            yield from map(staying, due)
            # The refill of the last of several blank turns may be written after all.
            if not isinstance(line.content, record.BlankTurns) or not isinstance(
                following, RefillBooks
            ):
                return
            found = iter([nothing(world)])
        elif isinstance(line.content, Unordered):
            found = self._unordered(world, line.content)
        elif isinstance(line.content, record.AsItLies):
            yield from self._as_it_lies(world, line.claims)
            return
        elif isinstance(line.content, record.Adjust | RulingFromHere):
            found = _agreed(world, line.content)
        else:
            found = self._filled(world, line.content, foresight, following)
        for move in found:
            yield from holding(world, move, line.claims, self.tick)

    def _filled(
        self, world: World, content: Content, foresight: Foresight, following: Content | None
    ) -> Iterator[Move]:
        match content:
            case record.OneOf():
                for each in content.readings:
                    sure = tuple(claim for claim in each.claims if not claim.doubtful)
                    yield from self.moves(world, GapLine(each.said, sure), foresight, following)
            case record.BlankTurn() | record.BlankTurns() | BlankRefill():
                yield from self._unsaid(world, content, foresight, following)
            case record.Remark() | record.RoundMark():
                table = world.table
                fresh = table.phase == "planning" and not any(table.plans)
                if isinstance(content, record.Remark) or (fresh and content.number == table.round):
                    yield nothing(world)
            case _ if isinstance(content, Turn) and not is_whole_turn(content):
                yield from self.turns.partial_turn(world, content, foresight)
            case Unordered() | record.Adjust() | record.AsItLies() | RulingFromHere():
                return
            case _ if not is_exact(content):
                yield from self._partly_written(world, content, foresight)
            case DealCards() | DealBooks() | RefillBooks() | PrepareRound():
                yield from named_draw(world, content)
            case _:
                self.tick()
                yield from exact(world, content, self.tick)

    def _partly_written(
        self, world: World, content: Content, foresight: Foresight
    ) -> Iterator[Move]:
        table = world.table
        match content:
            case Plan():
                needed = self._needed(table, content.seat, foresight)
                yield from draws.plans(world, content, needed, self.tick)
            case RefillBooks() | DealBooks() | PrepareRound() | DealCards():
                yield from self._partly_drawn(world, content)
            case TakeStartingTile(seat=seat):
                yield from draws.any_of(world, draws.starting_tiles(table, seat), self.tick)
            case RestStartingCards(seat=seat, cards=cards) if _is_seat(table, seat):
                yield from draws.any_of(world, draws.rests(table, seat, cards), self.tick)
            case TakeStartingBonus(seat=seat) if _is_seat(table, seat):
                yield from draws.any_of(world, draws.bonuses(table, seat), self.tick)
            case _:
                return

    def _partly_drawn(self, world: World, draw: Draw) -> Iterator[Move]:
        table = world.table
        match draw:
            case RefillBooks() | DealBooks() if all(on.book != BLANK for on in draw.books):
                # Books are named without their spaces where they fill them row by row.
                on_spaces = filled(table, draw)
                if isinstance(on_spaces, RefillBooks | DealBooks):
                    yield from named_draw(world, on_spaces)
            case RefillBooks():
                yield from refills(world, self.tick, draw.books)
            case DealBooks() if table.phase == "deal-books":
                yield from first_books(world)
            case PrepareRound() if table.phase == "preparation":
                yield from preparation(world, draw.cards)
            case DealCards() if table.phase == "deal-cards":
                yield from first_cards(world, draw.cards)
            case _:
                return

    def _unsaid(
        self, world: World, content: Unsaid, foresight: Foresight, following: Content | None
    ) -> Iterator[Move]:
        table = world.table
        match content:
            case record.BlankTurn():
                if content.seat is None or content.seat == table.to_move:
                    yield from self.turns.any_turn(world, foresight)
            case record.BlankTurns():
                if content.until == "unknown" or table.phase != "actions":
                    yield nothing(world)
                yield from map(staying, self.turns.any_turn(world, foresight))
            case BlankRefill():
                yield from refills(world, self.tick)
                written = isinstance(following, RefillBooks)
                if not content.certain and (written or not refill_due(table)):
                    yield nothing(world)

    def _as_it_lies(self, world: World, claims: tuple[record.SaidClaim, ...]) -> Iterator[Move]:
        """Yield the tables that lie as claimed, as far as that can be put right.

        Counts and sums choose among them; if they fit none, something unknown lies otherwise.
        """
        items = [claim.item for claim in claims if claim.item is not None]
        freed = back_in_supply(world, hidden(world, items))
        if freed is None:
            return
        free, before = freed
        tables = [*dict.fromkeys(islice(put_right(free.table, claims), MOST_WAYS_TO_LIE))]
        if len(tables) == MOST_WAYS_TO_LIE:
            raise BudgetExceeded
        fitting = [table for table in tables if hold(table, claims)]
        self.unsettled = self.unsettled or bool(tables and not fitting)
        for table in fitting or tables:
            after, behind = settled(replace(free, table=table))
            changed = corrections(free.table, table, claims)
            yield Move(changed, (), after, before, behind)

    def _unordered(self, world: World, content: Unordered) -> Iterator[Move]:
        left = [place for place in range(len(content.lines)) if place not in world.told]
        if not left:
            yield nothing(World(world.table, world.stand_ins))
            return
        before: set[World] = set()
        for place in left:
            for move in self.moves(world, content.lines[place], NOTHING_FORESEEN, None):
                if move.lines:
                    told = replace(move.after, told=world.told | {place})
                    yield replace(move, after=told, lines=0)
                elif move.after not in before:
                    # What must have come before several of them came once.
                    before.add(move.after)
                    yield move

    def _unwritten(
        self, world: World, content: Content, foresight: Foresight
    ) -> Iterator[Move] | None:
        table = world.table
        match draws.due_before(table, content):
            case "refill":
                unknown = isinstance(content, record.BlankTurns) or not self.refills_written
                return refills(world, self.tick, only_forced=not unknown)
            case "preparation":
                return preparation(world)
            case "plan":
                plan = draws.next_plan(table)
                needed = self._needed(table, plan.seat, foresight)
                return draws.plans(world, plan, needed, self.tick)
            case "setup":
                return draws.setup_step(world, self.tick)
            case None:
                return None

    def _needed(self, table: State, seat: Seat, foresight: Foresight) -> frozenset[str]:
        if not self.prune or not _is_seat(table, seat):
            return frozenset()
        return draws.cards_to_plan(table, seat, foresight)


def _is_seat(table: State, seat: Seat) -> bool:
    return 0 <= seat < len(table.players)


def holding(
    world: World, move: Move, claims: tuple[record.SaidClaim, ...], tick: CountWork
) -> Iterator[Move]:
    """Yield a move if claims about the table after it hold, with stand-ins that they name."""
    if not claims or not move.lines:
        yield move
        return
    items = [claim.item for claim in claims if claim.item is not None]
    for named in _naming_items(move, items, tick):
        tick(1 + len(claims) // CLAIMS_A_STEP)
        moment = named.moment or TurnEnd(world.table, named.after.table)
        if all(actual(moment, claim) == claim.value for claim in claims):
            yield named


def _naming_items(move: Move, items: list[str], tick: CountWork) -> Iterator[Move]:
    names = hidden(move.after, items)
    if not names:
        yield move
        return
    for found, exchange in naming(move.after, names, tick):
        after, behind = settled(found)
        yield replace(move, after=after, behind=then(then(move.behind, exchange), behind))


def _agreed(world: World, content: record.Adjust | RulingFromHere) -> Iterator[Move]:
    """Yield what people agreed on, unless it cannot be put on the table; no rule is asked."""
    if isinstance(content, record.Adjust):
        table = adjusted(world.table, content)
    else:
        table = with_rulings(world.table, content.rulings)
    if table is not None:
        yield nothing(replace(world, table=table))


def staying(move: Move) -> Move:
    """Return a move after which the line is still due."""
    return replace(move, lines=0)
