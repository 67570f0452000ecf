"""The programs in `scripts`, called inside this process."""

import click
import pytest


def exit_code(program: click.Command, *arguments: str) -> int:
    """Return with what a program exits."""
    with pytest.raises(SystemExit) as ended:
        program.main([*arguments], program.name)
    assert isinstance(ended.value.code, int)
    return ended.value.code
