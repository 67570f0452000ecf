"""Facts that are words: English for programs, and said in any language to people.

What is broken, missing or due is told in facts, and some of them are words: `a refill of the book
display`, `3 diamond steps`. Programs get them in English, whatever language a person reads. A
sentence in another language knows them by the areas `things` (words alone) and `facts` (words
with facts of their own), and says them by its own sentences of the same names.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from referee.game.messages.catalogue import ENGLISH, area, sentence


@lru_cache(4096)
def worded(words: str, code: str) -> tuple[str, Mapping[str, object]]:
    """Return English words as a template of a language and the facts to fill it with."""
    key = _things().get(words)
    if key is not None:
        return sentence(code, f"things.{key}"), {}
    for name, pattern in _patterns():
        if found := pattern.fullmatch(words):
            given = {
                key.partition("__")[0]: text for key, text in found.groupdict().items() if text
            }
            facts = {key: int(text) if text.isdigit() else text for key, text in given.items()}
            return sentence(code, f"facts.{name}"), facts
    return words, {}


def thing_key(words: str) -> str:
    """Return the name under which the area `things` has words."""
    return "-".join(re.findall(r"[a-z0-9]+", words.lower()))


@cache
def _things() -> Mapping[str, str]:
    return {words: key for key, words in area(ENGLISH, "things").items()}


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, _pattern(text)) for name, text in area(ENGLISH, "facts").items())


def _pattern(template: str) -> re.Pattern[str]:
    """Return what finds the facts of an English sentence in its text."""
    from string import Formatter  # noqa: PLC0415 - only for other languages than English

    parts: list[str] = []
    for text, name, form, _ in Formatter().parse(template):
        parts.append(re.escape(text))
        if name is None:
            continue
        if not form:
            # A fact called `n` is a number wherever it stands.
            parts.append(f"(?P<{name}>{r'[0-9]+' if name == 'n' else '.+'})")
            continue
        forms = [each.partition(" ")[2] for each in form.split("|")]
        either = "|".join(
            re.escape(each).replace(r"\#", rf"(?P<{name}__{number}>\d+)")
            for number, each in enumerate(forms)
        )
        parts.append(f"(?:{either})")
    return re.compile("".join(parts))
