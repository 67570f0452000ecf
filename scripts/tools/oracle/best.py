"""Hold proved best turns against the engine's own list of all legal turns.

Every position is compared for every action and objective, small ones also turn by turn, and a task
of book placement beside each against trying everything. With `--results FILE` a run that was
stopped goes on where it ended.
"""

import dataclasses
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations, permutations
from random import Random
from typing import Any, Literal, get_args

import click
from msgspec import Struct
from msgspec.structs import replace

import referee_model
from referee.components.generate import random_set, small
from referee.conformance.games import drawn_rulings, position, steps, tables
from referee.core.canonical import CanonicalTurn, measured
from referee.core.components import BookkeeperCard, PlusOneTile, Reward
from referee.core.ids import BookId, Seat
from referee.core.limits import BOOK_PRICES, FLIP_POUNDS, PLAYER_COUNTS, POUNDS_AT_TRACK_END
from referee.core.state import State
from referee.core.turns import Action, BookStep, Turn
from referee.engine import check, step
from referee.engine.dealer import draw_setting
from referee.engine.legal_turns import legal_turns
from referee.engine.turn_counts import count_action
from referee.solve.horizons import measures, worth
from referee_model.api import better_turn
from referee_model.best.objective import MEASURES, Objective
from referee_model.best.placement import BookkeeperArea, BookTask, best_placement, book_task
from referee_model.best.search import NoTurnDueError, best_turn, every_turn
from referee_model.best.spoken_turns import said
from referee_model.kinds import KINDS
from scripts.tools import runs
from scripts.tools.runs import Run

Shown = dict[BookStep, tuple[BookId | None, bool]]
"""The book placed on a step, None for the one that lay there before; and whether it is flipped."""


def small_task(seed: int) -> BookTask:
    """Return a small task: few books on offer, two later actions, a short free track."""
    rng = Random(seed)
    state = position(seed)
    seat = state.to_move or Seat(0)
    player = state.players[seat]
    cards = state.setting.components.card
    keepers = [c for c in sorted(cards) if isinstance(cards[c], BookkeeperCard)]
    others = [c for c in sorted(cards) if c not in keepers]
    plans = [[keepers[0], *rng.sample(others, 3)] for _ in range(2)]
    state = state.with_player(seat, replace(player, cash=rng.randint(0, 4)))
    whole = book_task(state, plans, points=rng.randint(0, 2))
    near = {s: letter for s, letter in whole.letters.items() if s <= whole.ink + 3}
    offer = dict(rng.sample(sorted(whole.offer.items()), 3))
    printed = whole.setting.components.book
    free = [book for book in offer if printed[book].letter != "A"]
    last = whole.setting.components.book_track.last
    acquired = tuple(free[:1]) if free and whole.ink < last and seed % 3 == 0 else ()
    left = {book: coins for book, coins in offer.items() if book not in acquired}
    return dataclasses.replace(whole, letters=near, offer=left, acquired=acquired)


def every_plan(task: BookTask) -> Iterator[tuple[BookStep, int]]:
    """Yield the last step and the worth of every plan there is."""
    book = task.setting.components.book
    last = task.setting.components.book_track.last
    for size in range(len(task.offer) + 1 if task.ink < last else 1):
        for taken in combinations(task.offer, size):
            spent = sum(BOOK_PRICES[book[b].letter] for b in taken)
            if spent > task.points:
                continue
            books = (*task.acquired, *taken)
            for chosen in permutations(task.letters, len(books)):
                places = dict(zip(chosen, books, strict=True))
                if _placeable(task, places):
                    rate = POUNDS_AT_TRACK_END if task.ink >= last else 1
                    cash = task.cash + rate * (task.points - spent)
                    cash += sum(task.offer[b] for b in taken)
                    shown: Shown = {s: (None, f.flipped) for s, f in task.track.items()}
                    shown |= {s: (b, False) for s, b in places.items()}
                    yield from _actions(task, shown, task.ink, cash, 0, task.areas)


def _placeable(task: BookTask, places: dict[BookStep, BookId]) -> bool:
    crossed = task.setting.components.book_track.crossed_out

    def fits(book: BookId, step: BookStep) -> bool:
        there = task.letters[step]
        letter = task.setting.components.book[book].letter
        return letter != "A" or (there == "A" if there else step not in crossed)

    if not all(fits(book, step) for step, book in places.items()):
        return False
    free = [s for s, there in task.letters.items() if not there and s not in places]
    covering = [book for step, book in places.items() if task.letters[step]]
    return task.setting.rulings.cover == "free" or not any(
        fits(book, step) for book in covering for step in free
    )


def _actions(
    task: BookTask,
    shown: Shown,
    ink: BookStep,
    cash: int,
    extra: int,
    areas: tuple[BookkeeperArea, ...],
) -> Iterator[tuple[BookStep, int]]:
    track = task.setting.components.book_track
    if not areas:
        passed = ink - 1 if task.setting.rulings.value_passed == "beyond" else ink
        worth = [v.pounds for v in sorted(track.values, key=lambda v: v.at) if v.at <= passed]
        yield ink, cash + extra + (worth[-1] if worth else 0)
        return
    area, later = areas[0], areas[1:]
    flips: list[BookStep | None] = [None]
    if cash >= FLIP_POUNDS:
        flips += [step for step, (_, flipped) in shown.items() if not flipped]
    for flip in flips:
        now = {s: (b, flipped or s == flip) for s, (b, flipped) in shown.items()}
        left = cash - (FLIP_POUNDS if flip is not None else 0)
        for to in range(ink, track.last + 1):
            reward = Reward()
            if to > ink:
                there = _printed(task, now, to)
                if there is None or not (now[to][1] or area.meets(there.requires)):
                    break
                reward = reward if now[to][1] else there.reward
            pounds = reward.pounds
            if reward.cotton_less is not None:
                pounds += max(0, area.cotton - reward.cotton_less)
            rate = POUNDS_AT_TRACK_END if to >= track.last else 1
            every = task.setting.rulings.book_money_convert == "every-point"
            pounds += reward.points * rate + area.points * (rate if every else 1)
            more = task.weights.diamonds * reward.diamonds + task.weights.posts * reward.posts
            if reward.track is not None:
                more += task.weights.steps * reward.track.steps
            yield from _actions(task, now, to, left + pounds, extra + more, later)


def _printed(task: BookTask, shown: Shown, step: BookStep) -> Any:  # noqa: ANN401 - a book, or a step
    placed = shown[step][0] if step in shown else None
    return task.setting.components.book[placed] if placed else shown.get(step) and task.track[step]


def placement_differences(seed: int) -> Iterator[str]:
    """Yield where the best plan of a seeded task is not the best of all plans."""
    task = small_task(seed)
    plans = [*every_plan(task)]
    if not plans:
        return
    furthest, dearest = best_placement(task, "furthest"), best_placement(task, "value")
    if (furthest.step, furthest.worth) != max(plans):
        yield f"books, seed {seed}: {furthest.step, furthest.worth} is not {max(plans)}"
    if (dearest.worth, dearest.step) != max((worth, step) for step, worth in plans):
        yield f"books, seed {seed}: {dearest.worth, dearest.step} is not the most of all plans"


OWN_SETS = 4
"""Every so many positions are played with a random set of their own."""
SETS_UP_TO = 40
"""Actions with at most so many turns are compared turn by turn, which takes long."""
COUNTING_SECONDS = 5.0


class ComparisonResult(Struct):
    """What was compared at one position and what came of it."""

    seed: int
    optima: int = 0
    sets: int = 0
    unlisted: int = 0
    disagreements: list[str] = []
    gaps: list[str] = []
    """Turns that the engine's judge finds legal and its list lacks."""
    seconds: float = 0


def table(seed: int) -> State:
    """Return a table of a seeded game: some with sets of their own, every other one narrower."""
    if seed % OWN_SETS:
        state = position(seed)
    else:
        rng = Random(seed)
        own = random_set(rng)
        components = small(own) if rng.random() < 1 / 4 else own
        players = rng.choice(PLAYER_COUNTS)
        rulings = drawn_rulings(rng)
        setting = draw_setting(components, players, rng, first_game=False, rulings=rulings)
        state = rng.choice(tables(steps(setting, rng)))
    return varied(state, Random(seed)) if seed % 2 else state


def compare_seed(seed: int, most: int) -> ComparisonResult:
    """Return how the solver compares at the table of a seed, and with books beside it."""
    result = ComparisonResult(seed)
    started = time.monotonic()
    compare(table(seed), result, most)
    result.disagreements += placement_differences(seed)
    result.seconds = time.monotonic() - started
    return result


def varied(state: State, rng: Random) -> State:
    """Return a table where the mover is short of cash and close to calls and ends of tracks."""
    seat = state.to_move
    if seat is None:
        return state
    player, components = state.players[seat], state.setting.components
    tracks = list(state.setting.track.values())
    spaces = tuple(rng.randint(0, track.last) for track in tracks)
    player = replace(
        player,
        cash=rng.randint(0, 5),
        tracks=spaces,
        levels=tuple(
            sum(special.at <= at for special in track.specials)
            for track, at in zip(tracks, spaces, strict=True)
        ),
    )
    if rng.random() < 1 / 2:
        gap = rng.randint(0, 5)
        player = replace(player, diamonds=max(0, components.diamond_track.last - gap))
    if rng.random() < 1 / 3:
        player = replace(player, ink=rng.randint(0, components.book_track.last))
    if rng.random() < 1 / 3 and player.plus_one is None:
        tile = next(tile.id for tile in components.tiles if isinstance(tile, PlusOneTile))
        player = replace(player, tiles=player.tiles | {tile}, used=player.used - {tile})
    if rng.random() < 1 / 2:
        free = sorted(book for letter in state.unseen_books for book in letter)
        rng.shuffle(free)
        piles = (
            (free.pop(),) if not p and free and rng.random() < 1 / 2 else p for p in player.books
        )
        player = replace(player, books=tuple(piles))
    return state.with_player(seat, player)


def objectives(rng: Random) -> list[Objective]:
    """Return every measure by itself, and a weighted sum of three."""
    mixed = tuple((rng.choice((-1, 1, 2, 3)), name) for name in rng.sample(MEASURES, 3))
    return [*(Objective(((1, name),)) for name in MEASURES), Objective(mixed)]


def compare(state: State, result: ComparisonResult, most: int) -> None:
    """Compare all actions under all objectives in one position."""
    rng = Random(result.seed)
    for action in get_args(Action):
        number = _counted(state, action)
        if number is None or number > most:
            result.unlisted += 1
            continue
        listed = dict(legal_turns(state, (action,)))
        where = f"seed {result.seed}, {action}"
        if number <= SETS_UP_TO:
            result.sets += 1
            result.disagreements += _set_differences(state, action, listed, result.gaps, where)
        # Of turns that differ in nothing that a score shows, one is enough.
        different = {measured(canonical): turn for canonical, turn in listed.items()}
        found = [measures(step(state, turn), turn.seat) for turn in different.values()]
        for wanted in objectives(rng):
            result.optima += 1
            best = max((wanted.of(counts) for counts in found), default=None)
            for gap, difference in _optimum_differences(state, action, wanted, best, listed):
                told = result.gaps if gap else result.disagreements
                told.append(f"{where}, {wanted}: {difference}")


def _counted(state: State, action: Action) -> int | None:
    """Return how many turns there are, unless counting takes long, as it does with millions."""
    given_up_at = time.monotonic() + COUNTING_SECONDS

    def tick() -> None:
        if time.monotonic() > given_up_at:
            raise TimeoutError

    try:
        return count_action(state, action, tick)
    except TimeoutError:
        return None


Listed = dict[CanonicalTurn, Turn]


def _set_differences(
    state: State, action: Action, listed: Listed, gaps: list[str], where: str
) -> Iterator[str]:
    if state.to_move is None:
        return
    turns = {*every_turn(state, action, sys.maxsize)}
    yield from (f"{where}: only the engine lists {turn}" for turn in listed.keys() - turns)
    for turn in turns - listed.keys():
        if check(state, said(state, turn)):
            yield f"{where}: only the model allows {turn}"
        else:
            gaps.append(f"{where}: legal and not listed: {turn}")


def _optimum_differences(
    state: State, action: Action, wanted: Objective, best: int | None, listed: Listed
) -> Iterator[tuple[bool, str]]:
    """Yield what differs, and whether it is a legal turn that the engine does not list."""
    try:
        answer = best_turn(state, wanted, action, optima_limit=0)
    except NoTurnDueError:
        if listed:
            yield False, f"the model knows no turn of {len(listed)}"
        return
    turn = said(state, answer.turn)
    if broken := check(state, turn):
        yield False, f"{turn} breaks {', '.join(violation.rule.id for violation in broken)}"
        return
    if answer.status != "optimal" or worth(step(state, turn), turn.seat, wanted) != answer.value:
        yield False, f"{turn} is not worth {answer.value}"
    if best is None or best < answer.value or answer.turn not in listed:
        yield True, f"legal and not listed: {answer.turn}"
    elif best > answer.value:
        yield False, f"the engine reaches {best}, the model {answer.value}"


@click.command(help=__doc__)
@click.option("--most", default=20_000, show_default=True, help="Turns listed an action.")
@runs.check("positions", 100)
def command(run: Run, most: int) -> int:
    """Compare many positions; print what was found, and return 1 if anything differed."""
    results = [*run.over_seeds(partial(compare_seed, most=most), ComparisonResult)]
    optima, sets = sum(r.optima for r in results), sum(r.sets for r in results)
    print(f"{len(results)} positions with books, {optima} optima, {sets} whole sets of turns")
    unlisted = sum(r.unlisted for r in results)
    print(f"{sum(r.seconds for r in results):.0f} s; {unlisted} actions had too many turns to list")
    found = {
        "disagreements": [line for r in results for line in r.disagreements],
        "legal turns that the engine does not list": [line for r in results for line in r.gaps],
    }
    for what, lines in found.items():
        print(f"{what}: {len(lines)}", *(f"  {line}" for line in lines[:20]), sep="\n")
    return int(any(found.values()))


# The same optima proved a second time, with the model of the rules in Z3 --------------------------
Verdict = Literal["proved", "undecided", "refuted"]
SECONDS = 60.0


class SecondProof(Struct):
    """What the model said to the optimum of one position."""

    seed: int
    objective: str
    verdict: Verdict
    why: str
    """What differed, if anything did."""
    seconds: float


def drawn_objective(rng: Random, *, plain: float, single: float = 0.0) -> Objective:
    """Return worth or margin in a share of cases, in others a single measure, else a sum of two."""
    if rng.random() < plain:
        return Objective(((1, rng.choice(("net-worth", "margin"))),))
    if single and rng.random() < single:
        return Objective(((1, rng.choice(MEASURES)),))
    return Objective(tuple((rng.choice((1, 2, 3)), name) for name in rng.sample(MEASURES, 2)))


def prove(seed: int, seconds: float = SECONDS) -> SecondProof:
    """Return whether the model confirms the optimum at the table of a seed."""
    started = time.monotonic()
    state, aim = table(seed), drawn_objective(Random(seed), plain=1 / 2, single=1 / 2)
    answer = best_turn(state, aim, optima_limit=0)
    turn, value = said(state, answer.turn), answer.value
    verdict: Verdict = "refuted"
    legal = referee_model.legal(state, turn)
    if legal.outcome != "yes":
        verdict = "undecided" if legal.outcome == "unknown" else "refuted"
        why = f"legality of {turn}: {legal}"
    elif (counted := worth(referee_model.effect(state, turn), turn.seat, aim)) != value:
        why = f"{turn} comes to {counted}, not {value}"
    else:
        better = better_turn(state, aim.terms, value, seconds)
        verdict = {"no": "proved", "unknown": "undecided"}.get(better, "refuted")  # type: ignore[assignment]
        why = "" if better == "no" else f"more than {value} is {better} possible"
    for kind in KINDS.values():
        kind.forget()
    return SecondProof(seed, str(aim), verdict, why, time.monotonic() - started)


@click.command()
@click.option("--seconds", default=SECONDS, show_default=True, help="For each position.")
@runs.check("positions", 20)
def proof_command(run: Run, seconds: float) -> int:
    """Prove best turns a second time, with the model of the rules in Z3.

    At every position the optimum of CP-SAT must be a legal turn for the model, the model must count
    it as worth the same, and must find that no legal turn of any action is worth more. A position
    that is not decided in time is counted as such and proves nothing.
    """
    proofs = [*run.over_seeds(partial(prove, seconds=seconds), SecondProof)]
    verdicts = Counter(proof.verdict for proof in proofs)
    print(
        f"{len(proofs)} positions: {verdicts['proved']} optima proved twice, "
        f"{verdicts['undecided']} undecided, {verdicts['refuted']} refuted; "
        f"{max((proof.seconds for proof in proofs), default=0):.1f} s at most"
    )
    for proof in proofs:
        if proof.verdict == "refuted":
            print(f"  seed {proof.seed}, {proof.objective}: {proof.why}")
    return 1 if verdicts["refuted"] else 0
