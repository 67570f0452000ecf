"""The programs in `scripts`, called inside this process."""

import pytest

from scripts.tools.program import ToolGroup


def exit_code(program: ToolGroup, *arguments: str) -> int:
    """Return with what a program exits."""
    with pytest.raises(SystemExit) as ended:
        program.main([*arguments], program.name)
    assert isinstance(ended.value.code, int)
    return ended.value.code
