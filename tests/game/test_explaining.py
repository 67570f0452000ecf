"""The sentences of explanations cover everything that the model can name."""

from random import Random

from referee.conformance.games import game
from referee.core.events import Event
from referee.core.state import State
from referee.i18n.page_words import explaining
from referee.rulebook import RULES
from referee_model.kinds import KINDS


def sampled() -> list[tuple[State, Event]]:
    rng = Random(3)
    return [(s, e) for seed in (1, 3, 9) for s, e, _ in game(seed) if rng.random() < 1 / 12]


def test_every_number_and_lack_has_a_sentence() -> None:
    words = explaining()
    numbers: set[tuple[str, str]] = set()
    lacks: set[str] = set()
    for state, event in sampled():
        for kind in KINDS.values():
            if isinstance(event, type(kind.blank(state.first_player))):
                fields = event.__struct_fields__
                relation, _ = kind.judge(state, state.first_player).supposed(event, fields)
                numbers |= {(rule, name) for rule, ns in relation.numbers.items() for name in ns}
                lacks |= set(relation.more)
    assert len(numbers) > 20
    assert [pair for pair in sorted(numbers) if words.number(*pair, 7) is None] == []
    assert len(lacks) > 10
    assert [what for what in sorted(lacks) if words.lack(what, 2) == what] == []


def test_every_field_of_an_event_has_a_name() -> None:
    fields = {
        field
        for state, event in sampled()
        for field in event.__struct_fields__
        if field != "seat" and state.players
    }
    assert fields <= explaining().fields.keys()


def test_sentences_are_about_effect_rules_alone() -> None:
    words = explaining()
    named = words.numbers.keys() | words.zeros.keys()
    assert {RULES[key.partition(".")[0]].kind for key in named} == {"effect"}


def test_numbers_make_their_plural() -> None:
    words = explaining()
    assert words.lack("pounds", 1) == "1 more pound"
    assert words.lack("pounds", 2) == "2 more pounds"
    assert words.lack("steps-cape-town", 3) == "3 more steps on the cape-town track"
    assert words.lack("face-up:clerk2", 1) == "clerk2 face up"
    assert words.number("EXP-16", "returned-cairo.2", 1) == (
        "the number of ousted posts that go back to cairo:2 is 1"
    )
    assert words.number("BKK-23", "clerk-coins", 0) is None
