"""Tell what is missing or wrong in the sentences of languages; exit 1 if something is."""

import click

from scripts.tools.sentences import languages, problems
from scripts.tools.translated import noted, outdated, pairs


@click.command(help=__doc__)
@click.argument("codes", metavar="LANGUAGE...", nargs=-1)
def command(codes: tuple[str, ...]) -> int:
    """Print the problems of each language, or of all that have files."""
    found = {
        code: [*problems(code, complete=True), *outdated(pairs(code), noted(code))]
        for code in codes or languages()
    }
    for code, told in found.items():
        for problem in told:
            click.echo(f"{code}: {problem}")
        click.echo(f"{code}: {len(told)} problems")
    return int(any(found.values()))
