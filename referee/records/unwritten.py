"""Events that a record does not tell: inserted where only one can have happened, else missing."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Literal, cast

from msgspec.structs import replace

from referee.core.components import ShareCard
from referee.core.events import (
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
from referee.core.ids import BOOK_LETTERS, SLOTS, CardId, Company, Seat, StartTileId
from referee.core.state import State
from referee.core.turns import BLANK, Advance, EndPhase, MoveDiamond
from referee.engine import check, step
from referee.engine.actions import TURNS, refill_due
from referee.engine.planning import available_slots
from referee.engine.preparation import shifted
from referee.i18n.speech import say, spoken
from referee.i18n.spoken import listed
from referee.records.completed_turn import Missing
from referee.records.record import (
    Adjust,
    Agreement,
    AnyOrder,
    AsItLies,
    BlankTurn,
    BlankTurns,
    Exceptional,
    Gap,
    InOrder,
    OneOf,
    Remark,
    RoundMark,
    RulingMark,
    SaidEvent,
    SaidHappening,
    Statement,
)


# Events that are no turns: what a record left out of them -----------------------------------------
def filled(state: State, said: SaidHappening | Gap | Agreement) -> SaidHappening | Missing:
    """Return the event with what has only one value filled in, or what is missing."""
    if isinstance(said, OneOf):
        lines = tuple(f"`{each.line}`" for each in said.readings)
        which = say("records.reader.which", lines=lines)
        return Missing(("which of several turns was meant",), len(lines), (which,))
    if isinstance(said, Exceptional):
        return Missing((EXCEPTIONS[type(said)],), 0)
    return _filled(state, said)


def _filled(state: State, said: SaidHappening) -> SaidHappening | Missing:
    match said:
        case DealBooks() | RefillBooks():
            return _drawn_books(state, said)
        case DealCards() | PrepareRound():
            return _unnamed("cards") if BLANK in said.cards else said
        case TakeStartingTile():
            return _tile(state, said)
        case RestStartingCards():
            return _rest(state, said) if not said.cards or BLANK in said.cards else said
        case TakeStartingBonus():
            return said if said.reward else _bonus(state, said)
        case Plan():
            return _plan(state, said)


EXCEPTIONS: Mapping[type, str] = {
    BlankTurn: "what was done in this turn",
    BlankTurns: "what was done in these turns",
    AnyOrder: "the order of the lines that follow",
    InOrder: "the order of the lines before",
    Adjust: "how the table was adjusted",
    AsItLies: "how the table got into this state",
    RulingMark: "why the ruling was different before",
}
"""What is not known of statements that the rules alone do not answer."""


def _unnamed(what: str) -> Missing:
    return Missing(
        (say("records.filling.drawn", what=what),),
        0,
        (say("records.filling.names-for-blanks"),),
    )


def _drawn_books(state: State, said: DealBooks | RefillBooks) -> DealBooks | RefillBooks | Missing:
    if any(drawn.book == BLANK for drawn in said.books):
        return _unnamed("books")
    unsaid = BLANK in [drawn.space for drawn in said.books]
    return replace(said, books=_on_spaces(state, said.books)) if unsaid else said


def _on_spaces(state: State, books: Sequence[BookOnSpace]) -> tuple[BookOnSpace, ...]:
    """Return the books on their spaces; unsaid they fill those of their letter row by row."""
    components = state.setting.components
    named = {drawn.space for drawn in books}
    gaps = {
        letter: [
            space.id
            for space, book in sorted(
                zip(components.book_spaces, state.book_display, strict=True),
                key=lambda pair: (pair[0].row, pair[0].round),
            )
            if book is None and space.letter == letter and space.id not in named
        ]
        for letter in BOOK_LETTERS
    }
    placed = []
    for drawn in books:
        book = components.book.get(drawn.book)
        if drawn.space == BLANK and book is not None and gaps[book.letter]:
            placed.append(BookOnSpace(gaps[book.letter].pop(0), drawn.book))
        else:
            placed.append(drawn)
    return tuple(placed)


def _tile(state: State, said: TakeStartingTile) -> TakeStartingTile | Missing:
    if said.tile != BLANK:
        return said
    if state.setting.first_game_tiles:
        for tile in state.setting.components.starting_tiles:
            if tile.first_game_seat == said.seat + 1:
                return replace(said, tile=tile.id)
    return Missing((say("records.filling.starting-tile"),), 0, (say("records.filling.tile-hint"),))


def _rest(state: State, said: RestStartingCards) -> RestStartingCards | Missing:
    """Return the resting cards if the starting tile leaves them one order."""
    tile = state.players[said.seat].starting_tile if said.seat < len(state.players) else None
    cards = () if tile is None else state.setting.components.starting_tile[tile].rest
    if len({*cards}) == 1:
        return replace(said, cards=cards)
    hint = say("records.filling.rest-hint", cards=" ".join(cards))
    return Missing((say("records.filling.rest-order"),), 0, (hint,) if cards else ())


def _bonus(state: State, said: TakeStartingBonus) -> TakeStartingBonus | Missing:
    """Return the bonus with its parts in the one order there is, or in any if none matters."""
    words = bonus_words(state, said.seat)
    parts: list[Advance | MoveDiamond] = [
        MoveDiamond() if word == "diamonds" else Advance(word) for word in words
    ]
    orders = [replace(said, reward=order) for order in permutations(parts)]
    # Of orders that come to the same the first is kept, which is that of the tile.
    legal = {step(state, order): order for order in reversed(orders) if not check(state, order)}
    if len(legal) > 1:
        hint = say("records.filling.bonus-hint", steps=" ".join(words))
        return Missing((say("records.filling.bonus-order"),), len(legal), (hint,))
    return next(iter(legal.values()), orders[0])


def bonus_words(state: State, seat: Seat) -> list[Company | Literal["diamonds"]]:
    """Return the parts of a player's starting bonus as they are written."""
    tile = state.players[seat].starting_tile if seat < len(state.players) else None
    bonus = () if tile is None else state.setting.components.starting_tile[tile].bonus
    return [steps.track for steps in bonus]


def _plan(state: State, said: Plan) -> Plan | Missing:
    if BLANK not in said.slots or said.seat >= len(state.players):
        return said
    left = [card for card in plannable(state, said.seat) if card not in said.slots]
    unlocked = available_slots(state, said.seat)
    slots: list[CardId | None] = []
    for slot, card in zip(SLOTS, said.slots, strict=False):
        if card != BLANK:
            slots.append(card)
        elif slot in unlocked and left:
            hint = say("records.filling.plan-hint")
            return Missing(
                (say("records.filling.card-in-slot", slot=slot),), len(left) + 1, (hint,)
            )
        else:
            slots.append(None)
    return replace(said, slots=tuple(slots))


def plannable(state: State, seat: Seat) -> list[CardId]:
    """Return the cards in a player's hand that may lie in a slot."""
    cards = state.setting.components.card
    return [card for card in state.players[seat].hand if not isinstance(cards[card], ShareCard)]


OfOneSeat = TakeStartingTile | RestStartingCards | TakeStartingBonus | Plan

# Tuples, because compiled code knows nothing of unions and asks them anew each time.
_OF_ONE_SEAT = frozenset({TakeStartingTile, RestStartingCards, TakeStartingBonus, Plan})
_OF_A_ROUND = frozenset({PrepareRound, RoundMark})
_BEGINS_A_ROUND = (Plan, RoundMark)
_PARTS_ROUNDS = frozenset({Plan, PrepareRound, RoundMark, AnyOrder})
_DEALS = (DealCards, DealBooks)

LookedFor = tuple[type[OfOneSeat | EndPhase], int]
"""A kind of event and the seat it is of."""

_NEED_SETUP = (RestStartingCards, TakeStartingBonus, Plan, RoundMark)
"""What can only have come after the starting tiles were taken."""

_NEED_RESTING = (TakeStartingBonus, Plan, RoundMark)
"""What can only have come after the cards of the starting tiles were put to rest."""


class Unwritten:
    """Finds the events that must have come between two statements of a record."""

    def __init__(self, statements: Sequence[Statement], colours: tuple[str, ...]) -> None:
        self._statements = statements
        self._colours = colours
        self.looked_for: set[LookedFor] = set()
        """Events that were looked for behind the statement itself; whoever judges clears it."""
        self._places: dict[_Told, list[int]] | None = None
        """By what is told the statements that tell it, once somebody asked."""
        self._lost: frozenset[int] | None = None

    def before(self, state: State, number: int) -> Event | Missing | None:
        """Return what is due before a statement and told nowhere, or that it is missing."""
        statement = self._statements[number]
        said = statement.said
        if isinstance(said, RefillBooks) or (state.phase == "actions" and not refill_due(state)):
            return None
        if isinstance(said, Remark):
            # Claims are about the table as it lies, so nothing that is open can be asked for.
            found = self._in_setup(state, number, said) if statement.claims else None
            return None if isinstance(found, Missing) else found
        if state.phase == "actions":
            return _refill(state)
        if state.phase == "planning":
            return self._plan(state, number) if isinstance(said, TURNS) else None
        if state.phase in {"preparation", "over"}:
            return self._after_turns(state, number, said)
        return self._in_setup(state, number, said)

    # Setup ------------------------------------------------------------------------------------

    def _in_setup(self, state: State, number: int, said: SaidEvent) -> Event | Missing | None:
        claims = isinstance(said, Remark)
        match state.phase:
            case "deal-cards" if not isinstance(said, DealCards):
                return _missing_whole("display", len(state.display))
            case "deal-books" if not isinstance(said, _DEALS):
                return _missing_whole("books", len(state.book_display))
            case "starting-tiles" if claims or isinstance(said, _NEED_SETUP):
                return self._tile(state, number)
            case "resting" if claims or isinstance(said, _NEED_RESTING):
                return self._rest(state, number)
            case "starting-bonus" if claims or isinstance(said, _NEED_RESTING):
                return self._bonus(state, number, said)
            case _:
                return None

    def _tile(self, state: State, number: int) -> Event | Missing | None:
        waiting = [
            Seat(seat)
            for seat, player in enumerate(state.players)
            if player.starting_tile is None and not self._tells(number, TakeStartingTile, seat)
        ]
        first_game = state.setting.first_game_tiles
        for seat in waiting:
            for tile in state.setting.components.starting_tiles:
                event = TakeStartingTile(seat=seat, tile=tile.id)
                if first_game and tile.first_game_seat == seat + 1 and not check(state, event):
                    return event
        return self._missing("tile", {seat: {} for seat in waiting})

    def _rest(self, state: State, number: int) -> Event | Missing | None:
        write: dict[Seat, Mapping[str, object]] = {}
        for seat, player in enumerate(state.players):
            if any(player.resting) or self._tells(number, RestStartingCards, seat):
                continue
            found = filled(state, RestStartingCards(seat=Seat(seat), cards=()))
            if not isinstance(found, Missing):
                return None if check(state, found) else found
            tile = state.setting.components.starting_tile[player.starting_tile or StartTileId("")]
            write[Seat(seat)] = {"rest": " ".join(tile.rest)}
        return self._missing("rest", write)

    def _bonus(self, state: State, number: int, said: SaidEvent) -> Event | Missing | None:
        seat = state.to_move
        if seat is None or self._tells(number, TakeStartingBonus, seat):
            return None
        if isinstance(said, TakeStartingBonus) and said.seat < seat:
            return None
        found = filled(state, TakeStartingBonus(seat=seat))
        if not isinstance(found, Missing):
            return None if check(state, found) else found
        return self._missing("bonus", {seat: {"steps": " ".join(bonus_words(state, seat))}})

    # Rounds -----------------------------------------------------------------------------------

    def _after_turns(self, state: State, number: int, said: SaidEvent) -> Event | Missing | None:
        if refill_due(state):
            return _refill(state)
        if state.phase == "preparation":
            if isinstance(said, TURNS):
                # Whether a whole start is lost is seen from what is told behind.
                seats = range(len(state.players))
                self.looked_for.update((kind, s) for kind in (EndPhase, Plan) for s in seats)
            if isinstance(said, _BEGINS_A_ROUND) or number in self._lost_starts():
                return _preparation(state)
        return None

    def _lost_starts(self) -> frozenset[int]:
        if self._lost is None:
            self._lost = lost_round_starts(self._statements, len(self._colours))
        return self._lost

    def _plan(self, state: State, number: int) -> Event | Missing | None:
        write: dict[Seat, Mapping[str, object]] = {}
        for index, plan in enumerate(state.plans):
            seat = Seat(index)
            if plan is not None:
                continue
            if self._tells(number, Plan, seat):
                return None
            cards, slots = plannable(state, seat), available_slots(state, seat)
            if not cards:
                return Plan(seat=seat, slots=(None,) * len(SLOTS))
            write[seat] = {"cards": min(len(cards), len(slots))}
        return self._missing("plan", write)

    def _missing(self, word: str, write: Mapping[Seat, Mapping[str, object]]) -> Missing | None:
        """Return that statements of these players are missing, and what to write for each."""
        if not write:
            return None
        what = [
            say(f"records.unwritten.missing.{word}", player=self._colours[seat]) for seat in write
        ]
        hints = [
            say(f"records.unwritten.write.{word}", player=self._colours[seat], **facts)
            for seat, facts in write.items()
        ]
        return Missing(tuple(what), 0, tuple(hints), whole=True)

    def _tells(self, number: int, kind: type[OfOneSeat], seat: int) -> bool:
        """Return whether the record tells such an event from here on, before another round.

        Then it is not left out but stands in the wrong place, about which there are rules.
        """
        rounds = [PrepareRound, RoundMark] if kind is Plan else [PrepareRound]
        next_round = min(self._next(number, (each, None)) for each in rounds)
        told = self._next(number, (kind, seat))
        if min(told, next_round) > number:
            self.looked_for.add((kind, seat))
        return told < next_round

    def _next(self, number: int, what: "_Told") -> int:
        """Return the number of the first such statement from here on, or one that none has."""
        if self._places is None:
            self._places = self._looked_up()
        places = self._places.get(what, [])
        at = bisect_left(places, number)
        return places[at] if at < len(places) else len(self._statements)

    def _looked_up(self) -> "dict[_Told, list[int]]":
        places: defaultdict[_Told, list[int]] = defaultdict(list)
        for number, statement in enumerate(self._statements):
            said = statement.said
            kind = type(said)
            if kind in _OF_A_ROUND:
                places[kind, None].append(number)
            elif kind in _OF_ONE_SEAT:
                places[kind, cast("OfOneSeat", said).seat].append(number)
        return places


def lost_round_starts(statements: Sequence[Statement], players: int) -> frozenset[int]:
    """Return the statements before which preparation, heading and plans of a round are all lost.

    That is so where turns go on after everybody has ended the phase, and everybody ends it again
    before anything of another round is told. A single turn more is against a rule.
    """
    found: set[int] = set()
    ended: set[Seat] = set()
    again: set[Seat] = set()
    first: int | None = None
    over = False
    for number, statement in enumerate(statements):
        said = statement.said
        kind = type(said)
        if kind in _PARTS_ROUNDS:
            ended, again, first, over = set(), set(), None, False
        elif (over or kind is EndPhase) and kind in TURNS and not statement.taken_back:
            if over and first is None:
                first = number
            if isinstance(said, EndPhase):
                (again if over else ended).add(said.seat)
                over = len(ended) == players
            if first is not None and len(again) == players:
                found.add(first)
                ended, again, first = again, set(), None
    return frozenset(found)


_Told = tuple[type, Seat | int | None]
"""A kind of statement, and whose it is."""


def _missing_whole(word: str, wanted: object) -> Missing:
    what = say(f"records.unwritten.missing.{word}")
    return Missing((what,), 0, (say(f"records.unwritten.write.{word}", wanted=wanted),), whole=True)


def _preparation(state: State) -> PrepareRound | Missing:
    """Return the preparation of the next round if the stack leaves only one."""
    gaps = shifted(state)[0].count(None)
    wanted = min(gaps, sum(map(len, state.unseen_cards)))
    drawn: list[CardId] = []
    for unseen in state.unseen_cards:
        if len(drawn) < wanted and unseen:
            if len(unseen) > 1:
                return _missing_whole("prepare", wanted)
            drawn.extend(unseen)
    return PrepareRound(cards=tuple(drawn))


def _refill(state: State) -> RefillBooks | Missing:
    """Return the refill that is due if the supply leaves only one."""
    spaces = state.setting.components.book_spaces
    drawn: list[BookOnSpace] = []
    several: list[str] = []
    for letter, unseen in zip(BOOK_LETTERS, state.unseen_books, strict=True):
        gaps = [
            space.id
            for space, book in zip(spaces, state.book_display, strict=True)
            if book is None and space.letter == letter
        ]
        if not gaps or not unseen:
            continue
        if len(unseen) > 1 or len(gaps) > 1:
            number = min(len(gaps), len(unseen))
            several.append(say("records.unwritten.books-of", n=number, letter=letter))
        else:
            drawn.append(BookOnSpace(gaps[0], next(iter(unseen))))
    if several:
        return _missing_whole("refill", listed([*several, *(on.book for on in drawn)], spoken()))
    return RefillBooks(books=tuple(drawn))
