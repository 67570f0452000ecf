"""What is stated about the company tracks, apart from their bonuses."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from referee.components.set_invariant import across, at, needed, stated
from referee.components.statements.amounts import is_increasing
from referee.game.component_set import ComponentSet
from referee.game.ids import Company
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

SIDES: Final = ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2")
FIRST_GAME: Final[Mapping[Company, str]] = {
    "mombasa": "A1",
    "cape-town": "B1",
    "saint-louis": "C1",
    "cairo": "D1",
}
CALLS: Final = (1, 2)
SPECIALS: Final = 2
SPECIAL_POUNDS: Final = (1, 2)
EXAMPLE_SHARES: Final = 5
EXAMPLE_SPECIAL_POUNDS: Final = 1
TRACK_CARDS: Final = 4


def _sides(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        if track.id not in SIDES:
            yield at(
                "tracks", track, say("components.tracks.is-no-side-of-a", sides=", ".join(SIDES))
            )
    seen = Counter(track.id for track in components.tracks)
    for side in SIDES:
        if side not in seen:
            yield across("tracks", say("components.tracks.the-side-is-missing", side=side))


def _shares(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        spaces = [icon.at for icon in track.shares]
        if not spaces:
            yield at("tracks", track, say("components.tracks.shows-no-share-icon-every"))
        elif not is_increasing(spaces) or spaces[-1] > track.last:
            problem = say(
                "components.tracks.share-icons-at-expected-rising",
                spaces=f"{spaces!s:.60}",
                last=track.last,
            )
            yield at("tracks", track, problem)
        if not is_increasing(shares := [icon.shares for icon in track.shares]):
            problem = say("components.tracks.share-icons-of-each-icon", shares=f"{shares!s:.60}")
            yield at("tracks", track, problem)


def _five_shares(components: ComponentSet) -> Iterator[EntryFinding]:
    shares = {icon.shares for track in components.tracks for icon in track.shares}
    if EXAMPLE_SHARES not in shares:
        yield across(
            "tracks",
            say("components.tracks.no-icon-shows-shares-an", example_shares=EXAMPLE_SHARES),
        )


def _calls(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        if (seen := len(track.calls)) not in CALLS:
            yield at("tracks", track, say("components.tracks.has-capital-calls-a-track", seen=seen))
    for number in CALLS:
        if not any(len(track.calls) == number for track in components.tracks):
            problem = say("components.tracks.no-track-has-capital-calls", number=number)
            yield across("tracks", problem)


def _calls_within(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        spaces = [call.before for call in track.calls]
        if not is_increasing(spaces) or max(spaces, default=0) > track.last:
            problem = say(
                "components.tracks.calls-before-expected-rising-spaces",
                spaces=f"{spaces!s:.60}",
                last=track.last,
            )
            yield at("tracks", track, problem)


def _specials(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        if (seen := len(track.specials)) != SPECIALS:
            yield at(
                "tracks",
                track,
                say("components.tracks.has-special-spaces-expected", seen=seen, specials=SPECIALS),
            )


def _specials_within(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        spaces = [special.at for special in track.specials]
        if not is_increasing(spaces) or max(spaces, default=0) > track.last:
            problem = say("components.tracks.special-spaces-at", spaces=f"{spaces!s:.60}")
            yield at(
                "tracks",
                track,
                say(
                    "components.tracks.expected-rising-spaces-up-to",
                    problem=problem,
                    last=track.last,
                ),
            )


def _special_pounds(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.tracks:
        for special in track.specials:
            if special.pounds not in SPECIAL_POUNDS:
                problem = say(
                    "components.tracks.the-special-space-pays-expected",
                    at=special.at,
                    pounds=special.pounds,
                )
                yield at("tracks", track, problem)
    seen = {special.pounds for track in components.tracks for special in track.specials}
    for pounds in SPECIAL_POUNDS:
        if pounds not in seen:
            problem = say("components.tracks.no-special-space-pays-some", pounds=pounds)
            yield across("tracks", problem)


def _first_special(components: ComponentSet) -> Iterator[EntryFinding]:
    firsts = {track.specials[0].pounds for track in components.tracks if track.specials}
    if EXAMPLE_SPECIAL_POUNDS not in firsts:
        problem = say("components.tracks.no-track-first-special-space")
        yield across("tracks", problem)


def _track_cards(components: ComponentSet) -> Iterator[EntryFinding]:
    if (seen := len(components.track_cards)) != TRACK_CARDS:
        yield across(
            "track_cards",
            say(
                "components.tracks.there-are-track-cards-expected",
                seen=seen,
                track_cards=TRACK_CARDS,
            ),
        )
    shown: set[str] = set()
    for card in components.track_cards:
        for half in card.halves:
            if half in shown:
                problem = say("components.tracks.shows-which-a-half-shows", half=f"{half:.40}")
                yield at("track_cards", card, problem)
            shown.add(half)


def _one_piece(components: ComponentSet) -> Iterator[EntryFinding]:
    # Any card may come to lie at any edge, either half first. If the two sides of a piece stood on
    # two cards, both could be asked for at once.
    for card in components.track_cards:
        one, other = card.halves
        if one[:1] != other[:1]:
            problem = say("components.tracks.shows-sides-of-two-pieces")
            yield at("track_cards", card, problem)


def _card_halves(components: ComponentSet) -> Iterator[EntryFinding]:
    for card in components.track_cards:
        for half in card.halves:
            if half not in components.track:
                yield at(
                    "track_cards",
                    card,
                    say("components.tracks.there-is-no-track-side", half=f"{half:.40}"),
                )


def _first_game(components: ComponentSet) -> Iterator[EntryFinding]:
    seen = Counter(placed.company for placed in components.first_game)
    for company, side in FIRST_GAME.items():
        if seen[company] != 1:
            yield across(
                "first_game",
                say(
                    "components.tracks.tracks-for-expected",
                    seen=seen[company],
                    company=company,
                    side=side,
                ),
            )
    for placed in components.first_game:
        if placed.track != (side := FIRST_GAME[placed.company]):
            yield at(
                "first_game",
                placed,
                say(
                    "components.tracks.the-track-is-expected",
                    track=f"{placed.track:.40}",
                    side=side,
                ),
            )


def _first_game_sides(components: ComponentSet) -> Iterator[EntryFinding]:
    for placed in components.first_game:
        if placed.track not in components.track:
            yield at(
                "first_game",
                placed,
                say("components.tracks.there-is-no-track-side-2", track=f"{placed.track:.40}"),
            )


STATEMENTS = (
    stated(
        "tracks-eight-sides",
        "components",
        "tracks",
        _sides,
    ),
    stated(
        "tracks-shares",
        "shares",
        "tracks",
        _shares,
    ),
    stated(
        "tracks-five-shares",
        "shares",
        "tracks",
        _five_shares,
    ),
    stated(
        "tracks-calls",
        "capital-calls",
        "tracks",
        _calls,
    ),
    stated(
        "tracks-calls-within",
        "capital-calls",
        "tracks",
        _calls_within,
    ),
    stated(
        "tracks-specials",
        "special-spaces",
        "tracks",
        _specials,
    ),
    needed(
        "tracks-specials-within",
        "tracks",
        _specials_within,
    ),
    stated(
        "tracks-special-pounds",
        "special-spaces",
        "tracks",
        _special_pounds,
    ),
    stated(
        "tracks-first-special",
        "special-spaces",
        "tracks",
        _first_special,
    ),
    stated(
        "tracks-cards",
        "setup-later-tracks",
        "track_cards",
        _track_cards,
    ),
    needed(
        "tracks-card-pieces",
        "track_cards",
        _one_piece,
    ),
    needed(
        "tracks-card-halves",
        "tracks track_cards",
        _card_halves,
    ),
    stated(
        "tracks-first-game",
        "setup-tracks",
        "first_game",
        _first_game,
    ),
    needed(
        "tracks-first-game-sides",
        "tracks first_game",
        _first_game_sides,
    ),
)
