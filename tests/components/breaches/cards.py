from collections.abc import Mapping

from msgspec.structs import replace

from referee.core.components import (
    BonusSteps,
    Book,
    BookkeeperCard,
    Card,
    ExpansionCard,
    GoodsCard,
    MerchantCard,
    NeedsColleague,
    NeedsGood,
    NeedsOneGood,
    Reward,
    ShareCard,
)
from tests.components.spoilt_sets import (
    Spoil,
    Which,
    change,
    change_all,
    drop,
    drop_all,
    edit,
    edit_all,
    repeat,
)


def lettered(letter: str) -> Which:
    return lambda card: card.letter == letter


def is_acquired(card: Card) -> bool:
    return card.letter is not None


def is_starting_hand(card: Card) -> bool:
    return card.letter is None


def is_starting(card: Card) -> bool:
    return card.letter is None and card.seat is None


def is_numbered(card: Card) -> bool:
    return card.seat is not None


def a(*kinds: type) -> Which:
    return lambda card: isinstance(card, kinds)


def of(good: str, units: int) -> Which:
    return lambda card: isinstance(card, GoodsCard) and (card.good, card.units) == (good, units)


def is_plain_merchant(card: Card) -> bool:
    return isinstance(card, MerchantCard) and card.company is None


def is_cairo_merchant(card: Card) -> bool:
    return isinstance(card, MerchantCard) and card.company == "cairo"


def pays_cotton(book: Book) -> bool:
    return book.reward.cotton_less is not None


BREACHES: Mapping[str, list[Spoil]] = {
    "cards-44": [
        drop("cards", is_acquired),
        change("cards", lettered("A"), letter="B"),
        repeat("cards", lettered("C"), id="twin"),
    ],
    "cards-letter-or-seat": [change("cards", is_acquired, seat=1)],
    "cards-single-shares": [
        change("cards", a(ShareCard), letter="A"),
        change("cards", a(ShareCard), letter=None),
        change("cards", a(GoodsCard), letter="D"),
    ],
    "cards-share-named": [change("cards", a(ShareCard), share=None)],
    "cards-shares-acquired": [
        change("cards", is_starting, share="cairo"),
        change("cards", is_numbered, share="cairo"),
    ],
    "cards-five-merchants": [
        drop("cards", a(MerchantCard)),
        change("cards", is_plain_merchant, company="cairo"),
        repeat("cards", is_cairo_merchant, id="twin"),
    ],
    "cards-merchant-values": [
        change("cards", is_plain_merchant, pounds=1),
        change("cards", is_plain_merchant, mines_per_step=2),
        change("cards", is_cairo_merchant, steps=1),
        change("cards", is_cairo_merchant, mines_per_step=None),
    ],
    "cards-merchants-acquired": [change("cards", a(MerchantCard), letter=None)],
    "cards-nine-starting": [
        drop("cards", is_starting),
        change("cards", lettered("B"), letter=None),
    ],
    "cards-starting-kinds": [
        drop_all("cards", lambda card: is_starting_hand(card) and isinstance(card, GoodsCard)),
        drop_all("cards", lambda card: is_starting_hand(card) and isinstance(card, ExpansionCard)),
        drop_all("cards", lambda card: is_starting_hand(card) and isinstance(card, BookkeeperCard)),
    ],
    "cards-numbered": [
        drop("cards", is_numbered),
        change("cards", lambda card: card.seat == 1, seat=2),
        change("cards", is_numbered, points=2),
        change("cards", a(GoodsCard), seat=3),
    ],
    "cards-goods-units": [
        drop_all("cards", of("cotton", 3)),
        change("cards", a(GoodsCard), units=5),
    ],
    "cards-expansion-points": [
        drop_all("cards", lambda card: isinstance(card, ExpansionCard) and card.points == 3),
        change("cards", a(ExpansionCard), points=4),
    ],
    "cards-bookkeeper": [change_all("cards", a(BookkeeperCard), points=3)],
    "cards-expansion-share": [change_all("cards", a(ExpansionCard), share=None)],
    "cards-two-shares": [
        change_all("cards", lambda card: card.share == "cape-town", share="cairo")
    ],
    "cards-coffee-crate": [change_all("cards", of("coffee", 1), crate=2)],
    "cards-totals": [
        drop_all("cards", lambda card: isinstance(card, GoodsCard) and card.good == "bananas"),
        change_all("cards", a(GoodsCard), units=1),
        change_all("cards", a(GoodsCard), units=4),
    ],
    "books-72": [drop("books"), change("books", lettered("A"), letter="B")],
    "books-requirements": [
        change("books", requires=()),
        change("books", requires=(NeedsColleague(),) * 3),
        edit_all("books", lambda book: replace(book, requires=book.requires[:1])),
        edit_all("books", lambda book: replace(book, requires=book.requires[:1] * 2)),
    ],
    "books-shown": [
        change_all("books", requires=(NeedsColleague(),)),
        change_all("books", requires=(NeedsOneGood(4), NeedsGood("cotton", 1))),
    ],
    "books-coffee-and-more": [
        change_all("books", requires=(NeedsGood("coffee", 3), NeedsGood("cotton", 3)))
    ],
    "books-colleague": [change("books", requires=(NeedsColleague(2),))],
    "books-two-points": [change_all("books", reward=Reward(points=1))],
    "books-cotton": [
        change("books", reward=Reward(cotton_less=2)),
        change_all("books", pays_cotton, reward=Reward(pounds=1)),
        change_all("books", pays_cotton, requires=(NeedsGood("cotton", 2),)),
    ],
    "books-give": [change("books", reward=Reward())],
    "books-points-1-to-3": [change("books", reward=Reward(points=4))],
    "books-posts": [change("books", reward=Reward(posts=3))],
    "start-ten": [drop("starting_tiles"), repeat("starting_tiles", id="twin")],
    "start-rest": [
        edit("starting_tiles", lambda tile: replace(tile, rest=tile.rest[:2])),
        edit("starting_tiles", lambda tile: replace(tile, rest=tile.rest[:1] * 3)),
        change("starting_tiles", rest=()),
    ],
    "start-rest-known": [
        change("starting_tiles", rest=("x", "y", "z")),
        change_all("cards", letter="A"),
        change_all("cards", is_starting, seat=1),
    ],
    "start-book": [
        change("starting_tiles", requires=()),
        change("starting_tiles", reward=Reward()),
    ],
    "start-points-1-to-3": [change("starting_tiles", reward=Reward(points=4))],
    "start-bonus": [
        change("starting_tiles", bonus=()),
        change("starting_tiles", bonus=(BonusSteps("cairo", 1),) * 2),
        change(
            "starting_tiles",
            bonus=tuple(BonusSteps(c, 1) for c in ("cairo", "mombasa", "diamonds")),
        ),
    ],
    "start-bonus-shown": [
        change_all("starting_tiles", bonus=(BonusSteps("mombasa", 3),)),
        change_all("starting_tiles", bonus=(BonusSteps("mombasa", 2),)),
    ],
    "start-first-game": [
        change_all("starting_tiles", first_game_seat=None),
        change_all("starting_tiles", first_game_seat=2),
    ],
}
