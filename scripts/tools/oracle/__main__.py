"""The program `scripts/oracle`."""

from scripts.tools.program import Program

program = Program(
    "oracle",
    "best",
    "proof",
    "horizon",
    "rounds",
    "gaps",
    "unread",
    about="Hold what the solvers find against exhaustive search, or against another model.",
)

if __name__ == "__main__":
    program(prog_name="scripts/oracle")
