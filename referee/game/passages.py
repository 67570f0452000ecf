"""Which passages of each edition state which rules, and bear on which rulings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.game.citations import (
    EDITIONS,
    Citation,
    Edition,
    HeadingId,
    SectionId,
    cite,
    crosswalk,
)
from referee.game.digests import sha256_of
from referee.game.shipped_files import packaged

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
    return msgspec.convert(_table("en"), PassageMap)


@cache
def edition_passages(edition: Edition) -> EditionPassages:
    """Return what the passages of `edition` state; those of the English one come from its map."""
    if edition != "en":
        return msgspec.convert(_table(edition), EditionPassages)
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
        return packaged("game", "rulebook", "map", "en.toml")
    return packaged("game", "editions", "passages", f"{edition}.toml")


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


def _table(edition: Edition) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - most commands cite nothing

    return tomllib.loads(passage_file(edition).read_text(encoding="utf-8"))
