"""Mappings, by which the logs of other programs are read."""

from referee.api.errors import MisuseError, UnreadableError
from referee.api.sources import Source, given
from referee.game.input_limits import BYTES_OF_A_MAPPING
from referee.game.messages.speech import named, one_by_one
from referee.notation.errors import UnreadableRecordError
from referee.transcript.foreign.form import Mapping, read_mapping

LONGEST = 2000
"""Characters of a message; a mapping can be wrong in very many places."""


def load_mapping(source: Source) -> Mapping:
    """Return the mapping in a file, a text, bytes or a stream; a `MisuseError` if there is none.

    >>> import referee
    >>> referee.load_mapping("games/foreign/mapping.toml").game
    'table'
    """
    try:
        read = given(source, BYTES_OF_A_MAPPING)
    except UnreadableError as error:
        words = one_by_one(problem.message for problem in error.problems)
        raise MisuseError(named(str(error.file), words), file=error.file) from error
    try:
        return read_mapping(read.data)
    except UnreadableRecordError as error:
        raise MisuseError(named(read.name, str(error))[:LONGEST], file=read.name) from error
