"""Why an event is illegal, what would have been legal, and what was missing for it."""

from referee_model.explain.answer import (
    Core,
    Cores,
    Correction,
    Lack,
    Shortfall,
    Why,
)
from referee_model.explain.questions import why, why_setting, why_with_answers

__all__ = [
    "Core",
    "Cores",
    "Correction",
    "Lack",
    "Shortfall",
    "Why",
    "why",
    "why_setting",
    "why_with_answers",
]
