"""Where an edition of the rulebook says something, in the language that is spoken."""

from referee.game.citations import Citation
from referee.game.messages.speech import say, thing


def place_words(citation: Citation) -> str:
    """Return where an edition says something: the heading, the part of it, the page."""
    words = [say("pages.citations.heading", heading=citation.heading.rstrip(" :"))]
    if citation.part:
        words.append(thing(citation.part))
    if citation.page:
        several = "-" in citation.page
        words.append(
            say(
                "pages.citations.pages" if several else "pages.citations.page", number=citation.page
            )
        )
    return ", ".join(words)


def cited_place(citation: Citation) -> str:
    """Return a place with its edition; in English that is the citation itself."""
    return f"{citation.edition} {place_words(citation)}"
