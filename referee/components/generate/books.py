"""Random book tiles and starting tiles."""

from collections.abc import Sequence
from random import Random
from typing import Final, Literal

from referee.components.generate.chances import covering, numbered, shuffled
from referee.components.statements.amounts import MOST_POINTS
from referee.components.statements.books import (
    BOOKS_OF_A_LETTER,
    COFFEE_AND_MORE,
    COTTON_LESS,
    EXAMPLE_POINTS,
    MOST_POSTS,
    ONE_COTTON,
    REQUIREMENTS,
    SHOWN,
)
from referee.components.statements.starting_tiles import BONUS_TRACKS, TILES
from referee.components.statements.starting_tiles import SHOWN as SHOWN_BONUSES
from referee.game.components import (
    BonusSteps,
    Book,
    NeedsColleague,
    NeedsExpansion,
    NeedsGood,
    NeedsOneGood,
    Requirement,
    Reward,
    StartingTile,
)
from referee.game.ids import (
    BOOK_LETTERS,
    COLOURED_SLOTS,
    COMPANIES,
    GOODS,
    BookId,
    CardId,
    Company,
    StartTileId,
)
from referee.game.limits import PLAYER_COUNTS

SOURCE: Final = "reconstructed"
BookFace = tuple[tuple[Requirement, ...], Reward]


def random_books(rng: Random) -> tuple[Book, ...]:
    """Return all book tiles, those that the rulebooks show among them."""
    number = BOOKS_OF_A_LETTER * len(BOOK_LETTERS)
    # The order of two requirements must not depend on the order within a set.
    coffee_and_more = tuple(sorted(COFFEE_AND_MORE, key=repr))
    faces: list[BookFace] = [
        *((shuffled(rng, [wanted, _requirement(rng)]), _reward(rng)) for wanted in SHOWN.values()),
        ((ONE_COTTON,), Reward(cotton_less=COTTON_LESS)),
        (shuffled(rng, coffee_and_more), Reward(points=EXAMPLE_POINTS)),
    ]
    faces += [_face(rng, n) for n in covering(rng, REQUIREMENTS, number - len(faces))]
    ids = shuffled(rng, numbered(rng, ("book", "k", "T"), number))
    letters = BOOK_LETTERS * BOOKS_OF_A_LETTER
    return tuple(
        Book(id=BookId(id_), letter=letter, requires=requires, reward=reward, source=SOURCE)
        for id_, letter, (requires, reward) in zip(ids, letters, shuffled(rng, faces), strict=True)
    )


def random_starting_tiles(rng: Random, starting: Sequence[CardId]) -> tuple[StartingTile, ...]:
    """Return the starting tiles; each rests three of the `starting` cards."""
    seats = shuffled(rng, [*range(1, max(PLAYER_COUNTS) + 1), *[None] * (TILES - 4)])
    shown = [tuple(sorted(bonus, key=repr)) for bonus in SHOWN_BONUSES.values()]
    bonuses = [*shown, *(_bonus(rng) for _ in range(TILES - len(shown)))]
    ids = shuffled(rng, numbered(rng, ("start", "t", "S"), TILES))
    tiles = []
    for id_, bonus, seat in zip(ids, bonuses, seats, strict=True):
        requires, reward = _face(rng, rng.choice(REQUIREMENTS))
        tiles.append(
            StartingTile(
                id=StartTileId(id_),
                rest=tuple(rng.sample(starting, len(COLOURED_SLOTS))),
                requires=requires,
                reward=reward,
                bonus=shuffled(rng, bonus),
                first_game_seat=seat,
                source=SOURCE,
            )
        )
    return shuffled(rng, tiles)


def _bonus(rng: Random) -> tuple[BonusSteps, ...]:
    every: tuple[Company | Literal["diamonds"], ...] = (*COMPANIES, "diamonds")
    tracks = rng.sample(every, rng.choice(BONUS_TRACKS))
    return tuple(BonusSteps(track, rng.randint(1, 4)) for track in tracks)


def _face(rng: Random, requirements: int) -> BookFace:
    requires = tuple(_requirement(rng) for _ in range(requirements))
    if ONE_COTTON in requires and rng.random() < 1 / 2:
        return requires, Reward(cotton_less=COTTON_LESS)
    return requires, _reward(rng)


def _requirement(rng: Random) -> Requirement:
    return rng.choice(
        (
            NeedsGood(rng.choice(GOODS), rng.randint(1, 6)),
            NeedsOneGood(rng.randint(1, 5)),
            NeedsExpansion(rng.randint(1, 5)),
            NeedsColleague(),
        )
    )


def _reward(rng: Random) -> Reward:
    parts = rng.sample(("pounds", "diamonds", "points", "posts"), rng.choice((1, 1, 2)))
    return Reward(
        pounds=rng.randint(1, 5) if "pounds" in parts else 0,
        diamonds=rng.randint(1, 4) if "diamonds" in parts else 0,
        points=rng.randint(1, MOST_POINTS) if "points" in parts else 0,
        posts=rng.randint(1, MOST_POSTS) if "posts" in parts else 0,
    )
