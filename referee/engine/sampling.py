"""Drawing legal turns and plans by lot: the action first, then uniformly at each choice."""

from random import Random
from typing import Any, get_args

from referee.engine.actions import ROWS, turn_of
from referee.engine.facts import facts_of
from referee.engine.lots import shuffled
from referee.engine.planning import available_slots
from referee.engine.stage import LEGAL, MORE
from referee.engine.turn_end import table_after
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.game.components import ShareCard
from referee.game.events import Plan
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.state import State
from referee.game.turns import Action, Turn

ACTIONS: tuple[Action, ...] = get_args(Action)

TRIES = 3
"""So often an action is tried again after a choice that led nowhere; then all ways are tried."""


class Drawn:
    """A legal turn drawn by lot, and the table it leaves."""

    __slots__ = ("_action", "_said", "_work")

    def __init__(self, action: Action, work: Work, said: list[tuple[Any, ...]]) -> None:
        self._action = action
        self._work = work
        self._said = said

    def turn(self) -> Turn:
        """Return the turn."""
        return turn_of(self._action, self._work.seat, self._said)

    def table_after(self) -> State:
        """Return the table after it."""
        return table_after(self._work)


def sample_turn(state: State, rng: Random, actions: tuple[Action, ...] = ACTIONS) -> Turn | None:
    """Return a legal turn of the player to move, or None if these actions allow none."""
    drawn = draw_turn(state, rng, actions)
    return None if drawn is None else drawn.turn()


def draw_turn(state: State, rng: Random, actions: tuple[Action, ...] = ACTIONS) -> Drawn | None:
    """Return a legal turn with the table it leaves, or None if these actions allow none."""
    if state.to_move is None:
        return None
    means = _means(state, state.to_move)
    for action in shuffled([action for action in actions if action in means], rng):
        if drawn := _draw(state, state.to_move, action, rng):
            return drawn
    return None


def _means(state: State, seat: Seat) -> set[Action]:
    """Return the actions for which a player has something that lies face up, or needs nothing."""
    player = state.players[seat]
    serves = facts_of(state.setting).serves
    lying = (*player.slots, *player.tiles)
    return {"marker", "end", *[serves[i] for i in lying if i in serves and i not in player.used]}


def _draw(state: State, seat: Seat, action: Action, rng: Random) -> Drawn | None:
    for _ in range(TRIES):
        work = Work(state, seat)
        said = _walk(work, action, rng)
        if said is not None:
            return Drawn(action, work, said)
        if not work.cards and work.marker is None:
            # Not even the first choice could be made.
            return None
    finished = _finish(Unfinished(state, action, seat), rng)
    return None if finished is None else Drawn(action, finished.work, list(finished.said[:-1]))


def _walk(work: Work, action: Action, rng: Random) -> list[tuple[Any, ...]] | None:
    """Return what was drawn at each stage, or None where no answer is legal."""
    said: list[tuple[Any, ...]] = []
    for stage in ROWS[action]:
        answer = stage.draw(work, rng)
        if not stage.repeated and answer is not LEGAL:
            stage.take(work, answer)
            said.append((answer,))
            continue
        answers: list[Any] = []
        while answer is not MORE:
            if answer is LEGAL:
                return None
            stage.take(work, answer)
            answers.append(answer)
            answer = stage.draw(work, rng)
        said.append(tuple(answers))
    return said


def _finish(unfinished: Unfinished, rng: Random) -> Unfinished | None:
    """Return a finished turn; a choice that leads nowhere is taken back."""
    if unfinished.stage is None:
        return unfinished
    choices = unfinished.options()
    if unfinished.may_pass():
        choices.append(MORE)
    for choice in shuffled(choices, rng):
        further = unfinished.passing() if choice is MORE else unfinished.saying(choice)
        if finished := _finish(further, rng):
            return finished
    return None


def sample_plan(state: State, seat: Seat, rng: Random) -> Plan:
    """Return a plan drawn slot by slot, each card as likely as an empty slot."""
    cards = state.setting.components.card
    hand: list[CardId | None] = [
        card for card in sorted(state.players[seat].hand) if not isinstance(cards[card], ShareCard)
    ]
    placed: dict[str, CardId | None] = {}
    for slot in available_slots(state, seat):
        card = rng.choice([*hand, None])
        placed[slot] = card
        if card is not None:
            hand.remove(card)
    return Plan(seat=seat, slots=tuple(placed.get(slot) for slot in SLOTS))
