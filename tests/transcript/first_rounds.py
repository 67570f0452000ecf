"""Records of a first game up to its first round, and the rules that are broken behind it."""

from referee.records.judgement import Judgement
from tests.transcript.games import OPENING

SETUP = (
    OPENING
    + """\
blue tile S01
green tile S02
blue rest banana2 cotton2 clerk2
green rest coffee1 banana1 clerk1
blue bonus
green bonus
"""
)

ROUND = (
    SETUP
    + """\
round 1
blue plan coffee2 exp2 clerk1
green plan cotton2 clerk2 exp2
"""
)


def broken(verdict: Judgement) -> list[str]:
    return [violation.rule.id for violation in verdict.faults[0].violations]
