"""The header of a game in progress, from what somebody says about it."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from referee.api.errors import MisuseError
from referee.game.component_set import ComponentSet
from referee.game.decoder_words import decoder_words
from referee.game.ids import TrackId
from referee.game.messages.speech import say
from referee.game.rulings import DEFAULT_RULINGS, Rulings
from referee.notation.record import Header, NamedPlayer, SetupMode


def header_of(
    components: ComponentSet,
    *,
    players: Sequence[str] | Mapping[str, str | None],
    setup: str,
    tracks: Sequence[str] | None,
    rulings: Rulings | Mapping[str, str] | None,
    title: str | None,
) -> Header:
    """Return the header of a game; a `MisuseError` for a setup or rulings that there are not."""
    mode = next((known for known in get_args(SetupMode) if known == setup), None)
    if mode is None:
        known = ", ".join(get_args(SetupMode))
        raise MisuseError(
            say("answers.game_headers.there-is-no-setup-there", setup=f"{setup!r:.40}", known=known)
        )
    named = players.items() if isinstance(players, Mapping) else ((each, None) for each in players)
    try:
        chosen = msgspec.convert(rulings, Rulings) if isinstance(rulings, Mapping) else rulings
    except msgspec.ValidationError as error:
        raise MisuseError(
            say("answers.game_headers.these-are-no-rulings", error=decoder_words(error))
        ) from error
    return Header(
        players=tuple(NamedPlayer(colour, name) for colour, name in named),
        components=components.name,
        digest=components.digest,
        rulings=chosen or DEFAULT_RULINGS,
        setup=mode,
        tracks=None if tracks is None else tuple(map(TrackId, tracks)),
        title=title,
    )


def as_arguments(header: Header) -> dict[str, Any]:
    """Return what `header_of` makes this header from."""
    return {
        "players": {player.colour: player.name for player in header.players},
        "setup": header.setup,
        "tracks": header.tracks,
        "rulings": header.rulings,
        "title": header.title,
    }
