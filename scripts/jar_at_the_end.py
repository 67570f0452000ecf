"""Searches for short games in which the ink jar reaches the end of its track.

Players by lot hardly ever get there, so this is a search of its own: one player wants nothing else,
the other ends every phase at once, and of the books drawn the easiest are taken. What it finds
becomes the records in `games/illegal` of the rules about points at the end of the track. Run it as
`scripts/python -m scripts.jar_at_the_end`; `scripts/make_illegal_games.py` keeps what was found.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from time import monotonic

from msgspec.structs import replace

from referee.engine import dealer, initial, step
from referee.engine.actions import refill_due
from referee.engine.play import due_events
from referee.engine.policies import POLICIES, Policy
from referee.engine.sampling import draw_turn, sample_plan
from referee.game.component_set import ComponentSet
from referee.game.components import (
    BookkeeperCard,
    Card,
    ExpansionCard,
    GoodsCard,
    NeedsColleague,
    Requirement,
)
from referee.game.events import Event, Plan, RefillBooks
from referee.game.ids import BookId, CardId, Seat
from referee.game.reading import reference_set
from referee.game.rulebook import RULES, bookkeeping
from referee.game.setting import Setting
from referee.game.state import Player, State
from referee.game.turns import Action, EndPhase, Placing, SpendPoints, Turn, UseBookkeeper
from referee.transcript.blame import History
from referee.transcript.quantities import Moment
from referee.transcript.saying import statement_of
from referee.transcript.writing import text_of
from scripts.make_illegal_games import FOLDER, Search, look_at_claims

SCHOLAR = Seat(0)
DRAWS: tuple[tuple[Action, int], ...] = (
    ("bookkeeper", 90),
    ("expand", 40),
    ("goods", 25),
    ("marker", 30),
    ("merchant", 2),
)
"""So many turns of each action are drawn by lot, and the best is taken."""

BEAM, BRANCHES = 3, 2
"""So many games are kept from round to round, and so often each round is played."""

Path = tuple[State, list[Event]]


def _burden(requirement: Requirement) -> float:
    if isinstance(requirement, NeedsColleague):
        return 1.3
    return 0.3 + 0.5 * (getattr(requirement, "units", 0) + getattr(requirement, "points", 0))


def _ease(state: State, book: BookId) -> float:
    requires = state.setting.components.book[book].requires
    return -sum(_burden(requirement) for requirement in requires)


def _worth_of_card(card: Card) -> float:
    match card:
        case BookkeeperCard():
            return 7 * card.points
        case GoodsCard():
            return 1.2 * card.units
        case ExpansionCard():
            return card.points
        case _:
            return 0


def promise(state: State) -> float:
    """Return how near the scholar's jar is to the end: steps, books ahead, bookkeepers, money."""
    components, player = state.setting.components, state.players[SCHOLAR]
    worth = 30.0 * player.ink + 0.8 * min(player.cash, 16)
    share = 1.0
    for place, pile in enumerate(player.books, 2):
        if place <= player.ink:
            continue
        if not pile:
            share = 0.7
            continue
        flipped = place in player.flipped
        worth += share * (17 if flipped else 12 + 3 * _ease(state, pile[-1]))
        worth += 2 * (place in components.book_track.crossed_out)
    held = {*player.hand, *player.slots, *(card for deck in player.resting for card in deck)}
    return worth + sum(_worth_of_card(components.card[card]) for card in held if card is not None)


def _face_up(state: State) -> list[Card]:
    player = state.players[SCHOLAR]
    lying = [card for card in player.slots if card is not None and card not in player.used]
    return [state.setting.components.card[card] for card in lying]


def scholars_plan(state: State, seat: Seat, rng: Random) -> Plan:
    """Return of some plans the one with most bookkeepers, and cards for their requirements."""

    def weight(card: CardId) -> float:
        found = state.setting.components.card[card]
        return 6 + 3 * found.points if isinstance(found, BookkeeperCard) else _worth_of_card(found)

    drawn = [sample_plan(state, seat, rng) for _ in range(60)]
    return max(
        drawn, key=lambda plan: 6 * rng.random() + sum(weight(card) for card in plan.slots if card)
    )


def scholars_turn(state: State, rng: Random) -> tuple[Turn, State]:
    """Return the most promising of many turns; what lies face up still meets requirements."""
    drawn = []
    for action, times in DRAWS:
        for _ in range(times):
            if (turn := draw_turn(state, rng, (action,))) is None:
                break
            after = turn.table_after()
            up = _face_up(after)
            helps = 1.5 * len(up) if any(isinstance(c, BookkeeperCard) for c in up) else 0
            drawn.append((promise(after) + helps + 2 * rng.random(), turn, after))
    if not drawn:
        return _ended(state, rng, lambda player: sum(map(_clerk(state), player.hand)))
    _, best, after = max(drawn, key=lambda each: each[0])
    return best.turn(), after


def _clerk(state: State) -> Callable[[CardId], float]:
    return lambda card: _worth_of_card(state.setting.components.card[card])


def _ended(
    state: State, rng: Random, worth: Callable[[Player], float] = lambda _: 0
) -> tuple[Turn, State]:
    seat = state.to_move or Seat(0)
    ends = [draw_turn(state, rng, ("end",)) for _ in range(8)]
    tables = [(turn.turn(), turn.table_after()) for turn in ends if turn is not None]
    return max(tables, key=lambda each: worth(each[1].players[seat]))


POLICIES_OF_BOTH = (Policy(scholars_plan, scholars_turn), Policy(POLICIES["random"].plan, _ended))


def _due(state: State, rng: Random) -> list[Event]:
    if state.phase in {"actions", "preparation", "over"}:
        if not refill_due(state):
            return [*due_events(state, rng, POLICIES_OF_BOTH)]
        draws = [dealer.draw_books(state, rng) for _ in range(6)]
        easiest = max(draws, key=lambda books: sum(_ease(state, on.book) for on in books))
        return [RefillBooks(books=easiest)]
    return [*due_events(state, rng, POLICIES_OF_BOTH)]


def _round(path: Path, rng: Random) -> Path:
    """Return the game one round later, at its end, or where the jar has come to its last step."""
    state, events = path[0], [*path[1]]
    last, begun = state.setting.components.book_track.last, state.round
    while state.phase != "over" and not (state.phase == "planning" and state.round > begun):
        if state.phase == "actions" and not refill_due(state):
            turn, state = POLICIES_OF_BOTH[state.to_move or 0].turn(state, rng)
            events.append(turn)
            if state.players[SCHOLAR].ink == last:
                break
            continue
        for event in _due(state, rng):
            state = step(state, event)
            events.append(event)
    return state, events


def games(components: ComponentSet, rng: Random) -> Iterator[tuple[Setting, list[Event]]]:
    """Yield games whose last event is the turn that brings the jar to the end of its track."""
    setting = dealer.draw_setting(components, 2, rng, first_game=rng.random() < 1 / 3)
    state, events = initial(setting), list[Event]()
    while state.phase != "planning":
        for event in _due(state, rng):
            state = step(state, event)
            events.append(event)
    paths: list[Path] = [(state, events)]
    while paths:
        played = [_round(path, rng) for path in paths for _ in range(BRANCHES)]
        last = components.book_track.last
        for state, events in played:
            if state.players[SCHOLAR].ink == last:
                yield setting, events
        going_on = [
            path
            for path in played
            if path[0].players[SCHOLAR].ink < last and path[0].phase != "over"
        ]
        paths = sorted(going_on, key=lambda path: -promise(path[0]))[:BEAM]


def look_at_end(search: Search, setting: Setting, events: list[Event]) -> None:
    """Offer a book bought with the last turn's points, and a wrong note of its pounds."""
    history = History()
    state = initial(setting)
    for event in events:
        after = step(state, event)
        turn = event if isinstance(event, UseBookkeeper | EndPhase) else None
        history.add(event, Moment(state, after, turn))
        state = after
    if history.last is None:
        return
    last, moment = history.last
    rule = bookkeeping.NO_BOOKS_AT_THE_END
    if isinstance(last, UseBookkeeper) and search.wants(rule, len(events)):
        step_there = setting.components.book_track.last
        books = [b for b in moment.before.book_display if b is not None and not b.startswith("a")]
        slip = replace(
            last, points=SpendPoints(tuple(books[:1])), place=(Placing(books[0], step_there),)
        )
        said = statement_of(slip, setting.rulings, exact=True)
        search.offer(rule, setting, events[:-1], said)
    look_at_claims(search, setting, events, history)


def main(seconds: float = 300, first: float = 0) -> None:
    """Search for so many seconds from a seed on, and write the shortest records found."""
    components = reference_set()
    search = Search(components)
    search.begin_with(FOLDER)
    wanted = (bookkeeping.NO_BOOKS_AT_THE_END, bookkeeping.TWO_POUNDS_A_POINT)
    end = monotonic() + seconds
    for seed in count(int(first)):
        for setting, events in games(components, Random(seed)):
            look_at_end(search, setting, events)
        if monotonic() > end:
            break
    for rule in wanted:
        if rule.id in search.found:
            (_, length), record = search.found[rule.id]
            file = FOLDER / f"{rule.id.lower()}-{RULES[rule.id].name}.mgn"
            file.write_text(text_of(record), "utf-8")
            print(f"{file}: {length} events, in the games up to {seed}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
