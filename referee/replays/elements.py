"""Small elements that all parts of a replay use."""

from typing import Final

from referee.pictures.look import FONTS, Look, plain

LOSS: Final = "\N{MINUS SIGN}"


def attribute(text: str) -> str:
    """Return a text as an attribute may hold it."""
    return plain(text).replace('"', "&quot;")


def sign(look: Look, seat: int | None) -> str:
    """Return a player's sign, which the page defines once; nothing without a player."""
    if seat is None:
        return ""
    return (
        f'<span class="sign"><svg viewBox="-1 -1 22 22" font-family="{FONTS}" aria-hidden="true">'
        f'<use href="#{look.prefix}sign-{seat}" width="20" height="20"/></svg></span>'
    )


def button(name: str, title: str, content: str, *, extra: bool = False) -> str:
    """Return a button; an extra one is left out where there is little room."""
    return (
        f'<button type="button" id="{name}"{" class=extra" if extra else ""}'
        f' aria-label="{attribute(title)}" title="{attribute(title)}">{content}</button>'
    )


def loss_badge(loss: int) -> str:
    """Return how much a turn fell short of the best one; nothing if it did not."""
    return f'<span class="loss">{LOSS}{loss}</span>' if loss else ""
