"""Make `vectors`: requests with their answers, and tables with events, for other programs."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, Final

import click
import msgspec
from msgspec.structs import replace

from referee.conformance import protocol
from referee.conformance.difference import game_of
from referee.conformance.games import few_turns
from referee.conformance.partner import EngineProgram, answer_about
from referee.conformance.perft import ACTIONS, counted
from referee.conformance.protocol import set_named
from referee.conformance.slips import near_misses
from referee.core.digests import canonical_json
from referee.core.events import Event, PrepareRound
from referee.core.public import PlainData, digest, public
from referee.core.rule import Rule
from referee.core.rulings import Rulings
from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.engine import check_setting, golden, initial, pads, step
from referee.engine.actions import has_turn
from referee.records.completed_turn import Missing
from referee.records.judge import setting_of, walk
from referee.records.loader import load
from referee.rulebook import RULES
from scripts.tools.docs import example_state
from scripts.tools.project import ROOT
from tests.engine.cases import Case, Verdict, cases

FOLDER: Final = ROOT / "vectors"
GAMES: Final = ROOT / "games"

WHOLE: Final = (24, 45, 7, 19, 43, 1, 53, 59)
"""Golden games that are told event by event: every answer of every ruling is in force in one."""

ODD_SETS: Final = ("random-1", "small-1", "tiny-1")
"""Sets with other values than the printed ones; a game of two is played with each."""

POSITIONS: Final = (
    *((58, 48, 2), (10, 15, 2), (8, 66, 2), (10, 72, 2), (13, 128, 2)),
    *((19, 58, 2), (24, 86, 2), (3, 45, 3), (57, 18, 3), (29, 148, 3)),
)
"""Where rows of turns are counted: a golden game, the events before, the depth."""

LISTED: Final = 40
"""A table with at most so many turns has them listed."""

COUNTED: Final = 5_000
"""A table with at most so many has them counted; otherwise only those of actions with few."""

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
        self._engine = EngineProgram("", set_named)
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


# Rules: an illegal event, or an event in which the rule has its effect, in a game of its own ------
@cache
def _golden(number: int) -> tuple[Setting, golden.Golden]:
    game = golden.read_file(GAMES / "golden" / f"game-{number:02}.jsonl")
    return golden.setting_of(game.header, reference_set()), game


def rules() -> Iterator[Line]:
    """Yield for every rule a game that ends in an event which breaks it, or which shows it."""
    talk = Conversation()
    plays: list[Play] = []
    for file in sorted((GAMES / "illegal").iterdir()):
        record = load(file.read_bytes(), lambda _: reference_set()).record
        setting = setting_of(record.header, reference_set())
        assert not isinstance(setting, Missing)  # noqa: S101
        if broken := [violation.rule.id for violation in check_setting(setting)]:
            yield talk.ask(game_of(setting), name=file.stem, rules=broken)
            continue
        steps = [*walk(record, setting)]
        events = tuple(each.event for each in steps if each.event is not None)
        if steps[-1].illegal:
            *before, last = events
            broken = [violation.rule.id for violation in steps[-1].violations]
            yield talk.ask(game_of(setting, tuple(before)), name=file.stem, rules=broken)
            yield talk.ask(protocol.AskVerdict(id=0, event=last))
        else:
            plays.append((setting, events))
    for number in range(len([*(GAMES / "golden").iterdir()])):
        setting, game = _golden(number)
        plays.append((setting, tuple(line.event for line in game.lines)))
    for rule_ids, (setting, events) in _shortest(plays).items():
        yield from _effects(talk, rule_ids, setting, events)


def _shortest(plays: list[Play]) -> Mapping[tuple[str, ...], Play]:
    """Return the shortest beginnings of games whose last event shows effect rules, by the rules."""
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
    shown: dict[tuple[int, Play], list[str]] = {}
    for rule_id in sorted(found):
        shown.setdefault((len(found[rule_id][1]), found[rule_id]), []).append(rule_id)
    return {tuple(ids): play for (_, play), ids in shown.items()}


def _effects(
    talk: Conversation, rule_ids: tuple[str, ...], setting: Setting, events: tuple[Event, ...]
) -> Iterator[Line]:
    """Yield a game, its last event, and what shows rules: the table after it, or the score."""
    name = " ".join(rule_ids).lower()
    yield talk.ask(game_of(setting, events[:-1]), name=name, rules=rule_ids)
    if events:
        yield talk.ask(DIGEST)
        yield talk.ask(protocol.Apply(id=0, event=events[-1]))
    yield talk.ask(STATE)
    if talk.table.phase == "over":
        yield talk.ask(SCORE)


# Whole games --------------------------------------------------------------------------------------
def whole_games() -> Iterator[Line]:
    """Yield games event by event: tables, slips, counts and lists of turns, scores."""
    talk = Conversation()
    for number in WHOLE:
        yield from _whole(talk, f"golden {number:02}", *_golden(number))
    for name in ODD_SETS:
        components = set_named(name)
        assert components is not None  # noqa: S101
        play = {"players": 2, "seed": 1, "policies": ("greedy", "random"), "first_game": False}
        game = golden.make(components, rulings=Rulings(), **play)
        yield from _whole(talk, name, golden.setting_of(game.header, components), game)


def _whole(
    talk: Conversation, name: str, setting: Setting, game: golden.Golden
) -> Iterator[Line]:
    rng, tried = Random(name), Counter[str]()
    yield talk.ask(game_of(setting), name=name)
    for line in game.lines:
        if has_turn(talk.table):
            for slip in near_misses(talk.table, rng, 1, tried):
                yield talk.ask(protocol.AskVerdict(id=0, event=slip))
        yield talk.ask(protocol.Apply(id=0, event=line.event))
        yield talk.ask(DIGEST)
        if has_turn(talk.table):
            yield from _turns(talk, line.turns)
        if isinstance(line.event, PrepareRound):
            yield talk.ask(STATE)
            yield talk.ask(SCORE)
    yield talk.ask(STATE)
    yield talk.ask(SCORE)


def _turns(talk: Conversation, number: int) -> Iterator[Line]:
    actions = ACTIONS if number <= COUNTED else tuple(few_turns(talk.table, ACTIONS))
    yield talk.ask(protocol.AskLegal(id=0, want="count", actions=actions))
    if number <= LISTED:
        listed = protocol.AskLegal(id=0, want="turns", actions=ACTIONS)
        turns = answer_about(talk.table, listed)
        assert isinstance(turns, protocol.TurnLists)  # noqa: S101
        after = sorted(digest(step(talk.table, turn))[:DIGITS] for turn in turns.turns)
        yield talk.ask(listed, digests_after=after)


# Tables without the games that led to them --------------------------------------------------------
def tables() -> Iterator[Line]:
    """Yield the cases of `tests/cases`: a table, a question about it, the answer."""
    number = 0
    for name, case in cases().items():
        if case.setting is not None:
            continue
        for verdict in case.verdicts():
            number += 1
            rulings = getattr(verdict, "rulings", None)
            yield {"name": name, "title": case.title, **_table(number, case, verdict, rulings)}


def _table(number: int, case: Case, verdict: Verdict, rulings: dict[str, str] | None) -> Line:
    before = case.table(rulings)
    hidden: Line = {}
    if any(before.plans):
        hidden["plans"] = [plan and [*plan.slots] for plan in before.plans]
    if before.setting.first_game_tiles:
        hidden["first_game_tiles"] = True
    told: Line = {
        "rules": [*dict.fromkeys((*verdict.breaks, *verdict.shows, *case.obeys))],
        "state": public(before),
        "hidden": hidden,
    }
    if case.event is None:
        asked: protocol.TableQuestion = replace(SCORE, id=number)
        answer = msgspec.to_builtins(answer_about(before, asked))
        return {**told, "request": msgspec.to_builtins(asked), "answer": answer}
    event = case.said()
    request = msgspec.to_builtins(protocol.Apply(id=number, event=event))
    ruled = answer_about(before, protocol.AskVerdict(id=number, event=event))
    told |= {"request": request, "answer": {"legal": verdict.legal, **msgspec.to_builtins(ruled)}}
    if not verdict.legal:
        return told
    after = step(before, event)
    return {**told, "after": {"digest": digest(after), "state": _changed(before, after)}}


def _changed(before: State, after: State) -> PlainData:
    """Return the keys of a table that an event changes, and for every player his."""
    old, new = public(before), public(after)
    found = {key: value for key, value in new.items() if value != old[key]}
    if "players" in found:
        pairs: Any = zip(old["players"], new["players"], strict=True)  # type: ignore[arg-type]
        found["players"] = [{k: v for k, v in b.items() if v != a[k]} for a, b in pairs]
    return found


# Rows of turns ------------------------------------------------------------------------------------
def counts() -> Iterator[Line]:
    """Yield how many rows of turns there are from some tables on, depth by depth."""
    talk = Conversation()
    for number, happened, depth in POSITIONS:
        setting, game = _golden(number)
        events = tuple(line.event for line in game.lines[:happened])
        name = f"golden {number:02} after {happened} events"
        yield talk.ask(game_of(setting, events), name=name)
        deeper = []
        for deep in range(2, depth + 1):
            found = [*counted(talk.table, deep, (), divide=False)]
            rows = {each.action: each.rows for each in found}
            deeper.append({"depth": deep, "rows": rows, "ended": sum(each.ended for each in found)})
        yield talk.ask(protocol.AskLegal(id=0, want="count", actions=ACTIONS), deeper=deeper)


# The files ----------------------------------------------------------------------------------------
LINES: Final[Mapping[str, Callable[[], Iterator[Line]]]] = {
    "rules": rules,
    "tables": tables,
    "games": whole_games,
    "counts": counts,
}
"""By name of a file of JSON lines what stands in it."""


def text_of(line: Line) -> str:
    """Return a line as it stands in its file."""
    return msgspec.json.encode(line).decode() + "\n"


def whole_files() -> Iterator[tuple[str, str]]:
    """Yield the files that are not JSON lines: one canonical table, its digest, the sets."""
    table = example_state()
    yield "canonical.json", canonical_json(public(table))
    yield "canonical.sha256", f"{digest(table)}  canonical.json\n"
    for name in ("reference", *ODD_SETS):
        components = set_named(name)
        assert components is not None  # noqa: S101
        sent = msgspec.to_builtins(protocol.sent(components))
        tables_of_set = ",\n".join(
            f'"{table}":{msgspec.json.encode(sent[table]).decode()}' for table in sent
        )
        yield f"sets/{name}.json", "{\n" + tables_of_set + "\n}\n"


@click.command()
def command() -> None:
    """Write the vectors for other programs, which `vectors/README.md` describes."""
    (FOLDER / "sets").mkdir(parents=True, exist_ok=True)
    for name, text in whole_files():
        (FOLDER / name).write_text(text, "utf-8")
    for name, lines in LINES.items():
        (FOLDER / f"{name}.jsonl").write_text("".join(map(text_of, lines())), "utf-8")
