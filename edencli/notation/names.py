"""What can be named in a match: fighters, what they carry and can do, cards, scenery.

A fighter is written by his name alone, or with his side before it where that would be taken for another
(`red Yuri`); every other way to name him is read. Cards and missions are kept by side, for a player may not
learn from a misspelling what his opponent holds.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from weakref import WeakKeyDictionary

from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.model.fighter import Ability, Equipment, Fighter
from edencli.model.names import RESERVED, fold
from edencli.model.terms import Category
from edencli.notation.lines import Lexicon, tokens_of

NOBODY = "nobody"

Called = tuple[Piece, ...]


class Names:
    """All names of a match."""

    def __init__(
        self,
        fighters: Mapping[Piece, Fighter],
        *,
        cards: Mapping[Side, Iterable[str]] | None = None,
        missions: Mapping[Side, Iterable[str]] | None = None,
        scenery: Iterable[str] = (),
    ) -> None:
        self.fighters = dict(fighters)
        self.labels = _labels(self.fighters)
        self.pieces = Lexicon(_calls(self.labels).items())
        self.cards = {side: lexicon(names) for side, names in (cards or {}).items()}
        self.missions = {side: lexicon(names) for side, names in (missions or {}).items()}
        self.scenery = lexicon(scenery)
        self._equipment: dict[tuple[Called, Category], Lexicon[Equipment]] = {}
        self._abilities: dict[Called, Lexicon[Ability]] = {}

    def equipment(self, called: Called, category: Category) -> Lexicon[Equipment]:
        """What those who may be meant carry of one category."""
        if (called, category) not in self._equipment:
            carried = [item for piece in called for item in self.fighters[piece].equipment]
            pairs = ((item.name, item) for item in carried if item.use(category))
            self._equipment[called, category] = Lexicon(pairs)
        return self._equipment[called, category]

    def abilities(self, called: Called) -> Lexicon[Ability]:
        """What those who may be meant can do."""
        if called not in self._abilities:
            known = [ability for piece in called for ability in self.fighters[piece].abilities]
            self._abilities[called] = Lexicon((ability.name, ability) for ability in known)
        return self._abilities[called]

    @cached_property
    def shortest(self) -> list[str]:
        """Every fighter once, as he is written."""
        return list(self.labels.values())


def lexicon(names: Iterable[str]) -> Lexicon[str]:
    """Make a lexicon of names that mean themselves."""
    return Lexicon((name, name) for name in names)


def _qualified(piece: Piece) -> str:
    return f"{piece.side or NOBODY} {piece.name}"


def _labels(pieces: Iterable[Piece]) -> dict[Piece, str]:
    """Write every fighter: by his name, if nobody else could be called so."""
    known = list(pieces)
    ways = {piece: {tokens_of(piece.name), tokens_of(_qualified(piece))} for piece in known}
    labels = {}
    for piece in known:
        bare = tokens_of(piece.name)
        is_shared = any(bare in ways[other] for other in known if other != piece)
        labels[piece] = _qualified(piece) if is_shared else piece.name
    return labels


def _calls(labels: Mapping[Piece, str]) -> dict[str, Called]:
    """All that fighters may be called, and who may be meant; the way one is written means him alone."""
    calls: dict[tuple[str, ...], tuple[str, list[Piece]]] = {}
    for piece in labels:
        for call in (piece.name, _qualified(piece)):
            calls.setdefault(tokens_of(call), (call, []))[1].append(piece)
    own = {tokens_of(label): (label, [piece]) for piece, label in labels.items()}
    return {call: tuple(pieces) for call, pieces in (_beginnings(labels) | calls | own).values()}


def _beginnings(pieces: Iterable[Piece]) -> dict[tuple[str, ...], tuple[str, list[Piece]]]:
    """The first words of longer names, by which a fighter is called when nobody's whole name is just that."""
    calls: dict[tuple[str, ...], tuple[str, list[Piece]]] = {}
    for piece in pieces:
        words = piece.name.split()
        for end in range(1, len(words)):
            call = " ".join(words[:end])
            if fold(call) not in RESERVED:
                calls.setdefault(tokens_of(call), (call, []))[1].append(piece)
    return calls


def names_of(match: Match) -> Names:
    """The names of a match; made once, and again when somebody joins it."""
    known = _MADE.get(match)
    if known is None or known[0] != tuple(match.state.fighters):
        fighters = {piece: state.card for piece, state in match.state.fighters.items()}
        known = tuple(fighters), names_in(fighters, match.setup)
        _MADE[match] = known
    return known[1]


def names_in(fighters: Mapping[Piece, Fighter], setup: Setup) -> Names:
    """The names of a match that is yet to begin."""
    return Names(
        fighters,
        cards={side: [card.name for card in band.tactics] for side, band in setup.bands.items()},
        missions={side: [mission.name for mission in band.missions] for side, band in setup.bands.items()},
        scenery=setup.scenery,
    )


_MADE: WeakKeyDictionary[Match, tuple[Called, Names]] = WeakKeyDictionary()
