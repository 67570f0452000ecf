"""A copy read by answering questions, in the terminal and through the API."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import referee
from referee.components.set_writer import scaffold
from referee.copies.questions import open_questions, read_answer, read_borders
from referee.copies.set_files import EntryChange, write_changes, write_header
from referee.core.set_reader import read_draft, read_set, reference_set
from tests.cli.running import run
from tests.copies.known_answers import answers, faces, new_names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return scaffold(tmp_path / "my-copy")


def test_nothing_is_read_at_first(folder: Path) -> None:
    progress = referee.Copy(folder).questions()
    assert progress.says == "0 of 550"
    asked = [question.key.partition(".")[0] for question in progress.questions]
    assert [*dict.fromkeys(asked)] == [
        *("set", "regions", "borders", "bases", "tracks", "card_spaces", "book_spaces", "spaces"),
        *("diamond_tracks", "book_tracks", "cards", "starting_tiles", "books"),
    ]


ANSWERS = [
    ("regions.R01.name", "Natal", "regions", {"name": "Natal"}),
    (
        "regions.R01.gives",
        "2 diamonds, 1 mine",
        "regions",
        {"reward": "diamonds", "amount": 2, "mines": 1},
    ),
    ("regions.R02.gives", "nothing", "regions", {"reward": "none", "amount": 0, "mines": 0}),
    (
        "bases.cairo.coins",
        "1 0 1 0 2 / 0 0 1 0 2 / 1 0 0 0 2",
        "bases",
        {"columns": [[1, 0, 1, 0, 2], [0, 0, 1, 0, 2], [1, 0, 0, 0, 2]]},
    ),
    (
        "tracks.A1.shares",
        "3:1 6:2",
        "tracks",
        {"shares": [{"at": 3, "shares": 1}, {"at": 6, "shares": 2}]},
    ),
    ("tracks.A1.calls", "7:2", "tracks", {"calls": [{"before": 7, "pounds": 2}]}),
    (
        "tracks.A1.bonuses",
        "1",
        "tracks",
        {"bonuses": [{"type": "expansion", "points": 1}, {"type": "expansion", "points": 2}]},
    ),
    ("card_spaces.row 1, column 2.crate", "1", "card_spaces", {"crate": 1}),
    ("spaces.tile-goods.cost", "2", "spaces", {"cost": 2}),
    (
        "cards.start-1.card",
        "3 coffee, crate 3",
        "cards",
        {"kind": "goods", "good": "coffee", "units": 3, "crate": 3},
    ),
    (
        "cards.A-1.card",
        "merchant cairo, crate 3",
        "cards",
        {"kind": "merchant", "company": "cairo"},
    ),
    (
        "cards.A-1.card",
        "2 diamond steps (+1 per 2 mines of cairo) + 1 pound, crate 3",
        "cards",
        {"kind": "merchant", "company": "cairo", "steps": 2, "pounds": 1, "mines_per_step": 2},
    ),
    (
        "cards.A-1.card",
        "1 diamond step + 2 pounds, crate 1, share cairo",
        "cards",
        {"kind": "merchant", "steps": 1, "pounds": 2, "share": "cairo"},
    ),
    ("cards.E-1.card", "share cape town, crate 2", "cards", {"share": "cape-town", "crate": 2}),
    (
        "cards.E-1.card",
        "no action, crate 2, share cairo",
        "cards",
        {"kind": "share", "share": "cairo", "crate": 2},
    ),
    ("cards.exp1-1.crate", "4", "cards", {"id": "exp1-1", "crate": 4}),
    ("cards.exp1-1.crate", "crate 4", "cards", {"id": "exp1-1", "crate": 4}),
    ("cards.exp1-1.crate", "expansion 1, crate 4", "cards", {"id": "exp1-1", "crate": 4}),
    (
        "books.a01.book",
        "2 coffee + colleague -> 3 pounds",
        "books",
        {
            "requires": [{"needs": "good", "good": "coffee", "units": 2}, {"needs": "colleague"}],
            "reward": {"pounds": 3},
        },
    ),
    (
        "starting_tiles.S01.bonus",
        "1 diamond step + 1 step saint-louis",
        "starting_tiles",
        {"bonus": [{"track": "diamonds", "steps": 1}, {"track": "saint-louis", "steps": 1}]},
    ),
    (
        "book_tracks.bookkeeping.values",
        "3:10 5:15",
        "book_tracks",
        {"values": [{"at": 3, "pounds": 10}, {"at": 5, "pounds": 15}]},
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "text", "table", "expected"), ANSWERS)
def test_an_answer_as_people_give_it_stands_in_the_files(
    folder: Path, key: str, text: str, table: str, expected: dict[str, object]
) -> None:
    before = referee.Copy(folder).questions()
    after = referee.Copy(folder).answer(key, text)
    assert after.read > before.read
    assert key not in {question.key for question in after.questions}
    rows = read_draft(folder).rows[table]
    assert any(all(row.get(k) == v for k, v in expected.items()) for row in rows)
    texts = "".join(file.read_text("utf-8") for file in folder.glob("*.toml"))
    assert "# " in texts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "text", "allowed"),
    [
        ("books.a01.book", "2 coffee", "an arrow"),
        ("books.a01.book", "2 tea -> 3 pounds", "4 of one good"),
        ("regions.R01.gives", "many", "4 pounds"),
        ("tracks.A1.last", "long", "a number"),
        ("borders.R01", "R99 single", "regions and bases"),
        ("borders.R01", "R23, R24", "single or double"),
        ("borders.R01", "R23 single, R24", "single or double"),
        ("borders.R01", "R01 single", "regions and bases"),
        ("borders.R01", "R23 single, R23 double", "already entered for this border"),
        ("cards.start-1.card", "3 coffee", "crate value"),
        ("cards.E-1.card", "3 coffee, crate 3", "its share"),
        ("cards.E-1.card", "no action, crate 2", "its share"),
        ("cards.A-1.card", "2 diamond steps (+1 per mine), crate 2", "crate value"),
        ("cards.exp1-1.crate", "expansion 2, crate 3", "its crate value"),
        ("starting_tiles.S01.rest", "start-1 start-2", "three starting cards"),
        ("starting_tiles.S01.rest", "start-1 start-2 coffee9", "three starting cards"),
        ("nonsense", "1", "no open question"),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused_with_what_is_allowed(
    folder: Path, key: str, text: str, allowed: str
) -> None:
    with pytest.raises(referee.UsageError, match=allowed):
        referee.Copy(folder).answer(key, text)
    assert referee.Copy(folder).questions().read == 0


@pytest.mark.slow
def test_borders_are_asked_place_by_place_until_the_map_is_closed(folder: Path) -> None:
    progress = referee.Copy(folder).answer("borders.cairo", "R01 single, R02 double")
    around = next(question for question in progress.questions if question.key == "borders.R01")
    assert around.known == ("Cairo single",)
    for question in [q for q in progress.questions if q.key.startswith("borders.")]:
        text = "R24 double" if question.key == "borders.R23" else "none"
        progress = referee.Copy(folder).answer(question.key, text)
    borders = {
        frozenset(row["between"]): row["lines"] for row in read_draft(folder).rows["borders"]
    }
    assert borders == {
        frozenset({"cairo", "R01"}): 1,
        frozenset({"cairo", "R02"}): 2,
        frozenset({"R23", "R24"}): 2,
    }


def test_a_border_is_not_read_otherwise_from_its_other_side(folder: Path) -> None:
    referee.Copy(folder).answer("borders.R05", "R06 double")
    before = read_draft(folder).rows["borders"]
    with pytest.raises(referee.UsageError, match="already entered for this border"):
        referee.Copy(folder).answer("borders.R06", "R05 single, R07 single")
    assert read_draft(folder).rows["borders"] == before
    progress = referee.Copy(folder).answer("borders.R06", "R05 double, R07 single")
    assert "borders.R06" not in {question.key for question in progress.questions}


def test_questions_name_what_one_sees_on_the_table(folder: Path) -> None:
    asked = {question.key: question.asks for question in referee.Copy(folder).questions().questions}
    assert asked["cards.exp1-1.crate"] == "Card exp1-1: what is its crate value?"
    space = "The book display, row 1, under space 2 of the round track"
    assert asked["book_spaces.book-1-2.letter"] == f"{space}: which letter does it show?"


def test_borders_count_by_places(folder: Path) -> None:
    progress = referee.Copy(folder).answer("borders.cairo", "R01 single, R02 double")
    assert (progress.bordered, progress.places) == (1, 28)
    next_borders = tuple(each for each in progress.questions if each.key.startswith("borders."))
    asked = msgspec.structs.replace(progress, questions=next_borders)
    assert asked.says == "0 of 550; borders of 1 of 28 places"


@pytest.mark.slow
def test_progress_says_what_can_be_judged(folder: Path) -> None:
    referee.Copy(folder).answer("borders.cairo", "R01 single")
    progress = referee.Copy(folder).answer("regions.R01.gives", "2 pounds")
    assert progress.enough_for == ("expansions of Cairo",)
    assert progress.says == "3 of 550; enough to check expansions of Cairo"


@pytest.mark.slow
def test_a_conversation_is_left_and_continued(folder: Path) -> None:
    first = run("components", "ask", str(folder), given=b"mine\nMy copy\n\n2 pounds\nquit\n")
    assert first.exit_code == 0
    assert "0 of 550" in first.output
    assert "continues from here" in " ".join(first.output.split())
    assert read_draft(folder).header["name"] == "mine"
    again = run("components", "ask", str(folder), given=b"")
    assert "5 of 550" in again.output


def test_a_refused_answer_is_asked_again(folder: Path) -> None:
    result = run("components", "ask", str(folder), given=b"two words\nmine\nquit\n")
    assert "one word" in result.output
    assert read_draft(folder).header["name"] == "mine"


def test_the_last_answer_is_taken_back(folder: Path) -> None:
    lines = ["back", "mien", "back", "mine", "My copy", "", "back", "Natal", "2 pounds", "quit"]
    result = run("components", "ask", str(folder), given="\n".join(lines).encode())
    assert result.output.count("There is nothing to go back to.") == 1
    assert result.output.count("Taken back") == 2
    assert read_draft(folder).header["name"] == "mine"
    assert read_draft(folder).rows["regions"][0]["name"] == "Natal"


def test_borders_are_taken_back_too(folder: Path) -> None:
    moment = referee.Copy(folder).snapshot()
    before = {file.name: file.read_bytes() for file in folder.glob("*.toml")}
    referee.Copy(folder).answer("borders.cairo", "R01 single, R02 double")
    referee.Copy(folder).answer("cards.start-1.card", "3 coffee, crate 3")
    assert referee.Copy(folder).restore(moment).read == 0
    assert {file.name: file.read_bytes() for file in folder.glob("*.toml")} == before


def answered_and_killed(folder: Path, *answers: str) -> None:
    """Give the first answers of a conversation, and kill it when it has told of the last one."""
    command = [sys.executable, "-m", "referee", "components", "ask", str(folder)]
    with subprocess.Popen(  # noqa: S603 - ourselves
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{answer}\n" for answer in answers))
        process.stdin.flush()
        # How far it is stands at the beginning and behind each answer.
        told = 0
        while told <= len(answers):
            told += " of 550" in process.stdout.readline()
            assert process.poll() is None
        os.kill(process.pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_kill_loses_no_answer(folder: Path) -> None:
    answered_and_killed(folder, "mine", "My copy")
    assert read_draft(folder).header == {"name": "mine", "title": "My copy", "about": ""}


OF_THE_CONVERSATION = (
    "set.name", "regions.R03.gives", "borders.R24", "tracks.B1.calls", "spaces.bananas.tiers",
    "cards.start-1.card", "cards.E-1.card", "starting_tiles.S10.rest", "books.a01.book",
)  # fmt: skip
"""The questions that are left to the conversation; to ask all takes more than a minute."""


def answered_but_for(folder: Path, left: tuple[str, ...]) -> dict[str, str]:
    """Put the answers to all other questions into the files; return those that are left."""
    known = answers()
    draft = read_draft(folder)
    changes: list[EntryChange] = []
    bordered: tuple[str, ...] = ()
    for question in open_questions(draft):
        if question.key in left:
            continue
        text = known[question.key]
        if question.table == "set":
            write_header(folder, {question.name: text})
        elif question.form == "borders":
            added, _ = read_borders(question.entry, text, draft)
            there = {frozenset(each.values.get("between", ())) for each in changes}
            new = [each.values for each in added if {*[frozenset(each.values["between"])]} - there]
            first = len(draft.rows["borders"]) + sum(each.table == "borders" for each in changes)
            changes += [EntryChange("borders", first + n, values) for n, values in enumerate(new)]
            bordered += (question.entry,)
        else:
            changes.append(read_answer(question, text, draft))
    write_changes(folder, changes, bordered)
    return {key: known[key] for key in known if key in left}


@pytest.mark.slow
def test_a_conversation_to_its_end_gives_the_set_that_was_read(folder: Path) -> None:
    left = answered_but_for(folder, OF_THE_CONVERSATION)
    assert [*left] == [question.key for question in referee.Copy(folder).questions().questions]
    first, *rest = left.values()
    answered_and_killed(folder, first, rest[0])
    lines = ["no such answer", rest[1], rest[2].replace(":", ":1"), "back", *rest[2:]]
    result = run("components", "ask", str(folder), given="\n".join(lines).encode())
    assert "Everything has been entered." in result.output
    assert faces(read_set(folder)) == faces(reference_set(), new_names())


def test_compact_forms_are_read_in_files_too(folder: Path) -> None:
    books = folder / "books.toml"
    text = books.read_text("utf-8")
    text = text.replace('requires = "?"\nreward = "?"', 'shows = "2 coffee -> 3 pounds"', 1)
    text = text.replace('requires = "?"', 'requires = "expansion 2 + colleague"', 1)
    books.write_text(text, "utf-8")
    first, second, *_ = read_draft(folder).rows["books"]
    assert first["requires"] == [{"needs": "good", "good": "coffee", "units": 2}]
    assert first["reward"] == {"pounds": 3}
    assert second["requires"] == [{"needs": "expansion", "points": 2}, {"needs": "colleague"}]
    books.write_text(text.replace("2 coffee ->", "2 tea ->"), "utf-8")
    [finding] = [each for each in read_draft(folder).findings if not each.blank]
    assert "found `2 tea`" in finding.message.replace("2 tea ", "2 tea")


def test_advice_without_a_game_is_what_every_game_needs_first(folder: Path) -> None:
    result = run("components", "advise", str(folder))
    assert result.exit_code == 0
    assert "Card start-1" in result.output
    told = json.loads(run("components", "advise", str(folder), "--json").output)
    assert told["advice"][0]["key"] == "cards.start-1.card"
