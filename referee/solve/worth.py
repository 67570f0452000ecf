"""What a table is worth to a player, as the engine's scoring pad has it."""

from referee.core.ids import Seat
from referee.core.state import State
from referee.engine import pads
from referee_model.best.objective import SHARE_MEASURES, Objective


def measures(state: State, seat: Seat) -> dict[str, int]:
    """Return everything that an objective can weigh, by its name."""
    rows = pads(state)
    own = rows[seat]
    player = state.players[seat]
    return {
        "net-worth": own.total,
        "margin": own.total - max(p.total for other, p in enumerate(rows) if other != seat),
        "cash": own.cash,
        "diamonds": player.diamonds,
        "ink": player.ink,
        **dict(zip(SHARE_MEASURES, own.shares, strict=True)),
    }


def weighed(wanted: Objective, measured: dict[str, int]) -> int:
    """Return the weighted sum of measures that an objective asks for."""
    return sum(weight * measured[name] for weight, name in wanted.terms)


def worth(state: State, seat: Seat, wanted: Objective) -> int:
    """Return what a table is worth under an objective."""
    return weighed(wanted, measures(state, seat))
