"""The likeliest slip of the pen: the smallest change that makes a whole record legal."""
