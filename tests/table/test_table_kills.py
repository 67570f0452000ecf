"""The server is killed at any moment, and no entry that it acknowledged is lost."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2 as httpx

import referee

KILLS = int(os.environ.get("REFEREE_TABLE_KILLS", "3"))
"""Twenty for a long run; starting a server takes most of the time."""


def started(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "referee", "table", str(folder), "--no-browser"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603


def address_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().rsplit(" ", 1)[1].strip().rstrip("/")


def test_no_acknowledged_entry_is_lost(tmp_path: Path) -> None:
    lot = random.Random(7)
    (tmp_path / "game.mgn").write_text("players blue, green\nsetup first-game\n", "utf-8")
    number = 0
    acknowledged: list[str] = []
    for _ in range(KILLS):
        process = started(tmp_path)
        try:
            address = address_of(process)
            end = time.monotonic() + lot.uniform(0.05, 0.6)
            with httpx.Client(base_url=address, headers={"Origin": address}, timeout=60) as client:
                version = client.get("/api/games/game").json()["version"]
                while time.monotonic() < end:
                    number += 1
                    line = f"= blue 0?  # entry {number}"
                    body = {"after": version, "what": "append", "line": line}
                    answer = client.post("/api/games/game/changes", json=body)
                    assert answer.status_code == 200, answer.text
                    version = answer.json()["version"]
                    acknowledged.append(f"entry {number}")
        finally:
            process.send_signal(signal.SIGKILL)
            with process:
                process.wait()
        record = referee.load(tmp_path / "game.mgn").record
        kept = [statement.comment for statement in record.statements]
        assert [entry for entry in acknowledged if entry not in kept] == []
    assert acknowledged
