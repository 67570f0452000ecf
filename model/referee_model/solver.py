"""The only file that knows Z3.

Z3 has no type information; everything that crosses this file is a string, number or truth value.
"""

import importlib
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from msgspec import Struct

from referee.core.rule import Rule
from referee_model.relation import Relation, asserted, tagged
from referee_model.terms import Bit, Num, Truth, Whole, eq, no

OfZ3 = Any
"""An object of Z3, which has no type information."""

_z3: OfZ3 = importlib.import_module("z3")
"""Where a question is asked hundreds of times its C functions are called: the classes around them
hold every argument to its sort anew, which takes longer than many an answer."""

_NO, _UNKNOWN, _YES = -1, 0, 1
"""What Z3 answers, as its C functions do, and how they tell truth."""


class Room:
    """A part of Z3 that shares nothing with any other, and what is kept there."""

    def __init__(self) -> None:
        self._context = _z3.Context()
        # Python may throw away what belongs to one thread while another one is running.
        _z3.Z3_enable_concurrent_dec_ref(self._context.ref())
        self._sorts = {"Bool": _z3.BoolSort(self._context), "Int": _z3.IntSort(self._context)}
        self._tags: dict[str, OfZ3] = {}
        self._names: dict[int, str] = {}
        self.questions = 0
        """How many questions were put to Z3 here."""
        self.kept: dict[object, Any] = {}
        """Whatever knows provers of this room and is to be forgotten together with it."""

    def solver(self) -> OfZ3:
        """Return a new solver."""
        return _z3.SimpleSolver(self._context)

    def tag(self, name: str) -> OfZ3:
        """Return the truth value with this name."""
        if name not in self._tags:
            tag = self._tags[name] = _z3.Bool(name, self._context)
            self._names[tag.get_id()] = name
        return self._tags[name].ast

    def check(self, solver: OfZ3, tags: Sequence[object]) -> int:
        """Return whether all that a solver knows can hold together with some tags."""
        self.questions += 1
        assumed = (_z3.Ast * len(tags))(*tags)
        context, number = self._context.ref(), len(tags)
        answer: int = _z3.Z3_solver_check_assumptions(context, solver.solver, number, assumed)
        return answer

    def against(self, solver: OfZ3) -> frozenset[str]:
        """Return the names of the tags that stood against the last question to a solver."""
        # Z3 writes an expression as text with one printer for all threads, which mix their answers
        # in it; its number is read without it.
        context, core = self._context.ref(), solver.unsat_core()
        tags = (_z3.Z3_ast_vector_get(context, core.vector, at) for at in range(len(core)))
        return frozenset(self._names[_z3.Z3_get_ast_id(context, tag)] for tag in tags)

    def number(self, model: OfZ3, name: str) -> int:
        """Return the value of a number in a model, 0 if nothing depends on it."""
        found = self._interpretation(model, name, "Int")
        if found.value is None:
            return 0
        return int(_z3.Z3_get_numeral_string(self._context.ref(), found))

    def bit(self, model: OfZ3, name: str) -> bool:
        """Return whether something holds in a model; it does not if nothing depends on it."""
        found = self._interpretation(model, name, "Bool")
        if found.value is None:
            return False
        return bool(_z3.Z3_get_bool_value(self._context.ref(), found) == _YES)

    def _interpretation(self, model: OfZ3, name: str, sort: str) -> OfZ3:
        # What Z3 makes stays until the next thing is made, and longer is not needed here.
        context = self._context.ref()
        symbol = _z3.Z3_mk_string_symbol(context, name)
        declared = _z3.Z3_mk_func_decl(context, symbol, 0, None, self._sorts[sort].ast)
        return _z3.Z3_model_get_const_interp(context, model.model, declared)


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


MOST_WORK = 100_000_000
"""Steps of its own that the solver may take for one question before it says unknown: more than
twenty seconds. They are the same on every machine, and most questions take some thousand."""

JUDGING = {"core.minimize": True, "rlimit": MOST_WORK}
"""Fast when a turn is given, and cores without rules that do not belong to the conflict."""


def explaining(work: int) -> Mapping[str, object]:
    """Return options for many questions about one event: rough cores, which are quick."""
    return {"core.minimize": False, "rlimit": work}


LISTING = {"relevancy": 0, "arith.solver": 2, "rlimit": MOST_WORK}
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

    def others(self, terms: Iterable[Whole | Truth]) -> Iterator[Truth]:
        """Yield each way in which another solution could differ in these terms."""
        for term in terms:
            match term:
                case Num(text=text):
                    yield no(eq(term, self.number(text)))
                case Bit(text=text):
                    yield no(term) if self.bit(text) else term
                case _:
                    pass


class _FoundValues(Values):
    """The values of a solution that Z3 found, each read when it is first asked for."""

    def __init__(self, model: OfZ3, room: Room) -> None:
        super().__init__({})
        self._model = model
        self._room = room

    def number(self, name: str) -> int:
        if name not in self._known:
            self._known[name] = self._room.number(self._model, name)
        return self._known[name]

    def bit(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = int(self._room.bit(self._model, name))
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
        answer = self._room.check(self._solver, self._tags)
        if answer == _YES:
            return Solution("yes", _FoundValues(self._solver.model(), self._room))
        if answer == _NO:
            against = self._room.against(self._solver) if why else ()
            return Solution("no", core=frozenset(self._relation.rule_of[tag] for tag in against))
        return Solution("unknown", reason=self._solver.reason_unknown())

    def assume(self, tags: Iterable[str]) -> Solution:
        """Ask for a solution in which what these tags name holds, and of the rules no other."""
        if (against := self.conflict(tags)) is not None:
            return Solution("no", tags=against)
        return Solution("yes", _FoundValues(self._solver.model(), self._room))

    def conflict(self, tags: Iterable[str]) -> frozenset[str] | None:
        """Return which of these tags cannot hold together; None if what they name can hold."""
        # Of several solutions Z3 finds another one if the tags come in another order.
        answer = self._room.check(self._solver, [*map(self._room.tag, sorted(tags))])
        if answer == _YES:
            return None
        if answer == _NO:
            return self._room.against(self._solver)
        raise UndecidedError(self._solver.reason_unknown())

    def name(self, parts: Mapping[str, Truth]) -> None:
        """State each part under a tag of its own, so that it holds where the tag is assumed."""
        lines = (line for tag, holds in parts.items() for line in tagged(tag, holds))
        self._solver.from_string("\n".join(lines))
