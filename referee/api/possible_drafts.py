"""A statement that is begun behind a gap: what is legal on any of the tables that are possible."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.api.gaps import evenly
from referee.api.tables import PossibleTables, Table
from referee.api.turn_drafts import DraftAnswer, Option, action_with, items
from referee.core.ids import Seat
from referee.core.state import State
from referee.core.turns import Action
from referee.engine.actions import refill_due
from referee.gaps.dependencies import alike_to_any_turn
from referee.gaps.draws import refills
from referee.gaps.stand_ins import World
from referee.gaps.stretch import uncounted

MOST_LOOKED_AT: Final = 80
"""Tables on which a statement is looked at; whatever others may allow is not known."""
MOST_IF_UNDECIDED: Final = 30
"""Tables if there may be others anyway."""

ABOUT_BOOKS: Final = frozenset({"book", "count", "part", "spend", "step"})
"""Offers that depend on which books came; points that buy none are pounds whatever came."""
BOOKS: Final = "books"
"""The word behind which a line names books."""

Ask = Callable[[Table, bool], DraftAnswer]
"""Returns the draft at a table, perhaps with everything that can be said."""


class LookedAt(Struct, frozen=True):
    """The tables on which a statement is looked at, and what is known then."""

    states: tuple[State, ...]
    decides_all: bool
    """Whether no other table allows anything else."""
    decides_but_books: bool
    """Whether no other table allows anything else that books do not bear on."""

    def decides(self, *, about_books: bool) -> bool:
        """Return whether that is illegal which none of the tables allows."""
        return self.decides_all if about_books else self.decides_but_books


def looked_at(tables: PossibleTables, seat: Seat | None, *, refilled: bool | None) -> LookedAt:
    """Return the tables to look at for a turn or a plan of a player, or of whoever is to move.

    A refill that nobody wrote is made, unless it is due on all of them; `refilled` decides that
    where a statement does.
    """
    due = [refill_due(state) for state in tables.states]
    if refilled is None:
        refilled = not all(due)
    blind: dict[Hashable, State] = {}
    full: dict[Hashable, State] = {}
    for state in tables.states:
        who = _next_to_act(state) if seat is None else seat
        plan = state.plans[who : who + 1]
        full.setdefault((alike_to_any_turn(state, who), plan), state)
        without = replace(state, book_display=(), book_coins=())
        blind.setdefault((alike_to_any_turn(without, who), plan), state)
    is_all = tables.exact and tables.every and len(blind) <= MOST_LOOKED_AT
    most = MOST_LOOKED_AT if is_all else MOST_IF_UNDECIDED
    first = evenly([*blind.values()], most)
    chosen = dict.fromkeys(id(state) for state in first)
    others = [state for state in full.values() if id(state) not in chosen]
    states = (*first, *evenly(others, most - len(first)))
    return LookedAt(
        tuple(_refilled(state) if refilled else state for state in states),
        # Which books came with a refill is not known.
        decides_all=is_all and len(states) == len(full) and not (refilled and any(due)),
        decides_but_books=is_all,
    )


def _next_to_act(state: State) -> Seat:
    if state.to_move is not None:
        return state.to_move
    return next((Seat(seat) for seat, plan in enumerate(state.plans) if plan is None), Seat(0))


def _refilled(state: State) -> State:
    """Return a table with any books on the spaces that are filled before the next turn."""
    for move in refills(World(state), uncounted):
        return move.after.table
    return state


def possible_draft(
    tables: PossibleTables, line: str, looked: LookedAt, ask: Ask, *, everything: bool
) -> DraftAnswer:
    """Return what may be said next on any of the tables.

    What none of them allows is illegal only if no other table can allow it.
    """
    at = [replace(tables.table, state=state) for state in looked.states]
    answers = [ask(table, False) for table in at]  # noqa: FBT003 - not everything
    if not line:
        # A turn, if one may be due: whatever must have come before it goes without saying.
        turns = [
            each
            for each in answers
            if each.kind == "turn" and any(offer.legal for offer in each.offers)
        ]
        begun = Counter((each.kind, each.player) for each in turns or answers[:1]).most_common(1)
        answers = [each for each in answers if (each.kind, each.player) == begun[0][0]]
    first = answers[0]
    candidates: tuple[Option, ...] = ()
    if everything or not looked.decides_all:
        candidates = ask(at[0], True).offers  # noqa: FBT003 - everything
    found = _joined([each.offers for each in answers], candidates, looked)
    asked_for = {each.kind for each in found if each.legal and not each.extra}
    impossible = _of_other_actions(at[0], first)
    offers = tuple(
        each
        for each in found
        if each.legal
        or everything
        or each.kind == "action"
        # Of what may be legal only what lies there and is asked for.
        or (
            each.unsure
            and each.place is not None
            and each.kind in asked_for
            and impossible.isdisjoint(each.values)
        )
    )
    ruled = next((each for each in answers if each.verdict == "legal"), None)
    ruled = ruled or next((each for each in answers if each.verdict == "undecided"), first)
    if ruled.verdict == "illegal":
        decided = looked.decides(about_books=BOOKS in line.split())
        ruled = _illegal(answers) if decided else replace(first, verdict="undecided", violations=())
    return replace(
        ruled, asks=next((each.asks for each in answers if each.asks), ""), offers=offers
    )


def _of_other_actions(table: Table, begun: DraftAnswer) -> frozenset[str]:
    """Return the cards of a player that are not for the action which is begun."""
    if begun.player is None or begun.kind not in get_args(Action):
        return frozenset()
    seat = Seat(table.colours.index(begun.player))
    player = table.state.players[seat]
    fitting = {
        item for item in items(table.state, seat) if action_with(table.state, item) == begun.kind
    }
    return frozenset(
        card for card in (*player.slots, *player.hand) if card is not None and card not in fitting
    )


def _joined(
    offers: Iterable[tuple[Option, ...]], candidates: tuple[Option, ...], looked: LookedAt
) -> list[Option]:
    """Return each offer once: legal if it is anywhere, with its place if that is certain."""
    found: dict[Hashable, Option] = {}
    for each in (*(offer for of_one in offers for offer in of_one), *candidates):
        key = each.kind, each.values, each.line
        known = found.get(key)
        if known is None or (each.legal and not known.legal):
            found[key] = each
        elif each.legal:
            found[key] = replace(
                known,
                extra=known.extra and each.extra,
                place=known.place if known.place == each.place else None,
            )
    spaces = {space.id for space in looked.states[0].setting.spaces}
    return [
        each
        if each.legal or (each.kind == "space" and each.values[0] not in spaces)
        else replace(each, unsure=not looked.decides(about_books=each.kind in ABOUT_BOOKS))
        for each in found.values()
    ]


def _illegal(answers: list[DraftAnswer]) -> DraftAnswer:
    """Return an answer that names the rules which are broken on every table."""
    first, *others = answers
    everywhere = {each.rule for each in first.violations}.intersection(
        *({each.rule for each in other.violations} for other in others)
    )
    broken = tuple(each for each in first.violations if each.rule in everywhere)
    return replace(first, violations=broken)
