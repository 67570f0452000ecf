"""What happened in a game, event by event, as a replay tells it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.ids import Seat
from referee.game.messages import language
from referee.game.messages.pictures import picture_words
from referee.game.named import words_in
from referee.game.rule import Violation
from referee.game.setting import Setting
from referee.game.state import SETUP_PHASES, State
from referee.game.turns import Turn
from referee.notation.claims import claim_text
from referee.notation.record import Record, RoundMark, called
from referee.notation.writer import line_of
from referee.pictures.changes import changes, named, open_places
from referee.pictures.marks import NO_MARKS, PointedPlaces
from referee.pictures.shown_table import ShownPad, ShownTable, shown_table
from referee.replays.sentences import EventSentences
from referee.transcript.abbreviation import statement_of
from referee.transcript.addresses import address_of, line_address
from referee.transcript.continuation import Treatment
from referee.transcript.judge import walk
from referee.transcript.judgement import Step

BIG_MISS = 2
"""Pounds below the best turn from which on a miss is a big one."""


class BetterTurn(Struct, frozen=True, kw_only=True):
    """The best turn in place of one that was played, and what both are worth."""

    turn: Turn | None
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
        yield StoryStep(
            number=number,
            step=step,
            tables=(step.after,),
            shown=shown_table((step.after,)),
            missing=missing,
        )


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
        record = _anonymous(record)
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


def _anonymous(record: Record) -> Record:
    header = record.header
    players = tuple(replace(player, name=None) for player in header.players)
    return replace(
        record,
        header=replace(header, players=players, title=None, comments=()),
        statements=tuple(replace(statement, comment=None) for statement in record.statements),
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
        self._best = best
        self._statements = record.statements
        self._addresses: set[str] = set()

    def events(self, steps: Iterable[StoryStep]) -> tuple[StoryEvent, ...]:
        """Return everything that a reader can stop at; the headings of rounds are none of it."""
        found: list[StoryEvent] = []
        before: tuple[State, ...] = ()
        for told_step in steps:
            step = told_step.step
            self.judged = told_step.number + 1
            is_heading = isinstance(step.statement.said, RoundMark) and not step.violations
            if is_heading and not told_step.missing and not step.inserted:
                continue
            found.append(self._event(told_step, before or (step.before,)))
            before = told_step.tables
        return tuple(found)

    def _event(self, told_step: StoryStep, before: tuple[State, ...]) -> StoryEvent:
        step = told_step.step
        state, statement = step.before, step.statement
        seat = getattr(statement.said, "seat", None)
        is_turn = state.phase == "actions" and isinstance(step.event, Turn)
        best = self._best.get((state.round, state.turn)) if is_turn and step.counts else None
        return StoryEvent(
            address=self._address(told_step),
            line=statement.at.line,
            round=0 if state.phase in SETUP_PHASES else state.round,
            turn=state.turn if state.phase == "actions" else None,
            seat=seat if seat is not None and 0 <= seat < len(self.colours) else None,
            notation=line_of(replace(statement, comment=None), self.colours),
            sentence="" if step.event is None else self._sentences.sentence(step.event),
            before=before[0],
            after=told_step.tables[0],
            shown=told_step.shown,
            marks=self._marks(told_step, before),
            violations=step.violations,
            wrong_note=step.misnoted,
            treatment=step.treatment,
            claims=claim_text(statement.claims, self.colours, seat),
            taken_back=not step.counts,
            comment=statement.comment or "",
            missing=told_step.missing,
            condition=told_step.condition,
            filled_in=tuple(
                line_of(statement_of(event, self._rulings), self.colours) for event in step.inserted
            ),
            best=best,
        )

    def _address(self, told_step: StoryStep) -> str:
        """Return the address of a statement, which `--at` takes, too."""
        number = told_step.number
        address = address_of(told_step.step.before, number, self._statements, self.colours)
        if address in self._addresses or told_step.is_adrift:
            # What stands beside the event of a moment, such as a note, has its line only.
            return line_address(number, self._statements)
        self._addresses.add(address)
        return address

    def _marks(self, told_step: StoryStep, before: tuple[State, ...]) -> PointedPlaces:
        """Return what an event changed, with what its faults name and what is open on top."""
        step, after = told_step.step, told_step.tables
        marks = _changed(before, after, step.event)
        if not (step.illegal or step.missing):
            return marks
        seat = getattr(step.event, "seat", None)
        facts = [to_builtins(violation.facts) for violation in step.violations]
        faults = named(after[0], words_in([facts, to_builtins(step.event)]), "fault", seat)
        return PointedPlaces((*marks.places, *faults.places), marks.arrows, marks.caption)


def _changed(
    before: tuple[State, ...], after: tuple[State, ...], event: Event | None
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
