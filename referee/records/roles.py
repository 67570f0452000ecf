"""What mentions can be in a statement: the table of roles, a row for each way of saying it.

A row is `pattern > field words ~ cost`. Its pattern names kinds of mentions, `?` behind one that
may be missing, and `@field` before them all where the row goes on with what was said last. A
mention that no row takes leaves the line unread: nothing that was written is dropped.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

ALIASES: Final[Mapping[str, str]] = {
    "any-card": "goods-card|expansion-card|clerk-card|merchant-card|share-card|face",
    "hand-card": "goods-card|expansion-card|clerk-card|merchant-card|share-card|face|good|clerk"
    "|merchant|expansion",
    "in": "to|in|of",
    "own-card": "goods-card|clerk-card|expansion-card|merchant-card",
    "other-card": "merchant-card|clerk-card|expansion-card|share-card",
    "as": "sep|colon|to|dash",
    "col": "sep|colon|open",
}

LIGHT: Final[Mapping[str, float]] = {
    **dict.fromkeys(("filler", "sep", "colon", "open", "close", "to", "in", "card", "move"), 0),
    **dict.fromkeys(("of", "before", "take"), 0.1),
    **dict.fromkeys(("dash", "with", "for", "from", "unit", "reward", "price"), 0.3),
    "has": 0.4,
}
"""What may stand between two roles and means nothing there, with its cost."""

CARDS: Final = """
good card|colon? number > goods-card {good}{number}
good card|colon? open number close > goods-card {good}{number}
good card? with|of number unit? > goods-card {good}{number}
number unit? of? good card? > goods-card {good}{number} ~.1
good unit? card? > goods-card [{good}] ~.6
expansion card|colon? of|with? number > expansion-card exp{number}
number expansion card? > expansion-card exp{number} ~.1
expansion tile|card > expansion-card expansion-tile
clerk card|colon|of|with? number > clerk-card clerk{number}
number clerk card? > clerk-card clerk{number} ~.1
clerk tile > clerk-card clerk-tile
tile of? clerk > clerk-card clerk-tile
merchant tile > merchant-card merchant-tile
tile of? merchant > merchant-card merchant-tile
tile of? expansion > expansion-card expansion-tile
merchant card? > merchant-card merchant ~.2
merchant of|in|open? company close? > merchant-card merchant-{company}
company merchant > merchant-card merchant-{company}
share card? of? company > share-card share-{company}
company share card? > share-card share-{company}
"""
"""Pieces that are named in several words; of a card a number behind a face means any like it."""

_TURN: Final = """
player > player {player}
use > use use
takeback > prefix takeback ~.2
equals > mode claims
has > mode claims
has? pound? number pound? has > claim {number}
has? pound number > claim {number} ~.3
has? number pound has? > claim {number} ~.3
has number > claim {number}
put? plus-one in|with? goods-card before? > plus_one {goods-card}
goods-card plus-one > plus_one {goods-card} ~.2
plus-one > note plus ~9
"""

_BOOKS: Final = """
take|put|buy? book? book-id take|put|as? take|put|move? open? in|for|as? space|step? number \
close? > place {book-id}@{number}
take|put|buy? book? book-id sep? book-id sep? put|move? in? space? number sep? number \
> place {book-id}@{number} {book-id2}@{number2}
take|put|buy? book? book-id > place {book-id} ~.3
for|with point > note point
point before? > note point ~.4
take? number book > tally {number}
take? not|nothing book > note books
over flip? book? book-id? > note covered ~.3
"""

_REWARDS: Final = """
take? company step|colon|sep|by? number times? step? > reward {company} {number}
take? number times? step|space? in|of|for? company > reward {company} {number}
take? number step in|of|for? company > reward {company} {number}
step in|of|for? company > reward {company} 1 ~.2
take company > reward {company} ~.2
company > reward {company} ~.5
take? number diamond step? > reward diamonds {number}
take? number step|space in|of|for? diamond > reward diamonds {number}
take? diamond step? number? > reward diamonds {number} ~.1
take? diamond step? > reward diamonds ~.1
take for? pound for? > reward pounds
for|to|sep? pound take? > reward pounds ~.3
to pound > reward pounds
take pound? number pound? > reward pounds {number} ~.2
take? reward > note reward ~.1
take? point of|from? book? clerk? take? each? for|in|to? pound > note points
pound point each > note points
remove|discard|oust post|number? of? company in? column number > reward {company}:{number}
level company number > levels {company} {number}
"""

ROLES: Final[Mapping[str, str]] = {
    "goods": _TURN
    + """
goods > verb goods
pay with? > verb pay
with|use|pay|sell goods-card > cards {goods-card}, verb sell
goods-card > cards {goods-card}
good number sep number > cards {good}{number} {good}{number2} ~.3
take|buy any-card > buy {any-card}
any-card bought > buy {any-card} ~.1
buy player any-card > player {player}, buy {any-card}
to|for take|buy? any-card > buy {any-card} ~.2
goods-card > buy {goods-card} ~.6
buy|take nothing > buy -
not buy > buy -
nothing buy > buy -
nothing has > note all ~.1
number times? rest|step|space? in|of|for? company > advance {company} {number}
company step|colon|sep|to|by? number times? rest? step|space? > advance {company} {number}
step|space in|of|for? company > advance {company} ~.1
company step|space > advance {company} ~.2
company > advance {company} ~.2
each number? step|space? in|of? company sep? in? company > advance {company} {company2} ~.1
number step|space each in? company sep? in? company > advance {company} {number} {company2} {number}
company sep? company each number step|space? > advance {company} {number} {company2} {number}
company to? space number > track {company} {number} ~.1
to space? number in|of company > track {company} {number} ~.3
company to number > track {company} {number} ~.4
for number unit|pound? > claim cost {number} ~1
price number > claim cost {number} ~.2
number price > claim cost {number} ~.2
not|nothing card? bought|buy > buy -
each good open number sep number close > cards {good}{number} {good}{number2}
each good number sep number > cards {good}{number} {good}{number2}
number unit rest? move? in? company > advance {company} {number}
pay number unit|pound? > claim cost {number} ~.3
for goods-card > cards {goods-card} ~.3
buy with goods-card > cards {goods-card}, needs buy
take with goods-card > cards {goods-card}
other-card > buy {other-card} ~.4
each good card? > cards [{good}] [{good}] ~.3
each step? in? company > advance {company} 2 ~.3
good card? sep? number sep number > cards {good}{number} {good}{number2} ~.3
put? plus-one in|with? goods-card sep? use > plus_one {goods-card}, cards {goods-card}
not|nothing card > buy - ~.2
put > note put ~.2
number good card? > cards {good*number} ~.6
rest open? number close? in? company > advance {company} {number}
rest > note rest ~.1
level company number > levels {company} {number}
""",
    "expand": _TURN
    + _BOOKS
    + """
expand|expansion card? > verb expand
with|use any-card > cards {any-card}
company > company {company}
enter > verb enter
enter? region colon|open|with? each? with? post? from? column? number column? each? close? \
> enter {region}:{number}
enter? region sep each? with? post? from? column number > enter {region}:{number} ~.1
enter? region sep each? with? post? from? number column > enter {region}:{number} ~.1
column number colon|in? region > enter {region}:{number}
number column colon|in? region > enter {region}:{number}
enter? region > enter {region} ~.2
region sep? region col|sep? each with? post? from? column? number column? close? \
> enter {region}:{number} {region2}:{number}
region sep? region sep? region col|sep? each with? post? from? column? number column? close? \
> enter {region}:{number} {region2}:{number} {region3}:{number}
region sep? region colon|open? with? post? from? column? number column? close? \
> enter {region}:{number} {region2}:{number} ~.2
region sep? region sep|open|colon? times? column? number column? each close? \
> enter {region}:{number} {region2}:{number}
region from region|company > enter {region}<{region|company}
enter? number regions > count {number}
enter? not|nothing regions? > note nothing
not|nothing enter regions? > note nothing
point? lost > note lost
not|nothing book sep? take? pound > rewards points
take reward? of|for? region reward? > rewards {region}
take reward? of|for? region sep region > rewards {region} {region2}
@rewards of? region reward? > rewards {region}
reward of|for? region > rewards {region}
region > rewards {region} ~.4
region reward > rewards {region}
region take > rewards {region}
region sep region take > rewards {region} {region2}
take? reward > note reward ~.1
each reward? take > note reward
take each reward? > note reward
take? reward take > note reward
region reward? take > rewards {region}
expansion-card > cards {expansion-card} ~.3
number post > count {number}
oust post? in|from? region in? column number > oust {region}:{number}
company from? region oust? sep? in? column number > oust {region}:{number} ~.3
take? point? each? for|in pound > rewards points
take? pound for point > rewards points
take? pound of|from region > rewards {region}
point each > note points
oust region colon|to? column? number > oust {region}:{number}
with|use tile > cards expansion-tile
each with? post? from? column number > columns {number} ~.1
each with? post? from? number column > columns {number} ~.1
each with? post? from number > columns {number} ~.2
post from? column number > columns {number} ~.1
post from? number column > columns {number} ~.1
number post from? column number2 > columns {number2}, count {number}
number post from? number2 column > columns {number2}, count {number}
level company number > levels {company} {number}
""",
    "clerk": _TURN
    + _BOOKS
    + _REWARDS
    + """
clerk > verb clerk
clerk-card > card {clerk-card}
flip start-book > flip 1
start-book flip > flip 1
flip book? in? space? number > flip {number}
book number flip > flip {number}
book in? space? number flip > flip {number}
book flip in? space? number > flip {number}
flip book? book-id > note flipped ~9
pay number pound? flip? > note paid ~.5
pay number pound? to flip in? book? in? space? number2 > flip {number2} ~.5
for number pound > note paid ~.6
pay? open number pound? close > note paid ~.8
open pay number pound? close > note paid ~.5
open dash number pound? close > note paid ~.5
jar move|put? in space|step? number > to {number}
jar colon|dash? in? space? number > to {number}
move|put jar move? in space|step? number > to {number}
move in space number > to {number} ~.2
to space|step? number > to {number} ~.3
move|put jar space|step? number > to {number} ~.2
jar stay > note stays
stay jar > note stays
stay jar? > note stays
not|nothing move? jar? move? > note stays
jar not move? > note stays
""",
    "merchant": _TURN
    + """
merchant > verb merchant
merchant-card > card {merchant-card}
""",
    "marker": _TURN
    + _BOOKS
    + _REWARDS
    + """
marker > verb marker
put > verb put
reserve > verb reserve
first-player > space first
space of? first-player > space first
enter > verb enter
becomes first-player > note first
becomes > note first ~.2
good space? > space {good}
space? good > space {good}
expansion space? > space expansion
buy space? > space buy
space? buy > space buy ~.1
discard space? > space discard
space? of? discard > space discard ~.1
discard as? hand-card > space discard, discard {hand-card}
take? discard hand-card > discard {hand-card}
dash hand-card > discard {hand-card} ~.2
hand-card sep|dash? discard|out > discard {hand-card}
good number discard|out > discard {good}{number}
buy|take any-card > reward buy {any-card}
take? plus-one > space tile-goods
tile goods > space tile-goods
goods tile > space tile-goods
expansion-card > space tile-{expansion-card:tile} ~.1
clerk-card > space tile-{clerk-card:tile} ~.1
merchant-card > space tile-{merchant-card:tile} ~.1
space-id > space {space-id}
lowest option|reward > option 1
number reward > option {number}
option number > option {number}
number option > option {number}
@space number > option {number} ~.2
""",
    "end": _TURN
    + """
end|out > verb end
take|takeback? slot deck? > deck {slot}
take deck of? slot > deck {slot}
open? any-card close? > claim hand {any-card} 1 ~.6
deck of? slot > deck {slot}
""",
    "plan": """
player > player {player}
plan > verb plan
put > verb put
use > use use
slot colon|dash? any-card > at {slot}:{any-card}
any-card open? in? slot close? > at {slot}:{any-card}
slot sep? slot each? any-card > at {slot}:{any-card} {slot2}:{any-card} ~.1
any-card sep? any-card open? in? slot sep? slot close? > at {slot}:{any-card} \
{slot2}:{any-card2} ~.1
any-card > at {any-card}
each any-card in? slot sep? slot > at {slot}:{any-card} {slot2}:{any-card}
nothing > at -
rest nothing > note rest
slot sep? rest? nothing > at {slot}:-
dash > at - ~.3
slot colon|dash? nothing > at {slot}:-
nothing in? slot > at {slot}:-
slot sep|dash|to? slot sep|dash|to? slot > order {slot} {slot2} {slot3}
slot to slot > order {slot} {slot2}
""",
    "tile": """
player > player {player}
take|put|use? tile? tile-id > tile {tile-id}
tile > verb tile
discard|not tile? tile-id > rejected {tile-id}
""",
    "bonus": """
player > player {player}
bonus > verb bonus
"""
    + _REWARDS,
    "refill": """
refill > verb refill
put > verb put
display > note display
book > note book
row > row {row}
book? as? book-id > books {book-id}
book? book-space as? book? book-id > books {book-space}:{book-id}
book? book-id in? book-space > books {book-space}:{book-id}
book? book-id refill|put? as? open? in? row row? sep? in|space? number close? \
> books {row}{number}:{book-id}
book? book-id refill|put? as? open? in? number in? row close? > books {row}{number}:{book-id}
book? book-id refill|put? as? open? in? number close? > books ={number}:{book-id}
in? nothing? book? space? nothing? book? in? row row? sep? in|space? number refill? \
as? refill|put? with? book? book-id > books {row}{number}:{book-id}
in number as? refill|put? as? book-id > books ={number}:{book-id}
""",
    "prepare": """
prepare > verb prepare
any-card > cards {any-card}
""",
    "display": """
display > verb display
any-card > cards {any-card}
""",
    "round": """
round > verb round
number > number {number}
""",
    "claims": """
equals > mode claims
has > mode claims
number pound > claim {number}
pound number > claim {number}
number > claim {number}
player > claim {player}
company > claim {company}
quantity > claim {quantity}
point > claim points
diamond > claim diamonds
jar > claim ink
level > claim level
own-card > claim {own-card}
good > claim {good}
region > claim {region}
book-id > claim {book-id}
blank > claim ?
in? space? number > claim {number}
""",
}

REST: Final = ROLES["plan"].replace("plan > verb plan", "rest > verb rest")

NEEDED: Final[Mapping[str, frozenset[str]]] = {
    "goods": frozenset({"goods-card"}),
    "expand": frozenset({"expand", "expansion", "region"}),
    "clerk": frozenset({"clerk", "clerk-card"}),
    "merchant": frozenset({"merchant-card", "merchant"}),
    "marker": frozenset({"marker", "reserve", "space-id", "discard", "first-player"}),
    "end": frozenset({"end", "out"}),
    "plan": frozenset({"plan", "slot", "any-card", "goods-card", "clerk-card"}),
    "rest": frozenset({"rest"}),
    "tile": frozenset({"tile-id"}),
    "bonus": frozenset({"bonus"}),
    "refill": frozenset({"book-id"}),
    "prepare": frozenset({"prepare"}),
    "display": frozenset({"display"}),
    "round": frozenset({"round"}),
    "claims": frozenset({"equals", "has", "quantity", "company", "player"}),
}
"""Without any of these a line is no statement of the kind."""


class Step(NamedTuple):
    """A mention that a row takes."""

    kinds: frozenset[str]
    is_optional: bool
    key: str


class Role(NamedTuple):
    """A row of the table."""

    steps: tuple[Step, ...]
    words: tuple[tuple[str, str], ...]
    """By field what the mentions say there."""
    cost: float
    after: str
    """The field that was said last, if the row goes on with it."""


@cache
def roles(statement: str) -> Mapping[str, tuple[Role, ...]]:
    """Return the rows of a kind of statement, by the kinds that they can begin with."""
    table = CARDS if statement == "cards" else REST if statement == "rest" else ROLES[statement]
    found: dict[str, tuple[Role, ...]] = {}
    for line in filter(None, map(str.strip, table.splitlines())):
        role = _role(line)
        for step in role.steps:
            for kind in step.kinds:
                found[kind] = (*found.get(kind, ()), role)
            if not step.is_optional:
                break
    return found


_ROW: Final = re.compile(r"(?:@(\S+) )?(.+?) > (.+?)(?: ~(\S+))?")


def _role(line: str) -> Role:
    row = _ROW.fullmatch(line)
    if row is None:
        raise ValueError(line)
    steps: list[Step] = []
    for each in row[2].split():
        name = each.removesuffix("?")
        kinds = "|".join(ALIASES.get(kind, kind) for kind in name.split("|")).split("|")
        times = sum(step.key.rstrip("23") == name for step in steps)
        key = f"{name}{times + 1}" if times else name
        steps.append(Step(frozenset(kinds), each.endswith("?"), key))
    words = tuple(
        (field, template)
        for field, _, template in (part.partition(" ") for part in row[3].split(", "))
    )
    return Role(tuple(steps), words, float(row[4] or 0), row[1] or "")
