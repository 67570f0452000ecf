"""What a picture shows: a table, the players at it, and what is pointed out on it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import UsageError, WriteError
from referee.api.games import Game
from referee.core.component_set import ComponentSet
from referee.core.state import State
from referee.drawing.film import NoRendererError, picture_page, png
from referee.drawing.items import Face, item_faces
from referee.drawing.look import look_of
from referee.drawing.marks import NO_MARKS, PointedPlaces
from referee.drawing.shapes import page_style
from referee.drawing.sheet import ShownTable, shown_table
from referee.drawing.table import LAPTOP, PHONE, TABLET, Picture, Style, table_picture
from referee.i18n.page_words import picture_words
from referee.i18n.speech import spoken
from referee.templates import page

if TYPE_CHECKING:
    from referee.drawing.shapes import Theme

__all__ = ["Face"]


PictureWidth = Literal["laptop", "tablet", "phone"]
PictureTheme = Literal["light", "dark", "page"]
"""`page` leaves the colours to a page that has the style sheet of `picture_style`."""
WIDTHS: Final[dict[PictureWidth, int]] = {"laptop": LAPTOP, "tablet": TABLET, "phone": PHONE}


class Scene(Struct, frozen=True, kw_only=True):
    """What a picture shows; it becomes a file of one of several kinds."""

    state: State
    others: tuple[State, ...] = ()
    """Other tables that are possible; what differs from them is not certain."""
    colours: tuple[str, ...]
    """The colours of the players by seat."""
    names: tuple[str | None, ...] = ()
    """Their names by seat, where a record tells them."""
    marks: PointedPlaces = NO_MARKS
    """What is pointed out."""
    title: str = ""
    """The heading of a page; without one that of the picture."""
    caption: tuple[str, ...] = ()
    """What is said beside the picture, line by line."""
    discreet: bool = False
    """Whether hands, and what everybody would score, are left out."""

    def to_svg(self, width: PictureWidth = "laptop", theme: PictureTheme = "light") -> str:
        """Return the picture as SVG, laid out for a laptop, a tablet or a phone.

        >>> import referee
        >>> referee.load("games/two-players.mgn").table("3.2").scene.to_svg()[:4]
        '<svg'
        """
        return self._picture(width, theme).svg

    def to_png(
        self, width: PictureWidth = "laptop", theme: PictureTheme = "light", scale: float = 2
    ) -> bytes:
        """Return the picture as PNG; a `WriteError` without the extra `pictures`."""
        try:
            return png(self._picture(width, theme), scale)
        except NoRendererError as error:
            raise WriteError(str(error)) from error

    def to_html(self) -> str:
        """Return a page that shows the picture in any window, light or dark as its reader likes.

        >>> import referee
        >>> referee.load("games/two-players.mgn").table().scene.to_html().count("<svg")
        2
        """
        return picture_page(
            self._picture("laptop", "page", "wide-"),
            self._picture("phone", "page", "narrow-"),
            self.title or picture_words().parts["table"],
            self.caption,
        )

    def to_figure(self, **more: object) -> str:
        """Return the picture with its title and caption, as a notebook shows it."""
        # A notebook gives each answer the width of its column, whatever the picture's own is.
        svg = self.to_svg().replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
        return page("notebook", svg=svg, title=self.title, caption=self.caption, **more)

    def to_file(self, ending: str) -> bytes:
        """Return the bytes of a file that ends in `.svg`, `.png` or `.html`."""
        made = ENDINGS.get(ending.lower())
        if made is None:
            raise UsageError.of(
                "answers.scenes.picture-ending",
                endings=", ".join(ENDINGS),
                ending=f"{ending!r:.40}",
            )
        return made(self)

    def _picture(self, width: PictureWidth, theme: "Theme", prefix: str = "") -> Picture:
        if width not in WIDTHS:
            raise UsageError.of(
                "answers.scenes.no-width", width=f"{width!r:.40}", widths=", ".join(WIDTHS)
            )
        if theme not in {"light", "dark", "page"}:
            raise UsageError.of("answers.scenes.no-theme", theme=f"{theme!r:.40}")
        style = Style(
            width=WIDTHS[width],
            theme=theme,
            language=spoken(),
            prefix=prefix,
            discreet=self.discreet,
        )
        return table_picture(self.shown, self.colours, self.names, style=style, marks=self.marks)

    @staticmethod
    def style_sheet() -> str:
        """Return the style sheet of a page that holds pictures of the theme `page`."""
        return page_style()

    @staticmethod
    def faces(components: ComponentSet, language: str = "en") -> tuple[Face, ...]:
        """Return every card, book and tile of a set as a small picture, with its title.

        They share the icons of a picture of the theme `page`, which has to be on the same page.

        >>> import referee
        >>> table = referee.load("games/two-players.mgn").table("3.2")
        >>> faces = referee.Scene.faces(table.components)
        >>> next(face.title for face in faces if face.id == "a01")
        'Book a01, letter A: needs 1 unit of cotton; gives the cotton total less 1 in pounds'
        """
        return tuple(item_faces(look_of("page", language, ""), components.drawn()))

    def _repr_html_(self) -> str:
        return self.to_figure()

    def __repr__(self) -> str:
        return f"<Scene: {self.title}>"

    @property
    def shown(self) -> ShownTable:
        """The table as far as it is certain, with what follows from it."""
        tables = self.state, *self.others
        drawn: ShownTable | None = self.state.setting.components.drawn_table(tables)
        return shown_table(tables) if drawn is None else drawn


ENDINGS: Final[dict[str, Callable[[Scene], bytes]]] = {
    ".svg": lambda scene: scene.to_svg().encode(),
    ".png": lambda scene: scene.to_png(),
    ".html": lambda scene: scene.to_html().encode(),
}
"""By the ending of a file how it is made."""


def game_html(game: "Game") -> str:
    """Return a game as its title, its players and its last table, as a notebook shows it."""
    scene = game.table().scene
    title = game.record.header.title or game.name
    caption = (" · ".join(game.called), scene.title, *scene.caption)
    return replace(scene, title=title, caption=caption).to_figure()
