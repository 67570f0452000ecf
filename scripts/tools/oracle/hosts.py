"""A corpus over hosts with networks of their own, one of which is cut off in the middle."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

import click

from scripts.tools.campaign.hosts import Hosts
from scripts.tools.campaign.networks import Network, network, why_not
from scripts.tools.oracle.corpus import differences
from scripts.tools.oracle.corpus_games import write_corpus

SCHEDULER, CLIENT, FIRST_WORKER = range(3)

GIVEN_UP_AFTER = "10s"
"""A host that is not heard of for so long is gone; machines far from each other want more."""


@click.command()
@click.option("--workers", default=2, show_default=True, help="Hosts besides scheduler and client.")
@click.option("--games", default=500, show_default=True, help="How many.")
@click.option("--unplug", is_flag=True, help="Pull the cable of a worker when games are done.")
def command(workers: int, games: int, *, unplug: bool) -> int:
    """Judge a corpus over hosts in network namespaces, and hold it against one core."""
    if reason := why_not():
        print(f"left out: {reason}")
        return 0
    os.environ["DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL"] = GIVEN_UP_AFTER
    with TemporaryDirectory() as temporary, network(workers + FIRST_WORKER) as found:
        folder = Path(temporary)
        corpus, results = folder / "corpus.jsonl", folder / "results.jsonl"
        write_corpus(corpus, games)
        code = _run(found, folder, corpus, unplug=unplug)
        wrong = [*differences(results, corpus, games)]
    for each in wrong[:10]:
        print(each)
    print(f"{games:,} games, {workers} hosts of workers, {len(wrong)} differences, exit {code}")
    return int(bool(wrong))


def _run(found: Network, folder: Path, corpus: Path, *, unplug: bool) -> int:
    """Judge the corpus, and return how the client exits."""
    results = folder / "results.jsonl"
    with Hosts(folder, found.address(SCHEDULER), found.on(SCHEDULER)) as cluster:
        for host in range(FIRST_WORKER, found.hosts):
            cluster.add_worker(found.on(host), found.address(host))
        words = ["check", str(corpus), "--summary", "--cluster", cluster.address()]
        asked = [*found.on(CLIENT), sys.executable, "-m", "referee", *words]
        with subprocess.Popen(  # noqa: S603 - our own command
            [*asked, "--results", str(results)], stdout=subprocess.DEVNULL
        ) as client:
            while unplug and client.poll() is None:
                if results.exists() and results.stat().st_size:
                    found.unplug(FIRST_WORKER)
                    break
                sleep(0.05)
            return client.wait()
