"""What the referee says when it explains an illegal turn."""

from functools import cache

from msgspec import Struct

from referee.game.messages.catalogue import table
from referee.game.messages.speech import spoken
from referee.game.messages.spoken import filled

ExplanationSentences = dict[str, str]


class Explaining(Struct, frozen=True, eq=False):
    """Every sentence of explanations in one language."""

    code: str
    phrases: ExplanationSentences
    correction: ExplanationSentences
    shortfall: ExplanationSentences
    costs: ExplanationSentences
    """What the points of an expansion are consumed for."""
    fields: ExplanationSentences
    """What a field of a turn is called."""
    numbers: ExplanationSentences
    """What is said of a number that an effect rule gives, by rule and name."""
    zeros: ExplanationSentences
    lacks: ExplanationSentences

    def number(self, rule: str, name: str, value: int) -> str | None:
        """Return what is said of a number; None if it is 0 and nothing is to say about that."""
        sentences = self.numbers if value else self.zeros
        start = f"{rule}."
        of_rule = {
            key.removeprefix(start): text
            for key, text in sentences.items()
            if key.startswith(start)
        }
        return self._filled(of_rule, name, value)

    def lack(self, what: str, amount: int) -> str:
        """Return what is said of something that was missing."""
        return self._filled(self.lacks, what, amount) or what

    def _filled(self, sentences: ExplanationSentences, name: str, value: int) -> str | None:
        """Return the sentence for a name or for what it begins with; what is left is `of` what."""
        known = [key for key in sentences if name == key or name.startswith((f"{key}-", f"{key}:"))]
        if not known:
            return None
        key = max(known)  # all begin the name, so this is the longest
        of = name[len(key) + 1 :].replace(".", ":")
        return filled(sentences[key], {"n": value, "of": of}, (), self.code)


def explaining(code: str = "") -> Explaining:
    """Return the sentences of a language by its code, or of the one that is spoken."""
    return _explaining(code or spoken())


@cache
def _explaining(code: str) -> Explaining:
    names = [field for field in Explaining.__struct_fields__ if field != "code"]
    return Explaining(code, *(table(code, f"explaining.{name}") for name in names))
