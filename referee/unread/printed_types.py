"""The types that values without blanks are converted to."""

from typing import Annotated, Any, Literal, Union

import msgspec
from msgspec import inspect

_TUPLE: Any = tuple


_LITERAL: Any = Literal


_ANNOTATED: Any = Annotated


def type_of(kind: inspect.Type) -> Any:  # noqa: ANN401, PLR0911
    """Return the type that a value without blanks is converted to."""
    match kind:
        case inspect.Metadata(type=described):
            return type_of(described)
        case inspect.StructType(cls=cls):
            return cls
        case inspect.VarTupleType(item_type=item):
            return _TUPLE[type_of(item), ...]
        case inspect.TupleType(item_types=items):
            return _TUPLE[tuple(map(type_of, items))]
        case inspect.LiteralType(values=values):
            return _LITERAL[tuple(values)]
        case inspect.UnionType(types=types):
            return Union[tuple(map(type_of, types))]  # noqa: UP007
        case inspect.IntType(ge=least, le=most):
            return _ANNOTATED[int, msgspec.Meta(ge=least, le=most)]
        case inspect.StrType(pattern=pattern):
            return _ANNOTATED[str, msgspec.Meta(pattern=pattern)]
        case inspect.NoneType():
            return None
        case _:
            return bool
