"""Questions to the solvers, and their answers held against the engine before anyone sees them."""
