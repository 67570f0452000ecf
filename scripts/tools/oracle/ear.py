"""Read statements that people wrote, and hold what is read against what they meant.

A file of statements, `lines-N*.jsonl`, lies beside its situations, `pack-N.json`. Printed is for
each language how many were read as meant, asked about with the right answer, left unread with the
right line proposed, and misread without a word; each that was not read as meant is printed.
"""

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
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
