"""Puzzles mined from seeded games: turns and whole rounds in which a greedy player falls short."""

import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import click
from msgspec import Struct
from msgspec.structs import replace

from referee.core.canonical import (
    CanonicalBookkeeper,
    CanonicalExpansion,
    CanonicalMarker,
    CanonicalTurn,
    measured,
)
from referee.core.components import BookkeeperCard, ExpansionCard, MerchantCard
from referee.core.ids import COMPANIES, Seat, TrackId
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import Action
from referee.engine import step
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, greedy_turn, looked_at, play
from referee.engine.random_turns import ACTIONS
from referee.engine.scoring import pad
from referee.engine.turn_counts import count_action
from referee.records.record import Statement
from referee.records.writer import COLOURS, line_of
from referee.solve.best import greedy_round
from referee.solve.horizons import BestRound, HorizonQuestion, Question, alone, turn_text, worth
from referee.solve.puzzle import Difficulty, Puzzle, puzzle_text
from referee.solve.rounds import best_last_round, best_plan, best_round
from referee_model.best.formulation import rest_of_round, rule_out
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import MEASURES, Objective
from referee_model.best.rounds import RoundSearch
from referee_model.best.search import BestAnswer, NoTurnDueError, best_turn, top
from referee_model.best.spoken_turns import said
from referee_model.best.table import MoverTable
from scripts.tools.runs import Run, check

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


def finds(seed: int, first_round: int, every: int, theme: str | None) -> list[Find]:
    """Return what is worth solving in a seeded game, with a theme only what has to do with it.

    Of so many tables one is looked at.
    """
    rng = Random(-1 - seed)
    found = [
        find(state, question, seed, number, theme)
        for number, state in played(seed, theme)
        if state.round >= first_round and suits(state, theme) and not rng.randrange(every)
        for question in wishes(rng, theme)
    ]
    return [each for each in found if each is not None]


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
    actions = ACTIONS if question.action is None else (question.action,)
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
        turns=sum(count_action(state, each) for each in actions),
        themes=about,
    )


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
            best = _best(poorer, question)
            if best is None or best.value < value:
                yield str(state.setting.track[company].id)
    if isinstance(turn, CanonicalExpansion) and len(turn.regions) > ROUTE:
        yield "routing"
    gains = getattr(turn, "gains", None)
    if (gains is not None and gains.books) or getattr(turn, "flip", None) is not None:
        yield "books"


def _best(state: State, question: Question) -> BestAnswer | None:
    """Return the best turn, without counting others; None if no turn is due."""
    limits = SolverLimits.of(seconds=SECONDS)
    try:
        return best_turn(state, question.objective, question.action, optima_limit=0, limits=limits)
    except NoTurnDueError:
        return None


HARD, MEDIUM = 10_000, 300
"""Legal turns from which on a puzzle counts as hard or medium."""


def draft(find: Find) -> Puzzle:
    """Return a find as a puzzle that still wants a title and words."""
    difficulty: Difficulty = "easy"
    if find.turns >= MEDIUM:
        difficulty = "hard" if find.turns >= HARD else "medium"
    colours = COLOURS[: len(find.state.players)]
    turn = said(find.state, find.turn)
    wanted = str(find.question.objective).replace("*", "x").replace(":", "-")
    only = f"-{find.question.action}" if find.question.action else ""
    return Puzzle(
        id=f"mined-{find.seed}-{find.event}-{wanted}{only}",
        title="?",
        difficulty=difficulty,
        themes=find.themes,
        text="?",
        hint="?",
        comment=f"{find.turns} legal turns; greed reaches {find.greedy}, the next {find.second}.",
        state=find.state,
        colours=colours,
        objective=find.question.objective,
        action=find.question.action,
        optimum=find.value,
        solution=(turn_text(turn, find.state.setting, colours),),
    )


@click.command()
@click.option("--from-round", default=2, show_default=True, help="Earlier rounds are left out.")
@click.option("--every", default=3, show_default=True, help="Look at one table of so many.")
@click.option("--theme", help="An action, a track side, routing or books.")
@click.option("--write", type=Path, metavar="FOLDER", help="Write drafts of puzzles.")
@check("games", 10, "How many games.", keeps=False)
def turns_command(
    run: Run, from_round: int, every: int, theme: str | None, write: Path | None
) -> None:
    """Mine puzzles from seeded games: one best turn, and a greedy player misses it.

    The finds are printed with the most interesting first: many decisions at once, then much that
    greed misses, then many legal turns. With `--write FOLDER` each becomes the draft of a puzzle,
    whose title and texts a person has to write.
    """
    work = partial(finds, first_round=from_round, every=every, theme=theme)
    found = [find for of_game in run.over_seeds(work) for find in of_game]
    found.sort(key=lambda find: find.interest, reverse=True)
    for find in found:
        drafted = draft(find)
        print(
            f"{drafted.id}: {find.value}, next {find.second}, greedy {find.greedy}, "
            f"{find.turns} turns, {' '.join(find.themes)}: {drafted.solution[0]}"
        )
        _write(drafted, write)


def _write(drafted: Puzzle, folder: Path | None) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{drafted.id}.toml").write_text(puzzle_text(drafted), "utf-8")


ROUND_SECONDS = 20.0
"""For one question to the solver."""
TURNS = range(3, 6)
"""Other rounds are not looked at: people solve puzzles in their heads."""
LEAST_LOSS = 3
"""What greed must miss."""
ORDERS: tuple[tuple[Action, Action], ...] = (
    ("marker", "goods"),
    ("bookkeeper", "expand"),
    ("bookkeeper", "goods"),
    ("marker", "expand"),
    ("expand", "merchant"),
    ("expand", "goods"),
    ("goods", "expand"),
    ("goods", "marker"),
)


class RoundFind(Struct, frozen=True, kw_only=True):
    """A round in which greed falls short."""

    seed: int
    event: int
    state: State
    best: BestRound
    greedy: int
    decides: tuple[str, ...]
    """Orders without which less is possible, with what is possible then."""


def round_tables(seed: int) -> Iterator[tuple[int, State]]:
    """Yield the tables of a seeded game before plans and turns."""
    rng = Random(seed)
    setting = draw_setting(reference_set(), rng.choice(PLAYER_COUNTS), rng, first_game=False)
    policies = tuple(POLICIES[rng.choice(("greedy", "random"))] for _ in range(setting.players))
    for number, (_, state) in enumerate(play(setting, rng, policies), 1):
        planning = state.phase == "planning" and not any(state.plans)
        if planning or (state.phase == "actions" and not refill_due(state)):
            yield number, state


def without(state: State, seat: Seat, wanted: Objective, first: Action, then: Action) -> int | None:
    """Return a bound on what a round is worth without an order; None if nothing is known."""
    joint = rest_of_round(MoverTable(state, seat), wanted)
    rule_out(joint, first, then)
    search = RoundSearch(joint, SolverLimits(1, time.monotonic() + ROUND_SECONDS))
    search.propose()
    return search.bound


def deciding(state: State, seat: Seat, best: BestRound) -> Iterator[str]:
    """Yield the orders without which a round is worth less."""
    actions = [type(played.turn).__struct_config__.tag for played in best.turns]
    said: list[object] = list(actions)
    for first, then in ORDERS:
        if (
            first in said
            and then in said
            and said.index(first) < len(said) - 1 - said[::-1].index(then)
        ):
            bound = without(state, seat, best.question.objective, first, then)
            if bound is not None and bound < best.value:
                yield f"{first}<{then}:{bound}"


def round_finds(seed: int, horizon: str, first_round: int) -> list[RoundFind]:
    """Return what is worth solving in a seeded game."""
    finds: list[RoundFind] = []
    rng = Random(-1 - seed)
    seen: set[tuple[int, int]] = set()
    for number, state in round_tables(seed):
        if state.round < first_round:
            continue
        wanted = Objective(((1, rng.choice(("net-worth", "net-worth", "margin"))),))
        question = HorizonQuestion(objective=wanted, time_limit=ROUND_SECONDS)
        seat = state.to_move
        if horizon == "round" and state.phase == "actions" and seat is not None:
            table = alone(state, seat)
            joint = rest_of_round(MoverTable(table, seat), wanted)
            if (state.round, seat) in seen or len(joint.timeline.turns) not in TURNS:
                continue
            seen.add((state.round, seat))
            best = best_round(state, seat, question)
        elif horizon in ("plan", "game") and state.phase == "planning":
            if horizon == "game" and state.round != ROUNDS:
                continue
            seat = Seat(rng.randrange(len(state.players)))
            ask = best_last_round if horizon == "game" else best_plan
            best = ask(state, seat, question)
            table = best.before
        else:
            continue
        if best.status != "optimal":
            continue
        played = greedy_round(table, seat, wanted)
        greedy = played[-1].value if played else best.worth_before
        if best.value - greedy >= LEAST_LOSS:
            decides = tuple(deciding(table, seat, best))
            finds.append(
                RoundFind(
                    seed=seed, event=number, state=state, best=best, greedy=greedy, decides=decides
                )
            )
    return finds


def round_draft(find: RoundFind) -> Puzzle:
    """Return a find as a puzzle whose words are still to be written."""
    best, colours = find.best, COLOURS[: len(find.state.players)]
    setting = find.state.setting
    plan = [line_of(Statement(said=best.plan), colours)] if best.plan else []
    return Puzzle(
        id=f"{best.horizon}-{find.seed}-{find.event}",
        title="?",
        difficulty="medium",
        themes=(best.horizon, *(order.partition(":")[0] for order in find.decides)),
        text="?",
        hint="?",
        comment=f"Turn by turn only {find.greedy} is reached.",
        state=find.state,
        planner=best.seat if best.plan else None,
        colours=colours,
        objective=best.question.objective,
        horizon=best.horizon,
        optimum=best.value,
        solution=(*plan, *(turn_text(one.turn, setting, colours) for one in best.turns)),
    )


@click.command()
@click.option(
    "--horizon",
    type=click.Choice(("round", "plan", "game")),
    default="round",
    show_default=True,
    help="What is solved.",
)
@click.option("--first-round", default=2, show_default=True, help="Earlier ones are left out.")
@click.option("--write", type=Path, metavar="FOLDER", help="Write drafts of puzzles.")
@check("games", 10, "How many games.", keeps=False)
def rounds_command(run: Run, horizon: str, first_round: int, write: Path | None) -> None:
    """Mine puzzles about whole rounds: a player who looks one turn ahead falls short of the best.

    With `--write FOLDER` each find becomes the draft of a puzzle, whose title and texts a person
    has to write. The orders that decide are told: what the round is worth if they are ruled out.
    """
    work = partial(round_finds, horizon=horizon, first_round=first_round)
    for find in (find for of_game in run.over_seeds(work) for find in of_game):
        best = find.best
        colours = COLOURS[: len(find.state.players)]
        print(
            f"{find.seed}.{find.event} round {find.state.round} seat {best.seat} "
            f"{best.question.objective}: {best.worth_before} to {best.value}, "
            f"greedy {find.greedy}, {best.seconds:.1f} s, {' '.join(find.decides)}"
        )
        for played in best.turns:
            print(f"    {played.value:4} {turn_text(played.turn, find.state.setting, colours)}")
        _write(round_draft(find), write)
        sys.stdout.flush()
