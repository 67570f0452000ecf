"""The cards."""

from typing import Annotated

from msgspec import Meta

from referee.game.components.entry import Entry, Positive, PrintedCount
from referee.game.ids import CardId, CardLetter, Company, Good


class PrintedCard(Entry, frozen=True, kw_only=True):
    """What every card has; a starting card has no letter, an action card no seat."""

    id: CardId
    crate: PrintedCount
    letter: CardLetter | None = None
    seat: Annotated[int, Meta(ge=1, le=4)] | None = None
    share: Company | None = None


class GoodsCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="goods"):
    """A goods card."""

    good: Good
    units: Positive


class ExpansionCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="expansion"):
    """An expansion card."""

    points: Positive


class BookkeeperCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="bookkeeper"):
    """A bookkeeper."""

    points: Positive


class MerchantCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="merchant"):
    """A diamond merchant; one of a company moves further for the mines it controls."""

    steps: Positive
    pounds: PrintedCount
    company: Company | None = None
    mines_per_step: Positive | None = None


class ShareCard(PrintedCard, frozen=True, kw_only=True, tag_field="kind", tag="share"):
    """A single share card: one share and no action."""


Card = GoodsCard | ExpansionCard | BookkeeperCard | MerchantCard | ShareCard
