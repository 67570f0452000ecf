"""The programs: `scripts/NAME` is `python -m scripts.tools.program NAME`."""

import os
import sys
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Final, NoReturn

import click


class Tool(click.Command):
    """A command that exits with the code that its function returns."""

    def invoke(self, ctx: click.Context) -> NoReturn:
        """Run the command, and exit."""
        code = 0
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader, `head` perhaps, has seen enough; the rest must not fail at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except KeyboardInterrupt:
            print("interrupted; with `--results` the same command goes on", file=sys.stderr)
            code = 130
        ctx.exit(code or 0)


class ToolGroup(Tool, click.Group):
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
        found: click.Command = resolve_name(f"scripts.tools.{self._places[cmd_name]}")
        found.name = cmd_name
        return found


PROGRAMS: Final[Mapping[str, ToolGroup]] = {
    "check": ToolGroup(
        "check",
        "Check what takes too long for a test, or needs the texts of the rulebooks.",
        citations="citations:command",
        rule_map="citations:rule_map",
        rules="games:rules",
        round_trips="games:round_trips",
        memory="games:memory",
        limits="limits:command",
        strength="strategy.strength:command",
        messages="sentences:messages",
    ),
    "make": ToolGroup(
        "make",
        "Make files of the project anew that are written by a program.",
        api="docs:api",
        examples="docs:examples",
        schema="docs:schema",
        reference="games:reference",
        pictures="docs:pictures",
        games="games:games",
        illegal="illegal:command",
        language="sentences:language",
        value="strategy.training:command",
        calibration="strategy.training:calibration",
        vectors="vectors:command",
        wheel="project:wheel",
    ),
    "mine": ToolGroup(
        "mine", "Search seeded games for positions that make puzzles.", turns="mine:command"
    ),
    "oracle": ToolGroup(
        "oracle",
        "Hold what is found against exhaustive search, another model, or one core.",
        best="oracle.best:command",
        proof="oracle.best:proof_command",
        horizon="oracle.horizon:command",
        rounds="oracle.horizon:rounds_command",
        gaps="oracle.gaps:command",
        unread="oracle.unread:command",
        misread="oracle.copies:misread_command",
        stages="oracle.copies:stages_command",
        guards="oracle.guards:command",
        corpus="oracle.corpus:command",
        ear="oracle.ear:command",
        loosened="oracle.ear:loosened_command",
    ),
}
"""Each with its subcommands: a module of `scripts.tools` and a function."""

COMMANDS: Final[Mapping[str, str]] = {
    "differential": "scripts.tools.differential:command",
    "faults": "scripts.tools.faults:command",
    "find-bugs": "tests.conformance.find_bugs:command",
    "fuzz": "scripts.tools.fuzz:command",
}
"""Programs without subcommands."""

if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    program: click.Command = PROGRAMS.get(name) or resolve_name(COMMANDS[name])
    program.main(arguments, f"scripts/{name}")
