"""The scoring pad, and how each number on it came about."""

from rich.console import Group, RenderableType

from referee.cli.render.layout import columns, number_of, part, row, said
from referee.engine import Pad, pads, winners
from referee.engine.scoring import counted_value
from referee.game.components import TrackValue
from referee.game.ids import COMPANIES, Company
from referee.game.rulings import Rulings
from referee.game.state import Player, State

ROWS = ("cash", *COMPANIES, "diamonds", "books")


def pad_page(state: State, colours: tuple[str, ...]) -> RenderableType:
    """Return the pad of all players, and below it where each number comes from."""
    found = pads(state)
    table = columns("", *colours, right=colours)
    for index, name in enumerate(ROWS):
        row(table, name, *(pad.rows[index] for pad in found))
    row(table, said("total", "bold"), *(said(str(pad.total), "bold") for pad in found))
    first = [colours[seat] for seat in winners(state)]
    alone, shared = ("wins", "win") if state.phase == "over" else ("is ahead", "are ahead")
    return Group(
        part(
            "Scoring pad",
            table,
            said(f"{' and '.join(first)} {alone if len(first) == 1 else shared}"),
        ),
        *(
            part(colour, *_reasons(state, player, pad))
            for colour, player, pad in zip(colours, state.players, found, strict=False)
        ),
    )


def _reasons(state: State, player: Player, pad: Pad) -> list[RenderableType]:
    components = state.setting.components
    lines = [f"cash: {number_of(player.cash, 'pound')} in hand"]
    for index, company in enumerate(COMPANIES):
        owned, worth = pad.shares[index], pad.values[index]
        held = _shown(state, player, company)
        reached = owned - len(held)
        cards = f" and {len(held)} on cards ({', '.join(held)})" if held else ""
        lines.append(
            f"{company}: {number_of(owned, 'share')} at {worth} = {owned * worth} "
            f"({reached} at space {player.tracks[index]}{cards})"
        )
    rulings = state.setting.rulings
    lines.append(_value("diamonds", components.diamond_track.values, player.diamonds, rulings))
    lines.append(_value("books", components.book_track.values, player.ink, rulings))
    return [said("\n".join(lines))]


def _shown(state: State, player: Player, company: Company) -> list[str]:
    """Return the player's cards that show a share of a company."""
    owned = [*player.hand, *(card for card in player.slots if card)]
    owned += [card for deck in player.resting for card in deck]
    known = state.setting.components.card
    return sorted(card for card in owned if known[card].share == company)


def _value(name: str, values: tuple[TrackValue, ...], at: int, rulings: Rulings) -> str:
    counted = counted_value(values, at, rulings)
    if counted is None:
        return f"{name}: step {at}, before the first value"
    if rulings.value_passed == "beyond":
        return f"{name}: step {at}, worth {counted.pounds} beyond step {counted.at}"
    return f"{name}: step {at}, worth {counted.pounds} from step {counted.at} on"


def pad_data(state: State, colours: tuple[str, ...]) -> dict[str, object]:
    """Return the keys finished, winners and players (colour, rows, shares, values, total)."""
    return {
        "finished": state.phase == "over",
        "winners": [colours[seat] for seat in winners(state)],
        "players": [
            {
                "colour": colour,
                "rows": dict(zip(ROWS, pad.rows, strict=True)),
                "shares": dict(zip(COMPANIES, pad.shares, strict=True)),
                "values": dict(zip(COMPANIES, pad.values, strict=True)),
                "total": pad.total,
            }
            for colour, pad in zip(colours, pads(state), strict=False)
        ],
    }
