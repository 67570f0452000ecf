"""Pairs of records with and without slips, on which repairs are measured."""

from pathlib import Path

from scripts.tools.bench.repair import SlipPair, pairs_in

PAIRS = [
    SlipPair("1", ("a line lost",), "one\ntwo\nthree\n", "one\nthree\n"),
    SlipPair("2", ("a line twice", "a word"), "one\ntwo\nthree\n", "one\none\ntwo\ntree\n"),
    SlipPair("3", ("the last",), "four\n", "four"),
]


def test_pairs_come_back_from_a_packed_file(tmp_path: Path) -> None:
    file = tmp_path / "pairs.json"
    file.write_text("""{"games": [["one", "two", "three", ""], ["four", ""]], "pairs": [
{"name": "1", "slips": ["a line lost"], "game": 0, "changed": [[1, 2, []]]},
{"name": "2", "slips": ["a line twice", "a word"], "game": 0,
 "changed": [[0, 0, ["one"]], [2, 3, ["tree"]]]},
{"name": "3", "slips": ["the last"], "game": 1, "changed": [[1, 2, []]]}
]}""")
    assert [*pairs_in(file)] == PAIRS


def test_pairs_come_from_a_folder(tmp_path: Path) -> None:
    for pair in PAIRS:
        (tmp_path / f"{pair.name}.original.mgn").write_text(pair.original)
        (tmp_path / f"{pair.name}.damaged.mgn").write_text(pair.damaged)
        told = [f"slip {at}: {slip}" for at, slip in enumerate(pair.slips, 1)]
        (tmp_path / f"{pair.name}.txt").write_text("\n".join(told))
    assert [*pairs_in(tmp_path)] == PAIRS
