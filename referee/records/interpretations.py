"""What a line can say that is not in the notation: every way of giving its mentions roles."""

import re
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import chain, combinations, count, islice
from typing import Final, NamedTuple

from referee.i18n.speech import say
from referee.records.fields import FORMS
from referee.records.lexicon import LANGUAGES_READ, lexicon_of
from referee.records.lines import read_line
from referee.records.mentions import GUESS, Mention, MentionedLine, mentions
from referee.records.names import Names
from referee.records.record import (
    Reading,
    ReadLine,
    Statement,
    UnexpectedWordError,
    WordError,
    shown,
)
from referee.records.roles import LIGHT, NEEDED, Role, roles

MOST_LOOKED_AT: Final = 1_500
"""Beginnings of readings of a line that are looked at."""

MARGIN: Final = 2.0
"""A reading that costs so much more than another is none."""

MOST_READINGS: Final = 24

LEFT_OUT: Final = 10.0
"""The cost of a piece that has no role, where only a proposal is looked for."""

_UNSAID_VERB: Final = (1.5, 0.6)
_PLAIN: Final = frozenset({"goods", "refill", "claims", "merchant"})
"""Statements that are known for what they are by what is named in them."""

_Words = tuple[tuple[str, str], ...]
"""What was said so far: fields and words."""


class Interpretation(NamedTuple):
    """A way to read a line: what it says in the notation, and how far-fetched it is."""

    cost: float
    line: str
    said: ReadLine
    left_out: tuple[int, ...] = ()
    """The pieces that have no role in it."""

    @property
    def reading(self) -> Reading:
        """What a statement keeps of it."""
        said = self.said
        return Reading(said.said, said.claims, said.taken_back, self.line, self.cost)  # type: ignore[arg-type]


def interpretations(
    text: str, names: Names, language: str = "en", *, proposals: bool = False
) -> list[Interpretation]:
    """Return the ways to read a statement, the most natural first.

    Each gives everything that is mentioned a role, unless these are `proposals`.
    """
    line = mentions(text, names, lexicon_of(language), guesses=proposals)
    if line is None:
        return []
    _note_cards(line, names)
    kinds = {each.kind for at in line.at for each in at}
    found: dict[tuple[object, ...], Interpretation] = {}
    work = iter(range(MOST_LOOKED_AT))
    for statement, needed in NEEDED.items():
        if not needed & kinds:
            continue
        for cost, words, left_out in _assignments(line, statement, work, proposals=proposals):
            for extra, written in _lines(statement, words):
                total = cost + extra
                try:
                    said = read_line(written, names)
                except WordError:
                    continue
                if not isinstance(said, ReadLine):
                    continue
                key = (said.said, said.claims, said.taken_back)
                if key not in found or found[key].cost > total:
                    found[key] = Interpretation(total, written, said, left_out)
    ranked = sorted(found.values(), key=lambda each: (each.cost, each.line))
    return [each for each in ranked if each.cost <= ranked[0].cost + MARGIN][:MOST_READINGS]


def _note_cards(line: MentionedLine, names: Names) -> None:
    """Add to the mentions cards that are named in several words."""
    rows = roles("cards")
    known = names.own[0]["item"].known
    new: list[Mention] = []
    for at, here in enumerate(line.at):
        for role in {id(r): r for each in here for r in rows.get(each.kind, ())}.values():
            for end, values, cost in _matches(line, role, at):
                for kind, template in role.words:
                    value = _filled(template, values)
                    if value and (value[0] == "[" or value in known or value == "exp1"):
                        new.append(Mention(kind, value, at, end, cost + role.cost))
    for each in [each for here in line.at for each in here if each.kind == "region"]:
        # `Kilwa (R19)` is one region.
        at = each.end + (line.pieces[each.end : each.end + 1] == ("(",))
        for other in line.at[at]:
            if other[:2] == each[:2]:
                end = other.end + (
                    at > each.end and line.pieces[other.end : other.end + 1] == (")",)
                )
                new.append(each._replace(end=end))
    for each in new:
        line.at[each.begin].append(each)


_WITHIN: Final = frozenset({"filler", "move"})
"""What may stand between the mentions of a role."""


def _matches(
    line: MentionedLine, role: Role, at: int, step: int = 0
) -> Iterator[tuple[int, dict[str, str], float]]:
    """Yield the pieces up to which a role goes on from one, what it takes, and at what cost."""
    if step == len(role.steps):
        yield at, {}, 0
        return
    kinds, is_optional, key = role.steps[step]
    for each in line.at[at]:
        if each.kind in kinds:
            for end, values, cost in _matches(line, role, each.end, step + 1):
                yield end, {key: each.value, **values}, cost + each.cost
        elif each.kind in _WITHIN and step:
            for end, values, cost in _matches(line, role, each.end, step):
                yield end, values, cost + each.cost
    if is_optional:
        yield from _matches(line, role, at, step + 1)


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Return a template with the values of what was mentioned; nothing if one does not fit."""
    fits = True

    def value(match: re.Match[str]) -> str:
        nonlocal fits
        key, _, form = match[1].partition(":")
        key, _, times = key.partition("*")
        said = values.get(key, "")
        if times:
            number = int(values[times])
            fits = fits and 1 < number <= _MOST_ALIKE
            return " ".join([f"[{said}]"] * number) if fits else ""
        if form == "tile":
            fits = fits and said.endswith("-tile")
            return said.removesuffix("-tile")
        return said

    words = " ".join(_VALUE.sub(value, template).split())
    return words if fits else ""


_VALUE: Final = re.compile(r"\{([^}]+)\}")
_MOST_ALIKE: Final = 3
_CARD: Final = re.compile(r"\b(coffee|banana|cotton|exp|clerk)(\d)(?![\w-])")
_FACES: Final = {
    "coffee": "coffee",
    "banana": "bananas",
    "cotton": "cotton",
    "exp": "expansion",
    "clerk": "clerk",
}


class _Beginning(NamedTuple):
    """The roles of the mentions up to a piece."""

    cost: float
    order: int
    at: int
    words: _Words = ()
    left_out: tuple[int, ...] = ()
    is_claim: bool = False


def _assignments(
    line: MentionedLine, statement: str, work: Iterator[int], *, proposals: bool
) -> Iterator[tuple[float, _Words, tuple[int, ...]]]:
    """Yield complete assignments of roles to the mentions of a line, the cheapest first."""
    order = count()
    heap = [_Beginning(0, next(order), 0, is_claim=statement == "claims")]
    seen: set[tuple[int, _Words, bool]] = set()
    best = float("inf")
    for _ in work:
        if not heap or heap[0].cost > best + MARGIN:
            return
        here = heappop(heap)
        key = (here.at, here.words, here.is_claim)
        if key in seen:
            continue
        seen.add(key)
        if here.at == len(line.pieces):
            best = min(best, here.cost)
            yield here.cost, here.words, here.left_out
            continue
        for further in _further(line, statement, here):
            heappush(heap, further._replace(order=next(order)))
        if proposals and len(here.left_out) < _MOST_LEFT_OUT:
            left_out, cost = (*here.left_out, here.at), here.cost + LEFT_OUT
            more = here._replace(cost=cost, order=next(order), at=here.at + 1, left_out=left_out)
            heappush(heap, more)


def _further(line: MentionedLine, statement: str, here: _Beginning) -> Iterator[_Beginning]:
    """Yield what a beginning can go on with: what means nothing there, and every role."""
    rows = roles("claims" if here.is_claim else statement)
    for each in line.at[here.at]:
        light = LIGHT.get(each.kind)
        if light == 0 or (light and each.end < len(line.pieces)):
            # A preposition at the end says that something is missing.
            yield here._replace(cost=here.cost + each.cost + light, at=each.end)
    own = {id(role): role for each in line.at[here.at] for role in rows.get(each.kind, ())}
    for role in own.values():
        if role.after and (not here.words or here.words[-1][0] != role.after):
            continue
        for end, values, extra in _matches(line, role, here.at):
            said = [(field, _filled(template, values)) for field, template in role.words]
            if all(words for _, words in said):
                yield here._replace(
                    cost=here.cost + extra + role.cost + line.is_cut(end) * _CUT_APART,
                    at=end,
                    words=(*here.words, *said),
                    is_claim=here.is_claim or said[0][0] == "mode",
                )


_MOST_LEFT_OUT: Final = 3
_CUT_APART: Final = 0.6
"""What it costs to give the word and the number of `coffee2` two roles."""


# From what was said to a line of the notation -----------------------------------------------------
_ACTIONS: Final = {form.verb: form for form in FORMS.values()}
_SETUP: Final = frozenset({"plan", "rest", "tile", "bonus"})


def _lines(statement: str, words: _Words) -> Iterator[tuple[float, str]]:
    """Yield the lines that say this, with what they cost besides."""
    said: dict[str, list[str]] = {}
    for field, value in words:
        said.setdefault(field, []).append(value)
    players = {*said.pop("player", [])}
    claims = said.pop("claim", [])
    needs_player = statement in _ACTIONS or statement in _SETUP
    if ("mode" in said and not claims) or len(players) != needs_player:
        return
    who = "".join(f"{player} " for player in players)
    noted = f" = {' '.join(claims)}" if claims else ""
    cost = 0.0 if "verb" in said else 0.3 if "use" in said else _UNSAID_VERB[statement in _PLAIN]
    if statement in _ACTIONS:
        start = "takeback " if "prefix" in said else ""
        tracks = ", ".join(said.get("track", []))
        noted += (f", {tracks}" if noted else f" = {tracks}") if tracks else ""
        for extra, turn in _turns(statement, said):
            yield cost + extra, f"{start}{who}{statement} {turn}".rstrip() + noted
    elif statement == "claims":
        yield float("mode" not in said), f"={noted.removeprefix(' =')}"
    elif setup := _setup(statement, said):
        if statement == "plan" and "verb" not in said and ":" not in setup:
            cost += _UNSAID_VERB[0]
        yield cost, f"{who}{setup}{noted}"
        if statement in _FACED and _CARD.search(setup):
            yield cost + _BY_FACE, f"{who}{_CARD.sub(_face, setup)}{noted}"


_FACED: Final = frozenset({"plan", "rest", "prepare", "display"})
_BY_FACE: Final = 0.4
"""What it costs to take `coffee2` for any card with this face."""


def _face(card: re.Match[str]) -> str:
    return f"[{_FACES[card[1]]} {card[2]}]"


def _setup(statement: str, said: dict[str, list[str]]) -> str:
    if statement == "tile":
        rejected = "".join(f" rejected {each}" for each in said.get("rejected", []))
        return f"tile {' '.join(said.get('tile', []))}{rejected}"
    row, *others = said.get("row", [""])
    if others:
        return ""
    books = [row + each[1:] if each[0] == "=" else each for each in said.get("books", [])]
    parts = [*said.get("at", []), *said.get("cards", []), *books]
    parts += [*said.get("reward", []), *said.get("number", [])]
    if not parts:
        return ""
    if statement == "rest":
        parts = _in_slots(parts)
    colon = ":" if statement in {"refill", "prepare", "display"} else ""
    return f"{statement}{colon} {' '.join(parts)}"


def _in_slots(parts: list[str]) -> list[str]:
    """Return resting cards in the order of their slots."""
    slots = ("left", "middle", "right")
    at = dict(part.split(":", 1) for part in parts if part.split(":", 1)[0] in slots)
    return [at[slot] for slot in slots if slot in at] if len(at) == len(parts) else parts


def _turns(verb: str, said: dict[str, list[str]]) -> Iterator[tuple[float, str]]:
    """Yield the fields of a turn in their order, each behind its keyword."""
    if not _is_one_turn(verb, said):
        return
    said = dict(said)
    if columns := said.get("columns"):
        entered = " ".join(said["enter"]).split()
        said["enter"] = [each if ":" in each else f"{each}:{columns[0]}" for each in entered]
    for field in ("space", "company"):
        if field in said:
            said[field] = said[field][:1]
    if said.get("track"):
        said["advance"] = [*said.get("advance", []), "?"]
    for field in ("rewards", "reward"):
        if field in said:
            said[field] = [*said[field], "?"]
    for cost, variant in _variants(said):
        yield cost, _clauses(verb, variant)


def _variants(said: dict[str, list[str]]) -> Iterator[tuple[float, dict[str, list[str]]]]:
    """Yield what was said, with cards by their faces, and with all units where none are counted."""
    by_face = {
        field: [_CARD.sub(_face, each) for each in said[field]]
        for field in _OF_CARDS
        if field in said and any(map(_CARD.search, said[field]))
    }
    for fields in chain.from_iterable(combinations(by_face, n) for n in range(len(by_face) + 1)):
        other = said | {field: by_face[field] for field in fields}
        yield len(fields) * _BY_FACE, other
    units = sum(int(card[2]) for card in _CARD.finditer(" ".join(said.get("cards", []))))
    if units > 1 and len(said.get("advance", [])) == 1 and "buy" not in said:
        (company,) = said["advance"]
        if company.isascii() and not company[-1].isdecimal() and " " not in company:
            # Whoever names one track without a number may have meant all units.
            yield _ALL_UNITS, said | {"advance": [f"{company} {units}"]}


_GOODS: Final = frozenset({"coffee", "banana", "cotton"})
_ONE: Final = frozenset(
    {"buy", "card", "flip", "to", "option", "discard", "deck", "points", "plus_one", "columns"}
)
"""Fields of which a turn has one value."""
_ALL_UNITS: Final = 0.2
_OF_CARDS: Final = ("cards", "card", "buy", "discard", "plus_one", "reward")


def _is_one_turn(verb: str, said: Mapping[str, list[str]]) -> bool:
    """Return whether a turn can say all this: nothing twice that it has once."""
    spaces = said.get("space", [])
    entered = " ".join(said.get("enter", [])).split()
    rewards = [each.split(" ")[0] for each in said.get("reward", [])]
    return (
        (verb != "marker" or len({*spaces}) == 1)
        # To name a good twice is to say more than its space.
        and not (len(spaces) > 1 and spaces[0] in _GOODS)
        and (verb == "expand") == (len({*said.get("company", [])}) == 1)
        # Nobody enters a region twice: named once more it is something else.
        and len({each[:3] for each in entered}) == len(entered)
        and ("columns" not in said or any(":" not in each for each in entered))
        and all(int(each) == len(entered) for each in said.get("count", []))
        and all(int(each) == len(said.get("place", [])) for each in said.get("tally", []))
        and rewards.count("pounds") <= 1
        and all(each in said for each in said.get("needs", []))
        and all(len({*said.get(field, [])}) <= 1 for field in _ONE)
    )


def _clauses(verb: str, said: dict[str, list[str]]) -> str:
    parts = []
    for field in _ACTIONS[verb].fields:
        values = said.get(field.name, [])
        if values:
            keyword = f"{field.keyword} " if field.keyword and not field.bare else ""
            parts.append(keyword + (" level " if field.name == "levels" else " ").join(values))
    return " ".join(parts)


# Lines of several statements, and what is proposed for those of none ------------------------------
def statements_in(text: str, names: Names, language: str) -> tuple[Statement, ...]:
    """Return the statements of a line in people's own words; nothing if not all of it is read."""
    if whole := _statement(text, names, language):
        return (whole,)
    who = "|".join(re.escape(word) for word in sorted(names.players.known))
    before_player = rf"(?:,|\s+and|\s+&)\s+(?=(?:{who})\b)"
    cut = re.compile(rf"{_CUT}|{before_player}", re.IGNORECASE)
    cuts = [match.span() for match in islice(cut.finditer(text), _MOST_CUTS)]
    found: list[Statement] = []
    begin, player = 0, ""
    while begin < len(text):
        ends = [(a, b) for a, b in cuts if a > begin] + [(len(text), len(text))]
        for end, behind in reversed(ends):  # noqa: B007 - where the part ends that was read
            part = text[begin:end]
            statement = _statement(part, names, language)
            if statement is None and player:
                statement = _statement(f"{player} {part}", names, language)
            if statement is not None and (begin or end < len(text)):
                break
        else:
            return ()
        found.append(statement)
        seat = getattr(statement.said, "seat", None)
        player = player if seat is None else names.colours[seat]
        begin = behind
    return tuple(found)


_CUT: Final = r"\s*[;|]\s*|[.!]\s+|,?\s+(?:and )?then\s+"
_MOST_CUTS: Final = 8


def _statement(text: str, names: Names, language: str) -> Statement | None:
    try:
        said = read_line(text, names)
    except WordError:
        pass
    else:
        if not isinstance(said, ReadLine):
            return None
        return Statement(said=said.said, claims=said.claims, taken_back=said.taken_back)
    found = interpretations(text, names, language)
    if not found:
        return None
    readings = tuple(each.reading for each in found)
    first = readings[0]
    return Statement(
        said=first.said,
        claims=first.claims,
        taken_back=first.taken_back,
        readings=readings,
        text=text.strip(),
    )


def proposal(text: str, names: Names, language: str, error: WordError) -> WordError:
    """Return what is wrong with a line that is not read, with the lines that may be meant."""
    own = mentions(text, names, lexicon_of(language))
    is_strange = own is not None and not all(own.at[:-1])
    for other in LANGUAGES_READ if is_strange else ():
        if other != language and statements_in(text, names, other):
            message = say("records.reader.other-language", line=f"lang {other}")
            return WordError(message, 1, (f"lang {other}",))
    line = mentions(text, names, lexicon_of(language), guesses=True)
    if line is None:
        return error
    found = interpretations(text, names, language, proposals=True)[:3]
    if not found or not isinstance(error, UnexpectedWordError):
        return error
    first = found[0]
    guessed = (each.begin for here in line.at for each in here if each.cost >= GUESS)
    at = min([*first.left_out, *guessed], default=0)
    word = text[line.columns[at] - 1 : line.ends[at] - 1]
    message = say("records.reader.left-out", word=f"{shown(word)!r}")
    return WordError(message, line.columns[at], tuple(each.line for each in found))
