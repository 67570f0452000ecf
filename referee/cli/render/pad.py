"""The scoring pad, and how each number on it came about."""

from collections.abc import Iterator

from rich.console import Group, RenderableType

from referee.api.gap_tables import ScoreRanges
from referee.api.scores import ScoreReasons, ValueReason, pads_of, score_reasons
from referee.cli.render.layout import columns, number_of, part, row, said
from referee.game.messages.copies import copy_words
from referee.game.state import State


def pad_page(state: State, colours: tuple[str, ...]) -> RenderableType:
    """Return the pad of all players, and below it where each number comes from."""
    found = pads_of(state, colours)
    table = columns("", *colours, right=colours)
    for name in found.players[0].rows:
        row(table, name, *(player.rows[name] for player in found.players))
    totals = (said(str(player.total), "bold") for player in found.players)
    row(table, said("total", "bold"), *totals)
    alone, shared = ("wins", "win") if found.finished else ("is ahead", "are ahead")
    verb = alone if len(found.winners) == 1 else shared
    return Group(
        part("Scoring pad", table, said(f"{' and '.join(found.winners)} {verb}")),
        *(
            part(colour, said("\n".join(_reasons(reasons))))
            for colour, reasons in zip(colours, score_reasons(state), strict=False)
        ),
    )


def ranges_page(ranges: ScoreRanges) -> RenderableType:
    """Return what the pad can show over all ways of filling the gaps of a record."""
    together = " or ".join(" and ".join(winners) for winners in ranges.winners)
    certain = "is certain" if ranges.winner_is_certain else "is not certain"
    parts: list[RenderableType] = [
        _ranges_table(ranges),
        said(f"the winner {certain}: {together}"),
    ]
    if not ranges.exact:
        parts.append(said("not every way of filling the gaps could be tried", "yellow"))
    return part("Scoring pad, whatever happened in the gaps", *parts)


def copy_ranges_page(ranges: ScoreRanges) -> RenderableType:
    """Return what the pad can show whatever is printed where a copy was not read."""
    words = copy_words()
    winner = "winner" if ranges.winner_is_certain else "no-winner"
    colours = words.all_of([colour for together in ranges.winners for colour in together])
    parts: list[RenderableType] = [
        _ranges_table(ranges),
        said(words.say("scores", winner, colours=colours)),
    ]
    if any(player.total is None for player in ranges.players):
        parts.append(said(words.scores["unread-lists"], "yellow"))
    if not ranges.exact:
        parts.append(said(words.verdicts["not-looked-into"], "yellow"))
    return part(words.scores["title"], *parts)


def _ranges_table(ranges: ScoreRanges) -> RenderableType:
    colours = [player.colour for player in ranges.players]
    table = columns("", *colours, right=colours)
    for name in ranges.players[0].rows:
        row(table, name, *(_range(player.rows[name]) for player in ranges.players))
    totals = (said(_range(player.total), "bold") for player in ranges.players)
    row(table, said("total", "bold"), *totals)
    return table


def _range(values: tuple[int, int] | None) -> str:
    if values is None:
        return "?"
    least, most = values
    return str(least) if least == most else f"{least} to {most}"


def _reasons(reasons: ScoreReasons) -> Iterator[str]:
    yield f"cash: {number_of(reasons.cash, 'pound')} in hand"
    for held in reasons.shares:
        cards = f" and {len(held.cards)} on cards ({', '.join(held.cards)})" if held.cards else ""
        yield (
            f"{held.company}: {number_of(held.shares, 'share')} at {held.value} = "
            f"{held.shares * held.value} ({held.by_marker} at space {held.space}{cards})"
        )
    yield _value("diamonds", reasons.diamonds)
    yield _value("books", reasons.books)


def _value(name: str, reason: ValueReason) -> str:
    counted = reason.counted
    if counted is None:
        return f"{name}: step {reason.step}, before the first value"
    if reason.beyond:
        return f"{name}: step {reason.step}, worth {counted.pounds} beyond step {counted.at}"
    return f"{name}: step {reason.step}, worth {counted.pounds} from step {counted.at} on"
