"""Deals, draws, starting choices and plans that are only begun: what may be said next.

Draws are entered by tapping among what nobody has seen yet; what lies elsewhere can be tapped, too.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from referee.api.broken_rules import broken_rule
from referee.api.draft_answers import DraftAnswer, DraftVerdict, Offer, OfferKind
from referee.api.happening_offers import (
    NextThings,
    drawn_for_round,
    following_things,
    gaps,
    resting,
)
from referee.api.picture_places import Places
from referee.api.tables import Table
from referee.api.turn_edits import AGAIN
from referee.engine import check
from referee.engine.planning import available_slots
from referee.game.events import (
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
from referee.game.ids import SLOTS, Seat
from referee.game.state import State
from referee.game.turns import BLANK, Advance, MoveDiamond
from referee.notation.record import SaidHappening, Statement
from referee.notation.writer import line_of
from referee.transcript.completed_turn import Missing
from referee.transcript.event_completion import filled


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
