"""Writes the JSON Schemas under `docs/schema`: `scripts/python -m scripts.tools.make.schema`."""

from pathlib import Path

from referee.api import schemas
from referee.conformance import protocol, table_schema
from referee.transcript import codec

FOLDER = Path("docs/schema")

if __name__ == "__main__":
    (FOLDER / "answers.json").write_text(schemas.schema_text(), "utf-8")
    (FOLDER / "record.json").write_text(codec.schema_text(), "utf-8")
    (FOLDER / "state.json").write_text(table_schema.schema_text(), "utf-8")
    (FOLDER / "conformance.json").write_text(protocol.schema_text(), "utf-8")
