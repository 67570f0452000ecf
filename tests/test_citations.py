"""The citation index is whole, and the script that checks it against the texts can fail."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

import referee
from referee.core import citations as index_of_citations
from referee.core.citations import (
    EDITIONS,
    Citation,
    Edition,
    EditionIndex,
    EditionPassages,
    Heading,
    HeadingId,
    Section,
    SectionId,
    citations,
    crosswalk,
    edition_index,
    section_ids,
)
from referee.i18n.page_words import cited_place
from referee.rulebook import RULES
from scripts.tools import citations as checked_citations
from scripts.tools.citations import check_edition, check_sections
from scripts.tools.program import PROGRAMS
from tests.programs import exit_code

NEEDED = """
components setup-board setup-tracks setup-posts setup-card-stack setup-card-display setup-bank
setup-round-track setup-books setup-bonus-tiles setup-player setup-first-player setup-expansion-card
setup-starting-tile setup-start setup-later-tracks setup-later-tiles object shares rounds planning
planning-place planning-reveal actions used-cards goods goods-acquire goods-advance expansion
expansion-enter expansion-after expansion-notes region-rewards books-intro bookkeeping-points
book-placing book-refill bookkeeper merchant bonus-marker space-first-player space-buy-card
space-discard-card majority tile-spaces bonus-tiles plus-one-tile bookkeeper-tile merchant-tile
expansion-tile end-phase preparation preparation-coins preparation-cards preparation-markers
single-share-cards end-of-game scoring-cash scoring-shares scoring-diamonds scoring-books
scoring-total company-tracks capital-calls special-spaces track-bonuses permanent-bonuses
extra-spaces diamond-track-end book-track-end additional-slots general-notes icons
"""

TEXT = """
1) **Trading** goods

Trade as you like (see page 5).

Notes:
- Silence: none is allowed when goods
Trading goods is done.

Market
prices

Pri ces of the market End
"""


def heading(
    text: str = "1) Trading goods",
    *,
    part: str | None = None,
    page: str | None = None,
    told_by: str | None = None,
    as_extracted: str | None = None,
) -> Heading:
    return Heading(
        id=HeadingId(f"{text} {part}"),
        text=text,
        part=part,
        page=page,
        told_by=told_by,
        as_extracted=as_extracted,
    )


def index(*headings: Heading, edition: Edition = "en") -> EditionIndex:
    return EditionIndex(edition=edition, language="", title="", headings=headings)


def breaches(*headings: Heading, edition: Edition = "en") -> list[str]:
    return list(check_edition(index(*headings, edition=edition), TEXT))


@pytest.mark.parametrize("section", section_ids())
def test_every_section_resolves_in_each_edition_it_names(section: SectionId) -> None:
    cited = citations(section)
    assert [citation.edition for citation in cited] == [
        edition for edition, _ in crosswalk()[section].headings
    ]
    assert cited[0].edition == "en"
    assert crosswalk()[section].title


@pytest.mark.parametrize("edition", EDITIONS)
def test_headings_are_unique_and_have_words_and_a_told_page(edition: Edition) -> None:
    headings = edition_index(edition).headings
    assert len({heading.id for heading in headings}) == len(headings)
    assert len({(heading.text, heading.part) for heading in headings}) == len(headings)
    for heading in headings:
        assert heading.text.strip()
        assert (heading.page is None) == (heading.told_by is None)


def test_the_sections_that_others_cite_exist() -> None:
    assert set(NEEDED.split()) <= set(section_ids())


def test_only_the_manual_leaves_sections_out() -> None:
    for section in crosswalk().values():
        assert [edition for edition, _ in section.headings][:4] == ["en", "nl", "cs", "fr"]


def test_an_unknown_section_is_named() -> None:
    with pytest.raises(KeyError, match="nowhere"):
        citations(SectionId("nowhere"))


@pytest.mark.parametrize(
    ("citation", "words"),
    [
        (Citation("en", "Acquire 1 card", None, "5"), "en “Acquire 1 card”, p. 5"),
        (Citation("fr", "Remarques :", "closing notes"), "fr “Remarques”, closing notes"),
        (Citation("cs", "Konec hry", "step 3", "5-6"), "cs “Konec hry”, step 3, pp. 5-6"),
    ],
)
def test_a_citation_reads_as_a_place_in_a_book(citation: Citation, words: str) -> None:
    assert str(citation) == words


def test_a_shipped_citation_reads_as_a_place_in_a_book() -> None:
    first = citations(SectionId("goods-acquire"))[0]
    assert str(first) == "en “Acquire 1 card from the card display”, p. 5"


@pytest.mark.parametrize(
    "good",
    [
        heading(),
        heading("Trading goods"),
        heading(part="step 2"),
        heading("Notes:"),
        heading("Silence"),
        heading(page="5", told_by="(see page 5)"),
        heading("Market prices"),
        heading("Prices of the market End", as_extracted="Pri ces of the market End"),
        heading("Prices", as_extracted="Pri ces"),
        heading("End", as_extracted="market End"),
    ],
)
def test_a_heading_as_the_text_has_it_passes(good: Heading) -> None:
    assert breaches(good) == []


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (heading("Haggling"), "no heading “Haggling”"),
        (heading("Trading"), "no heading “Trading”"),
        (heading("Trade as you like"), "no heading"),
        (heading("Silence", as_extracted="Notes:"), "does not hold the words"),
        (heading("Prices of the", as_extracted="Pri ces of the market End"), "does not hold"),
        (heading("the", as_extracted="the market End"), "does not hold"),
        (heading("Prices", as_extracted="Prices"), "no heading “Prices”"),
        (heading(page="5"), "go together"),
        (heading(told_by="(see page 5)"), "go together"),
        (heading(page="6", told_by="(see page 6)"), "does not say"),
        (heading(page="6", told_by="(see page 5)"), "does not tell page 6"),
        (heading(page="five", told_by="(see page 5)"), "no page"),
    ],
)
def test_a_heading_that_the_text_does_not_bear_out_is_a_breach(bad: Heading, said: str) -> None:
    (breach,) = breaches(bad)
    assert breach.startswith(f"en.toml: {bad.id}: ")
    assert said in breach


def test_a_heading_listed_twice_is_a_breach() -> None:
    assert len(breaches(heading(), heading())) == 2
    assert breaches(heading(part="step 1"), heading(part="step 2")) == []


def test_the_order_counts_where_the_text_has_one() -> None:
    (breach,) = breaches(heading("Notes:"), heading())
    assert "before the heading listed above" in breach
    assert breaches(heading("Notes:"), heading(), edition="nl") == []


def test_a_section_without_its_heading_is_a_breach() -> None:
    indexes: Mapping[Edition, EditionIndex] = {"en": index(heading())}
    sections = {
        SectionId("good"): Section(title="", en=heading().id),
        SectionId("bad"): Section(title="", en=HeadingId("gone")),
        SectionId("bare"): Section(title=""),
    }
    assert list(check_sections(sections, indexes)) == [
        "sections.toml: bad: en has no heading 'gone'",
        "sections.toml: bare: no edition covers it",
    ]


def folder(path: Path, texts: Mapping[str, str]) -> str:
    for name, text in texts.items():
        (path / f"{name}.txt").write_text(text, encoding="utf-8")
    return str(path)


def citations_exit(*arguments: str) -> int:
    return exit_code(PROGRAMS["check"], "citations", *arguments)


def test_the_script_passes_an_index_that_the_texts_bear_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    section = Section(title="", en=heading().id)
    nothing = EditionPassages(unstated=(), passages=())
    monkeypatch.setattr(index_of_citations, "crosswalk", lambda: {SectionId("trade"): section})
    monkeypatch.setattr(
        index_of_citations, "edition_index", lambda edition: index(heading(), edition=edition)
    )
    monkeypatch.setattr(index_of_citations, "edition_passages", lambda _: nothing)
    monkeypatch.setattr(index_of_citations, "passage_map", lambda: nothing)
    monkeypatch.setattr(checked_citations, "RULES", {})
    monkeypatch.setattr(checked_citations, "RULINGS", {})
    assert citations_exit(folder(tmp_path, dict.fromkeys(EDITIONS, TEXT))) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "en: 1 headings, 0 with a page, 1 of 1 sections, 0 passages, 0 breaches"
    assert len(shown) == len(EDITIONS)


def test_the_script_reports_every_breach(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert citations_exit(folder(tmp_path, dict.fromkeys(EDITIONS, "nothing"))) == 1
    shown = capsys.readouterr().out
    for edition in EDITIONS:
        for heading in edition_index(edition).headings:
            assert f"{edition}.toml: {heading.id}: no heading" in shown


@pytest.mark.parametrize("missing", ["fr", "folder", "encoding"])
def test_a_missing_or_unreadable_text_is_misuse(
    missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = folder(tmp_path, dict.fromkeys(EDITIONS, TEXT))
    if missing == "encoding":
        (tmp_path / "cs.txt").write_bytes(b"\xff")
    elif missing == "fr":
        (tmp_path / "fr.txt").unlink()
    else:
        there += "-elsewhere"
    assert citations_exit(there) == 2
    assert "Error: " in capsys.readouterr().err


def test_an_unreadable_index_is_a_breach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise msgspec.ValidationError("no title")

    monkeypatch.setattr(index_of_citations, "crosswalk", broken)
    assert citations_exit(folder(tmp_path, dict.fromkeys(EDITIONS, TEXT))) == 1
    assert "unreadable: no title" in capsys.readouterr().out


def test_without_texts_beside_the_project_the_script_says_that_it_skips_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checked_citations, "BESIDE", tmp_path / "nowhere")
    assert citations_exit() == 0
    assert capsys.readouterr().out.startswith("skipped the comparison with the texts")
    assert citations_exit("--write") == 2


@pytest.mark.slow
def test_the_index_agrees_with_the_texts_beside_the_project(
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not checked_citations.BESIDE.is_dir():
        pytest.skip(f"the rulebook texts do not lie in {checked_citations.BESIDE}")
    status = citations_exit()
    shown = capsys.readouterr().out
    assert status == 0, shown
    assert shown.count(" 0 breaches") == len(EDITIONS)


@pytest.mark.parametrize(
    ("rule", "edition", "lines"),
    [
        ("PRE-03", "en", ["134-136"]),
        ("PRE-03", "nl", ["115-133"]),
        ("PRE-03", "cs", ["167-179"]),
        ("PRE-03", "fr", ["181-200"]),
        ("SCO-07", "en", ["853, 855"]),
        ("SCO-07", "nl", ["1333-1334"]),
        ("SCO-07", "cs", ["1585-1587"]),
        ("SCO-07", "fr", ["1357-1358"]),
        ("SCO-07", "manual", ["163-164"]),
        ("EXP-07", "en", ["465"]),
        ("EXP-07", "nl", ["803-809"]),
        ("EXP-07", "cs", ["828-836"]),
        ("EXP-07", "fr", ["793-799"]),
        ("PRE-08", "en", ["360", "821"]),
        ("PRE-08", "nl", ["501-503", "1296"]),
        ("PRE-08", "cs", ["608-612", "1566", "1314-1317"]),
        ("PRE-08", "fr", ["549-550", "1320"]),
        ("END-04", "en", ["774"]),
        ("END-04", "nl", ["1163-1164"]),
        ("END-04", "cs", ["1390-1394"]),
        ("END-04", "fr", ["1185-1186"]),
        ("END-04", "manual", ["120-122"]),
        ("SET-04", "cs", ["181-193", "209-217", "304-320", "282-283", "360-366"]),
    ],
)
def test_a_rule_is_cited_where_it_is_stated_and_not_where_it_is_only_touched(
    rule: str, edition: Edition, lines: list[str]
) -> None:
    cited = [place.lines for place in RULES[rule].citations if place.edition == edition]
    assert cited == lines


def test_a_place_is_said_in_the_language_of_the_reader() -> None:
    places = [place for rule in RULES.values() for place in rule.citations]
    assert [cited_place(place) for place in places] == [str(place) for place in places]
    with referee.use_language("nl"):
        verdict = referee.check("games/illegal/mistake-occupied-region.mgn")
    told = verdict.faults[0].violations[0].citations
    assert [place for place in told if "entering" in place] == []
    assert any(place.endswith("een regio betreden, p.\u00a05-6") for place in told)
