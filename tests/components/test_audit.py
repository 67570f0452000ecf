"""The audit finds what contradicts the rulebooks, says where, and finds nothing else."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.components.audit import SHIPPED, audit, open_set, shipped_audit
from referee.components.generate import random_set
from referee.components.set_invariant import (
    SetInvariant,
    SetStatements,
    across,
    at,
    entry_name,
)
from referee.components.set_writer import write_set
from referee.components.statements import STATEMENTS
from referee.core.citations import crosswalk
from referee.core.component_set import TABLES, ComponentSet
from referee.core.components import Reward
from referee.core.set_reader import (
    FILE_OF_TABLE,
    FILES,
    HEADER,
    ComponentSetError,
    EntryFinding,
    SetDraft,
    read_draft,
)
from referee.i18n.speech import say
from tests.components.breaches.every import BREACHES
from tests.components.spoilt_sets import as_draft, change, change_all, drop, repeat, then

BY_ID = {statement.id: statement for statement in STATEMENTS}


def test_every_statement_has_a_set_that_contradicts_it() -> None:
    assert set(BREACHES) == set(BY_ID)


def test_no_two_statements_have_the_same_id() -> None:
    ids = [statement.id for statement in (*STATEMENTS, *SHIPPED)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("statement", [*STATEMENTS, *SHIPPED], ids=lambda s: s.id)
def test_a_statement_is_one_sentence_with_a_place_and_tables(statement: SetInvariant) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", statement.id)
    assert re.fullmatch(r"[A-Z][^.]*\.", statement.says)
    assert set(statement.tables) <= set(TABLES)
    if statement.section is not None:
        assert statement.section in crosswalk()
        assert statement.citations


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("statement", "number"),
    [(BY_ID[id_], number) for id_, spoils in BREACHES.items() for number in range(len(spoils))],
    ids=lambda value: value.id if isinstance(value, SetInvariant) else str(value),
)
def test_a_contradicting_set_is_found_out(statement: SetInvariant, number: int, seed: int) -> None:
    components = random_set(Random(seed))
    spoilt = BREACHES[statement.id][number](components)

    assert list(statement.breaches(components)) == []
    breaches = list(statement.breaches(spoilt))
    assert breaches
    assert set(breaches) <= set(audit(as_draft(spoilt)))
    files = {FILE_OF_TABLE[table] for table in statement.tables or TABLES}
    for breach in breaches:
        assert breach.statement == statement.id
        assert breach.file in files
        assert breach.entry.strip("[]").partition(" ")[0] in FILES[breach.file]
        assert not breach.blank
        assert breach.message == breach.message.strip()
        assert str(breach).startswith(f"{breach.file}, {breach.entry}: ")


def test_a_finding_names_an_entry_as_the_reader_does(tmp_path: Path) -> None:
    components = random_set(Random(4))
    names = {
        (FILE_OF_TABLE[table], entry_name(table, entry))
        for table in TABLES
        for entry in getattr(components, table)
    }
    # Of a set with a wrong source everywhere the reader names every entry.
    folder = write_set(components, tmp_path)
    for file in FILES:
        text = (folder / file).read_text(encoding="utf-8")
        text = re.sub(r'source = "[^"]*"', 'source = "hearsay"', text)
        (folder / file).write_text(text, encoding="utf-8")
    found = {(finding.file, finding.entry) for finding in read_draft(folder).findings}
    assert found == names


def test_findings_come_in_the_order_of_files_and_entries() -> None:
    spoilt = then(
        change("round_coins", coins=()),
        change("tiles", id="-"),
        change("cards", id="-"),
        change_all("regions", name=""),
        change("borders", lines=2, source="rulebook en nowhere"),
        drop("bases"),
        change_all("regions", lambda region: region.reward == "pounds", mines=1),
    )(random_set(Random(0)))
    found = audit(as_draft(spoilt))

    places = [(finding.file, finding.entry.partition(" ")[0].strip("[]")) for finding in found]
    order = [(file, key) for file, keys in FILES.items() for key in keys]
    assert [order.index(place) for place in places] == sorted(map(order.index, places))
    regions = [f.entry for f in found if f.entry.startswith("region ")]
    names = [entry_name("regions", region) for region in spoilt.regions]
    assert [names.index(region) for region in regions] == sorted(map(names.index, regions))
    assert len(regions) > len(set(regions)) > 20


def test_blanks_faults_and_breaches_come_together(tmp_path: Path) -> None:
    folder = write_set(drop("bases")(random_set(Random(0))), tmp_path)
    cards = (folder / "cards.toml").read_text(encoding="utf-8")
    cards = re.sub('id = "[^"]*"', 'id = "?"', cards, count=1)
    cards += "\n[[card]]\nid = 5\n"
    (folder / "cards.toml").write_text(cards, encoding="utf-8")
    (folder / HEADER).write_text('name = "x"\ntitle = "?"\n', encoding="utf-8")

    found = audit(read_draft(folder))
    assert [(f.file, f.blank, f.statement is not None) for f in found] == [
        (HEADER, True, False),
        ("bases.toml", False, True),
        ("cards.toml", True, False),
        ("cards.toml", False, False),
    ]


def test_statements_about_an_incomplete_table_wait() -> None:
    draft = as_draft(then(drop("cards"), change("cards", id="-"))(random_set(Random(0))))
    assert {finding.file for finding in audit(draft)} >= {"cards.toml"}
    draft.gaps = {"cards"}
    assert audit(draft) == ()


def test_the_audit_of_a_missing_folder_says_only_that(tmp_path: Path) -> None:
    found = audit(read_draft(tmp_path / "nowhere"))
    assert [finding.message for finding in found] == ["is not a folder; expected a component set"]


def test_a_set_in_which_nothing_is_found_opens(tmp_path: Path) -> None:
    components = random_set(Random(9))
    assert open_set(write_set(components, tmp_path)) == components


def test_opening_a_wrong_set_gives_every_reason(tmp_path: Path) -> None:
    spoilt = then(drop("bases"), change("regions", name=""))(random_set(Random(9)))
    with pytest.raises(ComponentSetError) as raised:
        open_set(write_set(spoilt, tmp_path))
    assert [finding.file for finding in raised.value.findings] == ["map.toml", "bases.toml"]
    assert re.search(r"map\.toml:\d+, region ", str(raised.value))


KINDS = {table: kind for keys in FILES.values() for table, kind in keys.values()}


def scrambled(rng: Random, components: ComponentSet) -> SetDraft:
    """Return `components` with values changed without any sense, but well typed."""
    draft = as_draft(components)
    for table, entries in draft.entries.items():
        for _ in range(rng.randint(0, 2)):
            entries.append(entries[0])
            entries.pop(rng.randrange(len(entries)))
        for number, entry in enumerate(entries):
            row = msgspec.to_builtins(entry)
            field = rng.choice(list(row))
            donor = msgspec.to_builtins(rng.choice(entries))
            row[field] = senseless(rng, donor.get(field))
            with suppress(msgspec.ValidationError):
                entries[number] = msgspec.convert(row, KINDS[table])
    return draft


def senseless(rng: Random, value: object) -> object:
    match value:
        case int():
            return rng.choice((0, 1, 2, 3, 99, 999))
        case list() | tuple():
            return [*value, *value][rng.randrange(2) : rng.randint(0, 2 * len(value))]
        case str():
            return rng.choice((value, "cairo", "coffee", "none", "", "x"))
        case _:
            return value


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(150))
def test_the_audit_of_a_senseless_set_finds_much_and_stumbles_over_nothing(seed: int) -> None:
    rng = Random(seed)
    assert len(audit(scrambled(rng, random_set(rng)))) > 20


def test_the_audit_of_empty_tables_stumbles_over_nothing() -> None:
    draft = SetDraft()
    assert len(audit(draft)) > 50


def test_two_sides_with_one_layout_do_not_ship() -> None:
    components = random_set(Random(1))
    first = components.tracks[0]
    alike = change(
        "tracks",
        lambda track: track.id != first.id,
        last=first.last,
        shares=first.shares,
        calls=first.calls,
        specials=first.specials,
    )(components)
    found = [f for f in shipped_audit(alike) if f not in shipped_audit(components)]
    assert [getattr(f, "statement", None) for f in found] == ["shipped-layouts"]
    assert first.id in found[0].message


def test_a_book_may_ship_twice_and_not_three_times() -> None:
    components = random_set(Random(1))
    needs = components.books[0].requires[:1]
    pair = [book.id for book in components.books if book.letter == "A"]

    def alike(number: int) -> set[str]:
        spoilt = change_all(
            "books",
            lambda book: book.id in pair[:number],
            requires=needs,
            reward=Reward(pounds=77),
        )(components)
        return {f.entry for f in SHIPPED[1].breaches(spoilt)}

    assert alike(2) <= alike(3)
    assert alike(3) - alike(2) == {f"book {pair[2]}"}


def test_further_statements_are_heard_of_a_shipped_set() -> None:
    @SetStatements().stated("shipped-never", "", "regions borders")
    def further(components: ComponentSet) -> Iterator[EntryFinding]:
        yield across("borders", "map.no-border-kind", word="single")
        yield at(components.regions[3], "map.company-name")

    components = random_set(Random(1))
    before = shipped_audit(components)
    added = [f for f in shipped_audit(components, [further]) if f not in before]
    assert [(f.file, f.message) for f in added] == [
        ("map.toml", say("components.map.company-name")),
        ("map.toml", say("components.map.no-border-kind", word="single")),
    ]


def test_an_entry_that_stands_twice_is_found_at_its_second_place() -> None:
    components = random_set(Random(2))
    spoilt = repeat("cards")(components)
    found = list(BY_ID["ids-unique"].breaches(spoilt))
    assert [f.entry for f in found] == [f"card {components.cards[0].id}"]
