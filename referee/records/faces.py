"""Faces and places as they are read: `[coffee 3 crate 4 cairo]`, `@left3`."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from referee.core.component_set import ComponentSet
from referee.core.components import (
    BonusSteps,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
    Reward,
)
from referee.core.faces import (
    CALLED,
    FACE,
    PLACE,
    Deck,
    SeenFace,
    book_places,
    called_space,
    display_places,
    entries_with,
)
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS, GOODS, SLOTS
from referee.core.input_limits import DIGITS_OF_A_NUMBER
from referee.i18n.speech import say
from referee.records.keywords import FACES
from referee.records.names import words_of
from referee.records.record import WordError, near, shown

# Faces as they are written ------------------------------------------------------------------------
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


_WORD: Final = re.compile(r"->|→|\d+|[^\W\d][\w'-]*|[^\s,;]")

_UNSAID: Final = frozenset({"a", "an", "of", "the", "total", "good", "goods", "step", "steps"})
"""Words that people put between the others, and that mean nothing."""

_NUMBER_OF_KIND: Final = {"goods": "units", "expansion": "points", "bookkeeper": "points"}


class FaceError(Exception):
    """What is written between brackets is no face of such a piece."""


def read_piece(deck: Deck, said: str, components: ComponentSet) -> str:
    """Return a piece in its canonical form; a `WordError` if a set can have none like it."""
    if said.startswith(PLACE):
        return _read_place(deck, said, components)
    if not said.endswith("]"):
        raise WordError(say("records.faces.unclosed", face=f"{shown(said)!r}"), 0)
    try:
        face = face_of(deck, said, components)
    except FaceError as error:
        raise WordError(
            say("records.faces.bad-face", face=f"{shown(said)!r}", error=error), 0
        ) from error
    if not face.seen and face.letter is None:
        raise WordError(
            say("records.faces.nothing-seen", face=f"{shown(said)!r}", piece=CALLED[deck]),
            0,
        )
    if components.is_read and not entries_with(face, components):
        # A set that is partly read may turn out to have it.
        raise WordError(say("records.faces.no-piece", piece=CALLED[deck], face=face_text(face)), 0)
    return face_text(face)


def _read_place(deck: Deck, said: str, components: ComponentSet) -> str:
    key = said.casefold()
    known = [*places_of(deck, components)]
    if key in known:
        return key
    if deck == "books" and words_of(components)["book space"].has(key[1:]):
        found = words_of(components)["book space"].find(key[1:])
        return next(
            f"{PLACE}{called_space(space)}" for space in components.book_spaces if space.id == found
        )
    if not known:
        raise WordError(say("records.faces.no-places", piece=CALLED[deck]), 0)
    raise WordError(say("records.faces.no-place", place=f"{shown(said)!r}"), 0, near(key, known))


def places_of(deck: Deck, components: ComponentSet) -> Sequence[str]:
    """Return the places by which pieces can be named: of a display, and one's own slots."""
    if deck == "cards":
        return [*display_places(components), *(f"{PLACE}{slot}" for slot in SLOTS)]
    return [*book_places(components)] if deck == "books" else []


# Reading ------------------------------------------------------------------------------------------
@lru_cache(maxsize=1024)
def face_of(deck: Deck, said: str, components: ComponentSet) -> SeenFace:
    """Return the face between brackets; a `FaceError` if it makes no sense."""
    words = [
        spelled
        for word in _WORD.findall(said.removeprefix(FACE).removesuffix("]"))
        if (spelled := _spelled(word)) not in _UNSAID
    ]
    return _READERS[deck](FaceWords(words, components))


def _spelled(word: str) -> str:
    """Return a word as it is known; a letter is a capital, so that `a colleague` has none."""
    key = word.casefold()
    return word if word in CARD_LETTERS else FACES.get(key, key)


class FaceWords:
    """The words of a face while they are read from left to right."""

    def __init__(self, words: list[str], components: ComponentSet) -> None:
        self._words = words
        self._at = 0
        self.components = components

    @property
    def word(self) -> str:
        """The word that comes next; nothing at the end."""
        return self._words[self._at] if self._at < len(self._words) else ""

    def take(self, *words: str) -> bool:
        """Go on if one of these words comes next; return whether it did."""
        if self.word in words:
            self._at += 1
            return True
        return False

    def next(self) -> str:
        """Return the next word and go on."""
        word = self.word
        self._at += 1
        return word

    def number(self) -> int | None:
        """Return the next word if it is a number, and go on."""
        if self.word.isdecimal() and len(self.word) <= DIGITS_OF_A_NUMBER:
            return int(self.next())
        return None

    def require_number(self, behind: str) -> int:
        """Return a number that has to come next."""
        found = self.number()
        if found is None:
            raise FaceError(say("records.faces.number-expected", behind=f"{behind!r}"))
        return found

    def company(self) -> str | None:
        """Return the next word if it is a company, and go on."""
        scope = words_of(self.components)["company"]
        is_other = self.word in FACES or self.word in CARD_LETTERS
        if self.word and not is_other and scope.has(self.word):
            return scope.find(self.next())
        return None

    def require_company(self, behind: str) -> str:
        """Return a company that has to come next."""
        found = self.company()
        if found is None:
            raise FaceError(say("records.faces.company-expected", behind=f"{behind!r}"))
        return found

    def odd(self, wanted: str) -> FaceError:
        """Return that the next word is out of place."""
        if not self.word:
            return FaceError(say("records.faces.expected-at-end", expected=wanted))
        word = f"{shown(self.word)!r}"
        return FaceError(say("records.faces.expected", expected=wanted, word=word))


def _read_card(words: FaceWords) -> SeenFace:
    """Read what is on a card: `B coffee 3 crate 4 cairo`."""
    letter: str | None = None
    seen: dict[str, Any] = {}
    while words.word:
        count = words.number()
        if count is not None and words.word not in GOODS:
            raise words.odd("a good")
        if words.word in KINDS_OF_CARDS:
            _read_kind(words, seen, count)
        elif words.take("crate"):
            seen["crate"] = words.require_number("crate")
        elif words.take("share"):
            seen["share"] = words.require_company("share")
        elif (company := words.company()) is not None:
            seen["share"] = company
        elif letter is None and words.word in CARD_LETTERS:
            letter = words.next()
        else:
            raise words.odd(say("records.faces.card-parts"))
    return SeenFace("cards", tuple(seen.items()), letter)


def _read_kind(words: FaceWords, seen: dict[str, Any], count: int | None) -> None:
    """Read what kind a card is of, and the number that such a card has."""
    word = words.next()
    kind = KINDS_OF_CARDS[word]
    if "kind" in seen:
        raise FaceError(say("records.faces.one-kind"))
    seen["kind"] = kind
    if kind == "goods":
        seen["good"] = word
    number = words.number() if count is None else count
    if number is not None:
        if kind not in _NUMBER_OF_KIND:
            raise FaceError(say("records.faces.no-number", word=f"{word!r}"))
        seen[_NUMBER_OF_KIND[kind]] = number
    if kind == "merchant" and (company := words.company()) is not None:
        seen["company"] = company


def _read_book(words: FaceWords) -> SeenFace:
    """Read what is on a book: `2 coffee + colleague -> 3 pounds`."""
    letter = words.next() if words.word in BOOK_LETTERS else None
    seen = _read_exchange(words)
    if words.word:
        raise words.odd(say("records.faces.card-end"))
    return SeenFace("books", tuple(seen), letter)


def _read_tile(words: FaceWords) -> SeenFace:
    """Read what is on a starting tile: its book, and `bonus 3 mombasa`."""
    seen = _read_exchange(words)
    if words.take("bonus"):
        steps = []
        while words.word:
            words.take("+")
            count = words.number()
            track = "diamonds" if words.take("diamonds") else words.company()
            if track is None:
                raise words.odd(say("records.faces.bonus-parts"))
            known = cast("Any", track)
            steps.append(BonusSteps(track=known, steps=1 if count is None else count))
        seen.append(("bonus", tuple(steps)))
    if words.word:
        raise words.odd(say("records.faces.bonus-end"))
    return SeenFace("starting_tiles", tuple(seen))


def _read_exchange(words: FaceWords) -> list[tuple[str, Any]]:
    """Read requirements and a reward, either of which may be left out."""
    seen: list[tuple[str, Any]] = []
    if words.word not in {"", "->", "bonus"}:
        requires = [_requirement(words)]
        while words.take("+"):
            requires.append(_requirement(words))
        seen.append(("requires", tuple(requires)))
    if words.take("->"):
        seen.append(("reward", _reward(words)))
    return seen


def _requirement(words: FaceWords) -> Requirement:
    count = words.number()
    word = words.next()
    if word == "one":
        count = words.number() if count is None else count
    elif word not in {*GOODS, "expansion", "colleague"}:
        raise FaceError(say("records.faces.requirement-parts", word=f"{word!r}"))
    elif count is None and word != "colleague":
        count = words.require_number(word)
    number = 1 if count is None else count
    for good in GOODS:
        if word == good:
            return NeedsGood(good=good, units=number)
    if word == "one":
        return NeedsOneGood(units=number)
    return NeedsExpansion(points=number) if word == "expansion" else NeedsColleague(count=number)


def _reward(words: FaceWords) -> Reward:
    parts: dict[str, Any] = {}
    while True:
        if words.take("cotton"):
            words.take("-", "less", "minus")
            parts["cotton_less"] = words.require_number("cotton")
            words.take("pounds")
        else:
            count = words.number()
            word = words.next()
            if word == "book" and words.take("points"):
                word = "points"
            if word not in {"pounds", "diamonds", "points", "posts"}:
                raise FaceError(say("records.faces.reward-parts", word=f"{word!r}"))
            parts[word] = 1 if count is None else count
        if not words.take("+"):
            return Reward(**parts)


def _read_region(words: FaceWords) -> SeenFace:
    """Read what is seen of a region: `2 pounds mines 1 beside cairo R05`."""
    seen: dict[str, Any] = {}
    places = words_of(words.components)["place"]
    while words.word:
        count = words.number()
        if words.take("mines"):
            seen["mines"] = words.require_number("mines") if count is None else count
        elif words.take("beside"):
            beside = []
            while words.word and words.word not in FACES and not words.word.isdecimal():
                if not places.has(words.word):
                    raise words.odd(say("records.faces.border-ends"))
                beside.append(places.find(words.next()))
            seen["beside"] = tuple(sorted(beside))
        elif words.word in {"pounds", "diamonds", "track", "points", "none"}:
            seen["reward"] = words.next()
            if count is not None:
                seen["amount"] = count
        else:
            raise words.odd(say("records.faces.region-parts"))
    return SeenFace("regions", tuple(seen.items()))


_READERS: Final[Mapping[Deck, Callable[[FaceWords], SeenFace]]] = {
    "cards": _read_card,
    "books": _read_book,
    "starting_tiles": _read_tile,
    "regions": _read_region,
}
