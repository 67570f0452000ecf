"""What each edition answers to the questions of rulings, and where editions part."""

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.game.citations import Edition
from referee.game.rulings import RULINGS, Rulings
from referee.game.shipped_files import packaged


class EditionAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """What the editions say to one question; an edition that is not named leaves it open."""

    answers: dict[str, tuple[Edition, ...]] = {}
    """By answer on offer the editions that give it."""
    sides: tuple[tuple[Edition, ...], ...] = ()
    """The editions that say the same, where that is no answer on offer."""

    @property
    def groups(self) -> tuple[tuple[Edition, ...], ...]:
        """The editions that say something, those together that say the same."""
        return tuple(self.answers.values()) or self.sides


@cache
def edition_answers() -> Mapping[str, EditionAnswers]:
    """Return what the editions answer, by ruling."""
    import tomllib  # noqa: PLC0415 - few ask for it

    text = packaged("game", "editions", "answers.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, EditionAnswers])


def answers_of(edition: Edition) -> dict[str, str]:
    """Return the answers on offer that an edition gives, by ruling."""
    return {
        ruling: answer
        for ruling in RULINGS
        if (found := edition_answers().get(ruling)) is not None
        for answer, editions in found.answers.items()
        if edition in editions
    }


def judged_by(edition: Edition, rulings: Rulings) -> Rulings:
    """Return rulings with the answers of an edition wherever it gives one."""
    chosen = {ruling.replace("-", "_"): answer for ruling, answer in answers_of(edition).items()}
    return replace(rulings, **chosen)
