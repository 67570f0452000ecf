"""Search seeded games for the shortest records that break one rule each: `games/illegal`.

Use it for a new rule, and after a change of the shipped component set. What lies there stays as
long as it breaks its rule and nothing shorter is found.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import count, product
from operator import mul
from pathlib import Path
from random import Random
from typing import get_args

import click
from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.components import GoodsCard
from referee.core.events import BookOnSpace, Event, Plan, PrepareRound, RefillBooks
from referee.core.ids import COMPANIES, CardId, RegionId, Seat
from referee.core.rule import Rule
from referee.core.rulings import DEFAULT_RULINGS, Rulings
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.core.turns import (
    BLANK,
    EndPhase,
    Entering,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.engine import check, check_setting, step
from referee.engine.dealer import draw_setting
from referee.engine.mutants import mutated
from referee.engine.play import POLICIES, Policy, play
from referee.engine.setup import initial
from referee.records.blame import blamed
from referee.records.claims import OF_COMPANIES, OF_NOBODY, OF_PLAYERS
from referee.records.completed_turn import Missing
from referee.records.completion import complete
from referee.records.fields import said
from referee.records.history import History
from referee.records.judge import judge, setting_of, walk
from referee.records.quantities import NOT_THERE, TurnEnd, actual
from referee.records.reader import read_text
from referee.records.record import (
    Quantity,
    Record,
    Remark,
    SaidClaim,
    Statement,
    UnreadableRecordError,
)
from referee.records.writer import header_of, record_of, statement_of, text_of
from referee.rulebook import RULES
from scripts.tools.project import ROOT
from scripts.tools.runs import Run
from scripts.tools.runs import check as check_of_seeds

FOLDER = ROOT / "games" / "illegal"
TRIES = 12
"""Slips of the pen that are tried at each event."""

OPENING = 20
"""In so many events things are also claimed that nothing has changed."""

TURNS = (UseGoods, Expand, UseBookkeeper, UseMerchant, PlaceMarker, EndPhase)
STRICTEST = Rulings(cover="if-necessary")
"""Options without which some rules cannot be broken; every twelfth game is played under them."""


class IllegalGameSearch:
    """The shortest record found for each rule."""

    def __init__(self, components: ComponentSet) -> None:
        self.components = components
        self.found: dict[str, tuple[tuple[bool, int], Record]] = {}

    def begin_with(self, folder: Path) -> None:
        """Take over what was found before, as far as it still breaks its rule."""
        for file in sorted(folder.glob("*.mgn")):
            record = read_text(file.read_text("utf-8"), lambda _: self.components).record
            setting = setting_of(record.header, self.components)
            if isinstance(setting, Missing) or any(check_setting(setting)):
                continue
            steps = [*walk(record, setting)]
            broken = [violation.rule for violation in steps[-1].violations] if steps else []
            if len(broken) != 1 or broken[0].id.lower() != file.name[:6]:
                continue
            at_work: list[Rule] = []
            events = [(each.before, each.event) for each in steps if each.event is not None]
            if events:
                step(*events[-1], at_work)
            idle = broken[0].kind == "effect" and broken[0] not in at_work
            self.found[broken[0].id] = (idle, len(events) + (steps[-1].event is None)), record

    def wants(self, rule: Rule, length: int, *, idle: bool = False) -> bool:
        """Return whether such a record would be the best: the rule at work, then the shortest."""
        known = self.found.get(rule.id)
        return known is None or (idle, length) < known[0]

    def offer(
        self,
        rule: Rule,
        setting: Setting,
        events: list[Event],
        last: Statement,
        *,
        idle: bool = False,
    ) -> None:
        """Keep a record if it reads back and breaks exactly this rule in its last line."""
        record = record_of(setting, events)
        header = replace(
            header_of(setting),
            digest=None,
            tracks=None if setting.first_game_tracks else setting.tracks,
            comments=(f"breaks {rule.id} {rule.name}",),
        )
        record = replace(record, header=header, statements=(*record.statements, last))
        try:
            read = read_text(text_of(record), lambda _: self.components).record
        except UnreadableRecordError:
            return
        verdict = judge(read, self.components)
        if verdict.outcome not in {"illegal", "wrong-note"} or not verdict.faults:
            return
        fault = verdict.faults[0]
        broken = [violation.rule.id for violation in fault.violations]
        if broken == [rule.id] and fault.statement is read.statements[-1]:
            self.found[rule.id] = (idle, len(events) + 1), record


def odd_events(state: State, rng: Random) -> Iterator[Event]:
    """Yield events that are hardly ever due: things done too early, twice, or by somebody else."""
    yield PrepareRound()
    yield RefillBooks(books=())
    space = state.setting.components.book_spaces[0].id
    for book in sorted(state.unseen_books[0])[:1]:
        yield RefillBooks(books=(BookOnSpace(space, book),))
    seat = Seat(rng.randrange(len(state.players)))
    hand = sorted(state.players[seat].hand)
    yield Plan(seat=seat, slots=tuple([*hand[:3], *[None] * 5][:5]))
    yield EndPhase(seat=seat, deck="left")
    shares = [card for card in hand if card.startswith("share")]
    if state.phase == "planning" and shares:
        yield Plan(seat=seat, slots=(CardId(shares[0]), None, None, None, None))
    if state.to_move is None:
        return
    seat = state.to_move
    spaces = product(state.setting.spaces, (BLANK, 1))
    markers = (said(PlaceMarker, seat, space=space.id, option=option) for space, option in spaces)
    yield from _completed(state, markers)
    for company in COMPANIES:
        yield Expand(seat=seat, company=company)
        yield Expand(seat=seat, company=company, enter=(Entering(RegionId("cairo"), 1),))
    # Goods turns that mix goods, or go beyond the end of a track.
    cards = state.setting.components.card
    up = [each for each in state.players[seat].slots if each is not None]
    up = [card for card in up if card not in state.players[seat].used]
    goods = tuple(card for card in up if isinstance(cards[card], GoodsCard))
    odd = [said(UseGoods, seat, cards=goods[:1], advance=(each, BLANK)) for each in COMPANIES]
    yield from _completed(state, (said(UseGoods, seat, cards=goods), *odd))
    beyond = state.setting.components.book_track.last + 1
    for card in state.players[seat].slots:
        if card is not None:
            yield UseBookkeeper(seat=seat, card=card, to=beyond)


def _completed(state: State, turns: Iterable[Turn]) -> Iterator[Event]:
    for each in turns:
        turn = complete(state, each)
        if not isinstance(turn, Missing):
            yield turn.turn


def claims(state: State) -> Iterator[SaidClaim]:
    """Yield a claim of every quantity, its value still to be filled in."""
    items: dict[str, list[str]] = {
        "price": [card for card in state.display if card is not None],
        "coins": [space.id for space in state.setting.components.book_spaces],
    }
    for what in get_args(Quantity):
        owners = [None] if what in OF_NOBODY else map(Seat, range(len(state.players)))
        companies = COMPANIES if what in OF_COMPANIES else (None,)
        for owner, company, item in product(owners, companies, items.get(what, [None])):
            yield SaidClaim(what=what, value=0, seat=owner, company=company, item=item)


def look_at_claims(
    search: IllegalGameSearch, setting: Setting, events: list[Event], history: History
) -> None:
    """Offer wrong notes about everything that the last event changed."""
    if history.last is None:
        return
    event, moment = history.last
    at_work: list[Rule] = []
    step(moment.before, event, at_work)
    for claim in claims(moment.after):
        value = actual(moment, claim)
        before = actual(TurnEnd(moment.before, moment.before), claim)
        unchanged = value == before and len(events) > OPENING and moment.after.phase != "over"
        if value == NOT_THERE or unchanged:
            continue
        values = {value + 1, max(0, value - 1), before}
        if claim.what in OF_PLAYERS:
            values = {*range(len(moment.after.players))}
        for wrong in sorted(values - {value}):
            noted = replace(claim, value=wrong)
            rule = blamed(noted, history)
            idle = rule not in at_work
            if not search.wants(rule, len(events) + 1, idle=idle):
                continue
            last, before_it = Statement(said=Remark()), events
            if claim.what in {"cost", "points"}:
                # Only the line of the turn itself can say what the turn consumed.
                last = statement_of(event, setting.rulings, setting.components)
                before_it = events[:-1]
            search.offer(rule, setting, before_it, replace(last, claims=(noted,)), idle=idle)


def striving(worth: Callable[[State, Seat], int], draws: int = 12) -> Policy:
    """Return a player who wants one thing: the best of some random turns."""

    def turn(state: State, rng: Random) -> tuple[Turn, State]:
        drawn = [POLICIES["random"].turn(state, rng) for _ in range(draws)]
        seat = state.to_move or Seat(0)
        return max(drawn, key=lambda each: worth(each[1], seat))

    return Policy(POLICIES["greedy"].plan, turn)


def _books(table: State, seat: Seat) -> int:
    """Return how far the jar is, and how many books lie in a row behind its next step."""
    player = table.players[seat]
    ahead = player.books[max(0, player.ink - 1) :]
    in_a_row = next((place for place, pile in enumerate(ahead) if not pile), len(ahead))
    return 3 * player.ink + in_a_row


def _tracks(*weights: int) -> Callable[[State, Seat], int]:
    return lambda table, seat: sum(map(mul, table.players[seat].tracks, weights))


WISHES: tuple[Policy, ...] = (
    POLICIES["random"],
    striving(_tracks(1)),
    striving(_tracks(0, 1, 0, 2)),
    striving(lambda table, seat: table.players[seat].diamonds, 30),
    striving(_books, 40),
    striving(_tracks(1, 1, 1, 1)),
    striving(lambda table, _: sum(table.lost_posts), 20),
    striving(lambda table, _: -sum(column.posts for column in table.bases[0]), 40),
)


def look_at_game(search: IllegalGameSearch, setting: Setting, rng: Random, policy: Policy) -> None:
    """Offer mistakes at every moment of one game."""
    policies = (policy,) * setting.players
    events: list[Event] = []
    history = History()
    state = initial(setting)
    for event, after in play(setting, rng, policies):
        slips = [mutated(event, setting, rng, parts=1 if n % 4 else 2) for n in range(TRIES)]
        for slip in (*slips, *odd_events(state, rng)):
            if not 0 <= getattr(slip, "seat", 0) < setting.players:
                continue
            broken = check(state, slip)
            if len(broken) == 1 and search.wants(broken[0].rule, len(events) + 1):
                exact, components = isinstance(slip, TURNS), setting.components
                last = statement_of(slip, setting.rulings, components, exact=exact)
                search.offer(broken[0].rule, setting, events, last)
        events.append(event)
        turn = event if isinstance(event, TURNS) else None
        history.add(event, TurnEnd(state, after, turn))
        look_at_claims(search, setting, events, history)
        state = after


@click.command(help=__doc__)
@check_of_seeds(without=("jobs", "cluster", "results"), minutes=1.5)
def command(run: Run) -> None:
    """Search from a seed on, and write what is found."""
    components = reference_set()
    search = IllegalGameSearch(components)
    search.begin_with(FOLDER)
    for seed in count(run.seed):
        rng = Random(seed)
        rulings = DEFAULT_RULINGS if seed % 12 else STRICTEST
        players = 2 if seed % 4 else 3
        setting = draw_setting(components, players, rng, first_game=bool(seed % 3), rulings=rulings)
        policy = WISHES[seed // 3 % len(WISHES)]
        look_at_game(search, setting, rng, policy)
        if run.is_over():
            break
    FOLDER.mkdir(parents=True, exist_ok=True)
    idle = sorted(rule_id for rule_id, ((is_idle, _), _) in search.found.items() if is_idle)
    for rule_id, (_, record) in search.found.items():
        name = f"{rule_id.lower()}-{RULES[rule_id].name}.mgn"
        (FOLDER / name).write_text(text_of(record), "utf-8")
    missing = [rule.id for rule in RULES.values() if rule.id not in search.found]
    print(f"{len(search.found)} rules in the games up to {seed}; none for {' '.join(missing)}")
    print(f"without the rule at work: {' '.join(idle)}")
