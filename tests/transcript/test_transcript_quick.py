from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Tree

from referee.game.reading import reference_set
from referee.transcript.building import build
from referee.transcript.grammar import parse
from referee.transcript.header_lines import HeaderLine, canonical_header
from referee.transcript.names import Names
from referee.transcript.parsed_lines import HEADERS, header_line
from referee.transcript.problems import WordError
from referee.transcript.quick import QuickReader
from referee.transcript.record import NamedPlayer
from referee.transcript.said import Said
from referee.transcript.saying import COLOURS, record_of
from referee.transcript.writing import line_of
from tests.transcript.games import played

NAMES = Names(reference_set(), tuple(NamedPlayer(colour) for colour in COLOURS))
QUICK = QuickReader(NAMES)


def by_grammar(line: str) -> Said | None:
    """Return what the grammar reads in a line, or None if it is no statement for it."""
    try:
        tree = parse(line)
    except WordError:
        return None
    (branch, *claims) = tree.children
    if claims or not isinstance(branch, Tree) or branch.data in {*HEADERS, "claims", "takeback"}:
        return None
    try:
        return build(branch, NAMES)
    except WordError:
        return None


def header_by_grammar(line: str) -> HeaderLine | None:
    """Return what the grammar takes for a line of the header."""
    try:
        return header_line(parse(line))
    except WordError:
        return None


HEADER = (
    "players blue, green",
    'players blue "Ann", red "Bob Smith"',
    "set reference",
    "set own-copy sha256:8cab7c86d7528dd0",
    "setup variable",
    "setup first-game",
    "setup first-game tracks",
    'title "The long evening"',
    "rulings capital-call=owned cover=free",
    "tracks mombasa=C2 cape-town=D1 saint-louis=B1 cairo=A1",
)


@pytest.mark.parametrize("line", HEADER)
def test_a_canonical_header_needs_no_grammar(line: str) -> None:
    found = canonical_header(line)
    wanted = header_by_grammar(line)
    assert found is not None
    assert wanted is not None
    assert (found.kind, found.first, found.words) == (wanted.kind, wanted.first, wanted.words)
    if found.kind in ("rulings", "tracks"):
        assert found.groups == wanted.groups


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(HEADER), st.data())
def test_a_damaged_header_is_read_as_the_grammar_reads_it_or_not_at_all(
    line: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(line)))
    damaged = line[:at] + data.draw(st.text("aZ1:=\"'#,? -\t", max_size=3)) + line[at + 1 :]
    found = canonical_header(damaged)
    if found is not None:
        wanted = header_by_grammar(damaged)
        assert wanted is not None, damaged
        assert (found.kind, found.first, found.words) == (wanted.kind, wanted.first, wanted.words)


def lines(seed: int) -> list[str]:
    setting, game = played(seed, 2 + seed % 3)
    record = record_of(setting, [event for event, _ in game])
    return [line_of(statement, COLOURS) for statement in record.statements]


@pytest.mark.parametrize("seed", range(12))
def test_canonical_lines_are_read_as_the_grammar_reads_them(seed: int) -> None:
    found = [QUICK.read(line) for line in lines(seed)]
    assert sum(said is None for said in found) < 0.2 * len(found)
    for line, said in zip(lines(seed), found, strict=True):
        assert said is None or said == by_grammar(line), line


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 11), st.integers(0, 2**32))
def test_damaged_lines_are_read_as_the_grammar_reads_them_or_not_at_all(
    seed: int, chance: int
) -> None:
    rng = Random(chance)
    every = lines(seed)
    words = [word for line in every for word in line.split(" ")] + ["?", "-", "for", "5", "plus"]
    for line in rng.sample(every, 10):
        parts = line.split(" ")
        for _ in range(rng.randrange(1, 3)):
            at = rng.randrange(len(parts))
            match rng.randrange(4):
                case 0:
                    parts[at] = rng.choice(words)
                case 1:
                    parts.insert(at, rng.choice(words))
                case 2 if len(parts) > 1:
                    del parts[at]
                case _:
                    place = rng.randrange(len(parts[at]) + 1)
                    parts[at] = parts[at][:place] + rng.choice("a1:@<()*,? -") + parts[at][place:]
        damaged = " ".join(parts)
        said = QUICK.read(damaged)
        assert said is None or said == by_grammar(damaged), damaged


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "blue",
        "blue goods",
        "blue end nowhere",
        "b end left",
        "BLUE end left",
        "blue marker first take points(a01",
        "blue marker first take points(",
        "blue marker first take points(a01))",
    ],
)
def test_what_is_not_canonical_is_left_to_the_grammar(line: str) -> None:
    assert QUICK.read(line) is None
