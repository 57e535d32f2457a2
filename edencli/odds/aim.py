"""Complete a planned attack with what the field would add: obstacles, who is hit, who an explosion reaches.

Odds are asked of attacks that have not been made. What the field adds when an attack is made is added here as
far as its fighter may know it: measured, judged by eye, or as the players answered.
"""

from edencli.field.units import PER_CM
from edencli.match.facts import Seeing
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import why_not_measure
from edencli.rules.acts import Blast, Shot, Throw
from edencli.rules.ground import base, distance_between, fighters_on_field
from edencli.rules.inquiry import explosion_coverage
from edencli.rules.targets import fighters_on_point

EYE = 5 * PER_CM
"""The precision of a distance judged by eye."""


def distance_by_eye(apart: float) -> int:
    """Round a distance to what can be judged by eye; 0 means contact."""
    return round(apart / EYE) * EYE


def aim_attack(view: Match, act: Shot | Throw | Blast, *, is_paid: bool = False) -> Shot | Throw | Blast:
    """Add to a planned attack what the field knows: obstacles, fighters hit, fighters under an explosion.

    Where measuring is not allowed, the additions are judged by eye: whether the shot reaches is left out, and
    cover is rough. An attack that has been paid for is measured. On a field without measurements only what
    the players answered is added.
    """
    if not view.field.answers_about(act.fighter):
        return act
    if view.field.asks_players:
        return _aim_unmeasured(view, act)
    by_eye = not is_paid and why_not_measure(view, act.fighter) is not None
    if isinstance(act, Throw | Blast):
        found: Throw | Blast = view.acts[type(act)].aim(view, act)
        return (
            found.with_changes(victims=_hit_by_eye(view, fighters_on_point(view, act.point), act))
            if by_eye
            else found
        )
    aimed: Shot = view.acts[Shot].aim(view, act)
    if by_eye:
        covered = _hit_by_eye(view, [act.target], act)
    else:
        covered = explosion_coverage(view, base(view, act.target).centre).covers if act.use.explosive else ()
    others = tuple(piece for piece in covered if piece != act.target)
    return aimed.with_changes(lost=aimed.lost and not by_eye, covered=others)


def _aim_unmeasured(view: Match, act: Shot | Throw | Blast) -> Shot | Throw | Blast:
    """The attack with the obstacles known so far, and its target as the only victim."""
    if isinstance(act, Shot):
        past = view.known_answer(Seeing(viewer=act.fighter, target=act.target))
        return act.with_changes(obstacles=max(past or 0, 0))
    return act.with_changes(victims=() if act.at is None else (act.at,))


def _hit_by_eye(view: Match, aimed_at: list[Piece], act: Shot | Throw | Blast) -> tuple[Piece, ...]:
    """The fighters an attack seems to hit: its targets and, where it has a template, those near them."""
    if act.use.explosive is None and not isinstance(act, Blast):
        return tuple(aimed_at)
    far = 0 if isinstance(act, Blast) else view.setup.explosion
    return tuple(
        piece
        for piece in fighters_on_field(view.state)
        if piece != act.fighter
        and any(distance_by_eye(distance_between(view, piece, one)) <= far for one in aimed_at)
    )
