"""Every legal way to fill what nobody wrote down: how many, what they share, what to ask."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.api.answer import Answer
from referee.api.errors import NoAnswerError
from referee.api.games import Game, load
from referee.api.gap_reports import GapReport, claim_words, values_told
from referee.api.long_work import Stop
from referee.api.possible_tables import PossibleTables
from referee.api.sources import Source
from referee.api.tables import Table
from referee.api.verdict_answers import (
    CertainFact,
    DoubtfulClaim,
    Excluding,
    OpenGap,
    require_limit,
)
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.rule import Violation
from referee.core.state import State
from referee.engine import UnreadableEventError, check
from referee.engine.actions import TURNS
from referee.engine.scoring import PAD_ROWS
from referee.gaps.budget import WorkBudget
from referee.gaps.completions import Completions, complete_record, named_tables, open_table
from referee.gaps.conflict import Blamed, blanked
from referee.gaps.draws import due_before
from referee.gaps.lines import ONE_TURN, WRITTEN, GapLine, Written, is_exact
from referee.gaps.questions import Memory, RememberedQuantity, Settling
from referee.gaps.records import RecordWithGaps, example_record, record_with_gaps
from referee.gaps.stand_ins import World
from referee.i18n.speech import one_by_one, say
from referee.records.completed_turn import Completed, Missing
from referee.records.completion import complete
from referee.records.judge import is_event, judge, setting_of, walk
from referee.records.judgement import Judgement, Outcome, Step
from referee.records.moments import Addresses, At, is_at, line_address, stands_at
from referee.records.quantities import NOT_THERE, TurnEnd, actual
from referee.records.record import BlankTurn, BlankTurns, Record
from referee.records.unwritten import filled
from referee.records.writer import text_of

if TYPE_CHECKING:
    from referee.gaps.completions import PadRange


# The verdict on a record with gaps: whether any way of filling them fits all that it says ---------
__all__ = [
    "JudgedGaps",
    "doubts_in",
    "doubts_told",
    "judge_gaps",
]

_OUTCOMES: Final[dict[str, Outcome]] = {"yes": "legal", "no": "illegal", "unknown": "undecided"}


class JudgedGaps(Struct, frozen=True):
    """A record with gaps, and the ways to fill them."""

    gaps: RecordWithGaps
    found: Completions
    failing: Step | None = None
    """The line that no way of filling the gaps before it allows, if it breaks rules.

    They are those that it breaks on every table that is possible before it.
    """
    further: tuple[Step, ...] = ()
    """Lines behind it that break rules as well, whatever was done instead of those before."""
    notes: tuple[Step, ...] = ()
    """Lines behind the first gap with wrong notes, at tables that are certain without notes."""

    def doubts_before(self, colours: tuple[str, ...]) -> tuple[DoubtfulClaim, ...]:
        """Return how doubtful claims before the first gap stand."""
        return doubts_told(self.gaps.judged, colours)

    @property
    def outcome(self) -> Outcome:
        """Whether any way of filling the gaps fits."""
        return _OUTCOMES[self.found.exists]

    def judgement(self, before: Judgement) -> Judgement:
        """Return the verdict on the whole record, given the one up to its first gap."""
        found, outcome = self.found, self.outcome
        if outcome == "undecided":
            return before
        table = found.table or self.gaps.start
        faults = (*before.faults, *self.notes)
        return replace(
            before,
            outcome="wrong-note" if outcome == "legal" and faults else outcome,
            finished=table.phase == "over",
            legal=self._legal_events(),
            faults=(*faults, *([self.failing] if self.failing else []), *self.further),
            open=None,
            state=table,
        )

    def certain_steps(self) -> tuple[Step, ...]:
        """Return the statements behind the first gap at tables that are certain, event and all."""
        found = self.found
        if found.failed_at is not None:
            found = complete_record(
                self.gaps.start, self.gaps.lines[: found.failed_at], explain=False
            )
        if not found.exact or found.graph is None:
            return ()
        return tuple(
            Step(self.gaps.statement(place), moment.before, moment.after, _event(moment, line))
            for place, moment in found.graph.certain_moments().items()
            if isinstance((line := self.gaps.lines[place]).content, (*WRITTEN, *BLANK_TURNS))
        )

    @property
    def is_told_as_fault(self) -> bool:
        """Whether the conflict names the failing line alone, whose rules are told anyway."""
        why, place = self.found.conflict, self.found.failed_at
        if self.failing is None or why is None or place is None:
            return False
        named = {*why.blamed, *(reason.blamed for reason in why.reasons)}
        return named == {Blamed(place)}

    @property
    def turns(self) -> int:
        """How many turns the lines from the first gap on tell, or leave out, at least."""
        return sum(isinstance(line.content, ONE_TURN) for line in self.gaps.lines)

    def _legal_events(self) -> int:
        """Return how many statements tell events that no conflict stops."""
        statements = self.gaps.record.statements
        failed = self.found.failed_at
        behind = len(statements) if failed is None else self.gaps.statements[failed]
        return sum(is_event(statement.said) for statement in statements[:behind])

    def example(self) -> Record | None:
        """Return the record with its gaps filled in one way that fits everything."""
        return example_record(self.gaps, self.found)

    def gap_words(self, colours: tuple[str, ...]) -> str:
        """Return what keeps a table behind gaps from being certain: the first gap, in words."""
        if not self.found.exact:
            return say("answers.gap_verdicts.not-every-way-of-filling")
        open_gaps = self.report(colours).open_gaps()
        if not open_gaps:
            return say("answers.gap_verdicts.the-gaps-before-it-can")
        first = open_gaps[0]
        where = say("answers.gap_verdicts.line", line=first.line) if first.line else first.address
        return say(
            "answers.gap_verdicts.leaves-open",
            where=where,
            what=first.what,
            write=one_by_one(first.write),
        )

    def report(self, colours: tuple[str, ...]) -> GapReport:
        """Return what tells what was found."""
        return GapReport(self.gaps, self.found, colours)


MOST_TABLES: Final = 5_000
"""Tables on which a line is judged by itself."""


BLANK_TURNS: Final = (BlankTurn, BlankTurns)


def _event(moment: TurnEnd, line: GapLine) -> Event | None:
    """Return what happened in a line, between tables that are certain."""
    if moment.turn is not None:
        return moment.turn
    return line.content if is_exact(line.content) else None  # type: ignore[return-value]


def _broken(table: State, said: Written) -> tuple[Event | None, tuple[Violation, ...]]:
    """Return the rules that a statement breaks on a table, however its blanks are filled."""
    try:
        found = complete(table, said) if isinstance(said, TURNS) else filled(table, said)
        if isinstance(found, Missing):
            return None, ()
        if isinstance(found, Completed):
            return found.turn, found.violations or tuple(check(table, found.turn))
        return found, tuple(check(table, found))
    except UnreadableEventError:
        return None, ()


def judge_gaps(
    record: Record,
    components: ComponentSet,
    seconds: float | None = None,
    stop: Stop | None = None,
    *,
    work: int | None = None,
    keep_going: bool = False,
) -> JudgedGaps | None:
    """Return a record with the ways to fill its gaps; None if it has none to search.

    All that is to find out is done within one budget: the ways first, then why there are none;
    with `keep_going` what else breaks rules.
    """
    setting = setting_of(record.header, components)
    gaps = None if isinstance(setting, Missing) else record_with_gaps(record, setting)
    if gaps is None:
        return None
    budget = WorkBudget.of_seconds(seconds, stop) if work is None else WorkBudget(work)
    found = gaps.complete(budget)
    notes: list[Step] = []
    while (place := found.failed_at) is not None:
        tables = gaps.tables_before(place, budget)
        note = gaps.wrong_note(place, budget) if len(tables) == 1 else None
        if note is None:
            break
        notes.append(note)
        gaps = gaps.without_claims(place)
        found = gaps.complete(budget)
    if place is None:
        return JudgedGaps(gaps, found, notes=tuple(notes))
    failing = _failing(gaps, place, tables)
    found = replace(found, conflict=gaps.conflict(place, budget))
    further = tuple(_further(gaps, place, budget)) if keep_going else ()
    return JudgedGaps(gaps, found, failing, further, tuple(notes))


def _further(gaps: RecordWithGaps, place: int, budget: WorkBudget) -> Iterator[Step]:
    """Yield the lines that break rules behind one that fails, if anything was done instead."""
    failed: int | None = place
    while failed is not None:
        instead = blanked(gaps.lines[failed].content)
        if instead is None or instead == gaps.lines[failed].content:
            return
        lines = [*gaps.lines]
        lines[failed] = GapLine(instead)
        gaps = replace(gaps, lines=tuple(lines))
        failed = gaps.complete(budget).failed_at
        if failed is not None:
            step = _failing(gaps, failed, gaps.tables_before(failed, budget))
            yield from () if step is None else (step,)


def _failing(gaps: RecordWithGaps, place: int, tables: tuple[State, ...]) -> Step | None:
    """Return the line with the rules that it breaks on every table before it, if it breaks any."""
    said = gaps.lines[place].content
    if not isinstance(said, WRITTEN) or any(due_before(table, said) for table in tables):
        return None
    if not 0 < len(tables) <= MOST_TABLES:
        return None
    event, violations = _broken(tables[0], said)
    for table in tables[1:]:
        rules = {each.rule.id for each in _broken(table, said)[1]}
        violations = tuple(each for each in violations if each.rule.id in rules)
        if not violations:
            break
    if not violations:
        return None
    statement, table, certain = gaps.statement(place), tables[0], len(tables) == 1
    told = event if certain else None
    return Step(statement, table, table, told, (), violations, is_uncertain=not certain)


def doubts_in(game: Game) -> tuple[DoubtfulClaim, ...]:
    """Return how the claims stand that nobody was sure of, in a record without gaps."""
    setting = setting_of(game.record.header, game.components)
    if isinstance(setting, Missing):
        return ()
    return doubts_told(walk(game.record, setting), game.colours)


def doubts_told(steps: Iterable[Step], colours: tuple[str, ...]) -> tuple[DoubtfulClaim, ...]:
    """Return how claims stand that nobody was sure of, where the table is certain."""
    told = []
    for step in steps:
        for claim in step.statement.claims if step.counts and not step.stops else ():
            if not claim.doubtful:
                continue
            turn = step.event if isinstance(step.event, TURNS) else None
            value = actual(TurnEnd(step.before, step.after, turn), claim)
            told.append(
                DoubtfulClaim(
                    line=step.statement.at.line or None,
                    claim=claim_words(claim, colours),
                    possible=value == claim.value,
                    values=values_told(claim, [value], colours),
                )
            )
    return tuple(told)


class GapQuestion(Answer, frozen=True, kw_only=True):
    """The question that would settle most, if somebody remembered the answer."""

    question: str
    write: str
    """The note that would say the answer."""
    answers: Mapping[str, int]
    """How many ways are left by each answer."""
    left: float
    """How many ways are left on average."""


class Gaps(Answer, frozen=True, kw_only=True):
    """The ways to fill the gaps of a record."""

    file: str
    verdict: Outcome
    number: int
    """How many ways there are, as far as they were found; draws that nobody named are one."""
    exact: bool
    """Whether there are no others; only then something is certain."""
    open_gaps: tuple[OpenGap, ...]
    must: tuple[CertainFact, ...]
    """What every way shares, gap by gap."""
    conflict: tuple[Excluding, ...]
    question: GapQuestion | None
    example: str | None
    """The record with its gaps filled in one of the ways; None if there is none."""
    tried: int
    """How many steps the search took."""


ANSWERS: Final = (GapQuestion, Gaps)


def fill_gaps(
    source: Source | Game,
    at: str | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
    limit: float | None = None,
    stop: Stop | None = None,
) -> Gaps:
    """Return every legal way to fill the gaps of a record, as far as a search finds them.

    It does the same work on every machine, or as much as `limit` seconds suffice for.

    With an address such as `3.4` or `line:41` only what is open and certain there is told. `stop`
    is asked now and then whether to give up; what was found until then is told.

    >>> import referee
    >>> referee.fill_gaps("games/two-players.mgn").number
    1
    """
    game = source if isinstance(source, Game) else load(source, components=components)
    require_limit(limit)
    found = judge_gaps(game.record, game.components, limit, stop)
    return _without_gaps(game) if found is None else _with_gaps(game, found, at)


def _without_gaps(game: Game) -> Gaps:
    """Return the answer of a record that leaves nothing open, or breaks a rule before it does."""
    outcome = judge(game.record, game.components).outcome
    is_whole = outcome in {"legal", "wrong-note"}
    return Gaps(
        file=game.name,
        verdict=outcome,
        number=int(is_whole),
        exact=outcome != "undecided",
        open_gaps=(),
        must=(),
        conflict=(),
        question=None,
        example=game.to_text() if is_whole else None,
        tried=0,
    )


def _with_gaps(game: Game, judged: JudgedGaps, at: str | None) -> Gaps:
    found, report = judged.found, judged.report(game.colours)
    example = judged.example()
    settling = found.ask()
    return Gaps(
        file=game.name,
        verdict=judged.outcome,
        number=found.number,
        exact=found.exact,
        open_gaps=tuple(gap for gap in report.open_gaps() if at in {None, gap.address}),
        must=tuple(fact for fact in report.must() if at in {None, fact.address}),
        conflict=report.conflict(),
        question=None if settling is None else _asked(judged, settling, game.colours),
        example=None if example is None else text_of(example),
        tried=found.work,
    )


def _asked(judged: JudgedGaps, settling: Settling, colours: tuple[str, ...]) -> GapQuestion:
    question = settling.question
    report = judged.report(colours)
    where = report.address_behind(question.place)
    what, note = _question_words(question, colours)
    return GapQuestion(
        question=say("answers.gaps.after", what=what, where=where),
        write=note,
        answers=_answers(settling, colours),
        left=round(settling.left, 2),
    )


def _answers(settling: Settling, colours: tuple[str, ...]) -> dict[str, int]:
    """Return the answers by name, and how many ways each leaves."""
    claim = settling.question.claim
    return {
        "-" if answer == NOT_THERE else str(*values_told(claim, (answer,), colours)): number
        for answer, number in settling.answers.items()
    }


def _question_words(question: Memory, colours: tuple[str, ...]) -> tuple[str, str]:
    """Return a question, and the note that would answer it."""
    words = say(
        f"answers.gaps.{QUESTIONS[question.what]}",
        who="" if question.seat is None else colours[question.seat],
        company=question.company,
        item=question.item,
    )
    likely = replace(question.claim, value=1 if question.what == "owner" else LIKELY)
    return words, f"= {claim_words(likely, colours)}"


LIKELY = 7
"""A number to be replaced in a note that is shown as an example."""

QUESTIONS: Mapping[RememberedQuantity, str] = {
    "cash": "how-much-money-had",
    "track": "where-was-the-marker-of",
    "diamonds": "how-many-diamonds-had",
    "ink": "where-was-the-jar-of",
    "owner": "whose-post-was-in",
    "column": "how-many-posts-were-in",
    "book": "on-which-step-lay",
    "up": "how-many-cards-lay-face-up",
}


# Tables and scores behind gaps, over every way of filling them ------------------------------------
T = TypeVar("T")


class PlayerScoreRange(Answer, frozen=True, kw_only=True):
    """What the column of one player on the scoring pad can show: the least and the greatest."""

    colour: str
    rows: Mapping[str, tuple[int, int] | None]
    """None where it depends on a list that was not read off the copy."""
    total: tuple[int, int] | None


class ScoreRanges(Answer, frozen=True, kw_only=True):
    """The scoring pad over all ways of filling the gaps of a record, or over all that is unread."""

    exact: bool
    """Whether all ways and values were looked into; else there may be other scores."""
    finished: bool
    """Whether the game is over in every way; before that nobody has won."""
    winner_is_certain: bool
    winners: tuple[tuple[str, ...], ...]
    """The colours of those who can win, or be ahead, together, in every way that is possible.

    Nothing where values of the copy are unread and the winner is not certain.
    """
    players: tuple[PlayerScoreRange, ...]


def tables_behind_gaps(game: Game, at: At | None) -> PossibleTables | None:
    """Return the tables at a moment behind a gap, or at the end; None if the record has none there.

    A `NoAnswerError` names the gap if it is not known which tables are possible, or whether the
    game comes to the moment at all.
    """
    judged = game.judged_gaps
    if judged is None or judged.outcome != "legal":
        return None
    gap = judged.gap_words(game.colours)
    worlds, always = _worlds(judged, at, game.colours)
    if not worlds:
        return None
    found = open_table(worlds) if judged.found.exact else None
    if found is None:
        raise NoAnswerError(
            say("answers.gap_tables.this-table-is-not-certain", gap=gap), file=game.name
        )
    if not always:
        raise NoAnswerError(
            say("answers.gap_tables.the-game-may-not-come", gap=gap), file=game.name
        )
    first, *others = found.tables
    table = Table(state=first, colours=game.colours, names=game.names, record=game.record)
    return PossibleTables(table, tuple(others), found.every, gap)


MOST_OF_A_SEARCH: Final = 50
"""Tables of a search that was cut short: those that it comes to first resemble each other."""


def tables_found(game: Game, work: int) -> PossibleTables | None:
    """Return tables at the end of a record with gaps, as far as so much work finds them.

    None if it has no gaps, or nothing that fits them was found.
    """
    judged = judge_gaps(game.record, game.components, work=work)
    if judged is None or judged.found.table is None:
        return None
    exact = judged.found.exact
    worlds = judged.found.worlds(len(judged.gaps.lines))
    if not exact:
        drawn = judged.gaps.drawn_worlds(WorkBudget(work))
        worlds = (*drawn, *evenly(worlds, MOST_OF_A_SEARCH))
    # Names of several that stand in for others are not combined in every way.
    exact = exact and all(len(world.stand_ins) < 2 for world in worlds)  # noqa: PLR2004
    first, *others = dict.fromkeys(
        [judged.found.table, *(table for world in worlds for table in named_tables(world))]
    )
    table = Table(state=first, colours=game.colours, names=game.names, record=game.record)
    return PossibleTables(table, tuple(others), every=exact, exact=exact, example=judged.example())


def evenly(things: Sequence[T], most: int) -> Sequence[T]:
    """Return things, of more than so many only as many, from the first to the last."""
    if len(things) <= most:
        return things
    return [things[number * len(things) // most] for number in range(most)]


def _worlds(
    judged: JudgedGaps, at: At | None, colours: tuple[str, ...]
) -> tuple[tuple[World, ...], bool]:
    """Return the worlds at a moment, and whether every way of filling the gaps comes to it."""
    found, gaps = judged.found, judged.gaps
    end = len(gaps.lines)
    if at is None:
        return found.worlds(end), True
    statements = gaps.record.statements
    if at.address.startswith("line:"):
        for place, number in enumerate(gaps.statements):
            if line_address(number, statements) == at.address:
                return found.worlds(place), True
        return (), False
    addresses = Addresses(statements, colours)

    def stands(table: State, place: int) -> bool:
        if place == end:
            return is_at(table, at)
        return stands_at(table, at, gaps.statements[place], addresses)

    return found.standing(stands)


def player_ranges(
    colours: Sequence[str], pads: "Sequence[PadRange]"
) -> tuple[PlayerScoreRange, ...]:
    """Return the columns of a pad by colour."""
    return tuple(
        PlayerScoreRange(
            colour=colour, rows=dict(zip(PAD_ROWS, pad.rows, strict=True)), total=pad.total
        )
        for colour, pad in zip(colours, pads, strict=True)
    )


def score_ranges(game: Game) -> ScoreRanges | None:
    """Return what the pad can show at the end of a record with gaps; None if it has none."""
    judged = game.judged_gaps
    if judged is None or judged.outcome != "legal":
        return None
    scores = judged.found.scores()
    colours = game.colours
    return ScoreRanges(
        exact=judged.found.exact,
        finished=scores.finished,
        winner_is_certain=judged.found.exact and scores.winner_is_certain,
        winners=tuple(
            sorted(tuple(colours[seat] for seat in together) for together in scores.winners)
        ),
        players=player_ranges(colours, scores.pads),
    )
