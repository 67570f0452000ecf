"""Whatever bytes stand in the place of a file of a set, the reader names the file."""

from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.components.generate import random_set
from referee.components.set_writer import write_set
from referee.core.component_set import TABLES
from referee.core.input_limits import BYTES_OF_A_SET_FILE
from referee.core.set_reader import (
    FILES,
    HEADER,
    ComponentSetError,
    EntryFinding,
    read_draft,
    read_set,
)
from tests.components.a_map import BORDER, REGION, found_in

pytestmark = pytest.mark.slow

EVERY_FILE = (HEADER, *FILES)


@pytest.fixture(scope="module")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_set(random_set(Random(0)), tmp_path_factory.mktemp("sets") / "set")


@pytest.mark.parametrize("file", EVERY_FILE)
def test_a_missing_file_is_named(file: str, folder: Path) -> None:
    (folder / file).unlink()
    assert list(map(str, read_draft(folder).findings)) == [
        f"{file}: is missing; every set has this file"
    ]


@pytest.mark.parametrize("file", EVERY_FILE)
def test_a_folder_in_the_place_of_a_file_is_named(file: str, folder: Path) -> None:
    (folder / file).unlink()
    (folder / file).mkdir()
    assert list(map(str, read_draft(folder).findings)) == [
        f"{file}: is missing; every set has this file"
    ]


def test_a_link_in_a_circle_is_named(folder: Path) -> None:
    (folder / "map.toml").unlink()
    (folder / "map.toml").symlink_to(folder / "map.toml")
    (finding,) = read_draft(folder).findings
    assert str(finding).startswith("map.toml: cannot be read: ")


@pytest.mark.parametrize("file", EVERY_FILE)
def test_an_empty_file_is_named(file: str, folder: Path) -> None:
    found = found_in(folder, file, b"")
    assert found
    assert {finding.file for finding in found} == {file}


DEEP = 10_000
UNREADABLE = {
    "latin-1": (REGION.replace("region", "région").encode("latin-1"), "is not UTF-8 text: byte"),
    "UTF-16": (REGION.encode("utf-16"), "is not UTF-8 text: byte"),
    "NUL": (REGION.replace("R1", "\0").encode(), "is not valid TOML: "),
    "no TOML": (b"a map of the world", "is not valid TOML: "),
    "cut off": (REGION.encode()[:20], "is not valid TOML: "),
    "a key twice": (REGION.replace("name", "id").encode(), "is not valid TOML: "),
    "open lists": (b"region = " + b"[" * DEEP, "is nested too deeply"),
    "lists": (b"region = " + b"[" * DEEP + b"]" * DEEP, "is nested too deeply"),
    "a few lists": (b"region = " + b"[" * 25 + b"]" * 25, "is nested too deeply"),
    "tables": (b"region = " + b"{ a = " * 900 + b"1" + b"}" * 900, "is nested too deeply"),
    "dotted key": (b"[[region]]\nid" + b".a" * DEEP + b" = 1", "is nested too deeply"),
    "quoted key": (b"[[region]]\nid" + b' . "a b"' * DEEP + b" = 1", "is nested too deeply"),
    "dotted table": (b"[region" + b".a" * DEEP + b"]", "is nested too deeply"),
    "a few dots": (b"[[region]]\nid" + b".a" * 30 + b" = 1", "is nested too deeply"),
    "long number": (b"region = " + b"9" * 5_000, "has a number with too many digits"),
    "long hexadecimal number": (
        b"region = [0x" + b"f" * 5_000 + b"]",
        "has a number with too many digits",
    ),
    "2 MB": (b"#" * 2_000_000, f"is larger than {BYTES_OF_A_SET_FILE:,} bytes"),
}


@pytest.mark.parametrize("file", ["map.toml", HEADER])
@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_file_that_cannot_be_read_is_named_at_once(kind: str, file: str, folder: Path) -> None:
    data, expected = UNREADABLE[kind]
    start = process_time()
    found = found_in(folder, file, data)
    assert process_time() - start < 5
    assert [finding.file for finding in found] == [file]
    assert found[0].message.startswith(expected)


def test_the_line_of_a_byte_that_is_not_text_is_named(folder: Path) -> None:
    found = found_in(folder, "map.toml", b"\xef\xbb\xbf# one\n# two \xff\n")
    assert list(map(str, found)) == ["map.toml:2: is not UTF-8 text: byte 0xff in line 2"]


def test_a_file_may_be_as_large_as_is_allowed(folder: Path) -> None:
    text = REGION + BORDER
    assert found_in(folder, "map.toml", text + "#" * (BYTES_OF_A_SET_FILE - len(text))) == []


def test_marks_and_line_ends_of_other_systems_are_read(folder: Path) -> None:
    text = "\ufeff" + (REGION + BORDER).replace("\n", "\r\n")
    assert found_in(folder, "map.toml", text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('title = "x"', ["set.toml, name: is missing"]),
        ("", ["set.toml, name: is missing", "set.toml, title: is missing"]),
        ('name = "?"\ntitle = "x"', ["set.toml, name: has not been entered"]),
        ('name = "x"\ntitle = 5', ["set.toml, title: found 5; expected a text between quotes"]),
        (
            'name = "x"\ntitle = "x"\nauthor = "x"',
            ["set.toml: has an unknown key `author`; expected name, title, about"],
        ),
    ],
)
def test_a_fault_of_the_header_is_named(text: str, expected: list[str], folder: Path) -> None:
    assert list(map(str, found_in(folder, HEADER, text))) == expected


def test_a_set_is_a_folder(folder: Path) -> None:
    for place in (folder / "map.toml", folder / "nowhere"):
        draft = read_draft(place)
        (finding,) = draft.findings
        assert str(finding) == f"{place}: is not a folder; expected a component set"
        assert draft.gaps == set(TABLES)


def test_reading_a_set_with_faults_gives_all_of_them(folder: Path) -> None:
    (folder / "map.toml").unlink()
    (folder / "cards.toml").write_text("", encoding="utf-8")
    with pytest.raises(ComponentSetError) as raised:
        read_set(folder)
    assert [finding.file for finding in raised.value.findings] == ["map.toml", "cards.toml"]


DAMAGE = (b"", b"\0", b"\xff", b'"', b"[", b"]", b"{", b"=", b"\n", b"?", b'"?"', b"-1", b"9" * 30)


def found_for_once(folder: Path, file: str, data: bytes) -> list[EntryFinding]:
    """Return what the reader finds with this content of `file`, which is put back."""
    whole = (folder / file).read_bytes()
    try:
        return found_in(folder, file, data)
    finally:
        (folder / file).write_bytes(whole)


@settings(max_examples=150, deadline=None)
@given(data=st.binary(max_size=300), file=st.sampled_from(EVERY_FILE))
def test_any_bytes_are_named(shared_folder: Path, data: bytes, file: str) -> None:
    found = found_for_once(shared_folder, file, data)
    assert found
    assert {finding.file for finding in found} == {file}


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_file_with_random_damage_is_read_or_named(
    shared_folder: Path, data: st.DataObject
) -> None:
    file = data.draw(st.sampled_from(EVERY_FILE))
    whole = (shared_folder / file).read_bytes()
    start = data.draw(st.integers(0, len(whole)))
    damage = data.draw(st.sampled_from(DAMAGE))
    length = data.draw(st.integers(0, 40))
    damaged = whole[:start] + damage + whole[start + length :]
    found = found_for_once(shared_folder, file, damaged)
    assert {finding.file for finding in found} <= {file}
    assert all(str(finding) for finding in found)
