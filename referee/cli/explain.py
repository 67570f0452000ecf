"""`referee explain`: why a turn of a recorded game is illegal, and what would have been legal."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from referee.api.explanations import (
    Conflict,
    Editions,
    Explanation,
    ExplanationDetails,
    explanation_details,
    number_words,
    sentence,
)
from referee.api.games import At, load
from referee.api.verdicts import BrokenRule, said_facts
from referee.cli import options
from referee.cli.group import Reply, command
from referee.cli.interrupts import NO, UNDECIDED
from referee.cli.options import Choice, option, setting
from referee.cli.output import draw_into
from referee.cli.render.gaps import excluding_lines
from referee.cli.render.layout import (
    at_place,
    excerpt,
    one_line,
    part,
    phrase,
    place_line,
    rulings_line,
    text,
)
from referee.cli.render.table import marked_table
from referee.core.citations import EDITIONS, Edition
from referee.core.public import moment_words
from referee.core.rule import Rule
from referee.i18n import language
from referee.i18n.page_words import explaining, place_words
from referee.i18n.speech import named, one_by_one, say
from referee.rulebook import RULES

CODES = {"legal": 0, "illegal": NO, "wrong-note": NO, "undecided": UNDECIDED}


@command(
    "referee explain game.mgn",
    "referee explain game.mgn --at 3.2",
    "referee explain game.mgn --at 3.2 --edition en --json",
    "referee explain game.mgn --picture fault.svg",
)
@options.file
@options.at
@option("--edition", type=Choice((*EDITIONS, "all")), default=setting("edition"))
@options.rulings_of
@options.picture
@options.components
def explain(
    file: Path,
    at: At | None,
    edition: Editions | None,
    rulings_of: Edition | None,
    components: Path | None,
    *,
    picture: Path | None,
) -> Reply[Explanation]:
    """Tell why a turn is illegal: which rules contradict it, with the numbers."""
    game = load(file, components=components)
    if rulings_of is not None:
        game = game.with_rulings(rulings_of)
    found = explanation_details(game, at, edition)
    draw_into(picture, found.explanation)

    def page(explanation: Explanation) -> RenderableType:
        parts: list[RenderableType] = []
        parts += [] if rulings_of is None else [rulings_line(rulings_of)]
        parts.append(explanation_page(found))
        if at is None and rulings_of is None and explanation.outcome != "legal":
            parts += _meant(file, components)
        return Group(*parts)

    return Reply(found.explanation, page, CODES[found.explanation.outcome])


def _meant(file: Path, components: Path | None) -> list[RenderableType]:
    """Return what was probably meant, which is neither why it is illegal nor what is legal."""
    # A moment is explained without the search.
    from referee.cli.repair import slip_words  # noqa: PLC0415

    words = slip_words(file, components)
    if not words:
        return []
    title = phrase("commands.explain.probable-slip", "bold")
    return ["", title, text(f"  {words}")]


def explanation_page(told: ExplanationDetails) -> RenderableType:
    """Return everything that is to say about a statement of a record."""
    explanation, explained = told.explanation, told.explained
    parts = [*_place(told), ""]
    if explanation.outcome == "legal":
        words = "legal" if explained.step else "all_legal"
        return Group(*parts, phrase(f"explaining.phrases.{words}", "green"))
    if explanation.disagreement:
        parts += [
            phrase(
                "pages.explanation.own-fault", "bold red", disagreement=explanation.disagreement
            ),
            "",
        ]
    if explanation.conflict:
        return Group(*parts, *_conflict(told))
    step = explained.step
    if step is not None and step.missing is not None:
        words = step.missing.words()
        return Group(*parts, text(f"{words[:1].upper()}{words[1:]}."))
    parts += _reasons(told)
    parts += _correction(told)
    if told.is_of_a_player and explanation.shortfall is not None:
        title = explaining().shortfall["title"]
        parts.append(part(title, text(explanation.shortfall.words)))
    # An effect that gives nothing is not looked up.
    silent = {
        rule
        for core in told.faults
        for rule in core.because
        if not number_words(core.numbers, rule)
    }
    rules = [rule for rule in explained.rules if rule.id not in silent]
    parts.append(part(say("pages.explanation.citations"), _cited(rules, told.editions)))
    if step is not None and step.is_uncertain:
        parts.append(phrase("explaining.phrases.uncertain"))
    elif step is not None:
        colours = explained.game.colours
        table = marked_table(step.before, step.event, explained.marks, colours)
        parts.append(part(say("pages.explanation.the-table-before"), table))
    return Group(*parts)


def _conflict(told: ExplanationDetails) -> Iterator[RenderableType]:
    """Yield what excludes each other where the table itself is not certain."""
    yield phrase("explaining.phrases.conflict")
    for excluding in told.explanation.conflict:
        yield from excluding_lines(told.explanation.file, excluding)


def _place(told: ExplanationDetails) -> Iterator[RenderableType]:
    explanation, explained = told.explanation, told.explained
    step = explained.step
    if step is None:
        words = explanation.file
        if explanation.violations:
            words = named(words, say("pages.explanation.the-header"))
        yield one_line(text(words, "bold"))
        return
    at = step.statement.at
    moment = moment_words(step.before, explained.game.colours)
    yield place_line(at_place(explanation.file, at.line, at.column).append(moment))
    yield excerpt(explanation.statement or "", 1)[0]
    if explained.earlier is not None:
        line = explained.earlier.statement.at.line
        yield phrase("pages.explanation.broken-before", "dim", line=line)


def _reasons(told: ExplanationDetails) -> Iterator[RenderableType]:
    explained = told.explained
    if explained.why is None and told.explanation.outcome == "wrong-note":
        for violation in told.explanation.violations:
            yield part(say("explaining.phrases.noted"), _noted(violation))
        return
    if explained.why is None:
        yield part(say("explaining.phrases.one"), _broken(told.explanation.violations))
        return
    cores = explained.cores
    if cores.outcome == "unknown":
        yield part(
            say("explaining.phrases.one"),
            phrase("explaining.phrases.undecided", reason=cores.reason),
        )
    elif cores.found:
        faults = told.faults
        title = say("explaining.phrases.one")
        if len(faults) > 1:
            title = say("explaining.phrases.many", n=len(faults))
        spaced: list[RenderableType] = []
        for core in faults:
            spaced += ["", _contradicted(core, told)] if spaced else [_contradicted(core, told)]
        if not cores.complete:
            spaced += ["", phrase("explaining.phrases.more", "dim", reason=cores.reason)]
        yield part(title, *spaced)
    if explained.besides:
        words = say("explaining.phrases.besides", rules=", ".join(explained.besides))
        yield Padding(text(words, "dim"), (0, 0, 1, 2))


def _noted(violation: BrokenRule) -> RenderableType:
    facts = dict(said_facts(violation))
    grid = _contradiction()
    grid.add_row(text(""), phrase("explaining.phrases.claimed", "bold", **facts))
    grid.add_row(phrase("explaining.phrases.but", "italic"), text(""))
    grid.add_row(text(violation.rule, "bold"), text(language().holds(RULES[violation.rule])))
    grid.add_row(text(""), phrase("explaining.phrases.actual", **facts))
    return grid


def _broken(violations: Iterable[BrokenRule]) -> RenderableType:
    """Return rules that are broken, where the model was not asked why."""
    grid = _contradiction()
    for violation in violations:
        grid.add_row(text(""), text(sentence(violation.message), "bold"))
        grid.add_row(text(violation.rule, "bold"), text(language().holds(RULES[violation.rule])))
    return grid


def _contradicted(core: Conflict, about: ExplanationDetails) -> RenderableType:
    """Return one contradiction: what holds, and what that does not go with."""
    grid = _contradiction()
    explained = about.explained
    seen = [v for v in explained.seen if v.rule.id in core.rules]
    for violation in seen:
        words = sentence(language().message(violation, explained.game.called))
        grid.add_row(text(""), text(words, "bold"))
    if not seen:
        of = ", ".join(explaining().fields.get(field, field) for field in core.fields)
        words = say("explaining.phrases.said", of=of) if of else say("explaining.phrases.whatever")
        grid.add_row(text(""), text(words, "bold"))
    sentences_of = {rule: number_words(core.numbers, rule) for rule in core.because}
    for rule, sentences in sentences_of.items():
        for words in sentences:
            grid.add_row(text(rule, "bold"), text(words))
    if silent := [rule for rule, sentences in sentences_of.items() if not sentences]:
        grid.add_row(text(""), phrase("explaining.phrases.nothing", rules=", ".join(silent)))
    joint = say("explaining.phrases.but")
    for rule in core.rules:
        grid.add_row(text(joint, "italic"), text(""))
        grid.add_row(text(rule, "bold"), text(language().holds(RULES[rule])))
        joint = say("explaining.phrases.and")
    return grid


def _contradiction() -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, min_width=6)
    grid.add_column()
    return grid


def _correction(told: ExplanationDetails) -> Iterator[RenderableType]:
    words, correction = explaining().correction, told.explanation.correction
    if correction is None or told.explained.step is None:
        return
    if correction.outcome == "unknown":
        reason = say("explaining.phrases.undecided", reason=correction.reason or "")
        yield part(words["title"], text(reason))
    elif correction.statement is None:
        rules = ", ".join(correction.barred_by)
        yield part(words["title"], phrase("explaining.correction.none", rules=rules))
    else:
        yield part(
            words["title"],
            text(correction.statement, "green"),
            text(named(words["changes"], one_by_one(correction.words))),
        )


def _cited(rules: Iterable[Rule], editions: tuple[Edition, ...]) -> RenderableType:
    """Return where each edition says it; rules that stand in the same places share them."""
    places: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for rule in rules:
        told = (c for c in rule.citations if c.edition in editions)
        cited = tuple((str(c.edition), place_words(c)) for c in told)
        places.setdefault(cited, []).append(rule.id)
    groups: list[RenderableType] = []
    for cited, ids in places.items():
        by_edition: dict[str, list[str]] = {}
        for edition, place in cited:
            by_edition.setdefault(edition, []).append(place)
        grid = Table.grid(padding=(0, 2, 0, 0))
        for edition, found in by_edition.items():
            grid.add_row(text(edition, "dim"), text(one_by_one(found), "dim"))
        if not by_edition:
            grid.add_row(text("", "dim"), phrase("pages.explanation.not-in-edition", "dim"))
        groups += [text(", ".join(ids), "bold"), Padding(grid, (0, 0, 0, 2))]
    return Group(*groups)
