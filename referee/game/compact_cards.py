"""Cards and regions, as people write them: `3 coffee, crate 3, share cairo`."""

from referee.game.compact_words import (
    CLERKS,
    DIAMONDS,
    GOOD_WORDS,
    MINES,
    NOTHING,
    POINTS,
    POUNDS,
    STEPS,
    CompactWords,
    Raw,
)
from referee.game.ids import COMPANIES


def card(text: str) -> Raw:
    """Return what a card shows: `3 coffee, crate 3, share cairo`."""
    words = CompactWords(text, "card")
    found = _action(words)
    while not words.ended:
        words.skip(",", "+", ";")
        if words.skip("crate"):
            found["crate"] = words.number()
        elif words.skip("share"):
            words.skip("of")
            found["share"] = words.company()
        else:
            raise words.refused()
    if found["kind"] == "share" and "share" not in found:
        raise words.refused()
    return found


def _action(words: CompactWords) -> Raw:
    """Return the kind of a card with what belongs to it."""
    if words.skip("expansion"):
        return {"kind": "expansion", "points": words.number()}
    if words.skip(*CLERKS):
        return {"kind": "bookkeeper", "points": words.number()}
    if words.skip("merchant"):
        words.skip("of")
        return _merchant(words.company() if words.peek() in COMPANIES else None)
    if words.skip("share"):
        words.skip("of")
        return {"kind": "share", "share": words.company()}
    if words.peek() == "no" and words.peek(1) == "action":
        words.at += 2
        return {"kind": "share"}
    return _counted_action(words)


def _counted_action(words: CompactWords) -> Raw:
    """Return the kind of a card that is told by a number first."""
    count = words.number()
    if words.skip(*DIAMONDS):
        words.skip(*STEPS)
        return _shown_merchant(words, count)
    if words.peek() in GOOD_WORDS:
        return {"kind": "goods", "good": GOOD_WORDS[words.take()], "units": count}
    if words.skip("expansion"):
        return {"kind": "expansion", "points": count}
    if words.skip("book", "bookkeeping") or words.peek() in POINTS:
        if not words.skip(*POINTS):
            raise words.refused()
        return {"kind": "bookkeeper", "points": count}
    raise words.refused()


def _shown_merchant(words: CompactWords, steps: int | str) -> Raw:
    """Return a merchant told by what it gives: `2 diamond steps (+1 per 2 mines of cairo)`."""
    found: Raw = {"kind": "merchant", "steps": steps, "pounds": 0}
    if words.skip("("):
        words.skip("+")
        one = words.number()
        if one != 1 or not words.skip("per"):
            raise words.refused()
        found["mines_per_step"] = words.number() if words.is_number() else 1
        if not words.skip(*MINES) or not words.skip("of"):
            raise words.refused()
        found["company"] = words.company()
        if not words.skip(")"):
            raise words.refused()
    if words.peek() in {"+", ","} and words.peek(2) in POUNDS:
        words.take()
        found["pounds"] = words.number()
        words.take()
    return found


def _merchant(company: str | None) -> Raw:
    # The rulebook states what the five merchants give.
    if company is None:
        return {"kind": "merchant", "steps": 1, "pounds": 2}
    return {"kind": "merchant", "company": company, "steps": 2, "pounds": 1, "mines_per_step": 2}


def region(text: str) -> Raw:
    """Return what a region gives: `2 diamonds, 1 mine`."""
    words = CompactWords(text, "region")
    found = _region_reward(words)
    words.skip(",", "+", ";")
    if words.is_number():
        found["mines"] = words.number()
        if not words.skip(*MINES):
            raise words.refused()
    words.end()
    return found


def _region_reward(words: CompactWords) -> Raw:
    if words.skip(*NOTHING):
        return {"reward": "none", "amount": 0, "mines": 0}
    words.skip("£")
    pounds = words.peek(-1) == "£"
    amount = words.number()
    if pounds or words.skip(*POUNDS):
        kind = "pounds"
    elif words.skip(*DIAMONDS):
        words.skip(*STEPS)
        kind = "diamonds"
    elif words.skip("track"):
        words.skip(*STEPS)
        kind = "track"
    elif words.skip(*STEPS):
        kind = "track"
    else:
        words.skip("book", "bookkeeping")
        if not words.skip(*POINTS):
            raise words.refused()
        kind = "points"
    return {"reward": kind, "amount": amount, "mines": 0}
