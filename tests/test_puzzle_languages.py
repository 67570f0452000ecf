"""The shipped puzzles have their words in every language."""

import re
from collections import Counter

import pytest
from msgspec import structs

from referee.i18n.catalogue import ENGLISH, offered
from referee.solve.puzzle import Puzzle, shipped_puzzles

PUZZLES = [pytest.param(puzzle, id=puzzle.id) for puzzle in shipped_puzzles()]
LANGUAGES = [code for code in offered() if code != ENGLISH]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_puzzle_has_its_words_in_every_language(puzzle: Puzzle, code: str) -> None:
    for key, words in structs.asdict(puzzle.translations[code]).items():
        english = getattr(puzzle, key)
        assert words
        assert words != english
        assert exact_words(words) == exact_words(english)


def exact_words(words: str) -> Counter[str]:
    """Return the numbers and ids, which are the same in every language."""
    return Counter(re.findall(r"[A-Za-z]*\d+(?:-\d)?", words))
