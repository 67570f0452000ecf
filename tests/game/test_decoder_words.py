"""What the decoder says of data is said in every language, and in English as it says it."""

from typing import Annotated, Literal

import msgspec
import pytest

from referee.core.input_limits import decoder_words
from referee.i18n.catalogue import ENGLISH, offered
from referee.i18n.speech import speaking


class Row(msgspec.Struct, forbid_unknown_fields=True):
    size: Annotated[int, msgspec.Meta(ge=1)]
    colour: Literal["blue", "green"] = "blue"


class One(msgspec.Struct, tag="one"):
    pass


class Other(msgspec.Struct, tag="other"):
    pass


class Game(msgspec.Struct):
    rows: list[Row]
    kind: One | Other | None = None


DATA = {
    "missing": b"{}",
    "missing further in": b'{"rows": [{}]}',
    "unknown": b'{"rows": [{"size": 1, "smell": 2}]}',
    "another type": b'{"rows": [{"size": "large"}]}',
    "too small": b'{"rows": [{"size": 0}]}',
    "another choice": b'{"rows": [{"size": 1, "colour": "pink"}]}',
    "another kind": b'{"rows": [], "kind": {"type": "third"}}',
    "malformed": b'{"rows": [}',
    "cut": b'{"rows": [',
    "encoding": b'{"rows\xff": []}',
}
ENGLISH_WORDS = ("Object", "Expected", "Invalid", "malformed", "truncated", "codec", "got", " at ")


def error_of(data: bytes) -> Exception:
    try:
        msgspec.json.decode(data, type=Game)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return error
    raise AssertionError(f"{data!r} is a game")


@pytest.mark.parametrize("name", DATA)
def test_english_is_what_the_decoder_says(name: str) -> None:
    error = error_of(DATA[name])
    assert decoder_words(error) == str(error)


@pytest.mark.parametrize("code", sorted({*offered()} - {ENGLISH}))
@pytest.mark.parametrize("name", DATA)
def test_other_languages_have_no_english_words(name: str, code: str) -> None:
    with speaking(code):
        told = decoder_words(error_of(DATA[name]))
    assert [word for word in ENGLISH_WORDS if word in told] == []


def test_any_other_error_stays_as_it_is() -> None:
    with speaking("fr"):
        assert decoder_words(msgspec.ValidationError("un plan est demandé")) == (
            "un plan est demandé"
        )
