"""Measure what reading and judging costs at every limit, and exit 1 where that is too much.

The seconds are those beyond what the command takes to start, which is measured first.
"""

import dataclasses
import gzip
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, cycle, islice, product
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, cast

import click
import msgspec
from msgspec import Struct
from msgspec.structs import replace

import referee
from referee.api.batches import ResultKey
from referee.components.set_writer import write_set
from referee.core import input_limits as limits
from referee.core.ids import COMPANIES
from referee.core.set_reader import FILES, reference_set
from referee.core.shipped_files import shipped
from referee.positions.loader import shipped_sets
from referee.records.claims import QUANTITIES
from referee.records.loader import dump, load
from referee.records.record import Record
from scripts.tools.runs import Run, check

Plain = dict[str, Any]

CHECK: Final = ("check", "--keep-going", "--json")
TYPED: Final = "typed"
"""The file with what a command gets on its standard input."""
GAMES: Final = shipped("games")


class LimitCase(Struct, frozen=True):
    """An input at a limit."""

    limits: tuple[str, ...]
    """The constants that it stands at."""
    write: Callable[[Path], tuple[str, ...]]
    """Writes the files of the input into a folder and returns the command's arguments."""
    seconds: float = 2
    """Of CPU that the command may take beyond its start."""


CASES: Final[dict[str, LimitCase]] = {}
Write = Callable[[Path], tuple[str, ...]]


def at_limits(name: str, *limits: str, seconds: float = 2) -> Callable[[Write], Write]:
    """Make a case of what writes an input."""
    return lambda write: CASES.setdefault(name, LimitCase(limits, write, seconds)).write


def written(folder: Path, name: str, data: bytes | str) -> str:
    """Write a file into a folder and return its path as an argument."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


def _text(folder: Path, lines: Iterator[str] | list[str]) -> tuple[str, ...]:
    head = ["players blue, green, red, yellow", "set reference", "setup first-game"]
    return (*CHECK, written(folder, "game.mgn", "\n".join([*head, *lines, ""])))


@at_limits("a game among others", "BYTES_OF_A_GATHERED_GAME", "LINES_OF_A_GATHERED_GAME")
def _gathered(folder: Path) -> tuple[str, ...]:
    game = dump(load((GAMES / "two-players.mgn").read_bytes(), shipped_sets).record, "jsonl")
    wide = b" " * (limits.BYTES_OF_A_RECORD - 1) + b"\n"
    blank = wide * (limits.BYTES_OF_A_GATHERED_GAME // len(wide) - 1)
    lines = limits.LINES_OF_A_GATHERED_GAME - (blank + game).count(b"\n")
    data = gzip.compress(game + blank + b"\n" * (lines - 1), 1)
    return (*CHECK, written(folder, "games.jsonl.gz", data))


@at_limits("comments", "BYTES_OF_A_RECORD", "CHARACTERS_OF_A_LINE")
def _comments(folder: Path) -> tuple[str, ...]:
    line = f"# {'x' * (limits.CHARACTERS_OF_A_LINE - 4)}"
    return _text(folder, [line] * (limits.BYTES_OF_A_RECORD // limits.CHARACTERS_OF_A_LINE - 1))


@at_limits("lines", "LINES_OF_A_RECORD")
def _lines(folder: Path) -> tuple[str, ...]:
    return _text(folder, ["# a note"] * (limits.STATEMENTS_OF_A_RECORD - 10) + [""] * 7_900)


@at_limits("words", "WORDS_OF_A_RECORD")
def _words(folder: Path) -> tuple[str, ...]:
    regions = cycle(region.id.lower() for region in reference_set().regions)
    most = (limits.WORDS_OF_A_RECORD - 2_000) // 3
    entries = [f"{region}:{n % 3 + 1}" for region, n in zip(regions, range(most), strict=False)]
    step = limits.ENTRIES_OF_A_LIST - 1
    rows = (entries[at : at + step] for at in range(0, len(entries), step))
    lines = dump(_game(), "text").decode().splitlines()
    plans = [number for number, line in enumerate(lines) if " plan " in line]
    turns = [f"takeback blue expand cairo {' '.join(row)}" for row in rows]
    text = "\n".join([*lines[: plans[-1] + 1], *turns])
    return (*CHECK, written(folder, "game.mgn", text))


@at_limits("unreadable lines", "CHARACTERS_OF_A_LINE")
def _unreadable(folder: Path) -> tuple[str, ...]:
    line = "blue 'goods' " + '£3 st. louis "x" coffee 3 ' * 150
    return _text(folder, [line[: limits.CHARACTERS_OF_A_LINE - 1]] * 20)


@at_limits("blanks", "BEGINNINGS_OF_A_TURN", "BEGINNINGS_OF_A_RECORD")
def _blanks(folder: Path) -> tuple[str, ...]:
    lines = dump(_game(), "text").decode().splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("round 5"))
    at = next(n for n, line in enumerate(lines) if n > start and " clerk " in line)
    lines[at:at] = [f"takeback {lines[at].split()[0]} clerk ? flip ? to ? books ?"] * 1_000
    return (*CHECK, written(folder, "game.mgn", "\n".join(lines)))


def _game() -> Record:
    return load((GAMES / "four-players.mgn").read_bytes(), shipped_sets).record


def _json(folder: Path, statements: list[Plain], header: Plain | None = None) -> tuple[str, ...]:
    played = header or msgspec.to_builtins(_game().header)
    record = {"format": "mgn-1", "header": played, "statements": statements}
    data = json.dumps(record, separators=(",", ":")).encode()
    if len(data) > limits.BYTES_OF_A_RECORD:
        raise ValueError(f"{len(data):,} bytes are more than a record has")
    return (*CHECK, written(folder, "game.json", data))


def _game_up_to(more: list[Plain], round_number: int = 4) -> list[Plain]:
    """Return a game up to the first turn of a round, and then more."""
    plain: list[Plain] = msgspec.to_builtins(_game().statements)
    for statement in plain:
        for key in ("at", "text"):
            statement.pop(key, None)
    turns = {"goods", "expand", "bookkeeper", "merchant", "marker", "end"}
    rounds = [n for n, each in enumerate(plain) if each["said"].get("number") == round_number]
    at = next(n for n in count(rounds[0]) if plain[n]["said"]["do"] in turns)
    return [*plain[:at], *more][: limits.STATEMENTS_OF_A_RECORD]


@at_limits("players", "PLAYERS_OF_A_RECORD")
def _players(folder: Path) -> tuple[str, ...]:
    named = [{"colour": f"p{number}x"} for number in range(limits.PLAYERS_OF_A_RECORD)]
    return _json(folder, [{"said": {"do": "remark"}}], {"players": named, "setup": "first-game"})


@at_limits("long names", "CHARACTERS_OF_A_NAME", "STATEMENTS_OF_A_RECORD")
def _names(folder: Path) -> tuple[str, ...]:
    """Write a game of players with long names, each of whose statements breaks a rule."""
    header = msgspec.to_builtins(_game().header)
    for seat, player in enumerate(header["players"]):
        player["colour"] = f"{'abcd'[seat]}{'x' * (limits.CHARACTERS_OF_A_NAME - 1)}"
    ends = [{"said": {"do": "end", "seat": 1}}] * limits.STATEMENTS_OF_A_RECORD
    return _json(folder, _game_up_to(ends), header)


def _of_kind(said: Plain, *, taken_back: bool = False) -> Write:
    """Return what writes as many statements of one kind as a record may have."""
    statement = {"said": said, "taken_back": taken_back}
    size = len(json.dumps(statement, separators=(",", ":"))) + 1
    most = min(limits.STATEMENTS_OF_A_RECORD, (limits.BYTES_OF_A_RECORD - 20_000) // size)
    return lambda folder: _json(folder, _game_up_to([statement] * most))


def _claimed() -> Iterator[Plain]:
    """Yield claims about everything that can be claimed, all of them wrong."""
    claimed_of = {"owner": "R01", "column": "2", "book": "a03", "deck": "coffee2"}
    items = {"price": reference_set().cards, "coins": reference_set().book_spaces}
    for value in count(limits.LARGEST_NUMBER // 2):
        for what, company, seat in product(QUANTITIES, COMPANIES, range(4)):
            claim: Plain = {"what": what, "value": value, "seat": seat, "company": company}
            if what in claimed_of:
                claim["item"] = claimed_of[what]
            if what in {"first", "next", "winner"}:
                claim["value"] = seat
            yield claim
        for name, entries in items.items():
            yield from ({"what": name, "value": value, "item": each.id} for each in entries)


def _noted() -> Plain:
    claims = [*islice(_claimed(), limits.CLAIMS_OF_A_RECORD)]
    return {"said": {"do": "remark"}, "claims": claims}


@at_limits("claims", "CLAIMS_OF_A_RECORD", "DIGITS_OF_A_NUMBER")
def _claims(folder: Path) -> tuple[str, ...]:
    return _json(folder, _game_up_to([_noted()], round_number=7))


@at_limits("claims after much", "CLAIMS_OF_A_RECORD", "STATEMENTS_OF_A_RECORD")
def _claims_after_much(folder: Path) -> tuple[str, ...]:
    """Write claims after as many events as can be applied although they break a rule."""
    goods = _game_up_to([{"said": _GOODS}] * limits.STATEMENTS_OF_A_RECORD)
    return _json(folder, [*goods[:-1], _noted()])


_GOODS: Final = {"do": "goods", "seat": 1, "cards": ["coffee1"]}
_PLAN: Final = {"do": "plan", "seat": 0, "slots": ["exp1"] * limits.ENTRIES_OF_A_LIST}
_EXPAND: Final = {
    "do": "expand",
    "seat": 0,
    "company": "cairo",
    "enter": [{"region": "R01", "column": 1}] * limits.ENTRIES_OF_A_LIST,
}
_EXPAND_ALL: Final = {
    **_EXPAND,
    "enter": [{"region": f"R{number:02}"} for number in range(1, 11)],
    "place": ["?"],
}
_SPEND: Final = {"part": "points", "books": ["A01"] * limits.ENTRIES_OF_A_LIST}
_CLERK: Final = {"do": "bookkeeper", "seat": 0, "card": "clerk1", "reward": [_SPEND] * 4}


for _name, _said, _limits in (
    ("statements, empty", {"do": "remark"}, ["STATEMENTS_OF_A_RECORD"]),
    ("statements, ends", {"do": "end", "seat": 0}, ["STATEMENTS_OF_A_RECORD"]),
    ("statements, goods", _GOODS, ["STATEMENTS_OF_A_RECORD"]),
    ("plans", _PLAN, ["ENTRIES_OF_A_LIST"]),
    ("expansions", _EXPAND, ["ENTRIES_OF_A_LIST"]),
    ("bookkeepers", _CLERK, ["ENTRIES_OF_A_LIST", "BYTES_OF_A_RECORD"]),
):
    at_limits(_name, *_limits)(_of_kind(_said))
at_limits("expansions with blanks", "STATEMENTS_OF_A_RECORD", "BEGINNINGS_OF_A_RECORD")(
    _of_kind(_EXPAND_ALL, taken_back=True)
)


@at_limits("position", "BYTES_OF_A_POSITION")
def _position(folder: Path) -> tuple[str, ...]:
    text = 'players = ["blue", "green"]\n[regions]\n'
    names = (f'r{number} = "cairo"\n' for number in count(1000))
    while len(text) < limits.BYTES_OF_A_POSITION - 20:
        text += next(names)
    return ("position", "check", written(folder, "table.toml", text))


@at_limits("puzzle", "BYTES_OF_A_PUZZLE", "NESTING")
def _puzzle(folder: Path) -> tuple[str, ...]:
    text = (shipped("puzzles") / "three-books.toml").read_text("utf-8")
    deep = "x = " + "[" * (limits.NESTING - 2) + "]" * (limits.NESTING - 2) + "\n"
    more = deep + "".join(f"k{n} = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n" for n in range(1_900))
    data = f"{text}\n[big]\n{more}"[: limits.BYTES_OF_A_PUZZLE]
    return ("puzzle", "show", written(folder, "big.toml", data))


@at_limits("component set", "BYTES_OF_A_SET_FILE", "ENTRIES_OF_A_TABLE")
def _large_set(folder: Path) -> tuple[str, ...]:
    """Write a set with as many entries of each kind, and bytes of each file, as it may have."""
    reference = reference_set()
    tables: dict[str, tuple[Any, ...]] = {}
    for table in ("regions", "borders", "cards", "books", "spaces", "tiles", "starting_tiles"):
        entries = getattr(reference, table)
        more = enumerate(islice(cycle(entries), limits.ENTRIES_OF_A_TABLE - len(entries)))
        named = (replace(each, id=f"x{n}") if hasattr(each, "id") else each for n, each in more)
        tables[table] = (*entries, *named)
    large = dataclasses.replace(reference, name="large", **cast("Any", tables))
    made = write_set(large, folder / "large")
    comment = b"# " + b"x" * 90 + b"\n"
    for path in map(made.joinpath, FILES):
        data = path.read_bytes()
        path.write_bytes(data + (limits.BYTES_OF_A_SET_FILE - len(data)) // len(comment) * comment)
    return ("components", "check", str(made))


# Counting the legal turns of a real game takes about 2 seconds by itself.
@at_limits("golden game", "BYTES_OF_A_GOLDEN_GAME", "EVENTS_OF_A_GOLDEN_GAME", seconds=5)
def _golden(folder: Path) -> tuple[str, ...]:
    """Write a game whose middle has a turn that is taken back again and again."""
    first, *events, last = (GAMES / "golden" / "game-02.jsonl").read_bytes().splitlines()
    at = next(n for n, event in enumerate(events) if n > len(events) // 2 and b'"goods"' in event)
    turn, digest, turns = json.loads(events[at])
    _, digest, turns = json.loads(events[at - 1])
    taken = json.dumps([{"do": "take-back", "turn": turn}, digest, turns]).encode()
    many = [taken] * (limits.EVENTS_OF_A_GOLDEN_GAME - len(events))
    data = b"\n".join([first, *events[:at], *many, *events[at:], last, b""])
    if len(data) > limits.BYTES_OF_A_GOLDEN_GAME:
        raise ValueError(f"{len(data):,} bytes are more than a golden game has")
    (folder / "golden").mkdir()
    written(folder / "golden", "game-00.jsonl", data)
    return ("conform", "golden", str(folder / "golden"))


@at_limits("results", "BYTES_OF_A_RESULT")
def _results(folder: Path) -> tuple[str, ...]:
    game = written(folder, "game.mgn", (GAMES / "two-players.mgn").read_bytes())
    verdict = referee.check(game).to_dict()
    del verdict["filled_in"]
    key = msgspec.to_builtins(ResultKey("x", "", ""))
    head = msgspec.json.encode({**verdict, **key})[:-1] + b',"filled_in":['
    # Short words take the most memory for their bytes.
    line = head + b'"ab",' * ((limits.BYTES_OF_A_RESULT - len(head) - 10) // 5) + b'""]}\n'
    done = written(folder, "done.jsonl", line)
    return ("check", "--results", done, "--resume", "--summary", game)


@at_limits("requests", "BYTES_OF_A_REQUEST")
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
    books = ["a1"] * (limits.BYTES_OF_A_REQUEST // 600)
    points = {"part": "points", "books": books, "for_pounds": None}
    event = {**events[of_marker], "reward": [points] * limits.ENTRIES_OF_A_LIST}
    asked = {"do": "check", "id": 2, "event": event}
    written(folder, TYPED, b"".join(msgspec.json.encode(each) + b"\n" for each in (begin, asked)))
    return ("conform", "serve")


@at_limits("known failures", "BYTES_OF_KNOWN_FAILURES")
def _known(folder: Path) -> tuple[str, ...]:
    names = "".join(f"x{number}\n" for number in range(limits.BYTES_OF_KNOWN_FAILURES // 6))
    known = written(folder, "known.txt", names[: limits.BYTES_OF_KNOWN_FAILURES])
    saved = str(folder / "found")
    return ("conform", "run", "--games", "1", "--known", known, "-o", saved, "--", "true")


MOST_MEGABYTES = 256
"""Of memory at its peak, the interpreter included."""
CODES = range(4)
"""With which the command exits."""


# Records that take long, found by changing those that took longest so far ------------------------
GIVEN_UP: Final = 10.0
"""Seconds of CPU after which a record is known to take too long."""
SLOWEST: Final = 2.0
"""Seconds of CPU that an answer about a small record may take."""
KEPT: Final = 24
"""The slowest records, of which others are made."""
HEADS: Final = (
    "players blue, green\nset reference\nsetup first-game\n",
    "players blue, green\nset reference\nsetup variable\ntracks A1 B1 C1 D1\n",
    "players blue, green, red, yellow\nset reference\nsetup variable\ntracks A1 B1 C1 D1\n",
)
VAGUE: Final = (
    *("...", "... 4", "... round", "blue ?", "green ?", "prepare: ?", "refill: ?"),
    *("unordered", "ordered", "round 2", "blue plan ? ? ? ? ?", "table: round 1"),
)
SlowRecord = tuple[float, str]
"""How long the slowest answer about a record took, and the record."""


class _TooSlowError(BaseException):
    """An answer took too long; nothing that catches exceptions may catch it."""


def cost(text: str) -> SlowRecord:
    """Return how long the slowest of the questions about a record takes."""

    def too_slow(*_: object) -> None:
        raise _TooSlowError

    longest = 0.0
    signal.signal(signal.SIGPROF, too_slow)
    of_game = referee.Game
    for ask in (of_game.check, of_game.score, of_game.completions):
        began = process_time()
        signal.setitimer(signal.ITIMER_PROF, GIVEN_UP)
        try:
            ask(referee.loads(text))
        except (referee.RefereeError, _TooSlowError):
            pass
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        longest = max(longest, process_time() - began)
    return longest, text


class Mutations:
    """Records made of the lines of all shipped ones."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        games = [path.read_text("utf-8") for path in sorted(GAMES.rglob("*.mgn"))]
        self._lines = sorted({line for game in games for line in game.splitlines() if line})
        self._words = sorted({word for line in self._lines for word in line.split()} | {"?"})

    def line(self) -> str:
        """Return a line of a shipped record, or one that leaves much open."""
        return self._random.choice(VAGUE if self._random.random() < 1 / 3 else self._lines)

    def mutated(self, text: str) -> str:
        """Return a record with a line or a word added, lost, repeated, or put elsewhere."""
        lines = text.splitlines()
        at = self._random.randrange(len(lines))
        match self._random.randrange(6):
            case 0:
                lines.insert(at, self.line())
            case 1:
                del lines[at]
            case 2:
                lines.insert(at, self._random.choice(lines))
            case _:
                words = lines[at].split() or ["?"]
                place = self._random.randrange(len(words))
                change = self._random.choice([[], ["?"], [self._random.choice(self._words)]])
                words[place : place + self._random.randrange(2)] = change
                lines[at] = " ".join(words)
        return "\n".join(lines) or text

    def next(self, kept: list[SlowRecord]) -> str:
        """Return a new record, or a change of one that took long."""
        if kept and self._random.random() < 3 / 4:
            text = self._random.choice(kept)[1]
            for _ in range(self._random.randint(1, 3)):
                text = self.mutated(text)
            return text
        lines = [self.line() for _ in range(self._random.randint(1, 12))]
        return self._random.choice(HEADS) + "\n".join(lines)


def slowest(seed: int, seconds: float, size: int) -> SlowRecord:
    """Return the slowest record of a size at most that so many seconds of changing find."""
    mutations, kept = Mutations(seed), list[SlowRecord]()
    until = process_time() + seconds
    while process_time() < until or not kept:
        text = mutations.next(kept)
        if len(text.encode()) <= size:
            kept = sorted([*kept, cost(text)], reverse=True)[:KEPT]
    return kept[0]


class Cost(Struct, frozen=True):
    """What a command took, and how it ended."""

    seconds: float
    megabytes: float
    code: int
    words: str
    """The end of what it printed."""


def measured(write: Write) -> Cost:
    """Return what a command costs in a process of its own."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        command = [sys.executable, "-P", "-m", "referee", *write(folder)]
        (folder / TYPED).touch()
        with (folder / "printed").open("w+b") as printed, (folder / TYPED).open("rb") as stdin:
            process = subprocess.Popen(command, stdin=stdin, stdout=printed, stderr=printed)  # noqa: S603
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        words = (folder / "printed").read_bytes()[-2000:].decode("utf-8", "replace")
    seconds = used.ru_utime + used.ru_stime
    return Cost(seconds, used.ru_maxrss / 1024, process.returncode, words)


@click.command(help=__doc__)
@click.argument("cases", nargs=-1, type=click.Choice([*CASES]), metavar="[CASE]...")
@click.option("--words", is_flag=True, help="Show how each command ended.")
@click.option("--mutate", type=float, metavar="SECONDS", help="Search for slow records instead.")
@click.option("--size", type=int, default=1000, help="Bytes of such a record.", show_default=True)
@check(without=("results", "cluster", "minutes"))
def command(
    run: Run, cases: tuple[str, ...], *, words: bool, mutate: float | None, size: int
) -> int:
    """Measure the cases that were asked for, all if none is named, and print a line for each."""
    if mutate is not None:
        work = partial(slowest, seconds=mutate, size=size)
        found = [*run.results(range(run.seed, run.seed + run.jobs), work)]
        print(*(f"{seconds:6.2f} s\n{text}\n" for seconds, text in sorted(found)), sep="\n")
        return int(max(found)[0] > SLOWEST)
    too_much = 0
    start = min(measured(lambda _: ("--version",)).seconds for _ in range(3))
    print(f"{'the start':22} {start:6.2f} s")
    for name in cases or CASES:
        case = CASES[name]
        cost = measured(case.write)
        seconds = max(0.0, cost.seconds - start)
        ended = cost.code in CODES and "bug in the referee" not in cost.words
        fine = ended and seconds <= case.seconds and cost.megabytes <= MOST_MEGABYTES
        too_much += not fine
        mark = "" if fine else "   TOO MUCH"
        told = f"{seconds:6.2f} s {cost.megabytes:5.0f} MB  exit {cost.code}"
        print(f"{name:22} {told}{mark}", flush=True)
        if words:
            print(cost.words[-300:])
    return int(bool(too_much))
