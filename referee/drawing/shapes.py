"""The icons, the roofs of the companies and the signs of the players: shapes of our own.

An icon is drawn on 24 by 24. What a picture defines once it uses many times; a part without a
colour takes the one of its use, as a filling or as a line.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from referee.core.ids import COMPANIES, Company

# The colours of a picture, light and dark, each under the name of its use -------------------------
#
# A colour never speaks alone: a company also has a roof and two letters, a player a shape and a
# letter, a state of a place a kind of line and a sign. `tests/pictures/test_palette.py` holds that
# players and companies stay apart for eyes that do not tell all colours.
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
        colour: str = getattr(self, name) if name in _COLOURS else name
        return colour


_DARK_INK = "#1D1B18"

_COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "bg": ("#F3EFE6", "#14161A"),
    "panel": ("#FFFDF8", "#1E2126"),
    "ink": (_DARK_INK, "#F2EFE8"),
    "ink2": ("#5B554A", "#B9B3A6"),
    "line": ("#D3CBBB", "#3A3F47"),
    "line2": ("#7A7263", "#8E887B"),
    "sea": ("#DCE8EC", "#16242C"),
    "coast": ("#C9DAE0", "#20323C"),
    "land": ("#F5EEDC", "#34332D"),
    "edge": ("#51493B", "#CFC6B0"),
    "card": ("#FFFFFF", "#2A2E34"),
    "slot": ("#F1ECE0", "#171A1E"),
    "coffee": ("#5E3418", "#D2A27C"),
    "bananas": ("#8A6A00", "#EBCB4B"),
    "cotton": ("#3F6E8C", "#A9C4F5"),
    "expansion": ("#2C7A3A", "#7FD67A"),
    "bookkeeper": ("#4A4690", "#B9B4FF"),
    "merchant": ("#0B6F78", "#58D3C4"),
    "share": ("#7A4B12", "#E5B671"),
    "price": ("#B3261E", "#FF9A8F"),
    "price_text": ("#FFFFFF", "#2B0703"),
    "coin": ("#F0C64A", "#E3B53A"),
    "coin_edge": ("#7A5600", "#FFE7A6"),
    "coin_text": ("#3A2900", "#2A1D00"),
    "legal": ("#7526C9", "#C79BFF"),
    "legal_wash": ("#EBDDFB", "#3A2B55"),
    "legal_text": ("#FFFFFF", "#1B0B33"),
    "changed": ("#7F5F00", "#FFCF6B"),
    "changed_wash": ("#FFE9B8", "#4A3A12"),
    "changed_text": ("#FFFFFF", "#2A1D00"),
    "fault": ("#A80036", "#FF7F8E"),
    "fault_wash": ("#FBE3E4", "#4A1F24"),
    "fault_text": ("#FFFFFF", "#2B0008"),
    "unknown": ("#6B6B6B", "#A8A8A8"),
}
"""Every colour by its name, light and dark."""

_PIECES: Final[Mapping[str, tuple[Piece, Piece]]] = {
    "mombasa": (Piece("#2A2B2E", _DARK_INK, "#FFFFFF"), Piece("#08090A", "#E9E4D8", "#FFFFFF")),
    "cape-town": (Piece("#B3261E", "#5E0F0A", "#FFFFFF"), Piece("#C23A30", "#FFD2CB", "#FFFFFF")),
    "saint-louis": (Piece("#FFFFFF", "#3B3832", _DARK_INK), Piece("#F4F1EA", "#8E887B", _DARK_INK)),
    "cairo": (Piece("#EE8F2B", "#7A3F00", _DARK_INK), Piece("#F09A3E", "#FFE0B5", _DARK_INK)),
    "blue": (Piece("#1C5FA8", _DARK_INK, "#FFFFFF"), Piece("#5AA2EC", "#0B0C0E", "#06182B")),
    "green": (Piece("#2FA37C", _DARK_INK, "#0B1F18"), Piece("#63DDB2", "#0B0C0E", "#06201A")),
    "red": (Piece("#B8283A", _DARK_INK, "#FFFFFF"), Piece("#DB4A5F", "#0B0C0E", "#1E0408")),
    "yellow": (Piece("#F4C934", _DARK_INK, _DARK_INK), Piece("#F6D04A", "#0B0C0E", _DARK_INK)),
    "stranger": (Piece("#8C8577", _DARK_INK, _DARK_INK), Piece("#A39C8E", "#0B0C0E", "#0B0C0E")),
}

_WASHES: Final[Mapping[Company, tuple[str, str]]] = {
    "mombasa": ("#A3A2A4", "#0D0E11"),
    "cape-town": ("#EBA99D", "#833B33"),
    "saint-louis": ("#FFFFFF", "#6C6A65"),
    "cairo": ("#FBCF8A", "#8A5D14"),
}


def _palette(at: int) -> Palette:
    return Palette(
        **{name: pair[at] for name, pair in _COLOURS.items()},
        posts={company: _PIECES[company][at] for company in _WASHES},
        washes={company: pair[at] for company, pair in _WASHES.items()},
        players={colour: _PIECES[colour][at] for colour in ("blue", "green", "red", "yellow")},
        stranger=_PIECES["stranger"][at],
    )


LIGHT: Final = _palette(0)
DARK: Final = _palette(1)


def _variables(palette: Palette) -> dict[str, str]:
    found = {name: getattr(palette, name) for name in sorted(_COLOURS)}
    pieces: dict[str, Piece] = {**palette.players, "stranger": palette.stranger}
    pieces |= dict[str, Piece](palette.posts.items())
    for name, piece in pieces.items():
        found |= {f"{name}_{part}": getattr(piece, part) for part in piece.__struct_fields__}
    found |= {f"{company}_wash": wash for company, wash in palette.washes.items()}
    return {f"--{name.replace('_', '-')}": colour for name, colour in found.items()}


def _named(palette: Palette) -> Palette:
    def piece(name: str) -> Piece:
        return Piece(*(f"var(--{name}-{part})" for part in Piece.__struct_fields__))

    return Palette(
        **{name: f"var(--{name.replace('_', '-')})" for name in _COLOURS},
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


_LINE = 'fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
_SOLID = 'stroke="none"'


def _filled(path: str, more: str = "") -> str:
    return f'<path {_SOLID}{more} d="{path}"/>'


def _drawn(path: str, width: float = 2) -> str:
    line = _LINE if width == 2 else _LINE.replace('"2"', f'"{width:g}"')  # noqa: PLR2004
    return f'<path {line} d="{path}"/>'


ICONS: Final[Mapping[str, str]] = {
    "coin": '<circle cx="12" cy="12" r="10" fill="{coin}" stroke="{coin_edge}" stroke-width="1.6"/>'
    '<path d="M15.6 8.6a3.2 3.2 0 0 0-6 1.6c0 2.8.9 3.6-1.1 6.6h7.3M8 12.9h5.2" fill="none"'
    ' stroke="{coin_text}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
    "diamond": _filled("M7 4h10l5 6-10 11L2 10z", ' fill-opacity=".18"')
    + _drawn("M7 4h10l5 6-10 11L2 10zM2 10h20M8.5 10L12 21l3.5-11L12 4z"),
    "book": _drawn(
        "M3 5.5c3-1.5 6-1.3 9 .7 3-2 6-2.2 9-.7v13.3c-3-1.5-6-1.3-9 .7-3-2-6-2.2-9-.7zM12 6.2v13.3"
    ),
    "jar": _filled(
        "M8 2h8v3.5h-1.2v2C18 8.7 20 11.3 20 15v4.5a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 19.5"
        "V15c0-3.7 2-6.3 5.2-7.5v-2H8z"
    ),
    "mine": _filled("M2.5 21v-9a9.5 9.5 0 0 1 19 0v9h-5v-8.5a4.5 4.5 0 0 0-9 0V21z")
    + _filled("M9.5 21v-5h5v5z"),
    "share": _filled("M4 2h16v20l-2.7-2.3L14.7 22 12 19.7 9.3 22l-2.6-2.3L4 22z"),
    "expansion": _filled("M12 1l2.6 8.4L23 12l-8.4 2.6L12 23l-2.6-8.4L1 12l8.4-2.6z"),
    "coffee": _filled(
        "M17.8 3.2c4 2.3 4.4 8 1.6 12.9-2.9 4.9-8 7.3-12 5"
        "C3.4 18.8 3 13 5.8 8.2c2.8-4.9 8-7.3 12-5z"
    )
    + '<path d="M17 4.5c-1.5 5-8 7-9.5 15" fill="none" stroke="{card}" stroke-width="2"/>',
    "bananas": _filled(
        "M5.5 2.5l3-.5c.7 7 4.7 12 12 13.8 1.8.5 2 3 .3 3.7C12 23 2.5 16.5 5.5 2.5z"
    ),
    "cotton": "".join(
        f'<circle {_SOLID} cx="{x}" cy="{y}" r="{r}"/>'
        for x, y, r in ((8, 9, 5), (16, 9, 5), (12, 6, 4.5), (12, 12, 4.5))
    )
    + _drawn("M12 16v6M12 20c-3 0-5-1-6-3.5M12 20c3 0 5-1 6-3.5"),
    "one-good": '<rect x="2" y="3" width="20" height="18" rx="4" fill="none" stroke-width="2"'
    ' stroke-dasharray="4 3"/>' + _drawn("M7.5 9.5h9M7.5 14.5h9", 2.4),
    "bookkeeper": _filled("M21 2C12.5 3 7 8.5 6 15.5L3.5 22h2.3l1.6-4C15 17.5 20 11 21 2z")
    + '<path d="M17 6c-4 3-7 6.5-9 11" stroke="{card}" stroke-width="1.5" fill="none"/>',
    "merchant": '<circle cx="10" cy="10" r="7.5" fill="none" stroke-width="2.2"/>'
    + _drawn("M15.7 15.7L22 22", 3)
    + _filled("M7.7 7h4.6l2 2.5-4.3 4.8-4.3-4.8z"),
    "point": _filled("M12 1.5c4 6 7.2 9 7.2 13.3a7.2 7.2 0 0 1-14.4 0C4.8 10.5 8 7.5 12 1.5z"),
    "step": _drawn("M4 4l8 8-8 8M12.5 4l8 8-8 8", 3),
    "crate": _drawn("M3 5h18v14H3zM3 10h18M3 14.5h18"),
    "discard": _drawn("M3 6.5h18M9 6V3h6v3M5.5 6.5L7 21h10l1.5-14.5M10 10.5v7M14 10.5v7"),
    "first": _filled("M5 22V2h15l-4 5 4 5H7.5v10z"),
    "buy": _drawn("M5 2.5h10v19H5zM19 8v8M15.5 12H23"),
    "post": _filled("M4 22V10l8-8 8 8v12z"),
    "most": _filled("M1 13h6.5v9H1zM8.7 4h6.6v18H8.7zM16.5 10H23v12h-6.5z"),
    "lock": _drawn("M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4"),
    "colleague": '<circle cx="8" cy="8" r="4" fill="none" stroke-width="2"/>'
    + _drawn("M1.5 21c0-4 3-6.5 6.5-6.5s6.5 2.5 6.5 6.5")
    + _drawn("M16 4.5a4 4 0 0 1 0 7M18 14.8c2.6.8 4.5 3 4.5 6.2"),
    "marker": _drawn("M12 3l8 5v8l-8 5-8-5V8z"),
    "mixed": _drawn("M3 7h4l9 10h5M18 14l3 3-3 3M3 17h4l2.5-2.8M13.3 10L16 7h5M18 4l3 3-3 3"),
    "open": '<circle cx="12" cy="12" r="10.5" fill="none" stroke-width="1.6"'
    ' stroke-dasharray="3.5 2.5"/>'
    + _drawn("M8.7 9.2a3.3 3.3 0 1 1 5 2.8c-1.1.7-1.7 1.2-1.7 2.6", 2.2)
    + f'<circle {_SOLID} cx="12" cy="17.6" r="1.4"/>',
    "no-a": _drawn("M5 21L12 3l7 18M7.5 15h9") + _drawn("M3 20L21 4", 2.6),
}
"""By name what is drawn; `{card}` and the like are colours of the palette."""

TINTS: Final[Mapping[str, str]] = {
    "coffee": "coffee",
    "bananas": "bananas",
    "cotton": "cotton",
    "expansion": "expansion",
    "bookkeeper": "bookkeeper",
    "merchant": "merchant",
    "diamond": "merchant",
    "jar": "bookkeeper",
    "point": "bookkeeper",
    "share": "share",
    "price": "price",
}
"""The colour of an icon where nothing else is said; the others are drawn in ink."""

ROOFS: Final[Mapping[Company, str]] = {
    "mombasa": "M2 25V3h4.5v3h3.6V3h3.8v3h3.6V3H22v22z",
    "cape-town": "M2 25V10L12 1l10 9v15z",
    "saint-louis": "M2 25V11.5a10 10 0 0 1 20 0V25z",
    "cairo": "M1 25L7.5 1.5h9L23 25z",
}
"""The roofs of the companies, on 24 by 26."""

_CIRCLE = '<circle cx="10" cy="10" r="9"/>'
_TRIANGLE = '<path d="M10 .6L19.6 18.6H.4z"/>'
_SQUARE = '<rect x="1.5" y="1.5" width="17" height="17" rx="1.5"/>'
_DIAMOND = '<path d="M10 0l10 10-10 10L0 10z"/>'
SIGNS: Final[Mapping[str, str]] = {
    "blue": _CIRCLE,
    "green": _TRIANGLE,
    "red": _SQUARE,
    "yellow": _DIAMOND,
}
"""The shapes of the players, on 20 by 20."""


def sign_shapes(colours: Sequence[str]) -> list[str]:
    """Return a shape for every player by seat: that of the colour, for others one left over."""
    left = [shape for colour, shape in SIGNS.items() if colour not in colours]
    return [SIGNS[colour] if colour in SIGNS else left.pop(0) for colour in colours]


def _symbol(name: str, size: tuple[int, int], content: str) -> str:
    # The box is a little larger than the drawing: a line may lie on its edge.
    return f'<symbol id="{name}" viewBox="-1 -1 {size[0] + 2} {size[1] + 2}">{content}</symbol>'


def icon_symbols(palette: Palette, prefix: str) -> str:
    """Return the definitions of all icons."""
    colours = {name: getattr(palette, name) for name in ("card", "coin", "coin_edge", "coin_text")}
    return "".join(
        _symbol(f"{prefix}icon-{name}", (24, 24), shape.format_map(colours))
        for name, shape in ICONS.items()
    )


def roof_symbols(palette: Palette, prefix: str, letters: Mapping[str, str]) -> str:
    """Return the definitions of the posts with their letters."""
    found = []
    for company in COMPANIES:
        piece = palette.posts[company]
        content = (
            f'<path d="{ROOFS[company]}" fill="{piece.body}" stroke="{piece.outline}"'
            f' stroke-width="1.5" stroke-linejoin="round"/>'
            f'<text x="12" y="21.5" font-size="11.5" font-weight="700" text-anchor="middle"'
            f' stroke="none" fill="{piece.letters}">{letters[company]}</text>'
        )
        found.append(_symbol(f"{prefix}post-{company}", (24, 26), content))
    return "".join(found)


def sign_symbols(palette: Palette, prefix: str, colours: Sequence[str]) -> str:
    """Return the definitions of the signs of the players by seat."""
    found = []
    for seat, (colour, shape) in enumerate(zip(colours, sign_shapes(colours), strict=True)):
        piece = palette.players.get(colour, palette.stranger)
        letter_y = 16.2 if shape == _TRIANGLE else 14
        size = 10 if shape == _TRIANGLE else 11.5
        initial = colour[:1].upper()
        letter = initial if initial.isalnum() else "?"
        content = (
            f'<g fill="{piece.body}" stroke="{piece.outline}" stroke-width="1.2">{shape}</g>'
            f'<text x="10" y="{letter_y}" font-size="{size}" font-weight="700" text-anchor="middle"'
            f' stroke="none" fill="{piece.letters}">{letter}</text>'
        )
        found.append(_symbol(f"{prefix}sign-{seat}", (20, 20), content))
    return "".join(found)
