"""What happened in a game, event by event, as a replay tells it."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.engine.scoring import Pad, pads
from referee.game.component_set import ComponentSet
from referee.game.ids import Seat
from referee.game.messages import language
from referee.game.named import words_in
from referee.game.rule import Violation
from referee.game.setting import Setting
from referee.game.state import SETUP_PHASES, State
from referee.game.turns import Turn
from referee.notation.claims import claim_text
from referee.notation.record import Record, RoundMark, called
from referee.notation.writer import line_of
from referee.pictures.changes import changes, named
from referee.pictures.marks import NO_MARKS, PointedPlaces
from referee.replays.sentences import EventSentences
from referee.transcript.abbreviation import statement_of
from referee.transcript.addresses import address_of, line_address
from referee.transcript.continuation import Treatment
from referee.transcript.judge import Step, walk

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
    marks: PointedPlaces
    pads: tuple[Pad, ...]
    """The scoring pad after it."""
    violations: tuple[Violation, ...] = ()
    wrong_note: bool = False
    """The violations are of notes: what happened is legal."""
    treatment: Treatment | None = None
    claims: str = ""
    taken_back: bool = False
    comment: str = ""
    missing: str = ""
    """What the record leaves open here, so that it goes no further."""
    filled_in: tuple[str, ...] = ()
    best: BetterTurn | None = None

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
            name or colour.capitalize()
            for name, colour in zip(self.names, self.colours, strict=True)
        )

    @property
    def last(self) -> StoryEvent:
        """What happened last."""
        return self.events[-1]


def told(
    record: Record,
    components: ComponentSet,
    setting: Setting,
    *,
    best: Mapping[tuple[int, int], BetterTurn] | None = None,
    anonymous: bool = False,
    title: str = "",
) -> Story:
    """Return what happened in a record, `best` being the best turns by round and turn.

    Anonymous, it has no names, no title and no notes of people.
    """
    if anonymous:
        record = _anonymous(record)
    teller = _Teller(record, components, best or {})
    events = teller.events(walk(record, setting, keep_going=True))
    judged = teller.judged
    return Story(
        title=record.header.title or ("" if anonymous else title),
        colours=teller.colours,
        names=tuple(player.name for player in record.header.players),
        set_name=components.name,
        events=events,
        unjudged=len(record.statements) - judged,
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
            components, tuple(each.name or each.colour.capitalize() for each in players)
        )
        self._rulings = record.header.rulings
        self._best = best
        self._statements = record.statements
        self._addresses: set[str] = set()

    def events(self, steps: Iterable[Step]) -> tuple[StoryEvent, ...]:
        """Return everything that a reader can stop at; the headings of rounds are none of it."""
        found: list[StoryEvent] = []
        shown: State | None = None
        for step in steps:
            self.judged += 1
            is_heading = isinstance(step.statement.said, RoundMark) and not step.violations
            if is_heading and step.missing is None and not step.inserted:
                continue
            found.append(self._event(step, step.before if shown is None else shown))
            shown = step.after
        return tuple(found)

    def _event(self, step: Step, shown: State) -> StoryEvent:
        state, statement = step.before, step.statement
        seat = getattr(statement.said, "seat", None)
        is_turn = state.phase == "actions" and isinstance(step.event, Turn)
        best = self._best.get((state.round, state.turn)) if is_turn and step.counts else None
        return StoryEvent(
            address=self._address(step),
            line=statement.at.line,
            round=0 if state.phase in SETUP_PHASES else state.round,
            turn=state.turn if state.phase == "actions" else None,
            seat=seat if seat is not None and 0 <= seat < len(self.colours) else None,
            notation=line_of(replace(statement, comment=None), self.colours),
            sentence="" if step.event is None else self._sentences.sentence(step.event),
            before=shown,
            after=step.after,
            marks=self._marks(step, shown),
            pads=pads(step.after),
            violations=step.violations,
            wrong_note=step.misnoted,
            treatment=step.treatment,
            claims=claim_text(statement.claims, self.colours, seat),
            taken_back=not step.counts,
            comment=statement.comment or "",
            missing="" if step.missing is None else step.missing.words(),
            filled_in=tuple(
                line_of(statement_of(event, self._rulings), self.colours) for event in step.inserted
            ),
            best=best,
        )

    def _address(self, step: Step) -> str:
        """Return the address of a statement, which `--at` takes, too."""
        number = self.judged - 1
        address = address_of(step.before, number, self._statements, self.colours)
        if address in self._addresses:
            # What stands beside the event of a moment, such as a note, has its line only.
            return line_address(number, self._statements)
        self._addresses.add(address)
        return address

    def _marks(self, step: Step, shown: State) -> PointedPlaces:
        """Return what an event changed, with what its faults name on top."""
        changed = changes(shown, step.after, step.event) if shown != step.after else NO_MARKS
        if not (step.illegal or step.missing):
            return changed
        seat = getattr(step.event, "seat", None)
        facts = [to_builtins(violation.facts) for violation in step.violations]
        faults = named(step.after, words_in([facts, to_builtins(step.event)]), "fault", seat)
        return PointedPlaces((*changed.places, *faults.places), changed.arrows)


def messages(story: Story, violations: Sequence[Violation]) -> list[str]:
    """Return broken rules as sentences, players called as in the story."""
    return [language().message(violation, story.called) for violation in violations]
