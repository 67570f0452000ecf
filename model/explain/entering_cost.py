"""What each border and each foreign post adds to the cost of an expansion."""

from collections.abc import Iterator

from msgspec.structs import replace

from model.explain.answer import Core, Cores, CostKind, CostPart, NumberGiven
from model.legality.entered_regions import LINE_POINTS
from referee.game.limits import FOREIGN_POST_POINTS
from referee.game.rulebook.expansion import COST_OF_ENTERING
from referee.game.state import State
from referee.game.turns import Expand

BORDERS: dict[int, CostKind] = {1: "border", 2: "double-border"}


def with_cost_in_parts(cores: Cores, state: State, event: Expand) -> Cores:
    """Return cores in which the cost of entering regions is told part by part."""
    parts = tuple(_parts(state, event))
    return replace(cores, found=tuple(_divided(core, parts) for core in cores.found))


def _divided(core: Core, parts: tuple[CostPart, ...]) -> Core:
    def divided(number: NumberGiven) -> NumberGiven:
        is_cost = number.rule == COST_OF_ENTERING.id and number.value == sum(
            p.points for p in parts
        )
        return replace(number, parts=parts) if is_cost else number

    return replace(core, numbers=tuple(map(divided, core.numbers)))


def _parts(state: State, event: Expand) -> Iterator[CostPart]:
    components = state.setting.components
    owners = dict(zip((r.id for r in components.regions), state.regions, strict=True))
    reached: set[str] = {event.company}
    reached |= {region for region, owner in owners.items() if owner == event.company}
    for entering in event.enter:
        region = entering.region
        sources = reached if entering.source is None else reached & {entering.source}
        lines = [
            border.lines
            for border in components.borders
            if region in border.between and {*border.between} - {region} <= sources
        ]
        if region not in owners or region in reached or not lines:
            continue
        yield CostPart(region, BORDERS[min(lines)], LINE_POINTS[min(lines)])
        owner = owners[region]
        if owner is not None:
            yield CostPart(region, "post", FOREIGN_POST_POINTS, owner)
        reached.add(region)
