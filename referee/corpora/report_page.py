"""What many results come to as a page of one file, with charts, which asks nobody anything."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Final

from referee.corpora.report_figures import CorpusFigures, ReasonFigure, SourceFigure
from referee.game.messages.speech import numeral, say, spoken, thing
from referee.pictures.look import plain
from referee.pictures.palette import page_style

VERDICTS: Final = ("legal", "illegal", "wrong-note", "conditional", "undecided", "unreadable")
"""In the order of the charts; each has a colour and a pattern of its own in `report.css`."""

# No script, no picture, no font: the page forbids whatever a name might have brought in.
POLICY: Final = "default-src 'none';style-src 'unsafe-inline'"


def report_page(figures: CorpusFigures) -> str:
    """Return the page."""
    title = say("pages.corpus.title", n=figures.games)
    style = (resources.files(__package__) / "report.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{spoken()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{plain(title)}</title>\n<style>{page_style()}{style}</style>\n</head>\n<body>\n"
        f"<h1>{plain(title)}</h1>\n<main>\n" + "\n".join(_parts(figures)) + "\n</main>\n</body>\n"
        "</html>\n"
    )


def _parts(figures: CorpusFigures) -> Iterator[str]:
    yield _part("verdicts", _stack(figures.verdicts), _legend(figures.verdicts))
    if figures.rules:
        yield _part(
            "rules",
            _bars(
                (each.rule, each.games, f"{each.file}:{each.line}" if each.line else each.file)
                for each in figures.rules
            ),
        )
    if figures.rounds:
        yield _part("rounds", _columns(figures.rounds, ""))
    if figures.seconds is not None:
        times = figures.seconds
        words = say(
            "pages.corpus.times",
            median=_milliseconds(times.median),
            p95=_milliseconds(times.p95),
            most=_milliseconds(times.most),
        )
        spread = {_milliseconds(float(most)): games for most, games in times.spread.items()}
        yield _part("seconds", f"<p>{plain(words)}</p>", _columns(spread, "≤ "))
        slow = ((each.file, each.seconds, _milliseconds(each.seconds)) for each in figures.slowest)
        yield _part("slowest", _bars(slow, told=True))
    yield from _reasons("undecided", figures.undecided)
    yield from _reasons("unreadable", figures.unreadable)
    if len(figures.sources) > 1:
        yield _part("sources", *map(_source, figures.sources), _more(figures.more_sources))


def _part(name: str, *content: str) -> str:
    heading = plain(say(f"pages.corpus.{name}"))
    return f'<section class="{name}"><h2>{heading}</h2>{"".join(content)}</section>'


def _milliseconds(seconds: float) -> str:
    return f"{numeral(round(seconds * 1000, 1), ',')} ms"


def _stack(verdicts: Mapping[str, int]) -> str:
    """Return one bar with a share for each verdict."""
    whole = sum(verdicts.values()) or 1
    shares = "".join(
        f'<i class="{verdict}" style="width:{100 * verdicts[verdict] / whole:.3f}%"></i>'
        for verdict in VERDICTS
        if verdicts.get(verdict)
    )
    words = ", ".join(_counts(verdicts))
    return f'<div class="stack" role="img" aria-label="{plain(words)}">{shares}</div>'


def _counts(verdicts: Mapping[str, int]) -> Iterator[str]:
    return (
        f"{numeral(verdicts[verdict])} {thing(verdict)}"
        for verdict in VERDICTS
        if verdicts.get(verdict)
    )


def _legend(verdicts: Mapping[str, int]) -> str:
    whole = sum(verdicts.values()) or 1
    return '<ul class="legend">{}</ul>'.format(
        "".join(
            f'<li><i class="{verdict}"></i>{plain(thing(verdict))}'
            f" <b>{numeral(games)}</b> <small>{_percent(games, whole)}</small></li>"
            for verdict in VERDICTS
            if (games := verdicts.get(verdict, 0))
        )
    )


def _percent(part: int, whole: int) -> str:
    return f"{numeral(100 * part / whole, '.1f')}\xa0%"


def _bars(rows: Iterable[tuple[str, float, str]], *, told: bool = False) -> str:
    """Return a bar a row: a name, a number, and words beside it, which may tell the number."""
    found = [*rows]
    most = max((number for _, number, _ in found), default=0) or 1
    return '<ol class="bars">{}</ol>'.format(
        "".join(
            f'<li><span>{plain(name)}</span><div><i style="width:{100 * number / most:.2f}%"></i>'
            f"</div><b>{plain(words if told else numeral(number))}</b>"
            + ("" if told else f"<small>{plain(words)}</small>")
            + "</li>"
            for name, number, words in found
        )
    )


def _columns(counts: Mapping[str, int], before: str) -> str:
    """Return upright bars, as high as there are games."""
    most = max(counts.values(), default=0) or 1
    return '<ol class="columns">{}</ol>'.format(
        "".join(
            f'<li><b>{numeral(number)}</b><i style="height:{100 * number / most:.1f}px"></i>'
            f"<span>{plain(before + name)}</span></li>"
            for name, number in counts.items()
        )
    )


def _reasons(name: str, reasons: tuple[ReasonFigure, ...]) -> Iterator[str]:
    if reasons:
        rows = ((reason_words(each.reason), each.games, each.file) for each in reasons)
        yield _part(name, _bars(rows))


def reason_words(reason: str) -> str:
    """Return why a game is not decided, as people say it; what a reader said is as it is."""
    if reason in {"too-long", "died"}:
        return say(f"pages.corpus.given-up-{reason}")
    return thing(reason)


def _source(source: SourceFigure) -> str:
    words = ", ".join(_counts(source.verdicts))
    return (
        f'<div class="source"><span>{plain(source.source)}</span> <b>{numeral(source.games)}</b>'
        f"{_stack(source.verdicts)}<small>{plain(words)}</small></div>"
    )


def _more(number: int) -> str:
    return f"<p>{plain(say('pages.corpus.more-sources', n=number))}</p>" if number else ""
