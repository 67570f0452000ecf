"""What people can count on the table, and how a record says it."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from referee import Recording, Table, UsageError
from referee.core.ids import COMPANIES, SLOTS
from referee.core.state import Player
from referee.i18n.page_words import picture_words
from referee.i18n.speech import say

NOBODY = "nobody"
MOST = 9999
"""What is counted in pounds has no other end."""
FIRST_BOOK_STEP = 2
"""The step of the first pile of acquired books."""


class Countable(Struct, frozen=True):
    """Something on the table that a record can claim."""

    phrase: str
    """The words of the claim, without its value."""
    label: str
    value: str | int
    """What lies there as far as the record knows."""
    choices: tuple[tuple[str, str], ...] = ()
    """The values and their names; a number is counted where there are none."""
    is_whole: bool = False
    """Whether a value is a claim by itself, since places are claimed in words of their own."""
    most: int = MOST
    """The highest number that there can be."""


class CountGroup(Struct, frozen=True):
    """Things that are counted together."""

    group: str
    """A player's colour, `columns`, `board`, `table`, or whose `cards` and `books` they are."""
    title: str
    things: tuple[Countable, ...]
    each_round: bool
    """Whether they are counted at the end of every round."""


def count_groups(table: Table) -> Iterator[CountGroup]:
    """Yield all that can be counted, players first."""
    parts = picture_words()
    players = [*zip(table.colours, table.shown_names, strict=True)]
    setting, components = table.state.setting, table.components
    for (colour, title), player in zip(players, table.state.players, strict=True):
        words = [parts.companies[company] for company in COMPANIES]
        ends = [setting.track[company].last for company in COMPANIES]
        diamonds, ink = components.diamond_track.last, components.book_track.last
        marked = (
            *zip(COMPANIES, words, player.tracks, ends, strict=True),
            ("diamonds", say("table.told.row-diamonds"), player.diamonds, diamonds),
            ("ink", say("table.told.count-ink"), player.ink, ink),
        )
        cash = Countable(colour, say("table.told.row-cash"), player.cash)
        markers = (Countable(f"{colour} {what}", w, at, most=_end(e)) for what, w, at, e in marked)
        yield CountGroup(colour, title, (cash, *markers), each_round=True)
    for group, key, found in (
        ("columns", "columns", _columns(table)),
        ("board", "owners", _owners(table)),
        ("table", "table", _table(table, players)),
    ):
        title = say(f"table.told.count-{key}")
        yield CountGroup(group, title, tuple(found), each_round=group == "columns")
    for (colour, name), player in zip(players, table.state.players, strict=True):
        books = _books(colour, player, _end(components.book_track.last))
        for group, lying in (("cards", _cards(colour, player)), ("books", books)):
            if listed := tuple(lying):
                said = say(f"table.told.count-{group}", player=name)
                yield CountGroup(f"{group}-{colour}", said, listed, each_round=False)


def _end(last: object) -> int:
    """Return the last step of a track; one that nobody has read yet has no end that is known."""
    return last if isinstance(last, int) else MOST


def _cards(colour: str, player: Player) -> Iterator[Countable]:
    slots = picture_words().notes
    lying = {card: number for number, deck in enumerate(player.resting) for card in deck}
    for card in sorted({*player.hand, *lying}):
        places = {
            f"{colour} hand {card} 1": say("table.told.count-hand"),
            **{f"{colour} deck {card} {slot}": slots[slot] for slot in SLOTS},
        }
        at = lying.get(card)
        value = [*places][0 if at is None else at + 1]
        yield Countable(f"{colour} {card}", card, value, tuple(places.items()), is_whole=True)


def _books(colour: str, player: Player, last: int) -> Iterator[Countable]:
    for step, pile in enumerate(player.books, FIRST_BOOK_STEP):
        for book in pile:
            yield Countable(f"{colour} book {book}", book, step, most=last)


def _columns(table: Table) -> Iterator[Countable]:
    parts = picture_words()
    names = ("left", "middle", "right")
    spaces_of = {base.company: base.columns for base in table.components.bases}
    for company, columns in zip(COMPANIES, table.state.bases, strict=True):
        for number, (column, name) in enumerate(zip(columns, names, strict=False), 1):
            label = f"{parts.companies[company]}, {say(f'table.told.column-{name}')}"
            most = len(spaces_of[company][number - 1])
            yield Countable(f"column {company} {number}", label, column.posts, most=most)


def _owners(table: Table) -> Iterator[Countable]:
    companies = picture_words().companies
    choices = (
        (NOBODY, say("table.told.count-nobody")),
        *((company, companies[company]) for company in COMPANIES),
    )
    for region, owner in zip(table.components.regions, table.state.regions, strict=True):
        label = f"{region.id} {region.name}"
        yield Countable(f"owner {region.id}", label, owner or NOBODY, choices)


def _table(table: Table, players: list[tuple[str, str]]) -> Iterator[Countable]:
    state = table.state
    seats = tuple(players)
    first = table.colours[state.first_player]
    yield Countable("first", say("table.told.count-first"), first, seats)
    if state.to_move is not None:
        yield Countable("next", say("table.told.count-next"), table.colours[state.to_move], seats)
    for space, coins in zip(table.components.book_spaces, state.book_coins, strict=True):
        yield Countable(f"coins {space.id}", say("table.told.count-coins", space=space.id), coins)


def claims(table: Table, counted: Mapping[str, str | float]) -> str:
    """Return what was counted as the claims of a line; a `UsageError` if nobody can count it."""
    known = {
        thing.phrase: replace(thing, label=f"{group.title}: {thing.label}")
        for group in count_groups(table)
        for thing in group.things
    }
    said = [_claim(known.get(phrase), value) for phrase, value in counted.items()]
    if not said:
        raise UsageError.of("table.counts.nothing-was-counted")
    return ", ".join(said)


def _claim(thing: Countable | None, value: str | float) -> str:
    if thing is not None:
        named = {choice for choice, _ in thing.choices}
        if value in named and thing.is_whole:
            return str(value)
        if value in named:
            return f"{thing.phrase} {value}"
        if not named and not isinstance(value, str):
            return f"{thing.phrase} {whole_number(thing.label, value, thing.most)}"
    raise UsageError.of("table.counts.cannot-be-counted")


def whole_number(what: str, value: float, most: int = MOST) -> int:
    """Return a number as it was counted; a `UsageError` if there cannot be so many."""
    if not isinstance(value, int) or not 0 <= value <= most:
        raise UsageError.of("table.counts.no-count", what=what, most=most, value=f"{value:g}")
    return value


# The scoring pad as people filled it in: claims of a record, whatever else it tells ---------------
ROWS = ("cash", *COMPANIES, "diamonds", "books")


class PadColumn(Struct, frozen=True):
    """What one player came to."""

    rows: Mapping[str, int]
    total: int


def claimed_pad(game: Recording) -> tuple[PadColumn, ...] | None:
    """Return the pad that a record claims at its end, by seat; None if it claims no whole one."""
    seats = filled_in(game)
    if any("total" not in column for column in seats):
        return None
    rows = [row for row in ROWS if all(row in column for column in seats)]
    return tuple(PadColumn({row: c[row] for row in rows}, c["total"]) for c in seats)


def filled_in(game: Recording) -> list[dict[str, int]]:
    """Return the rows of the pad that a record claims at its end, by seat."""
    statements = game.record.statements
    columns: list[dict[str, int]] = [{} for _ in game.colours]
    for claim in statements[-1].claims if statements else ():
        known = {"cash": "cash", "row": claim.company, "diamond-row": "diamonds"}
        row = (known | {"book-row": "books", "total": "total"}).get(claim.what)
        if row and claim.seat is not None:
            columns[claim.seat][row] = claim.value
    return columns


def winners(game: Recording, columns: tuple[PadColumn, ...]) -> tuple[str, ...]:
    """Return the colours of those with the highest total."""
    most = max(column.total for column in columns)
    pairs = zip(game.colours, columns, strict=True)
    return tuple(colour for colour, column in pairs if column.total == most)


def pad_claims(game: Recording, columns: list[dict[str, float | None]]) -> str:
    """Return the claims of a pad, player by player; a row that nobody knows claims nothing."""
    names = {"cash": "", "diamonds": "diamond-row", "books": "book-row"}
    claims = []
    components = game.components
    paying = {"diamonds": components.diamond_track.values, "books": components.book_track.values}
    for colour, column in zip(game.colours, columns, strict=True):
        known = {
            row: whole_number(_row_name(row), pounds)
            for row in ROWS
            if (pounds := column[row]) is not None
        }
        for row, values in paying.items():
            printed = [value.pounds for value in values]
            is_read = all(isinstance(pounds, int) for pounds in printed)
            if is_read and known.get(row, 0) not in {0, *printed}:
                paid = ", ".join(map(str, (0, *printed)))
                raise UsageError.of(
                    "table.counts.not-paid", what=_row_name(row), value=known[row], values=paid
                )
        for row, pounds in known.items():
            said = names.get(row, f"row {row}")
            claims.append(" ".join(filter(None, (colour, said, str(pounds)))))
        if len(known) == len(ROWS):
            claims.append(f"{colour} total {sum(known.values())}")
    if not claims:
        raise UsageError.of("table.counts.nothing-was-counted")
    return ", ".join(claims)


def _row_name(row: str) -> str:
    return picture_words().companies.get(row) or say(f"table.told.row-{row}")
