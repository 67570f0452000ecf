"""Faces as they are written."""

from collections.abc import Mapping
from typing import Any, Final

from referee.game.components import (
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
    Reward,
)
from referee.game.faces import FACE, SeenFace
from referee.game.ids import GOODS

KINDS_OF_CARDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(GOODS, "goods"),
    "expansion": "expansion",
    "clerk": "bookkeeper",
    "merchant": "merchant",
    "single": "share",
}
"""By word of a face the kind of card."""


def face_text(face: SeenFace) -> str:
    """Return a face as it is written."""
    words = [] if face.letter is None else [face.letter]
    seen = dict(face.seen)
    if face.deck == "cards":
        words += _card_words(seen)
    elif face.deck == "regions":
        words += _region_words(seen)
    else:
        words += _exchange_words(seen)
    return f"{FACE}{' '.join(words)}]"


def _card_words(seen: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    if kind := seen.get("kind"):
        word = next(word for word, each in KINDS_OF_CARDS.items() if each == kind)
        words.append(seen.get("good", word))
        words += [str(seen[name]) for name in ("units", "points", "company") if name in seen]
    if "crate" in seen:
        words.append(f"crate {seen['crate']}")
    if "share" in seen:
        # Behind a merchant a company is whose merchant it is.
        words.append(f"share {seen['share']}" if kind == "merchant" else seen["share"])
    return words


def _exchange_words(seen: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    if "requires" in seen:
        words.append(" + ".join(map(requirement_text, seen["requires"])))
    if "reward" in seen:
        words.append(f"-> {reward_text(seen['reward'])}")
    if "bonus" in seen:
        steps = " + ".join(f"{each.steps} {each.track}" for each in seen["bonus"])
        words.append(f"bonus {steps}")
    return words


def requirement_text(requirement: Requirement) -> str:
    """Return a requirement as it is written."""
    match requirement:
        case NeedsGood(good=good, units=units):
            return f"{units} {good}"
        case NeedsOneGood(units=units):
            return f"{units} of one good"
        case NeedsExpansion(points=points):
            return f"expansion {points}"
        case NeedsColleague(count=count):
            return "colleague" if count == 1 else f"{count} colleague"


def reward_text(reward: Reward) -> str:
    """Return the reward of a book as it is written."""
    parts = [
        f"{count} {name.removesuffix('s') if count == 1 else name}"
        for name in ("pounds", "diamonds", "points", "posts")
        if (count := getattr(reward, name))
    ]
    if reward.cotton_less is not None:
        parts.append(f"cotton - {reward.cotton_less}")
    return " + ".join(parts)


def _region_words(seen: Mapping[str, Any]) -> list[str]:
    words = [str(seen[name]) for name in ("amount", "reward") if name in seen]
    if "mines" in seen:
        words.append(f"mines {seen['mines']}")
    if "beside" in seen:
        words.append(f"beside {' '.join(seen['beside'])}")
    return words
