"""Why something is illegal, for people: a short contradiction, and the two answers beside it."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from model.explain import Core, Correction, CostPart, NumberGiven, Shortfall
from model.kinds import OF_CHANCE
from referee.cli.explaining import Explained
from referee.cli.render.changes import changes
from referee.cli.render.layout import part, said
from referee.cli.render.marked_table import marked_table
from referee.cli.render.problems import excerpt, one_line, place_words
from referee.cli.render.table import moment_words
from referee.game.citations import Edition
from referee.game.messages import language
from referee.game.messages.explaining import explaining
from referee.game.rule import Rule, Violation
from referee.game.rulebook import RULES
from referee.transcript.record import Record
from referee.transcript.saying import statement_of
from referee.transcript.writing import line_of


def explanation_page(explained: Explained, editions: tuple[Edition, ...]) -> RenderableType:
    """Return everything that is to say about a statement of a record."""
    parts = [*_place(explained), ""]
    if explained.outcome == "legal":
        words = "legal" if explained.step else "all_legal"
        return Group(*parts, said(explaining().phrases[words], "green"))
    if explained.disagreement:
        parts += [
            said(f"This is a fault of the referee: {explained.disagreement}.", "bold red"),
            "",
        ]
    step = explained.step
    if step is not None and step.missing is not None:
        words = step.missing.words()
        return Group(*parts, said(f"{words[:1].upper()}{words[1:]}."))
    parts += _reasons(explained)
    if explained.why is not None:
        parts += _correction(explained, explained.why.correction)
        if step is not None and not isinstance(step.event, OF_CHANCE):
            parts += _shortfall(explained.why.shortfall)
    parts.append(part("Where the rulebooks say it", _cited(_told_rules(explained), editions)))
    if step is not None:
        table = marked_table(step, explained.marks, explained.colours)
        parts.append(part("The table before", table))
    return Group(*parts)


def _place(explained: Explained) -> Iterator[RenderableType]:
    step = explained.step
    if step is None:
        what = "the header" if explained.violations else ""
        yield one_line(said(f"{explained.file}{': ' * bool(what)}{what}", "bold"))
        return
    at = step.statement.at
    where = place_words(explained.file, at.line, at.column)
    moment = moment_words(step.before, explained.colours)
    yield one_line(said(f"{where}: ", "bold").append(moment))
    yield excerpt(line_of(step.statement, explained.colours), 1)[0]
    if explained.earlier is not None:
        line = explained.earlier.statement.at.line
        yield said(f"  line {line} broke a rule before; this is judged as if play went on", "dim")


# Reasons -----------------------------------------------------------------------------------------


def _reasons(explained: Explained) -> Iterator[RenderableType]:
    phrases = explaining().phrases
    if explained.why is None:
        for violation in explained.violations:
            yield part(phrases["noted"], _noted(violation))
        return
    cores = explained.cores
    if cores.outcome == "unknown":
        yield part(phrases["one"], said(phrases["undecided"].format(reason=cores.reason)))
    elif cores.found:
        faults = explained.faults
        title = phrases["one"] if len(faults) == 1 else phrases["many"]
        told = [_told(core, explained) for core in faults]
        spaced: list[RenderableType] = []
        for contradiction in told:
            spaced += ["", contradiction] if spaced else [contradiction]
        if not cores.complete:
            spaced += ["", said(phrases["more"].format(reason=cores.reason), "dim")]
        yield part(title.format(n=len(faults)), *spaced)
    if explained.besides:
        words = phrases["besides"].format(rules=", ".join(explained.besides))
        yield Padding(said(words, "dim"), (0, 0, 1, 2))


def _noted(violation: Violation) -> RenderableType:
    phrases = explaining().phrases
    facts = {name: str(fact) for name, fact in violation.facts.items()}
    grid = _contradiction()
    grid.add_row(said(""), said(phrases["claimed"].format(**facts), "bold"))
    grid.add_row(said(phrases["but"], "italic"), said(""))
    grid.add_row(said(violation.rule.id, "bold"), said(language().holds(violation.rule)))
    grid.add_row(said(""), said(phrases["actual"].format(**facts)))
    return grid


def _told(core: Core, explained: Explained) -> RenderableType:
    """Return one core as a contradiction: what holds, and what that does not go with."""
    grid = _contradiction()
    seen = [v for v in explained.seen if v.rule.id in core.rules]
    phrases = explaining().phrases
    for violation in seen:
        grid.add_row(said(""), said(_seen(violation, explained), "bold"))
    if not seen:
        of = ", ".join(explaining().fields.get(field, field) for field in core.fields)
        words = phrases["said"].format(of=of) if of else phrases["whatever"]
        grid.add_row(said(""), said(words, "bold"))
    told = {rule: number_words(core, rule) for rule in sorted(core.because)}
    for rule, sentences in told.items():
        for words in sentences:
            grid.add_row(said(rule, "bold"), said(words))
    if silent := [rule for rule, sentences in told.items() if not sentences]:
        grid.add_row(said(""), said(phrases["nothing"].format(rules=", ".join(silent))))
    joint = phrases["but"]
    for rule in sorted(core.rules):
        grid.add_row(said(joint, "italic"), said(""))
        grid.add_row(said(rule, "bold"), said(language().holds(RULES[rule])))
        joint = phrases["and"]
    return grid


def number_words(core: Core, rule: str) -> list[str]:
    """Return what an effect rule of a core gives here; nothing where all of that is nothing."""
    numbers = [number for number in core.numbers if number.rule == rule]
    if not numbers:
        return [language().holds(RULES[rule])]
    told = [_with_parts(number) for number in numbers if number.value]
    told = told or [explaining().number(n.rule, n.name, 0) for n in numbers]
    return [_sentence(words) for words in told if words]


def _with_parts(number: NumberGiven) -> str | None:
    """Return what is said of a number, and what it is the sum of if it is one."""
    words = explaining().number(number.rule, number.name, number.value)
    if words is None or all(part.points == number.value for part in number.parts):
        return words
    by_region = groupby(number.parts, key=lambda part: part.region)
    told = (_cost_words(region, [*parts]) for region, parts in by_region)
    return f"{words} ({'; '.join(told)})"


def _cost_words(region: str, parts: list[CostPart]) -> str:
    words = explaining().costs
    told = [words[part.what].format(n=part.points, of=part.company) for part in parts]
    return words["region"].format(region=region, parts=", ".join(told))


def _seen(violation: Violation, explained: Explained) -> str:
    """Return what was seen."""
    return _sentence(language().message(violation, explained.called))


def _sentence(words: str) -> str:
    """Return words as a sentence; an id at its beginning stays as it is written."""
    is_word = words.split(" ", 1)[0].isalpha()
    start = words[:1].upper() if is_word else words[:1]
    return start + words[1:] + ("" if words.endswith(".") else ".")


def _contradiction() -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, min_width=6)
    grid.add_column()
    return grid


# Answers -----------------------------------------------------------------------------------------


def _correction(explained: Explained, correction: Correction | None) -> Iterator[RenderableType]:
    words, step = explaining().correction, explained.step
    if correction is None or step is None or step.event is None:
        return
    if correction.outcome == "unknown":
        reason = explaining().phrases["undecided"].format(reason=correction.reason)
        yield part(words["title"], said(reason))
    elif correction.event is None:
        rules = ", ".join(sorted(correction.barred_by))
        yield part(words["title"], said(words["none"].format(rules=rules)))
    else:
        differences = "; ".join(changes(step.event, correction.event, explained.colours))
        yield part(
            words["title"],
            said(corrected_line(explained.record, correction), "green"),
            said(f"{words['changes']} {differences}"),
        )


def corrected_line(record: Record, correction: Correction) -> str:
    """Return a correction in the notation of records; nothing if there is none."""
    if correction.event is None:
        return ""
    colours = tuple(player.colour for player in record.header.players)
    return line_of(statement_of(correction.event, record.header.rulings), colours)


def _shortfall(shortfall: Shortfall | None) -> Iterator[RenderableType]:
    if shortfall is not None:
        yield part(explaining().shortfall["title"], said(shortfall_words(shortfall)))


def shortfall_words(shortfall: Shortfall) -> str:
    """Return what was missing, as a sentence."""
    words = explaining().shortfall
    rules = ", ".join(sorted(shortfall.still_broken))
    lacks = " and ".join(explaining().lack(lack.what, lack.amount) for lack in shortfall.lacks)
    if shortfall.outcome == "unknown":
        return explaining().phrases["undecided"].format(reason=shortfall.reason)
    if not lacks:
        return words["none"].format(rules=rules)
    return words["not_enough" if rules else "enough"].format(lacks=lacks, rules=rules)


# Citations ---------------------------------------------------------------------------------------


def _told_rules(explained: Explained) -> list[Rule]:
    """Return the rules with something to tell; an effect that gives nothing is not looked up."""
    silent = {
        rule for core in explained.faults for rule in core.because if not number_words(core, rule)
    }
    return [rule for rule in explained.rules if rule.id not in silent]


def _cited(rules: Iterable[Rule], editions: tuple[Edition, ...]) -> RenderableType:
    """Return where each edition says it; rules that stand in the same places share them."""
    places: dict[tuple[str, ...], list[str]] = {}
    for rule in rules:
        cited = tuple(str(c) for c in rule.citations if c.edition in editions)
        places.setdefault(cited, []).append(rule.id)
    groups: list[RenderableType] = []
    for cited, ids in places.items():
        grid = Table.grid(padding=(0, 2, 0, 0))
        for line in _by_edition(cited):
            grid.add_row(*(said(words, "dim") for words in line))
        groups += [said(", ".join(ids), "bold"), Padding(grid, (0, 0, 0, 2))]
    return Group(*groups)


def _by_edition(cited: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    editions: dict[str, list[str]] = {}
    for citation in cited:
        edition, _, place = citation.partition(" ")
        editions.setdefault(edition, []).append(place)
    for edition, found in editions.items():
        yield edition, "; ".join(found)
    if not editions:
        yield "", "not in this edition"
