"""Tells what a search for ways to fill gaps has found, place by place."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import perm, prod
from typing import Any, Final

from referee.api.verdict_answers import (
    AgreedStatement,
    AgreementKind,
    CertainFact,
    DoubtfulClaim,
    Excluding,
    OpenGap,
    RuleNamed,
)
from referee.core.canonical import Canonical
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
from referee.core.state import State
from referee.core.turns import Placing, PlusOne
from referee.engine.actions import TURNS
from referee.gaps.completions import Completions, SharedField
from referee.gaps.conflict import Blamed, Reason
from referee.gaps.draws import Draw, drawn_names
from referee.gaps.graph import Graph, events_of
from referee.gaps.lines import AGREED, Content, is_gap
from referee.gaps.records import RecordWithGaps
from referee.gaps.stand_ins import CountedChoice, kind_of, pool
from referee.i18n import language
from referee.i18n.page_words import cited_place
from referee.i18n.speech import named, say, say_or, thing
from referee.records.as_it_lies import Corrections, corrections
from referee.records.claims import OF_NAMES, OF_PLAYERS, claim_text, value_text
from referee.records.completed_turn import Completed
from referee.records.completion import complete
from referee.records.judgement import Step
from referee.records.moments import address_of, line_address
from referee.records.quantities import NOT_THERE
from referee.records.record import Adjust, AsItLies, RulingMark, SaidClaim, Statement
from referee.records.writer import line_of, statement_of
from referee.rulebook import RULES

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
            yield say("answers.gap_words.and-was-not-there", claim_words=words)
        else:
            (was,) = values_told(each.claim, (each.was,), colours)
            yield say("answers.gap_words.and-not", claim_words=words, was=was)


def draw_words(event: Event, unnamed: Sequence[str]) -> tuple[str, str]:
    """Return what was drawn without being named, and what to write for it."""
    match event:
        case RefillBooks() | DealBooks():
            spaces = [on.space for on in event.books if on.book in unnamed]
            word = "refill" if isinstance(event, RefillBooks) else "books"
            book = say("help.placeholders.book")
            places = " ".join(f"{space}:{book}" for space in spaces)
            return (
                say("answers.gap_words.the-books-drawn-onto", spaces=", ".join(spaces)),
                say("answers.gap_words.write-with-the-ids-of", word=word, places=places),
            )
        case PrepareRound() | DealCards():
            word = "prepare" if isinstance(event, PrepareRound) else "display"
            return (
                say(
                    "answers.gap_words.of-the-cards-drawn",
                    unnamed=len(unnamed),
                    cards=len(event.cards),
                ),
                say("answers.gap_words.write-and-the-cards-in", word=word, cards=len(event.cards)),
            )
        case _:
            return say("answers.gap_words.what-was-drawn"), ""


def values_told(
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
        name = _name(fact.field)
        if fact.certain:
            if not _is_nothing(fact.value):
                certain.append(_said(fact.field, name, fact.value))
            continue
        if fact.always:
            certain.append(say("answers.gap_words.at-least", name=name, value=_value(fact.always)))
        still_open.append(named(name, _values(fact)))
    return tuple(certain), tuple(still_open)


def _name(field: str) -> str:
    kind, _, company = field.partition(" ")
    called = say_or(kind.replace("_", " "), f"answers.gap_words.fields.{kind}", company=company)
    return called.strip()


def _is_nothing(value: object) -> bool:
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return not any(value)
    return value in (None, 0, frozenset(), ())


def _said(field: str, name: str, value: object) -> str:
    if field == "do":
        return say_or(str(value), f"answers.gap_words.actions.{value}")
    return named(name, thing(str(value)) if field == "company" else _value(value))


def _values(fact: SharedField) -> str:
    found = fact.range
    if found is not None and len(fact.values) > MOST_VALUES:
        return say("answers.gap_words.to", found=found[0], found2=found[1])
    told = sorted(map(_value, fact.values))
    if len(told) > MOST_VALUES:
        return say("answers.gap_words.possibilities", told=len(told))
    return say("answers.gap_words.or", told=", ".join(told[:-1]), told2=told[-1])


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
        by_place = [*self._choices(graph), *self._draws(graph)]
        return tuple(gap for _, gap in sorted(by_place, key=lambda each: each[0]))

    def _choices(self, graph: Graph) -> Iterator[tuple[int, OpenGap]]:
        for (place, address, what), choices in self._alternatives(graph).items():
            # Unless all was tried, there may be others also where one was found.
            said = all(_is_said(graph.lines[place].content, each) for each in choices.values())
            if len(choices) > 1 or not (self._found.exact or said):
                write = self._to_write(choices.values())
                yield place, self._open(place, what, len(choices), write, address=address)

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
        return (say("answers.gap_answers.write-what-it-was-such", different=different[0]),)

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
                    perm(len({*pool(graph.start.world, kind)}.difference(written)), number)
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

    def conflict(self) -> tuple[Excluding, ...]:
        """Return the fewest claims and statements that exclude each other, in their order."""
        why = self._found.conflict
        if why is None:
            return ()
        reasons = why.reasons or tuple(Reason(blamed) for blamed in why.blamed)
        return tuple(self._excluding(reason.blamed, reason) for reason in reasons)

    def _excluding(self, blamed: Blamed, reason: Reason) -> Excluding:
        statement = self._gaps.statement(blamed.place)
        return Excluding(
            line=statement.at.line or None,
            column=statement.at.column or None,
            statement=line_of(statement, self._colours),
            claim=None if blamed.claim is None else claim_words(blamed.claim, self._colours),
            rules=tuple(map(_named, reason.rules)),
            possible=()
            if blamed.claim is None
            else values_told(blamed.claim, reason.values, self._colours),
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
        """Return every claim that its writer was not sure of."""
        return tuple(
            DoubtfulClaim(
                line=self._gaps.statement(doubt.place).at.line or None,
                claim=claim_words(doubt.claim, self._colours),
                possible=doubt.possible,
                values=values_told(doubt.claim, doubt.values, self._colours),
            )
            for doubt in self._found.doubts()
        )


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


def _is_said(content: Content, event: Event) -> bool:
    """Return whether a line says an event, if only the most of it."""
    return event == content or (isinstance(content, TURNS) and isinstance(event, TURNS))
