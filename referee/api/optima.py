"""The best turn at a table, and the best way of playing on, with their proofs."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal, get_args

from msgspec import UNSET, UnsetType, ValidationError, convert, to_builtins

from referee.api.errors import (
    InternalError,
    NoAnswerError,
    NoLegalTurn,
    TimeLimitExceeded,
    UsageError,
    require,
)
from referee.api.long_work import budget_of, solver_limits
from referee.api.tables import Table
from referee.core.answer import Answer, showing
from referee.core.budget import Budget
from referee.core.events import Event, Plan
from referee.core.ids import SLOTS, BookId, CardId, ItemId, Seat
from referee.core.input_limits import decoder_words
from referee.core.problem import with_guess
from referee.core.public import moment_words
from referee.core.state import State
from referee.core.turns import Action
from referee.engine import pads
from referee.engine.planning import available_slots, check_plan
from referee.engine.scoring import PAD_ROWS
from referee.i18n import language
from referee.i18n.speech import one_by_one, say, thing
from referee.positions.writer import position_text
from referee.records.names import Names
from referee.records.record import NamedPlayer, Statement, WordError
from referee.records.writer import line_of
from referee.solve.horizons import (
    NET_WORTH,
    BookPlan,
    Horizon,
    HorizonQuestion,
    JarMove,
    NotDueError,
    PlacedBook,
    Question,
    events_from,
    measures,
    recorded_plans,
    recorded_turns,
    seat_named,
    to_move,
    turn_text,
)
from referee_model.best.objective import (
    MEASURES,
    SHARES,
    Aim,
    Condition,
    Objective,
    ObjectiveError,
    Status,
    Weights,
    condition,
)
from referee_model.best.objective import objective as objective_named

if TYPE_CHECKING:
    from referee.api.scenes import Scene
    from referee.api.turns import Turn
    from referee.solve.best import ConfirmedBest
    from referee.solve.horizons import BestRound

__all__ = ["SHARES", "Aim", "BookPlan", "Horizon", "JarMove", "PlacedBook"]

OBJECTIVES: tuple[str, ...] = MEASURES
"""What can be asked for, alone or in a sum such as `cash-2*ink`."""
OF_THE_PAD = frozenset({"net-worth", "margin"})
"""The measures for which all rows of the pad count."""


class BeforeAfter(Answer, frozen=True, kw_only=True):
    """A number at two tables."""

    before: int
    after: int


Numbers = Mapping[str, BeforeAfter]


def changed(
    before: State, after: State, seat: Seat, colours: tuple[str, ...], wanted: Objective
) -> dict[str, Any]:
    """Return `pad`, `totals` and `aims` of an answer: what changes between two tables."""
    old, new = pads(before), pads(after)
    rows = zip(PAD_ROWS, old[seat].rows, new[seat].rows, strict=True)
    totals = zip(colours, old, new, strict=False)
    return {
        "pad": {name: BeforeAfter(before=was, after=is_now) for name, was, is_now in rows},
        "totals": {
            colour: BeforeAfter(before=was.total, after=is_now.total)
            for colour, was, is_now in totals
        },
        "aims": UNSET if wanted == NET_WORTH else _aims(before, after, seat, wanted),
    }


def _aims(before: State, after: State, seat: Seat, wanted: Objective) -> Numbers:
    old, new = measures(before, seat), measures(after, seat)
    aims = {
        name: BeforeAfter(before=old[name], after=new[name])
        for _, name in wanted.terms
        if name not in OF_THE_PAD
    }
    if len(wanted.terms) > 1 or wanted.terms[0][1] in OF_THE_PAD:
        whole = BeforeAfter(before=wanted.of(old), after=wanted.of(new))
        aims[str(wanted)] = whole
    return aims


def read_objective(given: str | Objective) -> Objective:
    """Return the objective that was given or named; a `UsageError` if there is none such."""
    try:
        return given if isinstance(given, Objective) else objective_named(str(given))
    except ObjectiveError as error:
        raise UsageError(str(error)) from error


def read_conditions(where: str | Sequence[str]) -> tuple[Condition, ...]:
    """Return the conditions that were given; a `UsageError` for one that makes no sense."""
    try:
        return tuple(map(condition, [where] if isinstance(where, str) else where))
    except ObjectiveError as error:
        raise UsageError(str(error)) from error


def seat_of(given: str | None, colours: tuple[str, ...]) -> Seat | None:
    """Return the seat of a player whose colour was given, or the beginning of it."""
    if given is None:
        return None
    with naming():
        return seat_named(given, colours)


@contextmanager
def naming() -> Iterator[None]:
    """Turn a word that names nothing into a `UsageError` with a guess."""
    try:
        yield
    except WordError as error:
        raise UsageError(with_guess(error.message, error.guess)) from error


@contextmanager
def posing() -> Iterator[None]:
    """Turn a question that makes no sense at its table into a `UsageError`."""
    try:
        yield
    except ObjectiveError as error:
        raise UsageError(str(error)) from error
    except NotDueError as error:
        advice = say("answers.solver_answers.try-at-player")
        raise UsageError(one_by_one((str(error), advice))) from error


@contextmanager
def asking() -> Iterator[None]:
    """Turn what keeps a solver from an answer into errors of the public family."""
    from referee.solve.best import PromiseBrokenError  # noqa: PLC0415
    from referee_model.best import limits, search  # noqa: PLC0415 - whoever asks waits for the solver

    try:
        with posing():
            yield
    except search.NoTurnDueError as error:
        raise NoLegalTurn(str(error)) from error
    except limits.NothingFoundError as error:
        advice = say("answers.solver_answers.allow-more-time")
        raise TimeLimitExceeded(one_by_one((str(error), advice))) from error
    except PromiseBrokenError as error:
        fault = error.fault
        table = None if fault.table is None else position_text(fault.table)
        raise _fault(fault.promised, fault.found, fault.turn, table) from error
    except limits.SolverFaultError as error:
        raise _fault(say("answers.solver_answers.consistent-answer"), str(error), "-") from error


def _fault(promised: str, found: str, turn: str, table: str | None = None) -> InternalError:
    report = say(
        "answers.solver_answers.promised-found-turn", promised=promised, found=found, turn=turn
    )
    if table is not None:
        report += f"\n\n{table}"
    return InternalError(
        say("answers.solver_answers.promised-found", promised=promised, found=found), report=report
    )


# What is answered about best turns and best ways of playing on ------------------------------------
class RankedTurn(Answer, frozen=True, kw_only=True):
    """A turn in the notation of records, and what the table after it is worth."""

    turn: str
    value: int


class Optimum(Answer, frozen=True, kw_only=True):
    """What is best for a player at a table, and how far it is proved."""

    id: str | UnsetType = UNSET
    """The puzzle that it solves, if it is of one."""
    moment: str
    player: str
    objective: str
    value: int
    worth_before: int
    status: Status
    bound: int | None
    """Nothing is worth more; None if the time was too short to say."""
    gap: int | None
    """How far the bound lies above the value."""
    seconds: float
    pad: Numbers
    """The rows of the player's scoring pad before and after."""
    totals: Numbers
    """The totals of all players by colour."""
    aims: Numbers | UnsetType = UNSET
    """What the objective is made of, and itself, where that is not the net worth."""
    comment: str | UnsetType = UNSET
    """What makes the solution of a puzzle work."""


class BestTurn(Optimum, frozen=True, kw_only=True):
    """A best turn, which the engine has replayed, and how far it is proved."""

    where: tuple[str, ...] | UnsetType = UNSET
    """What holds of the table after it, if that was demanded."""
    action: Action | None
    turn: str
    optima: int
    """Turns known to have this value, itself among them."""
    counted_all: bool
    """There are no further turns of that value."""
    ties_broken: bool
    """The turn is the first of its equals in the fixed order."""
    top: tuple[RankedTurn, ...] | UnsetType = UNSET
    """The best few turns in falling order, if they were asked for."""
    top_in_time: bool | UnsetType = UNSET
    """Whether the time sufficed for as many as were asked for."""


class BestPlay(Optimum, frozen=True, kw_only=True):
    """A best way of playing on, turn by turn, with all that it rests on."""

    horizon: Horizon
    plan: str | None
    """The cards to place, where a plan was asked for."""
    turns: tuple[RankedTurn, ...]
    """In order, but for the one that ends the phase."""
    assumptions: tuple[str, ...]
    """What the others are taken to do, and what is left out of account."""


def scene_of_change(
    tables: tuple[State, State],
    colours: tuple[str, ...],
    event: Event | None = None,
    *,
    caption: tuple[str, ...] = (),
) -> "Scene":
    """Return the table after a turn that was chosen, with what it does."""
    from referee.api.scenes import Scene  # noqa: PLC0415 - few look at pictures
    from referee.drawing.marks import changes  # noqa: PLC0415

    before, after = tables
    return Scene(
        state=after,
        colours=colours,
        marks=changes(before, after, event, kind="chosen"),
        title=moment_words(before, colours),
        caption=caption,
    )


def _of_both(
    found: "ConfirmedBest | BestRound", asked: State, after: State, colours: tuple[str, ...]
) -> dict[str, Any]:
    """Return what an answer says whether it is one turn or more."""
    wanted = found.question.objective
    return {
        "moment": moment_words(asked, colours),
        "player": colours[found.seat],
        "objective": str(wanted),
        "value": found.value,
        "worth_before": found.worth_before,
        "status": found.status,
        "bound": found.bound,
        "gap": found.gap,
        "seconds": round(found.seconds, 4),
        **changed(found.before, after, found.seat, colours, wanted),
    }


def best_turn_answer(
    found: "ConfirmedBest",
    colours: tuple[str, ...],
    *,
    puzzle: str | UnsetType = UNSET,
    top: tuple[RankedTurn, ...] | UnsetType = UNSET,
    top_in_time: bool | UnsetType = UNSET,
    comment: str | UnsetType = UNSET,
) -> BestTurn:
    """Return a best turn in the words of the public surface."""
    before, best = found.before, found.best
    answer = BestTurn(
        **_of_both(found, before, best.after, colours),
        id=puzzle,
        where=tuple(map(str, found.question.where)) or UNSET,
        action=found.question.action,
        turn=turn_text(best.turn, before.setting, colours),
        optima=found.optima,
        counted_all=found.counted_all,
        ties_broken=found.ties_broken,
        top=top,
        top_in_time=top_in_time,
        comment=comment,
    )
    caption = (answer.turn,)
    return showing(
        answer,
        lambda: scene_of_change((before, best.after), colours, best.turn, caption=caption),
    )


def best_play_answer(
    found: "BestRound",
    asked: State,
    colours: tuple[str, ...],
    *,
    puzzle: str | UnsetType = UNSET,
    comment: str | UnsetType = UNSET,
) -> BestPlay:
    """Return a best way of playing on in the words of the public surface."""
    setting = found.before.setting
    end = found.turns[-1].after if found.turns else found.before
    answer = BestPlay(
        **_of_both(found, asked, end, colours),
        id=puzzle,
        horizon=found.horizon,
        plan=line_of(Statement(said=found.plan), colours) if found.plan else None,
        turns=tuple(
            RankedTurn(turn=turn_text(played.turn, setting, colours), value=played.value)
            for played in found.turns
        ),
        assumptions=tuple(map(thing, found.assumptions)),
        comment=comment,
    )
    said = (*([answer.plan] if answer.plan else []), *(valued.turn for valued in answer.turns))
    return showing(answer, lambda: scene_of_change((asked, end), colours, caption=said))


# Plans of other players that whoever asks for a best plan gives with the question -----------------
def given_plans(words: Sequence[str], state: State, colours: tuple[str, ...]) -> dict[Seat, Plan]:
    """Return the plans of others that were given as `PLAYER=CARD,CARD`."""
    if words and state.phase != "planning":
        raise UsageError.of("answers.optima.plan-in-planning")
    plans = [_given_plan(word, state, colours) for word in words]
    return {plan.seat: plan for plan in plans}


def _given_plan(word: str, state: State, colours: tuple[str, ...]) -> Plan:
    player, equals, cards = word.partition("=")
    seat = seat_of(player, colours) if equals else None
    if seat is None:
        raise UsageError.of("answers.optima.not-a-plan", word=f"{word!r:.60}", colours=colours[0])
    names = Names(state.setting.components, tuple(map(NamedPlayer, colours))).cards_of(seat)
    with naming():
        placed = [CardId(names.find(card)) for card in cards.replace(",", " ").split()]
    slots = available_slots(state, seat)
    if len(placed) > len(slots):
        raise UsageError.of(
            "answers.optima.too-few-slots",
            player=colours[seat],
            slots=len(slots),
            cards=len(placed),
        )
    by_slot = dict(zip(slots, placed, strict=False))
    plan = Plan(seat=seat, slots=tuple(by_slot.get(slot) for slot in SLOTS))
    if state.plans[seat] is None and (broken := [*check_plan(state, plan)]):
        told = one_by_one(language().message(violation, colours) for violation in broken)
        raise UsageError.of("answers.optima.illegal-plan", colours=colours[seat], violations=told)
    return plan


HORIZONS: tuple[Horizon, ...] = get_args(Horizon)
Further = Literal["round", "plan", "game"]
"""The horizons beyond one turn."""
Opponents = Literal["still", "recorded"]
OPPONENTS: tuple[Opponents, ...] = get_args(Opponents)
ACTIONS: tuple[Action, ...] = get_args(Action)
MOST_LISTED = 1000
"""So many of the best turns can be asked for."""


def best(
    table: Table,
    player: str | None,
    objective: str | Objective,
    where: str | Sequence[str],
    action: Action | None,
    max_items: int | None,
    budget: Budget | None,
) -> BestTurn:
    """Return the best turn at a table, and the best few if so many were asked for."""
    _require_certain(table)
    require(
        action is None or action in ACTIONS, "answers.optima.no-action", action=f"{action!r:.40}"
    )
    require(
        max_items is None or 1 <= max_items <= MOST_LISTED,
        "answers.optima.top-range",
        most_listed=MOST_LISTED,
    )
    seat = seat_of(player, table.colours)
    question = Question(
        objective=read_objective(objective),
        action=action,
        where=read_conditions(where),
        **solver_limits(budget),
    )
    from referee.solve.best import ask_best, ask_best_few  # noqa: PLC0415 - imports the solver

    with asking():
        state = to_move(table.state, seat)
        found = ask_best(state, question)
        few = (
            None
            if max_items is None
            else ask_best_few(state, question.after(found.seconds), max_items)
        )
    return best_turn_answer(
        found,
        table.colours,
        top=UNSET
        if few is None
        else tuple(
            RankedTurn(turn=turn_text(one.turn, state.setting, table.colours), value=one.value)
            for one in few.turns
        ),
        top_in_time=UNSET if few is None else few.in_time,
    )


def best_play(
    table: Table,
    horizon: Further,
    player: str | None,
    objective: str | Objective,
    opponents: Opponents,
    plans: Sequence[str],
    budget: Budget | None,
) -> BestPlay:
    """Return the best way of playing on from a table."""
    _require_certain(table)
    require(horizon in get_args(Further), "answers.optima.no-horizon", horizon=f"{horizon!r:.40}")
    require(opponents in OPPONENTS, "answers.optima.unknown-opponents", opponents=tuple(OPPONENTS))
    seat = seat_of(player, table.colours)
    with asking():
        question = HorizonQuestion(objective=read_objective(objective), **solver_limits(budget))
        mover = table.state.to_move if seat is None else seat
        if mover is None:
            raise NotDueError(say("answers.optima.whose-plan"))
        if opponents == "recorded":
            from referee.solve.rounds import best_round_among_others  # noqa: PLC0415

            if horizon == "plan" or table.state.phase == "planning":
                raise UsageError.of("answers.optima.recorded-not-for-plan")
            events = _recorded(table)
            if not events:
                raise UsageError.of("answers.optima.recorded-needs-record")
            queues = recorded_turns(events, len(table.state.players))
            found = best_round_among_others(table.state, mover, question, queues)
        else:
            given = given_plans(plans, table.state, table.colours)
            found = _alone(table, mover, horizon, question, given)
    return best_play_answer(found, table.state, table.colours)


def found_turn(
    table: Table,
    action: str | None,
    where: str | Sequence[str],
    fields: Mapping[str, object],
    budget: Budget | None,
) -> "Turn | None":
    """Return a legal turn after which conditions hold, or None where the model proves none."""
    from referee.api.turns import Turn, chosen_actions, state_after  # noqa: PLC0415 - for this alone

    _require_certain(table)
    actions, conditions = chosen_actions(action), read_conditions(where)
    if fields and action is None:
        raise UsageError.of("answers.optima.fields-of-an-action")
    limits = budget_of(budget)
    from referee_model import turn_where  # noqa: PLC0415 - imports the solver
    from referee_model.kinds import KINDS  # noqa: PLC0415 - as above

    with posing():
        state = to_move(table.state)
    undecided = False
    for each in actions:
        given = {}
        if fields:
            blank = KINDS[each].blank(state.to_move or Seat(0))
            try:
                read = convert({**to_builtins(blank), **fields}, type(blank))
                given = {name: getattr(read, name) for name in fields}
            except (ValidationError, AttributeError) as error:
                words = decoder_words(error)
                raise UsageError.of("answers.optima.no-fields", error=words) from error
        outcome, turn = turn_where(state, each, given, conditions, limits.seconds_left)
        undecided = undecided or outcome == "unknown"
        if turn is not None:
            measured = measures(state_after(table, turn), turn.seat)
            if not all(condition.holds(measured) for condition in conditions):
                said = turn_text(turn, state.setting, table.colours)
                raise _fault(", ".join(map(str, conditions)), str(measured), said)
            return Turn(turn, table.state, table.colours)
    if undecided:
        raise TimeLimitExceeded.of("answers.optima.undecided")
    return None


def _require_certain(table: Table) -> None:
    """Refuse to answer for the turn before a gap where that of the end was asked for."""
    if table.is_before_gap:
        raise NoAnswerError.of("answers.games.uncertain-table", gap=table.note)


def _alone(
    table: Table, mover: Seat, horizon: Further, question: HorizonQuestion, given: dict[Seat, Plan]
) -> "BestRound":
    from referee.solve.rounds import (  # noqa: PLC0415
        OtherPlans,
        best_last_round,
        best_plan,
        best_round,
    )

    if mover in given:
        raise UsageError.of("answers.optima.plan-is-asked", colours=table.colours[mover])
    plans = OtherPlans(
        recorded=recorded_plans(_recorded(table)), given=given, colours=table.colours
    )
    match horizon:
        case "plan":
            return best_plan(table.state, mover, question, plans)
        case "game":
            return best_last_round(table.state, mover, question, plans)
        case "round":
            return best_round(table.state, mover, question)


def _recorded(table: Table) -> list[Event]:
    """Return what the record of a table has after it; a position has nothing."""
    return [] if table.record is None else events_from(table.record, table.state)


# The best plan with books: what to take, where to put it, when to flip ----------------------------
AIMS: tuple[Aim, ...] = get_args(Aim)
MOST_CASH = 9999
MOST_POINTS = 99
MOST_WEIGHT = 999
"""More of a thing than a game has would drown what the plan is to be best in."""
WEIGHED: tuple[str, ...] = tuple(each.name for each in fields(Weights))
"""What is no money, and counts for pounds."""


def books(  # noqa: PLR0913 - one parameter for each thing that may be asked
    table: Table,
    player: str | None,
    plans: Sequence[str],
    points: int,
    acquired: Sequence[str],
    cash: int | None,
    *,
    aim: Aim,
    weights: Mapping[str, int],
    budget: Budget | None,
) -> BookPlan:
    """Return the best plan for books from a table on."""
    require(0 <= points <= MOST_POINTS, "answers.book_plans.points-range", most_points=MOST_POINTS)
    require(
        cash is None or 0 <= cash <= MOST_CASH, "answers.book_plans.cash-range", most_cash=MOST_CASH
    )
    require(aim in AIMS, "answers.book_plans.unknown-aim", aims=tuple(AIMS))
    state, colours = table.state, table.colours
    seat = seat_of(player, colours)
    seat = state.to_move if seat is None else seat
    if seat is None:
        raise UsageError.of("answers.book_plans.no-mover")
    names = Names(state.setting.components, tuple(map(NamedPlayer, colours)))
    with naming():
        rounds = tuple(_items(plan, names, seat) for plan in plans) or (_face_up(state, seat),)
        taken = tuple(BookId(names.books.find(book)) for book in acquired)
    from referee.solve.best import BooksQuestion, ask_books  # noqa: PLC0415 - imports the solver

    question = BooksQuestion(
        plans=rounds,
        points=points,
        acquired=taken,
        cash=cash,
        aim=aim,
        weights=_weights(weights),
        **solver_limits(budget),
    )
    with asking():
        return ask_books(state, seat, question, colours[seat])


def _weights(given: Mapping[str, int]) -> Weights:
    for name, pounds in given.items():
        require(
            name in WEIGHED,
            "answers.book_plans.not-weighed",
            name=f"{name!r:.40}",
            weighed=", ".join(WEIGHED),
        )
        require(
            0 <= pounds <= MOST_WEIGHT, "answers.book_plans.weight-range", most_weight=MOST_WEIGHT
        )
    return Weights(**given)


def _items(plan: str, names: Names, seat: Seat) -> tuple[ItemId, ...]:
    words = plan.replace(",", " ").split()
    items = tuple(CardId(names.items_of(seat).find(word)) for word in words)
    for item in items:
        if items.count(item) > 1:
            raise UsageError.of("answers.book_plans.named-twice", item=item)
    return items


def _face_up(state: State, seat: Seat) -> tuple[ItemId, ...]:
    player = state.players[seat]
    items: list[ItemId] = [card for card in player.slots if card is not None]
    return tuple(item for item in [*items, *sorted(player.tiles)] if item not in player.used)
