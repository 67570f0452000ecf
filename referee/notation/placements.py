"""Posts and books on the map and on tracks: regions entered, posts ousted, books placed."""

from typing import Any

from referee.game.events import BookOnSpace
from referee.game.ids import BookId, BookSpaceId
from referee.game.turns import BLANK, Entering, Ousting, Placing
from referee.notation.kinds import EntryList, Number, TokenNumber, number_behind
from referee.notation.tokens import END, NAME, NOTHING, NUMBER, TokenLine, is_word

_NUMBER = Number()


class RegionsEntered(EntryList):
    """Regions with the column of the post, and where it came from: `R05:2<R02`."""

    follow = frozenset({NAME})

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[tuple[Any, ...], TokenNumber]:
        """Read regions up to something else."""
        # A base is no region, but whoever says so has to be told by a rule.
        tokens, scope = line.tokens, line.own["place"]
        known, joined = scope.words, line.joined(scope)
        found: list[Any] = []
        while (token := tokens[at]) not in line.clauses:
            if token in joined:
                found.append(joined[token])
                at += 1
                continue
            if token == BLANK:
                found.append(BLANK)
                at += 1
                continue
            begin = at
            region: Any = known.get(token)
            if region is None:
                if not line.is_name(at, scope):
                    break
                region = line.find(scope, at)
            column, at = number_behind(line, at + 1, ":")
            source: Any = None
            if tokens[at] == "<":
                source = known.get(tokens[at + 1])
                if source is None:
                    if not is_word(tokens[at + 1]):
                        raise line.unexpected(at + 1, {NAME})
                    source = line.find(scope, at + 1)
                at += 2
            found.append(Entering(region, column, source))
            line.join(scope, begin, at, found[-1])
        return tuple(found), at

    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return a region that is entered."""
        if value == BLANK:
            return str(value)
        column = "" if value.column == BLANK else f":{value.column}"
        source = "" if value.source is None else f"<{value.source}"
        return f"{value.region}{column}{source}"


class PostsOusted(EntryList):
    """Regions with the column their post went to, or `out`: `R05:3 R02:out`."""

    follow = frozenset({NAME})

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[tuple[Any, ...], TokenNumber]:
        """Read ousted posts up to something else."""
        tokens, scope = line.tokens, line.own["region"]
        joined = line.joined(scope)
        found: list[Any] = []
        while (token := tokens[at]) not in line.clauses:
            if token in joined:
                found.append(joined[token])
                at += 1
                continue
            begin = at
            if token == BLANK:
                found.append(BLANK)
                at += 1
                continue
            if token == NOTHING:
                at += 1
                continue
            region: Any = scope.words.get(token)
            if region is None:
                if not line.is_name(at, scope):
                    break
                region = line.find(scope, at)
            at += 1
            column: Any = BLANK
            if tokens[at] == ":":
                if tokens[at + 1].casefold() == "out":
                    column, at = None, at + 2
                else:
                    column, at = self._column(line, at + 1)
            found.append(Ousting(region, column))
            line.join(scope, begin, at, found[-1])
        return tuple(found), at

    @staticmethod
    def _column(line: TokenLine, at: TokenNumber) -> tuple[Any, TokenNumber]:
        if line.tokens[at] not in {BLANK, NOTHING} and line.number(at) is None:
            raise line.unexpected(at, {NUMBER, "out"})
        return _NUMBER.read(line, at)

    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return an ousted post."""
        if value == BLANK:
            return str(value)
        if value.column == BLANK:
            return str(value.region)
        return f"{value.region}:{'out' if value.column is None else value.column}"


class BooksPlaced(EntryList):
    """Books with the steps they were put on: `a03@4`."""

    follow = frozenset({NAME})

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[tuple[Any, ...], TokenNumber]:
        """Read placed books up to something else."""
        tokens, scope = line.tokens, line.own["book"]
        joined = line.joined(scope)
        found: list[Any] = []
        while (token := tokens[at]) not in line.clauses:
            if token in joined:
                found.append(joined[token])
                at += 1
                continue
            begin = at
            book: Any = scope.words.get(token)
            if book is None:
                if token == BLANK:
                    found.append(BLANK)
                    at += 1
                    continue
                if token == NOTHING:
                    at += 1
                    continue
                if not line.is_name(at, scope):
                    break
                book = line.find(scope, at)
            step, at = number_behind(line, at + 1, "@")
            found.append(Placing(book, step))
            line.join(scope, begin, at, found[-1])
        return tuple(found), at

    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return a placed book."""
        if value == BLANK:
            return str(value)
        if value.step == BLANK:
            return str(value.book)
        return f"{value.book}@{value.step}"


def book_on_space(line: TokenLine, at: TokenNumber) -> tuple[BookOnSpace, TokenNumber]:
    """Return what `top2:a05` says, the space blank where it is not said, and what is behind it."""
    tokens, spaces, books = line.tokens, line.own["book space"], line.own["book"]
    if not line.is_split and tokens[at] in spaces.joined:
        return spaces.joined[tokens[at]], at + 1
    if tokens[at] == BLANK and tokens[at + 1] != ":":
        return BookOnSpace(BLANK, BLANK), at + 1
    if not is_word(tokens[at]):
        raise line.unexpected(at, {NAME, END})
    if tokens[at + 1] != ":":
        return BookOnSpace(BLANK, BookId(line.find(books, at))), at + 1
    if tokens[at + 2] != BLANK and not is_word(tokens[at + 2]):
        raise line.unexpected(at + 2, {NAME})
    space = BookSpaceId(line.find(spaces, at))
    book = BLANK if tokens[at + 2] == BLANK else line.find(books, at + 2)
    placed = BookOnSpace(space, BookId(book))
    line.join(spaces, at, at + 3, placed)
    return placed, at + 3
