"""Drawing legal turns and plans by lot: the action first, then uniformly at each choice."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from random import Random
from typing import Any, TypeVar, get_args

from referee.core.events import Plan
from referee.core.ids import SLOTS, CardId, Seat
from referee.core.state import State
from referee.core.turns import Action, Turn
from referee.engine.actions import ROWS, Answers, turn_of
from referee.engine.bonus import has_marker
from referee.engine.facts import facts_of
from referee.engine.planning import available_slots
from referee.engine.stage import LEGAL, MORE, Row
from referee.engine.unfinished import Unfinished, table_after
from referee.engine.work import Work

# Drawing lots, quickly and always in the same way for the same seed -------------------------------
T = TypeVar("T")


def drawn(items: Iterable[T], number: int, rng: Random) -> list[T]:
    """Return so many of the items in the order drawn, or all of them if there are fewer."""
    pool = list(items)
    random = rng.random
    found = []
    for left in range(len(pool), max(0, len(pool) - number), -1):
        at = int(random() * left)
        found.append(pool[at])
        pool[at] = pool[left - 1]
    return found


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """Return all items in an order drawn by lot."""
    pool = list(items)
    return drawn(pool, len(pool), rng)


ACTIONS: tuple[Action, ...] = get_args(Action)

SLOT_INDEX: Mapping[str, int] = {slot: index for index, slot in enumerate(SLOTS)}


class DrawnTurn:
    """A legal turn drawn by lot, and the table it leaves."""

    __slots__ = ("_action", "_said", "_work")

    def __init__(self, action: Action, work: Work, said: Answers) -> None:
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


def draw_turn(
    state: State,
    rng: Random,
    actions: tuple[Action, ...] = ACTIONS,
    otherwise: Action | None = None,
) -> DrawnTurn | None:
    """Return a legal turn with the table it leaves, or None if these actions allow none.

    The action `otherwise` is taken only where the others allow no turn.
    """
    if state.to_move is None:
        return None
    work = Work.on(state, state.to_move)
    open_to = _with_means(work, actions) if len(actions) > 1 else list(actions)
    while open_to:
        action = open_to.pop(int(rng.random() * len(open_to)))
        if drawn := _draw(work, action, rng):
            return drawn
        work = Work.on(state, work.seat)
    return None if otherwise is None else _draw(work, otherwise, rng)


def _draw(work: Work, action: Action, rng: Random) -> DrawnTurn | None:
    """Return a turn that takes an action, or None if there is none; `work` is used for it."""
    said: list[Sequence[Any]] = []
    if _walk(work, ROWS[action], rng, said):
        return DrawnTurn(action, work, said)
    finished = _turn_back(Unfinished(action, Work.on(work.state, work.seat)), said, rng)
    return None if finished is None else DrawnTurn(action, finished.work, finished.said[:-1])


def _with_means(work: Work, actions: tuple[Action, ...]) -> list[Action]:
    """Return the actions for which the player has something that lies face up, or a marker."""
    me, used, serves = work.me, work.used, work.facts.serves
    means: set[Action | None] = {"end"}
    for card in me.slots:
        if card is not None and card not in used:
            means.add(serves.get(card))
    for tile in me.tiles:
        if tile not in used:
            means.add(serves.get(tile))
    if has_marker(work):
        means.add("marker")
    return [action for action in actions if action in means]


def _walk(work: Work, row: Row, rng: Random, said: list[Sequence[Any]]) -> bool:
    """Add what is drawn at each stage to `said`; return whether it came to the end of the row."""
    for stage in row:
        if stage.idle(work):
            said.append(stage.nothing())
            continue
        answer = stage.draw(work, rng)
        if stage.repeated:
            answers: list[Any] = []
            said.append(answers)
            while answer is not MORE:
                if answer is LEGAL:
                    return False
                stage.take(work, answer)
                answers.append(answer)
                answer = MORE if stage.idle(work) else stage.draw(work, rng)
        elif answer is LEGAL:
            said.append(())
            return False
        else:
            stage.take(work, answer)
            said.append((answer,))
    return True


def _turn_back(start: Unfinished, said: list[Sequence[Any]], rng: Random) -> Unfinished | None:
    """Return a finished turn that takes back as little as possible of what led nowhere."""
    choices: list[Any] = []
    for stage, answers in zip(start.row, said, strict=False):
        choices += answers
        if stage.repeated:
            choices.append(MORE)
    if start.row[len(said) - 1].repeated:
        # The last stage was not left, because nothing was legal there.
        choices.pop()
    while choices:
        refused = choices.pop()
        begun = reduce(_chosen, choices, start)
        if finished := finish(begun, rng, refused):
            return finished
    return None


def _chosen(unfinished: Unfinished, choice: object) -> Unfinished:
    return unfinished.passing() if choice is MORE else unfinished.saying(choice)


def finish(unfinished: Unfinished, rng: Random, refused: object = LEGAL) -> Unfinished | None:
    """Return a finished turn that goes on otherwise than `refused`, if there is any."""
    if unfinished.stage is None:
        return unfinished
    choices = unfinished.options()
    if unfinished.may_pass():
        choices.append(MORE)
    for choice in shuffled([choice for choice in choices if choice != refused], rng):
        if finished := finish(_chosen(unfinished, choice), rng):
            return finished
    return None


def sample_plan(state: State, seat: Seat, rng: Random) -> Plan:
    """Return a plan drawn slot by slot, each card as likely as an empty slot."""
    return sample_fuller_plan(state, seat, rng, 1)


def sample_fuller_plan(state: State, seat: Seat, rng: Random, draws: int) -> Plan:
    """Return the fullest of so many plans drawn slot by slot, the first of equal ones."""
    random = rng.random
    # Nothing is the last choice: where it is drawn, no card leaves the others.
    choices = [*sorted(state.players[seat].hand - facts_of(state.setting).share_cards), None]
    available = [SLOT_INDEX[slot] for slot in available_slots(state, seat)]
    fullest: list[CardId | None] = []
    most = -1
    for _ in range(draws):
        left, placed = choices[:], 0
        slots: list[CardId | None] = [None] * len(SLOTS)
        for slot in available:
            at = int(random() * len(left))
            if left[at] is not None:
                slots[slot] = left.pop(at)
                placed += 1
        if placed > most:
            fullest, most = slots, placed
    return Plan(seat=seat, slots=tuple(fullest))
