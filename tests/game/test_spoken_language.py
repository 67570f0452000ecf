"""A language with files of its own is spoken, and what it does not say yet is said in English."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.core.rule import Phrase
from referee.i18n import catalogue, language
from referee.i18n.catalogue import area, offered
from referee.i18n.speech import say, speaking, spoken, thing
from referee.i18n.spoken import filled, plural_numbers, terms_by_name, worded
from referee.rulebook import bonus, goods, round_end
from scripts.tools.sentences import MESSAGES

FILES = {
    "language": 'name = "Čeština"\nnothing = "nic"\nand = "a"\nor = "nebo"\nplayer = "hráč {n}"\n'
    'thousands = " "\ndecimals = ","\nplurals = "one 1 -1|few 2 3 4 -2 -3 -4"\n',
    "rules": '[GDS-07]\nbroken = "{left:one zbyla # jednotka|few zbyly # jednotky|'
    'other zbylo # jednotek}"\n[END-02]\nbroken = "{seat:player}, na tahu: {expected:player}"\n'
    '[BON-15]\nbroken = "{said}; {expected}"\n',
    "things": 'nobody = "nikdo"\ncairo = "Káhira"\n',
    "facts": 'diamond-steps = "{n:one # krok|few # kroky|other # kroků}"\n'
    'track-steps = "{n:one # krok|few # kroky|other # kroků} v {company:loc}"\n',
    "terms": '[cairo]\nname = "Káhira"\nloc = "Káhiře"\n',
}


@pytest.fixture(autouse=True)
def czech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let Czech have a few sentences and nothing else."""
    shutil.copytree(MESSAGES / "en", tmp_path / "en")
    (tmp_path / "cs").mkdir()
    for name, text in FILES.items():
        (tmp_path / "cs" / f"{name}.toml").write_text(text, "utf-8")
    monkeypatch.setattr(catalogue, "packaged", lambda *parts: tmp_path.joinpath(*parts[1:]))
    forget()
    yield
    forget()


def forget() -> None:
    area.cache_clear()
    offered.cache_clear()
    worded.cache_clear()
    plural_numbers.cache_clear()
    terms_by_name.cache_clear()


def test_a_term_takes_its_form_by_its_id_and_by_its_name() -> None:
    assert filled("v {company:loc}", {"company": "cairo"}, (), "cs") == "v Káhiře"
    assert filled("v {company:loc}", {"company": "Káhira"}, (), "cs") == "v Káhiře"
    assert filled("v {company:loc}", {"company": "Brno"}, (), "cs") == "v Brno"


def test_a_language_is_offered_when_it_declares_itself() -> None:
    assert offered() == ("en", "cs")


def test_a_number_takes_the_form_of_its_category() -> None:
    told = [
        language("cs").message(goods.ALL_UNITS_USED.broken(left=left)) for left in (1, 3, 5, 22)
    ]
    assert told == ["zbyla 1 jednotka", "zbyly 3 jednotky", "zbylo 5 jednotek", "zbylo 22 jednotek"]


def test_what_is_not_translated_is_said_in_english() -> None:
    with speaking("cs"):
        assert say("pages.families.GDS") == "Using goods cards"
        assert language().holds(goods.ALL_UNITS_USED).startswith("Units that are left over")


def test_facts_that_are_words_are_said_in_the_language() -> None:
    broken = round_end.TURN_ORDER.broken(seat=1, expected="nobody")
    assert language("cs").message(broken) == "hráč 2, na tahu: nikdo"
    assert broken.as_dict()["facts"] == {"seat": 1, "expected": "nobody"}
    shown = (
        Phrase("2 diamond steps", "diamond-steps", n=2),
        Phrase("5 steps on cairo", "track-steps", n=5, company="cairo"),
    )
    told = Phrase("1 step on cairo", "track-steps", n=1, company="cairo")
    broken = bonus.SPACE_REWARD_AS_SHOWN.broken(said=told, expected=shown)
    assert type(broken.plain_facts["said"]) is str, "programs get the words"
    assert language("cs").message(broken) == "1 krok v Káhiře; 2 kroky, 5 kroků v Káhiře"


def test_numbers_and_lists_follow_the_habits_of_the_language() -> None:
    assert filled("{n:,} {s:.1f}", {"n": 12345, "s": 0.25}, (), "cs") == "12 345 0,2"
    assert filled("{x:or}", {"x": ("1", "2", "3")}, (), "cs") == "1, 2 nebo 3"
    assert filled("{x}", {"x": ()}, (), "cs") == "nic"


def test_things_are_named_and_ids_to_be_typed_are_not() -> None:
    with speaking("cs"):
        assert thing("cairo") == "Káhira"
        assert filled("`{company:id}`", {"company": "cairo"}, (), "cs") == "`cairo`"
    assert spoken() == "en"
