"""Random sets are valid, different from each other, and the same wherever they are made."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.components.audit import audit
from referee.components.generate import random_set
from referee.components.set_writer import FolderError, write_files, write_set
from referee.core.component_set import TABLES, ComponentSet
from referee.core.set_reader import FILES, HEADER, read_draft, read_set
from tests.components.spoilt_sets import as_draft

pytestmark = pytest.mark.slow

SEEDS = range(40)


@pytest.mark.parametrize("seed", range(200))
def test_nothing_is_found_in_a_random_set(seed: int) -> None:
    assert audit(as_draft(random_set(Random(seed)))) == ()


@settings(max_examples=100, deadline=None)
@given(st.integers())
def test_nothing_is_found_whatever_the_seed(seed: int) -> None:
    assert audit(as_draft(random_set(Random(seed)))) == ()


def test_random_sets_differ() -> None:
    sets = [random_set(Random(seed)) for seed in SEEDS]
    assert len({components.digest for components in sets}) == len(sets)
    told = {"first_game", "round_coins"}
    for table in TABLES:
        forms = {getattr(components, table) for components in sets}
        assert (len(forms) == 1) if table in told else (len(forms) > 1), table


def number_of_landings(components: ComponentSet) -> int:
    return sum("cairo" in border.between for border in components.borders)


def test_random_sets_use_the_room_that_the_rulebooks_leave() -> None:
    sets = [random_set(Random(seed)) for seed in SEEDS]
    assert len({len(components.borders) for components in sets}) > 5
    assert len({number_of_landings(components) for components in sets}) > 2
    assert len({components.diamond_track.last for components in sets}) > 5
    assert {track.id for c in sets for track in c.tracks if "Marker" in repr(track)} == {"A2", "B2"}
    assert len({sum(r.mines for r in c.regions) for c in sets}) > 4


def test_a_seed_gives_the_same_set_under_any_order_of_hashing() -> None:
    program = (
        "from random import Random; from referee.components.generate import random_set;"
        "print(*(random_set(Random(seed)).digest for seed in range(5)))"
    )
    said = {
        subprocess.run(  # noqa: S603 - our own interpreter and program
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": hashing},
            capture_output=True,
            check=True,
            text=True,
            cwd=Path(__file__).parents[2],
        ).stdout.strip()
        for hashing in ("1", "2", "3")
    }
    assert said == {" ".join(random_set(Random(seed)).digest for seed in range(5))}


def test_a_random_set_is_made_in_no_time() -> None:
    start = process_time()
    for seed in range(20):
        random_set(Random(seed))
    assert process_time() - start < 20 * 0.2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_written_set_is_read_back_the_same(seed: int, tmp_path: Path) -> None:
    components = random_set(Random(seed))
    again = read_set(write_set(components, tmp_path / "new" / "set"))
    assert again.digest == components.digest
    for table in ("name", "title", "about", *TABLES):
        assert getattr(again, table) == getattr(components, table)


def test_the_sources_of_values_are_written_too(tmp_path: Path) -> None:
    components = random_set(Random(0))
    sources = (("amount", "copy"), ("name", "rulebook en expansion"))
    region = replace(components.regions[0], sources=sources)
    draft = as_draft(components)
    draft.entries["regions"][0] = region
    assert read_set(write_set(draft.as_set(), tmp_path)).regions[0] == region


def test_a_written_set_has_the_files_of_a_set_and_no_others(tmp_path: Path) -> None:
    write_set(random_set(Random(0)), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {HEADER, *FILES}
    assert read_draft(tmp_path).findings == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    write_files({"mine.txt": "mine"}, tmp_path)
    with pytest.raises(FolderError, match="is not empty; expected a new or empty folder"):
        write_set(random_set(Random(0)), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(FolderError, match="is not a folder; expected a new or empty folder"):
        write_set(random_set(Random(0)), tmp_path / "mine.txt")
    with pytest.raises(FolderError, match="is not a folder; expected a new or empty folder"):
        write_set(random_set(Random(0)), tmp_path / "mine.txt" / "below")


def test_a_folder_that_cannot_be_written_is_an_answer(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="cannot be written: File name too long"):
        write_set(random_set(Random(0)), tmp_path / ("x" * 300))
