"""Two long texts cut so that the place where they part can still be seen."""

from typing import Final

CUT: Final = "..."


def contrasted(one: str, other: str, longest: int) -> tuple[str, str]:
    """Return both texts, each shortened around the first difference if it is too long."""
    pairs = enumerate(zip(one, other, strict=False))
    shorter = min(len(one), len(other))
    parts_at = next((place for place, (mine, told) in pairs if mine != told), shorter)
    # A third of what is shown leads to the difference, the rest follows it.
    begin = max(0, parts_at - longest // 3)
    return _window(one, begin, longest), _window(other, begin, longest)


def _window(text: str, begin: int, longest: int) -> str:
    if len(text) <= longest:
        return text
    end = begin + longest
    before = f"{CUT} " if begin else ""
    after = f" {CUT}" if end < len(text) else ""
    return f"{before}{text[begin:end]}{after}"
