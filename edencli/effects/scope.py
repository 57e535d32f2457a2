"""Who and how many is meant, and whether it is so: asked anew each time, of the match as it stands."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from edencli.effects.cards import CardAtWork
from edencli.field.units import PER_CM
from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece, Side
from edencli.match.state import Gone
from edencli.model.meant import Camp, HowMany, MoreThan, Owner, Proviso, Role, RoundIs, ThereAre, Who
from edencli.model.names import fold
from edencli.rules.ground import is_free, is_within, touch
from edencli.rules.sight import view_of


class Scope(NamedTuple):
    """A card at work in a match, and the fighters whom it names just now."""

    match: Match
    source: CardAtWork
    roles: Mapping[Role, Piece]

    def the(self, role: Role) -> Piece | None:
        """The fighter who has a part, if there is one."""
        if role is Role.USER:
            return self.source.user
        if role in {Role.LEADER, Role.ENEMY_LEADER}:
            side = self.player(Owner.OWN if role is Role.LEADER else Owner.OPPONENT)
            return self.match.state.sides[side].leader
        return self.roles.get(role)

    def player(self, which: Owner) -> Side:
        """The player whose card it is, or the other; nobody's cards are the first player's."""
        own = self.source.side or self.match.first
        return own if which is Owner.OWN else own.other

    def found(self, who: Who) -> list[Piece]:
        """Everybody who is meant, in the order of the match."""
        return [piece for piece in self.match.state.fighters if self.fits(who, piece)]

    def fits(self, who: Who, piece: Piece) -> bool:
        """Tell whether a fighter is meant; who is not on the field is only where that is asked for."""
        return self._is_there(who, piece) and all(
            getattr(who, part) == who.defaults[part] or test(self, who, piece)
            for part, test in _TESTS.items()
        )

    def _is_there(self, who: Who, piece: Piece) -> bool:
        fighter = self.match.of(piece)
        return fighter.gone is Gone.INCAPACITATED if who.out else fighter.on_field

    def amount(self, number: HowMany) -> int:
        """How many it is now."""
        counted = number.n
        if number.count is not None:
            counted = len(self.found(number.count))
        elif (of := self.the(number.of)) is not None:
            if number.stat is not None:
                counted = value(self.match, Query(number.stat, of)).total
            elif number.markers is not None:
                counted = self.match.of(of).markers.get(number.markers, 0)
        return number.times * (counted if number.most is None else min(counted, number.most))

    def holds(self, provisos: Iterable[Proviso]) -> bool:
        """Tell whether all of these are so."""
        return all(_PROVISOS[type(one)](self, one) for one in provisos)


def _of_side(scope: Scope, who: Who, piece: Piece) -> bool:
    own = piece.side is scope.source.side
    return {
        Camp.ALLIES: own and piece != scope.source.user,
        Camp.OWN: own,
        Camp.ENEMIES: not own,
    }[who.side or Camp.OWN]


def _touches(scope: Scope, who: Who, piece: Piece) -> bool:
    other = scope.the(who.touching) if who.touching else None
    return _both_there(scope, piece, other) and other is not None and touch(scope.match, piece, other)


def _is_near(scope: Scope, who: Who, piece: Piece) -> bool:
    other = scope.the(who.of)
    far = (who.within or 0) * PER_CM
    return (
        _both_there(scope, piece, other) and other is not None and is_within(scope.match, other, piece, far)
    )


def _is_seen(scope: Scope, who: Who, piece: Piece) -> bool:
    other = scope.the(who.seen_by) if who.seen_by else None
    return (
        _both_there(scope, piece, other) and other is not None and view_of(scope.match, other, piece).visible
    )


def _both_there(scope: Scope, piece: Piece, other: Piece | None) -> bool:
    """Tell whether the field can say something of two fighters: both stand on it, and not on a bare table."""
    if other is None or other == piece or not scope.match.present(piece, other):
        return False
    return not scope.match.is_bare(piece, other)


def _is_wounded(scope: Scope, who: Who, piece: Piece) -> bool:
    fighter = scope.match.of(piece)
    hurt = any(limb.red_cp and fighter.is_wounded(limb.name) for limb in fighter.card.limbs.values())
    return hurt is who.wounded


# What each part of a filter asks of a fighter.
_TESTS: Mapping[str, Callable[[Scope, Who, Piece], bool]] = {
    "the": lambda scope, who, piece: who.the is not None and piece == scope.the(who.the),
    "side": _of_side,
    "type": lambda scope, who, piece: fold(who.type or "") in map(fold, scope.match.of(piece).card.types),
    "not_type": lambda scope, who, piece: (
        fold(who.not_type or "") not in map(fold, scope.match.of(piece).card.types)
    ),
    "faction": lambda scope, who, piece: (
        fold(who.faction or "") in map(fold, scope.match.of(piece).card.factions)
    ),
    "marker": lambda scope, who, piece: (
        who.marker is not None and scope.match.of(piece).markers.get(who.marker, 0) > 0
    ),
    "wounded": _is_wounded,
    "carries": lambda scope, who, piece: any(
        who.carries is not None and item.use(who.carries) for item in scope.match.of(piece).card.equipment
    ),
    "touching": _touches,
    "within": _is_near,
    "free": lambda scope, who, piece: is_free(scope.match, piece) is who.free,
    "seen_by": _is_seen,
}


def _there_are(scope: Scope, proviso: ThereAre) -> bool:
    n = len(scope.found(proviso.who))
    return n >= proviso.least and (proviso.most is None or n <= proviso.most)


def _more_than(scope: Scope, proviso: MoreThan) -> bool:
    return len(scope.found(proviso.who)) > len(scope.found(proviso.than))


def _round_is(scope: Scope, proviso: RoundIs) -> bool:
    now = scope.match.state.round
    return now >= proviso.least and (proviso.most is None or now <= proviso.most)


_PROVISOS: Mapping[type[Proviso], Callable[[Scope, Proviso], bool]] = {
    ThereAre: _there_are,  # type: ignore[dict-item]  # each is asked about its own
    MoreThan: _more_than,  # type: ignore[dict-item]
    RoundIs: _round_is,  # type: ignore[dict-item]
}
