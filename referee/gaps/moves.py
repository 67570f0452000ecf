"""The ways to fill one line on one table: what can have happened, and the world it leaves."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from msgspec import Struct
from msgspec.structs import replace

from referee.engine import IllegalEventError, step
from referee.engine.actions import TURNS, action_of, has_turn, refill_due, walked
from referee.engine.canonical import canonical_of
from referee.engine.facts import facts_of
from referee.engine.listing import Tick, finished_turns
from referee.engine.planning import available_slots
from referee.engine.play import REFILLED
from referee.engine.preparation import shifted
from referee.engine.turn_end import table_after
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.game.canonical import CanonicalTurn
from referee.game.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import BOOK_LETTERS, SLOTS, BookSpaceId, CardId, Seat, StartTileId
from referee.game.state import SETUP_PHASES, State
from referee.game.turns import Action, Advance, MoveDiamond, Turn, has_blanks
from referee.gaps.foresight import Foresight
from referee.gaps.lines import (
    BlankRefill,
    BlankTurn,
    BlankTurns,
    Content,
    Line,
    Unsaid,
    phase_of,
)
from referee.gaps.pruning import may_be, may_go_on
from referee.gaps.stand_ins import (
    SAME,
    Renaming,
    World,
    back_in_supply,
    hidden,
    naming,
    renamed,
    settled,
    taking,
    then,
)
from referee.transcript.completing import ways_to_fill
from referee.transcript.filling import bonus_words, plannable
from referee.transcript.quantities import Moment, actual
from referee.transcript.said import (
    BLANK,
    Remark,
    RoundMark,
    SaidAction,
)

Choice = CanonicalTurn | Event | None
"""What is counted and compared: a canonical turn, another event, or nothing."""

Draw = DealCards | DealBooks | RefillBooks | PrepareRound
BUYING: tuple[Action, ...] = ("goods", "marker")
"""The actions by which a card can be bought."""


class Move(Struct, frozen=True):
    """One way to fill a line, or a part of it."""

    choice: Choice
    event: Event | None
    after: World
    before: Renaming = SAME
    """What stand-ins of the table before are called in the event."""
    behind: Renaming = SAME
    """What names of the event are called on the table after."""
    stays: bool = False
    """The line is still due: something came before it, or it holds more turns."""
    moment: Moment | None = None
    """The table around a turn, for claims."""


class Filler:
    """Finds the moves of a line, as far as the rest of the record lets it be seen at once."""

    def __init__(self, tick: Tick, *, refills_written: bool, prune: bool = True) -> None:
        self.tick = tick
        self.refills_written = refills_written
        self.prune = prune

    def moves(
        self, world: World, line: Line, foresight: Foresight, following: Content | None
    ) -> Iterator[Move]:
        """Yield every way to fill a line, of which its claims hold."""
        due = self._unwritten(world, line.content, foresight)
        if due is not None:
            yield from due
            # The refill of the last of several blank turns may be written after all.
            if not isinstance(line.content, BlankTurns) or not isinstance(following, RefillBooks):
                return
            found = iter([Move(None, None, world)])
        else:
            found = self._filled(world, line.content, foresight)
        items = [claim.item for claim in line.claims if claim.item is not None]
        for each in found:
            if each.stays or not line.claims:
                yield each
                continue
            for move in _naming_items(each, items):
                moment = move.moment or Moment(world.table, move.after.table)
                if all(actual(moment, claim) == claim.value for claim in line.claims):
                    yield move

    def _filled(self, world: World, content: Content, foresight: Foresight) -> Iterator[Move]:
        match content:
            case BlankTurn() | BlankTurns() | BlankRefill():
                return self._unsaid(world, content, foresight)
            case Remark() | RoundMark():
                return _marked(world, content)
            case Plan() if BLANK in content.slots:
                return self._plans(world, content, foresight)
            case DealCards() | DealBooks() | RefillBooks() | PrepareRound():
                freed = back_in_supply(world, _drawn(content))
                return iter(()) if freed is None else _carried_out(*freed, content)
            case _ if isinstance(content, Turn) and has_blanks(content):
                return self._said_turn(world, content, foresight)
            case _:
                return self._exact(world, content)

    def _unsaid(self, world: World, content: Unsaid, foresight: Foresight) -> Iterator[Move]:
        table = world.table
        match content:
            case BlankTurn():
                if content.seat is None or content.seat == table.to_move:
                    yield from self._any_turn(world, foresight)
            case BlankTurns():
                if content.until == "unknown" or table.phase != "actions":
                    yield Move(None, None, world)
                yield from map(_staying, self._any_turn(world, foresight))
            case BlankRefill():
                yield from self._refills(world)
                if not content.certain and not refill_due(table):
                    yield Move(None, None, world)

    # What is due before a line, and was not written. ------------------------------------------

    def _unwritten(
        self, world: World, content: Content, foresight: Foresight
    ) -> Iterator[Move] | None:
        """Return the ways of what must have come before a line; None if nothing did."""
        table = world.table
        if isinstance(content, Remark | RefillBooks | BlankRefill):
            return None
        if table.phase in REFILLED and refill_due(table):
            unknown = isinstance(content, BlankTurns) or not self.refills_written
            return map(_staying, self._refills(world, only_forced=not unknown))
        match table.phase, phase_of(content):
            case ("preparation", "planning"):
                return self._preparation(world)
            case ("planning", "actions"):
                return self._next_plan(world, foresight)
            case (now, due) if now in SETUP_PHASES and due not in {None, now}:
                return map(_staying, self._setup(world))
            case _:
                return None

    def _refills(self, world: World, *, only_forced: bool = False) -> Iterator[Move]:
        """Yield the refills with stand-ins: one for each choice of spaces that are filled."""
        table = world.table
        if not refill_due(table):
            return
        choices: list[list[tuple[BookOnSpace, ...]]] = []
        facts = facts_of(table.setting)
        for letter, supply in zip(BOOK_LETTERS, table.unseen_books, strict=True):
            gaps: list[BookSpaceId] = [
                space
                for space, book in zip(facts.letter_of_space, table.book_display, strict=True)
                if book is None and facts.letter_of_space[space] == letter
            ]
            number = min(len(gaps), len(supply))
            if only_forced and number and (len(supply) > 1 or len(gaps) > 1):
                return
            books = sorted(supply)
            choices.append(
                [tuple(map(BookOnSpace, spaces, books)) for spaces in combinations(gaps, number)]
            )
        for chosen in product(*choices):
            self.tick()
            drawn = tuple(on for books in chosen for on in books)
            yield from self._standing_in(world, RefillBooks(books=drawn))

    def _standing_in(self, world: World, event: Draw) -> Iterator[Move]:
        """Yield a draw of which only is known that it was made."""
        for move in _carried_out(world, SAME, event, settle=False):
            drawn = World(move.after.table, world.stand_ins.union(_drawn(event)))
            after, behind = settled(drawn)
            # Which unseen book or card it is does not matter yet, so there is nothing to count.
            yield Move(None, event, after, behind=behind)

    def _preparation(self, world: World) -> Iterator[Move]:
        gaps = shifted(world.table)[0].count(None)
        cards = _first_cards(world.table, gaps)
        return map(_staying, self._standing_in(world, PrepareRound(cards=cards)))

    def _next_plan(self, world: World, foresight: Foresight) -> Iterator[Move]:
        seat = next(Seat(seat) for seat, plan in enumerate(world.table.plans) if plan is None)
        blank = Plan(seat=seat, slots=(CardId(BLANK),) * len(SLOTS))
        return map(_staying, self._plans(world, blank, foresight))

    def _plans(self, world: World, said: Plan, foresight: Foresight) -> Iterator[Move]:
        """Yield a plan's cards with every card or none in each slot that is not known."""
        table, seat = world.table, said.seat
        if not 0 <= seat < len(table.players) or len(said.slots) != len(SLOTS):
            return
        unlocked = available_slots(table, seat)
        hand = sorted(plannable(table, seat))
        needed = self._needed(world, seat, foresight)

        def ways(slots: tuple[CardId | None, ...]) -> Iterator[tuple[CardId | None, ...]]:
            self.tick()
            left = len(SLOTS) - len(slots)
            if len(needed.difference(slots)) > left:
                return
            if not left:
                yield slots
                return
            said_card = said.slots[len(slots)]
            options: list[CardId | None] = [said_card]
            if said_card == BLANK:
                free = [c for c in hand if c not in slots and c not in said.slots]
                options = [None, *(free if SLOTS[len(slots)] in unlocked else ())]
            for card in options:
                yield from ways((*slots, card))

        for slots in ways(()):
            yield from self._exact(world, replace(said, slots=slots))

    def _needed(self, world: World, seat: Seat, foresight: Foresight) -> frozenset[str]:
        """Return the cards of the hand that the player uses later in the round."""
        if not self.prune:
            return frozenset()
        return cards_to_plan(world.table, seat, foresight)

    def _setup(self, world: World) -> Iterator[Move]:
        """Yield the ways of the step of the setup that is due."""
        table = world.table
        match table.phase:
            case "deal-cards":
                cards = _first_cards(table, len(table.display))
                yield from self._standing_in(world, DealCards(cards=cards))
            case "deal-books":
                yield from (
                    move
                    for refill in self._deals(table)
                    for move in self._standing_in(world, refill)
                )
            case _:
                found: set[State] = set()
                for event in _setup_events(table):
                    self.tick()
                    for move in self._exact(world, event):
                        # Orders of a bonus that come to the same are one.
                        if move.after.table not in found:
                            found.add(move.after.table)
                            yield move

    def _deals(self, table: State) -> Iterator[DealBooks]:
        supplies = [sorted(supply) for supply in table.unseen_books]
        facts = facts_of(table.setting)
        drawn = [
            BookOnSpace(space, supplies[waits_for].pop(0))
            for space, waits_for in zip(facts.book_spaces, facts.gaps_wait_for, strict=True)
            if supplies[waits_for]
        ]
        yield DealBooks(books=tuple(drawn))

    # Turns. -----------------------------------------------------------------------------------

    def _any_turn(self, world: World, foresight: Foresight) -> Iterator[Move]:
        """Yield every legal turn of the player to move that no rule of pruning drops."""
        table = world.table
        if not has_turn(table):
            return
        cards = [card for card in table.display if card is not None and card in world.stand_ins]
        shown = _without(table, frozenset(cards))

        def keep(work: Work) -> bool:
            return not self.prune or may_go_on(work, foresight)

        for finished in finished_turns(shown, tick=self.tick, keep=keep):
            yield from self._taken(world, SAME, finished, foresight)
        if not cards:
            return
        for card in cards:
            for before in taking(world, [card]):
                bought = before.get(card, card)
                known = World(
                    renamed(table, before),
                    frozenset(before.get(name, name) for name in world.stand_ins) - {bought},
                )
                shown = _without(known.table, known.stand_ins)
                for finished in finished_turns(shown, BUYING, self.tick, keep):
                    if finished.work.bought == bought:
                        yield from self._taken(known, before, finished, foresight)

    def _taken(
        self, world: World, before: Renaming, finished: Unfinished, foresight: Foresight
    ) -> Iterator[Move]:
        """Yield a listed turn with every name for the stand-ins among the books it takes."""
        self.tick()
        if self.prune and not may_be(finished.work, foresight):
            return
        turn = finished.turn()
        choice = canonical_of(finished.work, finished.action, turn)
        after = _with_cards_of(world.table, finished.table_after(), finished.work)
        taken = [book for book in finished.work.taken if book in world.stand_ins]
        if not taken:
            yield _turn_move(world.table, turn, choice, World(after, world.stand_ins), before)
            return
        left = world.stand_ins.difference(taken)
        for names in taking(world, taken):
            self.tick()
            named = World(renamed(after, names), frozenset(names.get(name, name) for name in left))
            yield _turn_move(
                renamed(world.table, names),
                renamed(turn, names),
                renamed(choice, names),
                named,
                then(before, names),
            )

    def _said_turn(self, world: World, said: SaidAction, foresight: Foresight) -> Iterator[Move]:
        """Yield the turns that one with blanks can be."""
        for known, before in _known(world, _names_in(said)):
            shown = _without(known.table, known.stand_ins)
            found: set[CanonicalTurn] = set()
            for finished in ways_to_fill(shown, said, self.tick):
                turn = finished.turn()
                # A turn that names no level counts at the highest at which it is legal.
                broken, work = walked(shown, turn)
                if broken or (self.prune and not may_be(work, foresight)):
                    continue
                choice = canonical_of(work, finished.action, turn)
                if choice not in found:
                    found.add(choice)
                    after = _with_cards_of(known.table, table_after(work), work)
                    left = World(after, known.stand_ins)
                    yield _turn_move(known.table, turn, choice, left, before)

    def _exact(self, world: World, event: Event) -> Iterator[Move]:
        self.tick()
        for known, before in _known(world, _names_in(event)):
            yield from _carried_out(known, before, event)


def _marked(world: World, mark: Remark | RoundMark) -> Iterator[Move]:
    table = world.table
    fresh = table.phase == "planning" and not any(table.plans)
    if isinstance(mark, Remark) or (fresh and mark.number == table.round):
        yield Move(None, None, world)


def _naming_items(move: Move, items: list[str]) -> Iterator[Move]:
    """Yield a move with stand-ins known by the names that claims about the table after it use."""
    names = hidden(move.after, items)
    if not names:
        yield move
        return
    for known, exchange in naming(move.after, names):
        after, behind = settled(known)
        yield replace(move, after=after, behind=then(then(move.behind, exchange), behind))


def cards_to_plan(table: State, seat: Seat, foresight: Foresight) -> frozenset[str]:
    """Return the cards that a plan must hold because the player uses them later in the round."""
    return foresight.items.get(seat, frozenset()) & table.players[seat].hand


def _staying(move: Move) -> Move:
    return replace(move, stays=True)


def _turn_move(
    table: State, turn: Turn, choice: CanonicalTurn, after: World, before: Renaming
) -> Move:
    found, behind = settled(after)
    moment = Moment(table, found.table, turn)
    return Move(choice, turn, found, before, behind, moment=moment)


def _carried_out(
    world: World, before: Renaming, event: Event, *, settle: bool = True
) -> Iterator[Move]:
    """Yield what an event comes to, unless it is illegal."""
    if isinstance(event, TURNS):
        if not has_turn(world.table) or event.seat != world.table.to_move:
            return
        broken, work = walked(world.table, event)
        if not broken:
            choice = canonical_of(work, action_of(event), event)
            left = World(table_after(work), world.stand_ins)
            yield _turn_move(world.table, event, choice, left, before)
        return
    try:
        table = step(world.table, event)
    except IllegalEventError:
        return
    after, behind = World(table, world.stand_ins), SAME
    if settle:
        after, behind = settled(after)
    yield Move(event, event, after, before, behind)


def _known(world: World, names: list[str]) -> Iterator[tuple[World, Renaming]]:
    """Yield the world with stand-ins known by those of the names that nobody has seen."""
    unknown = hidden(world, names)
    if unknown:
        yield from naming(world, unknown)
    else:
        yield world, SAME


def _names_in(value: object) -> list[str]:
    """Return every name that an event or a said turn holds."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Struct):
        value = tuple(getattr(value, field) for field in value.__struct_fields__)
    if isinstance(value, tuple | frozenset):
        return [name for part in value for name in _names_in(part)]
    return []


def _drawn(event: Draw) -> list[str]:
    match event:
        case DealCards() | PrepareRound():
            return [*event.cards]
        case DealBooks() | RefillBooks():
            return [drawn.book for drawn in event.books]


def _first_cards(table: State, number: int) -> tuple[CardId, ...]:
    """Return the unseen cards that come first, letter by letter."""
    cards = [card for supply in table.unseen_cards for card in sorted(supply)]
    return tuple(cards[:number])


def _setup_events(table: State) -> Iterator[Event]:
    """Yield everything that the next player can do in a step of the setup."""
    components = table.setting.components
    match table.phase:
        case "starting-tiles":
            seat = next(Seat(s) for s, p in enumerate(table.players) if p.starting_tile is None)
            for tile in components.starting_tiles:
                yield TakeStartingTile(seat=seat, tile=tile.id)
        case "resting":
            seat = next(Seat(s) for s, p in enumerate(table.players) if not any(p.resting))
            rest = components.starting_tile[_tile_of(table, seat)].rest
            for cards in dict.fromkeys(permutations(rest)):
                yield RestStartingCards(seat=seat, cards=cards)
        case "starting-bonus" if table.to_move is not None:
            parts: list[Advance | MoveDiamond] = [
                MoveDiamond() if word == "diamonds" else Advance(word)
                for word in bonus_words(table, table.to_move)
            ]
            for order in permutations(parts):
                yield TakeStartingBonus(seat=table.to_move, reward=order)
        case _:
            return


def _tile_of(table: State, seat: Seat) -> StartTileId:
    return table.players[seat].starting_tile or StartTileId("")


def _without(table: State, names: frozenset[str]) -> State:
    """Return the table without these cards on the display, so that nobody can buy them."""
    if names.isdisjoint(filter(None, table.display)):
        return table
    display = tuple(None if card in names else card for card in table.display)
    return replace(table, display=display)


def _with_cards_of(table: State, after: State, work: Work) -> State:
    """Return the table after a turn with the cards that nobody could buy lying there again."""
    display = tuple(None if card == work.bought else card for card in table.display)
    return after if after.display == display else replace(after, display=display)
