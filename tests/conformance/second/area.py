"""What lies face up in front of a player, and what it adds up to."""

from itertools import product

from .bugs import bug
from .printed import GOODS, Entry
from .table import Game


def face_up(game: Game, seat: int) -> list[str]:
    """The cards and the tiles that count as cards which the player has not used yet."""
    player = game.players[seat]
    tiles = [name for name in player["tiles"] if game.printed.tile[name]["kind"] != "goods"]
    return [name for name in [*player["slots"].values(), *tiles] if name not in player["used"]]


def of_kind(game: Game, seat: int, kind: str) -> list[str]:
    """The face-up cards and tiles of one kind."""
    return [name for name in face_up(game, seat) if _entry(game, name)["kind"] == kind]


def working(game: Game, seat: int, kind: str) -> list[Entry]:
    """The permanent bonuses of one kind: of each track the best that works, or the one in use."""
    levels: dict[str, int] = game.in_use.get(seat) or game.players[seat]["levels"]
    bonuses = [bonuses[levels[c] - 1] for c, bonuses in game.bonuses.items() if levels[c]]
    return [bonus for bonus in bonuses if bonus["type"] == kind]


def units(game: Game, seat: int, card: str) -> int:
    """The units of a goods card, with everything that raises them."""
    entry = game.printed.card[card]
    total: int = entry["units"]
    if game.players[seat]["plus_one"] == card:
        total += sum(tile["units"] for tile in game.printed.tile.values() if "units" in tile)
    for bonus in working(game, seat, "units"):
        if bonus["good"] == entry["good"]:
            total += bonus["more"]
    return total


def total(game: Game, seat: int, what: str) -> int:
    """The face-up total of a good, or of expansion points."""
    if what == "expansion":
        items = of_kind(game, seat, "expansion")
        points = sum(_entry(game, name)["points"] for name in items)
        more = sum(bonus["points"] for bonus in working(game, seat, "expansion"))
        return points + more if items else 0
    goods = of_kind(game, seat, "goods")
    return sum(units(game, seat, c) for c in goods if game.printed.card[c]["good"] == what)


def meets(game: Game, seat: int, needs: list[Entry], clerk: str) -> bool:
    """Whether the area meets all requirements of a book, entered with this bookkeeper."""
    if bug("used-cards-count"):
        game = game.copy()
        game.players[seat]["used"] = []
    others = [name for name in of_kind(game, seat, "bookkeeper") if name != clerk]
    colleagues = len(of_kind(game, seat, "merchant")) + len(others)
    if colleagues < sum(need.get("count", 1) for need in needs if need["needs"] == "colleague"):
        return False
    points = sum(need["points"] for need in needs if need["needs"] == "expansion")
    return total(game, seat, "expansion") >= points and _has_goods(game, seat, needs)


def _has_goods(game: Game, seat: int, needs: list[Entry]) -> bool:
    """Requirements of goods add up where they fall on the same good."""
    have = {good: total(game, seat, good) for good in GOODS}
    for need in needs:
        if need["needs"] == "good":
            have[need["good"]] -= need["units"]
    free = [need["units"] for need in needs if need["needs"] == "one-good"]
    for goods in product(GOODS, repeat=len(free)):
        left = dict(have)
        for good, number in zip(goods, free, strict=True):
            left[good] -= number
        if min(left.values()) >= 0:
            return True
    return False


def _entry(game: Game, name: str) -> Entry:
    entry = game.printed.item(name)
    assert entry is not None, name
    return entry
