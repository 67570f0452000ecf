"""Make the files of languages anew in the order of the English ones, with gaps to fill.

It also notes of which English each sentence is a translation. One whose English has changed since
waits until it is translated anew, or somebody says that it still holds.
"""

import re

import click

from referee.game.messages.catalogue import ENGLISH, read_sentences
from scripts.tools.sentences import MESSAGES, OWN_FORMS, areas, languages, quoted
from scripts.tools.translated import note, noted, outdated, pairs

_KEY = re.compile(r'^(?P<key>[\w.-]+|"[^"\n]+") = "')


@click.command(help=__doc__)
@click.argument("codes", metavar="[LANGUAGE]...", nargs=-1)
@click.option("--still-right", metavar="NAME", multiple=True, help="This translation still holds.")
def command(codes: tuple[str, ...], still_right: tuple[str, ...]) -> None:
    """Write the file of every area, for all languages if none is named."""
    for code in codes or languages():
        if code == ENGLISH:
            continue
        _write(code)
        note(code, frozenset(still_right))
        for problem in outdated(pairs(code), noted(code)):
            click.echo(f"{code}: {problem}")


def _write(code: str) -> None:
    folder = MESSAGES / code
    folder.mkdir(exist_ok=True)
    for area in areas():
        path = folder / f"{area}.toml"
        if area == OWN_FORMS and path.exists():
            continue
        known = read_sentences(path.read_text("utf-8")) if path.exists() else {}
        english = (MESSAGES / "en" / f"{area}.toml").read_text("utf-8")
        path.write_text(in_order(english, known), "utf-8")
        click.echo(f"{path.relative_to(MESSAGES)}: {gaps(english, known)} to translate")


def in_order(english: str, known: dict[str, str]) -> str:
    """Return the English file with the sentences of another language, English above each gap."""
    lines: list[str] = []
    table = ""
    for line in english.splitlines():
        if line.startswith("["):
            table = f"{line.strip('[]')}."
        if not (match := _KEY.match(line)):
            lines.append(line)
            continue
        translated = known.get(table + match["key"].strip('"'), "")
        if not translated:
            lines.append(f"# en: {line}")
        lines.append(f"{match['key']} = {quoted(translated)}")
    return "\n".join(lines) + "\n"


def gaps(english: str, known: dict[str, str]) -> int:
    """Return how many English sentences are not translated."""
    return sum(not known.get(key) for key in read_sentences(english))
