"""Makes the weights of the strategic value from self-play, and measures what comes of them."""
