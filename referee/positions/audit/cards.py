"""Cards: each in one place, and none that nobody could have yet."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from referee.game.components import DiscardSpace, ShareCard
from referee.game.ids import CARD_LETTERS, COLOURED_SLOTS, SLOTS, CardId
from referee.game.messages.speech import say
from referee.game.state import SETUP_PHASES, Player
from referee.positions.audit.finding import AuditedTable, PositionFinding, listed
from referee.positions.faults import KeyPath
from referee.positions.rounds import cards_drawn
from referee.positions.vocabulary import display_spaces

BEFORE_RESTING = frozenset(SETUP_PHASES) - {"resting", "starting-bonus"}

CardPaths = defaultdict[CardId, list[KeyPath]]


def held(colour: str, player: Player) -> Iterator[tuple[CardId, KeyPath]]:
    """Yield every card that a player has, with the key of its place."""
    seat = ("seat", colour)
    yield from ((card, (*seat, "hand")) for card in sorted(player.hand))
    for slot, card in zip(SLOTS, player.slots, strict=True):
        if card is not None:
            yield card, (*seat, "slots", slot)
    for slot, deck in zip(SLOTS, player.resting, strict=True):
        yield from ((card, (*seat, "resting", slot)) for card in sorted(deck))


def cards_on_table(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield cards in two places, in none, or with somebody who cannot have them."""
    places = _action_cards(table)
    for card in table.components.cards:
        if card.letter is None:
            continue
        found = places[card.id]
        if not found:
            yield PositionFinding(("stack",), say("positions.cards.lies-nowhere", id=card.id))
        elif len(found) > 1:
            where = " and ".join(".".join(path) for path in found)
            yield PositionFinding(
                found[0],
                say("positions.cards.lies-in-places", id=card.id, found=len(found), where=where),
            )
    missing: Counter[CardId] = Counter()
    for seat, colour, player in table.seats():
        own = {c.id for c in table.components.cards if not c.letter and c.seat in {None, seat + 1}}
        kept = _starting_cards(table, colour, player)
        missing.update(own - {*kept})
        yield from _own_cards(own, kept)
    yield from _discarded(table, missing)


def _starting_cards(table: AuditedTable, colour: str, player: Player) -> CardPaths:
    places: CardPaths = defaultdict(list)
    for card, path in held(colour, player):
        if table.components.card[card].letter is None:
            places[card].append(path)
    return places


def _own_cards(own: set[CardId], kept: CardPaths) -> Iterator[PositionFinding]:
    """Yield starting cards that a player has twice or that are somebody else's."""
    for card, found in kept.items():
        if card not in own:
            yield PositionFinding(
                found[0], say("positions.cards.is-the-starting-card-of", card=card)
            )
        elif len(found) > 1:
            where = " and ".join(".".join(path[2:]) for path in found)
            yield PositionFinding(
                found[0],
                say("positions.cards.lies-in-places-2", card=card, found=len(found), where=where),
            )


def _discarded(table: AuditedTable, missing: Counter[CardId]) -> Iterator[PositionFinding]:
    """Yield starting cards that are on the pile and should not be, or the other way round."""
    known = table.components.card
    pile = Counter(card for card in table.state.discards if known[card].letter is None)
    if surplus := sorted((pile - missing).elements()):
        says = say("positions.cards.lies-there-though-all-who", listed=listed(surplus))
        yield PositionFinding(("discards",), says)
    if lost := sorted((missing - pile).elements()):
        yield PositionFinding(
            ("discards",), say("positions.cards.left-a-player-and-does", listed=listed(lost))
        )


def _action_cards(table: AuditedTable) -> CardPaths:
    state = table.state
    places: CardPaths = defaultdict(list)
    spaces = display_spaces(state.setting)
    for space, shown in zip(spaces, state.display, strict=True):
        if shown is not None:
            places[shown].append(("display", space))
    for card in (card for unseen in state.unseen_cards for card in unseen):
        places[card].append(("stack",))
    for card in state.discards:
        places[card].append(("discards",))
    for _, colour, player in table.seats():
        for card, path in held(colour, player):
            places[card].append(path)
    return places


def cards_played(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield cards that nobody could have yet, and cards where they cannot lie."""
    yield from _stack_order(table)
    yield from _cards_drawn(table)
    if table.state.round == 1:
        yield from _round_one(table)
    for _, colour, player in table.seats():
        yield from _slots(table, colour, player)
        yield from _decks(table, colour, player)


def _stack_order(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield cards that are out though cards of an earlier letter are still to come."""
    unseen = table.state.unseen_cards
    first = next((number for number, cards in enumerate(unseen) if cards), None)
    if first is None:
        return
    for card, paths in _action_cards(table).items():
        letter = table.components.card[card].letter
        if letter is not None and CARD_LETTERS.index(letter) > first and paths != [("stack",)]:
            earlier = listed(sorted(unseen[first]), 3)
            says = say(
                "positions.cards.nobody-has-seen-yet-it",
                card=card,
                letter=letter,
                card_letters=CARD_LETTERS[first],
                earlier=earlier,
            )
            yield PositionFinding(paths[0], says)


def _cards_drawn(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield that more or fewer cards have come out of the stack than the rounds drew."""
    state = table.state
    total = sum(card.letter is not None for card in table.components.cards)
    seen = total - sum(map(len, state.unseen_cards))
    if state.phase == "deal-cards":
        if seen:
            yield PositionFinding(
                ("stack",), say("positions.cards.cards-have-left-the-stack", seen=seen)
            )
        return
    least, most = cards_drawn(state.setting, state.round)
    if not least <= seen <= most:
        wanted = f"{least}" if least == most else say("positions.cards.to", least=least, most=most)
        says = say(
            "positions.cards.cards-have-left-the-stack-2",
            seen=seen,
            round=state.round,
            wanted=wanted,
        )
        yield PositionFinding(("stack",), says)
    fresh = state.phase in {*SETUP_PHASES, "planning"}
    if fresh and None in state.display and any(state.unseen_cards):
        yield PositionFinding(("display",), say("positions.cards.a-space-is-empty-though"))


def _round_one(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield cards discarded or acquired in round 1 for which there was no turn."""
    state = table.state
    spaces = zip(state.setting.spaces, state.markers, strict=True)
    discarding = sum(seat is not None for s, seat in spaces if isinstance(s, DiscardSpace))
    if len(state.discards) > discarding:
        says = say(
            "positions.cards.cards-lie-there-in-round",
            discards=len(state.discards),
            listed=listed(state.discards, 3),
            discarding=discarding,
        )
        yield PositionFinding(("discards",), says)
    known = table.components.card
    acquired = sorted(
        card
        for _, colour, player in table.seats()
        for card, _ in held(colour, player)
        if known[card].letter is not None
    )
    turns = state.turn - 1 if state.phase in {"actions", "preparation"} else 0
    if len(acquired) > turns:
        says = say(
            "positions.cards.players-have-acquired-in-turns", listed=listed(acquired), turns=turns
        )
        yield PositionFinding(("turn",), says)


def _slots(table: AuditedTable, colour: str, player: Player) -> Iterator[PositionFinding]:
    track = table.components
    unlocked = {
        "diamond": player.diamonds >= track.diamond_track.slot_at,
        "ink": player.ink >= track.book_track.slot_at,
    }
    for slot, card, deck in zip(SLOTS, player.slots, player.resting, strict=True):
        if not unlocked.get(slot, True):
            for key, lies in (("slots", card), ("resting", deck)):
                if lies:
                    says = say("positions.cards.the-slot-is-not-unlocked", slot=slot)
                    yield PositionFinding(("seat", colour, key, slot), says)
        if card is not None and isinstance(table.components.card[card], ShareCard):
            says = say("positions.cards.is-a-share-card-which", card=card)
            yield PositionFinding(("seat", colour, "slots", slot), says)


def _decks(table: AuditedTable, colour: str, player: Player) -> Iterator[PositionFinding]:
    """Yield resting decks with more cards than rounds could have put there."""
    state = table.state
    path = ("seat", colour, "resting")
    if state.phase in BEFORE_RESTING:
        if any(player.resting):
            yield PositionFinding(
                path, say("positions.cards.no-card-rests-yet-in", phase=state.phase)
            )
        return
    for slot, deck in zip(SLOTS, player.resting, strict=True):
        most = state.round - 1 + player.done + (slot in COLOURED_SLOTS)
        if len(deck) > most:
            says = say(
                "positions.cards.cards-rest-there-by-round",
                deck=len(deck),
                round=state.round,
                most=most,
            )
            yield PositionFinding((*path, slot), says)
    resting = sorted(card for deck in player.resting for card in deck)
    is_due = state.phase == "resting" and not resting
    if state.round == 1 and not player.done and player.starting_tile is not None and not is_due:
        rest = table.components.starting_tile[player.starting_tile].rest
        if resting != sorted(rest):
            yield PositionFinding(
                path,
                say(
                    "positions.cards.puts-to-rest-in-round",
                    starting_tile=player.starting_tile,
                    listed=listed(rest),
                ),
            )
