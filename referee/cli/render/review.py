"""The review of a game: the turns, the biggest misses, the players."""

from collections.abc import Sequence

from msgspec import UNSET
from rich.console import Group, RenderableType

from referee.api.reviews import Review, ReviewedTurn
from referee.cli.render.layout import columns, number_of, row, said


def review_page(found: Review) -> RenderableType:
    """Return the whole review as people read it."""
    return Group(
        *_round_tables(found),
        *_misses(found),
        said("players", "bold"),
        _players(found),
        *_remarks(found),
    )


def _round_tables(found: Review) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for number in dict.fromkeys(turn.round for turn in found.turns):
        turns = [turn for turn in found.turns if turn.round == number]
        parts += [said(f"round {number}", "bold"), _table(turns), ""]
    return parts


def _table(turns: Sequence[ReviewedTurn]) -> RenderableType:
    table = columns(
        "", "turn", "worth", "best", "loss", right=["worth", "best", "loss"], wrapped=["turn"]
    )
    for turn in turns:
        best = f"{turn.best_value}{'' if turn.status == 'optimal' else '+'}"
        row(table, turn.turn_number, turn.turn, turn.value, best, turn.loss or None)
        if turn.loss:
            row(table, None, f"  better: {_better(turn)}", style="dim")
    return table


def _better(turn: ReviewedTurn) -> str:
    return turn.best.removeprefix(f"{turn.player} ")


def _misses(found: Review) -> list[RenderableType]:
    if not found.misses:
        return []
    table = columns("", "loss", "played", "better", right=["loss"], wrapped=["played", "better"])
    for turn in found.misses:
        where = f"{turn.round}.{turn.turn_number}"
        row(table, where, turn.loss, turn.turn, _better(turn))
    return [said("biggest misses", "bold"), table, ""]


def _players(found: Review) -> RenderableType:
    table = columns("", "turns", "perfect", "loss", right=["turns", "perfect", "loss"])
    for player in found.players:
        row(table, player.player, player.turns, player.perfect, player.loss)
    return table


def _remarks(found: Review) -> list[RenderableType]:
    lines = [said(f"judged by {found.objective}, horizon {found.horizon}", "dim")]
    if found.asked is not UNSET:
        done = f"stopped: {len(found.turns)} of {number_of(found.asked, 'turn')} reviewed"
        lines.append(said(done, "yellow"))
    open_ends = sum(turn.status != "optimal" for turn in found.turns)
    if open_ends:
        lines.append(said(f"{number_of(open_ends, 'best turn')} not proved, marked +", "yellow"))
    if found.note:
        lines.append(said(f"the record goes no further: {found.note}", "yellow"))
    if found.left_out:
        lines.append(said(found.left_out, "yellow"))
    return ["", *lines]
