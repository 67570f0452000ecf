"""What is found when a record is judged: statement by statement, and in all."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from referee.core.answer import Answer
from referee.core.events import Claim, Event, TakeBack
from referee.core.rule import Rule, Violation
from referee.core.state import State
from referee.core.turns import EndPhase, Expand, PlaceMarker, UseBookkeeper, UseGoods, UseMerchant
from referee.engine.actions import walked
from referee.engine.referee import table_following
from referee.engine.unfinished import table_after
from referee.engine.work import Work
from referee.records.completed_turn import Missing
from referee.records.record import Statement
from referee.records.soundness import names_known_things
from referee.rulebook import (
    bonus,
    bookkeeping,
    expansion,
    goods,
    planning,
    preparation,
    round_end,
    setup,
    tracks,
)

# Going on after a broken rule: which turns are applied as recorded, and which are skipped ---------
#
# A turn is applied if the table after it is still a table: money that was not there is a debt, a
# step that was not allowed is a step. It is skipped where something would be on the table twice,
# or not at all.
Treatment = Literal["applied", "skipped"]

APPLIED: frozenset[str] = frozenset(
    rule.id
    for rule in (
        setup.FIRST_GAME_TILE,
        setup.DEAL_LETTERS_IN_ORDER,
        setup.BOOKS_BY_LETTER,
        setup.REST_THREE_CARDS,
        setup.STARTING_BONUS_PARTS,
        planning.SLOT_UNLOCKED,
        planning.NO_SHARE_CARD_IN_SLOT,
        goods.ONE_KIND_OF_GOOD,
        goods.UNITS_COVER_PRICE,
        goods.ALL_UNITS_USED,
        goods.NO_MORE_STEPS_THAN_UNITS,
        tracks.CALL_IS_PAID,
        tracks.STEPS_ARE_MADE,
        tracks.BONUS_LEVEL_WORKS,
        expansion.ALL_EXPANSION_CARDS,
        expansion.ACCESSIBLE,
        expansion.POINTS_SUFFICE,
        expansion.BASE_HAS_POSTS,
        expansion.EACH_REWARD_ONCE,
        expansion.POINTS_ARE_ONE_POOL,
        expansion.REWARD_AS_SHOWN,
        bookkeeping.POINTS_COVER_PRICE,
        bookkeeping.ALL_POINTS_USED,
        bookkeeping.NO_BOOKS_AT_THE_END,
        bookkeeping.NO_A_ON_CROSSED_OUT,
        bookkeeping.NO_A_OVER_B_OR_C,
        bookkeeping.COVER_IF_NECESSARY,
        bookkeeping.ONE_BOOK_A_SPACE,
        bookkeeping.REFILL_BY_LETTER,
        bookkeeping.FLIP_IS_PAID,
        bookkeeping.NO_EMPTY_SPACES,
        bookkeeping.REQUIREMENTS_MET,
        bookkeeping.BOOK_REWARD_TAKEN,
        bonus.SPACE_IS_PAID,
        bonus.NOT_ON_FIRST_TURN,
        bonus.SPACE_UNLOCKED,
        bonus.ONE_SPACE_A_TRACK,
        bonus.NOBODY_HAS_MORE,
        bonus.TIER_REACHED,
        bonus.CARD_IS_PAID,
        bonus.REWARD_IS_TAKEN,
        bonus.SPACE_REWARD_AS_SHOWN,
        bonus.DIFFERENT_OTHER_TRACKS,
        round_end.TURN_ORDER,
        round_end.PICKS_UP_ONE_DECK,
        preparation.STACK_ORDER,
    )
)
"""Rules after which a turn is applied as recorded; after all others it is skipped."""


def treatment(rule: Rule) -> Treatment:
    """Return what becomes of a turn that breaks `rule` when the judging goes on."""
    return "applied" if rule.id in APPLIED else "skipped"


def go_on(
    state: State, event: Event, violations: tuple[Violation, ...], work: Work | None
) -> tuple[State, Treatment]:
    """Return the table to go on with, and whether the event, which did its work, was applied."""
    if not all(violation.rule.id in APPLIED for violation in violations):
        return state, "skipped"
    if not names_known_things(event, state.setting.components):
        # Something that the component set does not have cannot be put on the table.
        return state, "skipped"
    try:
        return _applied(state, event, work), "applied"
    except (KeyError, IndexError, ValueError):
        # What cannot be done on this table at all is not done.
        return state, "skipped"


def _applied(state: State, event: Event, work: Work | None) -> State:
    match event:
        case UseGoods() | Expand() | UseBookkeeper() | UseMerchant() | PlaceMarker() | EndPhase():
            return table_after(walked(state, event)[1] if work is None else work)
        case TakeBack() | Claim():
            return state
        case _:
            return table_following(state, event)


def debts(before: State, after: State) -> tuple[tuple[int, int], ...]:
    """Return who came to owe how many pounds: seat and debt."""
    return tuple(
        (seat, -new.cash)
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if new.cash < 0 and new.cash < old.cash
    )


Outcome = Literal["legal", "illegal", "wrong-note", "conditional", "undecided"]
"""Of a game with wrong notes and no other fault the events are legal, and a note is wrong.

It is conditional if some of what may be printed on a partly read copy makes it legal, and some not.
"""


class Step(Struct, frozen=True):
    """One statement judged: what it said, the tables around it, what it broke or left open."""

    statement: Statement
    before: State
    after: State
    event: Event | None = None
    inserted: tuple[Event, ...] = ()
    """Events before it that were left out because nothing else could have happened."""
    violations: tuple[Violation, ...] = ()
    misnoted: bool = False
    """The violations are wrong notes: what happened is legal, and the game goes on with it."""
    missing: Missing | None = None
    treatment: Treatment | None = None
    """What became of an event that broke a rule, where the judging went on."""
    debts: tuple[tuple[int, int], ...] = ()
    counts: bool = True
    """False for a turn that was taken back, which is ruled on and does not count."""
    is_uncertain: bool = False
    """The table before is one of several that are possible behind a gap."""

    @property
    def illegal(self) -> bool:
        """Whether what happened broke a rule."""
        return bool(self.violations) and not self.misnoted

    @property
    def stops(self) -> bool:
        """Whether nothing is certain from here on: a rule was broken, or something is open."""
        return self.counts and (self.illegal or self.missing is not None)


class Judgement(Struct, frozen=True, kw_only=True):
    """The verdict on a whole record."""

    outcome: Outcome
    finished: bool = False
    """The game was played to its end."""
    events: int
    """Events of the record."""
    legal: int = 0
    """Events that were legal before the first that was not, or that is undecided."""
    faults: tuple[Step, ...] = ()
    """Statements with wrong notes, and those that broke rules; without going on, the first."""
    open: Step | None = None
    """The statement from which on the record is undecided."""
    taken_back: tuple[Step, ...] = ()
    agreed: tuple[Step, ...] = ()
    """What people agreed on where the table before it is certain."""
    filled_in: tuple[Event, ...] = ()
    """Events that the record leaves out, because nothing else could have happened."""
    header: tuple[Violation, ...] = ()
    """Rules that the header breaks."""
    header_missing: Missing | None = None
    state: State | None = None
    """The table after everything that was legal, or that was applied when going on."""

    @property
    def illegal(self) -> tuple[Step, ...]:
        """The statements that broke rules."""
        return tuple(step for step in self.faults if step.illegal)

    @property
    def wrong_notes(self) -> tuple[Violation, ...]:
        """The notes that differ from what the rules give."""
        noted = (step for step in self.faults if step.misnoted)
        return tuple(violation for step in noted for violation in step.violations)


# What the model says to a record that the engine has judged ---------------------------------------
class Disagreement(Answer, frozen=True, kw_only=True):
    """Where the two readings of the rules part: a fault of this software, not of the record."""

    line: int
    engine: str
    model: str
    reproduced_by: str
    """A short game that shows it; the record up to that line where there is none."""


class Proof(Answer, frozen=True, kw_only=True):
    """How many events both readings judged alike, and where they did not."""

    events: int
    disagreements: tuple[Disagreement, ...]
    complete: bool | UnsetType = UNSET
    """False where the work was stopped before the end of the record."""
