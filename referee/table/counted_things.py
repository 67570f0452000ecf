"""What people can count on the table, and how a record says it."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from referee import MisuseError, Table
from referee.game.ids import COMPANIES, SLOTS
from referee.game.messages.pictures import picture_words
from referee.game.messages.speech import say
from referee.game.messages.table import table_words
from referee.game.state import Player

NOBODY = "nobody"
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
    words, parts = table_words(), picture_words()
    names = (*table.names, *[None] * len(table.colours))
    players = [
        (colour, name or parts.colour(colour))
        for colour, name in zip(table.colours, names, strict=False)
    ]
    for (colour, title), player in zip(players, table.state.players, strict=True):
        things = [
            Countable(colour, words.told["row-cash"], player.cash),
            *(
                Countable(f"{colour} {company}", parts.companies[company], space)
                for company, space in zip(COMPANIES, player.tracks, strict=True)
            ),
            Countable(f"{colour} diamonds", words.told["row-diamonds"], player.diamonds),
            Countable(f"{colour} ink", words.told["count-ink"], player.ink),
        ]
        yield CountGroup(colour, title, tuple(things), each_round=True)
    for group, key, found in (
        ("columns", "columns", _columns(table)),
        ("board", "owners", _owners(table)),
        ("table", "table", _table(table, players)),
    ):
        title = words.told[f"count-{key}"]
        yield CountGroup(group, title, tuple(found), each_round=group == "columns")
    for (colour, title), player in zip(players, table.state.players, strict=True):
        for group, lying in (("cards", _cards(colour, player)), ("books", _books(colour, player))):
            if listed := tuple(lying):
                said = words.say(f"count-{group}", player=title)
                yield CountGroup(f"{group}-{colour}", said, listed, each_round=False)


def _cards(colour: str, player: Player) -> Iterator[Countable]:
    """Yield the cards of a player that can be in a hand or a deck, each with the place it has."""
    slots = picture_words().notes
    lying = {card: number for number, deck in enumerate(player.resting) for card in deck}
    for card in sorted({*player.hand, *lying}):
        places = {
            f"{colour} hand {card} 1": table_words().told["count-hand"],
            **{f"{colour} deck {card} {slot}": slots[slot] for slot in SLOTS},
        }
        at = lying.get(card)
        value = [*places][0 if at is None else at + 1]
        yield Countable(f"{colour} {card}", card, value, tuple(places.items()), is_whole=True)


def _books(colour: str, player: Player) -> Iterator[Countable]:
    """Yield the books of a player with the steps on which they lie."""
    for step, pile in enumerate(player.books, FIRST_BOOK_STEP):
        for book in pile:
            yield Countable(f"{colour} book {book}", book, step)


def _columns(table: Table) -> Iterator[Countable]:
    words, parts = table_words(), picture_words()
    names = ("column-left", "column-middle", "column-right")
    for company, columns in zip(COMPANIES, table.state.bases, strict=True):
        for number, (column, name) in enumerate(zip(columns, names, strict=False), 1):
            label = f"{parts.companies[company]}, {words.told[name]}"
            yield Countable(f"column {company} {number}", label, column.posts)


def _owners(table: Table) -> Iterator[Countable]:
    companies = picture_words().companies
    choices = (
        (NOBODY, table_words().told["count-nobody"]),
        *((company, companies[company]) for company in COMPANIES),
    )
    for region, owner in zip(table.components.regions, table.state.regions, strict=True):
        label = f"{region.id} {region.name}"
        yield Countable(f"owner {region.id}", label, owner or NOBODY, choices)


def _table(table: Table, players: list[tuple[str, str]]) -> Iterator[Countable]:
    words, state = table_words(), table.state
    seats = tuple(players)
    first = table.colours[state.first_player]
    yield Countable("first", words.told["count-first"], first, seats)
    if state.to_move is not None:
        yield Countable("next", words.told["count-next"], table.colours[state.to_move], seats)
    for space, coins in zip(table.components.book_spaces, state.book_coins, strict=True):
        yield Countable(f"coins {space.id}", words.say("count-coins", space=space.id), coins)


def claims(table: Table, counted: Mapping[str, str | int]) -> str:
    """Return what was counted as the claims of a line; a `MisuseError` if nobody can count it."""
    known = {thing.phrase: thing for group in count_groups(table) for thing in group.things}
    said = [_claim(known.get(phrase), value) for phrase, value in counted.items()]
    if not said:
        raise MisuseError(say("table.counts.nothing-was-counted"))
    return ", ".join(said)


def _claim(thing: Countable | None, value: str | int) -> str:
    if thing is not None:
        named = {choice for choice, _ in thing.choices}
        if value in named and thing.is_whole:
            return str(value)
        if value in named or (not named and isinstance(value, int) and value >= 0):
            return f"{thing.phrase} {value}"
    raise MisuseError(say("table.counts.cannot-be-counted"))
