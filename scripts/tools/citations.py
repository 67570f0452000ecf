"""Check the citation index against the texts of the editions, and keep the digests of its passages.

The texts are FOLDER/en.txt, nl.txt, cs.txt, fr.txt and manual.txt. They are read line by line with
white space collapsed, asterisks (bold, italic) dropped, and leading `#`, `-` and `•` removed.

A heading stands in a text where its words are
- a whole line, or two or three lines that follow each other without a gap, or
- the start of a line and a colon ends them, as in a run-in title;
in both cases with or without a leading number such as `1.`, `a)` or `[1]`. Words at the start of
a line alone are not enough, because a sentence may be broken there. Where extraction split a
heading or ran it into its neighbours, `as_extracted` says how the text has it: a whole line, or
the start or the end of one. Either it is the heading but for white space, or it holds the heading
as it is, up to a closing quote or a capital that begins something else.

A passage is known by its lines and by a digest of their words. A digest tells that the text is not
the one in which the passage was looked up; `--write` makes digests anew of what the texts say now.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from pathlib import Path

import click
import msgspec

from referee.core import citations
from referee.core.rule import Rule
from referee.core.rulings import RULINGS, Ruling
from referee.rulebook import RULES
from scripts.tools.project import ROOT

_LINES = re.compile(r'^lines = "(?P<lines>[^"]+)"\n(?:digest = "[^"]*"\n)?', re.MULTILINE)


def check_passages(
    edition: citations.Edition,
    given: citations.EditionPassages,
    headings: Container[citations.HeadingId],
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
        for what, named, known in (
            ("rule", passage.rules, rules),
            ("ruling", passage.rulings, rulings),
        ):
            yield from (f"{at}: there is no {what} {each!r}" for each in named if each not in known)


def check_stated(
    edition: citations.Edition, given: citations.EditionPassages, rules: Iterable[str]
) -> Iterator[str]:
    """Yield every rule that `edition` neither states nor lists as one it does not state."""
    file, listed = _file(edition), "[unmapped]" if edition == "en" else "`unstated`"
    stated = {rule for passage in given.passages for rule in passage.rules}
    known = dict.fromkeys(rules)
    for rule in known.keys() - stated - {*given.unstated}:
        yield f"{file}: {rule}: add it to the passage that states it, or to {listed} if none does"
    for rule in given.unstated:
        if rule in stated:
            yield f"{file}: {rule}: listed in {listed}, but a passage states it"
        elif rule not in known:
            yield f"{file}: there is no rule {rule!r}"


def check_english(
    given: citations.EditionPassages, rules: Iterable[Rule], rulings: Iterable[Ruling]
) -> Iterator[str]:
    """Yield every section of a rule, and every ruling, without a passage of the English text."""
    file = _file("en")
    stated = {(passage.heading, rule) for passage in given.passages for rule in passage.rules}
    for rule in (rule for rule in rules if rule.id not in given.unstated):
        for section in rule.sections:
            if (citations.crosswalk()[section].en, rule.id) not in stated:
                yield f"{file}: {rule.id}: no passage of its section {section!r} states it"
    named = {ruling for passage in given.passages for ruling in passage.rulings}
    for ruling in rulings:
        if ruling.id not in named:
            yield f"{file}: {ruling.id}: no passage names it among its rulings"


def check_digests(
    edition: citations.Edition, passages: Iterable[citations.Excerpt], lines: Sequence[str]
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
        elif passage.digest != citations.text_digest(passage, lines):
            yield f"{at}: the text is another than the one read; read it again, then use --write"


def with_digests(index: str, lines: Sequence[str]) -> str:
    """Return a file of passages with the digest of each as `lines` give it."""

    def digested(found: re.Match[str]) -> str:
        digest = citations.text_digest(citations.Excerpt(lines=found["lines"]), lines)
        return f'lines = "{found["lines"]}"\ndigest = "{digest}"\n'

    return _LINES.sub(digested, index)


def _file(edition: citations.Edition) -> str:
    return "map/en.toml" if edition == "en" else f"passages/{edition}.toml"


IN_ORDER: frozenset[citations.Edition] = frozenset({"en", "manual"})
"""The editions whose text has the order of the printed page."""

BESIDE = ROOT.parent / "shared" / "rulebooks"
"""Where the texts lie if they lie beside the project."""

_NUMBER = re.compile(r"^(?:\[\d+\]|[0-9a-z]{1,2}[.)]) ")
_LONGEST_HEADING = 3


def check_edition(index: citations.EditionIndex, text: str) -> Iterator[str]:
    """Yield every breach of `index` against the `text` of its edition."""
    file = f"{index.edition}.toml"
    lines = tuple(_plain(line).lstrip("#-• ") for line in text.splitlines())
    named = [f"{heading.id}: the id" for heading in index.headings]
    named += [f"“{h.text}”{f', {h.part},' if h.part else ''}" for h in index.headings]
    repeated = (name for name, number in Counter(named).items() if number > 1)
    yield from (f"{file}: {name} stands more than once" for name in repeated)

    plain = _plain(text)
    reached = 0
    for heading in index.headings:
        at = f"{file}: {heading.id}"
        for breach in _check_page(heading, plain):
            yield f"{at}: {breach}"
        places = sorted(_places(heading, lines))
        later = [place for place in places if place >= reached]
        if not _holds(heading):
            yield f"{at}: as_extracted does not hold the words “{heading.text}”"
        elif not places:
            yield f"{at}: no heading “{heading.as_extracted or heading.text}” in the text"
        elif index.edition in IN_ORDER and not later:
            yield f"{at}: “{heading.text}” stands before the heading listed above it"
        elif index.edition in IN_ORDER:
            reached = later[0]


def check_sections(
    sections: Mapping[citations.SectionId, citations.Section],
    indexes: Mapping[citations.Edition, citations.EditionIndex],
) -> Iterator[str]:
    """Yield every section that no edition covers or that points to a heading nobody has."""
    known = {(edition, each.id) for edition, index in indexes.items() for each in index.headings}
    for section_id, section in sections.items():
        at = f"sections.toml: {section_id}"
        if not section.headings:
            yield f"{at}: no edition covers it"
        for edition, id_ in section.headings:
            if (edition, id_) not in known:
                yield f"{at}: {edition} has no heading {id_!r}"


def check_index(
    indexes: Mapping[citations.Edition, citations.EditionIndex],
    passages: Mapping[citations.Edition, citations.EditionPassages],
) -> Iterator[str]:
    """Yield every breach of the index that shows without the texts."""
    yield from check_sections(citations.crosswalk(), indexes)
    for edition, given in passages.items():
        headings = {heading.id for heading in indexes[edition].headings}
        yield from check_passages(edition, given, headings, RULES, RULINGS)
        yield from check_stated(edition, given, RULES)
    yield from check_english(passages["en"], RULES.values(), RULINGS.values())


@click.command()
@click.argument("named", type=Path, required=False, metavar="[FOLDER]")
@click.option("--write", is_flag=True, help="Make the digests of all passages.")
def command(named: Path | None, *, write: bool) -> int:
    """Check the citation index against the texts of the editions.

    FOLDER has en.txt, nl.txt, cs.txt, fr.txt and manual.txt; it is ../shared/rulebooks unless told.
    """
    folder = named or BESIDE
    there = named is not None or folder.is_dir()
    if write and not there:
        raise click.UsageError(f"there are no texts in {folder} to make digests of")
    try:
        editions = citations.EDITIONS if there else ()
        texts = {each: (folder / f"{each}.txt").read_text(encoding="utf-8") for each in editions}
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(str(error)) from error
    for edition, text in texts.items() if write else ():
        file = Path(str(citations.passage_file(edition)))
        before = file.read_text("utf-8")
        file.write_text(with_digests(before, text.splitlines()), "utf-8")
        made = Counter(file.read_text("utf-8").splitlines()) - Counter(before.splitlines())
        print(f"{edition}: {made.total()} digests made or changed")
    try:
        indexes = {edition: citations.edition_index(edition) for edition in citations.EDITIONS}
        passages = {edition: citations.edition_passages(edition) for edition in citations.EDITIONS}
        breaches = list(check_index(indexes, passages))
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        print(f"the index is unreadable: {error}")
        return 1

    if not there:
        print(f"skipped the comparison with the texts: there are none in {folder}")
    for edition, text in texts.items():
        found = list(check_edition(indexes[edition], text))
        every = citations.passage_map().passages if edition == "en" else passages[edition].passages
        found += check_digests(edition, every, text.splitlines())
        headings, sections = indexes[edition].headings, citations.crosswalk().values()
        covered = sum(edition in dict(section.headings) for section in sections)
        print(
            f"{edition}: {len(headings)} headings, "
            f"{sum(heading.page is not None for heading in headings)} with a page, {covered} of "
            f"{len(sections)} sections, {len(every)} passages, {len(found)} breaches"
        )
        breaches += found
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


def _check_page(heading: citations.Heading, text: str) -> Iterator[str]:
    page, told_by = heading.page, heading.told_by
    if page is None or told_by is None:
        if page != told_by:
            yield "a page and the words that tell it go together"
        return
    if not re.fullmatch(r"\d+(-\d+)?", page):
        yield f"{page!r} is no page or range of pages"
    if _plain(told_by) not in text:
        yield f"the text does not say “{told_by}”"
    if not set(re.findall(r"\d+", page)) <= set(re.findall(r"\d+", told_by)):
        yield f"“{told_by}” does not tell page {page}"


def _places(heading: citations.Heading, lines: Sequence[str]) -> Iterator[int]:
    words = _plain(heading.as_extracted or heading.text)
    part = re.escape(words)
    edges = re.compile(rf"{part}($|[\W_])|(.*[\W_])?{part}$")
    title = re.compile(rf"{re.escape(words.rstrip(': '))} ?:")
    for number, line in enumerate(lines):
        if heading.as_extracted is not None:
            if edges.match(line):
                yield number
            continue
        block = [*takewhile(bool, lines[number : number + _LONGEST_HEADING])]
        wholes = {" ".join(block[:size]) for size in range(1, len(block) + 1)}
        wholes |= {_NUMBER.sub("", whole) for whole in wholes}
        if words in wholes or title.match(line) or title.match(_NUMBER.sub("", line)):
            yield number


def _holds(heading: citations.Heading) -> bool:
    extract = heading.as_extracted or heading.text
    before, found, after = extract.partition(heading.text)
    starts = not before or before[-1] in " “"
    ends = not after or after[0] == "”" or after.lstrip()[:1].isupper()
    same = "".join(extract.split()) == "".join(heading.text.split())
    return same or bool(found and starts and ends)


def _plain(text: str) -> str:
    return " ".join(text.replace("*", "").split())


# Which passage of the English rulebook states which rule ------------------------------------------
WIDTH = 60
"""Characters of a line that are shown."""
_MUST_SHOW = frozenset({"example", "permission", "summary"})
"""Reasons that send the reader to rules or rulings, and so have to name some."""


def check_map(given: citations.PassageMap) -> Iterator[str]:
    """Yield every breach of the map that shows without the text."""
    for passage in given.passages:
        for breach in _check_passage(passage, given.reasons.keys()):
            yield f"{passage.lines}: {breach}"
    for before, after in pairwise(given.passages):
        if before.span and after.span and after.span[0] <= before.span[-1]:
            yield f"{after.lines}: does not come after {before.lines}, which is listed above it"
    with_section = [at for at, passage in enumerate(given.passages) if passage.section]
    for passage in given.passages[with_section[0] : with_section[-1]] if with_section else ():
        if not passage.section:
            yield f"{passage.lines}: stands among the rules and names no section"
    unmapped = given.unmapped
    for rule in RULES.keys() - given.stated - unmapped.keys():
        yield f"{rule}: no passage states it, and no reason is given under [unmapped]"
    yield from (f"[unmapped]: there is no rule {rule!r}" for rule in unmapped.keys() - RULES.keys())
    for rule in unmapped.keys() & given.stated:
        yield f"[unmapped]: {rule} is stated by a passage"
    silent = (rule for rule in unmapped if not unmapped[rule].strip())
    yield from (f"[unmapped]: {rule} has no reason" for rule in silent)
    for reason in given.reasons.keys() - {passage.reason for passage in given.passages}:
        yield f"[reasons]: no passage gives the reason {reason!r}"


def check_text(given: citations.PassageMap, text: str) -> Iterator[str]:
    """Yield every line of `text` without exactly one passage, and every passage without a line."""
    lines = dict(enumerate(text.splitlines(), start=1))
    covered = Counter(number for passage in given.passages for number in passage.span)
    for number, line in lines.items():
        if line.strip() and covered[number] != 1:
            words = " ".join(line.split())
            opening = words if len(words) <= WIDTH else f"{words[: WIDTH - 1]}…"
            yield f"line {number} is in {covered[number]} passages: {opening}"
    for passage in given.passages:
        if not any(lines.get(number, "").strip() for number in passage.span):
            yield f"passage {passage.lines} ({passage.about}) has no words in the text"
        elif passage.span[-1] not in lines:
            yield f"passage {passage.lines} ends after the last line of the text, {len(lines)}"


def table(passages: Sequence[citations.Passage]) -> str:
    """Return the passages as plain text in columns."""
    rows = [("section", "lines", "about", "rules or reason")]
    for each in passages:
        stated = " ".join(each.rules) or each.reason or ""
        shown = f" ({' '.join(each.shows)})" if each.shows else ""
        rows.append((each.section or "", each.lines, each.about, stated + shown))
    first, second, third, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    return "\n".join(f"{a:{first}}  {b:{second}}  {c:{third}}  {d}".rstrip() for a, b, c, d in rows)


def summary(given: citations.PassageMap) -> str:
    """Return the counts of the map in one line."""
    stating = sum(bool(passage.rules) for passage in given.passages)
    reasons = Counter(passage.reason for passage in given.passages if passage.reason)
    others = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    return (
        f"{len(given.passages)} passages: {stating} with rules, {others}; "
        f"{len(RULES.keys() & given.stated)} of {len(RULES)} rules stated, "
        f"{len(given.unmapped)} unmapped with a reason"
    )


@click.command()
@click.option(
    "--text",
    "folder",
    type=Path,
    metavar="FOLDER",
    help="Check that each line of FOLDER/en.txt that is not blank is in exactly one passage.",
)
def rule_map(folder: Path | None) -> int:
    """Show which passage of the English rulebook states which rule; check that none is left out.

    The map names passages by the line numbers of the edition's plain text, FOLDER/en.txt.
    """
    try:
        given = citations.passage_map()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise click.UsageError(f"the map is unreadable: {error}") from error

    breaches = list(check_map(given))
    if folder is None:
        print(table(given.passages), "", summary(given), sep="\n")
    else:
        try:
            text = (folder / "en.txt").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise click.UsageError(f"{folder / 'en.txt'}: {error}") from error
        breaches += check_text(given, text)
        written = sum(bool(line.strip()) for line in text.splitlines())
        told = f"{len(given.passages)} passages, {len(breaches)} breaches"
        print(f"{written} lines with words, {told}")
    for breach in breaches:
        print(f"breach: {breach}")
    return 1 if breaches else 0


def _check_passage(passage: citations.Passage, reasons: Container[str]) -> Iterator[str]:
    if not passage.span:
        yield "the last line stands before the first"
    if bool(passage.rules) == bool(passage.reason):
        yield "a passage has either rules or a reason"
    if passage.reason and passage.reason not in reasons:
        yield f"the reason {passage.reason!r} is not in the list"
    if passage.reason in _MUST_SHOW and not passage.shows:
        yield f"the reason {passage.reason!r} needs rules that the passage shows"
    if passage.section is not None and passage.section not in citations.section_ids():
        yield f"the citation index has no section {passage.section!r}"
    named = (*passage.rules, *passage.shows)
    yield from (f"there is no rule {rule!r}" for rule in named if rule not in RULES)
    yield from (f"there is no ruling {each!r}" for each in passage.rulings if each not in RULINGS)
