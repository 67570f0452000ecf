"""Records with gaps: every legal way to fill what nobody wrote down.

`complete_record` of `completions` says whether there is one, how many there are, what all of them
share and, if there is none, which claims and statements exclude each other.
"""
