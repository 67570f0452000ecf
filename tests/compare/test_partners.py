"""The engine, the model and a program are asked in the same words."""

from itertools import islice

import pytest
from msgspec.structs import replace

from referee.conformance.campaign import Match, Thoroughness
from referee.conformance.difference import FinalQuestion, game_of
from referee.conformance.games import game, position
from referee.conformance.partner import Engine, Pair, Partner
from referee.conformance.perft import TableWalk
from referee.conformance.protocol import (
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    Reply,
    VerdictReply,
)
from referee.conformance.readings import Model
from referee.conformance.shrink import scene, shrink
from referee.core.events import Event, TakeBack
from referee.core.ids import Seat
from referee.core.limits import PLAYER_COUNTS
from referee.core.set_reader import reference_set
from referee.core.state import State
from referee.core.turns import EndPhase, Turn
from referee.engine.actions import has_turn

SEED = 1


@pytest.mark.parametrize("partner", [Engine(), Model()], ids=["engine", "model"])
def test_our_own_readings_play_a_match_like_any_program(partner: Partner) -> None:
    happened = list(islice(game(SEED, (0,)), 14))
    match = Match(partner, happened[0][0].setting, "1", Thoroughness(illegal=1, listing=0))
    played = match.play(event for _, event, _ in happened)
    assert played.differences == ()
    assert played.events == len(happened)
    assert played.agree
    assert {"apply", "state", "check"} <= {*played.asked}


@pytest.mark.parametrize("partner", [Engine(), Model()], ids=["engine", "model"])
def test_our_own_readings_answer_every_question_alike(partner: Partner) -> None:
    table = position(SEED)
    pair = Pair(partner)
    pair.lay(table)
    questions = (
        AskTable(id=0, want="digest"),
        AskTable(id=0, want="state"),
        AskLegal(id=0, want="turns", actions=("end",)),
        AskLegal(id=0, want="count", actions=("end", "merchant")),
        AskVerdict(id=0, event=EndPhase(seat=table.to_move or Seat(0))),
        AskScore(id=0),
    )
    assert [pair.ask(question) for question in questions] == [None] * len(questions)


def test_any_partner_is_walked_through_like_a_program() -> None:
    happened = list(game(SEED, (0,)))
    place = next(n for n, (table, _, _) in enumerate(happened) if has_turn(table))
    table = happened[place][0]
    walk = TableWalk(_EndsOnly(), table.setting, [event for _, event, _ in happened[:place]], ())
    assert walk.first_difference(table, 1) is not None


class _EndsOnly(Engine):
    """A reading of the rules in which nobody has any other turn than to end his phase."""

    def _answer(self, request: FinalQuestion) -> Reply:
        if isinstance(request, AskLegal):
            request = AskLegal(id=0, want=request.want, actions=("end",))
        return super()._answer(request)


def test_a_turn_that_is_taken_back_changes_no_table() -> None:
    turns = ((table, event) for table, event, _ in game(SEED, (0,)) if isinstance(event, Turn))
    before, turn = next(turns)
    for partner in (Engine(), Model()):
        partner.lay(before)
        assert partner.ask(Apply(id=0, event=TakeBack(turn=turn)), VerdictReply).legal
        assert partner.table == before


def test_a_game_of_fewer_players_uses_their_own_starting_cards() -> None:
    """Whoever moves up a seat takes the cards of that seat, so that his turns stay legal."""
    played = next(each for each in (list(game(seed, (0,))) for seed in range(20)) if _of_four(each))
    place = next(n for n, (_, event, _) in enumerate(played) if isinstance(event, EndPhase))
    table, last, _ = played[place]
    events = [event for _, event, _ in played[: place + 1]]
    start = scene(table.setting, events, AskTable(id=0, want="digest"))
    assert start.last == last
    difference = Pair(_WrongTables())
    difference.lay(table, events[:-1])
    found = difference.judge(last).difference
    assert found is not None
    assert found.game == game_of(table.setting, tuple(events))
    assert shrink(Pair(_WrongTables()), found, reference_set()).difference.game.players == 2


def _of_four(played: list[tuple[State, Event, State]]) -> bool:
    return played[0][0].setting.players == max(PLAYER_COUNTS)


class _WrongTables(Engine):
    """A reading of the rules in which whoever ends his phase is paid a pound."""

    def apply(self, event: Event) -> None:
        super().apply(event)
        if isinstance(event, EndPhase):
            player = self.table.players[event.seat]
            richer = replace(player, cash=player.cash + 1)
            self._table = self.table.with_player(event.seat, richer)
