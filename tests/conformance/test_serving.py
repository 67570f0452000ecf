import json
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.conformance import partner, protocol
from referee.conformance.difference import game_of
from referee.conformance.partner import EngineProgram
from referee.conformance.protocol import SentSet, received, sent, set_named
from referee.core.events import Event
from referee.core.public import digest, public
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.engine.scoring import pads
from scripts.tools.docs import schemas


def answered(*requests: object) -> list[dict[str, object]]:
    lines = [json.dumps(request).encode() + b"\n" for request in requests]
    return [json.loads(line) for line in EngineProgram("1", set_named).lines(lines)]


def a_game(seed: int) -> tuple[Setting, list[tuple[Event, State]]]:
    rng = Random(seed)
    setting = draw_setting(reference_set(), 3, rng)
    return setting, list(play(setting, rng, (POLICIES["random"],) * 3))


def begun(setting: Setting, events: list[Event]) -> dict[str, object]:
    game = game_of(setting, tuple(events))
    return json.loads(msgspec.json.encode(game))  # type: ignore[no-any-return]


def test_the_published_schema_is_current() -> None:
    assert Path("docs/schema/conformance.json").read_text("utf-8") == schemas()["conformance"]


def test_a_set_that_was_sent_is_the_same_set() -> None:
    for name in ("reference", "random-3", "small-4"):
        components = set_named(name)
        assert components is not None
        line = msgspec.json.encode(sent(components))
        again = received(name, msgspec.json.decode(line, type=SentSet))
        assert again.digest == components.digest


def test_the_engine_answers_for_every_table_of_a_game() -> None:
    setting, game = a_game(1)
    requests: list[object] = [begun(setting, [])]
    for number, (event, _) in enumerate(game, 1):
        said = json.loads(msgspec.json.encode(event))
        requests.append({"do": "apply", "id": number, "event": said})
        requests.append({"do": "state", "id": number, "want": "digest"})
    answers = answered(*requests)
    assert [answer["digest"] for answer in answers[2::2]] == [digest(after) for _, after in game]


def test_events_may_be_sent_with_the_game() -> None:
    setting, game = a_game(2)
    answers = answered(
        begun(setting, [event for event, _ in game]),
        {"do": "state", "id": 1, "want": "state"},
        {"do": "score", "id": 2},
    )
    last = game[-1][1]
    assert answers[1]["state"] == public(last)
    rows = [score["rows"] for score in answers[2]["scores"]]  # type: ignore[attr-defined]
    assert rows == [list(pad.rows) for pad in pads(last)]


def test_a_game_with_a_set_that_was_sent_is_played() -> None:
    components = set_named("random-9")
    assert components is not None
    setting = draw_setting(components, 2, Random(1))
    game = msgspec.structs.replace(game_of(setting), set=sent(components))
    whole = json.loads(msgspec.json.encode(game))
    answers = answered(whole, {"do": "state", "id": 1, "want": "state"})
    assert answers[1]["state"]["components"] == components.digest  # type: ignore[index]


def with_set(name: str, **tables: object) -> dict[str, object]:
    """Return the request that begins a game with a set of which some tables are changed."""
    components = set_named(name)
    assert components is not None
    changed = replace(components, **tables)  # type: ignore[arg-type]
    setting = draw_setting(components, 2, Random(1))
    game = msgspec.structs.replace(
        game_of(setting),
        components=protocol.NamedSet(name, changed.digest),
        set=sent(changed),
    )
    return json.loads(msgspec.json.encode(game))  # type: ignore[no-any-return]


def test_a_set_of_another_digest_than_the_request_says_is_told_apart_from_an_unknown_one() -> None:
    request = with_set("random-9")
    right = request["components"]["digest"]  # type: ignore[index]
    request["components"] = {"name": "random-9", "digest": "0" * 64}
    (answer,) = answered(request)
    assert answer["error"] == (
        f"the set that was sent has the digest {right}; the request says '{'0' * 64}'"
    )
    (unknown,) = answered(request | {"set": None})
    assert "nor was it sent" in str(unknown["error"])


CONTRADICTIONS: list[tuple[dict[str, object], str]] = [
    ({"regions": reference_set().regions[1:]}, "region: there are 23 regions; the map has 24"),
    ({"bases": reference_set().bases[1:]}, "base: 0 bases of mombasa; each company has one"),
    ({"diamond_tracks": ()}, "diamond_track: there are 0; all player boards show the same one"),
    (
        {"book_tracks": reference_set().book_tracks * 2},
        "book_track: there are 2; all player boards show the same one",
    ),
    ({"tiles": ()}, "there is no bonus tile"),
    ({"spaces": reference_set().spaces * 2}, "(and "),
    (
        {"bases": tuple(msgspec.structs.replace(b, columns=()) for b in reference_set().bases)},
        "spaces by column: 0; expected 3, each with a space",
    ),
    (
        {
            "diamond_tracks": tuple(
                msgspec.structs.replace(track, values=track.values[::-1])
                for track in reference_set().diamond_tracks
            )
        },
        "expected rising ones",
    ),
]


@pytest.mark.parametrize(("tables", "words"), CONTRADICTIONS)
def test_a_set_that_contradicts_itself_is_an_error_that_says_how(
    tables: dict[str, object], words: str
) -> None:
    unable, hello = answered(with_set("reference", **tables), {"do": "hello", "id": 5})
    assert str(unable["error"]).startswith("no game can be played with the set 'reference': ")
    assert words in str(unable["error"])
    assert hello["id"] == 5


def test_sets_with_short_bases_and_tracks_are_played() -> None:
    for name in ("small-1", "small-2", "random-1"):
        assert answered(with_set(name)) == [{"id": 0}]


def test_an_illegal_event_is_refused_and_changes_nothing() -> None:
    setting, game = a_game(3)
    repeated = json.loads(msgspec.json.encode(game[0][0]))
    answers = answered(
        begun(setting, [game[0][0]]),
        {"do": "check", "id": 1, "event": repeated},
        {"do": "apply", "id": 2, "event": repeated},
        {"do": "state", "id": 3, "want": "digest"},
    )
    assert answers[1]["legal"] is answers[2]["legal"] is False
    assert answers[1]["rules"] == answers[2]["rules"] != []
    assert answers[3]["digest"] == digest(game[0][1])


UNABLE: list[tuple[object, str]] = [
    ({"do": "dance", "id": 4}, "no request"),
    ({"do": "score", "id": 4}, "no game"),
    ({"do": "legal", "id": 4, "want": "count", "actions": ["goods"]}, "no game"),
    ({"id": 4}, "no request"),
    ({"do": "hello", "id": "4"}, "no request"),
    (7, "no request"),
    (
        {
            "do": "new",
            "id": 4,
            "components": {"name": "x", "digest": "y"},
            "players": 2,
            "tracks": [],
        },
        "not known",
    ),
]


@pytest.mark.parametrize(("request_", "words"), UNABLE)
def test_what_cannot_be_done_is_said_and_the_next_request_answered(
    request_: object, words: str
) -> None:
    unable, hello = answered(request_, {"do": "hello", "id": 5})
    assert words in str(unable["error"])
    assert hello["id"] == 5


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 9}, "SET-01"),
        ({"tracks": ["A1", "A2", "B1", "C1"]}, "breaks"),
        ({"tracks": ["Z9"] * 4}, "no track side"),
        ({"rulings": {"cover": "never"}}, "rulings"),
    ],
)
def test_a_game_that_nobody_could_play_is_not_begun(change: dict[str, object], words: str) -> None:
    setting, _ = a_game(1)
    (answer,) = answered(begun(setting, []) | change)
    assert words in str(answer["error"])


def test_an_illegal_event_among_those_of_a_game_is_told() -> None:
    setting, game = a_game(1)
    (answer,) = answered(begun(setting, [game[0][0], game[0][0]]))
    assert "event 2 breaks" in str(answer["error"])


def test_a_game_that_is_not_begun_leaves_none() -> None:
    setting, _ = a_game(1)
    begin = begun(setting, [])
    answers = answered(begin, begin | {"players": 9}, {"do": "state", "id": 3, "want": "digest"})
    assert "SET-01" in str(answers[1]["error"])
    assert answers[2]["error"] == "no game has been begun"


def test_nothing_is_answered_after_quit() -> None:
    answers = answered({"do": "quit", "id": 1}, {"do": "hello", "id": 2})
    assert [answer["id"] for answer in answers] == [1]


def test_a_list_or_count_that_takes_too_long_is_an_error_and_the_next_line_is_read() -> None:
    _, game = a_game(1)
    program = EngineProgram("1", set_named, answer_limit=0)
    program.state = next(state for _, state in game if state.phase == "actions")
    ask = b'{"do":"legal","id":2,"want":"%s","actions":["marker"]}'
    lines = [ask % b"turns", ask % b"count", b'{"do":"state","id":3,"want":"digest"}']
    *late, last = [json.loads(line) for line in program.lines(lines)]
    assert [each["error"] for each in late] == ["the turns are not listed or counted in 0 s"] * 2
    assert last["digest"] == digest(program.state)


def test_a_list_of_too_many_turns_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    setting, game = a_game(1)
    place = next(place for place, (_, state) in enumerate(game) if state.phase == "actions")
    begin = begun(setting, [event for event, _ in game[: place + 1]])
    ask = {"do": "legal", "id": 2, "want": "turns", "actions": ["goods", "marker", "end"]}
    turns = answered(begin, ask)[1]["turns"]
    assert isinstance(turns, list)
    monkeypatch.setattr(partner, "MOST_LISTED", len(turns))
    assert answered(begin, ask)[1]["turns"] == turns
    monkeypatch.setattr(partner, "MOST_LISTED", len(turns) - 1)
    assert f"more than {len(turns) - 1} turns" in str(answered(begin, ask)[1]["error"])
