"""Writes the JSON Schema of recorded games: `scripts/python -m scripts.make_schema`."""

from pathlib import Path

from referee.transcript.codec import schema_text

FILE = Path("docs/schema/record.json")

if __name__ == "__main__":
    FILE.write_text(schema_text(), "utf-8")
