"""Many verdicts counted, for people."""

from rich.console import Group, RenderableType
from rich.padding import Padding

from referee.api.summaries import Summary
from referee.cli.render.layout import said
from referee.cli.render.problems import one_line
from referee.game.messages import language
from referee.game.messages.speech import numeral, say, thing
from referee.game.rulebook import RULES


def summary_page(summary: Summary) -> RenderableType:
    """Return how many games have which verdict, and of every broken rule the first place."""
    counted = {verdict: games for verdict, games in summary.verdicts.items() if games}
    counts = ", ".join(
        say("pages.tally.verdict", games=numeral(games), verdict=verdict)
        for verdict, games in counted.items()
    )
    total = say("pages.tally.games", n=sum(counted.values()))
    head = said(say("pages.tally.total", games=total, counts=counts or thing("none")), "bold")
    if not summary.rules:
        return head
    # Lines, not a table: a place is to be copied whole, however long its path.
    parts: list[RenderableType] = []
    for rule, found in summary.rules.items():
        games = say("pages.tally.games", n=found.games)
        place = found.file if found.line is None else f"{found.file}:{found.line}"
        parts += [
            one_line(
                said(say("pages.tally.first-in", rule=rule, games=games, place=place), "bold")
            ),
            Padding(said(language().holds(RULES[rule])), (0, 0, 0, 8)),
        ]
    return Group(*parts, head)
