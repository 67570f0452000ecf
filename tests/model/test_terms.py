"""Terms: constants fold, everything else is written in SMT-LIB."""

from functools import partial

import pytest

from referee.core.ids import Seat
from referee.core.turns import EndPhase
from referee.rulebook.goods import ONE_KIND_OF_GOOD, PRICE
from referee_model.judge import AmbiguousEffectError, Judge, ModelVerdict
from referee_model.legality import writes
from referee_model.legality.phase_end import EndRelation
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Prover, UndecidedError
from referee_model.terms import (
    Bit,
    Num,
    all_different,
    both,
    either,
    eq,
    every,
    implies,
    no,
    some,
    table,
    total,
    when,
    written,
)
from tests.model.tables import player
from tests.model.tables import table as table_of


def test_constants_fold() -> None:
    assert total((1, 2)) == 3
    assert every([True, True]) is True
    assert some([False]) is False
    assert implies(False, Bit("x")) is True  # noqa: FBT003
    assert when(True, 4, 5) == 4  # noqa: FBT003
    assert table(2, {2: 7}) == 7


def test_variables_stay() -> None:
    x = Num("x")
    assert written(total((x, 1, -3))) == "(+ x (- 2))"
    assert written(eq(x, 3)) == "(= x 3)"
    assert written(table(x, {1: 5, 2: 6})) == "(ite (= x 2) 6 (ite (= x 1) 5 0))"


def test_a_core_names_the_rules_in_conflict_and_no_others() -> None:
    relation = Relation()
    x = relation.whole("x")
    relation.demand(PRICE, x > 3)
    relation.demand(ONE_KIND_OF_GOOD, x < 9)
    prover = Prover(relation)
    assert prover.ask([eq(x, 2)], why=True).core == {PRICE}
    assert prover.ask([eq(x, 5)]).outcome == "yes"
    assert prover.ask([eq(x, 9)], why=True).core == {ONE_KIND_OF_GOOD}


class _Loose(EndRelation):
    """An end of the phase after which the cash is anybody's guess."""

    def state_effects(self, after: After) -> None:
        super().state_effects(after)
        after.sum(
            total((self.relation.whole("guess"), 1)), writes.at("players", self.table.seat, "cash")
        )


def test_an_effect_that_is_not_the_only_one_is_reported() -> None:
    judge = Judge(partial(_Loose, table_of(player()), Seat(0)), EndPhase(seat=Seat(0)))
    with pytest.raises(AmbiguousEffectError):
        judge.effect(EndPhase(seat=Seat(0)))


def test_unknown_is_neither_yes_nor_no() -> None:
    with pytest.raises(UndecidedError, match="timeout"):
        assert ModelVerdict("unknown", reason="timeout").is_legal


def test_statements_that_give_values_settle_a_relation() -> None:
    relation = Relation(given={})
    number, bit, other = relation.whole("number"), relation.bit("bit"), relation.bit("other")
    relation.shape(eq(number, 3))
    relation.demand(PRICE, bit)
    assert relation.settled([no(other)]) == {"number": 3, "bit": 1, "other": 0}


def test_what_has_to_be_solved_or_contradicts_itself_settles_nothing() -> None:
    relation = Relation(given={})
    first, second, third = (relation.bit(name) for name in ("first", "second", "third"))
    assert relation.settled([first, no(first)]) is None
    assert relation.settled([either(first, second)]) is None
    assert relation.settled([False]) is None
    short = relation.let_bit(both(first, third))
    assert isinstance(short, Bit)
    assert relation.settled([Bit(short.text)]) is None


def test_a_part_of_a_relation_knows_its_own_rules_and_the_shape() -> None:
    relation = Relation()
    number = relation.whole("number")
    relation.shape(number >= 2)
    relation.demand(PRICE, number >= 5)
    relation.demand(ONE_KIND_OF_GOOD, number <= 4)
    relation.scripts()
    [few] = [tag for tag, rule in relation.rule_of.items() if rule == ONE_KIND_OF_GOOD]
    part = relation.only([few])
    assert [*part.rule_of.values()] == [ONE_KIND_OF_GOOD]
    assert Prover(part).ask([eq(number, 2)]).outcome == "yes"
    assert Prover(part).ask([eq(number, 1)]).outcome == "no"
    assert Prover(part).ask([eq(number, 5)]).outcome == "no"


def test_a_part_of_a_relation_leaves_out_the_short_names_of_other_rules() -> None:
    relation = Relation()
    number = relation.whole("number")
    doubled = relation.let(number + number)
    tripled = relation.let(doubled + number)
    other = relation.let(number + 7)
    relation.demand(PRICE, tripled <= 9)
    relation.demand(ONE_KIND_OF_GOOD, other <= 8)
    relation.scripts()
    part = relation.only([*relation.rule_of][:1])
    [script] = part.scripts()
    assert [*part.rule_of.values()] == [PRICE]
    assert all(written(short) in script for short in (doubled, tripled))
    assert written(other) not in script
    assert Prover(part).ask([eq(number, 3)]).outcome == "yes"
    assert Prover(part).ask([eq(number, 4)]).outcome == "no"


def test_a_question_that_takes_too_much_work_is_unknown() -> None:
    relation = Relation()
    numbers = [relation.whole(f"number{index}") for index in range(6)]
    for number in numbers:
        relation.shape(both(number >= 1, number <= 6))
    relation.demand(PRICE, all_different(numbers))
    assert Prover(relation, {"rlimit": 1}).ask([eq(total(numbers), 21)]).outcome == "unknown"
    prover = Prover(relation, {"rlimit": 10**6})
    assert prover.ask([eq(total(numbers), 21)]).outcome == "yes"
    assert prover.ask([eq(total(numbers), 20)], why=True).core == {PRICE}
