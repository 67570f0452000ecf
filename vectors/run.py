"""Ask a program the requests of these files, and say where it answers otherwise.

    python3 vectors/run.py vectors/rules.jsonl vectors/games.jsonl -- ./mine --serve

It needs nothing but Python, and is short enough to be written again in another language.
"""

import json
import subprocess
import sys
from pathlib import Path

DIGITS = 16


def ask(request):
    """Send a request, and return the answer."""
    try:
        program.stdin.write(json.dumps(request).encode() + b"\n")
        program.stdin.flush()
        return json.loads(program.stdout.readline())
    except (OSError, ValueError) as error:
        sys.exit(f"no answer to {json.dumps(request)[:2000]}: {error}")


def digests_after(begun, turns):
    """Return the digests of the tables after each of these turns, every table once."""
    found = set()
    for turn in turns:
        ask(begun)
        ask({"id": 0, "do": "apply", "event": turn})
        found.add(ask({"id": 0, "do": "state", "want": "digest"})["digest"][:DIGITS])
    ask(begun)
    return sorted(found)


def same(given, expected):
    """Return whether what was answered is as expected; keys may be left out."""
    if isinstance(given, dict) and isinstance(expected, dict):
        return all(key in expected and same(given[key], expected[key]) for key in given)
    if isinstance(given, list) and isinstance(expected, list) and len(given) == len(expected):
        return all(map(same, given, expected))
    return type(given) is type(expected) and given == expected


def is_right(vector, given, begun):
    """Return whether an answer is as good as the one that is expected."""
    expected = vector["answer"]
    if "turns" in expected:
        return digests_after(begun, given["turns"]) == vector["digests_after"]
    if "digest" in expected:
        return len(given["digest"]) >= DIGITS and expected["digest"].startswith(given["digest"])
    if "legal" in expected:
        # Of several broken rules a program may name any.
        named, rules = given.get("rules", []), expected.get("rules", [])
        right_rule = len(rules) != 1 or not named or rules[0] in named
        return right_rule and given.get("legal", True) == expected["legal"]
    if "counts" in expected:
        return {**dict.fromkeys(expected["counts"], 0), **given["counts"]} == expected["counts"]
    return "error" not in expected and same(given, expected)


middle = sys.argv.index("--") if "--" in sys.argv else sys.exit(__doc__)
program = subprocess.Popen(sys.argv[middle + 1 :], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
known = [named["digest"] for named in ask({"id": 0, "do": "hello", "protocol": 2}).get("sets", [])]
right = wrong = unable = 0
for name in sys.argv[1:middle]:
    playing = False
    for line in Path(name).read_text("utf-8").splitlines():
        vector = json.loads(line)
        request = vector["request"]
        if request["do"] == "new":
            begun = request
            if request["components"]["digest"] not in known:
                file = Path(__file__).parent / "sets" / f"{request['components']['name']}.json"
                request = begun = {**request, "set": json.loads(file.read_text("utf-8"))}
        elif not playing:
            continue
        given = ask(request)
        is_able = "error" not in given
        playing = is_able or request["do"] not in {"new", "apply"}
        if not is_able and "error" not in vector["answer"]:
            unable += 1
        elif not is_able or is_right(vector, given, begun):
            right += 1
            if request["do"] == "apply":
                begun = {**begun, "events": [*begun["events"], request["event"]]}
        else:
            wrong += 1
            # Behind a wrong table nothing else can be right.
            playing = request["do"] not in {"new", "apply", "state"}
            print(f"{name}: {line[:2000]}\n  answered {json.dumps(given)[:2000]}")
print(f"{right} right, {wrong} wrong, {unable} that the program cannot do")
sys.exit(wrong > 0)
