"""Every legal way to fill gaps: how many, what they have in common, what to ask."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import inf, perm, prod
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import NoAnswerError
from referee.api.games import Game
from referee.api.long_work import budget_of
from referee.api.tables import PossibleTables, Table
from referee.api.verdicts import (
    AgreedStatement,
    AgreementKind,
    CertainFact,
    ConflictItem,
    DoubtfulClaim,
    OpenGap,
    RuleNamed,
)
from referee.core.answer import Answer
from referee.core.budget import Budget
from referee.core.canonical import Canonical
from referee.core.component_set import ComponentSet
from referee.core.events import (
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import Placing, PlusOne
from referee.engine import UnreadableEventError, check
from referee.engine.actions import TURNS
from referee.engine.scoring import PAD_ROWS
from referee.gaps.completions import (
    DEFAULT_WORK,
    Completions,
    SharedField,
    complete_record,
    named_tables,
    open_table,
)
from referee.gaps.conflict import Blamed, Reason, blanked
from referee.gaps.draws import Draw, drawn_names, due_before
from referee.gaps.graph import Graph, events_of
from referee.gaps.lines import (
    AGREED,
    ONE_TURN,
    WRITTEN,
    GapLine,
    Written,
    is_exact,
    is_gap,
)
from referee.gaps.questions import MOST_ANSWERS, RememberedQuantity, Settling
from referee.gaps.records import RecordWithGaps, example_record, record_with_gaps
from referee.gaps.stand_ins import CountedChoice, World, kind_of, pools
from referee.i18n import language
from referee.i18n.page_words import cited_place
from referee.i18n.speech import named, one_by_one, say, say_or, thing
from referee.records.as_it_lies import Corrections, corrections
from referee.records.claims import OF_NAMES, OF_PLAYERS, claim_text, value_text
from referee.records.completed_turn import Completed, Missing
from referee.records.completion import complete
from referee.records.judge import is_event, judge, setting_of, walk
from referee.records.judgement import Judgement, Outcome, Step
from referee.records.moments import Addresses, At, address_of, is_at, line_address, stands_at
from referee.records.quantities import NOT_THERE, TurnEnd, actual
from referee.records.record import (
    Adjust,
    AsItLies,
    BlankTurn,
    BlankTurns,
    Record,
    RulingMark,
    SaidClaim,
    Statement,
)
from referee.records.unwritten import filled
from referee.records.writer import line_of, statement_of, text_of
from referee.rulebook import RULES

if TYPE_CHECKING:
    from referee.gaps.completions import PadRange

# Words for what can have happened in a gap: draws, choices, facts and claims ----------------------
MOST_VALUES: Final = 5
"""Values of something open that are told one by one."""


def claim_words(claim: SaidClaim, colours: tuple[str, ...]) -> str:
    """Return a claim as it is written."""
    return claim_text([claim], colours)


_OWNED: Final[Mapping[type, str]] = {
    Plan: "plan",
    TakeStartingTile: "starting-tile",
    RestStartingCards: "resting-cards",
    TakeStartingBonus: "starting-bonus",
}


def owner_words(choice: CountedChoice, colours: tuple[str, ...]) -> str:
    """Return what a choice is: `blue's turn`, `green's plan`."""
    seat = getattr(choice, "seat", None)
    what = "turn" if isinstance(choice, Canonical) else _OWNED.get(type(choice), "draw")
    if seat is None:
        return say(f"answers.gap_words.unowned.{what}")
    return say(f"answers.gap_words.owned.{what}", player=colours[seat])


def corrections_words(found: Corrections, colours: tuple[str, ...]) -> Iterator[str]:
    """Yield what lay otherwise on the table than the record had come to."""
    for each in found.corrections:
        words = claim_words(each.claim, colours)
        if each.was == NOT_THERE:
            yield say("answers.gap_words.known-new", claim=words)
        else:
            (was,) = claim_values(each.claim, (each.was,), colours)
            yield say("answers.gap_words.known-differs", claim=words, was=was)


def draw_words(event: Event, unnamed: Sequence[str]) -> tuple[str, str]:
    """Return what was drawn without being named, and what to write for it."""
    match event:
        case RefillBooks() | DealBooks():
            spaces = [on.space for on in event.books if on.book in unnamed]
            word = "refill" if isinstance(event, RefillBooks) else "books"
            book = say("help.placeholders.book")
            places = " ".join(f"{space}:{book}" for space in spaces)
            return (
                say("answers.gap_words.books-drawn", spaces=", ".join(spaces)),
                say("answers.gap_words.write-books", word=word, places=places),
            )
        case PrepareRound() | DealCards():
            word = "prepare" if isinstance(event, PrepareRound) else "display"
            return (
                say("answers.gap_words.cards-drawn", unnamed=len(unnamed), cards=len(event.cards)),
                say("answers.gap_words.write-cards", word=word, cards=len(event.cards)),
            )
        case _:
            return say("answers.gap_words.what-was-drawn"), ""


def claim_values(
    claim: SaidClaim, values: Iterable[int], colours: tuple[str, ...]
) -> tuple[int | str, ...]:
    """Return values of what is claimed in order, by name where they are numbers of something."""
    if claim.what not in OF_NAMES | OF_PLAYERS:
        return tuple(sorted(values))
    return tuple(value_text(claim, value, colours) for value in sorted(values))


# Facts -------------------------------------------------------------------------------------------


def fact_words(facts: Iterable[SharedField]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is certain of a line, and what is open of it, in words."""
    certain: list[str] = []
    still_open: list[str] = []
    for fact in facts:
        if fact.field == "seat":
            continue
        kind, _, company = fact.field.partition(" ")
        called = say_or(kind.replace("_", " "), f"answers.gap_words.fields.{kind}", company=company)
        name = called.strip()
        if fact.certain:
            if not _is_nothing(fact.value):
                certain.append(_fact_sentence(fact.field, name, fact.value))
            continue
        if fact.always:
            certain.append(say("answers.gap_words.at-least", name=name, value=_value(fact.always)))
        still_open.append(named(name, _values(fact)))
    return tuple(certain), tuple(still_open)


def _is_nothing(value: object) -> bool:
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return not any(value)
    return value in (None, 0, frozenset(), ())


def _fact_sentence(field: str, name: str, value: object) -> str:
    if field == "do":
        return say_or(str(value), f"answers.gap_words.actions.{value}")
    return named(name, thing(str(value)) if field == "company" else _value(value))


def _values(fact: SharedField) -> str:
    found = fact.range
    if found is not None and len(fact.values) > MOST_VALUES:
        return say("answers.gap_words.range", first=found[0], last=found[1])
    told = sorted(map(_value, fact.values))
    if len(told) > MOST_VALUES:
        return say("answers.gap_words.possibilities", n=len(told))
    return say("answers.gap_words.either", others=", ".join(told[:-1]), last=told[-1])


def _value(value: object) -> str:
    for kind, words in _VALUES:
        if isinstance(value, kind):
            return words(value)
    return thing("none") if value is None else str(value)


_VALUES: Final[tuple[tuple[Any, Callable[[Any], str]], ...]] = (
    (Placing, lambda placing: f"{placing.book}@{placing.step}"),
    (PlusOne, lambda plus: f"{plus.card} {plus.when}"),
    (frozenset, lambda each: " ".join(sorted(map(_value, each))) or thing("none")),
    (tuple, lambda each: " ".join("-" if part is None else _value(part) for part in each)),
)


MOST_WRITTEN: Final = 4
"""Lines that could be written for a gap; of more only the first is told as an example."""


_KINDS: Final[Mapping[type, AgreementKind]] = {
    Adjust: "adjust",
    AsItLies: "table",
    RulingMark: "ruling",
}

Alternatives = dict[tuple[int, str, str], dict[CountedChoice, Event]]
"""By line, address and what was chosen, in words, everything that it can have been."""


class GapReport:
    """Tells what a search found, place by place."""

    def __init__(self, gaps: RecordWithGaps, found: Completions, colours: tuple[str, ...]) -> None:
        self._gaps = gaps
        self._found = found
        self._colours = colours

    # What is open --------------------------------------------------------------------------------

    def open_gaps(self) -> tuple[OpenGap, ...]:
        """Return everything that is still open, in the order of the record."""
        graph = self._found.graph
        if graph is None:
            return tuple(
                self._open(place, say("answers.gap_answers.what-happened-here"), None)
                for place, line in enumerate(self._gaps.lines)
                if is_gap(line.content) and not isinstance(line.content, TURNS)
            )
        by_place = [*self._draws(graph)]
        for (place, address, what), choices in self._alternatives(graph).items():
            # Unless all was tried, there may be others also where one was found.
            content = graph.lines[place].content
            said = all(
                each == content or (isinstance(content, TURNS) and isinstance(each, TURNS))
                for each in choices.values()
            )
            if len(choices) > 1 or not (self._found.exact or said):
                write = self._to_write(choices.values())
                gap = self._open(place, what, len(choices), write, address=address)
                by_place.append((place, gap))
        return tuple(gap for _, gap in sorted(by_place, key=lambda each: each[0]))

    def _alternatives(self, graph: Graph) -> Alternatives:
        found: Alternatives = {}
        for node in reversed(graph.live_nodes()):
            for move, _ in node.edges:
                if move.choice is None or isinstance(move.choice, Corrections):
                    continue
                what = owner_words(move.choice, self._colours)
                address = self.address(node.place, [node.world.table])
                choices = found.setdefault((node.place, address, what), {})
                choices.setdefault(move.choice, move.events[-1])
        return found

    def _to_write(self, events: Iterable[Event]) -> tuple[str, ...]:
        # All ways are listed only where these are known to be all. There can be many thousands.
        most = MOST_WRITTEN if self._found.exact else 0
        different: list[str] = []
        for event in events:
            if (line := self._line(event)) not in different:
                different.append(line)
            if len(different) > most:
                break
        if len(different) <= most:
            return (
                say(
                    "answers.gap_answers.write", different=tuple(f"`{line}`" for line in different)
                ),
            )
        return (say("answers.gap_answers.write-such", different=different[0]),)

    def _draws(self, graph: Graph) -> Iterator[tuple[int, OpenGap]]:
        """Yield the draws of which books or cards lie on the table, or lay there, unnamed."""
        components = self._gaps.start.setting.components
        node = graph.start
        draws: list[tuple[int, Draw, State]] = []
        while node.place < len(graph.lines):
            move, further = node.edges[0]
            if move.after.stand_ins and move.choice is None:
                draws += [
                    (place, event, node.world.table)
                    for place, event in events_of(graph.lines, node.place, move)
                    if isinstance(event, DealCards | DealBooks | RefillBooks | PrepareRound)
                ]
            node = further
        kinds = {kind_of(name, components) for name in node.world.stand_ins}
        for place, event, table in draws:
            said = graph.lines[place].content
            written = drawn_names(said) if isinstance(said, Draw) else []
            of_kind = {
                name: kind_of(name, components)
                for name in drawn_names(event)
                if name not in written
            }
            unnamed = {name: kind for name, kind in of_kind.items() if kind and kind in kinds}
            if unnamed:
                # Another completion may know less by then, yet no less than at the start.
                ways = prod(
                    perm(len({*pools(graph.start.world).get(kind, ())}.difference(written)), number)
                    for kind, number in Counter(unnamed.values()).items()
                )
                what, write = draw_words(event, [*unnamed])
                yield (
                    place,
                    self._open(
                        place,
                        what,
                        ways,
                        (write,),
                        address=self.address(place, [table]),
                        at_most=True,
                    ),
                )

    def _open(
        self,
        place: int,
        what: str,
        ways: int | None,
        write: tuple[str, ...] = (),
        *,
        address: str = "",
        at_most: bool = False,
    ) -> OpenGap:
        statement = self._gaps.statement(place)
        return OpenGap(
            address=address or self.address(place, ()),
            line=statement.at.line or None,
            column=statement.at.column or None,
            statement=line_of(statement, self._colours),
            what=what,
            ways=ways,
            bound="at most" if at_most else "exactly" if self._found.exact else "at least",
            write=write,
        )

    def _line(self, event: Event) -> str:
        setting = self._gaps.start.setting
        return line_of(statement_of(event, setting.rulings, setting.components), self._colours)

    def address(self, place: int, tables: Iterable[State]) -> str:
        """Return the address of a line: by round and turn where these are certain."""
        number, statements = self._gaps.statements[place], self._gaps.record.statements
        addresses = {address_of(table, number, statements, self._colours) for table in tables}
        return addresses.pop() if len(addresses) == 1 else line_address(number, statements)

    def address_behind(self, place: int) -> str:
        """Return the address of a line as one tells it who asks for the table behind it."""
        return self.address(place, [moment.before for moment, _ in self._found.moments(place)])

    # What is certain -----------------------------------------------------------------------------

    def must(self) -> tuple[CertainFact, ...]:
        """Return what every way of filling the gaps shares, line by line; nothing unless exact."""
        if not self._found.exact or self._found.graph is None:
            return ()
        told = []
        for place, line in enumerate(self._gaps.lines):
            facts = self._found.facts(place)
            if not facts or not is_gap(line.content) or self._goes_without_saying(place):
                continue
            certain, still_open = fact_words(facts)
            statement = self._gaps.statement(place)
            told.append(
                CertainFact(
                    address=self.address_behind(place),
                    line=statement.at.line or None,
                    statement=line_of(statement, self._colours),
                    player=self._player(facts),
                    certain=certain,
                    open=still_open,
                )
            )
        return tuple(told)

    def _player(self, facts: Iterable[SharedField]) -> str | None:
        """Return whose turn it was in every way of filling the gaps."""
        seats = [fact.value for fact in facts if fact.field == "seat" and fact.certain]
        return next((self._colours[seat] for seat in seats if isinstance(seat, int)), None)

    def _goes_without_saying(self, place: int) -> bool:
        """Return whether the rules alone leave one value for all that a line does not say."""
        said = self._gaps.lines[place].content
        moments = self._found.moments(place)
        if not isinstance(said, TURNS) or len(moments) != 1 or self._found.ways_left(place) != 1:
            return False
        return isinstance(complete(moments[0][0].before, said), Completed)

    # What conflicts ------------------------------------------------------------------------------

    def conflict(self) -> tuple[ConflictItem, ...]:
        """Return the fewest claims and statements that exclude each other, in their order."""
        why = self._found.conflict
        if why is None:
            return ()
        reasons = why.reasons or tuple(Reason(blamed) for blamed in why.blamed)
        return tuple(self._excluding(reason.blamed, reason) for reason in reasons)

    def _excluding(self, blamed: Blamed, reason: Reason) -> ConflictItem:
        statement = self._gaps.statement(blamed.place)
        return ConflictItem(
            line=statement.at.line or None,
            column=statement.at.column or None,
            statement=line_of(statement, self._colours),
            claim=None if blamed.claim is None else claim_words(blamed.claim, self._colours),
            rules=tuple(map(_named, reason.rules)),
            possible=()
            if blamed.claim is None
            else claim_values(blamed.claim, reason.values, self._colours),
        )

    # What was agreed, and what was doubted -------------------------------------------------------

    def agreed(self) -> tuple[AgreedStatement, ...]:
        """Return everything that the table agreed on."""
        return tuple(
            agreed_statement(
                self._gaps.statement(place),
                self._found.choices[place] if self._found.choices else (),
                self._colours,
            )
            for place, line in enumerate(self._gaps.lines)
            if isinstance(line.content, AGREED)
        )

    def doubts(self) -> tuple[DoubtfulClaim, ...]:
        """Return every claim that its writer was not sure of, before the first gap or behind it."""
        behind = (
            DoubtfulClaim(
                line=self._gaps.statement(doubt.place).at.line or None,
                claim=claim_words(doubt.claim, self._colours),
                possible=doubt.possible,
                values=claim_values(doubt.claim, doubt.values, self._colours),
            )
            for doubt in self._found.doubts()
        )
        return (*doubtful_claims(self._gaps.judged, self._colours), *behind)


def agreed_steps(steps: Iterable[Step], colours: tuple[str, ...]) -> tuple[AgreedStatement, ...]:
    """Return what the table agreed on where nothing before it is open."""
    found = []
    for step in steps:
        changed = None
        if isinstance(step.statement.said, AsItLies):
            claims = [claim for claim in step.statement.claims if not claim.doubtful]
            changed = corrections(step.before, step.after, claims)
        found.append(agreed_statement(step.statement, (changed,), colours))
    return tuple(found)


def agreed_statement(
    statement: Statement, choices: Iterable[CountedChoice], colours: tuple[str, ...]
) -> AgreedStatement:
    """Return what the table agreed on, with everything that it may have put right."""
    changed = [
        corrections_words(choice, colours) for choice in choices if isinstance(choice, Corrections)
    ]
    return AgreedStatement(
        kind=_KINDS[type(statement.said)],
        line=statement.at.line or None,
        statement=line_of(statement, colours),
        changed=tuple(dict.fromkeys(chain.from_iterable(changed))),
    )


def _named(rule_id: str) -> RuleNamed:
    rule = RULES[rule_id]
    return RuleNamed(
        rule=rule.id,
        name=rule.name,
        holds=language().holds(rule),
        citations=tuple(map(cited_place, rule.citations)),
    )


# The verdict on a record with gaps: whether any way of filling them fits all that it says ---------

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
        statements, failed = self.gaps.record.statements, found.failed_at
        behind = len(statements) if failed is None else self.gaps.statements[failed]
        return replace(
            before,
            outcome="wrong-note" if outcome == "legal" and faults else outcome,
            finished=table.phase == "over",
            legal=sum(is_event(statement.said) for statement in statements[:behind]),
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

    def example(self) -> Record | None:
        """Return the record with its gaps filled in one way that fits everything."""
        return example_record(self.gaps, self.found)

    def gap_words(self, colours: tuple[str, ...]) -> str:
        """Return what keeps a table behind gaps from being certain: the first gap, in words."""
        if not self.found.exact:
            return say("answers.gap_verdicts.not-all-tried")
        open_gaps = self.report(colours).open_gaps()
        if not open_gaps:
            return say("answers.gap_verdicts.several-fillings")
        first = open_gaps[0]
        if first.line:
            words = say("answers.gap_verdicts.line-leaves-open", line=first.line, what=first.what)
        else:
            words = say("answers.gap_verdicts.leaves-open", where=first.address, what=first.what)
        return one_by_one((words, *first.write))

    def report(self, colours: tuple[str, ...]) -> GapReport:
        """Return what tells what was found."""
        return GapReport(self.gaps, self.found, colours)


STEPS_A_SECOND: Final = 50_000
LONGEST: Final = 3600
"""Steps that a time limit allows for each of its seconds, up to an hour."""

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
    given: Budget | None = None,
    share: float = 1,
    *,
    keep_going: bool = False,
) -> JudgedGaps | None:
    """Return a record with the ways to fill its gaps; None if it has none to search.

    All that is to find out is done within one budget, a share of the time that is given: the ways
    first, then why there are none; with `keep_going` what else breaks rules.
    """
    setting = setting_of(record.header, components)
    gaps = None if isinstance(setting, Missing) else record_with_gaps(record, setting)
    if gaps is None:
        return None
    limits = budget_of(given)
    seconds, work = limits.seconds_left * share, limits.work
    if work == inf:
        # More work for more time.
        work = DEFAULT_WORK if seconds == inf else int(STEPS_A_SECOND * min(seconds, LONGEST))
    # A search is not cut short because the machine does other things.
    budget = Budget(work, seconds, limits.stop, clock=time.thread_time)
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


def _further(gaps: RecordWithGaps, place: int, budget: Budget) -> Iterator[Step]:
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
    return doubtful_claims(walk(game.record, setting), game.colours)


def doubtful_claims(steps: Iterable[Step], colours: tuple[str, ...]) -> tuple[DoubtfulClaim, ...]:
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
                    values=claim_values(claim, [value], colours),
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
    open_gaps: tuple[OpenGap, ...] = ()
    must: tuple[CertainFact, ...] = ()
    """What every way shares, gap by gap."""
    conflict: tuple[ConflictItem, ...] = ()
    question: GapQuestion | None = None
    example: str | None
    """The record with its gaps filled in one of the ways; None if there is none."""
    tried: int = 0
    """How many steps the search took."""


def completions_of(game: Game, at: str | None, budget: Budget | None) -> Gaps:
    """Return every legal way to fill the gaps of a record, as far as a search finds them."""
    limits = budget_of(budget)
    asking = Budget(MOST_ANSWERS, limits.seconds_left, limits.stop, clock=time.thread_time)
    found = judge_gaps(game.record, game.components, limits, SEARCHING)
    return _without_gaps(game) if found is None else _with_gaps(game, found, at, asking)


def _without_gaps(game: Game) -> Gaps:
    """Return the answer of a record that leaves nothing open, or breaks a rule before it does."""
    outcome = judge(game.record, game.components).outcome
    is_whole = outcome in {"legal", "wrong-note"}
    return Gaps(
        file=game.name,
        verdict=outcome,
        number=int(is_whole),
        exact=outcome != "undecided",
        example=game.to_text() if is_whole else None,
    )


SEARCHING: Final = 0.7
"""The share of a time limit for the ways to fill gaps; then it is found out what to ask."""


def _with_gaps(game: Game, judged: JudgedGaps, at: str | None, asking: Budget) -> Gaps:
    found, report = judged.found, judged.report(game.colours)
    example = judged.example()
    settling = found.ask(asking)
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
    asked = say(
        f"answers.gaps.{QUESTIONS[question.what]}",
        where=report.address_behind(question.place),
        who="" if question.seat is None else colours[question.seat],
        company=question.company,
        item=question.item,
    )
    likely = replace(question.claim, value=1 if question.what == "owner" else LIKELY)
    return GapQuestion(
        question=asked,
        write=f"= {claim_words(likely, colours)}",
        answers={
            "-"
            if answer == NOT_THERE
            else str(*claim_values(question.claim, (answer,), colours)): number
            for answer, number in settling.answers.items()
        },
        left=round(settling.left, 2),
    )


LIKELY = 7
"""A number to be replaced in a note that is shown as an example."""

QUESTIONS: Mapping[RememberedQuantity, str] = {
    "cash": "money",
    "track": "marker",
    "diamonds": "diamonds",
    "ink": "jar",
    "owner": "post-owner",
    "column": "posts-in-column",
    "book": "book-step",
    "up": "face-up-cards",
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
        raise NoAnswerError(say("answers.games.uncertain-table", gap=gap), file=game.name)
    if not always:
        raise NoAnswerError(say("answers.gap_tables.may-not-come", gap=gap), file=game.name)
    first, *others = found.tables
    table = Table(state=first, colours=game.colours, names=game.names, record=game.record)
    return PossibleTables(table, tuple(others), found.every, gap)


MOST_OF_A_SEARCH: Final = 50
"""Tables of a search that was cut short: those that it comes to first resemble each other."""


def tables_found(game: Game, budget: Budget) -> PossibleTables | None:
    """Return tables at the end of a record with gaps, as far as a budget suffices.

    None if it has no gaps, or nothing that fits them was found.
    """
    judged = judge_gaps(game.record, game.components, budget)
    if judged is None or judged.found.table is None:
        return None
    exact = judged.found.exact
    worlds = judged.found.worlds(len(judged.gaps.lines))
    if not exact:
        drawn = judged.gaps.drawn_worlds(Budget(budget.work))
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
