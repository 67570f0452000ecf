"""Files of a set as people spoil them: each fault is told with its line, what was seen, and what
is allowed, whether the set is wholly read or has blanks."""

import re
import shutil
from pathlib import Path
from typing import Final

import pytest

import referee

COPIES: Final = Path("games/own-copy")
PLACES: Final = "R01 to R24, mombasa, cape-town, saint-louis or cairo"
SOURCES: Final = (
    "`rulebook EDITION SECTION`, `secondhand`, `reconstructed`, `copy` or `deduced GAMES`"
)
R01: Final = 'id = "R01", name = "Maghreb",   reward = "pounds",   amount = "?"'
BORDER: Final = 'between = ["cairo", "R02"]'
AMOUNT: Final = "region R01: amount"
IDS: Final = "source, sources, id, name, reward, amount, mines, drawn"

FAULTS: Final[dict[str, tuple[str, str, str, str]]] = {
    "a mark without quotes": (
        "map.toml", 'amount = "?"', "amount = ?",
        ('map.toml:10: is not valid TOML: found `?, drawn = [16, 1] },`; expected a value: a '
        'number, a list, or text between quotation marks, such as `"?"`'),
    ),
    "a comma is missing": (
        "map.toml", '"R01", name', '"R01" name',
        ('map.toml:10: is not valid TOML: found `name = "Maghreb", reward = "po...`; expected a '
        "comma or a closing brace; perhaps a comma or a quotation mark is missing before it"),
    ),
    "a quotation mark is missing": (
        "set.toml", 'name  = "bens-copy"', 'name  = "bens-copy',
        "set.toml:1: is not valid TOML: a text has no closing quotation mark on its line",
    ),
    "a value twice": (
        "map.toml", 'amount = "?"', "amount = 1, amount = 2",
        "map.toml:10: is not valid TOML: `amount` occurs twice; expected it once",
    ),
    "a heading that does not end": (
        "tracks.toml", "[[track]]", "[[track]",
        ("tracks.toml:7: is not valid TOML: found `]`; "
        "expected a closing bracket at the end of a heading"),
    ),
    "no equals sign": (
        "set.toml", "name  =", "name",
        ('set.toml:1: is not valid TOML: found `"bens-copy"`; '
        "expected an equals sign after a name"),
    ),
    "a list that does not end": (
        "rounds.toml", "2, 2]", "2, 2 2]",
        ("rounds.toml:8: is not valid TOML: found `2] },`; "
        "expected a comma or a closing bracket; perhaps a comma is missing before it"),
    ),
    "marks of a merge": (
        "map.toml", "# The map:", "<<<<<<< HEAD\n# The map:",
        ("map.toml:1: is not valid TOML: found `<<<<<<< HEAD`; "
        "expected a name and its value, such as `amount = 2`"),
    ),
    "a word for a number": (
        "map.toml", 'amount = "?"', 'amount = "two"',
        f'map.toml:10, {AMOUNT}: found "two"; expected a number from 0 to 999',
    ),
    "a negative number": (
        "map.toml", 'amount = "?"', "amount = -1",
        f"map.toml:10, {AMOUNT}: found -1; expected a number from 0 to 999",
    ),
    "a fraction": (
        "map.toml", 'amount = "?"', "amount = 1.5",
        f"map.toml:10, {AMOUNT}: found 1.5; expected a number from 0 to 999",
    ),
    "yes for a number": (
        "map.toml", 'amount = "?"', "amount = true",
        f"map.toml:10, {AMOUNT}: found true; expected a number from 0 to 999",
    ),
    "a reward beside a blank": (
        "map.toml", 'reward = "pounds"', 'reward = "pound"',
        ('map.toml:10, region R01: reward: found "pound"; '
        "expected diamonds, none, points, pounds or track"),
    ),
    "a name beside a blank": (
        "map.toml", R01, R01.replace("reward", "rewards"),
        f"map.toml:10, region R01: `rewards` is unknown; expected {IDS}",
    ),
    "a value is missing beside a blank": (
        "map.toml", 'reward = "pounds",   ', "",
        ("map.toml:10, region R01: `reward` is missing; "
        "expected diamonds, none, points, pounds or track"),
    ),
    "an id twice": (
        "map.toml", 'id = "R02"', 'id = "R01"',
        "map.toml:11, region R01: 2 entries have this id; expected one",
    ),
    "a border to an unknown region": (
        "map.toml", BORDER, 'between = ["cairo", "R77"]',
        f"map.toml:46, border cairo-R77: there is no `R77`; expected one of {PLACES}",
    ),
    "a border of three": (
        "map.toml", BORDER, 'between = ["R01", "R02", "R03"]',
        ('map.toml:46, border R01-R02-R03: between: found ["R01", "R02", "R03"]; '
        "expected a list of 2"),
    ),
    "a border of one": (
        "map.toml", BORDER, 'between = ["R01"]',
        'map.toml:46, border R01: between: found ["R01"]; expected a list of 2',
    ),
    "a border with itself": (
        "map.toml", BORDER, 'between = ["R01", "R01"]',
        ("map.toml:46, border R01-R01: these cannot border on each other; "
        "expected two places, at least one of them a region"),
    ),
    "a border of two bases": (
        "map.toml", BORDER, 'between = ["cairo", "mombasa"]',
        ("map.toml:46, border cairo-mombasa: these cannot border on each other; "
        "expected two places, at least one of them a region"),
    ),
    "lines in words": (
        "map.toml", f'{BORDER},       lines = "?"', f'{BORDER}, lines = "double"',
        'map.toml:46, border cairo-R02: lines: found "double"; expected 1 or 2',
    ),
    "bordered is no list": (
        "map.toml", "region = [", 'bordered = "all"\nregion = [',
        'map.toml:8: `bordered` is "all"; expected a list of ids of regions and companies',
    ),
    "bordered names nothing": (
        "map.toml", "region = [", 'bordered = ["R01", "Natal"]\nregion = [',
        f"map.toml:8, bordered: there is no `Natal`; expected one of {PLACES}",
    ),
    "an unknown heading": (
        "map.toml", "region = [", 'soruce = "copy"\nregion = [',
        "map.toml:8: has an unknown key `soruce`; expected region, border, source",
    ),
    "a book without an arrow": (
        "books.toml", 'requires = "?", reward = "?"', 'shows = "2 coffee 3 pounds"',
        ("books.toml:10, book a01: found `2 coffee 3 pounds`; expected what is needed, an "
        "arrow, and what it gives: `2 coffee + colleague -> 3 pounds`"),
    ),
    "a requirement that there is not": (
        "books.toml", 'requires = "?"', 'requires = "2 tea"',
        ("books.toml:10, book a01: found `2 tea`; expected one or two of `2 coffee`, `4 of one "
        "good`, `expansion 2`, `colleague`, with + between them"),
    ),
    "a letter that there is not": (
        "books.toml", 'letter = "A"', 'letter = "D"',
        'books.toml:10, book a01: letter: found "D"; expected A, B or C',
    ),
    "a kind of card that there is not": (
        "cards.toml", 'kind = "goods"', 'kind = "good"',
        ('cards.toml:10, card coffee1: kind: found "good"; '
        "expected goods, expansion, bookkeeper, merchant or share"),
    ),
    "a good that there is not": (
        "cards.toml", 'good = "coffee"', 'good = "cofee"',
        'cards.toml:10, card coffee1: good: found "cofee"; expected bananas, coffee or cotton',
    ),
    "a source that there is not": (
        "cards.toml", "rulebook en space-discard-card", "a friend",
        ('cards.toml:10, card coffee1: sources.crate: found "a friend"; '
        f"expected {SOURCES}"),
    ),
    "a row in place of spaces": (
        "tracks.toml", "last     = 16", 'last     = "sixteen"',
        'tracks.toml:9, track A1: last: found "sixteen"; expected a number from 1 to 999',
    ),
    "two cards to rest": (
        "starting_tiles.toml", '["banana2", "cotton2", "clerk2"]', '["banana2", "cotton2"]',
        ('starting_tiles.toml:7, starting_tile S01: rest: found ["banana2", "cotton2"]; '
        "expected three starting cards, such as coffee1, coffee2 and banana1"),
    ),
    "a card to rest that there is not": (
        "starting_tiles.toml", '"cotton2", "clerk2"]', '"cotton2", "clerk9"]',
        ('starting_tiles.toml:7, starting_tile S01: rest: found ["banana2", "cotton2", "clerk9"]; '
        "expected three starting cards, such as coffee1, coffee2 and banana1"),
    ),
    "two columns": (
        "bases.toml", '  ["?", "?", "?", "?", 2],\n', "",
        ("bases.toml:9, base mombasa: columns: found 5 / 5; "
        "expected three columns of spaces"),
    ),
    "a company that there is not": (
        "bases.toml", 'company = "mombasa"', 'company = "mombassa"',
        ('bases.toml:10, base mombassa: company: found "mombassa"; '
        "expected cairo, cape-town, mombasa or saint-louis"),
    ),
    "a name that is no text": (
        "set.toml", '"bens-copy"', "7",
        "set.toml:1, name: found 7; expected a text between quotes",
    ),
}  # fmt: skip

ODD = re.compile(r"Expected|enum|`(int|str|array|object)`|got `|NoneType|datetime")
"""What a validator says to programmers."""


def _spoilt(tmp_path: Path, copy: str, file: str, old: str, new: str) -> Path:
    folder = tmp_path / copy
    shutil.copytree(COPIES / copy, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return folder


def _told(folder: Path) -> list[str]:
    found = [each for each in referee.Copy(folder).check().findings if each.kind != "blank"]
    return [
        f"{each.file}{'' if each.line is None else f':{each.line}'}"
        f"{f', {each.entry}' if each.entry else ''}: {each.problem}"
        for each in found
    ]


@pytest.mark.parametrize("name", [*FAULTS])
def test_a_fault_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    file, old, new, expected = FAULTS[name]
    told = _told(_spoilt(tmp_path, "bens-copy", file, old, new))
    assert told[0] == expected
    assert not any(map(ODD.search, told))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FAULTS])
def test_every_command_says_the_same_of_it(name: str, tmp_path: Path) -> None:
    file, old, new, expected = FAULTS[name]
    folder = _spoilt(tmp_path, "bens-copy", file, old, new)
    for refused in (referee.Copy.components, referee.Copy.questions):
        with pytest.raises(referee.RefereeError) as raised:
            refused(referee.Copy(folder))
        assert expected in raised.value.message


def test_the_lines_of_blanks_are_told(tmp_path: Path) -> None:
    folder = _spoilt(tmp_path, "anns-copy", "map.toml", "mines = 1", 'mines = "?"')
    [blank] = referee.Copy(folder).check().findings
    lines = (folder / "map.toml").read_text("utf-8").split("\n")
    assert blank.line is not None
    assert '"?"' in lines[blank.line - 1]
    assert blank.problem == "mines has not been entered"


def test_the_line_of_a_contradiction_is_told(tmp_path: Path) -> None:
    folder = _spoilt(tmp_path, "anns-copy", "bases.toml", 'colour  = "black"', 'colour  = "blue"')
    found = referee.Copy(folder).check().findings
    lines = (folder / "bases.toml").read_text("utf-8").split("\n")
    for each in found:
        assert each.line is not None
        assert lines[each.line - 1] == "[[base]]"
