"""What the audit of a position came to."""

from rich.console import Group, RenderableType

from referee.api.position_audits import AuditedPosition, PositionVerdict
from referee.cli.render.layout import said
from referee.cli.render.problems import one_line, problem_page
from referee.game.messages.speech import named, say

STYLES: dict[PositionVerdict, str] = {
    "possible": "bold green",
    "impossible": "bold red",
    "unreadable": "bold yellow",
}


def audited_page(audited: AuditedPosition) -> RenderableType:
    """Return the verdict, and every fault with its line."""
    audit = audited.audit
    words = audit.moment or say("pages.position.faults", n=len(audit.faults))
    line = said(named(audit.file, ""), "bold").append_text(
        said(audit.verdict, STYLES[audit.verdict])
    )
    problems = problem_page(audit.file, audited.problems)
    return Group(one_line(line.append(f" ({words})")), problems)
