"""Make `vectors`: requests with their answers, and tables with events, for other programs."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

import click
import msgspec
from msgspec.structs import replace

from referee.conformance import protocol
from referee.conformance.difference import game_of
from referee.conformance.partner import EngineProgram, answer_about
from referee.conformance.perft import ACTIONS, counted
from referee.conformance.protocol import set_named
from referee.conformance.slips import near_misses
from referee.core.component_set import ComponentSet
from referee.core.digests import canonical_json
from referee.core.events import Event, PrepareRound
from referee.core.public import digest, public
from referee.core.rule import Rule
from referee.core.rulings import Rulings
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.engine import check_setting, golden, initial, pads, step
from referee.engine.actions import has_turn
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.loader import load
from scripts.tools.docs import example_state
from scripts.tools.project import ROOT
from tests.engine.cases import Case, Verdict, cases

FOLDER: Final = ROOT / "vectors"
GOLDEN: Final = [*map(golden.read_file, sorted((ROOT / "games" / "golden").iterdir()))]
WHOLE: Final = (24, 45, 7, 19, 43, 1, 53, 59)
"""Golden games that are told event by event: every answer of every ruling is in force in one."""

SETS: Final = {
    name: set_named(name) or reference_set() for name in ("random-1", "small-1", "tiny-1")
}
"""Sets with other values than the printed ones; a game is played with each."""

POSITIONS: Final = (
    *((58, 48, 2), (10, 15, 2), (8, 66, 2), (10, 72, 2), (13, 128, 2)),
    *((19, 58, 2), (24, 86, 2), (3, 45, 3), (57, 18, 3), (29, 148, 3)),
)
"""Where rows of turns are counted: a golden game, the events before, the depth."""

LISTED, COUNTED = 40, 5_000
"""A table with at most so many turns has them listed, or counted."""

DIGITS: Final = 16
"""So many digits of a digest are told of the table after each listed turn."""

Line = dict[str, Any]
Play = tuple[Setting, tuple[Event, ...]]

DIGEST: Final = protocol.AskTable(id=0, want="digest")
STATE: Final = protocol.AskTable(id=0, want="state")
SCORE: Final = protocol.AskScore(id=0)


class Conversation:
    """What the engine answers to requests, which are numbered as they are asked."""

    def __init__(self) -> None:
        self._engine = EngineProgram("", lambda name: SETS.get(name, reference_set()))
        self._asked = 0

    @property
    def table(self) -> State:
        """The table."""
        assert self._engine.state is not None  # noqa: S101
        return self._engine.state

    def ask(self, request: protocol.AnyRequest, **about: object) -> Line:
        """Return a request with its answer, and what it is about."""
        self._asked += 1
        asked = replace(request, id=self._asked)
        answer = msgspec.to_builtins(self._engine.answer(asked))
        if isinstance(asked, protocol.Apply | protocol.AskVerdict):
            # Left out it is true, but a reader should not have to know.
            answer = {"legal": True, **answer}
        return {**about, "request": msgspec.to_builtins(asked), "answer": answer}


def golden_game(number: int, events: int | None = None) -> Play:
    """Return a golden game, all of it or its first events."""
    game = GOLDEN[number]
    setting = golden.setting_of(game.header, reference_set())
    return setting, tuple(line.event for line in game.lines[:events])


def rules() -> Iterator[Line]:
    """Yield for every rule a game that ends in an event which breaks it, or which shows it."""
    talk = Conversation()
    legal: list[Play] = []
    for file in sorted((ROOT / "games" / "illegal").iterdir()):
        record = load(file.read_bytes(), lambda _: reference_set()).record
        setting = setting_of(record.header, reference_set())
        assert not isinstance(setting, Missing)  # noqa: S101
        if broken := list(check_setting(setting)):
            yield talk.ask(game_of(setting), name=file.stem, rules=[one.rule.id for one in broken])
            continue
        steps = [*walk(record, setting)]
        events = tuple(each.event for each in steps if each.event is not None)
        if steps[-1].illegal:
            broken = [*steps[-1].violations]
            begun = game_of(setting, events[:-1])
            yield talk.ask(begun, name=file.stem, rules=[one.rule.id for one in broken])
            yield talk.ask(protocol.AskVerdict(id=0, event=events[-1]))
        else:
            legal.append((setting, events))
    legal += map(golden_game, range(len(GOLDEN)))
    for rule, (setting, events) in sorted(_shortest(legal).items()):
        yield talk.ask(game_of(setting, events[:-1]), name=rule.lower(), rules=[rule])
        for event in events[-1:]:
            yield talk.ask(DIGEST)
            yield talk.ask(protocol.Apply(id=0, event=event))
        yield talk.ask(SCORE if talk.table.phase == "over" else STATE)


def _shortest(plays: list[Play]) -> dict[str, Play]:
    """Return by effect rule the shortest beginning of a game whose last event shows it."""
    found: dict[str, Play] = {}
    for setting, events in plays:
        notes: list[Rule] = []
        table = initial(setting, notes)
        for happened in range(len(events) + 1):
            if happened:
                table = step(table, events[happened - 1], notes)
            if table.phase == "over":
                pads(table, notes)
            for rule in notes:
                if rule.id not in found or happened < len(found[rule.id][1]):
                    found[rule.id] = setting, events[:happened]
            notes.clear()
    return found


def games() -> Iterator[Line]:
    """Yield games event by event: tables, slips, counts and lists of turns, scores."""
    talk = Conversation()
    for number in WHOLE:
        yield from _game(talk, f"golden {number:02}", GOLDEN[number], reference_set())
    for name, components in SETS.items():
        drawn = golden.make(
            components, players=2, seed=1, policies=("greedy",), rulings=Rulings(), first_game=False
        )
        yield from _game(talk, name, drawn, components)


def _game(
    talk: Conversation, name: str, game: golden.Golden, components: ComponentSet
) -> Iterator[Line]:
    rng, tried = Random(name), Counter[str]()
    yield talk.ask(game_of(golden.setting_of(game.header, components)), name=name)
    for line in game.lines:
        if has_turn(talk.table):
            for slip in near_misses(talk.table, rng, 1, tried):
                yield talk.ask(protocol.AskVerdict(id=0, event=slip))
        yield talk.ask(protocol.Apply(id=0, event=line.event))
        yield talk.ask(DIGEST)
        if has_turn(talk.table) and line.turns <= COUNTED:
            yield talk.ask(protocol.AskLegal(id=0, want="count", actions=ACTIONS))
        if has_turn(talk.table) and line.turns <= LISTED:
            listed = talk.ask(protocol.AskLegal(id=0, want="turns", actions=ACTIONS))
            turns = msgspec.convert(listed["answer"], protocol.TurnLists).turns
            after = sorted({digest(step(talk.table, turn))[:DIGITS] for turn in turns})
            yield {**listed, "digests_after": after}
        if isinstance(line.event, PrepareRound) or talk.table.phase == "over":
            yield talk.ask(STATE)
            yield talk.ask(SCORE)


def tables() -> Iterator[Line]:
    """Yield the cases of `tests/cases`: a table, an event or nothing, what comes of it."""
    for name, case in cases().items():
        if case.setting is None:
            yield {"name": name, "title": case.title, **_table(case, case, None)}
            if (other := case.otherwise) is not None:
                yield {"name": name, "title": case.title, **_table(case, other, other.rulings)}


def _table(case: Case, verdict: Verdict, rulings: dict[str, str] | None) -> Line:
    before = case.table(rulings)
    plans = [plan and [*plan.slots] for plan in before.plans]
    told: Line = {
        "rules": [*dict.fromkeys((*verdict.breaks, *verdict.shows, *case.obeys))],
        "state": public(before),
        "hidden": {"plans": plans, "first_game_tiles": before.setting.first_game_tiles},
    }
    if case.event is None:
        return {**told, "score": msgspec.to_builtins(answer_about(before, SCORE))}
    told |= {"event": msgspec.to_builtins(case.said()), "legal": verdict.legal}
    if not verdict.legal:
        return told
    after = step(before, case.said())
    new: Line = {key: value for key, value in public(after).items() if value != told["state"][key]}
    return {**told, "digest": digest(after), "changed": new}


def counts() -> Iterator[Line]:
    """Yield how many rows of turns there are from some tables on, depth by depth."""
    talk = Conversation()
    for number, events, depth in POSITIONS:
        name = f"golden {number:02} after {events} events"
        yield talk.ask(game_of(*golden_game(number, events)), name=name)
        deeper = []
        for deep in range(2, depth + 1):
            found = [*counted(talk.table, deep, (), divide=False)]
            rows = {each.action: each.rows for each in found}
            deeper.append({"depth": deep, "rows": rows, "ended": sum(each.ended for each in found)})
        yield talk.ask(protocol.AskLegal(id=0, want="count", actions=ACTIONS), deeper=deeper)


LINES: Final[Mapping[str, Callable[[], Iterator[Line]]]] = {
    "rules": rules,
    "tables": tables,
    "games": games,
    "counts": counts,
}
"""By name of a file of JSON lines what stands in it."""


def text_of(line: Line) -> str:
    """Return a line as it stands in its file."""
    return msgspec.json.encode(line).decode() + "\n"


def whole_files() -> dict[str, str]:
    """Return the files that are not JSON lines: one canonical table, its digest, the sets."""
    table = example_state()
    sets = {"reference": reference_set(), **SETS}
    return {
        "canonical.json": canonical_json(public(table)),
        "canonical.sha256": f"{digest(table)}  canonical.json\n",
        **{
            f"sets/{name}.json": text_of(msgspec.to_builtins(protocol.sent(components)))
            for name, components in sets.items()
        },
    }


@click.command()
def command() -> None:
    """Write the vectors for other programs, which `vectors/README.md` describes."""
    (FOLDER / "sets").mkdir(parents=True, exist_ok=True)
    for name, text in whole_files().items():
        (FOLDER / name).write_text(text, "utf-8")
    for name, lines in LINES.items():
        (FOLDER / f"{name}.jsonl").write_text("".join(map(text_of, lines())), "utf-8")
