"""A broken rule as people read it."""

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

from referee.api.broken_rules import BrokenRule
from referee.cli.render.layout import said
from referee.game.messages import language
from referee.game.rulebook import RULES


def broken_rule_lines(broken: BrokenRule) -> list[RenderableType]:
    """Return a broken rule: what was seen, what holds, and where the rulebook says so."""
    words = said(f"{broken.name}: ", "dim").append_text(said(broken.message, "not dim"))
    cited = next(iter(broken.citations), "")
    # What is too long for a line goes on under its beginning, beside the id.
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_row(said(broken.rule, "bold"), words)
    table.add_row("", said(f"{language().holds(RULES[broken.rule])} ({cited})", "dim"))
    return [Padding(table, (0, 0, 0, 2))]
