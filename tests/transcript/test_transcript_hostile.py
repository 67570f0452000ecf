"""Records that nobody at a table would write: marks, encodings, names and numbers of all sorts."""

import json
from codecs import BOM_UTF8
from random import Random
from typing import Any

import pytest

from referee.core.set_reader import reference_set
from referee.core.shipped_files import shipped
from referee.records.claims import OF_COMPANIES, OF_ITEMS, QUANTITIES
from referee.records.codec import to_json
from referee.records.history import History
from referee.records.judge import judge
from referee.records.loader import FORMS, UnsayableError, dump, load, written
from referee.records.quantities import TurnEnd, actual
from referee.records.record import SaidClaim, UnreadableRecordError
from tests.transcript.games import played, sets

pytestmark = pytest.mark.slow

GAMES = [shipped("games") / name for name in ("as-written.mgn", "two-players.mgn")]


def plain(number: int = 1) -> Any:  # noqa: ANN401
    return json.loads(to_json(load(GAMES[number].read_bytes(), sets).record))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("space", [b"", b"\n", b"  "])
def test_a_byte_order_mark_is_read_over_in_every_form(form: Any, space: bytes) -> None:  # noqa: ANN401
    record = load(GAMES[1].read_bytes(), sets).record
    marked = BOM_UTF8 + space + dump(record, form)
    assert dump(load(marked, sets).record, form) == dump(record, form)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "utf-32-be", "utf-32-le"])
@pytest.mark.parametrize("text", ["players blue, green\n", '{"format": "mgn-1"}'])
def test_other_encodings_are_called_by_their_names(encoding: str, text: str) -> None:
    with pytest.raises(UnreadableRecordError) as caught:
        load(("\ufeff" + text).encode(encoding), sets)
    assert f"this is {encoding[:6].upper()};" in str(caught.value)


def test_the_winner_may_be_claimed_after_a_rest_of_cards_that_do_not_exist() -> None:
    record = plain()
    rests = [s["said"] for s in record["statements"] if s["said"]["do"] == "rest"]
    rests[0]["cards"] = ["no-such-card", *rests[0]["cards"][1:]]
    for statement in record["statements"]:
        statement["claims"] = [{"what": what, "value": 0} for what in ("winner", "first", "next")]
    found = load(json.dumps(record).encode(), sets)
    verdict = judge(found.record, found.components, keep_going=True)
    assert verdict.outcome == "illegal"
    assert verdict.illegal[0].treatment == "skipped"


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("title", "two\nlines"),
        ("title", "\x1b[2J"),
        ("title", "a\u2028b"),
        ("title", ' "quoted" '),
        ("name", ""),
        ("name", "\x07"),
        ("name", 'a "b"'),
        ("colour", "Blue"),
        ("colour", "two words"),
        ("digest", "nothing"),
        ("comment", "two\nlines"),
        ("comment", "\0"),
        ("comment", " before"),
        ("comments", ["a\nb"]),
    ],
)
def test_what_no_text_can_say_is_refused_in_json(where: str, value: object) -> None:
    record = plain()
    match where:
        case "name" | "colour":
            record["header"]["players"][0][where] = value
        case "comment":
            record["statements"][3][where] = value
        case _:
            record["header"][where] = value
    with pytest.raises(UnreadableRecordError) as caught:
        load(json.dumps(record).encode(), sets)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("said", ["\\ud800", "\\udfff\\ud800", "x\\udc00"])
def test_half_a_character_is_refused(said: str) -> None:
    data = to_json(load(GAMES[1].read_bytes(), sets).record)
    for spoiled in (
        data.replace(b'"players"', b'"title":"%s","players"' % said.encode(), 1),
        data.replace(b'"said"', b'"comment":"%s","said"' % said.encode(), 1),
    ):
        assert spoiled != data
        with pytest.raises(UnreadableRecordError):
            load(spoiled, sets)


ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    7,
    10**6,
    10**30,
    1.5,
    "",
    "?",
    "-",
    "#",
    "=",
    "cairo",
    "R01",
    "exp1",
    "no-such",
    "a b",
    "a\nb",
    "a\tb",
    "\x1b[0m",
    "\u202e",
    "é",
    "x" * 5000,
    [],
    {},
    ["?"],
    [None] * 200,
]


def spoil(value: Any, rng: Random) -> Any:  # noqa: ANN401
    """Return plain data with one thing in it replaced, left out or doubled."""
    if rng.random() < 0.15 or not isinstance(value, dict | list) or not value:
        return rng.choice(ODD)
    keys = [*value] if isinstance(value, dict) else [*range(len(value))]
    key = rng.choice(keys)
    copy = value.copy()
    what = rng.random()
    if what < 0.1:
        del copy[key]
    elif what < 0.2:
        copy[key] = copy[rng.choice(keys)]
    elif what < 0.25 and isinstance(copy, list):
        copy.insert(key, copy[key])
    else:
        copy[key] = spoil(copy[key], rng)
    return copy


@pytest.mark.parametrize("number", range(2))
def test_what_is_written_of_a_spoiled_record_is_read_back(number: int) -> None:
    rng = Random(number)
    original = plain(number)
    # A short game has as many kinds of statements, and takes less time.
    original["statements"] = original["statements"][:60]
    read = refused = 0
    for _ in range(300):
        data = json.dumps(spoil(original, rng)).encode()
        try:
            record = load(data, sets).record
        except UnreadableRecordError:
            refused += 1
            continue
        read += 1
        for form in FORMS:
            try:
                again = load(written(record, form, sets), sets).record
            except UnsayableError:
                assert form == "text"
            else:
                assert to_json(again) == to_json(record)
    assert read > 50
    assert refused > 50


def test_the_last_change_of_a_quantity_is_found_as_by_looking_back() -> None:
    setting, game = played(3, 4)
    cards = [card.id for card in setting.components.cards][:4]
    history = History()
    moments: list[tuple[Any, TurnEnd]] = []
    before = None
    rng = Random(1)
    for event, after in game:
        if before is not None:
            moment = TurnEnd(before, after, event if hasattr(event, "plus_one") else None)  # type: ignore[arg-type]
            moments.append((event, moment))
            history.add(event, moment)
        before = after
        for _ in range(4 if moments else 0):
            what = rng.choice(QUANTITIES)
            claim = SaidClaim(
                what=what,
                value=rng.randrange(4),
                seat=rng.randrange(4),  # type: ignore[arg-type]
                company="cairo" if what in OF_COMPANIES else None,
                item=rng.choice(cards) if what in OF_ITEMS else None,
            )
            slow = next(
                (
                    pair
                    for pair in reversed(moments)
                    if actual(pair[1], claim)
                    != actual(TurnEnd(pair[1].before, pair[1].before), claim)
                ),
                None,
            )
            assert history.last_change(claim) == slow


def test_many_blanks_that_leave_much_open_come_to_an_end() -> None:
    record = plain()
    at = next(n for n, s in enumerate(record["statements"]) if s["said"]["do"] == "bookkeeper")
    seat = record["statements"][at]["said"]["seat"]
    open_turn = {"do": "bookkeeper", "seat": seat, "flip": "?", "to": "?", "place": ["?"]}
    record["statements"][at:at] = [{"said": open_turn, "taken_back": True}] * 200
    found = load(json.dumps(record).encode(), sets)
    verdict = judge(found.record, reference_set())
    assert len(verdict.taken_back) == 200
