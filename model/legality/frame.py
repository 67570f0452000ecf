"""What is fixed before the first event: the number of players and the tracks at the edges."""

from model.relation import Relation
from model.terms import Num, Truth, count, eq, is_among
from referee.game.ids import COMPANIES
from referee.game.limits import PLAYER_COUNTS
from referee.game.rulebook import setup as rules
from referee.game.setting import Setting


class SettingRelation:
    """The players and the side of a track at each company's edge."""

    def __init__(self, setting: Setting) -> None:
        self.relation = Relation()
        self._sides = [track.id for track in setting.components.tracks]
        self.players: Num = self.relation.whole("players")
        self.tracks: list[Num] = [self.relation.whole(f"track-{company}") for company in COMPANIES]
        self.relation.demand(rules.PLAYER_COUNT, is_among(self.players, PLAYER_COUNTS))
        for card in setting.components.track_cards:
            halves = [self._sides.index(half) + 1 for half in card.halves]
            used = count(is_among(track, halves) for track in self.tracks)
            self.relation.demand(rules.ONE_SIDE_OF_EACH_TRACK, eq(used, 1))
        if setting.first_game_tracks:
            given = {entry.company: entry.track for entry in setting.components.first_game}
            for company, track in zip(COMPANIES, self.tracks, strict=True):
                number = self._sides.index(given[company]) + 1
                self.relation.demand(rules.FIRST_GAME_TRACKS, eq(track, number))

    def facts(self, setting: Setting) -> list[Truth]:
        """Return what a setting says about the variables."""
        numbers = [self._sides.index(t) + 1 if t in self._sides else -1 for t in setting.tracks]
        tracks = [eq(track, n) for track, n in zip(self.tracks, numbers, strict=True)]
        return [eq(self.players, setting.players), *tracks]
