"""How contents are told from each other: digests, canonical JSON, and where two texts part."""

from typing import Final

CUT: Final = "..."


def sha256_of(data: bytes) -> str:
    """Return the SHA-256 of `data` as hexadecimal digits."""
    # It brings OpenSSL, which takes longer to load than a short record to judge.
    import hashlib  # noqa: PLC0415

    return hashlib.sha256(data).hexdigest()


# One way to write plain data as JSON, byte for byte the same everywhere ---------------------------
def canonical_json(value: object) -> str:
    """Return `value` as JSON: keys sorted, no spaces, ASCII only, no floating point."""
    # Most records are judged without it.
    import json  # noqa: PLC0415

    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )


# Two long texts cut so that the place where they part can still be seen ---------------------------
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
