"""A turn that is only partly said: what may come next, and what follows when it is finished."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.core.ids import Company, Seat
from referee.core.limits import ROUNDS
from referee.core.state import Phase, Player, State
from referee.core.turns import Action, Turn
from referee.engine.actions import ROWS, turn_of
from referee.engine.round_end import begin_turn, next_seat
from referee.engine.stage import Narrow, Row, Stage
from referee.engine.work import Work, put
from referee.rulebook import expansion as expansion_rules
from referee.rulebook import round_end as end_rules
from referee.rulebook import tracks as track_rules


# The table that a turn leaves, with the next player to move ---------------------------------------
def table_after(work: Work) -> State:
    """Return the table that a finished turn leaves, with the next player to move."""
    state = work.state
    regions = _regions_after(work) if work.entered else state.regions
    markers, display, discards = state.markers, state.display, state.discards
    if work.marker is not None:
        markers = put(markers, work.facts.space_index[work.marker], work.seat)
    if work.bought is not None:
        display = put(display, display.index(work.bought), None)
    if work.discarded is not None:
        discards = tuple(sorted((*discards, work.discarded)))
    players = _players_after(work)
    to_move = next_seat(players, work.seat)
    phase = _begin_next(work, players, to_move)
    return replace(
        state,
        phase=phase,
        turn=state.turn + 1,
        to_move=to_move,
        first_player=work.first_player,
        regions=regions,
        bases=work.bases,
        lost_posts=work.lost_posts,
        display=display,
        book_display=work.book_display,
        book_coins=work.book_coins,
        markers=markers,
        discards=discards,
        players=tuple(players),
    )


def _begin_next(work: Work, players: list[Player], to_move: Seat | None) -> Phase:
    """Let the next player begin his turn if there is one, and return the phase that it is then."""
    if to_move is not None:
        waiting = players[to_move]
        players[to_move] = begun = begin_turn(waiting, work.facts)
        if begun is not waiting:
            work.note(track_rules.BONUS_FROM_NEXT_TURN)
        return "actions"
    if work.state.round < ROUNDS:
        return "preparation"
    work.note(end_rules.GAME_ENDS)
    return "over"


def _regions_after(work: Work) -> tuple[Company | None, ...]:
    work.note(expansion_rules.POSTS_STAND)
    regions = list(work.state.regions)
    for region in work.entered:
        regions[work.facts.region_index[region]] = work.company
    return tuple(regions)


def _players_after(work: Work) -> list[Player]:
    players = list(work.state.players)
    if work.paid_to_others is not None:
        players = [
            replace(player, cash=player.cash + paid)
            for player, paid in zip(players, work.paid_to_others, strict=False)
        ]
    players[work.seat] = work.player_after()
    return players


StageAnswers = tuple[tuple[Any, ...], ...]
"""The answers given at each stage so far; the last are those of the stage that is due."""


class Unfinished:
    """A legal beginning of a turn: the stage that is due, and what was said so far.

    Its work is not changed any more, so that turns between which nothing happened may share it.
    """

    __slots__ = ("action", "place", "row", "said", "work")

    def __init__(self, action: Action, work: Work, said: StageAnswers = ((),)) -> None:
        self.action = action
        self.row: Row = ROWS[action]
        self.work = work
        self.place = len(said) - 1
        self.said = said

    @property
    def stage(self) -> Stage[Any] | None:
        """The stage that is due, or None when all is said."""
        return self.row[self.place] if self.place < len(self.row) else None

    def options(self, narrow: Narrow = list) -> list[Any]:
        """Return what may be said next; whether nothing more may be is `may_pass`."""
        return [] if self.stage is None else self.stage.legal(self.work, narrow)

    def may_pass(self) -> bool:
        """Return whether the stage that is due may be left with what was said."""
        stage = self.stage
        return stage is not None and stage.repeated and stage.may_stop(self.work)

    def saying(self, answer: object) -> "Unfinished":
        """Return the turn with an answer added at the stage that is due."""
        stage = self.row[self.place]
        if answer is None and stage.none_is_nothing:
            return Unfinished(self.action, self.work, (*self.said[:-1], (None,), ()))
        said = (*self.said[:-1], (*self.said[-1], answer))
        further = self._copy(said) if stage.repeated else self._copy((*said, ()))
        stage.take(further.work, answer)
        return further

    def passing(self) -> "Unfinished":
        """Return the turn with the stage that is due left."""
        return Unfinished(self.action, self.work, (*self.said, ()))

    def turn(self) -> Turn:
        """Return the finished turn."""
        return turn_of(self.action, self.work.seat, self.said[: len(self.row)])

    def table_after(self) -> State:
        """Return the table that the finished turn leaves."""
        return table_after(self.work)

    def next(self) -> Iterator["Unfinished"]:
        """Yield the turn with each legal continuation."""
        for answer in self.options():
            yield self.saying(answer)
        if self.may_pass():
            yield self.passing()

    def _copy(self, said: StageAnswers) -> "Unfinished":
        """Return another turn at the stage of the last thing said."""
        return Unfinished(self.action, self.work.copy(), said)
