"""Mistakes that people make when they write the game down; all are off unless asked for."""

BUGS: dict[str, str] = {
    # Planning
    "slots-open": "the additional slots can be used from the first round on",
    # Tracks
    "call-unpaid": "a marker crosses a capital call without paying",
    "special-not-again": "a special space pays only the player who reaches it",
    "bonus-at-once": "a track bonus works as soon as its space is reached",
    "bonus-not-declined": "a permanent bonus counts at its best level in every turn",
    # Goods
    "space-crate-forgotten": "a card costs its own crate value wherever it lies",
    "goods-mixed": "goods of different kinds may be used together",
    "units-left": "units may be left unused",
    # Expansion
    "occupied-for-nothing": "a post in a region makes entering it no dearer",
    "double-is-single": "a double border costs one point",
    "empty-base-expands": "a company without a post in its base may be expanded",
    "ousted-post-lost": "an ousted post leaves the game, room in its base or not",
    # Books
    "crossed-out-ignored": "an A-book may lie on a space that shows a crossed-out A",
    "c-book-for-one": "a C-book costs one point",
    "coin-left-behind": "a coin stays on the display when its book is taken",
    "used-cards-count": "cards that lie face down still meet the requirements of books",
    "flip-for-one": "flipping a book costs one pound",
    # Diamonds
    "every-mine-counts": "a merchant makes a step for every mine",
    "tile-counts-itself": "the merchant tile counts itself among the merchants",
    # Bonus markers
    "tile-at-once": "a bonus tile is taken in the round in which it is reserved",
    "always-three-markers": "everybody has three markers, however many play",
    "tie-loses": "a majority space wants more than anybody else has",
    "first-space-at-once": "the first player may take his own marker in his first turn",
    # Rounds
    "rest-before-pick": "the used cards go to rest before a deck is picked up",
    "filled-from-left": "the gaps of the card display are filled from the left column on",
    "coins-in-one-row": "both coins of a round go to the first row of books",
    "marker-goes-round": "the first player marker passes to the left in every round",
    # Scoring
    "share-icons-add-up": "the share icons of a track are added up",
    "posts-are-coins": "a share is worth a pound for every post that left the base",
    "resting-shares-forgotten": "shares on resting cards do not score",
    "one-winner": "of those with the highest total only the first wins",
}

_on: set[str] = set()


def switch_on(name: str) -> None:
    """Make the program wrong in one way from now on."""
    _on.add(name)


def bug(name: str) -> bool:
    """Whether the program has been made wrong in this way."""
    assert name in BUGS, name
    return name in _on
