"""Where the installed command begins: from its first line on an interrupt ends it in silence."""

from referee.cli.interrupts import end_at_once

# Before anything else is imported.
end_at_once()

from referee.cli.main import main  # noqa: E402

__all__ = ["main"]
