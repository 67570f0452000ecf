"""Check what the citation index says of passages: their lines, headings, rules and digests."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from referee.game.citations import Edition, HeadingId, crosswalk
from referee.game.passages import (
    EditionPassages,
    Excerpt,
    text_digest,
)
from referee.game.rule import Rule
from referee.game.ruling import Ruling

_LINES = re.compile(r'^lines = "(?P<lines>[^"]+)"\n(?:digest = "[^"]*"\n)?', re.MULTILINE)


def check_passages(
    edition: Edition,
    given: EditionPassages,
    headings: Container[HeadingId],
    rules: Container[str],
    rulings: Container[str],
) -> Iterator[str]:
    """Yield every passage of `edition` that names a thing which does not exist, or nothing."""
    for passage in given.passages:
        at = f"{_file(edition)}: {passage.lines}"
        if passage.heading not in headings:
            yield f"{at}: {edition} has no heading {passage.heading!r}"
        if not (passage.rules or passage.rulings):
            yield f"{at}: the passage states no rule and bears on no ruling"
        for rule in passage.rules:
            if rule not in rules:
                yield f"{at}: there is no rule {rule!r}"
        for ruling in passage.rulings:
            if ruling not in rulings:
                yield f"{at}: there is no ruling {ruling!r}"


def check_stated(edition: Edition, given: EditionPassages, rules: Iterable[str]) -> Iterator[str]:
    """Yield every rule that `edition` neither states nor lists as one it does not state."""
    file = _file(edition)
    stated = {rule for passage in given.passages for rule in passage.rules}
    known = dict.fromkeys(rules)
    for rule in known:
        if rule not in stated and rule not in given.unstated:
            yield (
                f"{file}: {rule}: add it to the passage that states it, "
                f"or to {_list_of_unstated(edition)} if none does"
            )
    for rule in given.unstated:
        if rule in stated:
            yield f"{file}: {rule}: listed in {_list_of_unstated(edition)}, but a passage states it"
        elif rule not in known:
            yield f"{file}: there is no rule {rule!r}"


def check_english(
    given: EditionPassages, rules: Iterable[Rule], rulings: Iterable[Ruling]
) -> Iterator[str]:
    """Yield every section of a rule, and every ruling, without a passage of the English text."""
    file = _file("en")
    for rule in rules:
        for section in rule.sections:
            if rule.id not in given.unstated and not _says(given, rule.id, crosswalk()[section].en):
                yield f"{file}: {rule.id}: no passage of its section {section!r} states it"
    for ruling in rulings:
        if not any(ruling.id in passage.rulings for passage in given.passages):
            yield f"{file}: {ruling.id}: no passage names it among its rulings"


def check_digests(
    edition: Edition, passages: Iterable[Excerpt], lines: Sequence[str]
) -> Iterator[str]:
    """Yield every passage that the `lines` of the edition do not have, or have in other words."""
    for passage in passages:
        at = f"{_file(edition)}: {passage.lines}"
        if not any(lines[number - 1].strip() for number in passage.span if number <= len(lines)):
            yield f"{at}: the text has no words there"
        elif passage.span[-1] > len(lines):
            yield f"{at}: ends after the last line of the text, {len(lines)}"
        elif passage.digest is None:
            yield f"{at}: there is no digest; make it with --write"
        elif passage.digest != text_digest(passage, lines):
            yield f"{at}: the text is another than the one read; read it again, then use --write"


def with_digests(index: str, lines: Sequence[str]) -> str:
    """Return a file of passages with the digest of each as `lines` give it."""

    def digested(found: re.Match[str]) -> str:
        digest = text_digest(Excerpt(lines=found["lines"]), lines)
        return f'lines = "{found["lines"]}"\ndigest = "{digest}"\n'

    return _LINES.sub(digested, index)


def _says(given: EditionPassages, rule: str, heading: HeadingId | None) -> bool:
    return any(passage.heading == heading and rule in passage.rules for passage in given.passages)


def _file(edition: Edition) -> str:
    return "map/en.toml" if edition == "en" else f"passages/{edition}.toml"


def _list_of_unstated(edition: Edition) -> str:
    return "[unmapped]" if edition == "en" else "`unstated`"
