"""Whatever is given as a position is answered, soon and with a reason."""

import time
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.core.problem import Problem
from referee.core.public import digest
from referee.core.state import PHASES
from referee.engine.legal_turns import legal_turns
from referee.positions.audit import audit
from referee.positions.loader import Position, load_position, position_of
from referee.positions.parser import PositionError
from referee.positions.writer import position_text
from tests.transcript.games import played


def survives(data: bytes | str) -> None:
    """Read and audit whatever it is; only a `PositionError` with reasons may come of it."""
    told: tuple[Problem, ...] = ()
    try:
        found = load_position(data, "table.toml")
    except PositionError as error:
        told = error.faults
    else:
        sound(found)
        return
    assert told
    assert all(fault.sentence for fault in told)


def sound(found: Position) -> None:
    """Require that a position can be audited, written and read again."""
    audit(found.state, found.colours)
    text = position_text(found.state, found.colours)
    assert digest(load_position(text, "again.toml").state) == digest(found.state)


def sample(seed: int) -> str:
    _, happened = played(5, 3)
    return position_text(Random(seed).choice([state for _, state in happened]))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
@example(b"\xff\xfer\x00o\x00")
@example(b"\xef\xbb\xbfround = 2")
@example(b"round = 1\xe9")
@example(b"a = " + b"[" * 5000)
@example(b"a" + b".a" * 5000 + b" = 1")
@example(b"round = " + b"9" * 10_000)
@example(b"round = 0x" + b"f" * 10_000)
@example(b"round = nan")
@example(b"round = 1979-05-27")
@example(b"players = [[]]")
def test_random_bytes_are_answered(data: bytes) -> None:
    survives(data)


WORDS = st.sampled_from(
    ["blue", "0", "left", "cairo", "R01", "coffee2", "exp1", "a09", "top2", "S01", "empty", "", "é"]
)
LEAVES = WORDS | st.integers(-2, 40) | st.booleans() | st.floats() | st.lists(WORDS, max_size=3)
VALUES = LEAVES | st.dictionaries(WORDS, LEAVES | st.dictionaries(WORDS, LEAVES, max_size=2))
SEAT_KEYS = st.sampled_from(
    [
        "cash",
        "hand",
        "gets",
        "slots",
        "used",
        "resting",
        "tracks",
        "levels",
        "diamonds",
        "ink",
        "books",
        "flipped",
        "starting_tile",
        "tiles",
        "plus_one",
        "done",
        "plan",
    ]
)
TABLE_KEYS = st.sampled_from(
    [
        "set",
        "players",
        "setup",
        "tracks",
        "rulings",
        "round",
        "turn",
        "first_player",
        "to_move",
        "regions",
        "bases",
        "display",
        "stack",
        "discards",
        "books",
        "book_coins",
        "markers",
        "rejected",
        "title",
    ]
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(TABLE_KEYS, VALUES, max_size=5),
    st.dictionaries(SEAT_KEYS, VALUES, max_size=5),
    st.sampled_from(PHASES),
)
def test_any_value_under_any_key_is_answered(
    table: dict[str, object], seat: dict[str, object], phase: str
) -> None:
    try:
        found = position_of({**table, "phase": phase, "seat": {"blue": seat}})
    except PositionError as error:
        faults = error.faults
    else:
        sound(found)
        return
    assert faults


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10), st.integers(0, 10_000))
def test_a_position_that_is_cut_off_is_answered(seed: int, length: int) -> None:
    survives(sample(seed)[:length])


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10), st.randoms(use_true_random=False))
def test_a_position_with_words_exchanged_is_answered(seed: int, rng: Random) -> None:
    words = sample(seed).split(" ")
    for _ in range(rng.randint(1, 4)):
        one, other = rng.randrange(len(words)), rng.randrange(len(words))
        words[one], words[other] = words[other], words[one]
    survives(" ".join(words))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10), st.randoms(use_true_random=False))
def test_a_position_that_is_accepted_can_be_played_on(seed: int, rng: Random) -> None:
    lines = sample(seed).splitlines()
    del lines[rng.randrange(len(lines))]
    try:
        state = load_position("\n".join(lines), "table.toml").state
    except PositionError:
        return
    if state.phase == "actions":
        next(iter(legal_turns(state, ("goods",))), None)


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "latin-1"])
def test_another_encoding_is_told(codec: str) -> None:
    with pytest.raises(PositionError) as refusal:
        load_position('title = "Frühling"'.encode(codec), "table.toml")
    assert "UTF-8" in str(refusal.value) or "TOML" in str(refusal.value)


@pytest.mark.parametrize(
    "data",
    [
        b"x" * 10_000_000,
        b"a = 1\n" * 1_700_000,
        b"[seat.blue]\n" * 800_000,
        bytes(range(256)) * 40_000,
        b"round = [" + b"1," * 90_000,
        b'"' + b"a" * 190_000,
        b"".join(b"k%d = 1\n" % number for number in range(15_000)),
        b"[seat.blue]\n" + b"".join(b"k%d = 1\n" % number for number in range(15_000)),
        b"stack = [" + b'"exq3",' * 25_000 + b"]",
    ],
)
def test_ten_megabytes_of_junk_are_answered_within_a_second(data: bytes) -> None:
    started = time.process_time()
    with pytest.raises(PositionError):
        load_position(data, "table.toml")
    assert time.process_time() - started < 1
