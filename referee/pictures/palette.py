"""The colours of a picture, light and dark, each under the name of its use.

A colour never speaks alone: a company also has a roof and two letters, a player a shape and a
letter, a state of a place a kind of line and a sign. `tests/pictures/test_palette.py` holds that
players and companies stay apart for eyes that do not tell all colours.
"""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from referee.game.ids import Company

Theme = Literal["light", "dark", "page"]
"""`page` leaves the choice to the page that holds the picture; a file needs one of the others."""


class Piece(Struct, frozen=True):
    """The colours of a piece: its body, its outline, the letters on it."""

    body: str
    outline: str
    letters: str


class Palette(Struct, frozen=True):
    """Every colour of a picture."""

    bg: str
    panel: str
    ink: str
    ink2: str
    line: str
    line2: str
    sea: str
    coast: str
    land: str
    edge: str
    card: str
    slot: str
    coffee: str
    bananas: str
    cotton: str
    expansion: str
    bookkeeper: str
    merchant: str
    share: str
    price: str
    price_text: str
    coin: str
    coin_edge: str
    coin_text: str
    legal: str
    legal_wash: str
    legal_text: str
    changed: str
    changed_wash: str
    changed_text: str
    fault: str
    fault_wash: str
    fault_text: str
    unknown: str
    posts: Mapping[Company, Piece]
    washes: Mapping[Company, str]
    players: Mapping[str, Piece]
    stranger: Piece
    """A player whose colour is none of the four."""

    def tint(self, name: str) -> str:
        """Return the colour with a name, or the name if it is a colour itself."""
        colour: str = getattr(self, name) if name in _TINTS else name
        return colour


_DARK_INK = "#1D1B18"

LIGHT: Final = Palette(
    bg="#F3EFE6",
    panel="#FFFDF8",
    ink=_DARK_INK,
    ink2="#5B554A",
    line="#D3CBBB",
    line2="#7A7263",
    sea="#DCE8EC",
    coast="#C9DAE0",
    land="#F5EEDC",
    edge="#51493B",
    card="#FFFFFF",
    slot="#F1ECE0",
    coffee="#5E3418",
    bananas="#8A6A00",
    cotton="#3F6E8C",
    expansion="#2C7A3A",
    bookkeeper="#4A4690",
    merchant="#0B6F78",
    share="#7A4B12",
    price="#B3261E",
    price_text="#FFFFFF",
    coin="#F0C64A",
    coin_edge="#7A5600",
    coin_text="#3A2900",
    legal="#7526C9",
    legal_wash="#EBDDFB",
    legal_text="#FFFFFF",
    changed="#7F5F00",
    changed_wash="#FFE9B8",
    changed_text="#FFFFFF",
    fault="#A80036",
    fault_wash="#FBE3E4",
    fault_text="#FFFFFF",
    unknown="#6B6B6B",
    posts={
        "mombasa": Piece("#2A2B2E", _DARK_INK, "#FFFFFF"),
        "cape-town": Piece("#B3261E", "#5E0F0A", "#FFFFFF"),
        "saint-louis": Piece("#FFFFFF", "#3B3832", _DARK_INK),
        "cairo": Piece("#EE8F2B", "#7A3F00", _DARK_INK),
    },
    washes={
        "mombasa": "#A3A2A4",
        "cape-town": "#EBA99D",
        "saint-louis": "#FFFFFF",
        "cairo": "#FBCF8A",
    },
    players={
        "blue": Piece("#1C5FA8", _DARK_INK, "#FFFFFF"),
        "green": Piece("#2FA37C", _DARK_INK, "#0B1F18"),
        "red": Piece("#B8283A", _DARK_INK, "#FFFFFF"),
        "yellow": Piece("#F4C934", _DARK_INK, _DARK_INK),
    },
    stranger=Piece("#8C8577", _DARK_INK, _DARK_INK),
)

DARK: Final = Palette(
    bg="#14161A",
    panel="#1E2126",
    ink="#F2EFE8",
    ink2="#B9B3A6",
    line="#3A3F47",
    line2="#8E887B",
    sea="#16242C",
    coast="#20323C",
    land="#34332D",
    edge="#CFC6B0",
    card="#2A2E34",
    slot="#171A1E",
    coffee="#D2A27C",
    bananas="#EBCB4B",
    cotton="#A9C4F5",
    expansion="#7FD67A",
    bookkeeper="#B9B4FF",
    merchant="#58D3C4",
    share="#E5B671",
    price="#FF9A8F",
    price_text="#2B0703",
    coin="#E3B53A",
    coin_edge="#FFE7A6",
    coin_text="#2A1D00",
    legal="#C79BFF",
    legal_wash="#3A2B55",
    legal_text="#1B0B33",
    changed="#FFCF6B",
    changed_wash="#4A3A12",
    changed_text="#2A1D00",
    fault="#FF7F8E",
    fault_wash="#4A1F24",
    fault_text="#2B0008",
    unknown="#A8A8A8",
    posts={
        "mombasa": Piece("#08090A", "#E9E4D8", "#FFFFFF"),
        "cape-town": Piece("#C23A30", "#FFD2CB", "#FFFFFF"),
        "saint-louis": Piece("#F4F1EA", "#8E887B", _DARK_INK),
        "cairo": Piece("#F09A3E", "#FFE0B5", _DARK_INK),
    },
    washes={
        "mombasa": "#0D0E11",
        "cape-town": "#833B33",
        "saint-louis": "#6C6A65",
        "cairo": "#8A5D14",
    },
    players={
        "blue": Piece("#5AA2EC", "#0B0C0E", "#06182B"),
        "green": Piece("#63DDB2", "#0B0C0E", "#06201A"),
        "red": Piece("#DB4A5F", "#0B0C0E", "#1E0408"),
        "yellow": Piece("#F6D04A", "#0B0C0E", _DARK_INK),
    },
    stranger=Piece("#A39C8E", "#0B0C0E", "#0B0C0E"),
)

_TINTS = frozenset(
    name for name in LIGHT.__struct_fields__ if isinstance(getattr(LIGHT, name), str)
)


def _variables(palette: Palette) -> dict[str, str]:
    """Return the colours of a palette by the name of a variable of a page."""
    found = {name: getattr(palette, name) for name in sorted(_TINTS)}
    pieces: dict[str, Piece] = {**palette.players, "stranger": palette.stranger}
    pieces |= dict[str, Piece](palette.posts.items())
    for name, piece in pieces.items():
        found |= {f"{name}_{part}": getattr(piece, part) for part in piece.__struct_fields__}
    found |= {f"{company}_wash": wash for company, wash in palette.washes.items()}
    return {f"--{name.replace('_', '-')}": colour for name, colour in found.items()}


def _named(palette: Palette) -> Palette:
    """Return a palette of variables in place of colours."""

    def piece(name: str) -> Piece:
        return Piece(*(f"var(--{name}-{part})" for part in Piece.__struct_fields__))

    return Palette(
        **{name: f"var(--{name.replace('_', '-')})" for name in _TINTS},
        posts={company: piece(company) for company in palette.posts},
        washes={company: f"var(--{company}-wash)" for company in palette.washes},
        players={colour: piece(colour) for colour in palette.players},
        stranger=piece("stranger"),
    )


PALETTES: Final[Mapping[Theme, Palette]] = {"light": LIGHT, "dark": DARK, "page": _named(LIGHT)}


def page_style() -> str:
    """Return the style sheet of a page that holds pictures of the theme `page`."""
    light, dark = (
        ";".join(f"{name}:{colour}" for name, colour in _variables(palette).items())
        for palette in (LIGHT, DARK)
    )
    return (
        f":root{{{light}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
        f".light{{{light}}}.dark{{{dark}}}"
    )
