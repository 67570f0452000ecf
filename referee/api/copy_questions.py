"""Questions about a copy that is being read: one thing at a time, in the order of the table."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee.api.answer import Answer
from referee.api.errors import MisuseError, UnreadableError, UnwritableError
from referee.api.sources import unusable_set
from referee.components.scaffold import template_draft
from referee.copies.questions import (
    HEADER_TABLE,
    CopyQuestionFound,
    blanks_left,
    enough_for,
    open_questions,
    read_answer,
    read_borders,
)
from referee.copies.set_files import EntryChange, remove_entries, write_changes, write_header
from referee.copies.trials import refused_change
from referee.copies.versions import keep_version
from referee.durable import replace_file
from referee.game.compact_words import CompactFormError
from referee.game.ids import COMPANIES
from referee.game.messages.copies import copy_words
from referee.game.messages.speech import named, thing
from referee.game.set_drafts import ComponentSetError, SetDraft
from referee.game.set_reader import read_draft
from referee.game.set_tables import BLANK
from referee.unread.copy_reader import loose_ends

LONGEST_ANSWER: Final = 2000


class CopyQuestion(Answer, frozen=True, kw_only=True):
    """One thing to read off a copy."""

    key: str
    """What `answer_question` takes to tell this question from others."""
    asks: str
    where: str
    """Where it is printed."""
    form: str
    """What an answer may look like, in words."""
    known: tuple[str, ...]
    """What is known of it already."""
    blanks: int
    """How many question marks its answer fills."""


class CopyProgress(Answer, frozen=True, kw_only=True):
    """How far a copy has been read, and what is still to be asked."""

    folder: str
    read: int
    total: int
    enough_for: tuple[str, ...]
    """What can be judged with what was read, in words."""
    questions: tuple[CopyQuestion, ...]
    """In the order of the table in front of a reader."""
    bordered: int
    """Regions and bases of which all borders were told; they fill no question marks."""
    places: int
    """Regions and bases; 0 once the map is closed."""

    @property
    def says(self) -> str:
        """How far it is, in words."""
        words = copy_words()
        facts = {"read": self.read, "total": self.total}
        if self.enough_for:
            told = words.say("asking", "enough", **facts, enough=words.all_of(self.enough_for))
        else:
            told = words.say("asking", "progress", **facts)
        # Borders fill no question marks, so that nothing else would tell how far one is with them.
        if not self.questions or not self.questions[0].key.startswith("borders."):
            return told
        return words.say("asking", "borders", says=told, read=self.bordered, n=self.places)


class CopyMoment(Struct, frozen=True):
    """The files of a set as they were at a moment."""

    files: Mapping[str, bytes]


ANSWERS: tuple[type[Answer], ...] = (CopyQuestion, CopyProgress)


def copy_questions(folder: Path | str) -> CopyProgress:
    """Return what is still to be read off the copy whose set lies in a folder.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     progress = referee.copy_questions(f"{folder}/my-copy")
    >>> progress.read, progress.total, progress.questions[0].key
    (0, 550, 'set.name')
    """
    return _progress(Path(folder), _draft(Path(folder)))


def answer_question(folder: Path | str, key: str, text: str) -> CopyProgress:
    """Put the answer to a question into the files of a set, and return how far it is then.

    A `MisuseError` that says what is allowed if the answer makes no sense.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     progress = referee.answer_question(
    ...         f"{folder}/my-copy", "books.a01.book", "2 coffee + colleague -> 3 pounds"
    ...     )
    >>> progress.read
    2
    """
    path = Path(folder)
    draft = _draft(path)
    question = next((each for each in open_questions(draft) if each.key == key), None)
    words = copy_words()
    if question is None:
        raise MisuseError(words.say("asking", "no-question", asked=key[:60]))
    if len(text) > LONGEST_ANSWER:
        raise MisuseError(words.say("asking", "too-long", n=LONGEST_ANSWER))
    try:
        _write(path, draft, question, text)
    except CompactFormError as error:
        raise MisuseError(str(error)) from error
    except OSError as error:
        raise UnwritableError(
            named(str(path), thing(error.strerror or str(error))), file=str(path)
        ) from error
    return _progress(path, _draft(path))


def copy_moment(folder: Path | str) -> CopyMoment:
    """Return the files of a set as they are now, for `return_copy_to`.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     moment = referee.copy_moment(f"{folder}/my-copy")
    >>> "cards.toml" in moment.files
    True
    """
    path = Path(folder)
    try:
        files = {file.name: file.read_bytes() for file in sorted(path.glob("*.toml"))}
    except OSError as error:
        raise UnreadableError(
            named(str(path), thing(error.strerror or str(error))), file=str(path)
        ) from error
    return CopyMoment(files)


def return_copy_to(folder: Path | str, moment: CopyMoment) -> CopyProgress:
    """Take back what was answered since a moment, and return how far the copy has been read.

    >>> import referee, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = referee.new_components(f"{folder}/my-copy")
    ...     moment = referee.copy_moment(f"{folder}/my-copy")
    ...     answered = referee.answer_question(f"{folder}/my-copy", "tracks.A1.last", "12")
    ...     again = referee.return_copy_to(f"{folder}/my-copy", moment)
    >>> answered.read, again.read
    (1, 0)
    """
    path = Path(folder)
    try:
        for name, data in moment.files.items():
            if (path / name).read_bytes() != data:
                replace_file(path / name, data)
    except OSError as error:
        raise UnwritableError(
            named(str(path), thing(error.strerror or str(error))), file=str(path)
        ) from error
    return _progress(path, _draft(path))


def _draft(folder: Path) -> SetDraft:
    """Return what was read of a set; a `MisuseError` if something in it cannot be read."""
    draft = read_draft(folder)
    # What contradicts the rulebooks is told by `check`; it must not keep anybody from reading on.
    faults = [finding for finding in draft.findings if not finding.blank]
    faults += loose_ends(draft)
    if faults:
        error = ComponentSetError(draft.located(faults))
        raise MisuseError(unusable_set(folder, error), file=str(folder))
    return draft


def _write(folder: Path, draft: SetDraft, question: CopyQuestionFound, text: str) -> None:
    if question.table == HEADER_TABLE:
        if question.name == "name" and len(text.split()) != 1:
            raise CompactFormError("set-name", text)
        write_header(folder, {question.name: " ".join(text.split())})
        return
    # A game that was begun with the set as it is now must be readable with what it becomes.
    keep_version(folder)
    if question.form == "borders":
        changes, bordered = read_borders(question.entry, text, draft)
        _require_possible(draft, changes)
        _write_borders(folder, draft, changes, bordered)
    else:
        change = read_answer(question, text, draft)
        _require_possible(draft, (change,))
        write_changes(folder, [change])
    keep_version(folder)


def _require_possible(draft: SetDraft, changes: tuple[EntryChange, ...]) -> None:
    if problem := refused_change(draft, changes):
        raise MisuseError(problem)


def _write_borders(
    folder: Path, draft: SetDraft, changes: tuple[EntryChange, ...], bordered: tuple[str, ...]
) -> None:
    """Write borders; once all places are done, no others are left to be found."""
    write_changes(folder, changes, bordered)
    places = {*COMPANIES, *[str(row.get("id")) for row in draft.rows["regions"]]}
    if places <= {*bordered}:
        remove_entries(folder, "borders", lambda row: BLANK in row.get("between", ()))


def _progress(folder: Path, draft: SetDraft) -> CopyProgress:
    words = copy_words()
    left = blanks_left(draft)
    total = max(left, blanks_left(template_draft()))
    found = [*open_questions(draft)]
    places = [*COMPANIES, *draft.rows["regions"]]
    return CopyProgress(
        folder=str(folder),
        read=total - left,
        total=total,
        enough_for=tuple(words.asking[f"enough-{key}"] for key in enough_for(draft)),
        questions=tuple(_told(each, draft) for each in found),
        bordered=len(places) - sum(question.form == "borders" for question in found),
        places=len(places) if any(question.form == "borders" for question in found) else 0,
    )


def _told(question: CopyQuestionFound, draft: SetDraft) -> CopyQuestion:
    words = copy_words()
    name = f"{question.table}-{question.name}"
    where = words.printed.get(name, words.printed.get(question.table, ""))
    entry = _entry_words(question, draft)
    return CopyQuestion(
        key=question.key,
        asks=words.say("questions", name, entry=entry),
        where=where,
        form=words.forms[question.form],
        known=tuple(_known(question, draft)),
        blanks=question.blanks,
    )


def _entry_words(question: CopyQuestionFound, draft: SetDraft) -> str:
    """Return what a question is about, as one finds it on the table."""
    words = copy_words()
    if question.table == "book_spaces":
        # Nobody who looks at the board knows the ids of its spaces.
        row = draft.rows["book_spaces"][question.number]
        return words.say("asking", "book-space", row=row.get("row", 0), under=row.get("round", 0))
    return words.all_of([words.label(part) for part in question.entry.split("~")])


def _known(question: CopyQuestionFound, draft: SetDraft) -> list[str]:
    """Return the borders of a place that were told before."""
    if question.form != "borders":
        return []
    words = copy_words()
    found = []
    for row in draft.rows["borders"]:
        ends = row.get("between", ())
        if question.entry in ends and BLANK not in ends:
            [other] = [end for end in ends if end != question.entry]
            lines = words.label("single" if row.get("lines") == 1 else "double")
            found.append(f"{words.label(other)} {lines}")
    return found
