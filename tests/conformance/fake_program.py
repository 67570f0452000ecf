"""Programs that go wrong in one way each, with nothing of the referee in them: `FILE WAY`."""

import json
import os
import sys
import time
from collections.abc import Callable

HELLO = {"protocol": 2, "name": "fake", "version": "1", "any_set": True}


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(answer: object) -> None:
    write(json.dumps(answer).encode() + b"\n")


def close() -> None:
    os.close(1)
    time.sleep(600)


def stop_halfway() -> None:
    write(b'{"id":')
    time.sleep(600)


def flood() -> None:
    while True:
        write(b"x" * 65536)


SPOILT: dict[str, Callable[[], object]] = {
    "gone": lambda: os._exit(3),
    "killed": lambda: os.kill(os.getpid(), 9),
    "closed": close,
    "silent": lambda: time.sleep(600),
    "half a line": stop_halfway,
    "flood": flood,
    "twice": lambda: write(2 * (json.dumps({"id": 1, **HELLO}).encode() + b"\n")),
    "junk": lambda: write(b"hello to you\n"),
    "not text": lambda: write(b'{"id":1,"name":"\xff"}\n'),
    "deep": lambda: write(b"[" * 100_000 + b"\n"),
    "a list": lambda: say([1, 2]),
    "other id": lambda: say({"id": 77, **HELLO}),
    "no name": lambda: say({"id": 1, "protocol": 2}),
    "a number for a name": lambda: say({"id": 1, **HELLO, "name": 7}),
    "another protocol": lambda: say({"id": 1, **HELLO, "protocol": 3}),
    "unable": lambda: say({"id": 1, "error": "not today"}),
}
"""What is done at `hello` in place of an answer."""


ODD = {
    "odd surrogate": r'"\ud800"',
    "odd surrogate key": r'{"\udfff\u0007":1}',
    "odd float": "1e999",
    "odd small float": "-0.0",
    "odd digits": "9" * 6000,
    "odd depth": "[" * 900 + "]" * 900,
    "odd depth of objects": '{"a":' * 900 + "1" + "}" * 900,
    "odd controls": r'"\u001b[31m\u0000\n"',
    "odd length": '"' + "z" * 1_000_000 + '"',
}
"""Values that are JSON, or nearly, and that nobody expects."""


def greet(way: str, number: int) -> None:
    abilities = ["state"] if way in {"lies", "crashes later", *ODD} else ["final-score"]
    if way == "newer":
        say({"id": number, **HELLO, "abilities": [*abilities, "sing"], "colour": "green"})
    elif way in SPOILT:
        SPOILT[way]()
    else:
        say({"id": number, **HELLO, "abilities": abilities})


def main(way: str) -> None:
    """Answer as if every event were fine and nothing ever happened."""
    if way == "complains":
        sys.stderr.write("y" * 1_000_000 + "\nthe end of a long complaint\n")
        sys.stderr.flush()
    for line in sys.stdin:
        request = json.loads(line)
        number = request["id"]
        match request["do"]:
            case "hello":
                greet(way, number)
            case "state" if way == "crashes later":
                sys.stderr.write("cannot go on\n")
                sys.exit(5)
            case "state" if way.startswith("odd "):
                write(b'{"id":%d,"state":{"round":%s}}\n' % (number, ODD[way].encode()))
            case "state":
                say({"id": number, "state": {"phase": "over"}})
            case "score":
                say({"id": number, "scores": [{"total": 0}] * 4})
            case "quit" if way == "stays":
                say({"id": number})
                time.sleep(600)
            case "quit":
                say({"id": number})
                sys.exit(9 if way == "ends badly" else 0)
            case _:
                say({"id": number})


if __name__ == "__main__":
    main(sys.argv[1])
