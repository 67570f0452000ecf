"""A scaffold has what the rulebooks state, asks for the rest, and can be filled in."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import tomli_w
from msgspec.structs import replace

from referee.components.audit import audit, open_set
from referee.components.generate import random_set
from referee.components.set_writer import FolderError, scaffold
from referee.components.statements.tracks import MARKERS, PERMANENT
from referee.core.component_set import SINGLE_TABLES, TABLES, ComponentSet
from referee.core.components import BonusSpace, ChoiceSpace, provenance
from referee.core.set_reader import BLANK, FILES, HEADER, read_draft
from tests.components.breaches.tracks import swap_bonuses
from tests.components.spoilt_sets import edit_all, then

Pairs = list[tuple[dict[str, Any], dict[str, Any]]]


def raw(folder: Path, file: str) -> dict[str, Any]:
    return tomllib.loads((folder / file).read_text(encoding="utf-8"))


def blanks(value: object) -> int:
    match value:
        case dict():
            return sum(map(blanks, value.values()))
        case list():
            return sum(map(blanks, value))
        case _:
            return value == BLANK


def without_none(value: Any) -> Any:  # noqa: ANN401
    match value:
        case dict():
            return {key: without_none(v) for key, v in value.items() if v is not None}
        case list() | tuple():
            return [without_none(inner) for inner in value]
        case _:
            return value


def test_a_new_scaffold_has_blanks_and_nothing_else_amiss(tmp_path: Path) -> None:
    found = audit(read_draft(scaffold(tmp_path)))
    assert found
    assert all(finding.blank for finding in found)
    assert all(finding.entry and finding.file in {HEADER, *FILES} for finding in found)


def test_its_blanks_come_in_the_order_in_which_they_stand(tmp_path: Path) -> None:
    found = audit(read_draft(scaffold(tmp_path)))
    files = [finding.file for finding in found]
    assert list(dict.fromkeys(files)) == [HEADER, *(f for f in FILES if f != "rounds.toml")]
    for file in {HEADER, *FILES}:
        assert files.count(file) == blanks(raw(tmp_path, file))
    books = [finding.entry for finding in found if finding.file == "books.toml"]
    assert list(dict.fromkeys(books)) == [f"book {c}{n:02}" for c in "abc" for n in range(1, 25)]


def test_its_entries_are_as_many_as_the_rulebooks_state(tmp_path: Path) -> None:
    scaffold(tmp_path)
    number = {
        key: len(rows)
        for file in FILES
        for key, rows in raw(tmp_path, file).items()
        if isinstance(rows, list)
    }
    assert number == {
        "region": 24,
        "border": 4,
        "base": 4,
        "track": 8,
        "track_card": 4,
        "first_game": 4,
        "card": 9 + 4 + 44,
        "book": 72,
        "starting_tile": 10,
        "space": 11 + 8,
        "tile": 4,
        "card_space": 12,
        "book_space": 12,
        "coins": 3,
    }


def test_every_file_says_where_on_a_copy_to_look(tmp_path: Path) -> None:
    scaffold(tmp_path)
    for file in (HEADER, *FILES):
        assert (tmp_path / file).read_text(encoding="utf-8").startswith("# ")


def test_what_is_not_read_off_the_copy_names_its_source(tmp_path: Path) -> None:
    scaffold(tmp_path)
    for file in FILES:
        content = raw(tmp_path, file)
        assert content["source"] == "copy" or file == "rounds.toml"
        for key in FILES[file]:
            rows = content[key] if isinstance(content[key], list) else [content[key]]
            for row in rows:
                source = row.get("source", content["source"])
                sources: Mapping[str, str] = row.get("sources", {})
                given = {
                    name: provenance(sources.get(name, source)).kind
                    for name, value in row.items()
                    if name not in NAMING and not blanks(value)
                }
                assert "copy" not in given.values(), (file, row)


NAMING = {"id", "kind", "source", "sources"}


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    scaffold(tmp_path / "one")
    with pytest.raises(FolderError, match="is not empty; expected a new or empty folder"):
        scaffold(tmp_path / "one")
    with pytest.raises(FolderError, match="is not a folder"):
        scaffold(tmp_path / "one" / "map.toml")


OWN = {"id", "drawn", "source", "sources"}
"""What the scaffold chooses by itself."""

REFERENCES = {"between": "regions", "tile": "tiles", "rest": "cards", "bonuses": "spaces"}
"""Values that name entries of another table."""


def agrees(value: object, other: object) -> bool:
    match value, other:
        case dict(), dict():
            return all(agrees(inner, other.get(key)) for key, inner in value.items())
        case list(), list():
            return len(value) == len(other) and all(map(agrees, value, other))
        case _:
            return value == other


def partners(key: str, rows: list[dict[str, Any]], donors: list[dict[str, Any]]) -> Pairs:
    """Pair each entry of the scaffold with one of another set that contradicts nothing in it."""
    left = list(donors)
    ignored = OWN - {"id"} if key == "track" else OWN
    pairs = []
    # An entry that says more is served before one that would take anything.
    for row in sorted(rows, key=lambda row: (blanks(row), -len(row))):
        told = {k: v for k, v in row.items() if k not in ignored | REFERENCES.keys()}
        told = {k: v for k, v in told.items() if not blanks(v)}
        told |= {k: None for k in ("letter", "seat") if key == "card" and k not in row}
        donor = next(d for d in left if agrees(told, {k: d.get(k) for k in told}))
        left.remove(donor)
        pairs.append((row, donor))
    assert left == []
    return pairs


def filled(folder: Path, donor: ComponentSet) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the files of the scaffold in `folder` with every blank filled in from `donor`."""
    content = {file: raw(folder, file) for file in FILES}
    pairs: dict[str, Pairs] = {}
    for file, keys in FILES.items():
        for key, (table, _) in keys.items():
            donors = [without_none(msgspec.to_builtins(e)) for e in getattr(donor, table)]
            if table in SINGLE_TABLES:
                content[file][key] |= {k: donors[0][k] for k in content[file][key]}
            elif key == "border":
                content[file][key] = [{} for _ in donors]
                pairs[table] = list(zip(content[file][key], donors, strict=True))
            else:
                pairs[table] = partners(key, content[file][key], donors)
    names = {
        table: {given["id"]: row["id"] for row, given in pairs[table] if "id" in given}
        for table in REFERENCES.values()
    }
    for paired in pairs.values():
        for row, given in paired:
            for name, value in given.items():
                if name not in OWN:
                    row[name] = renamed(value, names.get(REFERENCES.get(name, ""), {}))
    yield HEADER, {"name": "mine", "title": "My copy"}
    yield from content.items()


def renamed(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401
    match value:
        case dict():
            return {key: renamed(inner, names) for key, inner in value.items()}
        case list():
            return [renamed(inner, names) for inner in value]
        case _:
            return names.get(value, value)


def donor_set(seed: int) -> ComponentSet:
    """Return a set that has the spare markers on B2, and choices in order, as the scaffold."""
    donor = random_set(Random(seed))
    markers = next(t.id for t in donor.tracks if t.bonuses == PERMANENT[MARKERS])
    return then(
        swap_bonuses(markers, "B2"),
        edit_all("track_cards", lambda card: replace(card, halves=tuple(sorted(card.halves)))),
        edit_all("spaces", in_order),
    )(donor)


def in_order(space: BonusSpace) -> BonusSpace:
    if isinstance(space, ChoiceSpace):
        return replace(space, rewards=tuple(sorted(space.rewards, key=lambda r: r.points)))
    return space


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_scaffold_filled_in_completely_is_a_set(seed: int, tmp_path: Path) -> None:
    donor = donor_set(seed)
    scaffold(tmp_path)
    for file, content in filled(tmp_path, donor):
        (tmp_path / file).write_text(tomli_w.dumps(content), encoding="utf-8")

    made = open_set(tmp_path)
    assert Counter(values(made)) == Counter(values(donor))
    kinds = {
        entry.provenance(value).kind
        for table in ("regions", "cards", "books")
        for entry in getattr(made, table)
        for value in entry.__struct_fields__
    }
    assert kinds == {"copy", "rulebook", "reconstructed"}


def values(components: ComponentSet) -> Iterator[tuple[str, str]]:
    """Yield every value of a set but the names that the scaffold chooses."""
    for table in TABLES:
        for entry in getattr(components, table):
            row = msgspec.to_builtins(entry)
            told = {k: v for k, v in row.items() if k not in OWN and k not in REFERENCES}
            yield table, repr(sorted(told.items()))


def test_missing_borders_are_missed(tmp_path: Path) -> None:
    scaffold(tmp_path)
    for file, content in filled(tmp_path, donor_set(3)):
        if file == "map.toml":
            content["border"] = content["border"][:4]
        (tmp_path / file).write_text(tomli_w.dumps(content), encoding="utf-8")
    found = audit(read_draft(tmp_path))
    assert {finding.file for finding in found} == {"map.toml"}
    assert len([f for f in found if "cannot be reached from" in f.message]) >= 20
