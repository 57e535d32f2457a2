"""What scenery does to fighters at it, and what is done to it (the optional chapter on territory).

    an activation begins            all that strikes or burns fighters at it territory.corrosion
    a movement ends                 the same, but for Hostile Presence in    territory.vapours
    an activation ends              the books where its time is later        territory.hostile-presence
    an attack is aimed at it        counts, and may set on fire              territory.destruction
    after intendancy step 3         what burns burns on                      territory.flammable
    it takes a burn marker          fighters inside are driven out           territory.flammable-eject

Scenery strikes only on a field: on a bare table no fighter is at it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from edencli.field.distance import distance, overlap, perpendicular_feet
from edencli.field.ground import Ground, Obstacle, build_room
from edencli.field.shapes import Point
from edencli.field.shortest_path import ends_of_free_border
from edencli.match.events import AttackBegun, Event, SceneryBurns, SceneryDestroyed, SceneryHit
from edencli.match.facts import Whereabouts
from edencli.match.match import (
    Act,
    ActRow,
    ChapterRules,
    Listener,
    Match,
    Procedure,
    Trigger,
    only_for,
)
from edencli.match.pieces import Piece
from edencli.match.reasons import Refusal
from edencli.match.rules_api import do, field_fact, resolve_simultaneous
from edencli.match.table_events import (
    Activated,
    ActivationEnded,
    FoundTooFar,
    Moved,
    NpfActivated,
    Placed,
)
from edencli.model.fighter import Use
from edencli.model.scenery import ElementName, Keyword
from edencli.model.terms import ActKind, Category, Characteristic, LimbName, Marker, Quantity
from edencli.rulebooks.values import StrikesAgain, ThrowAffects
from edencli.rules import acts, conditions, gear
from edencli.rules.acts import UNAIMED, AreaAttack, Blast, Throw, pay
from edencli.rules.footing import may_stop
from edencli.rules.ground import (
    base,
    fighters_on_field,
    footprint,
    is_at,
    is_free,
    is_near_scenery,
    whereabouts,
)
from edencli.rules.movement import planning_ground
from edencli.rules.rolls import limb_at, roll_location, rolling_side
from edencli.rules.sight import CUT_RULE, view_of_scenery
from edencli.rules.targets import fighters_under_throw, is_aimed_at, is_at_aimed_point, weapon_range
from edencli.rules.territory import (
    MeleeAtScenery,
    ShotAtScenery,
    beacon_shield,
    elements_of_kind,
    idol_psi_bonus,
    keyword_value,
    keywords_of,
    territory_of,
)
from edencli.rules.wounds import wound

# ── fighters at an element ─────────────────────────────────────────────────────────────────────────────


def corrosion_wounds(match: Match, piece: Piece) -> int:
    """How many wounds corrosion deals to a fighter: as many as its best technological protection (H-124)."""
    worn = [item.use(Category.PR) for item in match.equipment_of(piece) if item.use(Category.TECH)]
    return max((points for use in worn if use for points in use.protection.values()), default=0)


def _corrode(match: Match, piece: Piece, _: int) -> Procedure[None]:
    """Wound the legs (territory.corrosion)."""
    if n := corrosion_wounds(match, piece):
        yield from wound(match, piece, {LimbName.LEGS: n}, None, step="territory.corrosion", bypass=True)


def _strike(match: Match, piece: Piece, x: int) -> Procedure[None]:
    """Deal x wounds, each where a location die says (territory.hostile-presence)."""
    limbs: Counter[LimbName] = Counter()
    for _ in range(x):
        face = yield from roll_location(
            match, rolling_side(match, piece), piece, step="territory.hostile-presence"
        )
        limbs[limb_at(match, piece, face)] += 1
    yield from wound(match, piece, limbs, None, step="territory.hostile-presence", bypass=True)


def _poison(match: Match, piece: Piece, x: int) -> Procedure[None]:
    """Add x poison markers (territory.vapours)."""
    rule = "territory.vapours"
    yield from conditions.add_markers(match, piece, Marker.POISON, x, rule=rule, step=rule)


def _singe(match: Match, piece: Piece, _: int) -> Procedure[None]:
    """Add a burn marker (territory.flammable)."""
    rule = "territory.flammable"
    yield from conditions.add_markers(match, piece, Marker.BURN, 1, rule=rule, step=rule)


DANGERS: Mapping[Keyword, Callable[[Match, Piece, int], Procedure[None]]] = {
    Keyword.CORROSION: _corrode,
    Keyword.HOSTILE_PRESENCE: _strike,
    Keyword.MEPHITIC_VAPOURS: _poison,
    Keyword.FLAMMABLE: _singe,
}
"""What an element with a keyword does to fighters at it, in the order in which one element does it."""

_AGAIN: Mapping[StrikesAgain, type[Event]] = {
    StrikesAgain.ACTIVATION_END: ActivationEnded,
    StrikesAgain.MOVEMENT_END: Moved,
}


def _threats(match: Match, piece: Piece, now: set[Keyword]) -> list[Trigger]:
    """The triggers of the elements that are dangerous now and have the fighter at them (H-116)."""
    dangers = _dangerous_elements(match)
    if not dangers or not now or not match.field.answers_about(piece):
        return []

    def threat(name: str) -> Trigger:
        return Trigger(name, lambda: _endanger(match, piece, name, now))

    if not corrosion_wounds(match, piece):
        now = now - {Keyword.CORROSION}
    near = [name for name, keywords in dangers.items() if not now.isdisjoint(keywords)]
    return [threat(name) for name in near if is_at(match, piece, name)]


def _dangerous_elements(match: Match) -> Mapping[str, list[Keyword]]:
    """The elements that are dangerous in their present state, each with its dangerous keywords; cached."""
    return match.cache_for_ground("dangerous", lambda: _find_dangerous_elements(match))


def _find_dangerous_elements(match: Match) -> Mapping[str, list[Keyword]]:
    every = {name: hazard_keywords(match, name) for name in match.state.scenery}
    return {name: keywords for name, keywords in every.items() if keywords}


def _now(match: Match, event: Event) -> set[Keyword]:
    """The keywords that are dangerous at this moment."""
    if isinstance(event, Activated | NpfActivated):
        return set(DANGERS)
    rules = territory_of(match)
    again = _AGAIN[rules.hostile_presence_again]
    hostile = {Keyword.HOSTILE_PRESENCE}
    others = DANGERS.keys() - hostile if isinstance(event, Moved) else set()
    return others | (hostile if isinstance(event, again) else set())


def hazard_keywords(match: Match, name: str) -> list[Keyword]:
    """The keywords by which an element is dangerous; Flammable counts while it burns."""
    having, burns = keywords_of(match, name), match.state.scenery[name].burn > 0
    return [key for key in DANGERS if key in having and (burns or key is not Keyword.FLAMMABLE)]


def _endanger(match: Match, piece: Piece, name: str, now: set[Keyword]) -> Procedure[None]:
    """Let an element do to a fighter at it all that is due now."""
    for key in hazard_keywords(match, name):
        if key in now and match.is_on_field(piece):
            yield from DANGERS[key](match, piece, keyword_value(keywords_of(match, name), key) or 0)


# ── fire and destruction ───────────────────────────────────────────────────────────────────────────────


def burn_scenery(match: Match, treat_fighters: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Add another marker to whatever burns, after the fires of the fighters (territory.flammable, H-108)."""
    yield from treat_fighters(match)
    burning = [name for name, lying in match.state.scenery.items() if lying.burn]
    yield from resolve_simultaneous(
        match, burning, lambda name: _kindle(match, name, 1, rule="territory.flammable"), burning
    )


def _kindle(match: Match, name: str, n: int, *, rule: str) -> Procedure[None]:
    """Add burn markers to an element, drive out fighters inside, and destroy it if it holds no longer."""
    inside = [piece for piece in fighters_on_field(match.state) if _is_inside(match, piece, name)]
    if (yield from do(match, SceneryBurns(rule=rule, scenery=name, n=n))) is None:
        return
    yield from resolve_simultaneous(
        match, inside, lambda piece: _drive_out(match, piece, name), inside, still=match.is_on_field
    )
    yield from _crumble(match, name)


@field_fact
def _is_inside(match: Match, piece: Piece, name: str) -> bool:
    """Tell whether a fighter stands in an element, or upon it."""
    return whereabouts(match, piece, name) is Whereabouts.INSIDE


@_is_inside.when_unmeasured
def _(match: Match, piece: Piece, name: str) -> bool:
    """Ask only about elements in which fighters can stand."""
    ground = match.terrain(name)
    open_to_him = (ground.crossable and ground.stops) or match.state_of(piece).raised == name
    return open_to_him and whereabouts(match, piece, name) is Whereabouts.INSIDE


def _drive_out(match: Match, piece: Piece, name: str) -> Procedure[None]:
    """Put a fighter beside a burning element, and wound all its limbs (territory.flammable-eject, H-113)."""
    rule, placed = "territory.flammable-eject", _find_place_beside(match, piece, name)
    if placed is not None:
        yield from do(match, placed)
    yield from wound(match, piece, dict.fromkeys(LimbName, 1), None, step=rule, bypass=True)


@field_fact
def _find_place_beside(match: Match, piece: Piece, name: str) -> Placed | None:
    """Find the free place in contact with an element nearest to a fighter inside, or None."""
    here, shape, ground = base(match, piece), footprint(match, name), planning_ground(match, piece)
    border = Obstacle(shape=shape, reach=here.r, least=here.r)
    barred = Ground(table=ground.table, blockers=(*ground.blockers, *ground.no_stop))
    places = [
        *perpendicular_feet(shape, here.r, here.centre),
        *ends_of_free_border(build_room(here.r, barred), border),
    ]
    ends = [Point(round(x), round(y)) for x, y in places]
    clear = [end for end in ends if not overlap(here.moved_to(end), shape) and may_stop(match, piece, end)]
    place = min(clear, key=lambda end: (distance(end, here.centre), end), default=None)
    return place and Placed(rule="territory.flammable-eject", fighter=piece, place=place)


@_find_place_beside.when_unmeasured
def _(_: Match, piece: Piece, __: str) -> Placed | None:
    return Placed(rule="territory.flammable-eject", fighter=piece, place=None)  # the players find it


def _crumble(match: Match, name: str) -> Procedure[None]:
    """Destroy an element that has suffered as many attacks as it can (territory.destruction, H-115)."""
    most, lying = keyword_value(keywords_of(match, name), Keyword.DESTRUCTION), match.state.scenery[name]
    if most is not None and lying.attacks + lying.burn >= most:
        yield from do(match, SceneryDestroyed(rule="territory.destruction", scenery=name))


# ── attacks aimed at scenery ───────────────────────────────────────────────────────────────────────────


def _burn_of(match: Match, use: Use | None) -> int:
    """The number of burn markers that an attack adds."""
    known = match.book.equipment.effects
    return sum(
        n
        for effect, n in (use.effects if use else {}).items()
        if effect.lays is Marker.BURN and effect in known
    )


def is_attackable(match: Match, name: str, use: Use | None) -> bool:
    """Tell whether an element may be attacked: by anything, or by what burns (territory.flammable-attack)."""
    having = keywords_of(match, name)
    return Keyword.DESTRUCTION in having or (Keyword.FLAMMABLE in having and _burn_of(match, use) > 0)


def _hit(
    match: Match, attacker: Piece, name: str, *, how: str, weapon: str | None = None, use: Use | None = None
) -> Procedure[None]:
    """Count an attack, which succeeds without dice; then set the element on fire, or destroy it, if due."""
    counts = Keyword.DESTRUCTION in keywords_of(match, name)
    rule = "territory.destruction" if counts else "territory.flammable-attack"
    event = SceneryHit(rule=rule, attacker=attacker, scenery=name, how=how, weapon=weapon)
    if (yield from do(match, event)) is None:
        return
    n = _burn_of(match, use)
    if n and Keyword.FLAMMABLE in keywords_of(match, name):
        yield from _kindle(match, name, n, rule="territory.flammable-attack")
    else:
        yield from _crumble(match, name)


def strike_scenery(match: Match, act: MeleeAtScenery) -> Procedure[None]:
    """Pay for a blow at an element, and carry it out."""
    if (yield from pay(match, act)):
        yield from _hit(match, act.fighter, act.scenery, how="melee")


def shoot_scenery(match: Match, act: ShotAtScenery) -> Procedure[None]:
    """Pay for a shot at an element, and hit it; nothing explodes, since no die is thrown."""
    if (yield from pay(match, act)):
        yield from gear.count_weapon_use(match, act)
        how, weapon = act.use.category, act.weapon.name
        yield from _hit(match, act.fighter, act.scenery, how=how, weapon=weapon, use=act.use)


def shoot_scenery_too_far(match: Match, act: ShotAtScenery, rule: str) -> Procedure[None]:
    """Pay for a shot at an element that proves to be out of range."""
    if (yield from pay(match, act)):
        yield from gear.count_weapon_use(match, act)
        yield from do(match, FoundTooFar(rule=rule, fighter=act.fighter, act=acts.usage_key(match, act)))


def _impacts(match: Match, event: AttackBegun) -> list[Trigger]:
    """The triggers by which a projectile or a blast hits the elements at which it is aimed (H-111).

    This is in addition to the fighters that it hits. A blast hits no element that its template does not
    reach, and none that it merely covers. A projectile that is aimed at a fighter also hits scenery there
    only where the book has the point suffer (throw.effect).
    """
    if not match.field.answers_about(event.attacker) or event.rule not in {"throw.point", "blast.template"}:
        return []
    attacker, place, category = event.attacker, event.place or UNAIMED, Category(event.how)
    used = next((item for item in match.equipment_of(attacker) if item.name == event.weapon), None)
    use = used.use(category) if used else None
    if used is None or use is None:
        return []
    act: AreaAttack = Throw(fighter=attacker, weapon=used, use=use, point=place, at=event.target)
    if category is Category.BLAST:
        act = Blast(fighter=attacker, weapon=used, use=use, point=place, turned=event.turned)

    def impact(name: str) -> Trigger:
        return Trigger(name, lambda: _hit(match, attacker, name, how=event.how, weapon=event.weapon, use=use))

    if event.target is not None and isinstance(act, Throw) and _spares_the_point(match, act):
        return []
    aimed_at = list(_aimed_at(match, act))
    if aimed_at and isinstance(act, Throw) and _spares_the_point(match, act):
        return []
    return [impact(name) for name in aimed_at]


def _aimed_at(match: Match, act: AreaAttack) -> Iterator[str]:
    """The elements at which a projectile or a blast is aimed, and that it can hurt (H-111)."""
    for name in match.state.scenery:
        if is_attackable(match, name, act.use) and is_aimed_at(match, act, name):
            yield name


def waive_nearest_enemy(match: Match, act: Act, refusal: Refusal) -> bool:
    """Waive that a blast must cover the nearest enemy, if it is aimed at scenery (H-111)."""
    if refusal.rule != "blast.nearest" or not isinstance(act, Blast):
        return False
    return next(_aimed_at(match, act), None) is not None


def _spares_the_point(match: Match, act: Throw) -> bool:
    """Tell whether a projectile hits only the fighters on its point, and nothing else there."""
    return match.book.attacks.throw is not ThrowAffects.POINT_AND_FIGHTERS and bool(
        fighters_under_throw(match, act)
    )


def against_scenery_attack(match: Match, act: MeleeAtScenery | ShotAtScenery) -> Iterator[Refusal]:
    """Refuse an attack on an element that does not exist, or cannot be attacked in this way."""
    about: dict[str, object] = {"fighter": act.fighter, "what": act.scenery}
    if act.scenery not in match.state.scenery:
        yield Refusal(rule="territory.destruction", reason="scenery-not-there", about=about)
        return
    if not is_attackable(match, act.scenery, act.use if isinstance(act, ShotAtScenery) else None):
        flammable = Keyword.FLAMMABLE in keywords_of(match, act.scenery)
        rule = "territory.flammable-attack" if flammable else "territory.destruction"
        yield Refusal(rule=rule, reason="indestructible", about=about)
    if isinstance(act, ShotAtScenery):
        yield from _against_shot(match, act)
    elif not is_at(match, act.fighter, act.scenery):
        beyond = {"fighter": act.fighter, "target": act.scenery}
        yield Refusal(rule="territory.destruction", reason="no-contact", about=beyond)


def _against_shot(match: Match, act: ShotAtScenery) -> Iterator[Refusal]:
    """Refuse a shot of an engaged fighter, out of range, or without sight; nearer enemies do not matter."""
    about: dict[str, object] = {"fighter": act.fighter, "target": act.scenery}
    if not is_free(match, act.fighter):
        yield Refusal(rule="ranged.free", reason="not-free", about={"fighter": act.fighter})
    far = weapon_range(match, act)
    if far is not None and not is_near_scenery(match, act.fighter, act.scenery, far):
        yield refusal_out_of_range(match, act, "gear.range", far)
    seen = view_of_scenery(match, act.fighter, act.scenery)
    if not seen.visible:
        blocker = next((one.name for one in seen.between if one.blocks), "")
        yield Refusal(rule=seen.beyond or CUT_RULE, reason="out-of-sight", about=about | {"what": blocker})


@field_fact
def refusal_out_of_range(match: Match, act: ShotAtScenery, rule: str, far: int) -> Refusal:
    """The refusal of a shot at an element that is too far, and by how much."""
    about: dict[str, object] = {"fighter": act.fighter, "target": act.scenery}
    apart = round(distance(base(match, act.fighter), footprint(match, act.scenery)))
    return Refusal(rule=rule, reason="out-of-range", about=about | {"range": far, "distance": apart})


@refusal_out_of_range.when_unmeasured
def _(_: Match, act: ShotAtScenery, rule: str, __: int) -> Refusal:
    about: dict[str, object] = {"fighter": act.fighter, "target": act.scenery}
    return Refusal(rule=rule, reason="out-of-reach", about=about)


def refuse_non_shooting_weapon(_: Match, act: ShotAtScenery) -> Refusal | None:
    """Refuse to shoot with equipment of another category (gear.category)."""
    if act.use.category is Category.SHOOTING:
        return None
    about = {"fighter": act.fighter, "weapon": act.weapon.name}
    return Refusal(rule="gear.category", reason="not-made-for-it", about=about)


@only_for(MeleeAtScenery, ShotAtScenery, AreaAttack)
def refuse_attack_on_idol(match: Match, act: Act) -> Refusal | None:
    """Refuse an attack of the Matriarchy on a Quarterist Idol (territory.quarterist-idol)."""
    if not isinstance(act, MeleeAtScenery | ShotAtScenery | AreaAttack):
        return None
    if territory_of(match).idol_spared_by not in match.state_of(act.fighter).card.factions:
        return None
    idols = elements_of_kind(match, ElementName.QUARTERIST_IDOL)
    idol = next((name for name in idols if _is_under_attack(match, act, name)), None)
    if idol is None:
        return None
    about: dict[str, object] = {"fighter": act.fighter, "what": idol}
    return Refusal(rule="territory.quarterist-idol", reason="sacred", about=about)


def _is_under_attack(match: Match, act: MeleeAtScenery | ShotAtScenery | AreaAttack, name: str) -> bool:
    """Tell whether an attack is aimed at an element, or at a point where it lies."""
    return is_at_aimed_point(match, act, name) if isinstance(act, AreaAttack) else act.scenery == name


class HazardListener(Listener):
    """Listens for the moments at which elements strike fighters, and for attacks aimed at elements."""

    def hears(self, kind: type[Event]) -> bool:
        """Hear only of attacks, activations and movements."""
        return issubclass(kind, AttackBegun | Activated | NpfActivated | Moved | ActivationEnded)

    def triggers(self, match: Match, event: Event) -> list[Trigger]:
        """Let each element do, or suffer, what is due now; the first player orders them."""
        if isinstance(event, AttackBegun):
            return _impacts(match, event)
        if isinstance(event, Activated | NpfActivated | Moved | ActivationEnded):
            return _threats(match, event.fighter, _now(match, event))
        return []


_ATTACKING = (acts.refuse_absent, conditions.refuse_in_fear, acts.refuse_unaffordable)

CHAPTER = ChapterRules(
    numbers={Quantity.PROTECTION: (beacon_shield,), Characteristic.PSI: (idol_psi_bonus,)},
    reach=(refuse_attack_on_idol,),
    waivers=(waive_nearest_enemy,),
    acts={
        MeleeAtScenery: ActRow(
            rule="action.attack",
            price="attack",
            counts_as="attack",
            may=_ATTACKING,
            reach=against_scenery_attack,
            perform=strike_scenery,
            on_cards=ActKind.MELEE,
        ),
        ShotAtScenery: ActRow(
            rule="action.attack",
            price="attack",
            counts_as="attack",
            may=(refuse_non_shooting_weapon, *_ATTACKING, gear.refuse_not_carried, gear.refuse_used_up),
            reach=against_scenery_attack,
            perform=shoot_scenery,
            miss=shoot_scenery_too_far,
            on_cards=ActKind.SHOT,
        ),
    },
    listeners=(HazardListener(),),
    steps={"intendancy.3": burn_scenery},
)
