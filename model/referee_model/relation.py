"""A relation between a table, a turn and the table after it, as demands of the rules."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from referee.core.rule import Rule
from referee_model.terms import (
    Bit,
    Equation,
    Negation,
    Num,
    Truth,
    Whole,
    decided,
    every,
    known,
    value_stated,
    written,
)

_DEFINES = "(define-fun "
_SHORT = re.compile(r"\blet\d+\b")
"""A short name for a part of what is stated."""


class _AllZero(dict[str, int]):
    """Says of every variable that it is 0 or does not hold."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> int:
        return 0


class Relation:
    """Collects variables and what each rule demands of them.

    The demands of a rule become one conjunction that holds if the rule's tag does; the solver
    assumes all tags, and a core is a set of them. What is stated after a call of `scripts` goes
    into a further script, under tags of its own.
    """

    def __init__(self, *, supposing: bool = False, given: Mapping[str, int] | None = None) -> None:
        self._given = given
        """The values of variables, where everything that a turn says is known beforehand."""
        self.supposing = supposing
        """Whether there may be more of everything than there is.

        With a turn that is known, only its legality rules are then in question.
        """
        self.more: dict[str, Num] = {}
        """How much more of what is supposed."""
        self.numbers: dict[str, dict[str, Whole]] = {}
        """The numbers that each effect rule gives, by rule and name."""
        self.amounts: set[str] = set()
        """The variables of a turn that say how much of something, and not which."""
        self.part_of: dict[str, str] = {}
        """The part of the event that each variable belongs to, such as a region or a book."""
        self.rule_of: dict[str, Rule] = {}
        """The rule of each tag."""
        self._lines: list[str] = []
        self._shape: list[Truth] = []
        self._demands: dict[str, list[Truth]] = {}
        self._rules: dict[str, Rule] = {}
        self._scripts: list[str] = []
        self._heads: list[str] = []
        """What stands in the scripts and belongs to no rule."""
        self._tagged: dict[str, list[str]] = {}
        """What stands there besides, by tag."""
        self._names = 0
        self._folded: list[Num | Bit] = []

    @classmethod
    def of_names(cls, given: Mapping[str, int]) -> "Relation":
        """Return a relation for the names of its variables alone: everything is folded away."""
        return cls(given=_AllZero(given))

    def forget_values(self) -> None:
        """Let all variables be free again, so that something can be said about them."""
        for variable in self._folded:
            variable.value = None

    def whole(self, name: str, part: str = "") -> Num:
        """Return a free number, perhaps one that belongs to a part of the event."""
        self.part_of[name] = part or name
        if self._given is not None and name in self._given:
            self._folded.append(number := Num(name, self._given[name]))
            return number
        self._lines.append(f"(declare-const {name} Int)")
        return Num(name)

    def bit(self, name: str, part: str = "") -> Bit:
        """Return a free truth value, perhaps one that belongs to a part of the event."""
        self.part_of[name] = part or name
        if self._given is not None and name in self._given:
            self._folded.append(bit := Bit(name, value=bool(self._given[name])))
            return bit
        self._lines.append(f"(declare-const {name} Bool)")
        return Bit(name)

    def amount(self, name: str, part: str = "") -> Num:
        """Return a free number of which more and less mean something."""
        self.amounts.add(name)
        return self.whole(name, part)

    def have(self, what: str, value: Whole) -> Whole:
        """Return how much there is of something: `value`, or more where that is supposed."""
        if not self.supposing:
            return value
        if what not in self.more:
            self.more[what] = self.whole(f"more-{what}")
            self.shape(self.more[what] >= 0)
        return value + self.more[what]

    def shape(self, holds: Truth) -> None:
        """State what belongs to the meaning of the variables and to no rule."""
        self._shape.append(self._taken_over(holds))

    def _taken_over(self, holds: Truth) -> Truth:
        """Fold a value from now on that follows from what is given; return what to assert of it."""
        if self._given is None:
            return holds
        match holds:
            case Equation(number=Num(value=None) as number, constant=value):
                if " " not in number.text:
                    number.value = value
            case Negation(of=Bit(value=None) as part):
                if " " not in part.text:
                    part.value = False
            case Bit(value=None) as bit if " " not in bit.text:
                bit.value = True
                return Bit(bit.text)
            case _:
                pass
        return holds

    def settled(self, facts: Iterable[Truth]) -> dict[str, int] | None:
        """Return the values of a solution with these facts, where reading shows that there is one.

        That is so where all that is stated and not known to hold gives values to variables.
        """
        found: dict[str, int] = {}
        for part in chain(self._shape, *self._demands.values(), facts):
            if decided(part) is True:
                continue
            stated = value_stated(part)
            # Short names of what is not decided look like variables.
            if stated is None or stated[0] not in self.part_of:
                return None
            name, value = stated
            if found.setdefault(name, value) != value:
                return None
        return found

    def demand(self, rule: Rule, holds: Truth) -> None:
        """State what `rule` demands."""
        self._rules[rule.id] = rule
        if not self._is_in_question(rule):
            holds = self._taken_over(holds)
        self._demands.setdefault(rule.id, []).append(holds)

    def _is_in_question(self, rule: Rule) -> bool:
        """Return whether somebody may ask what would hold without a rule."""
        return self._given is None or (self.supposing and rule.kind == "legality")

    def define(self, rule: Rule, name: str, value: Whole) -> Whole:
        """Return the number that `rule` says is `value`; a known one needs no variable."""
        value = known(value)
        self.numbers.setdefault(rule.id, {})[name] = value
        if isinstance(value, int):
            return value
        return self.stated(rule, name, value)

    def stated(self, rule: Rule, name: str, value: Whole) -> Num:
        """Return a variable for a number that `rule` gives, so that a core can name it."""
        if self._given is not None and isinstance(constant := known(value), int):
            # Nobody asks a turn that is known for the effect rules of its core.
            return Num(name, constant)
        number = self.whole(name)
        self.numbers.setdefault(rule.id, {})[name] = number
        self.demand(rule, Bit(f"(= {name} {written(value)})"))
        return number

    def noted(self, name: str, value: Whole) -> Whole:
        """Return a variable for `value`, so that it can be read from a solution."""
        value = known(value)
        if isinstance(value, int):
            return value
        number = self.whole(name)
        self.shape(Bit(f"(= {name} {value.text})"))
        return number

    def let(self, value: Whole) -> Whole:
        """Return a short name for `value`."""
        value = known(value)
        if isinstance(value, int):
            return value
        return Num(self._abbreviated("Int", value.text))

    def let_bit(self, holds: Truth) -> Truth:
        """Return a short name for a condition."""
        holds = decided(holds)
        if isinstance(holds, bool):
            return holds
        return Bit(self._abbreviated("Bool", holds.text))

    def _abbreviated(self, sort: str, text: str) -> str:
        if " " not in text:
            return text
        self._names += 1
        name = f"let{self._names}"
        self._lines.append(f"{_DEFINES}{name} () {sort} {text})")
        return name

    def scripts(self) -> tuple[str, ...]:
        """Return everything stated, in one script for each time that it was asked for."""
        heads = [*self._lines, *asserted(self._shape)]
        self._heads += heads
        if lines := [*heads, *self._named()]:
            self._scripts.append("\n".join(lines))
        self._lines, self._shape, self._demands = [], [], {}
        return tuple(self._scripts)

    def only(self, tags: Iterable[str]) -> "Relation":
        """Return the part of the relation in its scripts that these tags name, and its shape."""
        part = Relation()
        part.rule_of = {tag: self.rule_of[tag] for tag in tags}
        named = [line for tag in part.rule_of for line in self._tagged[tag]]
        part._scripts = ["\n".join((*_referred(self._heads, named), *named))]
        return part

    def _named(self) -> Iterator[str]:
        for rule_id, demands in self._demands.items():
            holds = every(demands)
            if holds is True:
                continue
            if not self._is_in_question(self._rules[rule_id]):
                yield f"(assert {written(holds)})"
                continue
            tag = f"{rule_id}.{len(self._scripts)}"
            self.rule_of[tag] = self._rules[rule_id]
            self._tagged[tag] = [*tagged(tag, holds)]
            yield from self._tagged[tag]


def _referred(heads: Iterable[str], named: Iterable[str]) -> list[str]:
    """Return the heads without short names that neither they nor what is named refers to."""
    kept: list[str] = []
    words = {word for line in named for word in _SHORT.findall(line)}
    # A name stands before all that it is used for.
    for line in reversed([*heads]):
        if line.startswith(_DEFINES) and _SHORT.findall(line)[0] not in words:
            continue
        kept.append(line)
        words.update(_SHORT.findall(line))
    return kept[::-1]


def asserted(parts: Iterable[Truth]) -> Iterator[str]:
    """Write each part as an assertion, leaving out what holds anyway."""
    return (f"(assert {written(part)})" for part in parts if decided(part) is not True)


def tagged(tag: str, holds: Truth, *, declared: bool = False) -> Iterator[str]:
    """Write something that holds where its tag does."""
    if not declared:
        yield f"(declare-const {tag} Bool)"
    yield f"(assert (=> {tag} {written(holds)}))"
