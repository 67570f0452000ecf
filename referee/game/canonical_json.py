"""One way to write plain data as JSON, byte for byte the same everywhere."""


def canonical_json(value: object) -> str:
    """Return `value` as JSON: keys sorted, no spaces, ASCII only, no floating point."""
    # Most records are judged without it.
    import json  # noqa: PLC0415

    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )
