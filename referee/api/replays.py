"""Replays: a recorded game as one file in which every event can be looked at."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from referee.api.copy_verdicts import copy_story
from referee.api.errors import NoAnswerError, UsageError, WriteError
from referee.api.games import Game
from referee.api.gaps import JudgedGaps
from referee.api.long_work import budget_of, followed
from referee.api.reviews import END, Reviewing
from referee.core.budget import Budget
from referee.core.events import Event
from referee.core.state import Setting, State
from referee.core.turns import Turn, has_blanks
from referee.drawing.film import NoRendererError, png
from referee.drawing.page import card_picture, replay_page
from referee.drawing.sheet import shown_table
from referee.drawing.story import BetterTurn, Story, StoryStep, judged_steps, told
from referee.engine import check_setting, step
from referee.gaps.completions import Completions, complete_record, showing_all
from referee.i18n.page_words import replay_words
from referee.i18n.speech import one_by_one, say, spoken
from referee.records.judgement import Step
from referee.records.moments import NoMomentError, known_setting
from referee.records.record import Statement
from referee.solve.horizons import turn_text

if TYPE_CHECKING:
    from referee.solve.game_review import Reviewed


# The statements of a game as its replay goes through them, behind gaps and with unread copies -----
def story_steps(game: Game, setting: Setting) -> Iterator[StoryStep]:
    """Yield what a record says, statement by statement, as far as anything is known of it."""
    if game.judged_unread is not None:
        for number, judged, tables, condition in copy_story(game):
            event: Any = judged.statement.said if is_said(judged.statement) else None
            yield StoryStep(
                number=number,
                step=replace(judged, event=event),
                tables=tables,
                shown=game.components.drawn_table(tables),
                missing="" if judged.missing is None else judged.missing.words(),
                condition=condition,
            )
        return
    for each in judged_steps(game.record, setting):
        if each.step.missing is not None and each.step.counts:
            yield from _behind_gap(game, each)
            return
        yield each


# Behind gaps --------------------------------------------------------------------------------------


def _behind_gap(game: Game, gap: StoryStep) -> Iterator[StoryStep]:
    """Yield the statements from a gap on; the gap alone if it is not known what is possible."""
    judged = game.judged_gaps
    found = None if judged is None else _followed(judged)
    if judged is None or found is None:
        yield gap
        return
    yield from FollowedGaps(game, judged, found).steps(gap)
    place = judged.found.failed_at
    if place is not None and (tables := _tables(found, place)):
        yield _failing(judged, tables, place)


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
            if not after:
                return
            step = self._step(self._statements[number], before, after)
            if number == gap.number:
                step = replace(step, inserted=(*gap.step.inserted, *step.inserted))
            yield StoryStep(
                number=number,
                step=step,
                tables=after,
                shown=shown_table(after),
                missing=self._open.get(step.statement.at.line, ""),
                is_adrift=len({(each.round, each.turn, each.phase) for each in before}) > 1
                or (place is None and is_said(step.statement)),
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
    """Return as few tables before a line as show what is possible; none if that is too much."""
    tables = found.table_before(place)
    return () if tables is None else showing_all(tables)


# Partly read copies -------------------------------------------------------------------------------


CARD_ENDINGS = (".png", ".svg")


class Replay(Struct, frozen=True):
    """A whole game, from its first event to its last."""

    story: Story

    def __repr__(self) -> str:
        return f"<Replay: {len(self.story.events)} events>"

    def to_html(self) -> str:
        """Return the page, one file that asks nobody for anything.

        >>> import referee
        >>> referee.load("games/two-players.mgn").replay().to_html()[:15]
        '<!doctype html>'
        """
        return replay_page(self.story, spoken())

    def to_card(self, ending: str = ".png") -> bytes:
        """Return result, chart and the turn of the game as one picture, `.png` or `.svg`.

        >>> import referee
        >>> referee.load("games/two-players.mgn").replay().to_card(".svg")[:4]
        b'<svg'
        """
        if ending.lower() not in CARD_ENDINGS:
            raise UsageError.of(
                "answers.replays.card-ending",
                card_endings=tuple(CARD_ENDINGS),
                ending=f"{ending!r:.40}",
            )
        picture = card_picture(self.story, spoken())
        if ending.lower() == ".svg":
            return picture.svg.encode()
        try:
            return png(picture, 1)
        except NoRendererError as error:
            raise WriteError(str(error)) from error

    def _repr_html_(self) -> str:
        return card_picture(self.story, spoken()).svg


def replay_of(
    game: Game, *, anonymous: bool, review: bool, jobs: int, budget: Budget | None
) -> Replay:
    """Return a recorded game as a replay, with `review` beside the best turn at every table."""
    try:
        setting = known_setting(game.read)
    except NoMomentError as error:
        raise NoAnswerError(str(error), file=game.name) from error
    if broken := tuple(check_setting(setting)):
        rules = ", ".join(violation.rule.id for violation in broken)
        words = replay_words().say("page", "header-broken", rules=rules)
        raise NoAnswerError(words, file=game.name)
    reviewing = Reviewing(game, jobs=jobs, budget=budget) if review else None
    turns = [] if reviewing is None else reviewing.turns

    def answer(found: "list[Reviewed]") -> Replay:
        best = {
            (one.round, one.turn_number): _better_turn(turn.before, one, game.colours)
            for turn, one in zip(turns, found, strict=False)
        }
        story = told(
            game.record,
            game.components,
            story_steps(game, setting),
            best=None if reviewing is None else best,
            anonymous=anonymous,
            title=Path(game.name).stem,
        )
        if not story.events:
            raise NoAnswerError(say("answers.replays.no-events"), file=game.name)
        return Replay(story)

    return followed(reviewing or (), len(turns), answer, budget_of(budget))


def _better_turn(before: State, one: "Reviewed", colours: tuple[str, ...]) -> BetterTurn:
    best = one.best
    return BetterTurn(
        turn=best,
        notation=END if best is None else turn_text(best, before.setting, colours),
        after=step(before, best) if best is not None and one.loss else None,
        value=one.value,
        best_value=one.best_value,
    )
