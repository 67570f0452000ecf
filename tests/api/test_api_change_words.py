"""What differs between a turn and its correction, in words of every language."""

import pytest

from referee.api.explanations import changes, sentence
from referee.core.ids import Seat, SpaceId
from referee.core.turns import PlaceMarker
from referee.i18n.speech import speaking

SAID = PlaceMarker(seat=Seat(0), space=SpaceId("coffee"))
MEANT = PlaceMarker(seat=Seat(0), space=SpaceId("expansion"))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "the space expansion instead of coffee"),
        ("nl", "het vak expansion in plaats van coffee"),
        ("cs", "políčko: expansion, ne coffee"),
        ("fr", "la case\xa0: expansion et non coffee"),
    ],
)
def test_a_space_is_named_by_its_id(code: str, words: str) -> None:
    with speaking(code):
        assert [*changes(SAID, MEANT, ("blue",))] == [words]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("l'appel coûte 2", "L'appel coûte 2."),
        ("káva: celkem 1", "Káva: celkem 1."),
        ("cotton2 was used.", "cotton2 was used."),
    ],
)
def test_a_sentence_begins_with_a_capital_unless_with_an_id(words: str, told: str) -> None:
    assert sentence(words) == told
