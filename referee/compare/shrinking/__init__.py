"""From a game in which a program goes wrong to the shortest one that shows the same."""
