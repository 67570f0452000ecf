"""Tokens are bound as soon as their faces suffice, and split a world only where it matters."""

from pathlib import Path

from referee.components.scaffold import scaffold
from referee.game.components import NeedsColleague, NeedsGood
from referee.game.set_reader import reference_set
from referee.unread import PartlyReadSet, WorkLeft, blanked, open_copy
from referee.unread.guards import Guard
from referee.unread.tokens import Matching, SeenFace, Token, conditions_to_show
from referee.unread.variables import values_of

AMPLE = 10**6


def blank_copy(tmp_path: Path) -> PartlyReadSet:
    found = open_copy(scaffold(tmp_path / "my-copy"))
    assert isinstance(found, PartlyReadSet)
    return found


def bind_all(
    components: PartlyReadSet, faces: list[SeenFace], guard: Guard | None = None
) -> list[tuple[Matching, Guard]]:
    work = WorkLeft(AMPLE)
    worlds = [(Matching(), guard or components.guard(work))]
    for number, face in enumerate(faces):
        token = Token(f"token {number}", face.deck)
        worlds = [
            (bound.matching, bound.guard)
            for matching, under in worlds
            for bound in matching.bound(token, face, components, under, work)
        ]
    return worlds


def test_on_a_blank_copy_a_card_is_the_first_that_nobody_has_read(tmp_path: Path) -> None:
    components = blank_copy(tmp_path)
    coffee = SeenFace(
        "cards",
        (("kind", "goods"), ("good", "coffee"), ("units", 3), ("crate", 4), ("share", "cairo")),
        "A",
    )
    plain = SeenFace("cards", (("kind", "bookkeeper"),), "A")
    [(matching, guard)] = bind_all(components, [coffee, plain, coffee])
    assert [entry for _, entry in matching.entries] == ["A-1", "A-2", "A-3"]
    kind = components.variables["cards.A-1.kind"]
    assert [kind.said(value) for value in values_of(guard.mask(kind))] == ["coffee"]
    assert [*values_of(guard.mask(components.variables["cards.A-1.units"]))] == [3]
    assert [*values_of(guard.mask(components.variables["cards.A-3.crate"]))] == [4]


def test_more_that_is_seen_later_narrows_the_same_entry(tmp_path: Path) -> None:
    components, work = blank_copy(tmp_path), WorkLeft(AMPLE)
    token = Token("left3", "cards")
    face = SeenFace("cards", (("crate", 2),), "B")
    [first] = Matching().bound(token, face, components, components.guard(work), work)
    more = face.with_more({"good": "cotton", "units": 2})
    [second] = first.matching.bound(token, more, components, first.guard, work)
    assert second.matching == first.matching
    kind = components.variables["cards.B-1.kind"]
    assert [kind.said(value) for value in values_of(second.guard.mask(kind))] == ["cotton"]
    wrong = face.with_more({"crate": 3})
    assert [*first.matching.bound(token, wrong, components, second.guard, work)] == []


def test_a_read_card_with_the_face_and_a_blank_one_are_two_worlds() -> None:
    reference = reference_set()
    blank = blanked(reference, lambda key: key in {"cards.coffee3.kind", "cards.coffee3.crate"})
    assert isinstance(blank, PartlyReadSet)
    letter = reference.card[
        next(card.id for card in reference.cards if card.id == "coffee3")
    ].letter
    others = [
        card
        for card in reference.cards
        if card.letter == letter and getattr(card, "good", None) == "coffee"
    ]
    found = bind_all(blank, [SeenFace("cards", (("good", "coffee"),), letter)])
    assert len(found) == len({(c.crate, c.share, getattr(c, "units", 0)) for c in others})


def test_books_are_told_by_their_requirements(tmp_path: Path) -> None:
    components = blank_copy(tmp_path)
    requires = (NeedsGood(good="coffee", units=2), NeedsColleague())
    [(matching, guard)] = bind_all(components, [SeenFace("books", (("requires", requires),), "A")])
    assert matching.entries[0][1] == "a01"
    shape = components.variables["books.a01.requires"]
    assert [shape.said(value) for value in values_of(guard.mask(shape))] == ["coffee + colleague"]


def test_a_face_that_no_entry_has_leaves_no_world() -> None:
    blank = blanked(reference_set(), lambda key: key == "cards.coffee3.crate")
    assert isinstance(blank, PartlyReadSet)
    assert bind_all(blank, [SeenFace("cards", (("good", "coffee"), ("units", 9)))]) == []
    assert (
        conditions_to_show(blank.card[next(iter(blank.card))], SeenFace("cards", (), "Z")) is None
    )
