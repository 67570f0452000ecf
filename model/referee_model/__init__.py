"""The rules of the game as constraints, stated independently of the engine.

What is imported here is looked up when it is used: what needs no solver must not wait for one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee_model.api import (
        all_turns,
        effect,
        find,
        legal,
        legal_setting,
        opening,
        score,
        solutions,
    )
    from referee_model.judge import AmbiguousEffectError, IllegalEffectError, Judge, ModelVerdict
    from referee_model.solver import UndecidedError

__all__ = [
    "AmbiguousEffectError",
    "IllegalEffectError",
    "Judge",
    "ModelVerdict",
    "UndecidedError",
    "all_turns",
    "effect",
    "find",
    "legal",
    "legal_setting",
    "opening",
    "score",
    "solutions",
]

_HOMES = {
    "AmbiguousEffectError": "referee_model.judge",
    "IllegalEffectError": "referee_model.judge",
    "Judge": "referee_model.judge",
    "UndecidedError": "referee_model.solver",
    "ModelVerdict": "referee_model.judge",
}


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_HOMES.get(name, "referee_model.api")), name)
    globals()[name] = found
    return found
