"""The things of a component set drawn one by one, for pages on which they are chosen."""

from referee.game.component_set import ComponentSet
from referee.pictures.faces import Face, item_faces
from referee.pictures.look import look_of

__all__ = ["Face", "faces"]


def faces(components: ComponentSet, language: str = "en") -> tuple[Face, ...]:
    """Return every card, book and tile of a set as a small picture of a page, with its title.

    They share the icons of a picture of the theme `page`, which has to be on the same page.

    >>> import referee
    >>> table = referee.load_table("games/two-players.mgn", "3.2")
    >>> next(face.title for face in referee.faces(table.components) if face.id == "a01")
    'Book a01, letter A: needs 1 unit of cotton; gives the cotton total less 1 in pounds'
    """
    if type(components) is not ComponentSet:
        from referee.unread.drawn_sets import drawn_set  # noqa: PLC0415 - few sets have blanks

        components = drawn_set(components)
    return tuple(item_faces(look_of("page", language, ""), components))
