"""Engine and model held against each other over many games."""
