"""The six actions as rows of stages, and a turn as the answers to them."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from referee.engine import (
    bonus,
    bookkeeping,
    books,
    diamonds,
    expansion,
    expansion_rewards,
    goods,
    round_end,
)
from referee.engine.facts import facts_of
from referee.engine.goods_tile import PlaceGoodsTile, ReturnGoodsTile
from referee.engine.rewards import UseReward
from referee.engine.stage import Row, Violations
from referee.engine.work import Work
from referee.game.ids import CardId, Seat
from referee.game.rule import Violation
from referee.game.rulebook import bookkeeping as book_rules
from referee.game.rulebook import round_end as end_rules
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
        expansion_rewards.CollectRewards(),
        expansion_rewards.OustPosts(),
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


TURNS = (UseGoods, PlaceMarker, EndPhase, UseBookkeeper, Expand, UseMerchant)
"""The turns of the six actions, the frequent ones first."""

_ACTION_OF: Mapping[type[Turn], Action] = {
    UseGoods: "goods",
    Expand: "expand",
    UseBookkeeper: "bookkeeper",
    UseMerchant: "merchant",
    PlaceMarker: "marker",
    EndPhase: "end",
}


def action_of(turn: Turn) -> Action:
    """Return the action that a turn takes."""
    return _ACTION_OF[type(turn)]


TileAnswer = tuple[CardId | None]

_NO_TILE: TileAnswer = (None,)


def tile_answers(tile: PlusOne | None) -> tuple[TileAnswer, TileAnswer]:
    """Return what is said about the goods tile before the action, and after it."""
    if tile is None:
        return _NO_TILE, _NO_TILE
    return ((tile.card,), _NO_TILE) if tile.when == "before" else (_NO_TILE, (tile.card,))


def answers_of(turn: Turn) -> Answers:
    """Return what a turn says at each stage of its row."""
    before, after = tile_answers(turn.plus_one)
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
        case "goods":
            (cards,), (buy,), advance = said
            return UseGoods(seat=seat, plus_one=tile, cards=cards, buy=buy, advance=tuple(advance))
        case "end":
            return EndPhase(seat=seat, plus_one=tile, deck=said[0][0])
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
        case "merchant":
            return UseMerchant(seat=seat, plus_one=tile, card=said[0][0])
        case _:
            assert_never(action)


def has_turn(state: State) -> bool:
    """Return whether a player is to take a turn."""
    return state.phase == "actions" and state.to_move is not None and not refill_due(state)


def refill_due(state: State) -> bool:
    """Return whether the book display has a gap that the supply can fill."""
    if None not in state.book_display:
        return False
    unseen = state.unseen_books
    for supply, book in zip(facts_of(state.setting).gaps_wait_for, state.book_display, strict=True):
        if book is None and unseen[supply]:
            return True
    return False


def judge_order(state: State, seat: Seat) -> Violations:
    """Return the rule about when and by whom a turn may be taken, if it is broken."""
    if state.phase != "actions":
        return [end_rules.TURN_WHEN_DUE.broken(phase=state.phase)]
    if refill_due(state):
        return [end_rules.TURN_WHEN_DUE.broken(phase="a refill of the book display")]
    if seat != state.to_move:
        expected = "nobody" if state.to_move is None else state.to_move
        return [end_rules.TURN_ORDER.broken(seat=seat, expected=expected)]
    return ()


def walk(work: Work, row: Row, answers: Answers) -> list[Violation]:
    """Do what was said, and return every rule that was broken on the way."""
    broken: list[Violation] = []
    for stage, said in zip(row, answers, strict=True):
        for answer in said:
            if answer is None and stage.none_is_nothing:
                continue
            if found := stage.judge(work, answer):
                broken += found
            stage.take(work, answer)
        if stage.repeated and (found := stage.close(work)):
            broken += found
    return broken
