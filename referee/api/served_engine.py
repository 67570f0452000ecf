"""The engine as a program that others can be held against."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from referee.api.sources import sets_of
from referee.conformance.engine_program import EngineProgram
from referee.game.component_set import ComponentSet
from referee.game.input_limits import BYTES_OF_A_REQUEST, SECONDS_FOR_AN_ANSWER


def serve_engine(
    requests: Iterable[bytes],
    *,
    version: str = "",
    components: ComponentSet | Path | str | None = None,
    answer_limit: float = SECONDS_FOR_AN_ANSWER,
) -> Iterator[bytes]:
    r"""Yield a line of JSON for each request of the protocol in docs/conformance.md.

    Ends after `quit`, or with the requests. `version` is what the engine says of itself. Turns that
    are not listed or counted after `answer_limit` seconds are answered with an error.

    >>> from referee.api.served_engine import serve_engine
    >>> list(serve_engine([b'{"do": "quit", "id": 1}']))
    [b'{"id":1}\n']
    """
    return EngineProgram(version, sets_of(components), answer_limit).lines(requests)


def request_lines(stream: BinaryIO) -> Iterator[bytes]:
    r"""Yield the lines of a stream, of one that is too long for a request only the beginning.

    >>> from io import BytesIO
    >>> from referee.api.served_engine import request_lines
    >>> list(request_lines(BytesIO(b'{"do": "hello", "id": 1}\n')))
    [b'{"do": "hello", "id": 1}\n']
    """
    most = BYTES_OF_A_REQUEST + 1
    while line := stream.readline(most):
        yield line
        while len(line) == most and not line.endswith(b"\n"):
            line = stream.readline(most)
