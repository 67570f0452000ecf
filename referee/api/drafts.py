"""Statements that are only begun: the picture of the table, tapped thing by thing, makes a line."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import MisuseError
from referee.api.game_versions import due_at, go_without_saying
from referee.api.sources import unreadable
from referee.api.tables import PossibleTables, Table
from referee.api.turn_drafts import turn_draft
from referee.api.turn_edits import AGAIN, DraftAnswer, DraftVerdict, Offer, OfferKind, Places
from referee.api.verdicts import broken_rule
from referee.core.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import BOOK_LETTERS, COMPANIES, SLOTS, Seat
from referee.core.state import State
from referee.core.turns import BLANK, Advance, MoveDiamond, Turn
from referee.drawing.story import EventSentences
from referee.engine import check
from referee.engine.planning import available_slots
from referee.engine.preparation import shifted
from referee.i18n.page_words import picture_words
from referee.i18n.speech import say
from referee.records.completed_turn import Missing
from referee.records.names import Names
from referee.records.reader import read_statement
from referee.records.record import NamedPlayer, SaidHappening, Statement, UnreadableRecordError
from referee.records.unwritten import filled, plannable
from referee.records.writer import line_of


# What may be said next of a deal, a draw, a starting choice or a plan -----------------------------
class NextThings(Struct, frozen=True):
    """What may be said next, and what can be said as well."""

    kind: OfferKind
    legal: tuple[str, ...]
    others: tuple[str, ...] = ()
    empty: bool = False
    """Whether nothing may be said in this place, and the next one is asked for."""


def following_things(  # noqa: PLR0911 - an arm for each kind
    state: State, said: SaidHappening
) -> NextThings:
    """Return what may be said next."""
    components = state.setting.components
    match said:
        case DealCards(cards):
            return _card_draw(state, cards, len(state.display))
        case PrepareRound(cards):
            return _card_draw(state, cards, drawn_for_round(state))
        case DealBooks(books) | RefillBooks(books):
            return _book_draw(state, books)
        case TakeStartingTile(tile=tile):
            gone = {player.starting_tile for player in state.players} | state.rejected_tiles
            tiles = [each.id for each in components.starting_tiles]
            free = tuple(each for each in tiles if each not in gone and tile == BLANK)
            return NextThings("tile", free, tuple(tiles))
        case RestStartingCards(seat=seat, cards=cards):
            wanted = resting(state, seat)
            left = tuple(card for card in wanted if card not in cards)
            every = tuple(state.setting.components.card)
            return NextThings("card", left if len(left) > 1 else (), every)
        case TakeStartingBonus():
            return _bonus(state, said)
        case Plan():
            return _plan(state, said)


def _card_draw(state: State, cards: Collection[str], wanted: int) -> NextThings:
    every = tuple(state.setting.components.card)
    if len(cards) >= wanted:
        return NextThings("card", (), every)
    for unseen in state.unseen_cards:
        if left := sorted(unseen.difference(cards)):
            return NextThings("card", tuple(left), every)
    return NextThings("card", (), every)


def drawn_for_round(state: State) -> int:
    """Return how many cards are drawn for the next round."""
    return min(shifted(state)[0].count(None), sum(map(len, state.unseen_cards)))


def gaps(state: State) -> list[str]:
    """Return the spaces of the book display for which the supply has a book."""
    found: list[str] = []
    left = [len(unseen) for unseen in state.unseen_books]
    spaces = state.setting.components.book_spaces
    for space, book in zip(spaces, state.book_display, strict=True):
        number = BOOK_LETTERS.index(space.letter)
        if book is None and left[number]:
            left[number] -= 1
            found.append(space.id)
    return found


def _book_draw(state: State, books: Iterable[BookOnSpace]) -> NextThings:
    every = tuple(state.setting.components.book)
    filled_spaces = {each.space for each in books}
    drawn = {each.book for each in books}
    for space in state.setting.components.book_spaces:
        if space.id in gaps(state) and space.id not in filled_spaces:
            unseen = state.unseen_books[BOOK_LETTERS.index(space.letter)]
            return NextThings("book", tuple(sorted(unseen - drawn)), every)
    return NextThings("book", (), every)


def resting(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cards that a starting tile puts to rest."""
    tile = state.players[seat].starting_tile
    return () if tile is None else tuple(state.setting.components.starting_tile[tile].rest)


def _bonus(state: State, said: TakeStartingBonus) -> NextThings:
    found = filled(state, said)
    parts = ("diamonds", *COMPANIES)
    return NextThings("part", parts if isinstance(found, Missing) else (), parts)


def _plan(state: State, said: Plan) -> NextThings:
    slots = available_slots(state, said.seat)
    left = tuple(sorted(card for card in plannable(state, said.seat) if card not in said.slots))
    open_slots = [
        slot
        for slot, card in zip(SLOTS, said.slots, strict=True)
        if card == BLANK and slot in slots
    ]
    hand = sorted(state.players[said.seat].hand)
    others = (*hand, *sorted(set(state.setting.components.card) - {*hand, *left}))
    return NextThings("card", left if open_slots else (), others, empty=bool(open_slots and left))


# Deals, draws, starting choices and plans that are only begun: what may be said next --------------
#
# Draws are entered by tapping among what nobody has seen yet; what lies elsewhere can be tapped,
# too.
def begun_happening(  # noqa: PLR0911 - an arm for each kind
    kind: str, seat: Seat | None
) -> SaidHappening:
    """Return a statement of a kind in which nothing is said yet."""
    who = seat if seat is not None else Seat(0)
    match kind:
        case "deal-cards":
            return DealCards(cards=())
        case "deal-books":
            return DealBooks(books=())
        case "starting-tile":
            return TakeStartingTile(seat=who, tile=BLANK)
        case "rest":
            return RestStartingCards(seat=who, cards=())
        case "starting-bonus":
            return TakeStartingBonus(seat=who)
        case "plan":
            return Plan(seat=who, slots=(BLANK,) * len(SLOTS))
        case "refill-books":
            return RefillBooks(books=())
        case _:
            return PrepareRound(cards=())


def happening_draft(
    table: Table, said: SaidHappening, sentence: str, *, everything: bool
) -> DraftAnswer:
    """Return what may be said in a statement that is no turn."""
    state, colours = table.state, table.colours
    following = following_things(state, said)
    seat: Seat | None = getattr(said, "seat", None)
    wanted = _recorded(state, said)
    verdict, violations, missing = _ruled(state, wanted)
    return DraftAnswer(
        kind=said.__struct_config__.tag,  # type: ignore[arg-type]
        player=None if seat is None else colours[seat],
        line=line_of(Statement(said=said), colours) if said != _blank(said) else "",
        sentence=sentence,
        asks=following.kind if following.legal else "",
        offers=tuple(_offers(table, said, following, everything=everything)),
        given=_given(said),
        wanted=_wanted(state, said),
        chosen=_chosen(state, said),
        verdict="undecided" if _lacks(state, wanted) or said == _blank(said) else verdict,
        violations=tuple(broken_rule(each, colours) for each in violations),
        missing=missing,
        record=line_of(Statement(said=wanted), colours),
        gap=_gap(said, colours),
    )


def _blank(said: SaidHappening) -> SaidHappening:
    return begun_happening(str(said.__struct_config__.tag), getattr(said, "seat", None))


def _ruled(state: State, said: SaidHappening) -> tuple[DraftVerdict, Any, tuple[str, ...]]:
    found = filled(state, said)
    if isinstance(found, Missing):
        return "undecided", (), found.what
    broken = tuple(check(state, found))
    return ("illegal" if broken else "legal"), broken, ()


def _lacks(state: State, said: SaidHappening) -> bool:
    """Return whether more has to be said, so that nobody would stop here."""
    if isinstance(said, TakeStartingTile):
        return bool(said.tile == BLANK)
    return not isinstance(said, Plan) and _given(said) < _wanted(state, said)


def _given(said: SaidHappening) -> int:
    match said:
        case DealCards(cards) | PrepareRound(cards) | RestStartingCards(cards=cards):
            return len(cards)
        case DealBooks(books) | RefillBooks(books):
            return len(books)
        case Plan(slots=slots):
            return sum(card != BLANK for card in slots)
        case _:
            return 0


def _wanted(state: State, said: SaidHappening) -> int:
    match said:
        case DealCards():
            return len(state.display)
        case PrepareRound():
            return drawn_for_round(state)
        case DealBooks() | RefillBooks():
            return len(gaps(state))
        case RestStartingCards(seat=seat):
            return len(resting(state, seat))
        case Plan(seat=seat):
            return len(available_slots(state, seat))
        case _:
            return 0


def _recorded(state: State, said: SaidHappening) -> SaidHappening:
    """Return what is recorded if nothing more is said: slots that were not named stay empty."""
    if isinstance(said, Plan):
        return replace(said, slots=tuple(None if c == BLANK else c for c in said.slots))
    if isinstance(said, RestStartingCards):
        left = [card for card in resting(state, said.seat) if card not in said.cards]
        if len(left) == 1 and len(said.cards) == len(resting(state, said.seat)) - 1:
            # The last card can only lie in the last place.
            return replace(said, cards=(*said.cards, left[0]))
    return said


# Offers ---------------------------------------------------------------------------------------


def _offers(
    table: Table, said: SaidHappening, following: NextThings, *, everything: bool
) -> Iterable[Offer]:
    for value in following.legal:
        yield _offer(table, said, following.kind, value, legal=True)
    if following.empty or (everything and isinstance(said, Plan) and BLANK in said.slots):
        yield _offer(table, said, "empty", "", legal=following.empty, extra=True)
    if isinstance(said, TakeStartingTile) and said.tile != BLANK and said.rejected is None:
        for value in following.others:
            yield _offer(table, said, "tile", value, legal=value != said.tile, extra=True)
    elif everything:
        for value in following.others:
            if value not in following.legal:
                yield _offer(table, said, following.kind, value, legal=False)
        yield from _elsewhere(table, said)


def _elsewhere(table: Table, said: SaidHappening) -> Iterable[Offer]:
    """Yield the spaces on which a book can be said to lie, and cards that lie in two slots."""
    if isinstance(said, DealBooks | RefillBooks):
        unseen = sorted(book for supply in table.state.unseen_books for book in supply)
        for space in table.state.setting.components.book_spaces:
            for book in unseen:
                placed = replace(said, books=(*said.books, BookOnSpace(space=space.id, book=book)))
                line = line_of(Statement(said=placed), table.colours)
                yield Offer(
                    kind="book",
                    values=(book, space.id),
                    place=None,
                    line=line,
                    legal=False,
                    extra=True,
                )
    elif isinstance(said, TakeStartingBonus) and said.reward:
        for number in range(4):
            yield _offer(table, said, "count", str(number), legal=False)
    elif isinstance(said, Plan):
        for card in said.slots:
            if card not in {None, BLANK}:
                yield _offer(table, said, "card", str(card), legal=False, again=True)


def _offer(
    table: Table,
    said: SaidHappening,
    kind: OfferKind,
    value: str,
    *,
    legal: bool,
    extra: bool = False,
    again: bool = False,
) -> Offer:
    seat: Seat | None = getattr(said, "seat", None)
    place = None
    if seat is not None and kind == "card" and not again:
        place = Places(table.state, seat).own("hand", value)
    return Offer(
        kind=kind,
        values=(value, AGAIN) if again else (value,) if value else (),
        place=place,
        line=line_of(Statement(said=_with(table.state, said, value, again=again)), table.colours),
        legal=legal,
        extra=extra,
    )


def _with(  # noqa: PLR0911 - an arm for each kind
    state: State,
    said: SaidHappening,
    value: Any,  # noqa: ANN401
    *,
    again: bool = False,
) -> SaidHappening:
    """Return a statement with one more thing said."""
    match said:
        case DealCards(cards) | PrepareRound(cards):
            return replace(said, cards=(*cards, value))
        case RestStartingCards(cards=cards):
            return replace(said, cards=(*cards, value))
        case DealBooks(books) | RefillBooks(books):
            named = {each.space for each in books}
            every = [space.id for space in state.setting.components.book_spaces]
            space = next((each for each in gaps(state) if each not in named), every[0])
            return replace(said, books=(*books, BookOnSpace(space=space, book=value)))  # type: ignore[arg-type]
        case TakeStartingTile(tile=tile):
            return replace(said, tile=value) if tile == BLANK else replace(said, rejected=value)
        case TakeStartingBonus(reward=reward):
            if value.isdecimal():
                return replace(said, reward=(*reward[:-1], replace(reward[-1], count=int(value))))
            part = MoveDiamond() if value == "diamonds" else Advance(company=value)
            return replace(said, reward=(*reward, part))
        case Plan(seat, slots):
            return replace(said, slots=_planned(state, seat, slots, value or None, again=again))


def _planned(
    state: State, seat: Seat, slots: tuple[Any, ...], card: str | None, *, again: bool
) -> tuple[Any, ...]:
    """Return the slots with a card in the first that is free, or without one that lies there."""
    if card is not None and card in slots and not again:
        return tuple(BLANK if each == card else each for each in slots)
    unlocked = available_slots(state, seat)
    found = [*slots]
    free = [at for at, each in enumerate(slots) if each == BLANK]
    open_first = sorted(free, key=lambda at: SLOTS[at] not in unlocked)
    if open_first:
        found[open_first[0]] = card
    return tuple(found)


def _chosen(state: State, said: SaidHappening) -> tuple[str, ...]:
    match said:
        case Plan(seat, slots):
            own = Places(state, seat).own
            return tuple(own("hand", card) for card in slots if card not in {None, BLANK})
        case RestStartingCards(seat=seat, cards=cards):
            return tuple(Places(state, seat).own("hand", card) for card in cards)
        case _:
            return ()


def _gap(  # noqa: PLR0911 - an arm for each kind
    said: SaidHappening, colours: tuple[str, ...]
) -> str:
    words: Callable[[SaidHappening], str] = lambda each: line_of(Statement(said=each), colours)  # noqa: E731
    match said:
        case DealCards() | PrepareRound():
            return words(replace(said, cards=(BLANK,)))
        case DealBooks():
            return "books: ?"
        case RefillBooks():
            return "refill: ?"
        case TakeStartingTile(seat):
            return f"{colours[seat]} tile ?"
        case RestStartingCards(seat):
            return f"{colours[seat]} rest ? ? ?"
        case Plan(seat):
            return f"{colours[seat]} plan"
        case TakeStartingBonus(seat):
            return f"{colours[seat]} bonus"


__all__ = ["DraftAnswer", "Offer", "draft", "tapped"]


def draft(
    table: Table | PossibleTables,
    line: str = "",
    *,
    player: str | None = None,
    kind: str | None = None,
    everything: bool = False,
) -> DraftAnswer:
    """Return what may be said next behind a line that is begun, or at the beginning of one.

    Without a line it is begun for what is due, or for a `kind` of statement, `turn` among them, and
    a player. Offers are what the rules allow, with `everything` also what they do not: what was
    played is recorded even so. Each offer has the line that comes of it: a statement is made by
    taking offers. Of several tables that are possible it is enough if one allows something.

    >>> import referee
    >>> table = referee.load_table("games/two-players.mgn", "3.2")
    >>> begun = referee.draft(table, "green goods coffee1")
    >>> begun.asks, begun.verdict
    ('buy', 'illegal')
    >>> [(offer.values, offer.place) for offer in begun.offers if offer.kind == "track"][0]
    (('mombasa',), 'track-mombasa')
    """
    if isinstance(table, PossibleTables):
        return _possible(table, line, player, kind, everything=everything)
    said = _said(table, line)
    gone = go_without_saying(table).table
    due, seat = _due(gone, player)
    wanted = kind or (due if said is None else _kind_of(said))
    # What is not due was perhaps said too late, behind what is taken for granted.
    at = gone if wanted == due else table
    if said is None and wanted != "turn":
        said = begun_happening(wanted, seat)
        sentence = ""
    else:
        words = EventSentences(at.components, _called(at))
        sentence = "" if said is None else words.sentence(said)
    if said is None or isinstance(said, Turn):
        who = seat if said is None else said.seat
        return turn_draft(at, said, who, sentence, everything=everything)
    return happening_draft(at, said, sentence, everything=everything)


def _possible(
    tables: PossibleTables, line: str, player: str | None, kind: str | None, *, everything: bool
) -> DraftAnswer:
    """Return the draft at the tables that are possible behind a gap."""
    if tables.is_certain and tables.exact:
        return draft(tables.table, line, player=player, kind=kind, everything=everything)
    # Few tables lie behind gaps.
    from referee.api.possible_drafts import looked_at, possible_draft  # noqa: PLC0415

    said, colours = _said(tables.table, line), tables.table.colours
    seat: Seat | None = getattr(said, "seat", None)
    if said is None and player in colours:
        seat = Seat(colours.index(player))
    wanted = kind if said is None else _kind_of(said)
    looked = looked_at(tables, seat, refilled=None if wanted is None else wanted == "turn")
    return possible_draft(
        tables,
        line,
        looked,
        lambda table, every: draft(table, line, player=player, kind=kind, everything=every),
        everything=everything,
    )


def tapped(
    table: Table | PossibleTables, line: str, place: str, *, player: str | None = None
) -> DraftAnswer | None:
    """Return a line after a tap on a place of the picture, legal or not; None if it says nothing.

    A tap on what was chosen takes it back.

    >>> import referee
    >>> table = referee.load_table("games/two-players.mgn", "3.2")
    >>> referee.tapped(table, "green goods coffee1", "track-cairo").line
    'green goods coffee1 cairo'
    """
    whose = _SEAT.match(place)
    colours = (table.table if isinstance(table, PossibleTables) else table).colours
    if whose and not line and int(whose[1]) < len(colours):
        player = colours[int(whose[1])]
    offers = draft(table, line, player=player, everything=True).offers
    if not line and not any(offer.place in {*_meant(place)} for offer in offers):
        offers = draft(table, line, player=player, kind="turn", everything=True).offers
    for meant in _meant(place):
        fitting = [offer for offer in offers if offer.place == meant]
        # What the rules allow comes first, and what says most.
        fitting.sort(key=lambda offer: (not offer.legal, offer.extra, offer.kind != "columns"))
        if fitting:
            return draft(table, fitting[0].line)
    return None


_SEAT = re.compile(r"seat-(\d)-")


def _meant(place: str) -> Iterator[str]:
    """Yield the places that a tap can mean: the one that was hit, and those that it lies on."""
    found = _SEAT.sub("", place) if "-track-" in place else place
    while found:
        yield found
        if found.startswith("base-"):
            company = found.removeprefix("base-").rstrip("-0123456789")
            if found == f"base-{company}":
                yield f"home-{company}"
        found = found.rpartition("-")[0]


def _called(table: Table) -> tuple[str, ...]:
    names = (*table.names, *[None] * len(table.colours))
    return tuple(
        name or picture_words().colour(colour)
        for colour, name in zip(table.colours, names, strict=False)
    )


def _said(table: Table, line: str) -> Turn | SaidHappening | None:
    """Return what a line says; None if it says nothing yet."""
    names = (*table.names, *[None] * len(table.colours))
    players = tuple(map(NamedPlayer, table.colours, names))
    try:
        read = read_statement(line, Names(table.components, players)) if line.strip() else None
    except UnreadableRecordError as error:
        raise unreadable("what was said", error.problems) from error
    if read is None:
        return None
    if isinstance(read.said, Turn | SaidHappening):
        return read.said
    raise MisuseError(say("answers.drafts.this-line-is-no-turn"))


def _kind_of(said: Turn | SaidHappening) -> str:
    return "turn" if isinstance(said, Turn) else str(said.__struct_config__.tag)


def _due(table: Table, player: str | None) -> tuple[str, Seat]:
    """Return what is due, and by whom."""
    due = due_at(table, None, None, None)
    if player is not None and player not in table.colours:
        raise MisuseError(say("answers.drafts.there-is-no-player", player=player[:40]))
    who = player or (due.players[0] if due.players else table.colours[0])
    seat = Seat(table.colours.index(who))
    state = table.state
    if due.kinds == ("refill-books",):
        return "refill-books", seat
    if state.phase in {"actions", "over"}:
        return "turn", seat
    return due.kinds[-1], seat
