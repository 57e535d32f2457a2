"""One attack by itself: in a match at its present state, or on a table without places.

Where both fighters are in one match and can fight there as they are, the attack is one of that match: its
field says who is hit and what is in the way, and its cards work. Otherwise the caller declares what the field
would say: who is hit, how many obstacles are between, who touches the target. If both fighters are in one
match its cards still work, except those that ask where a fighter stands; `Field.unanswered` collects these.

A condition is written in one line, `head:2,poison:1,ap:1`: a limb counts CP lost, a marker counts markers,
`ap` the AP left, `attacks` those made this round. A fighter of a match keeps its condition there, except for
what is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from edencli.effects.begin import create_match_with_cards
from edencli.match.field_kinds import BareField
from edencli.match.match import BARE_SETUP, Match, Setup
from edencli.match.pieces import PUBLIC, Piece, Side, are_enemies
from edencli.match.reasons import Refusal
from edencli.match.rules_api import reach_objections
from edencli.match.state import Condition, FighterState, Gone, State
from edencli.model.fighter import Equipment, Fighter, Use
from edencli.model.lexicon import unique_name
from edencli.model.near_names import NearKind, nearest_name
from edencli.model.terms import Category, LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Unreadable
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Blast, Melee, Shot, Throw

CONDITION_WORDS = (*LimbName, *Marker, "ap", "attacks")
MOST_IN_CONDITION = 99


class DuelFighter(NamedTuple):
    """A fighter and its condition."""

    card: Fighter
    condition: Condition = Condition()
    side: Side = Side.RED
    """The target is on the opposite side of the attacker, others may be on either. An NPF is on none."""
    state: FighterState | None = None
    """The fighter's state in a match; `condition` then overrides parts of it."""
    name: str = ""
    """The fighter's name in that match, if it differs from its card's."""

    def piece_on(self, side: Side) -> Piece:
        """The fighter's piece on the table, on this side unless it is an NPF."""
        return Piece(None if is_npf(self.card) else side, self.name or self.card.name)


class Duel(NamedTuple):
    """A match with one attack to resolve."""

    match: Match
    act: Melee | Shot | Throw | Blast


class ImpossibleDuel(ValueError):  # noqa: N818  # it names what is impossible
    """A condition that no fighter of this card can be in."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


def stage_in_match(
    around: Match, attacker: DuelFighter, target: DuelFighter, weapon: tuple[Equipment, Use] | None = None
) -> Duel | Refusal:
    """Stage an attack in a match as everyone stands there, or return why the field does not allow it."""
    match = match_known_to_everybody(around)
    red, blue = attacker.piece_on(attacker.side), target.piece_on(attacker.side.other)
    for piece, one in ((red, attacker), (blue, target)):
        set_condition(match.state_of(piece), one)
    act: Any = Melee(fighter=red, target=blue, free=red.side is None)
    if weapon is not None:
        from edencli.odds.aim import aim_attack  # noqa: PLC0415  # only on a field
        from edencli.rules.inquiry import aim_weapon  # noqa: PLC0415  # as above

        act = aim_weapon(match, red, blue, *weapon)
        act = aim_attack(match, act).with_changes(free=red.side is None)
    refusal = next(reach_objections(match, act), None)
    return Duel(match, act) if refusal is None else refusal


def match_known_to_everybody(around: Match) -> Match:
    """Copy a match with only what both players know, without a log and without hands."""
    from edencli.referee.view import match_seen_by_viewer  # noqa: PLC0415  # only in a match

    match = match_seen_by_viewer(around, PUBLIC)
    match.log, match.looks_back = [], {}
    for player in match.state.sides.values():
        player.hand = ()
    return match


def stage_duel(  # noqa: PLR0913  # all that the field would say of an attack is declared
    book: Rulebook,
    attacker: DuelFighter,
    target: DuelFighter,
    engaged: Sequence[DuelFighter] = (),
    *,
    around: Match | None = None,
    covered: Sequence[DuelFighter] = (),
    weapon: tuple[Equipment, Use] | None = None,
    obstacles: int = 0,
    above: bool = False,
    below: bool = False,
    shielded: bool = False,
) -> Duel:
    """Put the fighters on a table without places, and make the act of the attacker.

    `covered` are the fighters under the explosion of the attacker's shot: the attacker, the engaged, or any
    other. `shielded` puts the target into an Energy Beacon's field. The cards of the match `around` them
    work.
    """
    red, blue = attacker.piece_on(attacker.side), target.piece_on(attacker.side.other)
    if not are_enemies(red, blue):
        raise ImpossibleDuel("npfs", one=red.name, other=blue.name)
    fighters = {red: attacker, blue: target}
    others = [_put_beside(fighters, one) for one in engaged]
    caught = tuple(_find_piece(fighters, one) or _put_beside(fighters, one) for one in covered)
    states = {piece: make_fighter_state(book, one) for piece, one in fighters.items()}
    if around is None:
        setup = Setup(chapters=("territory",)) if shielded else BARE_SETUP
        match = create_match_with_cards(book, State(states, field=BareField()), setup)
        match.looks_back = {}
    else:
        match = _without_places(around, states)
    free = red.side is None
    if weapon is None:
        if not (above or below):
            above, below = _stands_higher(attacker, target), _stands_higher(target, attacker)
        return Duel(match, Melee(fighter=red, target=blue, free=free, above=above, below=below))
    item, use = weapon
    if use.category is Category.SHOOTING:
        shot = Shot(
            fighter=red,
            weapon=item,
            use=use,
            target=blue,
            obstacles=obstacles,
            bystanders=tuple(others),
            covered=caught,
            shielded=(blue,) if shielded else (),
            free=free,
        )
        return Duel(match, shot)
    kind = Throw if use.category is Category.PROJECTILE else Blast
    return Duel(match, kind(fighter=red, weapon=item, use=use, victims=(blue, *others), free=free))


def _without_places(around: Match, states: Mapping[Piece, FighterState]) -> Match:
    """Copy a match without any places, with some fighters in other states."""
    match = match_known_to_everybody(around)
    match.state.fighters.update(states)
    match.state.field = BareField()
    for fighter in match.state.fighters.values():
        if fighter.on_field:
            fighter.put_on_field(None)
        fighter.raised = fighter.hidden = None
    return match


def _stands_higher(one: DuelFighter, other: DuelFighter) -> bool:
    """Tell whether only the first of two fighters is on a raised place in its match (territory.elevation)."""
    return bool(one.state and one.state.raised) and not (other.state and other.state.raised)


def _put_beside(fighters: dict[Piece, DuelFighter], one: DuelFighter) -> Piece:
    """Add another fighter to the table; equal names on one side are numbered."""
    wanted = one.piece_on(one.side)
    taken = [piece.name for piece in fighters if piece.side is wanted.side]
    piece = wanted._replace(name=unique_name(wanted.name, taken))
    fighters[piece] = one
    return piece


def _find_piece(fighters: Mapping[Piece, DuelFighter], one: DuelFighter) -> Piece | None:
    """The piece on the table with this fighter's card, if there is one."""
    return next((piece for piece, standing in fighters.items() if standing.card == one.card), None)


def is_npf(card: Fighter) -> bool:
    """Tell whether a card is an NPF's: it has a level instead of a value."""
    return card.level is not None


def stage_alone(book: Rulebook, one: DuelFighter) -> tuple[Match, Piece]:
    """Put one fighter on the table alone."""
    piece = one.piece_on(one.side)
    state = State({piece: make_fighter_state(book, one)}, field=BareField())
    return create_match_with_cards(book, state), piece


def make_fighter_state(book: Rulebook, one: DuelFighter) -> FighterState:
    """Make the state of a fighter in its condition, without a place; refuse an impossible condition."""
    fighter = one.state.copy() if one.state else FighterState(one.card, ap=book.actions.ap)
    set_condition(fighter, one)
    fighter.put_on_field(None)
    fighter.raised = fighter.hidden = None
    return fighter


def set_condition(fighter: FighterState, one: DuelFighter) -> None:
    """Put a fighter into the condition asked for; refuse an impossible one."""
    card, condition = one.card, one.condition
    if fighter.gone is not None:
        raise ImpossibleDuel("is-gone", fighter=one.name or card.name)
    for limb, lost in condition.lost.items():
        boxes = card.limbs[limb].cp
        if lost >= boxes:
            raise ImpossibleDuel("limb-gone", fighter=card.name, limb=limb, lost=lost, boxes=boxes)
    fighter.lost = _merge_counts(fighter.lost, condition.lost)
    fighter.markers = _merge_counts(fighter.markers, condition.markers)
    if condition.ap is not None:
        fighter.ap = condition.ap
    if condition.attacks is not None:
        fighter.used_round = _merge_counts(fighter.used_round, {"attack": condition.attacks})


K = TypeVar("K")


def _merge_counts(before: Mapping[K, int], given: Mapping[K, int]) -> dict[K, int]:
    """Counts with some of them replaced; entries of 0 are dropped."""
    return {key: n for key, n in {**before, **given}.items() if n}


def print_condition(now: FighterState, before: FighterState | None = None) -> str:
    """Write a fighter's condition as `parse_condition` reads it; counts that only `before` had are 0."""
    counts, had = condition_counts(now), condition_counts(before) if before else {}
    return ",".join([f"{word}:{counts[word]}" for word in CONDITION_WORDS if counts[word] or had.get(word)])


def condition_counts(fighter: FighterState) -> dict[str, int]:
    """The counts of a fighter's condition, by their words."""
    limbs = {str(limb): fighter.lost.get(limb, 0) for limb in LimbName}
    markers = {str(marker): fighter.markers.get(marker, 0) for marker in Marker}
    return {**limbs, **markers, "ap": fighter.ap, "attacks": fighter.used_round.get("attack", 0)}


def is_incapacitated(match: Match, piece: Piece) -> bool:
    """Tell whether a fighter was incapacitated."""
    return match.state_of(piece).gone is Gone.INCAPACITATED


def parse_condition(text: str) -> Condition:
    """Read a condition, or raise `Unreadable`."""
    counts = dict(_entries(text))
    return Condition(
        lost={limb: counts[limb] for limb in LimbName if limb in counts},
        markers={marker: counts[marker] for marker in Marker if marker in counts},
        ap=counts.get("ap"),
        attacks=counts.get("attacks"),
    )


def _entries(text: str) -> Iterator[tuple[str, int]]:
    seen = set()
    for entry in filter(None, (part.strip() for part in text.split(","))):
        word, colon, number = (part.strip() for part in entry.partition(":"))
        if word.lower() not in CONDITION_WORDS:
            near = nearest_name(word, CONDITION_WORDS, NearKind.KEY)
            form = "unknown-word/near" if near else "unknown-word"
            raise Unreadable(form, word=word, near=near)
        if not (
            colon and number.isascii() and number.isdigit() and len(number) <= len(str(MOST_IN_CONDITION))
        ):
            raise Unreadable("no-number", word=word, given=number, most=MOST_IN_CONDITION)
        if word.lower() in seen:
            raise Unreadable("twice", word=word)
        seen.add(word.lower())
        yield word.lower(), int(number)
