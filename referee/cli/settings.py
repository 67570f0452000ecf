"""The settings of a reader, beside the records or in the user's folder; `referee config`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from msgspec import Struct, structs
from rich.console import Group, RenderableType

from referee.api.sources import given, unreadable
from referee.cli.group import SETTINGS, Reply, Settings, command
from referee.cli.options import FILES, argument
from referee.cli.render.columns import pairs
from referee.cli.render.layout import phrase
from referee.core.citations import Edition
from referee.core.input_limits import decoder_words
from referee.core.plain_toml import TomlError, parse_toml
from referee.core.problem import Problem
from referee.i18n.catalogue import offered
from referee.i18n.speech import say

LARGEST: Final = 10_000
"""Bytes of a file of settings."""


class SettingsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of settings may say."""

    set: str | None = None
    """The folder of a component set, seen from the file."""
    language: str | None = None
    edition: Edition | None = None
    group: str | None = None
    """The folder of the games of a group, seen from the file."""


def read_settings(files: Iterable[Path]) -> Settings:
    """Return what files set, the later ones before the earlier, with folders seen from here."""
    found: Settings = {}
    for file in files:
        try:
            plain = parse_toml(given(file, LARGEST).data, say("commands.config.settings"), LARGEST)
            told = structs.asdict(msgspec.convert(plain, SettingsFile))
        except TomlError as error:
            raise unreadable(str(file), [error.problem]) from error
        except msgspec.ValidationError as error:
            raise unreadable(str(file), [Problem(decoder_words(error))]) from error
        if told["language"] not in (None, *offered()):
            facts = {"language": f"{told['language']!r:.40}", "known": ", ".join(offered())}
            raise unreadable(str(file), [Problem(say("answers.languages.no-language", **facts))])
        for name, value in told.items():
            if value is not None:
                is_folder = name in {"set", "group"}
                found[name] = (str(file.parent / value) if is_folder else value, file)
    return found


@command("referee config", "referee config games/", "referee config --json")
@argument("file", metavar="[FILE]", required=False, type=FILES)
@click.pass_obj
def config(settings: Settings, /, **_: object) -> Reply[dict[str, Any]]:
    """Show what is set for commands about FILE, or in this folder, and in which file."""
    plain = {name: {"value": value, "file": str(file)} for name, (value, file) in settings.items()}

    def page(_: object) -> RenderableType:
        rows = pairs((name, f"{value}  ({file})") for name, (value, file) in settings.items())
        places = {"name": SETTINGS, "folder": click.get_app_dir("referee")}
        shown: list[RenderableType] = [rows, ""] if settings else []
        return Group(*shown, phrase("commands.config.places", **places))

    return Reply(plain, page)
