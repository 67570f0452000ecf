"""Rules and rulings are cited by passages that state them, and what is missing is told."""

import re
import tomllib
from pathlib import Path

import pytest

from referee.core import citations
from referee.core.citations import (
    EDITIONS,
    Edition,
    EditionPassages,
    Excerpt,
    HeadedPassage,
    HeadingId,
    SectionId,
    crosswalk,
    edition_index,
    edition_passages,
    passage_file,
    passage_map,
    plain_tables,
    rule_citations,
    text_digest,
)
from referee.core.rulings import BUY_FOR_POUNDS, CAPITAL_CALL, RULINGS
from referee.core.shipped_files import packaged
from referee.rulebook import RULES, bookkeeping, goods, setup
from scripts.tools.citations import (
    BESIDE,
    check_digests,
    check_english,
    check_index,
    check_passages,
    check_stated,
    with_digests,
)
from scripts.tools.program import PROGRAMS
from tests.programs import exit_code

LINES = ["Trading", "", "Goods  buy\tcards.", "One card a turn.", ""]

UNSTATED_BY_THE_MANUAL = """
TRK-01 TRK-08 TRK-11 GDS-10 BON-09 BON-10 BON-13 BON-22 BON-23 BKK-08 BKK-09 BKK-10 BKK-20 BKK-23
BKK-26 BKK-29
"""


def passage(
    lines: str = "3",
    *,
    heading: str = "goods",
    rules: tuple[str, ...] = ("GDS-01",),
    rulings: tuple[str, ...] = (),
    digest: str | None = None,
) -> HeadedPassage:
    return HeadedPassage(
        lines=lines, heading=HeadingId(heading), rules=rules, rulings=rulings, digest=digest
    )


def an_edition(*passages: HeadedPassage, unstated: tuple[str, ...] = ()) -> EditionPassages:
    return EditionPassages(unstated=unstated, passages=passages)


INDEXES = [
    *map(passage_file, EDITIONS),
    *(packaged("core", "editions", f"{name}.toml") for name in (*EDITIONS, "sections")),
]


@pytest.mark.parametrize("file", INDEXES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_an_index_is_read_as_toml_is(file: Path) -> None:
    text = file.read_text("utf-8")
    assert plain_tables(text) == tomllib.loads(text)


def test_the_shipped_index_holds() -> None:
    indexes = {edition: edition_index(edition) for edition in EDITIONS}
    passages = {edition: edition_passages(edition) for edition in EDITIONS}
    assert list(check_index(indexes, passages)) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_shipped_passage_has_a_digest(edition: Edition) -> None:
    assert all(passage.digest for passage in edition_passages(edition).passages)
    assert all(passage.digest for passage in passage_map().passages)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_cited_for_the_rules_that_it_states(edition: Edition) -> None:
    given = edition_passages(edition)
    for rule in RULES.values():
        cited = {citation.edition for citation in rule_citations(rule.id, rule.sections)}
        assert (edition in cited) == (rule.id not in given.unstated), rule.id


@pytest.mark.parametrize("rule", UNSTATED_BY_THE_MANUAL.split())
def test_the_manual_is_not_cited_for_what_it_does_not_say(rule: str) -> None:
    assert "manual" not in {citation.edition for citation in RULES[rule].citations}


def test_a_rule_is_cited_with_its_lines_under_the_heading_of_its_first_section() -> None:
    first, *_ = goods.UNITS_COVER_PRICE.citations
    assert (first.edition, first.heading) == ("en", "Acquire 1 card from the card display")
    assert first.lines == "407, 409"


def test_the_main_section_of_a_rule_comes_first_in_every_edition() -> None:
    main = dict(crosswalk()[goods.UNITS_OF_A_CARD.sections[0]].headings)
    for edition in EDITIONS:
        index = {heading.id: heading for heading in edition_index(edition).headings}
        cited = [c for c in goods.UNITS_OF_A_CARD.citations if c.edition == edition]
        assert (cited[0].heading, cited[0].part) == (
            index[main[edition]].text,
            index[main[edition]].part,
        )


def test_only_editions_that_word_a_rule_so_are_cited() -> None:
    cited = {citation.edition for citation in bookkeeping.COVER_IF_NECESSARY.citations}
    assert cited == {"en", "fr"}


def test_a_rule_that_no_text_states_is_cited_by_its_ruling() -> None:
    (ruling,) = setup.STARTING_BONUS_ORDER.rulings
    assert setup.STARTING_BONUS_ORDER.citations == ruling.citations


def test_a_ruling_is_cited_where_an_edition_bears_on_it() -> None:
    assert {citation.edition for citation in BUY_FOR_POUNDS.citations} == {"en", "nl", "cs", "fr"}
    assert {citation.edition for citation in CAPITAL_CALL.citations} == set(EDITIONS)


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        (passage(heading="nowhere"), "nl has no heading 'nowhere'"),
        (passage(rules=("GDS-99",)), "there is no rule 'GDS-99'"),
        (passage(rulings=("whim",)), "there is no ruling 'whim'"),
        (passage(rules=()), "states no rule and bears on no ruling"),
    ],
)
def test_a_passage_that_names_what_is_not_there_is_a_breach(odd: HeadedPassage, said: str) -> None:
    headings = {heading.id for heading in edition_index("nl").headings}
    (breach,) = check_passages("nl", an_edition(passage(), odd), headings, RULES, RULINGS)
    assert breach.startswith("passages/nl.toml: 3: ")
    assert said in breach


def test_a_rule_that_an_edition_does_not_account_for_is_a_breach() -> None:
    given = an_edition(passage(), unstated=("GDS-02",))
    assert list(check_stated("nl", given, ["GDS-01", "GDS-02"])) == []
    (breach,) = check_stated("nl", given, ["GDS-01", "GDS-02", "GDS-03"])
    assert breach.startswith("passages/nl.toml: GDS-03: add it to the passage that states it")
    (breach,) = check_stated("en", given, ["GDS-01", "GDS-02", "GDS-03"])
    assert "[unmapped]" in breach


def test_a_rule_listed_as_unstated_without_need_is_a_breach() -> None:
    given = an_edition(passage(), unstated=("GDS-01", "GDS-99"))
    stated, unknown = check_stated("fr", given, ["GDS-01"])
    assert "a passage states it" in stated
    assert "there is no rule 'GDS-99'" in unknown


def test_a_section_of_a_rule_without_an_english_passage_is_a_breach() -> None:
    rule = goods.USES_A_GOODS_CARD
    (breach,) = check_english(an_edition(passage()), [rule], [])
    assert breach == "map/en.toml: GDS-01: no passage of its section 'general-notes' states it"
    whole = an_edition(passage(), passage(heading="general-notes"))
    assert list(check_english(whole, [rule], [])) == []


def test_a_rule_without_any_english_passage_is_a_breach() -> None:
    found = list(check_english(an_edition(), [goods.USES_A_GOODS_CARD], []))
    assert len(found) == len(goods.USES_A_GOODS_CARD.sections)
    listed = an_edition(unstated=("GDS-01",))
    assert list(check_english(listed, [goods.USES_A_GOODS_CARD], [])) == []


def test_a_ruling_without_an_english_passage_is_a_breach() -> None:
    (breach,) = check_english(an_edition(passage()), [], [CAPITAL_CALL])
    assert breach == "map/en.toml: capital-call: no passage names it among its rulings"


def test_a_digest_holds_however_the_words_are_spaced() -> None:
    read = passage(digest=text_digest(Excerpt(lines="3"), LINES))
    assert list(check_digests("cs", [read], LINES)) == []
    assert list(check_digests("cs", [read], ["", "", " Goods buy", "cards."])) != []
    assert list(check_digests("cs", [read], ["", "", " Goods buy cards. "])) == []


def test_lines_in_several_places_are_one_passage() -> None:
    assert Excerpt(lines="1, 3-4").span == (1, 3, 4)
    apart = text_digest(Excerpt(lines="1, 3-4"), LINES)
    assert apart == text_digest(Excerpt(lines="1-5"), LINES)


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        (passage(digest="0123456789abcdef"), "the text is another than the one read"),
        (passage(), "there is no digest"),
        (passage("2"), "the text has no words there"),
        (passage("9"), "the text has no words there"),
        (passage("5-3"), "the text has no words there"),
        (passage("3-9"), "ends after the last line of the text, 5"),
    ],
)
def test_a_passage_that_the_text_does_not_have_so_is_a_breach(
    odd: HeadedPassage, said: str
) -> None:
    (breach,) = check_digests("fr", [odd], LINES)
    assert breach.startswith(f"passages/fr.toml: {odd.lines}: ")
    assert said in breach


def test_digests_are_put_into_a_file_and_renewed() -> None:
    bare = '# words\n\n[[passage]]\nlines = "3"\nheading = "goods"\nrules = ["GDS-01"]\n'
    made = with_digests(bare, LINES)
    digest = text_digest(Excerpt(lines="3"), LINES)
    assert made == bare.replace('"3"\n', f'"3"\ndigest = "{digest}"\n')
    assert with_digests(made, LINES) == made
    renewed = with_digests(made, [*LINES[:2], "Coins buy cards."])
    assert renewed != made
    assert renewed.count("digest") == 1


def test_the_script_writes_digests_and_then_passes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for edition in EDITIONS:
        (tmp_path / f"{edition}.txt").write_text("\n".join(LINES), encoding="utf-8")
        (tmp_path / f"{edition}.toml").write_text('lines = "3"\n', encoding="utf-8")
    monkeypatch.setattr(citations, "passage_file", lambda e: tmp_path / f"{e}.toml")
    exit_code(PROGRAMS["check"], "citations", str(tmp_path), "--write")
    assert "nl: 1 digests made or changed" in capsys.readouterr().out
    assert re.fullmatch(
        r'lines = "3"\ndigest = "[0-9a-f]{16}"\n', (tmp_path / "nl.toml").read_text("utf-8")
    )
    exit_code(PROGRAMS["check"], "citations", str(tmp_path), "--write")
    assert "nl: 0 digests made or changed" in capsys.readouterr().out


def test_the_map_covers_the_text_beside_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    if not BESIDE.is_dir():
        pytest.skip(f"the rulebook texts do not lie in {BESIDE}")
    code = exit_code(PROGRAMS["check"], "rule-map", "--text", str(BESIDE))
    assert code == 0, capsys.readouterr().out


def test_a_ruling_that_names_a_section_bears_on_it_there() -> None:
    english = edition_passages("en").passages
    for ruling in RULINGS.values():
        places = {passage.heading for passage in english if ruling.id in passage.rulings}
        assert places & {crosswalk()[SectionId(section)].en for section in ruling.sections}
