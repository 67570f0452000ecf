"""Where each edition of the rulebook says what: headings, sections and citations."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, get_args

import msgspec
from msgspec import Meta, Struct

from referee.core.digests import sha256_of
from referee.core.shipped_files import packaged

Edition = Literal["en", "nl", "cs", "fr", "manual"]
EDITIONS: tuple[Edition, ...] = get_args(Edition)
"""The editions in the order in which they are cited; the first is normative."""

HeadingId = NewType("HeadingId", str)
SectionId = NewType("SectionId", str)


class Heading(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A heading of one edition, or a part of what stands under it."""

    id: HeadingId
    text: str
    part: str | None = None
    page: str | None = None
    told_by: str | None = None
    """The words of the edition that tell the page."""
    as_extracted: str | None = None
    """How the edition's plain text has the heading, where it is broken or run into others."""


class EditionIndex(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The headings of one edition in reading order."""

    edition: Edition
    language: str
    title: str
    headings: tuple[Heading, ...] = msgspec.field(name="heading")


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the rules under our own name, and the heading of each edition that covers it."""

    title: str
    en: HeadingId | None = None
    nl: HeadingId | None = None
    cs: HeadingId | None = None
    fr: HeadingId | None = None
    manual: HeadingId | None = None

    @property
    def headings(self) -> tuple[tuple[Edition, HeadingId], ...]:
        """The editions that cover the section, each with its heading."""
        ids = (self.en, self.nl, self.cs, self.fr, self.manual)
        return tuple((edition, id_) for edition, id_ in zip(EDITIONS, ids, strict=True) if id_)


class Citation(Struct, frozen=True):
    """A place in an edition that a reader can open."""

    edition: Edition
    heading: str
    part: str | None = None
    page: str | None = None
    lines: str | None = None
    """The lines of the edition's plain text, where the place is known so closely."""

    def __str__(self) -> str:
        words = [f"{self.edition} “{self.heading.rstrip(' :')}”"]
        if self.part:
            words.append(self.part)
        if self.page:
            words.append(f"{'pp.' if '-' in self.page else 'p.'} {self.page}")
        return ", ".join(words)


@cache
def edition_index(edition: Edition) -> EditionIndex:
    """Return the headings of `edition`."""
    return msgspec.convert({"edition": edition, **_table(edition)}, EditionIndex)


@cache
def crosswalk() -> Mapping[SectionId, Section]:
    """Return every section by its id, in rulebook order."""
    return msgspec.convert(_table("sections"), dict[SectionId, Section])


def section_ids() -> tuple[SectionId, ...]:
    """Return the ids of all sections, in rulebook order."""
    return tuple(crosswalk())


@cache
def citations(section: SectionId) -> tuple[Citation, ...]:
    """Return where each edition that covers `section` does so."""
    return tuple(cite(edition, id_) for edition, id_ in crosswalk()[section].headings)


def cite(edition: Edition, id_: HeadingId, lines: str | None = None) -> Citation:
    """Return the place under a heading of `edition`."""
    for heading in edition_index(edition).headings:
        if heading.id == id_:
            return Citation(edition, heading.text, heading.part, heading.page, lines)
    raise LookupError(f"{edition} has no heading {id_!r}")


def _table(name: str) -> dict[str, Any]:
    return plain_tables(packaged("core", "editions", f"{name}.toml").read_text(encoding="utf-8"))


def plain_tables(text: str) -> dict[str, Any]:
    """Return what TOML says whose tables in double brackets have every value on one line.

    A reader of all TOML takes a sixth of the time of a verdict for them; a test holds the two
    against each other.
    """
    import tomllib  # noqa: PLC0415 - most commands cite nothing

    head, *entries = re.split(r"^\[\[(\w+)\]\]\n", text, flags=re.MULTILINE)
    found = tomllib.loads(head)
    for name, lines in zip(entries[::2], entries[1::2], strict=True):
        rows = (line.partition(" = ") for line in lines.splitlines() if line and line[0] != "#")
        entry = {
            key: value[1:-1] if value[0] == "'" else msgspec.json.decode(value)
            for key, _, value in rows
        }
        found.setdefault(name, []).append(entry)
    return found


# Which passages of each edition state which rules, and bear on which rulings ----------------------
_SPAN = r"[1-9][0-9]{0,3}(-[1-9][0-9]{0,3})?"

LineSpans = Annotated[str, Meta(pattern=rf"^{_SPAN}(, {_SPAN})*$")]
"""A line number, or the first and the last of several, such as `407-411`; or some of these."""

PassageDigest = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
"""The first digits of the SHA-256 of a passage, white space collapsed."""


class Excerpt(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Lines of the plain text of an edition, and what they say."""

    lines: LineSpans
    digest: PassageDigest | None = None
    """Made by `scripts/check citations --write`."""
    rules: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    """Rulings on questions that the passage leaves open, or answers in its own way."""

    @property
    def span(self) -> tuple[int, ...]:
        """The numbers of its lines; none of a range whose last stands before its first."""
        return tuple(
            number
            for first, _, last in (span.partition("-") for span in self.lines.split(", "))
            for number in range(int(first), int(last or first) + 1)
        )


class Passage(Excerpt, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bullet, note, step or paragraph of the English rulebook, with its rules or a reason."""

    about: str
    section: SectionId | None = None
    reason: str | None = None
    shows: tuple[str, ...] = ()
    """Rules that the passage illustrates or leans on without stating them."""


class PassageMap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All passages of the English rulebook in the order of the text."""

    reasons: dict[str, str]
    """Every reason for a passage to state no rule, and what it means."""
    unmapped: dict[str, str]
    """The rules that no passage states, and why."""
    passages: tuple[Passage, ...] = msgspec.field(name="passage")

    @property
    def stated(self) -> frozenset[str]:
        """The ids of all rules that some passage states."""
        return frozenset(rule for passage in self.passages for rule in passage.rules)


class HeadedPassage(Excerpt, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A passage of any edition that states a rule or bears on a ruling, under its heading."""

    heading: HeadingId


class EditionPassages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The passages of one edition that state a rule or bear on a ruling."""

    unstated: tuple[str, ...]
    """The rules that no passage of the edition states."""
    passages: tuple[HeadedPassage, ...] = msgspec.field(name="passage")


@cache
def passage_map() -> PassageMap:
    """Return the map of the English rulebook."""
    return msgspec.convert(_passage_table("en"), PassageMap)


@cache
def edition_passages(edition: Edition) -> EditionPassages:
    """Return what the passages of `edition` state; those of the English one come from its map."""
    if edition != "en":
        return msgspec.convert(_passage_table(edition), EditionPassages)
    given = passage_map()
    headings = {section: its.en for section, its in crosswalk().items()}
    return EditionPassages(
        unstated=tuple(given.unmapped),
        passages=tuple(
            HeadedPassage(
                lines=passage.lines,
                digest=passage.digest,
                heading=heading,
                rules=passage.rules,
                rulings=passage.rulings,
            )
            for passage in given.passages
            if (passage.rules or passage.rulings)
            and passage.section
            and (heading := headings.get(passage.section))
        ),
    )


def passage_file(edition: Edition) -> Path:
    """Return the file that lists the passages of `edition`."""
    if edition == "en":
        return packaged("rulebook", "map", "en.toml")
    return packaged("core", "editions", "passages", f"{edition}.toml")


@cache
def rule_citations(rule: str, sections: tuple[SectionId, ...]) -> tuple[Citation, ...]:
    """Return where each edition states `rule`; the English one in these `sections` alone."""
    english = _ranks("en", sections)
    return _citations(
        sections,
        lambda edition, passage: (
            rule in passage.rules and (edition != "en" or passage.heading in english)
        ),
    )


@cache
def ruling_citations(ruling: str, sections: tuple[SectionId, ...]) -> tuple[Citation, ...]:
    """Return where each edition bears on the question of `ruling`, in these `sections` first."""
    return _citations(sections, lambda _, passage: ruling in passage.rulings)


def text_digest(excerpt: Excerpt, lines: Sequence[str]) -> str:
    """Return the digest of the passage in the `lines` of its edition."""
    words = " ".join(
        " ".join(lines[number - 1].split()) for number in excerpt.span if number <= len(lines)
    )
    return sha256_of(" ".join(words.split()).encode())[:16]


def _citations(
    sections: Iterable[SectionId], cited: Callable[[Edition, HeadedPassage], bool]
) -> tuple[Citation, ...]:
    found: list[Citation] = []
    for edition in EDITIONS:
        lines: dict[HeadingId, list[str]] = {}
        for passage in edition_passages(edition).passages:
            if cited(edition, passage):
                lines.setdefault(passage.heading, []).append(passage.lines)
        rank = _ranks(edition, sections)
        ranked = sorted(lines, key=lambda heading: rank.get(heading, len(rank)))
        found += [cite(edition, heading, ", ".join(lines[heading])) for heading in ranked]
    return tuple(found)


def _ranks(edition: Edition, sections: Iterable[SectionId]) -> Mapping[HeadingId, int]:
    known = (dict(crosswalk()[id_].headings).get(edition) for id_ in sections if id_ in crosswalk())
    return {heading: at for at, heading in enumerate(dict.fromkeys(known)) if heading}


def _passage_table(edition: Edition) -> dict[str, Any]:
    return plain_tables(passage_file(edition).read_text(encoding="utf-8"))
