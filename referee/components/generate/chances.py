"""Random choices that keep a promise."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

SOURCE: Final = "reconstructed"
"""Where the values of an invented entry come from."""


def shuffled(rng: Random, values: Iterable[T]) -> tuple[T, ...]:
    """Return `values` in random order."""
    mixed = list(values)
    rng.shuffle(mixed)
    return tuple(mixed)


def covering(rng: Random, choices: Sequence[T], number: int) -> tuple[T, ...]:
    """Return `number` random choices, each of `choices` among them at least once."""
    return shuffled(rng, [*choices, *rng.choices(choices, k=number - len(choices))])


def rising(rng: Random, least: int, most: int, number: int) -> list[int]:
    """Return different numbers from `least` to `most` in rising order."""
    return sorted(rng.sample(range(least, most + 1), number))


def numbered(rng: Random, words: Sequence[str], number: int) -> list[str]:
    """Return different ids of one random form."""
    word = rng.choice(words)
    form = rng.choice(("{word}{number}", "{word}-{number}", "{word}.{number:02}", "{number}{word}"))
    return [form.format(word=word, number=n) for n in range(1, number + 1)]
