"""What an edit changes, in words."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from textwrap import shorten
from typing import Final

from msgspec import Struct

from referee.game.messages.speech import one_by_one, say
from referee.game.rule import Fact
from referee.game.state import State
from referee.repairs.sheet import Row

LONGEST_QUOTE: Final = 100
"""Characters of a line that a sentence quotes; the diff beside it shows all of it."""


class ChangedLine(Struct, frozen=True):
    """A line of a file that is another one, or was added or taken out."""

    line: int
    """Its number in the file; of one that was added, that of the line before it."""
    before: str | None
    after: str | None
    turn: str = ""
    """Where in the game it stands, such as `5.3`; nothing outside the turns of a round."""

    @property
    def place(self) -> int | str:
        """Its number, or the text of a line that was added."""
        return self.after if self.before is None and self.after is not None else self.line


def changed_lines(before: Sequence[str], after: Sequence[str]) -> tuple[ChangedLine, ...]:
    """Return the lines in which two files differ."""
    found: list[ChangedLine] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        paired = min(i2 - i1, j2 - j1)
        found += [ChangedLine(i1 + at + 1, before[i1 + at], after[j1 + at]) for at in range(paired)]
        found += [ChangedLine(at + 1, before[at], None) for at in range(i1 + paired, i2)]
        found += [ChangedLine(i2, None, after[at]) for at in range(j1 + paired, j2)]
    return tuple(found)


def turns_of(rows: Sequence[Row], tables: Sequence[State]) -> Mapping[int | str, str]:
    """Return by lines, or by the texts of added ones, the turns that they are of."""
    return {
        row.text if row.line is None else row.line: f"{table.round}.{table.turn}"
        for row, table in zip(rows, tables, strict=False)
        if table.phase == "actions" and row.seat is not None
    }


def note_sentence(facts: Mapping[str, Fact]) -> str:
    """Return which note is wrong, and what the record gives."""
    subject, claimed, actual = (facts[key] for key in ("subject", "claimed", "actual"))
    return say("answers.sentences.noted-otherwise", subject=subject, claimed=claimed, actual=actual)


def change_sentence(changes: Sequence[ChangedLine]) -> str:
    """Return what was changed, in one sentence without its end."""
    if _is_swap(changes):
        return say(
            "answers.sentences.lines-and-stand-in-each", line=changes[0].line, line2=changes[1].line
        )
    return one_by_one(map(_words, changes))


def _is_swap(changes: Sequence[ChangedLine]) -> bool:
    """Return whether a line was taken out in one place and added in another."""
    pair = {(change.before is None, change.after is None) for change in changes}
    texts = {change.before or change.after for change in changes}
    return len(changes) == 2 and len(texts) == 1 and pair == {(True, False), (False, True)}  # noqa: PLR2004


def _words(change: ChangedLine) -> str:
    line = _place_words(change)
    if change.before is None:
        return say(
            "answers.sentences.a-line-is-missing-behind", line=line, after=_quoted(change.after)
        )
    if change.after is None:
        return say(
            "answers.sentences.line-is-one-too-many", line=line, before=_quoted(change.before)
        )
    old, new = map(_quoted, _difference(change.before.split(), change.after.split()))
    if old and new:
        return say("answers.sentences.line-for", line=line, new=new, old=old)
    if new:
        return say("answers.sentences.line-is-missing", line=line, new=new)
    if old:
        return say("answers.sentences.line-is-too-much", line=line, old=old)
    return say("answers.sentences.line-the-blanks", line=line)


def _quoted(text: str | None) -> str:
    return shorten(text or "", LONGEST_QUOTE, placeholder=" ...")


def _place_words(change: ChangedLine) -> str:
    if not change.turn:
        return str(change.line)
    return say("answers.sentences.line-in-turn", line=change.line, turn=change.turn)


def _difference(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """Return the words in which two lines differ."""
    begin = 0
    while begin < min(len(old), len(new)) and old[begin] == new[begin]:
        begin += 1
    end = 0
    while end < min(len(old), len(new)) - begin and old[-1 - end] == new[-1 - end]:
        end += 1
    return " ".join(old[begin : len(old) - end]), " ".join(new[begin : len(new) - end])
