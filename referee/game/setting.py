"""What stays the same through a game: components, rulings, players, tracks."""

from dataclasses import dataclass
from functools import cached_property

from referee.game.component_set import ComponentSet
from referee.game.components import BonusSpace, SpaceBonus, Track
from referee.game.ids import COMPANIES, Company, SpaceId, TrackId
from referee.game.rulings import DEFAULT_RULINGS, Rulings


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The frame of a game; every state of the game refers to one and the same."""

    components: ComponentSet
    players: int
    tracks: tuple[TrackId, ...]
    """The track side at each company's edge, by company."""
    rulings: Rulings = DEFAULT_RULINGS
    first_game_tracks: bool = False
    first_game_tiles: bool = False

    @cached_property
    def _hash(self) -> int:
        return hash((self.components, self.players, self.tracks, self.rulings))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def track(self) -> dict[Company, Track]:
        """The track at each company's edge."""
        return {
            company: self.components.track[track]
            for company, track in zip(COMPANIES, self.tracks, strict=True)
        }

    @cached_property
    def spaces(self) -> tuple[BonusSpace, ...]:
        """The bonus spaces on the table: the board's, then those of the tracks in use."""
        of_tracks: dict[SpaceId, TrackId] = {
            bonus.space: track.id
            for track in self.components.tracks
            for bonus in track.bonuses
            if isinstance(bonus, SpaceBonus)
        }
        return tuple(
            space
            for space in self.components.spaces
            if space.id not in of_tracks or of_tracks[space.id] in self.tracks
        )


SETTINGS: dict[type[ComponentSet], type[Setting]] = {}
"""By kind of set the frame that its games need, where it is not the usual one."""


def setting_type(components: ComponentSet) -> type[Setting]:
    """Return what the frame of a game with a set is."""
    return SETTINGS.get(type(components), Setting)
