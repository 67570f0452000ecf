"""Turns taken so far: whose turn it can be, and what must have been used for them."""

from collections.abc import Iterator

from referee.game.components import FirstPlayerSpace
from referee.game.messages.speech import say
from referee.positions.audit.finding import AuditedTable, PositionFinding


def order_played(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield what does not go together with the number of the turn."""
    state = table.state
    if state.phase != "actions":
        return
    taken = state.turn - 1
    spent = {
        seat: len(player.used) + state.markers.count(seat) for seat, _, player in table.seats()
    }
    if any(player.done for player in state.players):
        if taken < sum(player.done for player in state.players):
            yield PositionFinding(
                ("turn",), say("positions.turn_order.turns-were-taken-and-more", taken=taken)
            )
        return
    players = len(state.players)
    begins = _first_of_round(table)
    if begins is not None and (begins + taken) % players != state.to_move:
        due = table.colours[(begins + taken) % players]
        began = table.colours[begins]
        says = say(
            "positions.turn_order.turn-is-that-of-began", turn=state.turn, due=due, began=began
        )
        yield PositionFinding(("to_move",), says)
    if begins is None:
        return
    for seat, colour, _ in table.seats():
        turns = (taken + players - 1 - (seat - begins) % players) // players
        if spent[seat] < turns:
            says = say(
                "positions.turn_order.has-had-turns-and-used",
                colour=colour,
                turns=turns,
                spent=spent[seat],
            )
            yield PositionFinding(("seat", colour, "used"), says)
        elif spent[seat] and not turns:
            yield PositionFinding(
                ("seat", colour, "used"),
                say("positions.turn_order.has-had-no-turn-in", colour=colour),
            )


def _first_of_round(table: AuditedTable) -> int | None:
    """Return who began the round, or None if the first player marker has moved since."""
    spaces = zip(table.state.setting.spaces, table.state.markers, strict=True)
    moved = any(seat is not None for space, seat in spaces if isinstance(space, FirstPlayerSpace))
    return None if moved else table.state.first_player
