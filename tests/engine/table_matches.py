"""Whether a table shows the facts that a case states."""

from collections.abc import Iterator, Mapping

NOTHING = "nothing"
"""Stands for null, and for a key that is not there."""

MEMBERS = {"has", "lacks"}


def differences(expected: object, actual: object, path: str = "") -> Iterator[str]:
    """Yield every stated fact that does not hold.

    A table states some entries of an object, or of a list by their places from 0; `has` and
    `lacks` state members of a list. Everything else must be equal.
    """
    match expected, actual:
        case dict(wanted), list(found) if wanted and wanted.keys() <= MEMBERS:
            has, lacks = _all(wanted.get("has", [])), _all(wanted.get("lacks", []))
            yield from (f"{path} lacks {m}: {found}" for m in has if m not in found)
            yield from (f"{path} has {m}: {found}" for m in lacks if m in found)
        case list(wanted), list(found) if len(wanted) == len(found):
            for at, (value, inner) in enumerate(zip(wanted, found, strict=True)):
                yield from differences(value, inner, f"{path}.{at}")
        case dict(), list(found):
            yield from differences(expected, {str(at): v for at, v in enumerate(found)}, path)
        case dict(entries), Mapping():
            for key, value in entries.items():
                inner = f"{path}.{key}" if path else key
                yield from differences(value, actual.get(key), inner)
        case _:
            if actual != (None if expected == NOTHING else expected):
                yield f"{path} is {actual!r}, stated was {expected!r}"


def _all(members: object) -> list[object]:
    return members if isinstance(members, list) else [members]
