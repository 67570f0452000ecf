"""Puzzles mined from seeded games: turns in which a greedy player falls short."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import click
from msgspec import Struct
from msgspec.structs import replace

from referee.core.canonical import CanonicalBookkeeper, CanonicalExpansion, CanonicalTurn, measured
from referee.core.components import BookkeeperCard, ExpansionCard, MerchantCard
from referee.core.ids import COMPANIES, Seat, TrackId
from referee.core.limits import PLAYER_COUNTS
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
from referee.records.writer import COLOURS
from referee.solve.horizons import Question, turn_text, worth
from referee.solve.puzzle import Difficulty, Puzzle, puzzle_text
from referee_model.best.limits import SolverLimits
from referee_model.best.objective import MEASURES, Objective
from referee_model.best.search import BestAnswer, NoTurnDueError, best_turn, top
from referee_model.best.spoken_turns import said
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
    number = sum(getattr(turn, name, None) is not None for name in ("plus_one", "discard", "buy"))
    number += 2 * (getattr(turn, "flip", None) is not None) + len(getattr(turn, "cards", ()))
    number += len(getattr(turn, "regions", ())) + sum(map(sum, getattr(turn, "returned", ())))
    number += sum(step > 0 for step in getattr(turn, "steps", ()))
    gains = getattr(turn, "gains", None)
    number += 0 if gains is None else len(gains.books)
    return int(number) + (sum(turn.gains.steps) if isinstance(turn, CanonicalBookkeeper) else 0)


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
    mixed = ((1, "net-worth"), (rng.choice((1, 2, 3)), rng.choice(MEASURES[3:])))
    plain = ("net-worth", "margin", rng.choice(MEASURES[2:]))
    for terms in (*(((1, name),) for name in plain), mixed):
        yield Question(objective=Objective(terms), action=ACTION_OF.get(theme or ""))


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
    about = () if first is None else tuple(themes(state, question, first.turn, first.value))
    if first is None or (theme is not None and theme not in about):
        return None
    limits = SolverLimits.of(seconds=SECONDS)
    ranked = top(
        state, question.objective, 1 + DECKS, question.action, limits=limits, placing=False
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


DIFFICULTIES: tuple[tuple[int, Difficulty], ...] = ((0, "easy"), (300, "medium"), (10_000, "hard"))
"""With the number of legal turns from which on a puzzle is called so."""


def draft(find: Find) -> Puzzle:
    """Return a find as a puzzle that still wants a title and words."""
    colours = COLOURS[: len(find.state.players)]
    turn = said(find.state, find.turn)
    wanted = str(find.question.objective).replace("*", "x").replace(":", "-")
    only = f"-{find.question.action}" if find.question.action else ""
    return Puzzle(
        id=f"mined-{find.seed}-{find.event}-{wanted}{only}",
        title="?",
        difficulty=[name for least, name in DIFFICULTIES if find.turns >= least][-1],
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
@check("games", 10, without=("results",))
def command(run: Run, from_round: int, every: int, theme: str | None, write: Path | None) -> None:
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
        if write is not None:
            write.mkdir(parents=True, exist_ok=True)
            (write / f"{drafted.id}.toml").write_text(puzzle_text(drafted), "utf-8")
