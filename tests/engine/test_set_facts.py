"""What is looked up once for a component set is there for every setting with it."""

from random import Random

from referee.core.set_reader import reference_set
from referee.engine.dealer import draw_setting
from referee.engine.facts import OF_SET, Facts, SetFacts, set_facts


def test_all_lookups_of_a_set_are_named() -> None:
    made = SetFacts(reference_set())
    assert {name for name in dir(made) if not name.startswith("_")} == {*OF_SET}


def test_settings_with_one_set_share_its_lookups() -> None:
    components = reference_set()
    settings = [draw_setting(components, players, Random(players)) for players in (2, 4)]
    for facts in map(Facts, settings):
        for name in OF_SET:
            assert getattr(facts, name) is getattr(set_facts(components), name)
