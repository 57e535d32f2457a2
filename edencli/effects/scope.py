"""Which fighters and how many a card means, and whether its filters match; computed anew each time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from edencli.effects.cards import CardWithEffects
from edencli.effects.event_parts import find_value
from edencli.effects.landmarks import (
    SceneryMeant,
    is_at_landmark,
    is_at_scenery,
    is_between,
    is_so_at,
    last_base,
    length_of,
    scenery_named,
    were_within,
)
from edencli.effects.numbers import NUMBER_COUNTS, divide_rounded
from edencli.effects.past_events import current_round, deeds_of_activation
from edencli.effects.tactic_cards import is_of_tactic
from edencli.effects.token_places import is_near_token
from edencli.effects.weapons import carried_equipment, is_such_equipment
from edencli.effects.zones import stands_inside
from edencli.field.distance import in_contact
from edencli.match.card_events import HandShown
from edencli.match.events import Event
from edencli.match.limits import LARGEST_NUMBER
from edencli.match.match import Match, Procedure
from edencli.match.pieces import OwnedCard, Piece, Side
from edencli.match.rules_api import field_fact, resolve_simultaneous
from edencli.match.state import Gone, RememberedEvent, RememberedFighter
from edencli.model.card_words import (
    Camp,
    CardEvent,
    EventNumber,
    FieldPart,
    HowMany,
    Landmark,
    Length,
    Owner,
    Past,
    Role,
    SceneryFilter,
    Since,
    Who,
)
from edencli.model.names import fold
from edencli.model.terms import AbilityKind, LimbName
from edencli.named_tuple import NamedTuple
from edencli.rules.ground import (
    are_in_contact,
    is_free,
    nearest_fighters,
)


class Scope(NamedTuple):
    """A card at work in a match, and the fighters in its roles now."""

    match: Match
    source: CardWithEffects
    roles: Mapping[Role, Piece]
    named_doer: Piece | None = None
    """The doer of the event, if the effect names one."""
    event: Event | None = None
    """The event that the card responds to or changes; its values may be used."""
    prevented: list[Match] | None = None
    """For something done before a change: the matches in which the change has been prevented."""
    thrown: Mapping[EventNumber, int] = MappingProxyType({})
    """The numbers of the card's own dice, for what is done because of them."""
    is_plain: bool = False
    """Whether filters use printed types and mere positions, because the card changes these itself."""
    shown: HandShown | None = None
    """The cards of a hand that were shown, for what is done with them."""
    scenery: str | None = None
    """The piece of scenery that a player chose, for what is done because of that."""

    @property
    def acting_fighter(self) -> Piece | None:
        """The fighter that acts: the user of an ability, or the doer that a card names."""
        return self.source.user or self.named_doer

    def fighter_in_role(self, role: Role) -> Piece | None:
        """Return the fighter in a role, if there is one."""
        if role is Role.USER:
            return self.source.user
        if role is Role.LAST_ATTACKER:
            return self._last_attacker()
        if role is Role.REMEMBERED:
            return next(reversed(self.remembered_fighters()), None)
        if role is Role.LEADER or role is Role.ENEMY_LEADER:
            side = self.side_of(Owner.OWN if role is Role.LEADER else Owner.OPPONENT)
            return self.match.state.sides[side].leader
        return self.roles.get(role)

    def has_role(self, piece: Piece, role: Role | None) -> bool:
        """Tell whether a fighter is in a role; a card may remember several fighters."""
        if role is Role.REMEMBERED:
            return piece in self.remembered_fighters()
        return role is not None and piece == self.fighter_in_role(role)

    def side_of(self, which: Owner) -> Side:
        """Return the card's player, or the other; a card of no player counts as the first player's."""
        own = self.source.side or self.match.first_player
        return own if which is Owner.OWN else own.other

    def _last_attacker(self) -> Piece | None:
        """Return the fighter that last hurt the user of the card."""
        blows = self.past_deeds(CardEvent.ATTACK_ENDED, Since.MATCH)
        return next((one.doer for one in blows if one.hurt and one.sufferer == self.source.user), None)

    def remembered_fighters(self) -> list[Piece]:
        """Return the fighters that the card remembers, the latest last."""
        return [one.fighter for one in self.kept_in_mind()]

    def kept_in_mind(self) -> list[RememberedFighter]:
        """Return what the card remembers of fighters, in secret or not, the latest last."""
        own = (self.source.card, self.source.side, self.source.user)
        return [one for one in self.match.state.remembered_fighters if one[:3] == own]

    def types_of(self, piece: Piece) -> tuple[str, ...]:
        """Return the types of a fighter; only the printed ones for a card that changes types itself."""
        return self.match.state_of(piece).card.types if self.is_plain else self.match.types_of(piece)

    def event_value(self, value: EventNumber) -> int:
        """Return a number of the card's dice, its event, or the one that began its lasting effect; else 0."""
        if value in self.thrown:
            return self.thrown[value]
        own = None if self.event is None else find_value(self.event, CardEvent(self.event.kind), value)
        if own is None and self.source.begun is not None:
            own = getattr(self.source.begun, str(value), None)
        return own or 0

    @property
    def event_limb(self) -> LimbName | None:
        """The limb of the event, or of the one that began the lasting effect."""
        limb: LimbName | None = getattr(self.event, "limb", None)
        return self.source.begun.limb if limb is None and self.source.begun else limb

    def matching_fighters(self, who: Who) -> list[Piece]:
        """Return the fighters that a filter means, in the order of the match."""
        meant = [piece for piece in self.match.state.fighters if self._passes(who, piece)]
        return meant if who.nearest is None else self._nearest(who.nearest, meant)

    def gone_fighters(self, who: Who) -> list[Piece]:
        """Return the fighters that a filter means and that left the field, out of action or not."""
        meant = with_out(who, out=True)
        return [
            piece
            for piece, fighter in self.match.state.fighters.items()
            if fighter.gone is not None and self._passes_all(compiled(meant).wherever, meant, piece)
        ]

    def targets_to_choose(self, who: Who) -> list[Piece]:
        """Return the possible targets of a card; for an action, only those that its user may single out."""
        meant, user, ability = self._choosable(who), self.source.user, self.source.ability
        if user is None or ability is None or ability.kind is not AbilityKind.ACTION:
            return meant
        from edencli.rules.targets import may_single_out  # noqa: PLC0415  # few cards single out a fighter

        is_there = self.match.is_on_field
        return [piece for piece in meant if not is_there(piece) or may_single_out(self.match, user, piece)]

    def _choosable(self, who: Who) -> list[Piece]:
        """Return the fighters that a filter means and that an ability or a tactical card may choose."""
        meant = self.matching_fighters(who)
        if self.match.cards is None or not self._is_ability_or_tactic:
            return meant
        from edencli.effects.standing_effects import may_be_chosen  # noqa: PLC0415  # which asks here who is meant

        return [piece for piece in meant if may_be_chosen(self.match, self.source.side, piece)]

    @property
    def _is_ability_or_tactic(self) -> bool:
        """Whether the card is an ability or a tactical card, and not a mission."""
        side = self.source.side
        return self.source.user is not None or (
            side is not None and self.match.state.sides[side].mission != self.source.card
        )

    def has_at_least(self, n: int, who: Who) -> bool:
        """Tell whether a filter means at least n fighters; stops looking as soon as that is known."""
        if who.nearest is not None:
            return len(self.matching_fighters(who)) >= n
        left = [piece for piece in self.match.state.fighters if self.can_match(who, piece)]
        while 0 < n <= len(left):
            n -= self._passes_by_eye(who, left.pop(0))
        return n <= 0

    def matches(self, who: Who, piece: Piece) -> bool:
        """Tell whether a filter means a fighter; one off the field only if the filter asks for that."""
        return self._passes(who, piece) if who.nearest is None else piece in self.matching_fighters(who)

    def _nearest(self, role: Role, meant: list[Piece]) -> list[Piece]:
        """Return the nearest of some fighters to the one in a role; all of those equally near."""
        of = self.fighter_in_role(role)
        self.note_place_asked()
        if of is None or not self.match.is_on_field(of) or not self.match.field.answers_about(of, *meant):
            return []
        return nearest_fighters(self.match, of, [piece for piece in meant if piece != of])

    def _passes(self, who: Who, piece: Piece) -> bool:
        return self.can_match(who, piece) and self._passes_by_eye(who, piece)

    def can_match(self, who: Who, piece: Piece) -> bool:
        """Tell whether a fighter may be meant by a filter, wherever it stands."""
        return self._is_there(who, piece) and self._passes_all(compiled(who).wherever, who, piece)

    def _passes_by_eye(self, who: Who, piece: Piece) -> bool:
        return self._passes_all(compiled(who).by_eye, who, piece)

    def note_place_asked(self) -> None:
        """Tell the field that this card depends on positions; a field without positions records it."""
        self.match.field.note_unanswered(self.source)

    def _passes_all(self, tests: "Sequence[_Test]", who: Who, piece: Piece) -> bool:
        for test in tests:  # noqa: SIM110  # asked at every turn; a generator would double its time
            if not test(self, who, piece):
                return False
        return True

    def _is_there(self, who: Who, piece: Piece) -> bool:
        fighter = self.match.state.fighters[piece]
        return fighter.gone is Gone.INCAPACITATED if who.out else fighter.on_field

    def amount(self, number: HowMany) -> int:
        """Return the value of a number now, within the budget."""
        counted = next(
            (count(self, number) for part, count in _COUNTS.items() if getattr(number, part) is not None),
            number.n,
        )
        full = divide_rounded(int(counted), number)
        n = number.times * (full if number.most is None else min(full, number.most))
        return max(-LARGEST_NUMBER, min(n, LARGEST_NUMBER))

    def length(self, number: Length) -> int:
        """Return the value of a length now, in hundredths of a millimetre."""
        return length_of(number.n if number.is_plain else self.amount(number))

    def scenery_meant(self, what: SceneryFilter) -> SceneryMeant:
        """Return the scenery that a card means, with the fighter that looks past it."""
        return SceneryMeant(what, self.fighter_in_role(what.of), self.chosen_scenery)

    @property
    def chosen_scenery(self) -> str | None:
        """The piece of scenery that was chosen, now or when a lasting effect began."""
        begun = self.source.begun
        return self.scenery or (begun.scenery if begun else None)

    def scenery_to_choose(self, what: SceneryFilter, who: Who) -> list[str]:
        """Return the pieces of scenery that may be chosen: only those at a fighter, if `who` asks for any."""
        meant = self.scenery_meant(what)
        names = list(scenery_named(self.match, meant))
        if who == Who():
            return names
        pieces = self.matching_fighters(who)
        return [name for name in names if any(is_so_at(self.match, meant, one, name) for one in pieces)]

    def count_past(self, past: Past) -> int:
        """Count how often something happened since the round, the match or the activation began."""
        return sum(self._is_such(past, deed) for deed in self.past_deeds(past.event, past.since))

    def past_deeds(self, happening: CardEvent, since: Since) -> Iterator[RememberedEvent]:
        """Give the past events of a kind since some time, the latest first."""
        if self.match.looks_back is not None:
            source = self.source
            self.match.looks_back[OwnedCard(source.side, source.user, source.card), happening] = None
        if since is Since.ACTIVATION:
            yield from deeds_of_activation(self.match, happening)
            return
        now = current_round(self.match.state)
        for deed in reversed(self.match.state.remembered_events):
            if deed.event == happening and (since is Since.MATCH or deed.round == now):
                yield deed

    def _is_such(self, past: Past, deed: RememberedEvent) -> bool:
        took_part = {Role.DOER: deed.doer, Role.SUFFERER: deed.sufferer}
        then = self._replace(roles={role: piece for role, piece in took_part.items() if piece is not None})
        by = None if past.player is None else self.side_of(past.player)
        is_so = past.how is None or deed.how == past.how
        return (
            is_so
            and by in {None, deed.side}
            and (past.named is None or fold(deed.named or "") == fold(past.named))
            and is_of_tactic(self.match, past.card, deed.event, deed.side, deed.named)
            and then.role_matches(past.doer, Role.DOER)
            and then.role_matches(past.sufferer, Role.SUFFERER)
        )

    def role_can_match(self, who: Who | None, role: Role) -> bool:
        """Tell whether the fighter in a role may be meant by a filter, wherever it stands."""
        piece = self.roles.get(role)
        return who is None or (
            piece is not None
            and (
                self.can_match(who, piece)
                or self.can_match(with_out(who, out=True), piece)
                or self._matches_undeployed(who, piece)
            )
        )

    def role_matches(self, who: Who | None, role: Role) -> bool:
        """Tell whether a filter means the fighter in a role, be it on the field, out, or not deployed yet."""
        piece = self.roles.get(role)
        if who is None:
            return True
        return piece is not None and (
            self.matches(who, piece)
            or self.matches(with_out(who, out=True), piece)
            or self._matches_undeployed(who, piece)
        )

    def _matches_undeployed(self, who: Who, piece: Piece) -> bool:
        """Tell whether a filter means a fighter not deployed yet; a filter that asks for places does not."""
        fighter = self.match.state_of(piece)
        waits = not fighter.on_field and fighter.gone is None
        return waits and not asks_places(who) and self._passes_all(compiled(who).wherever, who, piece)

    def do_to_each(
        self, who: Who, act: Callable[[Piece], Procedure[None]], *, any_order: bool = False
    ) -> Procedure[None]:
        """Do something to each fighter that a filter means, in an order that the first player picks.

        If the result is the same in `any_order`, the player is not asked.
        """
        pieces = self.matching_fighters(who)
        yield from resolve_simultaneous(
            self.match, pieces, act, pieces, still=partial(self.matches, who), any_order=any_order
        )


def _counters(scope: Scope, number: HowMany) -> int:
    of = scope.fighter_in_role(number.of)
    return count_counters(scope, of, number.counters) if of else 0


def count_counters(scope: Scope, piece: Piece, name: str | None) -> int:
    """Return how many counters of a name a fighter has."""
    return scope.match.state_of(piece).counters.get(counter_name(scope, piece, name), 0)


def counter_name(scope: Scope, piece: Piece, name: str | None) -> str:
    """Return the name of a fighter's counters as first given: capitals and accents do not matter."""
    wanted = fold(name or "")
    known = scope.match.state_of(piece).counters
    return next((one for one in known if fold(one) == wanted), name or "")


# How each thing is counted that a number may be based on.
_COUNTS: Mapping[str, Callable[[Scope, Any], int]] = {
    "count": lambda scope, number: len(scope.matching_fighters(number.count)),
    "past": lambda scope, number: scope.count_past(number.past),
    "vp": lambda scope, number: scope.match.state.sides[scope.side_of(number.vp)].vp,
    "sp": lambda scope, number: scope.match.state.sides[scope.side_of(number.sp)].sp,
    "event": lambda scope, number: scope.event_value(number.event),
    "counters": _counters,
    **NUMBER_COUNTS,
}


def _of_side(scope: Scope, who: Who, piece: Piece) -> bool:
    own = piece.side is scope.source.side
    return {
        Camp.ALLIES: own and piece != scope.source.user,
        Camp.OWN: own,
        Camp.ENEMIES: not own,
    }[who.side or Camp.OWN]


def _touches(scope: Scope, who: Who, piece: Piece) -> bool:
    """Tell whether two fighters are in contact; one that has left counts as at its last place."""
    match, other = scope.match, scope.fighter_in_role(who.touching) if who.touching else None
    return other is not None and other != piece and _have_touched(match, piece, other)


@field_fact
def _have_touched(match: Match, piece: Piece, other: Piece) -> bool:
    here, there = (last_base(match, one) for one in (piece, other))
    return here is not None and there is not None and in_contact(here, there)


_have_touched.when_unmeasured(are_in_contact)


def _is_within(scope: Scope, who: Who, piece: Piece) -> bool:
    if who.near is not None or who.landmark is not None:
        return True  # the test of the marker or landmark looks at the distance
    other, far = scope.fighter_in_role(who.of), length_of(who.within)
    if other is None or other == piece or (who.of in _LEADERS and not scope.match.is_on_field(other)):
        return False
    if were_within(scope.match, other, piece, far):
        return True
    if scope.is_plain or scope.match.cards is None:
        return False
    from edencli.effects.standing_effects import counts_within  # noqa: PLC0415  # which asks here who is meant

    return counts_within(scope.match, other, piece, far)


_LEADERS = frozenset({Role.LEADER, Role.ENEMY_LEADER})
"""The leaders' roles, which cards may name at any time; a leader off the field has no position."""


def _is_near(scope: Scope, who: Who, piece: Piece) -> bool:
    half = None if who.near_half is None else scope.side_of(who.near_half)
    return is_near_token(scope.match, piece, who.near or "", length_of(who.within), half)


def is_in_zone(scope: Scope, zone: FieldPart, piece: Piece) -> bool:
    """Tell whether all of a fighter's base is in a part of the field."""
    side = scope.side_of(Owner.OWN if zone in {FieldPart.OWN_HALF, FieldPart.OWN_ZONE} else Owner.OPPONENT)
    return stands_inside(scope.match, zone, side, piece)


def _is_at_landmark(scope: Scope, who: Who, piece: Piece) -> bool:
    landmark = who.landmark
    if landmark is None:
        return False
    side = scope.side_of(Owner.OPPONENT if landmark is Landmark.ENEMY_EDGE else Owner.OWN)
    return is_at_landmark(scope.match, landmark, side, piece, length_of(who.within))


def _is_at_scenery(scope: Scope, who: Who, piece: Piece) -> bool:
    return who.scenery is not None and is_at_scenery(scope.match, scope.scenery_meant(who.scenery), piece)


def _is_between_two(scope: Scope, who: Who, piece: Piece) -> bool:
    one, other = (scope.fighter_in_role(role) if role else None for role in (who.between, who.of))
    if one is None or other is None or len({one, other, piece}) < 3:  # noqa: PLR2004  # three fighters
        return False
    return is_between(scope.match, piece, one, other)


def _is_seen(scope: Scope, who: Who, piece: Piece) -> bool:
    other = scope.fighter_in_role(who.seen_by) if who.seen_by else None
    if other is None or not _both_there(scope, piece, other):
        return False
    from edencli.rules.sight import view_of  # noqa: PLC0415  # few cards ask who is seen

    return view_of(scope.match, other, piece).visible


def _both_there(scope: Scope, piece: Piece, other: Piece | None) -> bool:
    """Tell whether the field has an answer about two fighters: both are on it, and it is no bare table."""
    if other is None or other == piece or not scope.match.is_on_field(piece, other):
        return False
    return scope.match.field.answers_about(piece, other)


def _took_part(scope: Scope, happening: CardEvent | None, role: Role, piece: Piece) -> bool:
    """Tell whether a fighter did or suffered something since the round began."""
    if happening is None:
        return False
    deeds = scope.past_deeds(happening, Since.ROUND)
    return any((one.doer if role is Role.DOER else one.sufferer) == piece for one in deeds)


def _is_wounded(scope: Scope, who: Who, piece: Piece) -> bool:
    fighter = scope.match.state_of(piece)
    hurt = any(limb.red_cp and fighter.is_wounded(limb.name) for limb in fighter.card.limbs.values())
    return hurt is who.wounded


_Test: TypeAlias = Callable[[Scope, Who, Piece], bool]
_Tests: TypeAlias = Mapping[str, _Test]


def _was_activated(scope: Scope, piece: Piece) -> bool:
    """Tell whether a fighter was activated in this round, or can no longer be."""
    fighter = scope.match.state_of(piece)
    return fighter.activated or fighter.spent or fighter.ap == 0 or piece.side is None


# The tests for the parts of a filter that do not depend on where a fighter stands.
_TESTS: _Tests = {
    "the": lambda scope, who, piece: scope.has_role(piece, who.the),
    "side": _of_side,
    "type": lambda scope, who, piece: fold(who.type or "") in map(fold, scope.types_of(piece)),
    "not_type": lambda scope, who, piece: fold(who.not_type or "") not in map(fold, scope.types_of(piece)),
    "faction": lambda scope, who, piece: (
        fold(who.faction or "") in map(fold, scope.match.state_of(piece).card.factions)
    ),
    "marker": lambda scope, who, piece: (
        who.marker is not None and scope.match.state_of(piece).markers.get(who.marker, 0) > 0
    ),
    "wounded": _is_wounded,
    "activated": lambda scope, who, piece: _was_activated(scope, piece) is who.activated,
    "carries": lambda scope, who, piece: any(
        who.carries is not None and item.use(who.carries) for item in carried_equipment(scope.match, piece)
    ),
    "gear": lambda scope, who, piece: any(
        who.gear is not None and is_such_equipment(who.gear, item)
        for item in carried_equipment(scope.match, piece)
    ),
    "bears": lambda scope, who, piece: any(
        one.bearer == piece and fold(one.name) == fold(who.bears or "") for one in scope.match.state.tokens
    ),
    "has_counter": lambda scope, who, piece: count_counters(scope, piece, who.has_counter) > 0,
    "did": lambda scope, who, piece: _took_part(scope, who.did, Role.DOER, piece),
    "suffered": lambda scope, who, piece: _took_part(scope, who.suffered, Role.SUFFERER, piece),
    "any_of": lambda scope, who, piece: any(scope.can_match(one, piece) for one in _alternatives(who)),
    "but_not": lambda scope, who, piece: (
        asks_places(_exception(who)) or not scope.can_match(_exception(who), piece)
    ),
}


def _alternatives(who: Who) -> Iterator[Who]:
    """Give the filters of which one must match; they look at fighters out of action if the whole does."""
    return (with_out(one, out=who.out) for one in who.any_of)


def _exception(who: Who) -> Who:
    """Return the filter that a fighter must not match."""
    return _ANYBODY if who.but_not is None else with_out(who.but_not, out=who.out)


_ANYBODY = Who()


def _at_places(test: _Test) -> _Test:
    """Wrap a test of positions, which a field without places cannot answer."""

    def passes(scope: Scope, who: Who, piece: Piece) -> bool:
        scope.note_place_asked()
        return test(scope, who, piece)

    return passes


_BY_EYE: _Tests = {
    "touching": _at_places(_touches),
    "within": _at_places(_is_within),
    "near": _at_places(_is_near),
    "landmark": _at_places(_is_at_landmark),
    "scenery": _at_places(_is_at_scenery),
    "between": _at_places(_is_between_two),
    "zone": _at_places(lambda scope, who, piece: who.zone is not None and is_in_zone(scope, who.zone, piece)),
    "free": _at_places(lambda scope, who, piece: is_free(scope.match, piece) is who.free),
    "seen_by": _at_places(_is_seen),
    "any_of": lambda scope, who, piece: any(scope.matches(one, piece) for one in _alternatives(who)),
    "but_not": lambda scope, who, piece: not scope.matches(_exception(who), piece),
}


class CompiledFilter:
    """The tests of a filter: those independent of positions, and those of positions.

    What a filter says never changes, so it is compiled once and keeps the result.
    """

    __slots__ = ("asks_places", "by_eye", "other", "wherever")

    def __init__(self, who: Who) -> None:
        self.wherever = _tests_of(who, _TESTS)
        self.by_eye = _tests_of(who, _BY_EYE)
        self.asks_places = _asks_places(who)
        self.other: Who | None = None
        """This filter for fighters that are out, or for those that are not; made when it is first needed."""


def _tests_of(who: Who, tests: _Tests) -> tuple[_Test, ...]:
    return tuple(test for part, test in tests.items() if getattr(who, part) != who.defaults[part])


def compiled(who: Who) -> CompiledFilter:
    """Return the tests of a filter."""
    found: CompiledFilter | None = getattr(who, "compiled", None)
    if found is None:
        found = CompiledFilter(who)
        who.keep_compiled(found)
    return found


def with_out(who: Who, *, out: bool) -> Who:
    """Return this filter for fighters that are out, or for those that are not."""
    if who.out is out:
        return who
    kept = compiled(who)
    if kept.other is None:
        kept.other = who.with_changes(out=out)
    return kept.other


def asks_places(who: Who) -> bool:
    """Tell whether a filter asks where fighters stand, or contains one that does."""
    return compiled(who).asks_places


def _asks_places(who: Who) -> bool:
    inner = (*who.any_of, *(() if who.but_not is None else (who.but_not,)))
    places = (part for part in _BY_EYE if part not in {"any_of", "but_not"})
    is_placed = any(getattr(who, part) != who.defaults[part] for part in places)
    return is_placed or who.nearest is not None or any(map(asks_places, inner))
