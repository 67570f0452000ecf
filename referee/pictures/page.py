"""A picture as a page of its own, laid out for a wide and for a narrow window."""

from collections.abc import Iterable
from typing import Final

from referee.pictures.look import FONTS, plain
from referee.pictures.palette import page_style
from referee.pictures.table import Picture

NARROW_WINDOW: Final = 900
"""Pixels up to which a window gets the picture that is laid out for a phone."""

STYLE: Final = (
    "body{margin:0;padding:12px;background:var(--bg);color:var(--ink);"
    f"font:16px/1.45 {FONTS}}}"
    "main{max-width:1400px;margin:auto}h1{font-size:20px;margin:0 0 8px}p{margin:0 0 8px}"
    "svg{width:100%;height:auto;display:block}.narrow{display:none}"
    f"@media (max-width:{NARROW_WINDOW}px){{body{{padding:4px}}.wide{{display:none}}"
    ".narrow{display:block}}"
    "@media print{body{padding:0}}"
)


def picture_page(
    wide: Picture, narrow: Picture, title: str, caption: Iterable[str] = (), language: str = "en"
) -> str:
    """Return a page with a picture of the theme `page`, drawn for both kinds of windows.

    The two must have different prefixes.
    """
    words = "".join(f"<p>{plain(line)}</p>" for line in caption)
    shown = plain(title)
    return (
        f'<!doctype html>\n<html lang="{plain(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>{page_style()}{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{shown}</h1>{words}\n"
        f'<div class="wide">{wide.svg}</div>\n<div class="narrow">{narrow.svg}</div>\n'
        "</main>\n</body>\n</html>\n"
    )
