"""The referee as people install it; `scripts/test` runs this where the modules are compiled."""

import json
import re
import shutil
import subprocess
import sys
from abc import ABCMeta
from importlib import import_module
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.conformance.games import golden_game
from referee.copies.runs import unread
from referee.copies.solver import Variable, between
from referee.core.component_set import UnreadValueError
from referee.engine import initial, step
from referee.engine.actions import ROWS
from scripts.tools.project import ROOT
from scripts.tools.wheel.compiled_only import plain_modules
from scripts.tools.wheel.native_modules import compiled_modules

COPY = ROOT / "games" / "own-copy"

compiled = pytest.mark.skipif(bool(plain_modules()), reason="nothing is compiled in a checkout")


def referee(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Return how the command ended in a folder."""
    return subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "referee", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


@pytest.fixture
def partly_read(tmp_path: Path) -> Path:
    """Return a folder with a game and a copy of which a region's amount is not read."""
    shutil.copytree(COPY / "anns-copy", tmp_path / "anns-copy")
    regions = tmp_path / "anns-copy" / "map.toml"
    read = regions.read_text("utf-8")
    regions.write_text(re.sub(r'("Maghreb".*amount = )4', r'\1"?"', read), "utf-8")
    game = (COPY / "three-players.mgn").read_text("utf-8")
    # The digest is that of the copy when all of it was read.
    (tmp_path / "game.mgn").write_text(re.sub(r" sha256:\w+", "", game), "utf-8")
    return tmp_path


def test_a_correction_of_a_partly_read_copy_is_accepted(partly_read: Path) -> None:
    accept = ("components", "check", "anns-copy", "--accept")
    assert referee(*accept, folder=partly_read).returncode == 0
    regions = partly_read / "anns-copy" / "map.toml"
    read, changed = re.subn(r"(amount = )3\b", r"\g<1>2", regions.read_text("utf-8"), count=1)
    assert changed
    regions.write_text(read, "utf-8")
    corrected = referee(*accept, folder=partly_read)
    assert (corrected.returncode, corrected.stderr) == (0, "")
    assert "1 record was checked again" in corrected.stdout


def test_the_command_tells_what_its_modules_are() -> None:
    said = referee("--version", folder=ROOT / "tests").stdout
    assert said.endswith(", plain Python\n" if plain_modules() else ", compiled\n")


@compiled
def test_no_compiled_class_shares_the_answers_of_isinstance_with_another() -> None:
    for name in compiled_modules(ROOT):
        for each in vars(import_module(name)).values():
            if isinstance(each, type) and each.__module__ == name:
                assert not isinstance(each, ABCMeta), each


@compiled
def test_plain_code_tells_compiled_classes_apart_in_any_order() -> None:
    stages = {type(stage): stage for row in ROWS.values() for stage in row}
    for one, other in permutations(stages, 2):
        assert isinstance(stages[one], other) == (other in one.__mro__)
        assert isinstance(stages[one], one)


@pytest.mark.slow
def test_a_set_with_blanks_is_judged_in_every_install(partly_read: Path) -> None:
    shutil.copy(ROOT / "games" / "four-players.mgn", partly_read / "earlier.mgn")
    ended = referee("check", "--json", "earlier.mgn", "game.mgn", folder=partly_read)
    verdicts = [each["verdict"] for each in json.loads(ended.stdout)]
    assert verdicts[0] == "legal"
    assert verdicts[1] in {"legal", "conditional"}


@compiled
def test_plain_modules_can_be_asked_for_before_compiled_ones_are_there(partly_read: Path) -> None:
    asked = (
        "import referee; referee.use_plain_modules(); "
        "print(referee.check('game.mgn').verdict, referee.engine.stage.__file__)"
    )
    said = subprocess.check_output([sys.executable, "-c", asked], cwd=partly_read, text=True)  # noqa: S603
    assert said.split()[0] in {"legal", "conditional"}
    assert said.split()[1].endswith("stage.py")


@compiled
def test_without_that_the_library_says_what_to_call(partly_read: Path) -> None:
    asked = "import referee; referee.check('game.mgn')"
    ended = subprocess.run(  # noqa: S603 - two lines of ours
        [sys.executable, "-c", asked], cwd=partly_read, capture_output=True, text=True, check=False
    )
    assert "referee.use_plain_modules()" in ended.stderr


@compiled
def test_an_unread_number_that_reaches_compiled_code_raises() -> None:
    setting, played = golden_game(ROOT / "games" / "golden", "game-00")
    table = initial(setting)
    raised = 0
    for event in played:
        players = []
        for seat, player in enumerate(table.players):
            pounds = Variable(f"pounds{seat}", "the pounds", between(0, 99), order=seat)
            players.append(replace(player, cash=unread(pounds)))
        try:
            after = step(replace(table, players=tuple(players)), event)
        except (TypeError, UnreadValueError):
            raised += 1
        else:
            # Nobody has looked at it, so that it is still there.
            for before, player in zip(players, after.players, strict=True):
                assert player.cash is before.cash
        table = step(table, event)
    assert raised
