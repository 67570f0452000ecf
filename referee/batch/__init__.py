"""Games by the million: read from wherever they lie, judged by many hands, asked about."""
