"""Recorded games as pages of one file, on which every event can be looked at."""

from referee.replays.card import card_picture
from referee.replays.page import replay_page
from referee.replays.story import BetterTurn, Story, StoryEvent, told

__all__ = ["BetterTurn", "Story", "StoryEvent", "card_picture", "replay_page", "told"]
