"""The notation of recorded games: text and JSON in and out, from one table of fields."""
