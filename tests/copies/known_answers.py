"""What somebody answers who reads a copy of the shipped set, question by question."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from referee.components.set_writer import template_draft
from referee.copies.partly_read_set import printed, rows_of
from referee.copies.questions import CopyQuestionFound, open_questions
from referee.core.component_set import ComponentSet
from referee.core.components import Requirement, Reward
from referee.core.ids import COMPANIES
from referee.core.set_reader import reference_set
from referee.records.faces import requirement_text, reward_text

Row = Mapping[str, Any]

NOT_PRINTED = ("source", "sources", "drawn")


def shipped_rows() -> Mapping[str, Sequence[Row]]:
    """Return the entries of the shipped set, cards in the order of those of a new set."""
    rows = {table: [*found] for table, found in rows_of(reference_set()).items()}
    named = {row["id"] for row in template_draft().rows["cards"]}
    left = [row for row in rows["cards"] if row["id"] not in named]
    by_id = {row["id"]: row for row in rows["cards"]}
    ordered = []
    for blank in template_draft().rows["cards"]:
        row = by_id.get(blank["id"]) or next(r for r in left if r["letter"] == blank.get("letter"))
        if row in left:
            left.remove(row)
        ordered.append(row)
    return {**rows, "cards": ordered}


def new_names() -> dict[str, str]:
    """Return what cards and spaces of the shipped set are called in a new one."""
    shipped, new = shipped_rows(), template_draft().rows
    return {
        str(row["id"]): str(blank["id"])
        for table in ("cards", "spaces", "book_spaces")
        for row, blank in zip(shipped[table], new[table], strict=True)
    }


def answers() -> dict[str, str]:
    """Return the answers to all questions about a new set by their keys, in their order."""
    rows = shipped_rows()
    return {each.key: _answer(each, rows) for each in open_questions(template_draft())}


def _answer(question: CopyQuestionFound, rows: Mapping[str, Sequence[Row]]) -> str:
    if question.table == "set":
        return "known" if question.name == "name" else "A copy of the shipped set"
    if question.name == "around":
        return _borders(question.entry, rows["borders"])
    row = rows[question.table][question.number]
    write = _WRITTEN.get(question.name)
    return str(row[question.name]) if write is None else write(row)


def _bonuses(row: Row) -> str:
    pairs = [*printed()["permanent"], *printed()["of_spaces"]]
    wanted = _shortly(_renamed(row["bonuses"], new_names()))
    return str([_shortly(each["bonuses"]) for each in pairs].index(wanted) + 1)


def _pairs(field: str) -> Callable[[Row], str]:
    return lambda row: " ".join(":".join(map(str, each.values())) for each in row[field])


def _starting_bonus(row: Row) -> str:
    return " + ".join(
        f"{each['steps']} {'diamond steps' if each['track'] == 'diamonds' else each['track']}"
        for each in row["bonus"]
    )


def _tiers(row: Row) -> str:
    return "; ".join(f"{each['least']}+ {_reward(each['reward'])}" for each in row["tiers"])


def _shortly(bonuses: Sequence[Row]) -> list[Row]:
    """Return bonuses without what they do not have."""
    return [{name: value for name, value in each.items() if value} for each in bonuses]


def _gives(row: Row) -> str:
    given = _GIVEN.get(row["reward"])
    return f"{row['amount']} {given}, {row['mines']} mines" if given else "nothing"


_GIVEN = {
    "pounds": "pounds",
    "diamonds": "diamonds",
    "track": "track steps",
    "points": "book points",
}


def _borders(place: str, borders: Sequence[Row]) -> str:
    found = []
    for row in borders:
        if place in row["between"]:
            [other] = [end for end in row["between"] if end != place]
            found.append(f"{other} {'single' if row['lines'] == 1 else 'double'}")
    return ", ".join(found) or "none"


def _card(row: Row) -> str:
    match row["kind"]:
        case "goods":
            shown = f"{row['units']} {row['good']}"
        case "merchant":
            shown = f"merchant {row['company'] or ''}"
        case "share":
            shown = "no action"
        case kind:
            shown = f"{kind} {row['points']}"
    share = f", share {row['share']}" if row["share"] else ""
    return f"{shown}, crate {row['crate']}{share}"


def _book(row: Row) -> str:
    needs = [requirement_text(msgspec.convert(each, Requirement)) for each in row["requires"]]
    return f"{' + '.join(needs)} -> {_reward(row['reward'])}"


def _reward(raw: Row) -> str:
    steps = raw["track"] and f"{raw['track']['steps']} steps {raw['track']['company']}"
    given = reward_text(msgspec.convert(raw, Reward))
    return " + ".join(each for each in (steps, given) if each)


_WRITTEN: Mapping[str, Callable[[Row], str]] = {
    "gives": _gives,
    "coins": lambda row: " / ".join(" ".join(map(str, each)) for each in row["columns"]),
    "bonuses": _bonuses,
    "shares": _pairs("shares"),
    "calls": _pairs("calls"),
    "specials": _pairs("specials"),
    "values": _pairs("values"),
    "card": _card,
    "rest": lambda row: " ".join(new_names()[card] for card in row["rest"]),
    "book": _book,
    "bonus": _starting_bonus,
    "tiers": _tiers,
    "crossed-out": lambda row: " ".join(map(str, row["crossed_out"])),
    "slot": lambda row: str(row["slot_at"]),
}


def faces(components: ComponentSet, names: Mapping[str, str] | None = None) -> object:
    """Return everything that is printed, pieces perhaps under other names."""
    rows = rows_of(components)
    found = {table: [_printed(row) for row in of_table] for table, of_table in rows.items()}
    renamed = _renamed(found, names or {})
    renamed["borders"] = sorted(
        [sorted(row["between"]), row["lines"]] for row in renamed["borders"]
    )
    for table in ("cards", "spaces", "book_spaces"):
        renamed[table] = sorted(renamed[table], key=lambda row: str(row["id"]))
    return renamed


def _printed(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in NOT_PRINTED}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401
    if isinstance(value, Mapping):
        # A kind may be called like a card.
        return {k: each if k == "kind" else _renamed(each, names) for k, each in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) and value not in COMPANIES else value
