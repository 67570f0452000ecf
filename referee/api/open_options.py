"""What may be said next in a turn, and what may be if something unread of a copy is favourable."""

from collections.abc import Iterable
from typing import Any

from referee.api.unread_values import unread_refusal
from referee.engine.expansion import EnterRegions
from referee.engine.stage import Stage
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.game.ids import COMPANIES, RegionId
from referee.game.turns import Entering


def options_of(begun: Unfinished) -> list[Any]:
    """Return what the rules allow next; what something unread decides is among it."""
    try:
        return begun.options()
    except Exception as error:
        if unread_refusal(error) is None:
            raise
    stage, work = begun.stage, begun.work
    if stage is None:
        return []
    return [answer for answer in _candidates(stage, work) if _may_be(stage, work, answer)]


def _candidates(stage: Stage[Any], work: Work) -> Iterable[Any]:
    try:
        return stage.candidates(work)
    except Exception as error:
        if unread_refusal(error) is None or not isinstance(stage, EnterRegions):
            raise
    # Which regions are within reach depends on borders; each is looked at by itself.
    columns = work.bases[COMPANIES.index(work.company)] if work.company else ()
    return [
        Entering(RegionId(region), number)
        for region in work.facts.region_index
        for number, column in enumerate(columns, 1)
        if column.posts
    ]


def _may_be(stage: Stage[Any], work: Work, answer: object) -> bool:
    """Return whether an answer breaks no rule, or none that is sure to be broken."""
    try:
        return not stage.judge(work, answer)
    except Exception as error:
        if unread_refusal(error) is None:
            raise
        return True
