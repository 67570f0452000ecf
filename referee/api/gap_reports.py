"""Tells what a search for ways to fill gaps has found, place by place."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from referee.api.gap_answers import (
    AgreedStatement,
    AgreementKind,
    CertainFact,
    DoubtfulClaim,
    Excluding,
    OpenGap,
    RuleNamed,
)
from referee.api.gap_words import (
    claim_words,
    corrections_words,
    draw_words,
    fact_words,
    owner_words,
    values_told,
)
from referee.engine.actions import TURNS
from referee.game.events import DealBooks, DealCards, Event, PrepareRound, RefillBooks
from referee.game.messages import language
from referee.game.messages.cited_places import cited_place
from referee.game.messages.speech import say
from referee.game.rulebook import RULES
from referee.game.state import State
from referee.gaps.as_it_lies import Corrections
from referee.gaps.completions import Completions
from referee.gaps.conflict import Blamed, Reason
from referee.gaps.draws import Draw, drawn_names
from referee.gaps.graph import Graph, events_of
from referee.gaps.lines import AGREED, Content, is_gap
from referee.gaps.moves import CountedChoice
from referee.gaps.records import RecordWithGaps
from referee.gaps.shared_facts import SharedField
from referee.gaps.stand_ins import kind_of, pool
from referee.notation.record import Adjust, AsItLies, RulingMark
from referee.notation.writer import line_of
from referee.transcript.abbreviation import statement_of
from referee.transcript.addresses import address_of, line_address
from referee.transcript.completed_turn import Completed
from referee.transcript.completion import complete

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
                written = [self._line(event) for event in choices.values()]
                write = self._to_write(written)
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

    def _to_write(self, lines: list[str]) -> tuple[str, ...]:
        different = [*dict.fromkeys(lines)]
        # All ways are listed only where these are known to be all.
        if self._found.exact and len(different) <= MOST_WRITTEN:
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
            of_kind = {name: kind_of(name, components) for name in drawn_names(event)}
            unnamed = {name: kind for name, kind in of_kind.items() if kind and kind in kinds}
            if unnamed:
                ways = max(len(pool(node.world, kind)) for kind in unnamed.values())
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
        return line_of(statement_of(event, self._gaps.start.setting.rulings), self._colours)

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
        found = []
        for place, line in enumerate(self._gaps.lines):
            statement = self._gaps.statement(place)
            kind = _KINDS.get(type(statement.said))
            if kind is None or not isinstance(line.content, AGREED):
                continue
            choices = self._found.choices[place] if self._found.choices else ()
            found.append(
                AgreedStatement(
                    kind=kind,
                    line=statement.at.line or None,
                    statement=line_of(statement, self._colours),
                    changed=tuple(
                        dict.fromkeys(
                            words
                            for choice in choices
                            if isinstance(choice, Corrections)
                            for words in corrections_words(choice, self._colours)
                        )
                    ),
                )
            )
        return tuple(found)

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
