"""The program `scripts/make`."""

from scripts.tools.program import ToolGroup

program = ToolGroup(
    "make",
    "api",
    "examples",
    "schema",
    "reference",
    "pictures",
    "games",
    "illegal",
    "costs",
    "language",
    "wheel",
    about="Make files of the project anew that are written by a program.",
)

if __name__ == "__main__":
    program(prog_name="scripts/make")
