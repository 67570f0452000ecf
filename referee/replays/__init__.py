"""Recorded games as pages of one file, on which every event can be looked at."""

from referee.replays.card import card_picture
from referee.replays.page import replay_page
from referee.replays.story import (
    BetterTurn,
    Story,
    StoryEvent,
    StoryStep,
    judged_steps,
    told,
)

__all__ = [
    "BetterTurn",
    "Story",
    "StoryEvent",
    "StoryStep",
    "card_picture",
    "judged_steps",
    "replay_page",
    "told",
]
