"""Which modules of the referee a process imports: compiled ones or plain ones."""

from referee.plain_modules import use_plain_modules

__all__ = ["use_plain_modules"]
