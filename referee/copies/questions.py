"""What is still to be read off a copy, one question after the other, in the order of the table."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from msgspec import Struct

from referee.components.statements.map import COLUMNS
from referee.copies.judge import JudgedRecord, StatementDecision
from referee.copies.partly_read_set import entry_name, has_blank, printed
from referee.copies.runs import UnreadNumber
from referee.copies.set_files import EntryChange
from referee.copies.solver import Variable, variables_in, variables_of
from referee.copies.worlds import DerivedNumber
from referee.core import compact_forms
from referee.core.compact_forms import CompactFormError
from referee.core.ids import BOOK_LETTERS, COMPANIES
from referee.core.set_reader import BLANK, SetDraft, blanks_in
from referee.i18n.page_words import copy_words

Row = Mapping[str, Any]
Reader = Callable[[str], dict[str, Any]]

HEADER_TABLE: Final = "set"


class QuestionKind(Struct, frozen=True):
    """One kind of question about the entries of a table: the values it asks for, and their form."""

    table: str
    name: str
    fields: tuple[str, ...]
    form: str
    read: Reader

    def is_due(self, row: Row) -> bool:
        """Return whether something that it asks for is blank."""
        return any(has_blank(row.get(field)) for field in self.fields if field in row)


def _number(field: str) -> Reader:
    def read(text: str) -> dict[str, Any]:
        if not re.fullmatch(r"\s*£?\s*\d{1,4}\s*", text):
            raise CompactFormError("number", text)
        return {field: int(text.strip().removeprefix("£"))}

    return read


def _whole(field: str, form: Callable[[str], Any]) -> Reader:
    return lambda text: {field: form(text)}


def _name(text: str) -> dict[str, Any]:
    if not text.strip():
        raise CompactFormError("name", text)
    return {"name": " ".join(text.split())}


def _columns(text: str) -> dict[str, Any]:
    columns = [compact_forms.numbers(part) for part in re.split(r"[/|;]", text)]
    lengths = {len(column) for column in columns}
    if len(columns) != COLUMNS or len(lengths) != 1:
        raise CompactFormError("columns", text)
    return {"columns": columns}


def _letter(text: str) -> dict[str, Any]:
    letter = text.strip().upper()
    if letter not in BOOK_LETTERS:
        raise CompactFormError("letter", text)
    return {"letter": letter}


def _bonuses(text: str) -> dict[str, Any]:
    pairs = [*printed()["permanent"], *printed()["of_spaces"]]
    said = text.strip().casefold()
    for number, pair in enumerate(pairs, 1):
        if said in {str(number), copy_words().label(pair["label"]).casefold()}:
            return {"bonuses": pair["bonuses"]}
    raise CompactFormError("bonuses", text)


def _pairs(field: str, names: tuple[str, str]) -> Reader:
    return lambda text: {field: compact_forms.pairs(text, names)}


def _at_pounds(field: str) -> Reader:
    return _pairs(field, ("at", "pounds"))


WHOLE_CARD: Final = "card"
"""The question whose answer tells all of a card, so that nothing else is asked about it."""

KINDS: Final = (
    QuestionKind("regions", "name", ("name",), "name", _name),
    QuestionKind("regions", "gives", ("reward", "amount", "mines"), "region", compact_forms.region),
    QuestionKind("bases", "coins", ("columns",), "columns", _columns),
    QuestionKind("tracks", "last", ("last",), "number", _number("last")),
    QuestionKind("tracks", "shares", ("shares",), "pairs", _pairs("shares", ("at", "shares"))),
    QuestionKind("tracks", "calls", ("calls",), "pairs", _pairs("calls", ("before", "pounds"))),
    QuestionKind("tracks", "specials", ("specials",), "pairs", _at_pounds("specials")),
    QuestionKind("tracks", "bonuses", ("bonuses",), "bonuses", _bonuses),
    QuestionKind("card_spaces", "crate", ("crate",), "number", _number("crate")),
    QuestionKind("book_spaces", "letter", ("letter",), "letter", _letter),
    QuestionKind("spaces", "cost", ("cost",), "number", _number("cost")),
    QuestionKind("spaces", "tiers", ("tiers",), "tiers", _whole("tiers", compact_forms.tiers)),
    QuestionKind("diamond_tracks", "last", ("last",), "number", _number("last")),
    QuestionKind("diamond_tracks", "slot", ("slot_at",), "number", _number("slot_at")),
    QuestionKind("diamond_tracks", "values", ("values",), "pairs", _at_pounds("values")),
    QuestionKind("book_tracks", "last", ("last",), "number", _number("last")),
    QuestionKind("book_tracks", "slot", ("slot_at",), "number", _number("slot_at")),
    QuestionKind("book_tracks", "values", ("values",), "pairs", _at_pounds("values")),
    QuestionKind(
        "book_tracks", "crossed-out", ("crossed_out",), "numbers",
        _whole("crossed_out", compact_forms.numbers),
    ),
    QuestionKind("cards", WHOLE_CARD, ("kind", "good", "share"), "card", compact_forms.card),
    QuestionKind("cards", "crate", ("crate",), "crate", _number("crate")),
    QuestionKind("cards", "units", ("units",), "number", _number("units")),
    QuestionKind("cards", "points", ("points",), "number", _number("points")),
    QuestionKind(
        "starting_tiles", "rest", ("rest",), "names", _whole("rest", compact_forms.names)
    ),
    QuestionKind("starting_tiles", "book", ("requires", "reward"), "book", compact_forms.book),
    QuestionKind(
        "starting_tiles", "bonus", ("bonus",), "starting-bonus",
        _whole("bonus", compact_forms.starting_bonus),
    ),
    QuestionKind("books", "book", ("requires", "reward"), "book", compact_forms.book),
)  # fmt: skip
"""The kinds of questions, those about a part of the table together."""

ORDER: Final = (
    "set", "regions", "borders", "bases", "tracks", "card_spaces", "book_spaces", "spaces",
    "diamond_tracks", "book_tracks", "cards", "starting_tiles", "books",
)  # fmt: skip
"""The tables as they lie in front of a reader: board, player board, cards, tiles."""


class CopyQuestionFound(Struct, frozen=True):
    """A question that is open: its kind, and the entry that it is about."""

    key: str
    table: str
    name: str
    number: int
    entry: str
    form: str
    blanks: int
    """How many question marks its answer fills."""


def open_questions(draft: SetDraft) -> Iterator[CopyQuestionFound]:
    """Yield what is still to be asked, in the order of the table."""
    for table in ORDER:
        if table == HEADER_TABLE:
            for number, field in enumerate(("name", "title")):
                if field not in draft.header:
                    key = f"{HEADER_TABLE}.{field}"
                    yield CopyQuestionFound(key, HEADER_TABLE, field, number, "", f"set-{field}", 1)
        elif table == "borders":
            yield from _of_borders(draft)
        else:
            yield from _of_table(draft, table)


def _of_borders(draft: SetDraft) -> Iterator[CopyQuestionFound]:
    rows = draft.rows["borders"]
    if not any(BLANK in row.get("between", ()) for row in rows):
        for number, row in enumerate(rows):
            if has_blank(row):
                entry = entry_name("borders", row)
                key = f"borders.{entry}.lines"
                yield CopyQuestionFound(key, "borders", "lines", number, entry, "lines", 1)
        return
    places = [*COMPANIES, *[str(row.get("id")) for row in draft.rows["regions"]]]
    for number, place in enumerate(places):
        if place not in draft.bordered:
            key = f"borders.{place}"
            yield CopyQuestionFound(key, "borders", "around", number, place, "borders", 0)


def _of_table(draft: SetDraft, table: str) -> Iterator[CopyQuestionFound]:
    kinds = [kind for kind in KINDS if kind.table == table]
    for number, row in enumerate(draft.rows[table]):
        for kind in kinds:
            if kind.is_due(row):
                entry = entry_name(table, row)
                fields = row if kind.name == WHOLE_CARD else kind.fields
                blanks = sum(blanks_in(row.get(field)) for field in fields)
                key = f"{table}.{entry}.{kind.name}"
                form = kind.form
                if (
                    kind.name == WHOLE_CARD
                    and row.get("kind") != BLANK
                    and has_blank(row.get("share"))
                ):
                    form = "share-card"
                yield CopyQuestionFound(key, table, kind.name, number, entry, form, blanks)
                if kind.name == WHOLE_CARD:
                    break


def read_answer(question: CopyQuestionFound, text: str, draft: SetDraft) -> EntryChange:
    """Return what an answer puts into the files; a `CompactFormError` if it says nothing."""
    if question.form == "lines":
        found = LINES.get(text.strip().casefold())
        if found is None:
            raise CompactFormError("lines", text)
        return EntryChange("borders", question.number, {"lines": found})
    row = draft.rows[question.table][question.number]
    if question.form == "crate":
        return EntryChange("cards", question.number, _crate(row, text))
    [kind] = [each for each in KINDS if each.table == question.table and each.name == question.name]
    values = kind.read(text)
    if question.form in {"card", "share-card"}:
        if "crate" not in values or (question.form == "share-card") != (values["kind"] == "share"):
            raise CompactFormError(question.form, text)
        values = {name: value for name, value in values.items() if row.get(name) != value}
    return EntryChange(question.table, question.number, values)


def _crate(row: Row, text: str) -> dict[str, Any]:
    """Return the crate value of a card of which the rest is known; it may be said once more."""
    said = re.sub(r"^\s*crate\s*", "", text.casefold())
    if re.fullmatch(r"\s*\d{1,4}\s*", said):
        return {"crate": int(said)}
    try:
        values = compact_forms.card(text)
    except CompactFormError:
        raise CompactFormError("crate", text) from None
    known = {name: row[name] for name in values.keys() & row.keys() if name != "crate"}
    if "crate" not in values or any(values[name] != value for name, value in known.items()):
        raise CompactFormError("crate", text)
    return {"crate": values["crate"]}


LINES: Final = {"1": 1, "single": 1, "2": 2, "double": 2}


def read_borders(
    place: str, text: str, draft: SetDraft
) -> tuple[tuple[EntryChange, ...], tuple[str, ...]]:
    """Return the borders around a place that an answer adds, and all places that are done then."""
    known = [*COMPANIES, *[str(row.get("id")) for row in draft.rows["regions"]]]
    names = {name.casefold(): name for name in known}
    for row in draft.rows["regions"]:
        if row.get("name") not in {None, BLANK}:
            names.setdefault(str(row["name"]).casefold(), str(row["id"]))
    rows = draft.rows["borders"]
    there = {frozenset(row.get("between", ())): row.get("lines", BLANK) for row in rows}
    added: list[EntryChange] = []
    for neighbour, lines in _neighbours(text, names):
        pair = frozenset((place, neighbour))
        if neighbour == place or {*pair} <= {*COMPANIES}:
            raise CompactFormError("borders", text)
        if pair not in there:
            values = {"between": [place, neighbour], "lines": lines}
            added.append(EntryChange("borders", len(rows) + len(added), values))
            there[pair] = lines
        elif there[pair] not in {lines, BLANK}:
            raise CompactFormError("border-again", text)
    return tuple(added), (*draft.bordered, place)


def _neighbours(text: str, names: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    lowered = (
        text.casefold().replace("cape town", "cape-town").replace("saint louis", "saint-louis")
    )
    if lowered.strip() in {"none", "nothing", "-"}:
        return
    for part in re.split(r"[,;+]", lowered):
        found = re.fullmatch(r"\s*(.+?)[\s:]*\b(single|double|1|2)\s*", part)
        name = names.get(found[1].strip()) if found else None
        if found is None or name is None:
            raise CompactFormError("borders", part)
        yield name, LINES[found[2]]


# How far one has come ---------------------------------------------------------------------------
def enough_for(draft: SetDraft) -> tuple[str, ...]:
    """Return what can be judged with what was read, by the keys of its words."""
    done = {table for table, rows in draft.rows.items() if rows and not any(map(has_blank, rows))}
    found = [f"expansions-{company}" for company in COMPANIES if _expands(draft, company)]
    if {"regions", "borders"} <= done:
        found = ["expansions"]
    if {"cards", "card_spaces"} <= done:
        found.append("goods")
    if {"books", "starting_tiles", "book_tracks", "book_spaces"} <= done:
        found.append("books")
    if "spaces" in done:
        found.append("bonus")
    if {"tracks", "bases", "diamond_tracks", "book_tracks", "cards"} <= done:
        found.append("scores")
    return tuple(found)


def _expands(draft: SetDraft, company: str) -> bool:
    if company not in draft.bordered:
        return False
    rows = [row for row in draft.rows["borders"] if company in row.get("between", ())]
    around = {end for row in rows for end in row["between"]} - {company, BLANK}
    regions = {row.get("id"): row for row in draft.rows["regions"]}
    given = ("reward", "amount", "mines")
    read = [not has_blank([regions[end].get(part) for part in given]) for end in around]
    return bool(around) and all(read)


def blanks_left(draft: SetDraft) -> int:
    """Return how many question marks stand in the files of a set."""
    header = sum(field not in draft.header for field in ("name", "title"))
    return header + sum(blanks_in(row) for rows in draft.rows.values() for row in rows)


# What to read off a copy next: what decides most of the games that were recorded with it ----------
USEFUL: Final = (
    "cards", "card_spaces", "tracks", "starting_tiles", "borders", "regions", "spaces",
    "book_spaces", "bases", "diamond_tracks", "book_tracks", "books", "set",
)  # fmt: skip
"""The tables by how soon a game needs them, where no game says more."""


class Bearing(Struct):
    """How something unread bears on recorded games."""

    variable: Variable
    game: int
    """The first game that depends on it."""
    line: int
    decides: int = 0
    """How many statements some of its values decide alone."""
    bears: int = 0
    """How many statements depend on it, alone or with others."""
    scores: bool = False
    """A score depends on it."""

    @property
    def rank(self) -> tuple[int, int, bool]:
        """What is most useful is greatest."""
        return self.decides, self.bears, self.scores


def bearings(judged: Sequence[JudgedRecord]) -> list[Bearing]:
    """Return everything unread that games depend on, the most useful first."""
    found: dict[Variable, Bearing] = {}
    for game, record in enumerate(judged):
        for each in record.statements:
            for variable, decides in _involved(each):
                line = each.statement.at.line
                bearing = found.setdefault(variable, Bearing(variable, game, line))
                bearing.bears += 1
                bearing.decides += decides
        players = [player for world in record.worlds for player in world.table.players]
        cash: list[object] = [player.cash for player in players]
        terms = [term for each in cash if isinstance(each, UnreadNumber) for term in each.terms]
        for variable in _printed(variable for variable, _ in terms):
            found.setdefault(variable, Bearing(variable, game, 0)).scores = True
    ranked = sorted(found.values(), key=lambda bearing: bearing.variable.order)
    return sorted(ranked, key=lambda bearing: bearing.rank, reverse=True)


def _involved(each: StatementDecision) -> Iterator[tuple[Variable, bool]]:
    if each.condition is None:
        guards = (*each.open, *each.unsaid)
        yield from ((v, False) for v in _printed(v for guard in guards for v in guard.domains))
        return
    settling = {variable for variable, _, _ in each.condition.settling}
    variables = [v for cube in each.condition.cubes for part in cube for v in variables_of(part)]
    for variable in _printed([*settling, *variables]):
        yield variable, variable in settling


def _printed(variables: Iterable[Variable]) -> list[Variable]:
    """Return what is printed among variables, and what decides those that are not."""
    found: dict[Variable, None] = {}
    due = [*variables]
    while due:
        variable = due.pop(0)
        if variable in found:
            continue
        found[variable] = None
        if isinstance(variable, DerivedNumber):
            for guard, form in variable.cases:
                due += [*guard.domains, *chain.from_iterable(map(variables_in, guard.constraints))]
                due += [v for v, _ in form.terms] if isinstance(form, UnreadNumber) else []
    return [variable for variable in found if not isinstance(variable, DerivedNumber)]
