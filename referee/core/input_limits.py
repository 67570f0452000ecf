"""How much is read of anything that somebody else wrote; `docs/limits.md` says what each costs.

A 4-player game has some 170 events, 6 KB as text and 30 KB as JSON. Every limit is ten times what
people write, or more, and low enough that nothing at a limit keeps a small machine busy for long.
"""

import re
from typing import Final

import msgspec

from referee.i18n.speech import say

# A record, in whatever form -----------------------------------------------------------------------
BYTES_OF_A_RECORD: Final = 1024 * 1024
LINES_OF_A_RECORD: Final = 10_000
CHARACTERS_OF_A_LINE: Final = 4_000
"""Of a line of text, and of a comment or a title in any form."""
CHARACTERS_OF_A_NAME: Final = 100
"""Of a player, a colour, a component set, or any id."""
WORDS_OF_A_RECORD: Final = 20_000
"""In the statements of a text, comments left out."""
STATEMENTS_OF_A_RECORD: Final = 2_000
"""A comment on a line of its own is one, too."""
PLAYERS_OF_A_RECORD: Final = 8
ENTRIES_OF_A_LIST: Final = 100
"""Cards of a plan, regions of an expansion, books, parts of a reward: any list in a statement."""
CLAIMS_OF_A_RECORD: Final = 3_000
DIGITS_OF_A_NUMBER: Final = 6
"""In records and positions."""
BEGINNINGS_OF_A_TURN: Final = 20_000
"""Ways of filling the blanks of one turn that are looked at before it is left open."""
BEGINNINGS_OF_A_RECORD: Final = 30_000

# A game among others in one file ------------------------------------------------------------------
BYTES_OF_A_GATHERED_GAME: Final = 16 * 1024 * 1024
"""So much is read, blank lines and all, before the rest of the file is given up."""
LINES_OF_A_GATHERED_GAME: Final = 100_000

# TOML and golden games ----------------------------------------------------------------------------
NESTING: Final = 20
"""Lists and tables within each other, in TOML."""
BYTES_OF_A_POSITION: Final = 100_000
BYTES_OF_A_PUZZLE: Final = 100_000
BYTES_OF_A_SET_FILE: Final = 100_000
"""Of each of the eleven files of a component set."""
ENTRIES_OF_A_TABLE: Final = 300
"""Entries of one kind in a component set, and of a list in an entry."""
LARGEST_PRINTED_NUMBER: Final = 999
"""On any component; a track cannot be longer either."""
BYTES_OF_A_GOLDEN_GAME: Final = 1024 * 1024
EVENTS_OF_A_GOLDEN_GAME: Final = 1_000
BYTES_OF_A_RESULT: Final = 8 * 1024 * 1024
"""Of a line of `check --results` or `conform run --results`."""

# Other programs ----------------------------------------------------------------------------------
BYTES_OF_A_REQUEST: Final = 256 * 1024
"""Of a line that `conform serve` reads; a game with its whole component set has 63,000."""
BYTES_OF_KNOWN_FAILURES: Final = 100_000

LARGEST_NUMBER: Final = 10**DIGITS_OF_A_NUMBER - 1


def too_much(what: str, seen: int, most: int) -> str:
    """Return in words that more was seen than is read."""
    return say("records.input_limits.too-many", what=what, seen=seen, most=most)


SECONDS_FOR_A_COUNT: Final = 60.0
"""For the legal turns of one table of a golden game."""
SECONDS_FOR_AN_ANSWER: Final = 10.0
"""Of `conform serve`: as long as `conform run` and `legal` wait for one."""


# What the decoder of JSON and TOML says of data that are none of ours, in every language ----------
DECODER_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What it raises over them, whoever wrote them."""

_PLACE: Final = re.compile(r"(?P<problem>.*) - at `(?P<path>[^`]*)`$", re.DOTALL)

_KINDS: Final = {
    "missing": re.compile(r"Object missing required field `(?P<field>[^`]*)`$"),
    "unknown": re.compile(r"Object contains unknown field `(?P<field>[^`]*)`$"),
    "got": re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<seen>[^`]*)`$"),
    "expected": re.compile(r"Expected (?P<wanted>`.*)$", re.DOTALL),
    "choice": re.compile(r"Invalid enum value (?P<value>.*)$", re.DOTALL),
    "invalid": re.compile(r"Invalid value (?P<value>.*)$", re.DOTALL),
    "malformed": re.compile(r"JSON is malformed: (?P<detail>.*) \(byte (?P<byte>\d+)\)$"),
    "cut": re.compile(r"Input data was truncated$"),
    "encoding": re.compile(
        r"'utf-8' codec can't decode byte (?P<byte>\w+) in position (?P<place>\d+): (?P<detail>.*)$"
    ),
}
"""By the name of our sentence what the decoder says."""


def decoder_words(error: Exception) -> str:
    """Return what a decoder says in the language that is spoken; any other error as it is."""
    said = str(error)
    place = _PLACE.match(said)
    problem = place["problem"] if place else said
    for name, pattern in _KINDS.items():
        if found := pattern.match(problem):
            told = say(f"records.decoder.{name}", **found.groupdict())
            return say("records.decoder.at", problem=told, path=place["path"]) if place else told
    return said
