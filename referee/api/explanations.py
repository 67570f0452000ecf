"""Why a turn is illegal, which turn near it would have been legal, and what was missing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from referee.api.answer import Answer, showing
from referee.api.broken_rules import BrokenRule, broken_rule
from referee.api.change_scenes import scene_of_explained
from referee.api.disputes import Explained, ExplainedOutcome, explained
from referee.api.errors import MisuseError
from referee.api.games import Game, load
from referee.api.sources import Source
from referee.api.verdict_answers import Excluding
from referee.core.citations import EDITIONS, Edition
from referee.core.component_set import ComponentSet
from referee.core.events import BookOnSpace, DealBooks, DealCards, Event, PrepareRound, RefillBooks
from referee.core.ids import COMPANIES
from referee.core.turns import (
    Entering,
    Ousting,
    Placing,
    PlusOne,
    RegionPart,
    RewardPart,
    UseLevel,
)
from referee.i18n import language
from referee.i18n.page_words import explaining
from referee.i18n.speech import one_by_one, say, say_or, thing
from referee.records.moments import At
from referee.records.placements import part_words
from referee.records.writer import line_of, statement_of
from referee.rulebook import RULES

if TYPE_CHECKING:
    from referee_model.explain import Core, Correction, Shortfall


# What an explanation says in words: the numbers of a contradiction, and what was missing ----------
class _Part(Protocol):
    """Some of the points that a number is the sum of."""

    @property
    def region(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def points(self) -> int: ...
    @property
    def company(self) -> str | None: ...


class _RuleNumber(Protocol):
    """A number that a rule gives, as the model or an answer has it."""

    @property
    def rule(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def parts(self) -> Sequence[_Part]: ...


def number_words(given: Iterable[_RuleNumber], rule: str) -> list[str]:
    """Return what an effect rule of a core gives here; nothing where all of that is nothing."""
    numbers = [number for number in given if number.rule == rule]
    if not numbers:
        return [language().holds(RULES[rule])]
    told = [_with_parts(number) for number in numbers if number.value]
    told = told or [explaining().number(n.rule, n.name, 0) for n in numbers]
    return [sentence(words) for words in told if words]


def _with_parts(number: _RuleNumber) -> str | None:
    """Return what is said of a number, and what it is the sum of if it is one."""
    words = explaining().number(number.rule, number.name, number.value)
    if words is None or all(part.points == number.value for part in number.parts):
        return words
    by_region = groupby(number.parts, key=lambda part: part.region)
    told = (_cost_words(region, [*parts]) for region, parts in by_region)
    return f"{words} ({one_by_one(told)})"


def _cost_words(region: str, parts: Sequence[_Part]) -> str:
    told = [say(f"explaining.costs.{part.what}", n=part.points, of=part.company) for part in parts]
    return say("explaining.costs.region", region=region, parts=", ".join(told))


def sentence(words: str) -> str:
    """Return words as a sentence; an id at its beginning stays as it is written."""
    is_word = words.split(" ", 1)[0].rstrip(",:").replace("'", "").isalpha()
    start = words[:1].upper() if is_word else words[:1]
    return start + words[1:] + ("" if words.endswith(".") else ".")


def shortfall_words(shortfall: "Shortfall") -> str:
    """Return what was missing, as a sentence."""
    rules = ", ".join(sorted(shortfall.still_broken))
    lacks = tuple(explaining().lack(lack.what, lack.amount) for lack in shortfall.lacks)
    if shortfall.outcome == "unknown":
        return say("explaining.phrases.undecided", reason=shortfall.reason)
    if not lacks:
        return say("explaining.shortfall.none", rules=rules)
    if rules:
        return sentence(say("explaining.shortfall.not_enough", lacks=lacks, rules=rules))
    return sentence(say("explaining.shortfall.enough", lacks=lacks))


# What differs between two events of a kind, in words ----------------------------------------------
def changes(old: Event, new: Event, colours: tuple[str, ...]) -> Iterator[str]:
    """Yield each difference between an event and its correction as a few words."""
    for field in old.__struct_fields__:
        before, after = getattr(old, field), getattr(new, field)
        if before == after:
            continue
        if field == "seat":
            names = dict(enumerate(colours))
            old_name = names.get(before) or say("explaining.correction.unknown_seat", seat=before)
            yield say("explaining.correction.seat", old=old_name, new=names[after])
        elif isinstance(before, tuple) or isinstance(after, tuple):
            yield from _of_items(field, tuple(before or ()), tuple(after or ()))
        else:
            yield _replaced(
                field, *(_spent(v) if field == "points" else _called(v) for v in (before, after))
            )


def _replaced(field: str, old: str, new: str) -> str:
    of = say_or(field, f"explaining.fields.{field}")
    if field == "space":
        # Some spaces have the id of a good, and are none.
        return say("explaining.correction.space", of=of, old=old, new=new)
    if not new:
        return say("explaining.correction.left_out", of=of, old=old)
    if not old:
        return say("explaining.correction.added", of=of, new=new)
    return say("explaining.correction.instead", of=of, old=old, new=new)


def _of_items(field: str, old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[str]:
    of = say_or(field, f"explaining.fields.{field}")
    before, after = Counter(map(_called, old)), Counter(map(_called, new))
    gone, come = [*(before - after).elements()], [*(after - before).elements()]
    if gone and come:
        yield say("explaining.correction.instead", of=of, old=_listed(gone), new=_listed(come))
    elif gone:
        yield say("explaining.correction.without", of=of, old=_listed(gone))
    elif come:
        yield say("explaining.correction.with", of=of, new=_listed(come))
    else:
        yield say("explaining.correction.order", of=of, new=_listed(map(_called, new)))


def _spent(points: object) -> str:
    """Return what points were spent on; the field says already that it is points."""
    return _word(points).removeprefix("points").strip("()") or say(
        "answers.change_words.on-pounds-only"
    )


def _listed(words: Iterable[str]) -> str:
    return ", ".join(word or "-" for word in words)


def _called(value: object) -> str:
    """Return a part of an event with the name of a company as the language has it."""
    word = _word(value)
    name, _, number = word.partition(" ")
    return f"{thing(name)} {number}" if name in COMPANIES and number else word


def _word(value: object) -> str:
    """Return a part of an event as the notation writes it."""
    word = "" if value is None else str(value)
    match value:
        case Entering(region, column, source):
            word = f"{region}:{column}" + (f"<{source}" if source else "")
        case Ousting(region, column):
            word = f"{region}:{column or 'out'}"
        case Placing(book, step):
            word = f"{book}@{step}"
        case BookOnSpace(space, book):
            word = f"{space}:{book}"
        case UseLevel(company, level):
            word = f"{company} {level}"
        case PlusOne(card, when):
            word = say(f"answers.change_words.tile-{when}", card=card)
        case _ if isinstance(value, RewardPart | RegionPart):
            word = part_words(value)
        case _:
            pass
    return word


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
    rulings, components = found.game.record.header.rulings, found.game.components
    words = () if said is None or event is None else tuple(changes(said, event, colours))
    return NearestLegal(
        outcome=correction.outcome,
        statement=None
        if event is None
        else line_of(statement_of(event, rulings, components), colours),
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
