"""A turn that was said to its end: carried out, judged, written down."""

from msgspec.structs import replace

from referee.api.broken_rules import broken_rule
from referee.api.tables import Table
from referee.api.turn_answers import FinishedTurn, TurnVerdict
from referee.engine import IllegalEventError, step
from referee.game.public import digest
from referee.game.rule import Violation
from referee.game.turns import Action, Turn
from referee.notation.writer import line_of
from referee.transcript.abbreviation import statement_of
from referee.transcript.continuation import Treatment, debts, go_on


def finished_turn(table: Table, action: Action, turn: Turn) -> FinishedTurn:
    """Return a turn at a table with the verdict on it and the table after it."""
    before = table.state
    violations: tuple[Violation, ...] = ()
    treatment: Treatment | None = None
    try:
        after = step(before, turn)
    except IllegalEventError as error:
        violations = error.violations
        after, treatment = go_on(before, turn, violations)
    statement = statement_of(turn, before.setting.rulings, exact=bool(violations))
    colours = table.colours
    happened = treatment != "skipped"
    return FinishedTurn(
        verdict=TurnVerdict(
            action=action,
            player=colours[turn.seat],
            statement=line_of(statement, colours),
            turn=turn,
            legal=not violations,
            violations=tuple(broken_rule(violation, colours) for violation in violations),
            treatment=treatment,
            debts={colours[seat]: debt for seat, debt in debts(before, after)},
            digest=digest(after),
        ),
        turn=turn,
        statement=statement,
        before=table,
        after=replace(
            table,
            state=after,
            events=(*table.events, turn) if happened else table.events,
            note="",
        ),
    )
