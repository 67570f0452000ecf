"""Turns in text: from the tree of a line to the said turn."""

from collections.abc import Callable, Mapping
from typing import cast

from lark import Token, Tree

from referee.game.ids import BookId, CardId, Company, ItemId, RegionId, Seat, SpaceId
from referee.game.turns import (
    Advance,
    BuyCard,
    CollectRegion,
    MoveDiamond,
    RegionPart,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
)
from referee.transcript.names import Names, Scope, company, slot
from referee.transcript.problems import WordError, near
from referee.transcript.said import (
    ANY,
    BLANK,
    Blank,
    SaidAction,
    SaidBookkeeper,
    SaidEnd,
    SaidEntering,
    SaidExpansion,
    SaidGoods,
    SaidLevel,
    SaidMarker,
    SaidMerchant,
    SaidOusting,
    SaidPlacing,
)
from referee.transcript.trees import (
    Branch,
    column_of,
    find,
    number_of,
    part_of,
    parts_of,
    plus_of,
    seat_of,
    times_of,
    token_of,
    tokens_of,
    words_of,
)

MOST_STEPS = 99
"""No track is nearly as long; a larger number is a slip of the pen."""

_POUNDS = Scope("part of a reward", {"pounds": "pounds", "diamonds": "diamonds"})


# Turns -------------------------------------------------------------------------------------------


def _goods(tree: Branch, names: Names) -> SaidGoods:
    seat = seat_of(tree, names)
    cards: list[CardId] = []
    advance: list[Company | Blank] = []
    nothing = False
    for branch in parts_of(tree, "unit"):
        token = token_of(next(parts_of(branch, "word")))
        times = times_of(branch)
        if token.type == "DASH":
            nothing = True
        elif token.type == "BLANK" and not cards:
            cards.append(CardId(BLANK))
        elif token.type == "BLANK":
            advance.append(BLANK)
        elif (found := find(names.units_of(seat), token)) in names.companies.known:
            advance.extend([company(found)] * _sensible(1 if times is None else times, token))
        elif times is None:
            cards.append(CardId(found))
        else:
            raise WordError(f"{times} was seen after the card {found}", token.column or 1)
    purchase = part_of(tree, "purchase")
    buy = words_of(purchase, names.cards) if purchase is not None else ()
    return SaidGoods(
        seat=seat,
        plus_one=plus_of(tree, names, seat),
        levels=_levels(tree, names),
        cards=tuple(cards) or (CardId(BLANK),),
        buy=CardId(buy[0]) if buy else None,
        advance=tuple(advance) or (() if nothing else ANY),
    )


def _levels(tree: Branch, names: Names) -> tuple[SaidLevel, ...]:
    said: list[SaidLevel] = []
    for branch in parts_of(tree, "level"):
        words, (number,) = tokens_of(branch, "WORD"), tokens_of(branch, "INT")
        who = company(find(names.companies, words[0])) if words else BLANK
        said.append(SaidLevel(int(number), who))
    return tuple(said)


def _sensible(times: int, token: Token) -> int:
    if times > MOST_STEPS:
        raise WordError(f"{times} steps were seen; no track has so many", token.column or 1)
    return times


def _expand(tree: Branch, names: Names) -> SaidExpansion:
    seat = seat_of(tree, names)
    token = token_of(next(parts_of(tree, "word")))
    who: Company | Blank = BLANK if token.type == "BLANK" else company(find(names.companies, token))
    using = part_of(tree, "using")
    return SaidExpansion(
        seat=seat,
        plus_one=plus_of(tree, names, seat),
        levels=_levels(tree, names),
        company=who,
        cards=None
        if using is None
        else cast("tuple[ItemId, ...]", words_of(using, names.items_of(seat))),
        enter=tuple(_entering(branch, names) for branch in parts_of(tree, "entry")),
        rewards=_region_parts(tree, names),
        oust=_ousted(tree, names),
        place=_placed(tree, names),
    )


def _entering(branch: Branch, names: Names) -> SaidEntering:
    region, *source = tokens_of(branch, "WORD")
    # A base is no region, but whoever says so has to be told by a rule.
    where = find(names.places, region)
    came = find(names.places, source[0]) if source else None
    column = column_of(part_of(branch, "number"))
    return SaidEntering(RegionId(where), column, None if came is None else RegionId(came))


def _ousted(tree: Branch, names: Names) -> tuple[SaidOusting | Blank, ...]:
    clause = part_of(tree, "oust")
    if clause is None:
        return ANY
    said: list[SaidOusting | Blank] = []
    for branch in parts_of(clause, "ousted"):
        token = token_of(branch)
        if token.type == "BLANK":
            said.append(BLANK)
        elif token.type != "DASH":
            out = bool(tokens_of(branch, "OUT"))
            column = None if out else number_of(part_of(branch, "number"))
            said.append(SaidOusting(RegionId(find(names.regions, token)), column))
    return tuple(said)


def _placed(tree: Branch, names: Names) -> tuple[SaidPlacing | Blank, ...]:
    clause = part_of(tree, "shelve")
    if clause is None:
        return ()
    said: list[SaidPlacing | Blank] = []
    for branch in parts_of(clause, "placing"):
        token = token_of(branch)
        if token.type == "BLANK":
            said.append(BLANK)
        elif token.type != "DASH":
            step = column_of(part_of(branch, "number"))
            said.append(SaidPlacing(BookId(find(names.books, token)), step))
    return tuple(said)


def _clerk(tree: Branch, names: Names) -> SaidBookkeeper:
    seat = seat_of(tree, names)
    items = words_of(tree, names.items_of(seat))
    flip, to = part_of(tree, "flip"), part_of(tree, "to")
    spend = part_of(tree, "spend")
    return SaidBookkeeper(
        seat=seat,
        plus_one=plus_of(tree, names, seat),
        levels=_levels(tree, names),
        card=CardId(items[0] if items else BLANK),
        flip=None if flip is None else number_of(part_of(flip, "number")),
        to=None if to is None else number_of(part_of(to, "number")),
        reward=_taken(tree, names, seat),
        points=BLANK if spend is None else _spent(spend, names),
        place=_placed(tree, names),
    )


def _merchant(tree: Branch, names: Names) -> SaidMerchant:
    seat = seat_of(tree, names)
    items = words_of(tree, names.items_of(seat))
    card = CardId(items[0] if items else BLANK)
    return SaidMerchant(seat=seat, plus_one=plus_of(tree, names, seat), card=card)


def _marker(tree: Branch, names: Names) -> SaidMarker:
    seat = seat_of(tree, names)
    discard = part_of(tree, "discard")
    removed = words_of(discard, names.cards_of(seat)) if discard is not None else (BLANK,)
    said_at_once = any(True for kind in _PARTS for _ in parts_of(tree, kind))
    return SaidMarker(
        seat=seat,
        plus_one=plus_of(tree, names, seat),
        levels=_levels(tree, names),
        space=SpaceId(find(names.spaces, token_of(next(parts_of(tree, "word"))))),
        option=_option(tree),
        discard=CardId(removed[0]) if removed else None,
        reward=reward_parts(tree, names, seat) if said_at_once else _taken(tree, names, seat),
        place=_placed(tree, names),
    )


def _option(tree: Branch) -> int | Blank | None:
    clause = part_of(tree, "option")
    if clause is not None:
        return number_of(part_of(clause, "number"))
    number = times_of(tree)
    return BLANK if number is None else number


def _end(tree: Branch, names: Names) -> SaidEnd:
    seat = seat_of(tree, names)
    words = [token_of(branch) for branch in parts_of(tree, "word")]
    plus = plus_of(tree, names, seat)
    if not words or words[0].type == "BLANK":
        return SaidEnd(seat=seat, plus_one=plus)
    if words[0].type == "DASH":
        return SaidEnd(seat=seat, plus_one=plus, deck=None)
    return SaidEnd(seat=seat, plus_one=plus, deck=slot(find(names.slots, words[0])))


# Rewards -----------------------------------------------------------------------------------------

_PARTS = ("amount", "post", "pool", "bought", "more", "nothing")


def _taken(tree: Branch, names: Names, seat: Seat) -> tuple[RewardPart | Blank, ...]:
    clause = part_of(tree, "take")
    return ANY if clause is None else reward_parts(clause, names, seat)


def reward_parts(tree: Branch, names: Names, seat: Seat) -> tuple[RewardPart | Blank, ...]:
    """Return the parts of a reward that stand directly under a tree."""
    parts: list[RewardPart | Blank] = []
    for branch in tree.children:
        if not isinstance(branch, Tree) or branch.data not in _PARTS:
            continue
        match branch.data:
            case "amount":
                parts.append(_amount(branch, names))
            case "post":
                token = tokens_of(branch, "WORD")[0]
                who = company(find(names.companies, token))
                parts.append(RemovePost(who, int(tokens_of(branch, "INT")[0])))
            case "pool":
                parts.append(_spent(branch, names))
            case "bought":
                cards = words_of(branch, names.cards_of(seat))
                parts.append(BuyCard(CardId(cards[0])) if cards else BLANK)
            case "more":
                parts.append(BLANK)
            case _:
                pass
    return tuple(parts)


def _amount(branch: Branch, names: Names) -> RewardPart:
    token, count = tokens_of(branch, "WORD")[0], times_of(branch)
    word = str(token)
    if _POUNDS.has(word) and not names.companies.has(word):
        return TakePounds(count) if _POUNDS.find(word) == "pounds" else MoveDiamond(count)
    if not names.companies.has(word):
        guess = near(word, [*names.companies.known, *_POUNDS.known])
        raise WordError(f"there is no part of a reward {word!r}", token.column or 1, guess)
    return Advance(company(names.companies.find(word)), count)


def _region_parts(tree: Branch, names: Names) -> tuple[RegionPart | Blank, ...]:
    clause = part_of(tree, "take")
    if clause is None:
        return ANY
    parts: list[RegionPart | Blank] = []
    for branch in clause.children:
        if not isinstance(branch, Tree):
            continue
        match branch.data:
            case "amount":
                token = tokens_of(branch, "WORD")[0]
                parts.append(CollectRegion(RegionId(find(names.regions, token)), times_of(branch)))
            case "pool":
                parts.append(_spent(branch, names))
            case "more":
                parts.append(BLANK)
            case "nothing":
                pass
            case _:
                token = next(branch.scan_values(lambda value: isinstance(value, Token)))
                message = f"{str(token)!r} was seen; an expansion takes regions and `points`"
                raise WordError(message, token.column or 1)
    return tuple(parts)


def _spent(branch: Branch, names: Names) -> SpendPoints:
    return SpendPoints(tuple(map(BookId, words_of(branch, names.books))), times_of(branch))


TURNS: Mapping[str, Callable[[Branch, Names], SaidAction]] = {
    "goods": _goods,
    "expand": _expand,
    "clerk": _clerk,
    "merchant": _merchant,
    "marker": _marker,
    "end": _end,
}
"""The turns by the names of their rules in the grammar."""
