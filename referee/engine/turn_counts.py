"""How many legal turns there are, without listing them.

What comes late in a turn depends on little of what came before, so the ways on from a stage are
counted once for everything that decides them. Choices that come to the same for the rest of the
turn are not tried one by one but multiplied: sets of regions that are alike, from which columns
posts are taken, what becomes of rewards and of ousted posts, which of several books of one letter
with equal coins, and on which steps books are placed.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from math import comb, perm, prod
from typing import Any, Final, NamedTuple, get_args

from referee.core.ids import BookId, RegionId
from referee.core.state import State
from referee.core.turns import Action, CollectRegion, Entering, SpendPoints
from referee.engine.books import PlaceBooks, steps_for
from referee.engine.expansion import CollectRewards, EnterRegions, ousting_points
from referee.engine.legal_turns import Tick, after_stage, no_tick
from referee.engine.unfinished import Unfinished
from referee.engine.work import COMPANY_INDEX, Work


# The sets of regions that an expansion can enter, counted by what is alike in them ----------------
#
# A set is a number with a bit for each region. Sets grow by one region at a time, each with the
# least points that it takes, and none is looked at twice. What comes after entering depends on no
# more than the rewards of the regions and the posts that are ousted: sets that are alike in these
# are told as one way to enter them, and how many there are.
class _Reach(NamedTuple):
    """A region that is not held: how it can be entered, and what it counts as."""

    region: RegionId
    bit: int
    landing: int | None
    """The points of the cheapest border from what the company holds."""
    near: tuple[tuple[int, int], ...]
    """The points of borders, the cheapest first, each with the regions behind them."""
    post: int
    """The points that a foreign post costs."""
    kind: int
    """One of the regions that are alike, as a number to be added up."""


def alike_sets(entering: Unfinished, tick: Callable[[], None]) -> Iterator[tuple[Unfinished, int]]:
    """Yield a way to enter regions for each kind of set, and how many sets are of that kind."""
    work = entering.work
    reach = _reach(work)
    sets: dict[int, tuple[int, int]] = {0: (0, 0)}
    posts = sum(column.posts for column in work.bases[COMPANY_INDEX[work.company or ""]])
    for size in range(posts + 1):
        kinds: dict[int, tuple[int, int]] = {}
        for entered, (_, kind) in sets.items():
            example, number = kinds.get(kind, (entered, 0))
            kinds[kind] = example, number + 1
        for example, number in kinds.values():
            yield _entered(entering, [each for each in reach if each.bit & example]), number
        sets = _grown(sets, reach, work.expansion_points, tick) if size < posts else {}
        if not sets:
            return


def _reach(work: Work) -> list[_Reach]:
    regions = [region for region in work.facts.region_index if region not in work.stands_in]
    bits = {region: 1 << number for number, region in enumerate(regions)}
    kinds: dict[object, int] = {}
    found: list[_Reach] = []
    for region, bit in bits.items():
        near: dict[int, int] = {}
        for place, points in work.facts.entries[region].items():
            if place in bits:
                near[points] = near.get(points, 0) | bits[place]
        index = work.facts.region_index[region]
        printed = work.facts.components.regions[index]
        alike = printed.reward, printed.amount, work.state.regions[index]
        # No set has so many regions of one kind that a sum would say something else.
        kind = kinds.setdefault(alike, 1 << (len(kinds) * len(bits).bit_length()))
        landing = work.facts.cheapest_entry(region, work.stands_in)
        cheapest_first = tuple(sorted(near.items()))
        post = ousting_points(work, region)
        found.append(_Reach(RegionId(region), bit, landing, cheapest_first, post, kind))
    return found


def _grown(
    sets: dict[int, tuple[int, int]], reach: list[_Reach], most: int, tick: Callable[[], None]
) -> dict[int, tuple[int, int]]:
    """Return the sets with one region more, each with its points and its kind."""
    longer: dict[int, tuple[int, int]] = {}
    for entered, (spent, kind) in sets.items():
        tick()
        for each in reach:
            if each.bit & entered:
                continue
            points = _points(each, entered)
            if points is None or spent + points > most:
                continue
            further = entered | each.bit
            known = longer.get(further)
            if known is None or spent + points < known[0]:
                longer[further] = spent + points, kind + each.kind
    return longer


def _points(each: _Reach, entered: int) -> int | None:
    """Return the points that it takes to enter a region after others."""
    for points, behind in each.near:
        if each.landing is not None and each.landing <= points:
            break
        if behind & entered:
            return points + each.post
    return None if each.landing is None else each.landing + each.post


def _entered(entering: Unfinished, regions: list[_Reach]) -> Unfinished:
    """Return a way to enter these regions for the least points, and nothing more."""
    left, entered = list(regions), 0
    while left:
        # Borders cost the same both ways: the cheapest next region is never a mistake.
        open_now = [
            (points, each) for each in left if (points := _points(each, entered)) is not None
        ]
        _, best = min(open_now, key=lambda pair: pair[0] - pair[1].post)
        work = entering.work
        columns = work.bases[COMPANY_INDEX[work.company or ""]]
        column = next(number for number, column in enumerate(columns, 1) if column.posts)
        entering = entering.saying(Entering(best.region, column))
        left.remove(best)
        entered |= best.bit
    return entering.passing()


def count_turns(state: State, tick: Tick = no_tick) -> dict[Action, int]:
    """Return the number of legal canonical turns of the player to move, by action."""
    if state.to_move is None:
        return {}
    actions: tuple[Action, ...] = get_args(Action)
    return {action: count_action(state, action, tick) for action in actions}


def count_action(state: State, action: Action, tick: Tick = no_tick) -> int:
    """Return the number of legal canonical turns that take an action."""
    if state.to_move is None:
        return 0
    return _Counting(state, tick).ways(Unfinished(action, Work.on(state, state.to_move)))


FIRST_CHOICE: Final[Mapping[Action, int]] = {
    "goods": 2,
    "expand": 3,
    "bookkeeper": 2,
    "merchant": 1,
    "marker": 2,
    "end": 1,
}
"""The stage of an action at which its first choice is made; the goods tile and the levels of
permanent bonuses come before it."""


def count_by_first_choice(
    state: State, action: Action, tick: Tick = no_tick
) -> dict[Hashable, int]:
    """Return the number of legal canonical turns of an action by its first choice."""
    if state.to_move is None:
        return {}
    counting = _Counting(state, tick)
    first = FIRST_CHOICE[action]
    begun = deque([Unfinished(action, Work.on(state, state.to_move))])
    found: Counter[Hashable] = Counter()
    while begun:
        each = begun.popleft()
        if each.place > first:
            found[each.said[first][0]] += counting.ways(each)
        else:
            begun.extend(after_stage(each))
    return dict(found)


class _Counting:
    """The ways on that are known for one state."""

    def __init__(self, state: State, tick: Tick) -> None:
        self.tick = tick
        self.known: dict[Hashable, int] = {}
        self.regions = state.setting.components.region
        letters = state.setting.components.book
        self.likes: dict[BookId, tuple[str, int]] = {
            book: (letters[book].letter, coins)
            for book, coins in zip(state.book_display, state.book_coins, strict=True)
            if book is not None
        }
        """What tells books apart for the rest of a turn: the letter, and the coins with them."""
        self.supply = Counter(self.likes.values())

    def ways(self, unfinished: Unfinished) -> int:
        """Return the number of canonical turns that begin like this."""
        stage = unfinished.stage
        if stage is None:
            return 1
        if isinstance(stage, PlaceBooks):
            placings = self._placings(unfinished) * self._alike(unfinished.work)
            return placings and placings * self.ways(unfinished.passing())
        if isinstance(stage, CollectRewards):
            return self._rewards(unfinished) * self._oustings(unfinished)
        if isinstance(stage, EnterRegions):
            return sum(
                number * _columns(unfinished.work, len(entered.work.entered)) * self.ways(entered)
                for entered, number in alike_sets(unfinished, self.tick)
            )
        return sum(map(self.ways, after_stage(unfinished, self._narrow)))

    def _rewards(self, unfinished: Unfinished) -> int:
        """Return in how many ways an expansion goes on, whatever becomes of the ousted posts."""
        work = unfinished.work
        in_any_order = _in_any_order(work)
        key: Hashable = ("points", work.due_points)
        narrow = self._first_and_points
        if not in_any_order:
            key, narrow = (
                ("rewards", work.company, _rewards_due(work), work.due_points),
                self._narrow,
            )
        if key not in self.known:
            self.known[key] = sum(
                self.ways(oust.passing()) for oust in after_stage(unfinished, narrow)
            )
        return self.known[key]

    def _oustings(self, unfinished: Unfinished) -> int:
        """Return in how many ways ousted posts return to the columns of their bases."""
        work = unfinished.work
        ousted = tuple(sorted(company for _, company in work.to_oust))
        key = ("oust", ousted)
        if key not in self.known:
            # Nothing else of a turn bears on the other companies' bases before that.
            self.known[key] = sum(1 for _ in after_stage(unfinished.passing(), self._narrow))
        return self.known[key]

    def _first_and_points(self, answers: Iterable[Any]) -> list[Any]:
        """Return the first reward that is due, and after all of them every way to spend points."""
        kept = self._narrow(answers)
        regions = [answer for answer in kept if isinstance(answer, CollectRegion)]
        return regions[:1] or kept

    def _narrow(self, answers: Iterable[Any]) -> list[Any]:
        """Return the first answer of each kind that is told apart."""
        self.tick()
        first: dict[Hashable, Any] = {}
        for answer in answers:
            first.setdefault(self._kind(answer), answer)
        return list(first.values())

    def _kind(self, answer: object) -> Hashable:
        match answer:
            case CollectRegion():
                region = self.regions[answer.region]
                return region.reward, region.amount, answer.count
            case SpendPoints():
                kinds = sorted(self.likes[book] for book in answer.books)
                return tuple(kinds), answer.for_pounds
            case _:
                return answer

    def _alike(self, work: Work) -> int:
        """Return how many sets of books are like the one that was taken."""
        taken = Counter(self.likes[book] for book in work.taken)
        return prod(comb(self.supply[kind], number) for kind, number in taken.items())

    def _placings(self, unfinished: Unfinished) -> int:
        """Return in how many ways the books taken can be placed."""
        work = unfinished.work
        a_books, others = _letters(work)
        if work.facts.rulings.cover == "if-necessary":
            # Whether a book may cover depends on what is still empty, so these are tried.
            key = ("placings", a_books, others)
            if key not in self.known:
                self.known[key] = sum(1 for _ in after_stage(unfinished))
            return self.known[key]
        # A-books fit on fewer steps than the others: they choose first, the others from the rest.
        return perm(len(steps_for(work, "A")), a_books) * perm(
            len(steps_for(work, "B")) - a_books, others
        )


def _columns(work: Work, posts: int) -> int:
    """Return in how many ways so many posts can be taken from the columns of a base."""
    ways = {0: 1}
    for column in work.bases[COMPANY_INDEX[work.company or ""]]:
        taken = Counter[int]()
        for before, number in ways.items():
            for more in range(min(column.posts, posts - before) + 1):
                taken[before + more] += number
        ways = taken
    return ways.get(posts, 0)


def _rewards_due(work: Work) -> tuple[tuple[str, int], ...]:
    """Return the rewards of the regions entered, whichever these are."""
    regions = (work.facts.components.region[region] for region in work.due_regions)
    return tuple(sorted((region.reward, region.amount) for region in regions))


def _in_any_order(work: Work) -> bool:
    """Return whether rewards of regions come to the same in any order, and all must be taken.

    What was had before matters for steps that cost something which may be lacking or declined, and
    for a diamond marker that loses the rest of the move with which it comes to its end.
    """
    facts = work.facts
    if facts.may_leave_rewards:
        return False
    steps = moves = diamonds = 0
    for reward, amount in _rewards_due(work):
        if reward == "track":
            steps += amount
        elif reward == "diamonds":
            moves, diamonds = moves + 1, diamonds + amount
    to_end = facts.components.diamond_track.last - work.diamonds
    if moves > 1 and diamonds > to_end and facts.rulings.diamond_overflow != "pounds":
        return False
    if not steps:
        return True
    index = COMPANY_INDEX[work.company or ""]
    at = work.tracks[index]
    calls = sum(pounds for space, pounds in facts.calls[index].items() if at < space <= at + steps)
    return calls == 0 or (calls <= work.my_cash and not facts.may_decline_calls)


def _letters(work: Work) -> tuple[int, int]:
    """Return how many A-books and how many others are to be placed."""
    a_books = sum(work.facts.book_letter[book] == "A" for book in work.unplaced)
    return a_books, len(work.unplaced) - a_books
