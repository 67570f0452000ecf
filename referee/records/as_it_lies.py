"""The table as it lies: put right where people claim that it lies otherwise than the record says.

Some claims can be put right in one way (cash, a marker, a card in a hand), some in several (a post
more in a base: in which column?). Counts and sums follow from what lies there, so they only choose
among the ways; if they fit none, what makes the difference is not known.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.core.ids import COMPANIES, BookId, CardId, Company, Seat
from referee.core.rulings import Rulings
from referee.core.state import BaseColumn, Player, Setting, State
from referee.engine.facts import Facts, facts_of
from referee.engine.round_end import with_turn_of
from referee.records.quantities import NOT_THERE, TurnEnd, actual
from referee.records.record import Adjust, AsItLies, Quantity, RulingMark, SaidClaim, Statement

OF_BASES: frozenset[Quantity] = frozenset({"owner", "column", "posts", "lost"})
OF_PIECES: frozenset[Quantity] = frozenset({"hand", "deck", "book"})
LYING: frozenset[Quantity] = OF_BASES.union(
    OF_PIECES, ("cash", "track", "diamonds", "ink", "level", "first", "coins")
)
"""What lies on the table itself; of cards in a hand only those that are named."""


def lies(claim: SaidClaim) -> bool:
    """Return whether a claim is about something that can be put right by itself."""
    return claim.what in LYING and (claim.what != "hand" or claim.item is not None)


class CorrectedValue(Struct, frozen=True):
    """A value on the table that was other than what the record had come to."""

    claim: SaidClaim
    was: int


class Corrections(Struct, frozen=True, tag_field="do", tag="table"):
    """All that was put right in one place of a record."""

    corrections: tuple[CorrectedValue, ...]


def corrections(before: State, after: State, claims: Sequence[SaidClaim]) -> Corrections | None:
    """Return what lay otherwise, as claimed or because it follows; None if nothing did."""
    moment = TurnEnd(before, before)
    claimed = [CorrectedValue(claim, actual(moment, claim)) for claim in claims]
    found = [each for each in claimed if each.was != each.claim.value]
    told = {(claim.company, claim.item) for claim in claims if claim.what == "column"}
    for company, was, now in zip(COMPANIES, before.bases, after.bases, strict=True):
        for number, (old, new) in enumerate(zip(was, now, strict=True), 1):
            if old.posts != new.posts and (company, str(number)) not in told:
                follows = SaidClaim(
                    what="column", value=new.posts, company=company, item=str(number)
                )
                found.append(CorrectedValue(follows, old.posts))
    return Corrections(tuple(found)) if found else None


def hold(table: State, claims: Sequence[SaidClaim]) -> bool:
    """Return whether all claims are true of a table."""
    moment = TurnEnd(table, table)
    return all(actual(moment, claim) == claim.value for claim in claims)


def put_right(table: State, claims: Sequence[SaidClaim]) -> Iterator[State]:
    """Yield every table that has what is claimed to lie there; none if it cannot lie so."""
    if not all(can_lie(table, claim) for claim in claims if lies(claim)):
        return
    wrong = [claim for claim in claims if lies(claim) and not hold(table, [claim])]
    for claim in wrong:
        if claim.what not in OF_BASES | OF_PIECES:
            table = with_value(table, claim)
    for found in _with_cards(table, wrong):
        yield from _with_posts(_with_books(found, wrong), claims)


# Single values. ----------------------------------------------------------------------------------
def can_lie(table: State, claim: SaidClaim) -> bool:
    """Return whether there is such a value on any table of this game."""
    facts = facts_of(table.setting)
    if claim.what in OF_PIECES:
        pieces = facts.book_letter if claim.what == "book" else facts.cards
        has_seat = claim.seat is not None and 0 <= claim.seat < len(table.players)
        known = claim.item in pieces and has_seat
    else:
        known = actual(TurnEnd(table, table), claim) != NOT_THERE
    return known and claim.value in _values(table, facts, claim)


def _values(table: State, facts: Facts, claim: SaidClaim) -> range:
    """Return the values that a quantity can have at all."""
    company = COMPANIES.index(claim.company) if claim.company in COMPANIES else 0
    if claim.what == "column":
        return range(len(facts.base_coins[company][int(claim.item or 1) - 1]) + 1)
    if claim.what in VALUES:
        return VALUES[claim.what](table, facts, company)
    return range(claim.value + 1)


VALUES: Mapping[Quantity, Callable[[State, Facts, int], range]] = {
    "track": lambda _, facts, company: range(facts.tracks[company].last + 1),
    "level": lambda _, facts, company: range(len(facts.bonuses[company]) + 1),
    "diamonds": lambda _, facts, __: range(facts.components.diamond_track.last + 1),
    "ink": lambda _, facts, __: range(facts.last_book_step + 1),
    "first": lambda table, *_: range(len(table.players)),
    "owner": lambda *_: range(len(COMPANIES) + 1),
    "hand": lambda *_: range(2),
    "deck": lambda table, *_: range(1, len(table.players[0].resting) + 1),
    "book": lambda _, facts, __: facts.book_steps,
}
"""What can be claimed of quantities that are not only counted up."""


def with_value(table: State, claim: SaidClaim) -> State:
    """Return the table with a single value as it is claimed."""
    if claim.what == "first":
        return replace(table, first_player=Seat(claim.value))
    if claim.what == "coins":
        spaces = table.setting.components.book_spaces
        coins = [
            claim.value if space.id == claim.item else number
            for space, number in zip(spaces, table.book_coins, strict=True)
        ]
        return replace(table, book_coins=tuple(coins))
    seat = claim.seat
    if seat is None or not 0 <= seat < len(table.players):
        return table
    found = table.with_player(seat, _player(table.players[seat], claim))
    # Whoever is to move has begun his turn already, with the bonuses that his markers unlock.
    begun = found.to_move == seat and claim.what == "track"
    return with_turn_of(found, seat) if begun else found


def _player(player: Player, claim: SaidClaim) -> Player:
    match claim.what:
        case "cash" | "diamonds" | "ink":
            return replace(player, **{claim.what: claim.value})
        case _:
            field = "levels" if claim.what == "level" else "tracks"
            values = [
                claim.value if company == claim.company else at
                for company, at in zip(COMPANIES, getattr(player, field), strict=True)
            ]
            return replace(player, **{field: tuple(values)})


# Cards and books. --------------------------------------------------------------------------------
def _with_cards(table: State, wrong: Sequence[SaidClaim]) -> Iterator[State]:
    """Yield the table with the cards where they lie; one that is not in a hand lies elsewhere."""
    for claim in wrong:
        if claim.what == "deck":
            table = _with_card(table, claim, claim.value)
        elif claim.what == "hand" and claim.value:
            table = _with_card(table, claim, 0)
    gone = [c for c in wrong if c.what == "hand" and not c.value and not hold(table, [c])]
    decks = range(1, len(table.players[0].resting) + 1)
    for places in product((*decks, DISCARDED), repeat=len(gone)):
        found = table
        for claim, place in zip(gone, places, strict=True):
            found = _with_card(found, claim, place)
        yield found


DISCARDED = -1


def _with_card(table: State, claim: SaidClaim, place: int) -> State:
    """Return the table with a card in a hand (0), a resting deck, or the discard pile."""
    card, seat = CardId(claim.item or ""), claim.seat or Seat(0)
    table = _without_card(table, card, seat)
    if place == DISCARDED:
        return replace(table, discards=tuple(sorted((*table.discards, card))))
    player = table.players[seat]
    if not place:
        return table.with_player(seat, replace(player, hand=player.hand | {card}))
    resting = [deck | {card} if at == place else deck for at, deck in enumerate(player.resting, 1)]
    return table.with_player(seat, replace(player, resting=tuple(resting)))


def _without_card(table: State, card: CardId, seat: Seat) -> State:
    """Return the table without a card: of the player if he has it, else from where it lies.

    Starting cards of the same name belong to several players.
    """
    for owner in (seat, *range(len(table.players))):
        player = table.players[owner]
        if card in player.hand or card in player.slots or any(card in d for d in player.resting):
            left = replace(
                player,
                hand=player.hand - {card},
                slots=tuple([None if each == card else each for each in player.slots]),
                used=player.used - {card},
                resting=tuple([deck - {card} for deck in player.resting]),
            )
            return table.with_player(Seat(owner), left)
    discards = [*table.discards]
    if card in discards:
        discards.remove(card)
    return replace(
        table,
        display=tuple([None if each == card else each for each in table.display]),
        unseen_cards=tuple([cards - {card} for cards in table.unseen_cards]),
        discards=tuple(discards),
    )


def _with_books(table: State, wrong: Sequence[SaidClaim]) -> State:
    """Return the table with books on top of the steps on which they lie."""
    first = facts_of(table.setting).first_book_step
    for claim in wrong:
        if claim.what != "book":
            continue
        book, seat = BookId(claim.item or ""), claim.seat or Seat(0)
        table = _without_book(table, book)
        player = table.players[seat]
        piles = [
            (*pile, book) if step == claim.value else pile
            for step, pile in enumerate(player.books, first)
        ]
        flipped = player.flipped - {claim.value}
        table = table.with_player(seat, replace(player, books=tuple(piles), flipped=flipped))
    return table


def _without_book(table: State, book: BookId) -> State:
    for seat, player in enumerate(table.players):
        piles = tuple(tuple(each for each in pile if each != book) for pile in player.books)
        table = table.with_player(Seat(seat), replace(player, books=piles))
    return replace(
        table,
        book_display=tuple([None if each == book else each for each in table.book_display]),
        unseen_books=tuple([books - {book} for books in table.unseen_books]),
    )


# Posts. ------------------------------------------------------------------------------------------
def _with_posts(table: State, claims: Sequence[SaidClaim]) -> Iterator[State]:
    """Yield the table with posts in regions and bases as claimed.

    A post that stands in a region more than before comes from the base, one that stands there no
    more goes back to it, into any column if none is claimed. Only where columns are claimed, posts
    may be lost or found.
    """
    components = table.setting.components
    owners = {claim.item: claim.value for claim in claims if claim.what == "owner"}
    regions = tuple(
        (None, *COMPANIES)[owners[region.id]] if region.id in owners else owner
        for region, owner in zip(components.regions, table.regions, strict=True)
    )
    bases = [
        [*_bases(table, company, table.regions.count(company) - regions.count(company), claims)]
        for company in COMPANIES
    ]
    lost = {claim.company: claim.value for claim in claims if claim.what == "lost"}
    for chosen in product(*bases):
        left = tuple(
            lost.get(company, was + _posts(old) - _posts(new) + before - after)
            for company, was, old, new, before, after in zip(
                COMPANIES,
                table.lost_posts,
                table.bases,
                chosen,
                map(table.regions.count, COMPANIES),
                map(regions.count, COMPANIES),
                strict=True,
            )
        )
        if min(left) >= 0:
            yield replace(table, regions=regions, bases=chosen, lost_posts=left)


def _posts(columns: Sequence[BaseColumn]) -> int:
    return sum(column.posts for column in columns)


def _bases(
    table: State, company: Company, returned: int, claims: Sequence[SaidClaim]
) -> Iterator[tuple[BaseColumn, ...]]:
    """Yield the base of a company in every way in which its columns can be as claimed."""
    index = COMPANIES.index(company)
    columns = table.bases[index]
    spaces = [len(coins) for coins in facts_of(table.setting).base_coins[index]]
    of_company = [claim for claim in claims if claim.company == company]
    fixed = {int(c.item or 0): c.value for c in of_company if c.what == "column"}
    total = {claim.value for claim in of_company if claim.what == "posts"}
    if not total and not fixed:
        total = {_posts(columns) + returned}
    if not fixed and total == {_posts(columns)}:
        yield columns
        return
    # Where only some columns are claimed and no total, the others are as they were.
    options = [
        (fixed[number],) if number in fixed else range(most + 1) if total else (column.posts,)
        for number, (column, most) in enumerate(zip(columns, spaces, strict=True), 1)
    ]
    least: int | None = None
    for posts in sorted(product(*options), key=lambda way: _moved(columns, way)):
        if total and total != {sum(posts)}:
            continue
        # Of the ways that fit those are meant that move the fewest posts.
        least = _moved(columns, posts) if least is None else least
        if _moved(columns, posts) > least:
            return
        yield tuple(
            BaseColumn(number, column.opened or not number)
            for number, column in zip(posts, columns, strict=True)
        )


def _moved(columns: Sequence[BaseColumn], posts: Sequence[int]) -> int:
    return sum(abs(column.posts - number) for column, number in zip(columns, posts, strict=True))


# The table after what people agreed on: no event of the game, and no rule is asked ----------------
def table_as_agreed(table: State, statement: Statement) -> State | None:
    """Return the table behind a statement that is no event; None if it cannot lie so.

    None as well if it can lie so in several ways.
    """
    match statement.said:
        case AsItLies():
            claims = [claim for claim in statement.claims if not claim.doubtful]
            tables = [*islice(put_right(table, claims), 2)]
            return tables[0] if len(tables) == 1 else None
        case Adjust() as change:
            return adjusted(table, change)
        case RulingMark() as mark:
            return with_rulings(table, with_ruling(table.setting.rulings, mark))
        case _:
            return None


def adjusted(table: State, content: Adjust) -> State | None:
    """Return the table with a value changed by an amount; None if there is no such value."""
    claim = SaidClaim(what=content.what, value=0, seat=content.seat, company=content.company)
    was = actual(TurnEnd(table, table), claim)
    wanted = replace(claim, value=was + content.by)
    # A debt need not be settled in full.
    still_owed = content.what == "cash" and NOT_THERE < was <= wanted.value < 0
    return with_value(table, wanted) if still_owed or can_lie(table, wanted) else None


def with_rulings(table: State, rulings: Rulings) -> State:
    """Return the table of a game that goes on with other rulings."""
    return replace(table, setting=_setting_with(table.setting, rulings))


@lru_cache(maxsize=64)
def _setting_with(setting: Setting, rulings: Rulings) -> Setting:
    return dataclasses.replace(setting, rulings=rulings)


def with_ruling(rulings: Rulings, chosen: RulingMark) -> Rulings:
    """Return rulings with one that was chosen; as they are if there is no such question."""
    answers = msgspec.to_builtins(rulings)
    if chosen.ruling not in answers:
        return rulings
    return msgspec.convert({**answers, chosen.ruling: chosen.answer}, Rulings)
