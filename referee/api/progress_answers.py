"""What a game in progress answers: verdicts on statements, what a change changed, what is due."""

from collections.abc import Mapping
from typing import Final, Literal

from referee.api.answer import Answer
from referee.api.broken_rules import BrokenRule
from referee.game.state import Phase
from referee.transcript.continuation import Treatment
from referee.transcript.judgement import Outcome

VerdictWord = Literal["legal", "illegal", "wrong-note", "undecided", "unjudged"]
"""`unjudged` is what stands behind a statement that leaves something open."""


class StatementVerdict(Answer, frozen=True, kw_only=True):
    """A statement of a game in progress, and what the rules say about it."""

    address: int
    """Stays the same whatever is put in or taken out around it, and is never used again."""
    statement: str
    """The statement in the notation."""
    player: str | None
    """The colour of the player who made it."""
    verdict: VerdictWord
    round: int | None = None
    """Where the game was; None for a statement that is unjudged."""
    turn: int | None = None
    """None outside the turns of a round."""
    phase: Phase | None = None
    violations: tuple[BrokenRule, ...] = ()
    missing: tuple[str, ...] = ()
    """What the statement, or one before it, would have to say."""
    write: tuple[str, ...] = ()
    """What to type for it."""
    choices: int | None = None
    """How many results are possible; 0 if there are too many to look at."""
    treatment: Treatment | None = None
    """What became of it if it broke a rule: the game goes on with it, or without."""
    debts: Mapping[str, int] = {}
    """What players came to owe, by colour."""
    taken_back: bool
    """It is ruled on and does not count."""
    filled_in: tuple[str, ...] = ()
    """Statements before it that were left out, because nothing else could have happened."""


class ChangedVerdict(Answer, frozen=True, kw_only=True):
    """A statement about which the rules say something else than before."""

    before: StatementVerdict
    after: StatementVerdict


class GameStanding(Answer, frozen=True, kw_only=True):
    """What the rules say about a whole game in progress."""

    verdict: Outcome
    finished: bool
    """The game was played to its end."""
    events: int
    legal: int
    """Events that are legal before the first that is not, or that is undecided."""
    faults: tuple[int, ...]
    """The addresses of statements that break rules or note something wrong."""
    open: int | None
    """The address of the statement from which on the game is undecided."""
    header: tuple[BrokenRule, ...]
    """The rules that players, tracks and setup break."""
    missing: tuple[str, ...]
    """What would have to be known about them."""
    write: tuple[str, ...]


class Change(Answer, frozen=True, kw_only=True):
    """What came of a change to a game in progress."""

    address: int | None
    """The statement that was put in or changed; None where there is none."""
    verdict: StatementVerdict | None
    changed: tuple[ChangedVerdict, ...]
    """Other statements that are now judged otherwise."""
    standing: GameStanding


class DueStatement(Answer, frozen=True, kw_only=True):
    """What has to be said next in a game in progress."""

    phase: Phase
    round: int
    turn: int | None
    """None outside the turns of a round."""
    players: tuple[str, ...]
    """The colours of those who are to act; nobody where things are drawn."""
    kinds: tuple[str, ...]
    """The statements that fit, by the word under `do` in docs/turns.md; of the actions, those
    that allow a legal turn."""
    filled_in: tuple[str, ...]
    """Statements that come before and need not be said, because nothing else can happen."""
    missing: tuple[str, ...]
    """What has to be said before the game can go on, in words."""
    write: tuple[str, ...]
    """What to type for it."""
    mend: int | None
    """The address of a statement that leaves something open; nothing after it is judged."""
    finished: bool


ANSWERS: Final[tuple[type[Answer], ...]] = (
    StatementVerdict,
    ChangedVerdict,
    GameStanding,
    Change,
    DueStatement,
)
