"""What becomes of a turn with blanks: the turn that was meant, or what is open."""

from msgspec import Struct

from referee.game.messages.speech import one_by_one, say, thing
from referee.game.rule import Violation
from referee.game.state import State
from referee.game.turns import Turn


class Missing(Struct, frozen=True):
    """What a record would have to say for one value to be left."""

    what: tuple[str, ...]
    """The parts that are open, by their English names."""
    choices: int
    """How many different results are possible; 0 if there were too many to look at."""
    write: tuple[str, ...] = ()
    """What to type, as people are told."""
    whole: bool = False
    """A whole statement is missing, and not a part of one."""

    @property
    def called(self) -> tuple[str, ...]:
        """The parts that are open, as a reader calls them."""
        return tuple(map(thing, self.what))

    def words(self, of: str = "record") -> str:
        """Return what is missing `of` something and what to type, as a sentence."""
        if self.whole:
            return one_by_one(self.write)
        choices = (
            say("records.completing.results-are-possible", choices=self.choices)
            if self.choices > 1
            else ""
        )
        hints = "".join(f"; {hint}" for hint in self.write)
        return say(
            "records.completing.the-does-not-say",
            of=of,
            what=self.what,
            choices=choices,
            hints=hints,
        )


class Completed(Struct, frozen=True):
    """The turn that was meant, and what is known about it by now."""

    turn: Turn
    after: State | None = None
    """The table after it, if it is known to be legal."""
    violations: tuple[Violation, ...] = ()
    """The rules it breaks, if it is known to be illegal."""
