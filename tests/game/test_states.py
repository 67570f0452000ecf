"""States as values, their canonical JSON, and their digests."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

from referee.core.digests import canonical_json
from referee.core.public import digest, public
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.engine.setup import initial

DOCS = Path(__file__).parents[2] / "docs" / "states.md"


def tables(seed: int = 1) -> list[State]:
    rng = Random(seed)
    setting = draw_setting(reference_set(), 3, rng)
    return [state for _, state in play(setting, rng, (POLICIES["random"],) * 3)]


def test_a_state_is_hashable_all_the_way_down() -> None:
    assert len({hash(state) for state in tables()}) > 1


def test_canonical_json_is_ascii_without_spaces_and_sorted() -> None:
    text = canonical_json(public(tables()[-1]))
    assert text.isascii()
    assert " " not in text
    assert text == canonical_json(json.loads(text))


def test_every_key_of_a_state_is_documented() -> None:
    described = DOCS.read_text("utf-8")
    data = public(tables()[-1])
    players = data["players"]
    assert isinstance(players, list)
    for key in (*data, *players[0]):
        assert f"`{key}`" in described, key


def test_a_face_down_plan_is_no_public_fact() -> None:
    planning = [state for state in tables() if any(state.plans)]
    assert planning
    for state in planning:
        data = public(state)
        assert "plans" not in data
        for seat, plan in enumerate(state.plans):
            if plan is not None:
                assert set(filter(None, plan.slots)) <= state.players[seat].hand


def test_rejected_tiles_are_no_public_fact() -> None:
    state = next(state for state in tables() if state.rejected_tiles)
    text = canonical_json(public(state))
    assert all(f'"{tile}"' not in text for tile in state.rejected_tiles)


def test_a_digest_is_the_same_in_every_process() -> None:
    setting = draw_setting(reference_set(), 4, Random(0), first_game=True)
    first = digest(initial(setting))
    code = (
        "from random import Random\n"
        "from referee.engine.dealer import draw_setting\n"
        "from referee.engine.setup import initial\n"
        "from referee.core.public import digest\n"
        "from referee.core.set_reader import reference_set\n"
        "print(digest(initial(draw_setting(reference_set(), 4, Random(0), first_game=True))))\n"
    )
    # Another process hashes strings otherwise: nothing may depend on that.
    for hash_seed in ("0", "1"):
        printed = subprocess.run(  # noqa: S603
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(DOCS.parents[1])},
            capture_output=True,
            text=True,
            check=True,
        )
        assert printed.stdout.strip() == first


def test_digests_tell_tables_apart() -> None:
    states = tables()
    assert len({digest(state) for state in states}) > len(states) * 0.9
