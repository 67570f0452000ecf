"""The component sets that the kit plays with, by name."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from referee.components.generate import random_set
from referee.components.generate.small import shortest, small
from referee.components.playable import open_set
from referee.conformance.protocol import Introduction
from referee.game.component_set import ComponentSet
from referee.game.set_reader import reference_set

REFERENCE: Final = "reference"

DEFAULT: Final = (REFERENCE, REFERENCE, REFERENCE, "random-1", "random-2", "small-1", "tiny-1")
"""What games are drawn from for a program that plays with any set: mostly the shipped one."""

_MADE = re.compile(r"(random|small|tiny)-(\d{1,6})")

_MAKERS: Mapping[str, Callable[[ComponentSet], ComponentSet]] = {"small": small, "tiny": shortest}


@cache
def set_named(name: str) -> ComponentSet | None:
    """Return a set: `reference`, one made from `random-7`, `small-7` or `tiny-7`, or in a folder.

    None if there is none of that name; a `ComponentSetError` if a folder holds an unusable one.
    """
    if name == REFERENCE:
        return reference_set()
    made = _MADE.fullmatch(name)
    if made is None:
        return open_set(Path(name)) if Path(name).is_dir() else None
    components = random_set(Random(int(made[2])))
    if made[1] in _MAKERS:
        components = _MAKERS[made[1]](components)
    return replace(components, name=name, title=f"A {made[1]} component set")


def knows(program: Introduction, components: ComponentSet) -> bool:
    """Return whether a program has a set itself."""
    return any(known.digest == components.digest for known in program.sets)


def can_play(program: Introduction, components: ComponentSet) -> bool:
    """Return whether a program can play with a set, its own or sent."""
    return program.any_set or knows(program, components)


def set_of(names: Iterable[str], digest: str) -> ComponentSet:
    """Return the one of these sets that has a digest; the shipped one if none has."""
    found = (set_named(name) for name in names)
    return next((each for each in found if each and each.digest == digest), reference_set())
