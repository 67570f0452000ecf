"""Fit the costs of slips anew, on records whose originals are known."""

from pathlib import Path

import click

from referee.repairs.costs import FILE, costs, costs_in
from scripts.tools.project import ROOT
from scripts.tools.repair.fitting import PRIOR, cases, first_share, fitted, weights_of, with_weights
from scripts.tools.repair.pairs import pairs_in

PAIRS = ROOT / "scripts" / "tools" / "repair" / "fitting-pairs.json"
"""In games that no test and no benchmark looks at."""


@click.command(short_help="The costs of slips in referee/repairs/costs.toml.")
@click.option(
    "--pairs",
    type=click.Path(exists=True, path_type=Path),
    default=PAIRS,
    help="A folder or file of records with and without slips.",
)
def command(pairs: Path) -> None:
    """Fit the costs of slips on pairs of records, and write them to referee/repairs/costs.toml.

    docs/repair.md tells how. It takes some minutes.
    """
    prior = costs_in(PRIOR)
    known = [*cases(pairs_in(pairs), costs())]
    weights = fitted(known, prior)
    before, after = (first_share(known, each) for each in (weights_of(prior), weights))
    FILE.write_text(with_weights(FILE.read_text("utf-8"), weights), "utf-8")
    click.echo(f"{len(known)} records that can be brought back; first: {before:.1%} -> {after:.1%}")
