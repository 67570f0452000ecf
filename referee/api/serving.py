"""The engine as a program that others can be held against."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.api.sources import sets_of
from referee.conformance.serving import EngineProgram
from referee.game.component_set import ComponentSet


def serve_engine(
    requests: Iterable[bytes],
    *,
    version: str = "",
    components: ComponentSet | Path | str | None = None,
) -> Iterator[bytes]:
    r"""Yield a line of JSON for each request of the protocol in docs/conformance.md.

    Ends after `quit`, or with the requests. `version` is what the engine says of itself.

    >>> from referee.api.serving import serve_engine
    >>> list(serve_engine([b'{"do": "quit", "id": 1}']))
    [b'{"id":1}\n']
    """
    return EngineProgram(version, sets_of(components)).lines(requests)
