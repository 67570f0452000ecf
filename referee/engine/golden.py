"""Golden games: recorded games with digests and counts that guard every later change.

A file has a header line with the setting, one line an event with the digest of the table after it
and the number of legal turns there, and a last line with the final scoring.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from referee.core.budget import Budget, BudgetExceeded
from referee.core.component_set import ComponentSet
from referee.core.events import Event, TakeBack
from referee.core.ids import TrackId
from referee.core.input_limits import (
    BYTES_OF_A_GOLDEN_GAME,
    DECODER_ERRORS,
    EVENTS_OF_A_GOLDEN_GAME,
    SECONDS_FOR_A_COUNT,
    decoder_words,
    too_much,
)
from referee.core.limits import PLAYER_COUNTS
from referee.core.public import deviations, digest
from referee.core.rulings import RULINGS, Rulings
from referee.core.state import Setting, State
from referee.engine.dealer import draw_setting
from referee.engine.play import POLICIES, play
from referee.engine.referee import IllegalEventError, step
from referee.engine.scoring import pads
from referee.engine.setup import check_setting, initial
from referee.engine.turn_counts import count_turns
from referee.i18n.speech import say

DIGITS = 16
"""So many digits of a digest tell tables apart well enough, and keep the files small."""


class GoldenHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The setting of a golden game."""

    components: str
    players: int
    tracks: tuple[TrackId, ...]
    rulings: dict[str, str]
    first_game: bool


class GoldenEvent(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An event, the digest of the table after it, and the legal turns there."""

    event: Event
    digest: str
    turns: int


class Final(Struct, frozen=True, forbid_unknown_fields=True):
    """The seven rows of each player at the end."""

    rows: tuple[tuple[int, ...], ...]


class Golden(Struct, frozen=True):
    """A golden game as read from its file."""

    header: GoldenHeader
    lines: tuple[GoldenEvent, ...]
    final: Final


class GoldenFileError(Exception):
    """A file that is not a golden game."""


class GoldenMismatch(Struct, frozen=True):
    """Where a golden game and the engine part: the line, and what each of them says."""

    line: int
    what: str
    expected: str
    actual: str


def make(
    components: ComponentSet,
    *,
    players: int,
    seed: int,
    policies: tuple[str, ...],
    rulings: Rulings,
    first_game: bool,
) -> Golden:
    """Return a game played by seeded players, with its digests and counts."""
    rng = Random(seed)
    setting = draw_setting(components, players, rng, first_game=first_game, rulings=rulings)
    chosen = tuple(POLICIES[policies[seat % len(policies)]] for seat in range(players))
    return replayed(setting, [event for event, _ in play(setting, rng, chosen)])


def make_series(components: ComponentSet, number: int) -> Golden:
    """Return one of a series of games that differ in players, setup, policies and rulings."""
    rng = Random(number)
    options: list[dict[str, str]] = [
        {ruling.id: option} for ruling in RULINGS.values() for option in ruling.options
    ]
    chosen = rng.sample(options, 2) if number % 2 else []
    named = {key: answer for option in chosen for key, answer in option.items()}
    return make(
        components,
        players=PLAYER_COUNTS[number % len(PLAYER_COUNTS)],
        seed=number,
        policies=(("random",), ("greedy", "random"))[number // len(PLAYER_COUNTS) % 2],
        rulings=msgspec.convert(named, Rulings),
        first_game=number % 5 == 0,
    )


def remade(golden: Golden, components: ComponentSet) -> Golden | None:
    """Return a golden game with its digests and counts made anew, if its events are legal."""
    try:
        events = [line.event for line in golden.lines]
        return replayed(setting_of(golden.header, components), events)
    except IllegalEventError:
        return None


def replayed(setting: Setting, events: Iterable[Event]) -> Golden:
    """Return the golden game that the engine makes of these events."""
    state = initial(setting)
    lines = []
    for event in events:
        state = step(state, event)
        lines.append(GoldenEvent(event, digest(state)[:DIGITS], _turns(state)))
    header = GoldenHeader(
        components=setting.components.digest[:DIGITS],
        players=setting.players,
        tracks=setting.tracks,
        rulings=deviations(setting.rulings),
        first_game=setting.first_game_tracks,
    )
    return Golden(header, tuple(lines), _final(state))


def differences(
    golden: Golden, components: ComponentSet, seconds: float = SECONDS_FOR_A_COUNT
) -> Iterator[GoldenMismatch]:
    """Yield where replaying a golden game now gives something else.

    A table whose legal turns are not counted after so many seconds is such a place, too.
    """
    if golden.header.components != components.digest[:DIGITS]:
        yield GoldenMismatch(
            1, "component set", golden.header.components, components.digest[:DIGITS]
        )
        return
    state = initial(setting_of(golden.header, components))
    turns: int | None = -1
    for number, line in enumerate(golden.lines, 2):
        before = state
        try:
            state = step(state, line.event)
        except IllegalEventError as error:
            yield GoldenMismatch(number, "event", "legal", f"illegal by {error}")
            return
        if (actual := digest(state)[:DIGITS]) != line.digest:
            yield GoldenMismatch(number, "digest", line.digest, actual)
            return
        if state is not before or turns == -1:
            # After a turn that was taken back the table is the same, and so is the count.
            turns = _turns_within(seconds, state)
        if turns != line.turns:
            counted = f"not counted in {seconds:g} s" if turns is None else str(turns)
            yield GoldenMismatch(number, "number of legal turns", str(line.turns), counted)
    for rows, now in zip_longest(golden.final.rows, _final(state).rows):
        if rows != now:
            yield GoldenMismatch(len(golden.lines) + 2, "pad", str(rows), str(now))


def setting_of(header: GoldenHeader, components: ComponentSet) -> Setting:
    """Return the setting that a header tells; a `GoldenFileError` if no game can have it."""
    try:
        rulings = msgspec.convert(header.rulings, Rulings)
    except msgspec.ValidationError as error:
        raise GoldenFileError(
            say("records.golden.unknown-rulings", error=decoder_words(error))
        ) from error
    setting = Setting(
        components=components,
        players=header.players,
        tracks=header.tracks,
        rulings=rulings,
        first_game_tracks=header.first_game,
        first_game_tiles=header.first_game,
    )
    for broken in check_setting(setting):
        raise GoldenFileError(say("records.golden.not-a-setting", id=broken.rule.id))
    return setting


def written(golden: Golden) -> bytes:
    """Return the file of a golden game."""
    encoder = msgspec.json.Encoder(order="deterministic")
    parts: list[Struct] = [golden.header, *golden.lines, golden.final]
    return b"".join(encoder.encode(part) + b"\n" for part in parts)


def read_file(path: Path) -> Golden:
    """Return the golden game in a file; `GoldenFileError` or `OSError` if there is none."""
    with path.open("rb") as stream:
        return read(stream.read(BYTES_OF_A_GOLDEN_GAME + 1))


def read(data: bytes) -> Golden:
    """Return the golden game in a file; raise `GoldenFileError` for anything else."""
    if len(data) > BYTES_OF_A_GOLDEN_GAME:
        raise GoldenFileError(say("records.golden.too-large", limit=BYTES_OF_A_GOLDEN_GAME))
    first, *lines = data.splitlines() or [b""]
    if (events_told := len(lines) - 1) > EVENTS_OF_A_GOLDEN_GAME:
        raise GoldenFileError(too_much("events", events_told, EVENTS_OF_A_GOLDEN_GAME))
    number = 1
    try:
        header = msgspec.json.decode(first, type=GoldenHeader)
        decoder = msgspec.json.Decoder(GoldenEvent)
        events = []
        for line in lines[:-1]:
            number += 1
            events.append(decoder.decode(line))
        number += 1
        final = msgspec.json.decode(lines[-1] if lines else b"", type=Final)
    except DECODER_ERRORS as error:
        raise GoldenFileError(
            say("records.golden.bad-line", number=number, error=decoder_words(error))
        ) from error
    for number, each in enumerate(events, 2):
        event = each.event.turn if isinstance(each.event, TakeBack) else each.event
        seat = getattr(event, "seat", None) or 0
        if not 0 <= seat < header.players:
            raise GoldenFileError(say("records.golden.no-seat", number=number, seat=seat))
    return Golden(header, tuple(events), final)


def _turns(state: State) -> int:
    return sum(count_turns(state).values())


def _turns_within(seconds: float, state: State) -> int | None:
    """Return the number of legal turns at a table; None if counting them takes too long."""
    try:
        return sum(count_turns(state, Budget(seconds=seconds).tick).values())
    except BudgetExceeded:
        return None


def _final(state: State) -> Final:
    return Final(tuple(pad.rows for pad in pads(state)))
