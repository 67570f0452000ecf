"""The verdict on a record: legal, illegal from somewhere on, or undecided from somewhere on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine import IllegalEventError, check_setting, initial, step
from referee.engine.actions import TURNS
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.ids import COMPANIES
from referee.game.messages.speech import say
from referee.game.rule import Violation
from referee.game.setting import Setting, setting_type
from referee.game.state import SETUP_PHASES, State
from referee.notation.claims import OF_NAMES, OF_PLAYERS, claim_text, value_text
from referee.notation.record import (
    Adjust,
    AnyOrder,
    AsItLies,
    Header,
    InOrder,
    Mark,
    Record,
    RoundMark,
    RulingMark,
    SaidClaim,
    SaidEvent,
    Statement,
)
from referee.transcript.blame import AppliedEvent, History, blamed
from referee.transcript.completion import Completed, Missing, complete
from referee.transcript.continuation import Treatment, debts, go_on
from referee.transcript.event_completion import filled
from referee.transcript.patience import Patience
from referee.transcript.pieces import bound, bound_claims
from referee.transcript.quantities import NOT_THERE, TurnEnd, actual
from referee.transcript.unwritten import LookedFor, Unwritten

Outcome = Literal["legal", "illegal", "wrong-note", "conditional", "undecided"]
"""Of a game with wrong notes and no other fault the events are legal, and a note is wrong.

It is conditional if some of what may be printed on a partly read copy makes it legal, and some not.
"""


class Step(Struct, frozen=True):
    """One statement judged: what it said, the tables around it, what it broke or left open."""

    statement: Statement
    before: State
    after: State
    event: Event | None = None
    inserted: tuple[Event, ...] = ()
    """Events before it that were left out because nothing else could have happened."""
    violations: tuple[Violation, ...] = ()
    misnoted: bool = False
    """The violations are wrong notes: what happened is legal, and the game goes on with it."""
    missing: Missing | None = None
    treatment: Treatment | None = None
    """What became of an event that broke a rule, where the judging went on."""
    debts: tuple[tuple[int, int], ...] = ()
    counts: bool = True
    """False for a turn that was taken back, which is ruled on and does not count."""
    is_uncertain: bool = False
    """The table before is one of several that are possible behind a gap."""

    @property
    def illegal(self) -> bool:
        """Whether what happened broke a rule."""
        return bool(self.violations) and not self.misnoted

    @property
    def stops(self) -> bool:
        """Whether nothing is certain from here on: a rule was broken, or something is open."""
        return self.counts and (self.illegal or self.missing is not None)


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
    """Statements with wrong notes, and those that broke rules; without going on, the first."""
    open: Step | None = None
    """The statement from which on the record is undecided."""
    taken_back: tuple[Step, ...] = ()
    filled_in: tuple[Event, ...] = ()
    """Events that the record leaves out, because nothing else could have happened."""
    header: tuple[Violation, ...] = ()
    """Rules that the header breaks."""
    header_missing: Missing | None = None
    state: State | None = None
    """The table after everything that was legal, or that was applied when going on."""

    @property
    def illegal(self) -> tuple[Step, ...]:
        """The statements that broke rules."""
        return tuple(step for step in self.faults if step.illegal)

    @property
    def wrong_notes(self) -> tuple[Violation, ...]:
        """The notes that differ from what the rules give."""
        noted = (step for step in self.faults if step.misnoted)
        return tuple(violation for step in noted for violation in step.violations)


def setting_of(header: Header, components: ComponentSet) -> Setting | Missing:
    """Return the frame of the game, or what the header would have to say."""
    first_tracks = header.setup in {"first-game", "first-game-tracks"}
    tracks = header.tracks
    if tracks is None and first_tracks:
        placed = {entry.company: entry.track for entry in components.first_game}
        tracks = tuple(placed[company] for company in COMPANIES)
    if tracks is None:
        return Missing(
            (say("records.judge.tracks-at-the-edges"),), 0, (say("records.judge.tracks-hint"),)
        )
    return setting_type(components)(
        components=components,
        players=len(header.players),
        tracks=tracks,
        rulings=header.rulings,
        first_game_tracks=first_tracks,
        first_game_tiles=header.setup in {"first-game", "first-game-tiles"},
    )


def judge(record: Record, components: ComponentSet, *, keep_going: bool = False) -> Judgement:
    """Return the verdict on `record`; `keep_going` looks beyond the first broken rule."""
    setting = setting_of(record.header, components)
    steps = () if isinstance(setting, Missing) else walk(record, setting, keep_going=keep_going)
    return judgement_of(record.statements, setting, steps)


def is_event(said: SaidEvent) -> bool:
    """Return whether a statement tells something that happened in the game, if only a gap."""
    return not isinstance(said, NO_EVENTS)


NO_EVENTS = (Mark, AnyOrder, InOrder, Adjust, AsItLies, RulingMark)


def judgement_of(
    statements: Sequence[Statement], setting: Setting | Missing, steps: Iterable[Step]
) -> Judgement:
    """Return the verdict on statements that were judged step by step, as far as they were."""
    events = sum([is_event(s.said) for s in statements])
    if isinstance(setting, Missing):
        return Judgement(outcome="undecided", events=events, header_missing=setting)
    if broken := tuple(check_setting(setting)):
        return Judgement(outcome="illegal", events=events, header=broken)
    faults: list[Step] = []
    taken_back: list[Step] = []
    filled_in: list[Event] = []
    legal = 0
    illegal = False
    state: State | None = None
    undecided: Step | None = None
    for judged in steps:
        state = judged.after
        filled_in += judged.inserted
        if not judged.counts:
            taken_back.append(judged)
        elif judged.violations:
            faults.append(judged)
            illegal = illegal or judged.illegal
        if judged.missing is not None and judged.counts:
            undecided = judged
        elif not illegal and judged.event is not None:
            legal += 1
    certain: Outcome = "wrong-note" if faults else "legal"
    return Judgement(
        outcome="illegal" if illegal else "undecided" if undecided else certain,
        finished=state is not None and state.phase == "over",
        events=events,
        legal=legal,
        faults=tuple(faults),
        open=undecided,
        taken_back=tuple(taken_back),
        filled_in=tuple(filled_in),
        state=initial(setting) if state is None else state,
    )


def walk(record: Record, setting: Setting, *, keep_going: bool = False) -> Iterator[Step]:
    """Yield every statement judged; after a broken rule only if told to keep going.

    A wrong note breaks no rule: what the rules give is on the table, and the walk goes on.
    """
    colours = tuple(player.colour for player in record.header.players)
    walker = Walker(initial(setting), colours, record.statements)
    for number in range(len(record.statements)):
        judged = walker.take(number)
        yield judged
        if judged.missing is not None and judged.counts:
            return
        if judged.stops and not keep_going:
            return


def up_to_first_fault(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps of a record up to the first that leaves nothing certain behind it."""
    for judged in steps:
        yield judged
        if judged.stops:
            return


class Walker:
    """The table while a record is walked through, and how it came about."""

    def __init__(
        self,
        state: State,
        colours: tuple[str, ...],
        statements: Sequence[Statement],
        history: Iterable[AppliedEvent] = (),
    ) -> None:
        self.state = state
        self.colours = colours
        self.history = History(history)
        self._statements = statements
        self._unwritten = Unwritten(statements, colours)
        self._patience = Patience()

    @property
    def looked_for(self) -> frozenset[LookedFor]:
        """What was looked for further on, to judge the statement taken last."""
        return frozenset(self._unwritten.looked_for)

    def take(self, number: int) -> Step:
        """Judge the statement with this number and, where it counts, carry it out."""
        statement = self._statements[number]
        self._unwritten.looked_for.clear()
        inserted: tuple[Event, ...] = ()
        while (due := self._unwritten.before(self.state, number)) is not None:
            if isinstance(due, Missing):
                return Step(statement, self.state, self.state, inserted=inserted, missing=due)
            self._carry_out(due, step(self.state, due))
            inserted = (*inserted, due)
        before = self.state
        said = bound(before, statement.said)
        if said is not statement.said and not isinstance(said, Missing):
            statement = replace(statement, said=said)
        found = said if isinstance(said, Missing) else self._event(said)
        if isinstance(found, Missing):
            counts = not statement.taken_back
            return Step(statement, before, before, inserted=inserted, missing=found, counts=counts)
        event: Event | None
        if isinstance(found, Completed):
            event = found.turn
            judged = self._rule(statement, inserted, event, found.after, found.violations)
        elif (event := found) is not None:
            judged = self._rule(statement, inserted, event)
        else:
            judged = Step(statement, before, before, None, inserted)
        if judged.violations:
            return judged
        wrong: tuple[Violation, ...] = ()
        if isinstance(statement.said, RoundMark):
            wrong = self._check_round(statement.said.number)
        if statement.claims:
            wrong += self._check_claims(statement, before, event)
        return replace(judged, violations=wrong, misnoted=True) if wrong else judged

    def take_agreed(self, number: int, after: State) -> Step:
        """Go on from a table that people agreed on; whatever its line claims must lie there."""
        statement = self._statements[number]
        self._unwritten.looked_for.clear()
        before, self.state = self.state, after
        judged = Step(statement, before, after)
        wrong = self._check_claims(statement, after, None)
        return replace(judged, violations=wrong, misnoted=True) if wrong else judged

    def _event(self, said: SaidEvent) -> Event | Completed | Missing | None:
        if isinstance(said, TURNS):
            return complete(self.state, said, self._patience)
        if isinstance(said, Mark):
            return None
        return filled(self.state, said)

    def _rule(
        self,
        statement: Statement,
        inserted: tuple[Event, ...],
        event: Event,
        legal: State | None = None,
        violations: tuple[Violation, ...] = (),
    ) -> Step:
        """Judge an event, unless the table after it is known already, or what it breaks."""
        before = self.state
        if legal is None and not violations:
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
        self.history.add(event, TurnEnd(self.state, after, turn))
        self.state = after

    def _check_round(self, number: int) -> tuple[Violation, ...]:
        planning = self.state.phase == "planning" and not any(self.state.plans)
        if planning and number == self.state.round:
            return ()
        claim = SaidClaim(what="round", value=number)
        due: int | str = self.state.round if planning else f"still {self.state.round}"
        if number == self.state.round:
            begun = self.state.phase not in SETUP_PHASES
            due = "already under way" if begun else "not yet begun"
        return (
            blamed(claim, self.history).broken(subject="the round", claimed=number, actual=due),
        )

    def _check_claims(
        self, statement: Statement, before: State, event: Event | None
    ) -> tuple[Violation, ...]:
        turn = event if isinstance(event, TURNS) else None
        moment = TurnEnd(before, self.state, turn)
        broken = []
        for claim in bound_claims(self.state, statement.claims):
            if claim.doubtful:
                continue
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
        return value_text(claim, value, self.colours) if claim.what in OF_NAMES else value
