"""What to read off a copy next, where it is printed, and why."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.api.answer import Answer
from referee.api.copy_questions import CopyQuestion, copy_questions
from referee.api.games import Game, load
from referee.api.sources import set_in
from referee.copies.advice import USEFUL, Bearing, bearings
from referee.game.messages.copies import copy_words


class Advice(Answer, frozen=True, kw_only=True):
    """One thing to read off a copy."""

    key: str
    """Where it stands in the set, or the key of a question."""
    what: str
    where: str
    """Where it is printed."""
    why: str
    decides: int
    """How many statements of the games some of its values decide alone."""
    bears: int
    """How many statements depend on it, alone or with others."""


class CopyAdvice(Answer, frozen=True, kw_only=True):
    """What to read off a copy next, the most useful first."""

    folder: str
    games: tuple[str, ...]
    advice: tuple[Advice, ...]


ANSWERS: tuple[type[Answer], ...] = (CopyAdvice,)


def advise_copy(folder: Path | str, games: Iterable[Path | str] = ()) -> CopyAdvice:
    """Return what to read next off the copy whose set lies in a folder.

    With games it is what decides most of them; without, what every game needs soonest.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     advice = referee.advise_copy(f"{folder}/my-copy").advice
    >>> advice[0].key
    'cards.start-1.card'
    """
    components = set_in(Path(folder))
    loaded = [load(game, components=components) for game in games]
    judged = [game.judged_unread for game in loaded]
    found = bearings([each for each in judged if each is not None])
    told = [_told(bearing, loaded) for bearing in found] if loaded else [*_general(folder)]
    names = tuple(game.name for game in loaded)
    return CopyAdvice(folder=str(folder), games=names, advice=tuple(told))


def _told(bearing: Bearing, games: list[Game]) -> Advice:
    words = copy_words()
    name = games[bearing.game].name
    if bearing.decides:
        why = words.say("advice", "decides", n=bearing.decides, game=name, line=bearing.line)
    elif bearing.bears:
        why = words.say("advice", "bears", n=bearing.bears, game=name, line=bearing.line)
    else:
        why = words.say("advice", "score", game=name)
    table = bearing.variable.key.partition(".")[0]
    return Advice(
        key=bearing.variable.key,
        what=bearing.variable.subject,
        where=words.printed[table],
        why=why,
        decides=bearing.decides,
        bears=bearing.bears,
    )


def _general(folder: Path | str) -> Iterator[Advice]:
    """Yield the open questions, those about what a game needs soonest first."""
    words = copy_words()

    def need(question: CopyQuestion) -> int:
        return USEFUL.index(question.key.partition(".")[0])

    for question in sorted(copy_questions(folder).questions, key=need):
        yield Advice(
            key=question.key,
            what=question.asks,
            where=question.where,
            why=words.advice[question.key.partition(".")[0]],
            decides=0,
            bears=0,
        )
