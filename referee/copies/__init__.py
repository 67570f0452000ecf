"""Judging with a component set that nobody has wholly read.

*What is unread* is a `Variable` with the finitely many values that could be printed
(`printed.toml`): a number, a kind (which good, which requirements), a position (where a call
stands), or whether a border exists. A `PartlyReadSet` has unread numbers and lazy entries in the
places of what was not read, and the engine runs on it unchanged, through lookups (`lazy_facts.py`)
that ask when, and only if, an answer matters.

*A path* is one run of the engine with answers to the questions that it asked (`runs.py`). Runs are
repeated until every answer that the guard leaves was given; answers that made no difference leave
no trace. Numbers keep their linear form through sums, ask through comparisons, and are pinned, one
path for each value, by whatever needs the number itself.

*A world* is a table with a *guard*: what must be printed for the table to be possible
(`solver.py`, decided exactly, work counted: propagation narrows, then the values of a known example
are mended or searched). A statement of a record maps a layer of worlds to the next one
(`worlds.py`): what is illegal under a condition leaves the guard of those that go on; claims cut,
so that a claimed number stands on the table and its equation in the guard; tables that one linear
form describes are one world, and where many differ in numbers only, derived numbers stand for them
on one table. What a step on a track costs and what the cheapest entry into a region is are numbers
defined by their cases (`lazy_facts.py`), so that nobody is asked which case it is. A guard that has
grown too heavy is *loosened*: it reasons with less and so allows more than is possible, which keeps
every "whatever is printed" right. `judge.py` makes verdicts of that, `lessons.py` what games teach
and where they contradict each other, and `condition_words.py` conditions with fewer parts and
sentences.

Three things are kept apart where others would guess: values for which a statement is illegal,
values for which the record would have to say more (`unsaid`), and values that were not looked into
(`open`) because that would have taken too many paths. Lists that only the scoring looks at (share
icons, values of the two tracks of a board) are not followed while they are blank as a whole: notes
about them are `unchecked`, and score ranges are not given.

*Pieces* that a record names by what is seen are bound on each table (`faces.py`): a place
is what lies there, and a face becomes conditions on the entry that has it. Of
entries that nothing tells apart the first free one is taken, so that on a blank copy a draw splits
nothing; a face that is seen again is the piece that showed it before. Only where a face could be on
pieces that differ do several worlds go on.

*A person* fills the set in over time: the files of its set hold `?` wherever nothing was read yet.
`set_files.py` puts values into them, leaves the comments where they are and keeps what was read
when, so that records stay valid while a set grows; `lessons.py` says what recorded games teach, and
what was probably misread where they contradict the set; `questions.py` asks for one thing after
the other and says which of them is most useful next.
"""
