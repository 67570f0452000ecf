from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.conformance.difference import NO_GAME, Difference, Parting, from_parting, game_of
from referee.conformance.protocol import AskTable, AskVerdict, set_named
from referee.conformance.report import LONGEST_NAME, file_name, read_saved, save
from referee.conformance.slips import changed
from referee.core.component_set import ComponentSet
from referee.core.events import Event
from referee.core.set_reader import read_set, reference_set
from referee.engine import check
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.engine.referee import UnreadableEventError
from referee.engine.setup import initial
from referee.records.judge import judge
from referee.records.loader import load


def differences(components: ComponentSet, seed: int) -> Iterator[tuple[Difference, list[str]]]:
    """Yield events of a game with slips, as if a program had called them legal."""
    rng = Random(seed)
    setting = draw_setting(components, 2, rng)
    state = initial(setting)
    happened: list[Event] = []
    for event, later in play(setting, rng, (POLICIES["random"],) * 2):
        if rng.random() < 1 / 3:
            for slip in changed(state, event, rng, 1):
                try:
                    broken = [violation.rule.id for violation in check(state, slip)]
                except UnreadableEventError:
                    continue
                found = Parting(kind="verdict", about=("illegal", *broken), rules=tuple(broken))
                game = game_of(setting, tuple(happened))
                if broken:
                    yield from_parting(found, game, AskVerdict(id=0, event=slip)), broken
        state = later
        happened.append(event)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["reference", "random-2"])
def test_a_saved_game_is_read_back_and_breaks_the_same_rules(name: str, tmp_path: Path) -> None:
    components = set_named(name)
    assert components is not None
    forms = set()
    for difference, broken in differences(components, 5):
        file = save(difference, components, tmp_path)
        assert file is not None
        forms.add(file.suffix)
        known = reference_set() if name == "reference" else read_set(tmp_path / name)
        read = load(file.read_bytes(), {name: known}.get)
        verdict = judge(read.record, known)
        assert verdict.legal >= len(difference.game.events)
        assert verdict.outcome == "illegal", file.read_text("utf-8")[-300:]
        (fault,) = verdict.faults
        assert [violation.rule.id for violation in fault.violations] == broken
    assert ".mgn" in forms


def test_a_game_that_ends_well_is_saved_as_legal(tmp_path: Path) -> None:
    setting = draw_setting(reference_set(), 3, Random(8))
    events = [event for event, _ in play(setting, Random(8), (POLICIES["random"],) * 3)]
    found = Parting(kind="state", about=("players.cash",), expected={"cash": 1}, given={"cash": 2})
    asked = AskTable(id=0, want="state")
    file = save(
        from_parting(found, game_of(setting, tuple(events)), asked), reference_set(), tmp_path
    )
    assert file is not None
    assert file.name == "state-end-players-cash.mgn"
    text = file.read_text("utf-8")
    assert '# referee: {"cash":1}' in text
    assert '# program: {"cash":2}' in text
    verdict = judge(load(file.read_bytes(), lambda _: reference_set()).record, reference_set())
    assert verdict.outcome == "legal"
    assert verdict.finished


@pytest.mark.parametrize("word", ['"', "a\nb", "\x1b[2J", "\0", " ", "x" * 5000])
def test_whatever_a_program_says_the_saved_game_is_read_back(word: str, tmp_path: Path) -> None:
    setting = draw_setting(reference_set(), 2, Random(8))
    events = [event for event, _ in play(setting, Random(8), (POLICIES["random"],) * 2)][:20]
    found = Parting(kind="state", about=(word,), expected={"x": 1}, given={"x": word})
    difference = from_parting(found, game_of(setting, tuple(events)), AskTable(id=0, want="state"))
    file = save(difference, reference_set(), tmp_path)
    assert file is not None
    assert len(load(file.read_bytes(), lambda _: reference_set()).record.statements) >= 20


def test_where_no_game_was_begun_nothing_is_saved(tmp_path: Path) -> None:
    found = from_parting(Parting(kind="state"), NO_GAME, AskTable(id=0, want="state"))
    assert save(found, reference_set(), tmp_path) is None
    assert not [*tmp_path.iterdir()]


def test_a_difference_is_saved_beside_its_record_as_it_was(tmp_path: Path) -> None:
    difference, _ = next(differences(reference_set(), 1))
    file = save(difference, reference_set(), tmp_path)
    assert file is not None
    saved, setting = read_saved(tmp_path, file.stem)
    assert saved == difference
    assert game_of(setting, difference.game.events) == difference.game


def test_long_ids_that_begin_alike_have_files_of_their_own() -> None:
    ids = [f"verdict goods illegal {'GDS-06 ' * 20}{last}" for last in ("GDS-01", "GDS-02")]
    names = [file_name(each) for each in ids]
    assert names[0] != names[1]
    assert max(map(len, names)) <= LONGEST_NAME


def test_a_difference_is_a_line_of_json_and_back() -> None:
    difference, _ = next(differences(reference_set(), 1))
    line = msgspec.json.encode(difference)
    assert msgspec.json.decode(line, type=Difference) == difference
