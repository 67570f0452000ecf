"""What there is to explain in a record: which statement, and what engine and model say to it."""

from typing import TYPE_CHECKING, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.api.errors import NoAnswerError
from referee.api.games import Game, no_moment
from referee.core.events import Claim, TakeBack
from referee.core.ids import words_in
from referee.core.rule import Rule, Violation
from referee.core.state import Setting, State
from referee.core.turns import PlaceMarker
from referee.engine import check_setting, initial
from referee.engine.referee import check
from referee.i18n.speech import say
from referee.records.judge import walk
from referee.records.judgement import Step
from referee.records.moments import (
    Addresses,
    At,
    NoMomentError,
    Stopped,
    is_at,
    known_setting,
    moment,
    no_such_moment,
    stands_at,
)
from referee.rulebook import RULES
from referee.rulebook.bonus import CHOOSES_ONE_REWARD, TIER_REACHED

if TYPE_CHECKING:
    from referee.api.verdict_answers import Excluding
    from referee_model.explain import Core, Cores, Why

ExplainedOutcome = Literal["legal", "illegal", "wrong-note", "undecided"]
"""`wrong-note` where the turn is legal and what was noted about it is not right."""


class Explained(Struct, frozen=True, kw_only=True):
    """A statement of a record, what the engine notes, and what the model proves about it."""

    game: Game
    step: Step | None = None
    """None where the header is at fault, or nothing is."""
    violations: tuple[Violation, ...] = ()
    why: "Why | None" = None
    earlier: Step | None = None
    """An earlier statement that broke a rule, after which the judging went on."""
    conflict: "tuple[Excluding, ...]" = ()
    """Claims and statements that exclude each other, whatever happened in the gaps before them."""

    @property
    def cores(self) -> "Cores":
        """What the model says; an empty yes where it was not asked."""
        from referee_model.explain import Cores  # noqa: PLC0415 - imports the solver

        if self.why is None:
            return Cores("yes")
        return self.why.whatever or self.why.cores

    @property
    def seen(self) -> tuple[Violation, ...]:
        """The violations to tell; that nothing was chosen is none where nothing could be."""
        event = self.step.event if self.step else None
        if self.step is None or not isinstance(event, PlaceMarker):
            return self.violations
        if self.why is None or self.why.whatever is None:
            return self.violations
        others = [v for v in self.violations if v.rule is not CHOOSES_ONE_REWARD]
        return (*others, *_lowest_tier(self.step.before, event))

    @property
    def ordered_cores(self) -> "list[Core]":
        """The cores, first those of rules that the engine notes too."""
        noted = {violation.rule.id for violation in self.violations}
        return sorted(self.cores.found, key=lambda core: not core.rules & noted)

    @property
    def distinct_cores(self) -> "list[Core]":
        """The cores without those that only tell the fault of another one in more rules."""
        found = self.ordered_cores
        return [core for core in found if not any(other.rules < core.rules for other in found)]

    @property
    def faults(self) -> "list[Core]":
        """The cores to tell: those that the engine notes too.

        Where it is another player's turn, say, the engine looks no further, and nobody wants it to.
        """
        noted = {violation.rule.id for violation in self.violations}
        told = [core for core in self.distinct_cores if core.rules & noted]
        return told or self.distinct_cores

    @property
    def besides(self) -> list[str]:
        """The rules that are not told but stand against it as well."""
        told = {rule for core in self.faults for rule in core.members}
        noted = {violation.rule.id for violation in self.violations}
        others = {rule for core in self.distinct_cores for rule in core.rules}
        return sorted((noted | others) - told) if self.why else []

    @property
    def rules(self) -> list[Rule]:
        """Every rule that plays a part in what is told, in rulebook order."""
        told = {rule for core in self.faults for rule in core.members}
        told |= {violation.rule.id for violation in self.violations}
        return [rule for rule in RULES.values() if rule.id in told]

    @property
    def marks(self) -> frozenset[str]:
        """Everything on the table that the cores are about: what was named, and what was noted."""
        event = self.step.event if self.step else None
        fields = {field for core in self.cores.found for field in core.fields}
        named = [to_builtins(getattr(event, field, None)) for field in fields]
        facts = [to_builtins(violation.facts) for violation in self.violations]
        return words_in([named, facts])

    @property
    def disagreement(self) -> str:
        """Where engine and model part, which is a fault of the referee; empty if they do not."""
        if self.why is None:
            return ""
        if self.cores.outcome == "yes" and self.violations:
            return say("answers.disputes.the-engine-forbids-what-the")
        correction = self.why.correction
        if self.step is not None and correction is not None and correction.event is not None:
            broken = check(self.step.before, correction.event)
            if broken:
                rules = ", ".join(violation.rule.id for violation in broken)
                return say("answers.disputes.the-model-nearest-legal-turn", rules=rules)
        return ""

    @property
    def outcome(self) -> ExplainedOutcome:
        """`legal`, `illegal`, `wrong-note` or `undecided`."""
        if self.step is not None and self.step.missing is not None:
            return "undecided"
        if self.disagreement or self.cores.outcome == "unknown":
            return "undecided"
        if self.step is not None and self.step.misnoted:
            return "wrong-note"
        return "illegal" if self.violations or self.conflict else "legal"


def _lowest_tier(state: State, event: PlaceMarker) -> list[Violation]:
    """Return how far a player is from the lowest tier of a majority space."""
    tiers = next(
        (s.tiers for s in state.setting.spaces if s.id == event.space and hasattr(s, "tiers")), ()
    )
    broken = [
        violation
        for option, _ in enumerate(tiers, 1)
        for violation in check(state, replace(event, option=option))
        if violation.rule is TIER_REACHED
    ]
    return sorted(broken, key=lambda violation: violation.facts["least"])[:1]


def explained(game: Game, when: str | At | None = None) -> Explained:
    """Return what there is to say to a moment of a game, or to the first broken rule."""
    try:
        return _explained(game, moment(when) if isinstance(when, str) else when)
    except NoMomentError as error:
        raise no_moment(error, game.name) from error


def _explained(game: Game, at: At | None) -> Explained:
    from referee_model import explain  # noqa: PLC0415 - imports the solver

    setting = known_setting(game.read)
    if broken := tuple(check_setting(setting)):
        why = explain.Why(explain.why_setting(setting))
        return Explained(game=game, violations=broken, why=why)
    found = _chosen(game, setting, at)
    if found.is_before_gap:
        behind = _behind_gaps(game, at, found.earlier)
        if behind is not None:
            return behind
    if found.step is not None:
        return _asked(game, found.step, found.earlier)
    if at is not None and not is_at(found.last.state, at):
        raise no_such_moment(at, found.last)
    return Explained(game=game)


class _ChosenStatement(Struct, frozen=True):
    """The statement that is to be explained, as far as a record is certain."""

    step: Step | None
    earlier: Step | None
    last: Stopped
    is_before_gap: bool
    """The record goes on behind a gap, and what is to be explained may stand there."""


def _chosen(game: Game, setting: Setting, at: At | None) -> _ChosenStatement:
    earlier: Step | None = None
    chosen: Step | None = None
    last: Step | None = None
    addresses = Addresses(game.record.statements, game.colours)
    for number, step in enumerate(walk(game.record, setting, keep_going=at is not None)):
        last = step
        if at is None or _concerns(step, at, number, addresses):
            chosen = _better(chosen, step, at)
        elif step.illegal and step.counts:
            earlier = earlier or step
        # A wrong note is explained only where no rule was broken.
        if chosen is not None and _is_at_fault(chosen) and not chosen.misnoted:
            break
    at_gap = last is not None and last.missing is not None and last.counts
    return _ChosenStatement(
        chosen,
        earlier,
        Stopped(game.colours, initial(setting) if last is None else last.after),
        at_gap and (chosen is None or chosen is last),
    )


def _behind_gaps(game: Game, at: At | None, earlier: Step | None) -> Explained | None:
    """Return what there is to say to a statement behind a gap; None if that is not known."""
    judged = game.judged_gaps
    if judged is None or judged.outcome == "undecided":
        return None
    failing = judged.failing
    if at is not None:
        steps = (*judged.certain_steps(), *([failing] if failing else []))
        chosen = next((step for step in steps if _stands(game, step, at)), None)
        if chosen is not None:
            return _asked(game, chosen, earlier)
        # This names the gap, or says that there is no such moment.
        game.at(at)
        raise NoAnswerError(judged.gap_words(game.colours), file=game.name)
    if judged.outcome == "legal":
        wrong = next((step for step in (*judged.gaps.judged, *judged.notes) if step.misnoted), None)
        return Explained(game=game) if wrong is None else _asked(game, wrong, None)
    if failing is not None:
        return _asked(game, failing, earlier)
    return Explained(game=game, conflict=judged.report(game.colours).conflict())


def _stands(game: Game, step: Step, at: At) -> bool:
    """Return whether a statement behind a gap is that of a moment or an address."""
    statements = game.record.statements
    number = next(n for n, statement in enumerate(statements) if statement is step.statement)
    if step.event is None and not at.address:
        return False
    return stands_at(step.before, at, number, Addresses(statements, game.colours))


def _is_at_fault(step: Step) -> bool:
    return bool(step.violations) or step.missing is not None


def _better(chosen: Step | None, step: Step, at: At | None) -> Step | None:
    """Return the statement to explain: one that is at fault, else the first event of a moment."""
    if _is_at_fault(step) and (step.counts or at is not None):
        return chosen if chosen is not None and chosen.misnoted and step.misnoted else step
    if at is None or chosen is not None or step.event is None:
        return chosen
    return step if at.address or is_at(step.before, at) else chosen


def _concerns(step: Step, at: At, number: int, addresses: Addresses) -> bool:
    """Return whether a statement is of a moment; a refill before a turn is of its moment."""
    if at.address:
        return addresses.is_before(step.before, number, at.address)
    state = step.before
    due = state.phase == "actions" and (state.round, state.turn) == (at.round, at.turn)
    return due or is_at(state, at)


def _asked(game: Game, step: Step, earlier: Step | None) -> Explained:
    from referee_model import explain  # noqa: PLC0415 - imports the solver

    legality = any(violation.rule.kind == "legality" for violation in step.violations)
    event = step.event
    why = None
    if legality and event is not None and not isinstance(event, Claim | TakeBack):
        why = explain.why_with_answers(step.before, event)
    return Explained(
        game=game,
        step=step,
        violations=step.violations,
        why=why,
        earlier=earlier,
    )
