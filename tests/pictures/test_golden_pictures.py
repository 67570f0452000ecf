"""Whoever means to change a drawing looks at it, and runs `python -m tests.pictures.goldens`."""

import pytest

from tests.pictures.goldens import FOLDER, pictures

DRAWN = pictures()


def test_every_kept_picture_is_drawn() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_a_thing_is_drawn_as_it_was(name: str) -> None:
    assert DRAWN[name] == (FOLDER / f"{name}.svg").read_text("utf-8")
