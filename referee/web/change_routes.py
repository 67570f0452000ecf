"""What pages change of a game: statements said, mended, taken back, noted; steps back and forth."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType, to_builtins
from starlette.requests import Request

from referee import Budget, NotFoundError, Recording, RefereeError, UsageError, loads
from referee.core.limits import ROUNDS
from referee.types import Change, LineChange
from referee.web.answers import OnVersion, answers, games_of, not_written, request_data
from referee.web.counted_things import ROWS, claims, count_groups, pad_claims
from referee.web.game_routes import named_game, request_and_game
from referee.web.game_states import changed_words, fault_key, game_state
from referee.web.open_games import AS_IT_LIES, REST, Effort, OpenGame, round_to_count
from referee.workers import aside

What = Literal["append", "mend", "delete", "take-back", "note", "drop-from"]

_RULING = re.compile(r"ruling (\S+)=(\S+)")
"""What is decided in a game is remembered for the next ones."""


class _Changing(OnVersion, frozen=True, forbid_unknown_fields=True):
    what: What
    address: int | None = None
    line: str = ""


class _Stepping(OnVersion, frozen=True, forbid_unknown_fields=True):
    way: Literal["undo", "redo"]


class _Keeping(OnVersion, frozen=True, forbid_unknown_fields=True):
    address: int


@answers("/api/games/{name}/changes", "POST")
async def change(request: Request) -> object:
    """Change what was recorded; later statements are judged again."""
    wanted, opened = await request_and_game(request, _Changing)
    made = opened.change(wanted.after, lambda game: _changed(game, wanted))
    notices = changed_words(opened, made)
    if wanted.what == "append" and (decided := _RULING.fullmatch(wanted.line)):
        try:
            games_of(request).memory.decide(decided[1], decided[2])
        except OSError as error:
            # It is decided in this game all the same.
            notices.append(not_written(error))
    state = await game_state(opened)
    state["recorded"] = made.address
    state["changed"] = notices
    return state


def _changed(game: Recording, wanted: _Changing) -> Change:
    if wanted.what == "append":
        return game.append(wanted.line)
    if wanted.address is None:
        raise UsageError.of("table.change_routes.no-statement")
    match wanted.what:
        case "mend":
            return game.mend(wanted.address, wanted.line)
        case "delete":
            return game.delete(wanted.address)
        case "take-back":
            return game.take_back(wanted.address)
        case "note":
            return game.note(wanted.address, wanted.line)
        case "drop-from":
            return game.drop_from(wanted.address)


@answers("/api/games/{name}/steps", "POST")
async def step(request: Request) -> object:
    """Undo a change, or make it again; the heading of a round comes and goes with what follows."""
    wanted, opened = await request_and_game(request, _Stepping)
    effort = opened.memory.effort
    way = Recording.undo if wanted.way == "undo" else Recording.redo
    try:
        opened.change(wanted.after, partial(_stepped, way, effort))
    except UsageError:
        if wanted.way == "redo" or not opened.game.addresses:
            raise
        # What was recorded before the server began is taken out from the end.
        opened.change(
            wanted.after, partial(_stepped, lambda game: game.delete(game.addresses[-1]), effort)
        )
        opened.forget_steps()
    return await game_state(opened)


def _stepped(step: Callable[[Recording], Change], effort: Effort, game: Recording) -> Change:
    made = step(game)
    while _is_half(game, effort):
        made = step(game)
    return made


def _is_half(game: Recording, effort: Effort) -> bool:
    """Return whether the last statement came together with the one behind it."""
    verdicts = game.verdicts()
    last = verdicts[-1].statement if verdicts else ""
    return last.startswith("round ") or (effort == "rounds" and last == REST)


@answers("/api/games/{name}/keep", "POST")
async def keep(request: Request) -> object:
    """Keep an entry that has a fault as it was played or noted."""
    wanted, opened = await request_and_game(request, _Keeping)
    key = fault_key(opened.game.verdict(wanted.address))
    opened.remember(kept=(*opened.memory.kept, key))
    return await game_state(opened)


@answers("/api/games/{name}/why/{address}")
async def why(request: Request) -> object:
    """Answer with the legal turn that is nearest to one that was played."""
    opened = await named_game(request)
    game = opened.game
    by_text = {str(address): address for address in game.addresses}
    address = by_text.get(request.path_params["address"])
    if address is None:
        raise NotFoundError.of("table.change_routes.no-statement")
    verdict = game.verdict(address)
    at = None if verdict.turn is None else f"{verdict.round}.{verdict.turn}"
    try:
        found = await aside(game.game().explain, at)
    except RefereeError:
        # Behind another turn that breaks a rule nothing is proved.
        return {"nearest": None}
    correction = found.correction if found.statement == verdict.statement else None
    return {"nearest": correction.statement if correction else None}


# What follows behind a gap, and what may have been meant where a record has faults ----------------
REPAIR_WORK: Final = 200_000
MOST_REPAIRS: Final = 4


class _TakenRepair(OnVersion, frozen=True, forbid_unknown_fields=True):
    changes: list[LineChange]


@answers("/api/games/{name}/follows")
async def what_follows(request: Request) -> object:
    """Answer with what must have happened in the gaps of a game, and what is open."""
    opened = await named_game(request)
    if opened.game.status().open is None:
        return {"version": opened.version, "facts": [], "certain": False}
    version, text = opened.version, opened.game.to_text()
    game = loads(text, components=opened.game.components)
    # People play on while it is looked for: lines and addresses are those of one moment.
    by_line = _addresses(opened.game, text)
    found = await aside(game.completions, budget=Budget(stop=lambda: opened.version != version))
    facts = [
        {
            "address": by_line.get(fact.line or 0),
            "statement": fact.statement,
            "certain": fact.certain,
            "open": fact.open,
        }
        for fact in found.must
        if fact.certain
    ]
    return {
        "version": version,
        "verdict": found.verdict,
        "facts": facts,
        "certain": found.exact and found.number == 1,
        "question": None if found.question is None else found.question.question,
    }


def _addresses(game: Recording, text: str) -> dict[int, int]:
    """Return the addresses of statements by the lines of the record on which they stand."""
    lines = [each.at.line for each in loads(text, components=game.components).record.statements]
    return dict(zip(lines, game.addresses, strict=True))


@answers("/api/games/{name}/follows", "POST")
async def write_in(request: Request) -> object:
    """Write down the only way in which the gaps can be filled."""
    wanted, opened = await request_and_game(request, OnVersion)
    found = await aside(opened.game.game().completions)
    if not found.exact or found.number != 1 or found.example is None:
        raise UsageError.of("table.gaps.more-than-one-way")
    example = loads(found.example, components=opened.game.components).recording()
    opened.change(wanted.after, lambda game: _become(game, example))
    return await game_state(opened)


def _become(game: Recording, other: Recording) -> Change:
    """Change what differs between two records of one game, from the first difference on."""
    ours, theirs = game.verdicts(), other.verdicts()
    lines = [each.statement for each in theirs]
    if len(ours) == len(lines):
        pairs = zip(ours, lines, strict=True)
        return [game.mend(own.address, line) for own, line in pairs if own.statement != line][-1]
    same = 0
    while same < len(ours) and ours[same].statement == lines[same]:
        same += 1
    made = game.drop_from(ours[same].address)
    for line in lines[same:]:
        made = game.append(line)
    return made


@answers("/api/games/{name}/repairs")
async def repairs(request: Request) -> object:
    """Answer with what may have been meant, where a record breaks rules."""
    opened = await named_game(request)
    version, text = opened.version, opened.game.to_text()
    try:
        found = await aside(
            loads(text, components=opened.game.components).repairs,
            max_items=MOST_REPAIRS,
            prove=False,
            budget=Budget(REPAIR_WORK, stop=lambda: opened.version != version),
        )
    except RefereeError:
        return {"version": version, "suggestions": []}
    return {
        "version": version,
        "suggestions": [
            {
                "words": each.words,
                "note": each.note,
                "settled": each.settled_by,
                "changes": to_builtins(each.changes),
            }
            for each in found.suggestions
        ],
    }


@answers("/api/games/{name}/repairs", "POST")
async def take_repair(request: Request) -> object:
    """Change the record as a suggestion says."""
    wanted, opened = await request_and_game(request, _TakenRepair)
    changes = wanted.changes
    by_line = _addresses(opened.game, opened.game.to_text())
    if not changes or any(each.line not in by_line for each in changes):
        raise UsageError.of("table.change_routes.no-statement")
    opened.change(wanted.after, lambda game: [_repaired(game, by_line, c) for c in changes][-1])
    return await game_state(opened)


def _repaired(game: Recording, by_line: dict[int, int], change: LineChange) -> Change:
    address = by_line[change.line]
    if change.after is None:
        return game.delete(address)
    if change.before is not None:
        return game.mend(address, change.after)
    behind = game.addresses.index(address) + 1
    if behind == len(game.addresses):
        return game.append(change.after)
    return game.insert(change.after, before=game.addresses[behind])


# How much is written down: chosen effort, counts after a round, the pad alone, turns left out -----
class _Choosing(Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen for a game besides its record."""

    effort: Effort | UnsetType = UNSET
    hints: bool | UnsetType = UNSET


class _Counting(OnVersion, frozen=True, forbid_unknown_fields=True):
    """What was counted on the table, by the words of each claim."""

    counted: dict[str, str | int | float]
    how: Literal["claim", "table", "round"] = "claim"
    """A note that is held against the record, the table as it lies, or that at a round's end."""
    skipped: bool = False
    """Whether turns were played before that nobody wrote down."""


class _FilledPad(OnVersion, frozen=True, forbid_unknown_fields=True):
    """The scoring pad, a column for each player."""

    columns: list[dict[str, int | float | None]]
    """A row that is None is not known."""


@answers("/api/games/{name}/memory", "POST")
async def _choose(request: Request) -> object:
    wanted = await request_data(request, _Choosing)
    opened = await named_game(request)
    opened.remember(**to_builtins(wanted))
    return await game_state(opened)


@answers("/api/games/{name}/counts")
async def counts(request: Request) -> object:
    """Answer with all that can be counted, and what lies there as far as the record knows."""
    opened = await named_game(request)
    return [to_builtins(each) for each in count_groups(opened.possible.table())]


@answers("/api/games/{name}/counts", "POST")
async def _count(request: Request) -> object:
    wanted, opened = await request_and_game(request, _Counting)
    said = claims(opened.possible.table(), wanted.counted)
    head = "=" if wanted.how == "claim" else AS_IT_LIES
    lines = [f"{head} {said}"]
    if wanted.how == "round":
        number, has_heading = _next_round(opened)
        if number > ROUNDS:
            raise UsageError.of("table.counts.last-round-over")
        lines = [*([] if has_heading else [f"round {number}"]), REST, *lines]
    elif wanted.skipped:
        lines = ["...", *lines]
    return await _recorded(opened, wanted.after, lines)


@answers("/api/games/{name}/pad", "POST")
async def fill_pad(request: Request) -> object:
    """Record the scoring pad; whatever was not written down before it is a gap."""
    wanted, opened = await request_and_game(request, _FilledPad)
    game = opened.game
    if len(wanted.columns) != len(game.colours) or any(c.keys() != {*ROWS} for c in wanted.columns):
        raise UsageError.of("table.counts.no-pad")
    lines = [f"= {pad_claims(game, wanted.columns)}"]
    number, has_heading = _next_round(opened)
    if not game.status().finished and number <= ROUNDS:
        heading = [] if has_heading and number == ROUNDS else [f"round {ROUNDS}"]
        lines = [*heading, REST, *lines]
    return await _recorded(opened, wanted.after, lines)


def _next_round(opened: OpenGame) -> tuple[int, bool]:
    return round_to_count(opened.game.verdicts(), opened.possible.table().state.round)


async def _recorded(opened: OpenGame, after: str, lines: list[str]) -> object:
    def append(game: Recording) -> Change:
        return [game.append(line) for line in lines][-1]

    made = opened.change(after, append)
    state: dict[str, Any] = await game_state(opened)
    state["recorded"] = made.address
    return state
