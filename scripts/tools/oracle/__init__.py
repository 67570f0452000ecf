"""`scripts/oracle`: what the solvers find, held against exhaustive search or another model."""
