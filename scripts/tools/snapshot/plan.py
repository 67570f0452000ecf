"""Everything that is asked of the command for a snapshot.

What there is to ask about (games, rules, rulings, puzzles) comes from the project and from the
command itself, so that the plan fits other revisions. A line is what a shell would be told.
"""

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import click
from msgspec import Struct

NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


class Session(Struct, frozen=True):
    """Commands that run one after the other in the same folder, with files that they find there."""

    area: str
    lines: tuple[str, ...]
    files: Mapping[str, bytes] = NO_FILES


def together(area: str, *lines: str, files: Mapping[str, bytes] = NO_FILES) -> Session:
    """Return a session of lines, each without the name of the program."""
    return Session(area, tuple(f"referee {line}".rstrip() for line in lines), files)


def alone(area: str, lines: Iterable[str], *, and_json: bool = False) -> Iterator[Session]:
    """Yield a session for each line, because none of them needs what another has written."""
    for line in lines:
        yield together(area, line)
        if and_json:
            options, dashes, program = line.partition(" -- ")
            yield together(area, f"{options} --json{dashes}{program}")


Ask = Callable[[str], bytes]
"""Asks the command something, for the sake of the plan, and returns what it prints."""

GAME: Final = "games/four-players.mgn"

_ON_A_FILE: Final = (
    *("check", "check --json", "check --keep-going", "explain", "explain --json", "show"),
    *("show --json", "score", "score --json", "legal", "legal --json", "fmt", "fmt --to json"),
    *("best", "best --json", "best --books", "review", "review --json"),
    *("legal --depth 1", "position from"),
    *("position check", "position check --json", "position show", "position show --json"),
    *("puzzle show", "puzzle solve --json"),
)

_UNKNOWN: Final = (
    *("dance", "rules XYZ-99", "rules GDS-4", "rules XYZ-99 --json", "rules --family XYZ"),
    *("rulings nonsense", "rulings capital-cal --json", "puzzle show nonsense", "puzzle dance"),
    *("puzzle solve banana-bot end", "puzzle solve banana-boat ''", "puzzle list --theme nonsense"),
    *("components show --section nonsense", "components check no-such-folder"),
    *("components new games", "conform golden games"),
    "conform make-golden games/golden/game-00.jsonl",
)

_OPTIONS: Final = (
    *(f"{name} {GAME} --at 9.9" for name in ("show", "legal", "explain", "best", "score --json")),
    *(f"show {GAME} --at {moment}" for moment in ("0", "3.99", "x", "-1", "3.2.1", "''")),
    *("check", "check --no-such-option", "check --jobs 0 games", "check --resume games"),
    *(f"explain {GAME} --edition xx", f"legal {GAME} --action dance", f"legal {GAME} --max -1"),
    *(f"fmt {GAME}", f"fmt {GAME} --to xml"),
    *("play --players 5", "play --seed x", f"show {GAME} --set games"),
    *(f"best {GAME} --at 4.3 --max 0", f"best {GAME} --at 4.3 --timeout 0"),
    *(f"best {GAME} --at 4.3 --player purple", f"best --books {GAME} --at 4.3 --worth fame=3"),
    *(f"legal {GAME} --at 4.3 --depth 0", f"legal {GAME} --at 4.3 --against ''"),
    *("conform run", "conform run --players 9 -- cat", "conform run --golden games -- cat"),
    "conform run --set no-such-set -- cat",
)

_UNWRITABLE: Final = (
    *(f"fmt {GAME} -o {file}" for file in ("no/such/folder/game.json", "games/x.xml")),
    *(f"fmt {GAME} --to json -o games", "position new -o no/such/table.toml"),
    *("play --players 2 --seed 1 -o no/such/game.mgn", f"position from {GAME} -o games"),
    *(f"check {GAME} --results no/such/done.jsonl", "components new no/such/../../copy"),
    f"check {GAME} --results {GAME}",
)


def misuse(project: Path, ask: Ask) -> Iterator[Session]:
    """Yield sessions in which everything goes wrong."""
    first_round, _, _ = (project / GAME).read_bytes().partition(b"\nround 2\n")
    files = _spoiled(first_round, ask(f"fmt {GAME} --to json"))
    for line in _ON_A_FILE:
        for name, data in files.items():
            yield together("errors-files", f"{line} {name}", files={name: data})
        missing = ("no-such-file.mgn", "no-such-file.toml", "games", "- < /dev/null")
        yield from alone("errors-files", (f"{line} {name}" for name in missing))
    yield from alone("errors-options", (*_UNKNOWN, *_OPTIONS, *_UNWRITABLE))
    full = ("rules", "rules --json", f"check {GAME}", f"fmt {GAME}", f"show {GAME}")
    yield from alone("errors-options", (f"{line} > /dev/full" for line in full))


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


_BLOCK: Final = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)

_SHORTER: Final = " --games 1 --rounds 2"
"""Options put behind `conform`, which would take too long as it stands there."""

_PAGES: Final = ("README.md", "docs/commands.md")
"""Earlier revisions have all commands on the first of them."""

_FILES: Final = {
    # The program of the reader: what the README says about it holds for the referee's own.
    "mine": b"#!/bin/sh\nexec referee conform serve\n",
    "known.txt": b"# nothing is known to fail\n",
}


def readme(project: Path) -> Session:
    """Return all commands of the blocks of code, in one session."""
    pages = [page for page in map(project.joinpath, _PAGES) if page.exists()]
    lines = []
    for block in _BLOCK.findall("\n".join(page.read_text("utf-8") for page in pages)):
        for line in block.splitlines():
            if line.startswith("referee "):
                said = shlex.join(shlex.split(line, comments=True)[1:])
                if said.startswith("conform run ") and "--golden" not in said:
                    said = said.replace("conform run", f"conform run{_SHORTER}", 1)
                lines.append(said)
    return together("readme", *lines, files=_FILES)


TWO, THREE, FOUR = (f"games/{number}-players.mgn" for number in ("two", "three", "four"))
MOMENTS: Final = ("1.1", "3.2", "5", "7.1")
SECTIONS: Final = (
    *("map", "bases", "tracks", "board", "cards"),
    *("books", "tiles", "bonus", "displays", "rounds"),
)
DOZEN: Final = 12


def plan(command: click.Group, project: Path, ask: Ask) -> Iterator[Session]:
    """Yield all sessions of a snapshot."""
    yield readme(project)
    yield from alone("help", (*_help(command, ""), "--version", ""))
    complete = _records(project, "games/*.mgn", "games/own-copy/*.mgn")
    illegal = _records(project, "games/illegal/*.mgn")
    for game in complete + illegal:
        yield from alone("check", [f"check {game}"], and_json=True)
        yield from alone("check", [f"check --keep-going --json {game}"])
        yield from alone("explain", [f"explain {game}"], and_json=True)
    for game in complete + illegal[::4]:
        yield from alone("tables", (f"show {game}", f"score {game}"), and_json=True)
        forms = (f"fmt {game} --to {form}" for form in ("text", "json", "jsonl"))
        yield from alone("records", (f"fmt {game}", f"fmt --check {game}", *forms))
        back = (f"fmt {game} -o game.jsonl", "fmt game.jsonl -o game.json")
        yield together("records", *back, "check game.json")
    # Counting the turns of a first round takes a second, and four in the worst game.
    counted = (*complete, *illegal[::24])
    yield from alone("tables", (f"legal {game} --max 0" for game in counted))
    for game in complete:
        for moment in MOMENTS:
            asked = (f"{name} {game} --at {moment}" for name in ("show", "score"))
            yield from alone("tables", asked)
            yield from alone("explain", [f"explain {game} --at {moment}"])
        legal = (f"legal {game} --at {moment} --max 0" for moment in MOMENTS[1:])
        yield from alone("tables", legal, and_json=True)
    yield from _many_games()
    yield from _lookup(ask)
    yield from _puzzles(project, ask)
    yield from _positions(ask)
    yield from alone("best", _BEST, and_json=True)
    yield from _conformance(project)
    yield from misuse(project, ask)


def _records(project: Path, *patterns: str) -> list[str]:
    found = (path for pattern in patterns for path in sorted(project.glob(pattern)))
    return [path.relative_to(project).as_posix() for path in found]


def _help(command: click.Command, names: str) -> Iterator[str]:
    yield f"{names} --help".strip()
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if (below := command.get_command(context, name)) is not None:
                yield from _help(below, f"{names} {name}".strip())


def _many_games() -> Iterator[Session]:
    folder = "check games/illegal --results done.jsonl"
    yield together("check", f"{folder} --jobs 2 --summary", f"{folder} --resume --json")
    yield from alone(
        "check",
        (
            *("check games", "check games/illegal --summary --json", f"check - < {FOUR}"),
            "check --prove games/two-players.mgn games/illegal/gds-01-uses-goods.mgn",
            "check --prove --json games/illegal/mistake-occupied-region.mgn",
            "explain games/illegal/exp-06-points-suffice.mgn --edition nl",
            "legal games/four-players.mgn --at 3.2 --action goods --max 3",
            "legal games/four-players.mgn --at 3.2 --json --max 2",
        ),
    )
    yield together("records", f"fmt --write games/as-written.mgn {TWO}", "fmt --check games")
    options = ("--policy greedy --setup first-game", "--to jsonl -o -", "--to json -o g.json")
    yield from alone("records", (f"play --players 3 --seed 11 {each}" for each in options))


def _lookup(ask: Ask) -> Iterator[Session]:
    for name in ("rules", "rulings"):
        ids = [entry["id"] for entry in _listed(ask, name)]
        yield from alone(name, (f"{name} {each}".strip() for each in ("", *ids)), and_json=True)
        families = dict.fromkeys(each.split("-")[0] for each in ids if name == "rules")
        yield from alone(name, (f"{name} --family {each} --kind effect" for each in families))
    for folder in ("", " games/own-copy/anns-copy"):
        check, shown = f"components check{folder}", f"components show{folder}"
        sections = (f"{shown} --section {section}" for section in SECTIONS)
        yield from alone("components", (check, shown), and_json=True)
        yield from alone("components", (f"{check} --statements", *sections))


def _puzzles(project: Path, ask: Ask) -> Iterator[Session]:
    ids = [entry["id"] for entry in _listed(ask, "puzzle list")]
    few = ids[:: max(1, len(ids) // DOZEN)][:DOZEN]
    proofs = f"puzzle check {' '.join(few[:4])}"
    shown = (f"puzzle show {each}" for each in ids)
    yield from alone("puzzles", ("puzzle list", *shown, proofs), and_json=True)
    yield from alone("puzzles", (f"puzzle hint {each}" for each in ids))
    yield from alone(
        "puzzles", ("puzzle list --difficulty hard", "puzzle show puzzles/banana-boat.toml")
    )
    for each in few:
        file = project / "puzzles" / f"{each}.toml"
        solution = [str(turn) for turn in tomllib.loads(file.read_text("utf-8"))["solution"]]
        yield together("puzzles", f"puzzle solve {each}")
        for attempt in (solution, ["end"], solution[:-1] or ["merchant merchant"], ["dance"]):
            for option in ("", " --json"):
                yield together("puzzles", f"puzzle solve {each}{option} {shlex.join(attempt)}")


def _positions(ask: Ask) -> Iterator[Session]:
    file = "table.toml"
    asked = tuple(
        f"{question} {file}"
        for question in (
            *("position check", "position check --json", "position show", "position show --json"),
            *("position from", "show", "score", "legal --max 1", "best"),
            *("best --books", "legal --depth 1"),
        )
    )
    yield together("positions", f"position new -o {file}", *asked)
    for game in (TWO, THREE, FOUR):
        for moment in MOMENTS:
            written = f"position from {game} --at {moment} -o {file}"
            yield together("positions", written, *asked[:4])
    yield together("positions", f"position from {FOUR} --at 4.3 -o {file}", *asked)
    for spoiled in _spoiled_position(ask(f"position from {FOUR} --at 4.3").decode()):
        yield together("positions", *asked[:5], files={file: spoiled.encode()})
    read = "position check - < puzzles/banana-boat.toml"
    yield from alone("positions", ("position check puzzles", "position new", read))


def _spoiled_position(text: str) -> Iterator[str]:
    """Yield texts of a position that cannot be, or cannot be read."""
    for old, new in (
        *(("round = ", "round = 1"), ("phase = ", "phases = "), ("turn = ", "turn = -")),
        *(("cash = ", "cash = -"), ("ink = ", "ink = 9"), ("diamonds = ", 'diamonds = "x" #')),
        *(('"blue"', '"purple"'), ("hand = [", 'hand = ["exp2b", '), ("[seat", "[seta")),
    ):
        yield text.replace(old, new, 1)
    yield text[: len(text) // 2]
    yield f"{text}\nweather = 'fine'\n"


_BEST: Final = (
    *(f"best {FOUR} --at 2.1", f"best {FOUR} --at 6.2 --action expand", f"best {TWO}"),
    *(f"best {FOUR} --at 5.1 --objective '2*ink+cash'", f"best {FOUR} --at 3"),
    *(f"best {FOUR} --at 3.4 --player green --max 3", f"best {FOUR} --at 2.1 --action merchant"),
    f"best {FOUR} --at 3.2 --horizon round --opponents recorded",
    *(f"best {TWO} --at 7.3 --horizon game", f"best {TWO} --at 4 --horizon plan --player blue"),
    f"best {FOUR} --at 2.1 --objective fame",
    f"best --books {FOUR} --at 3.4 --points 4 --aim value",
    f"best --books {THREE} --at 5.1 --player red",
    f"best --books {FOUR} --at 3.4 --acquired a03 --cash 0",
    f"best --books {FOUR} --at 3.4 --plan nothing",
    *(f"review {TWO} --player blue --max 2", f"review {TWO} --objective margin --jobs 1"),
    "review games/illegal/mistake-occupied-region.mgn",
)


def _conformance(project: Path) -> Iterator[Session]:
    kit = "conform run --games 2 --rounds 1 --set reference"
    questions = (
        *(f"legal {TWO} --at 7.1 --depth 1", f"legal {TWO} --at 7.1 --divide"),
        f"legal {FOUR} --at 1.1 --depth 1",
        *(f"legal {TWO}{at} --depth {n}" for at, n in ((" --at 7.7", 2), ("", 1), (" --at 3", 1))),
        *("conform golden games/golden", "conform golden games/golden --seed 3"),
        *(f"conform run {asked}" for asked in ("--games 1 -- cat", "--games 1 -- true", "-- ./no")),
        f"{kit} -- referee conform serve",
        f"{kit} --shrink 20 -o found -- faulty-engine",
    )
    yield from alone("conformance", questions, and_json=True)
    against = f"legal {TWO} --at 7.7 --against 'referee conform serve'"
    yield from alone("conformance", (against, "conform make-golden made --games 1"))
    golden = (project / "games" / "golden" / "game-00.jsonl").read_text("utf-8")
    talk = "".join(f"{line}\n" for line in _talk(golden.splitlines())).encode()
    yield together("conformance", "conform serve < talk", files={"talk": talk})
    wrong = golden.replace('",105]', '",104]', 1).replace('"b872', '"c872', 1).encode()
    checks = ("conform golden wrong", "conform golden wrong --json")
    yield together("conformance", *checks, files={"wrong/game-00.jsonl": wrong})


def _talk(golden: list[str]) -> Iterator[str]:
    """Yield requests: the beginning of a golden game, questions about it, and nonsense."""
    header, *steps = (json.loads(line) for line in golden[:12])
    first_game = header.pop("first_game")
    setting = {"set": None, "first_game_tracks": first_game, "first_game_tiles": first_game}
    components = {"name": "reference", "digest": header.pop("components")}
    requests: list[dict[str, Any]] = [
        {"do": "hello", "protocol": 1},
        {"do": "state", "want": "digest"},
        {"do": "new", "components": components, **header, **setting, "events": []},
        *({"do": "apply", "event": event} for event, _, _ in steps),
        {"do": "apply", "event": steps[0][0]},
        {"do": "check", "event": {"do": "merchant", "seat": 0, "plus-one": None, "card": "exp2"}},
        {"do": "check", "event": {"do": "dance", "seat": 0}},
        {"do": "state", "want": "digest"},
        {"do": "state", "want": "state"},
        {"do": "legal", "want": "count", "actions": ["goods", "expand", "marker", "end"]},
        {"do": "legal", "want": "turns", "actions": ["end"]},
        {"do": "score"},
        {"do": "dance"},
    ]
    yield from (json.dumps(request | {"id": number}) for number, request in enumerate(requests))
    yield from ("not JSON", "[]", '{"do": "quit", "id": 99}', '{"do": "score", "id": 100}')


def _listed(ask: Ask, line: str) -> list[dict[str, Any]]:
    """Return the entries of a listing; none if this revision cannot list them."""
    try:
        found = json.loads(ask(f"{line} --json"))
    except ValueError:
        return []
    return found if isinstance(found, list) else []
