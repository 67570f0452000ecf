"""The legal turns of the player who is to move, counted and listed."""

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Final, get_args

from referee.api.answer import Answer, showing
from referee.api.budgets import StepBudget, StepsSpentError
from referee.api.errors import MisuseError
from referee.api.games import Game
from referee.api.long_work import Stop
from referee.api.positions import load_table
from referee.api.sources import Source
from referee.api.tables import Table
from referee.api.unread_values import answered_if_read
from referee.engine.actions import has_turn
from referee.engine.legal_turns import legal_turns
from referee.engine.turn_counts import count_action
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say
from referee.game.moment_words import moment_words, when_words
from referee.game.turns import Action
from referee.notation.record import Statement
from referee.notation.writer import line_of
from referee.transcript.abbreviation import said_of
from referee.transcript.moments import At

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


class LegalTurns(Answer, frozen=True, kw_only=True):
    """The legal turns at a table; turns that differ only in an order that cannot matter are one."""

    moment: str
    player: str
    """The colour of the player who is to move."""
    counts: Mapping[str, int | None]
    """How many turns each action has; None for what was not counted in time."""
    turns: Mapping[str, tuple[str, ...]]
    """The first turns of each action in the notation of docs/notation.md."""


ANSWERS: tuple[type[Answer], ...] = (LegalTurns,)


@answered_if_read
def legal(
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    action: str | None = None,
    most: int = 10,
    components: ComponentSet | Path | str | None = None,
    seconds: float | None = None,
    stop: Stop | None = None,
) -> LegalTurns:
    """Return the legal turns of a table, or those of one action, up to `most` of each listed.

    Turns are counted without being listed. That ends early after so many `seconds`, or when `stop`
    returns true; the count of that action and of those after it is then None, unless it is 0.

    >>> import referee
    >>> found = referee.legal("games/two-players.mgn", "3.2", action="goods", most=1)
    >>> found.counts, found.turns
    ({'goods': 5}, {'goods': ('green goods coffee1 mombasa',)})
    """
    table = load_table(source, at, components=components)
    state = table.state
    if action is not None and action not in ACTIONS:
        raise MisuseError(
            say(
                "answers.turn_lists.there-is-no-action-expected",
                action=f"{action!r:.60}",
                actions=", ".join(ACTIONS),
            )
        )
    if not has_turn(state) or state.to_move is None:
        raise MisuseError(
            say(
                "answers.turn_lists.nobody-has-a-turn-try",
                when_words=when_words(state, table.colours),
            )
        )
    chosen = [each for each in ACTIONS if action in {None, each}]
    budget = StepBudget(None, seconds, stop)
    listed = {each: _listed(table, each, most, budget) for each in chosen}
    found = LegalTurns(
        moment=moment_words(state, table.colours),
        player=table.colours[state.to_move],
        counts={each: count for each, (count, _) in listed.items()},
        turns={each: lines for each, (_, lines) in listed.items()},
    )
    return showing(found, lambda: table.scene)


def _listed(
    table: Table, action: Action, most: int, budget: StepBudget
) -> tuple[int | None, tuple[str, ...]]:
    """Return the number of turns of an action, and the first of them in notation."""
    lines: list[str] = []
    if not any(legal_turns(table.state, (action,))):
        return 0, ()
    try:
        for _, turn in islice(legal_turns(table.state, (action,), budget.tick), most):
            said = said_of(turn, table.state.setting.rulings)
            lines.append(line_of(Statement(said=said), table.colours))
        return count_action(table.state, action, budget.tick), tuple(lines)
    except StepsSpentError:
        return None, tuple(lines)
