"""Another program compared with the engine: agreement, differences, what was never reached."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from referee.api.errors import NoAnswerError, ProgramError, UnreadableError, UsageError, WriteError
from referee.api.long_work import budget_of, kept_for
from referee.api.sources import sets_of, unusable_set
from referee.api.turn_lists import Command, command_words
from referee.conformance.campaign import (
    Campaign,
    NotKeptError,
    Options,
    ResultsError,
    Task,
    Thoroughness,
    Watch,
)
from referee.conformance.difference import AnswerKind
from referee.conformance.games import GameChoice, NothingInCommonError
from referee.conformance.partner import EngineProgram
from referee.conformance.program import NotStartedError
from referee.conformance.protocol import (
    DEFAULT,
    REFERENCE,
    AnyRequest,
    Introduction,
    New,
    set_named,
)
from referee.conformance.report import (
    CutRun,
    Fate,
    Group,
    KnownFailures,
    KnownFileError,
    NotSavedError,
    Report,
    SavedDifferenceError,
    compared,
    read_known,
)
from referee.conformance.shrink import TRIES
from referee.core.answer import Answer
from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.input_limits import BYTES_OF_A_REQUEST, SECONDS_FOR_AN_ANSWER
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.core.set_reader import ComponentSetError
from referee.engine.golden import GoldenFileError
from referee.i18n.speech import say
from referee.rulebook import RULES

__all__ = ["CutRun", "KnownFailures"]

# What a run against another program shows ---------------------------------------------------------
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
        cut=report.cut,
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


DEFAULT_SETS: Final = DEFAULT
"""What games are drawn from: mostly the shipped set, and some that were made by lot."""

WHOLE_RUN: Final = 3600.0
"""Seconds that a run may take if nobody says otherwise."""

SHRINK_TRIES: Final = TRIES
"""How often a program is asked to find a shorter game for a difference."""


def conform(  # noqa: PLR0913
    command: Command,
    *,
    games: int = 20,
    seed: int = 0,
    players: Sequence[int] = PLAYER_COUNTS,
    sets: Sequence[str] = DEFAULT_SETS,
    rounds: int = ROUNDS,
    default_rulings: bool = False,
    illegal: int = 2,
    golden: Path | str | None = None,
    again: Path | str | None = None,
    known: Path | str | None = None,
    answer_timeout: float = 10.0,
    shrink: int = SHRINK_TRIES,
    max_items: int = 10,
    save: Path | str | None = None,
    jobs: int = 1,
    results: Path | str | None = None,
    resume: bool = False,
    shrinking: Callable[[str], None] | None = None,
    budget: Budget | None = None,
) -> Conformance:
    """Return in what a program that speaks the protocol of docs/conformance.md differs.

    It plays a number of seeded `games` from the first `seed` on, by some of these numbers of
    `players`, with some of these component `sets` (`reference`, `random-7`, `small-7`, folders),
    and is asked about `illegal` turns of two sorts at every table; or it plays the `golden` games
    in a folder; or it is asked `again` what an earlier run has saved in one. `known` is a file with
    the ids of differences, or the names of golden games, that are expected.

    Of the `max_items` most frequent differences shorter games are looked for with up to `shrink`
    tries each, and all are written into the folder `save`, if there is one. What comes of each game
    is kept in the file `results`, with which an interrupted run can be `resume`d.

    After the seconds of the `budget`, an hour without one, no question is asked any more, and the
    answer says what was `cut`. It gets how many games are played, and is asked before each whether
    to begin no other; `shrinking` gets the difference that is worked on.

    >>> import sys
    >>> import referee
    >>> engine = [sys.executable, "-m", "referee", "conform", "serve"]
    >>> found = referee.conform(engine, games=1, rounds=1, sets=["reference"], answer_timeout=60)
    >>> found.games, found.conforms
    (1, True)
    """
    limits = Budget(seconds=WHOLE_RUN) if budget is None else budget_of(budget)
    if again is not None and golden is not None:
        raise UsageError.of("answers.conformance.again-or-golden")
    if resume and results is None:
        raise UsageError.of("answers.conformance.resume-needs-results")
    if not players or not {*players} <= {*PLAYER_COUNTS}:
        raise UsageError.of("answers.conformance.player-numbers", players=f"{[*players]!r:.40}")
    for name in sets:
        try:
            found = set_named(name)
        except ComponentSetError as error:
            raise UsageError(unusable_set(Path(name), error), file=name) from error
        if found is None:
            raise UsageError.of("answers.conformance.not-a-set", name=f"{name!r:.60}")
    task = Task(
        command=command_words(command),
        answer_limit=answer_timeout,
        choice=GameChoice(
            sets=tuple(sets) if golden is None else (REFERENCE,),
            players=tuple(players),
            rounds=rounds,
            default_rulings=default_rulings,
        ),
        how=Thoroughness(illegal=illegal),
        golden=None if golden is None else str(golden),
        again=None if again is None else str(again),
    )
    options = Options(
        games=games,
        seed=seed,
        jobs=jobs,
        results=None if results is None else Path(results),
        resume=resume,
        shrink=shrink,
        most=max_items,
        folder=None if save is None else Path(save),
        limit=0 if limits.seconds == inf else limits.seconds,
    )
    watch = Watch(played=limits.progress, shrinking=shrinking, stop=limits.stop)
    names = None if known is None else _known(Path(known))

    def answer() -> Conformance:
        report = campaign.report()
        failed = [group.id for group in report.groups]
        if golden is not None:
            failed = [game for group in report.groups for game in group.games]
        expected = None if names is None else compared(failed, names)
        return conformance_of(report, campaign.program, expected)

    with _translated():
        campaign = Campaign(task, options, watch)
        with kept_for(limits, answer):
            campaign.run()
    return answer()


def _known(file: Path) -> tuple[str, ...]:
    try:
        return read_known(file)
    except (KnownFileError, OSError, UnicodeDecodeError) as error:
        raise UnreadableError(
            say("answers.conformance.cannot-read", file=file, error=error), file=str(file)
        ) from error


@contextmanager
def _translated() -> Iterator[None]:
    """Let what goes wrong in a run be told as an error of this surface."""
    try:
        yield
    except NotStartedError as error:
        raise ProgramError(str(error)) from error
    except NothingInCommonError as error:
        raise NoAnswerError(str(error)) from error
    except (ResultsError, GoldenFileError, SavedDifferenceError) as error:
        raise UnreadableError(str(error)) from error
    except (NotKeptError, NotSavedError) as error:
        raise WriteError(str(error)) from error


# The engine as a program that others can be held against ------------------------------------------
def serve_engine(
    requests: Iterable[bytes],
    *,
    version: str = "",
    components: ComponentSet | Path | str | None = None,
    answer_limit: float = SECONDS_FOR_AN_ANSWER,
) -> Iterator[bytes]:
    r"""Yield a line of JSON for each request of the protocol in docs/conformance.md.

    Ends after `quit`, or with the requests. `version` is what the engine says of itself. Turns that
    are not listed or counted after `answer_limit` seconds are answered with an error.

    >>> from referee.api.conformance import serve_engine
    >>> list(serve_engine([b'{"do": "quit", "id": 1}']))
    [b'{"id":1}\n']
    """
    return EngineProgram(version, sets_of(components), answer_limit).lines(requests)


def request_lines(stream: BinaryIO) -> Iterator[bytes]:
    r"""Yield the lines of a stream, of one that is too long for a request only the beginning.

    >>> from io import BytesIO
    >>> from referee.api.conformance import request_lines
    >>> list(request_lines(BytesIO(b'{"do": "hello", "id": 1}\n')))
    [b'{"do": "hello", "id": 1}\n']
    """
    most = BYTES_OF_A_REQUEST + 1
    while line := stream.readline(most):
        yield line
        while len(line) == most and not line.endswith(b"\n"):
            line = stream.readline(most)
