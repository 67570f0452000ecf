"""Pictures as PNG, through resvg, with the face that ships with the referee."""

from importlib import import_module, resources
from typing import Any, Final

from referee.game.messages.pictures import picture_words
from referee.pictures.table import Picture

EXTRA: Final = "pictures"
FACES: Final = ("Roboto-Regular.ttf", "Roboto-Bold.ttf")
FAMILY: Final = "Roboto"


STAND_INS: Final[dict[str, str | int | None]] = {"→": "»"}
"""What is drawn in place of a character that the face lacks."""


class NoRendererError(Exception):
    """What turns a picture into pixels is not installed."""


def png(picture: Picture, scale: float = 2) -> bytes:
    """Return a picture as PNG, so many pixels for each of its units; the same on every machine."""
    try:
        resvg: Any = import_module("resvg_py")
    except ModuleNotFoundError as error:
        raise NoRendererError(picture_words().say("notes", "no-png", extra=EXTRA)) from error
    svg = picture.svg.translate(str.maketrans(STAND_INS))
    folder = resources.files(__package__) / "fonts"
    with resources.as_file(folder) as fonts:
        data: bytes = resvg.svg_to_bytes(
            svg_string=svg,
            zoom=scale,
            skip_system_fonts=True,
            font_files=[str(fonts / face) for face in FACES],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    return data
