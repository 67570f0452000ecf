"""Best turns, found and proved by constraint solving over the words of the game alone.

`search.best_turn`, `search.best_expansion` and `search.top` answer for a position,
`placement.best_placement` for a plan with books, and `saying.said` says a canonical turn in an
order that can be paid.

How it is done. Every action is one model or a few (one for each company that can be expanded, one
for each reward of a bonus space); together they allow exactly the legal canonical turns. A model
is asked for its best value without naming the steps on which books are placed, because no
measure depends on them and counting tells whether all books fit; the turn itself comes from the
model with them. Every turn found is counted a second time in plain numbers (`outcome`).

Levels of permanent bonuses (`levels`) are chosen where they matter: in goods turns, and for rewards
that count cotton. A canonical turn does not carry them, so `saying` finds the highest that come to
it and says those below what works.

Ties. Of equally good turns the answer is the first in this order: actions as in `Action`; then
models in order (companies of an expansion as on the scoring pad; bonus spaces and their rewards
as in the component set); then the decisions of the model in the order in which they were made,
where no comes before yes and less before more. The first decisions are: the goods tile; cards
used and bought, or regions entered in the order of the component set; posts by column; rewards;
books and steps last. `Answer.ties_broken` is false where the time did not suffice for that, or
where no equals were asked for.
"""
