"""Hold the search for completions of gaps against listing every one of them.

Compared are whether there is a completion, how many there are, and every turn that some completion
has in each gap; the example is replayed by the engine. With lost refills the number is not
compared, because the search does not tell apart draws that nobody took.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from referee.conformance.games import game
from referee.core.budget import Budget
from referee.core.canonical import CanonicalTurn
from referee.core.events import BookOnSpace, Event, Plan, RefillBooks
from referee.core.ids import BOOK_LETTERS, COMPANIES, Seat
from referee.core.state import State
from referee.core.turns import (
    ANY,
    BLANK,
    EndPhase,
    Entering,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
    UsesBonuses,
    has_blanks,
)
from referee.engine import IllegalEventError, check, step
from referee.engine.actions import TURNS, has_turn, refill_due
from referee.engine.legal_turns import Tick, canonical, legal_turns
from referee.gaps.completions import Completions, complete_record
from referee.gaps.lines import Content, GapLine, is_gap
from referee.records.fields import said
from referee.records.quantities import TurnEnd, actual
from referee.records.record import BlankTurn, Quantity, SaidClaim
from scripts.tools import runs
from scripts.tools.runs import Run

Played = Sequence[tuple[State, Event, State]]
"""Events of a game, each with the table before and after it."""


class GapCase(Struct, frozen=True):
    """A table, and lines from there on of which some are gaps."""

    start: State
    lines: tuple[GapLine, ...]
    refills_written: bool
    falsified: bool
    """A claim was changed, so that there may be no completion."""


MARKERS: tuple[Quantity, ...] = ("track", "diamonds", "ink")
REST_OF_RECORD = (5, 40)
"""At most so many lines follow a gap: the next turns, or the next round as well."""
OTHERS: tuple[Quantity, ...] = ("hand", "up", "markers", "books", "flipped", "expansion", "coffee")


def turns_in_a_row(played: Played, first: int, number: int) -> int | None:
    """Return the place behind so many turns of one round; None if the round ends before."""
    found = 0
    for place in range(first, len(played)):
        event = played[place][1]
        if isinstance(event, TURNS):
            found += 1
            if found == number:
                return place + 1
        elif not isinstance(event, RefillBooks):
            return None
    return None


def case_at(
    played: Played,
    first: int,
    turns: int,
    rng: Random,
    *,
    lost_refills: bool = False,
    partly: bool = False,
    falsify: bool = False,
) -> GapCase | None:
    """Return a case whose gap begins at a turn; None if the round ends too early for it."""
    behind = turns_in_a_row(played, first, turns)
    if behind is None:
        return None
    last = min(len(played), behind + rng.randint(1, rng.choice(REST_OF_RECORD)))
    lines: list[GapLine] = []
    movers: list[Seat] = []
    for place in range(first, last):
        before, event, after = played[place]
        content: Content = event  # type: ignore[assignment]
        if lost_refills and isinstance(event, RefillBooks):
            continue
        turn = event if isinstance(event, TURNS) else None
        if turn is not None and place < behind:
            movers.append(turn.seat)
            content = (partial_turn(turn) if partly else None) or BlankTurn(turn.seat)
        claims: tuple[SaidClaim, ...] = ()
        if movers and (place >= behind - 1 or rng.random() < 1 / 2):
            moment = TurnEnd(before, after, turn)
            claims = tuple(true_claims(moment, rng.choice(movers), rng))
        lines.append(GapLine(content, claims))
    if falsify:
        lines = _falsified(lines, rng)
    return GapCase(played[first][0], tuple(lines), not lost_refills, falsify)


def true_claims(moment: TurnEnd, seat: Seat, rng: Random) -> Iterator[SaidClaim]:
    """Yield a few results as they are on a table: mostly cash and a marker of a player."""
    if rng.random() < 2 / 3:
        yield _claim(moment, "cash", seat, rng)
    if rng.random() < 2 / 3:
        yield _claim(moment, rng.choice(MARKERS), seat, rng)
    if rng.random() < 1 / 6:
        yield _claim(moment, rng.choice(OTHERS), seat, rng)


def cash_and_marker(moment: TurnEnd, seat: Seat, rng: Random) -> tuple[SaidClaim, ...]:
    """Return a player's cash and one of his markers as they are on a table."""
    return _claim(moment, "cash", seat, rng), _claim(moment, rng.choice(MARKERS), seat, rng)


def _claim(moment: TurnEnd, what: Quantity, seat: Seat, rng: Random) -> SaidClaim:
    company = rng.choice(COMPANIES) if what == "track" else None
    claim = SaidClaim(what=what, value=0, seat=seat, company=company)
    return replace(claim, value=actual(moment, claim))


def _falsified(lines: list[GapLine], rng: Random) -> list[GapLine]:
    """Return the lines with another value in one claim."""
    claimed = [place for place, line in enumerate(lines) if line.claims]
    if claimed:
        place = rng.choice(claimed)
        claims = list(lines[place].claims)
        which = rng.randrange(len(claims))
        wrong = max(0, claims[which].value + rng.choice((-3, -2, -1, 1, 2, 3)))
        claims[which] = replace(claims[which], value=wrong)
        lines[place] = GapLine(lines[place].content, tuple(claims))
    return lines


NAMED: Mapping[type[Turn], tuple[str, ...]] = {
    UseGoods: ("cards", "buy"),
    Expand: ("company", "enter"),
    UseBookkeeper: ("card", "flip", "to"),
    PlaceMarker: ("space",),
    UseMerchant: (),
    EndPhase: (),
}
"""What a turn says that is said in part.

Blank are the tracks of goods, the columns, rewards and books of an expansion, all that a bookkeeper
or a marker gives, and a deck.
"""


def partial_turn(turn: Turn) -> Turn | None:
    """Return a turn with its main choice said and the rest blank; None if there is no such."""
    known: dict[str, Any] = {name: getattr(turn, name) for name in NAMED[type(turn)]}
    if turn.plus_one is not None or ("to" in known and known["to"] is None):
        return None
    if isinstance(turn, Expand):
        known["enter"] = tuple(Entering(entering.region, BLANK) for entering in turn.enter)
    if isinstance(turn, Expand | UseBookkeeper | PlaceMarker):
        known["place"] = ANY
    return said(type(turn), turn.seat, **known)


def first_turns(played: Played) -> list[int]:
    """Return the places of turns before which a gap can begin."""
    turns = [n for n, (_, event, _) in enumerate(played) if isinstance(event, TURNS)]
    return [place for place in turns if not isinstance(played[place - 1][1], Plan)]


Completion = tuple[CanonicalTurn, ...]
"""The turns of the gaps, in their order."""


def completions(
    table: State, lines: Sequence[GapLine], tick: Tick, *, refills_written: bool
) -> Iterator[Completion]:
    """Yield the turns of the gaps for every way to fill them, perhaps several times."""
    if not lines:
        yield ()
        return
    content = lines[0].content
    if refill_due(table) and not isinstance(content, RefillBooks):
        for refill in refills(table, forced=refills_written):
            tick()
            after = step(table, refill)
            yield from completions(after, lines, tick, refills_written=refills_written)
        return
    for choice, event in _ways(table, lines[0], tick):
        tick()
        after = step(table, event)
        moment = TurnEnd(table, after, event if isinstance(event, TURNS) else None)
        if all(actual(moment, claim) == claim.value for claim in lines[0].claims):
            for rest in completions(after, lines[1:], tick, refills_written=refills_written):
                yield (choice, *rest) if choice is not None else rest


def _ways(table: State, line: GapLine, tick: Tick) -> Iterator[tuple[CanonicalTurn | None, Event]]:
    content = line.content
    if isinstance(content, BlankTurn):
        if has_turn(table) and content.seat in {None, table.to_move}:
            yield from legal_turns(table, tick=tick)
    elif isinstance(content, Turn) and has_blanks(content):
        if not has_turn(table) or content.seat != table.to_move:
            return
        for choice, turn in legal_turns(table, tick=tick):
            # A turn that is said so names no level of a permanent bonus: it has the highest.
            plain = replace(turn, levels=()) if isinstance(turn, UsesBonuses) else turn
            highest = plain == turn or (
                not check(table, plain) and canonical(table, plain) == choice
            )
            if is_meant(choice, content) and highest:
                yield choice, turn
    # Only events are left that a seeded game can hold.
    elif not check(table, content):  # type: ignore[arg-type]
        yield None, content  # type: ignore[misc]


def is_meant(choice: CanonicalTurn, said: Turn) -> bool:
    """Return whether a turn is one of those that are said with these blanks and no others."""
    known: dict[str, Any] = {name: getattr(said, name) for name in NAMED[type(said)]}
    if isinstance(said, UseGoods):
        known["cards"] = frozenset(said.cards)
    if isinstance(said, Expand):
        del known["enter"]
        known["regions"] = frozenset(entering.region for entering in said.enter)
    of_kind = choice.__struct_config__.tag == said.__struct_config__.tag
    is_whole = of_kind and choice.plus_one is None and choice.seat == said.seat
    return is_whole and all(getattr(choice, name) == value for name, value in known.items())


def refills(table: State, *, forced: bool) -> Iterator[RefillBooks]:
    """Yield every refill that can be made, or the one that is forced."""
    spaces = table.setting.components.book_spaces
    ways: list[list[tuple[BookOnSpace, ...]]] = []
    for letter, supply in zip(BOOK_LETTERS, table.unseen_books, strict=True):
        books = zip(spaces, table.book_display, strict=True)
        empty = [space for space, book in books if book is None]
        gaps = [space.id for space in empty if space.letter == letter]
        if gaps and supply and forced and (len(gaps) > 1 or len(supply) > 1):
            return
        # As many of the gaps as the supply can fill are filled, with any books of it.
        number = min(len(gaps), len(supply))
        spaces_filled = combinations(gaps, number)
        placed = product(spaces_filled, permutations(sorted(supply), number))
        ways.append([tuple(map(BookOnSpace, filled, books)) for filled, books in placed])
    for drawn in product(*ways):
        yield RefillBooks(books=tuple(on for books in drawn for on in books))


MOST_LISTED = 20_000
"""Cases for which more has to be looked at are left out."""

AMPLE = 10_000_000


class TooManyCompletionsError(Exception):
    """A case is too large to be listed."""


class ComparedGap(Struct, frozen=True):
    """What became of one case."""

    turns: int
    falsified: bool
    refills_written: bool
    completions: int
    differences: tuple[str, ...]


def drawn_case(seed: int) -> GapCase | None:
    """Return a case out of a seeded game; None if there is none in the place drawn."""
    rng = Random(seed)
    played = [*game(seed)]
    first, turns = rng.choice(first_turns(played)), rng.choice((1, 1, 2))
    lost, partly, falsify = seed % 5 == 0, seed % 4 == 0, seed % 3 == 0
    return case_at(played, first, turns, rng, lost_refills=lost, partly=partly, falsify=falsify)


def compare(case: GapCase, most: int = MOST_LISTED) -> ComparedGap | None:
    """Return where search and listing part on a case; None if it is too large."""
    looked_at = 0

    def tick() -> None:
        nonlocal looked_at
        looked_at += 1
        if looked_at > most:
            raise TooManyCompletionsError

    every = completions(case.start, case.lines, tick, refills_written=case.refills_written)
    try:
        listed = [*every] if case.refills_written else [*dict.fromkeys(every)]
    except TooManyCompletionsError:
        return None
    budget, written = Budget(AMPLE, 600.0), case.refills_written
    found = complete_record(case.start, case.lines, budget, refills_written=written, explain=False)
    turns = sum(is_gap(line.content) for line in case.lines)
    differences = tuple(_differences(case, listed, found))
    return ComparedGap(turns, case.falsified, case.refills_written, len(listed), differences)


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


def compare_seed(seed: int, most: int) -> ComparedGap | str:
    """Return what becomes of the case of a seed, or why there is none."""
    case = drawn_case(seed)
    return "no case" if case is None else compare(case, most) or "too large"


@click.command(help=__doc__)
@click.option("--most", default=MOST_LISTED, show_default=True, help="Steps of a listing.")
@runs.check("cases", 500, "Gaps to compare.")
def command(run: Run, most: int) -> int:
    """Compare many cases and print what was found."""
    done: list[ComparedGap] = []
    large = 0
    found = run.over_seeds(
        partial(compare_seed, most=most), ComparedGap | str, lambda each: not isinstance(each, str)
    )
    for seed, each in enumerate(found, run.seed):
        if isinstance(each, str):
            large += each == "too large"
            continue
        done.append(each)
        for difference in each.differences:
            print(f"seed {seed}: {difference}")
    turns = Counter(each.turns for each in done)
    print(f"{len(done)} gaps: " + ", ".join(f"{turns[n]} of {n} turns" for n in sorted(turns)))
    print(
        f"{sum(each.falsified for each in done)} with a changed claim, "
        f"{sum(not each.completions for each in done)} without a completion, "
        f"{sum(not each.refills_written for each in done)} without refills"
    )
    differing = sum(bool(each.differences) for each in done)
    print(f"{large} gaps were too large to be listed; {differing} differ")
    return int(bool(differing))
