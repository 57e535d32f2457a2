"""What an event adds to the board of a replay page: a move's path, a shot's line and range, a template.

Asks the rules about the table as it stands then, and decides nothing. If the field is not measured, nothing
is drawn.
"""

from collections.abc import Iterator
from typing import Final

from edencli.field.corridor import corridor_outline
from edencli.field.shapes import Disc, Point
from edencli.match.events import ApSpent, AttackBegun, Event
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.table_events import (
    Activated,
    ActivationEnded,
    Designated,
    MatchEnded,
    Moved,
    NpfActivated,
    Passed,
    Placed,
    RoundBegun,
    StepBegun,
)
from edencli.model.fighter import Equipment, Use
from edencli.model.terms import Category
from edencli.pictures.scene import NO_OVERLAY, Overlay
from edencli.rules.acts import ArmedAttack, Blast, Shot, Throw
from edencli.rules.gear import ranged_uses
from edencli.rules.ground import base
from edencli.rules.sight import view_of
from edencli.rules.targets import blast_template, explosion_disc, fighters_covered, weapon_range

CLEARING_EVENTS: Final = (
    *(Activated, ActivationEnded, AttackBegun, Designated, MatchEnded, Moved),
    *(NpfActivated, Passed, Placed, RoundBegun, StepBegun),
)
"""Events with which something new begins, so that the overlay of an earlier event disappears."""


def next_overlay(match: Match, event: Event, before: Overlay) -> Overlay:
    """The overlay after an event, given the overlay before it."""
    if not match.field.has_places:
        return NO_OVERLAY
    if isinstance(event, Moved | Placed):
        return _route_overlay(match, event)
    if isinstance(event, AttackBegun):
        return _attack_overlay(match, event)
    return NO_OVERLAY if isinstance(event, (*CLEARING_EVENTS, ApSpent)) else before


def _route_overlay(match: Match, event: Moved | Placed) -> Overlay:
    """The route along which a base was moved."""
    if not event.path or not match.is_on_field(event.fighter):
        return NO_OVERLAY
    return Overlay(route=tuple(Point(*place) for place in event.path), mover=base(match, event.fighter))


def _attack_overlay(match: Match, event: AttackBegun) -> Overlay:
    """The line of sight and the range of a shot, or the template of a throw or a blast."""
    if not match.field.knows_places(event.attacker):
        return NO_OVERLAY
    act = next(_armed_attacks(match, event), None)
    if isinstance(act, Shot):
        return _shot_overlay(match, act)
    return NO_OVERLAY if act is None else _burst_overlay(match, act)


def _armed_attacks(match: Match, event: AttackBegun) -> Iterator[Shot | Throw | Blast]:
    """The act of an attack that has begun, if the attacker still carries its weapon."""
    for item, use in ranged_uses(match.equipment_of(event.attacker)):
        if (item.name, use.category) == (event.weapon, event.how):
            yield from _aimed_attack(event, item, use)


def _aimed_attack(event: AttackBegun, item: Equipment, use: Use) -> Iterator[Shot | Throw | Blast]:
    if use.category is Category.SHOOTING and event.target is not None:
        yield Shot(fighter=event.attacker, weapon=item, use=use, target=event.target)
    if use.category is Category.PROJECTILE and event.place is not None:
        yield Throw(fighter=event.attacker, weapon=item, use=use, point=Point(*event.place))
    if use.category is Category.BLAST and event.place is not None:
        aimed = {"point": Point(*event.place), "turned": event.turned}
        yield Blast(fighter=event.attacker, weapon=item, use=use).with_changes(**aimed)


def _shot_overlay(match: Match, shot: Shot) -> Overlay:
    if not match.field.knows_places(shot.target):
        return NO_OVERLAY
    seen = view_of(match, shot.fighter, shot.target)
    return Overlay(
        corridor=corridor_outline(base(match, shot.fighter), base(match, shot.target)),
        is_cut=not seen.visible,
        counts=frozenset(one.piece or one.name for one in seen.between if one.verdict is not None),
        in_range=_range_disc(match, shot),
    )


def _burst_overlay(match: Match, act: Throw | Blast) -> Overlay:
    """The template of a throw or a blast, and the fighters it covers."""
    covered = frozenset[Piece | str](fighters_covered(match, act))
    if isinstance(act, Blast):
        return Overlay(template=blast_template(match, act), counts=covered)
    x, y = act.point
    spot = Disc(x=x, y=y, r=_SPOT) if act.use.explosive is None else explosion_disc(match, act.point)
    return Overlay(template=spot, counts=covered, in_range=_range_disc(match, act))


_SPOT: Final = 300
"""The radius of the disc that is drawn for a throw without explosion, which covers only a point."""


def _range_disc(match: Match, act: ArmedAttack) -> Disc | None:
    """The disc that a weapon reaches, from the edge of its user's base; None for unlimited range."""
    far, there = weapon_range(match, act), base(match, act.fighter)
    return None if far is None else Disc(x=there.x, y=there.y, r=there.r + far)
