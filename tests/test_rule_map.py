"""The map of the English rulebook is whole, and the script that checks it can fail."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from referee.core import citations
from referee.core.citations import Passage, PassageMap, SectionId, passage_map
from referee.rulebook import RULES
from scripts.tools.citations import check_map, check_text, summary, table
from scripts.tools.program import PROGRAMS
from tests.programs import exit_code

REASONS = {"heading": "A heading.", "example": "An example."}

TEXT = """Trading

A trade needs goods.
They are paid
  \t
with coins.
"""


def passage(
    lines: str,
    *,
    rules: tuple[str, ...] = (),
    reason: str | None = None,
    section: str | None = "goods",
    shows: tuple[str, ...] = (),
    rulings: tuple[str, ...] = (),
) -> Passage:
    return Passage(
        lines=lines,
        about=f"what {lines} says",
        section=None if section is None else SectionId(section),
        rules=rules,
        reason=reason,
        shows=shows,
        rulings=rulings,
    )


TITLE = passage("1", reason="heading")
EXAMPLE = passage("9", reason="example", shows=("GDS-01",))
EVERY_RULE = passage("3", rules=tuple(RULES))


def a_map(*passages: Passage, unmapped: dict[str, str] | None = None) -> PassageMap:
    return PassageMap(reasons=REASONS, unmapped=unmapped or {}, passages=passages)


def breaches_of(odd: Passage) -> list[str]:
    """Return what is wrong with a map that would hold but for `odd`."""
    return list(check_map(a_map(TITLE, EVERY_RULE, odd, EXAMPLE)))


def test_the_shipped_map_holds() -> None:
    assert list(check_map(passage_map())) == []


def test_every_rule_is_stated_by_a_passage_or_listed_with_a_reason() -> None:
    given = passage_map()
    assert given.stated | given.unmapped.keys() == RULES.keys()
    assert not given.stated & given.unmapped.keys()


def test_the_shipped_passages_are_in_order_and_do_not_overlap() -> None:
    numbers = [number for passage in passage_map().passages for number in passage.span]
    assert numbers == sorted(set(numbers))


def test_each_shipped_passage_has_rules_or_a_listed_reason_and_words_about_it() -> None:
    given = passage_map()
    for passage in given.passages:
        assert (passage.reason in given.reasons) != bool(passage.rules)
        assert passage.about.strip()


def test_a_small_map_can_hold() -> None:
    assert breaches_of(passage("5", reason="heading")) == []
    assert breaches_of(passage("4-6", rules=("GDS-05",), rulings=("price-floor",))) == []


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        (passage("5"), "5: a passage has either rules or a reason"),
        (passage("5", rules=("GDS-01",), reason="heading"), "5: a passage has either rules or"),
        (passage("5", reason="whim"), "5: the reason 'whim' is not in the list"),
        (passage("5", reason="example"), "5: the reason 'example' needs rules"),
        (passage("5", rules=("GDS-99",)), "5: there is no rule 'GDS-99'"),
        (passage("5", reason="example", shows=("GDS-99",)), "5: there is no rule 'GDS-99'"),
        (passage("5", rules=("GDS-01",), rulings=("whim",)), "5: there is no ruling 'whim'"),
        (passage("5", rules=("GDS-01",), section="nowhere"), "no section 'nowhere'"),
        (passage("5", rules=("GDS-01",), section=None), "5: stands among the rules"),
        (passage("7-5", reason="heading"), "7-5: the last line stands before the first"),
        (passage("2", reason="heading"), "2: does not come after 3"),
        (passage("3-4", reason="heading"), "3-4: does not come after 3"),
    ],
)
def test_a_passage_that_does_not_hold_is_a_breach(odd: Passage, said: str) -> None:
    (breach,) = breaches_of(odd)
    assert said in breach


def test_a_rule_that_nothing_accounts_for_is_a_breach() -> None:
    all_but_one = passage("3", rules=tuple(RULES)[1:])
    first = next(iter(RULES))
    (breach,) = check_map(a_map(TITLE, all_but_one, EXAMPLE))
    assert breach.startswith(f"{first}: no passage states it")
    assert list(check_map(a_map(TITLE, all_but_one, EXAMPLE, unmapped={first: "silence"}))) == []


@pytest.mark.parametrize(
    ("unmapped", "said"),
    [
        ({"GDS-99": "silence"}, "there is no rule 'GDS-99'"),
        ({"GDS-01": "silence"}, "GDS-01 is stated by a passage"),
    ],
)
def test_an_entry_under_unmapped_that_is_not_needed_is_a_breach(
    unmapped: dict[str, str], said: str
) -> None:
    (breach,) = check_map(a_map(TITLE, EVERY_RULE, EXAMPLE, unmapped=unmapped))
    assert said in breach


def test_an_unmapped_rule_needs_a_reason() -> None:
    first, *rest = RULES
    given = a_map(TITLE, passage("3", rules=tuple(rest)), EXAMPLE, unmapped={first: " "})
    assert list(check_map(given)) == [f"[unmapped]: {first} has no reason"]


def test_a_reason_that_no_passage_gives_is_a_breach() -> None:
    (breach,) = check_map(a_map(TITLE, EVERY_RULE))
    assert breach == "[reasons]: no passage gives the reason 'example'"


def test_only_the_frame_of_the_text_goes_without_a_section() -> None:
    before = passage("1", reason="heading", section=None)
    after = passage("9", reason="example", shows=("GDS-01",), section=None)
    assert list(check_map(a_map(before, EVERY_RULE, after))) == []


def coverage(*lines: str) -> list[str]:
    given = a_map(*(passage(span, reason="heading") for span in lines))
    return list(check_text(given, TEXT))


def test_lines_that_are_each_in_one_passage_are_covered() -> None:
    assert coverage("1", "3", "4-6") == []
    assert coverage("1-6") == []


def test_an_uncovered_line_is_found() -> None:
    assert coverage("1", "4-6") == ["line 3 is in 0 passages: A trade needs goods."]


def test_a_line_covered_twice_is_found() -> None:
    assert coverage("1", "3-4", "4-6") == ["line 4 is in 2 passages: They are paid"]


def test_a_passage_without_words_is_found() -> None:
    assert coverage("1", "2", "3-6") == ["passage 2 (what 2 says) has no words in the text"]
    assert coverage("1-6", "8") == ["passage 8 (what 8 says) has no words in the text"]


def test_a_passage_that_outlasts_the_text_is_found() -> None:
    assert coverage("1", "3-9") == ["passage 3-9 ends after the last line of the text, 6"]


@pytest.mark.parametrize("lines", ["", "0", "five", "3-", "3,5", "3-5-7"])
def test_lines_that_are_no_range_are_unreadable(lines: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"lines": lines, "about": "x", "reason": "heading"}, Passage)


def test_the_table_has_a_row_for_each_passage_with_aligned_columns() -> None:
    head, *rows = table([TITLE, EXAMPLE, passage("11", rules=("GDS-05",))]).splitlines()
    assert [row.split() for row in rows] == [
        ["goods", "1", "what", "1", "says", "heading"],
        ["goods", "9", "what", "9", "says", "example", "(GDS-01)"],
        ["goods", "11", "what", "11", "says", "GDS-05"],
    ]
    for row, word in zip(rows, ["heading", "example", "GDS-05"], strict=True):
        assert row.index(word) == head.index("rules or reason")


def test_the_summary_counts_passages_reasons_and_rules() -> None:
    counts = summary(a_map(TITLE, EXAMPLE, passage("11", rules=("GDS-05",))))
    assert counts.startswith("3 passages: 1 with rules, 1 heading, 1 example; 1 of ")


def rule_map_exit(*arguments: str) -> int:
    return exit_code(PROGRAMS["check"], "rule-map", *arguments)


def test_the_script_shows_the_whole_map(capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_map_exit() == 0
    *rows, blank, last = capsys.readouterr().out.splitlines()
    assert len(rows) == len(passage_map().passages) + 1
    assert (blank, last) == ("", summary(passage_map()))


def test_the_script_passes_a_text_that_is_covered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = passage("4-6", reason="example", shows=("GDS-01",))
    monkeypatch.setattr(citations, "passage_map", lambda: a_map(TITLE, EVERY_RULE, example))
    (tmp_path / "en.txt").write_text(TEXT, encoding="utf-8")
    assert rule_map_exit("--text", str(tmp_path)) == 0
    assert capsys.readouterr().out == "4 lines with words, 3 passages, 0 breaches\n"


def test_the_script_reports_a_text_that_is_not_covered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "en.txt").write_text("\n" * 4999 + "One more line.\n", encoding="utf-8")
    assert rule_map_exit("--text", str(tmp_path)) == 1
    shown = capsys.readouterr().out.splitlines()
    assert "breach: line 5000 is in 0 passages: One more line." in shown
    assert len(shown) == len(passage_map().passages) + 2


def test_the_script_reports_a_map_that_does_not_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(citations, "passage_map", lambda: a_map(TITLE, EXAMPLE))
    assert rule_map_exit() == 1
    assert capsys.readouterr().out.count("breach: ") == len(RULES)


def test_misuse_is_told_apart_from_a_breach(capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_map_exit("--text", "nowhere") == 2
    assert "Error: " in capsys.readouterr().err


def test_a_text_in_another_encoding_is_misuse(tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_bytes(b"\xff")
    assert rule_map_exit("--text", str(tmp_path)) == 2


def test_an_unreadable_map_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> PassageMap:
        raise msgspec.ValidationError("no reasons")

    monkeypatch.setattr(citations, "passage_map", broken)
    assert rule_map_exit() == 2
    assert "the map is unreadable: no reasons" in capsys.readouterr().err


def test_a_reader_who_stops_early_sees_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "scripts.tools.program", "check", "rule-map"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parent.parent,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0
