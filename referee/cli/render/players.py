"""What players are called in sentences."""

from referee.transcript.record import called

__all__ = ["called"]
