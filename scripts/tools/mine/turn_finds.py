"""Finds positions worth solving: one best turn, and a greedy player does not see it."""

import math
from collections.abc import Iterator
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from model.best.limits import SolverLimits
from model.best.objective import MEASURES, Objective
from model.best.search import BestAnswer, NoTurnDueError, best_turn, top
from referee.engine import step
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES, greedy_turn, looked_at
from referee.engine.random_turns import ACTIONS
from referee.engine.scoring import pad
from referee.engine.turn_counts import count_action
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
    measured,
)
from referee.game.components import BookkeeperCard, ExpansionCard, MerchantCard
from referee.game.ids import COMPANIES, Seat, TrackId
from referee.game.limits import PLAYER_COUNTS
from referee.game.set_reader import reference_set
from referee.game.state import State
from referee.game.turns import Action
from referee.solutions.question import Question
from referee.solutions.worth import worth

SECONDS = 10.0
"""Seconds for one question to the solver."""

GREEDY_TRIES = 10
"""So often the greedy player, who draws lots where there is much to look at, may try."""

DECKS = 3
"""Turns that end the phase and differ only in the deck picked up count as one."""

ACTION_OF: dict[str, Action] = {
    "A1": "expand",
    "A2": "goods",
    "B1": "goods",
    **dict.fromkeys(("B2", "C1", "C2", "D1", "D2"), "marker"),
    "routing": "expand",
    "books": "bookkeeper",
    "bookkeeper": "bookkeeper",
    "merchant": "merchant",
}
"""The action that a theme mostly has to do with."""

BOOKS = 6
"""Steps of the bookkeeping track on which a mover who has come further may have books."""

ROUTE = 3
"""An expansion into more regions than this is a matter of routing."""


class Find(Struct, frozen=True, kw_only=True):
    """A position with a turn that is better than all others."""

    seed: int
    event: int
    """How many events of the seeded game came before."""
    state: State
    question: Question
    turn: CanonicalTurn
    value: int
    second: int | None
    """What the best other turn is worth; None if there is no other."""
    greedy: int
    """What the greedy player reaches."""
    turns: int
    """Legal turns."""
    themes: tuple[str, ...]

    @property
    def interest(self) -> tuple[int, int, int]:
        """How much there is to see: things to decide at once, what greed misses, what is legal."""
        return (parts(self.turn), self.value - self.greedy, len(str(self.turns)))


def parts(turn: CanonicalTurn) -> int:
    """Return how many decisions a turn takes beyond its action."""
    number = int(turn.plus_one is not None)
    match turn:
        case CanonicalExpansion():
            gains = turn.gains
            number += len(turn.regions) + sum(map(sum, turn.returned)) + len(gains.books)
        case CanonicalBookkeeper():
            number += 2 * (turn.flip is not None) + len(turn.gains.books) + sum(turn.gains.steps)
        case CanonicalMarker():
            number += (turn.discard is not None) + (turn.buy is not None) + len(turn.gains.books)
        case _:
            number += sum(step > 0 for step in getattr(turn, "steps", ()))
            number += len(getattr(turn, "cards", ())) + (getattr(turn, "buy", None) is not None)
    return number


def played(seed: int, theme: str | None = None) -> Iterator[tuple[int, State]]:
    """Yield the tables of a seeded game at which somebody is to move.

    A theme that is a track side is among the tracks of the game.
    """
    rng = Random(seed)
    setting = draw_setting(reference_set(), rng.choice(PLAYER_COUNTS), rng, first_game=False)
    while theme in reference_set().track and theme not in setting.tracks:
        setting = draw_setting(reference_set(), setting.players, rng, first_game=False)
    # Those who draw lots get further on tracks than those who look at one turn only.
    names = rng.choices(("greedy", "random"), (1, 2 if theme is None else 9), k=setting.players)
    policies = tuple(POLICIES[name] for name in names)
    for number, (_, state) in enumerate(play(setting, rng, policies), 1):
        if state.phase == "actions" and not refill_due(state):
            yield number, state


def moved_on(state: State, rng: Random) -> State:
    """Return a table at which the mover has come further: on tracks, and with books on his own."""
    seat = state.to_move or Seat(0)
    player, tracks = state.players[seat], list(state.setting.track.values())
    spaces = tuple(
        max(at, rng.randint(0, track.last)) for at, track in zip(player.tracks, tracks, strict=True)
    )
    free = sorted(book for unseen in state.unseen_books for book in unseen)
    rng.shuffle(free)
    books = tuple(
        pile or ((free.pop(),) if free and number < BOOKS and rng.random() < 2 / 3 else ())
        for number, pile in enumerate(player.books)
    )
    player = replace(
        player,
        tracks=spaces,
        levels=tuple(
            sum(special.at <= at for special in track.specials)
            for track, at in zip(tracks, spaces, strict=True)
        ),
        books=books,
    )
    left = tuple(unseen & frozenset(free) for unseen in state.unseen_books)
    # A book with one pound on it is as good as a point turned into money: ties without end.
    coins = tuple(rng.choice((0, 0, 0, 2, 3)) if book else 0 for book in state.book_display)
    return replace(state.with_player(seat, player), unseen_books=left, book_coins=coins)


def suits(state: State, theme: str | None) -> bool:
    """Return whether the table of the mover can have to do with a theme at all."""
    player = state.players[state.to_move or 0]
    cards = state.setting.components.card
    up = [cards[card] for card in player.slots if card is not None and card not in player.used]
    match theme:
        case "books" | "bookkeeper":
            return any(isinstance(card, BookkeeperCard) for card in up) or bool(player.tiles)
        case "merchant":
            return any(isinstance(card, MerchantCard) for card in up) or bool(player.tiles)
        case "routing":
            points = [card.points for card in up if isinstance(card, ExpansionCard)]
            return sum(points) > ROUTE
        case "end":
            return len(up) <= 1
        case _ if theme in state.setting.tracks:
            return player.levels[state.setting.tracks.index(TrackId(theme))] > 0
        case _:
            return True


def wishes(rng: Random, theme: str | None) -> Iterator[Question]:
    """Yield what may be asked for at a table; with a theme only of the action it has to do with."""
    action = ACTION_OF.get(theme or "")
    mixed = Objective(((1, "net-worth"), (rng.choice((1, 2, 3)), rng.choice(MEASURES[3:]))))
    plain = ("net-worth", "margin", rng.choice(MEASURES[2:]))
    for wanted in (*(Objective(((1, name),)) for name in plain), mixed):
        yield Question(objective=wanted, action=action)


def finds(
    seed: int,
    first_round: int = 2,
    every: int = 3,
    theme: str | None = None,
    *,
    further: bool = False,
) -> Iterator[Find]:
    """Yield what is worth solving in a seeded game, with a theme only what has to do with it.

    Only each so-manieth table is looked at; `further` moves the mover's markers on beforehand.
    """
    rng = Random(-1 - seed)
    for number, before in played(seed, theme):
        state = moved_on(before, rng) if further else before
        if state.round < first_round or not suits(state, theme) or rng.randrange(every):
            continue
        for question in wishes(rng, theme):
            if (found := find(state, question, seed, number, theme)) is not None:
                yield found


def find(
    state: State, question: Question, seed: int, event: int, theme: str | None = None
) -> Find | None:
    """Return the position as a find if its best turn is the only one and greed misses it."""
    first = _best(state, question)
    if first is None:
        return None
    about = tuple(themes(state, question, first.turn, first.value))
    if theme is not None and theme not in about:
        return None
    ranked = top(
        state,
        question.objective,
        1 + DECKS,
        question.action,
        limits=SolverLimits.of(seconds=SECONDS),
        placing=False,
    )
    others = [one.value for one in ranked.turns if measured(one.turn) != measured(first.turn)]
    second = max(others, default=None)
    greedy = greedy_value(state, question)
    if not ranked.in_time or second == first.value or greedy >= first.value:
        return None
    return Find(
        seed=seed,
        event=event,
        state=state,
        question=question,
        turn=first.turn,
        value=first.value,
        second=second,
        greedy=greedy,
        turns=sum(count_action(state, action) for action in _actions(question)),
        themes=about,
    )


def _actions(question: Question) -> tuple[Action, ...]:
    return ACTIONS if question.action is None else (question.action,)


def greedy_value(state: State, question: Question) -> int:
    """Return what a player reaches who looks at net worth only, at his best of some tries."""
    seat = state.to_move or Seat(0)
    reached = []
    for number in range(GREEDY_TRIES):
        rng = Random(number)
        if question.action is None:
            _, after = greedy_turn(state, rng)
        else:
            tables = [step(state, turn) for turn in looked_at(state, question.action, rng)]
            after = max(tables, key=lambda table: pad(table, seat).total)
        reached.append(worth(after, seat, question.objective))
    return max(reached)


def themes(state: State, question: Question, turn: CanonicalTurn, value: int) -> Iterator[str]:
    """Yield what a find is about: its action, the track bonuses it rests on, and more."""
    yield str(turn.__struct_config__.tag)
    seat = turn.seat
    player = state.players[seat]
    for number, (company, level) in enumerate(zip(COMPANIES, player.levels, strict=True)):
        if level:
            without = (*player.levels[:number], 0, *player.levels[number + 1 :])
            poorer = state.with_player(seat, replace(player, levels=without))
            if _value(poorer, question) < value:
                yield str(state.setting.track[company].id)
    if isinstance(turn, CanonicalExpansion) and len(turn.regions) > ROUTE:
        yield "routing"
    gains = getattr(turn, "gains", None)
    if (gains is not None and gains.books) or getattr(turn, "flip", None) is not None:
        yield "books"


def _value(state: State, question: Question) -> float:
    found = _best(state, question)
    return -math.inf if found is None else found.value


def _best(state: State, question: Question) -> BestAnswer | None:
    """Return the best turn, without counting others; None if no turn is due."""
    limits = SolverLimits.of(seconds=SECONDS)
    try:
        return best_turn(state, question.objective, question.action, optima_limit=0, limits=limits)
    except NoTurnDueError:
        return None
