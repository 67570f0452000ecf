"""The program `scripts/oracle`."""

from scripts.tools.program import ToolGroup

program = ToolGroup(
    "oracle",
    "best",
    "proof",
    "horizon",
    "rounds",
    "gaps",
    "unread",
    "misread",
    "stages",
    "guards",
    "readers",
    "corpus",
    "hosts",
    about="Hold what is found against exhaustive search, another model, or another checkout.",
)

if __name__ == "__main__":
    program(prog_name="scripts/oracle")
