"""Faults planted into rule files, to learn whether the checks would notice."""
