"""Bookkeeping points, the books they buy, and where these books are put."""

from typing import Any

from .bugs import bug
from .printed import BOOK_LETTERS
from .table import Game
from .verdict import demand


def spend(game: Game, seat: int, points: int, said: dict[str, Any], *, of_card: bool) -> list[str]:
    """Spend one pool of points on books and pounds; return the books taken."""
    player = game.players[seat]
    wanted: list[str] = said["books"]
    at_end = player["ink"] == game.printed.book_track["last"]
    if of_card and game.rulings["book-money-convert"] == "rewards-only":
        at_end = False
    demand(not (at_end and wanted), "no book once the jar is on the last step")
    for book in wanted:
        take(game, seat, book)
    left = points - sum(_price(game, book) for book in wanted)
    for_pounds = left if said["for_pounds"] is None else said["for_pounds"]
    # A bookkeeper's own points are no reward.
    partial = game.rulings["partial-use"] in (["yes"] if of_card else ["rewards", "yes"])
    demand(left >= 0, "more points than there are")
    demand(for_pounds == left or (partial and 0 <= for_pounds <= left), "all points are spent")
    player["cash"] += for_pounds * (2 if at_end else 1)
    return wanted


def _price(game: Game, book: str) -> int:
    dear = game.printed.book[book]["letter"] == "C" and not bug("c-book-for-one")
    return 2 if dear else 1


def take(game: Game, seat: int, book: str) -> None:
    """Take a book from the display, and the coin that lies there."""
    table = game.table
    spaces = [space for space, there in table["books"].items() if there == book]
    demand(spaces, "a book of the display")
    for space in spaces:
        del table["books"][space]
        if not bug("coin-left-behind"):
            game.players[seat]["cash"] += table["book_coins"].pop(space, 0)


def place(game: Game, seat: int, taken: list[str], said: list[dict[str, Any]]) -> None:
    """Put the books of the turn onto the track, one after the other."""
    player = game.players[seat]
    steps = [placing["step"] for placing in said]
    demand(sorted(placing["book"] for placing in said) == sorted(taken), "all books, no others")
    demand(len(set(steps)) == len(steps), "one book of a turn on a step")
    for placing in said:
        book, step = placing["book"], placing["step"]
        demand(_may_lie(game, player["books"], book, step), "a space for this book")
        if game.rulings["cover"] == "if-necessary" and str(step) in player["books"]:
            demand(not _room_for(game, player["books"], book), "cover only where necessary")
        player["books"].setdefault(str(step), []).append(book)
        if step in player["flipped"]:
            player["flipped"].remove(step)


def _may_lie(game: Game, piles: dict[str, list[str]], book: str, step: int) -> bool:
    track = game.printed.book_track
    if not 2 <= step <= track["last"]:
        return False
    if game.printed.book[book]["letter"] != "A":
        return True
    pile = piles.get(str(step))
    if pile is None:
        return step not in track["crossed_out"] or bug("crossed-out-ignored")
    return bool(game.printed.book[pile[-1]]["letter"] == "A")


def _room_for(game: Game, piles: dict[str, list[str]], book: str) -> bool:
    """Whether an empty space of the track can take the book."""
    steps = range(2, game.printed.book_track["last"] + 1)
    return any(str(s) not in piles and _may_lie(game, piles, book, s) for s in steps)


def gaps(game: Game) -> dict[str, list[str]]:
    """The empty spaces of the book display that the supply can fill, by letter."""
    empty: dict[str, list[str]] = {letter: [] for letter in BOOK_LETTERS}
    for name, space in game.printed.book_space.items():
        if name not in game.table["books"]:
            empty[space["letter"]].append(name)
    return {letter: e for letter, e in empty.items() if e and game.table["unseen_books"][letter]}


def fill(game: Game, said: list[dict[str, str]]) -> None:
    """Lay drawn books onto empty spaces of their letter, as many as there are."""
    table = game.table
    due = {x: min(len(e), len(table["unseen_books"][x])) for x, e in gaps(game).items()}
    for entry in said:
        space = game.printed.book_space.get(entry["space"])
        demand(space and entry["space"] not in table["books"], "an empty space of the display")
        assert space is not None
        unseen = table["unseen_books"][space["letter"]]
        demand(entry["book"] in unseen, "an unseen book of the letter")
        unseen.remove(entry["book"])
        table["books"][entry["space"]] = entry["book"]
        due[space["letter"]] -= 1
    demand(not any(due.values()), "as many books as there are gaps")
