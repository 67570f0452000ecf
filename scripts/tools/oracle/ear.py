"""Read statements that people wrote, and hold what is read against what they meant.

A file of statements, `lines-N*.jsonl`, lies beside its situations, `pack-N.json`. Printed is for
each language how many were read as meant, asked about with the right answer, left unread with the
right line proposed, and misread without a word; each that was not read as meant is printed.
"""

import json
import re
from collections import Counter, defaultdict
from itertools import chain
from operator import ne
from pathlib import Path
from random import Random
from typing import Final

import click

import referee
from referee.core.state import State
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.record import OneOf
from referee.records.writer import line_of

NOT_READ: Final = ("asked", "proposed", "open", "unread", "MISREAD")


class Reading:
    """What comes of a record with one more line."""

    def __init__(self, prefix: str, line: str) -> None:
        self.answers: tuple[str, ...] = ()
        """The lines among which it asks, or that it proposes."""
        self.after: State | None = None
        self.is_open = self.is_read = False
        self.words = ""
        try:
            game = referee.loads(f"{prefix.rstrip()}\n{line}\n")
        except referee.UnreadableError as error:
            self.answers = tuple(each for problem in error.problems for each in problem.guess)
            self.words = str(error).splitlines()[-1].strip()
            return
        self.is_read = True
        record = game.record
        self.words = line_of(record.statements[-1], game.colours)
        said = record.statements[-1].said
        if isinstance(said, OneOf):
            self.answers = tuple(each.line for each in said.readings)
            return
        setting = setting_of(record.header, game.components)
        if isinstance(setting, Missing):
            return
        last = [*walk(record, setting, keep_going=True)][-1]
        self.is_open = last.missing is not None
        self.after = last.after if not last.illegal and not last.misnoted else None


def outcome(prefix: str, line: str, meant: str) -> tuple[str, Reading]:
    """Return what becomes of a line that was written, and its reading."""
    found = Reading(prefix, line)
    due = Reading(prefix, meant).after
    if found.is_read and not found.answers:
        if found.is_open:
            return "open", found
        return ("read" if found.after == due else "MISREAD"), found
    right = any(Reading(prefix, answer).after == due for answer in found.answers)
    if found.is_read:
        return ("asked" if right else "MISREAD"), found
    return ("proposed" if right else "unread"), found


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--lang", help="Only this language.")
def command(files: tuple[Path, ...], lang: str | None) -> None:
    """Hold what is read of statements in people's own words against what they meant."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for file in files:
        number = re.findall(r"\d+", file.name)[0]
        pack = json.loads((file.parent / f"pack-{number}.json").read_text("utf-8"))
        situations = {each["id"]: each for each in pack}
        for row in map(json.loads, file.read_text("utf-8").splitlines()):
            situation = situations[row.pop("id")]
            for language, line in row.items():
                if lang not in {None, language}:
                    continue
                prefix = Path(situation["prefix"]).read_text("utf-8")
                if language != "en":
                    prefix = f"lang {language}\n{prefix}"
                came, reading = outcome(prefix, line, situation["canonical"])
                counted[language][came] += 1
                if came != "read":
                    click.echo(f"{came} {situation['id']} {language}: {line}")
                    click.echo(f"    meant {situation['canonical']}\n    came  {reading.words}")
    for language, counts in counted.items():
        total = counts.total()
        parts = [f"{counts[each]} {each}" for each in ("read", *NOT_READ)]
        click.echo(f"{language}: {total} statements: {', '.join(parts)}")


# Shipped games in looser words --------------------------------------------------------------------
_CARDS: Final = {"coffee": "coffee", "banana": "banana", "cotton": "cotton", "clerk": "bookkeeper"}
_STEP: Final = re.compile(r"\b(mombasa|cape-town|saint-louis|cairo)(?: (\d+))?")


def _loose_cards(words: str, rng: Random) -> str:
    """Return words with cards as people name them."""

    def card(match: re.Match[str]) -> str:
        name, number = _CARDS[match[1]], match[2]
        return rng.choice((match[0], f"{name} {number}", f"the {number} {name}", f"{name}{number}"))

    return re.sub(r"\b(coffee|banana|cotton|clerk)(\d)\b(?![\w-])", card, words)


def _loose_steps(words: str, rng: Random) -> str:
    def steps(match: re.Match[str]) -> str:
        number = match[2] or "1"
        company = match[1].replace("-", " ").title()
        unit = "step" if number == "1" else "steps"
        return rng.choice(
            (f"{number} {company}", f"{company} {number}", f"{number} {unit} {company}")
        )

    return _STEP.sub(steps, words)


def loosened(line: str, rng: Random) -> str:
    """Return a statement as somebody could have written it; most others stay as they are."""
    words, sign, rest = line.partition(" = ")
    if found := re.fullmatch(r"(\w+) goods ([\w ]+?) ((?:[\w-]+(?: \d+)? ?)*)", words):
        who, cards, tracks = found.groups()
        if re.fullmatch(r"(?:(?:mombasa|cape-town|saint-louis|cairo)(?: \d+)? ?)+", tracks):
            verb = rng.choice(("uses", "plays", "sells"))
            cards = " and ".join(_loose_cards(card, rng) for card in cards.split())
            moves = " and ".join(_loose_steps(each[0], rng) for each in _STEP.finditer(tracks))
            words = f"{who} {verb} {cards}: {moves}"
    elif found := re.fullmatch(r"(\w+) end (left|middle|right)", words):
        words = f"{found[1]} " + rng.choice(
            (f"passes, takes the {found[2]} deck", f"is out, {found[2]} pile", f"ends {found[2]}")
        )
    elif found := re.fullmatch(r"(\w+) plan (\S+) (\S+) (\S+)", words):
        words = f"{found[1]} plans {found[2]}, {found[3]}, {found[4]}"
    elif found := re.fullmatch(r"(\w+) clerk (clerk\d\w?)(?: to (\d+))?(.*)", words):
        ink = f", ink to {found[3]}" if found[3] else ""
        books = re.sub(r" books (.*)", r", \1", found[4])
        books = re.sub(r"\b([abc]\d\d)@(\d+)", r"book \1 on space \2", books)
        if not re.search(r"take|spend|flip|level|plus", books):
            words = f"{found[1]} uses {found[2]}{ink}{books}"
    elif found := re.fullmatch(r"(\w+) marker (first|coffee|bananas|cotton)", words):
        place = "first player" if found[2] == "first" else f"the {found[2]} space"
        words = f"{found[1]} puts a marker on {place}"
    return f"{words}{sign}{rest}"


def _judged(text: str) -> tuple[str, tuple[str, ...]]:
    try:
        verdict = referee.loads(text).check()
    except referee.UnreadableError:
        return "unread", ()
    return verdict.verdict, tuple(each.rule for each in verdict.violations)


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--seed", default=0)
def loosened_command(folders: tuple[Path, ...], seed: int) -> None:
    """Judge the games of folders in looser words: no verdict may be another one."""
    rng = Random(seed)
    counted: Counter[str] = Counter()
    changed = 0
    for file in sorted(chain.from_iterable(folder.glob("*.mgn") for folder in folders)):
        text = file.read_text("utf-8")
        strict = _judged(text)
        lines = text.split("\n")
        looser = [loosened(line, rng) for line in lines]
        changed += sum(map(ne, lines, looser))
        loose = _judged("\n".join(looser))
        same = loose == strict
        came = "same" if same else "asked" if loose[0] in {"unread", "undecided"} else "OTHER"
        counted[came] += 1
        if not same:
            click.echo(f"{came} {file}: {strict} {loose}")
    games = ", ".join(f"{number} {came}" for came, number in sorted(counted.items()))
    click.echo(f"{games}; {changed} lines in looser words")
