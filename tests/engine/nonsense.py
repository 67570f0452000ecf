"""Events that make no sense, each with the table it is said at and the rules it breaks."""

from referee.core.state import State
from tests.positions import position

WITHOUT_SEAT = {"prepare", "deal-cards", "deal-books", "refill-books"}
"""Events that are nobody's; of all others seat 0 is meant where no seat is said."""


def area(*cards: str, **facts: object) -> State:
    """Return a table on which seat 0 is to move with these cards face up."""
    slots = dict(zip(("left", "middle", "right"), cards, strict=False))
    return position(seat={0: {"slots": slots, **facts}})


GOODS = area("coffee2")
EXPANSION = area("exp2")
CLERK = area("clerk2")
MARKER = area("coffee2", cash=9)

NONSENSE: dict[str, tuple[State, dict[str, object], list[str]]] = {
    "an unknown card": (
        GOODS,
        {"do": "goods", "cards": ["cofee2"], "advance": []},
        ["GDS-02"],
    ),
    "an unknown card to buy": (
        GOODS,
        {"do": "goods", "cards": ["coffee2"], "buy": "nonsense", "advance": ["cairo", "cairo"]},
        ["GDS-05"],
    ),
    "no cards": (GOODS, {"do": "goods", "cards": []}, ["GDS-01"]),
    "a card twice": (
        GOODS,
        {"do": "goods", "cards": ["coffee2", "coffee2"], "advance": ["cairo", "cairo"]},
        ["GDS-02"],
    ),
    "a tile as a card": (
        GOODS,
        {"do": "goods", "cards": ["clerk-tile"]},
        ["GDS-02", "GDS-03"],
    ),
    "a thousand steps": (
        GOODS,
        {"do": "goods", "cards": ["coffee2"], "advance": ["cairo"] * 1000},
        ["GDS-08", "TRK-01", "TRK-02"],
    ),
    "levels of a thousand": (
        GOODS,
        {
            "do": "goods",
            "cards": ["coffee2"],
            "advance": ["cairo"] * 2,
            "levels": [{"company": "mombasa", "level": 1000}] * 2,
        },
        ["TRK-13"],
    ),
    "an unknown region": (
        EXPANSION,
        {"do": "expand", "company": "cairo", "enter": [{"region": "R99", "column": 1}]},
        ["EXP-03"],
    ),
    "an unknown source": (
        EXPANSION,
        {
            "do": "expand",
            "company": "cape-town",
            "enter": [{"region": "R22", "column": 1, "source": "R99"}],
        },
        ["EXP-04"],
    ),
    "a reward of an unknown region": (
        EXPANSION,
        {"do": "expand", "company": "cairo", "rewards": [{"part": "region", "region": "R99"}]},
        ["EXP-08"],
    ),
    "a post ousted from nowhere": (
        EXPANSION,
        {"do": "expand", "company": "cairo", "oust": [{"region": "R99", "column": 1}]},
        ["EXP-11"],
    ),
    "a region twice": (
        EXPANSION,
        {
            "do": "expand",
            "company": "cairo",
            "enter": [{"region": "R06", "column": 1}] * 2,
            "rewards": [{"part": "region", "region": "R06"}],
        },
        ["EXP-05"],
    ),
    "an unknown bookkeeper": (CLERK, {"do": "bookkeeper", "card": "nobody"}, ["BKK-13"]),
    "a negative number of pounds": (
        CLERK,
        {"do": "bookkeeper", "card": "clerk2", "points": {"for_pounds": -1}},
        ["BKK-02"],
    ),
    "a huge number of pounds": (
        CLERK,
        {"do": "bookkeeper", "card": "clerk2", "points": {"for_pounds": 10**12}},
        ["BKK-02"],
    ),
    "an unknown book": (
        CLERK,
        {"do": "bookkeeper", "card": "clerk2", "points": {"books": ["z99"]}},
        ["BKK-01"],
    ),
    "an unknown book placed": (
        CLERK,
        {"do": "bookkeeper", "card": "clerk2", "place": [{"book": "z99", "step": 2}]},
        ["BKK-05"],
    ),
    "a book flipped at step 99": (
        area("clerk2", cash=9),
        {"do": "bookkeeper", "card": "clerk2", "flip": 99},
        ["BKK-15"],
    ),
    "the jar at step -3": (CLERK, {"do": "bookkeeper", "card": "clerk2", "to": -3}, ["BKK-16"]),
    "the jar at step 16": (CLERK, {"do": "bookkeeper", "card": "clerk2", "to": 16}, ["BKK-16"]),
    "an unknown merchant": (CLERK, {"do": "merchant", "card": "nobody"}, ["DIA-01"]),
    "an unknown space": (
        MARKER,
        {"do": "marker", "space": "nowhere", "option": 3, "discard": "coffee1"},
        ["BON-02"],
    ),
    "option 0": (MARKER, {"do": "marker", "space": "coffee", "option": 0}, ["BON-10"]),
    "option 4 of three, with its reward": (
        MARKER,
        {"do": "marker", "space": "coffee", "option": 4, "reward": [{"part": "diamonds"}]},
        ["BON-10"],
    ),
    "an option where there is none": (
        MARKER,
        {
            "do": "marker",
            "space": "discard",
            "option": 1,
            "discard": "coffee1",
            "reward": [{"part": "pounds"}],
        },
        ["BON-10"],
    ),
    "an unknown card removed": (
        MARKER,
        {"do": "marker", "space": "discard", "discard": "nonsense"},
        ["BON-11"],
    ),
    "a negative number of steps": (
        MARKER,
        {
            "do": "marker",
            "space": "coffee",
            "option": 1,
            "reward": [{"part": "advance", "company": "cairo", "count": -2}],
        },
        ["BON-15"],
    ),
    "a huge number of steps": (
        MARKER,
        {
            "do": "marker",
            "space": "coffee",
            "option": 1,
            "reward": [{"part": "advance", "company": "cairo", "count": 10**12}],
        },
        ["BON-15"],
    ),
    "a part twice": (
        MARKER,
        {
            "do": "marker",
            "space": "coffee",
            "option": 1,
            "reward": [{"part": "advance", "company": "cairo"}] * 2,
        },
        ["BON-15"],
    ),
    "an unknown card under the goods tile": (
        area("coffee2", tiles=["goods-tile"]),
        {"do": "merchant", "card": "merchant", "plus-one": {"card": "nonsense"}},
        ["DIA-01", "BON-17"],
    ),
    "a turn out of order": (GOODS, {"do": "end", "seat": 1, "deck": "left"}, ["END-02"]),
    "a seat that nobody has": (GOODS, {"do": "end", "seat": 7}, ["unreadable"]),
    "a negative seat": (GOODS, {"do": "plan", "seat": -1, "slots": []}, ["unreadable"]),
    "a claim about nobody": (
        GOODS,
        {"do": "claim", "what": "cash", "value": 3, "seat": 9},
        ["unreadable"],
    ),
    "a plan in the action phase": (GOODS, {"do": "plan", "slots": []}, ["PLN-01"]),
    "a plan without slots": (position(phase="planning"), {"do": "plan", "slots": []}, ["PLN-08"]),
    "a plan of cards of others": (
        position(phase="planning"),
        {"do": "plan", "slots": ["exp1-2", "zebra", None, None, None]},
        ["PLN-03"],
    ),
    "a preparation in the action phase": (GOODS, {"do": "prepare", "cards": []}, ["PRE-01"]),
    "unknown cards drawn": (
        position(phase="preparation"),
        {"do": "prepare", "cards": ["x", "coffee1", "share-cairo", "banana4"]},
        ["PRE-03", "PRE-04"],
    ),
    "no cards dealt": (
        position(phase="deal-cards"),
        {"do": "deal-cards", "cards": []},
        ["SET-05"],
    ),
    "books dealt to nowhere": (
        position(phase="deal-books"),
        {"do": "deal-books", "books": [{"space": "attic", "book": "z99"}]},
        ["SET-08", "SET-10"],
    ),
    "a refill of nowhere": (
        position(books={"top2": "empty"}),
        {"do": "refill-books", "books": [{"space": "attic", "book": "z99"}]},
        ["BKK-12", "BKK-32"],
    ),
    "an unknown starting tile": (
        position(phase="starting-tiles"),
        {"do": "starting-tile", "tile": "S99"},
        ["SET-12"],
    ),
    "cards at rest again": (GOODS, {"do": "rest", "cards": []}, ["SET-04"]),
    "a starting bonus in the action phase": (GOODS, {"do": "starting-bonus"}, ["SET-04"]),
}
