"""The games that a program plays: each from its seed, or a golden one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from referee.compare.players import PLAYERS
from referee.conformance.protocol import Introduction
from referee.conformance.sets import can_play, set_named
from referee.engine.dealer import draw_setting
from referee.engine.golden import DIGITS, GoldenFileError, read_file, setting_of
from referee.engine.play import play
from referee.engine.policies import Policy
from referee.game.component_set import ComponentSet
from referee.game.events import Event
from referee.game.limits import PLAYER_COUNTS, ROUNDS
from referee.game.messages.speech import say
from referee.game.rulings import Rulings
from referee.game.set_reader import reference_set
from referee.game.setting import Setting

FIRST_GAME = 1 / 4
OTHER_RULINGS = 1 / 2
"""How often a game has the first game's setup, and rulings drawn by lot."""


class GameChoice(Struct, frozen=True, kw_only=True):
    """Which games are played."""

    sets: tuple[str, ...]
    players: tuple[int, ...] = PLAYER_COUNTS
    rounds: int = ROUNDS
    default_rulings: bool = False


class NothingInCommonError(Exception):
    """A program with which no game can be played."""


def playable(choice: GameChoice, program: Introduction) -> list[ComponentSet]:
    """Return the chosen sets that a program can play with."""
    found = [set_named(name) for name in choice.sets]
    can = [components for components in found if components and can_play(program, components)]
    if not can:
        names = ", ".join(sorted({*choice.sets}))
        raise NothingInCommonError(
            say("conformance.games.the-program-plays-with-none", names=names)
        )
    return can


def drawn_game(
    seed: int, choice: GameChoice, program: Introduction
) -> tuple[Setting, Iterator[Event]]:
    """Return the setting of a seeded game, and its events."""
    rng = Random(seed)
    setting = draw_setting(
        rng.choice(playable(choice, program)),
        rng.choice(choice.players),
        rng,
        first_game=rng.random() < FIRST_GAME,
        rulings=Rulings() if choice.default_rulings else _rulings(program, rng),
    )
    policies = tuple(rng.choice(PLAYERS) for _ in range(setting.players))
    return setting, first_rounds(setting, rng, policies, choice.rounds)


def first_rounds(
    setting: Setting, rng: Random, policies: tuple[Policy, ...], rounds: int
) -> Iterator[Event]:
    """Yield the events of a game up to the end of a round."""
    for event, after in play(setting, rng, policies):
        if after.round > rounds:
            return
        yield event


def _rulings(program: Introduction, rng: Random) -> Rulings:
    """Return rulings drawn from those that a program can play under, often the defaults."""
    if rng.random() >= OTHER_RULINGS:
        return Rulings()
    drawn = {
        ruling: rng.choice(answers)
        for ruling, answers in sorted(program.rulings.items())
        if answers and ruling in _KNOWN
    }
    try:
        return msgspec.convert(drawn, Rulings)
    except msgspec.ValidationError:
        # It named an answer that nobody knows; the defaults are always among what it can do.
        return Rulings()


_KNOWN = {name.replace("_", "-") for name in Rulings.__struct_fields__}


# Golden games ------------------------------------------------------------------------------------

GOLDEN = ".jsonl"
"""The ending of the file of a golden game."""


def golden_names(folder: Path) -> list[str]:
    """Return the names of the golden games in a folder, in order."""
    return sorted(path.stem for path in folder.glob(f"*{GOLDEN}"))


def golden_game(folder: Path, name: str) -> tuple[Setting, tuple[Event, ...]]:
    """Return the setting and the events of a golden game; a `GoldenFileError` if it is none."""
    path = folder / f"{name}{GOLDEN}"
    try:
        golden = read_file(path)
    except OSError as error:
        raise GoldenFileError(
            say("conformance.games.it-cannot-be-read", strerror=error.strerror)
        ) from error
    components = reference_set()
    if golden.header.components != components.digest[:DIGITS]:
        raise GoldenFileError(say("conformance.games.it-was-made-with-another"))
    return setting_of(golden.header, components), tuple(line.event for line in golden.lines)
