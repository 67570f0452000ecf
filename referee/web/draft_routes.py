"""What pages say by taps: a line that grows, and is recorded when it is complete."""

import re
from contextlib import suppress
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace
from starlette.requests import Request

from referee import Budget, Recording, Scene, Table, UsageError
from referee.i18n.page_words import picture_words
from referee.i18n.speech import say, say_or, spoken
from referee.types import Change, DraftAnswer, Option, PossibleTables
from referee.web.answers import UNREAD, OnVersion, answers, refusal
from referee.web.game_routes import named_game, request_and_game
from referee.web.game_states import changed_words, fault_key, game_state
from referee.web.open_games import OpenGame, in_no_order, without_note
from referee.workers import aside


# What is written on the things that can be tapped, in the language of the page --------------------
class OptionWords:
    """Names offers as people call them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._players = dict(zip(table.colours, table.shown_names, strict=True))
        self._regions = {str(region.id): region.name for region in table.components.regions}
        self._pictures = picture_words()

    def page_data(self, draft: DraftAnswer) -> dict[str, Any]:
        """Return a draft as a page shows it."""
        shown = draft.to_dict()
        shown["offers"] = [
            {**offer.to_dict(), "label": self.label(offer)} for offer in draft.offers
        ]
        shown["complete"] = draft.is_complete
        shown["question"] = self.question(draft)
        return shown

    def question(self, draft: DraftAnswer) -> str:
        """Return what is asked for."""
        key = (draft.asks or "nothing") if draft.kind in _ACTIONS else draft.kind
        books = draft.line.split("books ")[-1].split()
        book = next((word for word in books if "@" not in word), "")
        offer = next((each for each in draft.offers if each.legal and each.kind == "book"), None)
        number = min(draft.given, 2)
        facts: dict[str, str | int] = {
            "player": self._players.get(draft.player or "", ""),
            "book": book,
            "n": min(draft.given + 1, draft.wanted),
            "all": draft.wanted,
            "space": "" if offer is None else offer.line.split()[-1].partition(":")[0],
            "slot": self._pictures.notes[("left", "middle", "right")[number]],
        }
        return say_or("", f"table.told.asks-{key}", **facts)

    def label(self, offer: Option) -> str:
        """Return what is written on an offer."""
        values = [self._named(offer.kind, value) for value in offer.values]
        key = f"{offer.kind}-{offer.values[0]}" if offer.kind == "part" else offer.kind
        if offer.kind == "part" and offer.values[0] == "points" and len(values) > 1:
            key = "part-points-books"
        first, second = ([*values[offer.kind == "part" :], "", ""])[:2]
        facts = {"first": first, "second": int(second) if second.isdecimal() else second}
        return say_or(" ".join(values), f"table.told.offer-{key}", **facts)

    def _named(self, kind: str, value: str) -> str:
        if kind == "action":
            return say(f"table.told.action-{value}")
        if kind in {"deck", "plus"} and value in self._pictures.notes:
            return self._pictures.notes[value]
        if kind in {"column", "columns"} and value in _COLUMNS:
            return say(f"table.told.column-{_COLUMNS[value]}")
        if value in self._pictures.companies:
            return self._pictures.companies[value]
        return self._regions.get(value, value)


_ACTIONS = frozenset({"goods", "expand", "bookkeeper", "merchant", "marker", "end"})
_COLUMNS = {"1": "left", "2": "middle", "3": "right"}


# What is not for everybody's eyes: plans said in secret, best turns that all agree to see ---------
BEST_SECONDS: Final = 10.0


class SecretPlan(OnVersion, frozen=True, forbid_unknown_fields=True):
    """A plan that stays on the server until all are there; None takes it back."""

    player: str
    line: str | None


class _Agreement(OnVersion, frozen=True, forbid_unknown_fields=True):
    player: str


@answers("/api/games/{name}/plan", "POST")
async def plan(request: Request) -> object:
    """Keep a plan to oneself; with the last one all are recorded."""
    wanted, opened = await request_and_game(request, SecretPlan)
    due = opened.possible.next()
    if due.phase != "planning" or wanted.player not in due.players:
        raise UsageError.of("table.secrets.no-plan-is-due")
    plans = opened.plans
    plans.pop(wanted.player, None)
    if wanted.line is not None:
        found = opened.possible.recording_table().draft(wanted.line, player=wanted.player)
        if found.kind != "plan" or found.player != wanted.player:
            raise UsageError.of("table.secrets.no-plan-is-due")
        plans[wanted.player] = found.record
    if plans.keys() == {*due.players}:
        heading = [f"round {due.round}"] if "round" in due.kinds else []
        lines = [*heading, *(plans[colour] for colour in due.players)]
        opened.change(wanted.after, lambda game: [game.append(line) for line in lines][-1])
        _forget_plans(opened)
    else:
        opened.remember(plans=plans, plans_for=due.round)
    return await game_state(opened)


def _plans_to_reveal(opened: OpenGame, player: str | None) -> list[str]:
    plans = opened.plans
    others = [colour for colour in opened.possible.next().players if colour != player]
    return [plans[colour] for colour in others] if {*others} <= plans.keys() else []


def _forget_plans(opened: OpenGame) -> None:
    with suppress(OSError):
        opened.remember(plans={}, plans_for=0)


@answers("/api/games/{name}/agree", "POST")
async def agree(request: Request) -> object:
    """Note that somebody wants to see the best turn; it is shown when everybody does."""
    wanted, opened = await request_and_game(request, _Agreement)
    if wanted.player not in opened.game.colours:
        raise UsageError.of("table.secrets.no-such-player")
    agreed = {*_agreed(opened), wanted.player}
    opened.remember(
        best_for=opened.version, agreed=tuple(c for c in opened.game.colours if c in agreed)
    )
    return await game_state(opened)


def _agreed(opened: OpenGame) -> tuple[str, ...]:
    memory = opened.memory
    return memory.agreed if memory.best_for == opened.version else ()


@answers("/api/games/{name}/best")
async def best_turn(request: Request) -> object:
    """Answer with the best turn, if everybody agreed to see it."""
    opened = await named_game(request)
    if {*_agreed(opened)} != {*opened.game.colours}:
        raise UsageError.of("table.secrets.not-everybody-agrees")
    table = opened.possible.recording_table()
    found = await aside(table.best, budget=Budget(seconds=BEST_SECONDS))
    return {
        "turn": found.turn,
        "sentence": table.draft(found.turn).sentence,
        "worth": found.value,
        "before": found.worth_before,
        "proven": found.status == "optimal",
    }


class Saying(OnVersion, frozen=True, forbid_unknown_fields=True):
    """What a page has said so far, and what was tapped."""

    line: str = ""
    place: str | None = None
    player: str | None = None
    kind: str | None = None
    at: int | None = None
    """The statement that is mended."""
    everything: bool = False
    done: bool = False
    """Nothing more is said."""
    typed: bool = False
    """The line was written by hand: it is recorded as it stands, with what it leaves open."""
    gap: bool = False
    """Nobody remembers."""
    upto: str | None = None
    """The player whose turn it is by now: the turns of all before are left out."""
    hold: bool = False
    """What is complete is not recorded yet."""
    within: int | None = None
    """The gap into which it is put, before what is still unknown of it."""


@answers("/api/games/{name}/say", "POST")
async def take_words(request: Request) -> object:
    """Answer a tap: with what may be said next, or with the game in which it is recorded."""
    said, opened = await request_and_game(request, Saying)
    if said.upto is not None:
        return await _recorded_up_to(opened, said)
    if (at := said.at or said.within or _in_no_order(opened, said)) is not None:
        await opened.ready_before(at)
    table = _table(opened, said)
    if isinstance(table, Table):
        found = _draft(table, said)
    else:
        # Several tables take their time.
        found = await aside(_draft, table, said)
        opened.require(said.after)
    if said.done and found.unread is not None:
        message = say("table.buttons.value-title")
        return refusal(UNREAD, "unread", message, value=found.unread)
    if said.gap or said.done or (found.is_complete and not said.hold):
        line = found.gap if said.gap else said.line if said.typed else found.record
        return await _recorded(opened, said, found, line, behind_gap=not isinstance(table, Table))
    words = OptionWords(table if isinstance(table, Table) else table.table)
    return {"draft": words.page_data(found)}


def _in_no_order(opened: OpenGame, said: Saying) -> int | None:
    return in_no_order(opened.game.verdicts()) if said.at is said.within is None else None


def _table(opened: OpenGame, said: Saying) -> Table | PossibleTables:
    begins = _in_no_order(opened, said)
    table = opened.table_for_taps(said.at or said.within or begins)
    colours = opened.game.colours
    if begins is None or said.player not in colours:
        return table
    # In no order it is the turn of whoever is said to have played.
    seat = colours.index(said.player)
    if isinstance(table, Table):
        return replace(table, state=replace(table.state, to_move=seat))
    first = replace(table.table, state=replace(table.table.state, to_move=seat))
    others = tuple(replace(state, to_move=seat) for state in table.others)
    return replace(table, table=first, others=others)


def _draft(table: Table | PossibleTables, said: Saying) -> DraftAnswer:
    if said.place is not None:
        found = table.tap(said.line, said.place, player=said.player)
        if found is not None:
            return found
    return table.draft(said.line, player=said.player, kind=said.kind, everything=said.everything)


async def _recorded_up_to(opened: OpenGame, said: Saying) -> object:
    """Leave a gap for every turn before that of a player, who was seen to play."""
    lines: list[str] = []
    for _ in opened.game.colours:
        due = await opened.due_after(lines)
        if due.phase != "actions" or due.players == (said.upto,):
            break
        lines.append(f"{due.players[0]} ?" if due.players else "refill: ?")
    if lines:
        opened.change(said.after, lambda game: [game.append(line) for line in lines][-1])
    return {"state": await game_state(opened)}


async def _recorded(
    opened: OpenGame, said: Saying, found: DraftAnswer, line: str, *, behind_gap: bool
) -> object:
    at, within = said.at, said.within
    if within is not None:
        made = opened.change(said.after, lambda game: _put_within(game, within, line))
    elif at is not None:
        made = opened.change(said.after, lambda game: game.mend(at, line))
    else:
        due = opened.possible.next()
        is_plan = found.kind == "plan"
        heading = [f"round {due.round}"] if is_plan and "round" in due.kinds else []
        revealed = _plans_to_reveal(opened, found.player) if is_plan else []
        made = opened.change(said.after, lambda game: _append(game, heading, line, revealed))
        if revealed:
            _forget_plans(opened)
    is_ruled_on = not said.gap and (not said.typed or found.line == found.record)
    is_ruled_on = is_ruled_on and behind_gap and found.verdict == "illegal"
    if is_ruled_on and made.address is not None:
        # A record says nothing of what stands behind a gap until the gap is filled.
        key = fault_key(opened.game.verdict(made.address))
        broken = tuple(each.message for each in found.violations)
        with suppress(OSError):
            opened.remember(ruled={**opened.memory.ruled, key: broken})
    state = await game_state(opened)
    state["recorded"] = made.address
    if is_ruled_on:
        state["ruled"] = to_builtins(found.violations)
    state["changed"] = changed_words(opened, made)
    return {"state": state}


def _append(game: Recording, heading: list[str], line: str, revealed: list[str]) -> Change:
    for each in heading:
        game.append(each)
    made = game.append(line)
    for each in revealed:
        game.append(each)
    return made


def _put_within(game: Recording, gap: int, line: str) -> Change:
    """Put a line before what is still unknown; of turns that were counted one less is."""
    counted = _COUNTED.fullmatch(without_note(game.verdict(gap).statement))
    if counted is None:
        return game.insert(line, before=gap)
    if counted[1] == "1":
        return game.mend(gap, line)
    game.mend(gap, f"... {int(counted[1]) - 1}")
    return game.insert(line, before=gap)


_COUNTED = re.compile(r"\.\.\. (\d+)")


@answers("/api/games/{name}/faces")
async def _item_faces(request: Request) -> object:
    opened = await named_game(request)
    drawn = Scene.faces(opened.game.components, spoken())
    return {face.id: to_builtins(face) for face in drawn}
