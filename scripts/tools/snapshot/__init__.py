"""`scripts/snapshot`: what the command answers to whatever can be asked, kept to compare it."""
