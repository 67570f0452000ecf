"""What the library of the command line says, in the language of whoever reads it."""

from pathlib import Path

import pytest

from referee.cli.main import COMMANDS
from referee.i18n.catalogue import ENGLISH, area, offered
from tests.cli.running import run

OTHERS = sorted({*offered()} - {ENGLISH})
GROUPS = ("batch", "components", "conform", "examples", "position", "puzzle")


def placeholders(code: str) -> dict[str, str]:
    """Return the words in capitals of a language that stand for what is to be typed."""
    begin = "placeholders."
    return {key: text for key, text in area(code, "help").items() if key.startswith(begin)}


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_of_commands_takes_the_language(group: str) -> None:
    told = run(group, "--help", "--lang", "cs")
    assert told.exit_code == 0
    assert "Příkazy:" in told.output.splitlines()
    assert told.output == run("--lang", "cs", group, "--help").output
    assert told.output == run(group, "--lang", "cs", "--help").output


@pytest.mark.parametrize("code", OTHERS)
def test_no_help_page_has_an_english_placeholder(code: str) -> None:
    mine, english = placeholders(code), placeholders(ENGLISH)
    foreign = {text for key, text in english.items() if mine[key] != text}
    for command in COMMANDS:
        words = {
            word.strip("[].,:;()'`|")
            for word in run(command, "--help", "--lang", code).output.split()
            # Families of rules are ids.
            if "SET|" not in word
        }
        assert words & foreign == set(), command


@pytest.mark.parametrize(
    ("code", "usage", "missing"),
    [
        ("en", "Usage: referee best [OPTIONS] FILE", "Error: Missing argument 'FILE'."),
        ("nl", "Gebruik: referee best [OPTIES] BESTAND", "Fout: Ontbrekend argument 'BESTAND'."),
        ("cs", "Použití: referee best [VOLBY] SOUBOR", "Chyba: Chybí argument 'SOUBOR'."),
        (
            "fr",
            "Usage\xa0: referee best [OPTIONS] FICHIER",
            "Erreur\xa0: Il manque l'argument 'FICHIER'.",
        ),
    ],
)
def test_a_missing_argument_is_called_as_in_the_help(code: str, usage: str, missing: str) -> None:
    told = run("best", "--books", "--lang", code)
    assert told.exit_code == 2
    assert told.output.splitlines()[0] == usage
    assert told.output.splitlines()[-1] == missing


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "'x' is not a valid integer range."),
        ("nl", "'x' is geen geldig geheel getal."),
        ("cs", "'x' není platné celé číslo."),
        ("fr", "'x' n'est pas un nombre entier valide."),
    ],
)
def test_a_kind_of_number_has_a_name_in_every_language(code: str, words: str) -> None:
    told = run("legal", "games/four-players.mgn", "--max", "x", "--lang", code)
    assert told.exit_code == 2
    assert told.output.rstrip().endswith(words)


def test_what_stands_between_default_and_bounds_follows_the_language() -> None:
    assert "\xa0; x>=1]" in run("conform", "run", "--help", "--lang", "fr").output
    assert " 20; x>=1]" in run("conform", "run", "--help", "--lang", "nl").output


def test_the_last_language_that_is_asked_for_is_spoken() -> None:
    assert run("score", "--lang", "cs", "--help", "--lang", "nl").output.startswith("Gebruik:")


def test_what_is_to_be_typed_is_never_translated() -> None:
    solved = ("puzzle", "solve", "flip-to-move", "goods banana2 cairo 2", "--lang")
    told = run(*solved, "cs").output
    assert told.startswith("tah: ")
    assert "`bookkeeper`" in told
    assert (
        "diamonds=3"
        in run("best", "--books", "games/four-players.mgn", "--worth", "x", "--lang", "fr").output
    )


def test_a_decoder_speaks_the_language(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text('{"a": 1}')
    told = run("check", str(record), "--hint", "--lang", "nl").output
    assert told.count("`a` is onbekend") == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "it was legal, but a note was wrong (SET-17)"),
        ("nl", "geoorloofd, maar wat genoteerd is, is fout (SET-17)"),
        ("cs", "přípustné, ale poznámka je chybná (SET-17)"),
        ("fr", "légal, mais ce qui a été noté est faux (SET-17)"),
    ],
)
def test_a_ruling_on_a_turn_taken_back_follows_the_language(
    tmp_path: Path, code: str, words: str
) -> None:
    begun = Path("games/four-players.mgn").read_text("utf-8").partition("blue marker")[0]
    record = tmp_path / "game.mgn"
    taken_back = "takeback blue marker discard discard exp2 take pounds = blue cash 99\n"
    record.write_text(begun + taken_back, "utf-8")
    assert run("check", str(record), "--lang", code).output.splitlines()[1].endswith(words)
