"""Answers of the solvers: the pad before and after, how far they are proved, and faults."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct
from rich.console import Group, RenderableType
from rich.table import Table

from referee.api.errors import FaultError
from referee.api.optima import (
    OBJECTIVES,
    OF_THE_PAD,
    SHARES,
    BeforeAfter,
    BestPlay,
    BestTurn,
    BookPlan,
    JarMove,
    Numbers,
    read_objective,
)
from referee.api.reviews import Review, ReviewedTurn
from referee.api.tables import Table as GameTable
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import one_line, part, said
from referee.cli.render.map import reward_words
from referee.core.ids import BookId, StartTileId
from referee.i18n.speech import named, say, say_or, thing


def best_page(found: BestTurn) -> RenderableType:
    """Return a best turn: said, counted row by row, and how far it is proved."""
    return Group(
        said(found.moment, "bold"),
        "",
        said(found.turn, "bold green"),
        "",
        *reached(found),
        *(said(line) for line in proof_lines(found)),
        said(say("pages.numbers.seconds", seconds=found.seconds), "dim"),
        *_few(found),
    )


def reached(found: BestTurn | BestPlay) -> Iterator[RenderableType]:
    """Yield what an answer changes, row by row, and what that comes to."""
    yield change_table(
        AimChange(found.player, found.objective, found.pad, found.totals, found.aims or {})
    )
    yield ""
    yield said(
        say(
            "pages.optima.reaches",
            objective=found.objective,
            value=found.value,
            change=f"{found.value - found.worth_before:+d}",
        )
    )


def proof_lines(found: BestTurn) -> list[str]:
    """Return what is proved about an answer, and how many turns are as good."""
    if found.status == "optimal":
        lines = [say("pages.optima.optimal-proved-that-no-legal")]
    elif found.bound is None:
        lines = [say("pages.optima.not-proved-the-time-was")]
    else:
        lines = [say("pages.optima.not-proved-no-turn-is", bound=found.bound, gap=found.gap)]
    if found.counted_all and found.optima == 1:
        lines.append(say("pages.optima.no-other-turn-is-worth"))
    elif found.counted_all:
        lines.append(say("pages.optima.turns-are-worth-as-much", optima=found.optima))
    elif found.ties_broken:
        lines.append(say("pages.optima.at-least-turns-worth-as", turns=found.optima))
    else:
        lines.append(say("pages.optima.turns-worth-as-much-were"))
    return lines


class AimChange(Struct, frozen=True):
    """What a player aims at, before and after."""

    player: str
    objective: str
    pad: Numbers
    totals: Numbers
    aims: Numbers


def change_table(change: AimChange) -> RenderableType:
    """Return what a player aims at before and after a turn, and the pad where that counts."""
    table = columns(
        "",
        say("pages.heads.before"),
        say("pages.heads.after"),
        say("pages.heads.change"),
        right=[say("pages.heads.before"), say("pages.heads.after"), say("pages.heads.change")],
    )
    if any(name in OF_THE_PAD for _, name in read_objective(change.objective).terms):
        _add_pad(table, change)
    for name, numbers in change.aims.items():
        is_part = name in OBJECTIVES and name not in OF_THE_PAD
        _add(table, measure_words(name) if is_part else name, numbers, "" if is_part else "bold")
    return table


def measure_words(name: str) -> str:
    """Return what a measure counts."""
    if name.startswith(SHARES):
        return say("pages.optima.shares-of", removeprefix=name.removeprefix(SHARES))
    return say_or(thing(name), f"pages.optima.steps.{name}")


def _add_pad(table: Table, change: AimChange) -> None:
    """Add a player's pad, and the totals of the others."""
    for name, numbers in change.pad.items():
        _add(table, name, numbers)
    _add(table, say("pages.pad.total"), change.totals[change.player], "bold")
    for colour, numbers in change.totals.items():
        if colour != change.player:
            _add(table, say("pages.optima.total-of", player=colour), numbers, "dim")


def _add(table: Table, name: str, numbers: BeforeAfter, style: str = "") -> None:
    was, is_now = numbers.before, numbers.after
    row(table, name, was, is_now, f"{is_now - was:+d}" if is_now != was else "", style=style)


def _few(found: BestTurn) -> list[RenderableType]:
    """Return the best turns in falling order, if they were asked for."""
    if found.top is UNSET:
        return []
    table = columns(
        say("pages.heads.value"),
        say("pages.heads.turn"),
        right=[say("pages.heads.value")],
        wrapped=[say("pages.heads.turn")],
    )
    for one in found.top:
        row(table, one.value, one.turn)
    late = (
        [] if found.top_in_time else [said(say("pages.optima.the-time-was-over-before"), "yellow")]
    )
    return ["", table, *late]


def fault_page(fault: FaultError) -> RenderableType:
    """Return a fault of the solvers as a report that can be passed on."""
    facts, _, position = fault.report.partition("\n\n")
    table: list[RenderableType] = ["", one_line(said(position, "dim"))] if position else []
    return Group(
        said(say("pages.optima.solver-and-engine-disagree"), "bold red"),
        said(say("pages.optima.this-is-a-fault-of")),
        said(facts),
        *table,
    )


# Answers beyond one turn: the plan, the turns in order, what is assumed and what is proved --------
def horizon_page(found: BestPlay) -> RenderableType:
    """Return a best way of playing on, with everything that it rests on."""
    return Group(
        said(found.moment, "bold"),
        "",
        *([said(f"{found.plan}\n", "bold green")] if found.plan else []),
        _turns(found),
        "",
        *reached(found),
        *(said(line) for line in play_proof_lines(found)),
        said(say("pages.horizons.assumed")),
        *(said(f"  {assumption}") for assumption in found.assumptions),
        said(say("pages.numbers.seconds", seconds=found.seconds), "dim"),
    )


def found_page(found: BestTurn | BestPlay) -> RenderableType:
    """Return whatever best was found."""
    return best_page(found) if isinstance(found, BestTurn) else horizon_page(found)


def _turns(found: BestPlay) -> RenderableType:
    if not found.turns:
        return said(say("pages.horizons.does-best-to-end-the", player=found.player), "bold green")
    wanted = found.objective
    table = columns(
        "",
        say("pages.heads.turn"),
        wanted,
        say("pages.heads.change"),
        right=[wanted, say("pages.heads.change")],
        wrapped=[say("pages.heads.turn")],
    )
    before = found.worth_before
    for number, played in enumerate(found.turns, 1):
        row(table, number, played.turn, played.value, f"{played.value - before:+d}")
        before = played.value
    return table


def play_proof_lines(found: BestPlay) -> list[str]:
    """Return what is proved about an answer."""
    if found.status == "optimal":
        return [say("pages.horizons.optimal-proved-that-no-other")]
    if found.bound is None:
        return [say("pages.horizons.not-proved-no-bound-is")]
    return [say("pages.horizons.not-proved-no-way-of", bound=found.bound, gap=found.gap)]


# A plan with books: what to take, where to put it, how the jar moves ------------------------------
def plan_page(plan: BookPlan, table: GameTable) -> RenderableType:
    """Return the plan of a player at a table: now, then action by action."""
    now = _now(plan, table) or [say("pages.book_plans.nothing-to-take-or-to")]
    return Group(
        said(say("pages.book_plans.books", player=plan.player), "bold"),
        "",
        part(say("pages.book_plans.now"), *(said(line) for line in now)),
        part(say("pages.book_plans.then"), _moves(plan, table)),
        said(
            say("pages.book_plans.the-jar-ends-on-step", step=plan.step, track=plan.track), "bold"
        ),
        said(say("pages.book_plans.the-plan-is-worth-pounds", worth=plan.worth, cash=plan.cash)),
        said(_proof(plan)),
        said(say("pages.numbers.seconds", seconds=plan.seconds), "dim"),
    )


def _proof(plan: BookPlan) -> str:
    furthest = plan.aim == "furthest"
    what = (
        say("pages.book_plans.gets-the-jar-further")
        if furthest
        else say("pages.book_plans.is-worth-more")
    )
    if plan.status == "optimal":
        return say("pages.book_plans.optimal-proved-that-no-plan", what=what)
    if plan.bound is None:
        return say("pages.horizons.not-proved-no-bound-is")
    unit = "step" if furthest else "worth"
    return say("pages.book_plans.not-proved-no-plan-reaches", unit=unit, bound=plan.bound)


def _now(plan: BookPlan, table: GameTable) -> list[str]:
    lines = []
    coins = dict(zip(table.state.book_display, table.state.book_coins, strict=True))
    for book in plan.take:
        note = (
            say("pages.book_plans.with-pounds-on-it", pounds=coins[book]) if coins.get(book) else ""
        )
        lines.append(say("pages.book_plans.take", book=book, note=note))
    if plan.for_pounds:
        lines.append(say("pages.book_plans.turn-points-into-pounds", points=plan.for_pounds))
    for placing in plan.place:
        covered = _visible(table, plan.player, placing.step)
        over = say("pages.book_plans.over", covered=covered) if covered else ""
        lines.append(
            say("pages.book_plans.put-on-step", book=placing.book, step=placing.step, over=over)
        )
    return lines


def _visible(table: GameTable, player: str, step: int) -> str | None:
    books = table.state.players[table.colours.index(player)].books
    pile = books[step - (table.components.book_track.last - len(books) + 1)]
    return pile[-1] if pile else None


def _moves(plan: BookPlan, at: GameTable) -> RenderableType:
    if not plan.moves:
        return said(say("pages.book_plans.no-bookkeeper-is-planned"))
    table = columns(
        say("pages.heads.round"),
        say("pages.heads.bookkeeper"),
        say("pages.heads.flip"),
        say("pages.heads.jar"),
        say("pages.heads.reward"),
        say("pages.heads.cash"),
        right=[say("pages.heads.cash")],
        wrapped=[say("pages.heads.reward")],
    )
    for move in plan.moves:
        way = (
            f"{move.start} → {move.to}"
            if move.to > move.start
            else say("pages.book_plans.stays-on", start=move.start)
        )
        flip = say("pages.book_plans.step", flip=move.flip) if move.flip is not None else ""
        row(table, move.round, move.card, flip, way, _reward(at, move), move.cash)
    return table


def _reward(at: GameTable, move: JarMove) -> str:
    if move.book is None:
        return ""
    components = at.components
    if move.to == 1:
        return reward_words(components.starting_tile[StartTileId(move.book)].reward)
    return named(move.book, reward_words(components.book[BookId(move.book)].reward))


# The review of a game: the turns, the biggest misses, the players ---------------------------------
def review_page(found: Review) -> RenderableType:
    """Return the whole review as people read it."""
    return Group(
        *_round_tables(found),
        *_misses(found),
        said(say("pages.review.players"), "bold"),
        _players(found),
        *_remarks(found),
    )


def _round_tables(found: Review) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for number in dict.fromkeys(turn.round for turn in found.turns):
        turns = [turn for turn in found.turns if turn.round == number]
        parts += [said(say("pages.review.round", number=number), "bold"), _table(turns), ""]
    return parts


def _table(turns: Sequence[ReviewedTurn]) -> RenderableType:
    table = columns(
        "",
        say("pages.heads.turn"),
        say("pages.heads.worth"),
        say("pages.heads.best"),
        say("pages.heads.loss"),
        right=[say("pages.heads.worth"), say("pages.heads.best"), say("pages.heads.loss")],
        wrapped=[say("pages.heads.turn")],
    )
    for turn in turns:
        best = f"{turn.best_value}{'' if turn.status == 'optimal' else '+'}"
        row(table, turn.turn_number, turn.turn, turn.value, best, turn.loss or None)
        if turn.loss:
            row(table, None, say("pages.review.better", better=_better(turn)), style="dim")
    return table


def _better(turn: ReviewedTurn) -> str:
    return turn.best.removeprefix(f"{turn.player} ")


def _misses(found: Review) -> list[RenderableType]:
    if not found.misses:
        return []
    table = columns(
        "",
        say("pages.heads.loss"),
        say("pages.heads.played"),
        say("pages.heads.better"),
        right=[say("pages.heads.loss")],
        wrapped=[say("pages.heads.played"), say("pages.heads.better")],
    )
    for turn in found.misses:
        where = f"{turn.round}.{turn.turn_number}"
        row(table, where, turn.loss, turn.turn, _better(turn))
    return [said(say("pages.review.biggest-misses"), "bold"), table, ""]


def _players(found: Review) -> RenderableType:
    table = columns(
        "",
        say("pages.heads.turns"),
        say("pages.heads.perfect"),
        say("pages.heads.loss"),
        right=[say("pages.heads.turns"), say("pages.heads.perfect"), say("pages.heads.loss")],
    )
    for player in found.players:
        row(table, player.player, player.turns, player.perfect, player.loss)
    return table


def _remarks(found: Review) -> list[RenderableType]:
    lines = [
        said(
            say("pages.review.judged-by-horizon", objective=found.objective, horizon=found.horizon),
            "dim",
        )
    ]
    if found.asked is not UNSET:
        done = say(
            "pages.review.stopped-of-turns-reviewed", turns=len(found.turns), turns2=found.asked
        )
        lines.append(said(done, "yellow"))
    open_ends = sum(turn.status != "optimal" for turn in found.turns)
    if open_ends:
        lines.append(
            said(say("pages.review.best-turns-not-proved-marked", turns=open_ends), "yellow")
        )
    if found.note:
        lines.append(
            said(say("pages.review.the-record-goes-no-further", note=found.note), "yellow")
        )
    if found.left_out:
        lines.append(said(found.left_out, "yellow"))
    return ["", *lines]
