"""Placing the goods tile in one's own turn."""

from typing import Literal

from referee.core.components import GoodsCard
from referee.core.ids import CardId
from referee.engine.bookkeeping import ChooseBookkeeper, FlipBook, MoveJar
from referee.engine.facts import BonusLevels
from referee.engine.levels import lower_levels
from referee.engine.stage import Stage, Violations
from referee.engine.work import Work
from referee.rulebook import bonus as rules


def placing_late_matters(work: Work, card: GoodsCard) -> bool:
    """Return whether nothing comes to the same with the tile on the card before the action.

    It counts otherwise only where cotton was counted, and even then a lower level of a permanent
    bonus may make up for it. Where parts of a reward may be left, so may what the tile adds.
    """
    if not work.counted_cotton or card.good != "cotton" or work.facts.may_leave_rewards:
        return False
    levels = (work.me.levels, *lower_levels(work, "bookkeeper", None))
    return not any(_gives_as_much_early(work, card, each) for each in levels)


_CHOOSE_BOOKKEEPER, _FLIP_BOOK, _MOVE_JAR = ChooseBookkeeper(), FlipBook(), MoveJar()


def _gives_as_much_early(work: Work, card: GoodsCard, levels: BonusLevels) -> bool:
    """Return whether the jar may go the same way for as many pounds, the tile placed first."""
    early = Work.on(work.state, work.seat, levels)
    early.plus_one = card.id
    _CHOOSE_BOOKKEEPER.take(early, work.cards[0])
    _FLIP_BOOK.take(early, work.flip)
    if _MOVE_JAR.judge(early, work.ink):
        return False
    _MOVE_JAR.take(early, work.ink)
    return early.due_pounds == work.gained_pounds


class PlaceGoodsTile(Stage[CardId | None]):
    """On which goods card the tile is put, before or after the action; None leaves it."""

    certain = True
    none_is_nothing = True

    def __init__(self, when: Literal["before", "after"]) -> None:
        self.when = when

    def idle(self, work: Work) -> bool:
        """Return whether the player has no tile to place."""
        return not self._may_place(work)

    def candidates(self, work: Work) -> list[CardId | None]:
        """Return leaving the tile, and every card on which it can make a difference now."""
        if not self._may_place(work):
            return [None]
        cards = work.area().goods_cards()
        if self.when == "after":
            cards = [card for card in cards if placing_late_matters(work, card)]
        return [None, *[card.id for card in cards]]

    def judge(self, work: Work, answer: CardId | None) -> Violations:
        """Return a breach if the tile may not be put there."""
        if answer is None:
            return ()
        face_up = [card.id for card in work.area().goods_cards()]
        if answer in face_up and self._may_place(work):
            return ()
        return [rules.GOODS_TILE_PLACED.broken(card=answer)]

    def _may_place(self, work: Work) -> bool:
        """Return whether the player holds the tile and has not put it on a card yet."""
        tiles = work.me.tiles
        # It is asked twice a turn, and mostly there are no tiles at all.
        if not tiles or work.plus_one is not None:
            return False
        return not work.facts.goods_tiles.isdisjoint(tiles)

    def take(self, work: Work, answer: CardId | None) -> None:
        """Put the tile on the card."""
        if answer is not None and self._may_place(work):
            work.note(rules.GOODS_TILE_ADDS)
            work.plus_one = answer


class ReturnGoodsTile(PlaceGoodsTile):
    """The goods tile in a turn that ends the phase: it goes back at once, wherever it was put."""

    def idle(self, work: Work) -> bool:
        """Return that there is nothing to decide."""
        del work
        return True

    def candidates(self, work: Work) -> list[CardId | None]:
        """Return leaving the tile."""
        del work
        return [None]
