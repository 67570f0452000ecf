"""What differs between two events of a kind, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.game.events import BookOnSpace, Event
from referee.game.ids import COMPANIES
from referee.game.messages.speech import say, say_or, thing
from referee.game.turns import (
    Entering,
    Ousting,
    Placing,
    PlusOne,
    RegionPart,
    RewardPart,
    UseLevel,
)
from referee.notation.rewards import part_words


def changes(old: Event, new: Event, colours: tuple[str, ...]) -> Iterator[str]:
    """Yield each difference between an event and its correction as a few words."""
    for field in old.__struct_fields__:
        before, after = getattr(old, field), getattr(new, field)
        if before == after:
            continue
        if field == "seat":
            names = dict(enumerate(colours))
            old_name = names.get(before) or say("explaining.correction.unknown_seat", seat=before)
            yield say("explaining.correction.seat", old=old_name, new=names[after])
        elif isinstance(before, tuple) or isinstance(after, tuple):
            yield from _of_items(field, tuple(before or ()), tuple(after or ()))
        else:
            yield _replaced(
                field, *(_spent(v) if field == "points" else _called(v) for v in (before, after))
            )


def _replaced(field: str, old: str, new: str) -> str:
    of = say_or(field, f"explaining.fields.{field}")
    if field == "space":
        # Some spaces have the id of a good, and are none.
        return say("explaining.correction.space", of=of, old=old, new=new)
    if not new:
        return say("explaining.correction.left_out", of=of, old=old)
    if not old:
        return say("explaining.correction.added", of=of, new=new)
    return say("explaining.correction.instead", of=of, old=old, new=new)


def _of_items(field: str, old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[str]:
    of = say_or(field, f"explaining.fields.{field}")
    before, after = Counter(map(_called, old)), Counter(map(_called, new))
    gone, come = [*(before - after).elements()], [*(after - before).elements()]
    if gone and come:
        yield say("explaining.correction.instead", of=of, old=_listed(gone), new=_listed(come))
    elif gone:
        yield say("explaining.correction.without", of=of, old=_listed(gone))
    elif come:
        yield say("explaining.correction.with", of=of, new=_listed(come))
    else:
        yield say("explaining.correction.order", of=of, new=_listed(map(_called, new)))


def _spent(points: object) -> str:
    """Return what points were spent on; the field says already that it is points."""
    return _word(points).removeprefix("points").strip("()") or say(
        "answers.change_words.on-pounds-only"
    )


def _listed(words: Iterable[str]) -> str:
    return ", ".join(word or "-" for word in words)


def _called(value: object) -> str:
    """Return a part of an event with the name of a company as the language has it."""
    word = _word(value)
    name, _, number = word.partition(" ")
    return f"{thing(name)} {number}" if name in COMPANIES and number else word


def _word(value: object) -> str:
    """Return a part of an event as the notation writes it."""
    word = "" if value is None else str(value)
    match value:
        case Entering(region, column, source):
            word = f"{region}:{column}" + (f"<{source}" if source else "")
        case Ousting(region, column):
            word = f"{region}:{column or 'out'}"
        case Placing(book, step):
            word = f"{book}@{step}"
        case BookOnSpace(space, book):
            word = f"{space}:{book}"
        case UseLevel(company, level):
            word = f"{company} {level}"
        case PlusOne(card, when):
            word = say(f"answers.change_words.tile-{when}", card=card)
        case _ if isinstance(value, RewardPart | RegionPart):
            word = part_words(value)
        case _:
            pass
    return word
