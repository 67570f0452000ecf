"""Write the JSON Schemas under `docs/schema`."""

import click

from referee.api import schemas
from referee.conformance import protocol, table_schema
from referee.notation import codec
from scripts.tools.project import ROOT

FOLDER = ROOT / "docs" / "schema"


@click.command(help=__doc__)
def command() -> None:
    """Write all of them."""
    (FOLDER / "answers.json").write_text(schemas.schema_text(), "utf-8")
    (FOLDER / "record.json").write_text(codec.schema_text(), "utf-8")
    (FOLDER / "state.json").write_text(table_schema.schema_text(), "utf-8")
    (FOLDER / "conformance.json").write_text(protocol.schema_text(), "utf-8")
