"""Whoever means to change a drawing looks at it, and runs `python -m tests.pictures.goldens`."""

from pathlib import Path

import pytest

from scripts.tools.docs import PICTURES, drawn
from tests.pictures.goldens import FOLDER, pictures


def test_every_kept_picture_is_drawn() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(pictures())


@pytest.mark.parametrize("kept", sorted(FOLDER.iterdir()), ids=lambda kept: kept.stem)
def test_a_thing_is_drawn_as_it_was(kept: Path) -> None:
    assert pictures()[kept.stem] == kept.read_text("utf-8")


@pytest.mark.slow
def test_the_pictures_of_the_documents_are_up_to_date() -> None:
    """`scripts/make pictures` draws them anew."""
    for name, svg in drawn().items():
        assert (PICTURES / name).read_text("utf-8") == svg, name
