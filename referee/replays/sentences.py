"""Every event of a game as a sentence."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never

from referee.game.component_set import ComponentSet
from referee.game.events import (
    Claim,
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeBack,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import Company, Seat
from referee.game.messages.pictures import picture_words
from referee.game.messages.replays import ReplayWords, replay_words
from referee.game.turns import (
    BLANK,
    Advance,
    BuyCard,
    CollectRegion,
    EndPhase,
    Expand,
    MoveDiamond,
    PlaceMarker,
    RegionPart,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)


class EventSentences:
    """Says events of one game in one language, players called as at the table."""

    def __init__(
        self, components: ComponentSet, players: tuple[str, ...], language: str = ""
    ) -> None:
        self._regions: dict[str, str] = {region.id: region.name for region in components.regions}
        self._players = players
        self._words: ReplayWords = replay_words(language)
        self._companies = picture_words(language).companies

    def sentence(self, event: Event) -> str:  # noqa: C901, PLR0911 - an arm for each kind
        """Return an event as a sentence."""
        match event:
            case DealCards(cards):
                return self._said("deal-cards", cards=_listed(cards))
            case DealBooks():
                return self._said("deal-books")
            case TakeStartingTile(seat, tile):
                return self._said("starting-tile", seat, tile=tile)
            case RestStartingCards(seat, cards):
                return self._said("rest", seat, cards=_listed(cards))
            case TakeStartingBonus(seat, reward):
                key = "starting-bonus" if reward else "starting-bonus-none"
                return self._said(key, seat, parts=_listed(map(self._part, reward)))
            case Plan(seat, slots):
                planned = _listed(card for card in slots if card)
                return self._said("plan" if planned else "plan-nothing", seat, cards=planned)
            case RefillBooks(books):
                return self._said("refill-books", books=_listed(one.book for one in books))
            case PrepareRound(cards):
                return self._said("prepare" if cards else "prepare-none", cards=_listed(cards))
            case TakeBack(turn):
                return self.sentence(turn)
            case Claim():
                return self._words.events["note"]
            case _:
                return self._turn(event)

    def _turn(
        self,
        turn: UseGoods | Expand | UseBookkeeper | UseMerchant | PlaceMarker | EndPhase,
    ) -> str:
        match turn:
            case UseGoods():
                parts = _behind(self._of_goods(turn))
                return self._said("goods", turn.seat, cards=_listed(turn.cards), parts=parts)
            case Expand():
                company = self._companies.get(turn.company, turn.company)
                parts = " " + ", ".join(self._of_expansion(turn))
                return self._said("expand", turn.seat, company=company, parts=parts)
            case UseBookkeeper():
                parts = _behind(self._of_bookkeeper(turn))
                return self._said("bookkeeper", turn.seat, card=turn.card, parts=parts)
            case UseMerchant():
                return self._said("merchant", turn.seat, card=turn.card)
            case PlaceMarker():
                parts = _behind(self._of_marker(turn))
                return self._said("marker", turn.seat, space=turn.space, parts=parts)
            case EndPhase():
                known = turn.deck not in (None, BLANK)
                deck = [self._words.say("parts", "deck", deck=str(turn.deck))] if known else []
                return self._said("end", turn.seat, parts=_behind(deck))
            case _:
                assert_never(turn)

    def _said(self, key: str, seat: Seat | None = None, **facts: str) -> str:
        player = "" if seat is None else self._player(seat)
        return self._words.say("events", key, player=player, **facts)

    def _player(self, seat: Seat) -> str:
        known = 0 <= seat < len(self._players)
        return self._players[seat] if known else str(seat + 1)

    def _of_goods(self, turn: UseGoods) -> Iterator[str]:
        if turn.buy:
            yield self._words.say("parts", "buy", card=turn.buy)
        yield from self._steps(turn.advance)

    def _steps(self, companies: Iterable[Company]) -> Iterator[str]:
        for company, count in Counter(each for each in companies if each != BLANK).items():
            yield self._words.say("parts", "advance", n=count, company=self._companies[company])

    def _of_expansion(self, turn: Expand) -> Iterator[str]:
        regions = [self._region(entered.region) for entered in turn.enter]
        if regions:
            yield self._words.say("parts", "enter", regions=tuple(regions))
        else:
            yield self._words.parts["nowhere"]
        yield from self._parts(turn.rewards)
        if turn.oust and BLANK not in turn.oust:
            ousted = _listed(self._region(one.region) for one in turn.oust)
            yield self._words.say("parts", "oust", regions=ousted)
        yield from self._placed(turn)

    def _of_bookkeeper(self, turn: UseBookkeeper) -> Iterator[str]:
        if turn.flip is not None:
            yield self._words.say("parts", "flip", step=turn.flip)
        if turn.to is not None:
            yield self._words.say("parts", "to", step=turn.to)
        yield from self._parts(turn.reward)
        if turn.points != BLANK and turn.points.books:
            yield self._part(turn.points)
        yield from self._placed(turn)

    def _of_marker(self, turn: PlaceMarker) -> Iterator[str]:
        if turn.discard not in (None, BLANK):
            yield self._words.say("parts", "discard", card=str(turn.discard))
        yield from self._parts(turn.reward)
        yield from self._placed(turn)

    def _placed(self, turn: Expand | UseBookkeeper | PlaceMarker) -> Iterator[str]:
        for one in turn.place:
            yield self._words.say("parts", "place", book=one.book, step=one.step)

    def _parts(self, parts: Iterable[RewardPart | RegionPart]) -> Iterator[str]:
        """Yield the parts of a reward, as far as they were said."""
        yield from (self._part(part) for part in parts if part != BLANK)

    def _region(self, region: str) -> str:
        return self._regions.get(region, region)

    def _part(self, part: RewardPart | RegionPart) -> str:  # noqa: PLR0911 - an arm for each kind
        """Return what is taken, as a clause."""
        words = self._words
        match part:
            case TakePounds():
                return words.parts["take-pounds"]
            case MoveDiamond():
                return words.parts["take-diamonds"]
            case Advance(company):
                return words.say("parts", "take-advance", company=self._companies[company])
            case SpendPoints(books):
                if books:
                    return words.say("parts", "take-points-books", books=_listed(books))
                return words.parts["take-points"]
            case RemovePost(company, column):
                company_name = self._companies[company]
                return words.say("parts", "take-remove", company=company_name, column=column)
            case BuyCard(card):
                return words.say("parts", "buy", card=card)
            case CollectRegion(region):
                return words.say("parts", "take-region", region=self._region(region))
            case _:
                assert_never(part)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def _behind(parts: Iterable[str]) -> str:
    """Return the parts of a turn as they follow its beginning."""
    return "".join(f", {part}" for part in parts)
