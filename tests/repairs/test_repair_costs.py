"""Pairs of records and the costs that are fitted on them."""

from pathlib import Path

from referee.repairs.costs import FILE, costs, costs_in
from scripts.tools.bench.repair import PAIRS as MEASURED
from scripts.tools.make.costs import PAIRS as FITTED
from scripts.tools.repair.fitting import (
    PRIOR,
    FittingCase,
    PricedEdit,
    first_share,
    fitted,
    weights_of,
    with_weights,
)
from scripts.tools.repair.pairs import SlipPair, combined, packed, pairs_in

PAIRS = [
    SlipPair("1", ("a line lost",), "one\ntwo\nthree\n", "one\nthree\n"),
    SlipPair(
        "2",
        ("a line twice", "a word"),
        "one\ntwo\nthree\n",
        "one\none\ntwo\ntree\n",
        ("one\none\ntwo\nthree\n", "one\ntwo\ntree\n"),
    ),
    SlipPair("3", ("the last",), "four\n", "four"),
]


def test_pairs_come_back_from_a_packed_file(tmp_path: Path) -> None:
    file = tmp_path / "pairs.json"
    file.write_text(packed(PAIRS))
    assert pairs_in(file) == PAIRS


def test_pairs_come_from_a_folder(tmp_path: Path) -> None:
    for pair in PAIRS:
        (tmp_path / f"{pair.name}.original.mgn").write_text(pair.original)
        (tmp_path / f"{pair.name}.damaged.mgn").write_text(pair.damaged)
        told = [f"slip {at}: {slip}" for at, slip in enumerate(pair.slips, 1)]
        (tmp_path / f"{pair.name}.txt").write_text("\n".join(told))
    assert pairs_in(tmp_path) == PAIRS


def test_records_of_one_slip_are_joined_by_twos_where_the_slips_are_lines_apart() -> None:
    game = "one\ntwo\nthree\nfour\nfive\n"
    word, lost, near = (
        game.replace("two", "tow"),
        game.replace("five\n", ""),
        game.replace("th", "t"),
    )
    pairs = [
        SlipPair(name, (name,), game, damaged)
        for name, damaged in (("word", word), ("lost", lost), ("near", near))
    ]
    joined = [*combined([*pairs, SlipPair("other", (), "six\n", "si\n")])]
    assert [(each.name, each.damaged) for each in joined] == [
        ("word+lost", "one\ntow\nthree\nfour\n"),
        ("lost+near", "one\ntwo\ntree\nfour\n"),
    ]
    assert joined[0].alone == (word, lost)


def test_the_games_of_the_benchmark_are_not_those_of_the_fitting() -> None:
    measured = {pair.original for file in MEASURED for pair in pairs_in(file)}
    known = {pair.original for pair in pairs_in(FITTED)}
    assert measured
    assert known
    assert not measured & known


def test_what_brings_originals_back_becomes_cheaper() -> None:
    right = PricedEdit(0, ("kind verb", "steps 0"), 0.0)
    wrong = PricedEdit(1, ("kind typo", "steps 0"), 0.0)
    cases = [FittingCase((right, wrong))] * 20
    prior = costs_in(PRIOR)
    before, after = weights_of(prior), fitted(cases, prior)
    assert before["kind typo"] < before["kind verb"]
    assert after["kind verb"] < after["kind typo"]
    assert (first_share(cases, before), first_share(cases, after)) == (0.0, 1.0)


def test_fitted_costs_are_written_into_the_file_and_nothing_else_changes() -> None:
    text = FILE.read_text("utf-8")
    weights = weights_of(costs())
    assert with_weights(text, weights).split("\n")[0] == text.split("\n")[0]
    other = with_weights(text, weights | {"kind verb": 1.23, "steps 4": 9.87, "same-name": -1.5})
    assert "\nverb = 1.23" in other
    assert "[4, 9.87]" in other
    assert "\nsame-name = -1.50" in other
    assert len(other.split("\n")) == len(text.split("\n"))
