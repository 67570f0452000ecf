"""Setup: the table at the start, deals, starting tiles and their bonuses."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee.core.events import (
    DealBooks,
    DealCards,
    RestStartingCards,
    Setup,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS, COLOURED_SLOTS, COMPANIES, SLOTS, Seat
from referee.core.limits import PLAYER_COUNTS, STARTING_POUNDS
from referee.core.rule import Rule, Violation
from referee.core.state import BaseColumn, Phase, Player, Setting, State
from referee.engine.facts import MOST_SETTINGS
from referee.engine.preparation import check_books, check_draw, with_books, without_cards
from referee.engine.rewards import UseReward
from referee.engine.work import COMPANY_INDEX, Work, put
from referee.rulebook import setup as rules

STARTING_BONUS = UseReward(rules.STARTING_BONUS_PARTS)


def check_setting(setting: Setting) -> Iterator[Violation]:
    """Yield every rule that the number of players or the placement of tracks breaks."""
    if setting.players not in PLAYER_COUNTS:
        yield rules.PLAYER_COUNT.broken(players=setting.players)
    if setting.first_game_tracks:
        first = {entry.company: entry.track for entry in setting.components.first_game}
        for company, track in zip(COMPANIES, setting.tracks, strict=False):
            if track != first[company]:
                yield rules.FIRST_GAME_TRACKS.broken(
                    company=company, track=track, expected=first[company]
                )
    cards = [set(card.halves) for card in setting.components.track_cards]
    one_of_each = all(len(halves.intersection(setting.tracks)) == 1 for halves in cards)
    if len(setting.tracks) != len(COMPANIES) or not one_of_each:
        yield rules.ONE_SIDE_OF_EACH_TRACK.broken(tracks=setting.tracks)


def initial(setting: Setting, notes: list[Rule] | None = None) -> State:
    """Return the table before anything is dealt; `notes` collects effects at work."""
    if notes is not None:
        notes += [
            rules.POSTS_COVER_BASES,
            rules.PLAYER_STARTS_WITH,
            rules.EXPANSION_CARD_OF_SEAT,
            rules.COINS_ON_ROUND_TRACK,
            rules.JAR_ON_STARTING_TILE,
            rules.FIRST_PLAYER_STARTS,
        ]
    return replace(_of_equal(setting), setting=setting)


@lru_cache(maxsize=MOST_SETTINGS)
def _of_equal(setting: Setting) -> State:
    components = setting.components
    starting = [card for card in components.cards if card.letter is None]
    return State(
        setting=setting,
        phase="deal-cards",
        round=1,
        turn=1,
        to_move=None,
        first_player=Seat(0),
        regions=(None,) * len(components.regions),
        bases=tuple(
            tuple(BaseColumn(len(coins)) for coins in base.columns)
            for company in COMPANIES
            for base in components.bases
            if base.company == company
        ),
        lost_posts=(0,) * len(COMPANIES),
        display=(None,) * len(components.card_spaces),
        book_display=(None,) * len(components.book_spaces),
        book_coins=(0,) * len(components.book_spaces),
        markers=(None,) * len(setting.spaces),
        unseen_cards=tuple(
            frozenset(card.id for card in components.cards if card.letter == letter)
            for letter in CARD_LETTERS
        ),
        unseen_books=tuple(
            frozenset(book.id for book in components.books if book.letter == letter)
            for letter in BOOK_LETTERS
        ),
        discards=(),
        players=tuple(
            Player(
                cash=STARTING_POUNDS,
                hand=frozenset(c.id for c in starting if c.seat in {None, seat + 1}),
                slots=(None,) * len(SLOTS),
                used=frozenset(),
                resting=(frozenset(),) * len(SLOTS),
                tracks=(0,) * len(COMPANIES),
                levels=(0,) * len(COMPANIES),
                diamonds=0,
                ink=0,
                books=((),) * (components.book_track.last - 1),
                flipped=frozenset(),
            )
            for seat in range(setting.players)
        ),
        plans=(None,) * setting.players,
    )


_DUE: Final[dict[type, Phase]] = {
    DealCards: "deal-cards",
    DealBooks: "deal-books",
    TakeStartingTile: "starting-tiles",
    RestStartingCards: "resting",
    TakeStartingBonus: "starting-bonus",
}
"""When each step of the setup is due."""


def check_setup(state: State, event: Setup) -> Iterator[Violation]:
    """Yield every rule that a step of the setup breaks."""
    if state.phase != _DUE[type(event)]:
        yield rules.SETUP_ORDER.broken(event=_DUE[type(event)], due=state.phase)
        return
    match event:
        case DealCards():
            if len(event.cards) != len(state.display):
                yield rules.DEAL_FILLS_DISPLAY.broken(
                    dealt=len(event.cards), spaces=len(state.display)
                )
            yield from check_draw(
                state, event.cards, rules.DEAL_UNSEEN_CARDS, rules.DEAL_LETTERS_IN_ORDER
            )
        case DealBooks():
            spaces = [space.id for space in state.setting.components.book_spaces]
            filled = [on.space for on in event.books]
            odd = {space for space in (*spaces, *filled) if filled.count(space) != 1}
            odd |= set(filled) - set(spaces)
            if odd:
                yield rules.BOOKS_FILL_DISPLAY.broken(spaces=tuple(sorted(odd)))
            yield from check_books(state, event.books, rules.BOOKS_UNSEEN, rules.BOOKS_BY_LETTER)
        case TakeStartingTile():
            yield from _check_tile(state, event)
        case RestStartingCards():
            yield from _check_rest(state, event)
        case TakeStartingBonus():
            if event.seat != state.to_move:
                expected = "nobody" if state.to_move is None else state.to_move
                yield rules.STARTING_BONUS_ORDER.broken(seat=event.seat, expected=expected)
            else:
                yield from _check_bonus(state, event)


def _check_tile(state: State, event: TakeStartingTile) -> Iterator[Violation]:
    components = state.setting.components
    if state.players[event.seat].starting_tile is not None:
        yield rules.SETUP_ORDER.broken(event="another starting tile", due="one for each player")
    if state.setting.first_game_tiles:
        expected = next(
            tile.id for tile in components.starting_tiles if tile.first_game_seat == event.seat + 1
        )
        if event.tile != expected:
            yield rules.FIRST_GAME_TILE.broken(tile=event.tile, expected=expected)
        if event.rejected is not None:
            # There was no choice, and another player is to get that tile.
            yield rules.FIRST_GAME_TILE.broken(tile=event.rejected, expected=expected)
    gone = {player.starting_tile for player in state.players} | state.rejected_tiles
    for tile in (event.tile, event.rejected):
        if tile is not None and (tile in gone or tile not in components.starting_tile):
            yield rules.TILE_DEALT_ONCE.broken(tile=tile)
    if event.tile == event.rejected:
        yield rules.TILE_DEALT_ONCE.broken(tile=event.tile)


def _check_rest(state: State, event: RestStartingCards) -> Iterator[Violation]:
    player = state.players[event.seat]
    if any(player.resting):
        yield rules.SETUP_ORDER.broken(event="resting again", due="resting once for each player")
        return
    tile = state.setting.components.starting_tile
    expected = () if player.starting_tile is None else tile[player.starting_tile].rest
    if sorted(event.cards) != sorted(expected):
        yield rules.REST_THREE_CARDS.broken(cards=event.cards, expected=expected)


def _with_bonus_due(state: State, seat: Seat) -> Work:
    """Return the table with the bonus of a player's starting tile due."""
    work = Work.on(state, seat)
    tile = work.me.starting_tile
    if tile is not None:
        for steps in state.setting.components.starting_tile[tile].bonus:
            if steps.track == "diamonds":
                work.due_diamonds += steps.steps
            else:
                work.due_steps = put(work.due_steps, COMPANY_INDEX[steps.track], steps.steps)
    return work


def _check_bonus(state: State, event: TakeStartingBonus) -> Iterator[Violation]:
    work = _with_bonus_due(state, event.seat)
    for part in event.reward:
        yield from STARTING_BONUS.judge(work, part)
        STARTING_BONUS.take(work, part)
    yield from STARTING_BONUS.close(work)


def apply_setup(state: State, event: Setup, notes: list[Rule]) -> State:
    """Return the table after a step of the setup."""
    match event:
        case DealCards():
            notes.append(rules.DEAL_FILL_ORDER)
            return replace(
                state,
                phase="deal-books",
                display=event.cards,
                unseen_cards=without_cards(state, event.cards),
            )
        case DealBooks():
            return replace(with_books(state, event.books), phase="starting-tiles")
        case TakeStartingTile():
            player = replace(state.players[event.seat], starting_tile=event.tile)
            rejected = state.rejected_tiles | ({event.rejected} if event.rejected else set())
            state = replace(state.with_player(event.seat, player), rejected_tiles=rejected)
            done = all(player.starting_tile is not None for player in state.players)
            return replace(state, phase="resting") if done else state
        case RestStartingCards():
            return _rested(state, event)
        case TakeStartingBonus():
            notes.append(rules.STARTING_BONUS_MOVES)
            work = _with_bonus_due(state, event.seat)
            work.notes = notes
            for part in event.reward:
                STARTING_BONUS.take(work, part)
            return _after_bonus(work)


def _rested(state: State, event: RestStartingCards) -> State:
    player = state.players[event.seat]
    resting = [frozenset[str]()] * len(SLOTS)
    for index, card in enumerate(event.cards[: len(COLOURED_SLOTS)]):
        resting[index] = frozenset({card})
    player = replace(player, hand=player.hand - set(event.cards), resting=tuple(resting))
    state = state.with_player(event.seat, player)
    if all(any(player.resting) for player in state.players):
        return replace(state, phase="starting-bonus", to_move=state.first_player)
    return state


def _after_bonus(work: Work) -> State:
    state = work.state
    players = tuple(
        work.player_after() if seat == work.seat else replace(player, cash=cash)
        for seat, (player, cash) in enumerate(zip(state.players, work.cash, strict=True))
    )
    following = work.seat + 1
    if following < len(players):
        return replace(state, players=players, to_move=Seat(following))
    return replace(state, players=players, to_move=None, phase="planning")
