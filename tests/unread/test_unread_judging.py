"""Verdicts with a partly read set, held against plain sets."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from msgspec.structs import replace

import referee
import referee.copies
from referee.api.copy_verdicts import statement_step
from referee.components.set_writer import scaffold
from referee.copies.condition_words import in_words
from referee.copies.judge import judge_with_unread
from referee.copies.lessons import learn
from referee.copies.partly_read_set import PartlyReadSet, open_copy, require_plain_engine
from referee.copies.runs import is_unread
from referee.copies.worlds import pad_ranges, skeleton_of, valued
from referee.core.budget import Budget
from referee.core.ids import CardId, Seat
from referee.core.set_reader import ComponentSetError, reference_set
from referee.core.shipped_files import shipped
from referee.engine import pads
from referee.plain_modules import compiled_modules
from referee.records.completed_turn import Missing
from referee.records.judge import judge, setting_of, walk
from referee.records.judgement import Step
from referee.records.loader import load
from referee.records.record import Record, SaidClaim
from scripts.tools.bench.unread import drawn_game
from scripts.tools.oracle.unread import blanked, compare, drawn_trial, filled, values_in

AMPLE = 10**7
PRICES = re.compile(
    r"borders\..*\.lines|tracks\..*\.(calls|specials)\.\d+\.pounds|cards\..*\.crate"
)


def shipped_record(name: str) -> Record:
    data = (shipped("games") / name).read_bytes()
    return load(data, lambda _: reference_set()).record


def partly(pattern: str | re.Pattern[str]) -> PartlyReadSet:
    wanted = re.compile(pattern)
    found = blanked(reference_set(), lambda key: bool(wanted.fullmatch(key)))
    assert isinstance(found, PartlyReadSet)
    return found


# Sets -------------------------------------------------------------------------------------------


def test_a_set_that_nobody_has_begun_to_read_loads(tmp_path: Path) -> None:
    found = open_copy(scaffold(tmp_path / "my-copy"))
    assert isinstance(found, PartlyReadSet)
    assert len(found.unread_borders) == 24 * 23 // 2 + 4 * 24
    assert {"regions.R01.reward", "cards.A-1.kind", "books.a01.requires"} <= {*found.variables}
    assert found.guard(Budget(AMPLE)).constraints


def test_a_full_set_stays_what_it_is() -> None:
    assert type(blanked(reference_set(), lambda _: False)) is type(reference_set())
    assert blanked(reference_set(), lambda _: False) == reference_set()


@pytest.mark.slow
def test_a_fault_in_a_set_with_blanks_is_told(tmp_path: Path) -> None:
    folder = scaffold(tmp_path / "my-copy")
    cards = folder / "cards.toml"
    cards.write_text(cards.read_text().replace('id = "A-1"', 'id = "A-1"\nodd = 1'))
    with pytest.raises(ComponentSetError, match="odd"):
        open_copy(folder)


def test_a_wrong_number_beside_a_blank_is_told(tmp_path: Path) -> None:
    folder = scaffold(tmp_path / "my-copy")
    cards = folder / "cards.toml"
    text = cards.read_text()
    cards.write_text(text.replace("points = 1\ncrate", 'points = "one"\ncrate', 1))
    with pytest.raises(ComponentSetError, match="points"):
        open_copy(folder)


@pytest.mark.parametrize(
    "pattern",
    [
        PRICES.pattern,
        r"cards\.[^.]*\.kind",
        r"books\.[^.]*\.(requires|reward)",
        r"tracks\.[^.]*\.(calls|specials|last)",
        r"starting_tiles\.[^.]*\.(rest|bonus|requires|reward)",
        r"regions\.[^.]*\.(reward|amount|mines)",
        r"book_tracks\..*\.(last|crossed_out|slot_at|values)",
        r"book_spaces\..*\.letter",
    ],
)
def test_the_true_values_give_the_set_back(pattern: str) -> None:
    found = partly(pattern)
    values = values_in(found, reference_set())
    assert found.guard(Budget(AMPLE)).holds(values)
    again = filled(found, values, reference_set())
    assert values_in(found, again) == values
    if "rest" not in pattern:
        # The order of cards to rest and of steps is not a thing that is read.
        assert again == reference_set()


# Verdicts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two-players.mgn", "four-players.mgn"])
def test_a_legal_game_is_legal_on_the_condition_that_its_own_set_fulfils(name: str) -> None:
    record, components = shipped_record(name), partly(PRICES)
    judged = judge_with_unread(record, components)
    assert judged.decision == "conditional"
    [world] = judged.worlds
    assert world.guard.holds(values_in(components, reference_set()))
    ranges = pad_ranges(judged.worlds, Budget(AMPLE))
    table = judge(record, reference_set()).state
    assert table is not None
    for found, pad in zip(ranges, pads(table), strict=True):
        for row, pounds in zip((*found.rows, found.total), (*pad.rows, pad.total), strict=True):
            assert row is not None
            assert row[0] <= pounds <= row[1]


def test_what_a_game_does_not_touch_does_not_matter() -> None:
    record = shipped_record("two-players.mgn")
    judged = judge_with_unread(record, partly(r"tracks\.(A2|B2|D2)\..*\.pounds"))
    assert judged.decision == "legal"
    assert judged.worlds[0].guard.domains == {}


def test_a_full_set_is_judged_as_ever() -> None:
    record = shipped_record("two-players.mgn")
    assert judge_with_unread(record, reference_set()).decision == "legal"


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((shipped("games") / "illegal").glob("exp-*.mgn")))
def test_an_illegal_game_is_never_called_legal(path: Path) -> None:
    record = load(path.read_bytes(), lambda _: reference_set()).record
    judged = judge_with_unread(record, partly(PRICES))
    assert judged.decision in {"illegal", "conditional", "wrong-note"}
    if judged.decision == "conditional" and not any(each.misnoted for each in judged.statements):
        components = judged.layers[0][0].table.setting.components
        assert isinstance(components, PartlyReadSet)
        values = values_in(components, reference_set())
        assert not any(world.guard.holds(values) for world in judged.worlds)


def test_a_conditional_statement_says_what_would_settle_it() -> None:
    record, components = shipped_record("four-players.mgn"), partly(PRICES)
    judged = judge_with_unread(record, components)
    first = next(each for each in judged.statements if each.decision == "conditional")
    assert first.condition is not None
    guard = judged.layers[first.number][0].guard
    assert str(in_words(first.condition.cubes, guard, Budget(AMPLE))) == (
        "the border between Cape Town and R24 is single"
        " and the border between R20 and R24 is single"
    )
    assert all(illegal == (2,) for _, _, illegal in first.condition.settling)


def test_too_little_work_leaves_a_record_undecided() -> None:
    components = partly(PRICES)
    judged = judge_with_unread(shipped_record("four-players.mgn"), components, work=Budget(60))
    assert judged.decision == "undecided"


# Oracles ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_numbers_are_judged_as_plain_sets_are(seed: int) -> None:
    trial = drawn_trial(seed, kinds=False)
    assert trial is not None
    assert compare(trial, 12, Random(seed)).differences == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_kinds_positions_and_borders_are_judged_as_plain_sets_are(seed: int) -> None:
    trial = drawn_trial(seed, kinds=True)
    assert trial is not None
    assert compare(trial, 12, Random(seed)).differences == ()


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "policy"), [(0, "greedy"), (1, "random")])
def test_a_whole_game_with_notes_never_loses_the_true_values(seed: int, policy: str) -> None:
    game = drawn_game(seed, 4, policy, claims=True)
    components = partly(PRICES)
    true = values_in(components, reference_set())
    judged = judge_with_unread(game, components)
    assert len(judged.layers) == len(game.statements) + 1
    for step, layer in zip(walk_of(game), judged.layers[1:], strict=True):
        [world] = [world for world in layer if world.guard.holds(true)]
        found = [valued(number, true) for number in skeleton_of(world.table)[1]]
        assert found == skeleton_of(step.after)[1]


# Learning ---------------------------------------------------------------------------------------


def test_a_rule_about_money_tells_of_no_debts() -> None:
    record = shipped_record("illegal/bkk-03-all-points-used.mgn")
    amounts = "cost|amount|crate|values?|calls|shares|points|lines|tiers"
    components = partly(rf"(?!rounds\.|tracks\..*\.bonuses).*\.({amounts})(\..*)?")
    judged = judge_with_unread(record, components)
    told = statement_step(judged, judged.statements[-1]).violations
    assert judged.decision == "illegal"
    [cash] = [str(each.facts["cash"]) for each in told if each.rule.id == "BON-04"]
    assert cash == "0 to 2"


def test_numbers_are_told_as_they_are_where_the_rule_is_broken() -> None:
    record = shipped_record("illegal/gds-03-goods-cards-only.mgn")
    judged = judge_with_unread(record, partly(r"cards\..*\.crate"))
    told = statement_step(judged, judged.statements[-1]).violations
    facts = {each.rule.id: {name: str(fact) for name, fact in each.facts.items()} for each in told}
    assert facts["GDS-06"] == {"units": "2", "price": "3 to 8"}
    assert facts["GDS-07"] == {"left": "1"}


def test_a_game_teaches_what_must_be_printed() -> None:
    components = partly(PRICES)
    learnt = learn(components, [shipped_record("four-players.mgn")])
    assert learnt.contradiction is None
    assert learnt.settled()["cards.banana2b.crate"] == 2
    true = values_in(components, reference_set())
    for key, values in learnt.values.items():
        assert true[components.variables[key]] in values


def with_cash(record: Record, number: int, value: int) -> Record:
    """Return a record in which blue noted his money at a statement."""
    statements = [*record.statements]
    claim = SaidClaim(what="cash", seat=Seat(0), value=value)
    statements[number] = replace(statements[number], claims=(claim,))
    return replace(record, statements=tuple(statements))


def discard_of(record: Record, card: str) -> int:
    """Return the number of the statement in which a card is discarded."""
    return next(
        number
        for number, statement in enumerate(record.statements)
        if getattr(statement.said, "discard", None) == card
    )


@pytest.mark.slow
def test_games_that_contradict_each_other_are_named() -> None:
    components = partly(r"cards\.exp2\.crate")
    record = shipped_record("four-players.mgn")
    discards = discard_of(record, "exp2")
    crate = reference_set().card[CardId("exp2")].crate
    after = next(step.after for number, step in enumerate(walk_of(record)) if number == discards)
    true, other = (with_cash(record, discards, after.players[0].cash + more) for more in (0, 1))
    assert learn(components, [record, true]).settled() == {"cards.exp2.crate": crate}
    assert learn(components, [other]).settled() == {"cards.exp2.crate": crate + 1}
    learnt = learn(components, [record, true, other])
    assert learnt.values == {}
    assert learnt.contradiction is not None
    assert learnt.contradiction.minimal
    blamed = {(item.record, item.number) for item in learnt.contradiction.blamed}
    assert blamed == {(1, discards), (2, discards)}


def walk_of(record: Record) -> Iterator[Step]:
    setting = setting_of(record.header, reference_set())
    assert not isinstance(setting, Missing)
    return walk(record, setting)


def test_a_claim_puts_the_claimed_number_onto_the_table() -> None:
    components = partly(r"cards\.exp2\.crate")
    record = shipped_record("four-players.mgn")
    discards = discard_of(record, "exp2")
    plain = judge_with_unread(record, components).layers[discards + 1][0].table
    assert is_unread(plain.players[0].cash)
    noted = judge_with_unread(with_cash(record, discards, 5), components)
    [world] = noted.layers[discards + 1]
    assert world.table.players[0].cash == 5
    assert not is_unread(world.table.players[0].cash)


# Compiled code, and layers ------------------------------------------------------------------------


def test_a_partly_read_set_is_not_judged_by_compiled_modules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = ModuleType("referee.engine.stand_in")
    compiled.__file__ = "stand_in.cpython-311-x86_64-linux-gnu.so"
    assert compiled_modules([compiled, referee]) == ["referee.engine.stand_in"]
    monkeypatch.setitem(__import__("sys").modules, "referee.engine.stand_in", compiled)
    require_plain_engine(reference_set())
    with pytest.raises(RuntimeError, match="stand_in is compiled"):
        judge_with_unread(shipped_record("two-players.mgn"), partly(PRICES))


def test_unread_values_know_neither_the_model_nor_a_solver() -> None:
    folder = Path(referee.copies.__file__).parent
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert name.split(".")[0] not in {"z3", "ortools", "referee_model", "click", "rich"}
                assert not name.startswith(("referee.cli", "referee.api"))
