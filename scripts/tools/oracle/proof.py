"""Prove best turns a second time, with the model of the rules in Z3.

At every position the optimum of CP-SAT must be a legal turn for the model, the model must count it
as worth the same, and must find that no legal turn of any action is worth more. A position that is
not decided in time is counted as such and proves nothing.
"""

import time
from collections import Counter
from functools import partial
from random import Random
from typing import Literal

import click
from msgspec import Struct

import referee_model
from referee.core.state import State
from referee.core.turns import Turn
from referee.solve.horizons import worth
from referee_model.api import better_turn
from referee_model.best.objective import MEASURES, Objective
from referee_model.best.search import best_turn
from referee_model.best.spoken_turns import said
from referee_model.kinds import KINDS
from scripts.tools.oracle.best import table
from scripts.tools.seed_runs import SeedRun, over_seeds, results_of

Verdict = Literal["proved", "undecided", "refuted"]
SECONDS = 60.0


class SecondProof(Struct):
    """What the model said to the optimum of one position."""

    seed: int
    objective: str
    action: str
    verdict: Verdict
    why: str
    """What parted, if anything did."""
    seconds: float


def wanted(rng: Random) -> Objective:
    """Return an objective: mostly worth and margin, else another measure or a sum."""
    if rng.random() < 1 / 2:
        return Objective(((1, rng.choice(("net-worth", "margin"))),))
    if rng.random() < 1 / 2:
        return Objective(((1, rng.choice(MEASURES)),))
    return Objective(tuple((rng.choice((1, 2, 3)), name) for name in rng.sample(MEASURES, 2)))


def prove(seed: int, seconds: float = SECONDS) -> SecondProof:
    """Return whether the model confirms the optimum at the table of a seed."""
    started = time.monotonic()
    state, aim = table(seed), wanted(Random(seed))
    answer = best_turn(state, aim, optima_limit=0)
    turn = said(state, answer.turn)
    verdict, why = _judged(state, turn, aim, answer.value, seconds)
    for kind in KINDS.values():
        kind.forget()
    tag = str(answer.turn.__struct_config__.tag)
    return SecondProof(seed, str(aim), tag, verdict, why, time.monotonic() - started)


def _judged(
    state: State, turn: Turn, aim: Objective, value: int, seconds: float
) -> tuple[Verdict, str]:
    legal = referee_model.legal(state, turn)
    if legal.outcome != "yes":
        return _open_or_refuted(legal.outcome == "unknown", f"legality of {turn}: {legal}")
    counted = worth(referee_model.effect(state, turn), turn.seat, aim)
    if counted != value:
        return "refuted", f"{turn} comes to {counted}, not {value}"
    better = better_turn(state, aim.terms, value, seconds)
    if better == "no":
        return "proved", ""
    return _open_or_refuted(better == "unknown", f"more than {value} is {better} possible")


def _open_or_refuted(is_open: bool, why: str) -> tuple[Verdict, str]:  # noqa: FBT001
    return ("undecided" if is_open else "refuted"), why


@click.command(help=__doc__)
@over_seeds(positions=20)
@click.option("--seconds", default=SECONDS, show_default=True, help="For each position.")
def command(run: SeedRun, seconds: float) -> int:
    """Prove many optima and print how many stood."""
    proofs = results_of(run, partial(prove, seconds=seconds), SecondProof)
    verdicts = Counter(proof.verdict for proof in proofs)
    print(f"{len(proofs)} positions: {verdicts['proved']} optima proved twice, ", end="")
    print(f"{verdicts['undecided']} undecided, {verdicts['refuted']} refuted")
    actions = Counter(proof.action for proof in proofs if proof.verdict == "proved")
    print(f"proved by action: {dict(actions)}")
    times = sorted(proof.seconds for proof in proofs)
    print(f"{times[len(times) // 2]:.2f} s a position (median), {times[-1]:.1f} s at most")
    for proof in proofs:
        if proof.verdict == "refuted":
            print(f"  seed {proof.seed}, {proof.objective}: {proof.why}")
    return 1 if verdicts["refuted"] else 0
