"""Pieces of the tree of a line: parts by kind, words looked up, numbers."""

from collections.abc import Iterator
from typing import cast

from lark import Token, Tree

from referee.game.ids import CardId, Seat
from referee.game.turns import PlusOne
from referee.transcript.names import Names, Scope
from referee.transcript.problems import WordError
from referee.transcript.said import BLANK, Blank

Branch = Tree[Token]


def parts_of(tree: Branch, data: str) -> Iterator[Branch]:
    """Yield the parts of a tree that are of one kind."""
    return (child for child in tree.children if isinstance(child, Tree) and child.data == data)


def part_of(tree: Branch, data: str) -> Branch | None:
    """Return the one part of its kind; a clause that is said twice is a slip."""
    found = [*parts_of(tree, data)]
    if len(found) > 1:
        word = next(found[1].scan_values(lambda value: isinstance(value, Token)))
        raise WordError(f"{str(word)!r} is said a second time", word.column or 1)
    return found[0] if found else None


def tokens_of(tree: Branch, *types: str) -> list[Token]:
    """Return the tokens of a tree that are of these types, without those of its parts."""
    return [child for child in tree.children if isinstance(child, Token) and child.type in types]


def token_of(tree: Branch) -> Token:
    """Return the only token of a branch such as `word`, `who` or `number`."""
    return cast("Token", tree.children[0])


def find(scope: Scope, token: Token) -> str:
    """Return what a word stands for; a blank stands for itself."""
    return BLANK if token.type == "BLANK" else scope.find(str(token), token.column or 1)


def number_of(tree: Branch | None) -> int | Blank | None:
    """Return the number of a branch, the blank, or None for a dash."""
    if tree is None:
        return BLANK
    token = token_of(tree)
    if token.type == "INT":
        return int(token)
    return BLANK if token.type == "BLANK" else None


def column_of(tree: Branch | None) -> int | Blank:
    """Return the number of a branch or the blank; there is nothing to leave out."""
    number = number_of(tree)
    if number is None and tree is not None:
        raise WordError("'-' was seen; a number should stand here", token_of(tree).column or 1)
    return BLANK if number is None else number


def times_of(tree: Branch) -> int | None:
    """Return the number behind a word."""
    counts = tokens_of(tree, "INT")
    return int(counts[0]) if counts else None


def seat_of(tree: Branch, names: Names) -> Seat:
    """Return the seat of the player whose statement this is."""
    who = part_of(tree, "who")
    token = token_of(cast("Branch", who))
    return names.seat(str(token), token.column or 1)


def words_of(tree: Branch, scope: Scope) -> tuple[str, ...]:
    """Return the words of a list; a lone dash is an empty list."""
    said = [token_of(branch) for branch in parts_of(tree, "word")]
    return tuple(find(scope, token) for token in said if token.type != "DASH")


def plus_of(tree: Branch, names: Names, seat: Seat) -> PlusOne | None:
    """Return where the goods tile was put, if it was."""
    branch = part_of(tree, "plus")
    if branch is None:
        return None
    card = CardId(find(names.cards_of(seat), tokens_of(branch, "WORD")[0]))
    return PlusOne(card, "after" if tokens_of(branch, "AFTER") else "before")
