"""The frame of a table: its tracks and its starting tiles."""

from collections import Counter
from collections.abc import Iterator

from referee.engine import check_setting
from referee.game.messages import language
from referee.game.messages.speech import say
from referee.positions.audit.finding import AuditedTable, PositionFinding


def frame(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield what is wrong with the tracks at the edges and the starting tiles."""
    state = table.state
    for violation in check_setting(state.setting):
        message = language().message(violation)
        yield PositionFinding(("tracks",), f"{message} ({violation.rule.id})")
    tiles = [player.starting_tile for player in state.players if player.starting_tile]
    for tile, times in Counter((*tiles, *state.rejected_tiles)).items():
        if times > 1:
            owners = [colour for _, colour, player in table.seats() if player.starting_tile == tile]
            path = ("seat", owners[-1], "starting_tile")
            yield PositionFinding(
                path, say("positions.frame.is-somebody-else-or-rejected", tile=tile)
            )
    if state.setting.first_game_tiles:
        yield from _first_game(table)


def _first_game(table: AuditedTable) -> Iterator[PositionFinding]:
    usual = {tile.first_game_seat: tile.id for tile in table.components.starting_tiles}
    for seat, colour, player in table.seats():
        if player.starting_tile not in {None, usual[seat + 1]}:
            says = say(
                "positions.frame.was-given-a-first-game",
                starting_tile=player.starting_tile,
                usual=usual[seat + 1],
            )
            yield PositionFinding(("seat", colour, "starting_tile"), says)
