"""Cases: a position, an event and the verdict of the rulebook, in files that need no program.

`tests/cases/README.md` tells how a case is written.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.core.events import Event
from referee.core.ids import COMPANIES
from referee.core.public import public
from referee.core.rule import Rule, Violation
from referee.core.state import State
from referee.engine import check, check_setting, initial, pads, step, winners
from tests.engine.table_matches import NOTHING
from tests.positions import position_of, setting_of

FOLDER = Path(__file__).parent.parent / "cases"


class CaseError(Exception):
    """A file that is not a case."""


class Verdict(Struct, frozen=True, kw_only=True):
    """What the rulebook says: the rules broken, or what follows."""

    legal: bool = False
    breaks: tuple[str, ...] = ()
    """The rules broken, in rulebook order; a rule broken twice stands twice."""
    tells: tuple[dict[str, object], ...] = ()
    """The facts that each of them tells."""
    facts: dict[str, object] = {}
    """What holds afterwards, as a part of the public facts."""
    shows: tuple[str, ...] = ()
    """Rules about what follows that have their effect here."""


class Otherwise(Verdict, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The verdict on the same event under another ruling."""

    rulings: dict[str, str]


class Case(Verdict, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A case as it stands in its file."""

    title: str
    setting: dict[str, object] | None = None
    position: dict[str, object] | None = None
    event: dict[str, object] | None = None
    obeys: tuple[str, ...] = ()
    """Rules that this legal event obeys where a slip would break them."""
    otherwise: Otherwise | None = None

    def verdicts(self) -> tuple[Verdict, ...]:
        """Return the verdict, and the other one under another ruling if there is one."""
        return (self,) if self.otherwise is None else (self, self.otherwise)

    def table(self, rulings: dict[str, str] | None = None) -> State:
        """Return the position of the case, perhaps under other rulings."""
        form = dict(self.position or {})
        return position_of(form if rulings is None else {**form, "rulings": rulings})

    def said(self) -> Event:
        """Return the event of the case."""
        return msgspec.convert({"event": _with_nulls(self.event)}, _Said).event


class _Said(Struct, frozen=True):
    event: Event


def _with_nulls(plain: object) -> object:
    """Return plain data with null where a TOML file, which has none, says nothing."""
    match plain:
        case dict():
            return {key: _with_nulls(value) for key, value in plain.items()}
        case list():
            return [_with_nulls(value) for value in plain]
        case _:
            return None if plain == NOTHING else plain


@cache
def cases() -> dict[str, Case]:
    """Return every case by its path below the folder of cases."""
    return {
        path.relative_to(FOLDER).with_suffix("").as_posix(): _read(path)
        for path in sorted(FOLDER.glob("*/*.toml"))
    }


def _read(path: Path) -> Case:
    try:
        case = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Case)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CaseError(f"{path.relative_to(FOLDER)}: {error}") from error
    for fault in _faults(case):
        raise CaseError(f"{path.relative_to(FOLDER)}: {fault}")
    return case


def _faults(case: Case) -> Iterator[str]:
    for verdict in case.verdicts():
        if verdict.legal == bool(verdict.breaks):
            yield "say either `legal = true` or the rules that it `breaks`"
        if len(verdict.tells) not in {0, len(verdict.breaks)}:
            yield "tell the facts of every broken rule, or of none"
        if verdict.breaks and (verdict.facts or verdict.shows):
            yield "nothing follows from an event that breaks rules"
    if case.setting is not None and (case.position or case.event):
        yield "a case about a setting has neither position nor event"
    if case.obeys and not case.legal:
        yield "only a legal event obeys rules"


def violations(case: Case, rulings: dict[str, str] | None = None) -> tuple[Violation, ...]:
    """Return what the engine finds broken."""
    if case.setting is not None:
        return tuple(check_setting(setting_of(case.setting)))
    if case.event is None:
        return ()
    return check(case.table(rulings), case.said())


def broken_by(case: Case, rulings: dict[str, str] | None = None) -> list[str]:
    """Return the ids of the rules that the engine finds broken."""
    return [violation.rule.id for violation in violations(case, rulings)]


def after(case: Case, rulings: dict[str, str] | None = None) -> tuple[State, list[Rule]]:
    """Return the table after a legal case, and the effect rules that the engine noted."""
    notes: list[Rule] = []
    if case.setting is not None:
        return initial(setting_of(case.setting)), notes
    table = case.table(rulings)
    return (table if case.event is None else step(table, case.said(), notes)), notes


def facts_of(state: State) -> dict[str, object]:
    """Return all that a case may state of a table: its public facts and the scoring pads."""
    scored = [
        {
            "cash": pad.cash,
            "shares": dict(zip(COMPANIES, pad.shares, strict=True)),
            "values": dict(zip(COMPANIES, pad.values, strict=True)),
            "rows": list(pad.rows),
            "diamonds": pad.diamonds,
            "books": pad.books,
            "total": pad.total,
        }
        for pad in pads(state)
    ]
    return {**public(state), "pads": scored, "winners": list(winners(state))}
