"""Bonus markers and bonus tiles."""

from collections.abc import Iterator

from referee.engine.area import Area
from referee.game.components import FirstPlayerSpace, MarkerBonus, TileSpace
from referee.game.messages.speech import say
from referee.game.state import SETUP_PHASES, Player
from referee.positions.audit.finding import AuditedTable, PositionFinding, listed


def markers_played(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield markers that nobody has, that lie where they cannot, or too early."""
    state = table.state
    spaces = list(zip(state.setting.spaces, state.markers, strict=True))
    lies = any(seat is not None for seat in state.markers)
    if lies and state.phase in {*SETUP_PHASES, "planning"}:
        yield PositionFinding(
            ("markers",), say("positions.markers.no-marker-lies-on-a", phase=state.phase)
        )
        return
    for seat, colour, player in table.seats():
        own = [space for space, owner in spaces if owner == seat]
        owned = _owned(table, player)
        if len(own) > owned:
            says = say(
                "positions.markers.has-markers-lie-there",
                colour=colour,
                owned=owned,
                own=len(own),
                listed=listed(s.id for s in own),
            )
            yield PositionFinding(("markers",), says)
        tracks = [
            table.facts.track_of_space[s.id] for s in own if s.id in table.facts.track_of_space
        ]
        for space in own:
            track, level = table.facts.track_of_space.get(space.id, (0, 0))
            if player.levels[track] < level:
                yield PositionFinding(
                    ("markers", space.id),
                    say("positions.markers.has-not-unlocked-this-space", colour=colour),
                )
            if isinstance(space, FirstPlayerSpace) and state.first_player != seat:
                says = say("positions.markers.holds-the-marker-here-so", colour=colour)
                yield PositionFinding(("markers", space.id), says)
        if len({track for track, _ in tracks}) < len(tracks):
            yield PositionFinding(
                ("markers",), say("positions.markers.has-two-markers-on-the", colour=colour)
            )
        if player.tiles and state.round == 1:
            says = say("positions.markers.nobody-has-a-bonus-tile")
            yield PositionFinding(("seat", colour, "tiles"), says)
        reservable = {space.tile for space in state.setting.spaces if isinstance(space, TileSpace)}
        if odd := sorted(player.tiles - reservable):
            yield PositionFinding(
                ("seat", colour, "tiles"),
                say("positions.markers.no-space-on-this-table", listed=listed(odd)),
            )


def _owned(table: AuditedTable, player: Player) -> int:
    area = Area(table.facts, player, player.used, player.plus_one)
    more = sum(bonus.markers for bonus in area.bonuses() if isinstance(bonus, MarkerBonus))
    return table.facts.markers + more
