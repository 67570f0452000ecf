"""Cards, books and starting tiles one by one, as small pictures of a page."""

from collections.abc import Iterator

from msgspec import Struct

from referee.game.component_set import ComponentSet
from referee.pictures.items import book_face, book_title, card_face, card_title, first_page
from referee.pictures.look import FONTS, Look, num

CARD = (92.0, 62.0)
BOOK = (66.0, 84.0)


class Face(Struct, frozen=True):
    """A thing that lies on a table, drawn by itself."""

    id: str
    svg: str
    title: str


def item_faces(look: Look, components: ComponentSet) -> Iterator[Face]:
    """Yield every card, book, bonus tile and starting tile of a set, as a page can show it."""
    for item in (*components.cards, *components.tiles):
        yield Face(item.id, _svg(look, CARD, card_face(look, item, *CARD)), card_title(look, item))
    for book in components.books:
        yield Face(book.id, _svg(look, BOOK, book_face(look, book, *BOOK)), book_title(look, book))
    for tile in components.starting_tiles:
        drawn = first_page(look, tile.id, tile.requires, tile.reward, *BOOK)
        yield Face(tile.id, _svg(look, BOOK, drawn), tile.id)


def _svg(look: Look, size: tuple[float, float], content: str) -> str:
    width, height = map(num, size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {num(size[0] + 2)}'
        f' {num(size[1] + 2)}" width="{width}" height="{height}" font-family="{FONTS}"'
        f' fill="{look.palette.ink}" aria-hidden="true">{content}</svg>'
    )
