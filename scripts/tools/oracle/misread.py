"""Are misread values found? Sets with one value changed, against recorded games.

The games have a note of money and tracks at every turn, and the totals at the end. Most values of a
set come up in none of ten games, so those are counted apart that change a table or a total of one.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import click
from msgspec.structs import replace

from referee.copies.lessons import LeafValue, leaf_values, learn, suspects
from referee.copies.partly_read_set import (
    FRAME,
    BlankPlace,
    entry_name,
    partly_read,
    printed,
    rows_of,
)
from referee.core.component_set import ComponentSet
from referee.core.ids import Seat
from referee.core.set_reader import reference_set
from referee.engine import step
from referee.engine.scoring import pad
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.record import Record, SaidClaim
from scripts.tools.bench.unread import drawn_game


def misread(components: ComponentSet, leaf: LeafValue, value: int) -> ComponentSet:
    """Return a set in which a number was read as another one."""
    rows = {
        table: [_changed(row, BlankPlace(table, entry_name(table, row)), leaf, value) for row in of]
        for table, of in rows_of(components).items()
    }
    return partly_read(rows, {name: getattr(components, name) for name in FRAME})


def _changed(raw: Any, place: BlankPlace, leaf: LeafValue, value: int) -> Any:  # noqa: ANN401
    if isinstance(raw, dict):
        return {name: _changed(each, place.inner(name), leaf, value) for name, each in raw.items()}
    if isinstance(raw, list | tuple):
        return [_changed(each, place.inner(n), leaf, value) for n, each in enumerate(raw, 1)]
    return value if place.path and place.key == leaf.key else raw


def other_value(leaf: LeafValue, rng: Random) -> int | None:
    """Return a number that might be read in place of another, the next one or the one after it."""
    pattern = ".".join(
        part for n, part in enumerate(leaf.key.split(".")) if n != 1 and not part.isdigit()
    )
    low, high = printed()["numbers"].get(pattern, (0, 0))
    near = [int(leaf.value) + step for step in (-1, 1) if low <= int(leaf.value) + step <= high]
    return rng.choice(near) if near else None


@click.command(help=__doc__)
@click.option("--sets", default=100, show_default=True, help="Sets with one value changed.")
@click.option("--games", default=10, show_default=True, help="Recorded games, with notes.")
@click.option("--players", default=4, show_default=True, help="Players of each game.")
@click.option("--seed", default=1, show_default=True, help="Begin elsewhere.")
def command(sets: int, games: int, players: int, seed: int) -> None:
    """Change one value of a set that games were recorded with, and see whether learning says so."""
    rng = Random(seed)
    reference = reference_set()
    records = [recorded(seed * 1000 + n, players) for n in range(games)]
    true = [[*tables(record, reference)] for record in records]
    leaves = [leaf for leaf in leaf_values(reference) if isinstance(leaf.value, int)]
    counted: Counter[str] = Counter()
    started = time.process_time()
    while counted["sets"] < sets:
        leaf = rng.choice(leaves)
        value = other_value(leaf, rng)
        if value is None:
            continue
        counted["sets"] += 1
        wrong = misread(reference, leaf, value)
        if all([*tables(r, wrong)] == of for r, of in zip(records, true, strict=True)):
            continue
        counted["touched"] += 1
        _try(wrong, leaf, records, counted)
        told = ", ".join(f"{name} {number}" for name, number in counted.items())
        print(f"{leaf.key}: {told}", file=sys.stderr, flush=True)
    spent = time.process_time() - started
    print(
        f"{counted['sets']} sets with one value changed, {games} games: in {counted['touched']} a "
        f"game would have gone otherwise; contradiction named {counted['named']}; "
        f"the value among the suspects {counted['suspected']} of these "
        f"({counted['alone']} alone); not every value looked into {counted['cut']}; "
        f"{spent:.0f} s of CPU"
    )


def recorded(seed: int, players: int) -> Record:
    """Return a seeded game with notes at every turn, and everybody's total at the end."""
    game = drawn_game(seed, players, ("greedy", "random")[seed % 2], claims=True)
    *before, last = game.record.statements
    table, event = game.happened[-1] or (None, None)
    assert table is not None  # noqa: S101
    assert event is not None  # noqa: S101
    over = step(table, event)
    totals = [
        SaidClaim(what="total", seat=Seat(seat), value=pad(over, Seat(seat)).total)
        for seat in range(players)
    ]
    last = replace(last, claims=(*last.claims, *totals))
    return replace(game.record, statements=(*before, last))


def tables(record: Record, components: ComponentSet) -> Iterator[object]:
    """Yield what players have after each statement of a record, and in the end their pads."""
    setting = setting_of(record.header, components)
    if isinstance(setting, Missing):
        return
    over = None
    for each in walk(record, setting):
        over = each.after
        yield each.illegal, each.missing is not None, over.players
    if over is not None:
        yield [pad(over, Seat(seat)) for seat in range(len(over.players))]


def _try(
    components: ComponentSet, leaf: LeafValue, records: list[Record], counted: Counter[str]
) -> None:
    learnt = learn(components, records)
    if learnt.contradiction is None:
        return
    counted["named"] += 1
    found = suspects(components, records, learnt.contradiction)
    keys = [suspect.leaf.key for suspect in found.found]
    counted["suspected"] += leaf.key in keys
    counted["alone"] += keys == [leaf.key]
    counted["cut"] += not found.complete
