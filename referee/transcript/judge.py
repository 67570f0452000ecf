"""The verdict on a record: legal, illegal from somewhere on, or undecided from somewhere on."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine import IllegalEventError, check_setting, initial, step
from referee.engine.actions import TURNS
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.ids import COMPANIES
from referee.game.rule import Violation
from referee.game.setting import Setting
from referee.game.state import State
from referee.transcript.blame import blamed
from referee.transcript.claim_words import OF_PLAYERS, claim_text
from referee.transcript.completing import Missing, complete
from referee.transcript.filling import filled, left_out
from referee.transcript.going_on import Treatment, debts, go_on
from referee.transcript.quantities import NOT_THERE, Moment, actual
from referee.transcript.record import Header, Record, Statement
from referee.transcript.said import Mark, RoundMark, Said, SaidClaim, SaidTurn
from referee.transcript.straight import Completed

Outcome = Literal["legal", "illegal", "undecided"]


class Step(Struct, frozen=True):
    """One statement judged: what it said, the tables around it, what it broke or left open."""

    statement: Statement
    before: State
    after: State
    event: Event | None = None
    inserted: tuple[Event, ...] = ()
    """Events of chance that were left out because nothing else could have come."""
    violations: tuple[Violation, ...] = ()
    missing: Missing | None = None
    treatment: Treatment | None = None
    """What became of an event that broke a rule, where the judging went on."""
    debts: tuple[tuple[int, int], ...] = ()
    counts: bool = True
    """False for a turn that was taken back, which is ruled on and does not count."""


class Judgement(Struct, frozen=True, kw_only=True):
    """The verdict on a whole record."""

    outcome: Outcome
    finished: bool = False
    """The game was played to its end."""
    events: int
    """Events of the record."""
    legal: int = 0
    """Events that were legal before the first that was not, or that is undecided."""
    faults: tuple[Step, ...] = ()
    """Statements that broke rules; without going on, the first."""
    open: Step | None = None
    """The statement from which on the record is undecided."""
    taken_back: tuple[Step, ...] = ()
    header: tuple[Violation, ...] = ()
    """Rules that the header breaks."""
    header_missing: Missing | None = None
    state: State | None = None
    """The table after everything that was legal, or that was applied when going on."""


def setting_of(header: Header, components: ComponentSet) -> Setting | Missing:
    """Return the frame of the game, or what the header would have to say."""
    first_tracks = header.setup in {"first-game", "first-game-tracks"}
    tracks = header.tracks
    if tracks is None and first_tracks:
        placed = {entry.company: entry.track for entry in components.first_game}
        tracks = tuple(placed[company] for company in COMPANIES)
    if tracks is None:
        return Missing(("tracks at the edges",), 0)
    return Setting(
        components=components,
        players=len(header.players),
        tracks=tracks,
        rulings=header.rulings,
        first_game_tracks=first_tracks,
        first_game_tiles=header.setup in {"first-game", "first-game-tiles"},
    )


def judge(record: Record, components: ComponentSet, *, keep_going: bool = False) -> Judgement:
    """Return the verdict on `record`; `keep_going` looks beyond the first broken rule."""
    events = sum([not isinstance(s.said, Mark) for s in record.statements])
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return Judgement(outcome="undecided", events=events, header_missing=setting)
    if broken := tuple(check_setting(setting)):
        return Judgement(outcome="illegal", events=events, header=broken)
    faults: list[Step] = []
    taken_back: list[Step] = []
    legal = 0
    state: State | None = None
    undecided: Step | None = None
    for judged in walk(record, setting, keep_going=keep_going):
        state = judged.after
        if not judged.counts:
            taken_back.append(judged)
        elif judged.violations:
            faults.append(judged)
        if judged.missing is not None and judged.counts:
            undecided = judged
            break
        if faults and not keep_going:
            break
        if not faults and judged.event is not None:
            legal += 1
    outcome: Outcome = "illegal" if faults else "undecided" if undecided else "legal"
    return Judgement(
        outcome=outcome,
        finished=state is not None and state.phase == "over",
        events=events,
        legal=legal,
        faults=tuple(faults),
        open=undecided,
        taken_back=tuple(taken_back),
        state=initial(setting) if state is None else state,
    )


def walk(record: Record, setting: Setting, *, keep_going: bool = False) -> Iterator[Step]:
    """Yield every statement judged; after a broken rule only if told to keep going."""
    walker = Walker(setting, tuple(player.colour for player in record.header.players))
    for statement in record.statements:
        judged = walker.take(statement)
        yield judged
        if judged.counts and (judged.missing is not None or (judged.violations and not keep_going)):
            return


class Walker:
    """The table while a record is walked through, and how it came about."""

    def __init__(self, setting: Setting, colours: tuple[str, ...]) -> None:
        self.state = initial(setting)
        self.colours = colours
        self.history: list[tuple[Event, Moment]] = []

    def take(self, statement: Statement) -> Step:
        """Judge one statement and, where it counts, carry it out."""
        inserted = self._insert_left_out(statement)
        before = self.state
        if isinstance(inserted, Missing):
            return Step(statement, before, before, missing=inserted)
        found = self._event(statement.said)
        if isinstance(found, Missing):
            counts = not statement.taken_back
            return Step(statement, before, before, inserted=inserted, missing=found, counts=counts)
        if isinstance(found, Completed):
            event: Event | None = found.turn
            judged = self._rule(statement, inserted, found.turn, found.after)
        elif (event := found) is not None:
            judged = self._rule(statement, inserted, event, None)
        else:
            judged = Step(statement, before, before, None, inserted)
        if isinstance(statement.said, RoundMark):
            judged = replace(judged, violations=self._check_round(statement.said.number))
        if statement.claims and not judged.violations:
            judged = replace(judged, violations=self._check_claims(statement, before, event))
        return judged

    def _insert_left_out(self, statement: Statement) -> tuple[Event, ...] | Missing:
        event = left_out(self.state, statement.said)
        if event is None:
            return ()
        if isinstance(event, Missing):
            return event
        self._carry_out(event, step(self.state, event))
        return (event,)

    def _event(self, said: Said) -> Event | Completed | Missing | None:
        if isinstance(said, SaidTurn):
            return complete(self.state, said)
        if isinstance(said, Mark):
            return None
        return filled(self.state, said)

    def _rule(
        self, statement: Statement, inserted: tuple[Event, ...], event: Event, legal: State | None
    ) -> Step:
        """Judge an event, unless the table after it is known because it is legal."""
        before = self.state
        violations: tuple[Violation, ...] = ()
        if legal is None:
            try:
                legal = step(before, event)
            except IllegalEventError as error:
                violations = error.violations
        if statement.taken_back:
            judged = Step(statement, before, before, event, inserted, violations)
            return replace(judged, counts=False)
        if legal is not None:
            self._carry_out(event, legal)
            return Step(statement, before, legal, event, inserted)
        after, treated = go_on(before, event, violations)
        owed = debts(before, after)
        if treated == "applied":
            self._carry_out(event, after)
        judged = Step(statement, before, after, event, inserted, violations)
        return replace(judged, treatment=treated, debts=owed)

    def _carry_out(self, event: Event, after: State) -> None:
        turn = event if isinstance(event, TURNS) else None
        self.history.append((event, Moment(self.state, after, turn)))
        self.state = after

    def _check_round(self, number: int) -> tuple[Violation, ...]:
        planning = self.state.phase == "planning" and not any(self.state.plans)
        if planning and number == self.state.round:
            return ()
        claim = SaidClaim(what="round", value=number)
        due = self.state.round if planning else f"still {self.state.round}"
        return (
            blamed(claim, self.history).broken(subject="the round", claimed=number, actual=due),
        )

    def _check_claims(
        self, statement: Statement, before: State, event: Event | None
    ) -> tuple[Violation, ...]:
        turn = event if isinstance(event, TURNS) else None
        moment = Moment(before, self.state, turn)
        broken = []
        for claim in statement.claims:
            value = actual(moment, claim)
            if value != claim.value:
                rule = blamed(claim, self.history)
                broken.append(
                    rule.broken(
                        subject=self._subject(claim),
                        claimed=self._said(claim, claim.value),
                        actual=self._said(claim, value),
                    )
                )
        return tuple(broken)

    def _subject(self, claim: SaidClaim) -> str:
        words = claim_text([replace(claim, value=0)], self.colours).rpartition(" ")[0]
        return f"{words} cash" if claim.what == "cash" else words

    def _said(self, claim: SaidClaim, value: int) -> int | str:
        if value == NOT_THERE:
            return "nobody" if claim.what in OF_PLAYERS else "nothing"
        if claim.what in OF_PLAYERS:
            return self.colours[value] if value < len(self.colours) else f"seat {value}"
        return value
