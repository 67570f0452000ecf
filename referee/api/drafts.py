"""Statements that are being entered: taps on the picture of a table make a line."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import UsageError
from referee.api.game_versions import due_at, go_without_saying
from referee.api.sources import unreadable
from referee.api.tables import PossibleTables, Table
from referee.api.turn_drafts import AGAIN, DraftAnswer, OfferKind, Option, turn_draft
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
from referee.core.ids import BOOK_LETTERS, COMPANIES, SLOTS, BookSpaceId, Seat
from referee.core.state import State
from referee.core.turns import BLANK, Advance, MoveDiamond, Turn
from referee.drawing.look import place_id
from referee.drawing.story import EventSentences
from referee.engine import check
from referee.engine.planning import available_slots
from referee.engine.preparation import shifted
from referee.records.completed_turn import Missing
from referee.records.names import Names
from referee.records.reader import read_statement
from referee.records.record import NamedPlayer, SaidHappening, Statement, UnreadableRecordError
from referee.records.unwritten import filled, plannable
from referee.records.writer import line_of

__all__ = ["DraftAnswer", "Option"]


# Deals, draws, starting choices and plans ---------------------------------------------------------
#
# Draws are entered by tapping among what nobody has seen yet; what lies elsewhere can be tapped,
# too.
def _offer(
    colours: tuple[str, ...],
    kind: OfferKind,
    values: tuple[str, ...],
    said: Any,  # noqa: ANN401
    *,
    legal: bool = False,
    extra: bool = False,
) -> Option:
    """Return something that can be chosen, by which a statement becomes what is said."""
    line, place = line_of(Statement(said=said), colours), None
    if kind == "card" and AGAIN not in values and hasattr(said, "seat"):
        place = place_id("seat", said.seat, "hand", values[0])
    return Option(kind=kind, values=values, place=place, line=line, legal=legal, extra=extra)


class Asked(Struct, frozen=True, kw_only=True):
    """What is asked for in a statement that is no turn."""

    kind: OfferKind
    add: Callable[[Any], SaidHappening]
    """Returns the statement with one more thing said."""
    legal: Iterable[str] = ()
    others: Iterable[str] = ()
    """What can be said as well, whether the rules allow it or not."""
    more: Iterable[Option] = ()
    """Further things, where everything is asked for."""
    extra: Iterable[Option] = ()
    """Things that are seldom wanted."""
    given: int = 0
    wanted: int = 0
    record: SaidHappening | None = None
    """What is recorded if nothing more is said, where that is something else."""
    lacks: bool = False
    """Whether more has to be said, so that nobody would stop here."""
    gap: str


def _asked_cards(state: State, said: Any, _: tuple[str, ...]) -> Asked:  # noqa: ANN401
    wanted = len(state.display)
    if isinstance(said, PrepareRound):
        wanted = min(shifted(state)[0].count(None), sum(map(len, state.unseen_cards)))
    given = len(said.cards)
    unseen = (sorted(pile.difference(said.cards)) for pile in state.unseen_cards)
    return Asked(
        kind="card",
        add=lambda card: replace(said, cards=(*said.cards, card)),
        legal=next(filter(None, unseen), ()) if given < wanted else (),
        others=state.setting.components.card,
        given=given,
        wanted=wanted,
        lacks=given < wanted,
        gap=line_of(Statement(said=replace(said, cards=(BLANK,))), ()),
    )


def _asked_books(state: State, said: Any, colours: tuple[str, ...]) -> Asked:  # noqa: ANN401
    spaces, supplies = state.setting.components.book_spaces, state.unseen_books
    supply_of = {space.id: BOOK_LETTERS.index(space.letter) for space in spaces}
    left = [*map(len, supplies)]
    gaps: list[BookSpaceId] = []
    for space, book in zip(spaces, state.book_display, strict=True):
        if book is None and left[supply_of[space.id]]:
            left[supply_of[space.id]] -= 1
            gaps.append(space.id)
    named = {each.space for each in said.books}
    due = next((space for space in gaps if space not in named), None)
    unseen = supplies[supply_of[due]] if due else frozenset()

    def put(book: Any, space: Any = due or spaces[0].id) -> SaidHappening:  # noqa: ANN401
        return replace(said, books=(*said.books, BookOnSpace(space, book)))  # type: ignore[no-any-return]

    return Asked(
        kind="book",
        add=put,
        legal=sorted(unseen.difference(each.book for each in said.books)),
        others=state.setting.components.book,
        more=[
            _offer(colours, "book", (book, space.id), put(book, space.id), extra=True)
            for space in spaces
            for book in sorted(book for supply in supplies for book in supply)
        ],
        given=len(said.books),
        wanted=len(gaps),
        lacks=len(said.books) < len(gaps),
        gap="books: ?" if isinstance(said, DealBooks) else "refill: ?",
    )


def _asked_tile(state: State, said: TakeStartingTile, colours: tuple[str, ...]) -> Asked:
    tiles = [tile.id for tile in state.setting.components.starting_tiles]
    gone = {player.starting_tile for player in state.players} | state.rejected_tiles
    blank = said.tile == BLANK
    rejects = not blank and said.rejected is None

    def add(tile: str) -> TakeStartingTile:
        return replace(said, **{"tile" if blank else "rejected": tile})

    return Asked(
        kind="tile",
        add=add,
        legal=[tile for tile in tiles if blank and tile not in gone],
        others=() if rejects else tiles,
        extra=[
            _offer(colours, "tile", (tile,), add(tile), legal=tile != said.tile, extra=True)
            for tile in (tiles if rejects else ())
        ],
        lacks=blank,
        gap=f"{colours[said.seat]} tile ?",
    )


def _asked_rest(state: State, said: RestStartingCards, colours: tuple[str, ...]) -> Asked:
    tile = state.players[said.seat].starting_tile
    wanted = () if tile is None else state.setting.components.starting_tile[tile].rest
    left = [card for card in wanted if card not in said.cards]
    # The last card can only lie in the last place.
    one_left = len(left) == 1 and len(said.cards) == len(wanted) - 1
    record = replace(said, cards=(*said.cards, *left)) if one_left else said
    return Asked(
        kind="card",
        add=lambda card: replace(said, cards=(*said.cards, card)),
        legal=left if len(left) > 1 else (),
        others=state.setting.components.card,
        given=len(said.cards),
        wanted=len(wanted),
        record=record,
        lacks=len(record.cards) < len(wanted),
        gap=f"{colours[said.seat]} rest ? ? ?",
    )


def _asked_bonus(state: State, said: TakeStartingBonus, colours: tuple[str, ...]) -> Asked:
    parts = ("diamonds", *COMPANIES)
    before: list[Any]
    *before, last = said.reward or (BLANK,)
    return Asked(
        kind="part",
        add=lambda part: replace(
            said,
            reward=(*said.reward, MoveDiamond() if part == "diamonds" else Advance(company=part)),
        ),
        legal=parts if isinstance(filled(state, said), Missing) else (),
        others=parts,
        more=[
            _offer(
                colours, "count", (str(n),), replace(said, reward=(*before, replace(last, count=n)))
            )
            for n in range(0 if last == BLANK else 4)
        ],
        gap=f"{colours[said.seat]} bonus",
    )


def _asked_plan(state: State, said: Plan, colours: tuple[str, ...]) -> Asked:
    slots, unlocked = said.slots, available_slots(state, said.seat)
    left = sorted(card for card in plannable(state, said.seat) if card not in slots)
    hand = sorted(state.players[said.seat].hand)
    free = [at for at, card in enumerate(slots) if card == BLANK]
    free.sort(key=lambda at: SLOTS[at] not in unlocked)
    is_open = any(SLOTS[at] in unlocked for at in free)

    def put(card: Any) -> Plan:  # noqa: ANN401
        """Return the plan with a card, or with none, in the first slot that is free."""
        planned = tuple(card if at in free[:1] else each for at, each in enumerate(slots))
        return replace(said, slots=planned)

    def tap(card: Any) -> Plan:  # noqa: ANN401
        """Return the plan with a card, or without one that lies there."""
        if card not in slots:
            return put(card)
        return replace(said, slots=tuple(BLANK if each == card else each for each in slots))

    may_be_empty = bool(is_open and left)
    empty = (
        [_offer(colours, "empty", (), put(None), legal=may_be_empty, extra=True)] if free else []
    )
    named = [str(card) for card in slots if card not in {None, BLANK}]
    return Asked(
        kind="card",
        add=tap,
        legal=left if is_open else (),
        others=(*hand, *sorted(set(state.setting.components.card) - {*hand, *left})),
        more=[
            *(() if may_be_empty else empty),
            *(_offer(colours, "card", (card, AGAIN), put(card)) for card in named),
        ],
        extra=empty if may_be_empty else (),
        given=sum(card != BLANK for card in slots),
        wanted=len(unlocked),
        # Slots that were not named stay empty.
        record=replace(said, slots=tuple(None if card == BLANK else card for card in slots)),
        gap=f"{colours[said.seat]} plan",
    )


_Ask = Callable[[State, Any, tuple[str, ...]], Asked]
_Blank = Callable[[Seat], SaidHappening]

_KINDS: Final[dict[str, tuple[_Ask, _Blank]]] = {
    "deal-cards": (_asked_cards, lambda _: DealCards(cards=())),
    "deal-books": (_asked_books, lambda _: DealBooks(books=())),
    "starting-tile": (_asked_tile, lambda seat: TakeStartingTile(seat=seat, tile=BLANK)),
    "rest": (_asked_rest, lambda seat: RestStartingCards(seat=seat, cards=())),
    "starting-bonus": (_asked_bonus, lambda seat: TakeStartingBonus(seat=seat)),
    "plan": (_asked_plan, lambda seat: Plan(seat=seat, slots=(BLANK,) * len(SLOTS))),
    "refill-books": (_asked_books, lambda _: RefillBooks(books=())),
    "prepare": (_asked_cards, lambda _: PrepareRound(cards=())),
}
"""By kind of statement what is asked for, and the statement in which nothing is said yet."""


def _happening_draft(
    table: Table, said: SaidHappening, sentence: str, *, everything: bool
) -> DraftAnswer:
    """Return what may be said in a statement that is no turn."""
    state, colours, kind = table.state, table.colours, _kind_of(said)
    seat: Seat | None = getattr(said, "seat", None)
    player = None if seat is None else colours[seat]
    ask, blank = _KINDS[kind]
    asked = ask(state, said, colours)
    legal = [*asked.legal]
    others = [each for each in asked.others if each not in legal] if everything else []
    every = [
        _offer(colours, asked.kind, (e,), asked.add(e), legal=e in legal) for e in legal + others
    ]
    offers = [*every[: len(legal)], *asked.extra, *every[len(legal) :]]
    record = asked.record or said
    found = filled(state, record)
    broken = () if isinstance(found, Missing) else check(state, found)
    is_blank = said == blank(seat or Seat(0))
    undecided = asked.lacks or is_blank or isinstance(found, Missing)
    chosen = {Plan: "slots", RestStartingCards: "cards"}.get(type(said))
    return DraftAnswer(
        kind=kind,
        player=player,
        line="" if is_blank else line_of(Statement(said=said), colours),
        sentence=sentence,
        asks=asked.kind if legal else "",
        offers=(*offers, *asked.more) if everything else tuple(offers),
        given=asked.given,
        wanted=asked.wanted,
        chosen=tuple(
            place_id("seat", seat, "hand", card)
            for card in (getattr(said, chosen) if chosen else ())
            if card not in {None, BLANK}
        ),
        verdict="undecided" if undecided else "illegal" if broken else "legal",
        violations=tuple(broken_rule(each, colours) for each in broken),
        missing=found.what if isinstance(found, Missing) else (),
        record=line_of(Statement(said=record), colours),
        gap=asked.gap,
    )


def draft(
    table: Table,
    line: str = "",
    *,
    player: str | None = None,
    kind: str | None = None,
    everything: bool = False,
) -> DraftAnswer:
    """Return what may be said next behind a line that is begun, or at the beginning of one."""
    said = _read(table, line)
    gone = go_without_saying(table).table
    due, seat = _due(gone, player)
    wanted = kind or (due if said is None else _kind_of(said))
    # What is not due was perhaps said too late, behind what is taken for granted.
    at = gone if wanted == due else table
    if said is None and wanted != "turn":
        said = _KINDS.get(wanted, _KINDS["prepare"])[1](seat)
        sentence = ""
    else:
        words = EventSentences(at.components, at.shown_names)
        sentence = "" if said is None else words.sentence(said)
    if said is None or isinstance(said, Turn):
        who = seat if said is None else said.seat
        return turn_draft(at, said, who, sentence, everything=everything)
    return _happening_draft(at, said, sentence, everything=everything)


def possible(
    tables: PossibleTables, line: str, player: str | None, kind: str | None, *, everything: bool
) -> DraftAnswer:
    """Return the draft at the tables that are possible behind a gap."""
    if tables.is_certain and tables.exact:
        return draft(tables.table, line, player=player, kind=kind, everything=everything)
    # Few tables lie behind gaps.
    from referee.api.possible_drafts import looked_at, possible_draft  # noqa: PLC0415

    said, colours = _read(tables.table, line), tables.table.colours
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
    """Return a line after a tap on a place of the picture; None if the tap says nothing."""
    whose = _SEAT.match(place)
    colours = (table.table if isinstance(table, PossibleTables) else table).colours
    if whose and not line and int(whose[1]) < len(colours):
        player = colours[int(whose[1])]
    offers = table.draft(line, player=player, everything=True).offers
    if not line and not any(offer.place in {*_meant(place)} for offer in offers):
        offers = table.draft(line, player=player, kind="turn", everything=True).offers
    for meant in _meant(place):
        fitting = [offer for offer in offers if offer.place == meant]
        # What the rules allow comes first, and what says most.
        fitting.sort(key=lambda offer: (not offer.legal, offer.extra, offer.kind != "columns"))
        if fitting:
            return table.draft(fitting[0].line)
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


def _read(table: Table, line: str) -> Turn | SaidHappening | None:
    """Return what a line says; None if it says nothing yet."""
    names = (*table.names, *[None] * len(table.colours))
    players = tuple(map(NamedPlayer, table.colours, names))
    try:
        names_of_table = Names(table.components, players)
        read = read_statement(line, names_of_table, table.state) if line.strip() else None
    except UnreadableRecordError as error:
        raise unreadable("what was said", error.problems) from error
    if read is None:
        return None
    if isinstance(read.said, Turn | SaidHappening):
        return read.said
    raise UsageError.of("answers.drafts.not-a-turn")


def _kind_of(said: Turn | SaidHappening) -> str:
    return "turn" if isinstance(said, Turn) else str(said.__struct_config__.tag)


def _due(table: Table, player: str | None) -> tuple[str, Seat]:
    """Return what is due, and by whom."""
    due = due_at(table, None, None, None)
    if player is not None and player not in table.colours:
        raise UsageError.of("answers.drafts.no-player", player=player[:40])
    who = player or (due.players[0] if due.players else table.colours[0])
    is_turn = table.state.phase in {"actions", "over"} and due.kinds != ("refill-books",)
    return "turn" if is_turn else due.kinds[-1], Seat(table.colours.index(who))
