"""Records with gaps: every legal way to fill what nobody wrote down.

`complete_record` says whether there is one, how many there are, what all of them share and, if
there is none, which claims and statements exclude each other.
"""

from referee.gaps.as_it_lies import CorrectedValue, Corrections
from referee.gaps.budget import WorkBudget
from referee.gaps.completions import Completions, Doubt, complete_record
from referee.gaps.conflict import Blamed, Conflict, Reason
from referee.gaps.lines import BlankRefill, GapLine, RulingFromHere, Unordered, several_turns
from referee.gaps.open_places import OpenPlace, OpenTable
from referee.gaps.questions import Memory, Settling
from referee.gaps.scores import PadRange, PossibleScores
from referee.gaps.shared_facts import SharedField
from referee.notation.record import Adjust, AsItLies, BlankTurn, BlankTurns

__all__ = [
    "Adjust",
    "AsItLies",
    "Blamed",
    "BlankRefill",
    "BlankTurn",
    "BlankTurns",
    "Completions",
    "Conflict",
    "CorrectedValue",
    "Corrections",
    "Doubt",
    "GapLine",
    "Memory",
    "OpenPlace",
    "OpenTable",
    "PadRange",
    "PossibleScores",
    "Reason",
    "RulingFromHere",
    "Settling",
    "SharedField",
    "Unordered",
    "WorkBudget",
    "complete_record",
    "several_turns",
]
