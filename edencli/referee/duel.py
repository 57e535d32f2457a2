"""One attack by itself: in a match as it stands, or on a table without places.

Where two fighters of one match can fight as they stand, the attack is one of that match: its field says who
is hit and what is in the way, and its cards work. Otherwise the field's part is declared: who is hit, how
many obstacles stand between, who touches the target. If both are in one match its cards still work, but for
those that ask where somebody stands; the field keeps which did (`Field.unanswered`).

A condition is written in one line, `head:2,poison:1,ap:1`: a limb counts CP lost, a marker counts markers,
`ap` the AP left, `attacks` those made this round. A fighter of a match has the condition of that match,
but for what is written.
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
    """A fighter and the condition he is in."""

    card: Fighter
    condition: Condition = Condition()
    side: Side = Side.RED
    """The target is on the other than the attacker; anybody else may be on either. An NPF is on none."""
    state: FighterState | None = None
    """How he stands in a match; the condition then says what is different."""
    name: str = ""
    """What he is called there, if not as his card."""

    def piece_on(self, side: Side) -> Piece:
        """Who he is on the table, where a player who has him plays that side."""
        return Piece(None if is_npf(self.card) else side, self.name or self.card.name)


class Duel(NamedTuple):
    """A match with one attack to resolve."""

    match: Match
    act: Melee | Shot | Throw | Blast


class ImpossibleDuel(ValueError):  # noqa: N818  # it says what cannot be
    """A condition that no fighter of this card can be in."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


def stage_in_match(
    around: Match, attacker: DuelFighter, target: DuelFighter, weapon: tuple[Equipment, Use] | None = None
) -> Duel | Refusal:
    """Stage an attack in a match, as everybody stands there; or say what the field has against it."""
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
    """A copy of a match in which only what everybody knows of is at work, and nobody plays a card."""
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
    """Put the fighters on a table without places and say what the attacker would do.

    `covered` are those whom the explosion of his shot finds: himself, the engaged, or anybody else. An Energy
    Beacon's field has the target who is `shielded`. The cards of the match `around` them work.
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
    """A copy of a match of which nobody knows where anybody stands, with some fighters in other states."""
    match = match_known_to_everybody(around)
    match.state.fighters.update(states)
    match.state.field = BareField()
    for fighter in match.state.fighters.values():
        if fighter.on_field:
            fighter.put_on_field(None)
        fighter.raised = fighter.hidden = None
    return match


def _stands_higher(one: DuelFighter, other: DuelFighter) -> bool:
    """Tell whether one stands on a raised place in his match, and another on none (territory.elevation)."""
    return bool(one.state and one.state.raised) and not (other.state and other.state.raised)


def _put_beside(fighters: dict[Piece, DuelFighter], one: DuelFighter) -> Piece:
    """Put somebody else on the table; on one side, what is called alike is numbered."""
    wanted = one.piece_on(one.side)
    taken = [piece.name for piece in fighters if piece.side is wanted.side]
    piece = wanted._replace(name=unique_name(wanted.name, taken))
    fighters[piece] = one
    return piece


def _find_piece(fighters: Mapping[Piece, DuelFighter], one: DuelFighter) -> Piece | None:
    """Who is on the table already."""
    return next((piece for piece, standing in fighters.items() if standing.card == one.card), None)


def is_npf(card: Fighter) -> bool:
    """Tell whether a card is one of nobody's fighters: it has a level, and no value."""
    return card.level is not None


def stage_alone(book: Rulebook, one: DuelFighter) -> tuple[Match, Piece]:
    """Put one fighter on the table by himself."""
    piece = one.piece_on(one.side)
    state = State({piece: make_fighter_state(book, one)}, field=BareField())
    return create_match_with_cards(book, state), piece


def make_fighter_state(book: Rulebook, one: DuelFighter) -> FighterState:
    """Make the state of a fighter in some condition, without a place; refuse what cannot be."""
    fighter = one.state.copy() if one.state else FighterState(one.card, ap=book.actions.ap)
    set_condition(fighter, one)
    fighter.put_on_field(None)
    fighter.raised = fighter.hidden = None
    return fighter


def set_condition(fighter: FighterState, one: DuelFighter) -> None:
    """Put a fighter into the condition that was named; refuse what cannot be."""
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
    """What is counted of each, where some counts are given anew; nothing of what there is none."""
    return {key: n for key, n in {**before, **given}.items() if n}


def print_condition(now: FighterState, before: FighterState | None = None) -> str:
    """Write how a fighter stands, as `parse_condition` reads it, and what he had `before` and has no more."""
    counts, had = condition_counts(now), condition_counts(before) if before else {}
    return ",".join([f"{word}:{counts[word]}" for word in CONDITION_WORDS if counts[word] or had.get(word)])


def condition_counts(fighter: FighterState) -> dict[str, int]:
    """What a condition counts of a fighter, each by its word."""
    limbs = {str(limb): fighter.lost.get(limb, 0) for limb in LimbName}
    markers = {str(marker): fighter.markers.get(marker, 0) for marker in Marker}
    return {**limbs, **markers, "ap": fighter.ap, "attacks": fighter.used_round.get("attack", 0)}


def is_incapacitated(match: Match, piece: Piece) -> bool:
    """Tell whether a fighter was incapacitated."""
    return match.state_of(piece).gone is Gone.INCAPACITATED


def parse_condition(text: str) -> Condition:
    """Read a condition, or say what cannot be read."""
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
