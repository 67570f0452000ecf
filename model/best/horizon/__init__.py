"""Whole rounds as one model: the best order and content of several turns, with a true bound.

A round is not searched turn by turn. Everything that a player can still do is an *activity*: each
bookkeeper, each diamond merchant, each bonus space, the one expansion that all expansion cards
make together, and goods turns, each with the levels of its bonuses. Each of the turns to come has
at most one activity
(`timeline.Activity.at`), and what an activity earns or moves is spread over the turns so that all
of it falls where it is done. So cash and the steps on every track are known at the start of each
turn as linear sums (`walk`), and with them what lies face up (`area`), which bonuses work, and what
can be paid. A plan is the same model in which the cards in hand may be there or not.

What has to be told apart by time is: goods cards used and the goods tile (`area`, `goods`), cards
acquired (`goods.Market`), books taken before a bookkeeper comes (`points`, `jar`), regions entered
before a merchant counts mines (`diamonds`), posts removed before or after the expansion (`bases`).
Where a book is put matters only if the jar enters its step later; `placing` finds steps for the
others.

The model allows every legal way of playing on, and a few that are not: within one turn it does not
follow the order in which parts of a reward pay for calls. So its bound is true as it stands, and
whoever asks (`referee.asking.answering`) replays each proposal by the rules and has refused turns
ruled out (`solving.Search.refuse`) until value and bound meet or the time is over.

Weights of an objective must not be negative: it is taken for granted that more is better where the
model may leave something unused.
"""
