"""The games that a program plays: each from its seed, or a golden one."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, get_args, get_type_hints

import msgspec
from msgspec import Struct

from referee.components.generate import random_set, shortest, small, with_short_tracks
from referee.conformance.protocol import Introduction, can_play, set_named
from referee.core import events
from referee.core.component_set import ComponentSet
from referee.core.components import BookkeeperCard, Card, ExpansionCard, GoodsCard, MerchantCard
from referee.core.ids import CardId, Seat
from referee.core.limits import PLAYER_COUNTS, ROUNDS
from referee.core.rulings import Rulings
from referee.core.set_reader import reference_set
from referee.core.state import Player, Setting, State
from referee.core.turns import Action, Turn
from referee.engine import dealer
from referee.engine.actions import action_of, has_turn, refill_due
from referee.engine.dealer import draw_setting
from referee.engine.golden import DIGITS, GoldenFileError, read_file, setting_of
from referee.engine.legal_turns import legal_turns
from referee.engine.mutants import mutated
from referee.engine.play import (
    BUSY,
    POLICIES,
    Policy,
    play,
    random_plan,
    random_turn,
    rest_starting_cards,
    starting_bonus,
)
from referee.engine.random_turns import ACTIONS, draw_turn, sample_plan, sample_turn
from referee.engine.referee import check
from referee.engine.setup import initial
from referee.i18n.speech import say

# Players who are after one thing, so that the far ends of a game are reached within it ------------
TURNS_LOOKED_AT: Final = 12
PLANS_LOOKED_AT: Final = 6

Cards = Mapping[CardId, Card]

PlayerAim = Callable[[State, Seat, Cards], int]
"""How far a player has come with what he is after."""

FIRST_STEP: Final = 2
"""The step of the first book that is placed; the starting tile's book is before it."""


def _owned(player: Player) -> list[CardId]:
    decks = [card for deck in player.resting for card in deck]
    return [*player.hand, *decks, *(card for card in player.slots if card)]


def _ink(state: State, seat: Seat, _: Cards) -> int:
    player = state.players[seat]
    # The jar, the books that lie on the steps ahead of it without a gap, and all others.
    steps = [bool(pile) for pile in player.books]
    ahead = steps[max(player.ink + 1 - FIRST_STEP, 0) :]
    in_a_row = (ahead.index(False) if False in ahead else len(ahead)) if ahead else 0
    return 20 * player.ink + 4 * min(in_a_row, 3) + sum(steps) + len(_owned(player))


def _diamonds(state: State, seat: Seat, cards: Cards) -> int:
    player = state.players[seat]
    merchants = sum(isinstance(cards[card], MerchantCard) for card in _owned(player))
    return 3 * player.diamonds + 8 * merchants


def _tracks(state: State, seat: Seat, _: Cards) -> int:
    tracks = state.players[seat].tracks
    return max(tracks) * 2 + sum(tracks)


def _cards(state: State, seat: Seat, _: Cards) -> int:
    player = state.players[seat]
    return len(_owned(player)) * 2 + player.cash


def _emptiest_base(state: State, _: Seat, __: Cards) -> int:
    return -min(sum(column.posts for column in base) for base in state.bases)


AIMS: Final[Mapping[str, tuple[PlayerAim, tuple[type[object], ...]]]] = {
    "ink": (_ink, (BookkeeperCard, GoodsCard)),
    "diamonds": (_diamonds, (MerchantCard, GoodsCard)),
    "tracks": (_tracks, (GoodsCard,)),
    "cards": (_cards, (GoodsCard,)),
    "posts": (_emptiest_base, (ExpansionCard,)),
}


def _player(aim: PlayerAim, cards: tuple[type[object], ...]) -> Policy:
    def turn(state: State, rng: Random) -> tuple[Turn, State]:
        seat = state.to_move or Seat(0)
        known = state.setting.components.card
        drawn = [draw_turn(state, rng, BUSY) for _ in range(TURNS_LOOKED_AT)]
        tables = [(each, each.table_after()) for each in drawn if each is not None]
        if not tables:
            return random_turn(state, rng)
        best, after = max(tables, key=lambda one: aim(one[1], seat, known))
        return best.turn(), after

    def plan(state: State, seat: Seat, rng: Random) -> events.Plan:
        known = state.setting.components.card
        plans = [sample_plan(state, seat, rng) for _ in range(PLANS_LOOKED_AT)]
        return max(
            plans, key=lambda one: sum(1 + 2 * isinstance(known[c], cards) for c in one.slots if c)
        )

    return Policy(plan, turn)


PLAYERS: Final[tuple[Policy, ...]] = (
    *(POLICIES["random"],) * len(AIMS),
    *(_player(aim, cards) for aim, cards in AIMS.values()),
)
"""Each is as likely; half of them play by lot."""


FIRST_GAME = 1 / 4
OTHER_RULINGS = 1 / 2
"""How often a game has the first game's setup, and rulings drawn by lot."""


class GameChoice(Struct, frozen=True, kw_only=True):
    """Which games are played."""

    sets: tuple[str, ...]
    players: tuple[int, ...] = PLAYER_COUNTS
    rounds: int = ROUNDS
    default_rulings: bool = False


class NothingInCommonError(Exception):
    """A program with which no game can be played."""


def playable(choice: GameChoice, program: Introduction) -> list[ComponentSet]:
    """Return the chosen sets that a program can play with."""
    found = [set_named(name) for name in choice.sets]
    can = [components for components in found if components and can_play(program, components)]
    if not can:
        names = ", ".join(sorted({*choice.sets}))
        raise NothingInCommonError(say("conformance.games.no-common-set", names=names))
    return can


def drawn_game(
    seed: int, choice: GameChoice, program: Introduction
) -> tuple[Setting, Iterator[events.Event]]:
    """Return the setting of a seeded game, and its events."""
    rng = Random(seed)
    setting = draw_setting(
        rng.choice(playable(choice, program)),
        rng.choice(choice.players),
        rng,
        first_game=rng.random() < FIRST_GAME,
        rulings=Rulings() if choice.default_rulings else _rulings(program, rng),
    )
    policies = tuple(rng.choice(PLAYERS) for _ in range(setting.players))
    return setting, first_rounds(setting, rng, policies, choice.rounds)


def first_rounds(
    setting: Setting, rng: Random, policies: tuple[Policy, ...], rounds: int
) -> Iterator[events.Event]:
    """Yield the events of a game up to the end of a round."""
    for event, after in play(setting, rng, policies):
        if after.round > rounds:
            return
        yield event


def _rulings(program: Introduction, rng: Random) -> Rulings:
    """Return rulings drawn from those that a program can play under, often the defaults."""
    if rng.random() >= OTHER_RULINGS:
        return Rulings()
    known = ((r, answers) for r, answers in sorted(program.rulings.items()) if r in _KNOWN)
    drawn = {ruling: rng.choice(answers) for ruling, answers in known if answers}
    try:
        return msgspec.convert(drawn, Rulings)
    except msgspec.ValidationError:
        # It named an answer that nobody knows; the defaults are always among what it can do.
        return Rulings()


_KNOWN = {name.replace("_", "-") for name in Rulings.__struct_fields__}


# Golden games ------------------------------------------------------------------------------------
GOLDEN = ".jsonl"
"""The ending of the file of a golden game."""


def golden_names(folder: Path) -> list[str]:
    """Return the names of the golden games in a folder, in order."""
    return sorted(path.stem for path in folder.glob(f"*{GOLDEN}"))


def golden_game(folder: Path, name: str) -> tuple[Setting, tuple[events.Event, ...]]:
    """Return the setting and the events of a golden game; a `GoldenFileError` if it is none."""
    path = folder / f"{name}{GOLDEN}"
    try:
        golden = read_file(path)
    except OSError as error:
        words = say("conformance.games.cannot-read", reason=error.strerror)
        raise GoldenFileError(words) from error
    components = reference_set()
    if golden.header.components != components.digest[:DIGITS]:
        raise GoldenFileError(say("conformance.games.other-set"))
    return setting_of(golden.header, components), tuple(line.event for line in golden.lines)


# Further legal events at a table of a game: drawn anew, or all where they are few -----------------
LISTED = 100
"""Up to so many turns of an action are counted or listed; more would cost time and show little."""


def another(table: State, event: events.Event, rng: Random) -> events.Event | None:
    """Return an event of the same kind, legal at the same table; None if none is drawn."""
    drawn: events.Event | None
    match event:
        case events.DealCards():
            drawn = dealer.deal_cards(table, rng)
        case events.DealBooks():
            drawn = dealer.deal_books(table, rng)
        case events.RefillBooks():
            drawn = events.RefillBooks(books=dealer.draw_books(table, rng))
        case events.PrepareRound():
            drawn = dealer.prepare_round(table, rng)
        case events.Plan():
            drawn = random_plan(table, event.seat, rng)
        case events.RestStartingCards():
            drawn = rest_starting_cards(table, event.seat, rng)
        case events.TakeStartingBonus():
            drawn = starting_bonus(table, rng)
        case events.TakeStartingTile() | events.TakeBack() | events.Claim():
            drawn = None
        case _:
            drawn = sample_turn(table, rng, (action_of(event),))
    return drawn


def other_turns(table: State, rng: Random, count: int) -> Iterator[Turn]:
    """Yield legal turns drawn by lot."""
    for _ in range(count):
        turn = sample_turn(table, rng, (rng.choice(ACTIONS),))
        if turn is not None:
            yield turn


def few_turns(table: State, actions: Iterable[Action]) -> dict[Action, tuple[Turn, ...]]:
    """Return by action all legal turns, of those that have few."""
    if not has_turn(table):
        return {}
    listed = {each: islice(legal_turns(table, (each,)), LISTED + 1) for each in actions}
    every = {action: tuple(turn for _, turn in turns) for action, turns in listed.items()}
    return {action: turns for action, turns in every.items() if len(turns) <= LISTED}


# Seeded games over the shipped set and random ones, at all player counts --------------------------
SETS = (0, 0, 0, 1, 2, 3, -1)
"""Which set a game is played with: 0 is the shipped one, a negative number a small one."""

SHORT_TRACKS_TOO = -10
"""Small sets with numbers below this have short company tracks besides."""
SHORTEST = -20
"""Those below this have bases and book tracks that end almost at once."""


@cache
def component_set(number: int) -> ComponentSet:
    """Return the shipped set for 0, a random one, or for a negative number a small one."""
    if number == 0:
        return reference_set()
    components = random_set(Random(abs(number)))
    if number > 0:
        return components
    if number < SHORT_TRACKS_TOO:
        components = with_short_tracks(components)
    components = small(components)
    return shortest(components) if number < SHORTEST else components


def drawn_rulings(rng: Random) -> Rulings:
    """Return the defaults half of the time, else each answer by lot."""
    if rng.random() < 1 / 2:
        return Rulings()
    hints = get_type_hints(Rulings)
    names = Rulings.__struct_fields__
    return Rulings(**{name: rng.choice(get_args(hints[name])) for name in names})


EAGER_TRIES = 4
"""An eager player takes the turn that goes furthest of so many drawn by lot."""


def eager_turn(state: State, rng: Random) -> tuple[Turn, State]:
    """Return the turn of several drawn by lot after which the player is furthest on all tracks."""

    def progress(drawn: tuple[Turn, State]) -> int:
        player = drawn[1].players[state.to_move or 0]
        return sum(player.tracks) + player.diamonds + 2 * player.ink + sum(map(bool, player.books))

    return max((POLICIES["random"].turn(state, rng) for _ in range(EAGER_TRIES)), key=progress)


EAGER = Policy(POLICIES["random"].plan, eager_turn)


def game(
    seed: int, sets: tuple[int, ...] = SETS, policies: tuple[Policy, ...] = (POLICIES["random"],)
) -> Iterator[tuple[State, events.Event, State]]:
    """Yield every event of a seeded game with the table before and after it."""
    rng = Random(seed)
    components = component_set(rng.choice(sets))
    players = rng.choice(PLAYER_COUNTS)
    first_game = rng.random() < 1 / 4
    rulings = drawn_rulings(rng)
    setting = draw_setting(components, players, rng, first_game=first_game, rulings=rulings)
    yield from steps(setting, rng, policies[seed % len(policies)])


def steps(
    setting: Setting, rng: Random, policy: Policy = POLICIES["random"]
) -> Iterator[tuple[State, events.Event, State]]:
    """Yield a game by players who all play alike."""
    before = initial(setting)
    for event, after in play(setting, rng, (policy,) * setting.players):
        yield before, event, after
        before = after


def positions(seed: int) -> list[State]:
    """Return the tables of a seeded game at which somebody is to move."""
    return tables(game(seed))


def tables(played: Iterable[tuple[State, events.Event, State]]) -> list[State]:
    """Return the tables of a game at which somebody is to move."""
    return [after for _, _, after in played if after.phase == "actions" and not refill_due(after)]


def position(seed: int) -> State:
    """Return one table of a seeded game at which somebody is to move."""
    return Random(seed).choice(positions(seed))


def illegal_turns(seed: int) -> Iterator[tuple[State, Turn]]:
    """Yield an illegal change of about every second turn of a seeded game."""
    rng = Random(seed)
    for before, event, _ in game(seed):
        if not isinstance(event, Turn) or rng.random() < 1 / 2:
            continue
        turn = mutated(event, before.setting, rng, parts=rng.choice((1, 1, 2)))
        seats = len(before.players)
        if isinstance(turn, Turn) and 0 <= turn.seat < seats and check(before, turn):
            yield before, turn
