"""Answers of the solvers: the pad before and after, how far they are proved, and faults."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import UNSET
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

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
from referee.cli.render.columns import columns, headed, row
from referee.cli.render.layout import part, phrase, text
from referee.cli.render.map import reward_words
from referee.core.ids import BookId, StartTileId
from referee.i18n.speech import named, say, say_or, thing


def found_page(found: BestTurn | BestPlay) -> RenderableType:
    """Return a best turn or way of playing on: what it changes, and how far it is proved."""
    if isinstance(found, BestPlay):
        return _play_page(found)
    return Group(
        text(found.moment, "bold"),
        "",
        text(found.turn, "bold green"),
        "",
        *reached(found),
        *([phrase("pages.optima.where", conditions=found.where)] if found.where else []),
        *(text(line) for line in proof_lines(found)),
        phrase("pages.numbers.seconds", "dim", seconds=found.seconds),
        *_few(found),
    )


def reached(found: BestTurn | BestPlay) -> Iterator[RenderableType]:
    """Yield what an answer changes, row by row, and what that comes to."""
    yield change_table(found.player, found.objective, found.pad, found.totals, found.aims or {})
    yield ""
    yield phrase(
        "pages.optima.reaches",
        objective=found.objective,
        value=found.value,
        change=f"{found.value - found.worth_before:+d}",
    )


def proof_lines(found: BestTurn) -> list[str]:
    """Return what is proved about an answer, and how many turns are as good."""
    if found.status == "optimal":
        lines = [say("pages.optima.optimal")]
    elif found.bound is None:
        lines = [say("pages.optima.no-bound")]
    else:
        lines = [say("pages.optima.bound", bound=found.bound, gap=found.gap)]
    if found.counted_all and found.optima == 1:
        lines.append(say("pages.optima.only-best"))
    elif found.counted_all:
        lines.append(say("pages.optima.best-turns", optima=found.optima))
    elif found.ties_broken:
        lines.append(say("pages.optima.least-best-turns", turns=found.optima))
    else:
        lines.append(say("pages.optima.not-counted"))
    return lines


def change_table(
    player: str, objective: str, pad: Numbers, totals: Numbers, aims: Numbers
) -> RenderableType:
    """Return what a player aims at before and after a turn, and the pad where that counts."""
    table = headed("", "before", "after", "change", right=["before", "after", "change"])
    if any(name in OF_THE_PAD for _, name in read_objective(objective).terms):
        # The player's own, and the totals of the others.
        for name, numbers in pad.items():
            _add(table, name, numbers)
        _add(table, say("pages.pad.total"), totals[player], "bold")
        for colour, numbers in totals.items():
            if colour != player:
                _add(table, say("pages.optima.total-of", player=colour), numbers, "dim")
    for name, numbers in aims.items():
        is_part = name in OBJECTIVES and name not in OF_THE_PAD
        words = name
        if is_part and name.startswith(SHARES):
            words = say("pages.optima.shares-of", company=name.removeprefix(SHARES))
        elif is_part:
            words = say_or(thing(name), f"pages.optima.steps.{name}")
        _add(table, words, numbers, "" if is_part else "bold")
    return table


def _add(table: Table, name: str, numbers: BeforeAfter, style: str = "") -> None:
    was, is_now = numbers.before, numbers.after
    row(table, name, was, is_now, f"{is_now - was:+d}" if is_now != was else "", style=style)


def _few(found: BestTurn) -> list[RenderableType]:
    """Return the best turns in falling order, if they were asked for."""
    if found.top is UNSET:
        return []
    table = headed("value", "turn", right=["value"], wrapped=["turn"])
    for one in found.top:
        row(table, one.value, one.turn)
    late = [] if found.top_in_time else [phrase("pages.optima.time-over", "yellow")]
    return ["", table, *late]


# Answers beyond one turn: the plan, the turns in order, what is assumed and what is proved --------
def _play_page(found: BestPlay) -> RenderableType:
    """Return a best way of playing on, with everything that it rests on."""
    return Group(
        text(found.moment, "bold"),
        "",
        *([text(f"{found.plan}\n", "bold green")] if found.plan else []),
        _turns(found),
        "",
        *reached(found),
        _play_proof(found),
        phrase("pages.horizons.assumed"),
        *(text(f"  {assumption}") for assumption in found.assumptions),
        phrase("pages.numbers.seconds", "dim", seconds=found.seconds),
    )


def _turns(found: BestPlay) -> RenderableType:
    if not found.turns:
        return phrase("pages.horizons.end-at-once", "bold green", player=found.player)
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


def _play_proof(found: BestPlay) -> Text:
    if found.status == "optimal":
        return phrase("pages.horizons.optimal")
    if found.bound is None:
        return phrase("pages.horizons.no-bound")
    return phrase("pages.horizons.bound", bound=found.bound, gap=found.gap)


# A plan with books: what to take, where to put it, how the jar moves ------------------------------
def plan_page(plan: BookPlan, table: GameTable) -> RenderableType:
    """Return the plan of a player at a table: now, then action by action."""
    now = _now(plan, table) or [say("pages.book_plans.nothing")]
    return Group(
        phrase("pages.book_plans.books", "bold", player=plan.player),
        "",
        part(say("pages.book_plans.now"), *(text(line) for line in now)),
        part(say("pages.book_plans.then"), _moves(plan, table)),
        phrase("pages.book_plans.jar-step", "bold", step=plan.step, track=plan.track),
        phrase("pages.book_plans.plan-worth", worth=plan.worth, cash=plan.cash),
        text(_proof(plan)),
        phrase("pages.numbers.seconds", "dim", seconds=plan.seconds),
    )


def _proof(plan: BookPlan) -> str:
    furthest = plan.aim == "furthest"
    if plan.status == "optimal":
        return say("pages.book_plans.furthest" if furthest else "pages.book_plans.optimal")
    if plan.bound is None:
        return say("pages.horizons.no-bound")
    unit = "step" if furthest else "worth"
    return say("pages.book_plans.bound", unit=unit, bound=plan.bound)


def _now(plan: BookPlan, table: GameTable) -> list[str]:
    lines = []
    coins = dict(zip(table.state.book_display, table.state.book_coins, strict=True))
    for book in plan.take:
        pounds = coins.get(book, 0)
        lines.append(
            say(
                "pages.book_plans.take-with-coins" if pounds else "pages.book_plans.take",
                book=book,
                pounds=pounds,
            )
        )
    if plan.for_pounds:
        lines.append(say("pages.book_plans.sell-points", points=plan.for_pounds))
    for placing in plan.place:
        covered = _visible(table, plan.player, placing.step)
        lines.append(
            say(
                "pages.book_plans.place-over" if covered else "pages.book_plans.place",
                book=placing.book,
                step=placing.step,
                covered=covered or "",
            )
        )
    return lines


def _visible(table: GameTable, player: str, step: int) -> str | None:
    books = table.state.players[table.colours.index(player)].books
    pile = books[step - (table.components.book_track.last - len(books) + 1)]
    return pile[-1] if pile else None


def _moves(plan: BookPlan, at: GameTable) -> RenderableType:
    if not plan.moves:
        return phrase("pages.book_plans.no-bookkeeper")
    table = headed(
        "round", "bookkeeper", "flip", "jar", "reward", "cash", right=["cash"], wrapped=["reward"]
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
        *(
            each
            for number, turns in groupby(found.turns, lambda turn: turn.round)
            for each in (phrase("pages.review.round", "bold", number=number), _table(turns), "")
        ),
        *_misses(found),
        phrase("pages.review.players", "bold"),
        _players(found),
        *_remarks(found),
    )


def _table(turns: Iterable[ReviewedTurn]) -> RenderableType:
    table = headed(
        "", "turn", "worth", "best", "loss", right=["worth", "best", "loss"], wrapped=["turn"]
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
    table = headed("", "loss", "played", "better", right=["loss"], wrapped=["played", "better"])
    for turn in found.misses:
        where = f"{turn.round}.{turn.turn_number}"
        row(table, where, turn.loss, turn.turn, _better(turn))
    return [phrase("pages.review.biggest-misses", "bold"), table, ""]


def _players(found: Review) -> RenderableType:
    table = headed("", "turns", "perfect", "loss", right=["turns", "perfect", "loss"])
    for player in found.players:
        row(table, player.player, player.turns, player.perfect, player.loss)
    return table


def _remarks(found: Review) -> list[RenderableType]:
    lines = [phrase(f"pages.review.judged-by-{found.horizon}", "dim", objective=found.objective)]
    if found.asked is not UNSET:
        done = say("pages.review.stopped", reviewed=len(found.turns), turns=found.asked)
        lines.append(text(done, "yellow"))
    open_ends = sum(turn.status != "optimal" for turn in found.turns)
    if open_ends:
        lines.append(phrase("pages.review.not-proved", "yellow", turns=open_ends))
    if found.note:
        lines.append(phrase("pages.review.stopped-at", "yellow", note=found.note))
    if found.left_out:
        lines.append(text(found.left_out, "yellow"))
    return ["", *lines]
