"""Texts broken into lines that fit."""

from referee.pictures.metrics import text_width


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Return a text in lines no wider than the room; a word that is wider has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
