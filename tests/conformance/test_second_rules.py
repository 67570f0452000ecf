"""The second implementation on single tables, where readings of the rulebook differ easily."""

from typing import Any

import msgspec
import pytest

from referee.core.turns import Turn
from tests.conformance.laid_out import laid_out, told
from tests.conformance.second import bugs
from tests.conformance.second.area import meets
from tests.conformance.second.events import after, objection
from tests.conformance.second.levels import ways
from tests.conformance.second.scoring import scores
from tests.conformance.second.table import Game
from tests.positions import position_of

Plain = dict[str, Any]

ALWAYS = {"rulings": {"bonus-use": "always"}}
PARTIAL = {"rulings": {"partial-use": "yes"}}
DECLINE = {"rulings": {"capital-call": "may-decline"}}
FORFEIT = {"rulings": {"diamond-overflow": "forfeit-overflow"}}
BEYOND = {"rulings": {"value-passed": "beyond"}}


def table(form: Plain, **more: Any) -> Game:  # noqa: ANN401
    return laid_out(position_of(form | more))


def turn(do: str, **keys: Any) -> Plain:  # noqa: ANN401
    """Return a turn of the first player with all its keys."""
    said: Turn = msgspec.convert({"do": do, "seat": 0, **keys}, Turn)
    return told(said)


def allows(game: Game, said: Plain) -> bool:
    return objection(game, said) is None


def level(company: str, number: int) -> Plain:
    return {"company": company, "level": number}


# Permanent bonuses ---------------------------------------------------------------------------

SECOND_OF_A2 = {"mombasa": 12}
"""Cards of cotton are cheaper with the first bonus and count a unit more with the second."""


def cotton_track(form: Plain | None = None, **seat: Any) -> Game:  # noqa: ANN401
    player = {"slots": {"left": "cotton2"}, "tracks": SECOND_OF_A2, "cash": 9} | seat
    return table(form or {}, tracks={"mombasa": "A2"}, seat={"0": player})


def cotton(steps: int, *levels: Plain, buy: str | None = None) -> Plain:
    return turn("goods", cards=["cotton2"], buy=buy, advance=["cairo"] * steps, levels=levels)


@pytest.mark.parametrize(
    ("steps", "levels", "legal", "legal_if_always"),
    [
        (3, [], True, True),
        (2, [], True, False),
        (1, [], False, False),
        (4, [], False, False),
        (3, [level("mombasa", 2)], True, True),
        (2, [level("mombasa", 2)], False, False),
        (2, [level("mombasa", 1)], True, False),
        (2, [level("mombasa", 0)], True, False),
        (3, [level("mombasa", 1)], False, False),
        (3, [level("mombasa", 3)], False, False),
        (3, [level("mombasa", -1)], False, False),
        (3, [level("mombasa", 2)] * 2, False, False),
        (3, [level("cape-town", 0)], True, True),
        (3, [level("cape-town", 1)], False, False),
        (3, [level("cairo", 0)], False, False),
    ],
)
def test_a_bonus_is_used_at_a_level_that_works_or_not_at_all(
    *, steps: int, levels: list[Plain], legal: bool, legal_if_always: bool
) -> None:
    said = cotton(steps, *levels)
    assert allows(cotton_track(), said) == legal
    assert allows(cotton_track(ALWAYS), said) == legal_if_always


def test_a_bonus_that_was_reached_just_now_has_no_level_yet() -> None:
    game = cotton_track(levels={"mombasa": 1})
    assert not allows(game, cotton(2, level("mombasa", 2)))
    assert allows(game, cotton(2, level("mombasa", 1)))


@pytest.mark.parametrize(("number", "steps"), [(0, 0), (1, 1), (2, 1)])
def test_the_first_bonus_may_be_used_in_place_of_the_second(number: int, steps: int) -> None:
    # 2 units for a price of 2.
    named = level("mombasa", number)
    assert allows(cotton_track(), cotton(steps, named, buy="coffee3"))
    assert not allows(cotton_track(), cotton(1 - steps, named, buy="coffee3"))


def test_levels_are_tried_from_the_highest_down_and_those_of_cairo_first() -> None:
    tracks = {"mombasa": "A2", "cairo": "B1", "cape-town": "D1"}
    game = table({"tracks": tracks, "seat": {"0": {"tracks": SECOND_OF_A2 | {"cairo": 17}}}})
    tried = [(levels["mombasa"], levels["cairo"]) for levels in ways(game, 0, [])]
    assert tried == [(2, 2), (2, 1), (2, 0), (1, 2), (1, 1), (1, 0), (0, 2), (0, 1), (0, 0)]


def cotton_book(*reward: Plain, levels: tuple[Plain, ...] = ()) -> Plain:
    return turn("bookkeeper", card="clerk1", to=2, reward=reward, levels=levels)


def on_the_way_to_a_cotton_book(card: str, form: Plain | None = None) -> Game:
    slots = {"left": "clerk1", "middle": card}
    return cotton_track(form, slots=slots, ink=1, books={2: "a01"}, cash=0)


@pytest.mark.parametrize(
    ("pounds", "levels", "taken"),
    [
        ({"part": "pounds"}, (), 2),
        ({"part": "pounds", "count": 2}, (), 2),
        ({"part": "pounds", "count": 1}, (), 1),
        ({"part": "pounds"}, (level("mombasa", 0),), 1),
    ],
)
def test_a_cotton_reward_is_counted_at_the_level_in_use(
    pounds: Plain, levels: tuple[Plain, ...], taken: int
) -> None:
    game = on_the_way_to_a_cotton_book("cotton2")
    later = after(game, cotton_book(pounds, levels=levels))
    bookkeeper = 1
    assert later.players[0]["cash"] == taken + bookkeeper


def test_a_cotton_reward_is_never_what_no_level_gives() -> None:
    game = on_the_way_to_a_cotton_book("cotton2")
    assert not allows(game, cotton_book({"part": "pounds", "count": 0}))
    named = (level("mombasa", 2),)
    assert not allows(game, cotton_book({"part": "pounds", "count": 1}, levels=named))


def test_a_reward_that_comes_to_nothing_without_the_bonus_may_be_left_unsaid() -> None:
    assert allows(on_the_way_to_a_cotton_book("cotton1"), cotton_book())
    assert not allows(on_the_way_to_a_cotton_book("cotton1", ALWAYS), cotton_book())


@pytest.mark.parametrize(("number", "enough"), [(0, False), (1, True), (2, True)])
def test_a_level_holds_for_expansions_and_majorities(*, number: int, enough: bool) -> None:
    first = {"slots": {"left": "exp1-1"}, "tracks": {"mombasa": 10}}
    game = table({"seat": {"0": first, "1": {"slots": {"left": "exp2"}}}})
    named = [level("mombasa", number)]
    enter = [{"region": "R15", "column": 1}]
    rewards = [{"part": "region", "region": "R15"}]
    said = turn("expand", company="mombasa", enter=enter, rewards=rewards, levels=named)
    assert allows(game, said) == enough
    reward = [{"part": "advance", "company": "mombasa"}]
    marker = turn("marker", space="expansion", option=1, reward=reward, levels=named)
    assert allows(game, marker) == enough


def test_the_bonuses_of_others_count_at_their_best() -> None:
    slots = {"left": "exp2"}
    first = {"slots": slots, "tracks": {"mombasa": 4}}
    second = {"slots": slots, "tracks": {"mombasa": 10}}
    marker = turn("marker", space="expansion", option=1)
    assert objection(table({"seat": {"0": first, "1": second}}), marker) == "nobody has more"


def test_a_marker_bonus_that_is_not_used_gives_no_marker() -> None:
    markers = dict.fromkeys(("tile-clerk", "tile-goods", "tile-expansion"), "0")
    player = {"tracks": {"cape-town": 7}, "cash": 9}
    game = table({"tracks": {"cape-town": "B2"}, "markers": markers, "seat": {"0": player}})
    assert allows(game, turn("marker", space="tile-merchant"))
    declined = [level("cape-town", 0)]
    assert not allows(game, turn("marker", space="tile-merchant", levels=declined))


def test_the_bug_about_bonuses_uses_the_best_level_whatever_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bugs, "_on", {"bonus-not-declined"})
    assert allows(cotton_track(), cotton(3, level("mombasa", 0)))
    assert not allows(cotton_track(), cotton(2))


# Expansion -----------------------------------------------------------------------------------


def test_a_company_without_a_post_in_its_base_is_not_expanded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    form = {"seat": {"0": {"slots": {"left": "exp2"}}}}
    nothing_entered = turn("expand", company="cairo")
    assert allows(table(form, bases={"cairo": [0, 0, 1]}), nothing_entered)
    empty = table(form, bases={"cairo": [0, 0, 0]})
    assert not allows(empty, nothing_entered)
    monkeypatch.setattr(bugs, "_on", {"empty-base-expands"})
    assert allows(empty, nothing_entered)


# Rewards -------------------------------------------------------------------------------------

POUNDS = {"part": "pounds"}
POST = {"part": "remove", "company": "cairo", "column": 1}


@pytest.mark.parametrize(
    ("reward", "legal", "legal_in_part"),
    [
        ([POST, POST, POUNDS], True, True),
        ([POUNDS, POST, POST], True, True),
        ([POST, POUNDS, POST], False, False),
        ([POST, POUNDS], False, True),
        ([POUNDS, POST, POST, POST], False, False),
    ],
)
def test_posts_are_removed_one_directly_after_the_other(
    *, reward: list[Plain], legal: bool, legal_in_part: bool
) -> None:
    slots = {"left": "clerk1", "middle": "banana3", "right": "cotton3"}
    form = {"seat": {"0": {"slots": slots, "ink": 1, "books": {2: "c13"}}}}
    said = turn("bookkeeper", card="clerk1", to=2, reward=reward)
    assert allows(table(form), said) == legal
    assert allows(table(form | PARTIAL), said) == legal_in_part


LAST = {"mombasa": 16, "cape-town": 17, "saint-louis": 19}
"""The last spaces of the tracks beside D2."""


def beside_d2(places: dict[str, int], **form: Any) -> Game:  # noqa: ANN401
    player = {"tracks": {"cairo": 7} | places, "cash": 3}
    return table(form, tracks={"cairo": "D2"}, seat={"0": player})


def two_tracks(*named: str) -> Plain:
    reward = [{"part": "advance", "company": company} for company in named]
    return turn("marker", space="D2-1", reward=reward)


@pytest.mark.parametrize(
    ("named", "blocked", "legal"),
    [
        (["mombasa"], [], False),
        (["mombasa"], ["cape-town"], True),
        (["mombasa"], ["cape-town", "saint-louis"], True),
        (["mombasa"], ["mombasa"], False),
        (["mombasa"], ["mombasa", "cape-town"], True),
        ([], ["mombasa"], False),
        ([], ["mombasa", "cape-town"], True),
        ([], list(LAST), True),
        (["mombasa", "cape-town"], ["mombasa", "cape-town"], True),
        (["mombasa", "mombasa"], ["cape-town"], False),
        (["mombasa", "cairo"], [], False),
        (list(LAST), [], False),
    ],
)
def test_a_blocked_track_need_not_be_named(
    *, named: list[str], blocked: list[str], legal: bool
) -> None:
    game = beside_d2({company: LAST[company] for company in blocked})
    assert allows(game, two_tracks(*named)) == legal


def test_a_track_is_blocked_by_what_is_left_when_all_that_was_said_is_done() -> None:
    # The space costs 1 of 3 pounds, the call before Mombasa's space 7 both that are left.
    calls = {"mombasa": 6, "cape-town": 8}
    assert allows(beside_d2(calls), two_tracks("mombasa"))
    assert not allows(beside_d2(calls), two_tracks("saint-louis"))
    assert allows(beside_d2(calls, **DECLINE), two_tracks("saint-louis"))


def test_requirements_of_a_book_add_up() -> None:
    slots = {"left": "clerk1", "middle": "exp3", "right": "merchant"}
    game = table({"seat": {"0": {"slots": slots}}})
    points = [{"needs": "expansion", "points": 2}, {"needs": "expansion", "points": 1}]
    assert meets(game, 0, points, "clerk1")
    assert not meets(game, 0, [*points, points[1]], "clerk1")
    colleague = {"needs": "colleague"}
    assert meets(game, 0, [colleague], "clerk1")
    assert not meets(game, 0, [colleague, colleague], "clerk1")


# Diamonds and scoring ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "cash", "cash_if_forfeited"), [(25, 2, 2), (26, 4, 4), (27, 6, 4), (28, 8, 8)]
)
def test_the_further_steps_of_a_merchant_are_a_move_of_their_own(
    at: int, cash: int, cash_if_forfeited: int
) -> None:
    player = {"slots": {"left": "merchant-cairo"}, "diamonds": at}
    form = {"regions": {"R06": "cairo", "R10": "cairo"}, "seat": {"0": player}}
    said = turn("merchant", card="merchant-cairo")
    assert after(table(form), said).players[0]["cash"] == cash
    assert after(table(form | FORFEIT), said).players[0]["cash"] == cash_if_forfeited


def test_a_value_may_count_only_beyond_its_step() -> None:
    form = {"seat": {"0": {"diamonds": 6, "ink": 5}, "1": {"diamonds": 7, "ink": 6}}}
    assert [pad["rows"][5:] for pad in scores(table(form))] == [[10, 15], [10, 15]]
    assert [pad["rows"][5:] for pad in scores(table(form | BEYOND))] == [[0, 10], [10, 15]]
