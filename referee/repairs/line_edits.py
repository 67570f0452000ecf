"""Slips of whole lines: doubled, moved, broken in two, run together, lost, of another player."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.core.budget import Budget
from referee.core.component_set import ComponentSet
from referee.core.events import (
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import COMPANIES, SLOTS, CardId, Seat, StartTileId
from referee.core.problem import Problem
from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import BLANK
from referee.engine.actions import refill_due
from referee.gaps.completions import Completions
from referee.gaps.lines import BlankRefill, Content, GapLine
from referee.gaps.records import numbered_lines
from referee.i18n.speech import say
from referee.records.judgement import Step
from referee.records.record import BlankTurn, RoundMark
from referee.records.writer import COLOURS, line_of, statement_of
from referee.repairs.costs import Costs
from referee.repairs.sheet import (
    HEADER_WORDS,
    Edit,
    LineWords,
    Row,
    Vocabulary,
    is_small_slip,
    line_words,
    looks_like,
    within_two,
)
from referee.repairs.trial import completed

FAR: Final = 24
"""Lines that one may have been moved by."""
NEAR: Final = 5


def line_slips(
    rows: Sequence[Row], at: int, failed: int, costs: Costs, vocabulary: Vocabulary
) -> Iterator[Edit]:
    """Yield the edits of whole lines that begin at a row, given the one that fails."""
    row = rows[at]
    near = (*rows[max(0, at - 2) : at], *rows[at + 1 : at + 3])
    doubled = any(other.text.split() == row.text.split() for other in near)
    kind = "doubled-line" if doubled else "unreadable-line" if row.problems else "extra-line"
    yield Edit(at, 1, (), kind, costs.of(kind, 1))
    if row.problems:
        cuts = [cut for cut in range(1, len(row.text)) if vocabulary.begins_line(row.text[cut:])]
        for cut in cuts:
            two = (row.text[:cut].rstrip(" ,;"), row.text[cut:])
            yield Edit(at, 1, two, "joined-lines", costs.of("joined-lines", 1 + len(cuts) // 4))
    if at + 1 < len(rows):
        if row.problems or rows[at + 1].problems:
            said = line_words(rows[at].text)
            if not said.behind:
                for joint in (" ", ""):
                    text = f"{said.said.rstrip()}{joint}{rows[at + 1].text.lstrip()}"
                    yield Edit(at, 2, (text,), "broken-line", costs.of("broken-line", 1))
        yield from _swapped(rows, at, costs)
        texts = tuple(row.text for row in rows[at : at + FAR + 1])
        for by in range(max(2, failed - at), len(texts)):
            kind = "moved-line" if by <= NEAR else "far-moved-line"
            cost = costs.of(kind, 2 * (NEAR if by <= NEAR else FAR - NEAR))
            down = (*texts[1 : by + 1], texts[0])
            up = (texts[by], *texts[:by])
            for moved in (down, up):
                yield Edit(at, by + 1, moved, kind, cost)


def throughout_slips(
    rows: Sequence[Row], at: int, costs: Costs, vocabulary: Vocabulary
) -> Iterator[Edit]:
    """Yield the rows with another word wherever one of a row stands: it was misread each time."""
    words = {atom.text for atom in line_words(rows[at].text).atoms if atom.is_word}
    for word in sorted(words):
        places = [number for number, row in enumerate(rows) if _has(row, word)]
        others = _misread(word, vocabulary) if len(places) > 1 and places[0] <= at else ()
        for other in others:
            texts = tuple(_with_other(row, word, other) for row in rows[places[0] : places[-1] + 1])
            cost = costs.of("throughout", len(others))
            cost += 0.0 if looks_like(word, other) else costs.weights["far-misreading"]
            yield Edit(places[0], len(texts), texts, "throughout", cost)


def _misread(word: str, vocabulary: Vocabulary) -> Sequence[str]:
    if not vocabulary.knows(word):
        return [*vocabulary.near(word)]
    things = vocabulary.things_in(word)
    kinds = {kind for kind in vocabulary.kinds(word) if things and kind in {"book", "card"}}
    return [
        other for kind in sorted(kinds) for other in vocabulary.ids[kind] if looks_like(word, other)
    ]


def _has(row: Row, word: str) -> bool:
    return word in row.text and any(atom.text == word for atom in line_words(row.text).atoms)


def _with_other(row: Row, word: str, other: str) -> str:
    words = line_words(row.text)
    places = [number for number, atom in enumerate(words.atoms) if atom.text == word]
    return words.with_atoms(dict.fromkeys(places, other))


def _swapped(rows: Sequence[Row], at: int, costs: Costs) -> Iterator[Edit]:
    """Yield a line and the next, or the next but one, in each other's place."""
    row, following = rows[at], rows[at + 1]
    swapped = costs.of("swapped-lines", 2)
    yield Edit(at, 2, (following.text, row.text), "swapped-lines", swapped)
    first, second = _block(rows, at), _block(rows, at + _block(rows, at))
    if second and first + second > 2:  # noqa: PLR2004 - two single lines were swapped above
        texts = tuple(row.text for row in rows[at : at + first + second])
        yield Edit(at, first + second, (*texts[first:], *texts[:first]), "swapped-lines", swapped)
    if at + 2 < len(rows):
        texts = (rows[at + 2].text, following.text, row.text)
        yield Edit(at, 3, texts, "swapped-lines", costs.of("swapped-lines", 6))
    if row.seat is not None and following.seat not in {None, row.seat}:
        texts = (_with_player_of(row, following), _with_player_of(following, row))
        kind = "exchanged-players"
        for order in (texts, texts[::-1]):
            yield Edit(at, 2, order, kind, costs.of(kind, 1))


def _block(rows: Sequence[Row], at: int) -> int:
    end = at + 1
    while end < len(rows) and isinstance(rows[end].said, RefillBooks):
        end += 1
    return end - at if at < len(rows) else 0


def _with_player_of(row: Row, other: Row) -> str:
    return line_words(row.text).with_atom(0, line_words(other.text).atoms[0].text)


# Slips in the header of a record: lines about what the game was played with -----------------------
FIRST_LINES: Final = 12
"""Written lines among which those of the header are looked for."""

SETUPS: Final = ("first-game", "variable", "first-game-tracks", "first-game-tiles")


class HeaderSlip(Struct, frozen=True):
    """A line of the header that was meant otherwise; None for one that was not meant at all."""

    line: int
    text: str | None


def header_slips(
    lines: Sequence[str], problems: Sequence[Problem], components: ComponentSet | None
) -> list[HeaderSlip]:
    """Return what may have been meant by the first lines of a file, each slip once."""
    written = [at for at, line in enumerate(lines, 1) if line_words(line).atoms][:FIRST_LINES]
    tracks = () if components is None else tuple(track.id for track in components.tracks)
    known = (*HEADER_WORDS, *SETUPS, *COMPANIES, *COLOURS, *tracks)
    found: dict[HeaderSlip, None] = {}
    keywords_seen: set[str] = set()
    for at in written:
        words = line_words(lines[at - 1])
        first = words.atoms[0].text.casefold()
        if first in keywords_seen:
            found[HeaderSlip(at, None)] = None
        if first in HEADER_WORDS:
            keywords_seen.add(first)
            texts = _meant(words, known, tracks if first == "tracks" else ())
        else:
            likely = (keyword for keyword in HEADER_WORDS if within_two(first, keyword))
            texts = (words.with_atom(0, keyword) for keyword in likely)
        for text in texts:
            found[HeaderSlip(at, text)] = None
    for problem in problems:
        if 0 < problem.at.line <= len(lines):
            words = line_words(lines[problem.at.line - 1])
            for at, atom in enumerate(words.atoms):
                if atom.begin < problem.at.column <= atom.end:
                    for guess in problem.guess:
                        found[HeaderSlip(problem.at.line, words.with_atom(at, guess))] = None
    return [*found]


def _meant(words: LineWords, known: Sequence[str], tracks: Sequence[str]) -> Iterator[str]:
    for at, atom in enumerate(words.atoms):
        text = atom.text.casefold()
        if atom.is_word and at and text not in known:
            yield from (words.with_atom(at, near) for near in known if within_two(text, near))
        if atom.text in tracks:
            yield from (words.with_atom(at, track) for track in tracks if track != atom.text)
        if words.atoms[0].text.casefold() == "tracks" and text in COMPANIES:
            yield from (words.with_atom(at, other) for other in COMPANIES if other != text)
    named = [at for at, atom in enumerate(words.atoms) if at and atom.is_word]
    for one, two in combinations(named, 2):
        first, second = words.atoms[one].text, words.atoms[two].text
        yield words.with_atoms({one: second, two: first})


# Results that were noted wrongly: what the rules give in their place ------------------------------
MOST_CORRECTIONS: Final = 6
"""Where the same number is noted several times, it may be any of them that is wrong."""


def result_edits(row: Row, at: int, step: Step, costs: Costs) -> Iterator[Edit]:
    """Yield a line with what the rules give in place of a wrong note."""
    facts = [_facts(violation) for violation in step.violations]
    small = all(is_small_slip(claimed, actual) for claimed, actual in facts)
    kind = "result-off" if small else "result"
    for text in _corrections(row, step):
        yield Edit(at, 1, (text,), kind, costs.of(kind, 1))


def all_result_edits(
    rows: Sequence[Row], at: int, steps: Iterable[Step], costs: Costs
) -> Iterator[Edit]:
    """Yield the rows from a wrong note on with what the rules give in place of every wrong note.

    Who forgets a payment notes too much of one player from then on.
    """
    texts: list[str] = []
    seats: set[Seat | None] = set()
    last = wrong = 0
    for row, step in zip(rows[at:], steps, strict=False):
        text: str | None = row.text
        if step.missing is not None or (step.violations and not step.misnoted):
            return
        if step.misnoted:
            wrong += 1
            last = len(texts) + 1
            claimed = {_facts(violation)[0] for violation in step.violations}
            claims = [claim for claim in row.statement.claims if str(claim.value) in claimed]
            seats |= {row.seat if claim.seat is None else claim.seat for claim in claims}
            text = next(_corrections(row, step), None)
        if text is None or len(seats) > 1:
            return
        texts.append(text)
    if wrong > 1 and at + len(texts) == len(rows):
        yield Edit(at, last, tuple(texts[:last]), "wrong-results", costs.of("wrong-results", 1))


def _corrections(row: Row, step: Step) -> Iterator[str]:
    """Yield a line with what the rules give, in each place where the wrong number stands."""
    if not step.misnoted:
        return
    words = line_words(row.text)
    texts = [atom.text for atom in words.atoms]
    begin = texts.index("=") if "=" in texts else 0
    places: list[list[tuple[int, str]]] = []
    for violation in step.violations:
        claimed, actual = _facts(violation)
        if actual.isalnum():
            places.append([(at, actual) for at in range(begin, len(texts)) if texts[at] == claimed])
    for changes in islice(product(*places), MOST_CORRECTIONS):
        if changes and len(dict(changes)) == len(changes):
            yield words.with_atoms(dict(changes))


def _facts(violation: Violation) -> tuple[str, str]:
    """Return what was noted, and what the rules give."""
    return str(violation.facts.get("claimed")), str(violation.facts.get("actual"))


# A table at which lines may be missing from a record, and the search for what they said -----------
class GapTable(Struct, frozen=True):
    """A table at which something may be missing, and what may go into finding it."""

    state: State
    colours: tuple[str, ...]
    costs: Costs
    budget: Budget
    first_of_two: bool = False
    """Whether another slip may stand further on, so that not all that follows has to fit."""

    def completed(self, lines: Sequence[GapLine], most: int) -> Completions:
        """Return the ways to fill the gaps among lines from here on, found with so much work."""
        return completed(self.state, lines, most, self.budget)

    def lines(self, rows: Sequence[Row]) -> Iterator[GapLine]:
        """Yield rows as the search for gaps takes them."""
        statements = [row.statement for row in rows]
        return (line for _, line in numbered_lines(statements, self.state.setting))

    def text(self, event: Event) -> str:
        """Return what happened as a line of a record."""
        setting = self.state.setting
        statement = statement_of(event, setting.rulings, setting.components)
        return line_of(statement, self.colours)


WORK: Final = 12_000
"""What may go into one gap with all that follows, counted as `referee.gaps` counts it."""

NEAR_WORK: Final = 8_000
NEAR_A_LOSS: Final = 12
"""Lines with which a gap is filled where all that follow are too many."""

MOST_FILLINGS: Final = 120
"""Ways to fill a gap that are tried; of more the likeliest cannot be told anyway."""

Bound = Literal["exact", "least", "most"]


class Filling(Struct, frozen=True):
    """A line that fills a gap, and in how many ways it can be filled."""

    text: str
    ways: int
    bound: Bound
    """Whether there are exactly so many, or at least or at most."""
    place: int = 0
    """How many are likelier."""


def may_be_lost_before(table: State, row: Row) -> bool:
    """Return whether a line can be lost before one that is legal, without making it illegal.

    A turn passes the right to move on, a draw is due or not: whatever else is added before a legal
    statement makes that one illegal. Only who plays alone may take another turn unnoticed.
    """
    others = (player for seat, player in enumerate(table.players) if seat != table.to_move)
    alone = table.phase == "actions" and all(player.done for player in others)
    return alone and row.seat is not None and not refill_due(table)


def lost_line_edits(rows: Sequence[Row], at: int, table: GapTable) -> Iterator[Edit]:
    """Yield the lines of which one may have been lost before a row."""
    for content in _due(table.state, rows[at] if at < len(rows) else None):
        found = _filled(table, [GapLine(content), *table.lines(rows[at:])])
        for filling in _fillings(found, table):
            cost = table.costs.of("lost-line", 1 + filling.place)
            if isinstance(content, Plan):
                cost += table.costs.weights["empty-slot"] * filling.text.split().count("-")
            yield Edit(at, 0, (filling.text,), "lost-line", cost, note=_note(filling))


def garbled_line_edits(rows: Sequence[Row], at: int, table: GapTable) -> Iterator[Edit]:
    """Yield the lines that a row may stand for of which nothing is believed but its place.

    Those that have most in common with what is written come first.
    """
    row = rows[at]
    for content in _due(table.state, row):
        if row.seat is not None and getattr(content, "seat", row.seat) != row.seat:
            continue
        line = GapLine(content, row.statement.claims)
        found = _filled(table, [line, *table.lines(rows[at + 1 :])])
        written = row.text
        if not row.problems:
            written = line_of(replace(row.statement, claims=(), comment=None), table.colours)
        for filling in _fillings(found, table, like=written):
            lacking = _words_of(written) - _words_of(filling.text)
            kind = "garbled-line" if lacking else "lost-part"
            cost = table.costs.of(kind, 1 + filling.place)
            words = line_words(row.text)
            begin = next((atom.begin for atom in words.atoms if atom.text == "="), len(words.said))
            noted = f"{words.said[begin:]}{words.behind}".strip()
            text = f"{filling.text} {noted}" if noted else filling.text
            yield Edit(at, 1, (text,), kind, cost, note=_note(filling))


def _words_of(line: str) -> Counter[str]:
    return Counter(atom.text for atom in line_words(line).atoms)


def open_line_edits(rows: Sequence[Row], at: int, table: GapTable) -> Iterator[Edit]:
    """Yield what a line that says too little may say, given all that follows."""
    found = _filled(table, [*table.lines(rows[at:])])
    for filling in _fillings(found, table):
        cost = table.costs.of("lost-word", filling.ways)
        yield Edit(at, 1, (filling.text,), "lost-word", cost, note=_note(filling))


def _note(filling: Filling) -> str:
    if filling.bound != "least" and filling.ways == 1:
        return say("answers.lost_lines.only-way")
    return say(f"answers.lost_lines.several-{filling.bound}", ways=filling.ways)


_Filled = tuple[Completions, Bound]


def _filled(table: GapTable, lines: Sequence[GapLine]) -> _Filled | None:
    """Return the ways to fill a gap; None if there is none, or none was found."""
    found = table.completed(lines, WORK)
    if found.exists == "no":
        failed = found.failed_at or 0
        if not table.first_of_two or failed <= NEAR_A_LOSS:
            return None
        # Up to where another slip may stand.
        found = table.completed(lines[:failed], NEAR_WORK)
        return (found, "most") if found.exists == "yes" else None
    if found.exists == "yes" and found.exact:
        return found, "exact"
    # Each way is tried with the whole record later, so the next lines are enough to list them.
    near = table.completed(lines[: 1 + NEAR_A_LOSS], NEAR_WORK)
    if near.exists == "no":
        return None
    if near.exists == "yes" and near.exact:
        return near, "most"
    table.budget.exhaustive = False
    return (found, "least") if found.exists == "yes" else None


def _fillings(
    filled: _Filled | None, table: GapTable, like: str | None = None
) -> Iterator[Filling]:
    """Yield the lines that fill the first line of a record that can be completed.

    Those that are most like another line come first, if there is one.
    """
    if filled is None or filled[0].graph is None:
        return
    found, bound = filled
    texts: dict[str, None] = {}
    for event in (found.example or ())[:1]:
        texts[table.text(event)] = None
        if isinstance(event, RefillBooks | PrepareRound):
            # What was drawn and is never named again has stand-ins; only an example names all.
            yield Filling(next(iter(texts)), max(1, found.number), bound)
            return
    for node in filled[0].graph.live_nodes():
        if node.place == 0:
            for move, _ in node.edges:
                for event in move.events[:1]:
                    texts[table.text(event)] = None
    likeliest = _mixed(texts) if like is None else _by_likeness(texts, like)
    if len(likeliest) > MOST_FILLINGS:
        table.budget.exhaustive = False
    for number, text in enumerate(likeliest[:MOST_FILLINGS]):
        yield Filling(text, len(texts), bound, number)


def _mixed(texts: Iterable[str]) -> list[str]:
    """Return lines so that the likeliest of every kind of turn come first, then the next of each.

    There are twelve cards to buy and one place to become first: that does not make it less likely.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    places: dict[str, int] = {}
    # Players seldom leave undone what they can do.
    for text in sorted(texts, key=lambda text: (text.split().count("-"), -len(text.split()))):
        player, verb, *others = text.split()
        kind = (player, verb, *others[:1]) if verb == "marker" else (player, verb)
        places[text] = seen[kind]
        seen[kind] += 1
    return sorted(places, key=lambda text: places[text])


def _by_likeness(texts: Iterable[str], line: str) -> list[str]:
    written = _words_of(line)
    words = {text: _words_of(text) for text in texts}
    return sorted(words, key=lambda t: (written - words[t] | words[t] - written).total())


def _due(table: State, row: Row | None) -> Iterator[Content]:
    match table.phase:
        case "actions" if refill_due(table):
            yield BlankRefill()
        case "actions":
            yield BlankTurn(table.to_move)
        case "preparation":
            yield PrepareRound(cards=(CardId(BLANK),))
        case "planning" if row is None or not isinstance(row.said, RoundMark):
            yield from _plans_due(table)
        case "starting-bonus" if table.to_move is not None:
            yield TakeStartingBonus(seat=table.to_move)
        case "starting-tiles":
            waiting = [s for s, p in enumerate(table.players) if p.starting_tile is None]
            tile = StartTileId(BLANK)
            yield from (TakeStartingTile(seat=Seat(seat), tile=tile) for seat in waiting)
        case "resting":
            waiting = [s for s, p in enumerate(table.players) if not any(p.resting)]
            yield from (RestStartingCards(seat=Seat(seat), cards=()) for seat in waiting)
        case _:
            pass


def _plans_due(table: State) -> list[Plan]:
    blank = (CardId(BLANK),) * len(SLOTS)
    return [Plan(seat=Seat(s), slots=blank) for s, plan in enumerate(table.plans) if plan is None]


# Two lines in a row that nobody wrote, such as a turn and its refill: one gap ---------------------
WORK_OF_A_PAIR: Final = 20_000
"""What may go into one gap with all that follows."""

MOST_WAYS: Final = 40


def lost_pair_edits(rows: Sequence[Row], at: int, table: GapTable) -> Iterator[Edit]:
    """Yield the pairs of lines that may have been lost before a row."""
    for contents in _due_pairs(table.state):
        found = table.completed([*map(GapLine, contents), *table.lines(rows[at:])], WORK_OF_A_PAIR)
        if found.exists != "yes":
            continue
        note = say("answers.lost_lines.two-lines")
        for number, events in enumerate(islice(_ways(found), MOST_WAYS), 1):
            cost = table.costs.kinds["lost-line"] + table.costs.of("lost-line", number)
            texts = tuple(map(table.text, events))
            yield Edit(at, 0, texts, "lost-line", cost, note=note)


def _due_pairs(table: State) -> Iterator[tuple[Content, Content]]:
    match table.phase:
        case "actions" if refill_due(table):
            yield BlankRefill(), BlankTurn()
        case "actions":
            yield BlankTurn(table.to_move), BlankRefill()
            yield BlankTurn(table.to_move), BlankTurn()
        case "planning":
            yield from combinations(_plans_due(table), 2)
        case _:
            pass


def _ways(found: Completions) -> Iterator[tuple[Event, ...]]:
    """Yield what the two lines can have said; of a draw only an example, which names all of it."""
    example = (found.example or ())[:2]
    yield example
    if found.graph is None or any(isinstance(event, RefillBooks) for event in example):
        return
    for first, further in found.graph.start.edges:
        for second, node in further.edges:
            events = (*first.events, *second.events)
            if node.alive and len(events) == len(example) and events != example:
                yield events
