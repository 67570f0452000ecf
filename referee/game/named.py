"""The ids that plain data names."""

from collections.abc import Iterator


def words_in(data: object) -> frozenset[str]:
    """Return every word in plain data, wherever it stands."""
    return frozenset(_words(data))


def _words(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            yield from _words([*data.values()])
        case list() | tuple():
            for item in data:
                yield from _words(item)
        case _:
            pass
