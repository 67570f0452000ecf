"""The final scoring, at any moment."""

from typing import Any

from .bugs import bug
from .printed import COMPANIES
from .table import Game, Player


def scores(game: Game) -> list[dict[str, Any]]:
    """What every player scores: cash, shares by company, diamonds, books."""
    pads = []
    beyond = game.rulings["value-passed"] == "beyond"
    for player in game.players:
        rows = [player["cash"]]
        rows += [shares(game, player, c) * share_value(game, c) for c in COMPANIES]
        marked = (
            (game.printed.diamond_track, player["diamonds"]),
            (game.printed.book_track, player["ink"]),
        )
        rows += [_last(track["values"], "pounds", at - beyond) for track, at in marked]
        pads.append({"total": sum(rows), "rows": rows})
    return pads


def winners(game: Game) -> list[int]:
    """The seats with the highest total; a tie is shared."""
    totals = [pad["total"] for pad in scores(game)]
    best = [seat for seat, points in enumerate(totals) if points == max(totals)]
    return best[:1] if bug("one-winner") else best


def share_value(game: Game, company: str) -> int:
    """The coin icons that can be seen in the base."""
    value = 0
    columns = zip(game.printed.base[company], game.table["bases"][company], strict=True)
    for coins, column in columns:
        rear = len(coins) - column["opened"]
        seen = [*coins[: rear - column["posts"]], *coins[rear:]]
        value += len(seen) if bug("posts-are-coins") else sum(seen)
    return value


def shares(game: Game, player: Player, company: str) -> int:
    """The last share icon reached, and the shares on all cards of the player."""
    decks = [] if bug("resting-shares-forgotten") else list(player["resting"].values())
    cards = [*player["hand"], *player["slots"].values(), *(card for deck in decks for card in deck)]
    on_cards = sum(bool(game.printed.card[card].get("share") == company) for card in cards)
    return _on_track(game, company, player["tracks"][company]) + on_cards


def _on_track(game: Game, company: str, space: int) -> int:
    icons: list[dict[str, int]] = game.track[company]["shares"]
    if bug("share-icons-add-up"):
        return sum(icon["shares"] for icon in icons if icon["at"] <= space)
    return _last(icons, "shares", space)


def _last(marks: list[dict[str, int]], what: str, space: int) -> int:
    """The last mark that has been reached or passed."""
    reached = [mark for mark in marks if mark["at"] <= space]
    return max(reached, key=lambda mark: mark["at"])[what] if reached else 0
