"""Sentences: a number agrees with its noun, and a player is called by name."""

import re
from collections.abc import Iterator
from itertools import takewhile
from string import Formatter

from referee.i18n import language
from referee.i18n.page_words import explaining
from referee.i18n.spoken import filled, outlined
from referee.rulebook import bonus, bookkeeping, goods, round_end
from scripts.tools.sentences import areas, sentences

NOUNS = frozenset(
    {"bookkeeper", "card", "game", "marker", "merchant", "player", "point", "post", "pound"}
    | {"region", "reward", "round", "share", "slot", "space", "step", "tile", "time", "turn"}
    | {"unit"}
)

NO_NUMBERS = {
    "commands.sources.left-out-json",
    "pages.words.cards-units",
    "pages.words.goods-pay-less",
    "positions.markers.two-on-track",
}
"""Sentences in which a word, never a number, stands before the noun."""

PREPOSITIONS = frozenset({"and", "at", "from", "in", "of", "on", "per", "without"})


def templates() -> Iterator[tuple[str, str]]:
    """Yield every English sentence that is filled in, with a name for it."""
    for area in areas():
        for key, text in sentences("en", area).items():
            # Click fills its sentences itself, and an example names numbers that are none of ours.
            if "{" in text and area not in {"click", "help"} and f"{area}.{key}" not in NO_NUMBERS:
                yield f"{area}.{key}", text


def with_all(template: str, number: int) -> str:
    names = [field for _, field, _, _ in Formatter().parse(template) if field]
    return filled(template, dict.fromkeys(names, number))


def counted(sentence: str, number: int) -> Iterator[str]:
    """Yield the nouns behind a number, with up to two words between."""
    for words in re.findall(rf"\b{number}((?: [a-z]+){{1,3}})", sentence):
        before = takewhile(lambda word: word not in PREPOSITIONS, words.split())
        found = [word for word in before if word.removesuffix("s") in NOUNS]
        yield from found[:1]


def is_plural(noun: str) -> bool:
    return noun.endswith("s")


def twice(template: str) -> Iterator[str]:
    """Yield what a template says of two wherever it counts something."""
    for _, _, form, _ in Formatter().parse(template):
        if form and "|" in form:
            yield filled(f"{{n:{form}}}", {"n": 2})


def test_one_of_something_is_said_in_the_singular() -> None:
    said = {name: [*counted(with_all(template, 1), 1)] for name, template in templates()}
    assert any(said.values())
    assert [name for name, nouns in said.items() if any(map(is_plural, nouns))] == []


def test_two_of_something_are_said_in_the_plural() -> None:
    said = {
        name: [noun for words in twice(template) for noun in counted(words, 2)]
        for name, template in templates()
    }
    assert any(said.values())
    assert [name for name, nouns in said.items() if not all(map(is_plural, nouns))] == []


def test_numbers_before_nouns_are_found() -> None:
    assert [*counted("1 units were left over", 1)] == ["units"]
    assert [*counted("give 1 bookkeeping points", 1)] == ["points"]


def test_a_number_has_its_noun_and_verb() -> None:
    one, two = (goods.ALL_UNITS_USED.broken(left=left) for left in (1, 2))
    assert language().message(one).startswith("1 unit was left over")
    assert language().message(two).startswith("2 units were left over")


def test_a_list_has_its_verb() -> None:
    one = goods.GOODS_CARDS_ONLY.broken(cards=("clerk1",))
    two = goods.GOODS_CARDS_ONLY.broken(cards=("clerk1", "exp2"))
    assert language().message(one) == "clerk1 is not a goods card"
    assert language().message(two) == "clerk1, exp2 are not goods cards"


def test_none_of_something_is_said_in_the_plural() -> None:
    broken = bonus.SPACE_IS_PAID.broken(cost=2, cash=0)
    assert language().message(broken) == "the space costs 2; there were 0 pounds"


def test_explanations_follow_their_numbers() -> None:
    assert explaining().lack("units", 1) == "1 more unit"
    assert explaining().lack("colleagues", 2).startswith("2 more bookkeepers")


def test_players_are_called_by_name() -> None:
    broken = round_end.TURN_ORDER.broken(seat=1, expected=0)
    message = language().message(broken, ("blue", "Ann (red)"))
    assert message == "Ann (red) took a turn; it is the turn of blue"
    assert broken.as_dict()["facts"] == {"seat": 1, "expected": 0}


def test_players_without_names_are_counted_from_one() -> None:
    broken = round_end.TURN_ORDER.broken(seat=1, expected="nobody")
    assert language().message(broken) == "player 2 took a turn; it is the turn of nobody"


def test_an_outline_has_bare_names() -> None:
    assert language().outline(bookkeeping.FLIP_IS_PAID) == (
        "flipping a book costs {price}; there were {cash} pounds"
    )
    assert outlined("{seat:player} has {n}", ("seat", "n")) == "{seat} has {n}"
