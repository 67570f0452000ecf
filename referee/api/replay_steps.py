"""The statements of a game as its replay goes through them, behind gaps and with unread copies."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from referee.api.copy_verdicts import judged_copy, statement_step
from referee.api.games import Game
from referee.api.gap_verdicts import JudgedGaps, judge_gaps
from referee.game.events import Event
from referee.game.input_limits import SECONDS_FOR_GAPS
from referee.game.messages.replays import replay_words
from referee.game.messages.speech import one_by_one
from referee.game.setting import Setting
from referee.game.state import State
from referee.game.turns import Turn, has_blanks
from referee.gaps.completions import Completions, complete_record
from referee.gaps.open_places import open_table, showing_all
from referee.notation.record import Statement
from referee.pictures.shown_table import shown_table
from referee.replays import StoryStep, judged_steps
from referee.transcript.judgement import Step


def story_steps(game: Game, setting: Setting) -> Iterator[StoryStep]:
    """Yield what a record says, statement by statement, as far as anything is known of it."""
    if game.judged_unread is not None:
        yield from _on_copy(game)
        return
    for told in judged_steps(game.record, setting):
        if told.step.missing is not None and told.step.counts:
            yield from _behind_gap(game, told)
            return
        yield told


# Behind gaps --------------------------------------------------------------------------------------


def _behind_gap(game: Game, gap: StoryStep) -> Iterator[StoryStep]:
    """Yield the statements from a gap on; the gap alone if it is not known what is possible."""
    judged = judge_gaps(game.record, game.components, SECONDS_FOR_GAPS)
    found = None if judged is None else _followed(judged)
    if judged is None or found is None:
        yield gap
        return
    yield from FollowedGaps(game, judged, found).steps(gap)
    if judged.found.failed_at is not None:
        yield _failing(judged, _tables(found, judged.found.failed_at), judged.found.failed_at)


def _failing(judged: JudgedGaps, tables: tuple[State, ...], place: int) -> StoryStep:
    """Return the line that no way of filling the gaps before it allows."""
    statement = judged.gaps.statement(place)
    event: Any = statement.said if is_said(statement) else None
    step = judged.failing or Step(statement, tables[0], tables[0], event, is_uncertain=True)
    return StoryStep(
        number=judged.gaps.statements[place],
        step=step,
        tables=tables,
        shown=shown_table(tables),
        missing="" if judged.failing else replay_words().page["excluded"],
    )


def _followed(judged: JudgedGaps) -> Completions | None:
    """Return all ways to fill the gaps, up to the line that fails; None if some were not found."""
    found = judged.found
    if found.failed_at is not None:
        lines = judged.gaps.lines[: found.failed_at]
        found = complete_record(judged.gaps.start, lines, explain=False)
    return found if found.exact and found.graph is not None else None


class FollowedGaps:
    """A record from its first gap on, with every table that is possible."""

    def __init__(self, game: Game, judged: JudgedGaps, found: Completions) -> None:
        self._gaps = judged.gaps
        self._found = found
        self._statements = game.record.statements
        self._open = _open_words(judged, game.colours)
        self._certain = {
            id(step.statement): step for step in judged.certain_steps() if step.event is not None
        }

    def steps(self, gap: StoryStep) -> Iterator[StoryStep]:
        """Yield the statements from the gap on."""
        places = {number: place for place, number in enumerate(self._gaps.statements)}
        failed = self._found.failed_at or len(self._found.choices)
        behind = (
            self._gaps.statements[failed]
            if failed < len(self._gaps.statements)
            else len(self._statements)
        )
        before = _tables(self._found, 0)
        for number in range(gap.number, behind):
            place = places.get(number)
            after = before if place is None else _tables(self._found, place + 1)
            step = self._step(self._statements[number], before, after)
            if number == gap.number:
                step = replace(step, inserted=(*gap.step.inserted, *step.inserted))
            yield StoryStep(
                number=number,
                step=step,
                tables=after,
                shown=shown_table(after),
                missing=self._open.get(step.statement.at.line, ""),
                is_adrift=_is_adrift(before) or (place is None and is_said(step.statement)),
            )
            before = after

    def _step(
        self, statement: Statement, before: tuple[State, ...], after: tuple[State, ...]
    ) -> Step:
        certain = self._certain.get(id(statement))
        if certain is not None:
            # A turn that nobody wrote down, and of which only one fits, is told as filled in.
            unsaid = () if is_said(statement) else (certain.event,)
            return replace(certain, after=after[0], inserted=unsaid)
        event: Any = statement.said if is_said(statement) else None
        return Step(statement, before[0], after[0], event, is_uncertain=True)


def _is_adrift(tables: tuple[State, ...]) -> bool:
    """Return whether it is not certain at which turn the tables stand."""
    return len({(each.round, each.turn, each.phase) for each in tables}) > 1


def is_said(statement: Statement) -> bool:
    """Return whether a statement tells an event; of a turn something may be left out."""
    said = statement.said
    return isinstance(said, Turn) or (isinstance(said, Event) and not has_blanks(said))


def _open_words(judged: JudgedGaps, colours: tuple[str, ...]) -> dict[int, str]:
    """Return by line what is open there, and what could be written."""
    found: dict[int, list[str]] = {}
    for gap in judged.report(colours).open_gaps():
        found.setdefault(gap.line or 0, []).append(one_by_one((gap.what, *gap.write)))
    return {line: one_by_one(words) for line, words in found.items()}


def _tables(found: Completions, place: int) -> tuple[State, ...]:
    """Return as few tables before a line as show everything that is possible."""
    return showing_all(open_table(found.worlds(place)))


# Partly read copies -------------------------------------------------------------------------------


def _on_copy(game: Game) -> Iterator[StoryStep]:
    from referee.unread.drawn_tables import drawn_table  # noqa: PLC0415
    from referee.unread.judge import WORK_OF_A_RECORD  # noqa: PLC0415
    from referee.unread.plain_tables import plain_tables  # noqa: PLC0415
    from referee.unread.work_left import WorkLeft  # noqa: PLC0415

    judged = game.judged_unread
    assert judged is not None  # noqa: S101
    conditions = {each.line: each.condition for each in judged_copy(game).conditions}
    layers: list[Sequence[Any]] = [*judged.layers]
    work = WorkLeft(WORK_OF_A_RECORD)
    before = plain_tables(layers[0], work)
    for each in judged.statements:
        at = min(each.number + 1, len(layers) - 1)
        after = tuple(dict.fromkeys(plain_tables(layers[at], work)))
        step = statement_step(judged, each)
        event: Any = each.statement.said if is_said(each.statement) else None
        yield StoryStep(
            number=each.number,
            step=replace(step, before=before[0], after=after[0], event=event),
            tables=after,
            shown=drawn_table(after),
            missing="" if step.missing is None else step.missing.words(),
            condition=conditions.get(each.statement.at.line or None, ""),
        )
        before = after
