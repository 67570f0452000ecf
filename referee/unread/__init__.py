"""Judging with a component set that nobody has wholly read.

*What is unread* is a `Variable` with the finitely many values that could be printed
(`printed.toml`): a number, a kind (which good, which requirements), a position (where a call
stands), or whether a border exists. A `PartlyReadSet` has unread numbers and lazy entries in the
places of what was not read, and the engine runs on it unchanged, through lookups (`facts.py`) that
ask when, and only if, an answer matters.

*A path* is one run of the engine with answers to the questions that it asked (`paths.py`). Runs
are repeated until every answer that the guard leaves was given; answers that made no difference
leave no trace. Numbers (`numbers.py`) keep their linear form through sums, ask through comparisons,
and are pinned, one path for each value, by whatever needs the number itself.

*A world* is a table with a *guard*: what must be printed for the table to be possible
(`guards.py`, decided exactly, work counted). A statement of a record maps a layer of worlds to the
next one (`worlds.py`): what is illegal under a condition leaves the guard of those that go on;
claims cut, so that a claimed number stands on the table and its equation in the guard; tables that
one linear form describes are one world. `judging.py` makes verdicts of that, `learning.py` what
games teach and where they contradict each other, `words.py` sentences.

Three things are kept apart where others would guess: values for which a statement is illegal,
values for which the record would have to say more (`unsaid`), and values that were not looked into
(`open`) because that would have taken too many paths. Lists that only the scoring looks at (share
icons, values of the two tracks of a board) are not followed while they are blank as a whole: notes
about them are `unchecked`, and score ranges are not given.

*Tokens* (`tokens.py`) are pieces that a record names by what is seen of them. A matching binds
tokens to entries, beside the guard; what a token shows becomes conditions on its entry. It binds a
token as soon as something is seen of it, to the first free entry of each class of entries that
nothing tells apart, so that on a blank copy nothing ever splits. What is still missing, in this
order: a record whose statements hold tokens in the places of ids (the text reader makes them of
`@left3` and `[coffee 3 crate 4]`); a world with a matching, so that `Judging` replaces the tokens
of a statement by the entries of each world before it takes the statement, and splits the world
where `Matching.bound` yields several; draws that bind a token by its place on a display, with the
letter alone as its face; and the re-judging of a record when a face is corrected, which is judging
it again with the other face.
"""

from referee.unread.copy_reader import open_copy
from referee.unread.guards import Guard, OutOfWorkError, WorkLeft
from referee.unread.judging import (
    JudgedRecord,
    StatementDecision,
    judge_with_unread,
)
from referee.unread.learning import LearningConflict, Learnt, learn
from referee.unread.partly_read import PartlyReadSet, blanked, partly_read
from referee.unread.scores import PadRange, pad_ranges
from referee.unread.tokens import Matching, SeenFace, Token
from referee.unread.words import ConditionWords, in_words

__all__ = [
    "ConditionWords",
    "Guard",
    "JudgedRecord",
    "LearningConflict",
    "Learnt",
    "Matching",
    "OutOfWorkError",
    "PadRange",
    "PartlyReadSet",
    "SeenFace",
    "StatementDecision",
    "Token",
    "WorkLeft",
    "blanked",
    "in_words",
    "judge_with_unread",
    "learn",
    "open_copy",
    "pad_ranges",
    "partly_read",
]
