"""The program `scripts/mine`."""

from scripts.tools.program import ToolGroup

program = ToolGroup(
    "mine",
    "turns",
    "rounds",
    about="Search seeded games for positions that make puzzles.",
)

if __name__ == "__main__":
    program(prog_name="scripts/mine")
