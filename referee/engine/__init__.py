"""The reference engine: the whole game, step by step."""

from referee.engine.referee import IllegalEventError, UnreadableEventError, check, step
from referee.engine.scoring import Pad, pads, winners
from referee.engine.setup import check_setting, initial

__all__ = [
    "IllegalEventError",
    "Pad",
    "UnreadableEventError",
    "check",
    "check_setting",
    "initial",
    "pads",
    "step",
    "winners",
]
