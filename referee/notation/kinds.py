"""The kinds of fields that a statement has: how each is read from tokens, and how it is written."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, ClassVar, assert_never

from referee.game.events import BookOnSpace
from referee.game.ids import BookId, BookSpaceId, CardId, Company
from referee.game.turns import (
    ANY,
    BLANK,
    Advance,
    BuyCard,
    CollectRegion,
    Entering,
    MoveDiamond,
    Ousting,
    Placing,
    PlusOne,
    RegionPart,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
    UseLevel,
)
from referee.notation.errors import near
from referee.notation.names import Scope, company
from referee.notation.tokens import END, NAME, NO_CLAUSES, NOTHING, NUMBER, Line, is_word

MOST_STEPS = 99
"""No track is nearly as long; a larger number is a slip of the pen."""

At = int
"""The number of a token in its line."""


class Kind(ABC):
    """What a field holds: its notation, read and written."""

    follow: ClassVar[frozenset[str]] = frozenset()
    """What may stand behind its last token and still belong to it."""

    @abstractmethod
    def read(self, line: Line, at: At) -> tuple[Any, At]:
        """Return the value that the tokens from `at` on say, and the first one behind it."""

    @abstractmethod
    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return a value as it is written, without its keyword."""


def _open_or(value: object) -> str:
    return NOTHING if value is None else str(value)


class Name(Kind):
    """One name out of a scope; `?` where nobody noted it, and perhaps `-` for none."""

    def __init__(self, scope: str, *, dash: Any = None, refuses_dash: bool = False) -> None:  # noqa: ANN401
        self._scope = scope
        self._dash = dash
        self._refuses_dash = refuses_dash

    def read(self, line: Line, at: At) -> tuple[Any, At]:
        """Read one name."""
        token = line.tokens[at]
        scope = line.own[self._scope]
        found = scope.words.get(token)
        if found is not None:
            return found, at + 1
        if token == BLANK:
            return BLANK, at + 1
        if token == NOTHING and not self._refuses_dash:
            return self._dash, at + 1
        if token != NOTHING and not is_word(token):
            raise line.unexpected(at, {NAME})
        return line.find(scope, at), at + 1

    def words(self, value: str | None) -> str:
        """Return the name."""
        return _open_or(value)


class Names(Kind):
    """Any number of names out of a scope; a lone `-` is none of them."""

    follow = frozenset({NAME})

    def __init__(self, scope: str) -> None:
        self._scope = scope

    def read(self, line: Line, at: At) -> tuple[tuple[Any, ...], At]:
        """Read names up to something else."""
        tokens, scope = line.tokens, line.own[self._scope]
        known = scope.words
        found: list[Any] = []
        while (token := tokens[at]) not in line.clauses:
            meaning = known.get(token)
            if meaning is not None:
                found.append(meaning)
            elif token == BLANK:
                found.append(BLANK)
            elif token != NOTHING:
                if not line.is_name(at, scope):
                    break
                found.append(line.find(scope, at))
            at += 1
        return tuple(found), at

    def words(self, value: Iterable[str]) -> str:
        """Return the names, or a dash."""
        return " ".join(value) or NOTHING


class Number(Kind):
    """A number; `?` where nobody noted it, `-` for none."""

    def read(self, line: Line, at: At) -> tuple[Any, At]:
        """Read one number."""
        token = line.tokens[at]
        if token == BLANK:
            return BLANK, at + 1
        if token == NOTHING:
            return None, at + 1
        number = line.number(at)
        if number is None:
            raise line.unexpected(at, {NUMBER})
        return number, at + 1

    def words(self, value: int | None) -> str:
        """Return the number."""
        return _open_or(value)


_NUMBER = Number()


def _number_behind(line: Line, at: At, sign: str) -> tuple[Any, At]:
    """Return the number behind a sign, where nothing can be left out, or the blank without it."""
    tokens = line.tokens
    if tokens[at] != sign:
        return BLANK, at
    if (number := line.number(at + 1)) is not None:
        return number, at + 2
    number, behind = _NUMBER.read(line, at + 1)
    if number is None:
        raise line.error("'-' was seen; a number should stand here", at + 1)
    return number, behind


class Entries(Kind):
    """Any number of entries, each of which the engine takes as an answer of its own."""

    @abstractmethod
    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return one entry as it is written."""

    def words(self, value: tuple[Any, ...]) -> str:
        """Return the entries, or a dash."""
        return " ".join([self.entry(each) for each in value]) or NOTHING


class RegionsEntered(Entries):
    """Regions with the column of the post, and where it came from: `R05:2<R02`."""

    follow = frozenset({NAME})

    def read(self, line: Line, at: At) -> tuple[tuple[Entering, ...], At]:
        """Read regions up to something else."""
        # A base is no region, but whoever says so has to be told by a rule.
        tokens, scope = line.tokens, line.own["place"]
        known, joined = scope.words, line.joined(scope)
        found: list[Entering] = []
        while (token := tokens[at]) not in line.clauses:
            if token in joined:
                found.append(joined[token])
                at += 1
                continue
            begin = at
            region: Any = known.get(token)
            if region is None:
                if not line.is_name(at, scope):
                    break
                region = line.find(scope, at)
            column, at = _number_behind(line, at + 1, ":")
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

    def entry(self, value: Entering) -> str:
        """Return a region that is entered."""
        column = "" if value.column == BLANK else f":{value.column}"
        source = "" if value.source is None else f"<{value.source}"
        return f"{value.region}{column}{source}"


class PostsOusted(Entries):
    """Regions with the column their post went to, or `out`: `R05:3 R02:out`."""

    follow = frozenset({NAME})

    def read(self, line: Line, at: At) -> tuple[tuple[Any, ...], At]:
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
    def _column(line: Line, at: At) -> tuple[Any, At]:
        if line.tokens[at] not in {BLANK, NOTHING} and line.number(at) is None:
            raise line.unexpected(at, {NUMBER, "out"})
        return _NUMBER.read(line, at)

    def entry(self, value: Ousting) -> str:
        """Return an ousted post."""
        if value == BLANK:
            return str(value)
        if value.column == BLANK:
            return value.region
        return f"{value.region}:{'out' if value.column is None else value.column}"


class BooksPlaced(Entries):
    """Books with the steps they were put on: `a03@4`."""

    follow = frozenset({NAME})

    def read(self, line: Line, at: At) -> tuple[tuple[Any, ...], At]:
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
            step, at = _number_behind(line, at + 1, "@")
            found.append(Placing(book, step))
            line.join(scope, begin, at, found[-1])
        return tuple(found), at

    def entry(self, value: Placing) -> str:
        """Return a placed book."""
        if value == BLANK:
            return str(value)
        if value.step == BLANK:
            return value.book
        return f"{value.book}@{value.step}"


def _times(line: Line, at: At) -> tuple[int | None, At]:
    """Return how often something was done: `cairo 2` and `cairo*2`."""
    if line.tokens[at] == "*":
        times = line.number(at + 1)
        if times is None:
            raise line.unexpected(at + 1, {NUMBER})
        return times, at + 2
    times = line.number(at)
    return times, at + (times is not None)


class Spending(Kind):
    """Books that points bought, and points turned into pounds: `a03 b01 for 2`."""

    follow = frozenset({NAME, "for"})

    def __init__(self) -> None:
        self._books = Names("book")

    def read(self, line: Line, at: At) -> tuple[SpendPoints, At]:
        """Read books, and perhaps points."""
        books, at = self._books.read(line, at)
        if line.tokens[at].casefold() != "for":
            return SpendPoints(books), at
        pounds = line.number(at + 1)
        if pounds is None:
            raise line.unexpected(at + 1, {NUMBER})
        return SpendPoints(books, pounds), at + 2

    def words(self, value: SpendPoints) -> str:
        """Return the books or a dash, and the points."""
        books = " ".join(value.books) or NOTHING
        return books if value.for_pounds is None else f"{books} for {value.for_pounds}"


def _inside(spent: SpendPoints) -> list[str]:
    return [*spent.books, *([] if spent.for_pounds is None else [f"for {spent.for_pounds}"])]


_SPENDING = Spending()
_IN_BRACKETS: Mapping[str, object] = {**NO_CLAUSES, "for": None}
_ALL_POINTS = SpendPoints()
_ONE_BOOK = len(("points", "(", "book"))
_BOUGHT = Name("own card", dash=BLANK)
_AMOUNTS = Scope("part of a reward", {"pounds": "pounds", "diamonds": "diamonds"})


class RewardParts(Entries):
    """The parts of a reward in their order: `pounds cairo 2 points(a03) cairo:2 buy coffee3`."""

    follow = frozenset({NAME, "points", "buy"})

    def read(self, line: Line, at: At) -> tuple[tuple[Any, ...], At]:
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

    def part(self, line: Line, at: At) -> tuple[Any, At]:
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
        count, behind = _times(line, at + 1)
        return self._amount(line, at, count), behind

    @staticmethod
    def _pool(line: Line, begin: At) -> tuple[SpendPoints, At]:
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

    def _bought(self, line: Line, at: At) -> tuple[Any, At]:
        card, behind = _BOUGHT.read(line, at + 1)
        is_blank = card == BLANK and line.tokens[at + 1] == NOTHING
        return (BLANK if is_blank else BuyCard(card)), behind

    def _post(self, line: Line, at: At, column: int) -> Any:  # noqa: ANN401
        return RemovePost(company(line.find(line.own["company"], at)), column)

    def _amount(self, line: Line, at: At, count: int | None) -> Any:  # noqa: ANN401
        word = line.tokens[at]
        companies = line.own["company"]
        found = companies.words.get(word)
        if found is None and (word in _AMOUNTS.known or not companies.has(word)):
            if _AMOUNTS.has(word):
                pounds = _AMOUNTS.find(word) == "pounds"
                return TakePounds(count) if pounds else MoveDiamond(count)
            guess = near(word, [*companies.known, *_AMOUNTS.known])
            line.fault = line.error(f"there is no part of a reward {word!r}", at, guess)
            return TakePounds(count)
        return Advance(company(found or line.find(companies, at)), count)

    def entry(self, value: RewardPart | RegionPart) -> str:
        """Return a part of a reward."""
        return part_words(value)


class RegionParts(RewardParts):
    """The rewards of an expansion in their order: `R02 points(a03) R05`."""

    def _bought(self, line: Line, at: At) -> tuple[Any, At]:
        raise self._out_of_place(line, at)

    def _post(self, line: Line, at: At, column: int) -> Any:  # noqa: ANN401, ARG002
        raise self._out_of_place(line, at)

    def _amount(self, line: Line, at: At, count: int | None) -> Any:  # noqa: ANN401
        region: Any = line.find(line.own["region"], at)
        return CollectRegion(region, count)

    @staticmethod
    def _out_of_place(line: Line, at: At) -> Exception:
        message = f"{line.tokens[at]!r} was seen; an expansion takes regions and `points`"
        return line.error(message, at)


_PART_WORDS = {"points": "points", "point": "points", "buy": "buy", "buys": "buy"}


def part_words(part: RewardPart | RegionPart) -> str:
    """Return a part of a reward as it stands behind `take`."""
    if part == BLANK:
        return str(BLANK)
    word: str
    match part:
        case TakePounds():
            word = _counted("pounds", part.count)
        case MoveDiamond():
            word = _counted("diamonds", part.count)
        case Advance():
            word = _counted(part.company, part.count)
        case CollectRegion():
            word = _counted(part.region, part.count)
        case SpendPoints():
            inside = _inside(part)
            word = f"points({' '.join(inside)})" if inside else "points"
        case RemovePost():
            word = f"{part.company}:{part.column}"
        case BuyCard():
            word = f"buy {part.card}"
        case _:
            assert_never(part)
    return word


def _counted(word: str, count: int | None) -> str:
    return word if count is None else f"{word} {count}"


class Levels(Entries):
    """A level of a permanent bonus: `cairo 1`, or `1` where only one works."""

    def read(self, line: Line, at: At) -> tuple[tuple[UseLevel, ...], At]:
        """Read one level; a turn may say several."""
        who: Any = BLANK
        if is_word(line.tokens[at]):
            who = line.find(line.own["company"], at)
            at += 1
            expected = {NUMBER}
        else:
            expected = {NAME, NUMBER}
        level = line.number(at)
        if level is None:
            raise line.unexpected(at, expected)
        return (UseLevel(who, level),), at + 1

    def entry(self, value: UseLevel) -> str:
        """Return one level."""
        return str(value.level) if value.company == BLANK else f"{value.company} {value.level}"

    def words(self, value: tuple[UseLevel, ...]) -> str:
        """Return the levels, each but the first with its keyword."""
        return " level ".join([self.entry(each) for each in value])


class GoodsTile(Kind):
    """The card that the goods tile was put on, and perhaps `after`."""

    follow = frozenset({"after"})

    def read(self, line: Line, at: At) -> tuple[PlusOne, At]:
        """Read one card."""
        if not is_word(line.tokens[at]):
            raise line.unexpected(at, {NAME})
        card = CardId(line.find(line.own["own card"], at))
        if line.tokens[at + 1].casefold() == "after":
            return PlusOne(card, "after"), at + 2
        return PlusOne(card), at + 1

    def words(self, value: PlusOne) -> str:
        """Return the card, and when the tile was placed if that was after the action."""
        return f"{value.card} after" if value.when == "after" else str(value.card)


class Steps(Entries):
    """The tracks of the units of a goods turn, which are read together with its cards."""

    def read(self, line: Line, at: At) -> tuple[Any, At]:
        """Read nothing: `read_units` does."""
        raise line.unexpected(at, {NAME})

    def entry(self, value: Company) -> str:
        """Return one track."""
        return value

    def words(self, value: tuple[Company, ...]) -> str:
        """Return the tracks, those that follow each other as a number."""
        if value == ANY:
            return ""
        said = []
        for who, steps in groupby(value):
            count = len([*steps])
            said += [str(who)] * count if who == BLANK else [_counted(who, _more_than_one(count))]
        return " ".join(said) or NOTHING


def _more_than_one(count: int) -> int | None:
    return None if count == 1 else count


def read_unit(line: Line, at: At, cards: list[CardId], advance: list[Any]) -> tuple[bool, At]:
    """Read a card or a track of a goods turn, and return whether it says that there is none."""
    token = line.tokens[at]
    scope = line.own["unit"]
    found = scope.words.get(token)
    if found is None and token not in {BLANK, NOTHING}:
        found = line.find(scope, at)
    following = line.tokens[at + 1]
    times, behind = None, at + 1
    if following == "*" or following.isdecimal():
        times, behind = _times(line, at + 1)
    if found is None:
        if token == BLANK:
            # Cards come first: a blank behind one is a track.
            (advance if cards else cards).append(BLANK)
    elif found in line.own["company"].known:
        steps = 1 if times is None else times
        if steps > MOST_STEPS:
            raise line.error(f"{steps} steps were seen; no track has so many", at)
        advance.extend([found] * steps)
    elif times is None:
        cards.append(CardId(found))
    else:
        raise line.error(f"{times} was seen after the card {found}", at)
    return token == NOTHING, behind


def book_on_space(line: Line, at: At) -> tuple[BookOnSpace, At]:
    """Return what `top2:a05` says, the space blank where it is not said, and what is behind it."""
    tokens, spaces, books = line.tokens, line.own["book space"], line.own["book"]
    if not line.is_split and tokens[at] in spaces.joined:
        return spaces.joined[tokens[at]], at + 1
    if not is_word(tokens[at]):
        raise line.unexpected(at, {NAME, END})
    if tokens[at + 1] != ":":
        return BookOnSpace(BLANK, BookId(line.find(books, at))), at + 1
    if not is_word(tokens[at + 2]):
        raise line.unexpected(at + 2, {NAME})
    space = BookSpaceId(line.find(spaces, at))
    placed = BookOnSpace(space, BookId(line.find(books, at + 2)))
    line.join(spaces, at, at + 3, placed)
    return placed, at + 3
