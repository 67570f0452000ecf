"""Turn order, and ending one's action phase."""

from collections.abc import Sequence

from msgspec.structs import replace

from referee.core.ids import SLOTS, CardId, Seat, Slot
from referee.core.limits import ROUNDS
from referee.core.state import Player, State
from referee.engine.facts import Facts, facts_of
from referee.engine.stage import Stage, Violations
from referee.engine.work import Work, put
from referee.rulebook import round_end as rules


class ChooseDeck(Stage[Slot | None]):
    """Which resting deck is picked up."""

    certain = True

    def candidates(self, work: Work) -> list[Slot] | list[None]:
        """Return the decks with cards, or none where there is no choice."""
        if work.state.round == ROUNDS:
            return [None]
        decks = [slot for slot, deck in zip(SLOTS, work.me.resting, strict=True) if deck]
        return decks or [None]

    def judge(self, work: Work, answer: Slot | None) -> Violations:
        """Return a breach if picking up this deck, or none, is not what is asked for."""
        resting = work.me.resting
        if work.state.round == ROUNDS:
            return ()
        if answer is None:
            return [rules.PICKS_UP_ONE_DECK.broken(deck="none")] if any(resting) else ()
        if resting[SLOTS.index(answer)]:
            return ()
        return [rules.PICKS_UP_ONE_DECK.broken(deck=answer)]

    def take(self, work: Work, answer: Slot | None) -> None:
        """Pick up the deck, then let the used cards rest and the tiles go back."""
        deck = None if work.state.round == ROUNDS else answer
        if deck is not None:
            work.note(rules.DECK_TO_HAND)
        work.note(rules.CARDS_TO_REST)
        work.note(rules.DROPPED_OUT)
        work.me = rested(work.me, deck)
        work.used = frozenset()
        work.plus_one = None


def rested(player: Player, deck: Slot | None) -> Player:
    """Return a player who has dropped out after picking up a deck."""
    hand = player.hand
    resting: list[frozenset[CardId]] = list(player.resting)
    if deck is not None:
        index = SLOTS.index(deck)
        hand |= resting[index]
        resting[index] = frozenset()
    for index, card in enumerate(player.slots):
        if card is not None:
            resting[index] |= {card}
    return replace(
        player,
        hand=hand,
        resting=tuple(resting),
        slots=(None,) * len(SLOTS),
        used=frozenset(),
        tiles=frozenset(),
        plus_one=None,
        done=True,
    )


def next_seat(players: Sequence[Player], seat: Seat) -> Seat | None:
    """Return who takes the next turn after `seat`, or None if all have dropped out."""
    for further in range(seat + 1 - len(players), seat + 1):
        if not players[further].done:
            return Seat(further % len(players))
    return None


def with_turn_of(state: State, seat: Seat) -> State:
    """Return the table at the start of a player's turn: bonuses unlocked so far now work."""
    player = begin_turn(state.players[seat], facts_of(state.setting))
    return replace(state, players=put(state.players, seat, player), to_move=seat)


def begin_turn(player: Player, facts: Facts) -> Player:
    """Return a player at the start of his turn, the same if he has unlocked nothing new."""
    # Spelled out for the four companies, because every turn ends with it.
    first, second, third, fourth = facts.levels
    at = player.tracks
    levels = (first[at[0]], second[at[1]], third[at[2]], fourth[at[3]])
    return player if levels == player.levels else replace(player, levels=levels)
