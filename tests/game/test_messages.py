"""Sentences: a number agrees with its noun, and a player is called by name."""

import ast
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from string import Formatter

import referee
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
    assert language().message(broken) == "the space costs 2; only 0 pounds were available"


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
        "flipping a book costs {price}; only {cash} pounds were available"
    )
    assert outlined("{seat:player} has {n}", ("seat", "n")) == "{seat} has {n}"


SAYING = frozenset({"click_words", "named", "one_by_one", "phrase", "say", "say_or"})
"""Functions that say a sentence, or several as a list."""

PARTS_OF_NO_SENTENCE = {
    "api.explanations._with_parts": "what a number is the sum of stands in brackets behind it",
    "api.gaps.draw_words": "a word to be typed stands for a book",
    "cli.conform.report_page": "the program under test is called by a name or as such",
    "cli.group._admit": "a message of Python is told behind a label",
    "cli.group._message": "click's page of a refused command line",
    "cli.group._no_such": "two sentences, as click has them",
    "cli.group._refuse_click": "click's page of a refused command line",
    "cli.help.format_epilog": "headings with what stands below them",
    "cli.help.get_help_record": "the notes on an option in a table",
    "cli.help.write_heading": "a heading with the sign behind it",
    "cli.options._wrong": "the kind of a number is a name",
    "cli.position.audited_page": "the moment of a table in brackets behind the verdict",
    "cli.render.component_set.card_words": "a formula of what is printed",
    "cli.render.component_set.space_words": "a formula of what is printed",
    "cli.render.component_set.tile_words": "a formula of what is printed",
    "cli.render.gaps.gap_lines": "a line behind its label",
    "cli.render.table._books_of": "a mark behind an id",
    "cli.render.table._used": "a mark behind an id",
    "cli.rules.rule_list": "a heading with the id of a family before it",
    "conformance.program.__init__": "what the system says of a command, behind a colon",
    "core.input_limits.decoder_words": "a decoder's message and its place",
    "core.set_reader._excess_of_table": "tables of a file are called by their headers",
    "core.toml_lines._said": "what was seen, and what was expected, as a list",
    "drawing.contents.space_words": "a formula of what is printed",
    "drawing.players._draw_shares": "a number behind its sign",
    "drawing.players._step": "a card or book is called by what is on it",
    "web.counted_things._columns": "a column is called by its company and its place",
    "web.game_states.changed_words": "verdicts are called by their words",
    "records.soundness.faults": "a number that is too long to be told",
}
"""Where what was said is part of something else, by function, and why that is no gluing."""


def _says(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in SAYING
        case ast.IfExp(body=body, orelse=otherwise):
            return _says(body) or _says(otherwise)
        case ast.BoolOp(values=values):
            return any(map(_says, values))
        case ast.JoinedStr(values=values):
            return any(
                isinstance(each, ast.FormattedValue) and _says(each.value) for each in values
            )
        case _:
            return False


def _glued(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what joins sentences, or fills one into another, in a function."""
    told = {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and _says(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }

    def is_told(node: ast.AST) -> bool:
        return _says(node) or (isinstance(node, ast.Name) and node.id in told)

    for node in ast.walk(function):
        match node:
            case ast.JoinedStr(values=values):
                filled_in = [each.value for each in values if isinstance(each, ast.FormattedValue)]
                signs = [str(each.value) for each in values if isinstance(each, ast.Constant)]
                # One sentence behind blanks is only set farther in.
                is_glued = len(filled_in) > 1 or any(map(str.strip, signs))
                parts: list[ast.AST] = [*filled_in] if is_glued else []
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                parts = [left, right]
            case ast.AugAssign(value=value):
                parts = [value]
            case ast.Call(keywords=keywords) if _says(node):
                parts = [each.value for each in keywords]
            case _:
                parts = []
        if any(map(is_told, parts)):
            yield node


def test_no_sentence_is_glued_from_others() -> None:
    root = Path(referee.__file__).parent
    sources = [(path, root) for path in root.rglob("*.py")]
    model = root.parent / "model" / "referee_model"
    sources += [(path, model) for path in model.rglob("*.py")]
    found = {
        ".".join((*path.relative_to(base).with_suffix("").parts, function.name))
        for path, base in sources
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef) and any(_glued(function))
    }
    assert found == PARTS_OF_NO_SENTENCE.keys()
