"""`referee components`: shows, checks and starts component sets."""

import sys
from pathlib import Path

import click

import referee
from referee.cli.at_once import NO
from referee.cli.console import show, show_json
from referee.cli.group import examples
from referee.cli.parameters import FILES, OUTPUT, SET_FOLDER
from referee.cli.render.component_set import SECTIONS, section, unread_words, whole_set
from referee.cli.render.layout import said
from referee.cli.render.lessons import (
    accepted_page,
    advice_page,
    lessons_page,
    report_page,
    statement_list,
)
from referee.cli.sources import listed_files
from referee.i18n.page_words import copy_words
from referee.i18n.speech import say

# `referee components ask`: a conversation about what is printed on a copy -------------------------
QUIT = frozenset({"quit", "q", "exit"})
BACK = "back"


@click.command(epilog=examples("referee components ask my-copy"))
@click.argument("folder", metavar="DIR", type=SET_FOLDER)
def ask(folder: Path) -> None:
    """Ask for one thing after the other that is printed on the copy whose set is in DIR.

    The questions come in the order of the table in front of you. Every answer is written into the
    files at once, so that you can stop whenever you like and go on later; `back` takes the last
    answer back. Answers have the form that `components show` prints, such as
    `2 coffee + colleague -> 3 pounds`.
    """
    words = copy_words()
    progress = referee.copy_questions(folder)
    show(said(progress.says, "bold"), said(words.asking["how"], "dim"), "")
    left: set[str] = set()
    said_before: list[tuple[str, referee.CopyMoment]] = []
    where = ""
    while question := next((q for q in progress.questions if q.key not in left), None):
        _show(question, said_where=question.where == where)
        where = question.where
        answer = _answer()
        if answer is None or answer.casefold() in QUIT:
            show(said(words.say("asking", "stopped", says=progress.says, folder=str(folder))))
            return
        if answer.casefold() == BACK:
            if not said_before:
                show(said(words.asking["no-back"], "yellow"), "")
                continue
            key, moment = said_before.pop()
            left.discard(key)
            progress = referee.return_copy_to(folder, moment)
            where = ""
            show(said(words.asking["back"], "dim"), "")
            continue
        moment = referee.copy_moment(folder)
        if answer in {"", "?"}:
            left.add(question.key)
            said_before.append((question.key, moment))
            show(said(words.asking["left"], "dim"), "")
            continue
        try:
            progress = referee.answer_question(folder, question.key, answer)
        except referee.MisuseError as error:
            show(said(error.message, "yellow"), "")
            continue
        said_before.append((question.key, moment))
        show(said(progress.says, "green"), "")
    key = "rest" if left else "done"
    show(said(words.say("asking", key, n=len(left), folder=str(folder))))


def _show(question: referee.CopyQuestion, *, said_where: bool) -> None:
    """Show a question; where it is printed only if that is elsewhere than before."""
    words = copy_words()
    show(said(question.asks, "bold"))
    if not said_where:
        show(said(question.where, "dim"))
    show(said(words.say("asking", "form", form=question.form), "dim"))
    if question.known:
        known = words.say("asking", "known", known=", ".join(question.known))
        show(said(known, "dim"))


def _answer() -> str | None:
    """Return what was typed; None at the end of the input."""
    click.echo(copy_words().asking["prompt"], nl=False)
    line = sys.stdin.readline()
    return line.strip() if line else None


@click.group(
    epilog=examples(
        "referee components show --section map",
        "referee components new my-copy",
        "referee components check my-copy",
    ),
)
def components() -> None:
    """Show, check or start a component set: all that is printed on a copy of the game."""


@components.command(
    name="show",
    epilog=examples(
        "referee components show",
        "referee components show my-copy --section books",
        "referee components show --json",
    ),
)
@click.argument("folder", metavar="[DIR]", required=False, type=SET_FOLDER)
@click.option("--section", "part", type=click.Choice([*SECTIONS]))
@click.option("--json", "as_json", is_flag=True)
def show_set(folder: Path | None, part: str | None, *, as_json: bool) -> None:
    """Show the set in DIR, or the one that ships with the referee."""
    if part and as_json:
        raise click.UsageError(say("commands.components.json-prints-the-whole-set"))
    found = referee.load_components(folder)
    if as_json:
        show_json(referee.component_facts(found).to_dict())
    else:
        show(section(found, part) if part else whole_set(found))
        if note := unread_words(found):
            show(said(note, "yellow"))


@components.command(
    epilog=examples(
        "referee components check",
        "referee components check my-copy --statements",
        "referee components check my-copy --json",
    )
)
@click.argument("folder", metavar="[DIR]", required=False, type=SET_FOLDER)
@click.option("--statements", is_flag=True)
@click.option("--blanks", is_flag=True)
@click.option("--accept", is_flag=True)
@click.option("--games", "records", type=FILES, multiple=True)
@click.option("--json", "as_json", is_flag=True)
def check(
    folder: Path | None,
    records: tuple[Path, ...],
    *,
    statements: bool,
    blanks: bool,
    accept: bool,
    as_json: bool,
) -> None:
    """Check the set in DIR, or the one that ships with the referee."""
    if accept:
        _accept(folder, records, as_json=as_json)
        return
    report = referee.check_components(folder)
    if as_json:
        show_json(report.to_dict())
    else:
        if statements:
            show(statement_list(report))
        show(report_page(report, blanks=blanks))
    if report.findings:
        raise click.exceptions.Exit(NO)


def _accept(folder: Path | None, records: tuple[Path, ...], *, as_json: bool) -> None:
    """Keep a set as it is, and say which verdicts a correction changes."""
    if folder is None:
        raise click.UsageError(say("commands.components.accept-needs-a-folder"))
    accepted = referee.accept_copy(folder, records or None)
    if as_json:
        show_json(accepted.to_dict())
    else:
        show(accepted_page(accepted))


@components.command(epilog=examples("referee components new my-copy"))
@click.argument("folder", metavar="DIR", type=OUTPUT)
def new(folder: Path) -> None:
    """Start the set of a copy in DIR, a new or empty folder."""
    files = say("commands.components.files", n=len(referee.new_components(folder)))
    show(
        said(say("commands.components.now-has", folder=folder, files=files), "bold"),
        said(say("commands.components.put-in-place-of-each")),
        said(say("commands.components.referee-components-check-says-what", folder=folder)),
    )


@components.command(
    epilog=examples(
        "referee components learn my-copy first.mgn second.mgn",
        "referee components learn my-copy games/ --write",
    ),
)
@click.argument("folder", metavar="DIR", type=SET_FOLDER)
@click.argument("files", metavar="GAMES...", nargs=-1, required=True, type=FILES)
@click.option("--write", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def learn(folder: Path, files: tuple[Path, ...], *, write: bool, as_json: bool) -> None:
    """Say what may be printed where nothing was read in DIR, if GAMES are legal as recorded.

    GAMES are records or folders of them, taken as legal with their claims. Games that contradict
    each other or the set are named, with the fewest statements that do, and what was perhaps
    misread. Exits 0, or 1 after a contradiction.
    """
    games = listed_files(files)
    lessons = referee.learn_copy(folder, games, write=write)
    if as_json:
        show_json(lessons.to_dict())
    else:
        show(lessons_page(lessons))
    if lessons.contradiction:
        raise click.exceptions.Exit(NO)


components.add_command(ask)


@components.command(
    epilog=examples(
        "referee components advise my-copy",
        "referee components advise my-copy game.mgn",
    ),
)
@click.argument("folder", metavar="DIR", type=SET_FOLDER)
@click.argument("files", metavar="[GAME...]", nargs=-1, type=FILES)
@click.option("--json", "as_json", is_flag=True)
def advise(folder: Path, files: tuple[Path, ...], *, as_json: bool) -> None:
    """Say what to read next off the copy whose set is in DIR, where it is printed, and why."""
    games = listed_files(files) if files else ()
    found = referee.advise_copy(folder, games)
    if as_json:
        show_json(found.to_dict())
    else:
        show(advice_page(found))


@components.command(
    epilog=examples("referee components cells my-copy"),
)
@click.argument("folder", metavar="DIR", type=SET_FOLDER)
def cells(folder: Path) -> None:
    """Find areas for the map of the set in DIR that touch exactly where it has borders."""
    file = referee.make_cells(folder)
    show(said(say("commands.components.has-the-areas-of-the", file=file), "bold"))
