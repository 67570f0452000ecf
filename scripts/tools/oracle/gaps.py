"""Hold the search for completions of gaps against listing every one of them.

Compared are whether there is a completion, how many there are, and every turn that some completion
has in each gap; the example is replayed by the engine. With lost refills the number is not
compared, because the search does not tell apart draws that nobody took.
"""

from collections import Counter
from itertools import count
from random import Random

import click
from msgspec import Struct

from referee.compare.seeded_games import game
from referee.engine import IllegalEventError, step
from referee.engine.actions import TURNS
from referee.game.canonical import CanonicalTurn
from referee.game.state import State
from referee.gaps import Completions, WorkBudget, complete_record
from referee.gaps.lines import GapLine, is_gap
from scripts.tools.campaign.progress import counted
from scripts.tools.oracle.gap_cases import GapCase, case_at, first_turns
from scripts.tools.oracle.gap_listing import Completion, completions

MOST_LISTED = 20_000
"""Cases for which more has to be looked at are left out."""

AMPLE = 10_000_000


class TooManyCompletionsError(Exception):
    """A case is too large to be listed."""


class ComparedGap(Struct, frozen=True):
    """What became of one case."""

    case: GapCase
    completions: int
    differences: tuple[str, ...]


def drawn_case(seed: int) -> GapCase | None:
    """Return a case out of a seeded game; None if there is none in the place drawn."""
    rng = Random(seed)
    played = [*game(seed)]
    return case_at(
        played,
        rng.choice(first_turns(played)),
        rng.choice((1, 1, 2)),
        rng,
        lost_refills=seed % 5 == 0,
        partly=seed % 4 == 0,
        falsify=seed % 3 == 0,
    )


def compare(case: GapCase, most: int = MOST_LISTED) -> ComparedGap | None:
    """Return where search and listing part on a case; None if it is too large."""
    try:
        listed = every_completion(case, most)
    except TooManyCompletionsError:
        return None
    found = complete_record(
        case.start,
        case.lines,
        WorkBudget(AMPLE, 600.0),
        refills_written=case.refills_written,
        explain=False,
    )
    return ComparedGap(case, len(listed), tuple(_differences(case, listed, found)))


def every_completion(case: GapCase, most: int) -> list[Completion]:
    """Return the turns of the gaps in all completions."""
    looked_at = 0

    def tick() -> None:
        nonlocal looked_at
        looked_at += 1
        if looked_at > most:
            raise TooManyCompletionsError

    every = completions(case.start, case.lines, tick, refills_written=case.refills_written)
    return [*every] if case.refills_written else [*dict.fromkeys(every)]


def _differences(case: GapCase, listed: list[Completion], found: Completions) -> list[str]:
    differences: list[str] = []
    if found.exists != ("yes" if listed else "no"):
        return [f"existence: {found.exists}, listed {len(listed)}"]
    if case.refills_written and found.number != len(listed):
        differences.append(f"number: {found.number}, listed {len(listed)}")
    if listed:
        gaps = [place for place, line in enumerate(case.lines) if is_gap(line.content)]
        for index, place in enumerate(gaps):
            theirs: set[CanonicalTurn] = {completion[index] for completion in listed}
            if {*found.choices[place]} != theirs:
                ours = len(found.choices[place])
                differences.append(f"turns of gap {index + 1}: {ours}, listed {len(theirs)}")
        differences += replay(case.start, case.lines, found)
    return differences


def replay(start: State, lines: tuple[GapLine, ...], found: Completions) -> list[str]:
    """Return what is wrong with the example of a completion."""
    table = start
    try:
        for event in found.example or ():
            table = step(table, event)
    except IllegalEventError as error:
        return [f"the example is illegal: {error}"]
    turns = sum(isinstance(event, TURNS) for event in found.example or ())
    said = sum(is_gap(line.content) or isinstance(line.content, TURNS) for line in lines)
    if turns != said or table != found.table:
        return ["the example does not come to the table that it should"]
    return []


@click.command(help=__doc__)
@click.option("--cases", default=500, show_default=True, help="Gaps to compare.")
@click.option("--seed", "first_seed", default=0, show_default=True, help="The first seed.")
@click.option("--most", default=MOST_LISTED, show_default=True, help="Steps of a listing.")
def command(cases: int, first_seed: int, most: int) -> int:
    """Compare many cases and print what was found."""
    done: list[ComparedGap] = []
    left_out = 0
    differing = 0
    seeds = count(first_seed)
    for _ in counted(range(cases), cases, "gaps"):
        result = None
        while result is None:
            seed = next(seeds)
            case = drawn_case(seed)
            result = None if case is None else compare(case, most)
            left_out += case is not None and result is None
        done.append(result)
        differing += bool(result.differences)
        for difference in result.differences:
            print(f"seed {seed}: {difference}")
    report(done)
    print(f"{left_out} gaps were too large to be listed; {differing} differ")
    return 1 if differing else 0


def report(done: list[ComparedGap]) -> None:
    """Print what kinds of gaps were compared."""
    turns = Counter(sum(is_gap(line.content) for line in c.case.lines) for c in done)
    print(f"{len(done)} gaps: " + ", ".join(f"{turns[n]} of {n} turns" for n in sorted(turns)))
    falsified = sum(compared.case.falsified for compared in done)
    impossible = sum(not compared.completions for compared in done)
    lost = sum(not compared.case.refills_written for compared in done)
    print(
        f"{falsified} with a changed claim, {impossible} without a completion, "
        f"{lost} without refills"
    )
