"""The table as people see it: small beside a verdict, or whole."""

from collections.abc import Iterator
from functools import partial

from rich.console import Group, RenderableType
from rich.text import Text

from referee.api.possible_tables import PossibleTables
from referee.api.scores import share_values, shares_of
from referee.api.unread_values import known_or
from referee.cli.render.canvas import CanvasLabel, Drawing, Stroke, short
from referee.cli.render.columns import columns, row
from referee.cli.render.layout import part, said, typed
from referee.cli.render.map import STROKES, reward_signs
from referee.cli.render.marked_ids import MARKED, PointedIds, marked, marked_id
from referee.cli.render.open_cells import told, told_of_several
from referee.cli.render.player_area import player_part
from referee.cli.render.shown_displays import book_texts_part, books_part, cards_part, markers_part
from referee.game.components import Border, Region
from referee.game.ids import COMPANIES, Company
from referee.game.messages.speech import say, thing
from referee.game.moment_words import moment_words as moment_words  # noqa: PLC0414
from referee.game.moment_words import when_words as when_words  # noqa: PLC0414
from referee.game.state import State

MOST_VALUES = 6
"""Values of a place that are told."""


def _posts() -> str:
    names = "   ".join(f"{_initials(company)} {thing(company)}" for company in COMPANIES)
    return say("pages.table.posts", names=names)


def small_table(state: State, colours: tuple[str, ...], marks: PointedIds = ()) -> RenderableType:
    """Return what decides most disputes: money, markers and face-up cards of everybody."""
    table = columns(
        "",
        "£",
        *COMPANIES,
        say("pages.heads.diamonds"),
        say("pages.heads.ink"),
        say("pages.heads.face-up"),
        wrapped=[say("pages.heads.face-up")],
    )
    for colour, player in zip(colours, state.players, strict=False):
        cards = [card for card in player.slots if card and card not in player.used]
        up = [*cards, *sorted(player.tiles - player.used)]
        row(
            table,
            said(colour, "bold"),
            player.cash,
            *player.tracks,
            player.diamonds,
            player.ink,
            Text(" ").join(marked_id(item, marks) for item in up) if up else "-",
        )
    return table


def whole_table(tables: PossibleTables, *, with_books: bool = False) -> RenderableType:
    """Return everything that lies on the table, with a `?` for what is not certain."""
    seats = range(len(tables.table.state.players))
    return Group(
        said(tables.moment, "bold"),
        "",
        map_part(tables, with_legend=True),
        companies_part(tables),
        cards_part(tables),
        books_part(tables),
        markers_part(tables),
        *(player_part(tables, seat) for seat in seats),
        *([] if tables.is_certain else [open_part(tables)]),
        *(
            [book_texts_part(tables)]
            if with_books
            else [said(say("pages.table.books-option"), "dim")]
        ),
    )


def open_part(tables: PossibleTables) -> RenderableType:
    """Return what can lie in the places that are not certain."""
    colours = tables.table.colours
    table = columns(
        say("pages.heads.place"),
        say("pages.heads.can-be"),
        wrapped=[say("pages.heads.place"), say("pages.heads.can-be")],
    )
    for fact in tables.facts.open:
        keys = fact.place.split(".")
        if keys[0] == "players":
            keys[1] = colours[int(keys[1])]
        names_seats = keys[0] in OF_SEATS
        values = [_open_value(value, colours if names_seats else ()) for value in fact.values]
        more = len(values) - MOST_VALUES
        shown = " | ".join(values[:MOST_VALUES]) + (" | ..." if more > 0 else "")
        row(table, typed(".".join(keys)), typed(shown))
    return part(say("pages.table.what-is-open"), table)


OF_SEATS = frozenset({"markers", "to_move", "first_player"})
"""Facts that are the number of a seat."""


def _open_value(value: object, colours: tuple[str, ...]) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "-"
    if isinstance(value, int) and colours:
        return thing(colours[value])
    return "-" if value is None else str(value)


def map_part(
    tables: PossibleTables, marks: PointedIds = (), *, with_legend: bool = False
) -> RenderableType:
    """Return the map with the posts on it, and if wanted what its signs mean."""
    components = tables.table.components
    places: dict[str, CanvasLabel] = {}
    for index, region in enumerate(components.regions):
        post = told(tables, _post, index)
        places[region.id] = CanvasLabel(
            (
                short(f"{marked(region.id, region.id in marks)} {region.name}"),
                f"{post} {_signs(region)}" if post else _signs(region),
            ),
            *region.drawn,
            style=MARKED if region.id in marks else "",
        )
    places |= {
        base.company: CanvasLabel((f"[{short(thing(base.company))}]",), *base.drawn, style="bold")
        for base in components.bases
    }
    lines = [
        Stroke(border.between, known_or(partial(_stroke, border)), "dim")
        for border in components.borders
    ]
    legend = [said(say("pages.map.legend"), "dim"), said(_posts(), "dim")] if with_legend else []
    return part(say("pages.table.map"), Drawing(places, lines), *legend)


def _signs(region: Region) -> str:
    return known_or(partial(reward_signs, region))


def _stroke(border: Border) -> str:
    return STROKES[border.lines]


def _post(state: State, region: int) -> str:
    owner = state.regions[region]
    return _initials(owner) if owner else ""


def _initials(company: str) -> str:
    """Return a company as a crowded drawing names it."""
    return say(f"pictures.initials.{company}")


def companies_part(tables: PossibleTables) -> RenderableType:
    """Return what belongs to each company."""
    table = columns(
        "",
        say("pages.heads.track"),
        say("pages.heads.posts-by-column"),
        say("pages.heads.lost"),
        say("pages.heads.regions"),
        say("pages.heads.a-share"),
        say("pages.heads.markers"),
        wrapped=(say("pages.heads.markers"),),
    )
    for index, company in enumerate(COMPANIES):
        row(table, *_company_cells(tables, index, company))
    note = say("pages.table.its-final-space-was-opened")
    return part(say("pages.table.companies"), table, said(note, "dim"))


def _company_cells(
    tables: PossibleTables, index: int, company: Company
) -> Iterator[str | int | Text]:
    colours = tables.table.colours
    spaces = next(b.columns for b in tables.table.components.bases if b.company == company)
    yield said(company, "bold")
    yield tables.table.state.setting.tracks[index]
    yield " ".join(told(tables, _column, index, at, len(spaces[at])) for at in range(len(spaces)))
    yield told(tables, lambda state: state.lost_posts[index])
    yield told_of_several(tables, lambda state: state.regions.count(company))
    yield say("pages.numbers.pounds", n=told_of_several(tables, _share_value, index))
    yield " ".join(
        f"{thing(colour)} {told(tables, _marker, seat, index)}"
        for seat, colour in enumerate(colours)
    )


def _column(state: State, base: int, column: int, spaces: int) -> str:
    found = state.bases[base][column]
    return f"{found.posts}/{spaces}{'*' if found.opened else ''}"


def _marker(state: State, seat: int, track: int) -> str:
    return f"{state.players[seat].tracks[track]} ({known_or(partial(_shares, state, seat, track))})"


def _shares(state: State, seat: int, track: int) -> str:
    return f"{shares_of(state, seat)[track]:d}"


def _share_value(state: State, track: int) -> str:
    return known_or(lambda: f"{share_values(state)[track]:d}")
