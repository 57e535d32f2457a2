"""The names in a match: fighters, their equipment and abilities, cards, scenery.

Cards and missions are kept by side, because a player must not learn from a misspelling what the opponent has.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Self
from weakref import WeakKeyDictionary

from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.model.fighter import Ability, Equipment, Fighter
from edencli.model.lexicon import FighterLexicon, Lexicon, Tokens, lexicon_of, tokens_of
from edencli.model.names import name_key
from edencli.model.terms import Category
from edencli.named_tuple import NamedTuple

# The fighters that a name may mean.
PossibleFighters = tuple[Piece, ...]


class DoubtfulFighters(tuple[Piece, ...]):  # noqa: SLOT001  # no tuple has slots
    """Fighters that words may mean which are also part of another name; `names` has all of these."""

    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, called: "Calling") -> Self:
        """Make them of an ambiguous calling."""
        made = cls(called.things)
        made.names = called.names
        return made


class Calling(NamedTuple):
    """What some words mean among the names allowed in a slot, and where they end.

    They are ambiguous if they are no whole name and part of several: `names` has all of these, whatever they
    name.
    """

    things: tuple[Any, ...]
    end: int
    names: tuple[str, ...] = ()


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
        genders = {piece: card.gender for piece, card in self.fighters.items() if card.gender}
        self.cast = FighterLexicon(self.fighters, genders)
        self.cards = {side: lexicon_of(names) for side, names in (cards or {}).items()}
        self.missions = {side: lexicon_of(names) for side, names in (missions or {}).items()}
        self.scenery = lexicon_of(scenery)
        self.npfs = lexicon_of(npfs)
        self._granted = tuple(granted)
        self._equipment: dict[tuple[PossibleFighters, Category], Lexicon[Equipment]] = {}
        self._abilities: dict[PossibleFighters, Lexicon[Ability]] = {}

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of all names, folded."""
        everybody = tuple(self.fighters)
        gear = (self.equipment(everybody, category) for category in Category)
        decks = (*self.cards.values(), *self.missions.values())
        known: Iterable[Lexicon[Any]] = (
            *(self.cast, self.scenery, self.npfs, self.abilities(everybody)),
            *gear,
            *decks,
        )
        return frozenset(word for one in known for name in one.names for word in name_key(name).split())

    def callings_at(
        self, tokens: Tokens, i: int, lexicon: Lexicon[Any], *, begun: bool = False
    ) -> Iterator[Calling]:
        """Give what the words from a position on may mean in a lexicon, the longest first.

        That may be a whole name, some of its words, or beginnings of them if `begun`. Anything but a whole
        name must be part of no other name of the match, even of things that are no answer here. Of cards and
        missions only those of the lexicon count, because a player must not learn what the opponent has.
        """
        for things, end in lexicon.matches_at(tokens, i):
            is_whole = lexicon.has_name(tokens[i:end])
            yield Calling(things, end, () if is_whole else self._names_with(tokens[i:end], lexicon))
        for end in range(min(len(tokens), i + lexicon.longest), i, -1) if begun else ():
            if (things := lexicon.begun_by(tokens[i:end])) and not lexicon.has_meaning(tokens[i:end]):
                yield Calling(things, end, self._names_with(tokens[i:end], lexicon, begun=True))

    def called(self, text: str, lexicon: Lexicon[Any], *, begun: bool = True) -> Calling | None:
        """Return what a whole text means in a lexicon, even if it only begins the words of a name."""
        tokens = tokens_of(text)
        found = self.callings_at(tokens, 0, lexicon, begun=begun)
        return next((one for one in found if one.end == len(tokens)), None)

    def places_called(self, text: str, *, begun: bool = True) -> list[Calling]:
        """Return what a text means among fighters, then scenery; ambiguous meanings come last."""
        found = (self.called(text, lexicon, begun=begun) for lexicon in (self.cast, self.scenery))
        return sorted(filter(None, found), key=lambda one: bool(one.names))

    def _names_with(self, tokens: Tokens, lexicon: Lexicon[Any], *, begun: bool = False) -> tuple[str, ...]:
        """Return all names that words are part of, or begin, if there are several."""
        everybody = tuple(self.fighters)
        gear = (self.equipment(everybody, category) for category in Category)
        public = (lexicon, self.cast, self.scenery, self.npfs, *gear, self.abilities(everybody))
        text = " ".join(tokens)
        found = [one for known in public for one in known.meanings(text)]
        found += [one for known in public for one in known.begun_by(tokens)] if begun else []
        labels = {self._label(one): name_key(getattr(one, "name", one)) for one in found}
        return tuple(sorted(labels)) if len(set(labels.values())) > 1 else ()

    def _label(self, one: Any) -> str:
        return self.cast.label(one) if isinstance(one, Piece) else str(getattr(one, "name", one))

    def equipment(self, meant: PossibleFighters, category: Category) -> Lexicon[Equipment]:
        """Return the equipment of one category that the possible fighters carry, or that may be granted."""
        if (meant, category) not in self._equipment:
            carried = [item for piece in meant for item in self.fighters[piece].equipment]
            pairs = ((item.name, item) for item in (*carried, *self._granted) if item.use(category))
            self._equipment[meant, category] = Lexicon(pairs)
        return self._equipment[meant, category]

    def abilities(self, meant: PossibleFighters) -> Lexicon[Ability]:
        """Return the abilities of the possible fighters."""
        if meant not in self._abilities:
            known = [ability for piece in meant for ability in self.fighters[piece].abilities]
            self._abilities[meant] = Lexicon((ability.name, ability) for ability in known)
        return self._abilities[meant]


def match_names(match: Match) -> MatchNames:
    """Return the names of a match; made once, and again when a fighter joins it."""
    known = _MADE.get(match)
    if known is None or known[0] != tuple(match.state.fighters):
        fighters = {piece: state.card for piece, state in match.state.fighters.items()}
        known = tuple(fighters), setup_names(fighters, match.setup, match.grantable)
        _MADE[match] = known
    return known[1]


def setup_names(
    fighters: Mapping[Piece, Fighter], setup: Setup, granted: Iterable[Equipment] = ()
) -> MatchNames:
    """Return the names of a match that has not begun yet."""
    return MatchNames(
        fighters,
        cards={side: [card.name for card in band.tactics] for side, band in setup.bands.items()},
        missions={side: [mission.name for mission in band.missions] for side, band in setup.bands.items()},
        scenery=setup.scenery,
        npfs=setup.npfs,
        granted=granted,
    )


_MADE: WeakKeyDictionary[Match, tuple[PossibleFighters, MatchNames]] = WeakKeyDictionary()
