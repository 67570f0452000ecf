"""A recorded game as the search takes it: judged up to its first gap, and lines from there on."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.events import DealBooks, Event, PrepareRound
from referee.core.ids import CardId
from referee.core.rulings import Rulings
from referee.core.state import Setting, State
from referee.core.turns import BLANK
from referee.engine import check_setting, initial
from referee.gaps.completions import Completions, complete_record
from referee.gaps.conflict import Conflict, conflict
from referee.gaps.lines import GapLine, RulingFromHere, Unordered, is_exact, several_turns
from referee.gaps.stand_ins import World
from referee.gaps.variation import Variation
from referee.records.as_it_lies import with_ruling
from referee.records.completed_turn import Missing
from referee.records.history import AppliedEvent
from referee.records.judge import Walker
from referee.records.judgement import Step
from referee.records.pieces import bound_anywhere
from referee.records.record import (
    Adjust,
    AnyOrder,
    AsItLies,
    BlankTurns,
    InOrder,
    Record,
    Remark,
    RoundMark,
    RulingMark,
    Statement,
)
from referee.records.unwritten import filled, lost_round_starts
from referee.records.writer import statement_of


class RecordWithGaps(Struct, frozen=True):
    """A record that leaves something open: what was judged before, and what is searched."""

    record: Record
    judged: tuple[Step, ...]
    """The statements before the first that leaves something open."""
    inserted: tuple[Event, ...]
    """Events before that one, left out because nothing else could have happened."""
    start: State
    """The table before it."""
    lines: tuple[GapLine, ...]
    statements: tuple[int, ...]
    """By line the statement that it comes from, counted from 0."""
    history: tuple[AppliedEvent, ...] = ()
    """What has happened up to the first gap."""

    @property
    def first(self) -> int:
        """The number of the first statement that leaves something open."""
        return len(self.judged)

    def statement(self, place: int) -> Statement:
        """Return the statement that a line comes from."""
        return self.record.statements[self.statements[place]]

    def tables_before(self, place: int, budget: Budget) -> tuple[State, ...]:
        """Return the tables that are possible before a line; nothing if not all were found."""
        found = self._completed(self.lines[:place], budget)
        return tuple(world.table for world in found.worlds(place)) if found.exact else ()

    def wrong_note(self, place: int, budget: Budget) -> Step | None:
        """Return a line of which only notes are wrong, at a table that no note has decided."""
        line = self.lines[place]
        if not line.claims or isinstance(line.content, AsItLies):
            return None
        before = [
            each if isinstance(each.content, AsItLies) else replace(each, claims=())
            for each in self.lines[:place]
        ]
        found = self._completed(before, budget)
        worlds = found.worlds(place)
        if not found.exact or found.graph is None or len(worlds) != 1 or worlds[0].stand_ins:
            return None
        moments = found.graph.certain_moments()
        happened = [
            (moment.turn or self.lines[at].content, moment)
            for at, moment in moments.items()
            if moment.turn is not None or is_exact(self.lines[at].content)
        ]
        colours = tuple(player.colour for player in self.record.header.players)
        history = (*self.history, *happened)
        judged = Walker(worlds[0].table, colours, [self.statement(place)], history).take(0)  # type: ignore[arg-type]
        return judged if judged.misnoted else None

    def _completed(self, lines: Sequence[GapLine], budget: Budget) -> Completions:
        part = budget.part(TABLES)
        found = complete_record(self.start, lines, part, explain=False)
        budget.spend(part)
        return found

    def without_claims(self, place: int) -> "RecordWithGaps":
        """Return the record without the claims of a line."""
        lines = [*self.lines]
        lines[place] = replace(lines[place], claims=())
        return replace(self, lines=tuple(lines))

    def complete(self, budget: Budget) -> Completions:
        """Return the ways to fill the gaps; why there are none is not told."""
        return complete_record(self.start, self.lines, budget, explain=False)

    def drawn_worlds(self, budget: Budget) -> Iterator[World]:
        """Yield worlds after the last line, each at the end of a way that is drawn by lot."""
        variation = Variation(World(self.start), self.lines, refills_written=False)
        for _ in range(MOST_DRAWN):
            graph = variation.run_again(budget)
            if graph is None:
                return
            yield from (node.world for node in graph.live_nodes() if node.place == len(self.lines))

    def conflict(self, place: int, budget: Budget) -> Conflict:
        """Return what excludes each other up to a line that nothing before it allows."""
        failed = self.lines[: place + 1]
        return conflict(World(self.start), failed, budget, refills_written=False)


MOST_DRAWN = 60
"""Ways that are drawn by lot at most."""

TABLES = 1 / 2
"""The share of what is left of the budget for the tables before a line that fails."""


def record_with_gaps(record: Record, setting: Setting) -> RecordWithGaps | None:
    """Return a record from its first gap on; None if it has none, or breaks a rule before it.

    None as well if a piece behind it is named by what only the table would tell.
    """
    if any(check_setting(setting)):
        return None
    colours = tuple(player.colour for player in record.header.players)
    walker = Walker(initial(setting), colours, record.statements)
    judged: list[Step] = []
    for number in range(len(record.statements)):
        found = walker.take(number)
        if found.missing is None or not found.counts:
            judged.append(found)
            if found.stops:
                return None
            continue
        behind = _with_ids((found.statement, *record.statements[number + 1 :]), setting)
        if behind is None:
            return None
        starts = lost_round_starts(record.statements, len(colours))
        lost = {start - number for start in starts}
        if walker.state.phase != "preparation":
            lost.discard(0)
        numbered = [*numbered_lines(behind, walker.state.setting, lost)]
        lines = tuple(line for _, line in numbered)
        numbers = tuple(number + at for at, _ in numbered)
        history = walker.history.since(0)
        return RecordWithGaps(
            record, tuple(judged), found.inserted, walker.state, lines, numbers, history
        )
    return None


def _with_ids(statements: Sequence[Statement], setting: Setting) -> list[Statement] | None:
    """Return statements with ids for the pieces whose faces tell them; None if one does not."""
    found: list[Statement] = []
    for statement in statements:
        said = bound_anywhere(setting.components, statement.said)
        if said is None:
            return None
        found.append(statement if said is statement.said else replace(statement, said=said))
    return found


# From statements to lines ------------------------------------------------------------------------
NumberedLine = tuple[int, GapLine]


def numbered_lines(
    statements: Sequence[Statement], setting: Setting, lost_starts: Collection[int] = ()
) -> Iterator[NumberedLine]:
    """Yield the lines of statements, each with the number of the one that it comes from.

    Before some of them the whole start of a round is lost: with its preparation its plans are due.
    """
    rulings = setting.rulings
    block: list[GapLine] | None = None
    opened = 0
    for number, statement in enumerate(statements):
        said = statement.said
        if block is not None and isinstance(said, ENDS_BLOCK):
            if block:
                yield opened, GapLine(Unordered(tuple(block)))
            block = None
        if isinstance(said, RulingMark):
            rulings = with_ruling(rulings, said)
        found = [*_lines_of(statement, setting, rulings)]
        if number in lost_starts:
            found.insert(0, GapLine(PrepareRound(cards=(CardId(BLANK),))))
        if isinstance(said, AnyOrder):
            block, opened = [], number
        elif block is not None:
            block += found
            continue
        yield from ((number, line) for line in found)
    if block:
        yield opened, GapLine(Unordered(tuple(block)))


ENDS_BLOCK = InOrder | RoundMark | AnyOrder | PrepareRound
"""What ends lines in no order: turns of different rounds have one."""


def _lines_of(statement: Statement, setting: Setting, rulings: Rulings) -> Iterator[GapLine]:
    """Yield the lines of a statement; a turn that was taken back is none."""
    if statement.taken_back:
        return
    claims = tuple(claim for claim in statement.claims if not claim.doubtful)
    doubtful = tuple(claim for claim in statement.claims if claim.doubtful)
    match statement.said:
        case AnyOrder() | InOrder() | Remark():
            if statement.claims:
                yield GapLine(Remark(), claims, doubtful)
        case BlankTurns(number=int() as number):
            *others, last = several_turns(number)
            yield from others
            yield replace(last, claims=claims, doubtful=doubtful)
        case RulingMark():
            yield GapLine(RulingFromHere(rulings), claims, doubtful)
        case DealBooks() as deal:
            found = filled(initial(setting), deal)
            yield GapLine(deal if isinstance(found, Missing) else found, claims, doubtful)
        case said:
            yield GapLine(said, claims, doubtful)


# From a completion to a record -------------------------------------------------------------------
def example_record(gaps: RecordWithGaps, found: Completions) -> Record | None:
    """Return the record with the gaps filled as in the example; None if there is none.

    What was agreed on stays as it is said, and so do claims and comments.
    """
    if found.example is None:
        return None
    rulings, components = gaps.start.setting.rulings, gaps.start.setting.components
    by_statement: dict[int, list[Event]] = {}
    for event, place in zip(found.example, found.example_lines, strict=True):
        by_statement.setdefault(gaps.statements[place], []).append(event)
    statements = [*gaps.record.statements[: gaps.first]]
    in_block = False
    for number, statement in enumerate(gaps.record.statements[gaps.first :], gaps.first):
        said = statement.said
        if isinstance(said, RulingMark):
            rulings = with_ruling(rulings, said)
        if isinstance(said, ENDS_BLOCK):
            in_block = isinstance(said, AnyOrder)
        elif in_block and not statement.taken_back:
            continue
        events = by_statement.get(number, [])
        filled_in = [statement_of(event, rulings, components, exact=True) for event in events]
        statements += _filled_in(statement, filled_in)
    return replace(gaps.record, statements=tuple(statements))


STAYS = Remark | RoundMark | Adjust | AsItLies | RulingMark
"""What an example says as the record does; events that nobody wrote may come before it."""


def _filled_in(statement: Statement, events: list[Statement]) -> Iterator[Statement]:
    sure = tuple(claim for claim in statement.claims if not claim.doubtful)
    if statement.taken_back or isinstance(statement.said, STAYS):
        yield from events
        yield replace(statement, claims=sure)
    elif events and not isinstance(statement.said, AnyOrder):
        yield from events[:-1]
        yield replace(events[-1], claims=sure, comment=statement.comment)
    else:
        yield from events
        if sure or statement.comment is not None:
            yield replace(statement, said=Remark(), claims=sure)
