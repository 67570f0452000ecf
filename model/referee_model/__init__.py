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
        turn_where,
    )
    from referee_model.judge import IllegalEffectError, ModelVerdict

__all__ = [
    "IllegalEffectError",
    "ModelVerdict",
    "all_turns",
    "effect",
    "find",
    "legal",
    "legal_setting",
    "opening",
    "score",
    "solutions",
    "turn_where",
]


def __getattr__(name: str) -> object:
    """Import what is asked for from where it is at home."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "referee_model.judge" if name[0].isupper() else "referee_model.api"
    found: object = getattr(import_module(home), name)
    globals()[name] = found
    return found
