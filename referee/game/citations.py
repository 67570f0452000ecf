"""Where each edition of the rulebook says what: headings, sections and citations."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NewType, get_args

import msgspec
from msgspec import Struct

from referee.game.shipped_files import packaged

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


class UnknownSectionError(KeyError):
    """A section that the citation index does not have."""

    def __str__(self) -> str:
        return f"the citation index has no section {self.args[0]!r}"


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


def section_title(section: SectionId) -> str:
    """Return what `section` is about, in our own words."""
    return _section(section).title


@cache
def citations(section: SectionId) -> tuple[Citation, ...]:
    """Return where each edition that covers `section` does so."""
    return tuple(cite(edition, id_) for edition, id_ in _section(section).headings)


def cite(edition: Edition, id_: HeadingId, lines: str | None = None) -> Citation:
    """Return the place under a heading of `edition`."""
    for heading in edition_index(edition).headings:
        if heading.id == id_:
            return Citation(edition, heading.text, heading.part, heading.page, lines)
    raise LookupError(f"{edition} has no heading {id_!r}")


def _section(section: SectionId) -> Section:
    try:
        return crosswalk()[section]
    except KeyError:
        raise UnknownSectionError(section) from None


def _table(name: str) -> dict[str, Any]:
    file = packaged("game", "editions", f"{name}.toml")
    import tomllib  # noqa: PLC0415 - most commands cite nothing

    return tomllib.loads(file.read_text(encoding="utf-8"))
