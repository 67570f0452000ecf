"""Every legal way to fill what nobody wrote down: how many, what they share, what to ask."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from referee.api.answer import Answer
from referee.api.games import Game, load
from referee.api.gap_answers import CertainFact, Excluding, OpenGap, require_limit
from referee.api.gap_verdicts import JudgedGaps, judge_gaps
from referee.api.gap_words import claim_words, values_told
from referee.api.long_work import Stop
from referee.api.sources import Source
from referee.api.unread_values import answered_if_read
from referee.game.component_set import ComponentSet
from referee.game.input_limits import SECONDS_FOR_GAPS
from referee.game.messages.speech import say
from referee.gaps.questions import Memory, RememberedQuantity, Settling
from referee.notation.writer import text_of
from referee.transcript.judge import judge
from referee.transcript.judgement import Outcome
from referee.transcript.quantities import NOT_THERE


class GapQuestion(Answer, frozen=True, kw_only=True):
    """The question that would settle most, if somebody remembered the answer."""

    question: str
    write: str
    """The note that would say the answer."""
    answers: Mapping[str, int]
    """How many ways are left by each answer."""
    left: float
    """How many ways are left on average."""


class Gaps(Answer, frozen=True, kw_only=True):
    """The ways to fill the gaps of a record."""

    file: str
    verdict: Outcome
    number: int
    """How many ways there are, as far as they were found; draws that nobody named are one."""
    exact: bool
    """Whether there are no others; only then something is certain."""
    open_gaps: tuple[OpenGap, ...]
    must: tuple[CertainFact, ...]
    """What every way shares, gap by gap."""
    conflict: tuple[Excluding, ...]
    question: GapQuestion | None
    example: str | None
    """The record with its gaps filled in one of the ways; None if there is none."""
    tried: int
    """How many steps the search took."""


ANSWERS: Final = (GapQuestion, Gaps)


@answered_if_read
def fill_gaps(
    source: Source | Game,
    at: str | None = None,
    *,
    components: ComponentSet | Path | str | None = None,
    limit: float = SECONDS_FOR_GAPS,
    stop: Stop | None = None,
) -> Gaps:
    """Return every legal way to fill the gaps of a record, as far as `limit` seconds suffice.

    With an address such as `3.4` or `line:41` only what is open and certain there is told. `stop`
    is asked now and then whether to give up; what was found until then is told.

    >>> import referee
    >>> referee.fill_gaps("games/two-players.mgn").number
    1
    """
    game = source if isinstance(source, Game) else load(source, components=components)
    require_limit(limit)
    found = judge_gaps(game.record, game.components, limit, stop)
    return _without_gaps(game) if found is None else _with_gaps(game, found, at)


def _without_gaps(game: Game) -> Gaps:
    """Return the answer of a record that leaves nothing open, or breaks a rule before it does."""
    outcome = judge(game.record, game.components).outcome
    is_whole = outcome in {"legal", "wrong-note"}
    return Gaps(
        file=game.name,
        verdict=outcome,
        number=int(is_whole),
        exact=outcome != "undecided",
        open_gaps=(),
        must=(),
        conflict=(),
        question=None,
        example=game.to_text() if is_whole else None,
        tried=0,
    )


def _with_gaps(game: Game, judged: JudgedGaps, at: str | None) -> Gaps:
    found, report = judged.found, judged.report(game.colours)
    example = judged.example()
    settling = found.ask()
    return Gaps(
        file=game.name,
        verdict=judged.outcome,
        number=found.number,
        exact=found.exact,
        open_gaps=tuple(gap for gap in report.open_gaps() if at in {None, gap.address}),
        must=tuple(fact for fact in report.must() if at in {None, fact.address}),
        conflict=report.conflict(),
        question=None if settling is None else _asked(judged, settling, game.colours),
        example=None if example is None else text_of(example),
        tried=found.work,
    )


def _asked(judged: JudgedGaps, settling: Settling, colours: tuple[str, ...]) -> GapQuestion:
    question = settling.question
    report = judged.report(colours)
    where = report.address_behind(question.place)
    what, note = _question_words(question, colours)
    return GapQuestion(
        question=say("answers.gaps.after", what=what, where=where),
        write=note,
        answers=_answers(settling, colours),
        left=round(settling.left, 2),
    )


def _answers(settling: Settling, colours: tuple[str, ...]) -> dict[str, int]:
    """Return the answers by name, and how many ways each leaves."""
    claim = settling.question.claim
    return {
        "-" if answer == NOT_THERE else str(*values_told(claim, (answer,), colours)): number
        for answer, number in settling.answers.items()
    }


def _question_words(question: Memory, colours: tuple[str, ...]) -> tuple[str, str]:
    """Return a question, and the note that would answer it."""
    words = say(
        f"answers.gaps.{QUESTIONS[question.what]}",
        who="" if question.seat is None else colours[question.seat],
        company=question.company,
        item=question.item,
    )
    likely = replace(question.claim, value=1 if question.what == "owner" else LIKELY)
    return words, f"= {claim_words(likely, colours)}"


LIKELY = 7
"""A number to be replaced in a note that is shown as an example."""

QUESTIONS: Mapping[RememberedQuantity, str] = {
    "cash": "how-much-money-had",
    "track": "where-was-the-marker-of",
    "diamonds": "how-many-diamonds-had",
    "ink": "where-was-the-jar-of",
    "owner": "whose-post-was-in",
    "column": "how-many-posts-were-in",
    "book": "on-which-step-lay",
    "up": "how-many-cards-lay-face-up",
}
