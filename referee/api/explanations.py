"""Why a turn is illegal, which turn near it would have been legal, and what was missing."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import asdict, replace

from referee.api.errors import NoAnswerError
from referee.api.games import Game, no_moment, require_edition
from referee.api.verdicts import BrokenRule, ConflictItem, broken_rule, scene_of_fault
from referee.core.answer import Answer, showing
from referee.core.citations import EDITIONS, Edition
from referee.core.events import (
    BookOnSpace,
    Claim,
    DealBooks,
    DealCards,
    Event,
    PrepareRound,
    RefillBooks,
    TakeBack,
)
from referee.core.ids import COMPANIES, words_in
from referee.core.rule import GivenNumber, NumberPart, Rule, Violation
from referee.core.state import Setting, State
from referee.core.turns import (
    Entering,
    Ousting,
    PlaceMarker,
    Placing,
    PlusOne,
    RegionPart,
    RewardPart,
    UseLevel,
)
from referee.engine import check_setting, initial
from referee.engine.referee import check
from referee.i18n import language
from referee.i18n.page_words import explaining
from referee.i18n.speech import one_by_one, say, spoken, thing
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
from referee.records.placements import part_words
from referee.records.writer import line_of, statement_of
from referee.rulebook import RULES
from referee.rulebook.bonus import CHOOSES_ONE_REWARD, TIER_REACHED

if TYPE_CHECKING:
    from referee.api.scenes import Scene
    from referee_model.explain import Core, Cores, Why
    from referee_model.explain import Correction as FoundCorrection
    from referee_model.explain import Shortfall as FoundShortfall

Editions = Edition | Literal["all"]
"""Which editions of the rulebook are cited."""

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
    conflict: tuple[ConflictItem, ...] = ()
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
        facts = [violation.plain_facts for violation in self.violations]
        return words_in([named, facts])

    @property
    def disagreement(self) -> str:
        """Where engine and model differ, which is a bug in the referee; empty if they do not."""
        if self.why is None:
            return ""
        if self.cores.outcome == "yes" and self.violations:
            return say("answers.disputes.engine-forbids")
        correction = self.why.correction
        if self.step is not None and correction is not None and correction.event is not None:
            broken = check(self.step.before, correction.event)
            if broken:
                rules = ", ".join(violation.rule.id for violation in broken)
                return say("answers.disputes.nearest-turn-illegal", rules=rules)
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
        at = moment(when) if isinstance(when, str) else when
        from referee_model.explain import Why  # noqa: PLC0415 - imports the solver
        from referee_model.explain.questions import why_setting  # noqa: PLC0415 - imports the solver

        setting = known_setting(game.read)
        if broken := tuple(check_setting(setting)):
            return Explained(game=game, violations=broken, why=Why(why_setting(setting)))
        found = _chosen(game, setting, at)
        if found.is_before_gap and (behind := _behind_gaps(game, at, found.earlier)) is not None:
            return behind
        if found.step is not None:
            return _asked(game, found.step, found.earlier)
        if at is not None and not is_at(found.last.state, at):
            raise no_such_moment(at, found.last)
    except NoMomentError as error:
        raise no_moment(error, game.name) from error
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
        game.table(at)
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
    from referee_model.explain.questions import why_with_answers  # noqa: PLC0415 - imports the solver

    legality = any(violation.rule.kind == "legality" for violation in step.violations)
    event = step.event
    why = None
    if legality and event is not None and not isinstance(event, Claim | TakeBack):
        why = why_with_answers(step.before, event)
    return Explained(game=game, step=step, violations=step.violations, why=why, earlier=earlier)


__all__ = ["GivenNumber", "NumberPart"]


# What an explanation says in words: the numbers of a contradiction, and what was missing ----------
def number_words(given: Iterable[GivenNumber], rule: str) -> list[str]:
    """Return what an effect rule of a core gives here; nothing where all of that is nothing."""
    numbers = [number for number in given if number.rule == rule]
    if not numbers:
        return [language().holds(RULES[rule])]
    told = [_with_parts(number) for number in numbers if number.value]
    told = told or [explaining().number(n.rule, n.name, 0) for n in numbers]
    return [sentence(words) for words in told if words]


def _with_parts(number: GivenNumber) -> str | None:
    """Return what is said of a number, and what it is the sum of if it is one."""
    words = explaining().number(number.rule, number.name, number.value)
    if words is None or all(part.points == number.value for part in number.parts):
        return words
    told = []
    for region, parts in groupby(number.parts, key=lambda part: part.region):
        costs = [say(f"explaining.costs.{p.what}", n=p.points, of=p.company) for p in parts]
        told.append(say("explaining.costs.region", region=region, parts=", ".join(costs)))
    return f"{words} ({one_by_one(told)})"


def sentence(words: str) -> str:
    """Return words as a sentence; an id at its beginning stays as it is written."""
    is_word = words.split(" ", 1)[0].rstrip(",:").replace("'", "").isalpha()
    start = words[:1].upper() if is_word else words[:1]
    return start + words[1:] + ("" if words.endswith(".") else ".")


def shortfall_words(shortfall: "FoundShortfall") -> str:
    """Return what was missing, as a sentence."""
    rules = ", ".join(sorted(shortfall.still_broken))
    lacks = tuple(explaining().lack(lack.what, lack.amount) for lack in shortfall.lacks)
    if shortfall.outcome == "unknown":
        return say("explaining.phrases.undecided", reason=shortfall.reason)
    if not lacks:
        return say("explaining.shortfall.none", rules=rules)
    if rules:
        return sentence(say("explaining.shortfall.not_enough", lacks=lacks, rules=rules))
    return sentence(say("explaining.shortfall.enough", lacks=lacks))


# What differs between two events of a kind, in words ----------------------------------------------
def changes(old: Event, new: Event, colours: tuple[str, ...]) -> Iterator[str]:
    """Yield each difference between an event and its correction as a few words."""
    for field in old.__struct_fields__:
        before, after = getattr(old, field), getattr(new, field)
        if before == after:
            continue
        if field == "seat":
            called = dict(enumerate(colours))
            old_name = called.get(before, before)
            yield say("explaining.correction.seat", old=old_name, new=called[after])
        elif isinstance(before, tuple) or isinstance(after, tuple):
            yield from _of_items(field, tuple(before or ()), tuple(after or ()))
        else:
            yield _replaced(
                field, *(_spent(v) if field == "points" else _called(v) for v in (before, after))
            )


def _replaced(field: str, old: str, new: str) -> str:
    of = explaining().fields.get(field, field)
    if field == "space":
        # Some spaces have the id of a good, and are none.
        return say("explaining.correction.space", of=of, old=old, new=new)
    if not new:
        return say("explaining.correction.left_out", of=of, old=old)
    if not old:
        return say("explaining.correction.added", of=of, new=new)
    return say("explaining.correction.instead", of=of, old=old, new=new)


def _of_items(field: str, old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[str]:
    of = explaining().fields.get(field, field)
    before, after = Counter(map(_called, old)), Counter(map(_called, new))
    gone, come = [*(before - after).elements()], [*(after - before).elements()]
    if gone and come:
        yield say("explaining.correction.instead", of=of, old=_listed(gone), new=_listed(come))
    elif gone:
        yield say("explaining.correction.without", of=of, old=_listed(gone))
    elif come:
        yield say("explaining.correction.with", of=of, new=_listed(come))
    else:
        yield say("explaining.correction.order", of=of, new=_listed(map(_called, new)))


def _spent(points: object) -> str:
    """Return what points were spent on; the field says already that it is points."""
    return _word(points).removeprefix("points").strip("()") or say(
        "answers.change_words.pounds-only"
    )


def _listed(words: Iterable[str]) -> str:
    return ", ".join(word or "-" for word in words)


def _called(value: object) -> str:
    """Return a part of an event with the name of a company as the language has it."""
    word = _word(value)
    name, _, number = word.partition(" ")
    return f"{thing(name)} {number}" if name in COMPANIES and number else word


def _word(value: object) -> str:  # noqa: PLR0911 - an arm for each kind
    """Return a part of an event as the notation writes it."""
    match value:
        case Entering(region, column, source):
            return f"{region}:{column}" + (f"<{source}" if source else "")
        case Ousting(region, column):
            return f"{region}:{column or 'out'}"
        case Placing(book, step):
            return f"{book}@{step}"
        case BookOnSpace(space, book):
            return f"{space}:{book}"
        case UseLevel(company, level):
            return f"{company} {level}"
        case PlusOne(card, when):
            return say(f"answers.change_words.tile-{when}", card=card)
        case _ if isinstance(value, RewardPart | RegionPart):
            return part_words(value)
        case _:
            return "" if value is None else str(value)


Found = Literal["found", "none", "unknown"]
"""An answer, the proof that there is none, or neither."""


class Conflict(Answer, frozen=True, kw_only=True):
    """Rules that cannot all hold together with what was said; without any one of them they can."""

    rules: tuple[str, ...]
    """Its legality rules."""
    because: tuple[str, ...]
    """Its effect rules: what they give is what the legality rules object to."""
    numbers: tuple[GivenNumber, ...]
    """What those effect rules give here."""
    fields: tuple[str, ...]
    """The fields of the event that they object to; none where it matters not what was said."""
    words: tuple[str, ...]
    """The numbers as sentences."""


class Correction(Answer, frozen=True, kw_only=True):
    """The nearest legal event of the same kind."""

    outcome: Found
    statement: str | None
    """In the notation of records."""
    changed: tuple[str, ...]
    """The fields of the event in which something had to change."""
    distance: int
    """How many statements had to change; what the event is about weighs more than one."""
    words: tuple[str, ...]
    """The differences."""
    barred_by: tuple[str, ...]
    """Where no event of the kind is legal: rules that forbid them all."""
    reason: str | None
    """Why it is not known."""


class Shortage(Answer, frozen=True, kw_only=True):
    """So much more of something would have been needed."""

    what: str
    amount: int
    words: str


class Shortfall(Answer, frozen=True, kw_only=True):
    """What was missing on the table for exactly this event."""

    outcome: Found
    """`none` where no amount of anything would have helped."""
    lacks: tuple[Shortage, ...]
    still_broken: tuple[str, ...]
    """Rules that forbid the event even then; none means that it would have been legal."""
    words: str
    reason: str | None
    """Why it is not known."""


class CitedRule(Answer, frozen=True, kw_only=True):
    """A place where an edition states a rule."""

    rule: str
    edition: Edition
    heading: str
    part: str | None
    page: str | None
    lines: str | None


class Explanation(Answer, frozen=True, kw_only=True):
    """All that is to say about a statement of a recorded game."""

    file: str
    outcome: ExplainedOutcome
    line: int | None
    round: int | None
    turn: int | None
    """None outside the turns of a round."""
    player: str | None
    statement: str | None
    """None where the header is at fault, or nothing is."""
    violations: tuple[BrokenRule, ...]
    """What the engine notes."""
    cores: tuple[Conflict, ...]
    """What the model proves: every minimal set of rules that forbids it."""
    complete: bool
    """Whether it is proved that there are no other cores."""
    correction: Correction | None
    shortfall: Shortfall | None
    citations: tuple[CitedRule, ...]
    disagreement: str | None
    """Where engine and model differ, which is a bug in the referee."""
    conflict: tuple[ConflictItem, ...] = ()
    """Claims and statements that exclude each other, whatever happened in the gaps before them."""


class ExplanationDetails(Struct, frozen=True):
    """An explanation, with the table and the order of telling that a page needs beside it."""

    explanation: Explanation
    explained: Explained
    editions: tuple[Edition, ...]
    """Those that are cited."""

    @property
    def faults(self) -> list[Conflict]:
        """The contradictions that a reader is told; the others only repeat them in more rules."""
        return [_contradiction(core) for core in self.explained.faults]

    @property
    def is_of_a_player(self) -> bool:
        """Whether the event is one that a player says, so that something can lack for it."""
        step = self.explained.step
        chance = DealCards | DealBooks | RefillBooks | PrepareRound
        return step is not None and not isinstance(step.event, chance)


def explanation_details(
    game: Game, at: str | At | None = None, edition: Editions | None = None
) -> ExplanationDetails:
    """Return an explanation with what a page needs beside it."""
    own = tuple(each for each in EDITIONS if each == spoken()) or EDITIONS[:1]
    editions = EDITIONS if edition == "all" else own if edition is None else (edition,)
    for each in editions:
        require_edition(each)
    found = explained(game, at)
    explanation = _explanation(found, editions)
    if (step := found.step) is not None:
        showing(explanation, lambda: _scene(found, step))
    return ExplanationDetails(explanation, found, editions)


def _scene(found: Explained, step: Step) -> "Scene":
    """Return the table before a statement, with what its faults and the nearest legal turn name."""
    from referee.drawing.marks import named  # noqa: PLC0415 - few look at pictures

    correction = found.why.correction if found.why else None
    if correction is None or correction.event is None:
        return scene_of_fault(found.game, step, found.marks)
    # What both turns name needs no mark of its own: it is where they differ that helps.
    better = words_in(to_builtins(correction.event)) - words_in(to_builtins(step.event))
    seat = getattr(step.event, "seat", None)
    legal = named(step.before, better, "legal", seat)
    return scene_of_fault(found.game, step, found.marks, legal.places)


def _explanation(found: Explained, editions: tuple[Edition, ...]) -> Explanation:
    game, step, why = found.game, found.step, found.why
    state = step.before if step else None
    seat = getattr(step.event, "seat", None) if step else None
    return Explanation(
        file=game.name,
        outcome=found.outcome,
        line=(step.statement.at.line or None) if step else None,
        round=state.round if state else None,
        turn=state.turn if state and state.phase == "actions" else None,
        player=None if seat is None else game.colours[seat],
        statement=line_of(step.statement, game.colours) if step else None,
        violations=tuple(broken_rule(violation, game.called) for violation in found.violations),
        cores=tuple(map(_contradiction, found.ordered_cores)),
        complete=found.cores.complete,
        correction=_nearest(found, why.correction) if why and why.correction else None,
        shortfall=_missing(why.shortfall) if why and why.shortfall else None,
        citations=tuple(_citations(found, editions)),
        disagreement=found.disagreement or None,
        conflict=found.conflict,
    )


def _contradiction(core: "Core") -> Conflict:
    because = tuple(sorted(core.because))
    return Conflict(
        rules=tuple(sorted(core.rules)),
        because=because,
        numbers=core.numbers,
        fields=core.fields,
        words=tuple(words for rule in because for words in number_words(core.numbers, rule)),
    )


def _nearest(found: Explained, correction: "FoundCorrection") -> Correction:
    said = found.step.event if found.step else None
    event, colours = correction.event, found.game.colours
    rulings, components = found.game.record.header.rulings, found.game.components
    words = () if said is None or event is None else tuple(changes(said, event, colours))
    return Correction(
        outcome=correction.outcome,
        statement=None
        if event is None
        else line_of(statement_of(event, rulings, components), colours),
        changed=correction.changed,
        distance=correction.distance,
        words=words,
        barred_by=tuple(sorted(correction.barred_by)),
        reason=correction.reason or None,
    )


def _missing(shortfall: "FoundShortfall") -> Shortfall:
    return Shortfall(
        outcome=shortfall.outcome,
        lacks=tuple(
            Shortage(
                what=lack.what, amount=lack.amount, words=explaining().lack(lack.what, lack.amount)
            )
            for lack in shortfall.lacks
        ),
        still_broken=tuple(sorted(shortfall.still_broken)),
        words=shortfall_words(shortfall),
        reason=shortfall.reason or None,
    )


def _citations(found: Explained, editions: tuple[Edition, ...]) -> Iterator[CitedRule]:
    for rule in found.rules:
        for citation in rule.citations:
            if citation.edition in editions:
                yield CitedRule(rule=rule.id, **asdict(citation))
