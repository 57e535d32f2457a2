"""What can be named in a match: fighters, what they carry and can do, cards, scenery.

Cards and missions are kept by side, for a player may not learn from a misspelling what his opponent holds.
"""

from collections.abc import Iterable, Mapping
from weakref import WeakKeyDictionary

from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.model.fighter import Ability, Equipment, Fighter
from edencli.model.lexicon import FighterLexicon, Lexicon, lexicon_of
from edencli.model.terms import Category

# Those who may be meant by what somebody was called.
PossibleFighters = tuple[Piece, ...]


class MatchNames:
    """All names of a match."""

    def __init__(
        self,
        fighters: Mapping[Piece, Fighter],
        *,
        cards: Mapping[Side, Iterable[str]] | None = None,
        missions: Mapping[Side, Iterable[str]] | None = None,
        scenery: Iterable[str] = (),
        npfs: Iterable[str] = (),
        granted: Iterable[Equipment] = (),
    ) -> None:
        self.fighters = dict(fighters)
        self.cast = FighterLexicon(self.fighters)
        self.cards = {side: lexicon_of(names) for side, names in (cards or {}).items()}
        self.missions = {side: lexicon_of(names) for side, names in (missions or {}).items()}
        self.scenery = lexicon_of(scenery)
        self.npfs = lexicon_of(npfs)
        self._granted = tuple(granted)
        self._equipment: dict[tuple[PossibleFighters, Category], Lexicon[Equipment]] = {}
        self._abilities: dict[PossibleFighters, Lexicon[Ability]] = {}

    def equipment(self, meant: PossibleFighters, category: Category) -> Lexicon[Equipment]:
        """What those who may be meant carry of one category, or may be granted."""
        if (meant, category) not in self._equipment:
            carried = [item for piece in meant for item in self.fighters[piece].equipment]
            pairs = ((item.name, item) for item in (*carried, *self._granted) if item.use(category))
            self._equipment[meant, category] = Lexicon(pairs)
        return self._equipment[meant, category]

    def abilities(self, meant: PossibleFighters) -> Lexicon[Ability]:
        """What those who may be meant can do."""
        if meant not in self._abilities:
            known = [ability for piece in meant for ability in self.fighters[piece].abilities]
            self._abilities[meant] = Lexicon((ability.name, ability) for ability in known)
        return self._abilities[meant]


def match_names(match: Match) -> MatchNames:
    """The names of a match; made once, and again when somebody joins it."""
    known = _MADE.get(match)
    if known is None or known[0] != tuple(match.state.fighters):
        fighters = {piece: state.card for piece, state in match.state.fighters.items()}
        known = tuple(fighters), setup_names(fighters, match.setup, match.grantable)
        _MADE[match] = known
    return known[1]


def setup_names(
    fighters: Mapping[Piece, Fighter], setup: Setup, granted: Iterable[Equipment] = ()
) -> MatchNames:
    """The names of a match that is yet to begin."""
    return MatchNames(
        fighters,
        cards={side: [card.name for card in band.tactics] for side, band in setup.bands.items()},
        missions={side: [mission.name for mission in band.missions] for side, band in setup.bands.items()},
        scenery=setup.scenery,
        npfs=setup.npfs,
        granted=granted,
    )


_MADE: WeakKeyDictionary[Match, tuple[PossibleFighters, MatchNames]] = WeakKeyDictionary()
