"""Posts and books on the map and on tracks: regions entered, posts ousted, books placed."""

from abc import abstractmethod
from typing import Any, Final, assert_never

from referee.core.events import BookOnSpace
from referee.core.ids import BookId, BookSpaceId
from referee.core.turns import (
    BLANK,
    Advance,
    BuyCard,
    CollectRegion,
    Entering,
    MoveDiamond,
    Ousting,
    Placing,
    RegionPart,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
)
from referee.i18n.speech import say
from referee.records.kinds import (
    EntryList,
    FieldKind,
    Name,
    NameList,
    Number,
    TokenNumber,
    counted,
    number_behind,
    times_behind,
)
from referee.records.names import Scope, company
from referee.records.record import near
from referee.records.tokens import END, NAME, NO_CLAUSES, NOTHING, NUMBER, TokenLine, is_word

_NUMBER = Number()


class PlacedPieces(EntryList):
    """Names with signs and numbers behind them; a `?` is one that nobody noted."""

    follow = frozenset({NAME})

    def __init__(self, scope: str) -> None:
        self._scope = scope

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[tuple[Any, ...], TokenNumber]:
        """Read entries up to something else."""
        tokens, scope = line.tokens, line.own[self._scope]
        known, joined = scope.words, line.joined(scope)
        found: list[Any] = []
        while (token := tokens[at]) not in line.clauses:
            if token in joined:
                found.append(joined[token])
                at += 1
            elif token == BLANK:
                found.append(BLANK)
                at += 1
            elif token == NOTHING:
                at += 1
            elif token in known or line.is_name(at, scope):
                begin = at
                entry, at = self.placed(line, line.find(scope, at), at + 1)
                found.append(entry)
                line.join(scope, begin, at, entry)
            else:
                break
        return tuple(found), at

    @abstractmethod
    def placed(self, line: TokenLine, name: Any, at: TokenNumber) -> tuple[Any, TokenNumber]:  # noqa: ANN401
        """Return the entry of a name with what stands behind it, and the first token behind."""


class RegionsEntered(PlacedPieces):
    """Regions with the column of the post, and where it came from: `R05:2<R02`."""

    partly = (Entering, "column")

    def __init__(self) -> None:
        # A base is no region, but whoever says so has to be told by a rule.
        super().__init__("place")

    def placed(self, line: TokenLine, name: Any, at: TokenNumber) -> tuple[Any, TokenNumber]:  # noqa: ANN401
        """Return a region that is entered."""
        column, at = number_behind(line, at, ":")
        if line.tokens[at] != "<":
            return Entering(name, column, None), at
        scope, token = line.own["place"], line.tokens[at + 1]
        if token not in scope.words and not is_word(token):
            raise line.unexpected(at + 1, {NAME})
        source: Any = line.find(scope, at + 1)
        return Entering(name, column, source), at + 2

    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return a region that is entered."""
        column = "" if value.column == BLANK else f":{value.column}"
        source = "" if value.source is None else f"<{value.source}"
        return f"{value.region}{column}{source}"


class PostsOusted(PlacedPieces):
    """Regions with the column their post went to, or `out`: `R05:3 R02:out`."""

    partly = (Ousting, "column")

    def __init__(self) -> None:
        super().__init__("region")

    def placed(self, line: TokenLine, name: Any, at: TokenNumber) -> tuple[Any, TokenNumber]:  # noqa: ANN401
        """Return an ousted post."""
        if line.tokens[at] != ":":
            return Ousting(name, BLANK), at
        token = line.tokens[at + 1]
        if token.casefold() == "out":
            return Ousting(name, None), at + 2
        if token not in {BLANK, NOTHING} and line.number(at + 1) is None:
            raise line.unexpected(at + 1, {NUMBER, "out"})
        column, at = _NUMBER.read(line, at + 1)
        return Ousting(name, column), at

    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return an ousted post."""
        if value.column == BLANK:
            return str(value.region)
        return f"{value.region}:{'out' if value.column is None else value.column}"


class BooksPlaced(PlacedPieces):
    """Books with the steps they were put on: `a03@4`."""

    partly = (Placing, "step")

    def __init__(self) -> None:
        super().__init__("book")

    def placed(self, line: TokenLine, name: Any, at: TokenNumber) -> tuple[Any, TokenNumber]:  # noqa: ANN401
        """Return a placed book."""
        step, at = number_behind(line, at, "@")
        return Placing(name, step), at

    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return a placed book."""
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


# What a reward was used for: its parts in their order, and the books that points bought -----------
class Spending(FieldKind):
    """Books that points bought, and points turned into pounds: `a03 b01 for 2`."""

    follow = frozenset({NAME, "for"})

    def __init__(self) -> None:
        self._books = NameList("book")

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[SpendPoints, TokenNumber]:
        """Read books, and perhaps points."""
        books, at = self._books.read(line, at)
        if line.tokens[at].casefold() != "for":
            return SpendPoints(books), at
        pounds = line.number(at + 1)
        if pounds is None:
            raise line.unexpected(at + 1, {NUMBER})
        return SpendPoints(books, pounds), at + 2

    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return the books or a dash, and the points."""
        books = " ".join(value.books) or NOTHING
        return books if value.for_pounds is None else f"{books} for {value.for_pounds}"


_SPENDING = Spending()
_IN_BRACKETS: Final[dict[str, Any]] = {**NO_CLAUSES, "for": None}
_ALL_POINTS = SpendPoints()
_ONE_BOOK = len(("points", "(", "book"))
_BOUGHT = Name("own card", dash=BLANK)
_AMOUNTS = Scope("part of a reward", {"pounds": "pounds", "diamonds": "diamonds"})


class RewardPartList(EntryList):
    """The parts of a reward in their order: `pounds cairo 2 points(a03) cairo:2 buy coffee3`."""

    follow = frozenset({NAME, "points", "buy"})

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[tuple[Any, ...], TokenNumber]:
        """Read parts up to something else."""
        tokens, clauses = line.tokens, line.clauses
        found: list[Any] = []
        while (token := tokens[at]) not in clauses:
            if token == BLANK:
                found.append(BLANK)
                at += 1
            elif token == NOTHING:
                at += 1
            else:
                part, at = self.part(line, at)
                if part is None:
                    break
                found.append(part)
        return tuple(found), at

    def part(self, line: TokenLine, at: TokenNumber) -> tuple[Any, TokenNumber]:
        """Read one part that is no blank; None if there is none."""
        tokens = line.tokens
        token = tokens[at]
        keyword = _PART_WORDS.get(token) or _PART_WORDS.get(token.casefold())
        if keyword is not None:
            return (self._bought if keyword == "buy" else self._pool)(line, at)
        companies = line.own["company"]
        if not line.is_split and token in companies.joined:
            return companies.joined[token], at + 1
        if token not in companies.words and not line.is_name(at, companies):
            return None, at
        following = tokens[at + 1]
        if following == ":":
            column = line.number(at + 2)
            if column is None:
                raise line.unexpected(at + 2, {NUMBER})
            return self._post(line, at, column), at + 3
        if following != "*" and not following.isdecimal():
            return self._amount(line, at, None), at + 1
        count, behind = times_behind(line, at + 1)
        return self._amount(line, at, count), behind

    @staticmethod
    def _pool(line: TokenLine, begin: TokenNumber) -> tuple[SpendPoints, TokenNumber]:
        tokens = line.tokens
        if tokens[begin + 1] != "(":
            return _ALL_POINTS, begin + 1
        clauses, line.clauses = line.clauses, _IN_BRACKETS
        spent, at = _SPENDING.read(line, begin + 2)
        line.clauses = clauses
        if tokens[at] != ")":
            expected = {")"} if spent.for_pounds is not None else {NAME, "for"}
            raise line.unexpected(at, expected)
        if at == begin + _ONE_BOOK:
            line.join(line.own["company"], begin, at + 1, spent)
        return spent, at + 1

    def _bought(self, line: TokenLine, at: TokenNumber) -> tuple[Any, TokenNumber]:
        card, behind = _BOUGHT.read(line, at + 1)
        is_blank = card == BLANK and line.tokens[at + 1] == NOTHING
        return (BLANK if is_blank else BuyCard(card)), behind

    def _post(self, line: TokenLine, at: TokenNumber, column: int) -> Any:  # noqa: ANN401
        return RemovePost(company(line.find(line.own["company"], at)), column)

    def _amount(self, line: TokenLine, at: TokenNumber, count: int | None) -> Any:  # noqa: ANN401
        word = line.tokens[at]
        companies = line.own["company"]
        found = companies.words.get(word)
        if found is None and (word in _AMOUNTS.known or not companies.has(word)):
            if _AMOUNTS.has(word):
                pounds = _AMOUNTS.find(word) == "pounds"
                return TakePounds(count) if pounds else MoveDiamond(count)
            guess = near(word, [*companies.known, *_AMOUNTS.known])
            line.fault = line.error(say("records.rewards.no-part", word=f"{word!r}"), at, guess)
            return TakePounds(count)
        return Advance(company(found or line.find(companies, at)), count)

    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return a part of a reward."""
        return part_words(value)


class RegionParts(RewardPartList):
    """The rewards of an expansion in their order: `R02 points(a03) R05`."""

    def _bought(self, line: TokenLine, at: TokenNumber) -> tuple[Any, TokenNumber]:
        raise self._out_of_place(line, at)

    def _post(self, line: TokenLine, at: TokenNumber, column: int) -> Any:  # noqa: ANN401, ARG002
        raise self._out_of_place(line, at)

    def _amount(self, line: TokenLine, at: TokenNumber, count: int | None) -> Any:  # noqa: ANN401
        region: Any = line.find(line.own["region"], at)
        return CollectRegion(region, count)

    @staticmethod
    def _out_of_place(line: TokenLine, at: TokenNumber) -> Exception:
        message = say("records.rewards.not-in-expansion", tokens=f"{line.tokens[at]!r}")
        return line.error(message, at)


_PART_WORDS = {"points": "points", "point": "points", "buy": "buy", "buys": "buy"}


def part_words(part: Any) -> str:  # noqa: ANN401
    """Return a part of a reward as it stands behind `take`."""
    return str(BLANK) if part == BLANK else _said_part(part)


def _said_part(part: RewardPart | RegionPart) -> str:
    word: str
    match part:
        case TakePounds():
            word = counted("pounds", part.count)
        case MoveDiamond():
            word = counted("diamonds", part.count)
        case Advance():
            word = counted(part.company, part.count)
        case CollectRegion():
            word = counted(part.region, part.count)
        case SpendPoints():
            pounds = [] if part.for_pounds is None else [f"for {part.for_pounds}"]
            inside = " ".join([*part.books, *pounds])
            word = f"points({inside})" if inside else "points"
        case RemovePost():
            word = f"{part.company}:{part.column}"
        case BuyCard():
            word = f"buy {part.card}"
        case _:
            assert_never(part)
    return word
