"""Records with gaps: every legal way to fill what nobody wrote down.

`complete_record` says whether there is one, how many there are, what all of them share and, if
there is none, which claims and statements exclude each other.
"""

from referee.core.budget import Budget
from referee.gaps.completions import (
    Completions,
    Doubt,
    OpenPlace,
    OpenTable,
    PadRange,
    PossibleScores,
    SharedField,
    complete_record,
)
from referee.gaps.conflict import Blamed, Conflict, Reason
from referee.gaps.lines import BlankRefill, GapLine, RulingFromHere, Unordered, several_turns
from referee.gaps.questions import Memory, Settling
from referee.records.as_it_lies import CorrectedValue, Corrections
from referee.records.record import Adjust, AsItLies, BlankTurn, BlankTurns

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
    "complete_record",
    "several_turns",
]
