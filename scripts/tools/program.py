"""The programs with subcommands: `scripts/NAME` is `python -m scripts.tools.program NAME`."""

import os
import sys
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Final, NoReturn

import click


class ToolGroup(click.Group):
    """A program that imports the module of a subcommand when it is named."""

    def __init__(self, name: str, about: str, **subcommands: str) -> None:
        super().__init__(f"scripts/{name}", help=about, context_settings={"max_content_width": 100})
        self._places = {each.replace("_", "-"): place for each, place in subcommands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click has it
        """Return the names of all subcommands."""
        return [*self._places]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the function of a subcommand, under its own name."""
        if cmd_name not in self._places:
            return None
        found = resolve_name(f"scripts.tools.{self._places[cmd_name]}")
        if not isinstance(found, click.Command):
            raise TypeError(f"{self._places[cmd_name]} is no command")
        found.name = cmd_name
        return found

    def invoke(self, ctx: click.Context) -> NoReturn:
        """Run the subcommand, and exit with the code that it returns."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader, `head` perhaps, has seen enough; the rest must not fail at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        ctx.exit(code or 0)


PROGRAMS: Final[Mapping[str, ToolGroup]] = {
    "check": ToolGroup(
        "check",
        "Check what takes too long for a test, or needs the texts of the rulebooks.",
        citations="check.citations:command",
        rule_map="check.rule_map:command",
        rules="check.games:rules",
        round_trips="check.games:round_trips",
        memory="check.games:memory",
        limits="check.limits:command",
        lowest="packages:lowest",
        messages="sentences:messages",
    ),
    "make": ToolGroup(
        "make",
        "Make files of the project anew that are written by a program.",
        api="make.api:command",
        examples="make.files:examples",
        schema="make.schema:command",
        reference="make.files:reference",
        pictures="make.files:pictures",
        games="make.files:games",
        illegal="make.illegal:command",
        language="sentences:language",
        wheel="packages:wheel",
    ),
    "mine": ToolGroup(
        "mine",
        "Search seeded games for positions that make puzzles.",
        turns="mine:turns_command",
        rounds="mine:rounds_command",
    ),
    "oracle": ToolGroup(
        "oracle",
        "Hold what is found against exhaustive search, another model, or one core.",
        best="oracle.best:command",
        proof="oracle.proof:command",
        horizon="oracle.horizon:command",
        rounds="oracle.horizon:rounds_command",
        gaps="oracle.gaps:command",
        unread="oracle.unread:command",
        misread="oracle.misread:command",
        stages="oracle.stages:command",
        guards="oracle.guards:command",
        corpus="oracle.corpus:command",
    ),
}
"""Each with its subcommands: a module of `scripts.tools` and a function."""

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]].main(sys.argv[2:], f"scripts/{sys.argv[1]}")
