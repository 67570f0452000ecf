"""How much of a game is decided at each stage of reading a copy, told by place and face alone.

Seeded games are written down as somebody does who knows no ids, and judged with a copy of which
nothing has been read, then the map, then the map and the cards, then everything.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from referee.components.set_writer import scaffold
from referee.copies.judge import JudgedRecord, judge_with_unread
from referee.copies.partly_read_set import FRAME, Rows, partly_read, rows_of
from referee.copies.solver import WorkLeft
from referee.core.component_set import ComponentSet
from referee.core.faces import PLACE, Deck, book_places, display_places, whole_face
from referee.core.ids import SLOTS, Seat
from referee.core.set_reader import read_draft, reference_set
from referee.core.state import Setting, State
from referee.engine.actions import TURNS
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.records.faces import face_text
from referee.records.judge import walk
from referee.records.loader import dump, load
from referee.records.pieces import DECK_OF_POOL, NamedPiece, entry_of, exchanged
from referee.records.record import Mark, Record, SaidEvent
from referee.records.writer import record_of


def as_seen(record: Record, setting: Setting) -> Record:
    """Return a legal record with places and faces in it instead of ids, as far as it is judged."""
    seen = [
        replace(step.statement, said=statement_as_seen(step.before, step.statement.said))
        for step in walk(record, setting)
    ]
    return replace(record, statements=tuple(seen))


def statement_as_seen(table: State, said: SaidEvent) -> SaidEvent:
    """Return what is said at a table with pieces by place, and by face where they have none."""
    if isinstance(said, Mark):
        return said
    seat = Seat(getattr(said, "seat", None) or 0)
    return exchanged(said, lambda piece: piece_as_seen(table, seat, piece))


def piece_as_seen(table: State, seat: Seat, piece: NamedPiece) -> str:
    """Return a piece by its place, or by its face if it has no place of its own."""
    components = table.setting.components
    for place, found in _places(table, seat, piece):
        if found == piece.said:
            return place
    deck: Deck = DECK_OF_POOL[piece.pool]
    entry = entry_of(components, deck, piece.said)
    if entry is None or piece.pool == "map":
        # Regions have names of their own.
        return piece.said
    return face_text(whole_face(deck, entry))


def _places(table: State, seat: Seat, piece: NamedPiece) -> Iterator[tuple[str, str | None]]:
    components: ComponentSet = table.setting.components
    displays: tuple[Any, ...]
    match piece.pool:
        case "display":
            for place, index in display_places(components).items():
                yield place, table.display[index]
        case "books":
            for place, index in book_places(components).items():
                yield place, table.book_display[index]
        case "area" if seat < len(table.players):
            displays = table.players[seat].slots
            for slot, card in zip(SLOTS, displays, strict=True):
                yield f"{PLACE}{slot}", card
        case _:
            return


STAGES: Mapping[str, tuple[str, ...]] = {
    "blank": (),
    "map": ("regions", "borders", "bases"),
    "map and cards": ("regions", "borders", "bases", "cards", "card_spaces"),
    "all": tuple(rows_of(reference_set())),
}
"""By stage the tables that have been read."""

SPACES: Mapping[str, str] = {
    "C1-1": "points-1",
    "C1-2": "points-2",
    "C2-1": "buy-1",
    "C2-2": "buy-2",
    "D1-1": "discard-1",
    "D1-2": "discard-2",
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
    blank = blank_rows()["book_spaces"]
    for row in rows_of(reference_set())["book_spaces"]:
        names[row["id"]] = next(
            each["id"]
            for each in blank
            if (each["row"], each["round"]) == (row["row"], row["round"])
        )
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
    read = STAGES[stage]
    rows = {
        table: read_rows()[table] if table in read else entries
        for table, entries in blank_rows().items()
    }
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
    reached: int
    """Turns up to where the judging went."""
    decisions: Mapping[str, int]
    seconds: float
    decision: str


def decided(record: Record, stage: str, work: int = WORK) -> Decided:
    """Return how many turns of a game are decided at a stage of reading."""
    components = copy_at(stage)
    read = read_with(record, components)
    began = time.process_time()
    judged = judge_with_unread(read, components, work=WorkLeft(work))
    seconds = time.process_time() - began
    found = Counter(decisions(judged))
    turns = sum(isinstance(each.said, TURNS) for each in read.statements)
    return Decided(turns, sum(found.values()), dict(found), seconds, judged.decision)


def decisions(judged: JudgedRecord) -> Iterator[str]:
    """Yield the decision on every turn that was come to."""
    for each in judged.statements:
        if isinstance(each.statement.said, TURNS):
            yield each.decision


@click.command(help=__doc__)
@click.option("--games", default=4, show_default=True, help="Games to judge.")
@click.option("--players", default=4, show_default=True, help="Players of each.")
@click.option("--seed", default=0, show_default=True, help="The first seed.")
def command(games: int, players: int, seed: int) -> int:
    """Print the share of decided turns at each stage."""
    records = [game_by_sight(each, players) for each in range(seed, seed + games)]
    for stage in STAGES:
        found = [decided(record, stage) for record in records]
        turns = sum(each.turns for each in found)
        total = sum((Counter(each.decisions) for each in found), Counter[str]())
        reached = sum(each.reached for each in found)
        sure = total["legal"] + total["illegal"]
        told = ", ".join(f"{n} {decision}" for decision, n in sorted(total.items()))
        print(
            f"{stage}: {turns} turns, {reached} come to, {told}; {sure / turns:.0%} decided, "
            f"{(sure + total['conditional']) / turns:.0%} with those on a condition; "
            f"at most {max(each.seconds for each in found):.1f} s a game"
        )
    return 0
