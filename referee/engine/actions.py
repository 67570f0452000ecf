"""The six actions as rows of stages, and a turn as the answers to them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

from msgspec.structs import replace

from referee.engine import bonus, bookkeeping, books, diamonds, expansion, goods, round_end
from referee.engine.goods_tile import PlaceGoodsTile, ReturnGoodsTile
from referee.engine.rewards import UseReward
from referee.engine.stage import Row
from referee.engine.work import Work
from referee.game.ids import BOOK_LETTERS, Seat, SpaceId
from referee.game.limits import ROUNDS
from referee.game.rule import Violation
from referee.game.rulebook import bookkeeping as book_rules
from referee.game.rulebook import expansion as expansion_rules
from referee.game.rulebook import round_end as end_rules
from referee.game.rulebook import tracks as track_rules
from referee.game.state import State
from referee.game.turns import (
    Action,
    EndPhase,
    Expand,
    PlaceMarker,
    PlusOne,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)

_BEFORE, _AFTER = PlaceGoodsTile("before"), PlaceGoodsTile("after")
_PLACE = books.PlaceBooks()

ROWS: Mapping[Action, Row] = {
    "goods": (
        _BEFORE,
        goods.ChooseGoods(),
        goods.ChoosePurchase(),
        goods.AdvanceByUnits(),
        _AFTER,
    ),
    "expand": (
        _BEFORE,
        expansion.ChooseExpansionCards(),
        expansion.ChooseCompany(),
        expansion.EnterRegions(),
        expansion.CollectRewards(),
        expansion.OustPosts(),
        _PLACE,
        _AFTER,
    ),
    "bookkeeper": (
        _BEFORE,
        bookkeeping.ChooseBookkeeper(),
        bookkeeping.FlipBook(),
        bookkeeping.MoveJar(),
        UseReward(book_rules.BOOK_REWARD_TAKEN),
        bookkeeping.SpendBookkeeperPoints(),
        _PLACE,
        _AFTER,
    ),
    "merchant": (_BEFORE, diamonds.ChooseMerchant(), _AFTER),
    "marker": (
        _BEFORE,
        bonus.ChooseSpace(),
        bonus.ChooseOption(),
        bonus.ChooseDiscard(),
        bonus.UseSpaceReward(),
        _PLACE,
        _AFTER,
    ),
    "end": (ReturnGoodsTile("before"), round_end.ChooseDeck(), ReturnGoodsTile("after")),
}

Answers = Sequence[Sequence[Any]]
"""What was said at each stage of a row: one answer, or any number at a repeated stage."""


def action_of(turn: Turn) -> Action:
    """Return the action that a turn takes."""
    match turn:
        case UseGoods():
            return "goods"
        case Expand():
            return "expand"
        case UseBookkeeper():
            return "bookkeeper"
        case UseMerchant():
            return "merchant"
        case PlaceMarker():
            return "marker"
        case EndPhase():
            return "end"
        case _:
            assert_never(turn)


def answers_of(turn: Turn) -> Answers:
    """Return what a turn says at each stage of its row."""
    tile = turn.plus_one
    before = (tile.card if tile is not None and tile.when == "before" else None,)
    after = (tile.card if tile is not None and tile.when == "after" else None,)
    match turn:
        case UseGoods():
            return (before, (turn.cards,), (turn.buy,), turn.advance, after)
        case Expand():
            return (
                before,
                (turn.cards,),
                (turn.company,),
                turn.enter,
                turn.rewards,
                turn.oust,
                turn.place,
                after,
            )
        case UseBookkeeper():
            return (
                before,
                (turn.card,),
                (turn.flip,),
                (turn.to,),
                turn.reward,
                (turn.points,),
                turn.place,
                after,
            )
        case UseMerchant():
            return (before, (turn.card,), after)
        case PlaceMarker():
            return (
                before,
                (turn.space,),
                (turn.option,),
                (turn.discard,),
                turn.reward,
                turn.place,
                after,
            )
        case EndPhase():
            return (before, (turn.deck,), after)
        case _:
            assert_never(turn)


def turn_of(action: Action, seat: Seat, answers: Answers) -> Turn:
    """Return the turn that says these answers; the inverse of `answers_of`."""
    (before, *said, after) = answers
    tile = PlusOne(before[0]) if before[0] is not None else None
    if tile is None and after[0] is not None:
        tile = PlusOne(after[0], "after")
    match action:
        case "goods":
            (cards,), (buy,), advance = said
            return UseGoods(seat=seat, plus_one=tile, cards=cards, buy=buy, advance=tuple(advance))
        case "expand":
            (cards,), (company,), enter, rewards, oust, place = said
            return Expand(
                seat=seat,
                plus_one=tile,
                cards=cards,
                company=company,
                enter=tuple(enter),
                rewards=tuple(rewards),
                oust=tuple(oust),
                place=tuple(place),
            )
        case "bookkeeper":
            (card,), (flip,), (to,), reward, (points,), place = said
            return UseBookkeeper(
                seat=seat,
                plus_one=tile,
                card=card,
                flip=flip,
                to=to,
                reward=tuple(reward),
                points=points,
                place=tuple(place),
            )
        case "merchant":
            return UseMerchant(seat=seat, plus_one=tile, card=said[0][0])
        case "marker":
            (space,), (option,), (discard,), reward, place = said
            return PlaceMarker(
                seat=seat,
                plus_one=tile,
                space=space,
                option=option,
                discard=discard,
                reward=tuple(reward),
                place=tuple(place),
            )
        case "end":
            return EndPhase(seat=seat, plus_one=tile, deck=said[0][0])
        case _:
            assert_never(action)


def refill_due(state: State) -> bool:
    """Return whether the book display has a gap that the supply can fill."""
    return None in state.book_display and any(
        book is None and state.unseen_books[BOOK_LETTERS.index(space.letter)]
        for space, book in zip(
            state.setting.components.book_spaces, state.book_display, strict=True
        )
    )


def judge_order(state: State, turn: Turn) -> Iterator[Violation]:
    """Yield the rules about when and by whom a turn may be taken."""
    if state.phase != "actions":
        yield end_rules.TURN_WHEN_DUE.broken(phase=state.phase)
    elif refill_due(state):
        yield end_rules.TURN_WHEN_DUE.broken(phase="a refill of the book display")
    elif turn.seat != state.to_move:
        expected = "nobody" if state.to_move is None else state.to_move
        yield end_rules.TURN_ORDER.broken(seat=turn.seat, expected=expected)


def walk(work: Work, row: Row, answers: Answers) -> list[Violation]:
    """Do what was said, and return every rule that was broken on the way."""
    broken: list[Violation] = []
    for stage, said in zip(row, answers, strict=True):
        for answer in said:
            if answer is None and stage.none_is_nothing:
                continue
            broken.extend(stage.judge(work, answer))
            stage.take(work, answer)
        if stage.repeated:
            broken.extend(stage.close(work))
    return broken


def table_after(work: Work) -> State:
    """Return the table that a finished turn leaves, with the next player to move."""
    state = work.state
    seat = work.seat
    mine = work.player_after()
    players = tuple(
        [
            mine
            if other == seat
            else (player if player.cash == cash else replace(player, cash=cash))
            for other, (player, cash) in enumerate(zip(state.players, work.cash, strict=True))
        ]
    )
    regions, markers, display, discards = _table_changes(work)
    to_move = round_end.next_seat(players, seat)
    over = to_move is None
    after = replace(
        state,
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
        players=players,
        phase=("over" if state.round == ROUNDS else "preparation") if over else "actions",
    )
    if over and state.round == ROUNDS:
        work.note(end_rules.GAME_ENDS)
    if to_move is None:
        return after
    begun = round_end.with_turn_of(after, to_move)
    if begun.players[to_move].levels != players[to_move].levels:
        work.note(track_rules.BONUS_FROM_NEXT_TURN)
    return begun


def _table_changes(work: Work) -> tuple[Any, ...]:
    state = work.state
    regions, markers, display, discards = (
        state.regions,
        state.markers,
        state.display,
        state.discards,
    )
    if work.entered:
        work.note(expansion_rules.POSTS_STAND)
        stands = {work.facts.region_index[region] for region in work.entered}
        regions = tuple([work.company if i in stands else owner for i, owner in enumerate(regions)])
    if work.marker is not None:
        index = work.facts.space_index[SpaceId(work.marker)]
        markers = (*markers[:index], work.seat, *markers[index + 1 :])
    if work.bought is not None:
        index = display.index(work.bought)
        display = (*display[:index], None, *display[index + 1 :])
    if work.discarded is not None:
        discards = tuple(sorted((*discards, work.discarded)))
    return regions, markers, display, discards
