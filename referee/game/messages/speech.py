"""In which language is spoken, and how a sentence is said in it.

The library is silent about the world around it: a language is given by whoever asks, with
`speaking`, and holds inside that block, in its thread or task. Without it that is English.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from referee.game.messages.catalogue import ENGLISH, sentence
from referee.game.messages.spoken import Said, filled
from referee.game.phrase import Phrase

_SPOKEN: Final = ContextVar("spoken", default=ENGLISH)


def spoken() -> str:
    """Return the code of the language that is spoken."""
    return _SPOKEN.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak the language of a two-letter code inside the block."""
    token = _SPOKEN.set(code)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def speak(code: str) -> None:
    """Speak a language from now on, as a process does that works for another one."""
    _SPOKEN.set(code)


def say(key: str, /, **facts: Said) -> str:
    """Return a sentence by its name, `area.key`, with its facts in the language that is spoken."""
    code = _SPOKEN.get()
    template = sentence(code, key)
    return filled(template, facts, (), code) if "{" in template else template


def phrase(key: str, /, **facts: Said) -> Phrase:
    """Return a sentence as a fact: English, and known by its name to a sentence around it."""
    made = Phrase(filled(sentence(ENGLISH, key), facts))
    made.key = key
    made.facts = facts
    return made


def plain_facts(facts: Mapping[str, Said]) -> dict[str, Said]:
    """Return facts as a program reads them: English words instead of phrases."""
    return {name: str(fact) if isinstance(fact, Phrase) else fact for name, fact in facts.items()}
