"""Commands of programs for the kit to talk to."""

import sys
from pathlib import Path

FAKE = Path(__file__).with_name("fake_program.py")

PATIENT = 600.0
"""Seconds for an answer that comes for certain, however busy the machine is."""

PATIENTLY = ("--timeout-per-answer", f"{PATIENT:g}")

ENGINE = (sys.executable, "-m", "referee", "conform", "serve")


def fake(way: str) -> tuple[str, ...]:
    """Return the command of a program that goes wrong in a way."""
    return (sys.executable, "-S", "-E", str(FAKE), way)


def faulty(fault: str, *without: str) -> tuple[str, ...]:
    """Return the command of the engine with a fault, and without some abilities."""
    return (sys.executable, "-m", "tests.conformance.faulty_engine", fault, *without)
