"""A game that is being recorded as it stands between two changes, with every statement judged."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import NoAnswerError, UsageError
from referee.api.tables import Table
from referee.api.verdicts import BrokenRule, broken_rule
from referee.core.answer import Answer
from referee.core.component_set import ComponentSet, if_read
from referee.core.events import Event, PrepareRound
from referee.core.ids import Seat
from referee.core.rulings import Rulings
from referee.core.state import SETUP_PHASES, Phase, Setting, State
from referee.core.turns import Action, EndPhase
from referee.engine import check_setting, initial, step
from referee.engine.actions import has_turn
from referee.engine.actions import refill_due as has_gap
from referee.engine.random_turns import draw_turn
from referee.i18n.speech import one_by_one
from referee.records.as_it_lies import table_as_agreed
from referee.records.completed_turn import Missing
from referee.records.history import AppliedEvent
from referee.records.judge import Walker, judgement_of, setting_of
from referee.records.judgement import Outcome, Step, Treatment
from referee.records.record import (
    FORMAT,
    Adjust,
    AnyOrder,
    AsItLies,
    Header,
    Record,
    RoundMark,
    RulingMark,
    SaidEvent,
    Statement,
)
from referee.records.roster import record_excess
from referee.records.unwritten import LookedFor, OfOneSeat, Unwritten
from referee.records.writer import line_of, statement_of

# What a game in progress answers: verdicts on statements, what a change changed, what is due ------
VerdictWord = Literal["legal", "illegal", "wrong-note", "undecided", "unjudged"]
"""`unjudged` is what stands behind a statement that leaves something open."""


class StatementVerdict(Answer, frozen=True, kw_only=True):
    """A statement of a game in progress, and what the rules say about it."""

    address: int
    """Stays the same whatever is put in or taken out around it, and is never used again."""
    statement: str
    """The statement in the notation."""
    player: str | None
    """The colour of the player who made it."""
    verdict: VerdictWord
    round: int | None = None
    """Where the game was; None for a statement that is unjudged."""
    turn: int | None = None
    """None outside the turns of a round."""
    phase: Phase | None = None
    violations: tuple[BrokenRule, ...] = ()
    missing: tuple[str, ...] = ()
    """What the statement, or one before it, would have to say."""
    write: tuple[str, ...] = ()
    """What to type for it."""
    choices: int | None = None
    """How many results are possible; 0 if there are too many to look at."""
    treatment: Treatment | None = None
    """What became of it if it broke a rule: the game goes on with it, or without."""
    debts: Mapping[str, int] = {}
    """What players came to owe, by colour."""
    taken_back: bool
    """It is ruled on and does not count."""
    filled_in: tuple[str, ...] = ()
    """Statements before it that were left out, because nothing else could have happened."""


class ChangedVerdict(Answer, frozen=True, kw_only=True):
    """A statement about which the rules say something else than before."""

    before: StatementVerdict
    after: StatementVerdict


class GameStatus(Answer, frozen=True, kw_only=True):
    """What the rules say about a whole game in progress."""

    verdict: Outcome
    finished: bool
    """The game was played to its end."""
    events: int
    legal: int
    """Events that are legal before the first that is not, or that is undecided."""
    faults: tuple[int, ...]
    """The addresses of statements that break rules or note something wrong."""
    open: int | None
    """The address of the statement from which on the game is undecided."""
    header: tuple[BrokenRule, ...]
    """The rules that players, tracks and setup break."""
    missing: tuple[str, ...]
    """What would have to be known about them."""
    write: tuple[str, ...]


class Change(Answer, frozen=True, kw_only=True):
    """What came of a change to a game in progress."""

    address: int | None
    """The statement that was put in or changed; None where there is none."""
    verdict: StatementVerdict | None
    changed: tuple[ChangedVerdict, ...]
    """Other statements that are now judged otherwise."""
    standing: GameStatus


class NextStatement(Answer, frozen=True, kw_only=True):
    """What has to be said next in a game in progress."""

    phase: Phase
    round: int
    turn: int | None
    """None outside the turns of a round."""
    players: tuple[str, ...]
    """The colours of those who are to act; nobody where things are drawn."""
    kinds: tuple[str, ...]
    """The statements that fit, by the word under `do` in docs/turns.md; of the actions, those
    that allow a legal turn."""
    filled_in: tuple[str, ...]
    """Statements that come before and need not be said, because nothing else can happen."""
    missing: tuple[str, ...]
    """What has to be said before the game can go on, in words."""
    write: tuple[str, ...]
    """What to type for it."""
    mend: int | None
    """The address of a statement that leaves something open; nothing after it is judged."""
    finished: bool


# The statements of a game in progress, each kept with all that is needed to judge on from it ------
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
        after = None
        if isinstance(entry.statement.said, Adjust | AsItLies | RulingMark):
            # What people agreed on is laid on the table.
            after = table_as_agreed(walker.state, entry.statement)
        found = walker.take(number) if after is None else walker.take_agreed(number, after)
        judged.append(
            JudgedEntry(
                entry.address,
                entry.statement,
                found,
                walker.state,
                walker.history.since(before),
                walker.looked_for,
            )
        )
        walker = None if judged[-1].stops else walker
    return tuple(judged)


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


def lines_of(
    events: Sequence[Event], colours: tuple[str, ...], rulings: Rulings, components: ComponentSet
) -> tuple[str, ...]:
    """Return events in the notation."""
    return tuple(line_of(statement_of(event, rulings, components), colours) for event in events)


class GameVersion(Struct, frozen=True):
    """Header, set and judged statements; a change makes another one."""

    header: Header
    components: ComponentSet
    entries: tuple[JudgedEntry, ...] = ()

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players by seat."""
        return tuple(player.colour for player in self.header.players)

    @property
    def record(self) -> Record:
        """The game as a record."""
        statements = tuple(entry.statement for entry in self.entries)
        return Record(format=FORMAT, header=self.header, statements=statements)

    def index(self, address: int) -> int:
        """Return where the statement with this address stands."""
        for index, entry in enumerate(self.entries):
            if entry.address == address:
                return index
        raise UsageError.of("answers.games_in_progress.no-statement", address=f"{address!r:.40}")

    def entry(self, address: int) -> JudgedEntry:
        """Return the judged statement with this address."""
        return self.entries[self.index(address)]

    def opened(self) -> JudgedEntry | None:
        """Return the statement from which on nothing can be judged."""
        return next((each for each in self.entries if each.step is not None and each.stops), None)

    # Judging ---------------------------------------------------------------------------------

    def judged(self, entries: Sequence[JudgedEntry], start: int) -> "GameVersion":
        """Return the version with these entries, of which those from `start` on are judged anew."""
        judged = judged_from(entries, start, self._setting(), self.colours)
        return replace(self, entries=judged)

    def require_room(self) -> None:
        """Refuse what would make the record one that nobody can read again."""
        if excess := record_excess(self.record):
            raise UsageError(one_by_one(excess))

    def status(self) -> GameStatus:
        """Return the verdict on the whole game."""
        steps = [entry.step for entry in self.entries if entry.step is not None]
        setting = setting_of(self.header, self.components)
        judgement = judgement_of(self.record.statements, setting, steps)
        at_fault = {id(step) for step in judgement.faults}
        missing = judgement.header_missing
        opened = self.opened()
        return GameStatus(
            verdict=judgement.outcome,
            finished=judgement.finished,
            events=judgement.events,
            legal=judgement.legal,
            faults=tuple(
                entry.address
                for entry in self.entries
                if entry.step is not None and id(entry.step) in at_fault
            ),
            open=None if opened is None else opened.address,
            header=tuple(broken_rule(violation, self.colours) for violation in judgement.header),
            missing=() if missing is None else missing.called,
            write=() if missing is None else missing.write,
        )

    def verdict(self, entry: JudgedEntry) -> StatementVerdict:
        """Return a statement with what the rules say about it."""
        seat = getattr(entry.statement.said, "seat", None)
        unjudged = StatementVerdict(
            address=entry.address,
            statement=line_of(entry.statement, self.colours),
            player=None if seat is None else self.colours[seat],
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
            violations=tuple(
                broken_rule(violation, self.colours) for violation in judged.violations
            ),
            missing=() if missing is None else missing.called,
            write=() if missing is None else missing.write,
            choices=None if missing is None else missing.choices,
            treatment=judged.treatment,
            debts={self.colours[seat]: debt for seat, debt in judged.debts},
            filled_in=lines_of(judged.inserted, self.colours, self.header.rulings, self.components),
        )

    def changed_verdicts(
        self, before: "GameVersion", but: int | None
    ) -> tuple[ChangedVerdict, ...]:
        """Return the statements that were ruled on otherwise before, `but` this one."""
        old = {entry.address: entry for entry in before.entries}
        return tuple(
            ChangedVerdict(before=self.verdict(old[entry.address]), after=self.verdict(entry))
            for entry in self.entries
            if entry.address in old
            and entry.address != but
            and entry is not old[entry.address]
            and ruling_on(entry) != ruling_on(old[entry.address])
        )

    # Tables ----------------------------------------------------------------------------------

    def table(self, upto: int) -> Table:
        """Return the table after so many statements, as far as they are judged."""
        judged = [entry for entry in self.entries[:upto] if entry.step is not None]
        return Table(
            state=self._state_after(judged),
            colours=self.colours,
            names=tuple(player.name for player in self.header.players),
            events=tuple(event for entry in judged for event, _ in entry.carried_out),
            record=self.record,
        )

    def require_judged(self, upto: int, address: int) -> None:
        """Refuse a table behind what cannot be judged."""
        if any(entry.step is None for entry in self.entries[:upto]):
            opened = self.opened()
            raise NoAnswerError.of(
                "answers.games_in_progress.not-judged",
                address=address,
                open=None if opened is None else opened.address,
            )

    def _state_after(self, judged: Sequence[JudgedEntry]) -> State:
        if judged and judged[-1].state is not None:
            return judged[-1].state
        if (setting := self._setting()) is None:
            standing = self.status()
            if standing.header:
                raise NoAnswerError(standing.header[0].message)
            missing = tuple(standing.missing)
            raise NoAnswerError.of("records.completing.not-said-header", what=missing)
        return initial(setting)

    def _setting(self) -> Setting | None:
        """Return the frame of the game, unless something about it is missing or broken."""
        setting = setting_of(self.header, self.components)
        return None if isinstance(setting, Missing) or any(check_setting(setting)) else setting


# What has to be said next in a game: by whom, which kinds of statement, what is missing -----------
def possible_actions(state: State) -> tuple[Action, ...]:
    """Return the actions that allow the player to move a legal turn, or may."""
    if not has_turn(state):
        return ()
    return tuple(
        action
        for action in get_args(Action)
        # Whether there is a turn does not depend on the lot by which one is drawn.
        if if_read(lambda: draw_turn(state, Random(0), (action,)) is not None, lambda: True)  # noqa: B023
    )


_SETUP_KINDS: Mapping[str, str] = {
    "starting-tiles": "starting-tile",
    "resting": "rest",
    "preparation": "prepare",
}
"""By phase the statement that it waits for, where its word is another one."""


class GoneWithoutSaying(Struct, frozen=True):
    """The table after all that can only happen in one way, and what has to be said then."""

    table: Table
    happened: tuple[Event, ...]
    missing: Missing | None


def go_without_saying(table: Table) -> GoneWithoutSaying:
    """Return the table at which something has to be said."""
    state = table.state
    happened: list[Event] = []
    while True:
        # What could only come after all that is due now.
        before_rounds = state.phase in SETUP_PHASES or state.phase == "preparation"
        last = RoundMark(number=1) if before_rounds else EndPhase(seat=Seat(0))
        due = Unwritten((Statement(said=last),), table.colours).before(state, 0)
        if due is None or isinstance(due, Missing):
            events = (*table.events, *happened)
            return GoneWithoutSaying(
                replace(table, state=state, events=events), tuple(happened), due
            )
        happened.append(due)
        state = step(state, due)


def due_at(
    table: Table, last: SaidEvent | None, mend: int | None, open_at: Missing | None
) -> NextStatement:
    """Return what has to be said at a table behind a statement, or what has to be mended first."""
    gone = go_without_saying(table)
    state, colours = gone.table.state, table.colours
    missing = gone.missing if mend is None else open_at
    return NextStatement(
        phase=state.phase,
        round=state.round,
        turn=state.turn if state.phase == "actions" else None,
        players=tuple(colours[seat] for seat in _due_seats(state)),
        kinds=_kinds(gone.table, last),
        filled_in=lines_of(gone.happened, colours, state.setting.rulings, state.setting.components),
        missing=() if missing is None else missing.called,
        write=() if missing is None else missing.write,
        mend=mend,
        finished=state.phase == "over" and not _refill_due(state),
    )


def _kinds(table: Table, last: SaidEvent | None) -> tuple[str, ...]:
    """Return the statements that fit behind another one, by their words in JSON."""
    state = table.state
    if _refill_due(state):
        return ("refill-books",)
    match state.phase:
        case "actions":
            return table.actions
        case "planning":
            begins = not any(state.plans) and not isinstance(last, RoundMark)
            return ("round", "plan") if begins else ("plan",)
        case "over":
            return ()
        case _:
            return (_SETUP_KINDS.get(state.phase, state.phase),)


def _refill_due(state: State) -> bool:
    return state.phase not in {*SETUP_PHASES, "planning"} and has_gap(state)


def _due_seats(state: State) -> tuple[int, ...]:
    """Return the seats of those who are to act."""
    if _refill_due(state):
        return ()
    match state.phase:
        case "starting-tiles":
            waiting = [player.starting_tile is None for player in state.players]
        case "resting":
            waiting = [not any(player.resting) for player in state.players]
        case "planning":
            waiting = [plan is None for plan in state.plans]
        case "starting-bonus" | "actions":
            waiting = [seat == state.to_move for seat in range(len(state.players))]
        case _:
            return ()
    return tuple(seat for seat, waits in enumerate(waiting) if waits)
