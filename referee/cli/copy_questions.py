"""`referee components ask`: a conversation about what is printed on a copy."""

import sys
from pathlib import Path

import click

import referee
from referee.cli.console import show
from referee.cli.examples import examples
from referee.cli.parameters import SET_FOLDER
from referee.cli.render.layout import said
from referee.game.messages.copies import copy_words

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
