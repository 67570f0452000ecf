"""What the referee says when it explains an illegal turn."""

import tomllib
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from referee.game.messages.spoken import filled

ExplanationSentences = dict[str, str]


class Explaining(Struct, frozen=True, forbid_unknown_fields=True):
    """Every sentence of explanations in one language."""

    phrases: ExplanationSentences
    correction: ExplanationSentences
    shortfall: ExplanationSentences
    costs: ExplanationSentences
    """What the points of an expansion are consumed for."""
    fields: ExplanationSentences
    """What a field of a turn is called."""
    numbers: dict[str, ExplanationSentences]
    """What is said of a number that an effect rule gives, by rule and name."""
    zeros: dict[str, ExplanationSentences]
    lacks: ExplanationSentences

    def number(self, rule: str, name: str, value: int) -> str | None:
        """Return what is said of a number; None if it is 0 and nothing is to say about that."""
        sentences = (self.numbers if value else self.zeros).get(rule, {})
        return _filled(sentences, name, value)

    def lack(self, what: str, amount: int) -> str:
        """Return what is said of something that was missing."""
        return _filled(self.lacks, what, amount) or what


def _filled(sentences: ExplanationSentences, name: str, value: int) -> str | None:
    """Return the sentence for a name or for what it begins with; what is left is `of` what."""
    known = [key for key in sentences if name == key or name.startswith((f"{key}-", f"{key}:"))]
    if not known:
        return None
    key = max(known)  # all begin the name, so this is the longest
    of = name[len(key) + 1 :].replace(".", ":")
    return filled(sentences[key], {"n": value, "of": of})


@cache
def explaining(code: str = "en") -> Explaining:
    """Return the sentences of a language by its two-letter code."""
    path = resources.files(__package__) / f"{code}.toml"
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Explaining)
