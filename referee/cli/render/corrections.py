"""What a corrected reading changes, for people."""

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType

from referee.api.copy_corrections import AcceptedCopy
from referee.cli.render.layout import said
from referee.game.messages.copies import copy_words

MOST_SHOWN: Final = 100


def accepted_page(accepted: AcceptedCopy) -> RenderableType:
    """Return what was read otherwise before, and the verdicts that change."""
    return Group(*_lines(accepted))


def _lines(accepted: AcceptedCopy) -> Iterator[RenderableType]:
    words = copy_words()
    yield said(words.reading["kept"], "bold")
    if not accepted.corrections:
        yield said(words.reading["accepted-nothing"])
        return
    yield said(words.say("reading", "accepted", n=len(accepted.corrections)))
    for each in accepted.corrections[:MOST_SHOWN]:
        told = words.say("reading", "correction", what=each.what, before=each.before, now=each.now)
        yield said(f"  {told}")
    if not accepted.judged:
        yield said(words.reading["no-records"])
        return
    changed = len(accepted.verdicts)
    yield said(words.say("reading", "judged-again", n=accepted.judged, changed=changed))
    for verdict in accepted.verdicts[:MOST_SHOWN]:
        told = words.say(
            "reading", "verdict", file=verdict.file, before=verdict.before, now=verdict.now
        )
        yield said(f"  {told}")
