"""Books, starting tiles and bonuses, as people write them: `2 coffee + colleague -> 3 pounds`."""

import re

from referee.game.compact_words import (
    ARROW,
    DIAMONDS,
    GOOD_WORDS,
    NOTHING,
    POINTS,
    POUNDS,
    STEPS,
    CompactFormError,
    CompactWords,
    Raw,
    listed,
)


def requirements(text: str) -> list[Raw]:
    """Return the requirements of a book: `2 coffee + colleague`."""
    words = CompactWords(text, "requirements")
    found = listed(words, _requirement)
    words.end()
    return found


def _requirement(words: CompactWords) -> Raw:
    words.skip("a", "an")
    if words.skip("expansion"):
        return {"needs": "expansion", "points": words.number()}
    if words.skip("colleague"):
        return {"needs": "colleague"}
    count = words.number()
    if words.skip("expansion"):
        return {"needs": "expansion", "points": count}
    if words.skip("colleague", "colleagues"):
        return {"needs": "colleague", "count": count}
    if words.peek() in GOOD_WORDS:
        return {"needs": "good", "good": GOOD_WORDS[words.take()], "units": count}
    words.skip("of")
    if words.skip("one", "any", "a"):
        words.skip("good", "kind")
        return {"needs": "one-good", "units": count}
    raise words.refused()


def reward(text: str) -> Raw:
    """Return a reward: `3 pounds + 1 diamond step`."""
    words = CompactWords(text, "reward")
    found = _reward(words)
    words.end()
    return found


def _reward(words: CompactWords) -> Raw:
    if words.skip(*NOTHING):
        return {}
    found: Raw = {}
    for part in listed(words, _reward_part):
        if found.keys() & part.keys():
            raise words.refused()
        found |= part
    return found


def _reward_part(words: CompactWords) -> Raw:  # noqa: PLR0911
    if words.skip("£"):
        return {"pounds": words.number()}
    if words.skip("cotton"):
        words.skip("total")
        if not (words.skip("-", "less")):
            raise words.refused()
        less = words.number()
        words.skip(*POUNDS)
        return {"cotton_less": less}
    words.skip("remove")
    count = words.number()
    if words.skip(*POUNDS):
        return {"pounds": count}
    if words.skip(*DIAMONDS):
        words.skip(*STEPS)
        return {"diamonds": count}
    if words.skip("post", "posts"):
        return {"posts": count}
    if words.skip("book", "bookkeeping") or words.peek() in POINTS:
        if not words.skip(*POINTS):
            raise words.refused()
        return {"points": count}
    words.skip(*STEPS)
    return {"track": {"company": words.company(), "steps": count}}


def book(text: str) -> Raw:
    """Return what a book says: `2 coffee + colleague -> 3 pounds`."""
    needs, arrow, gives = text.replace("→", ARROW).partition(ARROW)
    if not arrow:
        raise CompactFormError("book", text)
    return {"requires": requirements(needs), "reward": reward(gives)}


def tiers(text: str) -> list[Raw]:
    """Return the tiers of a majority space: `1+ 2 steps cairo; 3+ 3 steps cairo`."""
    found = []
    for part in re.split(r"[;\n]", text):
        words = CompactWords(part, "tiers")
        least = words.number()
        words.skip("+")
        words.skip(":")
        found.append({"least": least, "reward": _reward(words)})
        words.end()
    return found


def starting_bonus(text: str) -> list[Raw]:
    """Return a starting bonus: `1 diamond step + 1 step saint-louis`."""
    words = CompactWords(text, "starting-bonus")

    def one(words: CompactWords) -> Raw:
        steps = words.number()
        if words.skip(*DIAMONDS):
            words.skip(*STEPS)
            return {"track": "diamonds", "steps": steps}
        words.skip(*STEPS)
        return {"track": words.company(), "steps": steps}

    found = listed(words, one)
    words.end()
    return found
