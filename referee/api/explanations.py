"""Why a turn is illegal, which turn near it would have been legal, and what was missing."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from referee.api.answer import Answer, showing
from referee.api.broken_rules import BrokenRule, broken_rule
from referee.api.change_scenes import scene_of_explained
from referee.api.change_words import changes
from referee.api.disputes import Explained, ExplainedOutcome, explained
from referee.api.errors import MisuseError
from referee.api.explanation_words import number_words, shortfall_words
from referee.api.games import Game, load
from referee.api.gap_answers import Excluding
from referee.api.sources import Source
from referee.api.unread_values import answered_if_read
from referee.game.citations import EDITIONS, Edition
from referee.game.component_set import ComponentSet
from referee.game.events import DealBooks, DealCards, PrepareRound, RefillBooks
from referee.game.messages.explaining import explaining
from referee.game.messages.speech import say
from referee.notation.writer import line_of
from referee.transcript.abbreviation import statement_of
from referee.transcript.moments import At

if TYPE_CHECKING:
    from model.explain import Core, Correction, Shortfall

Found = Literal["found", "none", "unknown"]
"""An answer, the proof that there is none, or neither."""


class NumberPart(Answer, frozen=True, kw_only=True):
    """Some of the points that entering a region consumes, and what for."""

    region: str
    what: Literal["border", "double-border", "post"]
    points: int
    company: str | None
    """Whose post it is."""


class GivenNumber(Answer, frozen=True, kw_only=True):
    """A number that an effect rule gives for the turn as it was said."""

    rule: str
    name: str
    value: int
    parts: tuple[NumberPart, ...]
    """What it is the sum of, where that is known."""


class Contradiction(Answer, frozen=True, kw_only=True):
    """Rules that cannot all hold together with what was said; without any one of them they can."""

    rules: tuple[str, ...]
    """Its legality rules."""
    because: tuple[str, ...]
    """Its effect rules: what they give is what the legality rules object to."""
    numbers: tuple[GivenNumber, ...]
    """What those effect rules give here."""
    fields: tuple[str, ...]
    """The fields of the event that they object to; none where it matters not what was said."""
    words: tuple[str, ...]
    """The numbers as sentences."""


class NearestLegal(Answer, frozen=True, kw_only=True):
    """The nearest legal event of the same kind."""

    outcome: Found
    statement: str | None
    """In the notation of records."""
    changed: tuple[str, ...]
    """The fields of the event in which something had to change."""
    distance: int
    """How many statements had to change; what the event is about weighs more than one."""
    words: tuple[str, ...]
    """The differences."""
    barred_by: tuple[str, ...]
    """Where no event of the kind is legal: rules that forbid them all."""
    reason: str | None
    """Why it is not known."""


class Lacking(Answer, frozen=True, kw_only=True):
    """So much more of something would have been needed."""

    what: str
    amount: int
    words: str


class MissingMeans(Answer, frozen=True, kw_only=True):
    """What was missing on the table for exactly this event."""

    outcome: Found
    """`none` where no amount of anything would have helped."""
    lacks: tuple[Lacking, ...]
    still_broken: tuple[str, ...]
    """Rules that forbid the event even then; none means that it would have been legal."""
    words: str
    reason: str | None
    """Why it is not known."""


class CitedRule(Answer, frozen=True, kw_only=True):
    """A place where an edition states a rule."""

    rule: str
    edition: Edition
    heading: str
    part: str | None
    page: str | None
    lines: str | None


class Explanation(Answer, frozen=True, kw_only=True):
    """All that is to say about a statement of a recorded game."""

    file: str
    outcome: ExplainedOutcome
    line: int | None
    round: int | None
    turn: int | None
    """None outside the turns of a round."""
    player: str | None
    statement: str | None
    """None where the header is at fault, or nothing is."""
    violations: tuple[BrokenRule, ...]
    """What the engine notes."""
    cores: tuple[Contradiction, ...]
    """What the model proves: every minimal set of rules that forbids it."""
    complete: bool
    """Whether it is proved that there are no other cores."""
    correction: NearestLegal | None
    shortfall: MissingMeans | None
    citations: tuple[CitedRule, ...]
    disagreement: str | None
    """Where engine and model part, which is a fault of the referee."""
    conflict: tuple[Excluding, ...] = ()
    """Claims and statements that exclude each other, whatever happened in the gaps before them."""


ANSWERS: tuple[type[Answer], ...] = (Explanation,)


class Told(Struct, frozen=True):
    """An explanation, with the table and the order of telling that a page needs beside it."""

    explanation: Explanation
    explained: Explained

    @property
    def faults(self) -> list[Contradiction]:
        """The contradictions that a reader is told; the others only repeat them in more rules."""
        return [_contradiction(core) for core in self.explained.faults]

    @property
    def is_of_a_player(self) -> bool:
        """Whether the event is one that a player says, so that something can lack for it."""
        step = self.explained.step
        chance = DealCards | DealBooks | RefillBooks | PrepareRound
        return step is not None and not isinstance(step.event, chance)


@answered_if_read
def explain(
    source: Source | Game,
    at: str | At | None = None,
    *,
    edition: Edition | None = None,
    components: ComponentSet | Path | str | None = None,
) -> Explanation:
    """Return why a turn of a game is illegal; without a moment the first that breaks a rule.

    With an edition only that one is cited.

    >>> import referee
    >>> found = referee.explain("games/illegal/exp-06-points-suffice.mgn", edition="en")
    >>> found.outcome, found.cores[0].rules, found.cores[0].because
    ('illegal', ('EXP-06',), ('EXP-13', 'EXP-14'))
    >>> found.correction.statement
    'blue expand cape-town R21:1 R22:1 take R21'
    """
    if edition is not None and edition not in EDITIONS:
        raise MisuseError(
            say(
                "answers.explanations.there-is-no-edition-there",
                edition=f"{edition!r:.40}",
                editions=", ".join(EDITIONS),
            )
        )
    game = source if isinstance(source, Game) else load(source, components=components)
    return told(game, at, edition).explanation


def told(game: Game, at: str | At | None = None, edition: Edition | None = None) -> Told:
    """Return an explanation with what a page needs beside it."""
    found = explained(game, at)
    editions = EDITIONS if edition is None else (edition,)
    explanation = _explanation(found, editions)
    if found.step is not None:
        step = found.step
        showing(explanation, lambda: scene_of_explained(found, step))
    return Told(explanation, found)


def _explanation(found: Explained, editions: tuple[Edition, ...]) -> Explanation:
    game, step, why = found.game, found.step, found.why
    state = step.before if step else None
    seat = getattr(step.event, "seat", None) if step else None
    return Explanation(
        file=game.name,
        outcome=found.outcome,
        line=(step.statement.at.line or None) if step else None,
        round=state.round if state else None,
        turn=state.turn if state and state.phase == "actions" else None,
        player=None if seat is None else game.colours[seat],
        statement=line_of(step.statement, game.colours) if step else None,
        violations=tuple(broken_rule(violation, game.called) for violation in found.violations),
        cores=tuple(map(_contradiction, found.ordered_cores)),
        complete=found.cores.complete,
        correction=_nearest(found, why.correction) if why and why.correction else None,
        shortfall=_missing(why.shortfall) if why and why.shortfall else None,
        citations=tuple(_citations(found, editions)),
        disagreement=found.disagreement or None,
        conflict=found.conflict,
    )


def _contradiction(core: "Core") -> Contradiction:
    because = tuple(sorted(core.because))
    return Contradiction(
        rules=tuple(sorted(core.rules)),
        because=because,
        numbers=tuple(
            GivenNumber(
                rule=number.rule,
                name=number.name,
                value=number.value,
                parts=tuple(
                    NumberPart(
                        region=part.region,
                        what=part.what,
                        points=part.points,
                        company=part.company,
                    )
                    for part in number.parts
                ),
            )
            for number in core.numbers
        ),
        fields=core.fields,
        words=tuple(words for rule in because for words in number_words(core.numbers, rule)),
    )


def _nearest(found: Explained, correction: "Correction") -> NearestLegal:
    said = found.step.event if found.step else None
    event, colours = correction.event, found.game.colours
    rulings = found.game.record.header.rulings
    words = () if said is None or event is None else tuple(changes(said, event, colours))
    return NearestLegal(
        outcome=correction.outcome,
        statement=None if event is None else line_of(statement_of(event, rulings), colours),
        changed=correction.changed,
        distance=correction.distance,
        words=words,
        barred_by=tuple(sorted(correction.barred_by)),
        reason=correction.reason or None,
    )


def _missing(shortfall: "Shortfall") -> MissingMeans:
    return MissingMeans(
        outcome=shortfall.outcome,
        lacks=tuple(
            Lacking(
                what=lack.what,
                amount=lack.amount,
                words=explaining().lack(lack.what, lack.amount),
            )
            for lack in shortfall.lacks
        ),
        still_broken=tuple(sorted(shortfall.still_broken)),
        words=shortfall_words(shortfall),
        reason=shortfall.reason or None,
    )


def _citations(found: Explained, editions: tuple[Edition, ...]) -> Iterator[CitedRule]:
    for rule in found.rules:
        for citation in rule.citations:
            if citation.edition in editions:
                yield CitedRule(
                    rule=rule.id,
                    edition=citation.edition,
                    heading=citation.heading,
                    part=citation.part,
                    page=citation.page,
                    lines=citation.lines,
                )
