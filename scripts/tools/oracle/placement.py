"""Book placement against trying everything, on small tasks."""

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

from msgspec.structs import replace

from model.best.areas import BookkeeperArea
from model.best.placement import BookTask, best_placement, book_task
from referee.compare.seeded_games import position
from referee.game.components import BookkeeperCard, Requirement, Reward
from referee.game.ids import BookId, Seat
from referee.game.limits import BOOK_PRICES, FLIP_POUNDS, POUNDS_AT_TRACK_END
from referee.game.turns import BookStep

Shown = dict[BookStep, tuple[BookId | None, bool]]
"""The book placed on a step, None for the one that lay there before; and whether it is flipped."""


def small_task(seed: int) -> BookTask:
    """Return a small task: few books on offer, two later actions, a short free track."""
    rng = Random(seed)
    state = position(seed)
    seat = state.to_move or Seat(0)
    player = state.players[seat]
    cards = state.setting.components.card
    keeper = next(c for c in sorted(cards) if isinstance(cards[c], BookkeeperCard))
    others = [c for c in sorted(cards) if not isinstance(cards[c], BookkeeperCard)]
    plans = [[keeper, *rng.sample(others, 3)] for _ in range(2)]
    state = state.with_player(seat, replace(player, cash=rng.randint(0, 4)))
    whole = book_task(state, plans, points=rng.randint(0, 2))
    near = {s: letter for s, letter in whole.letters.items() if s <= whole.ink + 3}
    offer = dict(rng.sample(sorted(whole.offer.items()), 3))
    printed = whole.setting.components.book
    free = [book for book in offer if printed[book].letter != "A"]
    acquired = tuple(free[:1]) if free and whole.ink < last_step(whole) and seed % 3 == 0 else ()
    return BookTask(
        setting=whole.setting,
        track=whole.track,
        letters=near,
        ink=whole.ink,
        cash=whole.cash,
        areas=whole.areas,
        points=whole.points,
        offer={book: coins for book, coins in offer.items() if book not in acquired},
        acquired=acquired,
    )


def last_step(task: BookTask) -> BookStep:
    """Return the last step of the track."""
    return task.setting.components.book_track.last


def every_plan(task: BookTask) -> Iterator[tuple[BookStep, int]]:
    """Yield the last step and the worth of every plan there is."""
    book = task.setting.components.book
    last = last_step(task)
    for size in range(len(task.offer) + 1 if task.ink < last else 1):
        for taken in combinations(task.offer, size):
            spent = sum(BOOK_PRICES[book[b].letter] for b in taken)
            if spent > task.points:
                continue
            books = (*task.acquired, *taken)
            for steps in permutations(task.letters, len(books)):
                places = dict(zip(steps, books, strict=True))
                if _placeable(task, places):
                    rate = POUNDS_AT_TRACK_END if task.ink >= last else 1
                    cash = task.cash + rate * (task.points - spent)
                    cash += sum(task.offer[b] for b in taken)
                    shown: Shown = {s: (None, f.flipped) for s, f in task.track.items()}
                    shown |= {s: (b, False) for s, b in places.items()}
                    yield from _actions(task, shown, task.ink, cash, 0, task.areas)


def _placeable(task: BookTask, places: dict[BookStep, BookId]) -> bool:
    book = task.setting.components.book
    crossed = task.setting.components.book_track.crossed_out

    def fits(letter: str, step: BookStep) -> bool:
        there = task.letters[step]
        return letter != "A" or (there == "A" if there else step not in crossed)

    if not all(fits(book[b].letter, step) for step, b in places.items()):
        return False
    if task.setting.rulings.cover == "free":
        return True
    free = [s for s, there in task.letters.items() if not there and s not in places]
    covering = [b for step, b in places.items() if task.letters[step]]
    return not any(fits(book[b].letter, step) for b in covering for step in free)


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
            if to > ink and not (
                to in now and (now[to][1] or area.meets(_requires(task, now, to)))
            ):
                break
            reward = Reward()
            if to > ink and not now[to][1]:
                reward = _reward(task, now, to)
            pounds = reward.pounds
            if reward.cotton_less is not None:
                pounds += max(0, area.cotton - reward.cotton_less)
            at_end = to >= track.last
            every = task.setting.rulings.book_money_convert == "every-point"
            pounds += reward.points * (POUNDS_AT_TRACK_END if at_end else 1)
            pounds += area.points * (POUNDS_AT_TRACK_END if at_end and every else 1)
            more = task.weights.diamonds * reward.diamonds + task.weights.posts * reward.posts
            if reward.track is not None:
                more += task.weights.steps * reward.track.steps
            yield from _actions(task, now, to, left + pounds, extra + more, later)


def _requires(task: BookTask, shown: Shown, step: BookStep) -> tuple[Requirement, ...]:
    placed = shown[step][0]
    return task.setting.components.book[placed].requires if placed else task.track[step].requires


def _reward(task: BookTask, shown: Shown, step: BookStep) -> Reward:
    placed = shown[step][0]
    return task.setting.components.book[placed].reward if placed else task.track[step].reward


def differences(seed: int) -> Iterator[str]:
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
