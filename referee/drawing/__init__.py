"""Tables as pictures: a state and the colours of its players become an SVG.

One renderer draws every picture. It is deterministic, knows no rules beyond what the engine tells
(prices, shares, levels), and takes all words from `referee/i18n`. Colours are
attributes and resolved, so that a file looks the same in every viewer.

Every place has an id that stays the same from picture to picture, behind the prefix of the style:

    region-R07, home-cairo              a region; the area of a company's base on the map
    base-cairo, base-cairo-1-3          a base; space 3 from the front of its column 1
    track-cairo, track-cairo-5          a company track; its space 5
    bonus-cairo-2                       the second bonus of a track
    card-2-1                            row 2, column 1 of the card display
    book-top2                           a space of the book display
    space-first                         a bonus space
    round-3                             a space of the round track
    first-player                        the first player's marker
    seat-0                              everything of a player, and of that
    seat-0-cash, seat-0-worth           the money; what he would score now
    seat-0-markers                      the bonus markers left
    seat-0-track-cairo                  his marker on a company track
    seat-0-shares-cairo                 his shares of a company
    seat-0-slot-left, seat-0-deck-left  a slot and its resting deck
    seat-0-hand-coffee2                 a card in the hand
    seat-0-tile-goods-tile              a bonus tile
    seat-0-diamonds                     the marker on the diamond track, seat-0-diamond-track
    seat-0-step-4                       a step of the bookkeeping track
    mark-...                            a mark on one of these places

The parts around them are `map`, `bases`, `tracks`, `cards`, `books`, `spaces`, `rounds`, `legend`
and `marks`. In an id, whatever is no letter, digit, point, hyphen or underscore is an underscore.
"""
