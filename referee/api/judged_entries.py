"""The statements of a game in progress, each kept with all that is needed to judge on from it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.api.broken_rules import broken_rule
from referee.api.progress_answers import StatementVerdict, VerdictWord
from referee.engine import initial
from referee.game.events import Event, PrepareRound
from referee.game.rulings import Rulings
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import EndPhase
from referee.notation.record import Adjust, AnyOrder, AsItLies, RoundMark, RulingMark, Statement
from referee.notation.writer import line_of
from referee.transcript.abbreviation import statement_of
from referee.transcript.history import AppliedEvent
from referee.transcript.judge import Walker
from referee.transcript.judgement import Step
from referee.transcript.unwritten import LookedFor, OfOneSeat


class JudgedEntry(Struct, frozen=True):
    """A statement with all that has to be known to go on judging behind it."""

    address: int
    statement: Statement
    step: Step | None = None
    """None for what is unjudged."""
    state: State | None = None
    """The table after it."""
    carried_out: tuple[AppliedEvent, ...] = ()
    looked_for: frozenset[LookedFor] = frozenset()
    """Later statements that would have changed the verdict."""

    @property
    def stops(self) -> bool:
        """Whether what comes after it cannot be judged."""
        return self.step is None or (self.step.missing is not None and self.step.counts)


def judged_from(
    entries: Sequence[JudgedEntry], start: int, setting: Setting | None, colours: tuple[str, ...]
) -> tuple[JudgedEntry, ...]:
    """Return the entries judged from `start` on; those before stay as they are.

    Without a setting, and behind what leaves something open, nothing is judged.
    """
    judged = [*entries[:start]]
    walker = None
    if setting is not None and not (judged and judged[-1].stops):
        walker = Walker(
            (judged[-1].state if judged else None) or initial(setting),
            colours,
            [entry.statement for entry in entries],
            [happened for entry in judged for happened in entry.carried_out],
        )
    for number, entry in enumerate(entries[start:], start):
        if walker is None:
            judged.append(JudgedEntry(entry.address, entry.statement))
            continue
        before = len(walker.history)
        found = _taken(walker, number, entry.statement)
        carried_out = walker.history.since(before)
        judged.append(
            JudgedEntry(
                entry.address,
                entry.statement,
                found,
                walker.state,
                carried_out,
                walker.looked_for,
            )
        )
        walker = None if judged[-1].stops else walker
    return tuple(judged)


def _taken(walker: Walker, number: int, statement: Statement) -> Step:
    """Return a statement judged; what people agreed on is laid on the table."""
    if isinstance(statement.said, Adjust | AsItLies | RulingMark):
        # Few games have such lines, and the search for gaps comes with them.
        from referee.gaps.agreed_tables import table_as_agreed  # noqa: PLC0415

        after = table_as_agreed(walker.state, statement)
        if after is not None:
            return walker.take_agreed(number, after)
    return walker.take(number)


def first_touched(before: Sequence[JudgedEntry], statement: Statement, *, is_last: bool) -> int:
    """Return the first of the entries before a change whose verdict it may have a say in.

    A statement that only has to come before another may be left out; whether it is, or stands in
    the wrong place, is seen from the statements behind, up to the preparation of a round.
    """
    said = statement.said
    ends_search = isinstance(said, PrepareRound | RoundMark | AnyOrder)
    first = len(before)
    # Where nothing is behind, a search ends with a new round as it does without.
    if ends_search and is_last:
        return first
    if not ends_search and not isinstance(said, OfOneSeat | EndPhase):
        return first
    wanted = (type(said), said.seat) if isinstance(said, OfOneSeat | EndPhase) else None
    for index in range(len(before) - 1, -1, -1):
        looked_for = before[index].looked_for
        if isinstance(before[index].statement.said, PrepareRound):
            break
        if wanted in looked_for or (ends_search and looked_for):
            first = index
    return first


def ruling_on(entry: JudgedEntry) -> object:
    """Return what the rules say about an entry, wherever in the game it stands."""
    judged = entry.step
    if judged is None:
        return None
    return judged.violations, judged.missing, judged.treatment, judged.misnoted


def _ruled(judged: Step | None) -> VerdictWord:
    if judged is None:
        return "unjudged"
    if judged.missing is not None:
        return "undecided"
    if judged.illegal:
        return "illegal"
    return "wrong-note" if judged.violations else "legal"


def verdict_on(entry: JudgedEntry, colours: tuple[str, ...], rulings: Rulings) -> StatementVerdict:
    """Return a statement with what the rules say about it."""
    seat = getattr(entry.statement.said, "seat", None)
    unjudged = StatementVerdict(
        address=entry.address,
        statement=line_of(entry.statement, colours),
        player=None if seat is None else colours[seat],
        verdict=_ruled(entry.step),
        taken_back=entry.statement.taken_back,
    )
    judged = entry.step
    if judged is None:
        return unjudged
    state, missing = judged.before, judged.missing
    return replace(
        unjudged,
        round=state.round,
        turn=state.turn if state.phase == "actions" else None,
        phase=state.phase,
        violations=tuple(broken_rule(violation, colours) for violation in judged.violations),
        missing=() if missing is None else missing.called,
        write=() if missing is None else missing.write,
        choices=None if missing is None else missing.choices,
        treatment=judged.treatment,
        debts={colours[seat]: debt for seat, debt in judged.debts},
        filled_in=lines_of(judged.inserted, colours, rulings),
    )


def lines_of(
    events: Sequence[Event], colours: tuple[str, ...], rulings: Rulings
) -> tuple[str, ...]:
    """Return events in the notation."""
    return tuple(line_of(statement_of(event, rulings), colours) for event in events)
