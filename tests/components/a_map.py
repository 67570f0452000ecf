"""The smallest map that the reader takes for one, and reading a set with another file in it."""

from pathlib import Path

from referee.core.set_reader import EntryFinding, read_draft

REGION = """
[[region]]
id = "R1"
name = "A region"
reward = "pounds"
amount = 2
drawn = [1, 1]
source = "copy"
"""
BORDER = '\n[[border]]\nbetween = ["cairo", "R1"]\nlines = 1\nsource = "copy"\n'


def found_in(folder: Path, file: str, data: bytes | str) -> list[EntryFinding]:
    """Return what the reader finds once `file` has this content."""
    (folder / file).write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_draft(folder).findings
