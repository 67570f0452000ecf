"""Every ruling of the referee, and the choice of answers that a game is played under."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.core.citations import Citation, Edition, SectionId, ruling_citations
from referee.core.shipped_files import packaged


# What a ruling is: a reading chosen where the editions disagree or are silent ---------------------
class Ruling(Struct, frozen=True):
    """A question the rulebooks leave open, the default answer, and the answers on offer."""

    id: str
    default: str
    sections: tuple[SectionId, ...]
    options: tuple[str, ...] = ()
    """Other answers that a game may name."""
    decision: bool = False
    """No text says it: the answer was chosen here."""

    @property
    def answers(self) -> tuple[str, ...]:
        """Every answer that a game may name, the default first."""
        return (self.default, *self.options)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The places in the editions that the question is about."""
        return ruling_citations(self.id, self.sections)


RULINGS: dict[str, Ruling] = {}
"""Every ruling by its id, in the order in which they are made below."""


def _ruling(
    ruling_id: str, default: str, sections: str, *options: str, decision: bool = False
) -> Ruling:
    ids = tuple(map(SectionId, sections.split()))
    made = RULINGS[ruling_id] = Ruling(ruling_id, default, ids, options, decision)
    return made


# Tracks and their bonuses
EXTRA_MARKERS_TRACK = _ruling("extra-markers-track", "B2", "setup-player permanent-bonuses", "A2")
STEP_BY_STEP = _ruling("step-by-step", "one-by-one", "capital-calls goods-advance")
CAPITAL_CALL = _ruling("capital-call", "must-pay", "capital-calls", "may-decline")
ALL_TRACKS_CALL = _ruling(
    "all-tracks-call", "one-is-paid", "goods-advance capital-calls", decision=True
)
PARTIAL_USE = _ruling(
    "partial-use", "no", "goods-advance capital-calls expansion-enter", "rewards", "yes"
)
SPECIAL_AGAIN = _ruling("special-again", "pays-all-before", "special-spaces")
UNLOCK_NEXT_TURN = _ruling("unlock-next-turn", "next-turn", "track-bonuses")
SECOND_OR_FIRST = _ruling("second-or-first", "one-of-two", "track-bonuses")
BONUS_USE = _ruling("bonus-use", "may-use", "track-bonuses permanent-bonuses", "always")
BONUS_OFF_TURN = _ruling(
    "bonus-off-turn", "always", "permanent-bonuses track-bonuses majority", decision=True
)
EXPANSION_BONUS_FACE_UP = _ruling("expansion-bonus-face-up", "face-up", "permanent-bonuses")
TRACK_SPACE_SHARED = _ruling("track-space-shared", "one-marker", "track-bonuses")
SHARE_REACHED = _ruling("share-reached", "reached", "shares scoring-shares")
VALUE_PASSED = _ruling(
    "value-passed", "at-or-beyond", "object scoring-diamonds scoring-books", "beyond"
)
D2_BLOCKED_CHOICE = _ruling("d2-blocked-choice", "any-two", "extra-spaces", decision=True)
STARTING_BONUS = _ruling("starting-bonus", "in-turn-order", "setup-start", decision=True)

# Goods and cards
UNIT_ORDER = _ruling("unit-order", "buy-first", "goods goods-acquire")
GOODS_UNUSABLE = _ruling("goods-unusable", "legal", "goods goods-advance", decision=True)
MIXED_EXTRA_CARDS = _ruling("mixed-extra-cards", "any-cards", "permanent-bonuses")
MIXED_DISCOUNT = _ruling("mixed-discount", "add-up", "permanent-bonuses")
PRICE_FLOOR = _ruling("price-floor", "zero", "general-notes")
SHARE_CARDS = _ruling(
    "share-cards",
    "removable",
    "single-share-cards space-discard-card extra-spaces",
    "kept",
    decision=True,
)
BUY_FOR_POUNDS = _ruling("buy-for-pounds", "several-spaces", "space-buy-card extra-spaces")

# Expansion
EXPANSION_EMPTY = _ruling("expansion-empty", "legal", "expansion-notes expansion-enter")
EXPANSION_SOURCE = _ruling("expansion-source", "named-or-cheapest", "expansion-enter")
EXPANSION_CHAIN = _ruling("expansion-chain", "at-once", "expansion-enter expansion-notes")
REGION_REWARD_ORDER = _ruling("region-reward-order", "any-order", "expansion-after region-rewards")
EMPTY_BASE = _ruling("empty-base", "not-expanded", "expansion-notes")
REWARDS_THEN_OUST = _ruling("rewards-then-oust", "rewards-first", "expansion-after")
OUST_COLUMN = _ruling("oust-column", "player-chooses", "expansion-after expansion-notes")
SHARE_ON_EXPANSION_CARD = _ruling("share-on-expansion-card", "no-matter", "expansion")

# Books
STARTING_BOOK = _ruling("starting-book", "step-one", "setup-start books-intro bookkeeper-flip")
POOLS = _ruling(
    "pools", "each-by-itself", "bookkeeping-points region-rewards bookkeeper-points bookkeeper-move"
)
BOOK_MONEY_CONVERT = _ruling("book-money-convert", "every-point", "book-track-end", "rewards-only")
REQUIREMENTS_ADD = _ruling("requirements-add", "add-up", "icons bookkeeper")
PLACE_AT_END = _ruling("place-at-end", "end-of-turn", "book-placing book-refill")
COVER = _ruling("cover", "free", "book-placing", "if-necessary")
COVER_SAME_TURN = _ruling("cover-same-turn", "no", "book-placing")
BOOK_UNPLACEABLE = _ruling("book-unplaceable", "not-taken", "book-placing", decision=True)
FLIP_TIMING = _ruling("flip-timing", "once-before-moving", "bookkeeper-flip")
BOOKKEEPER_COUNTS = _ruling("bookkeeper-counts", "not-the-one-in-use", "icons")
COIN_TIMING = _ruling("coin-timing", "at-once", "preparation-coins", decision=True)
COTTON_REWARD_FLOOR = _ruling("cotton-reward-floor", "zero", "icons")
BOOK_FILL_ORDER = _ruling("book-fill-order", "as-recorded", "book-refill", decision=True)
COINS_ON_EMPTY = _ruling(
    "coins-on-empty", "stays", "preparation-coins general-notes", decision=True
)

# Diamonds, bonus markers, tiles
DIAMOND_OVERFLOW = _ruling("diamond-overflow", "pounds", "diamond-track-end", "forfeit-overflow")
DIAMOND_END_STEPS = _ruling("diamond-end-steps", "every-step", "diamond-track-end")
MERCHANT_MOVES = _ruling("merchant-moves", "two-moves", "merchant merchant-tile")
MERCHANT_TILE_SELF = _ruling("merchant-tile-self", "not-itself", "merchant-tile")
TILE_COUNTS = _ruling("tile-counts", "as-cards", "bonus-tiles")
PLUS_ONE_TILE = _ruling("plus-one-tile", "before-or-after", "plus-one-tile")
START_PLAYER_SPACE = _ruling("start-player-space", "first-turn", "space-first-player")
BONUS_MUST_REWARD = _ruling(
    "bonus-must-reward", "reward-taken", "bonus-marker space-buy-card extra-spaces", decision=True
)
AND_OR_SPACE = _ruling("and-or-space", "and-or", "extra-spaces", "card-first")
REWARD_PARTS_ORDER = _ruling(
    "reward-parts-order", "player-chooses", "majority extra-spaces setup-start", decision=True
)
MAJORITY_ZERO = _ruling("majority-zero", "tier-reached", "majority")
MAJORITY_LOWER = _ruling("majority-lower", "lower-allowed", "majority")
MAJORITY_FACE_UP = _ruling("majority-face-up", "face-up", "majority")
LAST_ROUND_TILES = _ruling("last-round-tiles", "allowed", "tile-spaces", decision=True)
TILE_ARRIVAL = _ruling(
    "tile-arrival", "end-of-the-round", "tile-spaces bonus-tiles preparation-markers"
)

# Rounds
EMPTY_PLAN = _ruling("empty-plan", "allowed", "planning-place")
END_EARLY = _ruling("end-early", "allowed", "end-phase")
PICK_BEFORE_REST = _ruling("pick-before-rest", "pick-first", "end-phase")
EMPTY_DECK = _ruling("empty-deck", "non-empty", "end-phase")
ROUND7_PICKUP = _ruling("round7-pickup", "optional", "end-phase end-of-game resting-decks")
SETUP_MODE = _ruling(
    "setup-mode",
    "named",
    "setup-tracks setup-starting-tile setup-later setup-later-tracks setup-later-tiles",
)
REJECTED_TILE = _ruling("rejected-tile", "may-be-left-out", "setup-later-tiles")


class Rulings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """The answers a game is played under; what it does not name is the default."""

    extra_markers_track: Literal["B2", "A2"] = "B2"
    capital_call: Literal["must-pay", "may-decline"] = "must-pay"
    partial_use: Literal["no", "rewards", "yes"] = "no"
    bonus_use: Literal["may-use", "always"] = "may-use"
    value_passed: Literal["at-or-beyond", "beyond"] = "at-or-beyond"
    share_cards: Literal["removable", "kept"] = "removable"
    book_money_convert: Literal["every-point", "rewards-only"] = "every-point"
    cover: Literal["free", "if-necessary"] = "free"
    diamond_overflow: Literal["pounds", "forfeit-overflow"] = "pounds"
    and_or_space: Literal["and-or", "card-first"] = "and-or"

    @property
    def may_leave_units(self) -> bool:
        """What a card itself gives may be left: units of goods, a bookkeeper's own points."""
        return self.partial_use == "yes"

    @property
    def may_leave_rewards(self) -> bool:
        """Any part of a reward may be left unused."""
        return self.partial_use != "no"

    @property
    def may_decline_calls(self) -> bool:
        """The steps of a reward may stop before a capital call; leaving rewards implies it."""
        return self.capital_call == "may-decline" or self.may_leave_rewards

    @property
    def may_decline_for_units(self) -> bool:
        """Units may be lost where each could only go across a call; leaving units implies it."""
        return self.capital_call == "may-decline" or self.may_leave_units


DEFAULT_RULINGS = Rulings()
"""The answers of a game that names none."""


# What each edition answers to the questions of rulings, and where editions part -------------------
class EditionAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """What the editions say to one question; an edition that is not named leaves it open."""

    answers: dict[str, tuple[Edition, ...]] = {}
    """By answer on offer the editions that give it."""
    sides: tuple[tuple[Edition, ...], ...] = ()
    """The editions that say the same, where that is no answer on offer."""

    @property
    def groups(self) -> tuple[tuple[Edition, ...], ...]:
        """The editions that say something, those together that say the same."""
        return tuple(self.answers.values()) or self.sides


@cache
def edition_answers() -> Mapping[str, EditionAnswers]:
    """Return what the editions answer, by ruling."""
    import tomllib  # noqa: PLC0415 - few ask for it

    text = packaged("core", "editions", "answers.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, EditionAnswers])


def answers_of(edition: Edition) -> dict[str, str]:
    """Return the answers on offer that an edition gives, by ruling."""
    return {
        ruling: answer
        for ruling in RULINGS
        if (found := edition_answers().get(ruling)) is not None
        for answer, editions in found.answers.items()
        if edition in editions
    }


def judged_by(edition: Edition, rulings: Rulings) -> Rulings:
    """Return rulings with the answers of an edition wherever it gives one."""
    chosen = {ruling.replace("-", "_"): answer for ruling, answer in answers_of(edition).items()}
    return replace(rulings, **chosen)
