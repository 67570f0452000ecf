"""The legal turns of the player who is to move, counted and listed."""

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, get_args

import msgspec

from referee.api.errors import NoAnswerError, ProgramError, UsageError, require
from referee.api.long_work import budget_of, kept_for
from referee.api.tables import Table
from referee.api.turns import chosen_actions
from referee.conformance.difference import AnswerKind
from referee.conformance.partner import ForeignProgram
from referee.conformance.perft import ACTIONS as COUNTED_ACTIONS
from referee.conformance.perft import (
    AgreedCounts,
    CannotCountError,
    DifferingTable,
    TableWalk,
    TurnCount,
    counted,
    failed,
)
from referee.conformance.program import MisbehaviourError, Misdeed, NotStartedError
from referee.conformance.protocol import can_play
from referee.core.answer import Answer, showing
from referee.core.budget import Budget, BudgetExceeded
from referee.core.events import RefillBooks
from referee.core.ids import BookId
from referee.core.public import moment_words, when_words
from referee.core.turns import Action
from referee.engine.actions import has_turn
from referee.engine.legal_turns import legal_turns
from referee.engine.turn_counts import count_action
from referee.i18n.speech import say
from referee.records.record import Statement
from referee.records.writer import line_of, said_of, statement_of


class LegalTurns(Answer, frozen=True, kw_only=True):
    """The legal turns at a table; turns that differ only in an order that cannot matter are one."""

    moment: str
    player: str
    """The colour of the player who is to move."""
    counts: Mapping[str, int | None]
    """How many turns each action has; None for what was not counted in time."""
    turns: Mapping[str, tuple[str, ...]]
    """The first turns of each action in the notation of docs/notation.md."""
    note: str | None
    """Why the record goes no further than this table, if it does not."""


def legal(table: Table, action: str | None, max_items: int, budget: Budget | None) -> LegalTurns:
    """Return how many turns of a table are legal, and the first of each action."""
    state = table.state
    _require_turn(table)
    chosen = chosen_actions(action)
    limits = budget_of(budget)
    listed = {each: _listed(table, each, max_items, limits) for each in chosen}
    found = LegalTurns(
        moment=moment_words(state, table.colours),
        player=table.colours[state.to_move or 0],
        counts={each: count for each, (count, _) in listed.items()},
        turns={each: lines for each, (_, lines) in listed.items()},
        note=table.note or None,
    )
    return showing(found, lambda: table.scene)


def _require_turn(table: Table) -> None:
    require(
        has_turn(table.state),
        "answers.counts.nobody-to-move",
        when=when_words(table.state, table.colours),
    )


def _listed(
    table: Table, action: Action, most: int, budget: Budget
) -> tuple[int | None, tuple[str, ...]]:
    """Return the number of turns of an action, and the first of them in notation."""
    setting, lines = table.state.setting, list[str]()
    if not any(legal_turns(table.state, (action,))):
        return 0, ()
    try:
        for _, turn in islice(legal_turns(table.state, (action,), budget.tick), most):
            said = said_of(turn, setting.rulings, setting.components)
            lines.append(line_of(Statement(said=said), table.colours))
        return count_action(table.state, action, budget.tick), tuple(lines)
    except BudgetExceeded:
        return None, tuple(lines)


# Commands of other programs, as a list of words or as a shell reads them --------------------------
Command = str | Sequence[str]
"""A program with its arguments."""


def command_words(command: Command) -> tuple[str, ...]:
    """Return the words of a command; a `UsageError` if there are none."""
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as error:
        raise UsageError.of(
            "answers.commands.not-a-command", command=f"{command!r:.80}", error=error
        ) from error
    if not words:
        raise UsageError.of("answers.commands.no-command")
    return tuple(words)


# How many rows of legal turns there are, and where another program counts otherwise ---------------
class Counts(Answer, frozen=True, kw_only=True):
    """The rows of legal turns from a table on."""

    moment: str
    player: str
    """The colour of the player whose turn it is."""
    depth: int
    counts: tuple[TurnCount, ...]
    finished: bool
    """Whether all rows were counted; otherwise there are at least as many."""
    rows: int
    """All rows of the whole depth."""
    ended: int
    """All rows that are shorter."""


class BothCounts(Answer, frozen=True, kw_only=True):
    """The turns that each side counts at one table, by action; nothing if that was not asked."""

    referee: dict[Action, int]
    program: dict[Action, int]


class CountDifference(Answer, frozen=True, kw_only=True):
    """The first table at which a program answers otherwise, or fails to answer."""

    turns: tuple[str, ...]
    """What leads there, in the notation of records."""
    kind: AnswerKind
    about: tuple[str, ...]
    counts: BothCounts
    referee: Any
    """What was expected; where the program failed, no more than that it answers."""
    program: Any
    """What it answered instead; where it failed, what is `said` of that and what it `wrote`."""

    @property
    def is_failure(self) -> bool:
        """Whether the program crashed, hung or wrote what is no answer."""
        return self.kind in get_args(Misdeed)


class CountComparison(Answer, frozen=True, kw_only=True):
    """The counts of the referee and of a program, compared table by table."""

    moment: str
    depth: int
    tables: int
    finished: bool
    agreed: tuple[AgreedCounts, ...]
    difference: CountDifference | None


def perft(table: Table, depth: int, budget: Budget | None, *, divide: bool, seed: int) -> Counts:
    """Return how many rows of legal turns there are from a table on."""
    _require_countable(table, depth)
    limits = budget_of(budget)
    found: list[TurnCount] = []
    finished = False

    def answer() -> Counts:
        return Counts(
            moment=moment_words(table.state, table.colours),
            player=table.colours[table.state.to_move or 0],
            depth=depth,
            counts=tuple(found),
            finished=finished,
            rows=sum(each.rows for each in found),
            ended=sum(each.ended for each in found),
        )

    rows = counted(table.state, depth, _order(table, seed), divide=divide, tick=limits.tick)
    with suppress(BudgetExceeded), kept_for(limits, answer):
        for count in rows:
            found.append(count)
            if limits.progress is not None:
                limits.progress(COUNTED_ACTIONS.index(count.action) + 1, len(COUNTED_ACTIONS))
        finished = True
    return answer()


def perft_against(
    table: Table,
    command: Command,
    depth: int,
    budget: Budget | None,
    *,
    seed: int,
    answer_timeout: float,
) -> CountComparison:
    """Return the first table where a program counts other legal turns."""
    words = command_words(command)
    if table.record is None:
        raise UsageError.of("answers.counts.program-needs-game")
    _require_countable(table, depth)
    limits = budget_of(budget)
    # An answer is not waited for longer than the whole comparison may take.
    limit = min(answer_timeout, limits.seconds_left)
    partner = ForeignProgram(words, limit, tick=limits.tick)
    walk: TableWalk | None = None
    place: DifferingTable | None = None
    finished = False

    def answer() -> CountComparison:
        agreed = [each for each in (() if walk is None else walk.agreed) if each.tables]
        return CountComparison(
            moment=moment_words(table.state, table.colours),
            depth=depth,
            # Not the one that may have been asked about when the work was ended.
            tables=sum(each.tables for each in agreed) + (place is not None and walk is not None),
            finished=finished,
            agreed=tuple(agreed),
            difference=None if place is None else _difference(place, table),
        )

    try:
        with suppress(BudgetExceeded), kept_for(limits, answer):
            walk = _walk(partner, table, seed, limits)
            place = walk.first_difference(table.state, depth)
            finished = True
    except NotStartedError as error:
        raise ProgramError(str(error)) from error
    except CannotCountError as error:
        raise NoAnswerError(str(error)) from error
    except MisbehaviourError as error:
        # It has not even said who it is.
        place, finished = failed(error), True
    finally:
        partner.kill()
    return answer()


def _require_countable(table: Table, depth: int) -> None:
    if depth < 1:
        raise UsageError.of("answers.counts.depth-range", depth=depth)
    _require_turn(table)


def _order(table: Table, seed: int) -> tuple[BookId, ...]:
    """Return the books in the order of the record's refills, then of the seed."""
    statements = table.record.statements if table.record is not None else ()
    refills = [each.said for each in statements if isinstance(each.said, RefillBooks)]
    recorded = [on.book for refill in refills for on in refill.books]
    books = sorted(table.components.book)
    return (*recorded, *Random(seed).sample(books, len(books)))


def _walk(partner: ForeignProgram, table: Table, seed: int, budget: Budget) -> TableWalk:
    try:
        program = partner.introduction()
    except MisbehaviourError as error:
        if error.kind == "hang":
            # There may have been no more time to wait for it.
            budget.tick()
        raise
    if not can_play(program, table.components):
        raise CannotCountError(say("answers.counts.program-lacks-set", name=table.components.name))
    order = _order(table, seed)
    return TableWalk(partner, table.state.setting, table.events, order, budget.tick)


def _difference(place: DifferingTable, table: Table) -> CountDifference:
    setting = table.state.setting
    statements = [
        statement_of(event, setting.rulings, setting.components) for event in place.events
    ]
    return CountDifference(
        turns=tuple(line_of(statement, table.colours) for statement in statements),
        kind=place.parting.kind,
        about=place.parting.about,
        counts=BothCounts(referee=place.expected, program=place.given),
        referee=msgspec.to_builtins(place.parting.expected),
        program=msgspec.to_builtins(place.parting.given),
    )
