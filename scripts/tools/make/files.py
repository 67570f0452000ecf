"""Files of the project that are made anew as a whole."""

import json
import re
from random import Random
from typing import Final

import click
import msgspec

import referee
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.public import PlainData, digest, public
from referee.core.set_reader import read_set, reference_set, set_to_json
from referee.core.state import State
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.records.loader import load
from referee.records.moments import At, table_of
from referee.records.writer import record_of, text_of
from scripts.tools.project import ROOT

COMPONENTS = ROOT / "referee" / "components"


@click.command()
def reference() -> None:
    """Write the shipped component set as JSON, which the referee reads in place of its files."""
    data = set_to_json(read_set(COMPONENTS / "reference"))
    (COMPONENTS / "reference.json").write_bytes(data)


GAMES = ROOT / "games"
SEEDS = {"two-players": (2, 3, True), "three-players": (3, 4, False), "four-players": (4, 5, False)}
"""Players, seed, and whether it is a first game."""

OWN_COPY = GAMES / "own-copy"


def _game(components: ComponentSet, players: int, seed: int, *, first_game: bool = False) -> str:
    """Return the record of a game of greedy players."""
    rng = Random(seed)
    setting = draw_setting(components, players, rng, first_game=first_game)
    events = [event for event, _ in play(setting, rng, (POLICIES["greedy"],) * players)]
    return text_of(record_of(setting, events))


@click.command()
def games() -> None:
    """Write the complete games under `games` that seeded players play.

    Use it after a change of a component set. The game in `games/as-written.mgn` is written by hand
    and stays as it is.
    """
    for name, (players, seed, first) in SEEDS.items():
        text = _game(reference_set(), players, seed, first_game=first)
        (GAMES / f"{name}.mgn").write_text(text, "utf-8")
    text = _game(read_set(OWN_COPY / "anns-copy"), 3, 12)
    (OWN_COPY / "three-players.mgn").write_text(text, "utf-8")


PICTURES = ROOT / "docs" / "pictures"


def drawn() -> dict[str, str]:
    """Return the pictures of the documents by the names of their files."""
    fault = referee.explain("games/illegal/exp-06-points-suffice.mgn")
    return {
        "table.svg": referee.draw("games/four-players.mgn", "6.3").to_svg(),
        "fault.svg": referee.draw(fault).to_svg(),
        "card.svg": referee.replay("games/four-players.mgn").to_card(".svg").decode(),
    }


@click.command()
def pictures() -> None:
    """Draw the pictures of `docs/pictures.md` but the one of a browser."""
    for name, svg in drawn().items():
        (PICTURES / name).write_text(svg, "utf-8")


MOMENT: Final = At(2, 7)
"""The table that `docs/states.md` shows."""

STATES: Final = ROOT / "docs" / "states.md"
TURNS: Final = ROOT / "docs" / "turns.md"


def example_state() -> State:
    """Return the table that is shown."""
    read = load((GAMES / "two-players.mgn").read_bytes(), lambda _: reference_set())
    return table_of(read, MOMENT).state


def example(page: str, name: str) -> str:
    """Return what stands in the block of an example."""
    found = re.search(_block(name), page, re.DOTALL)
    if found is None:
        raise LookupError(f"there is no example {name!r} on the page")
    return found["content"]


def with_example(page: str, name: str, content: str) -> str:
    """Return a page with the content of an example replaced."""
    example(page, name)
    return re.sub(
        _block(name),
        lambda found: f"{found['begin']}{content}{found['end']}",
        page,
        flags=re.DOTALL,
    )


def _block(name: str) -> str:
    begin = rf"(?P<begin><!-- example: {re.escape(name)} -->\n```\w*\n)"
    return rf"{begin}(?P<content>.*?)(?P<end>```\n)"


def readable(table: PlainData) -> str:
    """Return a table as JSON with a line for every key, and for every key of a player."""
    lines = [f' "{key}": {json.dumps(value)}' for key, value in table.items() if key != "players"]
    players = table["players"]
    if isinstance(players, list):
        told = [",\n".join(f'   "{k}": {json.dumps(v)}' for k, v in p.items()) for p in players]
        lines.append(' "players": [\n' + ",\n".join(f"  {{\n{p}\n  }}" for p in told) + "\n ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def with_every_key(lines: str) -> str:
    """Return events, one a line, with all the keys that the protocol sends."""
    events = [msgspec.json.decode(line, type=Event) for line in lines.splitlines()]
    return "".join(f"{msgspec.json.encode(event).decode()}\n" for event in events)


def updated(states: str, turns: str) -> tuple[str, str]:
    """Return both pages with their examples made anew."""
    table = example_state()
    states = with_example(states, "state", readable(public(table)))
    states = with_example(states, "digest", f"{digest(table)}\n")
    return states, with_example(turns, "events", with_every_key(example(turns, "events")))


@click.command()
def examples() -> None:
    """Bring the examples in `docs/states.md` and `docs/turns.md` up to date."""
    pages = (STATES, TURNS)
    for page, text in zip(pages, updated(*(p.read_text("utf-8") for p in pages)), strict=True):
        page.write_text(text, "utf-8")
