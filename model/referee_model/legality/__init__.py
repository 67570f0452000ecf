"""The rules as relations between a table, a turn and the table after it, family by family."""
