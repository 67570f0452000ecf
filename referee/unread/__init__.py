"""Judging with a component set that nobody has wholly read."""

from referee.unread.guards import Guard, OutOfWorkError, Work
from referee.unread.judging import (
    JudgedRecord,
    JudgedStatement,
    judge_with_unread,
    score_ranges,
)
from referee.unread.learning import Contradiction, Learnt, learn
from referee.unread.partly_read import PartlyReadSet, blanked, partly_read, read_partly
from referee.unread.words import ConditionWords, in_words

__all__ = [
    "ConditionWords",
    "Contradiction",
    "Guard",
    "JudgedRecord",
    "JudgedStatement",
    "Learnt",
    "OutOfWorkError",
    "PartlyReadSet",
    "Work",
    "blanked",
    "in_words",
    "judge_with_unread",
    "learn",
    "partly_read",
    "read_partly",
    "score_ranges",
]
