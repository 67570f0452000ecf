"""Engine and model side by side: where they differ, told by a game as short as it can be."""
