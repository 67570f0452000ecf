"""Bookkeeper turns: the card, a flipped book, where the jar stops, its reward, the points."""

from dataclasses import dataclass, replace

from model.best.books import Pool, Shelf
from model.best.diamonds import move_diamond
from model.best.draft import Draft, Lit, Literal, Value, total, weighted
from model.best.effects import Branch
from model.best.levels import level_choices
from model.best.posts import remove
from model.best.requirements import meeting
from model.best.rewards import Taken
from model.best.table import FIRST_FREE_STEP, Levels, Table
from model.best.tile import Tile
from model.best.tracks import StepPart
from referee.game.canonical import CanonicalBookkeeper
from referee.game.components import Requirement, Reward, UnitBonus
from referee.game.limits import FLIP_POUNDS
from referee.game.turns import Step


@dataclass(frozen=True, slots=True)
class Face:
    """What lies on a step: a book's requirements and reward, face up or not."""

    requires: tuple[Requirement, ...]
    reward: Reward
    flipped: bool


def faces(table: Table) -> dict[Step, Face]:
    """Return the visible books of the mover's track, the starting tile's on step 1."""
    components, me = table.state.setting.components, table.me
    found = {}
    if me.starting_tile is not None:
        tile = components.starting_tile[me.starting_tile]
        found[1] = Face(tile.requires, tile.reward, 1 in me.flipped)
    for step, pile in enumerate(me.books, FIRST_FREE_STEP):
        if pile:
            book = components.book[pile[-1]]
            found[step] = Face(book.requires, book.reward, step in me.flipped)
    return found


@dataclass(slots=True)
class _Jar:
    """The flip and the way of the jar."""

    flip: dict[Step, Lit]
    moved: dict[Step, Lit]
    """Whether the jar gets to a step or beyond."""
    stops: dict[Step, Lit]
    """Whether it stops on a step and the book there gives its reward."""


def bookkeeper_turns(table: Table) -> Branch | None:
    """Return all uses of a bookkeeper, or None where none lies face up."""
    if not table.bookkeepers:
        return None
    draft = Draft()
    tile = Tile(draft, table)
    card = {b.id: draft.choice(f"use[{b.id}]") for b in table.bookkeepers}
    draft.model.add_exactly_one(card.values())
    sights = _sights(draft, table)
    jar = _move(draft, table, tile, sights)
    points = {b.id: b.points for b in table.bookkeepers}
    start = table.me.cash - FLIP_POUNDS * total(jar.flip.values())

    last = table.state.setting.components.book_track.last
    at_end: Lit | bool = jar.moved.get(last, table.me.ink >= last)
    taken, reward_pool = _reward(draft, table, tile, jar, sights)
    reward_pool.at_end = at_end
    card_pool = Pool(
        weighted((points[item], lit) for item, lit in card.items()),
        max(points.values()),
        at_end=at_end if table.state.setting.rulings.book_money_convert == "every-point" else False,
    )
    taken.shelf = Shelf(draft, table, [reward_pool, card_pool])
    _dearer_points_first(draft, table, reward_pool, card_pool)

    on_tracks = [
        StepPart(track.company, track.steps, lit)
        for step, lit in jar.stops.items()
        if (track := faces(table)[step].reward.track) is not None
    ]
    least = table.me.cash - (FLIP_POUNDS if jar.flip else 0)
    purse = taken.purse(start, least, [reward_pool])
    taken.make_steps(draft, table, on_tracks, min(1, len(on_tracks)), purse)
    effects = taken.effects(table, start)
    effects.ink = jar.moved

    def read(value: Value) -> CanonicalBookkeeper:
        return CanonicalBookkeeper(
            seat=table.seat,
            plus_one=tile.read(value),
            card=next(item for item, lit in card.items() if value(lit)),
            flip=next((step for step, lit in jar.flip.items() if value(lit)), None),
            to=table.me.ink + value(total(jar.moved.values())),
            gains=taken.read(value),
        )

    def full() -> Branch | None:
        return bookkeeper_turns(replace(table, placing=True))

    return Branch("bookkeeper", draft, effects, read, None if table.placing else full)


@dataclass(frozen=True, slots=True)
class _Sight:
    """The table at some levels of permanent bonuses, and whether these are chosen."""

    table: Table
    chosen: list[Lit]
    """Empty where there is no choice."""


def _sights(draft: Draft, table: Table) -> list[_Sight]:
    """Return the levels between which the player may choose, as far as it matters.

    Elsewhere the highest are right: less of a good meets no further requirement.
    """
    counts = [face.reward.cotton_less is not None for face in faces(table).values()]
    if table.state.setting.rulings.may_leave_parts or not any(counts):
        return [_Sight(table, [])]
    different: dict[tuple[int, ...], Table] = {}
    for levels in level_choices(table, UnitBonus):
        seen = table.at_levels(levels)
        different.setdefault((*seen.totals.values(), seen.expansion(seen.me)), seen)
    if len(different) == 1:
        return [_Sight(table, [])]
    sights = [_Sight(seen, [draft.aside()]) for seen in different.values()]
    draft.model.add_exactly_one(lit for sight in sights for lit in sight.chosen)
    return sights


def _move(draft: Draft, table: Table, tile: Tile, sights: list[_Sight]) -> _Jar:
    model, on_track = draft.model, faces(table)
    affordable = table.me.cash >= FLIP_POUNDS
    flip = {
        step: draft.choice(f"flip[{step}]")
        for step, face in on_track.items()
        if affordable and not face.flipped
    }
    model.add_at_most_one(flip.values())
    moved: dict[Step, Lit] = {}
    for step in range(table.me.ink + 1, table.state.setting.components.book_track.last + 1):
        if step not in on_track:
            break
        face = on_track[step]
        met = [face.flipped or meeting(sight.table, face.requires) for sight in sights]
        if not any(met) and step not in flip:
            break
        lit = moved[step] = draft.choice(f"to[{step}]")
        if step - 1 in moved:
            model.add_implication(lit, moved[step - 1])
        for sight, goods in zip(sights, met, strict=True):
            if goods is not True:
                ways = [flip[step]] if step in flip else []
                ways += [tile.goods[good] for good in sorted(goods or ())]
                model.add_bool_or(~lit, *(~other for other in sight.chosen), *ways)
    return _Jar(flip, moved, _stops(draft, on_track, flip, moved))


def _stops(
    draft: Draft, on_track: dict[Step, Face], flip: dict[Step, Lit], moved: dict[Step, Lit]
) -> dict[Step, Lit]:
    stops = {}
    for step, lit in moved.items():
        if not on_track[step].flipped:
            conditions: list[Literal] = [lit]
            if step + 1 in moved:
                conditions.append(~moved[step + 1])
            if step in flip:
                conditions.append(~flip[step])
            stops[step] = draft.both(*conditions)
    return stops


def _reward(
    draft: Draft, table: Table, tile: Tile, jar: _Jar, sights: list[_Sight]
) -> tuple[Taken, Pool]:
    partial = table.state.setting.rulings.may_leave_parts
    rewards = {step: face.reward for step, face in faces(table).items() if step in jar.stops}
    certain, doubtful = [], []
    most = 0
    for step, lit in jar.stops.items():
        certain.append((rewards[step].pounds, lit))
        for sight in sights if rewards[step].cotton_less is not None else ():
            here = draft.both(lit, *sight.chosen) if sight.chosen else lit
            pounds, with_tile = cotton_pounds(sight.table, rewards[step])
            certain.append((pounds, here))
            most = max(most, rewards[step].pounds + max(pounds, with_tile))
            if with_tile > pounds and "cotton" in tile.goods:
                both = draft.both(here, tile.goods["cotton"])
                doubtful.append((here, (with_tile - pounds, both)))
        most = max(most, rewards[step].pounds)
    tile.afterwards("cotton", [lit for lit, _ in doubtful])

    taken = Taken(most_pounds=most)
    taken.pounds = weighted([*certain, *(pair for _, pair in doubtful)])
    if len(sights) > 1:
        # No other decision tells which of several amounts was taken.
        paid, taken.pounds = taken.pounds, draft.chosen_amount(most, "pounds")
        draft.model.add(taken.pounds == paid)
        _levels_matter(draft, jar, rewards, sights)
    if partial and most:
        limit, taken.pounds = taken.pounds, draft.chosen_amount(most, "pounds")
        draft.model.add(taken.pounds <= limit)
    moves = [(rewards[step].diamonds, lit) for step, lit in jar.stops.items()]
    moves = [(steps, lit) for steps, lit in moves if steps]
    taken.diamonds = move_diamond(draft, table, moves, max((n for n, _ in moves), default=0))
    posts = max((reward.posts for reward in rewards.values()), default=0)
    if posts:
        number = weighted((rewards[step].posts, lit) for step, lit in jar.stops.items())
        taken.posts = remove(draft, table, number, posts)
    points = max((reward.points for reward in rewards.values()), default=0)
    number = weighted((rewards[step].points, lit) for step, lit in jar.stops.items())
    return taken, Pool(number, points)


def _levels_matter(
    draft: Draft, jar: _Jar, rewards: dict[Step, Reward], sights: list[_Sight]
) -> None:
    """Let only the first levels be chosen where no reward counts cotton."""
    counting = [lit for step, lit in jar.stops.items() if rewards[step].cotton_less is not None]
    draft.model.add_bool_or(*sights[0].chosen, *counting)


def cotton_pounds(table: Table, reward: Reward) -> tuple[int, int]:
    """Return what a reward pays for cotton, and what it would pay with the goods tile on it."""
    if reward.cotton_less is None:
        return 0, 0
    cotton = table.totals["cotton"] - reward.cotton_less
    return max(0, cotton), max(0, cotton + table.tile_units)


def bookkeeper_levels(table: Table, turn: CanonicalBookkeeper, reward: Reward) -> list[Levels]:
    """Return the levels at which a turn that is legal at the highest is legal, the highest first.

    Only a reward that counts cotton depends on them.
    """
    choices = level_choices(table, UnitBonus)
    if reward.cotton_less is None:
        return choices[:1]
    on_track = faces(table)
    tile = turn.plus_one if turn.plus_one and turn.plus_one.when == "before" else None
    good = next((c.good for c in table.tile_cards if tile and c.id == tile.card), None)
    entered = [on_track[step] for step in range(table.me.ink + 1, turn.to + 1) if step != turn.flip]
    needs = [face.requires for face in entered if not face.flipped]

    def is_met(seen: Table) -> bool:
        met = [meeting(seen, requires) for requires in needs]
        return all(m is True or (m is not False and good in m) for m in met)

    return choices[:1] + [levels for levels in choices[1:] if is_met(table.at_levels(levels))]


def _dearer_points_first(draft: Draft, table: Table, reward: Pool, card: Pool) -> None:
    """Where pools pay differently and may be left, money comes of the dearer one first.

    A canonical turn tells only the sum of the points turned into money; this reading makes its
    result unique, and never worse than another.
    """
    rulings = table.state.setting.rulings
    if rulings.book_money_convert == "every-point" or not rulings.may_leave_parts:
        return
    if isinstance(reward.for_pounds, int) or isinstance(reward.at_end, bool):
        return
    some = draft.aside()
    draft.model.add(card.for_pounds == 0).only_enforce_if(~some)
    draft.model.add(reward.for_pounds == reward.points).only_enforce_if(some, reward.at_end)
