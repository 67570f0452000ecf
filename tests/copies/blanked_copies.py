"""Copies of Ann's copy with blanks, and her game beside them."""

import re
import shutil
from pathlib import Path

from referee.core.shipped_files import shipped

GAME = "three-players.mgn"
SET = "anns-copy"
CRATES = ("cards.toml", r"crate( *)= \d+", r'crate\1= "?"')
BORDERS = ("map.toml", r"lines( *)= \d+", r'lines\1= "?"')
VALUES = ("player_board.toml", r"(?s)values( *)= \[.*?\n\]", r'values\1= "?"')


def blanked_copy(folder: Path, *blanks: tuple[str, str, str]) -> Path:
    """Return the record of Ann's game beside her copy, in which some values are blank."""
    own = shipped("games") / "own-copy"
    shutil.copytree(own / SET, folder / SET)
    for file, pattern, blank in blanks:
        path = folder / SET / file
        text, changed = re.subn(pattern, blank, path.read_text("utf-8"))
        assert changed
        path.write_text(text, "utf-8")
    record = (own / GAME).read_text("utf-8")
    (folder / GAME).write_text(re.sub(r" sha256:\w+", "", record), "utf-8")
    return folder / GAME
