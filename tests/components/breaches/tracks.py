from collections.abc import Mapping

from msgspec.structs import replace

from referee.core.component_set import ComponentSet
from referee.core.components import (
    Call,
    ChoiceSpace,
    DiscardSpace,
    MarkerBonus,
    OtherTracksSpace,
    ShareIcon,
    SpaceBonus,
    Special,
    Track,
    TrackValue,
)
from referee.core.ids import SpaceId
from tests.components.spoilt_sets import (
    Spoil,
    Which,
    change,
    change_all,
    drop,
    edit,
    edit_all,
    repeat,
    with_table,
)

NOWHERE = SpaceId("nowhere")


def side(*names: str) -> Which:
    return lambda track: track.id in names


def swap_bonuses(one: str, other: str) -> Spoil:
    def spoil(components: ComponentSet) -> ComponentSet:
        bonuses = {str(track.id): track.bonuses for track in components.tracks}
        partner = {one: other, other: one}
        tracks = (
            replace(track, bonuses=bonuses[partner.get(track.id, track.id)])
            for track in components.tracks
        )
        return with_table(components, "tracks", tracks)

    return spoil


def no_share_of_five(track: Track) -> Track:
    shares = tuple(icon for icon in track.shares if icon.shares != 5)
    return replace(track, shares=shares)


def more_markers_on_b1(components: ComponentSet) -> ComponentSet:
    holder = next(t.id for t in components.tracks if isinstance(t.bonuses[0], MarkerBonus))
    return swap_bonuses(holder, "B1")(components)


BREACHES: Mapping[str, list[Spoil]] = {
    "tracks-eight-sides": [drop("tracks"), change("tracks", id="E1")],
    "tracks-shares": [
        change("tracks", shares=()),
        change("tracks", shares=(ShareIcon(5, 1), ShareIcon(3, 2))),
        change("tracks", last=8, shares=(ShareIcon(3, 1), ShareIcon(9, 2))),
        change("tracks", shares=(ShareIcon(3, 2), ShareIcon(4, 2))),
    ],
    "tracks-five-shares": [edit_all("tracks", no_share_of_five)],
    "tracks-calls": [
        change("tracks", calls=()),
        change("tracks", calls=(Call(1, 1), Call(2, 1), Call(3, 1))),
        edit_all("tracks", lambda track: replace(track, calls=track.calls[:1])),
        change_all("tracks", calls=(Call(1, 1), Call(2, 1))),
    ],
    "tracks-calls-within": [
        change("tracks", calls=(Call(3, 1), Call(3, 2))),
        change("tracks", last=9, calls=(Call(10, 1),)),
    ],
    "tracks-specials": [
        change("tracks", specials=(Special(3, 1),)),
        change("tracks", specials=(Special(3, 1), Special(4, 1), Special(5, 1))),
    ],
    "tracks-specials-within": [
        change("tracks", specials=(Special(5, 1), Special(3, 1))),
        change("tracks", last=9, specials=(Special(3, 1), Special(10, 1))),
    ],
    "tracks-special-pounds": [
        change("tracks", specials=(Special(3, 1), Special(4, 3))),
        change_all("tracks", specials=(Special(3, 1), Special(4, 1))),
        change_all("tracks", specials=(Special(3, 2), Special(4, 2))),
    ],
    "tracks-first-special": [change_all("tracks", specials=(Special(3, 2), Special(4, 1)))],
    "tracks-cards": [
        drop("track_cards"),
        change("track_cards", halves=("A1", "A1")),
        change_all("track_cards", halves=("A1", "A2")),
    ],
    "tracks-card-pieces": [change("track_cards", halves=("A1", "B2"))],
    "tracks-card-halves": [change("track_cards", halves=("A1", "A3"))],
    "tracks-first-game": [
        drop("first_game"),
        repeat("first_game"),
        change("first_game", lambda placed: placed.company == "cairo", track="D2"),
    ],
    "tracks-first-game-sides": [change("first_game", track="E1")],
    "tracks-two-bonuses": [
        edit("tracks", lambda track: replace(track, bonuses=track.bonuses[:1])),
        edit("tracks", lambda track: replace(track, bonuses=track.bonuses * 2)),
    ],
    "tracks-bonus-kinds": [swap_bonuses("A1", "C1"), swap_bonuses("B2", "D2")],
    "tracks-permanent-pairs": [
        change("tracks", side("A1"), bonuses=(MarkerBonus(2), MarkerBonus(3))),
        change("tracks", side("A1"), bonuses=()),
        edit("tracks", lambda track: replace(track, bonuses=track.bonuses[::-1]), side("B1")),
        change_all("tracks", side("A1", "A2"), bonuses=(MarkerBonus(1), MarkerBonus(2))),
    ],
    "tracks-extra-pairs": [
        edit("tracks", lambda track: replace(track, bonuses=track.bonuses[::-1]), side("C1")),
        change_all("spaces", lambda space: isinstance(space, ChoiceSpace), cost=0),
        change_all("spaces", lambda space: isinstance(space, DiscardSpace), more=3),
        change_all("spaces", lambda space: isinstance(space, OtherTracksSpace), cost=2),
        lambda components: change(
            "tracks", side("C1"), bonuses=components.track[components.first_game[3].track].bonuses
        )(components),
    ],
    "tracks-markers-side": [more_markers_on_b1],
    "tracks-d2": [swap_bonuses("D1", "D2")],
    "tracks-spaces-exist": [
        change("tracks", side("C1"), bonuses=(SpaceBonus(NOWHERE), SpaceBonus(NOWHERE))),
        edit("tracks", lambda track: replace(track, bonuses=track.bonuses[:1] * 2), side("C2")),
    ],
    "board-slots": [change("diamond_tracks", slot_at=99), change("book_tracks", slot_at=99)],
    "board-values": [change("diamond_tracks", values=()), change("book_tracks", values=())],
    "board-values-rise": [
        change("diamond_tracks", values=(TrackValue(5, 1), TrackValue(5, 2))),
        change("diamond_tracks", values=(TrackValue(5, 10), TrackValue(6, 5))),
        change("book_tracks", values=(TrackValue(99, 10),)),
    ],
    "board-crossed-out": [change("book_tracks", crossed_out=())],
    "board-crossed-out-within": [
        change("book_tracks", crossed_out=(1,)),
        change("book_tracks", crossed_out=(5, 4)),
        change("book_tracks", crossed_out=(99,)),
    ],
    "board-five-books": [change("book_tracks", last=4)],
}
