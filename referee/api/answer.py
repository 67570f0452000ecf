"""What every answer is: a frozen value whose encoding is what `--json` prints."""

from typing import Any

import msgspec
from msgspec import Struct


class Answer(Struct, frozen=True, kw_only=True):
    """An answer of the referee, in rules, facts and numbers; whoever shows it finds the words."""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the plain data that its JSON stands for."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

    def to_json(self) -> str:
        """Return the answer as indented JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()
