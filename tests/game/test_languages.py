"""Every language has every sentence, with its facts, its plural forms and the terms of the game."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import referee
from referee.core.components import (
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
)
from referee.core.ids import GOODS
from referee.core.rulings import RULINGS
from referee.engine.area import said
from referee.engine.rewards import AMOUNTS, counted
from referee.i18n import language
from referee.i18n.catalogue import offered, read_sentences, sentence
from referee.i18n.speech import say, say_or, speaking, thing
from referee.i18n.spoken import categories, filled, listed, plural_numbers, thing_key, worded
from referee.rulebook import goods
from scripts.tools.sentences import (
    MESSAGES,
    TranslatedPair,
    areas,
    faults,
    glossary,
    in_order,
    is_offered,
    languages,
    note,
    noted,
    outdated,
    pairs,
    problems,
    sentences,
)

PACKAGE = Path(referee.__file__).parent
EDITIONS = ("nl", "cs", "fr")
SAID_BY_NAME = (
    *("click", "facts", "things", "terms"),
    *("explaining", "pictures", "replays", "table", "copies"),
    *("copy", "group", "puzzles"),
)
"""The areas whose sentences are found by what they are about."""

every_language = pytest.mark.parametrize("code", languages())
every_file = pytest.mark.parametrize(
    "path", sorted(MESSAGES.glob("??/*.toml")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)


@every_language
def test_what_a_language_says_is_whole_and_right(code: str) -> None:
    assert [*problems(code, complete=is_offered(code))] == []


@every_file
def test_a_file_is_read_like_any_toml(path: Path) -> None:
    text = path.read_text("utf-8")
    assert read_sentences(text) == dict(flattened(tomllib.loads(text)))


def flattened(table: dict[str, object], start: str = "") -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{start}{key}.")
        else:
            yield f"{start}{key}", value


OF_COMPONENTS = {"at": 1, "across": 1, "each": 3, "holds": 3, "counted": 3}
"""By function that says something of components the place of the key among its arguments."""


@cache
def said_in_code() -> frozenset[tuple[str, bool]]:
    """Return every key of a sentence in the code, and whether only its beginning is known."""
    return frozenset(_said_in_code())


def _said_in_code() -> Iterator[tuple[str, bool]]:
    for path in [*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "model").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).removeprefix("PLAYABLE.").removeprefix("REACH.")
                # An error says its own sentence.
                name = (
                    "say" if name.endswith(("Error.of", "NoLegalTurn.of", "Exceeded.of")) else name
                )
                places = {
                    "say": 0,
                    "phrase": 0,
                    "by_place": 0,
                    "require": 1,
                    "say_or": 1,
                    "sentence": 1,
                    "table": 1,
                }
                places |= {"at": 1, "across": 1, "problem": 1} | OF_COMPONENTS
                if name in places and len(node.args) > places[name]:
                    area = "components." if name in OF_COMPONENTS else ""
                    area = "positions." if name == "problem" else area
                    for key, is_start in _keys(node.args[places[name]]):
                        # A table of sentences is called by what their keys begin with.
                        yield f"{area}{key}", is_start or name == "table"


def _keys(node: ast.expr) -> Iterator[tuple[str, bool]]:
    match node:
        case ast.Constant(value=str(key)):
            yield key, False
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]):
            yield start, True
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _keys(body)
            yield from _keys(otherwise)
        case _:
            pass


def test_every_sentence_that_the_code_says_is_there() -> None:
    known = {f"{area}.{key}" for area in areas() for key in sentences("en", area)}
    keys = said_in_code()
    assert len(keys) > 500
    assert [key for key, is_start in keys if not is_start and key not in known] == []
    starts = {key for key, is_start in keys if is_start}
    assert [start for start in starts if not any(key.startswith(start) for key in known)] == []


def test_every_sentence_is_said_somewhere() -> None:
    keys = said_in_code()
    whole = {key for key, is_start in keys if not is_start}
    starts = tuple(key for key, is_start in keys if is_start)
    by_name = tuple(f"{area}." for area in SAID_BY_NAME)
    known = [f"{area}.{key}" for area in areas() for key in sentences("en", area)]
    unused = [key for key in known if key not in whole and not key.startswith((*starts, *by_name))]
    assert unused == []


def test_the_command_has_no_help_in_its_code() -> None:
    told = [
        f"{path.name}:{node.lineno}"
        for path in (PACKAGE / "cli").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in {"command", "group", "option"}
        for keyword in node.keywords
        if keyword.arg in {"help", "short_help"}
    ]
    assert told == []


@pytest.mark.parametrize(
    ("code", "one", "few"),
    [("en", [1], []), ("nl", [1], []), ("fr", [0, 1], []), ("cs", [1], [2, 3, 4])],
)
def test_plural_categories_are_those_of_cldr(code: str, one: list[int], few: list[int]) -> None:
    found = [plural_numbers(code).get(number, "other") for number in range(200)]
    assert [number for number in range(200) if found[number] == "one"] == one
    assert [number for number in range(200) if found[number] == "few"] == few
    assert categories(code) == ("one", *(["few"] if few else []), "other")


@pytest.mark.parametrize("term", glossary())
def test_a_term_has_words_in_every_edition(term: str) -> None:
    assert {"en", *EDITIONS} <= glossary()[term].keys() <= {"en", *EDITIONS, "not"}
    for code, words in glossary()[term].get("not", {}).items():
        assert not {*words} & {*glossary()[term][code]}


def test_a_fault_of_a_translation_is_found() -> None:
    english = "{n:one # card|other # cards} in `referee`, {place}"
    assert [*faults("nl", english, "{n:one # kaart|other # kaarten} in `referee`, {place}")] == []
    assert [*faults("nl", english, "{n:one # kaart|other # kaarten} in `referee`")] == [
        "does not tell the fact {place}"
    ]
    assert [*faults("nl", english, "{n:other # kaarten} in `referee`, {place} {x}")] == [
        "tells {x}, which is no fact of it",
        "has the plural forms other; expected one, other",
    ]
    czech = "{n:one # karta|other # karet} v `referee`, {place}"
    assert [*faults("cs", english, czech)] == [
        "has the plural forms one, other; expected one, few, other"
    ]
    (typed,) = faults("nl", english, "{n:one # kaart|other # kaarten} in `check`, {place}")
    assert typed.startswith("has ['`check`'] in backquotes")


@pytest.mark.parametrize("code", EDITIONS)
def test_every_translation_is_one_of_the_english_of_today(code: str) -> None:
    assert [*outdated(pairs(code), noted(code))] == []


def test_a_translation_waits_when_only_its_english_has_changed() -> None:
    before = {"a.b": TranslatedPair("e1", "t1"), "a.c": TranslatedPair("e1", "t1")}
    now = {"a.b": TranslatedPair("e2", "t1"), "a.c": TranslatedPair("e2", "t2")}
    waiting, mended = outdated(now, before)
    assert waiting.startswith("a.b: the English has changed")
    assert mended.startswith("a.c: is not noted as it stands")
    # Whoever words a translation better changes nothing about its English.
    reworded = {name: pair._replace(told="t3") for name, pair in now.items()}
    assert [*outdated(reworded, now)] == []
    assert [*outdated(now, {})] != []


def test_what_waits_for_a_translation_is_not_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.tools.sentences.FOLDER", tmp_path)
    note("nl")
    assert noted("nl") == pairs("nl")
    name, pair = next(iter(pairs("nl").items()))
    path = tmp_path / "nl.txt"
    path.write_text(path.read_text("utf-8").replace(f"{name} {pair.english}", f"{name} 0"), "utf-8")
    note("nl")
    assert noted("nl")[name].english == "0"
    note("nl", frozenset({name}))
    assert noted("nl") == pairs("nl")


def test_phrases_are_their_english_sentences() -> None:
    needs: list[Requirement] = [NeedsOneGood(3), NeedsExpansion(2), NeedsColleague(2)]
    phrases = [
        said(each) for each in (*needs, NeedsColleague(), *(NeedsGood(good, 2) for good in GOODS))
    ]
    phrases += [counted(number, what) for what in AMOUNTS for number in (1, 3)]
    for phrase in phrases:
        assert filled(sentence("en", f"facts.{phrase.key}"), phrase.facts) == phrase
    assert worded("a refill of the book display", "nl") != "a refill of the book display"
    assert worded("coffee2", "nl") == "coffee2"


def test_things_are_named_by_their_words() -> None:
    others = {key for key, words in sentences("en", "things").items() if key != thing_key(words)}
    assert others == {"reference-set", "reference-set-about"}, "what the shipped set says of itself"


def test_a_language_is_spoken_inside_its_block() -> None:
    assert say("language.name") == "English"
    with speaking("xx"):
        # A language without files says everything in English.
        assert say("language.name") == "English"
        assert language().code == "xx"
    assert language().code == "en"


def test_lists_and_numbers_are_said() -> None:
    assert listed(["a"], "en") == "a"
    assert listed(["a", "b", "c"], "en", "or") == "a, b or c"
    assert listed([], "en") == "nothing"
    assert filled("{x:and}", {"x": ("a", "b")}) == "a and b"
    assert filled("{n:,} {s:.1f}", {"n": 12345, "s": 0.25}) == "12,345 0.2"
    assert filled("`{who:id}`", {"who": "blue"}) == "`blue`"


def test_what_has_no_sentence_is_said_as_it_is() -> None:
    assert say_or("so", "pages.no-such") == "so"
    assert thing("Ann") == "Ann"
    with pytest.raises(KeyError):
        sentence("en", "pages.no-such")


def test_the_files_of_a_new_language_have_gaps() -> None:
    english = '# Cards.\n\n[a]\nb = "x"\nc = "{n} y"\n'
    assert in_order(english, {"a.b": "iks"}) == (
        '# Cards.\n\n[a]\nb = "iks"\n# en: c = "{n} y"\nc = ""\n'
    )


def test_english_is_offered_first() -> None:
    assert offered()[0] == "en"
    assert {*offered()} <= {*languages()}


def test_a_message_is_english_whoever_reads_the_facts() -> None:
    broken = goods.ALL_UNITS_USED.broken(left=1)
    assert re.match("1 unit was", language("en").message(broken))


def test_rulings_are_told_where_pages_are_served() -> None:
    import referee.i18n.page_words  # noqa: PLC0415 - what matters is that it was imported

    assert referee.i18n.page_words.picture_words().notes
    assert language().ruling(RULINGS["capital-call"]).question
