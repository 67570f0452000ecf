"""Why there is no answer: a small family of exceptions, each with a kind, a message and places."""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from itertools import chain
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Literal,
    NoReturn,
    ParamSpec,
    Self,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from referee.core.answer import Answer
from referee.core.problem import with_guess
from referee.i18n.speech import say
from referee.i18n.spoken import Said

if TYPE_CHECKING:
    from referee.api.verdicts import BrokenRule

P = ParamSpec("P")
R = TypeVar("R")

SHOWN: Final = 5
"""How many of its problems an error tells as text."""

ErrorKind = Literal[
    "file",
    "misuse",
    "illegal",
    "incomplete",
    "no-answer",
    "no-turn",
    "no-time",
    "not-found",
    "unwritable",
    "program",
    "interrupted",
    "fault",
]


class Trouble(Answer, frozen=True, kw_only=True):
    """One thing that is wrong with a file, and where it stands."""

    line: int | None = None
    column: int | None = None
    message: str
    guess: tuple[str, ...] = ()
    """What may have been meant."""
    excerpt: str = ""
    """The line it stands in."""

    @property
    def sentence(self) -> str:
        """The message, with the guess as a question."""
        return with_guess(self.message, self.guess)

    @property
    def placed(self) -> str:
        """The sentence behind the line and the column, as far as they are known."""
        place = (str(number) for number in (self.line, self.column) if number is not None)
        return ": ".join([*filter(None, [":".join(place)]), self.sentence])


class ErrorAnswer(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """What is said instead of an answer; `--json` prints it under `error`."""

    kind: ErrorKind
    message: str
    file: str | None = None
    problems: tuple[Trouble, ...] = ()


class RefereeError(Exception):
    """There is no answer; `kind`, `message` and `problems` say why."""

    kind: ClassVar[ErrorKind] = "fault"

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        problems: tuple[Trouble, ...] = (),
        report: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.problems = problems
        self.report = report
        """All that it takes to reproduce a bug in the referee."""

    def __str__(self) -> str:
        return "\n".join([self.message, *(f"  {each.placed}" for each in self.problems[:SHOWN])])

    @classmethod
    def of(cls, key: str, /, **facts: Said) -> Self:
        """Return the error that says a sentence."""
        return cls(say(key, **facts))

    def to_answer(self) -> ErrorAnswer:
        """Return the error as data."""
        return ErrorAnswer(
            kind=self.kind, message=self.message, file=self.file, problems=self.problems
        )


class UnreadableError(RefereeError):
    """What was given cannot be read, or is not what it should be."""

    kind = "file"


class ImpossibleTableError(UnreadableError):
    """A position that can be read, and at which no game can be."""


class UsageError(RefereeError):
    """The question makes no sense: an unknown id, a moment that a game does not have."""

    kind = "misuse"


def require(holds: bool, key: str, /, **facts: Said) -> None:  # noqa: FBT001
    """Raise a `UsageError` with a sentence unless something holds."""
    if not holds:
        raise UsageError.of(key, **facts)


class IllegalTurn(RefereeError):  # noqa: N818 - a move that the rules forbid is no fault
    """A turn or another event that was to be carried out breaks rules: `violations`."""

    kind: ClassVar[ErrorKind] = "illegal"

    def __init__(self, violations: "tuple[BrokenRule, ...]") -> None:
        super().__init__(
            "; ".join(f"{each.rule} {each.name}: {each.message}" for each in violations)
        )
        self.violations = violations

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.violations,)


class IncompleteTurn(RefereeError):  # noqa: N818
    """A turn that was to be carried out leaves something open, and the message says what."""

    kind: ClassVar[ErrorKind] = "incomplete"


class NoAnswerError(RefereeError):
    """The question makes sense and has no answer, or none within the limits that were given."""

    kind: ClassVar[ErrorKind] = "no-answer"


class NotFoundError(NoAnswerError):
    """Nothing was found that has all that was looked for."""

    kind = "not-found"


class NoLegalTurn(NoAnswerError):  # noqa: N818
    """No turn of the kind asked for is possible, which is an answer: no."""

    kind = "no-turn"


class TimeLimitExceeded(NoAnswerError):  # noqa: N818
    """The time was over before there was anything to tell."""

    kind = "no-time"


class UnknownValueError(NoAnswerError):
    """The answer depends on an unknown value of a copy."""

    value: str | None = None
    """Where the value stands in its set, such as `cards.coffee3.crate`, if it is a single one."""

    @classmethod
    def behind(cls, error: BaseException) -> "UnknownValueError | None":
        """Return what to say where an unknown value was needed; None for any other error."""
        if isinstance(error, UnknownValueError):
            return error
        if "referee.copies.runs" not in sys.modules:
            return None
        # Whoever plays with a set that is read does without all that.
        from referee.copies.runs import NotExploringError, NotReadError  # noqa: PLC0415
        from referee.copies.worlds import first_printed  # noqa: PLC0415
        from referee.i18n.page_words import copy_words  # noqa: PLC0415

        words = copy_words()
        advice = words.verdicts["advice"]
        if isinstance(error, NotExploringError):
            printed = first_printed(error.variable)
            subject = printed.subject
            refusal = cls(words.say("verdicts", "unread-value", subject=subject, advice=advice))
            refusal.value = printed.key
            return refusal
        if isinstance(error, NotReadError):
            return cls(words.say("verdicts", "unread-list", subject=error.subject, advice=advice))
        return None


class CompiledModulesError(NoAnswerError):
    """Compiled modules cannot judge a set with blanks; `referee.use_plain_modules` can be called.

    The command calls it by itself.
    """


class WriteError(RefereeError):
    """What was asked for cannot be written."""

    kind = "unwritable"


class ProgramError(RefereeError):
    """A program that was to be tested cannot be run or talked to."""

    kind = "program"


class InternalError(RefereeError):
    """The referee contradicts itself; `report` is all that it takes to see that again."""

    kind = "fault"


def public_function(question: Callable[P, R]) -> Callable[P, R]:
    """Return a question whose errors are of the public family.

    The unknown value of a copy which its answer depends on is named: it is answered without a
    guess, for the engine asks for a value only where it matters. What was not asked for as the
    annotations say is told once it has led to an error, so that right questions lose no time.
    """
    if inspect.isgeneratorfunction(question):

        @wraps(question)
        def listed(*args: Any, **kwargs: Any) -> Iterator[object]:  # noqa: ANN401 - any question's
            try:
                yield from question(*args, **kwargs)
            except RefereeError:
                raise
            except Exception as error:  # noqa: BLE001 - raised again
                _refuse(error, question, args, kwargs)

        return cast("Callable[P, R]", listed)

    @wraps(question)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return question(*args, **kwargs)
        except RefereeError:
            raise
        except Exception as error:  # noqa: BLE001 - raised again
            _refuse(error, question, args, kwargs)

    return asked


def public_methods(kind: type[R]) -> type[R]:
    """Return a class the errors of whose public methods and properties are of the family."""
    for name, member in [*vars(kind).items()]:
        if name.startswith("_") and name != "__init__":
            continue
        if inspect.isfunction(member):
            setattr(kind, name, public_function(member))
        elif isinstance(member, classmethod | staticmethod):
            setattr(kind, name, type(member)(public_function(member.__func__)))
        elif isinstance(member, property) and member.fget is not None:
            setattr(kind, name, property(public_function(member.fget), doc=member.__doc__))
    return kind


def _refuse(
    error: Exception,
    question: Callable[..., object],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> NoReturn:
    """Raise the public error for one that a question led to, if there is one."""
    if (refusal := UnknownValueError.behind(error)) is not None:
        raise refusal from error
    signature = inspect.signature(question)
    for name, value in signature.bind(*args, **kwargs).arguments.items():
        parameter = signature.parameters[name]
        several = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        kinds = () if several else _kinds(parameter.annotation)
        if kinds and not isinstance(value, kinds):
            expected = ", ".join(kind.__name__ for kind in kinds)
            facts = {"name": name, "found": type(value).__name__, "expected": expected}
            raise UsageError.of("answers.sources.wrong-type", **facts) from error
    raise error


def _kinds(annotation: Any) -> tuple[type, ...]:  # noqa: ANN401 - whatever may be annotated
    """Return the types of what an annotation allows; none if it does not tell."""
    if isinstance(annotation, UnionType) or get_origin(annotation) is Union:
        kinds = [_kinds(each) for each in get_args(annotation)]
        return tuple(chain.from_iterable(kinds)) if all(kinds) else ()
    if get_origin(annotation) is Literal:
        return tuple({type(value) for value in get_args(annotation)})
    kind = NoneType if annotation is None else get_origin(annotation) or annotation
    if not isinstance(kind, type) or kind is inspect.Parameter.empty:
        return ()
    return (int, float) if kind is float else (kind,)
