"""What a record still owes: turns and rounds that nobody has written down yet."""

import re
from collections.abc import Sequence

from referee import StatementVerdict
from referee.game.messages.table import table_words

_BLANK = re.compile(r"\w+ \?|\.\.\..*|.*\?.*")
_ROUND = re.compile(r"round (\d+)")
_COUNTED = re.compile(r"\.\.\. (\d+)")
REST = "... round"
_GAPS = {"...": "gap-turns", REST: "gap-round", "refill: ?": "gap-books", "prepare: ?": "gap-cards"}
AS_IT_LIES = "table:"


def owed_entries(verdicts: Sequence[StatementVerdict]) -> tuple[StatementVerdict, ...]:
    """Return the gaps that are left; what was counted as it lies owes nothing any more."""
    found: list[StatementVerdict] = []
    for verdict in verdicts:
        if verdict.statement.startswith(AS_IT_LIES):
            found.clear()
        elif _BLANK.fullmatch(without_note(verdict.statement).partition(" =")[0]):
            found.append(verdict)
    return tuple(found)


def without_note(line: str) -> str:
    """Return a statement without the note that somebody put beside it."""
    return line.partition(" #")[0].rstrip()


def gap_words(verdict: StatementVerdict) -> str:
    """Return what a statement leaves out as a sentence; nothing if it is no such statement."""
    words, line = table_words(), without_note(verdict.statement)
    if line == f"{verdict.player} ?":
        return words.told["gap-turn"]
    if counted := _COUNTED.fullmatch(line):
        return words.say("gap-number", n=int(counted[1]))
    return words.told[_GAPS[line]] if line in _GAPS else ""


def round_to_count(verdicts: Sequence[StatementVerdict], due: int) -> tuple[int, bool]:
    """Return the round whose end is counted next, and whether its heading stands already."""
    number, over = 0, False
    for verdict in verdicts:
        if heading := _ROUND.fullmatch(without_note(verdict.statement)):
            number, over = int(heading[1]), False
        elif verdict.statement.startswith(REST):
            over = True
    if over or number == 0:
        return number + 1, False
    return (due, False) if due > number else (number, True)


def in_no_order(verdicts: Sequence[StatementVerdict]) -> int | None:
    """Return the address from which on turns are written in no order; None if they have one."""
    found = None
    for verdict in verdicts:
        line = without_note(verdict.statement)
        if line == "unordered":
            found = verdict.address
        elif line == "ordered" or _ROUND.fullmatch(line):
            found = None
    return found
