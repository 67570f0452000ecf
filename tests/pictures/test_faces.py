"""The face that ships for PNG has every character that pictures use."""

import struct
from importlib import resources
from pathlib import Path

import pytest

import referee.drawing
from referee.drawing.film import FACES, STAND_INS

TEXTS = (
    *map(str, sorted(Path("referee/i18n").glob("*/pictures.toml"))),
    *map(str, sorted(Path("referee/drawing").glob("*.py"))),
)
ALPHABETS = "ÀÂÇÈÉÊËÎÏÔÙÛàâçèéêëîïôùûÄÖÜßäöüčďěňřšťůžČĎĚŇŘŠŤŮŽĳœ"


def characters(data: bytes) -> set[int]:
    """Return the characters of a face, by its table of format 4."""
    tables = struct.unpack(">H", data[4:6])[0]
    entries = [struct.unpack(">4s3I", data[12 + 16 * n : 28 + 16 * n]) for n in range(tables)]
    start = next(offset for tag, _, offset, _ in entries if tag == b"cmap")
    maps = struct.unpack(">H", data[start + 2 : start + 4])[0]
    found: set[int] = set()
    for number in range(maps):
        entry = start + 4 + 8 * number
        at = start + struct.unpack(">2HI", data[entry : entry + 8])[2]
        form, count = struct.unpack(">H4xH", data[at : at + 8])
        if form == 4:
            half = count // 2
            ends = struct.unpack(f">{half}H", data[at + 14 : at + 14 + count])
            starts = struct.unpack(f">{half}H", data[at + 16 + count : at + 16 + 2 * count])
            for first, last in zip(starts, ends, strict=True):
                found |= {*range(first, last + 1)}
    return found - {0xFFFF}


@pytest.mark.parametrize("face", FACES)
def test_every_character_of_a_picture_is_in_the_face(face: str) -> None:
    known = characters((resources.files(referee.drawing) / "fonts" / face).read_bytes())
    used = {char for text in TEXTS for char in Path(text).read_text() if char.isprintable()}
    assert {char for char in used if ord(char) not in known} <= STAND_INS.keys()
    assert all(ord(str(char)) in known for char in STAND_INS.values())


@pytest.mark.parametrize("face", FACES)
def test_names_in_the_languages_of_the_rulebooks_can_be_drawn(face: str) -> None:
    known = characters((resources.files(referee.drawing) / "fonts" / face).read_bytes())
    assert [char for char in ALPHABETS if ord(char) not in known] == []
