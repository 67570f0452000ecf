"""Games for the tests of transcripts: seeded ones, and short ones written by hand."""

from functools import cache
from random import Random

from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.records.judge import judge
from referee.records.judgement import Judgement
from referee.records.reader import read_text
from referee.records.record import Record

OPENING = """\
players blue "Ann", green "Bob"
setup first-game
display: coffee3 cotton3 exp2b clerk2b merchant banana2b cotton2b coffee2b exp2c clerk3 coffee4 exp3
books: a01 a02 b01 b02 c01 c02 a03 a04 b03 b04 c03 c04
"""
"""A first game up to its starting tiles."""


def sets(name: str) -> ComponentSet | None:
    """Find the shipped component set."""
    return reference_set() if name == "reference" else None


def read(text: str) -> Record:
    """Return the record that a text holds."""
    return read_text(text, sets).record


def judged(text: str, *, keep_going: bool = False) -> Judgement:
    """Return the verdict on a text."""
    return judge(read(text), reference_set(), keep_going=keep_going)


@cache
def played(
    seed: int, players: int = 3, *, first_game: bool = False, rulings: Rulings = DEFAULT_RULINGS
) -> tuple[Setting, tuple[tuple[Event, State], ...]]:
    """Return a seeded game: its setting, and every event with the table after it."""
    rng = Random(seed)
    setting = draw_setting(reference_set(), players, rng, first_game=first_game, rulings=rulings)
    return setting, tuple(play(setting, rng, (POLICIES["random"],) * players))
