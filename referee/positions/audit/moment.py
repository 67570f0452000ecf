"""The moment of a table: round, phase, who is due, and what lies there in a phase."""

from collections.abc import Iterator

from referee.engine.actions import refill_due
from referee.game.ids import SLOTS
from referee.game.limits import ROUNDS
from referee.game.state import SETUP_PHASES, Phase, Player
from referee.positions.audit.finding import AuditedTable, PositionFinding, listed
from referee.positions.builder import ORDERED


def moment(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield what makes no sense about round, phase and who is due."""
    state = table.state
    if not 1 <= state.round <= ROUNDS:
        yield PositionFinding(
            ("round",), f"{state.round} was given; there are rounds 1 to {ROUNDS}"
        )
    if state.turn < 1:
        yield PositionFinding(("turn",), "turns are counted from 1")
    if state.to_move is None and state.phase in ORDERED:
        yield PositionFinding(("to_move",), f"somebody is due in the phase {state.phase}")
    if state.to_move is not None:
        if state.phase not in ORDERED:
            yield PositionFinding(("to_move",), f"nobody alone is due in the phase {state.phase}")
        elif state.players[state.to_move].done:
            says = f"{table.colours[state.to_move]} has ended the phase and cannot be due"
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
                path, f"a plan lies face down in planning only, not in {state.phase}"
            )
        cards = [card for card in plan.slots if card is not None]
        if foreign := [card for card in cards if card not in player.hand]:
            says = f"{listed(foreign)} is not in the hand, to which planned cards still count"
            yield PositionFinding(path, says)
        if len({*cards}) < len(cards):
            yield PositionFinding(path, "a card lies in two slots")
    if all(planned):
        yield PositionFinding(
            ("phase",), "everybody has planned, so the plans are turned up: actions"
        )


def phase_played(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield what cannot lie there in this phase or round."""
    state = table.state
    if state.phase in SETUP_PHASES and state.round != 1:
        yield PositionFinding(("round",), f"the setup comes before round 1, not {state.round}")
    if state.phase == "over" and state.round != ROUNDS:
        yield PositionFinding(
            ("round",), f"the game is over after round {ROUNDS}, not {state.round}"
        )
    if state.phase == "preparation" and state.round == ROUNDS:
        yield PositionFinding(
            ("phase",), f"no round is prepared after round {ROUNDS}; the game is over"
        )
    if state.phase in {*SETUP_PHASES, "planning"} and state.turn != 1:
        yield PositionFinding(("turn",), f"{state.turn} was given; before the actions it is 1")
    opening = state.phase in SETUP_PHASES or (state.round == 1 and state.phase == "planning")
    if state.first_player != 0 and opening:
        yield PositionFinding(("first_player",), "the first seat begins the game")
    between_turns = {*SETUP_PHASES, "planning"} - {"deal-cards", "deal-books"}
    if refill_due(state) and state.phase in between_turns:
        yield PositionFinding(("books",), "a space is empty though the supply can fill it")
    for _, colour, player in table.seats():
        for key, what in _out_of_place(state.phase, player):
            yield PositionFinding(("seat", colour, key), what)


def _out_of_place(phase: Phase, player: Player) -> Iterator[tuple[str, str]]:
    """Yield the keys and reasons of what a player cannot have in this phase."""
    cards = {slot: card for slot, card in zip(SLOTS, player.slots, strict=True) if card}
    ended = player.done or phase in {"preparation", "over"}
    if phase != "actions" and cards and not ended:
        yield "slots", f"no card lies in a slot during {phase}"
    if ended and cards:
        yield "slots", "who has ended the phase has put the cards to rest"
    if ended and player.tiles:
        yield "tiles", "who has ended the phase has given the tiles back"
    if phase in {"preparation", "over"} and not player.done:
        yield "done", f"everybody has ended the phase before {phase}"
    if player.done and phase in {*SETUP_PHASES, "planning"}:
        yield "done", f"nobody has ended the phase during {phase}"
    if phase != "actions" and (player.used - {*cards.values()}) and not ended:
        yield "used", f"nothing was used yet during {phase}"
