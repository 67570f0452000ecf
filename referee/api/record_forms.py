"""Records put into canonical form, into another form, and into files."""

from pathlib import Path
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import MisuseError, UnwritableError
from referee.api.games import Game, game_in
from referee.api.mappings import load_mapping
from referee.api.sources import Given, Source, given, sets_beside, sets_of, unreadable
from referee.durable import replace_file
from referee.game.component_set import ComponentSet
from referee.game.input_limits import BYTES_OF_A_LOG
from referee.game.messages.speech import say
from referee.notation.errors import UnreadableRecordError, listed
from referee.notation.headers import FindSet
from referee.notation.record import Record
from referee.notation.tongues import NotationLanguage
from referee.transcript.foreign.form import Mapping
from referee.transcript.foreign.translator import translated
from referee.transcript.loader import FORMS, Form, UnsayableError, form_of, written

__all__ = [
    "FORMS",
    "FORM_OF",
    "Form",
    "Formatted",
    "convert",
    "fmt",
    "write_file",
]

FORM_OF: Final[dict[str, Form]] = {".mgn": "text", ".json": "json", ".jsonl": "jsonl"}
"""By the ending of a file."""


TextLanguage = Literal["en"] | NotationLanguage

TEXT_LANGUAGES: Final[tuple[TextLanguage, ...]] = ("en", *get_args(NotationLanguage))
"""The languages in which the text of a record can be written."""


class Formatted(Struct, frozen=True):
    """A record as it was written, and in the canonical form of its notation."""

    file: str
    before: bytes
    after: bytes

    @property
    def is_canonical(self) -> bool:
        """Whether it was in canonical form already."""
        return self.before == self.after


def fmt(
    source: Source,
    *,
    components: ComponentSet | Path | str | None = None,
    lang: TextLanguage | None = None,
) -> Formatted:
    """Return a record in the canonical form of its notation; what it leaves unsaid stays unsaid.

    Its words stay in the language that its header names, or become those of `lang`.

    >>> import referee
    >>> referee.fmt("games/two-players.mgn").is_canonical
    True
    """
    read = given(source)
    record = game_in(read, components=components).record
    if lang is not None:
        record = _in_language(record, lang)
    sets = sets_beside(read.path, sets_of(components))
    return Formatted(read.name, read.data, _written(record, form_of(read.data), sets, read.name))


def _in_language(record: Record, lang: TextLanguage) -> Record:
    if lang not in TEXT_LANGUAGES:
        expected = ", ".join(TEXT_LANGUAGES)
        raise MisuseError(
            say("answers.record_forms.no-language", lang=f"{lang!r:.40}", expected=expected)
        )
    header = replace(record.header, lang=None if lang == "en" else lang)
    return replace(record, header=header)


def convert(
    source: Source | Game,
    form: Form,
    *,
    mapping: Mapping | Path | str | None = None,
    game: str | None = None,
    components: ComponentSet | Path | str | None = None,
) -> bytes:
    """Return a record as `text`, `json` or `jsonl`, with comments and turns that were taken back.

    With a `mapping` the source is a log of another program, of which `game` names one game.

    >>> import referee
    >>> referee.convert("games/two-players.mgn", "jsonl").decode()[:17]
    '{"format":"mgn-1"'
    """
    if form not in FORMS:
        raise MisuseError(
            say("answers.record_forms.is-no-form-of-a", form=f"{form!r:.40}", listed=listed(FORMS))
        )
    if isinstance(source, Game):
        return _written(source.record, form, lambda _: source.components)
    read = given(source) if mapping is None else given(source, BYTES_OF_A_LOG)
    record = _record(read, mapping, game, components)
    return _written(record, form, sets_beside(read.path, sets_of(components)), read.name)


def _record(
    read: Given,
    mapping: Mapping | Path | str | None,
    game: str | None,
    components: ComponentSet | Path | str | None,
) -> Record:
    if mapping is None:
        return game_in(read, components=components).record
    chosen = load_mapping(mapping) if isinstance(mapping, str | Path) else mapping
    return _translated(read, chosen, game)


def _translated(read: Given, mapping: Mapping, game: str | None) -> Record:
    """Return the one game of a log that is wanted."""
    try:
        games = {found.name: found for found in translated(read.data, mapping)}
    except UnreadableRecordError as error:
        raise unreadable(read.name, error.problems) from error
    if game is None and len(games) > 1:
        raise MisuseError(
            say("answers.record_forms.game-says-which", listed=listed(map(str, games))),
            file=read.name,
        )
    found = games.get(game) if game is not None else next(iter(games.values()))
    if found is None:
        message = say(
            "answers.record_forms.the-log-has-no-game",
            game=f"{game!r:.60}",
            listed=listed(map(str, games)),
        )
        raise MisuseError(message, file=read.name)
    if found.record is None:
        raise unreadable(read.name, found.problems)
    return found.record


def _written(record: Record, form: Form, sets: FindSet, file: str | None = None) -> bytes:
    """Return a record in a form from which the same is read; a `MisuseError` if it has none."""
    try:
        return written(record, form, sets)
    except UnsayableError as error:
        raise MisuseError(str(error), file=file) from error


def write_file(file: Path | str, data: bytes) -> None:
    """Replace a file by one that holds `data`, all of it or none; an `UnwritableError` if not.

    >>> import referee, tempfile
    >>> game = referee.load("games/two-players.mgn")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     referee.write_file(f"{folder}/game.mgn", game.to_text().encode())
    ...     referee.check(f"{folder}/game.mgn").verdict
    'legal'
    """
    try:
        replace_file(Path(file), data)
    except OSError as error:
        message = say("answers.record_forms.cannot-be-written", file=file, strerror=error.strerror)
        raise UnwritableError(message, file=str(file)) from error
