"""Bonus spaces that give a reward of parts: majorities, choices, the first player space."""

from dataclasses import replace

from model.best.bookkeeping import cotton_pounds
from model.best.books import Pool, Shelf
from model.best.diamonds import move_diamond
from model.best.draft import Draft, Linear, Lit, Value
from model.best.effects import Branch
from model.best.posts import remove
from model.best.rewards import Taken
from model.best.table import Table
from model.best.tile import Tile
from model.best.tracks import StepPart
from referee.game.canonical import CanonicalMarker
from referee.game.components import ChoiceSpace, FirstPlayerSpace, MajoritySpace, Reward
from referee.game.ids import Good

RewardSpace = FirstPlayerSpace | ChoiceSpace | MajoritySpace


def reward_turns(
    table: Table,
    space: RewardSpace,
    option: int | None,
    reward: Reward,
    needs_tile: Good | None = None,
) -> Branch:
    """Return all ways of taking one reward of a space."""
    draft = Draft()
    tile = Tile(draft, table)
    if needs_tile is not None:
        draft.model.add_bool_or(tile.goods[needs_tile])
    always = draft.model.new_constant(1)
    taken = Taken()
    _pounds(draft, table, tile, reward, taken, always)
    moves = [(reward.diamonds, always)] if reward.diamonds else []
    taken.diamonds = move_diamond(draft, table, moves, reward.diamonds)
    if reward.posts:
        taken.posts = remove(draft, table, reward.posts, reward.posts)
    last = table.state.setting.components.book_track.last
    pool = Pool(reward.points, reward.points, at_end=table.me.ink >= last)
    taken.shelf = Shelf(draft, table, [pool])
    start = table.me.cash - space.cost
    if reward.track is not None:
        part = StepPart(reward.track.company, reward.track.steps, always)
        taken.make_steps(draft, table, [part], 1, taken.purse(start, start, [pool]))

    def read(value: Value) -> CanonicalMarker:
        return CanonicalMarker(
            seat=table.seat,
            plus_one=tile.read(value),
            space=space.id,
            option=option,
            gains=taken.read(value),
        )

    def full() -> Branch | None:
        return reward_turns(replace(table, placing=True), space, option, reward, needs_tile)

    lean = not table.placing and reward.points > 0
    return Branch("marker", draft, taken.effects(table, start), read, full if lean else None)


def _pounds(
    draft: Draft, table: Table, tile: Tile, reward: Reward, taken: Taken, always: Lit
) -> None:
    cotton, with_tile = cotton_pounds(table, reward)
    pounds: Linear = reward.pounds + cotton
    taken.most_pounds = reward.pounds + cotton
    if with_tile > cotton and "cotton" in tile.goods:
        pounds = pounds + (with_tile - cotton) * tile.goods["cotton"]
        taken.most_pounds += with_tile - cotton
        tile.afterwards("cotton", [always])
    taken.pounds = pounds
    if table.state.setting.rulings.may_leave_parts and taken.most_pounds:
        taken.pounds = draft.chosen_amount(taken.most_pounds, "pounds")
        draft.model.add(taken.pounds <= pounds)
