"""What a turn changes for the players' worth, as numbers of a model."""

from collections.abc import Callable
from dataclasses import dataclass, field

from model.best.draft import Draft, Linear, Lit, Value, total, weighted
from model.best.table import Table
from referee.game.canonical import CanonicalTurn
from referee.game.ids import COMPANIES, Company
from referee.game.turns import Action


@dataclass(slots=True)
class Effects:
    """The results of a turn; what a family of rules does not touch stays as it is."""

    cash: Linear
    """The mover's cash after the turn."""
    reached: dict[Company, list[Lit]] = field(default_factory=dict)
    """Whether the mover's marker makes its 1st, 2nd, ... step on a track."""
    coins: dict[Company, list[tuple[int, Lit]]] = field(default_factory=dict)
    """Coin icons uncovered (or covered again, if negative) in a base."""
    cards: dict[Company, list[tuple[int, Lit]]] = field(default_factory=dict)
    """Shares on cards that come or go."""
    diamonds: Linear = 0
    """Diamond steps used, those that were paid out among them."""
    diamonds_most: int = 0
    ink: dict[int, Lit] = field(default_factory=dict)
    """Whether the jar gets to a step or beyond, for the steps before it."""


@dataclass(slots=True)
class Branch:
    """A part of the legal turns as one model, and how a solution is read."""

    action: Action
    draft: Draft
    effects: Effects
    read: Callable[[Value], CanonicalTurn]
    """Tells the turn of a solution; without placings in a model that leaves them out."""
    full: "Callable[[], Branch | None] | None" = None
    """Makes the same model with placings, where this one leaves them out."""


def track_money(table: Table, reached: dict[Company, list[Lit]]) -> Linear:
    """Return what all steps made on tracks bring in pounds, calls paid."""
    return weighted(
        (table.ahead[company].net(step), lit)
        for company, lits in reached.items()
        for step, lit in enumerate(lits)
    )


def steps_of(reached: dict[Company, list[Lit]], value: Value) -> tuple[int, ...]:
    """Return the steps that a solution makes on each track."""
    return tuple(value(total(reached.get(company, []))) for company in COMPANIES)
