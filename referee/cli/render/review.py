"""The review of a game: the turns, the biggest misses, the players."""

from collections.abc import Sequence

from msgspec import UNSET
from rich.console import Group, RenderableType

from referee.api.reviews import Review, ReviewedTurn
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import said
from referee.game.messages.speech import say


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
