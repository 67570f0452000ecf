"""Players who are after one thing, so that the far ends of a game are reached within it."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from referee.engine.policies import BUSY, POLICIES, Policy, random_turn
from referee.engine.random_turns import draw_turn, sample_plan
from referee.game.components import BookkeeperCard, Card, ExpansionCard, GoodsCard, MerchantCard
from referee.game.events import Plan
from referee.game.ids import CardId, Seat
from referee.game.state import Player, State
from referee.game.turns import Turn

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


def _an_empty_base(state: State, _: Seat, __: Cards) -> int:
    return -min(sum(column.posts for column in base) for base in state.bases)


AIMS: Final[Mapping[str, tuple[PlayerAim, tuple[type[object], ...]]]] = {
    "ink": (_ink, (BookkeeperCard, GoodsCard)),
    "diamonds": (_diamonds, (MerchantCard, GoodsCard)),
    "tracks": (_tracks, (GoodsCard,)),
    "cards": (_cards, (GoodsCard,)),
    "posts": (_an_empty_base, (ExpansionCard,)),
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

    def plan(state: State, seat: Seat, rng: Random) -> Plan:
        known = state.setting.components.card
        plans = [sample_plan(state, seat, rng) for _ in range(PLANS_LOOKED_AT)]
        return max(plans, key=lambda one: _wanted(one, known, cards))

    return Policy(plan, turn)


def _wanted(plan: Plan, known: Cards, cards: tuple[type[object], ...]) -> int:
    placed = [known[card] for card in plan.slots if card is not None]
    return sum(1 + 2 * isinstance(card, cards) for card in placed)


PLAYERS: Final[tuple[Policy, ...]] = (
    *(POLICIES["random"],) * len(AIMS),
    *(_player(aim, cards) for aim, cards in AIMS.values()),
)
"""Each is as likely; half of them play by lot."""
