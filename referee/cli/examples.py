"""The examples at the end of a command's help."""

import textwrap
from typing import Final

KEYS_WIDTH: Final = 76


def examples(*commands: str, keys: str = "") -> str:
    """Return the end of a help text: commands to try, and the keys of the JSON output."""
    # The sign \b keeps click from running the lines of a paragraph together.
    parts = ["\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)]
    if keys:
        parts.append(
            "\b\nJSON keys:\n"
            + textwrap.fill(keys, KEYS_WIDTH, initial_indent="  ", subsequent_indent="  ")
        )
    return "\n\n".join(parts)
