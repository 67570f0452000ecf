"""The program `scripts/check`."""

from scripts.tools.program import ToolGroup

program = ToolGroup(
    "check",
    "citations",
    "rule-map",
    "rules",
    "round-trips",
    "memory",
    "limits",
    "messages",
    about="Check what takes too long for a test, or needs the texts of the rulebooks.",
)

if __name__ == "__main__":
    program(prog_name="scripts/check")
