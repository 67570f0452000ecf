import time
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.core.input_limits import BYTES_OF_A_RECORD
from referee.core.problem import Problem
from referee.core.set_reader import reference_set
from referee.engine.mutants import mutated
from referee.records.codec import to_json, to_json_lines
from referee.records.judge import judge
from referee.records.loader import load
from referee.records.record import UnreadableRecordError
from referee.records.writer import record_of, statement_of, text_of
from tests.transcript.games import played, sets

pytestmark = pytest.mark.slow


def sample(form: str) -> bytes:
    setting, game = played(5, 2)
    record = record_of(setting, [event for event, _ in game])
    match form:
        case "text":
            return text_of(record).encode()
        case "json":
            return to_json(record)
        case _:
            return to_json_lines(record)


def survives(data: bytes) -> None:
    """Read and judge whatever it is; only an `UnreadableRecordError` may come of it."""
    told: tuple[Problem, ...] = ()
    try:
        read = load(data, sets)
    except UnreadableRecordError as error:
        told = error.problems
    else:
        judge(read.record, reference_set(), keep_going=True)
        return
    assert told
    assert all(problem.sentence for problem in told)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400))
@example(b"\xff\xfep\x00l\x00")
@example(b"\xef\xbb\xbfplayers blue, green")
@example(b"{" * 5000)
@example(b"[" * 100_000)
@example(b'{"format":"mgn-1"')
@example(b"players blue\xe9")
def test_random_bytes_are_answered(data: bytes) -> None:
    survives(data)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_random_statements_are_answered(text: str) -> None:
    survives(f"players blue, green\n{text}\nblue {text}\n= {text}".encode("utf-8", "replace"))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["text", "json", "jsonl"]), st.floats(0, 1))
def test_truncated_records_are_answered(form: str, part: float) -> None:
    data = sample(form)
    survives(data[: int(len(data) * part)])


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["text", "json", "jsonl"]), st.integers(0, 2**32))
def test_damaged_records_are_answered(form: str, seed: int) -> None:
    rng = Random(seed)
    data = bytearray(sample(form))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randrange(1, 30)]
            case 2:
                data[at:at] = data[rng.randrange(len(data)) :][: rng.randrange(1, 30)]
            case _:
                data[at : at + 1] = rng.choice([b"?", b"-", b"9", b"\n", b"=", b"cairo"])
    survives(bytes(data))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_shuffled_words_are_answered(seed: int) -> None:
    rng = Random(seed)
    lines = sample("text").decode().split("\n")
    words = [word for line in lines for word in line.split()]
    for _ in range(10):
        at = rng.randrange(5, len(lines))
        parts = lines[at].split()
        if parts:
            parts[rng.randrange(len(parts))] = rng.choice(words)
            lines[at] = " ".join(parts)
    survives("\n".join(lines).encode())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"])
def test_wrong_encodings_are_told(encoding: str) -> None:
    text = 'players blue "Zoë", green\nsetup first-game\n'
    with pytest.raises(UnreadableRecordError):
        load(text.encode(encoding), sets)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_nonsense_that_is_well_formed_is_answered(seed: int) -> None:
    rng = Random(seed)
    setting, game = played(seed % 4, 2)
    statements = []
    for event, _ in game:
        wrong = mutated(event, setting, rng, parts=3) if rng.random() < 0.1 else event
        exact = rng.random() < 0.5
        statements.append(statement_of(wrong, setting.rulings, setting.components, exact=exact))
    record = record_of(setting, [])
    record = replace(record, statements=tuple(statements))
    for data in (to_json(record), to_json_lines(record), text_of(record).encode()):
        survives(data)


SIZE = BYTES_OF_A_RECORD - 100
"""So that all of it is looked at."""

JUNK = {
    "bytes": lambda: Random(1).randbytes(SIZE),
    "one line": lambda: b"blue goods coffee1 " * (SIZE // 19),
    "hashes": lambda: b'"#' * (SIZE // 2),
    "words": lambda: b"lorem ipsum dolor sit amet\n" * (SIZE // 27),
    "short lines": lambda: b"x\n" * (SIZE // 2),
    "empty lines": lambda: b"\n" * SIZE,
    "braces": lambda: b'{"a":' * (SIZE // 5),
    "json lines": lambda: b'{"header":1}\n' * (SIZE // 13),
    "a string": lambda: b'{"format":"mgn-1","x":"' + b"y" * SIZE + b'"}',
}


@pytest.mark.parametrize("kind", JUNK)
def test_as_much_junk_as_may_be_is_answered_within_a_second(kind: str) -> None:
    data = JUNK[kind]()
    start = time.process_time()
    with pytest.raises(UnreadableRecordError) as caught:
        load(data, sets)
    assert time.process_time() - start < 1
    assert len(caught.value.problems) <= 21
