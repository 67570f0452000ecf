"""The scoring pad, and how each number on it came about."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType

from referee.api.gaps import ScoreRanges
from referee.api.scores import Pads, pad_words, pads_of
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, phrase, text
from referee.core.state import State
from referee.i18n.page_words import copy_words
from referee.i18n.speech import say

Pounds = int | tuple[int, int] | None
"""What a row comes to: a number, the least and the most that it can be, or nobody knows."""


def pads_page(found: Pads) -> RenderableType:
    """Return the pad of all players, and who wins or is ahead."""
    table = _table([(each.colour, each.rows, each.total) for each in found.players])
    outcome = "won" if found.finished else "ahead"
    first = say(f"pages.pad.{outcome}", players=tuple(found.winners), n=len(found.winners))
    return part(say("pages.pad.scoring-pad"), table, text(first))


def pad_page(state: State, colours: tuple[str, ...]) -> RenderableType:
    """Return the pad of all players, and below it where each number comes from."""
    return Group(
        pads_page(pads_of(state, colours)),
        *(
            part(colour, text("\n".join(words)))
            for colour, words in zip(colours, pad_words(state), strict=False)
        ),
    )


def ranges_page(ranges: ScoreRanges) -> RenderableType:
    """Return what the pad can show over all ways of filling the gaps of a record."""
    together = tuple(say("pages.pad.together", players=winners) for winners in ranges.winners)
    outcome = "possibly-ahead"
    if ranges.finished:
        outcome = "certain" if ranges.winner_is_certain else "uncertain"
    parts: list[RenderableType] = [
        _table([(each.colour, each.rows, each.total) for each in ranges.players]),
        phrase(f"pages.pad.{outcome}", players=together),
    ]
    if not ranges.exact:
        parts.append(phrase("pages.pad.not-all-tried", "yellow"))
    return part(say("pages.pad.title-with-gaps"), *parts)


def copy_ranges_page(ranges: ScoreRanges) -> RenderableType:
    """Return what the pad can show whatever is printed where a copy was not read."""
    words = copy_words()
    winner = "winner" if ranges.exact and ranges.winners else "no-winner"
    colours = words.all_of([colour for together in ranges.winners for colour in together])
    parts: list[RenderableType] = [
        _table([(each.colour, each.rows, each.total) for each in ranges.players]),
        text(words.say("scores", winner, colours=colours)),
    ]
    if any(player.total is None for player in ranges.players):
        parts.append(text(words.scores["unread-lists"], "yellow"))
    if not ranges.exact:
        parts.append(text(words.verdicts["not-looked-into"], "yellow"))
    return part(words.scores["title"], *parts)


def _table(players: Sequence[tuple[str, Mapping[str, Pounds], Pounds]]) -> RenderableType:
    """Return the pad: by player his colour, his rows and his total."""
    colours = [colour for colour, _, _ in players]
    table = columns("", *colours, right=colours)
    for name in players[0][1]:
        row(table, name, *(_pounds(rows[name]) for _, rows, _ in players))
    totals = (text(_pounds(total), "bold") for _, _, total in players)
    row(table, phrase("pages.pad.total", "bold"), *totals)
    return table


def _pounds(values: Pounds) -> str:
    if not isinstance(values, tuple):
        return "?" if values is None else str(values)
    least, most = values
    return str(least) if least == most else say("pages.pad.range", least=least, most=most)
