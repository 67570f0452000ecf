"""In which language answers, pictures and errors speak to people."""

from collections.abc import Iterator
from contextlib import contextmanager

from referee.api.errors import UsageError
from referee.i18n.catalogue import offered
from referee.i18n.speech import speaking
from referee.plain_modules import use_plain_modules


def languages() -> tuple[str, ...]:
    """Return the codes of all languages that can be spoken, English first.

    >>> import referee
    >>> referee.languages()[0]
    'en'
    """
    return offered()


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Speak a language inside the block: messages, words and pictures; keys, ids and facts stay.

    It holds in its own thread or task. What is said outside of such a block is English.

    >>> import referee
    >>> with referee.use_language("en"):
    ...     referee.rule("GDS-01").holds
    'At least one goods card is used.'
    """
    if language not in offered():
        known = ", ".join(offered())
        raise UsageError.of(
            "answers.languages.no-language", language=f"{language!r:.40}", known=known
        )
    with speaking(language):
        yield


# Which modules of the referee a process imports: compiled ones or plain ones ----------------------
__all__ = ["use_plain_modules"]
