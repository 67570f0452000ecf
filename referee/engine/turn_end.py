"""The table that a turn leaves, with the next player to move."""

from msgspec.structs import replace

from referee.engine.round_end import begin_turn, next_seat
from referee.engine.work import Work, put
from referee.game.ids import Company, Seat
from referee.game.limits import ROUNDS
from referee.game.rulebook import expansion as expansion_rules
from referee.game.rulebook import round_end as end_rules
from referee.game.rulebook import tracks as track_rules
from referee.game.state import Phase, Player, State


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
