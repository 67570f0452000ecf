"""Reads what the plain data of a position say, and notes every value that is not as expected."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import Struct

from referee.core import ids
from referee.core.component_set import ComponentSet
from referee.core.input_limits import LARGEST_NUMBER
from referee.core.limits import PLAYER_COUNTS
from referee.core.problem import KeyPath, Problem, ProblemKind
from referee.core.rulings import DEFAULT_RULINGS, RULINGS, Rulings
from referee.core.state import PHASES, BaseColumn, Phase, Setting, setting_type
from referee.i18n.speech import named, say
from referee.records.headers import FindSet
from referee.records.names import Names, Scope
from referee.records.record import NamedPlayer, SetupMode, WordError, listed, near, shown
from referee.records.roster import COLOUR
from referee.records.writer import COLOURS


class PositionError(Exception):
    """A position that cannot be used, with every reason."""

    def __init__(self, name: str, faults: Iterable[Problem]) -> None:
        self.name = name
        self.faults = faults = tuple(faults)
        places = (f":{each.at.line}:{each.at.column}" if each.at.line else "" for each in faults)
        pairs = zip(self.faults, places, strict=True)
        super().__init__("\n".join(named(f"{name}{place}", each.sentence) for each, place in pairs))

    @property
    def is_unreadable(self) -> bool:
        """Whether the words themselves mean nothing, so that nothing was said of a table."""
        return any(fault.kind == "unreadable" for fault in self.faults)


MOST_FAULTS = 50
"""So many are told; after that it is probably no position at all."""

FieldValue = TypeVar("FieldValue")


class Fields:
    """A table of a position: each value is asked for once, and whatever is left is unknown."""

    def __init__(self, data: Mapping[Any, Any], path: KeyPath, faults: list[Problem]) -> None:
        self.data = {str(key): value for key, value in data.items()}
        self.path = path
        self.faults = faults
        self._known: list[str] = []

    def fault(
        self, *keys: str, says: str, guess: tuple[str, ...] = (), kind: ProblemKind = "unreadable"
    ) -> None:
        """Note that the value under some keys of this table is not as it should be."""
        if not self._is_full:
            path = (*self.path, *map(shown, keys))
            self.faults.append(Problem(says, guess=guess, path=path, kind=kind))

    @property
    def _is_full(self) -> bool:
        """Whether no more faults are told, so that nobody need look for them."""
        return len(self.faults) >= MOST_FAULTS

    def take(self, key: str) -> Any:  # noqa: ANN401 - it may be anything
        """Return what is said under a key, or None."""
        self._known.append(key)
        return self.data.get(key)

    def close(self) -> None:
        """Note every key that nobody asked for."""
        for key in self.data:
            if key not in self._known and not self._is_full:
                expected = say("positions.fields.unknown-key", known=listed(self._known, 30))
                self.fault(key, says=expected, guess=near(key, self._known))

    def number(self, key: str) -> int | None:
        """Return a whole number."""
        return self.number_of(self.take(key), key)

    def number_of(self, said: object, *keys: str) -> int | None:
        """Return a value if it is a whole number that can be on a table."""
        if said is None:
            return None
        if not isinstance(said, bool) and isinstance(said, int) and 0 <= said <= LARGEST_NUMBER:
            return said
        self.fault(*keys, says=say("positions.fields.not-a-number", seen=_value_words(said)))
        return None

    def flag(self, key: str) -> bool:
        """Return true or false, and false if nothing is said."""
        said = self.take(key)
        if said is None or isinstance(said, bool):
            return bool(said)
        self.fault(key, says=say("positions.fields.not-a-boolean", seen=_value_words(said)))
        return False

    def text(self, key: str) -> str | None:
        """Return a text."""
        said = self.take(key)
        if said is None or isinstance(said, str):
            return said
        self.fault(key, says=say("positions.fields.not-text", seen=_value_words(said)))
        return None

    def table(self, key: str) -> "Fields | None":
        """Return a table within this one."""
        said = self.take(key)
        if said is None:
            return None
        if isinstance(said, Mapping):
            return Fields(said, (*self.path, key), self.faults)
        self.fault(key, says=say("positions.fields.not-a-table", seen=_value_words(said)))
        return None

    def list_of(self, said: object, *keys: str) -> list[object]:
        """Return the members of a list, none if it is no list."""
        if isinstance(said, list | tuple):
            return list(said)
        self.fault(*keys, says=say("positions.fields.not-a-list", seen=_value_words(said)))
        return []

    def word_of(self, scope: Scope, said: object, *keys: str) -> Any:  # noqa: ANN401 - of a kind
        """Return what a word stands for in a scope: an id of its kind, or None."""
        if self._is_full:
            return None
        if not isinstance(said, str):
            says = say("positions.fields.wrong-kind", seen=_value_words(said), what=scope.what)
            self.fault(*keys, says=says)
            return None
        try:
            return scope.find(said)
        except WordError as error:
            self.fault(*keys, says=shortened(error.message), guess=error.guess)
            return None

    def word(self, scope: Scope, key: str) -> Any:  # noqa: ANN401 - an id of some kind
        """Return what the word under a key stands for."""
        said = self.take(key)
        return None if said is None else self.word_of(scope, said, key)

    def words(self, scope: Scope, key: str) -> tuple[Any, ...] | None:
        """Return what the words of a list stand for."""
        said = self.take(key)
        if said is None:
            return None
        found = (self.word_of(scope, each, key) for each in self.list_of(said, key))
        return tuple(word for word in found if word is not None)

    def words_once(self, scope: Scope, key: str) -> tuple[Any, ...] | None:
        """Return what the words of a list stand for, of which none can be there twice."""
        found = self.words(scope, key)
        self.once(found or (), key)
        return found

    def once(self, found: Iterable[str], *keys: str) -> None:
        """Note what is named more than once, though there is only one of it."""
        twice = [word for word, times in Counter(found).items() if times > 1]
        if twice:
            says = say("positions.fields.twice", twice=", ".join(twice))
            self.fault(*keys, says=says, kind="impossible")

    def entries(self, scope: Scope) -> Iterator[tuple[str, str, Any]]:
        """Yield the entries of a table whose keys are words of a scope: meaning, key, value."""
        seen: dict[str, str] = {}
        for key, value in self.data.items():
            meaning = self.word_of(scope, key, key)
            if meaning in seen:
                says = say("positions.fields.same-again", meaning=meaning, seen=seen[meaning])
                self.fault(key, says=says)
            elif meaning is not None:
                seen[meaning] = key
                yield meaning, key, value

    def by_word(
        self, key: str, scope: Scope, value: Callable[["Fields", object, str], FieldValue | None]
    ) -> dict[Any, FieldValue] | None:
        """Return a table whose keys are words of a scope, each value read by `value`."""
        table = self.table(key)
        if table is None:
            return None
        read = {meaning: value(table, said, name) for meaning, name, said in table.entries(scope)}
        return {meaning: found for meaning, found in read.items() if found is not None}


def shortened(message: str) -> str:
    """Return a message cut to a length that a line can bear."""
    return message if len(message) <= 300 else f"{message[:299]}…"  # noqa: PLR2004


def _value_words(said: object) -> str:
    match said:
        case bool():
            return str(said).lower()
        case str() | int() | float():
            return shown(repr(said))
        case dict():
            return "a table"
        case list() | tuple():
            return "a list"
        case _:
            return say("positions.fields.date-or-time")


# What a position says, with all names found: whatever it leaves out stays None or empty -----------
EMPTY = "empty"
"""Said instead of a card or a book: nothing lies there."""

BookPile = tuple[ids.BookId, ...]


class SeatForm(Struct, frozen=True, kw_only=True):
    """What a player has; cards that are named nowhere stay where they are at the start."""

    cash: int | None = None
    hand: tuple[ids.CardId, ...] | None = None
    """The whole hand; starting cards that are named nowhere have then left the game."""
    gets: tuple[ids.CardId, ...] = ()
    """Cards in the hand besides those that are there at the start."""
    slots: dict[ids.Slot, ids.CardId] = {}
    used: tuple[ids.ItemId, ...] = ()
    resting: dict[ids.Slot, tuple[ids.CardId, ...]] | None = None
    """All resting decks; without it the starting tile's cards rest."""
    tracks: dict[ids.Company, int] = {}
    levels: dict[ids.Company, int] = {}
    """Bonuses that work; those not named are all that the marker has reached."""
    diamonds: int = 0
    ink: int = 0
    books: dict[int, BookPile] = {}
    """The pile on a step, the visible book last."""
    flipped: tuple[int, ...] = ()
    starting_tile: ids.StartTileId | None = None
    tiles: tuple[ids.TileId, ...] = ()
    plus_one: ids.CardId | None = None
    done: bool = False
    plan: dict[ids.Slot, ids.CardId] | None = None
    """A plan that lies face down; its cards still count to the hand."""

    @property
    def held(self) -> tuple[ids.CardId, ...]:
        """The cards that the player is said to hold, in any place."""
        resting = (card for deck in (self.resting or {}).values() for card in deck)
        return (*(self.hand or ()), *self.gets, *self.slots.values(), *resting)


class PositionForm(Struct, frozen=True, kw_only=True):
    """A table; without a word a fresh game whose first turn is due."""

    phase: Phase = "actions"
    round: int = 1
    turn: int = 1
    first_player: int = 0
    to_move: int | None = None
    """Who is due; the first player if it is not said and somebody is."""
    regions: dict[ids.RegionId, ids.Company] = {}
    bases: dict[ids.Company, tuple[BaseColumn, ...]] = {}
    """Posts by column; without it the posts in regions come from the first columns."""
    display: dict[str, ids.CardId] = {}
    """Cards by space (`right-1` is the topmost of the right column); others stay."""
    stack: tuple[ids.CardId, ...] | None = None
    """The whole stack; cards that are named nowhere then lie on the discard pile."""
    discards: tuple[ids.CardId, ...] = ()
    books: dict[ids.BookSpaceId, ids.BookId] = {}
    """Books by space of the book display; others stay."""
    book_coins: dict[ids.BookSpaceId, int] = {}
    markers: dict[ids.SpaceId, int] = {}
    rejected: tuple[ids.StartTileId, ...] = ()
    seats: tuple[SeatForm, ...] = ()

    def is_after(self, phase: Phase) -> bool:
        """Return whether the position comes after a phase of the setup."""
        return PHASES.index(self.phase) > PHASES.index(phase)


# The frame of a position: component set, players, tracks, rulings ---------------------------------
SETUPS: tuple[SetupMode, ...] = get_args(SetupMode)
_SETUP = Scope("setup", {mode: mode for mode in SETUPS})
_DECIDED = {field.encode_name for field in msgspec.structs.fields(Rulings)}
_RULING = Scope("ruling", {name: name for name in RULINGS if name in _DECIDED})


def read_components(fields: Fields, sets: FindSet) -> ComponentSet | None:
    """Return the component set that is named, if there is one with this digest."""
    name = fields.text("set")
    digest = fields.text("digest")
    name = "reference" if name is None else name
    components = sets(name)
    if components is None:
        says = say("positions.frame.unknown-set", name=f"{name!r:.60}")
        fields.fault("set", says=says)
    elif digest is not None and (refusal := components.refusal(digest)) is not None:
        digests = {"digest": f"{digest[:12]!r}", "own_digest": components.digest[:12]}
        other = say("positions.frame.other-digest", name=f"{name!r:.60}", **digests)
        fields.fault("digest", says=refusal or other)
        return None
    return components


def read_players(fields: Fields) -> tuple[str, ...]:
    """Return the colours of the players by seat; a number of players stands for the usual ones."""
    said = fields.take("players")
    if isinstance(said, list | tuple):
        number: int | None = len(said)
        colours = tuple(
            each.casefold() for each in said if isinstance(each, str) and COLOUR.fullmatch(each)
        )
        if len(set(colours)) != len(said):
            fields.fault("players", says=say("positions.frame.colours"))
    else:
        number = fields.number_of(2 if said is None else said, "players")
        colours = COLOURS[:number]
    if number is not None and number not in PLAYER_COUNTS:
        expected = listed(map(str, PLAYER_COUNTS))
        says = say("positions.frame.player-number", number=number, expected=expected)
        fields.fault("players", says=says)
    return colours


def read_setting(fields: Fields, components: ComponentSet, players: int) -> Setting:
    """Return the setting; tracks that are not named are those of the first game."""
    names = Names(components, ())
    first_game: dict[str, ids.TrackId] = {
        each.company: each.track for each in components.first_game
    }
    tracks = fields.by_word(
        "tracks", names.companies, lambda table, said, key: table.word_of(names.tracks, said, key)
    )
    placed = {**first_game, **(tracks or {})}
    setup = fields.word(_SETUP, "setup") or "variable"
    return setting_type(components)(
        components=components,
        players=players,
        tracks=tuple(ids.TrackId(placed[company]) for company in ids.COMPANIES),
        rulings=_rulings(fields),
        first_game_tracks=setup in {"first-game", "first-game-tracks"},
        first_game_tiles=setup in {"first-game", "first-game-tiles"},
    )


def _rulings(fields: Fields) -> Rulings:
    table = fields.table("rulings")
    answers: dict[str, str] = {}
    if table is None:
        return DEFAULT_RULINGS
    for ruling, key, said in table.entries(_RULING):
        known = Scope(f"answer to {ruling}", {answer: answer for answer in RULINGS[ruling].answers})
        if answer := table.word_of(known, said, key):
            answers[ruling] = answer
    return msgspec.convert(answers, Rulings)


# The words that a position uses, in the vocabulary that recorded games use ------------------------
DISPLAY_COLUMNS = ("right", "middle", "left")
"""The columns of the card display in the order in which they are filled."""

PHASE = Scope("phase", {phase: phase for phase in PHASES})


def display_spaces(setting: Setting) -> list[str]:
    """Return the names of the card display's spaces in filling order."""
    rows = max(space.row for space in setting.components.card_spaces)
    return [f"{column}-{row}" for column in DISPLAY_COLUMNS for row in range(1, rows + 1)]


class PositionWords:
    """The words of one position."""

    def __init__(self, setting: Setting, colours: tuple[str, ...]) -> None:
        components = setting.components
        # No subclass: where records are compiled, `Names` is a class that allows none.
        self.names = Names(components, tuple(NamedPlayer(colour) for colour in colours))
        seats: Mapping[str, str] = {str(seat): str(seat) for seat in range(len(colours))}
        by_colour = {colour: str(seat) for seat, colour in enumerate(colours)}
        self.any_seat = Scope("player", {**seats, **by_colour})
        lettered = [card.id for card in components.cards if card.letter is not None]
        self.action_cards = Scope("action card", {card: card for card in lettered})
        self.spaces = Scope("bonus space", {space.id: space.id for space in setting.spaces})
        self.tiles = Scope("bonus tile", {tile.id: tile.id for tile in components.tiles})
        self.card_spaces = Scope("space", {space: space for space in display_spaces(setting)})
        self.columns = Scope("column", {column: column for column in DISPLAY_COLUMNS})
        last = components.book_track.last
        self.steps = Scope("step for books", {str(step): str(step) for step in range(2, last + 1)})


# Reads what a position says of each player --------------------------------------------------------
def _read_seats(fields: Fields, words: PositionWords) -> tuple[SeatForm, ...]:
    said: dict[int, SeatForm] = {}
    if table := fields.table("seat"):
        for meaning, key, value in table.entries(words.any_seat):
            if isinstance(value, dict):
                inner = Fields(value, (*table.path, key), table.faults)
                said[int(meaning)] = _player(inner, words, ids.Seat(int(meaning)))
            else:
                table.fault(key, says=say("positions.seat_parser.not-a-table"))
    return tuple(said.get(seat, SeatForm()) for seat in range(len(words.names.colours)))


def _player(fields: Fields, words: PositionWords, seat: ids.Seat) -> SeatForm:
    cards, items = words.names.cards_of(seat), words.names.items_of(seat)

    def card(table: Fields, said: object, key: str) -> Any:  # noqa: ANN401 - the id of a card
        return table.word_of(cards, said, key)

    def deck(table: Fields, said: object, key: str) -> tuple[ids.CardId, ...]:
        found = _pile(table, cards, said, key)
        table.once(found, key)
        return found

    def pile(table: Fields, said: object, key: str) -> BookPile:
        return _pile(table, words.names.books, said, key)

    form = SeatForm(
        cash=fields.number("cash"),
        hand=fields.words(cards, "hand"),
        gets=fields.words(cards, "gets") or (),
        slots=fields.by_word("slots", words.names.slots, card) or {},
        used=fields.words_once(items, "used") or (),
        resting=fields.by_word("resting", words.names.slots, deck),
        tracks=fields.by_word("tracks", words.names.companies, Fields.number_of) or {},
        levels=fields.by_word("levels", words.names.companies, Fields.number_of) or {},
        diamonds=fields.number("diamonds") or 0,
        ink=fields.number("ink") or 0,
        books={
            int(step): books
            for step, books in (fields.by_word("books", words.steps, pile) or {}).items()
        },
        flipped=_steps(fields, "flipped"),
        starting_tile=fields.word(words.names.starting_tiles, "starting_tile"),
        tiles=fields.words_once(words.tiles, "tiles") or (),
        plus_one=fields.word(cards, "plus_one"),
        done=fields.flag("done"),
        plan=fields.by_word("plan", words.names.slots, card),
    )
    fields.once((*(form.hand or ()), *form.gets), "hand")
    fields.close()
    return form


def _pile(table: Fields, scope: Scope, said: object, key: str) -> tuple[Any, ...]:
    members = [said] if isinstance(said, str) else table.list_of(said, key)
    found = (table.word_of(scope, member, key) for member in members)
    return tuple(word for word in found if word is not None)


def _steps(fields: Fields, key: str) -> tuple[int, ...]:
    said = fields.take(key)
    if said is None:
        return ()
    numbers = (fields.number_of(step, key) for step in fields.list_of(said, key))
    return tuple(number for number in numbers if number is not None)


def read_form(fields: Fields, words: PositionWords) -> PositionForm:
    """Return what a position says of the table itself; the setting was read before."""

    def thing(scope: Scope) -> Callable[[Fields, object, str], Any]:
        return lambda table, said, key: _thing(table, scope, said, key)

    def seat(table: Fields, said: object, key: str) -> int | None:
        if said is None:
            return None
        name = str(said) if isinstance(said, int) and not isinstance(said, bool) else said
        found = table.word_of(words.any_seat, name, key)
        return None if found is None else int(found)

    form = PositionForm(
        phase=fields.word(PHASE, "phase") or "actions",
        round=_or(fields.number("round"), 1),
        turn=_or(fields.number("turn"), 1),
        first_player=_or(seat(fields, fields.take("first_player"), "first_player"), 0),
        to_move=seat(fields, fields.take("to_move"), "to_move"),
        regions=_regions(fields, words),
        bases=fields.by_word("bases", words.names.companies, _base) or {},
        display=_display(fields, words),
        stack=fields.words_once(words.action_cards, "stack"),
        discards=fields.words(words.names.cards, "discards") or (),
        books=fields.by_word("books", words.names.book_spaces, thing(words.names.books)) or {},
        book_coins=fields.by_word("book_coins", words.names.book_spaces, Fields.number_of) or {},
        markers=fields.by_word("markers", words.spaces, seat) or {},
        rejected=fields.words_once(words.names.starting_tiles, "rejected") or (),
        seats=_read_seats(fields, words),
    )
    fields.close()
    return form


def _or(said: int | None, usual: int) -> int:
    return usual if said is None else said


def _regions(fields: Fields, words: PositionWords) -> dict[ids.RegionId, ids.Company]:
    """Return whose posts stand where: `R21 = "cairo"`, or `cairo = ["R21", "R22"]`."""
    table = fields.table("regions")
    placed: dict[ids.RegionId, ids.Company] = {}
    if table is None:
        return placed
    for key, region, owner in _owned(table, words):
        if region in placed:
            says = say("positions.parser.region-twice", region=region, placed=placed[region])
            table.fault(key, says=says, kind="impossible")
        placed[region] = owner
    return placed


def _owned(table: Fields, words: PositionWords) -> Iterator[tuple[str, ids.RegionId, ids.Company]]:
    for key, said in table.data.items():
        if isinstance(said, list | tuple):
            owner = table.word_of(words.names.companies, key, key)
            regions = [table.word_of(words.names.regions, region, key) for region in said]
        else:
            owner = table.word_of(words.names.companies, said, key)
            regions = [table.word_of(words.names.regions, key, key)]
        for region in regions:
            if region is not None and owner is not None:
                yield key, region, owner


def _base(table: Fields, said: object, key: str) -> tuple[BaseColumn, ...]:
    columns = [
        _column(table, column, key, str(number))
        for number, column in enumerate(table.list_of(said, key), 1)
    ]
    return tuple(column for column in columns if column is not None)


def _column(table: Fields, said: object, *keys: str) -> BaseColumn | None:
    if not isinstance(said, dict):
        posts = table.number_of(said, *keys)
        return None if posts is None else BaseColumn(posts, posts == 0)
    inner = Fields(said, (*table.path, *keys), table.faults)
    posts, opened = inner.number("posts"), inner.flag("opened")
    inner.close()
    return None if posts is None else BaseColumn(posts, opened)


def _thing(table: Fields, scope: Scope, said: object, key: str) -> Any:  # noqa: ANN401
    is_empty = isinstance(said, str) and said.casefold() == EMPTY
    return EMPTY if is_empty else table.word_of(scope, said, key)


def _display(fields: Fields, words: PositionWords) -> dict[str, ids.CardId]:
    """Return the cards by space: `right-1 = "coffee3"`, or `right = [...]` from the top."""
    table = fields.table("display")
    placed: dict[str, ids.CardId] = {}
    if table is None:
        return placed
    for key, space, card in _display_entries(table, words):
        found = table.word_of(words.card_spaces, space, key)
        thing = _thing(table, words.action_cards, card, key)
        if found is not None and thing is not None:
            placed[found] = thing
    return placed


def _display_entries(table: Fields, words: PositionWords) -> Iterator[tuple[str, str, object]]:
    for key, said in table.data.items():
        if not isinstance(said, list | tuple):
            yield key, key, said
        elif column := table.word_of(words.columns, key, key):
            yield from ((key, f"{column}-{row}", card) for row, card in enumerate(said, 1))
