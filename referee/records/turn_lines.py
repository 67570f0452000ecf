"""The turns of a player: what stands behind a verb, and the clauses behind that."""

from typing import Any, Final

from referee.core.ids import CardId
from referee.core.turns import ANY, BLANK, Expand
from referee.i18n.speech import say
from referee.records.fields import FORM_OF_VERB, UNSAID, Field, TurnForm
from referee.records.keywords import CLAUSES, VERBS
from referee.records.kinds import BonusLevel, TokenNumber, read_unit
from referee.records.placements import RewardPartList
from referee.records.tokens import END, NAME, NOTHING, NUMBER, TokenLine, is_word


class TurnReading:
    """How the turns of one action are read."""

    __slots__ = ("clauses", "first", "form", "is_goods", "is_required", "second", "turn", "unsaid")

    def __init__(self, form: TurnForm) -> None:
        self.form = form
        self.turn = form.turn
        self.unsaid = UNSAID[form.turn]
        self.clauses: dict[str, Field | None] = {**form.clauses, "": None}
        self.first = form.fields[0]
        second = form.fields[1]
        self.second = second if second.bare or not second.keyword else None
        """What may stand behind the first field, without a keyword as well."""
        self.is_goods = form.first == "units"
        self.is_required = form.first == "required"


READINGS: Final[dict[str, TurnReading]] = {
    spelling: TurnReading(FORM_OF_VERB[verb])
    for spelling, verb in VERBS.items()
    if verb in FORM_OF_VERB
}
"""By all spellings of the verbs."""


ENDS = frozenset({"", "="})


def _clause(
    line: TokenLine, field: Field, values: dict[str, Any], said: list[str], at: TokenNumber
) -> TokenNumber:
    """Read a clause into the values of its turn; `said` are the clauses before it."""
    name = field.name
    if name in said:
        raise line.error(say("records.turn_lines.said-twice", tokens=f"{line.tokens[at]!r}"), at)
    if isinstance(field.kind, BonusLevel):
        level, behind = field.kind.read(line, at + 1)
        if level[0].company in {each.company for each in values[name]} - {BLANK}:
            message = say("records.turn_lines.said-twice", tokens=f"{level[0].company!r}")
            raise line.error(message, at + 1)
        values[name] += level
        return behind
    said.append(name)
    value, behind = field.kind.read(line, at + 1)
    if behind > at + 1:
        values[name] = value
    elif name != "reward" or CLAUSES.get(line.tokens[behind].casefold()) != "books":
        # To take a book is no part of a reward: `takes book a03@4` says where it was placed.
        raise line.unexpected(behind, field.kind.follow or {NAME})
    return behind


def _others(
    line: TokenLine, how: TurnReading, values: dict[str, Any], at: TokenNumber
) -> TokenNumber:
    """Read a turn whose clauses stand behind what has no keyword."""
    said: list[str] = []
    tokens, clauses, begin = line.tokens, how.clauses, at
    # Where a name is required nothing else can stand, so that a space may be called like a clause.
    scope, token = line.own["item"], tokens[at]
    if how.is_required or (
        token not in clauses and (token in scope.words or token in OPEN or line.is_name(at, scope))
    ):
        values[how.first.name], at = how.first.kind.read(line, at)
        behind = at
        if how.second is not None and tokens[at] not in clauses:
            at = _second_field(line, how.second, values, said, at)
        if at == behind and how.turn is Expand and values["company"] == BLANK:
            # Whoever knows no company says nothing about regions, not that there were none.
            values["enter"] = ANY
    last: Field | None = None
    while token := tokens[at]:
        field = clauses.get(token) or clauses.get(token.casefold())
        if field is None:
            if token == "=":  # noqa: S105
                return at
            raise line.unexpected(at, _behind(line, how, last, at, is_first=at == begin))
        last = field
        at = _clause(line, field, values, said, at)
    return at


def _second_field(
    line: TokenLine, second: Field, values: dict[str, Any], said: list[str], at: TokenNumber
) -> TokenNumber:
    """Read what stands behind the first field without a keyword, too."""
    if not second.bare:
        values[second.name], at = second.kind.read(line, at)
        return at
    number = line.number(at)
    if number is not None:
        values[second.name], at = number, at + 1
        said.append(second.name)
    parts, behind = _REWARD.read(line, at)
    if behind > at:
        values["reward"], at = parts, behind
        said.append("reward")
    return at


OPEN = frozenset({BLANK, NOTHING})
_REWARD = RewardPartList()


def _goods(
    line: TokenLine, how: TurnReading, values: dict[str, Any], at: TokenNumber
) -> TokenNumber:
    """Read a goods turn, whose cards, tracks and clauses stand in any order."""
    tokens, clauses, scope = line.tokens, how.clauses, line.own["unit"]
    known = scope.words
    cards: list[CardId] = []
    advance: list[Any] = []
    said: list[str] = []
    nothing = False
    last: Field | None = None
    while (token := tokens[at]) not in ENDS:
        if token not in known:
            field = clauses.get(token) or clauses.get(token.casefold())
            if field is not None:
                last = field
                at = _clause(line, field, values, said, at)
                continue
            if token not in OPEN and not line.is_name(at, scope):
                expected = {NAME, END, *_keywords(how)}
                expected |= last.kind.follow if last is not None else set[str]()
                if last is None and (cards or advance or nothing) and line.number(at - 1) is None:
                    expected.add(NUMBER)
                raise line.unexpected(at, expected)
        is_nothing, at = read_unit(line, at, cards, advance)
        nothing = nothing or is_nothing
        last = None
    if cards:
        values["cards"] = tuple(cards)
    if advance or nothing:
        values["advance"] = tuple(advance)
    return at


def _keywords(how: TurnReading) -> set[str]:
    return {field.keyword for field in how.form.fields if field.keyword}


def _behind(
    line: TokenLine, how: TurnReading, last: Field | None, at: TokenNumber, *, is_first: bool
) -> set[str]:
    """Return what could have stood where something else does."""
    form = how.form
    expected = {END, *_keywords(how)}
    if last is not None:
        expected |= last.kind.follow
        counted = isinstance(last.kind, RewardPartList)
    else:
        counted = form.action == "marker"
        if form.action == "expand" or is_first:
            expected.add(NAME)
        elif counted:
            expected |= RewardPartList.follow
    before = line.tokens[at - 1].casefold()
    if counted and is_word(before) and before not in CLAUSES:
        expected.add(NUMBER)
    if before == "after":
        expected.discard(before)
    if form.action in {"merchant", "end"} and last is not None:
        expected -= {last.keyword}
    return expected


def read_fields(
    line: TokenLine, how: TurnReading, values: dict[str, Any], at: TokenNumber
) -> TokenNumber:
    """Read the fields of a turn into `values`, and return the first token behind it."""
    line.clauses = how.clauses
    return (_goods if how.is_goods else _others)(line, how, values, at)
