"""Events that are wrong by little: near enough to legal ones to break a single rule.

Most are legal turns of another table: one where the player is richer, where his cards lie face up,
where nobody has placed a marker. Said at the table as it is, such a turn breaks what that decides.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace as with_changes
from itertools import combinations
from math import inf
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from referee.core import turns
from referee.core.components import GoodsCard
from referee.core.events import Event, Plan, PrepareRound, RefillBooks
from referee.core.ids import COMPANIES, SLOTS, RegionId, Seat
from referee.core.rulings import Rulings
from referee.core.state import Player, State
from referee.engine import check
from referee.engine.actions import ROWS, has_turn, turn_of
from referee.engine.bookkeeping import MoveJar
from referee.engine.books import PlaceBooks
from referee.engine.facts import facts_of
from referee.engine.levels import UseLevels, works_for
from referee.engine.mutants import mutated, pools_at
from referee.engine.random_turns import ACTIONS, sample_turn
from referee.engine.setup import initial
from referee.engine.stage import Nothing, Stage
from referee.engine.work import COMPANY_INDEX, Work

# Turns that are wrong by little: one illegal answer among legal ones ------------------------------
DRAWS: Final = 12
"""So many turns are drawn for each that is tried."""

LONGEST: Final = 40
"""Answers at a stage; a turn whose order is broken might go on for ever."""


def near_misses(state: State, rng: Random, count: int, tried: Counter[str]) -> Iterator[turns.Turn]:
    """Yield turns with one illegal answer; of those drawn by lot the ones that break new ground.

    A turn that breaks one rule alone tells most; `tried` has how often that was each rule.
    """
    drawn = (near_miss(state, rng.choice(ACTIONS), rng) for _ in range(DRAWS * count))
    turns_drawn = [turn for turn in drawn if turn is not None]
    judged = [(turn, [each.rule.id for each in check(state, turn)]) for turn in turns_drawn]
    for _ in range(min(count, len(judged))):
        best = min(judged, key=lambda each: tried[each[1][0]] if len(each[1]) == 1 else inf)
        judged.remove(best)
        turn, broken = best
        if len(broken) == 1:
            tried.update(broken)
        yield turn


def near_miss(state: State, action: turns.Action, rng: Random) -> turns.Turn | None:
    """Return a turn with one illegal answer, or None if the draw led nowhere."""
    row = ROWS[action]
    work = Work.on(state, state.to_move or Seat(0))
    wrong_at = rng.randrange(len(row))
    said: list[tuple[Any, ...]] = []
    for place, stage in enumerate(row):
        answers = _drawn(work, stage, rng, wrong=place == wrong_at)
        if not answers and not stage.repeated:
            return None
        said.append(answers)
    return turn_of(action, work.seat, said)


def _drawn(work: Work, stage: Stage[Any], rng: Random, *, wrong: bool) -> tuple[Any, ...]:
    answers: list[Any] = []
    right_first = rng.randrange(3) if stage.repeated else 0
    while len(answers) < LONGEST:
        answer = stage.draw(work, rng)
        if wrong and len(answers) >= right_first:
            wrong = False
            answer = _wrong(work, stage, answer, rng)
        if isinstance(answer, Nothing):
            break
        stage.take(work, answer)
        answers.append(answer)
        if not stage.repeated:
            break
    return tuple(answers)


def _wrong(work: Work, stage: Stage[Any], answer: object, rng: Random) -> object:
    """Return an answer that is probably illegal in place of a legal one."""
    illegal: dict[frozenset[str], list[object]] = {}
    others: Iterable[object] = stage.candidates(work)
    if isinstance(stage, PlaceBooks):
        # It offers the steps on which a book may lie; a slip is on any, or beyond the last.
        steps = (*work.facts.book_steps, work.facts.last_book_step + 1)
        others = [turns.Placing(book, step) for book in work.unplaced for step in steps]
    for other in others:
        if broken := frozenset(violation.rule.id for violation in stage.judge(work, other)):
            illegal.setdefault(broken, []).append(other)
    if illegal:
        # First the rules: one that a single answer breaks is tried as often as the others.
        return rng.choice(rng.choice([*illegal.values()]))
    if isinstance(stage, UseLevels):
        company = rng.choice(COMPANIES)
        works = works_for(work, COMPANY_INDEX[company])
        if rng.random() < 1 / 4:
            return (turns.UseLevel(company, 0), turns.UseLevel(company, works))
        return (turns.UseLevel(company, works + rng.choice((-1, 1, 1))),)
    if isinstance(stage, MoveJar):
        # One step farther than the books let the jar pass.
        return 1 + max(step or work.ink for step in stage.candidates(work))
    mine = [card for card in work.me.slots if card is not None]
    if isinstance(answer, tuple) and mine:
        # Several cards at once: another one of the player's own joins them.
        return (*answer, rng.choice(mine))
    return answer


PLENTY = 30
"""Pounds enough for everything."""

LENIENT = Rulings(
    partial_use="yes", capital_call="may-decline", cover="free", and_or_space="and-or"
)
"""Rulings under which nearly everything may be left."""

LONGEST_ADVANCE = 8
MARKER_DRAWS = 4

COLUMNS = (1, 2, 3)

NO_REGION = RegionId("nowhere")


PARTS: Final = (1, 1, 1, 2)
"""How many parts of an event a slip changes, by lot."""

MISPLACED: Final = 1 / 8
"""How often an event of another time is tried."""

TO_REPEAT: Final = 12
"""So far back an event is looked for that might be repeated."""


def wrong_by_little(table: State, event: Event, kind: str, rng: Random) -> Iterator[Event]:
    """Yield events of a kind that are wrong in all the ways that are known here; some are legal."""
    if str(event.__struct_config__.tag) == kind:
        yield from changed(table, event, rng, DRAWS)
        yield from mistakes(table, event)
    for action in ACTIONS:
        if action == kind and has_turn(table):
            drawn = (near_miss(table, action, rng) for _ in range(DRAWS))
            yield from (turn for turn in drawn if turn is not None)
            yield from elsewhere(table, action, rng)


def changed(state: State, event: Event, rng: Random, count: int) -> Iterator[Event]:
    """Yield events like `event` with parts changed by lot; some may be legal."""
    known = pools_at(state, getattr(event, "seat", None) or Seat(0))
    for _ in range(count):
        ids = known if rng.random() < 3 / 4 else None
        yield mutated(event, state.setting, rng, rng.choice(PARTS), ids)


def misplaced(state: State, happened: list[Event], rng: Random) -> Iterator[Event]:
    """Yield now and then an event that was fine at another time of the game."""
    if happened and rng.random() < MISPLACED:
        yield rng.choice(happened[-TO_REPEAT:])
    if rng.random() < MISPLACED:
        end = turns.EndPhase(seat=state.to_move or Seat(0))
        plan = Plan(seat=Seat(0), slots=(None,) * len(SLOTS))
        yield rng.choice((end, plan, PrepareRound(), RefillBooks(books=())))


def elsewhere(table: State, action: turns.Action, rng: Random) -> Iterator[Event]:
    """Yield turns that are legal at tables a little unlike this one."""
    if table.to_move is None:
        return
    # Spaces for markers are so many that a rule about some of them needs several draws.
    for change in CHANGES * (MARKER_DRAWS if action == "marker" else 1):
        turn = sample_turn(change(table), rng, (action,))
        if turn is not None:
            yield turn


def _mover(change: Callable[[Player], Player]) -> Callable[[State], State]:
    """Return what changes the player who is to move."""

    def changed(table: State) -> State:
        seat = table.to_move or Seat(0)
        return table.with_player(seat, change(table.players[seat]))

    return changed


def _without_others(table: State) -> State:
    """Return the table with nothing face up before anybody but the mover."""
    for seat, player in enumerate(table.players):
        if seat != (table.to_move or 0):
            hidden = replace(player, used=frozenset({*player.slots, *player.tiles}))
            table = table.with_player(Seat(seat), hidden)
    return table


def _unlocked(table: State) -> State:
    """Return the table with all bonuses of the mover's tracks at work."""
    levels = tuple(len(bonuses) for bonuses in facts_of(table.setting).bonuses)
    return _mover(lambda player: replace(player, levels=levels))(table)


def _with_empty_bases(table: State) -> State:
    """Return the table with a single post left in each column."""
    full = initial(table.setting).bases
    bases = tuple(tuple(replace(c, posts=min(c.posts, 1)) for c in columns) for columns in full)
    return replace(table, bases=bases)


def _without_markers(table: State) -> State:
    return replace(table, markers=(None,) * len(table.markers))


START = (0,) * len(COMPANIES)
"""The spaces of markers at the start of the tracks."""

CHANGES: tuple[Callable[[State], State], ...] = (
    _mover(lambda player: replace(player, cash=PLENTY)),
    _mover(lambda player: replace(player, cash=0)),
    _mover(lambda player: replace(player, used=frozenset())),
    _mover(lambda player: replace(player, tracks=START)),
    _mover(lambda player: replace(player, ink=max(0, player.ink - 1))),
    _mover(lambda player: replace(player, diamonds=0)),
    _without_others,
    _unlocked,
    _mover(lambda p: replace(p, books=((),) * len(p.books), flipped=frozenset())),
    lambda table: replace(table, bases=initial(table.setting).bases),
    _with_empty_bases,
    lambda table: replace(table, setting=with_changes(table.setting, rulings=LENIENT)),
    lambda table: replace(table, turn=table.turn + 1),
    _without_markers,
    lambda table: _without_markers(_unlocked(table)),
    _mover(lambda player: replace(player, used=frozenset(), tracks=START, ink=0)),
)


def mistakes(table: State, event: Event) -> Iterator[Event]:
    """Yield an event with one thing done as people get it wrong."""
    match event:
        case turns.UseGoods():
            yield replace(event, cards=(), buy=None, advance=())
            yield from _other_goods(table, event)
        case turns.Expand():
            yield replace(event, enter=(), rewards=(), oust=(), place=())
            yield replace(event, enter=(*event.enter, turns.Entering(NO_REGION, 1)))
            yield from _moved_books(table, event)
        case turns.UseBookkeeper() | turns.PlaceMarker():
            yield from _moved_books(table, event)
            yield from _other_posts(event)
            yield from _more_books(table, event)
        case Plan():
            for place in range(len(SLOTS)):
                for card in sorted(table.players[event.seat].hand - {*event.slots}):
                    slots = (*event.slots[:place], card, *event.slots[place + 1 :])
                    yield replace(event, slots=slots)
        case _:
            return


def _other_goods(table: State, event: turns.UseGoods) -> Iterator[Event]:
    """Yield turns with a card that is no goods card, with mixed goods, and on one track alone."""
    me = table.players[event.seat]
    cards = [card for card in me.slots if card is not None and card not in me.used]
    for card in cards:
        if not isinstance(table.setting.components.card[card], GoodsCard):
            yield replace(event, cards=(*event.cards, card))
    for pair in combinations(cards, 2):
        for units in range(LONGEST_ADVANCE):
            yield replace(event, cards=pair, buy=None, advance=(COMPANIES[0],) * units)
    for company in COMPANIES:
        yield replace(event, advance=(company,) * len(event.advance))


def _moved_books(
    table: State, event: turns.Expand | turns.UseBookkeeper | turns.PlaceMarker
) -> Iterator[Event]:
    """Yield turns with one book on another step: each that is barred for some book."""
    books = table.players[event.seat].books
    track = table.setting.components.book_track
    first = track.last - len(books) + 1
    steps = {*track.crossed_out, *(step for step, pile in enumerate(books, first) if pile)}
    for number, placing in enumerate(event.place):
        others = {other.step for other in event.place} - {placing.step}
        for step in sorted(steps | others):
            moved = turns.Placing(placing.book, step)
            place = (*event.place[:number], moved, *event.place[number + 1 :])
            yield replace(event, place=place)


def _other_posts(event: turns.UseBookkeeper | turns.PlaceMarker) -> Iterator[Event]:
    """Yield turns that remove a post from another column."""
    for number, part in enumerate(event.reward):
        if isinstance(part, turns.RemovePost):
            for company in COMPANIES:
                for column in COLUMNS:
                    other = turns.RemovePost(company, column)
                    reward = (*event.reward[:number], other, *event.reward[number + 1 :])
                    yield replace(event, reward=reward)


def _more_books(table: State, event: turns.UseBookkeeper | turns.PlaceMarker) -> Iterator[Event]:
    """Yield turns whose points buy a book instead, put onto the last step."""
    last = table.setting.components.book_track.last
    for book in filter(None, table.book_display):
        bought, place = turns.SpendPoints((book,)), (turns.Placing(book, last),)
        if isinstance(event, turns.UseBookkeeper):
            yield replace(event, points=bought, place=place)
        elif any(isinstance(part, turns.SpendPoints) for part in event.reward):
            yield replace(event, reward=(bought,), place=place)
