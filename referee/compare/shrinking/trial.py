"""Asks a program one question at the end of a game, and says whether it goes wrong again."""

from collections.abc import Sequence

from referee.compare.answers import parting, verdict_parting
from referee.compare.difference import Asked, Difference, from_misbehaviour, from_parting
from referee.compare.foreign import Partner, game_of
from referee.conformance.program import MisbehaviourError
from referee.conformance.protocol import (
    Answer,
    AnyRequest,
    Apply,
    Check,
    Legal,
    Score,
    Scores,
    Table,
    TableDigest,
    TableState,
    TurnCounts,
    TurnLists,
    Verdict,
)
from referee.conformance.serving import UnableError, answer_about
from referee.engine import initial, step
from referee.engine.referee import UnreadableEventError
from referee.engine.scoring import pads
from referee.game.events import Event
from referee.game.rule import Rule
from referee.game.setting import Setting
from referee.game.state import State


def tried(
    partner: Partner, setting: Setting, events: Sequence[Event], asked: Asked | None
) -> Difference | None:
    """Return the first difference that a game and a question at its end show; None if none."""
    happened: list[Event] = []
    request: AnyRequest | None = None
    try:
        partner.begin(setting)
        for event in events:
            request = Apply(id=0, event=event)
            if found := _applied(partner, setting, happened, event):
                return found
            happened.append(event)
        request = asked
        return None if asked is None else _asked(partner, setting, happened, asked)
    except MisbehaviourError as error:
        return from_misbehaviour(error, game_of(setting, tuple(happened)), request)


def _applied(
    partner: Partner, setting: Setting, happened: list[Event], event: Event
) -> Difference | None:
    """Let a program apply a legal event, and return that it refuses."""
    request = Apply(id=0, event=event)
    found = verdict_parting(Verdict(id=0), partner.ask(request, Verdict))
    if found is None:
        return None
    return from_parting(found, game_of(setting, tuple(happened)), request)


def _asked(
    partner: Partner, setting: Setting, happened: list[Event], asked: Asked
) -> Difference | None:
    state, at_work = at_the_end(setting, happened)
    expected = expected_answer(state, asked)
    given = partner.ask(asked, kind_of(asked))
    if expected is None or (found := parting(state, expected, given)) is None:
        return None
    notes = at_work if isinstance(asked, Table | Score) else ()
    return from_parting(found, game_of(setting, tuple(happened)), asked, notes)


def at_the_end(setting: Setting, events: Sequence[Event]) -> tuple[State, tuple[Rule, ...]]:
    """Return the table after the events, and the rules that were at work in the last of them."""
    notes: list[Rule] = []
    state = initial(setting, notes)
    for event in events:
        notes.clear()
        state = step(state, event, notes)
    return state, tuple(notes)


def expected_answer(state: State, asked: Asked) -> Answer | None:
    """Return what the engine answers; None if the question makes no sense at this table."""
    question = Check(id=0, event=asked.event) if isinstance(asked, Apply) else asked
    try:
        return answer_about(state, question)
    except (UnreadableEventError, UnableError):
        return None


def rules_at_question(state: State, at_work: tuple[Rule, ...], asked: Asked) -> set[str]:
    """Return the rules that a difference at this question could be about."""
    notes = list(at_work)
    if isinstance(asked, Score):
        pads(state, notes)
    return {rule.id for rule in notes}


def kind_of(asked: Asked) -> type[Answer]:
    """Return the type of the answer to a question."""
    match asked:
        case Apply() | Check():
            return Verdict
        case Table():
            return TableDigest if asked.want == "digest" else TableState
        case Legal():
            return TurnCounts if asked.want == "count" else TurnLists
        case Score():
            return Scores


def is_like(found: Difference, wanted: Difference) -> bool:
    """Return whether a difference is of the same sort as another, or a part of it."""
    if found.kind != wanted.kind or found.about[:1] != wanted.about[:1]:
        return False
    if found.kind in {"verdict", "rules"}:
        return found.about == wanted.about
    return {*found.about} <= {*wanted.about}
