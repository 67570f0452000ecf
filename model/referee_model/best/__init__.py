"""Best turns, rounds and plans, found and proved by constraint solving over the words of the game.

`search.best_turn` and `search.top` answer for one turn, `rounds.RoundSearch` for the rest of a
round or a plan and its round, `placement.best_placement` for a plan with books; `spoken_turns.said`
says a canonical turn in an order that can be paid.

One formulation (`formulation`). Everything that a player can still do is an *activity*: each
bookkeeper, each diamond merchant, each bonus space, the one expansion that all expansion cards make
together, goods turns, and ending the phase. Each of the turns to come has at most one activity
(`timeline.Activity.at`), and what an activity earns or moves is spread over the turns so that all
of it falls where it is done. So cash and the steps on every track are known at the start of each
turn as linear sums (`tracks`), and with them what lies face up (`area`), which bonuses work, and
what can be paid. A best turn is a timeline of length one, a round a longer one, and a plan a round
in which the cards in hand may be there or not.

What has to be told apart by time is: goods cards used and the goods tile (`area`, `goods`), cards
acquired (`goods.Market`), books taken before a bookkeeper comes (`books`, `bookkeeping`), regions
entered before a merchant counts mines (`diamonds`), posts removed before or after the expansion
(`bases`).

How exact it is. A single turn has exactly the legal canonical turns: the order in which parts of a
reward pay for calls (`payment`), diamond steps forfeited (`diamonds`), levels of bonuses declined
(`table.level_choices`), and the step of every book (`books`). Every turn found is counted a second
time in plain numbers (`turn_solver.value_of`). Over several turns the model allows every legal way
of playing on, and a few that are not, because it does not follow the order of parts within a turn.
So its bound is true as it stands, and whoever asks (`referee.solve.rounds`) replays each proposal
by the rules and has refused turns ruled out (`RoundSearch.refuse`) until value and bound meet or a
limit is reached. There, weights of an objective must not be negative: it is taken for granted that
more is better where the model may leave something unused.

The value of a turn is asked of a model without the steps on which books are placed, because no
measure depends on them and counting tells whether all books fit. A canonical turn does not carry
the levels of bonuses either: `spoken_turns` finds the highest that come to it and says those below
what works.

Ties. Of equally good turns the answer is the first in this order: actions as in `Action`; companies
of an expansion as on the scoring pad; bonus spaces and their rewards as in the component set; then
all other decisions, where no comes before yes and less before more: the goods tile (in a goods turn
after the cards used and bought), the bookkeeper or merchant, regions in the order of the component
set, posts by column, parts of rewards, books taken (as on display), points turned into money, the
step of each book, and steps on tracks. `BestAnswer.ties_broken` is false where the limits did not
suffice for that, or where no equals were asked for.

Limits (`limits`). Every solve takes a budget of work as the solver counts it, which gives the same
answer on every machine, seconds as a second guard, and a wish to stop.
"""
