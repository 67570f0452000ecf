"""Recorded games as pages of one file, on which every event can be looked at."""

from referee.replays.card import card_picture
from referee.replays.page import replay_page
from referee.replays.story import Best, Event, Story, told

__all__ = ["Best", "Event", "Story", "card_picture", "replay_page", "told"]
