"""What a copy of which values are unread or misread shows: stages of reading, and wrong values."""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from referee.components.set_writer import scaffold
from referee.copies.judge import judge_with_unread
from referee.copies.lessons import LeafValue, leaf_values, learn, suspects
from referee.copies.partly_read_set import (
    FRAME,
    BlankPlace,
    Rows,
    entry_name,
    partly_read,
    printed,
    rows_of,
)
from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.faces import PLACE, book_places, display_places, whole_face
from referee.core.ids import SLOTS, Seat
from referee.core.set_reader import read_draft, reference_set
from referee.core.state import Setting, State
from referee.engine.actions import TURNS
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.engine.scoring import pad
from referee.records.completed_turn import Missing
from referee.records.faces import face_text
from referee.records.judge import setting_of, walk
from referee.records.loader import dump, load
from referee.records.pieces import DECK_OF_POOL, NamedPiece, entry_of, exchanged
from referee.records.record import Mark, Record, SaidClaim
from referee.records.writer import record_of
from scripts.tools import runs
from scripts.tools.bench.unread import drawn_game
from scripts.tools.runs import Run


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
    parts = enumerate(leaf.key.split("."))
    pattern = ".".join(part for n, part in parts if n != 1 and not part.isdigit())
    low, high = printed()["numbers"].get(pattern, (0, 0))
    near = [int(leaf.value) + step for step in (-1, 1) if low <= int(leaf.value) + step <= high]
    return rng.choice(near) if near else None


class MisreadTrial(Struct, frozen=True):
    """What came of one misread value."""

    key: str
    touched: bool = False
    """A table of a game, or a total, is another."""
    suspected: tuple[str, ...] | None = None
    """The values under suspicion, if a contradiction was named."""
    complete: bool = True


def tried(change: tuple[LeafValue, int], records: list[Record]) -> MisreadTrial:
    """Return what comes of learning from games with a set in which a value was misread."""
    leaf, value = change
    wrong = misread(reference_set(), leaf, value)
    if all([*tables(r, wrong)] == [*tables(r, reference_set())] for r in records):
        return MisreadTrial(leaf.key)
    learnt = learn(wrong, records)
    if learnt.contradiction is None:
        return MisreadTrial(leaf.key, touched=True)
    found = suspects(wrong, records, learnt.contradiction)
    keys = tuple(suspect.leaf.key for suspect in found.found)
    return MisreadTrial(leaf.key, touched=True, suspected=keys, complete=found.complete)


@click.command()
@click.option("--games", default=10, show_default=True, help="Recorded games, with notes.")
@click.option("--players", default=4, show_default=True, help="Players of each game.")
@runs.check("sets", 100, "Sets with one value changed.", without=("results",))
def misread_command(run: Run, games: int, players: int) -> None:
    """Are misread values found? Sets with one value changed, against recorded games.

    The games have a note of money and tracks at every turn, and the totals at the end. Most values
    of a set come up in none of ten games, so those are counted apart that change a table or a total
    of one.
    """
    rng = Random(run.seed + 1)
    records = [recorded((run.seed + 1) * 1000 + n, players) for n in range(games)]
    leaves = [leaf for leaf in leaf_values(reference_set()) if isinstance(leaf.value, int)]
    changes: list[tuple[LeafValue, int]] = []
    while len(changes) < run.wanted:
        leaf = rng.choice(leaves)
        value = other_value(leaf, rng)
        changes += [] if value is None else [(leaf, value)]
    trials = [*run.results(changes, partial(tried, records=records))]
    named = [each for each in trials if each.suspected is not None]
    found = [each for each in named if each.key in (each.suspected or ())]
    print(
        f"{len(trials)} sets with one value changed, {games} games: in "
        f"{sum(each.touched for each in trials)} a game would have gone otherwise; "
        f"contradiction named {len(named)}; the value among the suspects {len(found)} of these "
        f"({sum(each.suspected == (each.key,) for each in found)} alone); "
        f"not every value looked into {sum(not each.complete for each in named)}"
    )


def recorded(seed: int, players: int) -> Record:
    """Return a seeded game with notes at every turn, and everybody's total at the end."""
    game = drawn_game(seed, players, ("greedy", "random")[seed % 2], claims=True)
    *before, last = game.statements
    setting = setting_of(game.header, reference_set())
    assert not isinstance(setting, Missing)  # noqa: S101
    *_, end = walk(game, setting)
    seats = map(Seat, range(players))
    totals = [SaidClaim(what="total", seat=s, value=pad(end.after, s).total) for s in seats]
    last = replace(last, claims=(*last.claims, *totals))
    return replace(game, statements=(*before, last))


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


# Games as they are seen: told by place and face, by somebody who knows no ids ---------------------
def as_seen(record: Record, setting: Setting) -> Record:
    """Return a legal record with places and faces in it instead of ids, as far as it is judged."""
    seen = []
    for each in walk(record, setting):
        said = each.statement.said
        if not isinstance(said, Mark):
            seat = Seat(getattr(said, "seat", None) or 0)
            table = each.before
            said = exchanged(said, lambda piece: piece_as_seen(table, seat, piece))  # noqa: B023
        seen.append(replace(each.statement, said=said))
    return replace(record, statements=tuple(seen))


def piece_as_seen(table: State, seat: Seat, piece: NamedPiece) -> str:
    """Return a piece by its place, or by its face if it has no place of its own."""
    components = table.setting.components
    places: dict[str, str | None] = {}
    if piece.pool == "display":
        places = {at: table.display[n] for at, n in display_places(components).items()}
    elif piece.pool == "books":
        places = {at: table.book_display[n] for at, n in book_places(components).items()}
    elif piece.pool == "area" and seat < len(table.players):
        slots = zip(SLOTS, table.players[seat].slots, strict=True)
        places = {f"{PLACE}{slot}": card for slot, card in slots}
    for place, found in places.items():
        if found == piece.said:
            return place
    deck = DECK_OF_POOL[piece.pool]
    entry = entry_of(components, deck, piece.said)
    # Regions have names of their own.
    if entry is None or piece.pool == "map":
        return piece.said
    return face_text(whole_face(deck, entry))


STAGES: Mapping[str, tuple[str, ...]] = {
    "blank": (),
    "map": ("regions", "borders", "bases"),
    "map and cards": ("regions", "borders", "bases", "cards", "card_spaces"),
    "all": tuple(rows_of(reference_set())),
}
"""By stage the tables that have been read."""

SPACES: Mapping[str, str] = {
    f"{track}-{number}": f"{name}-{number}"
    for track, name in (("C1", "points"), ("C2", "buy"), ("D1", "discard"))
    for number in (1, 2)
}
"""What a new copy calls the bonus spaces that the shipped set names after tracks."""

WORK = 5_000_000


@cache
def blank_rows() -> Rows:
    """Return the entries of a copy of which nothing was read."""
    with tempfile.TemporaryDirectory() as folder:
        return read_draft(scaffold(Path(folder) / "copy")).rows


@cache
def read_rows() -> Rows:
    """Return the entries of the shipped set, with spaces called as in a new copy."""
    names = dict(SPACES)
    blank = {(each["row"], each["round"]): each["id"] for each in blank_rows()["book_spaces"]}
    for row in rows_of(reference_set())["book_spaces"]:
        names[row["id"]] = blank[row["row"], row["round"]]
    rows: Rows = _renamed(rows_of(reference_set()), names)
    return rows


def _renamed(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


@cache
def copy_at(stage: str) -> ComponentSet:
    """Return the copy as far as it has been read at a stage."""
    rows = {**blank_rows(), **{table: read_rows()[table] for table in STAGES[stage]}}
    frame = {name: getattr(reference_set(), name) for name in FRAME}
    return partly_read(rows, {**frame, "name": "copy"})


def game_by_sight(seed: int, players: int) -> Record:
    """Return a seeded game as somebody writes it down who knows no ids."""
    setting = draw_setting(copy_at("all"), players, Random(seed))
    policy = POLICIES[("greedy", "random")[seed % 2]]
    played = [*play(setting, Random(seed), (policy,) * players)]
    record = as_seen(record_of(setting, [event for event, _ in played]), setting)
    return replace(record, header=replace(record.header, digest=None))


def read_with(record: Record, components: ComponentSet) -> Record:
    """Return a record as it is read with another set."""
    return load(dump(record, "text"), lambda _: components).record


class Decided(Struct, frozen=True):
    """What became of one game at one stage."""

    turns: int
    decisions: dict[str, int]
    """Of the turns up to where the judging went."""
    seconds: float
    decision: str


def decided(record: Record, stage: str, work: int = WORK) -> Decided:
    """Return how many turns of a game are decided at a stage of reading."""
    components = copy_at(stage)
    read = read_with(record, components)
    began = time.process_time()
    judged = judge_with_unread(read, components, work=Budget(work))
    seconds = time.process_time() - began
    of_turns = [each for each in judged.statements if isinstance(each.statement.said, TURNS)]
    found: Counter[str] = Counter(each.decision for each in of_turns)
    turns = sum(isinstance(each.said, TURNS) for each in read.statements)
    return Decided(turns, dict(found), seconds, judged.decision)


def at_stages(seed: int, players: int) -> dict[str, Decided]:
    """Return what becomes of a seeded game at every stage."""
    record = game_by_sight(seed, players)
    return {stage: decided(record, stage) for stage in STAGES}


@click.command()
@click.option("--players", default=4, show_default=True, help="Players of each.")
@runs.check("games", 4, "Games to judge.")
def stages_command(run: Run, players: int) -> int:
    """Show how much of a game is decided at each stage of reading a copy.

    Seeded games are written down by place and face alone, and judged with a copy of which nothing
    has been read, then the map, then the map and the cards, then everything.
    """
    games = [*run.over_seeds(partial(at_stages, players=players), dict[str, Decided])]
    for stage in STAGES:
        turns = sum(game[stage].turns for game in games)
        total = sum((Counter(game[stage].decisions) for game in games), Counter[str]())
        sure = total["legal"] + total["illegal"]
        told = ", ".join(f"{n} {decision}" for decision, n in sorted(total.items()))
        print(
            f"{stage}: {turns} turns, {total.total()} come to, {told}; {sure / turns:.0%} decided, "
            f"{(sure + total['conditional']) / turns:.0%} with those on a condition; "
            f"at most {max(game[stage].seconds for game in games):.1f} s a game"
        )
    return 0
