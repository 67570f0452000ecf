"""Records with gaps: every legal way to fill what nobody wrote down.

`complete_record` says whether there is one, how many there are, what all of them share and, if
there is none, which claims and statements exclude each other.
"""

from referee.gaps.budget import Budget
from referee.gaps.completions import Completions, complete_record
from referee.gaps.conflict import Blamed, Conflict
from referee.gaps.facts import Fact
from referee.gaps.lines import BlankRefill, BlankTurn, BlankTurns, Line

__all__ = [
    "Blamed",
    "BlankRefill",
    "BlankTurn",
    "BlankTurns",
    "Budget",
    "Completions",
    "Conflict",
    "Fact",
    "Line",
    "complete_record",
]
