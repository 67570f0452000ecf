"""The moment of a table: round, phase, who is due, and what lies there in a phase."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.core.component_set import ComponentSet
from referee.core.components import FirstPlayerSpace
from referee.core.ids import SLOTS
from referee.core.limits import ROUNDS
from referee.core.state import SETUP_PHASES, Phase, Player, State
from referee.engine import check_setting
from referee.engine.actions import refill_due
from referee.engine.facts import Facts, facts_of
from referee.i18n import language
from referee.i18n.speech import say
from referee.positions.builder import ORDERED
from referee.positions.fields import KeyPath


# What a check of a position looks at, and what it says --------------------------------------------
class PositionFinding(NamedTuple):
    """Something that cannot be: the key of a position under which it is said, and why."""

    path: KeyPath
    message: str


class AuditedTable:
    """A table that is being looked at, with the words for its players."""

    def __init__(self, state: State, colours: tuple[str, ...]) -> None:
        self.state = state
        self.colours = colours

    @property
    def components(self) -> ComponentSet:
        """The component set of the table."""
        return self.state.setting.components

    @property
    def facts(self) -> Facts:
        """What follows from the setting."""
        return facts_of(self.state.setting)

    def seats(self) -> Iterator[tuple[int, str, Player]]:
        """Yield every player with his seat and colour."""
        for seat, (colour, player) in enumerate(zip(self.colours, self.state.players, strict=True)):
            yield seat, colour, player


def listed(words: Iterable[object], most: int = 6) -> str:
    """Return all words, or the first of them and how many more there are."""
    said = [str(word) for word in words]
    rest = say("positions.finding.and-more", said=len(said) - most) if len(said) > most else ""
    return f"{', '.join(said[:most])}{rest}"


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


# The frame of a table: its tracks and its starting tiles ------------------------------------------
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


# Turns taken so far: whose turn it can be, and what must have been used for them ------------------
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
