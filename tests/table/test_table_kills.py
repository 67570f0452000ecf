"""The server is killed at any moment, and no entry that it acknowledged is lost."""

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import httpx2 as httpx
import pytest

import referee

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("REFEREE_TABLE_KILLS", "3"))
"""Twenty for a long run; starting a server takes most of the time."""


def started(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "referee", "table", str(folder), "--no-browser"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603


def address_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().rsplit(" ", 1)[1].strip().rstrip("/")


def entered(process: "subprocess.Popen[str]", delay: float, number: int) -> list[str]:
    """Make entries until the server is killed, and return those that it acknowledged."""
    address = address_of(process)
    acknowledged: list[str] = []
    killer = threading.Timer(delay, process.kill)
    with httpx.Client(base_url=address, headers={"Origin": address}, timeout=60) as client:
        version = client.get("/api/games/game").json()["version"]
        while True:
            number += 1
            line = f"= blue 0?  # entry {number}"
            body = {"after": version, "what": "append", "line": line}
            try:
                answer = client.post("/api/games/game/changes", json=body)
            except httpx.TransportError:
                killer.join()
                return acknowledged
            assert answer.status_code == 200, answer.text
            version = answer.json()["version"]
            acknowledged.append(f"entry {number}")
            if len(acknowledged) == 1:
                # The clock runs while entries are made, so that it strikes in the middle of one.
                killer.start()


def test_no_acknowledged_entry_is_lost(tmp_path: Path) -> None:
    lot = random.Random(7)
    (tmp_path / "game.mgn").write_text("players blue, green\nsetup first-game\n", "utf-8")
    acknowledged: list[str] = []
    for kill in range(KILLS):
        with started(tmp_path) as process:
            acknowledged += entered(process, lot.uniform(0.0, 0.4), 1000 * kill)
            process.wait()
        record = referee.load(tmp_path / "game.mgn").record
        kept = [statement.comment for statement in record.statements]
        assert [entry for entry in acknowledged if entry not in kept] == []
    assert len(acknowledged) >= KILLS
