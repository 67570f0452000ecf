"""Ask a program the requests of these files and say where it answers otherwise.

    python3 vectors/run.py vectors/rules.jsonl vectors/games.jsonl -- ./mine --serve

It needs nothing but Python. Written to be read, and to be copied into other languages.
"""

import json
import subprocess
import sys
from pathlib import Path

NEEDED = {
    ("state", "digest"): "digest",
    ("state", "state"): "state",
    ("legal", "count"): "count",
    ("legal", "turns"): "legal",
    ("check", None): "check",
    ("score", None): "score",
}
"""What a program must be able to do to be asked something; `new` and `apply` it always can."""


class Program:
    """A program that answers each line with a line, and the game that was begun with it."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.hello = self.ask({"do": "hello", "id": 0, "protocol": 2})
        self.new: dict = {}

    def ask(self, request: dict) -> dict:
        """Send a request, and return the answer."""
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or '{"error": "it ended"}')

    def begin(self, request: dict) -> dict:
        """Begin a game, with the whole set if the program does not have it."""
        named = request["components"]
        known = [each["digest"] for each in self.hello.get("sets", [])]
        if named["digest"] not in known:
            path = Path(__file__).with_name("sets") / f"{named['name']}.json"
            request = {**request, "set": json.loads(path.read_text("utf-8"))}
        self.new = request
        return self.ask(request)

    def can(self, request: dict) -> bool:
        """Return whether the program says that it can do this."""
        if request["do"] != "new":
            needed = NEEDED.get((request["do"], request.get("want")))
            return needed is None or needed in self.hello["abilities"]
        answers = self.hello.get("rulings", {})
        known = [each["digest"] for each in self.hello.get("sets", [])]
        has_set = self.hello.get("any_set") or request["components"]["digest"] in known
        rulings = request["rulings"].items()
        return has_set and all(answer in answers.get(ruling, []) for ruling, answer in rulings)

    def digests_after(self, turns: list) -> list:
        """Return the first digits of the digests after each of these turns, each table once."""
        found = set()
        for turn in turns:
            self.ask(self.new)
            self.ask({"do": "apply", "id": 0, "event": turn})
            found.add(self.ask({"do": "state", "id": 0, "want": "digest"})["digest"][:16])
        self.ask(self.new)
        return sorted(found)


def same(vector: dict, given: dict, program: Program) -> bool:
    """Return whether an answer is as good as the one that is expected."""
    expected = vector["answer"]
    if "error" in expected or "error" in given:
        return "error" in expected and "error" in given
    if "legal" in expected:
        rules, named = expected.get("rules", []), given.get("rules", [])
        # Where several rules are broken a program may stop at the first that it meets.
        right_rule = len(rules) != 1 or not named or rules[0] in named
        return given.get("legal", True) == expected["legal"] and right_rule
    if "digest" in expected:
        return len(given["digest"]) >= 16 and expected["digest"].startswith(given["digest"])
    if "state" in expected:
        return is_part(given["state"], expected["state"])
    if "counts" in expected:
        return all(given["counts"].get(a, 0) == n for a, n in expected["counts"].items())
    if "turns" in expected:
        return program.digests_after(given["turns"]) == vector["digests_after"]
    return is_part({key: given[key] for key in given if key != "id"}, expected)


def is_part(given: object, expected: object) -> bool:
    """Return whether everything that was given is as expected; keys may be left out."""
    if isinstance(given, dict) and isinstance(expected, dict):
        return all(key in expected and is_part(given[key], expected[key]) for key in given)
    if isinstance(given, list) and isinstance(expected, list) and len(given) == len(expected):
        return all(map(is_part, given, expected))
    return type(given) is type(expected) and given == expected


def main() -> int:
    """Run the files that are named before `--` against the command that is named behind it."""
    middle = sys.argv.index("--")
    program = Program(sys.argv[middle + 1 :])
    asked = skipped = failed = 0
    for name in sys.argv[1:middle]:
        playing = False
        for line in Path(name).read_text("utf-8").splitlines():
            vector = json.loads(line)
            request = vector["request"]
            begins = request["do"] == "new"
            if not (begins or playing) or not program.can(request):
                skipped += 1
                playing = playing and not begins
                continue
            given = program.begin(request) if begins else program.ask(request)
            asked += 1
            if right := same(vector, given, program):
                playing = True
            else:
                failed += 1
                # Behind a wrong table nothing else can be right.
                playing = request["do"] not in {"new", "apply", "state"}
                print(f"{name}: {json.dumps(vector)[:2000]}\n  answered: {json.dumps(given)[:2000]}")
            if right and request["do"] == "apply" and vector["answer"]["legal"]:
                program.new["events"] = [*program.new["events"], request["event"]]
    print(f"{asked} asked, {skipped} not asked, {failed} answered otherwise")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
