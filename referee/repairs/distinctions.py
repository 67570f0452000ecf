"""What somebody would have to remember to tell two versions of a record apart."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from textwrap import shorten
from typing import Final

from msgspec import Struct

from referee.core.answer import Answer
from referee.core.ids import COMPANIES
from referee.core.rule import Fact
from referee.core.state import Player, State
from referee.i18n.speech import named, one_by_one, say
from referee.repairs.sheet import Row

Moment = tuple[int, int]
"""A round, and the turn that is due in it."""


class TellingFact(Struct, frozen=True):
    """Something of the table that differs between two versions of a game."""

    round: int
    turn: int
    """The last turn that was taken before, 0 for none of the round."""
    question: str
    values: tuple[str, str]


def telling_fact(
    one: Sequence[State], two: Sequence[State], colours: Sequence[str]
) -> TellingFact | None:
    """Return the first difference between the tables of two games that people remember.

    Money is remembered best, wherever in the game it differs.
    """
    first, second = _by_moment(one), _by_moment(two)
    shared = [moment for moment in first if moment in second and first[moment] != second[moment]]
    for facts in (_money, _facts):
        for moment in shared:
            mine, yours = facts(first[moment], colours), facts(second[moment], colours)
            for (question, here), (_, there) in zip(mine, yours, strict=True):
                if here != there:
                    return TellingFact(moment[0], moment[1] - 1, question, (here, there))
    found = (_card(moment, first[moment], second[moment], colours) for moment in shared)
    return next(filter(None, found), None)


def _by_moment(tables: Sequence[State]) -> Mapping[Moment, State]:
    found: dict[Moment, State] = {}
    for table in tables:
        if table.phase in {"actions", "preparation", "over"}:
            found[table.round, table.turn] = table
    return found


def _money(table: State, colours: Sequence[str]) -> Iterator[tuple[str, str]]:
    for colour, player in zip(colours, table.players, strict=True):
        yield say("answers.telling_apart.cash", colour=colour), str(player.cash)


def _facts(table: State, colours: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what can be seen on a table, what is remembered best first."""
    for colour, player in zip(colours, table.players, strict=True):
        yield from _quantities(colour, player)
    for region, owner in zip(table.setting.components.regions, table.regions, strict=True):
        question = say("answers.telling_apart.post-in", region=region.id)
        yield question, owner or say("answers.telling_apart.none")
    for company, columns in zip(COMPANIES, table.bases, strict=True):
        for number, column in enumerate(columns, 1):
            question = say("answers.telling_apart.posts-in-column", number=number, company=company)
            yield question, str(column.posts)
    for colour, player in zip(colours, table.players, strict=True):
        first = table.setting.components.book_track.last - len(player.books) + 1
        for step, pile in enumerate(player.books, first):
            book = pile[-1] if pile else say("answers.telling_apart.none")
            yield say("answers.telling_apart.book-on-step", colour=colour, step=step), book


def _quantities(colour: str, player: Player) -> Iterator[tuple[str, str]]:
    for company, value in zip(COMPANIES, player.tracks, strict=True):
        question = say("answers.telling_apart.marker-for", colour=colour, company=company)
        yield question, str(value)
    for what, value in (
        ("diamonds", player.diamonds),
        ("ink", player.ink),
        ("hand", len(player.hand)),
    ):
        yield say(f"answers.telling_apart.{what}", colour=colour), str(value)


def _card(moment: Moment, one: State, two: State, colours: Sequence[str]) -> TellingFact | None:
    yes, no = say("answers.telling_apart.yes"), say("answers.telling_apart.no")
    for colour, mine, yours in zip(colours, one.players, two.players, strict=True):
        for card in sorted(_cards_of(mine) ^ _cards_of(yours)):
            question = say("answers.telling_apart.card", colour=colour, card=card)
            values = (yes, no) if card in _cards_of(mine) else (no, yes)
            return TellingFact(moment[0], moment[1] - 1, question, values)
    return None


def _cards_of(player: Player) -> frozenset[str]:
    return frozenset({*player.hand, *filter(None, player.slots)}.union(*player.resting))


def telling_words(fact: TellingFact) -> str:
    """Return what to remember, as a question, and what each answer to it speaks for."""
    turn = say("answers.telling_apart.after", round=fact.round, turn=fact.turn)
    when = turn if fact.turn else say("answers.telling_apart.round-start", round=fact.round)
    here, there = fact.values
    answers = say("answers.telling_apart.distinction", here=here, there=there)
    return " ".join((named(when, fact.question), answers))


# What an edit changes, in words -------------------------------------------------------------------
LONGEST_QUOTE: Final = 100
"""Characters of a line that a sentence quotes; the diff beside it shows all of it."""


class LineChange(Answer, frozen=True, kw_only=True):
    """A line of a record that should be another one."""

    line: int
    """Its number in the file; of a line that is missing, that of the line before it."""
    turn: str
    """The turn it is of, such as `5.3`; nothing outside the turns of a round."""
    before: str | None
    """None for a line that is missing."""
    after: str | None
    """None for a line that is one too many."""

    @property
    def place(self) -> int | str:
        """Its number, or the text of a line that was added."""
        return self.after if self.before is None and self.after is not None else self.line


def changed_lines(before: Sequence[str], after: Sequence[str]) -> tuple[LineChange, ...]:
    """Return the lines in which two files differ."""
    found: list[LineChange] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        paired = min(i2 - i1, j2 - j1)
        lines: list[tuple[int, str | None, str | None]] = [
            (i1 + at + 1, before[i1 + at], after[j1 + at]) for at in range(paired)
        ]
        lines += [(at + 1, before[at], None) for at in range(i1 + paired, i2)]
        lines += [(i2, None, after[at]) for at in range(j1 + paired, j2)]
        found += [LineChange(line=line, turn="", before=old, after=new) for line, old, new in lines]
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


def change_sentence(changes: Sequence[LineChange]) -> str:
    """Return what was changed, in one sentence without its end."""
    pair = {(change.before is None, change.after is None) for change in changes}
    texts = {change.before or change.after for change in changes}
    if len(changes) == 2 and len(texts) == 1 and pair == {(True, False), (False, True)}:  # noqa: PLR2004
        return say("answers.sentences.swapped", line=changes[0].line, other=changes[1].line)
    return one_by_one(map(_words, changes))


def _words(change: LineChange) -> str:
    line = f"{change.line} ({change.turn})" if change.turn else str(change.line)
    if change.before is None:
        return say("answers.sentences.missing-behind", line=line, after=_quoted(change.after))
    if change.after is None:
        return say("answers.sentences.line-too-many", line=line, before=_quoted(change.before))
    old, new = map(_quoted, _difference(change.before.split(), change.after.split()))
    if old and new:
        return say("answers.sentences.replaced", line=line, new=new, old=old)
    if new:
        return say("answers.sentences.words-missing", line=line, new=new)
    if old:
        return say("answers.sentences.words-too-many", line=line, old=old)
    return say("answers.sentences.blanks", line=line)


def _quoted(text: str | None) -> str:
    return shorten(text or "", LONGEST_QUOTE, placeholder=" ...")


def _difference(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    begin = 0
    while begin < min(len(old), len(new)) and old[begin] == new[begin]:
        begin += 1
    end = 0
    while end < min(len(old), len(new)) - begin and old[-1 - end] == new[-1 - end]:
        end += 1
    return " ".join(old[begin : len(old) - end]), " ".join(new[begin : len(new) - end])
