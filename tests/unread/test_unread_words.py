"""What nobody has read has a name in every language, and the same values in each."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from referee.components.set_writer import scaffold
from referee.copies.partly_read_set import BlankPlace, PartlyReadSet, open_copy, printed
from referee.copies.runs import PartChoice, part_of
from referee.copies.solver import Variable
from referee.core.components import NeedsColleague, NeedsOneGood
from referee.i18n.catalogue import ENGLISH, offered
from referee.i18n.page_words import copy_words
from referee.i18n.speech import speaking

OTHERS = sorted({*offered()} - {ENGLISH})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return scaffold(tmp_path_factory.mktemp("copies") / "my-copy")


@cache
def copy_in(folder: Path, language: str) -> PartlyReadSet:
    with speaking(language):
        components = open_copy(folder)
    assert isinstance(components, PartlyReadSet)
    return components


def kinds(variables: Mapping[str, Variable]) -> dict[str, tuple[int, tuple[str, ...]]]:
    return {key: (each.domain, each.labels) for key, each in variables.items()}


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_may_be_printed_in_every_language(folder: Path, language: str) -> None:
    english = copy_in(folder, ENGLISH)
    other = copy_in(folder, language)
    assert kinds(english.variables) == kinds(other.variables)
    book = next(iter(other.books))
    needed = part_of(book, "requires")
    assert isinstance(needed, PartChoice)
    for label, parts in zip(needed.variable.labels, needed.parts, strict=True):
        assert isinstance(parts, tuple)
        ones = [each for each in parts if isinstance(each, NeedsOneGood)]
        colleagues = [each for each in parts if isinstance(each, NeedsColleague)]
        assert label.split(" + ").count("one good") == len(ones)
        assert label.split(" + ").count("colleague") == len(colleagues)


@pytest.mark.parametrize("language", OTHERS)
def test_no_value_is_told_in_english(folder: Path, language: str) -> None:
    words = copy_words(language)
    parts = {
        part
        for variable in copy_in(folder, language).variables.values()
        for label in variable.labels
        for part in label.split(" + ")
        # Cards to rest are told by their ids, letters and numbers as they are.
        if not variable.key.endswith((".rest", ".count", ".letter"))
    }
    assert parts <= words.labels.keys()


def test_every_number_that_may_be_unread_has_a_name_of_its_own() -> None:
    assert printed()["numbers"].keys() <= copy_words(ENGLISH).places.keys()


def test_what_has_no_name_is_told_by_its_key() -> None:
    place = BlankPlace("tracks", "A1", ("bonuses", 1, "type"))
    assert place.subject() == "the value `bonuses 1 type` of A1"


def test_a_list_and_a_value_of_it_have_different_names() -> None:
    crossed_out = BlankPlace("book_tracks", "bookkeeping", ("crossed_out",))
    assert crossed_out.subject() == "the places of the crossed-out A on the bookkeeping track"
    third = crossed_out.inner(3).subject()
    assert third == "the crossed-out A on step 3 of the bookkeeping track"


def test_a_value_is_named_in_the_language_that_is_spoken(folder: Path) -> None:
    dutch = copy_in(folder, "nl").variables["starting_tiles.S01.rest"]
    assert dutch.subject == "het drietal kaarten dat starttegel S01 laat rusten"
