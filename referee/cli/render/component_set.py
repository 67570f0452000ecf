"""A whole component set: its title page and its sections."""

from collections.abc import Callable, Mapping
from typing import Final, assert_never

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table

from referee.api.component_sets import unfinished_entries
from referee.cli.render.columns import by_place, facts, headed, row
from referee.cli.render.layout import heading, part, phrase, text, typed
from referee.cli.render.map import (
    bonus_words,
    goods_words,
    legend,
    map_part,
    mark,
    provenance_table,
    requirement_words,
    reward_words,
    steps_words,
)
from referee.core.component_set import ComponentSet
from referee.core.components import (
    BonusSpace,
    BonusTile,
    BookkeeperCard,
    BookkeeperTile,
    BookTrack,
    BuySpace,
    Card,
    ChoiceSpace,
    DiamondTrack,
    DiscardSpace,
    ExpansionCard,
    ExpansionTile,
    FirstPlayerSpace,
    GoodsCard,
    MajoritySpace,
    MerchantCard,
    MerchantTile,
    OtherTracksSpace,
    PlusOneTile,
    PrintedCard,
    ShareCard,
    TileSpace,
    Track,
)
from referee.core.ids import BOOK_LETTERS, BookLetter
from referee.i18n.page_words import copy_words, in_runs
from referee.i18n.speech import named, say, say_or

# The bases, the two displays and the round track --------------------------------------------------
FIRST_COINS: Final = 2
"""The first space of the round track with coins."""


def bases_part(components: ComponentSet) -> RenderableType:
    """Return the coin icons of each base, a column of spaces as a line from front to rear."""
    table = headed("company", "colour", "columns-front-to-rear", "coins", "from", right=["coins"])
    for base in components.bases:
        spaces = " | ".join(" ".join(map(str, column)) for column in base.columns)
        row(
            table,
            text(base.company, "bold"),
            say_or(base.colour, f"pages.displays.colours.{base.colour}"),
            spaces,
            sum(map(sum, base.columns)),
            mark(base),
        )
    return part(say("pages.displays.bases"), table)


def displays_part(components: ComponentSet) -> RenderableType:
    """Return the card display with its crate values and the book display with its letters."""
    cards = {
        (space.row, space.column): text(f"{space.crate} ").append_text(mark(space))
        for space in components.card_spaces
    }
    books = {
        (space.row, space.round): text(f"{space.letter} {space.id} ").append_text(mark(space))
        for space in components.book_spaces
    }
    return Group(
        part(say("pages.displays.card-display"), by_place("pages.displays.column", cards)),
        part(say("pages.displays.book-display"), by_place("pages.displays.space", books)),
    )


def rounds_part(components: ComponentSet) -> RenderableType:
    """Return the coins on the round track for each number of players."""
    most = max((len(coins.coins) for coins in components.round_coins), default=0)
    spaces = (say("pages.displays.space", number=FIRST_COINS + at) for at in range(most))
    table = headed("players", *spaces, "from")
    for coins in components.round_coins:
        empty = [None] * (most - len(coins.coins))
        row(table, coins.players, *coins.coins, *empty, mark(coins))
    return part(say("pages.displays.round-coins"), table)


# A track as a line of spaces, with what stands at each of them in rows below ----------------------
WIDTH: Final = 76
"""Columns; a longer track goes on below, as it does on a terminal with fewer."""


class Strip:
    """The spaces 0 to `last` of a track, and for each name the words at their spaces."""

    def __init__(self, title: str, last: int, marked: Mapping[str, Mapping[int, str]]) -> None:
        self._title = title
        self._last = last
        self._marked = marked

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        shown = [word for row in self._marked.values() for word in row.values()]
        wide = max(map(len, (str(self._last), *shown))) + 1
        margin = max(map(len, (self._title, *self._marked))) + 1
        most = max((min(WIDTH, options.max_width) - margin) // wide, 1)
        for start in range(0, self._last + 1, most):
            if start:
                yield ""
            spaces = range(start, min(start + most, self._last + 1))
            table = Table.grid()
            table.add_column(no_wrap=True, min_width=margin)
            for _ in spaces:
                table.add_column(no_wrap=True, justify="right", min_width=wide)
            table.add_row(text(self._title, "dim"), *(text(str(each), "dim") for each in spaces))
            for name, cells in self._marked.items():
                table.add_row(text(name), *(text(cells.get(space, "")) for space in spaces))
            yield table


# The company tracks and the tracks of a player board ----------------------------------------------
def tracks_part(components: ComponentSet) -> RenderableType:
    """Return every side of the company tracks, and which of them lie where."""
    cards = headed("card", "halves", "from")
    for number, card in enumerate(components.track_cards, 1):
        row(cards, number, say("pages.tracks.either", halves=tuple(card.halves)), mark(card))
    first = headed("company", "track", "from")
    for edge in components.first_game:
        row(first, edge.company, edge.track, mark(edge))
    return Group(
        part(
            say("pages.tracks.company-tracks"),
            phrase("pages.tracks.call-note", "dim"),
            "",
            *[item for track in components.tracks for item in _track(track)][:-1],
        ),
        part(say("pages.tracks.track-cards"), cards),
        part(say("pages.tracks.first-game"), first),
    )


def board_part(components: ComponentSet) -> RenderableType:
    """Return the diamond track and the bookkeeping track of a player board."""
    crossed = say("pages.tracks.no-a-book")
    diamonds = [item for track in components.diamond_tracks for item in _board_track(track, {})]
    books = [
        item
        for track in components.book_tracks
        for item in _board_track(track, {crossed: dict.fromkeys(track.crossed_out, "x")})
    ]
    return Group(
        part(say("pages.tracks.diamond-track"), *diamonds),
        part(say("pages.tracks.bookkeeping-track"), *books),
    )


def _track(track: Track) -> list[RenderableType]:
    marked = {
        say("pages.tracks.shares"): {icon.at: str(icon.shares) for icon in track.shares},
        say("pages.tracks.call"): {call.before: _pounds(call.pounds) for call in track.calls},
        say("pages.tracks.pays"): {
            special.at: _pounds(special.pounds) for special in track.specials
        },
    }
    unlocked = say("pages.tracks.then").join(map(bonus_words, track.bonuses))
    return [
        heading(f"{track.id}  ").append_text(mark(track)),
        Strip(say("pages.tracks.space"), track.last, marked),
        phrase("pages.tracks.unlocks", unlocked=unlocked),
        "",
    ]


def _board_track(
    track: DiamondTrack | BookTrack, more: Mapping[str, Mapping[int, str]]
) -> list[RenderableType]:
    marked = {
        say("pages.tracks.worth"): {value.at: str(value.pounds) for value in track.values},
        say("pages.heads.slot"): {track.slot_at: "x"},
        **more,
    }
    return [
        Strip(say("pages.tracks.step"), track.last, marked),
        phrase("pages.tracks.from", "dim").append_text(mark(track)),
    ]


def _pounds(n: int) -> str:
    return say("pages.numbers.pounds", n=n)


# The cards, kind by kind --------------------------------------------------------------------------
TITLES: Final[Mapping[type[PrintedCard], str]] = {
    GoodsCard: "goods",
    ExpansionCard: "expansion",
    BookkeeperCard: "bookkeeper",
    MerchantCard: "merchant",
    ShareCard: "share",
}


def cards_part(components: ComponentSet) -> RenderableType:
    """Return a table of the cards of each kind."""
    return Group(
        *(
            _table(
                say(f"pages.cards.titles.{title}"),
                [card for card in components.cards if isinstance(card, kind)],
            )
            for kind, title in TITLES.items()
        )
    )


def card_words(card: Card) -> str:
    """Return what `card` shows, apart from its crate value and its share."""
    match card:
        case GoodsCard():
            return goods_words(card.good, card.units)
        case ExpansionCard():
            return say("pages.cards.expansion", points=card.points)
        case BookkeeperCard():
            return say("pages.cards.book-points", n=card.points)
        case MerchantCard():
            steps = say("pages.cards.diamond-steps", n=card.steps)
            if card.company is not None and card.mines_per_step is not None:
                steps = say(
                    "pages.cards.per-mines",
                    steps=steps,
                    mines=card.mines_per_step,
                    company=card.company,
                )
            return f"{steps} + {say('pages.words.pounds', n=card.pounds)}"
        case ShareCard():
            return say("pages.cards.no-action")
        case _:
            assert_never(card)


def _table(title: str, cards: list[Card]) -> RenderableType:
    table = headed(
        "id", "shows", "crate", "letter", "share", "from", wrapped=["shows"], right=["crate"]
    )
    for card in cards:
        row(
            table,
            typed(card.id, "bold"),
            card_words(card),
            card.crate,
            card.letter
            or (say("pages.cards.seat", seat=card.seat) if card.seat else say("pages.cards.start")),
            card.share or "-",
            mark(card),
        )
    return part(named(title, str(len(cards))), table)


# The books and the starting tiles -----------------------------------------------------------------
def books_part(components: ComponentSet) -> RenderableType:
    """Return a table of the books of each letter."""
    return Group(*(_books(components, letter) for letter in BOOK_LETTERS))


def tiles_part(components: ComponentSet) -> RenderableType:
    """Return a table of the starting tiles."""
    names = ("rests", "needs", "gives", say("pages.books.starting-bonus"))
    table = headed("id", *names, "seat", "from", wrapped=names)
    for tile in components.starting_tiles:
        row(
            table,
            typed(tile.id, "bold"),
            typed("\n".join(tile.rest)),
            requirement_words(tile.requires, joint="\n"),
            reward_words(tile.reward, joint="\n"),
            steps_words(tile.bonus, joint="\n"),
            tile.first_game_seat or "-",
            mark(tile),
        )
    note = say("pages.books.seat-note")
    return part(
        say("pages.books.starting-tiles", starting_tiles=len(components.starting_tiles)),
        table,
        "",
        text(note, "dim"),
    )


def _books(components: ComponentSet, letter: BookLetter) -> RenderableType:
    books = [book for book in components.books if book.letter == letter]
    table = headed("id", "needs", "gives", "from", wrapped=["needs", "gives"])
    for book in books:
        row(
            table,
            typed(book.id, "bold"),
            requirement_words(book.requires),
            reward_words(book.reward),
            mark(book),
        )
    return part(say("pages.books.books", letter=letter, books=len(books)), table)


# The bonus spaces and the bonus tiles -------------------------------------------------------------
def bonus_part(components: ComponentSet) -> RenderableType:
    """Return a table of the bonus spaces and one of the bonus tiles."""
    spaces = headed("id", "cost", "gives", "from", wrapped=["gives"], right=["cost"])
    for space in components.spaces:
        row(spaces, typed(space.id, "bold"), space.cost or "-", space_words(space), mark(space))
    tiles = headed("id", "does", "from", wrapped=["does"])
    for tile in components.tiles:
        row(tiles, typed(tile.id, "bold"), tile_words(tile), mark(tile))
    return Group(
        part(say("pages.bonus.bonus-spaces", spaces=len(components.spaces)), spaces),
        part(say("pages.bonus.bonus-tiles", tiles=len(components.tiles)), tiles),
    )


def space_words(space: BonusSpace) -> str:  # noqa: PLR0911 - one for each kind
    """Return what `space` gives."""
    match space:
        case FirstPlayerSpace():
            return say("pages.bonus.first-player-marker", reward=reward_words(space.reward))
        case BuySpace():
            buy = say("pages.bonus.buy-card")
            if space.less:
                buy = say("pages.bonus.buy-card-less", less=space.less)
            if not space.diamonds:
                return buy
            steps = say("pages.bonus.diamond-steps", n=space.diamonds)
            return say("pages.bonus.and-or", reward=buy, steps=steps)
        case DiscardSpace():
            return say("pages.bonus.remove-card", good=space.good or "hand", more=space.more)
        case ChoiceSpace():
            return f"\n{say('pages.bonus.or')} ".join(map(reward_words, space.rewards))
        case MajoritySpace():
            counted = say(f"pages.bonus.majorities.{space.counts}")
            tiers = [f"{tier.least}+  {reward_words(tier.reward)}" for tier in space.tiers]
            return "\n".join((say("pages.bonus.majority", counted=counted), *tiers))
        case TileSpace():
            return say("pages.bonus.reserve", tile=space.tile)
        case OtherTracksSpace():
            others = say("pages.bonus.other-tracks", n=space.tracks)
            return say("pages.bonus.steps-on-each", steps=space.steps, others=others)
        case _:
            assert_never(space)


def tile_words(tile: BonusTile) -> str:
    """Return what `tile` does."""
    match tile:
        case PlusOneTile():
            return say("pages.bonus.goods-tile", units=tile.units)
        case BookkeeperTile():
            return say("pages.bonus.bookkeeper-tile", points=tile.points)
        case MerchantTile():
            steps = say("pages.bonus.diamond-steps", n=tile.steps)
            return say("pages.bonus.merchant-tile", steps=steps, per_merchant=tile.per_merchant)
        case ExpansionTile():
            return say("pages.bonus.expansion-tile", points=tile.points)
        case _:
            assert_never(tile)


# The whole set: its title page and its sections ---------------------------------------------------
SECTIONS: Final[Mapping[str, Callable[[ComponentSet], RenderableType]]] = {
    "map": map_part,
    "bases": bases_part,
    "tracks": tracks_part,
    "board": board_part,
    "cards": cards_part,
    "books": books_part,
    "tiles": tiles_part,
    "bonus": bonus_part,
    "displays": displays_part,
    "rounds": rounds_part,
}
"""The sections in the order in which a person reads a copy."""

TABLES_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "map": ("regions", "borders"),
    "bases": ("bases",),
    "tracks": ("tracks", "track_cards", "first_game"),
    "board": ("diamond_tracks", "book_tracks"),
    "cards": ("cards",),
    "books": ("books",),
    "tiles": ("starting_tiles",),
    "bonus": ("spaces", "tiles"),
    "displays": ("card_spaces", "book_spaces"),
    "rounds": ("round_coins",),
}
"""The tables that a section tells."""

PART_WORDS: Final = {
    "map": "section-map",
    "board": "boards",
    "tiles": "starting_tiles",
    "bonus": "spaces",
    "rounds": "section-rounds",
}
"""The sections that have other names where it is said how much of a copy was read."""


def title_page(components: ComponentSet) -> RenderableType:
    """Return what the set says of itself, its digest, and where its values come from."""
    return Group(
        text(components.title, "bold"),
        "",
        facts(
            (say("pages.heads.name"), components.name),
            (say("pages.heads.digest"), components.digest),
            (
                say("pages.heads.about"),
                " ".join(components.about.split()) or say("pages.component_set.nothing-noted"),
            ),
            (say("pages.heads.values"), provenance_table(components.finished_entries())),
        ),
    )


def section(components: ComponentSet, name: str) -> RenderableType:
    """Return one section of the set with the meaning of its marks."""
    return Group(_part(components, components.finished_entries(), name), text(legend(), "dim"))


def whole_set(components: ComponentSet) -> RenderableType:
    """Return the title page and all sections."""
    read = components.finished_entries()
    parts = [_part(components, read, name) for name in SECTIONS]
    return Group(title_page(components), text(legend(), "dim"), "", *parts)


def _part(components: ComponentSet, read: ComponentSet, name: str) -> RenderableType:
    """Return the finished entries of a section, and which of its entries are not finished."""
    blank = unfinished_entries(components)
    if not any(table in blank for table in TABLES_OF[name]):
        return SECTIONS[name](read)
    words = copy_words()
    if not any(getattr(read, table) for table in TABLES_OF[name]):
        title = words.reading[PART_WORDS.get(name, name)]
        return Group(text(words.say("reading", "nothing-read", part=title), "bold"), "")
    listed = [table for table in TABLES_OF[name] if table != "borders"]
    left = [entry for table in listed for entry in in_runs(blank.get(table, ()))]
    if borders := len(blank.get("borders", ())) if "borders" in TABLES_OF[name] else 0:
        # Of a map that is only begun there are more than anybody would read.
        left.append(words.say("reading", "borders", n=borders))
    told = words.say("reading", "unfinished", entries=", ".join(left))
    return Group(SECTIONS[name](read), Padding(text(told, "yellow"), (0, 0, 0, 2)), "")


def unread_words(components: ComponentSet) -> str:
    """Return how much of a set has not been read, in words; nothing if all of it has."""
    unread = components.unread_values
    return copy_words().say("verdicts", "shown-finished", n=unread) if unread else ""
