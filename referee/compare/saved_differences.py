"""Saved differences, put to a program once more."""

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from referee.compare.difference import Difference, FinalQuestion
from referee.compare.partner import Engine, Pair
from referee.compare.program_partner import ForeignProgram
from referee.compare.report import Fate
from referee.compare.scene import scene_of
from referee.compare.shrink import expected_answer, tried
from referee.components.playable import open_set
from referee.conformance.engine_program import setting_of
from referee.conformance.protocol import (
    Ability,
    Apply,
    AskLegal,
    AskScore,
    AskTable,
    AskVerdict,
    VerdictReply,
)
from referee.conformance.sets import REFERENCE, can_play, set_named
from referee.engine.referee import IllegalEventError, UnreadableEventError
from referee.engine.setup import check_setting
from referee.game.component_set import ComponentSet
from referee.game.input_limits import BYTES_OF_A_RESULT
from referee.game.messages.speech import say
from referee.game.public import deviations
from referee.game.set_drafts import ComponentSetError
from referee.game.set_tables import HEADER
from referee.game.setting import Setting
from referee.game.state import State

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
