"""Diamond merchants and the diamond track."""

from referee.core.components import MerchantCard, MerchantTile
from referee.core.ids import ItemId
from referee.core.limits import POUNDS_AT_TRACK_END
from referee.engine.stage import Stage, Violations
from referee.engine.work import Work
from referee.rulebook import bonus as bonus_rules
from referee.rulebook import diamonds as rules


def move_diamond(work: Work, steps: int) -> int:
    """Move the diamond marker; steps beyond the last space pay. Return the steps of use."""
    last = work.facts.diamond_track.last
    made = min(steps, last - work.diamonds)
    beyond = steps - made
    was_at_end = work.diamonds == last
    if made:
        work.note(rules.DIAMOND_STEPS)
    work.diamonds += made
    if not beyond:
        return made
    work.note(rules.DIAMONDS_AT_THE_END)
    if not was_at_end and work.facts.rulings.diamond_overflow != "pounds":
        return made
    work.pay(-POUNDS_AT_TRACK_END * beyond)
    return steps


class ChooseMerchant(Stage[ItemId]):
    """Which diamond merchant is used; he has no other choices."""

    certain = True

    def candidates(self, work: Work) -> list[ItemId]:
        """Return the merchants that lie face up."""
        return work.area().merchants()

    def judge(self, work: Work, answer: ItemId) -> Violations:
        """Return a breach if the card may not be used."""
        if answer in work.facts.merchants and work.lies_face_up(answer):
            return ()
        return [rules.MERCHANT_FACE_UP.broken(card=answer)]

    def take(self, work: Work, answer: ItemId) -> None:
        """Flip the merchant, move the diamond marker, take the pounds."""
        work.cards = (answer,)
        work.used |= {answer}
        match merchant := work.item(answer):
            case MerchantCard():
                work.pay(-merchant.pounds)
                move_diamond(work, merchant.steps)
                move_diamond(work, self._steps_for_mines(work, merchant))
            case MerchantTile():
                work.note(bonus_rules.TILES_ARE_CARDS)
                others = len(work.area().merchants())
                if others:
                    work.note(rules.TILE_COUNTS_MERCHANTS)
                move_diamond(work, merchant.steps)
                move_diamond(work, merchant.per_merchant * others)
            case _:
                return
        work.note(rules.MERCHANT_GIVES)
        work.note(rules.MERCHANT_FLIPS)

    @staticmethod
    def _steps_for_mines(work: Work, merchant: MerchantCard) -> int:
        if merchant.company is None or merchant.mines_per_step is None:
            return 0
        mines = sum(
            region.mines
            for region, company in zip(
                work.facts.components.regions, work.state.regions, strict=True
            )
            if company == merchant.company
        )
        further = mines // merchant.mines_per_step
        if further:
            work.note(rules.MINES_GIVE_STEPS)
        return further
