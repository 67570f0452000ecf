"""Claims in words: `= blue 4, cairo 6` and back."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, get_args

from referee.game.ids import Company, Seat
from referee.transcript.names import Names, Scope, company
from referee.transcript.problems import WordError, near
from referee.transcript.said import Quantity, SaidClaim

if TYPE_CHECKING:
    # Whoever only writes claims does without the grammar.
    from lark import Token

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
    {"posts", "lost", "regions", "worth", "round", "price", "coins", "cost", "points", *OF_PLAYERS}
)
"""Quantities that belong to the table and not to a player."""

OF_ITEMS = frozenset({"price", "coins"})
"""Quantities of a card or a space of the book display."""

OF_COMPANIES = frozenset({"track", "shares", "posts", "lost", "regions", "worth", "row", "level"})
"""Quantities of a company."""


def claims_of(tokens: "list[Token]", names: Names, seat: Seat | None) -> tuple[SaidClaim, ...]:
    """Return the claims that the words behind a `=` make; `seat` is whose line it is."""
    claims: list[SaidClaim] = []
    rest = iter(_without_units(tokens))
    while (claim := _next(rest, names, seat)) is not None:
        claims.append(claim)
        seat = claim.seat if claim.seat is not None else seat
    return tuple(claims)


def _without_units(tokens: "list[Token]") -> "Iterator[Token]":
    """Yield the words without `pounds` behind a number, where it is no word of the next claim."""
    for place, token in enumerate(tokens):
        number_before = place > 0 and tokens[place - 1].type == "INT"
        number_behind = place + 1 < len(tokens) and tokens[place + 1].type == "INT"
        if not (number_before and str(token).casefold() in _POUNDS and not number_behind):
            yield token


_POUNDS = frozenset({"pound", "pounds"})


class _Words:
    """What was said of one claim so far."""

    def __init__(self) -> None:
        self.what: Quantity | None = None
        self.seat: Seat | None = None
        self.company: Company | None = None
        self.item: str | None = None


def _next(tokens: "Iterator[Token]", names: Names, seat: Seat | None) -> SaidClaim | None:
    said = _Words()
    token: Token | None = None
    for token in tokens:
        if token.type == "INT":
            return _claim(said, int(token), token, seat)
        word = str(token)
        if said.what in OF_PLAYERS:
            return SaidClaim(what=said.what, value=names.seat(word, token.column or 1))
        _look_up(said, token, names)
    if token is None:
        return None
    ends = "a player" if said.what in OF_PLAYERS else "a number"
    raise WordError(f"a claim ends with {ends}", (token.column or 1) + len(token))


def _look_up(said: _Words, token: "Token", names: Names) -> None:
    word, column = str(token), token.column or 1
    key = word.casefold()
    # A word that is spelled out means itself, whatever else begins with it.
    if key in names.players.known:
        said.seat = names.seat(word)
    elif key in names.companies.known:
        said.company = company(names.companies.find(word))
    elif key in _QUANTITY.known:
        found = _QUANTITY.find(word)
        said.what = next(quantity for quantity in QUANTITIES if quantity == found)
    elif said.what in OF_ITEMS:
        scope = names.cards if said.what == "price" else names.book_spaces
        said.item = scope.find(word, column)
    elif names.players.has(word):
        said.seat = names.seat(word)
    elif names.companies.has(word):
        said.company = company(names.companies.find(word))
    else:
        known = [*names.players.known, *names.companies.known, *_QUANTITY.known]
        message = f"{word!r} was seen; a player, a company, a quantity or a number should follow"
        raise WordError(message, column, near(word, known))


def _claim(said: _Words, value: int, token: "Token", seat: Seat | None) -> SaidClaim:
    what: Quantity = said.what or ("track" if said.company else "cash")
    column = token.column or 1
    if what in OF_PLAYERS:
        raise WordError(f"{value} was seen; a player should stand here", column)
    if what in OF_COMPANIES and said.company is None:
        raise WordError(f"{what} {value} was claimed; a company should be named", column)
    if said.item is not None and what not in OF_ITEMS:
        raise WordError(f"{what} {value} was claimed of {said.item}, which has none", column)
    owner = None if what in OF_NOBODY else said.seat if said.seat is not None else seat
    if what not in OF_NOBODY and owner is None:
        raise WordError(f"{what} {value} was claimed; a player should be named", column)
    return SaidClaim(what=what, value=value, seat=owner, company=said.company, item=said.item)


def claim_text(
    claims: Iterable[SaidClaim], colours: tuple[str, ...], seat: Seat | None = None
) -> str:
    """Return the claims in words, without the `=` before them."""
    parts = []
    for claim in claims:
        words: list[str] = []
        if claim.seat is not None and claim.seat != seat:
            words.append(_colour(colours, claim.seat))
            seat = claim.seat
        if claim.what not in {"cash", "track"} or (claim.what == "cash" and claim.company):
            words.append(claim.what)
        words.extend(filter(None, (claim.company, claim.item)))
        value = _colour(colours, claim.value) if claim.what in OF_PLAYERS else str(claim.value)
        parts.append(" ".join([*words, value]))
    return ", ".join(parts)


def _colour(colours: tuple[str, ...], seat: int) -> str:
    return colours[seat] if 0 <= seat < len(colours) else f"seat{seat}"
