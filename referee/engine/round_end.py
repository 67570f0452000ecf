"""Turn order, and ending one's action phase."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.facts import facts_of
from referee.engine.stage import Stage
from referee.engine.work import Work
from referee.game.ids import SLOTS, CardId, Seat, Slot
from referee.game.limits import ROUNDS
from referee.game.rule import Violation
from referee.game.rulebook import round_end as rules
from referee.game.state import Player, State


class ChooseDeck(Stage[Slot | None]):
    """Which resting deck is picked up."""

    def candidates(self, work: Work) -> Iterator[Slot | None]:
        """Yield the decks with cards, or none where there is no choice."""
        decks = [slot for slot, deck in zip(SLOTS, work.me.resting, strict=True) if deck]
        if decks and work.state.round < ROUNDS:
            yield from decks
        else:
            yield None

    def judge(self, work: Work, answer: Slot | None) -> Iterator[Violation]:
        """Yield the rules that picking up this deck breaks."""
        resting = work.me.resting
        if work.state.round == ROUNDS:
            return
        if answer is None:
            if any(resting):
                yield rules.PICKS_UP_ONE_DECK.broken(deck="none")
        elif not resting[SLOTS.index(answer)]:
            yield rules.PICKS_UP_ONE_DECK.broken(deck=answer)

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


def next_seat(players: tuple[Player, ...], seat: Seat) -> Seat | None:
    """Return who takes the next turn after `seat`, or None if all have dropped out."""
    for further in range(1, len(players) + 1):
        candidate = (seat + further) % len(players)
        if not players[candidate].done:
            return Seat(candidate)
    return None


def with_turn_of(state: State, seat: Seat) -> State:
    """Return the table at the start of a player's turn: bonuses unlocked so far now work."""
    player = state.players[seat]
    reached = facts_of(state.setting).levels
    levels = tuple([of[at] for of, at in zip(reached, player.tracks, strict=True)])
    if levels != player.levels:
        state = state.with_player(seat, replace(player, levels=levels))
    return replace(state, to_move=seat)
