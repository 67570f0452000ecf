"""Setup: the first deals and each player's starting tile."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from referee.core import events, ids
from referee.core.components import BonusSteps
from referee.core.limits import PLAYER_COUNTS, STARTING_POUNDS
from referee.core.rule import Rule
from referee.core.state import BaseColumn, Phase, Player, Setting, State
from referee.core.turns import Advance, MoveDiamond
from referee.rulebook import setup as rules
from referee_model.legality import writes
from referee_model.legality.rewards import Amounts, RewardParts
from referee_model.legality.turn import EventRelation
from referee_model.legality.writes import After, TableDraft, WriteBit, WriteNumber
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    all_different,
    between,
    both,
    count,
    either,
    eq,
    implies,
    is_among,
    no,
    same,
    some,
)

# Things drawn from a stack or supply, numbered so that those of a letter stand together -----------
Id = TypeVar("Id", bound=str)
Letter = TypeVar("Letter", bound=str)


class Numbering(Generic[Id, Letter]):
    """Numbers for all things with a letter; of each letter those not seen yet come first."""

    def __init__(
        self, letters: Mapping[Id, Letter], unseen: Mapping[Letter, frozenset[Id]]
    ) -> None:
        self.ids: list[Id] = []
        self._ranges: dict[Letter, tuple[int, int, int]] = {}
        for letter, hidden in unseen.items():
            first = len(self.ids) + 1
            self.ids += sorted(hidden)
            middle = len(self.ids)
            self.ids += sorted(i for i, its in letters.items() if its == letter and i not in hidden)
            self._ranges[letter] = (first, middle, len(self.ids))
        self._numbers = {name: number for number, name in enumerate(self.ids, 1)}

    def codes(self, names: Sequence[Id]) -> list[int]:
        """Return the numbers of several things; each unknown one has a number below 0."""
        return [self._numbers.get(name, -names.index(name) - 1) for name in names]

    def name(self, number: int) -> Id:
        """Return the thing with this number."""
        return self.ids[number - 1]

    def is_unseen(self, drawn: Num) -> Truth:
        """Say that what was drawn was not seen before."""
        return some(between(low, drawn, middle) for low, middle, _ in self._ranges.values())

    def has_letter(self, drawn: Num, letter: Letter) -> Truth:
        """Say that what was drawn has this letter, if it has one at all."""
        low, _, high = self._ranges[letter]
        return either(between(low, drawn, high), drawn <= 0)


def stack_letters(unseen: Mapping[Letter, frozenset[Id]], wanted: int) -> list[Letter]:
    """Return the letters of the next cards of a stack that gives out letter by letter."""
    letters = [letter for letter, hidden in unseen.items() for _ in hidden]
    return letters[:wanted]


# The numbers of cards and books in a state --------------------------------------------------------
def card_numbers(state: State) -> Numbering[ids.CardId, ids.CardLetter]:
    """Return numbers for all action cards."""
    cards = state.setting.components.cards
    letters = {card.id: card.letter for card in cards if card.letter is not None}
    return Numbering(letters, dict(zip(ids.CARD_LETTERS, state.unseen_cards, strict=True)))


def book_numbers(state: State) -> Numbering[ids.BookId, ids.BookLetter]:
    """Return numbers for all books."""
    letters = {book.id: book.letter for book in state.setting.components.books}
    return Numbering(letters, dict(zip(ids.BOOK_LETTERS, state.unseen_books, strict=True)))


def advance_phase(phase: Phase) -> WriteBit:
    """Write that a step of the setup is over, if it is, and `phase` is due next."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.phase = phase

    return write


class DealCardsRelation(EventRelation[events.DealCards]):
    """The first cards of the display, in filling order."""

    def state_rules(self) -> None:
        relation, state = self.relation, self.state
        self.numbers: Numbering[ids.CardId, ids.CardLetter] = card_numbers(state)
        spaces = len(state.setting.components.card_spaces)
        self.cards: list[Num] = [relation.whole(f"card-{n}") for n in range(1, spaces + 1)]
        self.dealt: Num = relation.whole("dealt")
        relation.demand(rules.SETUP_ORDER, state.phase == "deal-cards")
        relation.demand(rules.DEAL_FILLS_DISPLAY, eq(self.dealt, spaces))
        unseen = dict(zip(ids.CARD_LETTERS, state.unseen_cards, strict=True))
        for card, letter in zip(self.cards, stack_letters(unseen, spaces), strict=False):
            in_order = implies(self.numbers.is_unseen(card), self.numbers.has_letter(card, letter))
            relation.demand(rules.DEAL_LETTERS_IN_ORDER, in_order)
        for card in self.cards:
            relation.demand(rules.DEAL_UNSEEN_CARDS, self.numbers.is_unseen(card))
        relation.demand(rules.DEAL_UNSEEN_CARDS, all_different(self.cards))

    def facts(self, event: events.DealCards) -> Mapping[str, Iterable[Truth]]:
        codes = self.numbers.codes(event.cards)
        cards = [eq(card, code) for card, code in zip(self.cards, codes, strict=False)]
        return {"cards": [eq(self.dealt, len(event.cards)), *cards]}

    def read(self, values: Values) -> events.DealCards:
        numbers = (values.number(card.text) for card in self.cards)
        return events.DealCards(cards=tuple(map(self.numbers.name, numbers)))

    def state_effects(self, after: After) -> None:
        for space, card in enumerate(self.cards):
            write = draw(self.numbers, "display", "unseen_cards", space)
            after.number(rules.DEAL_FILL_ORDER, card, write)
        after.bit(rules.SETUP_ORDER, value=True, write=advance_phase("deal-books"))


def draw(numbers: Numbering[Id, Letter], display: str, unseen: str, space: int) -> WriteNumber:
    """Write what is drawn onto a space of a display; below 1 nothing is."""

    def write(draft: TableDraft, value: int) -> None:
        if value > 0:
            drawn = numbers.name(value)
            getattr(draft, display)[space] = drawn
            for hidden in getattr(draft, unseen):
                hidden.discard(drawn)

    return write


class DealBooksRelation(EventRelation[events.DealBooks]):
    """The first books of the display."""

    def state_rules(self) -> None:
        relation, state = self.relation, self.state
        self.numbers: Numbering[ids.BookId, ids.BookLetter] = book_numbers(state)
        self.spaces = state.setting.components.book_spaces
        self.books: list[Num] = [relation.whole(f"book-{n}") for n in range(len(self.spaces))]
        self.uneven: Bit = relation.bit("uneven")
        """Some space got no book or several, or a space was named that there is not."""
        relation.demand(rules.SETUP_ORDER, state.phase == "deal-books")
        relation.demand(rules.BOOKS_FILL_DISPLAY, no(self.uneven))
        for book, space in zip(self.books, self.spaces, strict=True):
            relation.demand(rules.BOOKS_BY_LETTER, self.numbers.has_letter(book, space.letter))
            relation.demand(rules.BOOKS_UNSEEN, self.numbers.is_unseen(book))
        relation.demand(rules.BOOKS_UNSEEN, all_different(self.books))

    def facts(self, event: events.DealBooks) -> Mapping[str, Iterable[Truth]]:
        codes = self.numbers.codes([entry.book for entry in event.books])
        dealt = dict(zip((entry.space for entry in event.books), codes, strict=True))
        places = zip(self.books, self.spaces, strict=True)
        books = (eq(book, dealt[space.id]) for book, space in places if space.id in dealt)
        even = len(event.books) == len(dealt) and set(dealt) == {s.id for s in self.spaces}
        return {"books": [*books, same(self.uneven, not even)]}

    def read(self, values: Values) -> events.DealBooks:
        return events.DealBooks(
            books=tuple(
                events.BookOnSpace(space.id, self.numbers.name(values.number(book.text)))
                for book, space in zip(self.books, self.spaces, strict=True)
            )
        )

    def state_effects(self, after: After) -> None:
        for space, book in enumerate(self.books):
            write = draw(self.numbers, "book_display", "unseen_books", space)
            after.number(rules.BOOKS_FILL_DISPLAY, book, write)
        after.bit(rules.SETUP_ORDER, value=True, write=advance_phase("starting-tiles"))


class StartingTileRelation(EventRelation[events.TakeStartingTile]):
    """A player's starting tile."""

    def state_rules(self) -> None:
        relation, state = self.relation, self.state
        self.tiles = state.setting.components.starting_tiles
        self.tile: Num = relation.whole("tile")
        self.rejected: Num = relation.whole("rejected")
        player = state.players[self.table.seat]
        due = state.phase == "starting-tiles" and player.starting_tile is None
        relation.demand(rules.SETUP_ORDER, due)
        if state.setting.first_game_tiles:
            seat, tiles = self.table.seat + 1, enumerate(self.tiles, 1)
            given = [number for number, tile in tiles if tile.first_game_seat == seat]
            # Everybody gets one tile, and nobody has another one to reject.
            relation.demand(rules.FIRST_GAME_TILE, is_among(self.tile, given))
            relation.demand(rules.FIRST_GAME_TILE, eq(self.rejected, 0))
        gone = {player.starting_tile for player in state.players} | state.rejected_tiles
        free = [number for number, tile in enumerate(self.tiles, 1) if tile.id not in gone]
        relation.demand(rules.TILE_DEALT_ONCE, is_among(self.tile, free))
        other = both(is_among(self.rejected, free), no(eq(self.rejected, self.tile)))
        relation.demand(rules.TILE_DEALT_ONCE, either(eq(self.rejected, 0), other))

    def facts(self, event: events.TakeStartingTile) -> Mapping[str, Iterable[Truth]]:
        numbers = {tile.id: number for number, tile in enumerate(self.tiles, 1)}
        rejected = 0 if event.rejected is None else numbers.get(event.rejected, -2)
        tile = numbers.get(event.tile, -1)
        return {"tile": [eq(self.tile, tile)], "rejected": [eq(self.rejected, rejected)]}

    def read(self, values: Values) -> events.TakeStartingTile:
        rejected = values.number(self.rejected.text)
        return events.TakeStartingTile(
            seat=self.table.seat,
            tile=self.tiles[values.number(self.tile.text) - 1].id,
            rejected=self.tiles[rejected - 1].id if rejected else None,
        )

    def state_effects(self, after: After) -> None:
        seat, tiles = self.table.seat, self.tiles

        def write_tile(draft: TableDraft, value: int) -> None:
            draft.players[seat].starting_tile = tiles[value - 1].id
            draft.players[seat].ink = 0

        def write_rejected(draft: TableDraft, value: int) -> None:
            if value:
                draft.rejected_tiles.add(tiles[value - 1].id)

        after.number(rules.JAR_ON_STARTING_TILE, self.tile, write_tile)
        after.number(rules.TILE_DEALT_ONCE, self.rejected, write_rejected)
        others = (p for other, p in enumerate(self.state.players) if other != seat)
        last = all(player.starting_tile is not None for player in others)
        after.bit(rules.SETUP_ORDER, last, advance_phase("resting"))


class RestingRelation(EventRelation[events.RestStartingCards]):
    """The cards that the starting tile puts to rest."""

    def state_rules(self) -> None:
        relation, state = self.relation, self.state
        player = state.players[self.table.seat]
        tile = player.starting_tile
        self.rest: tuple[ids.CardId, ...] = ()
        if tile is not None:
            self.rest = state.setting.components.starting_tile[tile].rest
        self.cards: list[Num] = [relation.whole(f"rest-{slot}") for slot in ids.COLOURED_SLOTS]
        self.number: Num = relation.whole("rested")
        due = state.phase == "resting" and not any(player.resting)
        relation.demand(rules.SETUP_ORDER, due)
        relation.demand(rules.REST_THREE_CARDS, eq(self.number, len(ids.COLOURED_SLOTS)))
        for card in self.cards:
            shown = range(1, len(self.rest) + 1)
            relation.demand(rules.REST_THREE_CARDS, is_among(card, shown))
        relation.demand(rules.REST_THREE_CARDS, all_different(self.cards))

    def facts(self, event: events.RestStartingCards) -> Mapping[str, Iterable[Truth]]:
        codes = [self.rest.index(card) + 1 if card in self.rest else -1 for card in event.cards]
        cards = [eq(card, code) for card, code in zip(self.cards, codes, strict=False)]
        return {"cards": [eq(self.number, len(event.cards)), *cards]}

    def read(self, values: Values) -> events.RestStartingCards:
        cards = tuple(self.rest[values.number(card.text) - 1] for card in self.cards)
        return events.RestStartingCards(seat=self.table.seat, cards=cards)

    def state_effects(self, after: After) -> None:
        for slot, card in enumerate(self.cards):
            after.number(rules.REST_THREE_CARDS, card, self._write(slot))
        others = (p for other, p in enumerate(self.state.players) if other != self.table.seat)
        first = self.state.first_player

        def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
            if value:
                draft.phase = "starting-bonus"
                draft.to_move = first

        after.bit(rules.SETUP_ORDER, all(any(player.resting) for player in others), write)

    def _write(self, slot: int) -> WriteNumber:
        seat, rest = self.table.seat, self.rest

        def write(draft: TableDraft, value: int) -> None:
            card = rest[value - 1]
            draft.players[seat].resting[slot] = frozenset({card})
            draft.players[seat].hand.discard(card)

        return write


# The starting bonus of a player's tile ------------------------------------------------------------
class StartingBonusRelation(EventRelation[events.TakeStartingBonus]):
    """The steps of a starting bonus, with calls and special spaces."""

    def state_rules(self) -> None:
        relation, seen = self.relation, self.table
        relation.demand(rules.SETUP_ORDER, self.state.phase == "starting-bonus")
        in_order = self.state.phase != "starting-bonus" or self.state.to_move == seen.seat
        relation.demand(rules.STARTING_BONUS_ORDER, in_order)
        tile = seen.me.starting_tile
        bonus = seen.components.starting_tile[tile].bonus if tile is not None else ()
        tracks = tuple(_steps(bonus, company) for company in ids.COMPANIES)
        amounts = Amounts(diamonds=_steps(bonus, "diamonds"), tracks=tracks, most_steps=max(tracks))
        cash = relation.have("pounds", seen.me.cash)
        self.parts = RewardParts(relation, seen, amounts, cash=cash, converts=False)
        self.parts.demand_order()
        relation.demand(rules.STARTING_BONUS_PARTS, no(self.parts.twice))
        relation.demand(rules.STARTING_BONUS_PARTS, self.parts.fits())
        relation.demand(rules.STARTING_BONUS_PARTS, no(some(self.parts.missing())))

    def facts(self, event: events.TakeStartingBonus) -> Mapping[str, Iterable[Truth]]:
        return {"reward": self.parts.facts(event.reward)}

    def read(self, values: Values) -> events.TakeStartingBonus:
        parts = self.parts.read(values)
        steps = tuple(part for part in parts if isinstance(part, Advance | MoveDiamond))
        return events.TakeStartingBonus(seat=self.table.seat, reward=steps)

    def state_effects(self, after: After) -> None:
        seen = self.table
        self.parts.after(after)
        after.sum(seen.me.cash + self.parts.gain, writes.at("players", seen.seat, "cash"))
        players = len(self.state.players)
        following = (seen.seat + 1) % players
        last = following == self.state.first_player
        after.number(rules.STARTING_BONUS_MOVES, -1 if last else following, writes.to_move)
        after.bit(rules.SETUP_ORDER, last, advance_phase("planning"))


def _steps(bonus: Iterable[BonusSteps], track: str) -> int:
    return sum(steps.steps for steps in bonus if steps.track == track)


# The table before anything is dealt: what each player starts with, and what lies where ------------
UNSAID = -1
"""What a number of the bare table is: no rule can leave it so."""


class OpeningRelation:
    """Every value that the setup gives, each a variable that a rule fixes."""

    def __init__(self, setting: Setting) -> None:
        self.relation = Relation()
        self._components = setting.components
        self._names = 0
        self.after = After(self.relation, _bare(setting))
        bases = {base.company: base.columns for base in setting.components.bases}
        for number, company in enumerate(ids.COMPANIES):
            for column, spaces in enumerate(bases[company]):
                place = writes.at("bases", number, column, "posts")
                self._give(rules.POSTS_COVER_BASES, len(spaces), place)
        for seat in map(ids.Seat, range(setting.players)):
            self._start_player(seat)
        self._give(rules.FIRST_PLAYER_STARTS, 0, writes.at("first_player"))

    def _start_player(self, seat: ids.Seat) -> None:
        self._give(rules.PLAYER_STARTS_WITH, STARTING_POUNDS, writes.at("players", seat, "cash"))
        self._give(rules.PLAYER_STARTS_WITH, 0, writes.at("players", seat, "diamonds"))
        for company in range(len(ids.COMPANIES)):
            self._give(rules.PLAYER_STARTS_WITH, 0, writes.at("players", seat, "tracks", company))
        self._give(rules.JAR_ON_STARTING_TILE, 0, writes.at("players", seat, "ink"))
        for card in self._components.cards:
            if card.letter is None:
                # All have it, or only who has his seat.
                all_have = card.seat is None
                rule = rules.PLAYER_STARTS_WITH if all_have else rules.EXPANSION_CARD_OF_SEAT
                bit: Bit = self.relation.bit(f"hand-{seat}-{card.id}")
                self.relation.demand(rule, same(bit, card.seat in {None, seat + 1}))
                self.after.bit(rule, bit, writes.at("players", seat, "hand", card.id))

    def _give(self, rule: Rule, value: int, write: WriteNumber) -> None:
        self._names += 1
        given = self.relation.stated(rule, f"given{self._names}", value)
        self.after.sum(given, write)


def _bare(setting: Setting) -> State:
    """Return the table with nothing on it but the spaces, and the supplies beside it."""
    components = setting.components
    player = Player(
        cash=UNSAID,
        hand=frozenset(),
        slots=(None,) * len(ids.SLOTS),
        used=frozenset(),
        resting=(frozenset(),) * len(ids.SLOTS),
        tracks=(UNSAID,) * len(ids.COMPANIES),
        levels=(0,) * len(ids.COMPANIES),
        diamonds=UNSAID,
        ink=UNSAID,
        books=((),) * (components.book_track.last - 1),
        flipped=frozenset(),
    )
    return State(
        setting=setting,
        phase="deal-cards",
        round=1,
        turn=1,
        to_move=None,
        first_player=ids.Seat(UNSAID),
        regions=(None,) * len(components.regions),
        bases=((BaseColumn(UNSAID),) * 3,) * len(ids.COMPANIES),
        lost_posts=(0,) * len(ids.COMPANIES),
        display=(None,) * len(components.card_spaces),
        book_display=(None,) * len(components.book_spaces),
        book_coins=(0,) * len(components.book_spaces),
        markers=(None,) * len(setting.spaces),
        unseen_cards=tuple(
            frozenset(card.id for card in components.cards if card.letter == letter)
            for letter in ids.CARD_LETTERS
        ),
        unseen_books=tuple(
            frozenset(book.id for book in components.books if book.letter == letter)
            for letter in ids.BOOK_LETTERS
        ),
        discards=(),
        players=(player,) * setting.players,
        plans=(None,) * setting.players,
    )


# What is fixed before the first event: the number of players and the tracks at the edges ----------
class SettingRelation:
    """The players and the side of a track at each company's edge."""

    def __init__(self, setting: Setting) -> None:
        self.relation = Relation()
        self._sides = [track.id for track in setting.components.tracks]
        self.players: Num = self.relation.whole("players")
        self.tracks: list[Num] = [
            self.relation.whole(f"track-{company}") for company in ids.COMPANIES
        ]
        self.relation.demand(rules.PLAYER_COUNT, is_among(self.players, PLAYER_COUNTS))
        for card in setting.components.track_cards:
            halves = [self._sides.index(half) + 1 for half in card.halves]
            used = count(is_among(track, halves) for track in self.tracks)
            self.relation.demand(rules.ONE_SIDE_OF_EACH_TRACK, eq(used, 1))
        if setting.first_game_tracks:
            given = {entry.company: entry.track for entry in setting.components.first_game}
            for company, track in zip(ids.COMPANIES, self.tracks, strict=True):
                number = self._sides.index(given[company]) + 1
                self.relation.demand(rules.FIRST_GAME_TRACKS, eq(track, number))

    def facts(self, setting: Setting) -> list[Truth]:
        """Return what a setting says about the variables."""
        numbers = [self._sides.index(t) + 1 if t in self._sides else -1 for t in setting.tracks]
        tracks = [eq(track, n) for track, n in zip(self.tracks, numbers, strict=True)]
        return [eq(self.players, setting.players), *tracks]
