"""Make the files of a language anew in the order of the English ones, with gaps to fill."""

import re

import click

from referee.game.messages.catalogue import read_sentences
from scripts.tools.sentences import MESSAGES, OWN_FORMS, areas, quoted

_KEY = re.compile(r'^(?P<key>[\w.-]+|"[^"\n]+") = "')


@click.command(help=__doc__)
@click.argument("code", metavar="LANGUAGE")
def command(code: str) -> None:
    """Write the file of every area."""
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
