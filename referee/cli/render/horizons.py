"""Answers beyond one turn: the plan, the turns in order, what is assumed and what is proved."""

from rich.console import Group, RenderableType

from referee.api.optimum_answers import BestPlay, BestTurn
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import said
from referee.cli.render.optima import best_page, reached
from referee.game.messages.speech import say


def horizon_page(found: BestPlay) -> RenderableType:
    """Return a best way of playing on, with everything that it rests on."""
    return Group(
        said(found.moment, "bold"),
        "",
        *([said(f"{found.plan}\n", "bold green")] if found.plan else []),
        _turns(found),
        "",
        *reached(found),
        *(said(line) for line in proof_lines(found)),
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


def proof_lines(found: BestPlay) -> list[str]:
    """Return what is proved about an answer."""
    if found.status == "optimal":
        return [say("pages.horizons.optimal-proved-that-no-other")]
    if found.bound is None:
        return [say("pages.horizons.not-proved-no-bound-is")]
    return [say("pages.horizons.not-proved-no-way-of", bound=found.bound, gap=found.gap)]
