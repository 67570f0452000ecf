"""Play seeded games and read them back from text, JSON and JSON lines, table for table.

Exits 1 at a difference.
"""

from random import Random
from time import perf_counter

import click

from referee.engine.dealer import draw_setting
from referee.engine.play import play
from referee.engine.policies import POLICIES
from referee.game.public import digest
from referee.game.set_reader import reference_set
from referee.notation.record import Record
from referee.transcript.abbreviation import record_of
from referee.transcript.completed_turn import Missing
from referee.transcript.judge import setting_of, walk
from referee.transcript.loader import FORMS, dump, load


def digests(record: Record) -> list[str]:
    """Return the digest of the table after every event of a record."""
    setting = setting_of(record.header, reference_set())
    if isinstance(setting, Missing):
        raise TypeError("the header leaves something open")
    return [digest(step.after) for step in walk(record, setting) if step.event is not None]


@click.command(help=__doc__)
@click.option("--games", default=500, show_default=True, help="How many games.")
def command(games: int) -> int:
    """Return 0 if every game comes back from every form with the same tables."""
    components = reference_set()
    events = 0
    start = perf_counter()
    for seed in range(games):
        rng = Random(seed)
        players = 2 + seed % 3
        setting = draw_setting(components, players, rng, first_game=seed % 5 == 0)
        game = [*play(setting, rng, (POLICIES["random"],) * players)]
        record = record_of(setting, [event for event, _ in game])
        expected = [digest(state) for _, state in game]
        data = dump(record, "text")
        for form in FORMS:
            data = dump(load(data, lambda _: components).record, form)
            if digests(load(data, lambda _: components).record) != expected:
                print(f"seed {seed}: {form} comes to other tables")
                return 1
        events += len(game)
    seconds = perf_counter() - start
    print(f"{games} games, {events} events, {len(FORMS)} forms: the same tables; {seconds:.0f} s")
    return 0
