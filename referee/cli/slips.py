"""What was probably meant, in one line, and the command that shows more."""

from pathlib import Path
from shlex import join

from referee.api.errors import UnreadableError
from referee.i18n.speech import say


def slip_words(file: Path, folder: Path | None) -> str | None:
    """Return the slip that probably explains all that is wrong in a file, if there is one."""
    if str(file) == "-":
        return None
    # Most games are legal, and whoever checks one does not wait until the search is imported.
    from referee.api.repairs import likely_slip  # noqa: PLC0415

    try:
        words = likely_slip(file, components=folder)
    except UnreadableError:
        # What cannot be read at all was told before.
        return None
    command = ["referee", "repair", str(file)]
    command += [] if folder is None else ["--components", str(folder)]
    return (
        None
        if words is None
        else say("commands.slips.shows-it", words=words, command=join(command))
    )
