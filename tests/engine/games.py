"""Seeds of games for property tests."""

from hypothesis import strategies as st

from referee.conformance.games import game, position

__all__ = ["game", "position", "seeds"]

seeds = st.integers(min_value=0, max_value=2**32 - 1)
