"""What the pages for authors of other programs say is true."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from referee.conformance import protocol
from referee.conformance.games import PLAYERS
from referee.conformance.program import LONGEST_LINE
from referee.conformance.protocol import SentSet, sent, set_named
from referee.core.components import OtherTracksSpace, PlusOneTile
from referee.core.digests import canonical_json
from referee.core.events import Event, Plan, RefillBooks, TakeStartingTile
from referee.core.ids import COMPANIES, SLOTS, Seat, TrackId
from referee.core.input_limits import BYTES_OF_A_REQUEST
from referee.core.public import digest, public
from referee.core.rulings import Rulings
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import Advance, MoveDiamond, PlaceMarker, SpendPoints, UseBookkeeper
from referee.engine import check, initial, step
from referee.engine.actions import refill_due
from referee.engine.dealer import draw_setting
from referee.engine.legal_turns import canonical
from referee.engine.play import play
from referee.engine.turn_counts import count_turns
from scripts.tools.docs import (
    STATES,
    TURNS,
    PublicState,
    example,
    example_state,
    schemas,
    updated,
)

STATES_PAGE = STATES.read_text("utf-8")
TURNS_PAGE = TURNS.read_text("utf-8")
PROTOCOL_PAGE = Path("docs/conformance.md").read_text("utf-8")
SETS_PAGE = Path("docs/sets.md").read_text("utf-8")

Step = tuple[State, Event, State]


def steps(seed: int, *, first_game: bool = False, **rulings: str) -> Iterator[Step]:
    rng = Random(seed)
    setting = draw_setting(
        reference_set(),
        2 + seed % 3,
        rng,
        first_game=first_game,
        rulings=Rulings(**rulings),  # type: ignore[arg-type]
    )
    before = initial(setting)
    for event, after in play(setting, rng, (rng.choice(PLAYERS),) * setting.players):
        yield before, event, after
        before = after


def broken(state: State, event: Event) -> list[str]:
    return [violation.rule.id for violation in check(state, event)]


# The pages themselves -----------------------------------------------------------------------------


def test_the_examples_are_up_to_date() -> None:
    assert updated(STATES_PAGE, TURNS_PAGE) == (STATES_PAGE, TURNS_PAGE)


def test_the_digest_of_the_example_is_that_of_its_canonical_form() -> None:
    table = json.loads(example(STATES_PAGE, "state"))
    written = json.dumps(table, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(written.encode()).hexdigest()
    assert digest == example(STATES_PAGE, "digest").strip()
    assert table == public(example_state())


def test_the_turn_of_the_guide_makes_the_table_that_it_shows() -> None:
    page = Path("docs/implementing.md").read_text("utf-8")
    table = example_state()
    turn = msgspec.json.decode(example(page, "turn"), type=Event)
    assert broken(table, turn) == []
    after = step(table, turn)
    assert digest(after) == example(page, "digest").strip()
    assert changed(public(table), public(after)) == json.loads(example(page, "changed"))
    assert count_turns(table) == json.loads(example(page, "counts"))


def changed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    found = {key: value for key, value in new.items() if value != old[key]}
    if "players" in found:
        players = zip(old["players"], new["players"], strict=True)
        found["players"] = [changed(*player) for player in players]
    return found


def test_there_is_an_example_of_every_event_that_the_protocol_sends() -> None:
    shown = {json.loads(line)["do"] for line in example(TURNS_PAGE, "events").splitlines()}
    every = {str(kind.__struct_config__.tag) for kind in get_args(Event)}
    assert shown == every - {"take-back", "claim"}


def test_every_key_of_an_event_is_on_the_page() -> None:
    definitions = json.loads(Path("docs/schema/conformance.json").read_text("utf-8"))["$defs"]
    kinds = [
        kind.__name__ for kind in get_args(Event) if kind.__name__ not in {"TakeBack", "Claim"}
    ]
    parts = ["TakePounds", "MoveDiamond", "Advance", "SpendPoints", "RemovePost", "BuyCard"]
    told = TURNS_PAGE.partition("## Events in JSON")[2]
    for name in (*kinds, *parts, "CollectRegion", "Entering", "Ousting", "Placing", "PlusOne"):
        for key in definitions[name]["properties"]:
            assert f"`{key}`" in told, (name, key)


def answer(plain: dict[str, Any], kind: type[protocol.Reply]) -> protocol.Reply | None:
    """Return a documented answer as one of this kind, None if it has other keys."""
    known = {field.name: field.required for field in msgspec.structs.fields(kind)}
    required = {name for name, needed in known.items() if needed}
    return msgspec.convert(plain, kind) if required <= {*plain} <= {*known} else None


def test_the_lines_of_the_protocol_are_of_its_types() -> None:
    lines = re.findall(r"^\{.*\}$", PROTOCOL_PAGE, re.MULTILINE)
    assert len(lines) > 15
    for line in lines:
        plain = json.loads(line)
        if "do" in plain:
            read: Any = msgspec.convert(plain, protocol.AnyRequest)
        else:
            read = next(each for kind in protocol.ANSWERS if (each := answer(plain, kind)))
        assert {*plain} <= {*read.__struct_fields__, "do"}, line


def test_every_key_of_a_set_is_on_the_page() -> None:
    definitions = json.loads(schemas()["conformance"])["$defs"]
    waiting, seen = ["SentSet"], {"SentSet"}
    while waiting:
        entry = definitions[waiting.pop()]
        for key in entry["properties"]:
            assert f"`{key}`" in SETS_PAGE, (entry["title"], key)
        named = set(re.findall(r"#/\$defs/(\w+)", json.dumps(entry))) - seen
        waiting += named
        seen |= named
    assert {"Track", "MajoritySpace", "NeedsColleague", "TrackValue"} <= seen


def test_the_published_schema_of_a_table_is_current() -> None:
    assert Path("docs/schema/state.json").read_text("utf-8") == schemas()["state"]


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in (STATES, TURNS, Path("docs/conformance.md"), Path("docs/sets.md")):
        text = page.read_text("utf-8")
        for file, anchor in re.findall(r"\]\(([\w./]*)#?([\w-]*)\)", text):
            target = page.parent / file if file else page
            assert target.is_file(), (page, file)
            headings = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w-]", "", each.lower().replace(" ", "-")) for each in headings}
            assert not anchor or anchor in slugs, (page, anchor)


# Tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_table_is_of_the_published_types_and_as_the_page_says(seed: int) -> None:
    goods_tiles: set[str] = set()
    for before, event, after in steps(seed):
        table = public(after)
        msgspec.convert(table, PublicState)
        if table["phase"] != "actions":
            in_order = table["phase"] == "starting-bonus"
            assert (table["to_move"] is not None) == in_order
            ended = table["phase"] in {"preparation", "over"}
            assert table["turn"] == (before.turn + 1 if ended else 1)
        changed = {
            seat
            for seat, (one, other) in enumerate(zip(before.players, after.players, strict=True))
            if one.levels != other.levels
        }
        assert changed <= {after.to_move}
        if isinstance(event, RefillBooks):
            assert (before.phase, before.turn, before.to_move) == (
                "actions",
                after.turn,
                after.to_move,
            )
            assert refill_due(before)
        goods_tiles = {
            tile.id for tile in after.setting.components.tiles if isinstance(tile, PlusOneTile)
        }
        for player in after.players:
            used = not goods_tiles.isdisjoint(player.used)
            assert used == (player.plus_one is not None and player.plus_one in player.used)
    assert goods_tiles


def test_the_first_player_marker_changes_hands_in_the_turn_that_takes_it() -> None:
    taken = [
        (event.seat, after.first_player)
        for before, event, after in steps(1)
        if isinstance(event, PlaceMarker) and before.first_player != after.first_player
    ]
    assert taken
    assert all(seat == first for seat, first in taken)


# Events -------------------------------------------------------------------------------------------


def test_a_plan_has_five_entries_in_the_order_of_the_slots() -> None:
    assert SLOTS == ("left", "middle", "right", "diamond", "ink")
    state, plan = next((s, e) for s, e, _ in steps(2) if isinstance(e, Plan))
    for short in (plan.slots[:3], (*plan.slots, None)):
        assert "PLN-08" in broken(state, replace(plan, slots=short))


def test_a_single_reward_takes_option_1_or_none() -> None:
    found = set()
    for seed in range(6):
        for state, event, _ in steps(seed):
            if not isinstance(event, PlaceMarker) or event.option is not None:
                continue
            kind = state.setting.components.space[event.space].__struct_config__.tag
            one = replace(event, option=1)
            found.add(kind)
            if kind == "first-player":
                assert broken(state, one) == []
                assert canonical(state, one) == canonical(state, event)
            else:
                assert "BON-10" in broken(state, one)
    assert {"first-player", "tile", "discard", "buy"} <= found


def test_the_first_game_leaves_no_choice_of_starting_tiles() -> None:
    state, event = next(
        (s, e) for s, e, _ in steps(0, first_game=True) if isinstance(e, TakeStartingTile)
    )
    tiles = state.setting.components.starting_tile
    assert tiles[event.tile].first_game_seat == event.seat + 1
    other = next(tile for tile in tiles if tile != event.tile)
    assert broken(state, replace(event, tile=other)) == ["SET-11"]
    assert "SET-11" in broken(state, replace(event, rejected=other))


def test_points_name_the_books_that_they_buy() -> None:
    state, turn = next(
        (s, e)
        for seed in range(5)
        for s, e, _ in steps(seed)
        if isinstance(e, UseBookkeeper) and e.points.books
    )
    assert broken(state, replace(turn, points=SpendPoints()))


def test_bonuses_pair_with_special_spaces_by_their_place() -> None:
    for name in ("reference", "random-1"):
        components = set_named(name)
        assert components is not None
        for track in components.tracks:
            assert len(track.bonuses) == len(track.specials)
    for _, event, after in steps(4):
        seat = after.to_move
        if seat is None or after.phase != "actions" or isinstance(event, RefillBooks):
            continue
        for company, level, at in zip(
            after.setting.track.values(),
            after.players[seat].levels,
            after.players[seat].tracks,
            strict=True,
        ):
            assert level == sum(special.at <= at for special in company.specials)


def test_forfeited_diamond_steps_are_not_used() -> None:
    for before, event, after in steps(1, diamond_overflow="forfeit-overflow"):
        if not isinstance(event, PlaceMarker):
            continue
        last = before.setting.components.diamond_track.last
        moved = [part for part in event.reward if isinstance(part, MoveDiamond)]
        if not moved or after.players[event.seat].diamonds == last:
            continue
        # One step before the end only one of several steps is of use.
        player = replace(before.players[event.seat], diamonds=last - 1)
        near_end = before.with_player(Seat(event.seat), player)
        turn = canonical(near_end, event)
        assert turn.gains.diamonds == 1  # type: ignore[union-attr]
        return
    pytest.fail("no marker brought diamond steps")


def test_the_tracks_named_at_d2_are_not_kept() -> None:
    state = next(
        after
        for seed in range(40)
        for _, _, after in steps(seed)
        if "D2" in after.setting.tracks and after.phase == "actions"
    )
    seat = state.to_move
    assert seat is not None
    spaces = [each for each in state.setting.spaces if isinstance(each, OtherTracksSpace)]
    # Every marker at its end: whichever tracks are named, no step is made.
    lasts = tuple(track.last for track in state.setting.track.values())
    player = replace(state.players[seat], tracks=lasts, levels=(2,) * 4, cash=9)
    state = state.with_player(seat, player)
    own = state.setting.tracks.index(TrackId("D2"))
    one, two, three = (company for place, company in enumerate(COMPANIES) if place != own)
    turns = [
        PlaceMarker(seat=seat, space=spaces[0].id, reward=tuple(Advance(each) for each in named))
        for named in ((one, two), (three, one), ())
    ]
    assert [broken(state, turn) for turn in turns] == [[], [], []]
    assert len({canonical(state, turn) for turn in turns}) == 1


# Sets ---------------------------------------------------------------------------------------------

IGNORED = {"source", "sources", "name", "colour", "drawn"}


def told(value: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    if isinstance(value, dict):
        return {key: told(inner) for key, inner in value.items() if key not in IGNORED}
    return [told(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ["reference", "random-3", "small-1"])
def test_the_digest_of_a_set_follows_from_what_is_sent(name: str) -> None:
    components = set_named(name)
    assert components is not None
    tables = json.loads(msgspec.json.encode(sent(components)))
    assert len(tables) == len(SentSet.__struct_fields__)
    texts = {
        table: sorted(canonical_json(told(entry)) for entry in entries)
        for table, entries in tables.items()
    }
    digest = hashlib.sha256(canonical_json(texts).encode()).hexdigest()
    assert digest == components.digest
    for key in IGNORED:
        assert f"`{key}`" in SETS_PAGE


def test_the_document_tells_how_long_a_line_may_be() -> None:
    question, answer = BYTES_OF_A_REQUEST // 2**10, LONGEST_LINE // 2**20
    assert (
        f"no question is longer than {question} KiB, no answer longer than {answer} MiB"
        in PROTOCOL_PAGE
    )
