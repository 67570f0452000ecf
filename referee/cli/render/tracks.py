"""The company tracks and the tracks of a player board."""

from rich.console import Group, RenderableType

from referee.cli.render.columns import columns, row
from referee.cli.render.layout import heading, part, said
from referee.cli.render.provenance import mark
from referee.cli.render.strip import Strip
from referee.cli.render.words import bonus_words
from referee.game.component_set import ComponentSet
from referee.game.components import BookTrack, DiamondTrack, Track
from referee.game.messages.speech import say


def tracks_part(components: ComponentSet) -> RenderableType:
    """Return every side of the company tracks, and which of them lie where."""
    cards = columns(say("pages.heads.card"), say("pages.heads.halves"), say("pages.heads.from"))
    for number, card in enumerate(components.track_cards, 1):
        row(cards, number, say("pages.tracks.either", halves=tuple(card.halves)), mark(card))
    first = columns(say("pages.heads.company"), say("pages.heads.track"), say("pages.heads.from"))
    for edge in components.first_game:
        row(first, edge.company, edge.track, mark(edge))
    return Group(
        part(
            say("pages.tracks.company-tracks"),
            said(say("pages.tracks.a-call-stands-before-the"), "dim"),
            "",
            *[item for track in components.tracks for item in _track(track)][:-1],
        ),
        part(say("pages.tracks.track-cards"), cards),
        part(say("pages.tracks.the-tracks-of-the-first"), first),
    )


def board_part(components: ComponentSet) -> RenderableType:
    """Return the diamond track and the bookkeeping track of a player board."""
    diamonds = [item for track in components.diamond_tracks for item in _diamond_track(track)]
    books = [item for track in components.book_tracks for item in _book_track(track)]
    return Group(
        part(say("pages.tracks.diamond-track"), *diamonds),
        part(say("pages.tracks.bookkeeping-track"), *books),
    )


def _track(track: Track) -> list[RenderableType]:
    marked = {
        say("pages.tracks.shares"): {icon.at: str(icon.shares) for icon in track.shares},
        say("pages.tracks.call"): {call.before: _pounds(call.pounds) for call in track.calls},
        say("pages.tracks.pays"): {
            special.at: _pounds(special.pounds) for special in track.specials
        },
    }
    unlocked = say("pages.tracks.then").join(map(bonus_words, track.bonuses))
    return [
        heading(f"{track.id}  ").append_text(mark(track)),
        Strip(say("pages.tracks.space"), track.last, marked),
        said(say("pages.tracks.unlocks", unlocked=unlocked)),
        "",
    ]


def _diamond_track(track: DiamondTrack) -> list[RenderableType]:
    marked = {
        say("pages.tracks.worth"): {value.at: str(value.pounds) for value in track.values},
        say("pages.heads.slot"): {track.slot_at: "x"},
    }
    return [
        Strip(say("pages.tracks.step"), track.last, marked),
        said(say("pages.tracks.from"), "dim").append_text(mark(track)),
    ]


def _book_track(track: BookTrack) -> list[RenderableType]:
    marked = {
        say("pages.tracks.worth"): {value.at: str(value.pounds) for value in track.values},
        say("pages.heads.slot"): {track.slot_at: "x"},
        say("pages.tracks.no-a-book"): dict.fromkeys(track.crossed_out, "x"),
    }
    return [
        Strip(say("pages.tracks.step"), track.last, marked),
        said(say("pages.tracks.from"), "dim").append_text(mark(track)),
    ]


def _pounds(n: int) -> str:
    return say("pages.numbers.pounds", n=n)
