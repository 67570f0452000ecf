"""The only file that knows Z3.

Z3 has no type information; everything that crosses this file is a string, number or truth value.
"""

import importlib
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, Protocol

from msgspec import Struct

from model.relation import Relation, asserted, tagged
from model.terms import Bit, Truth
from referee.game.rule import Rule


class _Answer(Protocol):
    """Z3's sat, unsat or unknown."""


class _Value(Protocol):
    def as_long(self) -> int: ...


class _Declaration(Protocol):
    def name(self) -> str: ...


class _Declared(Protocol):
    def decl(self) -> _Declaration: ...


class _Model(Protocol):
    def get_interp(self, declared: object, /) -> _Value | None: ...


class _Solver(Protocol):
    def set(self, name: str, value: object, /) -> None: ...
    def from_string(self, script: str, /) -> None: ...
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def check(self, *tags: object) -> _Answer: ...
    def model(self) -> _Model: ...
    def unsat_core(self) -> Iterable[_Declared]: ...
    def reason_unknown(self) -> str: ...


class _Context(Protocol):
    def ref(self) -> object: ...


class _Z3(Protocol):
    sat: _Answer
    unsat: _Answer

    def Context(self) -> _Context: ...  # noqa: N802
    def SimpleSolver(self, context: _Context, /) -> _Solver: ...  # noqa: N802
    def Bool(self, name: str, context: _Context, /) -> _Declared: ...  # noqa: N802
    def Int(self, name: str, context: _Context, /) -> _Declared: ...  # noqa: N802
    def is_true(self, value: object, /) -> bool: ...
    def Z3_enable_concurrent_dec_ref(self, context: object, /) -> None: ...  # noqa: N802


_z3: _Z3 = importlib.import_module("z3")


class Room:
    """A part of Z3 that shares nothing with any other, and what is kept there."""

    def __init__(self) -> None:
        self._context = _z3.Context()
        # Python may throw away what belongs to one thread while another one is running.
        _z3.Z3_enable_concurrent_dec_ref(self._context.ref())
        self._tags: dict[str, _Declared] = {}
        self._declared: dict[tuple[str, str], object] = {}
        self.kept: dict[object, Any] = {}
        """Whatever knows provers of this room and is to be forgotten together with it."""

    def solver(self) -> _Solver:
        """Return a new solver."""
        return _z3.SimpleSolver(self._context)

    def tag(self, name: str) -> _Declared:
        """Return the truth value with this name."""
        if name not in self._tags:
            self._tags[name] = _z3.Bool(name, self._context)
        return self._tags[name]

    def declared(self, name: str, sort: Literal["Int", "Bool"]) -> object:
        """Return the declaration of a variable."""
        if (name, sort) not in self._declared:
            made = _z3.Int(name, self._context) if sort == "Int" else self.tag(name)
            self._declared[name, sort] = made.decl()
        return self._declared[name, sort]


class _OfThread(threading.local):
    """The room of a thread, because nothing in Z3 may be shared between threads."""

    def __init__(self) -> None:
        self.room = Room()


_HERE = _OfThread()


def room() -> Room:
    """Return the room of the thread that asks; what is made in it is for this thread only."""
    return _HERE.room


@contextmanager
def new_room() -> Iterator[None]:
    """Ask in a new room meanwhile, so that the answer does not depend on what was asked before."""
    before, _HERE.room = _HERE.room, Room()
    try:
        yield
    finally:
        # What is kept knows the room. Both would wait for Python to look for such circles, which it
        # seldom does, since it does not see the memory that Z3 takes.
        _HERE.room.kept.clear()
        _HERE.room = before


PATIENCE_MS = 20_000
"""How long the solver may think about one question before it says unknown."""

JUDGING = {"core.minimize": True, "timeout": PATIENCE_MS}
"""Fast when a turn is given, and cores without rules that do not belong to the conflict."""


def explaining(patience_ms: int) -> Mapping[str, object]:
    """Return options for many questions about one event: rough cores, which are quick."""
    return {"core.minimize": False, "timeout": patience_ms}


LISTING = {"relevancy": 0, "arith.solver": 2, "timeout": PATIENCE_MS}
"""Fast when one solution after the other is asked for."""

Satisfiability = Literal["yes", "no", "unknown"]


class Values:
    """The values that a solution gives to the variables; those that nothing depends on are 0."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self._known = dict(known)

    def number(self, name: str) -> int:
        """Return the value of a number."""
        return self._known.get(name, 0)

    def bit(self, name: str) -> bool:
        """Return a truth value."""
        return bool(self._known.get(name, 0))


class _FoundValues(Values):
    """The values of a solution that Z3 found, each read when it is first asked for."""

    def __init__(self, model: _Model, room: Room) -> None:
        super().__init__({})
        self._model = model
        self._room = room

    def number(self, name: str) -> int:
        if name not in self._known:
            value = self._model.get_interp(self._room.declared(name, "Int"))
            self._known[name] = 0 if value is None else value.as_long()
        return self._known[name]

    def bit(self, name: str) -> bool:
        if name not in self._known:
            value = self._model.get_interp(self._room.declared(name, "Bool"))
            self._known[name] = int(value is not None and _z3.is_true(value))
        return bool(self._known[name])


class Solution(Struct, frozen=True):
    """Whether there is a solution; its values, or the rules that stand against it."""

    outcome: Satisfiability
    values: Values | None = None
    core: frozenset[Rule] = frozenset()
    reason: str = ""
    tags: frozenset[str] = frozenset()
    """Of what was assumed by name, that which stands against a solution."""


class UndecidedError(Exception):
    """The solver gave up; nothing follows from that."""


class Prover:
    """A relation in the solver, which can be asked about one turn after the other."""

    def __init__(self, relation: Relation, options: Mapping[str, object] = JUDGING) -> None:
        self._relation = relation
        self._loaded = 0
        self._room = room()
        self._solver = self._room.solver()
        for name, value in options.items():
            self._solver.set(name, value)
        # It would take Ctrl-C for the end of its time, and nobody else would hear of it.
        self._solver.set("ctrl_c", False)  # noqa: FBT003 - Z3 has it so
        self.learn()

    def learn(self) -> None:
        """Take over what was stated in the relation since the last time."""
        scripts = self._relation.scripts()
        for script in scripts[self._loaded :]:
            self._solver.from_string(script)
        self._loaded = len(scripts)
        self._tags = [self._room.tag(name) for name in self._relation.rule_of]

    def push(self) -> None:
        """Keep what is known now, to return to it."""
        self._solver.push()

    def pop(self) -> None:
        """Forget what was told since the last push."""
        self._solver.pop()

    def tell(self, given: Iterable[Truth]) -> None:
        """State that all of `given` hold."""
        if script := "\n".join(asserted(given)):
            self._solver.from_string(script)

    def ask(self, given: Iterable[Truth] = (), *, why: bool = False) -> Solution:
        """Ask for a solution in which all of `given` hold, and if there is none perhaps why."""
        self.push()
        try:
            self.tell(given)
            return self.look(why=why)
        finally:
            self.pop()

    def keep_all_rules(self) -> None:
        """State all rules for good: quicker, but no answer will come with a core."""
        self.tell(Bit(name) for name in self._relation.rule_of)
        self._tags = []

    def look(self, *, why: bool = False) -> Solution:
        """Ask for a solution to everything that is known, and if there is none perhaps why."""
        answer = self._solver.check(*self._tags)
        if answer == _z3.sat:
            return Solution("yes", _FoundValues(self._solver.model(), self._room))
        if answer == _z3.unsat:
            return Solution("no", core=self._core() if why else frozenset())
        return Solution("unknown", reason=self._solver.reason_unknown())

    def assume(self, tags: Iterable[str]) -> Solution:
        """Ask for a solution in which what these tags name holds, and of the rules no other."""
        if (against := self.conflict(tags)) is not None:
            return Solution("no", tags=against)
        return Solution("yes", _FoundValues(self._solver.model(), self._room))

    def conflict(self, tags: Iterable[str]) -> frozenset[str] | None:
        """Return which of these tags cannot hold together; None if what they name can hold."""
        # Of several solutions Z3 finds another one if the tags come in another order.
        answer = self._solver.check(*map(self._room.tag, sorted(tags)))
        if answer == _z3.sat:
            return None
        if answer == _z3.unsat:
            return self._against()
        raise UndecidedError(self._solver.reason_unknown())

    def name(self, parts: Mapping[str, Truth]) -> None:
        """State each part under a tag of its own, so that it holds where the tag is assumed."""
        lines = (line for tag, holds in parts.items() for line in tagged(tag, holds))
        self._solver.from_string("\n".join(lines))

    def _core(self) -> frozenset[Rule]:
        rules = self._relation.rule_of
        return frozenset(rules[name] for name in self._against())

    def _against(self) -> frozenset[str]:
        """Return the names of the tags that stood against the last question."""
        # Z3 writes an expression as text with one printer for all threads, which mix their answers
        # in it; the name of a declaration is read without it.
        return frozenset(tag.decl().name() for tag in self._solver.unsat_core())
