"""Runs of `referee conform` as the tests of it start them."""

import json
from pathlib import Path
from typing import Any

from click.testing import Result

from tests.cli.running import run
from tests.conformance.commands import PATIENTLY

SHORT = ("--games", "2", "--rounds", "1", "--set", "reference", "--default-rulings")
GOLDEN = Path("games/golden")


def conform(folder: Path, *arguments: str, command: tuple[str, ...]) -> Result:
    saved = ("-o", str(folder / "found"))
    return run("conform", "run", *saved, *PATIENTLY, *arguments, "--", *command)


def told(result: Result) -> dict[str, Any]:
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data
