"""Runs the command as `python -m referee`."""

from referee.cli.at_once import end_at_once

# Before anything else is imported.
end_at_once()

from referee.cli.main import main  # noqa: E402

main(prog_name="referee")
