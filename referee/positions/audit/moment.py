"""The moment of a table: round, phase, who is due, and what lies there in a phase."""

from collections.abc import Iterator

from referee.engine.actions import refill_due
from referee.game.ids import SLOTS
from referee.game.limits import ROUNDS
from referee.game.messages.speech import say
from referee.game.state import SETUP_PHASES, Phase, Player
from referee.positions.audit.finding import AuditedTable, PositionFinding, listed
from referee.positions.builder import ORDERED


def moment(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield what makes no sense about round, phase and who is due."""
    state = table.state
    if not 1 <= state.round <= ROUNDS:
        yield PositionFinding(
            ("round",),
            say("positions.moment.was-given-there-are-rounds", round=state.round, rounds=ROUNDS),
        )
    if state.turn < 1:
        yield PositionFinding(("turn",), say("positions.moment.turns-are-counted-from-1"))
    if state.to_move is None and state.phase in ORDERED:
        yield PositionFinding(
            ("to_move",), say("positions.moment.somebody-is-due-in-the", phase=state.phase)
        )
    if state.to_move is not None:
        if state.phase not in ORDERED:
            yield PositionFinding(
                ("to_move",), say("positions.moment.nobody-alone-is-due-in", phase=state.phase)
            )
        elif state.players[state.to_move].done:
            says = say(
                "positions.moment.has-ended-the-phase-and", colours=table.colours[state.to_move]
            )
            yield PositionFinding(("to_move",), says)
    yield from _plans(table)


def _plans(table: AuditedTable) -> Iterator[PositionFinding]:
    state = table.state
    planned = [plan is not None for plan in state.plans]
    for (_, colour, player), plan in zip(table.seats(), state.plans, strict=True):
        if plan is None:
            continue
        path = ("seat", colour, "plan")
        if state.phase != "planning":
            yield PositionFinding(
                path, say("positions.moment.a-plan-lies-face-down", phase=state.phase)
            )
        cards = [card for card in plan.slots if card is not None]
        if foreign := [card for card in cards if card not in player.hand]:
            says = say("positions.moment.is-not-in-the-hand", listed=listed(foreign))
            yield PositionFinding(path, says)
        if len({*cards}) < len(cards):
            yield PositionFinding(path, say("positions.moment.a-card-lies-in-two"))
    if all(planned):
        yield PositionFinding(("phase",), say("positions.moment.everybody-has-planned-so-the"))


def phase_played(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield what cannot lie there in this phase or round."""
    state = table.state
    if state.phase in SETUP_PHASES and state.round != 1:
        yield PositionFinding(
            ("round",), say("positions.moment.the-setup-comes-before-round", round=state.round)
        )
    if state.phase == "over" and state.round != ROUNDS:
        yield PositionFinding(
            ("round",),
            say("positions.moment.the-game-is-over-after", rounds=ROUNDS, round=state.round),
        )
    if state.phase == "preparation" and state.round == ROUNDS:
        yield PositionFinding(
            ("phase",), say("positions.moment.no-round-is-prepared-after", rounds=ROUNDS)
        )
    if state.phase in {*SETUP_PHASES, "planning"} and state.turn != 1:
        yield PositionFinding(
            ("turn",), say("positions.moment.was-given-before-the-actions", turn=state.turn)
        )
    opening = state.phase in SETUP_PHASES or (state.round == 1 and state.phase == "planning")
    if state.first_player != 0 and opening:
        yield PositionFinding(("first_player",), say("positions.moment.the-first-seat-begins-the"))
    between_turns = {*SETUP_PHASES, "planning"} - {"deal-cards", "deal-books"}
    if refill_due(state) and state.phase in between_turns:
        yield PositionFinding(("books",), say("positions.moment.a-space-is-empty-though"))
    for _, colour, player in table.seats():
        for key, what in _out_of_place(state.phase, player):
            yield PositionFinding(("seat", colour, key), what)


def _out_of_place(phase: Phase, player: Player) -> Iterator[tuple[str, str]]:
    """Yield the keys and reasons of what a player cannot have in this phase."""
    cards = {slot: card for slot, card in zip(SLOTS, player.slots, strict=True) if card}
    ended = player.done or phase in {"preparation", "over"}
    if phase != "actions" and cards and not ended:
        yield "slots", say("positions.moment.no-card-lies-in-a", phase=phase)
    if ended and cards:
        yield "slots", say("positions.moment.who-has-ended-the-phase")
    if ended and player.tiles:
        yield "tiles", say("positions.moment.who-has-ended-the-phase-2")
    if phase in {"preparation", "over"} and not player.done:
        yield "done", say("positions.moment.everybody-has-ended-the-phase", phase=phase)
    if player.done and phase in {*SETUP_PHASES, "planning"}:
        yield "done", say("positions.moment.nobody-has-ended-the-phase", phase=phase)
    if phase != "actions" and (player.used - {*cards.values()}) and not ended:
        yield "used", say("positions.moment.nothing-was-used-yet-during", phase=phase)
