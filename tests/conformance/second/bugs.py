"""Mistakes that people make when they write the game down; all are off unless asked for."""

BUGS: dict[str, str] = {
    "clerk-is-own-colleague": "the bookkeeper in use counts as a further bookkeeper",
}

_on: set[str] = set()


def switch_on(name: str) -> None:
    """Make the program wrong in one way from now on."""
    _on.add(name)


def bug(name: str) -> bool:
    """Whether the program has been made wrong in this way."""
    assert name in BUGS, name
    return name in _on
