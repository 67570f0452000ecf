"""Pieces named by place and face: read, written, and found on the table."""

from pathlib import Path

import pytest

import referee
from referee.api.sources import sets_of
from referee.core.events import DealCards
from referee.core.faces import SeenFace, whole_face
from referee.core.set_reader import reference_set
from referee.core.state import Setting
from referee.core.turns import UseGoods
from referee.records.codec import to_json
from referee.records.faces import FaceError, face_of, face_text, places_of, read_piece
from referee.records.judge import judge, setting_of
from referee.records.loader import dump, load
from referee.records.pieces import names_pieces, pieces_of
from referee.records.record import RoundMark, UnreadableRecordError, WordError
from scripts.tools.oracle.copies import as_seen
from tests.api.opened_games import OPENING

GAMES = Path(__file__).parents[2] / "games"
SET = reference_set()

BEFORE_TURNS, _, _ = OPENING.partition("blue goods")
START = f"players blue, green\nsetup first-game\n{BEFORE_TURNS}"


def check(lines: str) -> referee.Verdict:
    return referee.loads(START + lines).check()


@pytest.mark.parametrize("deck", ["cards", "books", "starting_tiles", "regions"])
def test_every_piece_of_the_set_is_read_back_from_its_face(deck: str) -> None:
    for entry in getattr(SET, deck):
        face = whole_face(deck, entry)  # type: ignore[arg-type]
        text = face_text(face)
        again = face_of(deck, text, SET)
        assert again.letter == face.letter
        assert dict(again.seen) == dict(face.seen)
        assert read_piece(deck, text, SET) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("[Coffee 3, crate 2]", "[coffee 3 crate 2]"),
        ("[3 coffee]", "[coffee 3]"),
        ("[crate 3 B clerk]", "[B clerk crate 3]"),
        ("[merchant of Cairo]", "[merchant cairo]"),
        ("[merchant share cairo]", None),
        ("[mombasa]", "[mombasa]"),
    ],
)
def test_a_face_of_a_card_is_written_in_one_way(said: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(WordError, match="there is no card"):
            read_piece("cards", said, SET)
    else:
        assert read_piece("cards", said, SET) == canonical


def test_a_book_is_read_as_the_set_shows_it() -> None:
    assert (
        read_piece("books", "[1 bananas + a colleague → 3 pounds]", SET)
        == "[1 bananas + colleague -> 3 pounds]"
    )
    assert read_piece("books", "[-> cotton total - 1 pounds]", SET) == "[-> cotton - 1]"
    assert read_piece("books", "[A 1 coffee]", SET) == "[A 1 coffee]"


def test_a_region_is_told_by_its_reward_and_neighbours() -> None:
    assert read_piece("regions", "[2 pounds beside R08]", SET) == "[2 pounds beside R08]"
    face = face_of("regions", "[beside cairo r6]", SET)
    assert face == SeenFace("regions", (("beside", ("R06", "cairo")),))


@pytest.mark.parametrize(
    ("deck", "said", "message"),
    [
        ("cards", "[coffee 9]", "there is no card"),
        ("cards", "[coffee crate]", "expected a number after 'crate'"),
        ("cards", "[coffee cotton]", "of one kind"),
        ("cards", "[merchant 3]", "no number after"),
        ("cards", "[]", "describes nothing"),
        ("cards", "[a the of]", "describes nothing"),
        ("cards", "[12345678901234567890 coffee]", " at '12345678901234567890'"),
        ("cards", "@left9", "there is no place"),
        ("books", "[2 tea]", " at 'tea'"),
        ("books", "[2 coffee -> ]", "expected `pounds`"),
        ("books", "@left1", "there is no place"),
        ("starting_tiles", "@left1", "cannot be named by its place"),
        ("regions", "[2 pounds beside atlantis]", "expected a region or a company"),
    ],
)
def test_what_is_no_face_is_refused_with_what_is_wrong(deck: str, said: str, message: str) -> None:
    with pytest.raises(WordError, match=message):
        read_piece(deck, said, SET)  # type: ignore[arg-type]


def test_places_are_those_of_displays_and_slots() -> None:
    assert "@left4" in places_of("cards", SET)
    assert "@ink" in places_of("cards", SET)
    assert [*places_of("books", SET)][:2] == ["@top2", "@top3"]
    assert places_of("regions", SET) == []


@pytest.mark.parametrize("name", ["two-players", "three-players", "four-players"])
def test_a_game_told_by_place_and_face_is_judged_as_with_ids(name: str) -> None:
    read = load((GAMES / f"{name}.mgn").read_bytes(), sets_of(None))
    setting = setting_of(read.record.header, read.components)
    assert isinstance(setting, Setting)
    seen = as_seen(read.record, setting)
    assert sum(len(pieces_of(each.said)) for each in seen.statements) > 100
    text = dump(seen, "text")
    again = load(text, sets_of(None)).record
    assert to_json(again) == to_json(seen)
    assert to_json(load(to_json(seen), sets_of(None)).record) == to_json(seen)
    plain, judged = judge(read.record, read.components), judge(again, read.components)
    assert (judged.outcome, judged.legal) == (plain.outcome, plain.legal)
    assert judged.state is not None
    assert plain.state is not None
    for one, other in zip(judged.state.players, plain.state.players, strict=True):
        assert (one.cash, one.tracks, one.diamonds) == (other.cash, other.tracks, other.diamonds)


def test_a_card_is_bought_by_its_place() -> None:
    game = referee.loads(START + "blue goods @left mombasa cairo\ngreen goods @left buy @right1\n")
    last = [*game.moments()][-1]
    assert isinstance(last.statement.said, UseGoods)
    assert (last.statement.said.cards, last.statement.said.buy) == (("cotton2",), "coffee3")
    assert "buy @right1" in game.to_text()


def test_a_partial_face_means_what_is_legal() -> None:
    # Of the goods cards on the display coffee2 pays for those with a price of 2 only.
    assert check("blue goods [coffee] mombasa cairo\n").verdict == "legal"
    assert check("blue goods [coffee] buy [cotton 3]\n").verdict == "legal"


def test_two_pieces_that_differ_have_to_be_told_apart() -> None:
    verdict = check("blue goods coffee2 buy [crate 2]\n")
    assert verdict.verdict == "undecided"
    assert verdict.open is not None
    assert "which card [crate 2] is" in verdict.open.missing


def test_a_place_without_a_piece_is_against_a_rule() -> None:
    assert check("blue goods @ink mombasa cairo\n").verdict == "illegal"


def test_a_price_is_claimed_of_a_place() -> None:
    assert check("= price @right1 2\n").verdict == "legal"
    assert check("= price @right1 3\n").verdict == "wrong-note"
    assert check("= price [coffee 3] 2\n").verdict == "legal"


def test_equal_faces_need_not_be_told_apart() -> None:
    # Two cards of the set look like this; whichever lies there is the same to everybody.
    text = START.replace(
        "clerk3 coffee4 exp3", "[B expansion 3 crate 2] [B expansion 3 crate 2] exp3d"
    )
    dealt = next(iter(referee.loads(text).moments())).event
    assert isinstance(dealt, DealCards)
    assert {*dealt.cards[-3:-1]} == {"exp3", "exp3b"}


def test_equal_faces_at_two_places_are_told_apart_where_it_matters() -> None:
    verdict = check("blue clerk @right books [A 1 cotton]@2\n")
    assert verdict.verdict == "undecided"
    assert check("blue clerk @right books @top3@2\n").verdict == "legal"


@pytest.mark.slow
def test_behind_a_gap_a_face_that_one_piece_has_is_enough() -> None:
    told = check("... 1\ngreen goods [cotton 2 crate 1] mombasa cairo\n")
    assert told.verdict == "legal"
    by_place = check("... 1\ngreen goods @left mombasa cairo\n")
    assert by_place.verdict == "undecided"


def test_a_face_without_its_bracket_is_unreadable() -> None:
    with pytest.raises(referee.UnreadableError):
        check("blue goods [coffee 2 mombasa cairo\n")
    with pytest.raises(referee.UnreadableError):
        check("blue goods coffee 2] mombasa cairo\n")
    with pytest.raises(referee.UnreadableError):
        check("@left1 goods coffee2\n")


def test_json_holds_pieces_in_their_canonical_form_only() -> None:
    good = load((START + "blue goods [2 coffee] mombasa cairo\n").encode(), sets_of(None)).record
    data = to_json(good)
    assert b'"[coffee 2]"' in data
    with pytest.raises(UnreadableRecordError, match=r"expected \[coffee 2\]"):
        load(data.replace(b'"[coffee 2]"', b'"[2 coffee]"'), sets_of(None))
    with pytest.raises(UnreadableRecordError, match="there is no place"):
        load(data.replace(b'"[coffee 2]"', b'"@nowhere"'), sets_of(None))


def test_a_face_error_is_one_sentence() -> None:
    with pytest.raises(FaceError, match="expected"):
        face_of("cards", "[tea]", SET)


def test_a_number_of_any_size_names_no_piece() -> None:
    assert not names_pieces(RoundMark(number=10**30))
