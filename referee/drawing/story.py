"""What happened in a game, event by event, as a replay tells it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.core import events, turns
from referee.core.component_set import ComponentSet
from referee.core.ids import Seat, words_in
from referee.core.rule import Violation
from referee.core.state import SETUP_PHASES, Setting, State
from referee.drawing.look import is_open
from referee.drawing.marks import NO_MARKS, PointedPlaces, changes, named, open_places
from referee.drawing.sheet import ShownPad, ShownTable, shown_table
from referee.i18n import language
from referee.i18n.page_words import ReplayWords, picture_words, replay_words
from referee.i18n.spoken import Said
from referee.records.claims import claim_text
from referee.records.judge import walk
from referee.records.judgement import Step, Treatment
from referee.records.moments import address_of, line_address
from referee.records.record import Record, RoundMark, called
from referee.records.writer import line_of, statement_of


# Every event of a game as a sentence --------------------------------------------------------------
class EventSentences:
    """Says events of one game in one language, players called as at the table."""

    def __init__(
        self, components: ComponentSet, players: tuple[str, ...], language: str = ""
    ) -> None:
        self._regions: dict[str, str] = {region.id: region.name for region in components.regions}
        self._players = players
        self._words: ReplayWords = replay_words(language)
        self._companies = picture_words(language).companies

    def sentence(self, event: events.Event) -> str:  # noqa: C901, PLR0911 - an arm for each kind
        """Return an event as a sentence."""
        match event:
            case events.DealCards(cards):
                return self._say("deal-cards", cards=", ".join(cards))
            case events.DealBooks():
                return self._say("deal-books")
            case events.TakeStartingTile(seat, tile):
                return self._say("starting-tile", seat, tile=tile)
            case events.RestStartingCards(seat, cards):
                return self._say("rest", seat, cards=", ".join(cards))
            case events.TakeStartingBonus(seat, reward):
                key = "starting-bonus" if reward else "starting-bonus-none"
                return self._say(key, seat, parts=", ".join(map(self._part, reward)))
            case events.Plan(seat, slots):
                planned = ", ".join(card for card in slots if card)
                return self._say("plan" if planned else "plan-nothing", seat, cards=planned)
            case events.RefillBooks(books):
                return self._say("refill-books", books=", ".join(one.book for one in books))
            case events.PrepareRound(cards):
                return self._say("prepare" if cards else "prepare-none", cards=", ".join(cards))
            case events.TakeBack(turn):
                return self.sentence(turn)
            case events.Claim():
                return self._words.events["note"]
            case _:
                return self._turn(event)

    def _turn(self, turn: turns.Turn) -> str:
        match turn:
            case turns.UseGoods():
                return self._with("goods", turn.seat, self._of_goods(turn), cards=turn.cards)
            case turns.Expand():
                company = self._companies.get(turn.company, turn.company)
                return self._with("expand", turn.seat, self._of_expansion(turn), company=company)
            case turns.UseBookkeeper():
                parts = self._of_bookkeeper(turn)
                return self._with("bookkeeper", turn.seat, parts, card=turn.card)
            case turns.UseMerchant():
                return self._say("merchant", turn.seat, card=turn.card)
            case turns.PlaceMarker():
                return self._with("marker", turn.seat, self._of_marker(turn), space=turn.space)
            case turns.EndPhase():
                known = turn.deck not in (None, turns.BLANK)
                deck = [self._words.say("parts", "deck", deck=str(turn.deck))] if known else []
                return self._with("end", turn.seat, deck)
            case _:
                assert_never(turn)

    def _with(self, key: str, seat: Seat, parts: Iterable[str], **facts: Said) -> str:
        told = tuple(parts)
        return self._say(f"{key}-with" if told else key, seat, parts=told, **facts)

    def _say(self, key: str, seat: Seat | None = None, **facts: Said) -> str:
        player = "" if seat is None else str(seat + 1)
        if seat is not None and 0 <= seat < len(self._players):
            player = self._players[seat]
        return self._words.say("events", key, player=player, **facts)

    def _of_goods(self, turn: turns.UseGoods) -> Iterator[str]:
        if turn.buy:
            yield self._words.say("parts", "buy", card=turn.buy)
        for company, count in Counter(each for each in turn.advance if each != turns.BLANK).items():
            yield self._words.say("parts", "advance", n=count, company=self._companies[company])

    def _of_expansion(self, turn: turns.Expand) -> Iterator[str]:
        regions = [self._region(entered.region) for entered in turn.enter]
        if regions:
            yield self._words.say("parts", "enter", regions=tuple(regions))
        else:
            yield self._words.parts["nowhere"]
        yield from self._parts(turn.rewards)
        if turn.oust and turns.BLANK not in turn.oust:
            ousted = ", ".join(self._region(one.region) for one in turn.oust)
            yield self._words.say("parts", "oust", regions=ousted)
        yield from self._placed(turn)

    def _of_bookkeeper(self, turn: turns.UseBookkeeper) -> Iterator[str]:
        if turn.flip is not None:
            yield self._words.say("parts", "flip", step=turn.flip)
        if turn.to is not None:
            yield self._words.say("parts", "to", step=turn.to)
        yield from self._parts(turn.reward)
        if turn.points != turns.BLANK and turn.points.books:
            yield self._part(turn.points)
        yield from self._placed(turn)

    def _of_marker(self, turn: turns.PlaceMarker) -> Iterator[str]:
        if turn.discard not in (None, turns.BLANK):
            yield self._words.say("parts", "discard", card=str(turn.discard))
        yield from self._parts(turn.reward)
        yield from self._placed(turn)

    def _placed(
        self, turn: turns.Expand | turns.UseBookkeeper | turns.PlaceMarker
    ) -> Iterator[str]:
        for one in turn.place:
            yield self._words.say("parts", "place", book=one.book, step=one.step)

    def _parts(self, parts: Iterable[turns.RewardPart | turns.RegionPart]) -> Iterator[str]:
        yield from (self._part(part) for part in parts if part != turns.BLANK)

    def _region(self, region: str) -> str:
        return self._regions.get(region, region)

    def _part(self, part: turns.RewardPart | turns.RegionPart) -> str:  # noqa: PLR0911 - an arm for each kind
        words = self._words
        match part:
            case turns.TakePounds():
                return words.parts["take-pounds"]
            case turns.MoveDiamond():
                return words.parts["take-diamonds"]
            case turns.Advance(company):
                return words.say("parts", "take-advance", company=self._companies[company])
            case turns.SpendPoints(books):
                if books:
                    return words.say("parts", "take-points-books", books=", ".join(books))
                return words.parts["take-points"]
            case turns.RemovePost(company, column):
                company_name = self._companies[company]
                return words.say("parts", "take-remove", company=company_name, column=column)
            case turns.BuyCard(card):
                return words.say("parts", "buy", card=card)
            case turns.CollectRegion(region):
                return words.say("parts", "take-region", region=self._region(region))
            case _:
                assert_never(part)


BIG_MISS = 2
"""Pounds below the best turn from which on a miss is a big one."""


class BetterTurn(Struct, frozen=True, kw_only=True):
    """The best turn in place of one that was played, and what both are worth."""

    turn: turns.Turn | None
    """None if the best was to end the phase."""
    notation: str
    after: State | None
    """The table after it; None if it is the turn that was played."""
    value: int
    best_value: int

    @property
    def loss(self) -> int:
        """How much the turn that was played fell short of it."""
        return max(0, self.best_value - self.value)


class StoryEvent(Struct, frozen=True, kw_only=True):
    """A statement of a record as a replay shows it."""

    address: str
    """What a link names it by; the same whenever the replay is made again."""
    line: int
    """The line in which it stands, which a link may name as well; 0 in a record without lines."""
    round: int
    """0 before the first."""
    turn: int | None
    seat: Seat | None
    notation: str
    sentence: str
    before: State
    after: State
    """The table after it, or one of those that are possible."""
    shown: ShownTable
    """The table after it as far as it is certain."""
    marks: PointedPlaces
    violations: tuple[Violation, ...] = ()
    wrong_note: bool = False
    """The violations are of notes: what happened is legal."""
    treatment: Treatment | None = None
    claims: str = ""
    taken_back: bool = False
    comment: str = ""
    missing: str = ""
    """What the record leaves open here."""
    condition: str = ""
    """When it is legal, if that depends on what nobody has read."""
    filled_in: tuple[str, ...] = ()
    best: BetterTurn | None = None

    def __repr__(self) -> str:
        return f"<StoryEvent: {self.address}, line {self.line}>"

    @property
    def pads(self) -> tuple[ShownPad, ...]:
        """The scoring pad after it."""
        return self.shown.pads

    @property
    def is_fault(self) -> bool:
        """Whether something is wrong or open here."""
        return bool(self.violations or self.missing)

    @property
    def loss(self) -> int:
        """How much the turn fell short of the best one, as far as that is known."""
        return 0 if self.best is None else self.best.loss


class Story(Struct, frozen=True, kw_only=True):
    """A game as a replay tells it."""

    title: str
    colours: tuple[str, ...]
    names: tuple[str | None, ...]
    set_name: str
    events: tuple[StoryEvent, ...]
    unjudged: int
    """Statements behind one that leaves something open."""
    reviewed: bool = False

    def __repr__(self) -> str:
        return f"<Story: {len(self.events)} events>"

    @property
    def called(self) -> tuple[str, ...]:
        """What the players are called by seat: by name, else by colour."""
        return tuple(
            name or picture_words().colour(colour)
            for name, colour in zip(self.names, self.colours, strict=True)
        )

    @property
    def last(self) -> StoryEvent:
        """What happened last."""
        return self.events[-1]


class StoryStep(Struct, frozen=True, kw_only=True):
    """A statement with its number, and the tables that are possible after it."""

    number: int
    step: Step
    tables: tuple[State, ...]
    """They show every value that a place of the table can have."""
    shown: ShownTable
    missing: str = ""
    condition: str = ""
    is_adrift: bool = False
    """Whether it is not certain at which turn it stands."""


def judged_steps(record: Record, setting: Setting) -> Iterator[StoryStep]:
    """Yield the statements of a record up to the first that leaves something open."""
    for number, step in enumerate(walk(record, setting, keep_going=True)):
        missing = "" if step.missing is None else step.missing.words()
        tables = (step.after,)
        shown = shown_table(tables)
        yield StoryStep(number=number, step=step, tables=tables, shown=shown, missing=missing)


def told(
    record: Record,
    components: ComponentSet,
    steps: Iterable[StoryStep],
    *,
    best: Mapping[tuple[int, int], BetterTurn] | None = None,
    anonymous: bool = False,
    title: str = "",
) -> Story:
    """Return what happened in a record, step by step, with the best turns by round and turn.

    Anonymous, it has no names, no title and no notes of people.
    """
    if anonymous:
        header = record.header
        players = tuple(replace(player, name=None) for player in header.players)
        record = replace(
            record,
            header=replace(header, players=players, title=None, comments=()),
            statements=tuple(replace(statement, comment=None) for statement in record.statements),
        )
    teller = _Teller(record, components, best or {})
    events = teller.events(steps)
    return Story(
        title=record.header.title or ("" if anonymous else title),
        colours=teller.colours,
        names=tuple(player.name for player in record.header.players),
        set_name=components.name,
        events=events,
        unjudged=len(record.statements) - teller.judged,
        reviewed=best is not None,
    )


class _Teller:
    """Tells one record."""

    def __init__(
        self, record: Record, components: ComponentSet, best: Mapping[tuple[int, int], BetterTurn]
    ) -> None:
        players = record.header.players
        self.colours = tuple(player.colour for player in players)
        self.judged = 0
        self._called = called(players)
        self._sentences = EventSentences(
            components, tuple(each.name or picture_words().colour(each.colour) for each in players)
        )
        self._rulings = record.header.rulings
        self._components = components
        self._best = best
        self._statements = record.statements
        self._addresses: set[str] = set()

    def events(self, steps: Iterable[StoryStep]) -> tuple[StoryEvent, ...]:
        found: list[StoryEvent] = []
        before: tuple[State, ...] = ()
        for entry in steps:
            step = entry.step
            self.judged = entry.number + 1
            is_heading = isinstance(step.statement.said, RoundMark) and not step.violations
            if is_heading and not entry.missing and not step.inserted:
                continue
            found.append(self._event(entry, before or (step.before,)))
            before = entry.tables
        return tuple(found)

    def _event(self, entry: StoryStep, before: tuple[State, ...]) -> StoryEvent:
        step = entry.step
        state, statement = step.before, step.statement
        seat = getattr(statement.said, "seat", None)
        is_turn = state.phase == "actions" and isinstance(step.event, turns.Turn)
        best = self._best.get((state.round, state.turn)) if is_turn and step.counts else None
        return StoryEvent(
            address=self._address(entry),
            line=statement.at.line,
            round=0 if state.phase in SETUP_PHASES else state.round,
            turn=state.turn if state.phase == "actions" else None,
            seat=seat if seat is not None and 0 <= seat < len(self.colours) else None,
            notation=line_of(replace(statement, comment=None), self.colours),
            sentence="" if step.event is None else self._sentences.sentence(step.event),
            before=before[0],
            after=entry.tables[0],
            shown=entry.shown,
            marks=self._marks(entry, before),
            violations=step.violations,
            wrong_note=step.misnoted,
            treatment=step.treatment,
            claims=claim_text(statement.claims, self.colours, seat),
            taken_back=not step.counts,
            comment=statement.comment or "",
            missing=entry.missing,
            condition=entry.condition,
            filled_in=tuple(
                line_of(statement_of(event, self._rulings, self._components), self.colours)
                for event in step.inserted
            ),
            best=best,
        )

    def _address(self, entry: StoryStep) -> str:
        """Return the address of a statement, which `--at` takes, too."""
        number = entry.number
        address = address_of(entry.step.before, number, self._statements, self.colours)
        if address in self._addresses or entry.is_adrift:
            # What stands beside the event of a moment, such as a note, has its line only.
            return line_address(number, self._statements)
        self._addresses.add(address)
        return address

    def _marks(self, entry: StoryStep, before: tuple[State, ...]) -> PointedPlaces:
        """Return what an event changed, with what its faults name and what is open on top."""
        step, after = entry.step, entry.tables
        marks = _changed(before, after, step.event)
        if not (step.illegal or step.missing):
            return marks
        seat = getattr(step.event, "seat", None)
        facts = [violation.plain_facts for violation in step.violations]
        faults = named(after[0], words_in([facts, to_builtins(step.event)]), "fault", seat)
        return PointedPlaces((*marks.places, *faults.places), marks.arrows, marks.caption)


def _changed(
    before: tuple[State, ...], after: tuple[State, ...], event: events.Event | None
) -> PointedPlaces:
    """Return what changed between tables as far as it is certain, and what is open after it."""
    marks = changes(before[0], after[0], event) if before[0] != after[0] else NO_MARKS
    if len(before) == len(after) == 1:
        return marks
    now = open_places(after) if len(after) > 1 else NO_MARKS
    unsure = {mark.place for mark in now.places}
    if len(before) > 1:
        unsure |= {mark.place for mark in open_places(before).places}
    certain = [mark for mark in marks.places if mark.place not in unsure]
    arrows = [arrow for arrow in marks.arrows if not {arrow.start, arrow.end} & unsure]
    return PointedPlaces((*certain, *now.places), tuple(arrows), now.caption)


def messages(story: Story, violations: Sequence[Violation]) -> list[str]:
    """Return broken rules as sentences, players called as in the story."""
    return [language().message(violation, story.called) for violation in violations]


# What a replay says of a whole game and of the places in it ---------------------------------------
def result_words(words: ReplayWords, story: Story) -> str:
    """Return who won, or is ahead, with all totals."""
    totals = [pad.total for pad in story.last.pads]
    if any(map(is_open, totals)):
        said = words.page["between-totals"].join(map(str, totals))
        return words.say("page", "open-result", totals=said)
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    said = words.page["between-totals"].join(str(totals[seat]) for seat in order)
    first = [story.called[seat] for seat in order if totals[seat] == totals[order[0]]]
    if story.last.after.phase == "over" and len(first) == 1:
        return words.say("page", "won", player=first[0], totals=said)
    if len(first) == 1:
        return words.say("page", "ahead", player=first[0], totals=said)
    return words.say("page", "tied", players=", ".join(first), totals=said)


def place_words(words: ReplayWords, event: StoryEvent) -> str:
    """Return where in the game an event stands."""
    if event.round == 0:
        return words.page["setup"]
    if event.turn is not None:
        return words.say("page", "turn", round=event.round, turn=event.turn)
    phase = event.after.phase if event.before.phase == "over" else event.before.phase
    if phase == "preparation":
        return words.say("page", "preparation", round=event.round)
    if phase == "over":
        return words.page["over"]
    return words.say("page", "planning", round=event.round)
