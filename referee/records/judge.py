"""The verdict on a record: legal, illegal from somewhere on, or undecided from somewhere on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.ids import COMPANIES
from referee.core.input_limits import BEGINNINGS_OF_A_RECORD
from referee.core.rule import Phrase, Violation
from referee.core.state import SETUP_PHASES, Setting, State, setting_type
from referee.engine import IllegalEventError, check_setting, initial, step
from referee.engine.actions import TURNS
from referee.engine.referee import check_turn
from referee.engine.unfinished import table_after
from referee.engine.work import Work
from referee.i18n.speech import say
from referee.records.as_it_lies import table_as_agreed
from referee.records.blame import blamed
from referee.records.claims import OF_NAMES, OF_PLAYERS, claim_text, value_text
from referee.records.completed_turn import Completed, Missing
from referee.records.completion import complete
from referee.records.history import AppliedEvent, History
from referee.records.judgement import Judgement, Outcome, Step, debts, go_on
from referee.records.pieces import bound, bound_claims, names_pieces
from referee.records.quantities import NOT_THERE, TurnEnd, actual
from referee.records.record import (
    Adjust,
    AnyOrder,
    AsItLies,
    Header,
    InOrder,
    Mark,
    Record,
    Remark,
    RoundMark,
    RulingMark,
    SaidClaim,
    SaidEvent,
    Statement,
)
from referee.records.unwritten import LookedFor, Unwritten, filled


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
    return type(said) not in NO_EVENTS


# A set of types, because every statement is asked: a tuple of classes would be tried one by one.
AGREED: Final = frozenset({Adjust, AsItLies, RulingMark})
NO_EVENTS: Final = AGREED.union({RoundMark, Remark, AnyOrder, InOrder})


def judgement_of(
    statements: Sequence[Statement], setting: Setting | Missing, steps: Iterable[Step]
) -> Judgement:
    """Return the verdict on statements that were judged step by step, as far as they were."""
    events = sum([type(each.said) not in NO_EVENTS for each in statements])
    if isinstance(setting, Missing):
        return Judgement(outcome="undecided", events=events, header_missing=setting)
    if broken := tuple(check_setting(setting)):
        return Judgement(outcome="illegal", events=events, header=broken)
    faults: list[Step] = []
    taken_back: list[Step] = []
    agreed: list[Step] = []
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
        elif type(judged.statement.said) in AGREED:
            agreed.append(judged)
    certain: Outcome = "wrong-note" if faults else "legal"
    return Judgement(
        outcome="illegal" if illegal else "undecided" if undecided else certain,
        finished=state is not None and state.phase == "over",
        events=events,
        legal=legal,
        faults=tuple(faults),
        open=undecided,
        taken_back=tuple(taken_back),
        agreed=tuple(agreed),
        filled_in=tuple(filled_in),
        state=initial(setting) if state is None else state,
    )


def walk(record: Record, setting: Setting, *, keep_going: bool = False) -> Iterator[Step]:
    """Yield every statement judged; after a broken rule only if told to keep going.

    A wrong note breaks no rule: what the rules give is on the table, and the walk goes on.
    """
    colours = tuple(player.colour for player in record.header.players)
    by_sight = names_pieces(*[each.said for each in record.statements])
    walker = Walker(initial(setting), colours, record.statements, by_sight=by_sight)
    for number in range(len(record.statements)):
        judged = walker.take(number)
        if judged.illegal and judged.counts and judged.statement.text:
            # Few lines break a rule.
            from referee.records.settling import other_reading  # noqa: PLC0415

            if (question := other_reading(judged, record.header, colours)) is not None:
                judged = Step(judged.statement, judged.before, judged.before, missing=question)
        yield judged
        if judged.missing is not None and judged.counts:
            return
        if judged.violations and judged.stops and not keep_going:
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
        *,
        by_sight: bool = True,
    ) -> None:
        """Begin at a table; not `by_sight` if no statement names a piece by place or face."""
        self.state = state
        self.colours = colours
        self.history = History(history)
        self._statements = statements
        self._unwritten = Unwritten(statements, colours)
        self._budget = Budget(BEGINNINGS_OF_A_RECORD)
        self._by_sight = by_sight

    @property
    def looked_for(self) -> frozenset[LookedFor]:
        """What was looked for further on, to judge the statement taken last."""
        return frozenset(self._unwritten.looked_for)

    def take(self, number: int) -> Step:
        """Judge the statement with this number and, where it counts, carry it out."""
        is_agreed = type(self._statements[number].said) in AGREED
        agreed = self._agreed(number) if is_agreed else None
        return self._judged(number) if agreed is None else agreed

    def _judged(self, number: int) -> Step:
        statement = self._statements[number]
        self._unwritten.looked_for.clear()
        inserted: tuple[Event, ...] = ()
        while (due := self._unwritten.before(self.state, number)) is not None:
            if isinstance(due, Missing):
                return Step(statement, self.state, self.state, inserted=inserted, missing=due)
            self._carry_out(due, step(self.state, due))
            inserted = (*inserted, due)
        before = self.state
        named = bound(before, statement.said) if self._by_sight else statement.said
        if named is not statement.said and not isinstance(named, Missing):
            statement = replace(statement, said=named)
        found = named if isinstance(named, Missing) else self._event(named)
        if isinstance(found, Missing):
            counts = not statement.taken_back
            return Step(statement, before, before, inserted=inserted, missing=found, counts=counts)
        event: Event | None
        wrong: tuple[Violation, ...] = ()
        if isinstance(found, Completed):
            event = found.turn
            judged = self._rule(statement, inserted, event, found)
        elif (event := found) is not None:
            judged = self._rule(statement, inserted, event, None)
        else:
            judged = Step(statement, before, before, None, inserted)
            if isinstance(named, RoundMark):
                wrong = self._check_round(named.number)
        if judged.violations:
            return judged
        if statement.claims:
            wrong += self._check_claims(statement, before, event)
        return replace(judged, violations=wrong, misnoted=True) if wrong else judged

    def _agreed(self, number: int) -> Step | None:
        """Go on from what people agreed on; None if that does not leave one certain table."""
        statement, before = self._statements[number], self.state
        after = table_as_agreed(before, statement)
        if after is None:
            return None
        judged = self.take_agreed(number, after)
        if judged.violations and isinstance(statement.said, AsItLies):
            # What makes a count differ is not known.
            self.state = before
            return None
        return judged

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
            return complete(self.state, said, self._budget)
        if isinstance(said, Mark):
            return None
        return filled(self.state, said)

    def _rule(
        self,
        statement: Statement,
        inserted: tuple[Event, ...],
        event: Event,
        known: Completed | None,
    ) -> Step:
        """Judge an event, unless the table after it is known already, or what it breaks."""
        before = self.state
        legal: State | None = None
        violations: tuple[Violation, ...] = ()
        work: Work | None = None
        if known is None:
            try:
                legal = step(before, event)
            except IllegalEventError as error:
                violations = error.violations
        elif known.after is not None or known.violations:
            legal, violations, work = known.after, known.violations, known.work
        else:
            violations, work = check_turn(before, known.turn)
            legal = None if violations or work is None else table_after(work)
        if statement.taken_back:
            judged = Step(statement, before, before, event, inserted, violations)
            return replace(judged, counts=False)
        if legal is not None:
            self._carry_out(event, legal)
            return Step(statement, before, legal, event, inserted)
        after, treated = go_on(before, event, violations, work)
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
        now = self.state.round
        due: int | str = now if planning else Phrase(f"still {now}", "still-round", n=now)
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
            if value < len(self.colours):
                return self.colours[value]
            return Phrase(f"seat {value}", "seat", n=value)
        return value_text(claim, value, self.colours) if claim.what in OF_NAMES else value
