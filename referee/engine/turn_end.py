"""The table that a turn leaves, with the next player to move."""

from typing import Any

from msgspec.structs import replace

from referee.engine.round_end import begin_turn, next_seat
from referee.engine.work import Work
from referee.game.limits import ROUNDS
from referee.game.rulebook import expansion as expansion_rules
from referee.game.rulebook import round_end as end_rules
from referee.game.rulebook import tracks as track_rules
from referee.game.state import Phase, Player, State


def table_after(work: Work) -> State:
    """Return the table that a finished turn leaves, with the next player to move."""
    state = work.state
    moved = _moved(work)
    players = _players_after(work)
    to_move = next_seat(players, work.seat)
    phase: Phase = "actions"
    if to_move is not None:
        waiting = players[to_move]
        players[to_move] = begin_turn(waiting, work.facts)
        if players[to_move] is not waiting:
            work.note(track_rules.BONUS_FROM_NEXT_TURN)
    elif state.round < ROUNDS:
        phase = "preparation"
    else:
        phase = "over"
        work.note(end_rules.GAME_ENDS)
    return replace(
        state,
        turn=state.turn + 1,
        to_move=to_move,
        first_player=work.first_player,
        bases=work.bases,
        lost_posts=work.lost_posts,
        book_display=work.book_display,
        book_coins=work.book_coins,
        players=tuple(players),
        phase=phase,
        **moved,
    )


def _players_after(work: Work) -> list[Player]:
    players = list(work.state.players)
    if work.paid_to_others is not None:
        players = [
            replace(player, cash=player.cash + paid) if paid else player
            for player, paid in zip(players, work.paid_to_others, strict=False)
        ]
    players[work.seat] = work.player_after()
    return players


def _moved(work: Work) -> dict[str, Any]:
    """Return what else on the table is no longer as it was."""
    state = work.state
    moved: dict[str, Any] = {}
    if work.marker is not None:
        index = work.facts.space_index[work.marker]
        moved["markers"] = (*state.markers[:index], work.seat, *state.markers[index + 1 :])
    if work.entered:
        work.note(expansion_rules.POSTS_STAND)
        stands = {work.facts.region_index[region] for region in work.entered}
        moved["regions"] = tuple(
            [work.company if i in stands else owner for i, owner in enumerate(state.regions)]
        )
    if work.bought is not None:
        index = state.display.index(work.bought)
        moved["display"] = (*state.display[:index], None, *state.display[index + 1 :])
    if work.discarded is not None:
        moved["discards"] = tuple(sorted((*state.discards, work.discarded)))
    return moved
