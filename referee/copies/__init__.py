"""What a person does with a copy of the game that is being read.

The files of its set hold `?` wherever nothing was read yet. `set_files.py` puts values into them
and leaves the comments where they are; `proven_lessons.py` says what recorded games teach, and what
was probably misread where they contradict the set; `questions.py` asks for one thing after the
other, `advice.py` says which of them is most useful next, and `versions.py` keeps what was read
when, so that records stay valid while a set grows.
"""
