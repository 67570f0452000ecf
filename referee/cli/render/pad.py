"""The scoring pad, and how each number on it came about."""

from collections.abc import Iterator

from rich.console import Group, RenderableType

from referee.api.gaps import ScoreRanges
from referee.api.scores import ScoreReasons, ValueReason, pads_of, score_reasons
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, phrase, said
from referee.core.state import State
from referee.i18n.page_words import copy_words
from referee.i18n.speech import say


def pad_page(state: State, colours: tuple[str, ...]) -> RenderableType:
    """Return the pad of all players, and below it where each number comes from."""
    found = pads_of(state, colours)
    table = columns("", *colours, right=colours)
    for name in found.players[0].rows:
        row(table, name, *(player.rows[name] for player in found.players))
    totals = (said(str(player.total), "bold") for player in found.players)
    row(table, phrase("pages.pad.total", "bold"), *totals)
    outcome = "won" if found.finished else "ahead"
    first = say(f"pages.pad.{outcome}", players=tuple(found.winners), n=len(found.winners))
    return Group(
        part(say("pages.pad.scoring-pad"), table, said(first)),
        *(
            part(colour, said("\n".join(_reasons(reasons))))
            for colour, reasons in zip(colours, score_reasons(state), strict=False)
        ),
    )


def ranges_page(ranges: ScoreRanges) -> RenderableType:
    """Return what the pad can show over all ways of filling the gaps of a record."""
    together = tuple(say("pages.pad.together", players=winners) for winners in ranges.winners)
    outcome = "possibly-ahead"
    if ranges.finished:
        outcome = "certain" if ranges.winner_is_certain else "uncertain"
    parts: list[RenderableType] = [
        _ranges_table(ranges),
        phrase(f"pages.pad.{outcome}", players=together),
    ]
    if not ranges.exact:
        parts.append(phrase("pages.pad.not-every-way-of-filling", "yellow"))
    return part(say("pages.pad.scoring-pad-whatever-happened-in"), *parts)


def copy_ranges_page(ranges: ScoreRanges) -> RenderableType:
    """Return what the pad can show whatever is printed where a copy was not read."""
    words = copy_words()
    winner = "winner" if ranges.exact and ranges.winners else "no-winner"
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
    row(table, phrase("pages.pad.total", "bold"), *totals)
    return table


def _range(values: tuple[int, int] | None) -> str:
    if values is None:
        return "?"
    least, most = values
    return str(least) if least == most else say("pages.pad.to", least=least, most=most)


def _reasons(reasons: ScoreReasons) -> Iterator[str]:
    yield say("pages.pad.cash-pounds-in-hand", pounds=reasons.cash)
    for held in reasons.shares:
        cards = (
            say("pages.pad.and-on-cards", cards=len(held.cards), cards2=", ".join(held.cards))
            if held.cards
            else ""
        )
        yield (
            say(
                "pages.pad.shares-at-at-space",
                company=held.company,
                shares=held.shares,
                value=held.value,
                shares2=held.shares * held.value,
                by_marker=held.by_marker,
                space=held.space,
                cards=cards,
            )
        )
    yield _value("diamonds", reasons.diamonds)
    yield _value("books", reasons.books)


def _value(name: str, reason: ValueReason) -> str:
    counted = reason.counted
    if counted is None:
        return say("pages.pad.step-before-the-first-value", name=name, step=reason.step)
    if reason.beyond:
        return say(
            "pages.pad.step-worth-beyond-step",
            name=name,
            step=reason.step,
            pounds=counted.pounds,
            at=counted.at,
        )
    return say(
        "pages.pad.step-worth-from-step-on",
        name=name,
        step=reason.step,
        pounds=counted.pounds,
        at=counted.at,
    )
