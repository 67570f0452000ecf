"""Says what cannot be: of a table as it lies there, and of the game that led to it."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from referee.core.component_set import ComponentSet, if_read
from referee.core.components import (
    DiscardSpace,
    FirstPlayerSpace,
    GoodsCard,
    MarkerBonus,
    PlusOneTile,
    ShareCard,
    TileSpace,
)
from referee.core.ids import CARD_LETTERS, COLOURED_SLOTS, COMPANIES, SLOTS, BookId, CardId
from referee.core.limits import ROUNDS
from referee.core.problem import KeyPath, Problem
from referee.core.state import SETUP_PHASES, Phase, Player, State
from referee.engine import check_setting
from referee.engine.actions import refill_due
from referee.engine.area import Area
from referee.engine.facts import Facts, facts_of
from referee.i18n import language
from referee.i18n.speech import say
from referee.i18n.spoken import Said
from referee.positions.builder import ORDERED, cards_drawn, coins_laid
from referee.positions.parser import display_spaces


# What a check of a position looks at, and what it says --------------------------------------------
@dataclass(frozen=True)
class _AuditedTable:
    """A table that is being looked at, with the words for its players."""

    state: State
    colours: tuple[str, ...]

    @property
    def components(self) -> ComponentSet:
        return self.state.setting.components

    @property
    def facts(self) -> Facts:
        return facts_of(self.state.setting)

    def seats(self) -> Iterator[tuple[int, str, Player]]:
        for seat, (colour, player) in enumerate(zip(self.colours, self.state.players, strict=True)):
            yield seat, colour, player


def problem(path: KeyPath, key: str, /, **facts: Said) -> Problem:
    """Return what cannot be under some keys, in the words of a message of this area."""
    return Problem(say("positions." + key, **facts), path=path, kind="impossible")


def listed(words: Iterable[object], most: int = 6) -> str:
    """Return all words, or the first of them and how many more there are."""
    said = [str(word) for word in words]
    first = ", ".join(said[:most])
    if len(said) <= most:
        return first
    return say("positions.finding.and-more", listed=first, n=len(said) - most)


def _moment(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    if not 1 <= state.round <= ROUNDS:
        yield problem(("round",), "moment.no-round", round=state.round, rounds=ROUNDS)
    if state.turn < 1:
        yield problem(("turn",), "moment.no-turn-0")
    if state.to_move is None and state.phase in ORDERED:
        yield problem(("to_move",), "moment.somebody-due", phase=state.phase)
    if state.to_move is not None:
        if state.phase not in ORDERED:
            yield problem(("to_move",), "moment.nobody-due", phase=state.phase)
        elif state.players[state.to_move].done:
            colour = table.colours[state.to_move]
            yield problem(("to_move",), "moment.due-has-ended", colours=colour)


def _plans(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    for (_, colour, player), plan in zip(table.seats(), state.plans, strict=True):
        if plan is None:
            continue
        path = ("seat", colour, "plan")
        if state.phase != "planning":
            yield problem(path, "moment.plan-outside-planning", phase=state.phase)
        cards = [card for card in plan.slots if card is not None]
        if foreign := [card for card in cards if card not in player.hand]:
            yield problem(path, "moment.plan-not-in-hand", cards=listed(foreign))
        if len({*cards}) < len(cards):
            yield problem(path, "moment.card-in-two-slots")
    if None not in state.plans:
        yield problem(("phase",), "moment.all-planned")


def _phase_played(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    if state.phase in SETUP_PHASES and state.round != 1:
        yield problem(("round",), "moment.setup-round", round=state.round)
    if state.phase == "over" and state.round != ROUNDS:
        yield problem(("round",), "moment.over-round", rounds=ROUNDS, round=state.round)
    if state.phase == "preparation" and state.round == ROUNDS:
        yield problem(("phase",), "moment.preparation-round", rounds=ROUNDS)
    if state.phase in {*SETUP_PHASES, "planning"} and state.turn != 1:
        yield problem(("turn",), "moment.turn-before-actions", turn=state.turn)
    opening = state.phase in SETUP_PHASES or (state.round == 1 and state.phase == "planning")
    if state.first_player != 0 and opening:
        yield problem(("first_player",), "moment.first-seat-begins")
    between_turns = {*SETUP_PHASES, "planning"} - {"deal-cards", "deal-books"}
    if refill_due(state) and state.phase in between_turns:
        yield problem(("books",), "moment.empty-space")
    for _, colour, player in table.seats():
        for key, what in _out_of_place(state.phase, player):
            yield Problem(what, path=("seat", colour, key), kind="impossible")


def _out_of_place(phase: Phase, player: Player) -> Iterator[tuple[str, str]]:
    cards = {slot: card for slot, card in zip(SLOTS, player.slots, strict=True) if card}
    ended = player.done or phase in {"preparation", "over"}
    if phase != "actions" and cards and not ended:
        yield "slots", say("positions.moment.no-slot-cards", phase=phase)
    if ended and cards:
        yield "slots", say("positions.moment.ended-has-cards")
    if ended and player.tiles:
        yield "tiles", say("positions.moment.ended-has-tiles")
    if phase in {"preparation", "over"} and not player.done:
        yield "done", say("positions.moment.all-ended", phase=phase)
    if player.done and phase in {*SETUP_PHASES, "planning"}:
        yield "done", say("positions.moment.none-ended", phase=phase)
    if phase != "actions" and (player.used - {*cards.values()}) and not ended:
        yield "used", say("positions.moment.nothing-used", phase=phase)


# The frame of a table: its tracks and its starting tiles ------------------------------------------
def _frame(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    for violation in check_setting(state.setting):
        message = f"{language().message(violation)} ({violation.rule.id})"
        yield Problem(message, path=("tracks",), kind="impossible")
    taken = [player.starting_tile for player in state.players if player.starting_tile]
    for twice, times in Counter((*taken, *state.rejected_tiles)).items():
        if times > 1:
            owners = [colour for _, colour, p in table.seats() if p.starting_tile == twice]
            path = ("seat", owners[-1], "starting_tile")
            yield problem(path, "frame.tile-taken", tile=twice)
    if state.setting.first_game_tiles:
        usual = {tile.first_game_seat: tile.id for tile in table.components.starting_tiles}
        for seat, colour, player in table.seats():
            tile, own = player.starting_tile, usual[seat + 1]
            if tile not in {None, own}:
                path = ("seat", colour, "starting_tile")
                yield problem(path, "frame.first-game-tile", starting_tile=tile, usual=own)


# Turns taken so far: whose turn it can be, and what must have been used for them ------------------
def _order_played(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    if state.phase != "actions":
        return
    taken = state.turn - 1
    if any(player.done for player in state.players):
        if taken < sum(player.done for player in state.players):
            yield problem(("turn",), "turn_order.more-ended", taken=taken)
        return
    players, begins = len(state.players), state.first_player
    spaces = zip(state.setting.spaces, state.markers, strict=True)
    if any(seat is not None for space, seat in spaces if isinstance(space, FirstPlayerSpace)):
        # Who began the round is not known any more.
        return
    if (begins + taken) % players != state.to_move:
        due, began = table.colours[(begins + taken) % players], table.colours[begins]
        yield problem(("to_move",), "turn_order.wrong-turn", turn=state.turn, due=due, began=began)
    for seat, colour, player in table.seats():
        path = ("seat", colour, "used")
        spent = len(player.used) + state.markers.count(seat)
        turns = (taken + players - 1 - (seat - begins) % players) // players
        if spent < turns:
            facts = {"colour": colour, "turns": turns, "spent": spent}
            yield problem(path, "turn_order.turns-and-used", **facts)
        elif spent and not turns:
            yield problem(path, "turn_order.no-turn-yet", colour=colour)


# Books: each in one place, and lying as they may be placed ----------------------------------------
def _books_on_table(table: _AuditedTable) -> Iterator[Problem]:
    places = _places(table)
    for book in table.components.books:
        found = places[book.id]
        if len(found) > 1:
            facts = {"id": book.id, "places": len(found), "where": _joined(found)}
            yield problem(found[0], "books.in-places", **facts)
        elif not found:
            yield problem(("books",), "books.lies-nowhere", id=book.id)
    letter = table.facts.book_letter
    for space, shown in zip(table.components.book_spaces, table.state.book_display, strict=True):
        if shown is not None and letter[shown] != space.letter:
            facts = {"book": shown, "letter": letter[shown], "expected": space.letter}
            yield problem(("books", space.id), "books.wrong-letter", **facts)
    for _, colour, player in table.seats():
        with_book = {step for step, pile in enumerate(player.books, 2) if pile}
        if player.starting_tile is not None:
            with_book.add(1)
        for step in sorted(player.flipped - with_book):
            yield problem(("seat", colour, "flipped"), "books.no-book", step=step)


def _joined(paths: Iterable[KeyPath]) -> str:
    return " and ".join(".".join(map(str, path)) for path in paths)


def _places(table: _AuditedTable) -> defaultdict[BookId, list[KeyPath]]:
    places: defaultdict[BookId, list[KeyPath]] = defaultdict(list)
    for space, book in zip(table.components.book_spaces, table.state.book_display, strict=True):
        if book is not None:
            places[book].append(("books", space.id))
    for unseen in table.state.unseen_books:
        for book in unseen:
            places[book].append(("supply",))
    for _, colour, player in table.seats():
        for step, pile in enumerate(player.books, 2):
            for book in pile:
                places[book].append(("seat", colour, "books", str(step)))
    return places


def _books_played(table: _AuditedTable) -> Iterator[Problem]:
    for _, colour, player in table.seats():
        letter = table.facts.book_letter
        for step, pile in enumerate(player.books, 2):
            path = ("seat", colour, "books", str(step))
            for under, over in itertools.pairwise(pile):
                if letter[over] == "A" and letter[under] != "A":
                    yield problem(path, "books.bad-cover", over=over, under=under)
            if pile and letter[pile[0]] == "A" and step in table.facts.crossed_out:
                yield problem(path, "books.on-crossed-out", pile=pile[0])
            if not pile and step <= player.ink:
                yield problem(("seat", colour, "ink"), "books.jar-passed-gap", step=step)
    yield from _coins(table)


def _coins(table: _AuditedTable) -> Iterator[Problem]:
    """Yield coins that no round laid there; a new round's coins must still lie in planning."""
    state = table.state
    for space, coins in zip(table.components.book_spaces, state.book_coins, strict=True):
        path = ("book_coins", space.id)
        laid = coins_laid(state.setting, space, state.round)
        if coins > laid:
            yield problem(path, "books.too-many-coins", coins=coins, round=state.round, laid=laid)
        elif laid and not coins and state.phase == "planning" and space.round == state.round:
            yield problem(path, "books.coin-missing", round=state.round)


# Cards: each in one place, and none that nobody could have yet ------------------------------------
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


def _cards_on_table(table: _AuditedTable) -> Iterator[Problem]:
    places = _action_cards(table)
    for card in table.components.cards:
        if card.letter is None:
            continue
        found = places[card.id]
        if not found:
            yield problem(("stack",), "cards.lies-nowhere", id=card.id)
        elif len(found) > 1:
            facts = {"id": card.id, "places": len(found), "where": _joined(found)}
            yield problem(found[0], "cards.item-in-places", **facts)
    missing: Counter[CardId] = Counter()
    for seat, colour, player in table.seats():
        own = {c.id for c in table.components.cards if not c.letter and c.seat in {None, seat + 1}}
        kept = _starting_cards(table, colour, player)
        missing.update(own - {*kept})
        yield from _own_cards(own, kept)
    known = table.components.card
    pile = Counter(card for card in table.state.discards if known[card].letter is None)
    if surplus := sorted((pile - missing).elements()):
        yield problem(("discards",), "cards.all-still-have-it", cards=listed(surplus))
    if lost := sorted((missing - pile).elements()):
        yield problem(("discards",), "cards.missing-discards", cards=listed(lost))


def _starting_cards(table: _AuditedTable, colour: str, player: Player) -> CardPaths:
    places: CardPaths = defaultdict(list)
    for card, path in held(colour, player):
        if table.components.card[card].letter is None:
            places[card].append(path)
    return places


def _own_cards(own: set[CardId], kept: CardPaths) -> Iterator[Problem]:
    """Yield starting cards that a player has twice or that are somebody else's."""
    for card, found in kept.items():
        if card not in own:
            yield problem(found[0], "cards.another-players-card", card=card)
        elif len(found) > 1:
            where = _joined(path[2:] for path in found)
            facts = {"card": card, "places": len(found), "where": where}
            yield problem(found[0], "cards.card-in-places", **facts)


def _action_cards(table: _AuditedTable) -> CardPaths:
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


def _cards_played(table: _AuditedTable) -> Iterator[Problem]:
    yield from _stack_order(table)
    yield from _cards_drawn(table)
    if table.state.round == 1:
        state = table.state
        spaces = zip(state.setting.spaces, state.markers, strict=True)
        discarding = sum(seat is not None for s, seat in spaces if isinstance(s, DiscardSpace))
        if (number := len(state.discards)) > discarding:
            cards = listed(state.discards, 3)
            facts = {"discards": number, "cards": cards, "discarding": discarding}
            yield problem(("discards",), "cards.early-discards", **facts)
        known = table.components.card
        acquired = sorted(
            card
            for _, colour, player in table.seats()
            for card, _ in held(colour, player)
            if known[card].letter is not None
        )
        turns = state.turn - 1 if state.phase in {"actions", "preparation"} else 0
        if len(acquired) > turns:
            yield problem(("turn",), "cards.too-many-acquired", cards=listed(acquired), turns=turns)
    for _, colour, player in table.seats():
        yield from _slots(table, colour, player)
        yield from _decks(table, colour, player)


def _stack_order(table: _AuditedTable) -> Iterator[Problem]:
    unseen = table.state.unseen_cards
    first = next((number for number, cards in enumerate(unseen) if cards), None)
    if first is None:
        return
    for card, paths in _action_cards(table).items():
        letter = table.components.card[card].letter
        if letter is not None and CARD_LETTERS.index(letter) > first and paths != [("stack",)]:
            facts = {"card": card, "letter": letter, "card_letters": CARD_LETTERS[first]}
            earlier = listed(sorted(unseen[first]), 3)
            yield problem(paths[0], "cards.still-in-stack", **facts, earlier=earlier)


def _cards_drawn(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    total = sum(card.letter is not None for card in table.components.cards)
    seen = total - sum(map(len, state.unseen_cards))
    if state.phase == "deal-cards":
        if seen:
            yield problem(("stack",), "cards.left-before-deal", seen=seen)
        return
    least, most = cards_drawn(state.setting, state.round)
    if not least <= seen <= most:
        span = say("positions.cards.range", least=least, most=most)
        facts = {
            "seen": seen,
            "round": state.round,
            "expected": span if least < most else str(most),
        }
        yield problem(("stack",), "cards.left-by-round", **facts)
    fresh = state.phase in {*SETUP_PHASES, "planning"}
    if fresh and None in state.display and any(state.unseen_cards):
        yield problem(("display",), "cards.empty-space")


def _slots(table: _AuditedTable, colour: str, player: Player) -> Iterator[Problem]:
    track = table.components
    unlocked = {
        "diamond": player.diamonds >= track.diamond_track.slot_at,
        "ink": player.ink >= track.book_track.slot_at,
    }
    for slot, card, deck in zip(SLOTS, player.slots, player.resting, strict=True):
        if not unlocked.get(slot, True):
            for key, lies in (("slots", card), ("resting", deck)):
                if lies:
                    yield problem(("seat", colour, key, slot), "cards.locked-slot", slot=slot)
        if card is not None and isinstance(table.components.card[card], ShareCard):
            yield problem(("seat", colour, "slots", slot), "cards.share-card", card=card)


def _decks(table: _AuditedTable, colour: str, player: Player) -> Iterator[Problem]:
    state = table.state
    path = ("seat", colour, "resting")
    if state.phase in BEFORE_RESTING:
        if any(player.resting):
            yield problem(path, "cards.no-resting-yet", phase=state.phase)
        return
    for slot, deck in zip(SLOTS, player.resting, strict=True):
        most = state.round - 1 + player.done + (slot in COLOURED_SLOTS)
        if len(deck) > most:
            facts = {"deck": len(deck), "round": state.round, "most": most}
            yield problem((*path, slot), "cards.too-many-resting", **facts)
    resting = sorted(card for deck in player.resting for card in deck)
    is_due = state.phase == "resting" and not resting
    if state.round == 1 and not player.done and player.starting_tile is not None and not is_due:
        tile = table.components.starting_tile[player.starting_tile]
        if resting != sorted(tile.rest):
            cards = listed(tile.rest)
            yield problem(path, "cards.tile-rests", starting_tile=tile.id, cards=cards)


# Posts: in regions, in bases, out of the game -----------------------------------------------------
def _posts_on_table(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    for index, (company, base) in enumerate(zip(COMPANIES, state.bases, strict=True)):
        path = ("bases", company)
        printed = table.facts.base_coins[index]
        total = sum(map(len, printed))
        if len(base) != len(printed):
            yield problem(path, "posts.column-count", base=len(base), printed=len(printed))
            continue
        placed, left = state.regions.count(company), sum(column.posts for column in base)
        if placed + left + state.lost_posts[index] != total or state.lost_posts[index] < 0:
            facts = {"placed": placed, "left": left, "sum": placed + left, "total": total}
            yield problem(path, "posts.post-total", **facts)
        for number, (column, spaces) in enumerate(zip(base, printed, strict=True), 1):
            if column.posts > len(spaces):
                facts = {"number": number, "posts": column.posts, "spaces": len(spaces)}
                yield problem(path, "posts.too-many-posts", **facts)
            elif column.opened and column.posts == len(spaces):
                yield problem(path, "posts.full-column", number=number)
            elif not column.opened and column.posts == 0:
                yield problem(path, "posts.empty-column", number=number)


def _posts_played(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    in_actions = state.phase not in {*SETUP_PHASES, "planning"} and state.turn > 1
    if in_actions or (state.round > 1 and state.phase not in SETUP_PHASES):
        return
    if any(state.regions):
        yield problem(("regions",), "posts.early-posts")
    elif any(state.lost_posts) or any(c.opened for base in state.bases for c in base):
        yield problem(("bases",), "posts.early-leaving")


# Bonus markers and bonus tiles --------------------------------------------------------------------
def _markers_played(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    spaces = list(zip(state.setting.spaces, state.markers, strict=True))
    lies = any(seat is not None for seat in state.markers)
    if lies and state.phase in {*SETUP_PHASES, "planning"}:
        yield problem(("markers",), "markers.no-markers", phase=state.phase)
        return
    for seat, colour, player in table.seats():
        own = [space for space, owner in spaces if owner == seat]
        area = Area(table.facts, player, player.used, player.plus_one)
        more = sum(bonus.markers for bonus in area.bonuses() if isinstance(bonus, MarkerBonus))
        owned = table.facts.markers + more
        if len(own) > owned:
            facts = {"colour": colour, "owned": owned, "own": len(own)}
            spaces_said = listed(space.id for space in own)
            yield problem(("markers",), "markers.too-many-markers", **facts, spaces=spaces_said)
        of_tracks = table.facts.track_of_space
        tracks = [of_tracks[space.id] for space in own if space.id in of_tracks]
        for space in own:
            track, level = of_tracks.get(space.id, (0, 0))
            if player.levels[track] < level:
                yield problem(("markers", space.id), "markers.locked-space", colour=colour)
            if isinstance(space, FirstPlayerSpace) and state.first_player != seat:
                yield problem(("markers", space.id), "markers.first-player", colour=colour)
        if len({track for track, _ in tracks}) < len(tracks):
            yield problem(("markers",), "markers.two-on-track", colour=colour)
        if player.tiles and state.round == 1:
            yield problem(("seat", colour, "tiles"), "markers.no-tile-in-round-1")
        reservable = {space.tile for space in state.setting.spaces if isinstance(space, TileSpace)}
        if odd := sorted(player.tiles - reservable):
            yield problem(("seat", colour, "tiles"), "markers.no-space-gives", tiles=listed(odd))


# Player boards: markers on their tracks, tiles, what was used -------------------------------------
def _boards_on_table(table: _AuditedTable) -> Iterator[Problem]:
    components = table.components
    held = Counter(tile for player in table.state.players for tile in player.tiles)
    for _, colour, player in table.seats():
        seat = ("seat", colour)
        if twice := sorted(tile for tile in player.tiles if held[tile] > 1):
            yield problem((*seat, "tiles"), "player_boards.held-twice", items=listed(twice))
        for index, (company, at) in enumerate(zip(COMPANIES, player.tracks, strict=True)):
            track = table.facts.tracks[index]
            levels = player.levels[index]
            if at > track.last:
                path = (*seat, "tracks", company)
                facts = {"at": at, "id": track.id, "last": track.last}
                yield problem(path, "player_boards.marker-beyond", **facts)
            elif levels > (reached := table.facts.levels[index][at]):
                path = (*seat, "levels", company)
                facts = {"levels": levels, "at": at, "reached": reached}
                yield problem(path, "player_boards.too-many-bonuses", **facts)
        for key, step, last in (
            ("diamonds", player.diamonds, components.diamond_track.last),
            ("ink", player.ink, components.book_track.last),
        ):
            if step > last:
                yield problem((*seat, key), "player_boards.step-beyond", step=step, last=last)
        yield from _area(table, colour, player)


def _area(table: _AuditedTable, colour: str, player: Player) -> Iterator[Problem]:
    lying = {card for card in player.slots if card is not None}
    if odd := sorted(player.used - lying - player.tiles):
        yield problem(("seat", colour, "used"), "player_boards.used-not-held", items=listed(odd))
    card = player.plus_one
    if card is None:
        return
    path = ("seat", colour, "plus_one")
    if card not in lying:
        yield problem(path, "player_boards.tile-on-card", card=card)
    elif not isinstance(table.components.card[card], GoodsCard):
        yield problem(path, "player_boards.not-goods", card=card)
    if not any(isinstance(table.components.tile[tile], PlusOneTile) for tile in player.tiles):
        yield problem(path, "player_boards.no-goods-tile")


def _boards_played(table: _AuditedTable) -> Iterator[Problem]:
    state = table.state
    for seat, colour, player in table.seats():
        reached = [of[at] for of, at in zip(table.facts.levels, player.tracks, strict=True)]
        if state.phase == "actions" and seat == state.to_move:
            for company, level, wanted in zip(COMPANIES, player.levels, reached, strict=True):
                if level != wanted:
                    path = ("seat", colour, "levels", company)
                    facts = {"level": level, "reached": wanted}
                    yield problem(path, "player_boards.all-levels-work", **facts)
        phase = state.phase
        if phase in SETUP_PHASES:
            steps = phase == "starting-bonus"
            early = {
                "tracks": any(player.tracks) and not steps,
                "diamonds": player.diamonds > 0 and not steps,
                "ink": player.ink > 0,
                "books": any(player.books),
                "flipped": bool(player.flipped),
                "starting_tile": player.starting_tile is not None
                and phase in {"deal-cards", "deal-books"},
            }
            for key, is_early in early.items():
                if is_early:
                    yield problem(("seat", colour, key), "player_boards.too-late", phase=phase)


# All checks: of a table as it lies there, and of the game that led to it --------------------------
AuditCheck = Callable[[_AuditedTable], Iterator[Problem]]

ON_TABLE: tuple[AuditCheck, ...] = (
    _frame,
    _moment,
    _plans,
    _posts_on_table,
    _cards_on_table,
    _books_on_table,
    _boards_on_table,
)
"""What holds of any table that can be laid out, whatever game was played."""

PLAYED: tuple[AuditCheck, ...] = (
    _phase_played,
    _order_played,
    _posts_played,
    _cards_played,
    _books_played,
    _markers_played,
    _boards_played,
)
"""What holds of a table that a game by the rules can have led to."""


def contradictions(state: State, colours: tuple[str, ...]) -> list[Problem]:
    """Return everything because of which the table cannot lie there."""
    return _found(ON_TABLE, state, colours)


def audit(state: State, colours: tuple[str, ...]) -> list[Problem]:
    """Return everything because of which no game can have led to the table."""
    return contradictions(state, colours) or _found(PLAYED, state, colours)


def _found(checks: tuple[AuditCheck, ...], state: State, colours: tuple[str, ...]) -> list[Problem]:
    table = _AuditedTable(state, colours)
    found: list[Problem] = []
    for check in checks:
        # Nothing is held against a table because of a value that nobody has read.
        if_read(lambda: found.extend(check(table)), lambda: None)  # noqa: B023 - asked at once
    return found
