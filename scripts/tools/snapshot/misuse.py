"""What people get wrong: unknown names, bad options, and files that are missing or spoiled."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from scripts.tools.snapshot.run import CommandRun, Session, alone, run, words

GAME: Final = "games/four-players.mgn"

_ON_A_FILE: Final = (
    *("check", "check --json", "check --keep-going", "explain", "explain --json", "show"),
    *("show --json", "score", "score --json", "legal", "legal --json", "fmt", "convert --to json"),
    *("best", "best --json", "books", "review", "review --json", "perft", "position from"),
    *("position check", "position check --json", "position show", "position show --json"),
    *("puzzle show", "puzzle solve --json"),
)

_UNKNOWN: Final = (
    *("dance", "rules XYZ-99", "rules GDS-4", "rules XYZ-99 --json", "rules --family XYZ"),
    *("rulings nonsense", "rulings capital-cal --json", "puzzle show nonsense", "puzzle dance"),
    *("puzzle solve banana-bot end", "puzzle solve banana-boat ''", "puzzle list --theme nonsense"),
    *("components show --section nonsense", "components check no-such-folder"),
    *("components new games", "golden check games", "golden make games/golden/game-00.jsonl"),
)

_OPTIONS: Final = (
    *(f"{name} {GAME} --at 9.9" for name in ("show", "legal", "explain", "best", "score --json")),
    *(f"show {GAME} --at {moment}" for moment in ("0", "3.99", "x", "-1", "3.2.1", "''")),
    *("check", "check --no-such-option", "check --jobs 0 games", "check --resume games"),
    *(f"check --mapping no-such-file {GAME}", f"check --mapping {GAME} {GAME}"),
    *(f"explain {GAME} --edition xx", f"legal {GAME} --action dance", f"legal {GAME} --most -1"),
    *(f"convert {GAME}", f"convert {GAME} --to xml", f"convert {GAME} --game oak-7 --to json"),
    *("play --players 5", "play --seed x", f"show {GAME} --components games"),
    *(f"best {GAME} --at 4.3 --top 0", f"best {GAME} --at 4.3 --time-limit 0"),
    *(f"best {GAME} --at 4.3 --player purple", f"books {GAME} --at 4.3 --worth fame=3"),
    *(f"perft {GAME} --at 4.3 --depth 0", f"perft {GAME} --at 4.3 --against ''"),
    *("conform", "conform --players 9 -- cat", "conform --golden games -- cat"),
    "conform --sets no-such-set -- cat",
)

_UNWRITABLE: Final = (
    *(f"convert {GAME} -o {file}" for file in ("no/such/folder/game.json", "games/x.xml")),
    *(f"convert {GAME} --to json -o games", "position new -o no/such/table.toml"),
    *("play --players 2 --seed 1 -o no/such/game.mgn", f"position from {GAME} -o games"),
    *(f"check {GAME} --results no/such/done.jsonl", "components new no/such/../../copy"),
    f"check {GAME} --results {GAME}",
)


def misuse(project: Path, ask: Callable[..., bytes]) -> Iterator[Session]:
    """Yield sessions in which everything goes wrong."""
    first_round, _, _ = (project / GAME).read_bytes().partition(b"\nround 2\n")
    files = _spoiled(first_round, ask("convert", GAME, "--to", "json"))
    for line in _ON_A_FILE:
        for name, data in files.items():
            yield Session("errors-files", (words(f"{line} {name}"),), {name: data})
        for name in ("no-such-file.mgn", "no-such-file.toml", "games"):
            yield from alone("errors-files", words(f"{line} {name}"))
        yield from alone("errors-files", _from_nothing(line))
    for line in (*_UNKNOWN, *_OPTIONS, *_UNWRITABLE):
        yield from alone("errors-options", words(line))
    for line in ("rules", "rules --json", f"check {GAME}", f"fmt {GAME}", f"show {GAME}"):
        asked = words(line)
        yield from alone("errors-options", run(*asked.arguments, stdout="/dev/full"))


def _from_nothing(line: str) -> CommandRun:
    """Return a command that reads an empty standard input."""
    return run(*words(f"{line} -").arguments, stdin="/dev/null")


def _spoiled(text: bytes, as_json: bytes) -> dict[str, bytes]:
    """Return files that are no games, by name."""
    lines = text.splitlines(keepends=True)
    return {
        "empty.mgn": b"",
        "blank.toml": b"\n\n",
        "junk.mgn": bytes(range(256)),
        "latin.mgn": "# Köln\n".encode("latin-1") + text,
        "wide.mgn": text.decode().encode("utf-16"),
        "marked.mgn": b"\xef\xbb\xbf" + text,
        "escape.mgn": text + b"\x1b[31mblue dances\x1b[0m\n",
        "cut.mgn": text[: len(text) // 2],
        "no-header.mgn": b"".join(lines[4:]),
        "twice.mgn": text + text,
        "cut.json": as_json[: len(as_json) // 2],
        "list.json": b"[1, 2, 3]\n",
        "cut.toml": b'format = "puzzle-1"\n[position\n',
    }
