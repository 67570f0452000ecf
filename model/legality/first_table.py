"""The table before anything is dealt: what each player starts with, and what lies where."""

from collections.abc import Iterable

from model.legality import writes
from model.legality.after import After, WriteNumber
from model.relation import Relation
from model.solver import Values
from model.terms import Bit, Truth, same
from referee.game.components import Card
from referee.game.ids import BOOK_LETTERS, CARD_LETTERS, COMPANIES, SLOTS, Company, Seat
from referee.game.limits import STARTING_POUNDS
from referee.game.rule import Rule
from referee.game.rulebook import setup as rules
from referee.game.setting import Setting
from referee.game.state import BaseColumn, Player, State

UNSAID = -1
"""What a number of the bare table is: no rule can leave it so."""


class OpeningRelation:
    """Every value that the setup gives, each a variable that a rule fixes."""

    def __init__(self, setting: Setting) -> None:
        self.relation = Relation()
        self._components = setting.components
        self._names = 0
        self._after = After(self.relation, _bare(setting))
        for number, company in enumerate(COMPANIES):
            for column, spaces in enumerate(self._spaces(company)):
                self._give(rules.POSTS_COVER_BASES, spaces, writes.posts(number, column))
        for seat in map(Seat, range(setting.players)):
            self._start_player(seat)
        self._give(rules.FIRST_PLAYER_STARTS, 0, writes.first_player)

    def read(self, values: Values) -> State:
        """Return the table of a solution."""
        return self._after.read(values)

    def others(self, values: Values) -> Iterable[Truth]:
        """Return each way in which the table could differ from the one of a solution."""
        return self._after.others(values)

    def _spaces(self, company: Company) -> Iterable[int]:
        """Return how many spaces for posts each column of a company's base has."""
        base = next(base for base in self._components.bases if base.company == company)
        return [len(column) for column in base.columns]

    def _start_player(self, seat: Seat) -> None:
        self._give(rules.PLAYER_STARTS_WITH, STARTING_POUNDS, writes.cash(seat))
        self._give(rules.PLAYER_STARTS_WITH, 0, writes.diamonds(seat))
        for company in range(len(COMPANIES)):
            self._give(rules.PLAYER_STARTS_WITH, 0, writes.track(seat, company))
        self._give(rules.JAR_ON_STARTING_TILE, 0, writes.ink(seat))
        for card in self._components.cards:
            if card.letter is None:
                self._deal(seat, card)

    def _deal(self, seat: Seat, card: Card) -> None:
        """State whether a player has a starting card: one that all have, or that of his seat."""
        rule = rules.PLAYER_STARTS_WITH if card.seat is None else rules.EXPANSION_CARD_OF_SEAT
        bit: Bit = self.relation.bit(f"hand-{seat}-{card.id}")
        self.relation.demand(rule, same(bit, card.seat in {None, seat + 1}))
        self._after.bit(rule, bit, writes.to_hand(seat, card.id))

    def _give(self, rule: Rule, value: int, write: WriteNumber) -> None:
        self._names += 1
        given = self.relation.stated(rule, f"given{self._names}", value)
        self._after.sum(given, write)


def _bare(setting: Setting) -> State:
    """Return the table with nothing on it but the spaces, and the supplies beside it."""
    components = setting.components
    return State(
        setting=setting,
        phase="deal-cards",
        round=1,
        turn=1,
        to_move=None,
        first_player=Seat(UNSAID),
        regions=(None,) * len(components.regions),
        bases=((BaseColumn(UNSAID),) * 3,) * len(COMPANIES),
        lost_posts=(0,) * len(COMPANIES),
        display=(None,) * len(components.card_spaces),
        book_display=(None,) * len(components.book_spaces),
        book_coins=(0,) * len(components.book_spaces),
        markers=(None,) * len(setting.spaces),
        unseen_cards=tuple(
            frozenset(card.id for card in components.cards if card.letter == letter)
            for letter in CARD_LETTERS
        ),
        unseen_books=tuple(
            frozenset(book.id for book in components.books if book.letter == letter)
            for letter in BOOK_LETTERS
        ),
        discards=(),
        players=(_bare_player(setting),) * setting.players,
        plans=(None,) * setting.players,
    )


def _bare_player(setting: Setting) -> Player:
    return Player(
        cash=UNSAID,
        hand=frozenset(),
        slots=(None,) * len(SLOTS),
        used=frozenset(),
        resting=(frozenset(),) * len(SLOTS),
        tracks=(UNSAID,) * len(COMPANIES),
        levels=(0,) * len(COMPANIES),
        diamonds=UNSAID,
        ink=UNSAID,
        books=((),) * (setting.components.book_track.last - 1),
        flipped=frozenset(),
    )
