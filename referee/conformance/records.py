"""A difference as a recorded game that can be read, checked and looked at."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.components.audit import open_set
from referee.components.set_writer import FolderError, write_set
from referee.conformance.difference import Difference, FinalQuestion
from referee.conformance.engine_program import setting_of
from referee.conformance.partner import Engine, ForeignProgram, Pair
from referee.conformance.protocol import (
    REFERENCE,
    Ability,
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    VerdictReply,
    can_play,
    set_named,
)
from referee.conformance.report import Fate
from referee.conformance.shrink import expected_answer, scene_of, tried
from referee.core.component_set import ComponentSet
from referee.core.digests import canonical_json, contrasted
from referee.core.input_limits import BYTES_OF_A_RESULT, CHARACTERS_OF_A_LINE
from referee.core.public import deviations
from referee.core.rule import Rule
from referee.core.set_reader import HEADER, ComponentSetError
from referee.core.state import Setting, State
from referee.durable import replace_file
from referee.engine.referee import IllegalEventError, UnreadableEventError
from referee.engine.setup import check_setting
from referee.i18n.speech import say
from referee.records.loader import Form, dump, load
from referee.records.record import NOWHERE, Record, Statement, UnreadableRecordError
from referee.records.roster import name_fault
from referee.records.writer import record_of, statement_of
from referee.rulebook import RULES

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
            raise SavedDifferenceError(
                say(
                    "conformance.again.it-is-larger-than-bytes", bytes_of_a_result=BYTES_OF_A_RESULT
                )
            )
        difference = msgspec.json.decode(data, type=Difference)
        setting = setting_of(difference.game, _components(folder, difference))
        if broken := [violation.rule.id for violation in check_setting(setting)]:
            raise SavedDifferenceError(
                say("conformance.again.such-a-game-breaks", broken=", ".join(broken))
            )
        Engine().begin(setting, difference.game.events)
    except OSError as error:
        raise SavedDifferenceError(
            say("conformance.again.it-cannot-be-read", strerror=error.strerror)
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SavedDifferenceError(
            say("conformance.again.it-is-no-saved-difference", error=error)
        ) from error
    except IllegalEventError as error:
        raise SavedDifferenceError(
            say("conformance.again.its-game-cannot-be-played", error=error)
        ) from error
    except (UnreadableEventError, KeyError, IndexError, ValueError) as error:
        raise SavedDifferenceError(
            say("conformance.again.its-game-cannot-be-played-2", error=error)
        ) from error
    return difference, setting


def ask_again(partner: ForeignProgram, folder: Path, name: str) -> AskedAgain:
    """Return whether a program still answers a saved question otherwise than the engine."""
    saved, setting = read_saved(folder, name)
    asked = saved.asked if isinstance(saved.asked, FinalQuestion) else None
    if not _can_play(partner, setting) or not _can_answer(partner, setting, saved, asked):
        return AskedAgain(events=0, fate="not-asked")
    events = saved.game.events
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
        if name != REFERENCE and plain and (beside / HEADER).is_file():
            found = open_set(beside)
        elif plain:
            found = set_named(name)
    except ComponentSetError as error:
        raise SavedDifferenceError(
            say("conformance.again.its-set-cannot-be-used", beside=beside)
        ) from error
    if found is None:
        raise SavedDifferenceError(
            say("conformance.again.its-component-set-is-not", name=f"{name!r:.60}")
        )
    if found.digest != digest:
        raise SavedDifferenceError(
            say("conformance.again.its-component-set-has-another", name=f"{name!r:.60}")
        )
    return found


def _can_play(partner: ForeignProgram, setting: Setting) -> bool:
    program = partner.introduction()
    return can_play(program, setting.components) and all(
        answer in program.rulings.get(ruling, ())
        for ruling, answer in deviations(setting.rulings).items()
    )


def _can_answer(
    partner: ForeignProgram, setting: Setting, saved: Difference, asked: FinalQuestion | None
) -> bool:
    if asked is None:
        return True
    engine = Engine()
    engine.begin(setting, saved.game.events)
    needed = _abilities(engine.table, asked)
    return not needed or partner.can(*needed)


def _abilities(state: State, asked: FinalQuestion) -> tuple[Ability, ...]:
    """Return the abilities of which a program needs one to be asked this; none are needed often."""
    match asked:
        case AskTable():
            return (asked.want,)
        case AskLegal():
            return ("count",) if asked.want == "count" else ("legal",)
        case AskVerdict():
            return ("check",)
        case AskScore():
            return ("score", "final-score") if state.phase == "over" else ("score",)
        case Apply():
            expected = expected_answer(state, asked)
            legal = isinstance(expected, VerdictReply) and expected.legal
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
    """Write a difference into a folder, and return the file; None if no game was begun."""
    if not difference.game.players:
        return None
    record = _record(difference, components)
    name = file_name(difference.id)
    form = _form(record, components)
    file = folder / f"{name}{_SUFFIXES[form]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, dump(record, form))
        replace_file(folder / f"{name}{SUFFIX}", msgspec.json.encode(difference) + b"\n")
        printed = folder / components.name
        if components.name != REFERENCE and not printed.exists():
            write_set(components, printed)
    except (OSError, FolderError) as error:
        raise NotSavedError(
            say("conformance.records.cannot-be-written", file=file, error=error)
        ) from error
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


def _record(difference: Difference, components: ComponentSet) -> Record:
    """Return the game with a title and comments that tell both answers."""
    record = _game(difference, setting_of(difference.game, components))
    statements = list(record.statements)
    if isinstance(difference.asked, Apply | AskVerdict):
        statements[-1] = replace(statements[-1], comment="the answers differ here")
    header = replace(
        record.header,
        title=_title(difference.id),
        comments=(
            *_answers(difference),
            *(_cited(RULES[rule]) for rule in difference.rules[:MOST_RULES] if rule in RULES),
        ),
    )
    return replace(record, header=header, statements=tuple(statements))


def _game(difference: Difference, setting: Setting) -> Record:
    record = record_of(setting, difference.game.events)
    if not isinstance(difference.asked, Apply | AskVerdict):
        return record
    last = statement_of(difference.asked.event, setting.rulings, setting.components, exact=True)
    return replace(record, statements=(*record.statements, last))


def _title(difference_id: str) -> str:
    """Return the id, or what is left of it where a program has put more into it than words."""
    fault = name_fault("the title", difference_id, CHARACTERS_OF_A_LINE)
    return file_name(difference_id) if fault else difference_id


def _answers(difference: Difference) -> Iterator[str]:
    expected, given = canonical_json(difference.expected), canonical_json(difference.given)
    expected, given = contrasted(expected, given, LONGEST_COMMENT)
    yield f"referee: {expected}".strip()
    yield f"program: {given}".strip()


def _cited(rule: Rule) -> str:
    cited = "; ".join(str(citation) for citation in rule.citations)
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
    return "text" if _said(again) == _said(record) else "jsonl"


def _said(record: Record) -> list[Statement]:
    return [replace(statement, at=NOWHERE) for statement in record.statements]
