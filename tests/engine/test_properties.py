"""What holds in every game, whoever plays it and with whatever components."""

import hashlib
from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, event, given, settings

from referee.core.canonical import CanonicalTurn
from referee.core.ids import COMPANIES
from referee.core.limits import MARKERS_OF_A_COLOUR
from referee.core.public import digest
from referee.core.state import State
from referee.core.turns import (
    Action,
    EndPhase,
    Expand,
    PlaceMarker,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.engine import check, initial, step
from referee.engine.actions import ROWS, action_of, answers_of, turn_of
from referee.engine.legal_turns import canonical, legal_turns
from referee.engine.mutants import mutated
from referee.engine.random_turns import ACTIONS, sample_turn
from referee.engine.referee import IllegalEventError, UnreadableEventError
from referee.engine.turn_counts import count_action
from referee.i18n import language
from referee.rulebook import RULES
from tests.engine.games import game, position, seeds

TURNS = (UseGoods, Expand, UseBookkeeper, UseMerchant, PlaceMarker, EndPhase)

a_few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
more = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


MOST = 3000
"""More legal turns of an action than this are not listed: a large expansion has millions."""


def listed(state: State, action: Action) -> list[CanonicalTurn] | None:
    turns = [said_as for said_as, _ in islice(legal_turns(state, (action,)), MOST + 1)]
    return turns if len(turns) <= MOST else None


def cards_on(table: State) -> Counter[str]:
    cards: Counter[str] = Counter(table.discards)
    cards.update(card for card in table.display if card)
    for unseen in table.unseen_cards:
        cards.update(unseen)
    for player in table.players:
        cards.update(player.hand)
        cards.update(card for card in player.slots if card)
        for deck in player.resting:
            cards.update(deck)
    return cards


def books_on(table: State) -> Counter[str]:
    books: Counter[str] = Counter(book for book in table.book_display if book)
    for unseen in table.unseen_books:
        books.update(unseen)
    for player in table.players:
        for pile in player.books:
            books.update(pile)
    return books


def posts_on(table: State) -> list[int]:
    return [
        sum(column.posts for column in table.bases[index])
        + table.regions.count(company)
        + table.lost_posts[index]
        for index, company in enumerate(COMPANIES)
    ]


@a_few
@given(seeds)
def test_cards_books_and_posts_are_conserved(seed: int) -> None:
    first = None
    for before, _, after in game(seed):
        first = first or before
        assert cards_on(after) == cards_on(first)
        assert books_on(after) == books_on(first)
        assert posts_on(after) == posts_on(first)
    assert first is not None
    assert set(books_on(first).values()) == {1}


@a_few
@given(seeds)
def test_nobody_is_ever_in_debt_or_has_more_markers_than_he_owns(seed: int) -> None:
    for _, _, after in game(seed):
        assert all(player.cash >= 0 for player in after.players)
        placed = Counter(seat for seat in after.markers if seat is not None)
        assert all(number <= MARKERS_OF_A_COLOUR for number in placed.values())
        assert all(coins >= 0 for coins in after.book_coins)


@a_few
@given(seeds)
def test_coins_leave_the_round_track_once(seed: int) -> None:
    for before, _, after in game(seed):
        if after.round > before.round:
            stacks = next(
                entry.coins
                for entry in after.setting.components.round_coins
                if entry.players == len(after.players)
            )
            assert sum(after.book_coins) - sum(before.book_coins) == stacks[after.round - 2]


@a_few
@given(seeds)
def test_states_are_hashable_and_equal_when_replayed(seed: int) -> None:
    events = list(game(seed))
    state = initial(events[0][0].setting)
    for before, happened, after in events:
        assert state == before
        assert hash(state) == hash(before)
        state = step(state, happened)
        assert digest(state) == digest(after)


@more
@given(seeds)
def test_a_drawn_turn_is_legal_and_says_its_answers(seed: int) -> None:
    state = position(seed)
    for action in ACTIONS:
        turn = sample_turn(state, Random(seed), (action,))
        if turn is None:
            event(f"no {action} turn")
            continue
        event(action)
        assert check(state, turn) == ()
        assert action_of(turn) == action
        answers = answers_of(turn)
        assert len(answers) == len(ROWS[action])
        assert turn_of(action, turn.seat, answers) == turn


@pytest.mark.slow
@more
@given(seeds)
def test_the_count_equals_the_listing(seed: int) -> None:
    state = position(seed)
    for action in ACTIONS:
        turns = listed(state, action)
        if turns is None:
            event("too many to list")
            continue
        assert len(set(turns)) == len(turns)
        assert count_action(state, action) == len(turns)


@more
@given(seeds)
def test_every_listed_turn_is_legal_and_comes_to_its_canonical_turn(seed: int) -> None:
    state = position(seed)
    for action in ACTIONS:
        for said_as, turn in islice(legal_turns(state, (action,)), 100):
            assert check(state, turn) == ()
            assert canonical(state, turn) == said_as


@more
@given(seeds)
def test_one_canonical_turn_leads_to_one_table(seed: int) -> None:
    state, rng = position(seed), Random(seed)
    tables: dict[object, str] = {}
    for _ in range(40):
        turn = sample_turn(state, rng)
        assert turn is not None
        after = digest(step(state, turn))
        assert tables.setdefault(canonical(state, turn), after) == after


@pytest.mark.slow
@more
@given(seeds)
def test_a_drawn_turn_is_among_the_listed_ones(seed: int) -> None:
    state, rng = position(seed), Random(seed)
    for action in ACTIONS:
        turn = sample_turn(state, rng, (action,))
        turns = listed(state, action)
        if turn is None:
            assert turns == []
        elif turns is not None:
            assert canonical(state, turn) in turns


@more
@given(seeds)
def test_a_mutated_event_is_legal_for_a_reason_or_broken_with_rules(seed: int) -> None:
    rng = Random(seed)
    english = language()
    for before, happened, _ in rng.sample(list(game(seed)), 12):
        changed = mutated(happened, before.setting, rng, rng.choice((1, 1, 2, 3)))
        kept = digest(before)
        try:
            violations = check(before, changed)
        except UnreadableEventError:
            event("unreadable")
            continue
        assert digest(before) == kept
        event("illegal" if violations else "legal")
        if violations:
            places = [list(RULES).index(violation.rule.id) for violation in violations]
            assert places == sorted(places)
            assert all(english.message(violation) for violation in violations)
            with pytest.raises(IllegalEventError):
                step(before, changed)
        else:
            step(before, changed)
            if isinstance(changed, TURNS):
                assert_listed(before, changed)


def assert_listed(state: State, turn: object) -> None:
    assert isinstance(turn, TURNS)
    turns = listed(state, action_of(turn))
    if turns is not None:
        assert canonical(state, turn) in turns


def test_replaying_in_any_order_gives_the_same_digests() -> None:
    recorded = {seed: [happened for _, happened, _ in game(seed)] for seed in range(6)}
    settings_of = {seed: next(game(seed))[0].setting for seed in recorded}

    def digest_of_game(seed: int) -> str:
        state = initial(settings_of[seed])
        digests = hashlib.sha256()
        for happened in recorded[seed]:
            state = step(state, happened)
            digests.update(digest(state).encode())
        return digests.hexdigest()

    forwards = {seed: digest_of_game(seed) for seed in recorded}
    backwards = {seed: digest_of_game(seed) for seed in reversed(list(recorded))}
    assert forwards == backwards
    assert len(set(forwards.values())) == len(recorded)


def test_counting_is_stopped_by_whoever_asked() -> None:
    asked = 0

    def tick() -> None:
        nonlocal asked
        asked += 1
        if asked > 50:
            raise TimeoutError

    tables = (after for seed in range(20) for _, _, after in game(seed))
    state = next(s for s in tables if s.to_move is not None and count_action(s, "goods") > 100)
    with pytest.raises(TimeoutError):
        count_action(state, "goods", tick)
    assert asked == 51
