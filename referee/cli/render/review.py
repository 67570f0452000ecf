"""The review of a game: the turns, the biggest misses, the players."""

from collections.abc import Sequence

from msgspec import Struct
from rich.console import Group, RenderableType

from referee.asking.notation import turn_text
from referee.asking.reviewing import Reviewed, ReviewQuestion, by_player, misses
from referee.cli.render.layout import columns, number_of, row, said
from referee.game.setting import Setting


class Review(Struct, frozen=True, kw_only=True):
    """A reviewed game, as far as it was reviewed."""

    name: str
    question: ReviewQuestion
    colours: tuple[str, ...]
    setting: Setting | None
    turns: tuple[Reviewed, ...]
    asked: int
    """How many turns were to be reviewed."""
    note: str = ""
    """Why the record goes no further, if it does not."""
    listed: int = 5

    @property
    def complete(self) -> bool:
        """All turns asked for were reviewed."""
        return len(self.turns) == self.asked


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
        parts += [said(f"round {number}", "bold"), _table(found, turns), ""]
    return parts


def _table(found: Review, turns: Sequence[Reviewed]) -> RenderableType:
    table = columns(
        "", "turn", "worth", "best", "loss", right=["worth", "best", "loss"], wrapped=["turn"]
    )
    for turn in turns:
        best = f"{turn.best_value}{'' if turn.status == 'optimal' else '+'}"
        row(table, turn.turn_number, _said(found, turn.turn), turn.value, best, turn.loss or None)
        if turn.loss:
            row(table, None, f"  better: {_better(found, turn)}", style="dim")
    return table


def _said(found: Review, turn: object) -> str:
    if found.setting is None or turn is None:
        return "end the phase"
    return turn_text(turn, found.setting, found.colours)  # type: ignore[arg-type]


def _better(found: Review, turn: Reviewed) -> str:
    words = _said(found, turn.best)
    return words.removeprefix(f"{found.colours[turn.seat]} ")


def _misses(found: Review) -> list[RenderableType]:
    worst = misses(found.turns, found.listed)
    if not worst:
        return []
    table = columns("", "loss", "played", "better", right=["loss"], wrapped=["played", "better"])
    for turn in worst:
        where = f"{turn.round}.{turn.turn_number}"
        row(table, where, turn.loss, _said(found, turn.turn), _better(found, turn))
    return [said("biggest misses", "bold"), table, ""]


def _players(found: Review) -> RenderableType:
    table = columns("", "turns", "perfect", "loss", right=["turns", "perfect", "loss"])
    for player in by_player(found.turns, len(found.colours)):
        if player.turns:
            row(table, found.colours[player.seat], player.turns, player.perfect, player.loss)
    return table


def _remarks(found: Review) -> list[RenderableType]:
    lines = [said(f"judged by {found.question.objective}, horizon {found.question.horizon}", "dim")]
    if not found.complete:
        done = f"stopped: {len(found.turns)} of {number_of(found.asked, 'turn')} reviewed"
        lines.append(said(done, "yellow"))
    open_ends = sum(turn.status != "optimal" for turn in found.turns)
    if open_ends:
        lines.append(said(f"{number_of(open_ends, 'best turn')} not proved, marked +", "yellow"))
    if found.note:
        lines.append(said(f"the record goes no further: {found.note}", "yellow"))
    return ["", *lines]


def review_data(found: Review) -> dict[str, object]:
    """Return the review with the keys that the help names."""
    return {
        "file": found.name,
        "objective": str(found.question.objective),
        "horizon": found.question.horizon,
        "complete": found.complete,
        "note": found.note,
        "turns": [_turn_data(found, turn) for turn in found.turns],
        "misses": [_turn_data(found, turn) for turn in misses(found.turns, found.listed)],
        "players": [
            {
                "player": found.colours[player.seat],
                "turns": player.turns,
                "perfect": player.perfect,
                "loss": player.loss,
            }
            for player in by_player(found.turns, len(found.colours))
            if player.turns
        ],
    }


def _turn_data(found: Review, turn: Reviewed) -> dict[str, object]:
    return {
        "round": turn.round,
        "turn_number": turn.turn_number,
        "player": found.colours[turn.seat],
        "turn": _said(found, turn.turn),
        "value": turn.value,
        "best": _said(found, turn.best),
        "best_value": turn.best_value,
        "bound": turn.bound,
        "status": turn.status,
        "loss": turn.loss,
    }
