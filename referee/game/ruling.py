"""What a ruling is: a reading chosen where the editions disagree or are silent."""

from msgspec import Struct

from referee.game.citations import Citation, SectionId
from referee.game.passages import ruling_citations


class Ruling(Struct, frozen=True):
    """A question the rulebooks leave open, the default answer, and the answers on offer."""

    id: str
    default: str
    sections: tuple[SectionId, ...]
    options: tuple[str, ...] = ()
    """Other answers that a game may name."""
    decision: bool = False
    """No text says it: the answer was chosen here."""

    @property
    def answers(self) -> tuple[str, ...]:
        """Every answer that a game may name, the default first."""
        return (self.default, *self.options)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The places in the editions that the question is about."""
        return ruling_citations(self.id, self.sections)
