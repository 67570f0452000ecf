"""The most expensive other files, and requests, within the limits."""

import dataclasses
import json
from collections.abc import Mapping
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

import referee
from referee.api.kept_results import ResultKey
from referee.components.set_writer import write_set
from referee.game.input_limits import (
    BYTES_OF_A_GOLDEN_GAME,
    BYTES_OF_A_POSITION,
    BYTES_OF_A_PUZZLE,
    BYTES_OF_A_REQUEST,
    BYTES_OF_A_RESULT,
    BYTES_OF_A_SET_FILE,
    BYTES_OF_KNOWN_FAILURES,
    ENTRIES_OF_A_LIST,
    ENTRIES_OF_A_TABLE,
    EVENTS_OF_A_GOLDEN_GAME,
    NESTING,
)
from referee.game.set_reader import reference_set
from referee.game.set_tables import FILES
from referee.game.shipped_files import shipped
from scripts.tools.check.limit_case import GAMES, TYPED, LimitCase, written


def _padded(text: str, most: int) -> str:
    """Return TOML with as much more of it as a file may have."""
    line = "# " + "x" * 90 + "\n"
    return text + line * ((most - len(text.encode())) // len(line))


def _position(folder: Path) -> tuple[str, ...]:
    text = 'players = ["blue", "green"]\n[regions]\n'
    names = (f'r{number} = "cairo"\n' for number in count(1000))
    while len(text) < BYTES_OF_A_POSITION - 20:
        text += next(names)
    return ("position", "check", written(folder, "table.toml", text))


def _puzzle(folder: Path) -> tuple[str, ...]:
    text = (shipped("puzzles") / "three-books.toml").read_text("utf-8")
    deep = "x = " + "[" * (NESTING - 2) + "]" * (NESTING - 2) + "\n"
    more = deep + "".join(f"k{n} = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n" for n in range(1_900))
    return (
        "puzzle",
        "show",
        written(folder, "big.toml", f"{text}\n[big]\n{more}"[:BYTES_OF_A_PUZZLE]),
    )


def _large_set(folder: Path) -> tuple[str, ...]:
    """Write a set with as many entries of each kind, and bytes of each file, as it may have."""
    reference = reference_set()
    tables: dict[str, tuple[Any, ...]] = {}
    for table in ("regions", "borders", "cards", "books", "spaces", "tiles", "starting_tiles"):
        entries = getattr(reference, table)
        more = islice(cycle(entries), ENTRIES_OF_A_TABLE - len(entries))
        named = (
            replace(each, id=f"x{number}") if hasattr(each, "id") else each
            for number, each in enumerate(more)
        )
        tables[table] = (*entries, *named)
    large = dataclasses.replace(reference, name="large", **cast("Any", tables))
    made = write_set(large, folder / "large")
    for name in FILES:
        path = made / name
        path.write_text(_padded(path.read_text("utf-8"), BYTES_OF_A_SET_FILE), "utf-8")
    return ("components", "check", str(made))


def _golden(folder: Path) -> tuple[str, ...]:
    """Write a game whose middle has a turn that is taken back again and again."""
    first, *events, last = (GAMES / "golden" / "game-02.jsonl").read_bytes().splitlines()
    at = next(n for n, event in enumerate(events) if n > len(events) // 2 and b'"goods"' in event)
    turn, digest, turns = json.loads(events[at])
    _, digest, turns = json.loads(events[at - 1])
    taken = json.dumps([{"do": "take-back", "turn": turn}, digest, turns]).encode()
    many = [taken] * (EVENTS_OF_A_GOLDEN_GAME - len(events))
    data = b"\n".join([first, *events[:at], *many, *events[at:], last, b""])
    if len(data) > BYTES_OF_A_GOLDEN_GAME:
        raise ValueError(f"{len(data):,} bytes are more than a golden game has")
    (folder / "golden").mkdir()
    written(folder / "golden", "game-00.jsonl", data)
    return ("golden", "check", str(folder / "golden"))


def _results(folder: Path) -> tuple[str, ...]:
    game = written(folder, "game.mgn", (GAMES / "two-players.mgn").read_bytes())
    verdict = referee.check(game).to_dict()
    del verdict["filled_in"]
    key = msgspec.to_builtins(ResultKey("x", "", ""))
    head = msgspec.json.encode({**verdict, **key})[:-1] + b',"filled_in":['
    # Short words take the most memory for their bytes.
    line = head + b'"ab",' * ((BYTES_OF_A_RESULT - len(head) - 10) // 5) + b'""]}\n'
    return (
        "check",
        "--results",
        written(folder, "done.jsonl", line),
        "--resume",
        "--summary",
        game,
    )


def _requests(folder: Path) -> tuple[str, ...]:
    reference = reference_set()
    header, *steps = (GAMES / "golden" / "game-00.jsonl").read_text("utf-8").splitlines()
    game = json.loads(header)
    events = [json.loads(line)[0] for line in steps[:-1]]
    of_marker = next(n for n, event in enumerate(events) if event["do"] == "marker")
    begin = {
        "do": "new",
        "id": 1,
        "components": {"name": reference.name, "digest": reference.digest},
        **{key: game[key] for key in ("players", "tracks", "rulings")},
        "first_game_tracks": game["first_game"],
        "first_game_tiles": game["first_game"],
        "events": events[:of_marker],
    }
    # Only the lists of an event itself are counted.
    points = {"part": "points", "books": ["a1"] * (BYTES_OF_A_REQUEST // 600), "for_pounds": None}
    event = {**events[of_marker], "reward": [points] * ENTRIES_OF_A_LIST}
    asked = {"do": "check", "id": 2, "event": event}
    written(folder, TYPED, b"".join(msgspec.json.encode(each) + b"\n" for each in (begin, asked)))
    return ("serve-engine",)


def _known(folder: Path) -> tuple[str, ...]:
    names = "".join(f"x{number}\n" for number in range(BYTES_OF_KNOWN_FAILURES // 6))
    known = written(folder, "known.txt", names[:BYTES_OF_KNOWN_FAILURES])
    saved = str(folder / "found")
    return ("conform", "--games", "1", "--known", known, "--save", saved, "--", "true")


FILE_CASES: Final[Mapping[str, LimitCase]] = {
    "position": LimitCase(("BYTES_OF_A_POSITION",), _position),
    "puzzle": LimitCase(("BYTES_OF_A_PUZZLE", "NESTING"), _puzzle),
    "component set": LimitCase(("BYTES_OF_A_SET_FILE", "ENTRIES_OF_A_TABLE"), _large_set),
    # Counting the legal turns of a real game takes about 2 seconds by itself.
    "golden game": LimitCase(
        ("BYTES_OF_A_GOLDEN_GAME", "EVENTS_OF_A_GOLDEN_GAME"), _golden, seconds=5
    ),
    "results": LimitCase(("BYTES_OF_A_RESULT",), _results),
    "requests": LimitCase(("BYTES_OF_A_REQUEST",), _requests),
    "known failures": LimitCase(("BYTES_OF_KNOWN_FAILURES",), _known),
}
