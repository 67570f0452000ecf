"""Show which passage of the English rulebook states which rule, and check that none is left out.

The map names passages by the line numbers of the edition's plain text, FOLDER/en.txt.
"""

import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import click
import msgspec

from referee.core.citations import Passage, PassageMap, passage_map, section_ids
from referee.core.rulings import RULINGS
from referee.rulebook import RULES

_MUST_SHOW = frozenset({"example", "permission", "summary"})
"""Reasons that send the reader to rules or rulings, and so have to name some."""


def check_map(given: PassageMap) -> Iterator[str]:
    """Yield every breach of the map that shows without the text."""
    for passage in given.passages:
        for breach in _check_passage(passage, given.reasons.keys()):
            yield f"{passage.lines}: {breach}"
    for before, after in pairwise(given.passages):
        if before.span and after.span and after.span[0] <= before.span[-1]:
            yield f"{after.lines}: does not come after {before.lines}, which is listed above it"
    for passage in _sectionless_inside(given.passages):
        yield f"{passage.lines}: stands among the rules and names no section"
    yield from _check_rules(given)
    used = {passage.reason for passage in given.passages}
    for reason in given.reasons:
        if reason not in used:
            yield f"[reasons]: no passage gives the reason {reason!r}"


def check_text(given: PassageMap, text: str) -> Iterator[str]:
    """Yield every line of `text` without exactly one passage, and every passage without a line."""
    lines = dict(enumerate(text.splitlines(), start=1))
    covered = Counter(number for passage in given.passages for number in passage.span)
    for number, line in lines.items():
        if line.strip() and covered[number] != 1:
            yield f"line {number} is in {covered[number]} passages: {_opening(line)}"
    for passage in given.passages:
        if not any(lines.get(number, "").strip() for number in passage.span):
            yield f"passage {passage.lines} ({passage.about}) has no words in the text"
        elif passage.span[-1] not in lines:
            yield f"passage {passage.lines} ends after the last line of the text, {len(lines)}"


def table(passages: Iterable[Passage]) -> str:
    """Return the passages as plain text in columns."""
    rows = [("section", "lines", "about", "rules or reason")]
    rows += [
        (passage.section or "", passage.lines, passage.about, _answer(passage))
        for passage in passages
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def summary(given: PassageMap) -> str:
    """Return the counts of the map in one line."""
    stating = sum(bool(passage.rules) for passage in given.passages)
    reasons = Counter(passage.reason for passage in given.passages if passage.reason)
    others = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    return (
        f"{len(given.passages)} passages: {stating} with rules, {others}; "
        f"{len(RULES.keys() & given.stated)} of {len(RULES)} rules stated, "
        f"{len(given.unmapped)} unmapped with a reason"
    )


def missing(given: PassageMap) -> Iterator[str]:
    """Yield every rule that no passage states, with the reason if the map gives one."""
    for rule in RULES.values():
        if rule.id not in given.stated:
            why = given.unmapped.get(rule.id, "no reason given")
            yield f"{rule.id}  {rule.name}: {why}"


@click.command(help=__doc__)
@click.option("--rule", metavar="ID", help="Show the passages of one rule only.")
@click.option("--missing", "only_missing", is_flag=True, help="List rules that no passage states.")
@click.option(
    "--text",
    "folder",
    type=Path,
    metavar="FOLDER",
    help="Check that each line of FOLDER/en.txt that is not blank is in exactly one passage.",
)
def command(rule: str | None, folder: Path | None, *, only_missing: bool) -> int:
    """Print the map or check it; return 0 if it holds and 1 if it does not."""
    if (rule is not None) + (folder is not None) + only_missing > 1:
        raise click.UsageError("only one of --rule, --missing and --text can be asked for")
    try:
        given = passage_map()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise click.UsageError(f"the map is unreadable: {error}") from error

    breaches = list(check_map(given))
    if rule is not None:
        if rule not in RULES:
            raise click.UsageError(f"there is no rule {rule!r}; ids look like {next(iter(RULES))}")
        print(table(p for p in given.passages if rule in (*p.rules, *p.shows)))
    elif only_missing:
        for line in missing(given):
            print(line)
    elif folder is not None:
        text = _text(folder / "en.txt")
        breaches += check_text(given, text)
        written = sum(bool(line.strip()) for line in text.splitlines())
        print(
            f"{written} lines with words, {len(given.passages)} passages, {len(breaches)} breaches"
        )
    else:
        print(table(given.passages))
        print()
        print(summary(given))

    for breach in breaches:
        print(f"breach: {breach}")
    return 1 if breaches else 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path}: {error}") from error


def _check_passage(passage: Passage, reasons: Container[str]) -> Iterator[str]:
    if not passage.span:
        yield "the last line stands before the first"
    if bool(passage.rules) == bool(passage.reason):
        yield "a passage has either rules or a reason"
    if passage.reason and passage.reason not in reasons:
        yield f"the reason {passage.reason!r} is not in the list"
    if passage.reason in _MUST_SHOW and not passage.shows:
        yield f"the reason {passage.reason!r} needs rules that the passage shows"
    if passage.section is not None and passage.section not in section_ids():
        yield f"the citation index has no section {passage.section!r}"
    for rule in (*passage.rules, *passage.shows):
        if rule not in RULES:
            yield f"there is no rule {rule!r}"
    for ruling in passage.rulings:
        if ruling not in RULINGS:
            yield f"there is no ruling {ruling!r}"


def _sectionless_inside(passages: Sequence[Passage]) -> Iterator[Passage]:
    with_section = [at for at, passage in enumerate(passages) if passage.section]
    if with_section:
        inside = passages[with_section[0] : with_section[-1]]
        yield from (passage for passage in inside if not passage.section)


def _check_rules(given: PassageMap) -> Iterator[str]:
    for rule in RULES:
        if rule not in given.stated and rule not in given.unmapped:
            yield f"{rule}: no passage states it, and no reason is given under [unmapped]"
    for rule, why in given.unmapped.items():
        if rule not in RULES:
            yield f"[unmapped]: there is no rule {rule!r}"
        elif rule in given.stated:
            yield f"[unmapped]: {rule} is stated by a passage"
        if not why.strip():
            yield f"[unmapped]: {rule} has no reason"


def _answer(passage: Passage) -> str:
    stated = " ".join(passage.rules) or passage.reason or ""
    return f"{stated} ({' '.join(passage.shows)})" if passage.shows else stated


def _opening(line: str, width: int = 60) -> str:
    words = " ".join(line.split())
    return words if len(words) <= width else f"{words[: width - 1]}…"
