"""The frame of a position: component set, players, tracks, rulings."""

from collections.abc import Mapping
from typing import get_args

import msgspec

from referee.game.component_set import ComponentSet
from referee.game.ids import COMPANIES, TrackId
from referee.game.limits import PLAYER_COUNTS
from referee.game.messages.speech import say
from referee.game.rulings import DEFAULT_RULINGS, RULINGS, Rulings
from referee.game.setting import Setting, setting_type
from referee.notation.errors import listed
from referee.notation.headers import FindSet
from referee.notation.names import Names, Scope
from referee.notation.record import NamedPlayer, SetupMode
from referee.notation.roster import COLOUR
from referee.positions.fields import Fields
from referee.transcript.abbreviation import COLOURS

SETUPS: tuple[SetupMode, ...] = get_args(SetupMode)
_SETUP = Scope("setup", {mode: mode for mode in SETUPS})
_DECIDED = {field.encode_name for field in msgspec.structs.fields(Rulings)}
_RULING = Scope("ruling", {name: name for name in RULINGS if name in _DECIDED})


def read_components(fields: Fields, sets: FindSet) -> ComponentSet | None:
    """Return the component set that is named, if there is one with this digest."""
    name = fields.text("set")
    digest = fields.text("digest")
    name = "reference" if name is None else name
    components = sets(name)
    if components is None:
        says = say("positions.frame.the-component-set-is-not", name=f"{name!r:.60}")
        fields.fault("set", says=says)
    elif digest is not None and (refusal := components.refusal(digest)) is not None:
        says = refusal or say(
            "positions.frame.was-given-the-digest-of",
            digest=f"{digest[:12]!r}",
            name=f"{name!r:.60}",
            digest2=components.digest[:12],
        )
        fields.fault("digest", says=says)
        return None
    return components


def read_players(fields: Fields) -> tuple[str, ...]:
    """Return the colours of the players by seat; a number of players stands for the usual ones."""
    said = fields.take("players")
    if isinstance(said, list | tuple):
        number: int | None = len(said)
        colours = tuple(
            each.casefold() for each in said if isinstance(each, str) and COLOUR.fullmatch(each)
        )
        if len(set(colours)) != len(said):
            fields.fault("players", says=say("positions.frame.each-player-has-a-colour"))
    else:
        number = fields.number_of(2 if said is None else said, "players")
        colours = COLOURS[:number]
    if number is not None and number not in PLAYER_COUNTS:
        expected = listed(map(str, PLAYER_COUNTS))
        fields.fault(
            "players",
            says=say("positions.frame.were-named-can-play", number=number, expected=expected),
        )
    return colours


def read_setting(fields: Fields, components: ComponentSet, players: int) -> Setting:
    """Return the setting; tracks that are not named are those of the first game."""
    names = Names(components, ())
    first_game: Mapping[str, TrackId] = {
        entry.company: entry.track for entry in components.first_game
    }
    tracks = fields.by_word(
        "tracks", names.companies, lambda table, said, key: table.word_of(names.tracks, said, key)
    )
    placed = {**first_game, **(tracks or {})}
    setup = fields.word(_SETUP, "setup") or "variable"
    return setting_type(components)(
        components=components,
        players=players,
        tracks=tuple(TrackId(placed[company]) for company in COMPANIES),
        rulings=_rulings(fields),
        first_game_tracks=setup in {"first-game", "first-game-tracks"},
        first_game_tiles=setup in {"first-game", "first-game-tiles"},
    )


def _rulings(fields: Fields) -> Rulings:
    table = fields.table("rulings")
    answers: dict[str, str] = {}
    if table is None:
        return DEFAULT_RULINGS
    for ruling, key, said in table.entries(_RULING):
        known = Scope(f"answer to {ruling}", {answer: answer for answer in RULINGS[ruling].answers})
        if answer := table.word_of(known, said, key):
            answers[ruling] = answer
    return msgspec.convert(answers, Rulings)


def named_players(colours: tuple[str, ...]) -> tuple[NamedPlayer, ...]:
    """Return the players as the words of a record know them."""
    return tuple(NamedPlayer(colour) for colour in colours)
