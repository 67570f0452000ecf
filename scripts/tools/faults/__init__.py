"""`scripts/faults`: faults planted into rule files, to learn whether the checks would notice."""
