"""What the decoder of JSON and TOML says of data that are none of ours, in every language."""

import re
from typing import Final

from referee.game.messages.speech import say

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
