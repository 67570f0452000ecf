"""Groups of figures for `scripts/bench`: one module a group, each with a function `figures`."""
