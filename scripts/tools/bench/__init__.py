"""Groups of figures for `scripts/bench`, one function a group."""
