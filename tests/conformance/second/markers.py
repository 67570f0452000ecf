"""Placing a bonus marker: who may, what it costs, what it gives."""

from typing import Any

from .area import total, working
from .bugs import bug
from .printed import Entry
from .rewards import Part, Pot, pot_of, take_all
from .table import Game
from .verdict import demand


def place_marker(game: Game, seat: int, said: dict[str, Any]) -> list[str]:
    """Place a marker on a free space and take the reward; return the books taken."""
    space = game.printed.space.get(said["space"])
    demand(space, "a bonus space")
    assert space is not None
    player = game.players[seat]
    _demand_place(game, seat, space)
    demand(player["cash"] >= space.get("cost", 0), "the price of the space")
    player["cash"] -= space.get("cost", 0)
    demand(said["discard"] is None or space["kind"] == "discard", "no card is removed here")
    pot = _reward(game, seat, space, said)
    game.table["markers"][space["id"]] = seat
    return take_all(game, seat, pot, said["reward"])


def markers_left(game: Game, seat: int) -> int:
    """How many markers the player can still place in this round."""
    given = 3 if len(game.players) == 2 or bug("always-three-markers") else 2
    given += sum(int(bonus["markers"]) for bonus in working(game, seat, "markers"))
    return given - list(game.table["markers"].values()).count(seat)


def _demand_place(game: Game, seat: int, space: Entry) -> None:
    markers = game.table["markers"]
    demand(markers_left(game, seat) > 0, "a marker to place")
    demand(space["id"] not in markers, "an empty space")
    for side in game.printed.track.values():
        spaces = [bonus.get("space") for bonus in side["bonuses"]]
        if space["id"] in spaces:
            companies = [c for c, track in game.track.items() if track["id"] == side["id"]]
            demand(companies, "a space on the table")
            level = game.players[seat]["levels"][companies[0]]
            demand(level > spaces.index(space["id"]), "a space that works for the player")
            demand(all(markers.get(other) != seat for other in spaces), "one space of a track")


def _reward(game: Game, seat: int, space: Entry, said: dict[str, Any]) -> Pot:
    match space["kind"]:
        case "first-player" | "majority" | "choice":
            return pot_of(game, seat, _chosen(game, seat, space, said["option"]))
        case "buy":
            pot = _purchase(game, space, said["reward"])
        case "discard":
            pot = _discard(game, seat, space, said["discard"])
        case "other-tracks":
            pot = _other_tracks(game, space, said["reward"])
        case _:
            pot = Pot()
            if bug("tile-at-once"):
                tiles = game.players[seat]["tiles"]
                game.players[seat]["tiles"] = sorted([*tiles, space["tile"]])
    demand(said["option"] is None, "there is nothing to choose from")
    return pot


def _chosen(game: Game, seat: int, space: Entry, option: int | None) -> Entry:
    """The printed reward that the player takes."""
    if space["kind"] == "first-player":
        late = game.table["turn"] > 1 or bug("first-space-at-once")
        demand(late or seat != game.table["first_player"], "not in the very first turn")
        game.table["first_player"] = seat
        rewards = [space["reward"]]
    elif space["kind"] == "majority":
        rewards = [tier["reward"] for tier in space["tiers"]]
        _demand_majority(game, seat, space, option)
    else:
        rewards = space["rewards"]
    chosen: Entry = rewards[_option(option, len(rewards))]
    return chosen


def _demand_majority(game: Game, seat: int, space: Entry, option: int | None) -> None:
    own = total(game, seat, space["counts"])
    others = [other for other in range(len(game.players)) if other != seat]
    best = max(total(game, other, space["counts"]) for other in others)
    demand(own > best if bug("tie-loses") else own >= best, "nobody has more")
    tier = space["tiers"][_option(option, len(space["tiers"]))]
    demand(own >= tier["least"], "the tier is reached")


def _option(said: int | None, number: int) -> int:
    if said is None:
        demand(number == 1, "which of the rewards")
        return 0
    demand(1 <= said <= number, "one of the rewards")
    return said - 1


def _purchase(game: Game, space: Entry, parts: list[Part]) -> Pot:
    """A card, diamond steps, or both; where there are no steps, the card."""
    pot = Pot()
    pot.less = space.get("less", 0)
    buying = any(part["part"] == "buy" for part in parts)
    if space.get("diamonds"):
        pot.amounts["diamonds"] = space["diamonds"]
        if buying:
            pot.optional.add("diamonds")
        elif game.rulings["and-or-space"] == "and-or":
            pot.optional.add("buy")
    return pot


def _discard(game: Game, seat: int, space: Entry, card: str | None) -> Pot:
    player = game.players[seat]
    demand(card in player["hand"], "a card of the hand")
    assert card is not None
    entry = game.printed.card[card]
    demand(space.get("good") in (None, entry.get("good")), "a card of the good")
    kept = game.rulings["share-cards"] == "kept" and entry["kind"] == "share"
    demand(not kept, "share cards are kept")
    player["hand"].remove(card)
    game.table["discards"] = sorted([*game.table["discards"], card])
    pot = Pot()
    pot.amounts["pounds"] = entry["crate"] + space["more"]
    return pot


def _other_tracks(game: Game, space: Entry, parts: list[Part]) -> Pot:
    """Steps on as many different other tracks as the space says, of the player's choice."""
    own = next(c for c, bonuses in game.bonuses.items() if _gives(bonuses, space["id"]))
    others = [company for company in game.table["tracks"] if company != own]
    said = [str(part.get("company")) for part in parts]
    demand(all(company in others for company in said), "other tracks")
    demand(len(set(said)) == len(said), "different tracks")
    demand(len(said) <= space["tracks"], "as many tracks as the space says")
    pot = Pot()
    pot.steps = dict.fromkeys(said, int(space["steps"]))
    pot.silent = [company for company in others if company not in said]
    pot.unnamed = min(space["tracks"], len(others)) - len(said)
    return pot


def _gives(bonuses: list[Entry], space: str) -> bool:
    return any(bonus.get("space") == space for bonus in bonuses)
