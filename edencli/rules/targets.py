"""The targets of attacks, and what the field adds to an attack (chapter 6: step 1 of each attack).

Turns a declared attack into one that knows its obstacles, bystanders and victims, or gives the reason why
it may not be aimed in this way.
"""

from collections.abc import Iterator
from itertools import chain

from edencli.field.distance import distance, in_contact, overlap
from edencli.field.shapes import Disc, Point, Polygon, Shape
from edencli.field.templates import lay_blast, make_trapezoid
from edencli.field.units import PER_CM, compare_lengths
from edencli.match.facts import UNSEEN, Covered, Fact, InReach, InView, SceneryAimedAt
from edencli.match.match import Match, Query, SingleOut
from edencli.match.pieces import Piece, are_enemies
from edencli.match.reasons import Refusal
from edencli.match.rules_api import (
    declaration_objections,
    field_fact,
    reach_objections,
    total_value,
    why_not_measure,
)
from edencli.model.terms import Characteristic, Quantity
from edencli.record import cached_part
from edencli.rulebooks.values import NoTarget
from edencli.rules.acts import AreaAttack, ArmedAttack, Blast, Melee, Shot, Throw, why_absent
from edencli.rules.ground import (
    are_in_contact,
    base,
    distance_between,
    enemies_in_contact,
    enemies_on_field,
    fighters_in_contact,
    fighters_on_field,
    footprint,
    is_free,
    is_known_engaged,
    is_within,
    nearer_fighters,
    nearest_fighters,
    other_fighters,
    table,
)
from edencli.rules.sight import CUT_RULE, seeing_fact, view, view_of


def against_melee(match: Match, act: Melee) -> Iterator[Refusal]:
    """Refuse a blow at a fighter that is no enemy, or not in contact (melee.target)."""
    about = {"fighter": act.fighter, "target": act.target}
    if not are_enemies(act.fighter, act.target):
        yield Refusal(rule="melee.target", reason="no-enemy", about=about)
    if (absent := why_absent(match, act.target)) is not None:
        yield absent
    elif not are_in_contact(match, act.fighter, act.target):
        yield Refusal(rule="melee.target", reason="no-contact", about=about)


def against_shot(match: Match, shot: Shot) -> Iterator[Refusal]:
    """Refuse a shot of an engaged fighter, or at an illegal target (shoot.target, shoot.nearest).

    If there is no legal target at all, the book decides: the shot is refused for that, or fails and is
    spent.
    """
    yield from _engaged(match, shot)
    about: dict[str, object] = {"fighter": shot.fighter, "target": shot.target}
    if not are_enemies(shot.fighter, shot.target):
        yield Refusal(rule="shoot.target", reason="no-enemy", about=about)
    if (absent := why_absent(match, shot.target)) is not None:
        yield absent
        return
    aiming = Aiming(match, shot)
    against = _unwaived(match, shot, _against_target(aiming, about))
    if (first := next(against, None)) is None:
        return
    fails = match.book.attacks.no_target is NoTarget.FAILS_AND_IS_SPENT
    if _has_target(match, aiming) if fails else _may_have_target(match, aiming):
        yield first
        yield from against
    elif not fails:
        for refusal in (first, *against):
            yield refusal.with_changes(rule="shoot.no-target")


def _unwaived(match: Match, shot: Shot, found: Iterator[Refusal]) -> Iterator[Refusal]:
    """Leave out refusals that a chapter or a card waives, before other targets are considered."""
    return (one for one in found if not any(waives(match, shot, one) for waives in match.waivers))


class Aiming:
    """A shot and what is common to all its possible targets, each found once."""

    def __init__(self, match: Match, shot: Shot) -> None:
        self.match = match
        self.shot = shot

    @cached_part
    def range(self) -> int | None:
        """The range of the weapon; None if it is as far as its user sees."""
        return weapon_range(self.match, self.shot)

    @cached_part
    def targets(self) -> list[Piece]:
        """The enemies that the shooter may choose as a target."""
        return targets_to_single_out(self.match, self.shot.fighter)

    def rivals(self, target: Piece) -> list[Piece]:
        """The possible targets besides this one."""
        return [foe for foe in self.targets if foe != target]

    def is_out_of_reach(self, target: Piece) -> bool:
        """Tell whether a target is out of range."""
        return self.range is not None and not is_within(self.match, self.shot.fighter, target, self.range)

    def is_in_view(self, target: Piece) -> bool:
        """Tell whether an enemy is in range and in sight."""
        return not self.is_out_of_reach(target) and view_of(self.match, self.shot.fighter, target).visible

    def is_legal(self, target: Piece) -> bool:
        """Tell whether a target is in range and in sight, and no nearer enemy shields it (shoot.nearest)."""
        return self.is_in_view(target) and self.shield(target) is None

    def shield(self, target: Piece) -> Piece | None:
        """A free enemy in range and in sight that is strictly nearer than the target, or None."""
        match, shooter = self.match, self.shot.fighter
        rivals = [one for one in self.rivals(target) if _may_shield(match, shooter, one)]
        near = nearer_fighters(match, shooter, rivals, target)
        return next((one for one in near if is_free(match, one) and self.is_in_view(one)), None)


def _has_target(_: Match, aiming: Aiming) -> bool:
    """Tell whether a target other than the shot's is legal."""
    return any(aiming.is_legal(rival) for rival in aiming.rivals(aiming.shot.target))


@field_fact
def _may_have_target(match: Match, aiming: Aiming) -> bool:
    """Tell whether another target may be legal, where that changes only the rule of the refusal."""
    return _has_target(match, aiming)


@_may_have_target.when_unmeasured
def _(_: Match, aiming: Aiming) -> bool:
    return bool(aiming.rivals(aiming.shot.target))  # the rule of a refusal is not worth a question


def _against_target(aiming: Aiming, about: dict[str, object]) -> Iterator[Refusal]:
    """Refuse one target: out of range, out of sight, hidden, or shielded."""
    match, shot = aiming.match, aiming.shot
    if aiming.is_out_of_reach(shot.target):
        yield _too_far(match, shot, about)
    seen = view_of(match, shot.fighter, shot.target)
    if not seen.visible:
        blocker = next((one.name for one in seen.between if one.blocks), "")
        yield Refusal(rule=seen.beyond or CUT_RULE, reason="out-of-sight", about=about | {"what": blocker})
    yield from declaration_objections(match, SingleOut(fighter=shot.fighter, target=shot.target))
    shield = aiming.shield(shot.target)
    if shield is not None:
        yield Refusal(rule="shoot.nearest", reason="not-nearest", about=about | {"nearer": shield})


def against_throw(match: Match, act: Throw) -> Iterator[Refusal]:
    """Refuse a throw of an engaged fighter, off the field, too far, or unseen (throw.point, throw.sight)."""
    yield from _engaged(match, act)
    yield from _out_of_view(match, act)


@field_fact
def _out_of_view(match: Match, act: Throw) -> Iterator[Refusal]:
    """Refuse the point of a throw: off the field, too far, or unseen."""
    point, about = Point(*act.point), dict[str, object](fighter=act.fighter, place=act.point)
    if not table(match).contains(point):
        yield Refusal(rule="throw.point", reason="off-field", about=about)
    far, apart = weapon_range(match, act), distance(base(match, act.fighter), point)
    if far is not None and compare_lengths(apart, far) > 0:
        beyond = about | {"range": far, "distance": round(apart)}
        yield Refusal(rule="gear.range", reason="out-of-range", about=beyond)
    there = fighters_on_point(match, act.point)
    seen = view(match, act.fighter, point, there)
    if not seen.visible and not any(
        view_of(match, act.fighter, piece).visible for piece in there if piece != act.fighter
    ):
        yield Refusal(rule=seen.beyond or "throw.sight", reason="out-of-sight", about=about | {"what": ""})


@_out_of_view.when_unmeasured
def _(match: Match, act: Throw) -> Iterator[Refusal]:
    """Refuse a throw if the players say that it does not reach, or that its target is not in view."""
    if why_not_measure(match, act.fighter) and not match.require_fact(InReach(by=act.fighter, at=act.at)):
        yield Refusal(rule="gear.range", reason="out-of-reach", about={"fighter": act.fighter})
    elif not match.require_fact(InView(by=act.fighter, at=act.at)):
        yield Refusal(rule="throw.sight", reason="not-in-view", about={"fighter": act.fighter})


def against_blast(match: Match, act: Blast) -> Iterator[Refusal]:
    """Refuse a blast of an engaged fighter, on its own base, or past the nearest enemy (blast.*)."""
    yield from _engaged(match, act)
    foes = _unhidden_enemies(match, act.fighter)
    if not foes:
        yield Refusal(rule="blast.nearest", reason="no-enemy-left", about={"fighter": act.fighter})
    yield from _past_the_nearest(match, act, foes)


@field_fact
def _past_the_nearest(match: Match, act: Blast, foes: list[Piece]) -> Iterator[Refusal]:
    """Refuse a template on the user's own base, or past the nearest enemy."""
    about: dict[str, object] = {"fighter": act.fighter}
    if tuple(act.point) == match.state_of(act.fighter).place:
        yield Refusal(rule="blast.template", reason="no-direction", about=about)
        return
    if overlap(base(match, act.fighter), blast_template(match, act)):
        yield Refusal(rule="blast.template", reason="over-own-base", about=about)
    if foes:
        closest = nearest_fighters(match, act.fighter, foes)
        if not _under(match, blast_template(match, act), closest):
            missed = about | {"target": closest[0]}
            yield Refusal(rule="blast.nearest", reason="nearest-not-covered", about=missed)


@_past_the_nearest.when_unmeasured
def _(match: Match, act: Blast, foes: list[Piece]) -> Iterator[Refusal]:
    """Refuse a blast if each enemy it covers has a nearer one that it does not cover."""
    covered = fighters_covered(match, act)
    spared = [foe for foe in foes if foe not in covered]
    if spared and all(nearer_fighters(match, act.fighter, spared, foe) for foe in foes if foe in covered):
        about = {"fighter": act.fighter, "target": spared[0]}
        yield Refusal(rule="blast.nearest", reason="nearest-not-covered", about=about)


def _engaged(match: Match, act: ArmedAttack) -> Iterator[Refusal]:
    """Refuse a ranged attack of a fighter in contact with an enemy (ranged.free)."""
    if not is_free(match, act.fighter):
        yield Refusal(rule="ranged.free", reason="not-free", about={"fighter": act.fighter})


def weapon_range(match: Match, act: ArmedAttack) -> int | None:
    """The range of a weapon; None if it is as far as its user sees (gear.range)."""
    if act.use.range is None:
        return None
    return total_value(match, Query(Quantity.RANGE, act.fighter, act)) * PER_CM


@field_fact
def _too_far(match: Match, shot: Shot, about: dict[str, object]) -> Refusal:
    """The refusal of a target out of range, and by how much (gear.range)."""
    far = {
        "range": weapon_range(match, shot),
        "distance": round(distance_between(match, shot.fighter, shot.target)),
    }
    return Refusal(rule="gear.range", reason="out-of-range", about=about | far)


@_too_far.when_unmeasured
def _(_: Match, __: Shot, about: dict[str, object]) -> Refusal:
    return Refusal(rule="gear.range", reason="out-of-reach", about=about)


def may_single_out(match: Match, fighter: Piece, target: Piece) -> bool:
    """Tell whether a fighter may choose another as its target, apart from range and sight."""
    choice = SingleOut(fighter=fighter, target=target)
    objections = chain(declaration_objections(match, choice), reach_objections(match, choice))
    return next(objections, None) is None


def targets_to_single_out(match: Match, fighter: Piece) -> list[Piece]:
    """The enemies that a fighter may choose as a target, apart from range and sight."""
    foes = enemies_on_field(match, fighter)
    if not match.objectors_to(SingleOut) and not match.reach_objectors_to(SingleOut):
        return foes
    return [foe for foe in foes if may_single_out(match, fighter, foe)]


def _unhidden_enemies(match: Match, fighter: Piece) -> list[Piece]:
    """The enemies that do not hide from a fighter, however far they are."""
    foes = enemies_on_field(match, fighter)
    if not match.objectors_to(SingleOut):
        return foes
    choices = [SingleOut(fighter=fighter, target=foe) for foe in foes]
    return [choice.target for choice in choices if next(declaration_objections(match, choice), None) is None]


@field_fact
def _may_shield(*_: object) -> bool:
    """Tell whether the distance of an enemy may matter."""
    return True


@_may_shield.when_unmeasured
def _(match: Match, shooter: Piece, one: Piece) -> bool:
    """Tell whether the distance may matter: not if the enemy is known to be engaged or unseen."""
    return not (is_known_engaged(match, one) or match.known_answer(seeing_fact(shooter, one)) == UNSEEN)


def aim_shot(match: Match, shot: Shot) -> Shot:
    """Add to a declared shot what the field knows: its obstacles, its bystanders, whether it is lost.

    Bystanders matter only if an enemy of the target touches it, and a die is thrown.
    """
    target = shot.target
    if not _is_allowed(match, shot):
        return shot.with_changes(lost=True)
    shot = shot.with_changes(obstacles=view_of(match, shot.fighter, target).obstacles)
    if not total_value(match, Query(Characteristic.CBT, shot.fighter, shot)):
        return shot
    beside = fighters_in_contact(match, target) if enemies_in_contact(match, target) else []
    engaged = [piece for piece in beside if piece != shot.fighter]
    first = nearest_fighters(match, shot.fighter, engaged)
    others_there = (piece for piece in engaged if piece not in first)
    return shot.with_changes(bystanders=(*first, *others_there), tied=len(first))


def _is_allowed(match: Match, shot: Shot) -> bool:
    """Tell whether a shot has a legal target, or one whose refusals are all waived."""
    aiming = Aiming(match, shot)
    if shot.target in aiming.targets and aiming.is_legal(shot.target):
        return True
    about: dict[str, object] = {"fighter": shot.fighter, "target": shot.target}
    against = _against_target(aiming, about)
    return bool(match.waivers) and next(_unwaived(match, shot, against), None) is None


def find_victims(match: Match, act: Throw | Blast) -> Throw | Blast:
    """Add its victims to a declared throw or blast."""
    return act.with_changes(victims=tuple(fighters_covered(match, act)))


def fighters_covered(match: Match, act: Throw | Blast) -> list[Piece]:
    """The fighters that a projectile or a blast hits: on its point, or under its template."""
    if isinstance(act, Throw) and act.use.explosive is None:
        return fighters_under_throw(match, act)
    everybody = (
        other_fighters(match, act.fighter) if isinstance(act, Blast) else list(fighters_on_field(match.state))
    )
    return _under_template(match, act, everybody)


@field_fact
def fighters_under_throw(match: Match, act: Throw) -> list[Piece]:
    """The fighters whose base covers the point of a throw."""
    return fighters_on_point(match, act.point)


@fighters_under_throw.when_unmeasured
def _(match: Match, act: Throw) -> list[Piece]:
    """Take the fighter that a throw is aimed at as the only one on its point."""
    if act.at is not None:
        return [act.at]
    facts: dict[Piece, Fact] = {
        piece: Covered(by=act.fighter, template="point", victim=piece)
        for piece in fighters_on_field(match.state)
    }
    return match.matching_pieces(act.fighter, facts)


@field_fact
def _under_template(match: Match, act: Throw | Blast, pieces: list[Piece]) -> list[Piece]:
    """The fighters that the template of a blast or an explosion covers."""
    if isinstance(act, Blast):
        return _under(match, blast_template(match, act), pieces)
    return _under(match, explosion_disc(match, act.point), pieces)


@_under_template.when_unmeasured
def _(match: Match, act: Throw | Blast, pieces: list[Piece]) -> list[Piece]:
    """Ask which fighters a template covers; the target of a throw is covered in any case."""
    what = "blast" if isinstance(act, Blast) else "explosion"
    facts: dict[Piece, Fact] = {
        piece: Covered(by=act.fighter, template=what, victim=piece) for piece in pieces
    }
    if isinstance(act, Throw) and act.at is not None:
        match.infer_facts({facts[act.at]: True})
    return match.matching_pieces(act.fighter, facts)


@field_fact
def fighters_in_explosion(
    match: Match,
    by: Piece,  # noqa: ARG001  # for an unmeasured field: its cause
    point: tuple[int, int],
    at: Piece | None,  # noqa: ARG001  # for an unmeasured field: its centre
    what: str,  # noqa: ARG001  # for an unmeasured field: the template
) -> list[Piece]:
    """The fighters that an explosion at a point covers, if no weapon causes it (gear.explosive)."""
    return _under(match, explosion_disc(match, point), list(fighters_on_field(match.state)))


@fighters_in_explosion.when_unmeasured
def _(match: Match, by: Piece, _: tuple[int, int], at: Piece | None, what: str) -> list[Piece]:
    """Ask which fighters it covers; the one at its centre is covered in any case."""
    facts: dict[Piece, Fact] = {
        piece: Covered(by=by, template=what, victim=piece) for piece in fighters_on_field(match.state)
    }
    if at in facts:
        match.infer_facts({facts[at]: True})
    return match.matching_pieces(by, facts)


def explosion_disc(match: Match, point: tuple[int, int]) -> Disc:
    """The template of an explosion around a point."""
    return Disc(x=point[0], y=point[1], r=match.setup.explosion)


def _under(match: Match, outline: Shape, pieces: list[Piece]) -> list[Piece]:
    return [piece for piece in pieces if overlap(base(match, piece), outline)]


def fighters_on_point(match: Match, point: tuple[int, int]) -> list[Piece]:
    """The fighters whose bases cover a point."""
    there = Point(*point)
    return [
        piece
        for piece in fighters_on_field(match.state)
        if compare_lengths(distance(base(match, piece), there), 0) <= 0
    ]


def blast_template(match: Match, act: Blast) -> Polygon:
    """The blast template with its narrow end on the attacker's base, aimed and turned (blast.template)."""
    return lay_blast(
        make_trapezoid(*match.setup.blast), base(match, act.fighter), Point(*act.point), act.turned
    )


@field_fact
def is_aimed_at(match: Match, act: AreaAttack, name: str) -> bool:
    """Tell whether a projectile or a blast is aimed at an element, and the blast reaches it."""
    if isinstance(act, Blast) and not overlap(blast_template(match, act), footprint(match, name)):
        return False
    return is_at_aimed_point(match, act, name)


@is_aimed_at.when_unmeasured
def _(match: Match, act: AreaAttack, name: str) -> bool:
    how = "blast" if isinstance(act, Blast) else "point"
    return bool(match.require_fact(SceneryAimedAt(by=act.fighter, template=how, scenery=name)))


@field_fact
def is_at_aimed_point(match: Match, act: AreaAttack, name: str) -> bool:
    """Tell whether an element lies where a projectile or a blast is aimed, in or out of reach."""
    return in_contact(footprint(match, name), Point(*act.point))


is_at_aimed_point.when_unmeasured(is_aimed_at)
