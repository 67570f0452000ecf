"""Other implementations beside the engine: the protocol, games, differences, reports."""
