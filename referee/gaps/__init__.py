"""Records with gaps: every legal way to fill what nobody wrote down.

`complete_record` says whether there is one, how many there are, what all of them share and, if
there is none, which claims and statements exclude each other.
"""

from referee.gaps.agreed import Correction, Corrections
from referee.gaps.budget import Budget
from referee.gaps.completions import Completions, Doubt, complete_record
from referee.gaps.conflict import Blamed, Conflict, Reason
from referee.gaps.facts import Fact
from referee.gaps.lines import BlankRefill, Line, RulingFromHere, Unordered, several_turns
from referee.gaps.open_places import OpenPlace, OpenTable
from referee.gaps.questions import Question, Settling
from referee.gaps.scores import PadRange, Scores
from referee.notation.record import Adjust, AsItLies, BlankTurn, BlankTurns

__all__ = [
    "Adjust",
    "AsItLies",
    "Blamed",
    "BlankRefill",
    "BlankTurn",
    "BlankTurns",
    "Budget",
    "Completions",
    "Conflict",
    "Correction",
    "Corrections",
    "Doubt",
    "Fact",
    "Line",
    "OpenPlace",
    "OpenTable",
    "PadRange",
    "Question",
    "Reason",
    "RulingFromHere",
    "Scores",
    "Settling",
    "Unordered",
    "complete_record",
    "several_turns",
]
