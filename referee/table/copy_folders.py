"""The copies of a folder: each a component set in a folder of its own, and a photograph aside."""

from pathlib import Path
from typing import Final

import msgspec

from referee import MisuseError, NotFoundError, UnreadableError, new_components
from referee.durable import replace_file
from referee.game.messages.speech import say
from referee.table.game_files import is_name

HEADER: Final = "set.toml"
ASIDE: Final = ".copies"
"""The folder of what belongs to a copy and is no part of its set: nobody shares it by accident."""
KINDS: Final = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}
"""How photographs begin."""
MOST_BYTES: Final = 1024 * 1024

Pair = tuple[str, str]


class CopyFolders:
    """The copies that lie in a folder of games."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> tuple[str, ...]:
        """Return the names of the copies."""
        found = sorted(path.parent.name for path in self._folder.glob(f"*/{HEADER}"))
        return tuple(name for name in found if is_name(name))

    def folder(self, name: str) -> Path:
        """Return the folder of a copy by its name; a `NotFoundError` if there is none."""
        path = self._folder / name
        inside = is_name(name) and path.resolve().parent == self._folder.resolve()
        if not inside or not (path / HEADER).is_file():
            raise NotFoundError(say("copy.folders.no-copy", name=f"{name!r:.60}"))
        return path

    def begin(self, wanted: str) -> str:
        """Begin the set of a copy, and return the name that it got."""
        plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in wanted.casefold())
        stem = "-".join(filter(None, plain.split("-")))[:40] or "copy"
        name, number = stem, 1
        while (self._folder / name).exists():
            number += 1
            name = f"{stem}-{number}"
        new_components(self._folder / name)
        header = self._folder / name / HEADER
        text = header.read_text("utf-8")
        title = "".join(c if c.isprintable() and c not in '"\\' else " " for c in wanted).strip()
        text = text.replace('name = "?"', f'name = "{name}"', 1)
        text = text.replace('title = "?"', f'title = "{title or name}"', 1)
        replace_file(header, text.encode())
        return name

    # The photograph -----------------------------------------------------------------------------

    def photograph(self, name: str) -> tuple[bytes, str]:
        """Return the photograph of a board, and what kind of file it is."""
        self.folder(name)
        try:
            data = self._aside(name, "photograph").read_bytes()
        except OSError as error:
            words = say("copy.folders.no-photograph", name=f"{name!r:.60}")
            raise NotFoundError(words) from error
        return data, _kind(data)

    def has_photograph(self, name: str) -> bool:
        """Return whether somebody has taken one."""
        return self._aside(name, "photograph").is_file()

    def keep_photograph(self, name: str, data: bytes) -> None:
        """Keep a photograph beside the copies, never in the set of one."""
        self.folder(name)
        _kind(data)
        self._written(self._aside(name, "photograph"), data)

    # Borders that are none ----------------------------------------------------------------------

    def no_borders(self, name: str) -> frozenset[Pair]:
        """Return the pairs of places of which somebody said that they have no border."""
        try:
            data = self._aside(name, "json").read_bytes()[:MOST_BYTES]
            found = msgspec.json.decode(data, type=list[Pair])
        except (OSError, msgspec.DecodeError):
            return frozenset()
        return frozenset((min(pair), max(pair)) for pair in found)

    def say_border(self, name: str, one: str, other: str, lines: int) -> frozenset[Pair]:
        """Remember whether a pair has no border, which the set says only of whole places."""
        pair = (min(one, other), max(one, other))
        known = self.no_borders(name)
        said = known | {pair} if lines == 0 else known - {pair}
        if said != known:
            self._written(self._aside(name, "json"), msgspec.json.encode(sorted(said)))
        return said

    def _aside(self, name: str, ending: str) -> Path:
        return self._folder / ASIDE / f"{name}.{ending}"

    def _written(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(exist_ok=True)
        replace_file(path, data)


def _kind(data: bytes) -> str:
    for start, kind in KINDS.items():
        if data.startswith(start):
            return kind
    if not data:
        raise MisuseError(say("copy.folders.expected"))
    raise UnreadableError(say("copy.folders.not-understood"))
