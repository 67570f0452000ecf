"""The questions: why is it illegal, what would have been legal, what was missing."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from referee.core import components as printed
from referee.core import turns
from referee.core.events import Plan
from referee.core.ids import BookId, CardId, ItemId, Seat, TileId
from referee.core.limits import FOREIGN_POST_POINTS
from referee.core.rule import CostKind, GivenNumber, NumberPart
from referee.core.state import Setting, State
from referee.rulebook.bonus import CHOOSES_ONE_REWARD
from referee.rulebook.expansion import COST_OF_ENTERING
from referee.rulebook.tracks import BONUSES_NOT_ADDED
from referee_model.explain import Core, Cores, Correction, Lack, Shortfall, Why, conflicts
from referee_model.explain.correction import correction, least
from referee_model.kinds import OF_CHANCE, JudgedEvent, kind_of, seat_of
from referee_model.legality.region_rewards import LINE_POINTS
from referee_model.legality.setup import SettingRelation
from referee_model.relation import Relation
from referee_model.solver import MOST_WORK, Prover, UndecidedError, Values, explaining, new_room
from referee_model.terms import Bit, Truth, total

# What an event names that is not where it has to be, and the table on which it is -----------------
FACE_UP = "face-up:"
"""What is lacking where a card lies face down: this, and the card."""
IN_AREA = "in-area:"
IN_HAND = "in-hand:"
ON_DISPLAY = "on-display:"
ON_BOOK_DISPLAY = "on-book-display:"

MAY_BE_UNNOTED = frozenset(
    {"advance", "discard", "option", "oust", "place", "points", "reward", "rewards"}
)
"""The fields of turns in which nothing said may mean that nothing was noted."""

USABLE = {
    turns.UseGoods: (printed.GoodsCard,),
    turns.Expand: (printed.ExpansionCard, printed.ExpansionTile),
    turns.UseBookkeeper: (printed.BookkeeperCard, printed.BookkeeperTile),
    turns.UseMerchant: (printed.MerchantCard, printed.MerchantTile),
}
"""What each of these turns uses."""

ANY_OF = {turns.UseBookkeeper: "bookkeeper", turns.UseMerchant: "merchant"}
"""What is lacking where such a turn names nothing that there is."""


def fields_left_open(event: JudgedEvent) -> frozenset[str]:
    """Return the fields of an event in which it says nothing, perhaps because nobody noted it."""
    nothing: tuple[object, ...] = (None, (), turns.SpendPoints())
    fields = MAY_BE_UNNOTED.intersection(event.__struct_fields__)
    return frozenset(field for field in fields if getattr(event, field) in nothing)


class Presence(NamedTuple):
    """A table on which everything is there that an event names."""

    state: State
    event: JudgedEvent
    lacks: tuple[Lack, ...] = ()

    @property
    def is_elsewhere(self) -> bool:
        """Whether something is not only turned face down."""
        return any(not lack.what.startswith(FACE_UP) for lack in self.lacks)


def presence(state: State, seat: Seat, event: JudgedEvent) -> Presence:
    """Return the table as an event takes it to be, and what of that it lacks."""
    used: Iterable[ItemId] = ()
    bought: Iterable[CardId | None] = ()
    from_hand: Iterable[CardId | None] = ()
    match event:
        case turns.UseGoods(cards=cards, buy=card):
            used, bought = cards, (card,)
        case turns.Expand(cards=items):
            used = items or ()
        case turns.UseBookkeeper(card=item) | turns.UseMerchant(card=item):
            used = (item,)
        case turns.PlaceMarker(reward=reward, discard=card):
            bought = [part.card for part in reward if isinstance(part, turns.BuyCard)]
            from_hand = (card,)
        case Plan(slots=slots):
            from_hand = slots
        case _:
            pass
    found = Presence(state, event)
    for each in dict.fromkeys(used):
        found = _with_item(found, seat, each)
    for card in filter(None, bought):
        found = _with_card_on_display(found, card)
    for book in dict.fromkeys(_books(event)):
        found = _with_book_on_display(found, book)
    for card in filter(None, from_hand):
        found = _with_card_in_hand(found, seat, card)
    return found


def _books(event: JudgedEvent) -> Iterator[BookId]:
    parts = (*getattr(event, "reward", ()), *getattr(event, "rewards", ()))
    for part in (*parts, getattr(event, "points", None)):
        if isinstance(part, turns.SpendPoints):
            yield from part.books


# The table with it -------------------------------------------------------------------------------
def _lacking(found: Presence, state: State, what: str) -> Presence:
    return found._replace(state=state, lacks=(*found.lacks, Lack(what, 1)))


def _with_item(found: Presence, seat: Seat, item: ItemId) -> Presence:
    """Return the table with a card or tile face up before a player, if the turn can use it."""
    state, turn = found.state, type(found.event)
    player, components = state.players[seat], state.setting.components
    known = components.card.get(CardId(item)) or components.tile.get(TileId(item))
    if known is None:
        return _with_any(found, seat)
    if not isinstance(known, USABLE[turn]):
        return found
    if item in player.slots or item in player.tiles:
        if item not in player.used:
            return found
        turned = replace(player, used=player.used - {item})
        return _lacking(found, state.with_player(seat, turned), f"{FACE_UP}{item}")
    laid = _laid(state, seat, item)
    return found if laid is None else _lacking(found, laid, f"{IN_AREA}{item}")


def _with_any(found: Presence, seat: Seat) -> Presence:
    """Return the table with anything that the turn could use in place of what nobody knows."""
    state, turn = found.state, type(found.event)
    cards = state.setting.components.cards
    usable = [card.id for card in cards if isinstance(card, USABLE[turn])]
    laid = _laid(state, seat, usable[0]) if turn in ANY_OF and usable else None
    if laid is None:
        return found
    named = replace(found.event, card=usable[0])
    return _lacking(found._replace(event=named), laid, ANY_OF[turn])


def _laid(state: State, seat: Seat, item: ItemId) -> State | None:
    """Return the table with something in a player's area; None if there is no room."""
    player = state.players[seat]
    if item in state.setting.components.tile:
        return state.with_player(seat, replace(player, tiles=player.tiles | {TileId(item)}))
    if None not in player.slots:
        return None
    slots = [*player.slots]
    slots[slots.index(None)] = CardId(item)
    unused = player.used - {item}
    return state.with_player(seat, replace(player, slots=tuple(slots), used=unused))


def _with_card_on_display(found: Presence, card: CardId) -> Presence:
    """Return the table with a card on the space of the display where it costs least."""
    state = found.state
    components = state.setting.components
    if card in state.display or card not in components.card:
        return found
    crates = [space.crate for space in components.filling_order]
    cheapest = crates.index(min(crates))
    display = (*state.display[:cheapest], card, *state.display[cheapest + 1 :])
    return _lacking(found, replace(state, display=display), f"{ON_DISPLAY}{card}")


def _with_book_on_display(found: Presence, book: BookId) -> Presence:
    """Return the table with a book on a space of its letter that the event does not need."""
    state = found.state
    components = state.setting.components
    if book in state.book_display or book not in components.book:
        return found
    letter, needed = components.book[book].letter, {*_books(found.event)}
    spaces = zip(components.book_spaces, state.book_display, strict=True)
    for number, (space, lying) in enumerate(spaces):
        if space.letter == letter and lying not in needed:
            books = (*state.book_display[:number], book, *state.book_display[number + 1 :])
            there = replace(state, book_display=books)
            return _lacking(found, there, f"{ON_BOOK_DISPLAY}{book}")
    return found


def _with_card_in_hand(found: Presence, seat: Seat, card: CardId) -> Presence:
    state = found.state
    player = state.players[seat]
    if card in player.hand or card not in state.setting.components.card:
        return found
    there = state.with_player(seat, replace(player, hand=player.hand | {card}))
    return _lacking(found, there, f"{IN_HAND}{card}")


# What was missing on the table for exactly this event ---------------------------------------------
#
# The event is put to its relation once more, this time with a free amount more of everything that
# a rule measures: pounds, points, units, posts, markers, steps. The least sum of these amounts
# with which the event is legal is what was missing. A card, tile or book that is not where the
# event takes it from is missing as well, and supposed to be there.
def missing(
    state: State, event: JudgedEvent, *, with_choice: bool = False, work: int = MOST_WORK
) -> Shortfall:
    """Return what an illegal event would have needed besides what there was.

    What it leaves unsaid may be anything if that is asked for `with_choice`, or if what it names is
    not there, so that nothing could be noted about it.
    """
    seat = seat_of(event)
    if not _is_seat(state, seat):
        return Shortfall("none", still_broken=frozenset({kind_of(event).seat_rule.id}))
    there = presence(state, seat, event)
    left_open = fields_left_open(there.event) if with_choice or there.is_elsewhere else ()
    relation, said = kind_of(event).judge(there.state, seat).supposed(there.event, left_open)
    try:
        helpless, values = _least_more(relation, said, work)
    except UndecidedError as error:
        return Shortfall("unknown", reason=str(error))
    lacks = [*there.lacks]
    for what, number_more in relation.more.items():
        if number := values.number(number_more.text):
            lacks.append(Lack(what, number))
    broken = frozenset(relation.rule_of[tag].id for tag in helpless)
    return Shortfall("found" if lacks else "none", tuple(lacks), broken)


def _least_more(relation: Relation, said: list[Truth], work: int) -> tuple[conflicts.Tags, Values]:
    """Return the rules that nothing more helps with, and what the others need at least."""
    prover = Prover(relation, explaining(work))
    prover.tell(said)
    in_question = frozenset(t for t, rule in relation.rule_of.items() if rule.kind == "legality")
    prover.tell(Bit(tag) for tag in sorted(relation.rule_of.keys() - in_question))
    helpless = _helpless(conflicts.conflict_in(prover), in_question)
    prover.tell(Bit(tag) for tag in sorted(in_question - helpless))
    more = relation.more.values()
    values = least(
        prover, total(more), lambda values: sum(values.number(number.text) for number in more)
    )
    return helpless, values


def _helpless(conflict: conflicts.ConflictFinder, rules: conflicts.Tags) -> conflicts.Tags:
    """Return the rules that forbid the event whatever there is more of."""
    found: conflicts.Tags = frozenset()
    while (core := conflict(rules - found)) is not None:
        if not core:
            raise UndecidedError("no rule is in question, and yet there is no solution")
        broken = conflicts.shrunk(conflict, core)
        # Rules that only join in where it is not known what an effect rule gives are not broken.
        alone = frozenset(tag for tag in broken if conflict(frozenset({tag})) is not None)
        found |= alone or broken
    return found


# What each border and each foreign post adds to the cost of an expansion --------------------------
BORDERS: dict[int, CostKind] = {1: "border", 2: "double-border"}


def with_cost_in_parts(cores: Cores, state: State, event: turns.Expand) -> Cores:
    """Return cores in which the cost of entering regions is told part by part."""
    parts = tuple(_parts(state, event))
    cost = sum(part.points for part in parts)

    def divided(number: GivenNumber) -> GivenNumber:
        is_cost = number.rule == COST_OF_ENTERING.id and number.value == cost
        return replace(number, parts=parts) if is_cost else number

    found = (replace(core, numbers=tuple(map(divided, core.numbers))) for core in cores.found)
    return replace(cores, found=tuple(found))


def _parts(state: State, event: turns.Expand) -> Iterator[NumberPart]:
    components = state.setting.components
    owners = dict(zip((r.id for r in components.regions), state.regions, strict=True))
    reached: set[str] = {event.company}
    reached |= {region for region, owner in owners.items() if owner == event.company}
    for entering in event.enter:
        region = entering.region
        sources = reached if entering.source is None else reached & {entering.source}
        borders = [border for border in components.borders if region in border.between]
        lines = [b.lines for b in borders if {*b.between} - {region} <= sources]
        if region not in owners or region in reached or not lines:
            continue
        kind, points = BORDERS[min(lines)], LINE_POINTS[min(lines)]
        yield NumberPart(region=region, what=kind, points=points, company=None)
        owner = owners[region]
        if owner is not None:
            yield NumberPart(region=region, what="post", points=FOREIGN_POST_POINTS, company=owner)
        reached.add(region)


def why(
    state: State, event: JudgedEvent, *, most: int = conflicts.MOST_CORES, work: int = MOST_WORK
) -> Cores:
    """Return the minimal sets of rules that forbid an event, up to `most` of them."""
    kind, seat = kind_of(event), seat_of(event)
    if not _is_seat(state, seat):
        return Cores("no", (Core(frozenset({kind.seat_rule.id})),))
    judge = kind.judge(state, seat)
    question = judge.question(event)
    cores = conflicts.forbidding_cores(question.relation, question.facts, most=most, work=work)
    on_levels = any(BONUSES_NOT_ADDED.id in core.because for core in cores.found)
    if on_levels and judge.legal_at_lower_levels(event) is not None:
        # Only the highest levels of bonuses forbid it, and the event leaves them open.
        question = judge.question(event, levels_open=True)
        cores = conflicts.forbidding_cores(question.relation, question.facts, most=most, work=work)
    return with_cost_in_parts(cores, state, event) if isinstance(event, turns.Expand) else cores


@new_room()
def why_with_answers(
    state: State, event: JudgedEvent, *, most: int = conflicts.MOST_CORES, work: int = MOST_WORK
) -> Why:
    """Return why an event is illegal, the nearest legal one, and what was missing for it."""
    cores = why(state, event, most=most, work=work)
    if cores.outcome == "yes":
        return Why(cores)
    whatever = _whatever_is_chosen(state, event, cores, work)
    shortfall = missing(state, event, with_choice=whatever is not None, work=work)
    return Why(cores, nearest(state, event, work=work), shortfall, whatever)


def _whatever_is_chosen(state: State, event: JudgedEvent, cores: Cores, work: int) -> Cores | None:
    """Return what forbids a marker on a space of which no reward was chosen, if any choice is."""
    if not isinstance(event, turns.PlaceMarker) or event.option is not None:
        return None
    if not any(CHOOSES_ONE_REWARD.id in core.rules for core in cores.found):
        return None
    question = kind_of(event).judge(state, event.seat).question(event)
    left_open = fields_left_open(event)
    facts = {f: stated for f, stated in question.facts.items() if f not in left_open}
    found = conflicts.forbidding_cores(question.relation, facts, work=work)
    return found if found.outcome == "no" else None


def nearest(state: State, event: JudgedEvent, *, work: int = MOST_WORK) -> Correction:
    """Return the nearest legal event of the same kind; by whoever is due, if it must be."""
    seat, due = seat_of(event), state.to_move
    found = Correction("none", barred_by=frozenset({kind_of(event).seat_rule.id}))
    if _is_seat(state, seat):
        found = correction(state, seat, event, work=work)
    if found.outcome != "none" or due is None or due == seat or isinstance(event, OF_CHANCE):
        return found
    other = correction(state, due, replace(event, seat=due), work=work)
    if other.outcome != "found":
        return found
    return replace(other, changed=("seat", *other.changed), distance=other.distance + 1)


def why_setting(setting: Setting) -> Cores:
    """Return the minimal sets of rules that forbid to set up a game like this."""
    relation = SettingRelation(setting)
    facts = {"setting": relation.facts(setting)}
    return conflicts.forbidding_cores(relation.relation, facts)


def _is_seat(state: State, seat: Seat) -> bool:
    return 0 <= seat < len(state.players)
