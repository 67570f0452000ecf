"""What a line mentions: players, cards, companies, numbers and verbs, each with its pieces."""

import re
from typing import Final, NamedTuple

from referee.core.components import BookkeeperCard, ExpansionCard, GoodsCard, MerchantCard
from referee.core.faces import is_piece
from referee.core.input_limits import DIGITS_OF_A_NUMBER
from referee.records.keywords import folded
from referee.records.lexicon import JOINED, PIECES, SIGNS, Lexicon
from referee.records.names import Names, Scope
from referee.records.record import near


class Mention(NamedTuple):
    """Some pieces of a line, the kind of thing that they mention, and which one."""

    kind: str
    value: str
    begin: int
    end: int
    """The first piece behind it."""
    cost: float = 0.0


class MentionedLine(NamedTuple):
    """A line in pieces, and what begins at each of them."""

    pieces: tuple[str, ...]
    """As they are looked up."""
    columns: tuple[int, ...]
    ends: tuple[int, ...]
    at: list[list[Mention]]
    """By piece what may begin there; a last empty list stands for the end."""

    def is_cut(self, at: int) -> bool:
        """Return whether a word and a number that were written as one part before a piece."""
        return (
            0 < at < len(self.pieces)
            and self.ends[at - 1] == self.columns[at]
            and self.pieces[at].isdecimal()
            and self.pieces[at - 1].isalpha()
        )

    def is_hyphen(self, at: int) -> bool:
        """Return whether a dash joins two words."""
        return (
            0 < at < len(self.pieces) - 1
            and self.ends[at - 1] == self.columns[at]
            and self.ends[at] == self.columns[at + 1]
            and self.pieces[at + 1].isalpha()
        )


MOST_PIECES: Final = 120
"""No statement that anybody writes has as many words and signs."""

_ID: Final = 6
"""Pieces of the longest id: `merchant-saint-louis-2`."""

_ABBREVIATED: Final = 3
"""Letters that a name is cut down to at least."""

_KINDS: Final = (
    (GoodsCard, "goods-card"),
    (ExpansionCard, "expansion-card"),
    (BookkeeperCard, "clerk-card"),
    (MerchantCard, "merchant-card"),
)
_TILES: Final = {"expansion-tile": "expansion-card", "clerk-tile": "clerk-card"}
_SLIGHT: Final = 0.02
_ALIKE: Final = 0.75
GUESS: Final = 3.0
_REMARK: Final = re.compile(r"\([^()\d=]*\)|(?<=\s)[-\u2013\u2014]{1,2}\s[^\d=()]*$")
"""In brackets, or behind a dash at the end, without any number."""

_CHAT: Final = frozenset(
    ("filler", "sep", "player", "to", "in", "of", "for", "with", "from", "card", "dash", "price")
)


def mentions(
    text: str, names: Names, lexicon: Lexicon, *, guesses: bool = False
) -> MentionedLine | None:
    """Return what a line mentions; None if it has too much to be a statement.

    With `guesses` a word that means nothing stands for those that look like it.
    """
    found = [*PIECES.finditer(text)]
    if not 0 < len(found) <= MOST_PIECES:
        return None
    pieces = tuple(folded(match[0]) or match[0] for match in found)
    line = MentionedLine(
        pieces,
        tuple(match.start() + 1 for match in found),
        tuple(match.end() + 1 for match in found),
        [[] for _ in range(len(pieces) + 1)],
    )
    scopes = _scopes(names)
    for at in range(len(pieces)):
        _note_words(line, at, lexicon)
        _note_names(line, at, names, scopes, text)
        _note_players(line, at, names, text)
    known = {each.end - 1 for here in line.at for each in here}
    for at in sorted({*range(len(pieces))} - known if guesses else ()):
        for word in near(pieces[at], lexicon.words, cutoff=_ALIKE):
            for kind, value in lexicon.meanings((word,)):
                line.at[at].append(Mention(kind, value, at, at + 1, GUESS))
    _note_remarks(line, text)
    if guesses:
        _note_guesses(line, lexicon)
    return line


def _note_remarks(line: MentionedLine, text: str) -> None:
    """Note remarks, which tell nothing of the game, so that they may have any words."""
    for remark in _REMARK.finditer(text):
        begin = line.columns.index(remark.start() + 1)
        end = line.ends.index(remark.start() + len(remark[0].rstrip()) + 1) + 1
        inside = range(begin + 1, end - remark[0].startswith("("))
        if all(_is_chat(line.at[at]) for at in inside):
            line.at[begin].append(Mention("filler", "", begin, end, 1))


def _note_guesses(line: MentionedLine, lexicon: Lexicon) -> None:
    """Note what words that mean nothing look like."""
    known = {at for here in line.at for each in here for at in range(each.begin, each.end)}
    for at, piece in enumerate(line.pieces):
        for word in () if at in known else near(piece, lexicon.words, cutoff=_ALIKE):
            for kind, value in lexicon.meanings((word,)):
                line.at[at].append(Mention(kind, value, at, at + 1, GUESS))


def _is_chat(found: list[Mention]) -> bool:
    """Return whether a word is one that a remark may have, which tells nothing of the game."""
    return all(each.kind in _CHAT for each in found)


def _note_words(line: MentionedLine, at: int, lexicon: Lexicon) -> None:
    pieces, here = line.pieces, line.at[at]
    piece = pieces[at]
    if is_piece(piece) and len(piece) > 1:
        here.append(Mention("face", piece, at, at + 1))
    elif piece.isdecimal():
        if len(piece) <= DIGITS_OF_A_NUMBER:
            here.append(Mention("number", str(int(piece)), at, at + 1))
    elif (sign := SIGNS.get(piece, "to" if piece in {"->", "=>"} else "")) != "":
        here.append(Mention(sign, "", at, at + 1))
        if sign == "dash" and line.is_hyphen(at):
            here.append(Mention("filler", "", at, at + 1))
    _note_phrases(line, at, lexicon)


def _note_phrases(line: MentionedLine, at: int, lexicon: Lexicon) -> None:
    pieces, here = line.pieces, line.at[at]
    words: tuple[str, ...] = ()
    for end in range(at, len(pieces)):
        if pieces[end] in JOINED and end > at:
            continue
        words += (pieces[end],)
        if len(words) > lexicon.longest:
            break
        for kind, value in lexicon.meanings(words):
            here.append(Mention(kind, value, at, end + 1, _SLIGHT if end == at else 0))


def _scopes(names: Names) -> list[tuple[Scope, str]]:
    return [
        (names.regions, "region"),
        (names.books, "book-id"),
        (names.starting_tiles, "tile-id"),
        (names.book_spaces, "book-space"),
        (names.companies, "company"),
        *((names.items_of(seat), "card") for seat, _ in enumerate(names.colours)),  # type: ignore[arg-type]
    ]


def _note_names(
    line: MentionedLine, at: int, names: Names, scopes: list[tuple[Scope, str]], text: str
) -> None:
    """Note the ids and names that begin at a piece, spelled out or cut short."""
    here = line.at[at]
    if not line.pieces[at][0].isalpha():
        return
    taken = {(each.kind, each.value) for each in here}
    is_known = bool(here)
    for end in range(at + 1, min(at + _ID, len(line.pieces)) + 1):
        if end > at + 1 and line.ends[end - 2] != line.columns[end - 1]:
            break
        word = folded(text[line.columns[at] - 1 : line.ends[end - 1] - 1])
        for scope, kind in scopes:
            # A word is cut short where it is no other; of a card its number stays as it is.
            is_cut = (end == at + 1 and not is_known and len(word) >= _ABBREVIATED) or (
                end > at + 1 and kind == "card" and word[-1].isalnum()
            )
            value = scope.known.get(word) or (_cut_short(scope, word) if is_cut else "")
            own = _kind_of_card(names, value) if kind == "card" and value else kind
            # Whose 1-expansion card it is the player of the line tells.
            said = word if word in scope.known and kind == "card" else value
            if value and own and (own, said) not in taken:
                taken.add((own, said))
                here.append(Mention(own, said, at, end))
        for space in names.components.spaces:
            if word == space.id.casefold() and not space.id.isalpha():
                here.append(Mention("space-id", space.id, at, end))


def _cut_short(scope: Scope, word: str) -> str:
    """Return the one thing that a word is the beginning of."""
    meant = scope.meanings(word)
    return meant[0] if len(meant) == 1 else ""


def _kind_of_card(names: Names, value: str) -> str:
    card = names.components.card.get(value)  # type: ignore[call-overload]
    if card is None:
        return _TILES.get(value, "merchant-card" if value == "merchant-tile" else "")
    return next((kind for of, kind in _KINDS if isinstance(card, of)), "share-card")


def _note_players(line: MentionedLine, at: int, names: Names, text: str) -> None:
    """Note who is named here, by name, colour or the first letters of either."""
    here, scope = line.at[at], names.players
    words = ""
    for end in range(at + 1, min(at + _ID, len(line.pieces)) + 1):
        words = f"{words} {line.pieces[end - 1]}".strip().removesuffix("'s")
        for each in [word for word in scope.known if folded(word) == words]:
            is_colour = text[line.columns[at] - 1 : line.ends[end - 1] - 1] == scope.known[each]
            one = is_colour or scope.has(each)
            meant = [scope.known[each]] if one else scope.meanings(each)
            here += [Mention("player", colour, at, end) for colour in meant]
    word = line.pieces[at]
    is_initial = len(word) == 1 and word.isalpha()
    if is_initial or (len(word) >= _ABBREVIATED and not here):
        cost = 0 if not at or not is_initial else 1
        here += [Mention("player", colour, at, at + 1, cost) for colour in scope.meanings(word)]
