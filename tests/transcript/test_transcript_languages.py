"""Records in other languages: their words are read, written and never ambiguous."""

import re
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace

import referee
from referee.api.record_forms import formatted
from referee.core.ids import COMPANIES, SLOTS
from referee.core.set_reader import reference_set
from referee.records.claims import QUANTITIES
from referee.records.codec import to_json
from referee.records.keywords import (
    CLAUSES,
    FACES,
    LANGUAGES,
    START,
    VERBS,
    NotationLanguage,
    folded,
    tongue,
    words_of_language,
)
from referee.records.moments import ADDRESS
from referee.records.reader import read_text
from referee.records.record import Record, UnreadableRecordError
from referee.records.writer import text_of

GAMES = sorted(Path("games").glob("*.mgn")) + sorted(Path("games/with-gaps").glob("*.mgn"))
COLOURS = ("blue", "green", "red", "yellow", "black", "white", "orange")
WORDS = {
    *chain(START, VERBS, CLAUSES, FACES, QUANTITIES, COMPANIES, SLOTS, COLOURS),
    *("first-game", "variable", "tiles", "shares", "banana", "diamond", "mine", "coin", "post"),
    *("pound", "point", "gives", "nobody"),
}
"""The English words of the notation."""

every_language = pytest.mark.parametrize("code", LANGUAGES)


def read(text: str) -> Record:
    return read_text(text, lambda _: reference_set()).record


def in_language(record: Record, code: NotationLanguage) -> Record:
    return replace(record, header=replace(record.header, lang=code))


@every_language
def test_every_word_means_one_thing(code: NotationLanguage) -> None:
    own = [{*map(folded, spelled)} for spelled in words_of_language(code).values()]
    every = [each for words in own for each in words]
    assert {each for each in every if every.count(each) > 1} == set()


@every_language
def test_a_word_that_is_english_too_means_the_same(code: NotationLanguage) -> None:
    meant = {**START, **VERBS, **CLAUSES, **FACES}
    for word, own in words_of_language(code).items():
        for each in map(folded, own):
            if each in WORDS:
                assert meant.get(each, each) == meant.get(word, word)


@every_language
def test_only_words_of_the_notation_are_translated(code: NotationLanguage) -> None:
    assert words_of_language(code).keys() <= WORDS


@every_language
def test_every_keyword_has_a_word(code: NotationLanguage) -> None:
    same = {"plus", "table", "bonus", "variable", "option", "points", "total", "orange", "set"}
    keywords = {*START.values(), *VERBS.values(), *CLAUSES.values(), *QUANTITIES} - {"track"}
    assert keywords - words_of_language(code).keys() <= same


@pytest.mark.slow
@every_language
@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_a_game_in_another_language_is_the_same_game(game: Path, code: NotationLanguage) -> None:
    record = in_language(read(game.read_text("utf-8")), code)
    text = text_of(record)
    assert text.startswith(f"lang {code}\n")
    again = read(text)
    assert to_json(again) == to_json(record)
    assert text_of(again) == text


@every_language
def test_marks_on_letters_may_be_left_out(code: NotationLanguage) -> None:
    record = in_language(read(Path("games/four-players.mgn").read_text("utf-8")), code)
    assert to_json(read(folded(text_of(record)))) == to_json(record)


@every_language
def test_english_words_are_read_as_well(code: NotationLanguage) -> None:
    record = read(Path("games/two-players.mgn").read_text("utf-8"))
    mixed = f"lang {code}\n{text_of(record)}"
    assert to_json(read(mixed)) == to_json(in_language(record, code))


@every_language
def test_a_sample_as_people_write_is_legal(code: NotationLanguage) -> None:
    assert referee.check(f"games/languages/{code}.mgn").verdict == "legal"


@every_language
def test_the_page_about_the_notation_has_an_example_that_is_read(code: NotationLanguage) -> None:
    page = Path(f"docs/{code}/notation.md").read_text("utf-8")
    text = page.split("```\n")[1]
    english = Path("docs/notation.md").read_text("utf-8").split("## A round with notes")[1]
    record = read(text)
    assert record.header.lang == code
    known = [each.said for each in read(english.split("```\n")[1]).statements]
    assert [each.said for each in record.statements] == known


@every_language
def test_the_page_about_the_notation_names_every_keyword(code: NotationLanguage) -> None:
    page = folded(Path(f"docs/{code}/notation.md").read_text("utf-8"))
    named = {*VERBS.values(), "players", "setup", "display", "refill", "prepare", "takeback"}
    words = words_of_language(code)
    assert [word for word in named if not any(folded(own) in page for own in words[word])] == []


SAMPLES = {
    "nl": {"KAART": "CARD", "BOEK…": "BOOK…", "VAK": "SPACE", "Anneke": "Ann", "Zondag": "Sunday"},
    "cs": {"KARTA": "CARD", "KNIHA": "BOOK", "POLÍČKO": "SPACE", "Jana": "Ann", "Neděle": "Sunday"},
    "fr": {"CARTE": "CARD", "LIVRE…": "BOOK…", "CASE": "SPACE", "Claire": "Ann"}
    | {"Dimanche": "Sunday"},
}
"""What stands for a card or a name on the pages about the notation."""

NOTES = ("afgesproken", "domluveno", "convenu")

ADDRESSES = ("setup.3", "3.plan.blue", "3.2.refill", "3.2.takeback1", "line:41")


def tables_of_page(path: str) -> list[list[str]]:
    """Return by section what the tables of a page have in their first column, but for rounds."""
    _, *sections = Path(path).read_text("utf-8").split("\n## ")
    rows = [
        [
            line.split("|")[1]
            for line in section.splitlines()
            if line.startswith("|") and "`" in line
        ]
        for section in sections
        if "```" not in section
    ]
    return [[each for row in section for each in re.findall("`([^`]+)`", row)] for section in rows]


def as_english(code: NotationLanguage, words: str) -> str:
    for own, english in SAMPLES[code].items():
        words = words.replace(own, english)
    for note in NOTES:
        words = words.replace(note, "agreed")
    return tongue(code).read(words.replace(f"lang {code}", "lang nl")).text


@every_language
def test_the_page_about_the_notation_has_what_the_english_page_has(code: NotationLanguage) -> None:
    english = tables_of_page("docs/notation.md")
    own = tables_of_page(f"docs/{code}/notation.md")
    assert len(own) == len(english) == 10
    for theirs, ours in zip(english, own, strict=True):
        assert [as_english(code, each).casefold() for each in ours] == [
            each.casefold().replace("ruling ", "rulings ") for each in theirs
        ]


@pytest.mark.parametrize(
    "page", ["docs/notation.md", *(f"docs/{code}/notation.md" for code in SAMPLES)]
)
def test_every_page_about_the_notation_tells_the_addresses(page: str) -> None:
    text = Path(page).read_text("utf-8")
    assert [each for each in ADDRESSES if f"`{each}`" not in text] == []
    assert all(ADDRESS.fullmatch(each) for each in ADDRESSES)


def claims_of_page(path: str) -> list[str]:
    """Return what the table of claims of a page has in its first column."""
    section = Path(path).read_text("utf-8").split("\n## JSON")[0].rpartition("\n## ")[2]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [each for row in rows for each in re.findall("`([^`]+)`", row)]


@every_language
def test_the_page_about_the_notation_has_claims_of_the_english_page(
    code: NotationLanguage,
) -> None:
    english = {*claims_of_page("docs/notation.md")}
    read_as = [
        tongue(code).read(f"= {each}").text for each in claims_of_page(f"docs/{code}/notation.md")
    ]
    assert len(read_as) > 20
    assert [each for each in read_as if each.removeprefix("= ") not in english] == []


def test_examples_of_each_language() -> None:
    line = tongue("nl").read("blauw breidt uit Caïro R05:2")
    assert line.text == "blue expand cairo R05:2"
    assert tongue("cs").read("modrá účetní ucetni2 na 3").text == "blue clerk clerk2 to 3"
    assert tongue("fr").read("Bleu développe Le Caire R05").text == "blue expand cairo R05"
    assert tongue("nl").read("rood goederen koffie2b banaan1").text == "red goods coffee2b banana1"


@pytest.mark.parametrize(
    ("code", "claims"),
    [
        ("nl", "= eigenaar R07 niemand, stapel koffie2 links, kolom cairo 2 5"),
        ("cs", "= majitel R07 nikdo, použité káva2 vlevo, sloupec káhira 2 5"),
        ("fr", "= propriétaire R07 personne, pile café2 gauche, colonne le caire 2 5"),
    ],
)
def test_claims_about_owners_decks_and_columns_have_words(
    code: NotationLanguage, claims: str
) -> None:
    english = "= owner R07 nobody, deck coffee2 left, column cairo 2 5"
    assert tongue(code).read(claims).text == english


def test_names_of_players_never_lose_to_a_word() -> None:
    text = 'lang nl\nspelers blauw "Rood", groen "Einde"\nopstelling eerste-spel\nRood tegel S01\n'
    record = read(text)
    assert [player.name for player in record.header.players] == ["Rood", "Einde"]
    assert [player.colour for player in record.header.players] == ["blue", "green"]
    assert record.statements[0].said.seat == 0  # type: ignore[union-attr]


def test_a_title_and_quotes_stay_as_they_are() -> None:
    record = read('lang nl\ntitel "Ronde tafel"\nspelers blauw, groen\n')
    assert record.header.title == "Ronde tafel"
    assert 'titel "Ronde tafel"' in text_of(record)


def test_a_slip_is_told_where_it_stands() -> None:
    text = (
        "lang nl\nspelers blauw, groen\nopstelling eerste-spel\nblauw breidt uit Kaapstad R99:1\n"
    )
    with pytest.raises(UnreadableRecordError) as raised:
        read(text)
    (problem,) = raised.value.problems
    assert (problem.at.line, problem.at.column) == (4, text.splitlines()[3].index("R99") + 1)
    assert problem.line == "blauw breidt uit Kaapstad R99:1"


def test_a_language_is_named_once_and_is_known() -> None:
    with pytest.raises(UnreadableRecordError, match="given twice"):
        read("lang nl\nlang fr\nplayers blue, green\n")
    with pytest.raises(UnreadableRecordError):
        read("lang es\nplayers blue, green\n")
    # German is only read: what is written of such a record is in the English notation.
    assert read("lang de\nplayers blue, green\n").header.lang is None
    assert read("lang en\nplayers blue, green\n").header.lang is None


def test_fmt_writes_a_language_and_back() -> None:
    english = formatted("games/two-players.mgn")
    dutch = formatted("games/two-players.mgn", lang="nl")
    assert dutch.after.startswith(b"lang nl\nspelers blauw, groen\n")
    assert formatted(dutch.after, lang="en").after == english.after
    with pytest.raises(referee.UsageError, match="not a language"):
        formatted("games/two-players.mgn", lang="de")  # type: ignore[arg-type]
