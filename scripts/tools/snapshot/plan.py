"""Everything that is asked of the command for a snapshot.

What there is to ask about (games, rules, rulings, puzzles) comes from the project and from the
command itself, so that the plan fits other revisions.
"""

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import click
from msgspec import Struct

NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


class CommandRun(Struct, frozen=True):
    """One command line: the arguments of `referee`, and streams that are not the usual ones."""

    arguments: tuple[str, ...]
    stdin: str | None = None
    stdout: str | None = None

    @property
    def line(self) -> str:
        """The command as a shell would be told it."""
        parts = [shlex.join(("referee", *self.arguments))]
        if self.stdin is not None:
            parts.append(f"< {shlex.quote(self.stdin)}")
        if self.stdout is not None:
            parts.append(f"> {shlex.quote(self.stdout)}")
        return " ".join(parts)


class Session(Struct, frozen=True):
    """Commands that run one after the other in the same folder, with files that they find there."""

    area: str
    runs: tuple[CommandRun, ...]
    files: Mapping[str, bytes] = NO_FILES


def run(*arguments: str, stdin: str | None = None, stdout: str | None = None) -> CommandRun:
    """Return a command line in few words."""
    return CommandRun(arguments, stdin, stdout)


def words(line: str) -> CommandRun:
    """Return a command line from the words of a shell, without the name of the program."""
    return CommandRun(tuple(shlex.split(line)))


def alone(area: str, *runs: CommandRun, files: Mapping[str, bytes] = NO_FILES) -> list[Session]:
    """Return a session for each command, because none of them needs what another has written."""
    return [Session(area, (one,), files) for one in runs]


Ask = Callable[..., bytes]
"""Asks the command something, for the sake of the plan, and returns what it prints."""

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
    *(f"explain {GAME} --edition xx", f"legal {GAME} --action dance", f"legal {GAME} --most -1"),
    *(f"convert {GAME}", f"convert {GAME} --to xml"),
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


def misuse(project: Path, ask: Ask) -> Iterator[Session]:
    """Yield sessions in which everything goes wrong."""
    first_round, _, _ = (project / GAME).read_bytes().partition(b"\nround 2\n")
    files = _spoiled(first_round, ask("convert", GAME, "--to", "json"))
    for line in _ON_A_FILE:
        for name, data in files.items():
            yield Session("errors-files", (words(f"{line} {name}"),), {name: data})
        for name in ("no-such-file.mgn", "no-such-file.toml", "games"):
            yield from alone("errors-files", words(f"{line} {name}"))
        yield from alone("errors-files", run(*words(f"{line} -").arguments, stdin="/dev/null"))
    for line in (*_UNKNOWN, *_OPTIONS, *_UNWRITABLE):
        yield from alone("errors-options", words(line))
    for line in ("rules", "rules --json", f"check {GAME}", f"fmt {GAME}", f"show {GAME}"):
        asked = words(line)
        yield from alone("errors-options", run(*asked.arguments, stdout="/dev/full"))


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

_SHORTER: Final = {"conform": ("--games", "1", "--rounds", "2")}
"""Options put behind a command that would take too long as it stands there."""

_PAGES: Final = ("README.md", "docs/commands.md")
"""Earlier revisions have all commands on the first of them."""

_FILES: Final = {
    # The program of the reader: what the README says about it holds for the referee's own.
    "mine": b"#!/bin/sh\nexec referee serve-engine\n",
    "known.txt": b"# nothing is known to fail\n",
}


def readme(project: Path) -> Session:
    """Return all commands of the blocks of code, in one session."""
    pages = [page for page in map(project.joinpath, _PAGES) if page.exists()]
    runs = []
    for block in _BLOCK.findall("\n".join(page.read_text("utf-8") for page in pages)):
        for line in block.splitlines():
            if line.startswith("referee "):
                name, *arguments = shlex.split(line, comments=True)[1:]
                shorter = () if "--golden" in arguments else _SHORTER.get(name, ())
                runs.append(run(name, *shorter, *arguments))
    return Session("readme", tuple(runs), _FILES)


TWO, THREE, FOUR = (f"games/{number}-players.mgn" for number in ("two", "three", "four"))
MOMENTS: Final = ("1.1", "3.2", "5", "7.1")
FORMS: Final = ("text", "json", "jsonl")
SECTIONS: Final = (
    *("map", "bases", "tracks", "board", "cards", "books", "tiles", "bonus", "displays", "rounds"),
)
DOZEN: Final = 12


def plan(command: click.Group, project: Path, ask: Ask) -> Iterator[Session]:
    """Yield all sessions of a snapshot."""
    yield readme(project)
    yield from alone("help", *_help(command, ()), run("--version"), run())
    complete = _records(project, "games/*.mgn", "games/own-copy/*.mgn")
    illegal = _records(project, "games/illegal/*.mgn")
    for game in complete + illegal:
        check, explain = run("check", game), run("explain", game)
        yield from alone("check", check, _json(check), run("check", "--keep-going", "--json", game))
        yield from alone("explain", explain, _json(explain))
    for game in complete + illegal[::4]:
        yield from _reading(game)
    # Counting the turns of a first round takes a second, and four in the worst game.
    counted = (run("legal", game, "--most", "0") for game in (*complete, *illegal[::24]))
    yield from alone("tables", *counted)
    for game in complete:
        yield from _moments(game)
    yield from _many_games()
    yield from _lookup(ask)
    yield from _puzzles(project, ask)
    yield from _positions(ask)
    yield from _best()
    yield from _conformance(project)
    yield from misuse(project, ask)


def _records(project: Path, *patterns: str) -> list[str]:
    found = (path for pattern in patterns for path in sorted(project.glob(pattern)))
    return [path.relative_to(project).as_posix() for path in found]


def _help(command: click.Command, names: tuple[str, ...]) -> Iterator[CommandRun]:
    yield run(*names, "--help")
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if (below := command.get_command(context, name)) is not None:
                yield from _help(below, (*names, name))


def _reading(game: str) -> Iterator[Session]:
    show, score = run("show", game), run("score", game)
    yield from alone("tables", show, _json(show), score, _json(score))
    converted = (run("convert", game, "--to", form) for form in FORMS)
    yield from alone("records", run("fmt", game), run("fmt", "--check", game), *converted)
    back = (
        run("convert", game, "-o", "game.jsonl"),
        run("convert", "game.jsonl", "-o", "game.json"),
        run("check", "game.json"),
    )
    yield Session("records", back)


def _moments(game: str) -> Iterator[Session]:
    for moment in MOMENTS:
        for name in ("show", "score"):
            yield from alone("tables", run(name, game, "--at", moment))
        yield from alone("explain", run("explain", game, "--at", moment))
    for moment in MOMENTS[1:]:
        legal = run("legal", game, "--at", moment, "--most", "0")
        yield from alone("tables", legal, _json(legal))


def _many_games() -> Iterator[Session]:
    results = ("--results", "done.jsonl")
    folder = run("check", "games/illegal", *results, "--jobs", "2", "--summary")
    yield Session("check", (folder, run("check", "games/illegal", *results, "--resume", "--json")))
    yield from alone(
        "check",
        words("check games"),
        words("check games/illegal --summary --json"),
        words("check --prove games/two-players.mgn games/illegal/gds-01-uses-goods.mgn"),
        words("check --prove --json games/illegal/mistake-occupied-region.mgn"),
        run("check", "-", stdin=FOUR),
        words("explain games/illegal/exp-06-points-suffice.mgn --edition nl"),
        words("legal games/four-players.mgn --at 3.2 --action goods --most 3"),
        words("legal games/four-players.mgn --at 3.2 --json --most 2"),
    )
    written = run("fmt", "--write", "games/as-written.mgn", TWO)
    yield Session("records", (written, words("fmt --check games")))
    for options in ("--policy greedy --setup first-game", "--to jsonl -o -", "--to json -o g.json"):
        yield from alone("records", words(f"play --players 3 --seed 11 {options}"))


def _lookup(ask: Ask) -> Iterator[Session]:
    for name in ("rules", "rulings"):
        ids = [entry["id"] for entry in _listed(ask, name)]
        for arguments in ((), *((each,) for each in ids)):
            yield from alone(name, run(name, *arguments), run(name, *arguments, "--json"))
        for family in dict.fromkeys(each.split("-")[0] for each in ids if name == "rules"):
            yield from alone(name, run(name, "--family", family, "--kind", "effect"))
    for folder in ((), ("games/own-copy/anns-copy",)):
        check, shown = run("components", "check", *folder), run("components", "show", *folder)
        sections = (_more(shown, "--section", section) for section in SECTIONS)
        yield from alone("components", check, _json(check), _more(check, "--statements"))
        yield from alone("components", shown, _json(shown), *sections)


def _puzzles(project: Path, ask: Ask) -> Iterator[Session]:
    listing = run("puzzle", "list")
    yield from alone("puzzles", listing, _json(listing))
    yield from alone("puzzles", _more(listing, "--difficulty", "hard"))
    ids = [entry["id"] for entry in _listed(ask, "puzzle", "list")]
    for each in ids:
        shown = run("puzzle", "show", each)
        yield from alone("puzzles", shown, _json(shown), run("puzzle", "hint", each))
    few = ids[:: max(1, len(ids) // DOZEN)][:DOZEN]
    for each in few:
        yield from alone("puzzles", *_attempts(each, _solution(project, each)))
    proofs = run("puzzle", "check", *few[:4])
    yield from alone(
        "puzzles", proofs, _json(proofs), words("puzzle show puzzles/banana-boat.toml")
    )


def _attempts(puzzle: str, solution: list[str]) -> Iterator[CommandRun]:
    solve = ("puzzle", "solve", puzzle)
    yield run(*solve)
    for attempt in (solution, ["end"], solution[:-1] or ["merchant merchant"], ["dance"]):
        yield run(*solve, *attempt)
        yield run(*solve, "--json", *attempt)


def _solution(project: Path, puzzle: str) -> list[str]:
    said = tomllib.loads((project / "puzzles" / f"{puzzle}.toml").read_text("utf-8"))["solution"]
    return [str(turn) for turn in said]


def _positions(ask: Ask) -> Iterator[Session]:
    file = "table.toml"
    asked = tuple(
        words(f"{question} {file}")
        for question in (
            *("position check", "position check --json", "position show", "position show --json"),
            *("position from", "show", "score", "legal --most 1", "best", "books", "perft"),
        )
    )
    yield Session("positions", (run("position", "new", "-o", file), *asked))
    for game in (TWO, THREE, FOUR):
        for moment in MOMENTS:
            written = run("position", "from", game, "--at", moment, "-o", file)
            yield Session("positions", (written, *asked[:4]))
    yield Session("positions", (run("position", "from", FOUR, "--at", "4.3", "-o", file), *asked))
    text = ask("position", "from", FOUR, "--at", "4.3").decode()
    for spoiled in _spoiled_position(text):
        yield Session("positions", asked[:5], {file: spoiled.encode()})
    yield from alone("positions", words("position check puzzles"), words("position new"))
    yield from alone("positions", run("position", "check", "-", stdin="puzzles/banana-boat.toml"))


def _spoiled_position(text: str) -> Iterator[str]:
    """Yield texts of a position that cannot be, or cannot be read."""
    changes = (
        *(("round = ", "round = 1"), ("phase = ", "phases = "), ("turn = ", "turn = -")),
        *(("cash = ", "cash = -"), ("ink = ", "ink = 9"), ("diamonds = ", 'diamonds = "x" #')),
        *(('"blue"', '"purple"'), ("hand = [", 'hand = ["exp2b", '), ("[seat", "[seta")),
    )
    yield from (text.replace(old, new, 1) for old, new in changes)
    yield text[: len(text) // 2]
    yield f"{text}\nweather = 'fine'\n"


def _best() -> Iterator[Session]:
    at = f"best {FOUR} --at"
    for question in (
        *(f"{at} 2.1", f"{at} 6.2 --action expand", f"{at} 5.1 --objective 2*ink+cash"),
        *(f"{at} 3.4 --player green --top 3", f"{at} 3.2 --horizon round --opponents recorded"),
        *(f"best {TWO} --at 7.3 --horizon game", f"best {TWO} --at 4 --horizon plan --player blue"),
        *(f"best {TWO}", f"{at} 2.1 --action merchant", f"{at} 3", f"{at} 2.1 --objective fame"),
        *(f"books {FOUR} --at 3.4 --points 4 --aim value", f"books {THREE} --at 5.1 --player red"),
        *(
            f"books {FOUR} --at 3.4 --acquired a03 --cash 0",
            f"books {FOUR} --at 3.4 --plan nothing",
        ),
        *(f"review {TWO} --player blue --misses 2", f"review {TWO} --objective margin --jobs 1"),
        "review games/illegal/mistake-occupied-region.mgn",
    ):
        yield from alone("best", words(question), _json(words(question)))


def _conformance(project: Path) -> Iterator[Session]:
    for question in (
        *(f"perft {TWO} --at 7.1", f"perft {TWO} --at 7.1 --divide", f"perft {FOUR} --at 1.1"),
        *(f"perft {TWO} --at 7.7 --depth 2", f"perft {TWO}", f"perft {TWO} --at 3"),
        *("golden check games/golden", "golden check games/golden --seed 3"),
        "conform --games 2 --rounds 1 --sets reference -- referee serve-engine",
        *("conform --games 1 -- cat", "conform --games 1 -- true", "conform -- ./no-such-program"),
        "conform --games 2 --rounds 1 --sets reference --shrink 20 --save found -- faulty-engine",
    ):
        options, dashes, program = question.partition(" -- ")
        as_json = words(f"{options} --json{dashes}{program}")
        yield from alone("conformance", words(question), as_json)
    yield from alone("conformance", words(f"perft {TWO} --at 7.7 --against 'referee serve-engine'"))
    yield from alone("conformance", words("golden make made --games 1"))
    golden = (project / "games" / "golden" / "game-00.jsonl").read_text("utf-8")
    talk = "".join(f"{line}\n" for line in _talk(golden.splitlines())).encode()
    yield Session("conformance", (run("serve-engine", stdin="talk"),), {"talk": talk})
    wrong = golden.replace('",105]', '",104]', 1).replace('"b872', '"c872', 1).encode()
    check = words("golden check wrong")
    yield Session("conformance", (check, _json(check)), {"wrong/game-00.jsonl": wrong})


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


def _listed(ask: Ask, *arguments: str) -> list[dict[str, Any]]:
    """Return the entries of a listing; none if this revision cannot list them."""
    try:
        found = json.loads(ask(*arguments, "--json"))
    except ValueError:
        return []
    return found if isinstance(found, list) else []


def _more(asked: CommandRun, *arguments: str) -> CommandRun:
    return run(*asked.arguments, *arguments)


def _json(asked: CommandRun) -> CommandRun:
    return _more(asked, "--json")
