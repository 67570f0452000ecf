"""Pieces that a record names by what is seen are bound to entries of a set that is partly read."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from referee.copies.faces import DESCRIBING, bind, bound_faces, class_of, conditions_to_show
from referee.copies.judge import judge_with_unread
from referee.copies.partly_read_set import PartlyReadSet, PartlyReadSetting
from referee.copies.runs import part_of
from referee.copies.solver import Variable, least_of, values_of
from referee.copies.worlds import GuardedWorld
from referee.core.budget import Budget
from referee.core.component_set import TABLES, ComponentSet
from referee.core.components import NeedsColleague, NeedsGood
from referee.core.events import DealCards, Plan, RefillBooks, TakeStartingTile
from referee.core.faces import SeenFace
from referee.core.ids import CardId
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.engine import initial
from referee.records.faces import face_text
from referee.records.judge import setting_of, walk
from referee.records.record import SaidEvent, Statement
from scripts.tools.oracle.copies import copy_at, decided, game_by_sight, read_with
from scripts.tools.oracle.unread import blanked

AMPLE = 10**7


def blank_copy() -> PartlyReadSet:
    found = copy_at("blank")
    assert isinstance(found, PartlyReadSet)
    return found


def without_cotton3() -> PartlyReadSet:
    lost = {"cards.cotton3.kind", "cards.cotton3.crate"}
    found = blanked(reference_set(), lost.__contains__)
    assert isinstance(found, PartlyReadSet)
    return found


def first_world(components: PartlyReadSet, **changed: Any) -> GuardedWorld:  # noqa: ANN401
    tracks: Any = ("A1", "B1", "C1", "D1")
    setting = PartlyReadSetting(components=components, players=2, tracks=tracks)
    table = replace(initial(setting), **changed)
    return GuardedWorld(table, components.guard(Budget(AMPLE)))


def bound(world: GuardedWorld, said: SaidEvent) -> list[tuple[str, ...]]:
    return [
        tuple(way.said.cards)
        for way in bound_faces(world, said, Budget(AMPLE))
        if isinstance(way.said, DealCards)
    ]


def cards(*faces: str) -> DealCards:
    return DealCards(cards=tuple(map(CardId, faces)))


def test_on_a_blank_copy_a_draw_is_the_first_that_nobody_has_read() -> None:
    world = first_world(blank_copy())
    said = cards("[coffee 3 crate 4 cairo]", "[clerk]", "[coffee 3 crate 4 cairo]")
    [way] = bound_faces(world, said, Budget(AMPLE))
    assert isinstance(way.said, DealCards)
    assert way.said.cards == ("A-1", "A-2", "A-3")
    variables = blank_copy().variables
    kind = variables["cards.A-1.kind"]
    assert [kind.said(value) for value in values_of(way.world.guard.mask(kind))] == ["coffee"]
    assert [*values_of(way.world.guard.mask(variables["cards.A-3.crate"]))] == [4]


def test_the_letter_that_is_next_in_the_stack_is_drawn() -> None:
    world = first_world(blank_copy())
    assert bound(world, cards(*["[crate 2]"] * 10)) == [
        ("A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8", "A-9", "B-1")
    ]


def test_a_face_that_a_read_card_shows_wholly_is_that_card() -> None:
    blank = blanked(
        reference_set(), lambda key: key in {"cards.cotton3.kind", "cards.cotton3.crate"}
    )
    assert isinstance(blank, PartlyReadSet)
    world = first_world(blank)
    assert bound(world, cards("[coffee 2 crate 2 cairo]")) == [("coffee2b",)]


def test_a_read_card_with_a_part_of_a_face_and_a_blank_one_are_two_worlds() -> None:
    blank = blanked(
        reference_set(), lambda key: key in {"cards.cotton3.kind", "cards.cotton3.crate"}
    )
    assert isinstance(blank, PartlyReadSet)
    world = first_world(blank)
    assert {way[0] for way in bound(world, cards("[coffee]"))} == {"coffee2b", "coffee3", "cotton3"}


def test_cards_of_which_different_things_were_read_are_not_alike() -> None:
    blank = blanked(reference_set(), lambda key: key.endswith(".crate"))
    assert isinstance(blank, PartlyReadSet)
    guard = blank.guard(Budget(AMPLE))
    three, two = blank.card[CardId("coffee3")], blank.card[CardId("coffee2b")]
    assert class_of(three, guard) != class_of(two, guard)
    world = first_world(blank)
    assert len(bound(world, cards("[coffee]"))) == 2


def test_a_face_that_no_piece_can_have_leaves_no_way() -> None:
    blank = blanked(reference_set(), lambda key: key == "cards.coffee3.crate")
    assert isinstance(blank, PartlyReadSet)
    assert bound(first_world(blank), cards("[coffee 9]")) == []
    face = SeenFace("cards", (), "Z")
    assert conditions_to_show(blank.card[next(iter(blank.card))], face) is None


@pytest.mark.parametrize(
    ("slots", "found"),
    [
        (("[coffee 2 crate 2]", "[A coffee 2 crate 2 cairo]"), ("coffee2", "coffee2b")),
        (("[A coffee 2 crate 2 cairo]", "[coffee 2 crate 2]"), ("coffee2b", "coffee2")),
        (("[coffee 2]", None), ("coffee2", None)),
        (("[coffee 2 cairo]", None), ("coffee2b", None)),
    ],
)
def test_a_face_without_a_share_is_the_card_without_one(
    slots: tuple[str | None, str | None], found: tuple[str | None, str | None]
) -> None:
    world = first_world(without_cotton3())
    player = world.table.players[0]
    hand = {*player.hand, CardId("coffee2"), CardId("coffee2b")}
    mine = replace(player, hand=frozenset(hand))
    table = replace(world.table, players=(mine, *world.table.players[1:]))
    said = msgspec.convert({"do": "plan", "seat": 0, "slots": [*slots, None, None, None]}, Plan)
    [way] = bound_faces(GuardedWorld(table, world.guard), said, Budget(AMPLE))
    assert isinstance(way.said, Plan)
    assert way.said.slots[:2] == found


def test_two_faces_that_one_known_card_shows_are_two_cards() -> None:
    lost = {"cards.coffee2.kind", "cards.coffee2.crate"}
    blank = blanked(reference_set(), lost.__contains__)
    assert isinstance(blank, PartlyReadSet)
    world = first_world(blank)
    player = world.table.players[0]
    mine = replace(player, hand=frozenset({CardId("coffee2"), CardId("coffee2b")}))
    table = replace(world.table, players=(mine, *world.table.players[1:]))
    slots = ["[coffee 2]", "[coffee 2 cairo]", None, None, None]
    said = msgspec.convert({"do": "plan", "seat": 0, "slots": slots}, Plan)
    [way] = bound_faces(GuardedWorld(table, world.guard), said, Budget(AMPLE))
    assert isinstance(way.said, Plan)
    assert way.said.slots[:2] == ("coffee2", "coffee2b")


def test_books_are_told_by_their_requirements() -> None:
    requires = (NeedsGood(good="coffee", units=2), NeedsColleague())
    face = face_text(SeenFace("books", (("requires", requires),), "A"))
    drawn: Any = [{"space": "book-1-2", "book": face}]
    said = msgspec.convert({"do": "refill-books", "books": drawn}, RefillBooks)
    [way] = bound_faces(first_world(blank_copy()), said, Budget(AMPLE))
    assert isinstance(way.said, RefillBooks)
    assert way.said.books[0].book == "a01"
    shape = blank_copy().variables["books.a01.requires"]
    [value] = values_of(way.world.guard.mask(shape))
    assert shape.labels[value] == "coffee + colleague"


# Whole games --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_game_by_sight_is_legal_once_everything_is_read() -> None:
    found = decided(game_by_sight(0, 4), "all")
    assert found.decision == "legal"
    assert found.decisions == {"legal": found.turns}


@pytest.mark.slow
@pytest.mark.parametrize(("stage", "statements"), [("blank", 11), ("map and cards", 40)])
def test_what_is_really_printed_is_never_excluded(stage: str, statements: int) -> None:
    record = game_by_sight(0, 4)
    components, plain = copy_at(stage), copy_at("all")
    assert isinstance(components, PartlyReadSet)
    told = [without_rejected(each) for each in record.statements[:statements]]
    short = replace(record, statements=tuple(told))
    judged = judge_with_unread(read_with(short, components), components, work=Budget(AMPLE))
    assert len(judged.layers) > 1
    setting = setting_of(short.header, plain)
    assert isinstance(setting, Setting)
    tables = [step.after for step in walk(read_with(short, plain), setting)]
    layers = judged.layers[1:]
    last = max(number for number, layer in enumerate(layers) if len(layer) == 1)
    pairs: dict[str, str] = {}
    for layer, table in zip(layers[: last + 1], tables, strict=False):
        if len(layer) == 1:
            pairs |= alike(layer[0].table, table)
    values = true_values(components, plain, pairs)
    for layer in layers[: last + 1]:
        assert any(world.guard.holds(values) for world in layer)
    assert not any(each.decision == "illegal" for each in judged.statements)


def without_rejected(statement: Statement) -> Statement:
    """Return a statement that does not tell which tile a player did not take, as nobody sees it."""
    if isinstance(statement.said, TakeStartingTile):
        return replace(statement, said=replace(statement.said, rejected=None))
    return statement


def alike(table: State, true: State) -> dict[str, str]:
    """Return by piece of one table the piece of another that lies in its place."""
    pairs = [*zip(table.display, true.display, strict=True)]
    pairs += zip(table.book_display, true.book_display, strict=True)  # type: ignore[arg-type]
    for one, other in zip(table.players, true.players, strict=True):
        pairs += zip(one.slots, other.slots, strict=True)
        pairs.append((one.starting_tile, other.starting_tile))  # type: ignore[arg-type]
        for mine, theirs in zip(one.resting, other.resting, strict=True):
            if len(mine) == len(theirs) == 1:
                pairs.append((next(iter(mine)), next(iter(theirs))))
    return {str(one): str(other) for one, other in pairs if one is not None and other is not None}


def true_values(
    partly: PartlyReadSet, plain: ComponentSet, pairs: dict[str, str]
) -> dict[Variable, int]:
    """Return what is printed, where the pieces of one set are those of another under other ids."""
    for deck in ("cards", "books", "starting_tiles"):
        complete_pairs(getattr(partly, deck), getattr(plain, deck), pairs)
    own_name = {true: own for own, true in pairs.items()}
    values: dict[Variable, int] = {}
    for table in TABLES:
        own = getattr(partly, table)
        entries: Sequence[Any] = getattr(plain, table)
        if table in {"cards", "books", "starting_tiles"}:
            by_id = {own_name[entry.id]: entry for entry in entries}
            entries = [renamed(by_id[each.id], own_name) for each in own]
        for one, other in zip(own, entries, strict=False) if table != "borders" else ():
            assert bind(one, described_as(other, one), values), (one, other)
    lines = {frozenset(border.between): border.lines for border in plain.borders}
    for pair, variable in partly.unread_borders.items():
        values[variable] = lines.get(frozenset(pair), 0)
    for step, variable in (partly.crossed_out or {}).items():
        values[variable] = int(step in plain.book_track.crossed_out)
    bind(partly.last_book_step, plain.book_track.last, values)
    for variable in partly.variables.values():
        values.setdefault(variable, least_of(variable.domain))
    return values


def complete_pairs(own: Sequence[Any], true: Sequence[Any], pairs: dict[str, str]) -> None:
    """Pair the pieces that never came up with those that are left, letter by letter."""
    left = [entry for entry in true if entry.id not in pairs.values()]
    for entry in own:
        if entry.id not in pairs:
            other = next(each for each in left if back_of(each) == back_of(entry))
            left.remove(other)
            pairs[entry.id] = other.id


def back_of(entry: Any) -> object:  # noqa: ANN401
    return getattr(entry, "letter", None), getattr(entry, "seat", None)


def renamed(entry: Any, own_name: dict[str, str]) -> Any:  # noqa: ANN401
    if not hasattr(entry, "rest"):
        return entry
    return replace(entry, rest=tuple(own_name[card] for card in entry.rest))


def described_as(entry: Any, other: Any) -> Any:  # noqa: ANN401
    """Return an entry that is called and drawn like another."""
    names = DESCRIBING & {*entry.__struct_fields__}
    return replace(entry, **{name: part_of(other, name) for name in names})
