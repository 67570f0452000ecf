"""What a run shows: game by game, rule by rule, and difference by difference."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.components.audit import open_set
from referee.components.set_writer import FolderError, write_set
from referee.conformance import protocol
from referee.conformance.difference import Difference, FinalQuestion
from referee.conformance.partner import Engine, ForeignProgram, Pair, setting_of
from referee.conformance.shrink import SHORT, expected_answer, scene_of, tried
from referee.core.answer import Answer
from referee.core.component_set import ComponentSet
from referee.core.digests import canonical_json, contrasted
from referee.core.input_limits import (
    BYTES_OF_A_RESULT,
    BYTES_OF_KNOWN_FAILURES,
    CHARACTERS_OF_A_LINE,
    DECODER_ERRORS,
)
from referee.core.problem import NOWHERE
from referee.core.public import deviations
from referee.core.rule import Rule
from referee.core.set_reader import HEADER, ComponentSetError
from referee.core.state import Setting, State
from referee.durable import replace_file
from referee.engine.referee import IllegalEventError, UnreadableEventError
from referee.engine.setup import check_setting
from referee.i18n.speech import say
from referee.records.loader import Form, dump, load
from referee.records.record import Record, Statement, UnreadableRecordError
from referee.records.roster import name_fault
from referee.records.writer import record_of, statement_of
from referee.rulebook import RULES

Fate = Literal["still", "otherwise", "gone", "not-asked"]
"""What became of a saved difference; a program is not asked what it says it cannot do."""

ENOUGH = 50
"""A full run of engine and model compares every rule so often."""

A_LINE = 6
"""Rules told in one line."""

Effort = tuple[bool, bool, tuple[int, int, int], tuple[int, str]]


class Played(Struct, frozen=True, kw_only=True):
    """What came of one game, or of another piece of work; a line of the results."""

    game: str
    """A seed, or the name of a golden game, of a saved difference or of a piece of work."""
    events: int = 0
    agree: dict[str, int] = {}
    differ: dict[str, int] = {}
    asked: dict[str, int] = {}
    differences: tuple[Difference, ...] = ()
    fate: Fate | None = None
    """What became of a saved difference."""


class GameSheet:
    """What a game shows, as far as it has come."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.agree: Counter[str] = Counter()
        """How often a rule was at work, or broken, and both said the same."""
        self.differ: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.differences: list[Difference] = []

    def played(self, events: int = 0) -> Played:
        """Return what came of the game."""
        return Played(
            game=self.game,
            events=events,
            agree=dict(self.agree),
            differ=dict(self.differ),
            asked=dict(self.asked),
            differences=tuple(self.differences),
        )


class Group(Struct, kw_only=True):
    """Differences of one sort: in which games, and the smallest example."""

    id: str
    games: list[str]
    example: Difference
    effort: Effort
    tries: int = 0
    """How often the program was asked to find a smaller game; 0 if nobody tried."""
    repeated: bool = True
    """The program did it again when the game was played alone."""
    file: str | None = None


class CutRun(Answer, frozen=True, kw_only=True):
    """What a run left out because its time was up, or because it was interrupted."""

    seconds: float | None
    """The time it had; None if it was interrupted."""
    not_played: tuple[str, ...]
    """Games, or saved differences that were to be asked again."""
    not_shrunk: tuple[str, ...]
    """Differences whose games are as they were met, or not as short as they might be."""


class Report(Struct, frozen=True, kw_only=True):
    """A whole run."""

    games: int
    events: int
    asked: dict[str, int]
    agree: dict[str, int]
    differ: dict[str, int]
    groups: tuple[Group, ...]
    again: dict[str, Fate] = {}
    """What became of saved differences, by name."""
    cut: CutRun | None = None

    @property
    def never_reached(self) -> tuple[str, ...]:
        """The rules that no comparison was about."""
        return tuple(rule for rule in RULES if not self.agree.get(rule) and rule not in self.differ)


class Tally:
    """What the games so far show; of each sort of difference only one example is kept."""

    def __init__(self) -> None:
        self._games = 0
        self._events = 0
        self._asked: Counter[str] = Counter()
        self._agree: Counter[str] = Counter()
        self._differ: Counter[str] = Counter()
        self._groups: dict[str, Group] = {}
        self._again: dict[str, Fate] = {}

    def add(self, played: Played) -> None:
        """Add what came of a game."""
        self._games += played.game not in {"hello", "quit"}
        self._events += played.events
        self._asked.update(played.asked)
        self._agree.update(played.agree)
        self._differ.update(played.differ)
        if played.fate is not None:
            self._again[played.game] = played.fate
        for difference in played.differences:
            self._add(played.game, difference)

    def _add(self, game: str, difference: Difference) -> None:
        strange = difference.game.components.name != protocol.REFERENCE
        effort = difference.round > SHORT, strange, difference.size, _place(game)
        group = self._groups.get(difference.id)
        if group is None:
            group = Group(id=difference.id, games=[], example=difference, effort=effort)
            self._groups[difference.id] = group
        group.games.append(game)
        if effort < group.effort:
            group.example, group.effort = difference, effort

    def report(self) -> Report:
        """Return the report; the same whatever the order in which games were added."""
        groups = sorted(self._groups.values(), key=lambda group: (-len(group.games), group.id))
        for group in groups:
            group.games.sort(key=_place)
        return Report(
            games=self._games,
            events=self._events,
            asked=dict(sorted(self._asked.items())),
            agree=dict(sorted(self._agree.items())),
            differ=dict(sorted(self._differ.items())),
            groups=tuple(groups),
            again=dict(sorted(self._again.items())),
        )


def _place(game: str) -> tuple[int, str]:
    """Return where a game stands among others: seeds by number, files by name."""
    return (int(game), "") if game.isdecimal() else (-1, game)


# Engine and model ---------------------------------------------------------------------------------
def rule_lines(report: Report) -> Iterator[str]:
    """Yield how often each rule was compared, and which were compared too seldom."""
    often = {rule: report.agree.get(rule, 0) for rule in RULES}
    cells = [f"{rule} {times:>8,}" for rule, times in often.items()]
    for start in range(0, len(cells), A_LINE):
        yield "   ".join(cells[start : start + A_LINE])
    if seldom := [f"{rule} ({times})" for rule, times in often.items() if times < ENOUGH]:
        yield f"rules compared fewer than {ENOUGH} times: {', '.join(seldom)}"


def difference_lines(report: Report) -> Iterator[str]:
    """Yield each sort of difference between engine and model, with the game that shows it."""
    for group in report.groups:
        engine, other = group.example.sides
        answers = f"engine: {engine}; model: {other}"
        yield f"{group.example.about[0]}: {answers} ({len(group.games)} times)"
        yield from (f"    {line}" for line in group.example.record.splitlines())


def summary_line(report: Report) -> str:
    """Return all numbers of a comparison of engine and model."""
    asked = report.asked
    often = sum(report.agree.get(rule, 0) >= ENOUGH for rule in RULES)
    return (
        f"{asked.get('turns', 0):,} turns, "
        f"{asked.get('mutations', 0):,} mutations, "
        f"{asked.get('positions', 0):,} positions, "
        f"{sum(1 for rule in RULES if report.agree.get(rule))} of {len(RULES)} rules compared, "
        f"{often} of them {ENOUGH} times or more, "
        f"{sum(len(group.games) for group in report.groups):,} disagreements"
    )


# Failures that are known -------------------------------------------------------------------------
class KnownFileError(Exception):
    """A file that is too large to be one of known failures."""


class KnownFailures(Answer, frozen=True, kw_only=True):
    """How failures compare with those that are known: differences, or golden games."""

    new: tuple[str, ...]
    known: tuple[str, ...]
    passed: tuple[str, ...]
    """Known failures that did not happen."""


def read_known(path: Path) -> tuple[str, ...]:
    """Return the names in a file; what follows a # is a remark."""
    with path.open("rb") as stream:
        data = stream.read(BYTES_OF_KNOWN_FAILURES + 1)
    if len(data) > BYTES_OF_KNOWN_FAILURES:
        raise KnownFileError(say("conformance.report.too-large", limit=BYTES_OF_KNOWN_FAILURES))
    lines = data.decode("utf-8").splitlines()
    names = (" ".join(line.partition("#")[0].split()) for line in lines)
    return tuple(dict.fromkeys(name for name in names if name))


def compared(failures: Iterable[str], known: tuple[str, ...]) -> KnownFailures:
    """Return which failures are new, which were known, and which did not happen."""
    found = dict.fromkeys(failures)
    return KnownFailures(
        new=tuple(name for name in found if name not in known),
        known=tuple(name for name in found if name in known),
        passed=tuple(name for name in known if name not in found),
    )


# Saved differences, put to a program once more ----------------------------------------------------
SUFFIX: Final = ".difference"
"""The ending of the file that has a difference as JSON, beside the record for people."""


class AskedAgain(Struct, frozen=True, kw_only=True):
    """What came of asking again: the events of the game, the fate, and what differs now."""

    events: int
    fate: Fate
    difference: Difference | None = None


class SavedDifferenceError(Exception):
    """A saved difference that cannot be asked again."""


def saved_names(folder: Path) -> list[str]:
    """Return the names of the differences that are saved in a folder, in order."""
    return sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))


def read_saved(folder: Path, name: str) -> tuple[Difference, Setting]:
    """Return a saved difference with the setting of its game; a `SavedDifferenceError` if none."""
    try:
        with (folder / f"{name}{SUFFIX}").open("rb") as stream:
            data = stream.read(BYTES_OF_A_RESULT + 1)
        if len(data) > BYTES_OF_A_RESULT:
            raise SavedDifferenceError(say("conformance.again.too-large", limit=BYTES_OF_A_RESULT))
        difference = msgspec.json.decode(data, type=Difference)
        setting = setting_of(difference.game, _components(folder, difference))
        if broken := ", ".join(violation.rule.id for violation in check_setting(setting)):
            raise SavedDifferenceError(say("conformance.again.breaks-rules", broken=broken))
        Engine().begin(setting, difference.game.events)
    except OSError as error:
        words = say("conformance.again.cannot-read", reason=error.strerror)
        raise SavedDifferenceError(words) from error
    except DECODER_ERRORS as error:
        words = say("conformance.again.not-a-difference", error=error)
        raise SavedDifferenceError(words) from error
    except IllegalEventError as error:
        raise SavedDifferenceError(say("conformance.again.game-illegal", error=error)) from error
    except (UnreadableEventError, KeyError, IndexError, ValueError) as error:
        raise SavedDifferenceError(say("conformance.again.game-unplayable", error=error)) from error
    return difference, setting


def ask_again(partner: ForeignProgram, folder: Path, name: str) -> AskedAgain:
    """Return whether a program still answers a saved question otherwise than the engine."""
    saved, setting = read_saved(folder, name)
    events, program = saved.game.events, partner.introduction()
    rulings = deviations(setting.rulings).items()
    can_ask = protocol.can_play(program, setting.components) and all(
        answer in program.rulings.get(ruling, ()) for ruling, answer in rulings
    )
    if can_ask and isinstance(saved.asked, FinalQuestion):
        engine = Engine()
        engine.begin(setting, events)
        needed = _abilities(engine.table, saved.asked)
        can_ask = not needed or partner.can(*needed)
    if not can_ask:
        return AskedAgain(events=0, fate="not-asked")
    found = tried(Pair(partner, Engine(partner.go_on)), scene_of(saved, setting.components))
    if found is None:
        return AskedAgain(events=len(events), fate="gone")
    fate: Fate = "still" if found.is_like(saved) else "otherwise"
    return AskedAgain(events=len(found.game.events), fate=fate, difference=found)


def _components(folder: Path, difference: Difference) -> ComponentSet:
    """Return the set of a saved game: the shipped one, the one beside it, or one made anew."""
    name, digest = difference.game.components.name, difference.game.components.digest
    plain = Path(name).name == name
    beside = folder / name
    found: ComponentSet | None = None
    try:
        if name != protocol.REFERENCE and plain and (beside / HEADER).is_file():
            found = open_set(beside)
        elif plain:
            found = protocol.set_named(name)
    except ComponentSetError as error:
        raise SavedDifferenceError(say("conformance.again.unusable-set", beside=beside)) from error
    if found is None:
        raise SavedDifferenceError(say("conformance.again.no-set", name=f"{name!r:.60}"))
    if found.digest != digest:
        raise SavedDifferenceError(say("conformance.again.other-digest", name=f"{name!r:.60}"))
    return found


def _abilities(state: State, asked: FinalQuestion) -> tuple[protocol.Ability, ...]:
    """Return the abilities of which a program needs one to be asked this; none are needed often."""
    match asked:
        case protocol.AskTable():
            return (asked.want,)
        case protocol.AskLegal():
            return ("count",) if asked.want == "count" else ("legal",)
        case protocol.AskVerdict():
            return ("check",)
        case protocol.AskScore():
            return ("score", "final-score") if state.phase == "over" else ("score",)
        case protocol.Apply():
            expected = expected_answer(state, asked)
            legal = isinstance(expected, protocol.VerdictReply) and expected.legal
            return () if legal else ("refuse",)


LONGEST_COMMENT: Final = 300
LONGEST_NAME: Final = 60
MARK: Final = 8
"""Digits that tell names apart which are too long to be written out."""

MOST_RULES: Final = 4

_SUFFIXES: Final[dict[Form, str]] = {"text": ".mgn", "jsonl": ".jsonl"}


class NotSavedError(Exception):
    """A difference that could not be written."""


def save(difference: Difference, components: ComponentSet, folder: Path) -> Path | None:
    """Write a difference into a folder, and return the file; None if no game was started."""
    if not difference.game.players:
        return None
    record = _game(difference, setting_of(difference.game, components))
    statements = list(record.statements)
    if isinstance(difference.asked, protocol.Apply | protocol.AskVerdict):
        statements[-1] = replace(statements[-1], comment="the answers differ here")
    expected, given = canonical_json(difference.expected), canonical_json(difference.given)
    expected, given = contrasted(expected, given, LONGEST_COMMENT)
    # A program may have put more into the id than words.
    name = file_name(difference.id)
    fault = name_fault("the title", difference.id, CHARACTERS_OF_A_LINE)
    header = replace(
        record.header,
        title=name if fault else difference.id,
        comments=(
            f"referee: {expected}".strip(),
            f"program: {given}".strip(),
            *(_cited(RULES[rule]) for rule in difference.rules[:MOST_RULES] if rule in RULES),
        ),
    )
    record = replace(record, header=header, statements=tuple(statements))
    form = _form(record, components)
    file = folder / f"{name}{_SUFFIXES[form]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, dump(record, form))
        replace_file(folder / f"{name}{SUFFIX}", msgspec.json.encode(difference) + b"\n")
        printed = folder / components.name
        if components.name != protocol.REFERENCE and not printed.exists():
            write_set(components, printed)
    except (OSError, FolderError) as error:
        words = say("conformance.records.cannot-write", file=file, error=error)
        raise NotSavedError(words) from error
    return file


def file_name(difference_id: str) -> str:
    """Return the name of the files of a difference; no two ids have the same."""
    name = re.sub(r"[^a-z0-9]+", "-", difference_id.lower()).strip("-")
    if len(name) <= LONGEST_NAME:
        return name
    mark = hashlib.sha256(difference_id.encode()).hexdigest()[:MARK]
    return f"{name[: LONGEST_NAME - MARK - 1].rstrip('-')}-{mark}"


def record_beside(folder: Path, name: str) -> Path | None:
    """Return the record that was saved under a name, if it is still there."""
    files = (folder / f"{name}{suffix}" for suffix in _SUFFIXES.values())
    return next((file for file in files if file.is_file()), None)


def _game(difference: Difference, setting: Setting) -> Record:
    record = record_of(setting, difference.game.events)
    if not isinstance(difference.asked, protocol.Apply | protocol.AskVerdict):
        return record
    last = statement_of(difference.asked.event, setting.rulings, setting.components, exact=True)
    return replace(record, statements=(*record.statements, last))


def _cited(rule: Rule) -> str:
    cited = "; ".join(map(str, rule.citations))
    return f"{rule.id} {rule.name}: {cited}"[:LONGEST_COMMENT].strip()


def text_of(difference: Difference, components: ComponentSet) -> str:
    """Return the game of a difference as text, with the event in question as its last statement."""
    return in_words(_game(difference, setting_of(difference.game, components)), components)


def in_words(record: Record, components: ComponentSet) -> str:
    """Return a record as text, or as JSON lines where the text would not read back the same."""
    return dump(record, _form(record, components)).decode()


def _form(record: Record, components: ComponentSet) -> Form:
    try:
        again = load(dump(record, "text"), lambda _: components).record
    except (UnreadableRecordError, ValueError):
        return "jsonl"
    return "text" if _without_places(again) == _without_places(record) else "jsonl"


def _without_places(record: Record) -> list[Statement]:
    return [replace(statement, at=NOWHERE, text="") for statement in record.statements]
