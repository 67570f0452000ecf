"""Answers of the solvers: the pad before and after, how far they are proved, and faults."""

from msgspec import Struct
from rich.console import Group, RenderableType
from rich.table import Table

from model.best.objective import SHARES, Objective, objective
from referee.api.scores import ROWS
from referee.asking.best import Best, BestFew
from referee.asking.faults import Confirmed, Fault
from referee.asking.notation import turn_text
from referee.asking.worth import measures, weighed
from referee.cli.render.layout import columns, number_of, row, said
from referee.cli.render.problems import one_line
from referee.cli.render.table import moment_words
from referee.engine import pads
from referee.game.ids import Seat
from referee.game.state import State
from referee.positions import position_text

NET_WORTH = objective("net-worth")
OF_THE_PAD = frozenset({"net-worth", "margin"})
"""The measures for which all rows of the pad count."""
STEPS = {"diamonds": "diamond steps", "ink": "steps of the ink jar"}


def best_page(found: Best, colours: tuple[str, ...]) -> RenderableType:
    """Return a best turn: said, counted row by row, and how far it is proved."""
    setting = found.before.setting
    return Group(
        said(moment_words(found.before, colours), "bold"),
        "",
        said(turn_text(found.best.turn, setting, colours), "bold green"),
        "",
        change_table(
            Change(found.before, found.best.after, found.seat, colours), found.question.objective
        ),
        "",
        said(
            f"{found.question.objective}: {found.best.value} "
            f"({found.best.value - found.worth_before:+d})"
        ),
        *(said(line) for line in proof_lines(found)),
        said(f"{found.seconds:.2f} s", "dim"),
    )


def proof_lines(found: Best) -> list[str]:
    """Return what is proved about an answer, and how many turns are as good."""
    if found.status == "optimal":
        lines = ["optimal: proved that no legal turn is worth more"]
    elif found.bound is None:
        lines = ["not proved: the time was too short for a bound"]
    else:
        lines = [f"not proved: no turn is worth more than {found.bound}, a gap of {found.gap}"]
    if found.counted_all and found.optima == 1:
        lines.append("no other turn is worth as much")
    elif found.counted_all:
        lines.append(f"{found.optima} turns are worth as much; this is the first of them")
    elif found.ties_broken:
        lines.append(f"at least {number_of(found.optima, 'turn')} worth as much")
    else:
        lines.append("turns worth as much were not counted: the time was over")
    return lines


class Change(Struct, frozen=True):
    """Two tables, and the player who got from one to the other."""

    before: State
    after: State
    seat: Seat
    colours: tuple[str, ...]


def change_table(change: Change, wanted: Objective) -> RenderableType:
    """Return what a player aims at before and after a turn, and the pad where that counts."""
    table = columns("", "before", "after", "change", right=["before", "after", "change"])
    if any(name in OF_THE_PAD for _, name in wanted.terms):
        _add_pad(table, change)
    if wanted != NET_WORTH:
        _add_aim(table, change, wanted)
    return table


def _add_aim(table: Table, change: Change, wanted: Objective) -> None:
    """Add what an aim is made of, and the aim."""
    old, new = measures(change.before, change.seat), measures(change.after, change.seat)
    for _, name in wanted.terms:
        if name not in OF_THE_PAD:
            row(table, measure_words(name), old[name], new[name], _change(old[name], new[name]))
    was, is_now = weighed(wanted, old), weighed(wanted, new)
    if len(wanted.terms) > 1 or wanted.terms[0][1] in OF_THE_PAD:
        row(table, str(wanted), was, is_now, _change(was, is_now), style="bold")


def measure_words(name: str) -> str:
    """Return what a measure counts."""
    if name.startswith(SHARES):
        return f"shares of {name.removeprefix(SHARES)}"
    return STEPS.get(name, name)


def _add_pad(table: Table, change: Change) -> None:
    """Add a player's pad, and the totals of the others."""
    seat, colours = change.seat, change.colours
    old, new = pads(change.before), pads(change.after)
    for name, was, is_now in zip(ROWS, old[seat].rows, new[seat].rows, strict=True):
        row(table, name, was, is_now, _change(was, is_now))
    was, is_now = old[seat].total, new[seat].total
    row(table, "total", was, is_now, _change(was, is_now), style="bold")
    for other, colour in enumerate(colours):
        if other != seat:
            was, is_now = old[other].total, new[other].total
            row(table, f"{colour}'s total", was, is_now, _change(was, is_now), style="dim")


def _change(before: int, after: int) -> str:
    return f"{after - before:+d}" if after != before else ""


def few_page(few: BestFew, before: State, colours: tuple[str, ...]) -> RenderableType:
    """Return the best turns in falling order."""
    table = columns("value", "turn", right=["value"], wrapped=["turn"])
    for one in few.turns:
        row(table, one.value, turn_text(one.turn, before.setting, colours))
    late = [] if few.in_time else [said("the time was over before there were more", "yellow")]
    return Group("", table, *late)


def best_data(found: Best, colours: tuple[str, ...]) -> dict[str, object]:
    """Return an answer with the keys that the help of `best` names."""
    question = found.question
    return {
        "moment": moment_words(found.before, colours),
        "player": colours[found.seat],
        "objective": str(question.objective),
        "action": question.action,
        **turn_data(found.best, found.before, colours),
        "worth_before": found.worth_before,
        "status": found.status,
        "bound": found.bound,
        "gap": found.gap,
        "optima": found.optima,
        "counted_all": found.counted_all,
        "ties_broken": found.ties_broken,
        "seconds": round(found.seconds, 4),
        **change_data(found.before, found.best.after, found.seat, colours),
    }


def turn_data(one: Confirmed, before: State, colours: tuple[str, ...]) -> dict[str, object]:
    """Return the keys turn and value."""
    return {"turn": turn_text(one.turn, before.setting, colours), "value": one.value}


def change_data(
    before: State, after: State, seat: Seat, colours: tuple[str, ...]
) -> dict[str, object]:
    """Return the keys pad and totals, each number before and after."""
    old, new = pads(before), pads(after)
    rows = zip(ROWS, old[seat].rows, new[seat].rows, strict=True)
    totals = zip(colours, old, new, strict=False)
    return {
        "pad": {name: {"before": was, "after": is_now} for name, was, is_now in rows},
        "totals": {c: {"before": was.total, "after": now.total} for c, was, now in totals},
    }


def fault_page(fault: Fault) -> RenderableType:
    """Return a fault of the solvers as a report that can be passed on."""
    return Group(
        said("solver and engine disagree", "bold red"),
        said(
            "This is a fault of the referee, not of your file; please report it with all of this."
        ),
        said(f"  promised: {fault.promised}"),
        said(f"  found:    {fault.found}"),
        said(f"  turn:     {fault.turn}"),
        *_position(fault),
    )


def _position(fault: Fault) -> list[RenderableType]:
    if fault.table is None:
        return []
    return ["", one_line(said(position_text(fault.table), "dim"))]
