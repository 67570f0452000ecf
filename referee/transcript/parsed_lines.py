"""Lines that the grammar has to read: their trees, and what they say."""

from lark import Token, Tree

from referee.game.ids import Seat
from referee.transcript.building import build
from referee.transcript.claim_words import claims_of
from referee.transcript.grammar import better_error, parse
from referee.transcript.header_lines import HeaderLine, Word
from referee.transcript.names import Names
from referee.transcript.problems import WordError
from referee.transcript.record import Place, Statement
from referee.transcript.said import Remark, Said

HEADERS = frozenset({"players", "components", "rulings", "tracks", "setup", "title"})


def parsed(words: str, names: Names | None) -> Tree[Token]:
    """Return the tree of a line; a `WordError` about the word that is at fault if it has none."""
    try:
        return parse(words)
    except WordError as error:
        raise better_error(words, error, names) from error


def header_line(tree: Tree[Token]) -> HeaderLine | None:
    """Return the words of a line of the header; None if it is a statement."""
    branch = tree.children[0]
    if not isinstance(branch, Tree) or branch.data not in HEADERS:
        return None
    first, *words = map(_word, _tokens(branch))
    groups = [
        tuple(map(_word, _tokens(group))) for group in branch.children if isinstance(group, Tree)
    ]
    return HeaderLine(str(branch.data), first, tuple(words), tuple(groups))


def _tokens(tree: Tree[Token]) -> list[Token]:
    return [*tree.scan_values(lambda value: isinstance(value, Token))]


def _word(token: Token) -> Word:
    return Word(str(token), token.column or 1)


def statement(tree: Tree[Token], names: Names, comment: str | None, at: Place) -> Statement:
    """Return what the tree of a statement says; a `WordError` for a word that means nothing."""
    said: Said = Remark()
    claimed: list[Token] = []
    taken_back = False
    for branch in tree.children:
        if not isinstance(branch, Tree):
            continue
        if branch.data == "claims":
            claimed = [token for token in branch.children if isinstance(token, Token)]
        elif branch.data == "takeback":
            taken_back = True
            said = build(next(c for c in branch.children if isinstance(c, Tree)), names)
        else:
            said = build(branch, names)
    seat: Seat | None = getattr(said, "seat", None)
    return Statement(
        said=said,
        claims=claims_of(claimed, names, seat) if claimed else (),
        taken_back=taken_back,
        comment=comment,
        at=at,
    )


def reads_as_result(words: str, names: Names) -> bool:
    """Return whether a line would be a claim if it began as one."""
    try:
        return bool(claims_of(_tokens(parse(f"= {words}")), names, None))
    except WordError:
        return False
