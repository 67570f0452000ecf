import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from msgspec import structs

import referee
from referee.api.positions import table_at
from referee.cli.render.pad import pad_page
from tests.cli.running import run, shown
from tests.transcript.games import OPENING

GAME = "games/two-players.mgn"


def test_show_draws_the_whole_table() -> None:
    output = run("show", GAME, "--at", "2.1").output
    assert output.startswith("round 2, turn 1, ")
    for part in ("Map", "Companies", "Cards on display", "Books on display", "blue", "hand:"):
        assert part in output
    assert max(map(len, output.splitlines())) <= 100


def test_show_knows_the_planning_of_a_round_and_the_end() -> None:
    assert run("show", GAME, "--at", "3").output.startswith("round 3, planning")
    assert run("show", GAME).output.startswith("after round 7, the game is over")


@pytest.mark.parametrize("at", ["x", "3.x", "-1"])
def test_show_refuses_moments_that_are_none(at: str) -> None:
    assert run("show", GAME, f"--at={at}").exit_code == 2


def test_show_refuses_moments_that_the_game_has_not() -> None:
    result = run("show", GAME, "--at", "9.1")
    assert result.exit_code == 2
    assert "the game is over" in result.stderr


def test_show_stops_before_a_broken_rule() -> None:
    output = run("show", "games/illegal/gds-07-all-units-used.mgn").output
    assert "breaks GDS-07; this is the table before it" in " ".join(output.split())


def test_the_json_of_show_has_the_digest_of_the_state() -> None:
    shown = json.loads(run("show", GAME, "--json").output)
    assert shown["state"]["phase"] == "over"
    assert len(shown["digest"]) == 64
    assert shown["players"] == ["blue", "green"]


def test_score_adds_up() -> None:
    scored = json.loads(run("score", GAME, "--json").output)
    assert scored["finished"]
    for player in scored["players"]:
        assert sum(player["rows"].values()) == player["total"]
    best = max(player["total"] for player in scored["players"])
    winners = [p["colour"] for p in scored["players"] if p["total"] == best]
    assert scored["winners"] == winners


def test_score_says_how_each_number_came_about() -> None:
    output = run("score", GAME).output
    assert "Scoring pad" in output
    assert "shares at" in output
    assert "pounds in hand" in output


def test_score_counts_one_share_and_several_winners() -> None:
    found = table_at(Path(GAME))
    players = (found.state.players[0], found.state.players[0])
    tied = structs.replace(found.state, players=players)
    lines = shown(pad_page(tied, found.colours), 100)
    assert "  blue and green win" in lines
    midgame = structs.replace(tied, phase="actions")
    assert "  blue and green are ahead" in shown(pad_page(midgame, found.colours), 100)
    assert "saint-louis: 1 share at" in run("score", GAME).output


def test_score_says_from_where_a_value_counts(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('rulings = { value-passed = "beyond" }\n[seat.blue]\ndiamonds = 10\nink = 3\n')
    told = run("score", str(table)).output
    assert "diamonds: step 10, worth 15 beyond step 9" in told
    assert "books: step 3, before the first value" in told


def test_legal_counts_and_lists_turns_that_are_legal(tmp_path: Path) -> None:
    found = json.loads(run("legal", GAME, "--at", "1.1", "--max", "3", "--json").output)
    assert found["player"] == "blue"
    assert found["counts"]["end"] == 3
    before = Path(GAME).read_text("utf-8").split("\nblue expand", 1)[0]
    for lines in found["turns"].values():
        assert len(lines) <= 3
        for line in lines:
            file = tmp_path / "one.mgn"
            file.write_text(f"{before}\n{line}\n", "utf-8")
            assert run("check", str(file)).exit_code == 0, line


def test_legal_can_be_asked_about_one_action() -> None:
    found = json.loads(run("legal", GAME, "--at", "1.1", "--action", "end", "--json").output)
    assert [*found["counts"]] == ["end"]


def test_legal_needs_a_turn() -> None:
    result = run("legal", GAME)
    assert result.exit_code == 2
    assert "no player is to move after round 7" in result.stderr


def test_fmt_prints_the_canonical_form_and_knows_it(tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    file.write_text(OPENING.upper().replace("PLAYERS BLUE", "players Blue"), "utf-8")
    assert run("fmt", "--check", str(file)).exit_code == 1
    printed = run("fmt", str(file)).output
    assert run("fmt", "--write", str(file)).exit_code == 0
    assert file.read_text("utf-8") == printed
    assert run("fmt", "--check", str(file)).exit_code == 0


def test_fmt_tells_what_it_cannot_read(tmp_path: Path) -> None:
    file = tmp_path / "game.mgn"
    file.write_text("players blue\nblue gods\n", "utf-8")
    result = run("fmt", str(file))
    assert result.exit_code == 2
    assert "did you mean `goods`?" in " ".join(result.output.split())


@pytest.mark.parametrize("name", ["game.json", "game.jsonl"])
def test_fmt_goes_there_and_back(tmp_path: Path, name: str) -> None:
    there = tmp_path / name
    assert run("fmt", GAME, "-o", str(there)).exit_code == 0
    assert run("check", str(there)).exit_code == 0
    assert run("fmt", str(there), "--to", "text").output == Path(GAME).read_text("utf-8")


def test_fmt_refuses_what_text_cannot_say(tmp_path: Path) -> None:
    lines = tmp_path / "game.jsonl"
    run("fmt", GAME, "-o", str(lines))
    odd = lines.read_text("utf-8").rstrip("\n") + '\n{"said":{"do":"remark"},"claims":[%s]}\n'
    lines.write_text(odd % '{"what":"round","value":7,"seat":1}', "utf-8")
    result = run("fmt", str(lines), "--to", "text")
    assert result.exit_code == 2
    assert "text cannot express" in " ".join(result.output.split())
    assert run("fmt", str(lines), "--to", "json").exit_code == 0


@pytest.mark.parametrize("name", ["", "two words", "\\ud800", "\\u001b[2J", "x" * 101])
def test_what_cannot_be_the_name_of_a_card_is_none_in_json_either(
    tmp_path: Path, name: str
) -> None:
    lines = tmp_path / "game.jsonl"
    run("fmt", GAME, "-o", str(lines))
    odd = lines.read_text("utf-8").replace('"coffee3"', f'"{name}"', 1)
    lines.write_text(odd, "utf-8")
    for command in (("check",), ("fmt", "--to", "text"), ("fmt", "--to", "json"), ("fmt",)):
        result = run(*command, str(lines))
        assert result.exit_code == 2
        words = " ".join(result.output.split())
        assert "is not a valid card" in words or "surrogate" in words


def test_fmt_writes_as_the_name_of_the_output_ends(tmp_path: Path) -> None:
    there = tmp_path / "game.jsonl"
    assert run("fmt", GAME, "-o", str(there)).exit_code == 0
    assert there.read_text("utf-8").startswith('{"format"')
    assert run("fmt", GAME, "-o", str(tmp_path / "game.txt")).exit_code == 0
    assert (tmp_path / "game.txt").read_bytes() == Path(GAME).read_bytes()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--write", "--to", "json"), "--to cannot be used with --write"),
        (("--check", "-o", "game.json"), "--output cannot be used with --check"),
        (("--check", "--write"), "--check cannot be used with --write"),
        ((GAME, "games/four-players.mgn", "-o", "game.json"), "-o takes one record"),
    ],
)
def test_fmt_refuses_options_that_do_not_go_together(options: tuple[str, ...], words: str) -> None:
    result = run("fmt", GAME, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_records_a_legal_game(tmp_path: Path, players: int) -> None:
    file = tmp_path / "game.mgn"
    options = ("--players", str(players), "--seed", "9", "--setup", "first-game")
    assert run("play", *options, "-o", str(file)).exit_code == 0
    assert run("check", str(file)).exit_code == 0
    assert run("play", *options, "-o", "-").output == file.read_text("utf-8")
    pad = run("play", *options)
    assert pad.exit_code == 0
    assert "Scoring pad" in pad.output


def test_play_refuses_five_players() -> None:
    assert run("play", "--players", "5").exit_code == 2


@pytest.mark.parametrize("command", ["check", "show", "score", "legal", "fmt", "play"])
def test_every_command_has_examples(command: str) -> None:
    help_text = run(command, "--help").output
    assert f"  referee {command} " in help_text.partition("Examples:")[2]


def copied_set(folder: Path) -> Path:
    """Return the folder of a set whose cards are dearer than those of the shipped one."""
    shutil.copytree("referee/components/reference", folder)
    about = folder / "set.toml"
    about.write_text(
        re.sub(r'(?m)^name\s*= ".*"$', 'name = "my-copy"', about.read_text("utf-8")), "utf-8"
    )
    cards = folder / "cards.toml"
    cards.write_text(cards.read_text("utf-8").replace("crate = 2", "crate = 3"), "utf-8")
    return folder


def test_a_game_is_judged_with_the_set_it_was_played_with(tmp_path: Path) -> None:
    copy = str(copied_set(tmp_path / "copy"))
    file = tmp_path / "game.mgn"
    played = run("play", "--players", "2", "--seed", "3", "--set", copy, "-o", str(file))
    assert played.exit_code == 0
    assert "set my-copy sha256:" in file.read_text("utf-8")
    assert run("check", str(file), "--set", copy).exit_code == 0
    assert run("check", str(file)).exit_code == 2


def test_a_game_is_not_judged_with_a_set_of_other_values(tmp_path: Path) -> None:
    copy = str(copied_set(tmp_path / "copy"))
    file = tmp_path / "game.mgn"
    run("play", "--players", "2", "--seed", "3", "-o", str(file))
    text = file.read_text("utf-8").replace("set reference", "set my-copy")
    file.write_text(text, "utf-8")
    result = run("check", str(file), "--set", copy)
    assert result.exit_code == 2
    assert "digest begins" in result.output


@pytest.mark.parametrize("code", ["nl", "cs", "fr"])
@pytest.mark.parametrize(
    ("at", "named"), [("2.9", "merchant"), ("4.9", "bananas"), ("5.9", "coffee")]
)
def test_ids_are_the_same_in_every_language(code: str, at: str, named: str) -> None:
    where = ("show", "games/three-players.mgn", "--at", at)
    english, other = (_ids_shown(run(*where, "--lang", lang).output) for lang in ("en", code))
    assert named in english
    assert {name: other[name] for name in english} == english


def _ids_shown(output: str) -> Counter[str]:
    """Return how often which id of a card, a book or a space is shown."""
    components = referee.Copy().components()
    ids = {each.id for each in (*components.cards, *components.books, *components.spaces)}
    # English says of somebody that he is the first player.
    words = re.findall(r"[\w-]+(?! player)", output)
    return Counter(word for word in words if word in ids)


@pytest.mark.parametrize(
    ("code", "marker", "level"),
    [
        ("nl", "first: groen", "gemiddeld"),
        ("cs", "first: zelený", "střední"),
        ("fr", "first\u00a0: vert", "moyenne"),
    ],
)
def test_words_are_said_in_the_language(code: str, marker: str, level: str) -> None:
    output = run("puzzle", "show", "first-choice", "--lang", code).output
    assert f"({level})" in output
    markers = run("show", GAME, "--lang", code).output
    assert marker in markers
