"""The most expensive logs and mappings within the limits."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from referee.game.input_limits import (
    BYTES_OF_A_LOG,
    BYTES_OF_A_MAPPING,
    ENTRIES_OF_A_MAPPING,
    LINES_OF_A_LOG,
    LINES_OF_A_RECORD,
)
from scripts.tools.check.limit_case import CHECK, GAMES, LimitCase, Plain, written

_PLAIN_MAPPING: Final[Plain] = {
    "format": "mapping-1",
    "header": {"when": {"e": "open"}, "say": {"players": "seats"}},
    "statement": [{"when": {"e": "round"}, "say": {"do": {"value": "round"}, "number": "n"}}],
}
_OPENING: Final = {"e": "open", "seats": [{"colour": "blue"}, {"colour": "red"}]}


def _log(folder: Path, mapping: Plain, lines: list[bytes]) -> tuple[str, ...]:
    text = msgspec.toml.encode(mapping)
    if len(text) > BYTES_OF_A_MAPPING:
        raise ValueError(f"{len(text):,} bytes are more than a mapping has")
    named = written(folder, "mapping.toml", text)
    return (*CHECK, "--mapping", named, written(folder, "log.ndjson", b"\n".join(lines)))


def _long_game(folder: Path) -> tuple[str, ...]:
    line = json.dumps({"e": "round", "n": 1}).encode()
    opening = json.dumps(_OPENING).encode()
    skipped = {"when": {"e": "note"}, "skip": True}
    mapping = {**_PLAIN_MAPPING, "statement": [*_PLAIN_MAPPING["statement"], skipped]}
    note = json.dumps({"e": "note", "text": "x" * 60}).encode()
    lines = [opening, *[line] * 1_900, *[note] * (LINES_OF_A_RECORD - 1_901)]
    return _log(folder, mapping, lines)


def _lookups(folder: Path) -> tuple[str, ...]:
    rules = [{"when": {"e": f"x{n}"}, "skip": True} for n in range(ENTRIES_OF_A_MAPPING - 1)]
    mapping = {**_PLAIN_MAPPING, "statement": [*rules, *_PLAIN_MAPPING["statement"]]}
    line = json.dumps({"e": "round", "n": 1}).encode()
    return _log(folder, mapping, [json.dumps(_OPENING).encode(), *[line] * 1_900])


def _doubling(folder: Path) -> tuple[str, ...]:
    values: Plain = {
        f"v{n}": {"make": {"x": {"use": f"v{n + 1}"}, "y": {"use": f"v{n + 1}"}}}
        for n in range(ENTRIES_OF_A_MAPPING - 1)
    }
    values[f"v{ENTRIES_OF_A_MAPPING - 1}"] = {"value": 1}
    mapping = {**_PLAIN_MAPPING, "values": values, "header": {"say": {"players": {"use": "v0"}}}}
    return _log(folder, mapping, [json.dumps(_OPENING).encode()] * 100)


def _many_games(folder: Path) -> tuple[str, ...]:
    mapping = written(folder, "mapping.toml", (GAMES / "foreign" / "mapping.toml").read_bytes())
    log = (GAMES / "foreign" / "exported.ndjson").read_bytes()
    most = min(BYTES_OF_A_LOG // (len(log) + 2_000), LINES_OF_A_LOG // log.count(b"\n"))
    games = b"".join(log.replace(b"oak-", b"oak%d-" % number) for number in range(most))
    return ("check", "--summary", "--mapping", mapping, written(folder, "log.ndjson", games))


LOG_CASES: Final[Mapping[str, LimitCase]] = {
    "a long foreign game": LimitCase(("LINES_OF_A_RECORD",), _long_game),
    "lookups": LimitCase(
        ("LOOKUPS_OF_A_GAME", "ENTRIES_OF_A_MAPPING", "BYTES_OF_A_MAPPING"), _lookups
    ),
    "values of values": LimitCase(("LOOKUPS_OF_A_GAME",), _doubling),
    # Some 500 games, each of which is a record.
    "many foreign games": LimitCase(("BYTES_OF_A_LOG", "LINES_OF_A_LOG"), _many_games, seconds=60),
}
