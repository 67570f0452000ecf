"""What people agree on at the table: no event of the game, and no rule is asked."""

import dataclasses
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.facts import facts_of
from referee.engine.round_end import with_turn_of
from referee.game.ids import COMPANIES, Seat
from referee.game.rulings import Rulings
from referee.game.setting import Setting
from referee.game.state import Player, State
from referee.gaps.lines import Adjust, AgreedChange, AsItLies, RulingFromHere
from referee.gaps.stand_ins import World
from referee.notation.record import Quantity, SaidClaim
from referee.transcript.quantities import NOT_THERE, TurnEnd, actual

SETTABLE: frozenset[Quantity] = frozenset({"cash", "track", "diamonds", "ink", "first", "coins"})
"""What can be put right on a table by itself; other claims only choose among tables."""


class CorrectedValue(Struct, frozen=True):
    """A value on the table that was other than what the record had come to."""

    claim: SaidClaim
    was: int


class Corrections(Struct, frozen=True, tag_field="do", tag="table"):
    """All that was put right in one place of a record."""

    corrections: tuple[CorrectedValue, ...]


def agreed(world: World, content: AgreedChange, claims: Sequence[SaidClaim]) -> World | None:
    """Return the world after what was agreed; None if it cannot be put on the table."""
    match content:
        case Adjust():
            table = adjusted(world.table, content)
        case RulingFromHere():
            setting = _with_rulings(world.table.setting, content.rulings)
            table = replace(world.table, setting=setting)
        case AsItLies():
            table = _all_put_right(world.table, claims)
    return None if table is None else replace(world, table=table)


def _all_put_right(table: State, claims: Sequence[SaidClaim]) -> State | None:
    for correction in corrections(table, claims):
        if not can_lie(table, correction.claim):
            return None
        table = put_right(table, correction.claim)
    return table


def corrections(table: State, claims: Sequence[SaidClaim]) -> tuple[CorrectedValue, ...]:
    """Return what lies otherwise on the table than claims that can be put right say."""
    moment = TurnEnd(table, table)
    values = [(claim, actual(moment, claim)) for claim in claims if claim.what in SETTABLE]
    return tuple(CorrectedValue(claim, was) for claim, was in values if was != claim.value)


def adjusted(table: State, content: Adjust) -> State | None:
    """Return the table with a value changed by an amount; None if there is no such value."""
    claim = SaidClaim(what=content.what, value=0, seat=content.seat, company=content.company)
    was = actual(TurnEnd(table, table), claim)
    wanted = replace(claim, value=was + content.by)
    return put_right(table, wanted) if was != NOT_THERE and can_lie(table, wanted) else None


def can_lie(table: State, claim: SaidClaim) -> bool:
    """Return whether there is such a value on any table of this game."""
    facts = facts_of(table.setting)
    known = actual(TurnEnd(table, table), claim) != NOT_THERE
    match claim.what:
        case "track" if claim.company is not None:
            last = facts.tracks[COMPANIES.index(claim.company)].last
        case "diamonds":
            last = facts.components.diamond_track.last
        case "ink":
            last = facts.last_book_step
        case "first":
            last = len(table.players) - 1
        case _:
            last = claim.value
    return known and 0 <= claim.value <= last


def put_right(table: State, claim: SaidClaim) -> State:
    """Return the table with a value as it is claimed."""
    if claim.what == "first":
        return replace(table, first_player=Seat(claim.value))
    if claim.what == "coins":
        spaces = table.setting.components.book_spaces
        coins = [
            claim.value if space.id == claim.item else number
            for space, number in zip(spaces, table.book_coins, strict=True)
        ]
        return replace(table, book_coins=tuple(coins))
    seat = claim.seat
    if seat is None or not 0 <= seat < len(table.players):
        return table
    found = table.with_player(seat, _player(table.players[seat], claim))
    # Whoever is to move has begun his turn already, with the bonuses that his markers unlock.
    return with_turn_of(found, seat) if found.to_move == seat else found


def _player(player: Player, claim: SaidClaim) -> Player:
    match claim.what:
        case "cash":
            return replace(player, cash=claim.value)
        case "diamonds":
            return replace(player, diamonds=claim.value)
        case "ink":
            return replace(player, ink=claim.value)
        case _:
            tracks = [
                claim.value if company == claim.company else at
                for company, at in zip(COMPANIES, player.tracks, strict=True)
            ]
            return replace(player, tracks=tuple(tracks))


@lru_cache(maxsize=64)
def _with_rulings(setting: Setting, rulings: Rulings) -> Setting:
    return dataclasses.replace(setting, rulings=rulings)
