"""What the command answers to everything that can be asked of it, kept to compare revisions."""
