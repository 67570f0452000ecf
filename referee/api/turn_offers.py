"""What the rules allow next in a turn of which only some things are said, in whatever order.

The stages of the engine are gone through once. What was said is said there; what was left open is
answered for the time being by whatever is legal, so that later stages can be asked as well. What
may be left out (a card acquired, books, a jar that moves) is offered together with what comes
behind it: whoever taps something further on has left it out.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from referee.api.turn_edits import Said, part_said
from referee.core.component_set import UnreadValueError
from referee.core.ids import COMPANIES, RegionId
from referee.core.state import State
from referee.core.turns import BLANK, Entering, Placing, SpendPoints, Turn, UseGoods
from referee.engine.actions import FIELDS, ROWS, action_of, answers_of
from referee.engine.expansion import EnterRegions
from referee.engine.stage import Stage
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work


# What may be said next in a turn, and what may be if something unread of a copy is favourable -----
def options_of(begun: Unfinished) -> list[Any]:
    """Return what the rules allow next; what something unread decides is among it."""
    with suppress(UnreadValueError):
        return begun.options()
    stage, work = begun.stage, begun.work
    if stage is None:
        return []
    return [answer for answer in _candidates(stage, work) if _may_be(stage, work, answer)]


def _candidates(stage: Stage[Any], work: Work) -> Iterable[Any]:
    try:
        return stage.candidates(work)
    except UnreadValueError:
        if not isinstance(stage, EnterRegions):
            raise
    # Which regions are within reach depends on borders; each is looked at by itself.
    columns = work.bases[COMPANIES.index(work.company)] if work.company else ()
    return [
        Entering(RegionId(region), number)
        for region in work.facts.region_index
        for number, column in enumerate(columns, 1)
        if column.posts
    ]


def _may_be(stage: Stage[Any], work: Work, answer: object) -> bool:
    """Return whether an answer breaks no rule, or none that is sure to be broken."""
    try:
        return not stage.judge(work, answer)
    except UnreadValueError:
        return True


MOST_UNITS = 20


class TurnOffers:
    """What may be said next in a turn; `legal` has it when all stages were gone through."""

    def __init__(
        self,
        state: State,
        turn: Turn,
        *,
        needed: frozenset[str] = frozenset(),
        begins: bool = False,
    ) -> None:
        self._state = state
        self._turn = turn
        self._begins = begins
        """Whether a turn is to begin, so that the only card there is has to be tapped as well."""
        self._needed = needed
        """Parts that have to be said because the table after the turn depends on them."""
        self.legal: list[Said] = []
        self.extra: list[Said] = []
        self._begun = Unfinished(action_of(turn), Work.on(state, turn.seat))
        self._walk()

    def _walk(self) -> None:
        action = action_of(self._turn)
        rows = zip(FIELDS[action], ROWS[action], answers_of(self._turn), strict=True)
        for field, stage, answers in rows:
            ask = getattr(self, f"_{field}", self._one)
            try:
                if not ask(field, stage, answers):
                    return
            except UnreadValueError:
                # What lies further on waits for something unread; what was found can be tapped.
                if self.legal:
                    return
                raise
            if stage.repeated:
                self._begun = self._begun.passing()

    def _say(self, answer: object) -> None:
        self._begun = self._begun.saying(answer)

    def _options(self) -> list[Any]:
        return options_of(self._begun)

    # Stages with one answer ---------------------------------------------------------------------

    def _one(self, field: str, _: Stage[Any], answers: Sequence[Any]) -> bool:
        """Go on with what was said, or with the only thing that there is; else ask for it."""
        (answer,) = answers
        options = self._options()
        kind = {"card": "item", "space": "space", "company": "company", "deck": "deck"}.get(field)
        kind = kind or {"option": "option", "discard": "discard"}[field]
        if answer == BLANK:
            if len(options) == 1 and not self._begins:
                self._say(options[0])
                return True
            self._offer(kind, options)
            return False
        if field in {"option", "discard"} and answer is None and None not in options and options:
            self._offer(kind, options)
            return False
        self._say(answer)
        return True

    def _offer(self, kind: Any, options: Iterable[Any]) -> None:  # noqa: ANN401
        self.legal += [Said(kind, () if option is None else (str(option),)) for option in options]

    def _plus_one(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        (answer,) = answers
        if answer is None and self._turn.plus_one is None:
            when = "before" if self._begun.place == 0 else "after"
            self.extra += [
                Said("plus", (str(card), when)) for card in self._options() if card is not None
            ]
        self._say(answer)
        return True

    def _levels(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        (answer,) = answers
        for option in self._options() if answer is None else ():
            for level in option or ():
                said = Said("level", (level.company, str(level.level)))
                if said not in self.extra:
                    self.extra.append(said)
        self._say(answer)
        return True

    def _cards(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        """Offer the cards of goods that go with those that were named."""
        if not isinstance(self._turn, UseGoods):
            self._say(answers[0])
            return True
        (cards,) = answers
        named = set() if BLANK in cards else set(cards)
        options = [set(option) for option in self._options()]
        if self._turn.advance == (BLANK,) and self._turn.buy is None:
            further = {card for option in options if named < option for card in option - named}
            self.legal += [Said("item", (card,)) for card in sorted(further)]
        if not named:
            return False
        self._say(tuple(cards))
        return True

    def _buy(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        (card,) = answers
        if card is None and self._turn.advance == (BLANK,):  # type: ignore[union-attr]
            self._offer("buy", [option for option in self._options() if option is not None])
        self._say(card)
        return True

    def _flip(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        return self._step_of_jar("flip", answers)

    def _to(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        return self._step_of_jar("jar", answers)

    def _step_of_jar(self, kind: Any, answers: Sequence[Any]) -> bool:  # noqa: ANN401
        (step,) = answers
        if step is None and not self._open_step():
            self._offer(kind, [option for option in self._options() if option is not None])
        self._say(step)
        return True

    def _points(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        (points,) = answers
        spent = self._spent(self._options()) if points == BLANK else points
        self._say(spent or SpendPoints())
        return True

    # Stages with any number of answers ----------------------------------------------------------

    def _advance(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        for company in answers:
            if company != BLANK:
                self._say(company)
        options = self._options()
        for company in options:
            self.legal.append(Said("track", (company,)))
            if (number := self._units_for(company)) > 1:
                self.legal.append(Said("steps", (company, str(number))))
        return True

    def _units_for(self, company: str) -> int:
        """Return how many of the units that are left can all be used for one company."""
        begun = self._begun.saying(company)
        number = 1
        while not begun.may_pass() and company in begun.options() and number < MOST_UNITS:
            begun = begun.saying(company)
            number += 1
        return number if begun.may_pass() or not begun.options() else 1

    def _enter(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        before = self._begun
        for each in answers:
            self._say(self._entering(each))
        named = {each.region for each in answers}
        regions = dict.fromkeys(option.region for option in self._options())
        if not self._turn.place:  # type: ignore[union-attr]
            self.legal += [Said("region", (each,)) for each in regions if each not in named]
        self._offer_columns(before, answers)
        return True

    def _entering(self, said: Any) -> Entering:  # noqa: ANN401
        """Return a way of entering a region, with a column for the time being."""
        if said == BLANK or said.column != BLANK:
            return said  # type: ignore[no-any-return]
        ways = [option for option in self._options() if option.region == said.region]
        # The column with most posts leaves most for the next ones.
        return max(ways, key=self._posts_left) if ways else Entering(said.region, 1, said.source)

    def _posts_left(self, way: Entering) -> int:
        company = self._turn.company  # type: ignore[union-attr]
        used: int = sum(each.column == way.column for each in self._begun.said[-1])
        posts: int = self._state.bases[COMPANIES.index(company)][way.column - 1].posts
        return posts - used

    def _offer_columns(self, before: Unfinished, answers: Sequence[Any]) -> None:
        """Offer the columns for all regions without one together, and for the first of them."""
        blank = [each.region for each in answers if each.column == BLANK]
        if not blank:
            return
        numbers = {way.column for way in options_of(before)}
        for column in sorted(numbers):
            if len(blank) > 1 and self._all_from(before, answers, column):
                self.legal.append(Said("columns", (str(column),)))
        for column in sorted(numbers):
            self.legal.append(Said("column", (blank[0], str(column))))
        if len(numbers) == 1:
            # Nothing else is possible, so nobody is asked.
            self.legal = [each for each in self.legal if each.kind not in {"column", "columns"}]

    def _all_from(self, begun: Unfinished, answers: Sequence[Any], column: int) -> bool:
        for each in answers:
            way = Entering(each.region, column, each.source) if each.column == BLANK else each
            if way not in options_of(begun) and each.column == BLANK:
                return False
            begun = begun.saying(way)
        return True

    def _rewards(self, field: str, stage: Stage[Any], answers: Sequence[Any]) -> bool:
        return self._reward(field, stage, answers)

    def _reward(self, field: str, _: Stage[Any], answers: Sequence[Any]) -> bool:
        """Go on with parts of a reward in any order, and offer the books that points can buy."""
        for part in answers:
            if part != BLANK:
                self._say(part)
        options = self._options()
        said = BLANK not in answers and bool(answers)
        if (field in self._needed and len(options) > 1) or (said and options):
            self._offer_parts(options)
        while options := self._options():
            self._say(self._spent(options) or options[0])
        return True

    def _offer_parts(self, options: Sequence[Any]) -> None:
        wanted = {each.book for each in self._turn.place}  # type: ignore[union-attr]
        for part in options:
            if not isinstance(part, SpendPoints) or wanted.issuperset(part.books):
                self.legal.append(part_said(part))

    def _spent(self, options: Sequence[Any]) -> Any:  # noqa: ANN401
        """Return how points buy most of the books that were named, and offer further books."""
        ways = [option for option in options if isinstance(option, SpendPoints)]
        if not ways:
            return options[0] if options and options[0] is None else None
        named = {each.book for each in self._turn.place}  # type: ignore[union-attr]
        fitting = [way for way in ways if named.issuperset(way.books)]
        best = max(fitting or ways, key=lambda way: len(way.books))
        for way in ways:
            if set(best.books) < set(way.books):
                for book in way.books:
                    said = Said("book", (book,))
                    if book not in named and said not in self.legal:
                        self.legal.append(said)
        return best

    def _oust(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        for each in answers:
            if each != BLANK:
                self._say(each)
        options = self._options()
        if "oust" in self._needed or (answers and BLANK not in answers):
            self.legal += [
                Said("oust", (way.region, "out" if way.column is None else str(way.column)))
                for way in options
            ]
        while options := self._options():
            self._say(options[0])
        return True

    def _place(self, _: str, __: Stage[Any], answers: Sequence[Any]) -> bool:
        asked = False
        taken = {each.step for each in answers}
        for each in answers:
            if each.step != BLANK:
                self._say(each)
                continue
            ways = [option for option in self._options() if option.book == each.book]
            if not asked and len(ways) > 1:
                asked = True
                self.legal += [
                    Said("step", (str(way.step),)) for way in ways if way.step not in taken
                ]
            self._say(ways[0] if ways else Placing(each.book, 2))
        return True

    def _open_step(self) -> bool:
        return any(each.step == BLANK for each in getattr(self._turn, "place", ()))
