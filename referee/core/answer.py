"""What every answer is: a frozen value whose encoding is what `--json` prints."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct, structs

_SCENE: Final = "_scene"

LONGEST_REPR: Final = 160
"""Characters of a representation: a line or two."""

LONGEST: Final = 400
"""Characters of data that a notebook shows at once; more can be unfolded."""


class Answer(Struct, frozen=True, kw_only=True, dict=True):
    """An answer of the referee, in rules, facts and numbers; the caller finds the words."""

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in structs.asdict(self).items())
        whole = f"{type(self).__name__}({values})"
        return whole if len(whole) <= LONGEST_REPR else f"{whole[: LONGEST_REPR - 4]}...)"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the plain data that its JSON stands for."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

    def to_json(self) -> str:
        """Return the answer as indented JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    @property
    def scene(self) -> Any:  # noqa: ANN401 - a `Scene`, which only those import who draw
        """What a picture of the answer shows, if there is one; copies of an answer have none."""
        made: Callable[[], object] | None = self.__dict__.get(_SCENE)
        return None if made is None else made()

    def _repr_html_(self) -> str:
        """Return the picture, if there is one, and a table of the facts."""
        from referee.templates import page  # noqa: PLC0415 - only a notebook asks

        scene = self.scene
        facts = [(name, *_fact(value)) for name, value in self.to_dict().items()]
        return page("notebook", facts=facts) if scene is None else str(scene.to_figure(facts=facts))


def _fact(value: object) -> tuple[str, str]:
    """Return how a fact is shown, and its text."""
    if isinstance(value, str):
        return "text", value
    import json  # noqa: PLC0415 - only a notebook asks

    text = json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, int | float):
        return "text", text
    if len(text) <= LONGEST:
        return "code", text
    return "long", json.dumps(value, ensure_ascii=False, indent=1)


A = TypeVar("A", bound=Answer)


def showing(answer: A, scene: Callable[[], object]) -> A:
    """Return the answer with what a picture of it shows, which is made when it is asked for."""
    answer.__dict__[_SCENE] = scene
    return answer
