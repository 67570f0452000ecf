"""Bring the examples in `docs/states.md` and `docs/turns.md` up to date."""

import json
import re
from typing import Final

import click
import msgspec

from referee.game.events import Event
from referee.game.public import PlainData, digest, public
from referee.game.set_reader import reference_set
from referee.game.state import State
from referee.transcript.loader import load
from referee.transcript.moments import At, table_of
from scripts.tools.project import ROOT

GAME: Final = ROOT / "games" / "two-players.mgn"
MOMENT: Final = At(2, 7)
"""The table that `docs/states.md` shows."""

STATES: Final = ROOT / "docs" / "states.md"
TURNS: Final = ROOT / "docs" / "turns.md"


def example_state() -> State:
    """Return the table that is shown."""
    read = load(GAME.read_bytes(), lambda _: reference_set())
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


@click.command(help=__doc__)
def command() -> None:
    """Write both pages."""
    pages = (STATES, TURNS)
    for page, text in zip(pages, updated(*(p.read_text("utf-8") for p in pages)), strict=True):
        page.write_text(text, "utf-8")
