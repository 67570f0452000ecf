"""Words that are a fact of something: English for programs, said in any language to people."""

from collections.abc import Mapping


class Phrase(str):
    """The English text of a sentence of the message files, which knows its name and facts.

    What is broken or missing is told in facts, some of which are words. A program gets them in
    English, whatever language a person reads; a sentence around them says them in its own.
    """

    __slots__ = ("facts", "key")

    key: str
    facts: Mapping[str, object]

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (str(self), self.key, dict(self.facts))


def _again(text: str, key: str, facts: Mapping[str, object]) -> Phrase:
    phrase = Phrase(text)
    phrase.key = key
    phrase.facts = facts
    return phrase
