"""In which language is spoken, and how a sentence is said in it.

The library is silent about the world around it: a language is given by whoever asks, with
`speaking`, and holds inside that block, in its thread or task. Without it that is English.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from referee.i18n.catalogue import ENGLISH, NoSentenceError, sentence
from referee.i18n.spoken import Said, filled

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


def say_or(other: str, key: str, /, **facts: Said) -> str:
    """Return a sentence by its name, or something else where there is none of that name."""
    try:
        return say(key, **facts)
    except NoSentenceError:
        return other


def numeral(number: float, form: str = ",") -> str:
    """Return a number alone with the signs that the language sets into it."""
    return filled(f"{{number:{form}}}", {"number": number}, (), _SPOKEN.get())


def thing(words: str) -> str:
    """Return what something is called whose English name is this; any other word stays."""
    return filled("{it}", {"it": words}, (), _SPOKEN.get())


def named(name: str, words: str) -> str:
    """Return a name and what is said of it."""
    return sentence(_SPOKEN.get(), "language.named").format(name=name, said=words)


def one_by_one(told: Iterable[str]) -> str:
    """Return in one line what is told one after the other."""
    between = sentence(_SPOKEN.get(), "language.then").format(one="", other="")
    return between.join(told)
