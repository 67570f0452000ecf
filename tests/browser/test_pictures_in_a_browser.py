"""Pictures as a browser draws them: no text leaves its place, is cut off or covered."""

from typing import TYPE_CHECKING

import pytest

import referee
from referee.api.scenes import Scene
from referee.drawing.look import FONTS
from referee.drawing.marks import PointedPlaces
from referee.drawing.players import VALUES
from referee.drawing.table import LAPTOP, PHONE, TABLET, Picture, Style, table_picture

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TABLES = {
    "four, setup": ("games/four-players.mgn", "1"),
    "four, first turn": ("games/four-players.mgn", "1.1"),
    "four, middle": ("games/four-players.mgn", "4.3"),
    "four, late": ("games/four-players.mgn", "6.7"),
    "four, end": ("games/four-players.mgn", None),
    "three, middle": ("games/three-players.mgn", "4.2"),
    "three, end": ("games/three-players.mgn", None),
    "two, middle": ("games/two-players.mgn", "5.1"),
    "two, end": ("games/two-players.mgn", None),
    "own copy": ("games/own-copy/three-players.mgn", None),
    "partly read, first turn": ("games/own-copy/bens-first-game.mgn", "1.1"),
    "partly read, middle": ("games/own-copy/bens-first-game.mgn", "4.3"),
    "partly read, end": ("games/own-copy/bens-second-game.mgn", None),
    "behind a gap": ("games/with-gaps/red-never-wrote-columns.mgn", None),
}
WIDEST_FACE = "DejaVu Sans"

CHECK = """
([drawn, boxes]) => {
  document.body.style.margin = 0;
  document.body.innerHTML = drawn;
  const found = [], glyphs = [];
  const svg = document.querySelector('svg');
  const page = svg.getBoundingClientRect();
  for (const text of svg.querySelectorAll('text')) {
    if (text.closest('defs, symbol, #marks')) continue;
    const box = text.getBoundingClientRect(), size = parseFloat(text.getAttribute('font-size'));
    const line = text.getBBox();
    const scale = box.height / line.height;
    const base = box.top + (parseFloat(text.getAttribute('y')) - line.y) * scale;
    const glyph = {left: box.left, right: box.right, top: base - 0.7 * size, bottom: base,
                   words: text.textContent, text};
    glyphs.push(glyph);
    const place = text.closest('g[id]');
    const room = boxes[place && place.id] ||
                 {left: 0, right: page.width, top: 0, bottom: page.height};
    const out = Math.max(room.left - glyph.left, glyph.right - room.right,
                         room.top - glyph.top, glyph.bottom - room.bottom);
    if (glyph.words.endsWith('…')) found.push(`"${glyph.words}" is cut off`);
    if (out > 2.5) found.push(`"${glyph.words}" leaves ${place && place.id} by ${out.toFixed(1)}`);
  }
  for (let i = 0; i < glyphs.length; i++) {
    for (let j = i + 1; j < glyphs.length; j++) {
      const a = glyphs[i], b = glyphs[j];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1.5 && down > 1.5) found.push(`"${a.words}" lies on "${b.words}"`);
    }
  }
  for (const use of svg.querySelectorAll('use')) {
    if (use.closest('defs, symbol, #marks, #map')) continue;
    const box = use.getBoundingClientRect();
    for (const glyph of glyphs) {
      const across = Math.min(glyph.right, box.right) - Math.max(glyph.left, box.left);
      const down = Math.min(glyph.bottom, box.bottom) - Math.max(glyph.top, box.top);
      if (across <= 2.5 || down <= 2.5) continue;
      if (glyph.text.compareDocumentPosition(use) & Node.DOCUMENT_POSITION_FOLLOWING) {
        found.push(`${use.getAttribute('href')} lies on "${glyph.words}"`);
      }
    }
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def page(browser: "Browser") -> "Page":
    return browser.new_page(viewport={"width": LAPTOP, "height": 900})


def _faults(page: "Page", picture: Picture) -> list[str]:
    boxes = {
        name: {
            "left": box.x,
            "top": box.y,
            "right": box.x + box.width,
            # Below the books of a track stand its steps and their values.
            "bottom": box.y + box.height + (VALUES if "-step-" in name else 0),
        }
        for name, box in picture.boxes.items()
        if not name.startswith(("region-", "home-")) and "-track-" not in name
    }
    found: list[str] = page.evaluate(CHECK, [picture.svg.replace(FONTS, WIDEST_FACE), boxes])
    return found


def _pictures(scene: Scene) -> list[Picture]:
    return [
        table_picture(
            scene.shown, scene.colours, scene.names, style=Style(width=width), marks=_open(scene)
        )
        for width in (LAPTOP, TABLET, PHONE)
    ]


def _open(scene: Scene) -> PointedPlaces:
    """Return the question marks, which take the place of what they lie on."""
    return PointedPlaces(tuple(mark for mark in scene.marks.places if mark.kind == "open"))


def _scene(path: str, at: str | None = None) -> Scene:
    return referee.load(path).tables(at).scene


@pytest.mark.parametrize("name", TABLES)
def test_every_text_of_a_table_stays_in_its_place(page: "Page", name: str) -> None:
    for picture in _pictures(_scene(*TABLES[name])):
        assert _faults(page, picture) == [], picture.width


@pytest.mark.parametrize("puzzle", referee.puzzles(), ids=lambda puzzle: puzzle.id)
def test_every_text_of_a_puzzle_stays_in_its_place(page: "Page", puzzle: referee.Puzzle) -> None:
    for picture in _pictures(puzzle.scene):
        assert _faults(page, picture) == [], picture.width
