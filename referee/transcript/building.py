"""From the tree of a line to what it says, with every word looked up."""

from collections.abc import Callable, Mapping

from lark import Token, Tree

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
from referee.game.ids import SLOTS, BookId, BookSpaceId, CardId, StartTileId
from referee.game.turns import Advance, MoveDiamond
from referee.transcript.building_turns import TURNS, reward_parts
from referee.transcript.names import Names
from referee.transcript.problems import WordError
from referee.transcript.said import BLANK, RoundMark, Said
from referee.transcript.trees import Branch, find, parts_of, seat_of, token_of, tokens_of, words_of


def build(tree: Branch, names: Names) -> Said:
    """Return what the tree of a statement says; a `WordError` for a word that means nothing."""
    return _BUILDERS[tree.data](tree, names)


def _display(tree: Branch, names: Names) -> DealCards:
    return DealCards(cards=tuple(map(CardId, words_of(tree, names.cards))))


def _prepare(tree: Branch, names: Names) -> PrepareRound:
    return PrepareRound(cards=tuple(map(CardId, words_of(tree, names.cards))))


def _on_spaces(tree: Branch, names: Names) -> tuple[BookOnSpace, ...]:
    placed = []
    for branch in parts_of(tree, "on_space"):
        *space, book = tokens_of(branch, "WORD")
        lies_on = find(names.book_spaces, space[0]) if space else BLANK
        placed.append(BookOnSpace(BookSpaceId(lies_on), BookId(find(names.books, book))))
    return tuple(placed)


def _books(tree: Branch, names: Names) -> DealBooks:
    return DealBooks(books=_on_spaces(tree, names))


def _refill(tree: Branch, names: Names) -> RefillBooks:
    return RefillBooks(books=_on_spaces(tree, names))


def _round(tree: Branch, names: Names) -> RoundMark:
    del names
    return RoundMark(number=int(tokens_of(tree, "INT")[0]))


def _tile(tree: Branch, names: Names) -> TakeStartingTile:
    tile, *rejected = words_of(tree, names.starting_tiles)
    return TakeStartingTile(
        seat=seat_of(tree, names),
        tile=StartTileId(tile),
        rejected=StartTileId(rejected[0]) if rejected and rejected[0] != BLANK else None,
    )


def _rest(tree: Branch, names: Names) -> RestStartingCards:
    seat = seat_of(tree, names)
    cards = words_of(tree, names.cards_of(seat))
    return RestStartingCards(seat=seat, cards=tuple(map(CardId, cards)))


def _bonus(tree: Branch, names: Names) -> TakeStartingBonus:
    seat = seat_of(tree, names)
    parts: list[Advance | MoveDiamond] = []
    for branch in tree.children:
        for part in reward_parts(Tree("bonus", [branch]), names, seat):
            if not isinstance(part, Advance | MoveDiamond):
                first = next(Tree("part", [branch]).scan_values(lambda it: isinstance(it, Token)))
                message = "a starting bonus is made of companies and `diamonds`"
                raise WordError(message, first.column or 1)
            parts.append(part)
    return TakeStartingBonus(seat=seat, reward=tuple(parts))


def _plan(tree: Branch, names: Names) -> Plan:
    seat = seat_of(tree, names)
    cards = names.cards_of(seat)
    placed: dict[str, CardId | None] = {}
    branches = [*parts_of(tree, "slot")]
    unnamed = iter(SLOTS)
    for branch in branches:
        tokens = [token_of(word) for word in parts_of(branch, "word")]
        if len(tokens) > 1:
            where: str | None = find(names.slots, tokens[0])
        else:
            where = next(unnamed, None)
        if where is None or where in placed:
            message = f"{str(tokens[-1])!r} has no slot of its own; there are {len(SLOTS)}"
            raise WordError(message, tokens[0].column or 1)
        token = tokens[-1]
        placed[where] = None if token.type == "DASH" else CardId(find(cards, token))
    unsaid = None if branches else CardId(BLANK)
    return Plan(seat=seat, slots=tuple(placed.get(where, unsaid) for where in SLOTS))


_BUILDERS: Mapping[str, Callable[[Branch, Names], Said]] = {
    "display": _display,
    "books": _books,
    "refill": _refill,
    "prepare": _prepare,
    "round": _round,
    "tile": _tile,
    "rest": _rest,
    "bonus": _bonus,
    "plan": _plan,
    **TURNS,
}
