"""Claims in words: `= blue 4, cairo 6` and back."""

from collections.abc import Iterable, Iterator
from typing import get_args

from msgspec.structs import replace

from referee.core.ids import COMPANIES, SLOTS, Company, Seat
from referee.i18n.speech import say
from referee.records.names import Scope, ambiguous, company, slot
from referee.records.record import Quantity, SaidClaim, WordError, near
from referee.records.tokens import BLANK, END, NAME, NUMBER, TokenLine, is_word

QUANTITIES: tuple[Quantity, ...] = get_args(Quantity)

_SYNONYMS = {
    "money": "cash",
    "pounds": "cash",
    "jar": "ink",
    "share": "shares",
    "post": "posts",
    "coin": "coins",
    "resting": "rest",
    "faceup": "up",
    "marker": "markers",
    "tile": "tiles",
    "banana": "bananas",
    "win": "winner",
    "bonus": "level",
    "diamond": "diamonds",
    "exp": "expansion",
}
_QUANTITY = Scope("quantity", {**_SYNONYMS, **{quantity: quantity for quantity in QUANTITIES}})

OF_PLAYERS = frozenset({"first", "next", "winner"})
"""Quantities whose value is a player."""

OF_NOBODY = frozenset(
    {
        *("posts", "lost", "regions", "worth", "round", "price", "coins", "cost", "points"),
        *("owner", "column"),
        *OF_PLAYERS,
    }
)
"""Quantities that belong to the table and not to a player."""

OF_ITEMS = frozenset({"price", "coins", "hand", "owner", "column", "book", "deck"})
"""Quantities of a card, a book, a space, a region or a column; a hand may also be one of all."""

OF_COMPANIES = frozenset(
    {"track", "shares", "posts", "lost", "regions", "worth", "row", "level", "column"}
)
"""Quantities of a company."""


def claims_of(line: TokenLine, at: int, seat: Seat | None) -> tuple[SaidClaim, ...]:
    """Return the claims that the tokens behind a `=` make; `seat` is whose line it is."""
    tokens = line.tokens
    places = [*_without_units(line, at)]
    if not places:
        raise line.unexpected(at, {NAME, NUMBER})
    line.require_sense()
    claims: list[SaidClaim] = []
    ended_at: list[int] = []
    said = _ClaimWords()
    for place in places:
        if tokens[place] == BLANK:
            if not claims or said.is_begun or claims[-1].doubtful:
                raise line.unexpected(place, {NAME, NUMBER})
            claims[-1] = replace(claims[-1], doubtful=True)
            continue
        claim = _ended(line, place, said, seat)
        if claim is None:
            continue
        claims.append(claim)
        ended_at.append(place)
        said = _ClaimWords(
            said if said.is_heading else None if said.names_quantity else said.heading
        )
        seat = claim.seat if claim.seat is not None else seat
    if said.is_begun:
        line.require_sense()
        ends = "a player" if said.what in OF_PLAYERS else ENDINGS.get(said.what or "", "a number")
        message = say("records.claims.bad-end", ends=ends)
        raise WordError(message, line.column(places[-1]) + len(tokens[places[-1]]))
    if len(claims) > 1:
        _require_one_value_each(line, ended_at, claims)
    return tuple(claims)


def _ended(line: TokenLine, at: int, said: "_ClaimWords", seat: Seat | None) -> SaidClaim | None:
    """Return the claim that a token ends, or None for one that says what is claimed."""
    if line.tokens[at][0].isdecimal() and (value := line.number(at)) is not None:
        if said.what == "column" and said.company is not None and said.item is None:
            said.item = str(value)
            return None
        if said.heading is not None and not said.names_quantity:
            _take_from_above(line, at, said, said.heading)
        return _claim(line, at, said, value, seat)
    if said.item is not None and said.what in OF_NAMES:
        return _claim(line, at, said, _named_value(line, at, said.what), seat)
    if said.what in OF_PLAYERS:
        claim = SaidClaim(what=said.what, value=line.seat(at))
        line.require_sense()
        return claim
    _look_up(line, at, said)
    return None


def _require_one_value_each(line: TokenLine, ends: list[int], claims: list[SaidClaim]) -> None:
    """Refuse two values of one quantity, of which one would be wrong whatever the other is."""
    found: dict[SaidClaim, int] = {}
    for claim, end in zip(claims, ends, strict=True):
        quantity = replace(claim, value=0, doubtful=False)
        first = found.setdefault(quantity, claim.value)
        if first != claim.value and claim.what != "winner":
            colours = line.names.colours
            values = [value_text(claim, each, colours) for each in (first, claim.value)]
            message = say("records.claims.two-values", first=values[0], second=values[1])
            raise line.error(message, end)


def _without_units(line: TokenLine, at: int) -> Iterator[int]:
    """Yield where words stand, without `pounds` behind a number that begins no other claim."""
    tokens = line.tokens
    for place in range(at, len(tokens) - 1):
        token = tokens[place]
        if token == BLANK and place > at:
            yield place
            continue
        if line.number(place) is None and not is_word(token):
            raise line.unexpected(place, {NAME, NUMBER} if place == at else {NAME, NUMBER, END})
        number_before = place > at and line.number(place - 1) is not None
        number_behind = line.number(place + 1) is not None
        if not (number_before and token.casefold() in _POUNDS and not number_behind):
            yield place


OF_NAMES = frozenset({"owner", "deck"})
"""Quantities of an item whose value is a name: a company or nobody, a slot."""

ENDINGS = {"owner": "a company or `nobody`", "deck": "a slot"}

NOBODY = "nobody"


def _named_value(line: TokenLine, at: int, what: Quantity) -> int:
    """Return the number of the company that owns a region, or of the slot of a deck."""
    if what == "deck":
        found = line.find(line.names.slots, at)
        line.require_sense()
        return SLOTS.index(slot(found)) + 1
    if line.tokens[at].casefold() == NOBODY:
        return 0
    owner = line.find(line.names.companies, at)
    line.require_sense()
    return COMPANIES.index(company(owner)) + 1


_POUNDS = frozenset({"pound", "pounds"})


class _ClaimWords:
    """What was said of one claim so far."""

    def __init__(self, heading: "_ClaimWords | None" = None) -> None:
        self.heading = heading
        """What began the column in which it stands."""
        self.is_begun = False
        self.what: Quantity | None = None
        self.seat: Seat | None = None
        self.company: Company | None = None
        self.item: str | None = None
        self.is_heading = False
        """The player stands behind the quantity, and others may follow: `cairo: Lea 2, Tom 3`."""

    @property
    def names_quantity(self) -> bool:
        """Whether more was said than whose it is."""
        return self.what is not None or self.company is not None


def _take_from_above(line: TokenLine, at: int, said: _ClaimWords, heading: _ClaimWords) -> None:
    """Let a number say what its column does, unless it is of pounds."""
    if line.tokens[at + 1].casefold() in _POUNDS:
        return
    if said.seat is None:
        what = heading.what or heading.company
        value = line.tokens[at]
        raise line.error(say("records.claims.player-missing", what=what, value=value), at)
    said.what, said.company, said.item = heading.what, heading.company, heading.item
    said.is_heading = True


def _look_up(line: TokenLine, at: int, said: _ClaimWords) -> None:
    names, word = line.names, line.tokens[at]
    key = word.casefold()
    said.is_begun = True
    is_quantity = key in names.companies.known or key in _QUANTITY.known
    # A word that is spelled out means itself, whatever else begins with it.
    if key in names.players.known and (word != key or not is_quantity or word in names.seats):
        if is_quantity and word not in names.seats:
            meanings = [*names.players.called([names.players.known[key]]), key]
            raise ambiguous(word, meanings, line.column(at))
        _set_seat(line, at, said)
    elif key in names.companies.known:
        _require_first(line, at, said.company)
        said.company = company(names.companies.find(word))
    elif key in _QUANTITY.known:
        _require_first(line, at, said.what)
        found = _QUANTITY.find(word)
        said.what = next(quantity for quantity in QUANTITIES if quantity == found)
    elif said.what in OF_ITEMS and said.what != "column":
        items = {"coins": names.book_spaces, "owner": names.regions, "book": names.books}
        said.item = line.find(items.get(said.what, names.cards), at)
    elif (players := names.players.meanings(key)) and (meant := names.companies.meanings(key)):
        raise ambiguous(word, [*names.players.called(players), *meant], line.column(at))
    elif players:
        _set_seat(line, at, said)
    elif names.companies.meanings(key):
        _require_first(line, at, said.company)
        said.company = company(line.find(names.companies, at))
        line.require_sense()
    else:
        known = [*names.players.known, *names.companies.known, *_QUANTITY.known]
        message = say("records.claims.bad-subject", word=f"{word!r}")
        raise line.error(message, at, near(word, known))


def _set_seat(line: TokenLine, at: int, said: _ClaimWords) -> None:
    _require_first(line, at, said.seat)
    said.is_heading = said.names_quantity
    said.seat = line.seat(at)
    line.require_sense()


def _require_first(line: TokenLine, at: int, before: object) -> None:
    """Refuse a second player, company or quantity before the number of the first."""
    if before is not None:
        raise line.error(say("records.claims.bad-end", ends="a number"), at)


def _claim(line: TokenLine, at: int, said: _ClaimWords, value: int, seat: Seat | None) -> SaidClaim:
    what: Quantity = said.what or ("track" if said.company else "cash")
    if what in OF_PLAYERS:
        raise line.error(say("records.claims.player-expected", value=value), at)
    if what in OF_COMPANIES and said.company is None:
        raise line.error(say("records.claims.company-missing", what=what, value=value), at)
    if said.item is None and what in NEED_ITEMS:
        raise line.error(say("records.claims.no-subject", what=what, value=value), at)
    if said.item is not None and what not in OF_ITEMS:
        raise line.error(
            say("records.claims.has-none", what=what, value=value, item=said.item),
            at,
        )
    owner = None if what in OF_NOBODY else said.seat if said.seat is not None else seat
    if what not in OF_NOBODY and owner is None:
        raise line.error(say("records.claims.player-missing", what=what, value=value), at)
    return SaidClaim(what=what, value=value, seat=owner, company=said.company, item=said.item)


def claim_text(
    claims: Iterable[SaidClaim], colours: tuple[str, ...], seat: Seat | None = None
) -> str:
    """Return the claims in words, without the `=` before them."""
    parts = []
    for claim in claims:
        words: list[str] = []
        if claim.seat is not None and claim.seat != seat:
            words.append(colour_of(colours, claim.seat))
            seat = claim.seat
        if claim.what not in {"cash", "track"} or (claim.what == "cash" and claim.company):
            words.append(claim.what)
        words.extend(filter(None, (claim.company, claim.item)))
        value = value_text(claim, claim.value, colours)
        doubt = BLANK if claim.doubtful else ""
        parts.append(" ".join([*words, f"{value}{doubt}"]))
    return ", ".join(parts)


NEED_ITEMS = frozenset({"owner", "column", "book", "deck"})
"""Quantities that mean nothing unless it is said of what."""


def value_text(claim: SaidClaim, value: int, colours: tuple[str, ...]) -> str:
    """Return a value of what is claimed, in words where it is the number of something."""
    if claim.what in OF_PLAYERS:
        return colour_of(colours, value)
    if claim.what == "owner" and 0 <= value <= len(COMPANIES):
        return COMPANIES[value - 1] if value else NOBODY
    if claim.what == "deck" and 0 < value <= len(SLOTS):
        return SLOTS[value - 1]
    return str(value)


def colour_of(colours: tuple[str, ...], seat: int) -> str:
    """Return what a player is called, whose seat may be none."""
    return colours[seat] if 0 <= seat < len(colours) else f"seat{seat}"
