"""Answers beyond one turn: the plan, the turns in order, what is assumed and what is proved."""

from rich.console import Group, RenderableType

from referee.asking.horizons import BestRound
from referee.asking.notation import turn_text
from referee.cli.render.asking import Change, change_data, change_table
from referee.cli.render.layout import columns, row, said
from referee.cli.render.table import moment_words
from referee.game.events import Plan
from referee.game.state import State
from referee.transcript.record import Statement
from referee.transcript.writing import line_of


def horizon_page(found: BestRound, asked: State, colours: tuple[str, ...]) -> RenderableType:
    """Return a best way of playing on, with everything that it rests on."""
    return Group(
        said(moment_words(asked, colours), "bold"),
        "",
        *([said(f"{plan_text(found.plan, colours)}\n", "bold green")] if found.plan else []),
        _turns(found, colours),
        "",
        change_table(
            Change(found.before, _end(found), found.seat, colours), found.question.objective
        ),
        "",
        said(f"{found.question.objective}: {found.value} ({found.value - found.worth_before:+d})"),
        *(said(line) for line in proof_lines(found)),
        said("assumed:"),
        *(said(f"  {assumption}") for assumption in found.assumptions),
        said(f"{found.seconds:.2f} s", "dim"),
    )


def plan_text(plan: Plan, colours: tuple[str, ...]) -> str:
    """Return a plan as a record says it."""
    return line_of(Statement(said=plan), colours)


def _turns(found: BestRound, colours: tuple[str, ...]) -> RenderableType:
    if not found.turns:
        return said(f"{colours[found.seat]} does best to end the phase at once", "bold green")
    wanted = str(found.question.objective)
    table = columns("", "turn", wanted, "change", right=[wanted, "change"], wrapped=["turn"])
    before = found.worth_before
    for number, played in enumerate(found.turns, 1):
        words = turn_text(played.turn, found.before.setting, colours)
        row(table, number, words, played.value, f"{played.value - before:+d}")
        before = played.value
    return table


def _end(found: BestRound) -> State:
    return found.turns[-1].after if found.turns else found.before


def proof_lines(found: BestRound) -> list[str]:
    """Return what is proved about an answer."""
    if found.status == "optimal":
        return ["optimal: proved that no other way of playing on is worth more"]
    if found.bound is None:
        return ["not proved: no bound is known"]
    return [
        f"not proved: no way of playing on is worth more than {found.bound}, a gap of {found.gap}"
    ]


def horizon_data(found: BestRound, asked: State, colours: tuple[str, ...]) -> dict[str, object]:
    """Return an answer with the keys that the help of `best` names."""
    setting = found.before.setting
    return {
        "moment": moment_words(asked, colours),
        "player": colours[found.seat],
        "objective": str(found.question.objective),
        "horizon": found.horizon,
        "plan": plan_text(found.plan, colours) if found.plan else None,
        "turns": [
            {"turn": turn_text(played.turn, setting, colours), "value": played.value}
            for played in found.turns
        ],
        "value": found.value,
        "worth_before": found.worth_before,
        "status": found.status,
        "bound": found.bound,
        "gap": found.gap,
        "seconds": round(found.seconds, 4),
        "assumptions": list(found.assumptions),
        **change_data(found.before, _end(found), found.seat, colours),
    }
