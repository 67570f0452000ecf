"""What every answer is: a frozen value whose encoding is what `--json` prints."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from referee.api.scenes import Scene

_SCENE: Final = "_scene"


class Answer(Struct, frozen=True, kw_only=True, dict=True):
    """An answer of the referee, in rules, facts and numbers; whoever shows it finds the words."""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as the plain data that its JSON stands for."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain

    def to_json(self) -> str:
        """Return the answer as indented JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    @property
    def scene(self) -> "Scene | None":
        """What a picture of the answer shows, if there is one; copies of an answer have none."""
        made: Callable[[], Scene] | None = self.__dict__.get(_SCENE)
        return None if made is None else made()

    def _repr_svg_(self) -> str | None:
        scene = self.scene
        return None if scene is None else scene.to_svg()

    def _repr_html_(self) -> str:
        from referee.api.scenes import answer_html  # noqa: PLC0415 - only a notebook asks

        return answer_html(self)


A = TypeVar("A", bound=Answer)


def showing(answer: A, scene: "Callable[[], Scene]") -> A:
    """Return the answer with what a picture of it shows, which is made when it is asked for."""
    answer.__dict__[_SCENE] = scene
    return answer
