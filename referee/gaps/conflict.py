"""Why nothing fits: the fewest claims and statements that leave no way to fill the gaps."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.actions import TURNS
from referee.game.events import Plan, RefillBooks
from referee.game.ids import SLOTS, CardId
from referee.game.turns import Turn, has_blanks
from referee.gaps.budget import Budget, OutOfBudgetError
from referee.gaps.lines import BlankRefill, BlankTurn, BlankTurns, Content, Line
from referee.gaps.search import explore
from referee.gaps.stand_ins import World
from referee.transcript.said import BLANK, SaidClaim


class Blamed(Struct, frozen=True):
    """A claim, or what a line says without its claims."""

    place: int
    claim: SaidClaim | None = None


class Conflict(Struct, frozen=True):
    """Claims and statements that exclude each other, whatever happened in the gaps."""

    blamed: tuple[Blamed, ...]
    minimal: bool
    """No proper part of them does; False if that could not be found out within the budget."""


def conflict(
    start: World, lines: Sequence[Line], budget: Budget, *, refills_written: bool
) -> Conflict:
    """Return a smallest conflict of a record that is known to have no completion."""
    first = next((place for place, line in enumerate(lines) if is_gap(line.content)), len(lines))
    items: list[Blamed] = []
    for place, line in enumerate(lines):
        items += [Blamed(place, claim) for claim in line.claims]
        if place >= first and blanked(line.content) is not None:
            items.append(Blamed(place))
    proved = True

    def excluded(kept: Sequence[Blamed]) -> bool:
        nonlocal proved
        part = budget.part(1 / 4)
        try:
            relaxed = [relax(line, place, kept, first) for place, line in enumerate(lines)]
            graph = explore(start, relaxed, part, refills_written=refills_written)
        except OutOfBudgetError:
            proved = False
            return False
        finally:
            budget.spend(part)
        return graph.reached < len(lines)

    if excluded(()):
        return Conflict((), minimal=True)
    return Conflict(
        tuple(sorted(_quick_xplain((), items, excluded, new=False), key=_order)), proved
    )


def _order(blamed: Blamed) -> tuple[int, bool]:
    return blamed.place, blamed.claim is not None


Excluded = Callable[[Sequence[Blamed]], bool]


def _quick_xplain(
    kept: tuple[Blamed, ...], items: Sequence[Blamed], excluded: Excluded, *, new: bool
) -> tuple[Blamed, ...]:
    """Return a smallest part of the items that together with what is kept excludes everything.

    An answer that is not known counts as "not excluded", so that the result may be larger than
    needed but is never too small.
    """
    if new and excluded(kept):
        return ()
    if len(items) <= 1:
        return tuple(items)
    half = len(items) // 2
    first, second = tuple(items[:half]), tuple(items[half:])
    of_second = _quick_xplain((*kept, *first), second, excluded, new=bool(first))
    of_first = _quick_xplain((*kept, *of_second), first, excluded, new=bool(of_second))
    return (*of_first, *of_second)


def relax(line: Line, place: int, kept: Sequence[Blamed], first: int) -> Line:
    """Return a line with only what is kept of its claims, and blank if it is not kept itself."""
    claims = tuple(claim for claim in line.claims if Blamed(place, claim) in kept)
    blank = blanked(line.content) if place >= first and Blamed(place) not in kept else None
    return Line(line.content if blank is None else blank, claims)


def blanked(content: Content) -> Content | None:
    """Return a line of which only is known that there was one; None if it stays as it is."""
    match content:
        case RefillBooks():
            return BlankRefill(certain=False)
        case Plan():
            return replace(content, slots=(CardId(BLANK),) * len(SLOTS))
        case _ if isinstance(content, TURNS):
            return BlankTurn(content.seat)
        case _:
            return None


def is_gap(content: Content) -> bool:
    """Return whether a line leaves anything open."""
    if isinstance(content, BlankTurn | BlankTurns | BlankRefill):
        return True
    return isinstance(content, Turn | Plan) and has_blanks(content)
