"""What a run against another program shows."""

from typing import Any

import msgspec
from msgspec import structs

from referee.api.answer import Answer
from referee.compare.answers import AnswerKind
from referee.compare.report import Fate, Group, Report
from referee.conformance.protocol import AnyRequest, Introduction, New
from referee.game.rulebook import RULES

SavedFate = Fate
"""What became of a saved difference; a program is not asked what it says it cannot do."""


class ProgramTold(Answer, frozen=True, kw_only=True):
    """What a program says of itself."""

    name: str
    version: str
    abilities: tuple[str, ...]


class RuleAgreement(Answer, frozen=True, kw_only=True):
    """How often a program agrees and differs where a rule was at work."""

    rule: str
    name: str
    agree: int
    differ: int


class RuleAtWork(Answer, frozen=True, kw_only=True):
    """A rule that a difference is about."""

    rule: str
    name: str
    citations: tuple[str, ...]


class ProgramDifference(Answer, frozen=True, kw_only=True):
    """Differences of one kind: in which games, and the shortest game that shows it."""

    id: str
    """What tells it from others; the same for the same fault of a program."""
    kind: AnswerKind
    games: tuple[str, ...]
    """Seeds, or names of golden games or saved differences."""
    rounds: int
    players: int
    """0 if the program failed before a game was begun."""
    events: int
    asked: AnyRequest | None
    """The question; None if beginning the game was enough."""
    referee: Any
    program: Any
    rules: tuple[RuleAtWork, ...]
    repeated: bool
    """Whether it happened again when the game was played alone."""
    file: str | None
    """Where the game was saved."""
    game: New
    """The game up to the question."""


class KnownFailures(Answer, frozen=True, kw_only=True):
    """How failures compare with those that are known: differences, or golden games."""

    new: tuple[str, ...]
    known: tuple[str, ...]
    passed: tuple[str, ...]
    """Known failures that did not happen."""


class CutRun(Answer, frozen=True, kw_only=True):
    """What a run left out because its time was up, or because it was interrupted."""

    seconds: float | None
    """The time it had; None if it was interrupted."""
    not_played: tuple[str, ...]
    """Games, or saved differences that were to be asked again."""
    not_shrunk: tuple[str, ...]
    """Differences whose games are as they were met, or not as short as they might be."""


class Conformance(Answer, frozen=True, kw_only=True):
    """What games against a program show."""

    program: ProgramTold | None
    """None if the program cannot even say who it is."""
    games: int
    events: int
    asked: dict[str, int]
    """How many answers of each kind were compared."""
    rules: tuple[RuleAgreement, ...]
    """All rules of the game."""
    never_reached: tuple[str, ...]
    """The rules that no comparison was about."""
    differences: tuple[ProgramDifference, ...]
    known: KnownFailures | None
    """How failures compare with those that are known; None if none were named."""
    again: dict[str, SavedFate] | None
    """What became of saved differences, by name; None if none were asked again."""
    cut: CutRun | None
    """What there was no time for; None if the run came to its end."""

    @property
    def conforms(self) -> bool:
        """Whether nothing differs, or just what was known to; of a cut run, so far."""
        if self.known is not None:
            # What was not played may still happen.
            passed = self.known.passed if self.cut is None else ()
            return not self.known.new and not passed
        return not self.differences


ANSWERS: tuple[type[Answer], ...] = (Conformance,)


def conformance_of(
    report: Report, program: Introduction | None, expected: KnownFailures | None = None
) -> Conformance:
    """Return what a run shows as an answer."""
    return Conformance(
        program=None
        if program is None
        else ProgramTold(
            name=program.name, version=program.version, abilities=tuple(program.abilities)
        ),
        games=report.games,
        events=report.events,
        asked=report.asked,
        rules=tuple(
            RuleAgreement(
                rule=rule.id,
                name=rule.name,
                agree=report.agree.get(rule.id, 0),
                differ=report.differ.get(rule.id, 0),
            )
            for rule in RULES.values()
        ),
        never_reached=report.never_reached,
        differences=tuple(map(_difference, report.groups)),
        known=expected,
        again=report.again or None,
        cut=None if report.cut is None else CutRun(**structs.asdict(report.cut)),
    )


def _difference(group: Group) -> ProgramDifference:
    example = group.example
    return ProgramDifference(
        id=group.id,
        kind=example.kind,
        games=tuple(group.games),
        rounds=example.round,
        players=example.game.players,
        events=len(example.game.events),
        asked=example.asked,
        referee=msgspec.to_builtins(example.expected),
        program=msgspec.to_builtins(example.given),
        rules=tuple(
            RuleAtWork(
                rule=rule,
                name=RULES[rule].name,
                citations=tuple(str(citation) for citation in RULES[rule].citations),
            )
            for rule in example.rules
            if rule in RULES
        ),
        repeated=group.repeated,
        file=group.file,
        game=example.game,
    )
