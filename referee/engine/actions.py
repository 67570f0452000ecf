"""The six actions as rows of stages, and a turn as the answers to them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

from referee.core.ids import CardId, Seat
from referee.core.rule import Rule, Violation
from referee.core.state import State
from referee.core.turns import (
    Action,
    EndPhase,
    Expand,
    PlaceMarker,
    PlusOne,
    SpendPoints,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
    UsesBonuses,
)
from referee.engine import bonus, bookkeeping, books, diamonds, expansion, goods, round_end
from referee.engine.facts import facts_of
from referee.engine.goods_tile import PlaceGoodsTile, ReturnGoodsTile
from referee.engine.levels import UseLevels, lower_levels
from referee.engine.rewards import UseReward
from referee.engine.stage import Row, Stage, Violations
from referee.engine.work import Work
from referee.rulebook import bookkeeping as book_rules
from referee.rulebook import round_end as end_rules
from referee.rulebook import tracks as track_rules

_LEVELS = UseLevels()
_PLACE = books.PlaceBooks()

STAGES: Mapping[Action, Mapping[str, Stage[Any]]] = {
    "goods": {
        "levels": goods.UseGoodsLevels(),
        "cards": goods.ChooseGoods(),
        "buy": goods.ChoosePurchase(),
        "advance": goods.AdvanceByUnits(),
    },
    "expand": {
        "levels": _LEVELS,
        "cards": expansion.ChooseExpansionCards(),
        "company": expansion.ChooseCompany(),
        "enter": expansion.EnterRegions(),
        "rewards": expansion.CollectRewards(),
        "oust": expansion.OustPosts(),
        "place": _PLACE,
    },
    "bookkeeper": {
        "levels": bookkeeping.UseBookkeeperLevels(),
        "card": bookkeeping.ChooseBookkeeper(),
        "flip": bookkeeping.FlipBook(),
        "to": bookkeeping.MoveJar(),
        "reward": UseReward(book_rules.BOOK_REWARD_TAKEN),
        "points": bookkeeping.SpendBookkeeperPoints(),
        "place": _PLACE,
    },
    "merchant": {"card": diamonds.ChooseMerchant()},
    "marker": {
        "levels": _LEVELS,
        "space": bonus.ChooseSpace(),
        "option": bonus.ChooseOption(),
        "discard": bonus.ChooseDiscard(),
        "reward": bonus.UseSpaceReward(),
        "place": _PLACE,
    },
    "end": {"deck": round_end.ChooseDeck()},
}
"""The stages of each action between those of the goods tile, by the field of its turn."""


def _row(action: Action) -> Row:
    tile = ReturnGoodsTile if action == "end" else PlaceGoodsTile
    return (tile("before"), *STAGES[action].values(), tile("after"))


ROWS: Final[dict[Action, Row]] = {action: _row(action) for action in STAGES}

FIELDS: Mapping[Action, tuple[str, ...]] = {
    action: ("plus_one", *STAGES[action], "plus_one") for action in STAGES
}
"""By stage of each row the field of the turn that answers it."""

Answers = Sequence[Sequence[Any]]
"""What was said at each stage of a row: one answer, or any number at a repeated stage."""

SaidAnswers = list[tuple[Any, ...]]
"""The same of a whole turn."""


TURNS = (UseGoods, PlaceMarker, EndPhase, UseBookkeeper, Expand, UseMerchant)
"""The turns of the six actions, the frequent ones first."""

TURN_TYPES: Final[dict[Action, type[Turn]]] = {
    "goods": UseGoods,
    "expand": Expand,
    "bookkeeper": UseBookkeeper,
    "merchant": UseMerchant,
    "marker": PlaceMarker,
    "end": EndPhase,
}

_ACTION_OF: Final[dict[type, Action]] = {turn: action for action, turn in TURN_TYPES.items()}


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


_NOT_SAID = (None,)

_SAID_AT: Final[dict[type, tuple[tuple[str, bool], ...]]] = {
    TURN_TYPES[action]: tuple((field, stage.repeated) for field, stage in stages.items())
    for action, stages in STAGES.items()
}
"""Of each turn its fields in the order of their stages, and whether they take many answers."""


def answers_of(turn: Turn) -> SaidAnswers:
    """Return what a turn says at each stage of its row."""
    before, after = tile_answers(turn.plus_one)
    said: SaidAnswers = [before]
    for field, repeated in _SAID_AT[type(turn)]:
        value = getattr(turn, field)
        said.append(value if repeated else (value,))
    if isinstance(turn, UsesBonuses) and not turn.levels:
        # Levels are one answer, which most turns do not give.
        said[1] = _NOT_SAID
    said.append(after)
    return said


def turn_of(action: Action, seat: Seat, answers: Answers) -> Turn:
    """Return the turn that says these answers; the inverse of `answers_of`."""
    said = list(answers)
    plus_one: PlusOne | None = None
    if said[0][0] is not None:
        plus_one = PlusOne(said[0][0])
    elif said[-1][0] is not None:
        plus_one = PlusOne(said[-1][0], "after")
    # Spelled out, because structs are made quickest where their fields are named in the source.
    match action:
        case "goods":
            return UseGoods(
                seat=seat,
                plus_one=plus_one,
                levels=said[1][0] or (),
                cards=said[2][0],
                buy=said[3][0],
                advance=tuple(said[4]),
            )
        case "expand":
            return Expand(
                seat=seat,
                plus_one=plus_one,
                levels=said[1][0] or (),
                cards=said[2][0],
                company=said[3][0],
                enter=tuple(said[4]),
                rewards=tuple(said[5]),
                oust=tuple(said[6]),
                place=tuple(said[7]),
            )
        case "bookkeeper":
            return UseBookkeeper(
                seat=seat,
                plus_one=plus_one,
                levels=said[1][0] or (),
                card=said[2][0],
                flip=said[3][0],
                to=said[4][0],
                reward=tuple(said[5]),
                points=said[6][0] or SpendPoints(),
                place=tuple(said[7]),
            )
        case "merchant":
            return UseMerchant(seat=seat, plus_one=plus_one, card=said[1][0])
        case "marker":
            return PlaceMarker(
                seat=seat,
                plus_one=plus_one,
                levels=said[1][0] or (),
                space=said[2][0],
                option=said[3][0],
                discard=said[4][0],
                reward=tuple(said[5]),
                place=tuple(said[6]),
            )
        case "end":
            return EndPhase(seat=seat, plus_one=plus_one, deck=said[1][0])
        case _:
            assert_never(action)


def has_turn(state: State) -> bool:
    """Return whether a player is to take a turn."""
    return state.phase == "actions" and state.to_move is not None and not refill_due(state)


def refill_due(state: State) -> bool:
    """Return whether the book display has a gap that the supply can fill."""
    # It is asked before every event, and most displays have no gap.
    for book in state.book_display:
        if book is None:
            return _can_fill_a_gap(state)
    return False


def _can_fill_a_gap(state: State) -> bool:
    waiting, unseen = facts_of(state.setting).gaps_wait_for, state.unseen_books
    for space, book in enumerate(state.book_display):
        if book is None and unseen[waiting[space]]:
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


def walk(work: Work, row: Row, answers: SaidAnswers) -> list[Violation]:
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
    work = Work.on(state, turn.seat)
    work.notes = notes
    heard = 0 if notes is None else len(notes)
    broken = walk(work, ROWS[action_of(turn)], answers_of(turn))
    return (at_lower_levels(turn, broken, work, heard) if broken else None) or (broken, work)


def at_lower_levels(
    turn: Turn, broken: list[Violation], work: Work, heard: int = 0
) -> tuple[list[Violation], Work] | None:
    """Return what a turn that breaks rules at the highest levels does where it is legal, if it is.

    What was noted at the highest levels, behind the notes `heard` before, is noted no more.
    """
    action, state, notes = action_of(turn), work.state, work.notes
    if not isinstance(turn, UsesBonuses) or _is_legal_else(broken):
        return None
    if action == "bookkeeper" and not work.counted_cotton:
        return None
    row, answers = ROWS[action], answers_of(turn)
    for levels in lower_levels(work, action, turn.levels):
        lower = Work.on(state, turn.seat, levels)
        if _is_legal_else(found := walk(lower, row, answers)):
            if notes is not None:
                del notes[heard:]
                lower = Work.on(state, turn.seat, levels)
                lower.notes = notes
                walk(lower, row, answers)
            return found, lower
    return None


def _is_legal_else(broken: list[Violation]) -> bool:
    """Return whether nothing is broken but the rule about the levels that may be named."""
    return all(violation.rule is track_rules.BONUS_LEVEL_WORKS for violation in broken)
