"""What a picture shows: a table, the players at it, and what is pointed out on it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from referee.api.errors import MisuseError, UnwritableError
from referee.game.component_set import ComponentSet
from referee.game.messages.pictures import picture_words
from referee.game.messages.speech import say, spoken
from referee.game.state import State
from referee.pictures.marks import NO_MARKS, PointedPlaces
from referee.pictures.page import picture_page
from referee.pictures.palette import page_style
from referee.pictures.png import NoRendererError, png
from referee.pictures.shown_table import ShownTable, shown_table
from referee.pictures.table import LAPTOP, PHONE, TABLET, Picture, Style, table_picture

if TYPE_CHECKING:
    from referee.pictures.palette import Theme

__all__ = ["ENDINGS", "WIDTHS", "PictureTheme", "PictureWidth", "Scene", "picture_style"]

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
        >>> referee.draw("games/two-players.mgn", "3.2").to_svg()[:4]
        '<svg'
        """
        return self._picture(width, theme).svg

    def to_png(
        self, width: PictureWidth = "laptop", theme: PictureTheme = "light", scale: float = 2
    ) -> bytes:
        """Return the picture as PNG; an `UnwritableError` without the extra `pictures`."""
        try:
            return png(self._picture(width, theme), scale)
        except NoRendererError as error:
            raise UnwritableError(str(error)) from error

    def to_html(self) -> str:
        """Return a page that shows the picture in any window, light or dark as its reader likes.

        >>> import referee
        >>> referee.draw("games/two-players.mgn").to_html().count("<svg")
        2
        """
        return picture_page(
            self._picture("laptop", "page", "wide-"),
            self._picture("phone", "page", "narrow-"),
            self.title or picture_words().parts["table"],
            self.caption,
        )

    def to_file(self, ending: str) -> bytes:
        """Return the bytes of a file that ends in `.svg`, `.png` or `.html`."""
        made = ENDINGS.get(ending.lower())
        if made is None:
            raise MisuseError(
                say(
                    "answers.scenes.a-picture-ends-in-not",
                    endings=", ".join(ENDINGS),
                    ending=f"{ending!r:.40}",
                )
            )
        return made(self)

    def _picture(self, width: PictureWidth, theme: "Theme", prefix: str = "") -> Picture:
        if width not in WIDTHS:
            raise MisuseError(
                say(
                    "answers.scenes.there-is-no-width-there",
                    width=f"{width!r:.40}",
                    widths=", ".join(WIDTHS),
                )
            )
        if theme not in {"light", "dark", "page"}:
            raise MisuseError(say("answers.scenes.there-is-no-theme-there", theme=f"{theme!r:.40}"))
        style = Style(
            width=WIDTHS[width],
            theme=theme,
            language=spoken(),
            prefix=prefix,
            discreet=self.discreet,
        )
        return table_picture(self.shown, self.colours, self.names, style=style, marks=self.marks)

    @property
    def shown(self) -> ShownTable:
        """The table as far as it is certain, with what follows from it."""
        tables = self.state, *self.others
        if type(self.state.setting.components) is ComponentSet:
            return shown_table(tables)
        from referee.unread.drawn_tables import drawn_table  # noqa: PLC0415 - few sets have blanks

        return drawn_table(tables)


def picture_style() -> str:
    """Return the style sheet of a page that holds pictures of the theme `page`.

    >>> import referee
    >>> referee.picture_style()[:6]
    ':root{'
    """
    return page_style()


ENDINGS: Final[dict[str, Callable[[Scene], bytes]]] = {
    ".svg": lambda scene: scene.to_svg().encode(),
    ".png": lambda scene: scene.to_png(),
    ".html": lambda scene: scene.to_html().encode(),
}
"""By the ending of a file how it is made."""
