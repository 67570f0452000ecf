"""Claims in words: `= blue 4, cairo 6` and back."""

from collections.abc import Iterable, Iterator
from typing import get_args

from msgspec.structs import replace

from referee.core.ids import COMPANIES, SLOTS, Company, Seat
from referee.i18n.speech import say
from referee.records.names import Scope, company, slot
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
    said = _ClaimWords()
    for place in places:
        if tokens[place] == BLANK:
            if not claims or said.is_begun or claims[-1].doubtful:
                raise line.unexpected(place, {NAME, NUMBER})
            claims[-1] = replace(claims[-1], doubtful=True)
            continue
        if tokens[place][0].isdecimal() and (value := line.number(place)) is not None:
            if said.what == "column" and said.company is not None and said.item is None:
                said.item = str(value)
                continue
            claim = _claim(line, place, said, value, seat)
        elif said.item is not None and said.what in OF_NAMES:
            claim = _claim(line, place, said, _named_value(line, place, said.what), seat)
        elif said.what in OF_PLAYERS:
            colour = line.find(line.names.players, place)
            line.require_sense()
            claim = SaidClaim(what=said.what, value=line.names.colours.index(colour))
        else:
            _look_up(line, place, said)
            continue
        claims.append(claim)
        said = _ClaimWords()
        seat = claim.seat if claim.seat is not None else seat
    if said.is_begun:
        line.require_sense()
        ends = "a player" if said.what in OF_PLAYERS else ENDINGS.get(said.what or "", "a number")
        message = say("records.claims.bad-end", ends=ends)
        raise WordError(message, line.column(places[-1]) + len(tokens[places[-1]]))
    return tuple(claims)


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

    def __init__(self) -> None:
        self.is_begun = False
        self.what: Quantity | None = None
        self.seat: Seat | None = None
        self.company: Company | None = None
        self.item: str | None = None


def _look_up(line: TokenLine, at: int, said: _ClaimWords) -> None:
    names, word = line.names, line.tokens[at]
    key = word.casefold()
    said.is_begun = True
    # A word that is spelled out means itself, whatever else begins with it.
    if key in names.players.known:
        said.seat = names.seat(word)
    elif key in names.companies.known:
        said.company = company(names.companies.find(word))
    elif key in _QUANTITY.known:
        found = _QUANTITY.find(word)
        said.what = next(quantity for quantity in QUANTITIES if quantity == found)
    elif said.what in OF_ITEMS and said.what != "column":
        items = {"coins": names.book_spaces, "owner": names.regions, "book": names.books}
        said.item = line.find(items.get(said.what, names.cards), at)
    elif names.players.has(word):
        said.seat = names.seat(word)
    elif names.companies.has(word):
        said.company = company(names.companies.find(word))
    else:
        known = [*names.players.known, *names.companies.known, *_QUANTITY.known]
        message = say("records.claims.bad-subject", word=f"{word!r}")
        raise line.error(message, at, near(word, known))


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
