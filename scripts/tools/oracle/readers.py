"""The reader of text held against that of another checkout, on generated and damaged lines.

It exits 1 if one of them reads a line that the other does not, or reads something else in it; where
both refuse a line, it counts how often they say the same. FOLDER is the other checkout.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import click

ROOT = Path(__file__).parents[3]
HEAD = 'players blue "Ann", green "Lea", red "Bob Jones", yellow\n'
BATCH = 20_000
SHOWN = 40
"""How many differences of a kind are shown."""


def _words(text: str) -> list[str]:
    return text.split()


_COMPANIES = _words("mombasa cape-town saint-louis cairo ct sl mo cai Cape.Town St.Louis")
_CARDS = _words("coffee1 coffee2 cof3 banana2 ban2b cotton1 exp2 exp1 clerk2 cl1 merchant exp2b")
_REGIONS = _words("R02 R5 R16 r19 kilwa gambia barqa mali")
_BOOKS = _words("a03 a3 b01 b22 c06 c9 a21")
_SPACES = _words("first discard D1-1 C1-1 tile-clerk buy expansion")
_SLOTS = _words("left middle right diamond ink l")
_NUMBERS = _words("0 1 2 3 5 12 99 100 1000")
_UNKNOWN = _words("R99 x01 c3 ciaro 1234567 tile exp coffee A2 clerk9")
_SIGNS = _words(": = ( ) * @ < ? - , ; . £ # ' \" /")
_KEYWORDS = _words(
    "take takes oust books book using plus level levels flip to spend for discard option buy buys "
    "points point after out rejected pounds diamonds tile rest bonus plan plans p goods g expand e "
    "clerk c bk merchant me marker ma end pass round display books refill prepare takeback title "
    "set setup rulings tracks players first-game variable winner total cash shares £3 and"
)
_VERBS = _words("goods g expand e Expands clerk c bk merchant me marker ma end pass")
_PLAYERS = _words("blue b Ann green g Lea red Bob yellow y bleu Bob.Jones Lea:")
_PARTS = (
    *_COMPANIES,
    *_REGIONS,
    *("pounds", "£2", "2 pounds", "diamonds 2", "cairo:2", "points", "points(a03 b01)"),
    *("points(a03 for 2)", "buy coffee3", "?", "-"),
)
_POOL = (
    *_UNKNOWN,
    *_COMPANIES,
    *_CARDS,
    *_REGIONS,
    *_BOOKS,
    *_SPACES,
    *_SLOTS,
    *_NUMBERS,
    *_SIGNS,
    *_KEYWORDS,
    *_PLAYERS,
)


class GeneratedLines:
    """Lines that a person might write, and such as nobody should."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._canonical = [*_canonical_lines(seed)]

    def __iter__(self) -> Iterator[str]:
        rng = self._rng
        while True:
            line = rng.choice(self._canonical) if rng.randrange(5) < 2 else self._written()  # noqa: PLR2004
            line = line.replace(".", " ") if rng.randrange(10) else line
            yield self._damaged(line) if rng.randrange(3) == 0 else line

    def _some(self, words: Sequence[str], most: int = 3) -> str:
        return " ".join(self._rng.choices(words, k=self._rng.randrange(most + 1)))

    def _one(self, *words: str) -> str:
        return self._rng.choice(words)

    def _signed(self, words: list[str], *signs: str) -> list[str]:
        return [f"{word}{self._one('', *signs)}" for word in words]

    def _written(self) -> str:
        rng = self._rng
        who = rng.choice(_PLAYERS)
        slots = [*_CARDS, "-", "?", *(f"{slot}:{rng.choice(_CARDS)}" for slot in _SLOTS)]
        books = [self._one(book, f"top2:{book}", f"low3 : {book}") for book in _BOOKS]
        others = [*_CARDS, *_COMPANIES, "S01", "S 02", "rejected", "diamonds", "S3"]
        claims = "" if rng.randrange(5) else f" = {self._claims()}"
        turn = f"{self._one('', '', '', 'takeback ', 'take back ', 'takeback: ')}{who} "
        return rng.choice(
            [
                f"{self._one('display:', 'display', 'prepare')} {self._some(_CARDS, 6)}",
                f"{self._one('books', 'refill:', 'Refill')} {self._some(books, 4)}",
                f"= {self._claims()}",
                f"{who} {self._one('plan', 'p', 'plans')} {self._some(slots, 6)}",
                f"{who} {self._one('rest', 'tile', 'bonus')} {self._some(others, 4)}",
                rng.choice(_HEADERS),
                *[f"{turn}{self._turn()}{claims}"] * 6,
            ]
        )

    def _claims(self) -> str:
        words = [*_PLAYERS, *_COMPANIES, "total", "shares", "winner", "price", "coins", "£", "cash"]
        parts = [
            f"{self._some(words, 2)} {self._one(*_NUMBERS, 'blue', '3 pounds')}"
            for _ in range(self._rng.randrange(1, 4))
        ]
        return ", ".join(parts)

    def _turn(self) -> str:
        verb = self._one(*_VERBS)
        # One turn in four says things that belong to another.
        kind = verb[:2].casefold() if self._rng.randrange(4) else self._one(*_VERBS)[:2].casefold()
        entries = self._signed(_REGIONS, ":1", ":2<R02", " : 3", ":?")
        steps = [*_COMPANIES, "cairo*2", "cairo 3", "?", "-"]
        match kind:
            case "go" | "g":
                said = [self._some(_CARDS), self._some(steps)]
            case "ex" | "e":
                said = [self._one(*_COMPANIES, "?"), self._some(entries)]
            case "ma":
                said = [self._one(*_SPACES, "?"), self._one("", "", "2", *_PARTS)]
            case "en" | "pa":
                said = [self._one(*_SLOTS, "-", "")]
            case _:
                said = [self._one(*_CARDS, "?", "-", "")]
        clauses = [self._clause(kind[:1]) for _ in range(self._rng.randrange(4))]
        return " ".join([verb, *said, *clauses])

    def _clause(self, kind: str) -> str:
        ousted = self._signed(_REGIONS, ":3", ":out", ":?", ":-")
        books = self._signed(_BOOKS, "@4", "@?", " @ 5")
        number = self._one(*_NUMBERS, "?", "-")
        taken = [*_REGIONS, "points", "points(a03)", "?"] if kind == "e" else _PARTS
        clauses = {
            "ecbm": f"take {self._some(taken, 4)}",
            "e": f"oust {self._some([*ousted, '-', '?'])}",
            "ebcm": f"books {self._some([*books, '-', '?'])}",
            "ee": f"using {self._some(_CARDS)}",
            "bc": f"flip {number}",
            "cb": f"to {number}",
            "bcb": f"spend {self._some(_BOOKS)} {self._one('', 'for 2', 'for £2')}",
            "m": f"discard {self._one(*_CARDS, '-', '?')}",
            "mm": f"option {number}",
            "g": f"buy {self._one(*_CARDS, '-', '?')}",
            "gebcm": f"level {self._one(*_COMPANIES, '')} {self._one(*_NUMBERS)}",
            "gepbcm": f"plus {self._one(*_CARDS)} {self._one('', 'after')}",
        }
        fitting = [words for kinds, words in clauses.items() if kind in kinds]
        return self._one(*(fitting if fitting and self._rng.randrange(8) else clauses.values()))

    def _damaged(self, line: str) -> str:
        rng = self._rng
        parts = line.split(" ")
        for _ in range(rng.randrange(1, 3)):
            at = rng.randrange(len(parts))
            match rng.randrange(6):
                case 0:
                    parts[at] = rng.choice(_POOL)
                case 1:
                    parts.insert(at, rng.choice(_POOL))
                case 2 if len(parts) > 1:
                    del parts[at]
                case 3:
                    parts[at] = parts[at].swapcase()
                case 4:
                    parts[at] = parts[at][: rng.randrange(1, 5)]
                case _:
                    place = rng.randrange(len(parts[at]) + 1)
                    sign = rng.choice("a1:@<()*,? -=£.'\"\t")
                    parts[at] = parts[at][:place] + sign + parts[at][place:]
        return " ".join(parts)


_HEADERS = (
    'players blue "Ann", green Bob',
    "players Ann (blue), Bob (green) and red",
    "set reference",
    "setup first-game",
    "setup first game tracks",
    'title "A long evening"',
    "title Sunday at Ann's",
    "rulings capital-call=may-decline",
    "rulings capital-call must-pay",
    "tracks A1 B1 C1 D1",
    "tracks mombasa=C2 cape-town=D1 saint-louis:B1 cairo=A1",
)


def _canonical_lines(seed: int) -> Iterator[str]:
    from referee.notation.writer import line_of  # noqa: PLC0415
    from referee.transcript.abbreviation import COLOURS, record_of  # noqa: PLC0415
    from scripts.tools.bench.recorded import random_game  # noqa: PLC0415

    for number in range(8):
        setting, game = random_game(seed * 8 + number)
        record = record_of(setting, [event for event, _ in game])
        yield from (line_of(statement, COLOURS) for statement in record.statements)


# Answers of one tree -----------------------------------------------------------------------------


def _answers() -> None:
    """Answer every line of standard input with what is read in it, or why nothing is."""
    from referee.game.set_reader import reference_set  # noqa: PLC0415
    from referee.notation.codec import to_json_lines  # noqa: PLC0415
    from referee.notation.errors import UnreadableRecordError  # noqa: PLC0415
    from referee.notation.reader import read_text  # noqa: PLC0415

    components = reference_set()
    for asked in sys.stdin:
        line = json.loads(asked)
        is_roster = line.lstrip(" \t,;").casefold().startswith("player")
        text = line if is_roster else HEAD + line
        try:
            read = read_text(text, lambda name: components if name == "reference" else None)
        except UnreadableRecordError as error:
            told = error.problems[0]
            answer: Any = {"column": told.at.column, "told": told.sentence}
        except Exception as error:  # noqa: BLE001 - a reader that fails is worth knowing
            answer = {"column": 0, "told": f"fails: {error!r}"}
        else:
            answer = to_json_lines(read.record).decode()
        sys.stdout.write(json.dumps(answer) + "\n")


def _begin(tree: Path, lines: Path, answers: Path) -> subprocess.Popen[bytes]:
    """Let a checkout answer a file of lines in a process of its own."""
    with lines.open("rb") as asked, answers.open("wb") as told:
        return subprocess.Popen(  # noqa: S603
            [sys.executable, str(Path(__file__).resolve())],
            stdin=asked,
            stdout=told,
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
        )


def _asked(trees: tuple[Path, Path], lines: list[str], folder: Path) -> Iterator[tuple[Any, Any]]:
    """Yield what both checkouts read in each line."""
    file = folder / "lines"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    found = [folder / f"answers-{number}" for number in range(len(trees))]
    running = [_begin(tree, file, out) for tree, out in zip(trees, found, strict=True)]
    for process in running:
        if process.wait():
            raise SystemExit(f"{process.args!r} failed")
    here, there = (out.read_text("utf-8").splitlines() for out in found)
    yield from zip(map(json.loads, here), map(json.loads, there), strict=True)


def _is_meant(here: Any) -> bool:  # noqa: ANN401
    """Return whether a line is refused of which something was dropped without a word before."""
    told = here.get("told", "") if isinstance(here, dict) else ""
    return any(words in told for words in _DROPPED)


_DROPPED = ("is said a second time", "has no slot of its own", "'-' was seen; a name should stand")


def _compare(other: Path, number: int, seed: int) -> int:
    counts = dict.fromkeys(
        ("read alike", "refused alike", "refused otherwise", "refused on purpose", "different"), 0
    )
    lines = iter(GeneratedLines(seed))
    with TemporaryDirectory() as folder:
        while (done := sum(counts.values())) < number:
            batch = [*islice(lines, min(BATCH, number - done))]
            answers = _asked((ROOT, other), batch, Path(folder))
            for line, (here, there) in zip(batch, answers, strict=True):
                found = _comparison(here, there)
                counts[found] += 1
                if found in {"different", "refused otherwise"} and counts[found] <= SHOWN:
                    print(f"{found}: {line!r}\n  here:  {here}\n  there: {there}")
            print(", ".join(f"{count:,} {what}" for what, count in counts.items()), flush=True)
    return 1 if counts["different"] else 0


def _comparison(here: Any, there: Any) -> str:  # noqa: ANN401
    refused = isinstance(here, dict), isinstance(there, dict)
    if here == there:
        return "refused alike" if refused[0] else "read alike"
    if not all(refused) and _is_meant(here):
        return "refused on purpose"
    return "refused otherwise" if all(refused) else "different"


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--lines", default=10_000, show_default=True, help="Lines to read.")
@click.option("--seed", default=1, show_default=True, help="The seed of the lines.")
def command(folder: Path, lines: int, seed: int) -> int:
    """Compare two readers and print where they part."""
    return _compare(folder.resolve(), lines, seed)


if __name__ == "__main__":
    _answers()
