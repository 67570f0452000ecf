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
from referee.engine.levels import UseLevels, lower_levels
from referee.engine.rewards import UseReward
from referee.engine.stage import Row, Violations
from referee.engine.work import Work
from referee.game.ids import CardId, Seat
from referee.game.rule import Rule, Violation
from referee.game.rulebook import bookkeeping as book_rules
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
    UsesBonuses,
)

_BEFORE, _AFTER = PlaceGoodsTile("before"), PlaceGoodsTile("after")
_LEVELS = UseLevels()
_PLACE = books.PlaceBooks()

ROWS: Mapping[Action, Row] = {
    "goods": (
        _BEFORE,
        goods.UseGoodsLevels(),
        goods.ChooseGoods(),
        goods.ChoosePurchase(),
        goods.AdvanceByUnits(),
        _AFTER,
    ),
    "expand": (
        _BEFORE,
        _LEVELS,
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
        bookkeeping.UseBookkeeperLevels(),
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
        _LEVELS,
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
            levels = (turn.levels or None,)
            return (before, levels, (turn.cards,), (turn.buy,), turn.advance, after)
        case Expand():
            return (
                before,
                (turn.levels or None,),
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
                (turn.levels or None,),
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
                (turn.levels or None,),
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
            (levels,), (space,), (option,), (discard,), reward, place = said
            return PlaceMarker(
                seat=seat,
                plus_one=tile,
                levels=levels or (),
                space=space,
                option=option,
                discard=discard,
                reward=tuple(reward),
                place=tuple(place),
            )
        case "goods":
            (levels,), (cards,), (buy,), advance = said
            return UseGoods(
                seat=seat,
                plus_one=tile,
                levels=levels or (),
                cards=cards,
                buy=buy,
                advance=tuple(advance),
            )
        case "end":
            return EndPhase(seat=seat, plus_one=tile, deck=said[0][0])
        case "bookkeeper":
            (levels,), (card,), (flip,), (to,), reward, (points,), place = said
            return UseBookkeeper(
                seat=seat,
                plus_one=tile,
                levels=levels or (),
                card=card,
                flip=flip,
                to=to,
                reward=tuple(reward),
                points=points,
                place=tuple(place),
            )
        case "expand":
            (levels,), (cards,), (company,), enter, rewards, oust, place = said
            return Expand(
                seat=seat,
                plus_one=tile,
                levels=levels or (),
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


def walked(
    state: State, turn: Turn, notes: list[Rule] | None = None
) -> tuple[list[Violation], Work]:
    """Return the rules that a turn breaks, and what it did at the levels that count for it.

    Where it names no level, that is the highest at which it is legal; if there is none, it is
    judged at the highest. `notes` collects effects at work.
    """
    action = action_of(turn)
    row, answers = ROWS[action], answers_of(turn)
    work = Work.on(state, turn.seat)
    work.notes = notes
    heard = 0 if notes is None else len(notes)
    broken = walk(work, row, answers)
    if not broken or not isinstance(turn, UsesBonuses) or _is_legal_else(broken):
        return broken, work
    if action == "bookkeeper" and not work.counted_cotton:
        return broken, work
    for levels in lower_levels(work, action, turn.levels):
        lower = Work.on(state, turn.seat, levels)
        if _is_legal_else(found := walk(lower, row, answers)):
            if notes is not None:
                # What had its effect at the highest levels has it no more.
                del notes[heard:]
                lower = Work.on(state, turn.seat, levels)
                lower.notes = notes
                walk(lower, row, answers)
            return found, lower
    return broken, work


def _is_legal_else(broken: list[Violation]) -> bool:
    """Return whether nothing is broken but the rule about the levels that may be named."""
    return all(violation.rule is track_rules.BONUS_LEVEL_WORKS for violation in broken)
