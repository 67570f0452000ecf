"""What is answered about best turns and best ways of playing on."""

from typing import TYPE_CHECKING, Final

from msgspec import UNSET, UnsetType

from model.best.questions import Status
from referee.api.answer import Answer, showing
from referee.api.change_scenes import scene_of_change
from referee.api.solver_answers import Changed, Numbers, changed
from referee.game.messages.speech import thing
from referee.game.moment_words import moment_words
from referee.game.state import State
from referee.game.turns import Action
from referee.notation.record import Statement
from referee.notation.writer import line_of
from referee.solutions.horizons import Horizon
from referee.solutions.notation import turn_text

if TYPE_CHECKING:
    from referee.solutions.best import ConfirmedBest
    from referee.solutions.horizons import BestRound


class ValuedTurn(Answer, frozen=True, kw_only=True):
    """A turn in the notation of records, and what the table after it is worth."""

    turn: str
    value: int


class BestTurn(Answer, frozen=True, kw_only=True):
    """A best turn, which the engine has replayed, and how far it is proved."""

    id: str | UnsetType = UNSET
    """The puzzle that it solves, if it is of one."""
    moment: str
    player: str
    objective: str
    action: Action | None
    turn: str
    value: int
    worth_before: int
    status: Status
    bound: int | None
    """No turn is worth more; None if the time was too short to say."""
    gap: int | None
    """How far the bound lies above the value."""
    optima: int
    """Turns known to have this value, itself among them."""
    counted_all: bool
    """There are no further turns of that value."""
    ties_broken: bool
    """The turn is the first of its equals in the fixed order."""
    seconds: float
    pad: Numbers
    """The rows of the player's scoring pad before and after the turn."""
    totals: Numbers
    """The totals of all players by colour."""
    aims: Numbers | UnsetType = UNSET
    """What the objective is made of, and itself, where that is not the net worth."""
    top: tuple[ValuedTurn, ...] | UnsetType = UNSET
    """The best few turns in falling order, if they were asked for."""
    top_in_time: bool | UnsetType = UNSET
    """Whether the time sufficed for as many as were asked for."""
    comment: str | UnsetType = UNSET
    """What makes the solution of a puzzle work."""


class BestPlay(Answer, frozen=True, kw_only=True):
    """A best way of playing on, turn by turn, with all that it rests on."""

    id: str | UnsetType = UNSET
    """The puzzle that it solves, if it is of one."""
    moment: str
    player: str
    objective: str
    horizon: Horizon
    plan: str | None
    """The cards to place, where a plan was asked for."""
    turns: tuple[ValuedTurn, ...]
    """In order, but for the one that ends the phase."""
    value: int
    worth_before: int
    status: Status
    bound: int | None
    """No way of playing on is worth more; None if no bound is known."""
    gap: int | None
    """How far the bound lies above the value."""
    seconds: float
    assumptions: tuple[str, ...]
    """What the others are taken to do, and what is left out of account."""
    pad: Numbers
    """The rows of the player's scoring pad before and after."""
    totals: Numbers
    """The totals of all players by colour."""
    aims: Numbers | UnsetType = UNSET
    """What the objective is made of, and itself, where that is not the net worth."""
    comment: str | UnsetType = UNSET
    """What makes the solution of a puzzle work."""


ANSWERS: Final[tuple[type[Answer], ...]] = (BestTurn, BestPlay)


def best_turn_answer(
    found: "ConfirmedBest",
    colours: tuple[str, ...],
    *,
    puzzle: str | UnsetType = UNSET,
    top: tuple[ValuedTurn, ...] | UnsetType = UNSET,
    top_in_time: bool | UnsetType = UNSET,
    comment: str | UnsetType = UNSET,
) -> BestTurn:
    """Return a best turn in the words of the public surface."""
    wanted = found.question.objective
    change = changed(found.before, found.best.after, found.seat, colours, wanted)
    answer = BestTurn(
        id=puzzle,
        moment=moment_words(found.before, colours),
        player=colours[found.seat],
        objective=str(wanted),
        action=found.question.action,
        turn=turn_text(found.best.turn, found.before.setting, colours),
        value=found.best.value,
        worth_before=found.worth_before,
        status=found.status,
        bound=found.bound,
        gap=found.gap,
        optima=found.optima,
        counted_all=found.counted_all,
        ties_broken=found.ties_broken,
        seconds=round(found.seconds, 4),
        pad=change.pad,
        totals=change.totals,
        aims=change.aims,
        top=top,
        top_in_time=top_in_time,
        comment=comment,
    )
    return showing(
        answer,
        lambda: scene_of_change(
            (found.before, found.best.after), colours, found.best.turn, caption=(answer.turn,)
        ),
    )


def best_play_answer(
    found: "BestRound",
    asked: State,
    colours: tuple[str, ...],
    *,
    puzzle: str | UnsetType = UNSET,
    comment: str | UnsetType = UNSET,
) -> BestPlay:
    """Return a best way of playing on in the words of the public surface."""
    setting, wanted = found.before.setting, found.question.objective
    end = found.turns[-1].after if found.turns else found.before
    change: Changed = changed(found.before, end, found.seat, colours, wanted)
    answer = BestPlay(
        id=puzzle,
        moment=moment_words(asked, colours),
        player=colours[found.seat],
        objective=str(wanted),
        horizon=found.horizon,
        plan=line_of(Statement(said=found.plan), colours) if found.plan else None,
        turns=tuple(
            ValuedTurn(turn=turn_text(played.turn, setting, colours), value=played.value)
            for played in found.turns
        ),
        value=found.value,
        worth_before=found.worth_before,
        status=found.status,
        bound=found.bound,
        gap=found.gap,
        seconds=round(found.seconds, 4),
        assumptions=tuple(map(thing, found.assumptions)),
        pad=change.pad,
        totals=change.totals,
        aims=change.aims,
        comment=comment,
    )
    said = (*([answer.plan] if answer.plan else []), *(valued.turn for valued in answer.turns))
    return showing(answer, lambda: scene_of_change((asked, end), colours, caption=said))
