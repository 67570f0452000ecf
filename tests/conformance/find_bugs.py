"""Finds every bug of the second implementation: `scripts/find-bugs`, or some by name."""

import argparse
import sys
import time

from tests.conformance.hunt import ROUNDS, hunt
from tests.conformance.second.bugs import BUGS

HEADINGS = ("bug", "games", "kind", "rule", "round", "rounds", "events", "players", "seconds")
FORM = "{:<26}{:>6}  {:<9}{:<8}{:>7}{:>7}{:>7}{:>8}{:>8}\n"


def main(names: list[str]) -> int:
    """Print a line for each bug; return 1 if one was not found, or not in a short game."""
    missed = 0
    sys.stdout.write(FORM.format(*HEADINGS))
    for bug in names:
        begun = time.monotonic()
        found = hunt(bug)
        seconds = round(time.monotonic() - begun)
        if found is None:
            missed += 1
            sys.stdout.write(f"{bug:<26}never found; {seconds} seconds\n")
            continue
        shrunk = found.shrunk
        missed += shrunk.round > ROUNDS
        events = len(shrunk.game.events)
        blamed = shrunk.rules[0] if shrunk.rules else ""
        row = (found.games, shrunk.kind, blamed, found.first.round, shrunk.round, events)
        sys.stdout.write(FORM.format(bug, *row, shrunk.game.players, seconds))
        sys.stdout.flush()
    return min(missed, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser("find-bugs", description=__doc__)
    parser.add_argument("names", metavar="BUG", nargs="*", choices=[*BUGS, []], help="only these")
    sys.exit(main(parser.parse_args().names or list(BUGS)))
