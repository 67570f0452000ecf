"""`referee perft`: counts rows of legal turns, to hold against other programs."""

import shlex
from pathlib import Path
from random import Random
from typing import Any

import click

from referee.cli.console import show, show_json
from referee.cli.examples import examples
from referee.cli.exits import NO, UNDECIDED
from referee.cli.moments import at_option, table_at
from referee.cli.render.perft import (
    Counted,
    Walked,
    counted_data,
    counted_page,
    walked_data,
    walked_page,
)
from referee.cli.render.table import moment_words, when_words
from referee.cli.sources import FILE, components_option, json_option
from referee.cli.time_limit import TimeUpError, within
from referee.conformance.against import CannotCountError, Place, Walk
from referee.conformance.partner import Partner
from referee.conformance.perft import Count, counted
from referee.conformance.program import MisbehaviourError, NotStartedError
from referee.conformance.sets import can_play
from referee.engine.actions import has_turn
from referee.game.events import RefillBooks
from referee.game.ids import BookId
from referee.transcript.moments import At, Stopped
from referee.transcript.saying import statement_of
from referee.transcript.writing import line_of


class UncountedError(click.ClickException):
    """Nothing can be said about how many turns there are."""

    exit_code = UNDECIDED


class FailedError(click.ClickException):
    """The program did not answer as it should, which is a finding and no misuse."""

    exit_code = NO

    def __init__(self, error: MisbehaviourError) -> None:
        wrote = f"\n{error.wrote}" if error.wrote else ""
        super().__init__(f"the program failed ({error.kind}): {error}{wrote}")


@click.command(
    short_help="Count rows of legal turns.",
    epilog=examples(
        "referee perft game.mgn --at 1.1",
        "referee perft game.mgn --at 1.1 --divide",
        "referee perft game.mgn --at 6.9 --depth 2 --seconds 120",
        "referee perft game.mgn --at 6.9 --depth 2 --against './mine --serve'",
        keys="moment, player, depth, counts (a list of: action, choice, rows, ended), rows, ended, "
        "finished; with --against: moment, depth, tables, finished, agreed (by depth: depth, "
        "tables, counts), difference (null, or turns, kind, about, counts (referee, program), "
        "referee, program).",
    ),
)
@click.argument("file", metavar="FILE", type=FILE)
@at_option("Before this turn; else where the record ends.")
@click.option("--depth", type=click.IntRange(1, 20), default=1, show_default=True, help="Turns.")
@click.option("--divide", is_flag=True, help="Tell first choices apart, not only actions.")
@click.option(
    "--against", metavar="COMMAND", help="Find the first place where this program counts otherwise."
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Draws books that the record does not."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01),
    default=60.0,
    show_default=True,
    help="Stop after so long.",
)
@click.option(
    "--answer-limit",
    type=click.FloatRange(0.01, 3600),
    default=10.0,
    show_default=True,
    help="Seconds for an answer of the program.",
)
@components_option
@json_option
def perft(
    file: Path,
    at: At | None,
    folder: Path | None,
    against: str | None,
    *,
    as_json: bool,
    **wanted: Any,  # noqa: ANN401
) -> None:
    """Count the rows of --depth legal turns from a moment of the game in FILE.

    Turns that differ only in an order that cannot matter are one turn. Books are drawn as in the
    record, then by the seed. Rows go no further than the action phase. Exits 1 if the program
    counts otherwise, 3 if there was not enough time.
    """
    found = table_at(file, at, folder)
    if against is not None and found.record is None:
        raise click.UsageError("a program is led to a table by its events; name a recorded game")
    if not has_turn(found.state):
        when = when_words(found.state, found.colours)
        raise click.UsageError(f"nobody has a turn {when}; try --at")
    order = _order(found, wanted["seed"])
    if against is None:
        rows = _count(found, order, wanted)
        show_json(counted_data(rows)) if as_json else show(counted_page(rows))
        finished = rows.finished
    else:
        walked = _compare(found, order, wanted, against)
        show_json(walked_data(walked)) if as_json else show(walked_page(walked))
        finished = walked.finished
        if walked.place is not None:
            raise click.exceptions.Exit(NO)
    if not finished:
        raise click.exceptions.Exit(UNDECIDED)


def _order(found: Stopped, seed: int) -> tuple[BookId, ...]:
    """Return the books in the order of the record's refills, then of the seed."""
    statements = found.record.statements if found.record is not None else ()
    refills = [each.said for each in statements if isinstance(each.said, RefillBooks)]
    recorded = [on.book for said_refill in refills for on in said_refill.books]
    books = sorted(found.state.setting.components.book)
    return (*recorded, *Random(seed).sample(books, len(books)))


def _count(found: Stopped, order: tuple[BookId, ...], wanted: dict[str, Any]) -> Counted:
    counts: list[Count] = []
    finished = True
    try:
        with within(wanted["seconds"]):
            for count in counted(found.state, wanted["depth"], order, divide=wanted["divide"]):
                counts.append(count)  # noqa: PERF402 - what was counted in time is kept
    except TimeUpError:
        finished = False
    return Counted(
        moment=moment_words(found.state, found.colours),
        player=found.colours[found.state.to_move or 0],
        depth=wanted["depth"],
        counts=tuple(counts),
        finished=finished,
    )


def _compare(
    found: Stopped, order: tuple[BookId, ...], wanted: dict[str, Any], command: str
) -> Walked:
    partner = Partner(_words(command), wanted["answer_limit"])
    setting = found.state.setting
    place: Place | None = None
    finished = True
    try:
        if not can_play(partner.introduction(), setting.components):
            raise UncountedError(f"the program cannot play with the set {setting.components.name}")
        walk = Walk(partner, setting, found.events, order)
        with within(wanted["seconds"]):
            place = walk.first_difference(found.state, wanted["depth"])
    except TimeUpError:
        finished = False
    except NotStartedError as error:
        raise click.UsageError(str(error)) from error
    except CannotCountError as error:
        raise UncountedError(str(error)) from error
    except MisbehaviourError as error:
        raise FailedError(error) from error
    finally:
        partner.kill()
    events = () if place is None else place.events
    return Walked(
        moment=moment_words(found.state, found.colours),
        depth=wanted["depth"],
        tables=walk.tables,
        finished=finished,
        agreed=tuple(walk.agreed),
        place=place,
        turns=[line_of(statement_of(e, setting.rulings), found.colours) for e in events],
    )


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise click.UsageError(f"{command!r:.80} is no command: {error}") from error
    if not words:
        raise click.UsageError("--against names no command")
    return words
