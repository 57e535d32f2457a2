"""Wounds, the loss of CP, wounded limbs, incapacitation, healing (chapter 2.F; gear.protection).

A wound is reduced by protection and then costs CP; some effects cost CP directly, without protection.
"""

from collections.abc import Iterable, Mapping

from edencli.match.card_events import TokenPutDown
from edencli.match.events import NO_CAUSE, Cause, CpLost, Healed, Left, LimbChanged, Wounded
from edencli.match.match import Act, Match, Procedure, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.match.rules_api import do, value
from edencli.match.state import Gone
from edencli.model.terms import LIMB_OF, Category, LimbName, Quantity
from edencli.rulebooks.values import HealUnhurt
from edencli.rules.acts import cause_of

INCAPACITATION_RULE = "wound.incapacitated"


def printed_characteristic(match: Match, query: Query) -> Parts:
    """Contribute a characteristic as printed on the card: white, or red if its limb is wounded."""
    fighter = match.state_of(query.fighter)
    limb = fighter.card.limbs[LIMB_OF[query.what]]
    if limb.red_cp and fighter.is_wounded(limb.name):
        return (Part("wound.wounded-limb", limb.red, query.what),)
    return (Part("card.characteristic", limb.white, query.what),)


def protection(match: Match, query: Query) -> Parts:
    """Contribute what protective equipment takes off the wounds of a limb; several pieces add up."""
    if query.limb is None:
        return ()
    worn = [(item.name, item.use(Category.PR)) for item in match.equipment_of(query.fighter)]
    return [
        Part("gear.protection", use.protection[query.limb], name)
        for name, use in worn
        if use and query.limb in use.protection
    ]


def wound(
    match: Match,
    victim: Piece,
    wounds: Mapping[LimbName, int],
    act: Act | None,
    *,
    step: str,
    bypass: bool = False,
    cause: Cause | None = None,
) -> Procedure[int]:
    """Inflict wounds on one or more limbs at once; returns the CP lost (wound.wound).

    Protection is taken off the total of each limb once. `bypass` is for wounds that ignore it. Without a
    `cause` the act is their cause; burning and weather have none. A card may pass the wounds of a limb on
    to another fighter, whose protection then counts.
    """
    cause = cause or cause_of(act)
    losses: dict[tuple[Piece, ...], dict[LimbName, int]] = {}

    def protection_of(piece: Piece, limb: LimbName) -> Amount:
        return Amount(()) if bypass else value(match, Query(Quantity.PROTECTION, piece, act, limb))

    def settle(done: Wounded) -> Wounded:
        if done.victim == victim:
            return done
        guard = protection_of(done.victim, done.limb)
        return done.with_changes(protection=guard.parts, absorbed=min(done.wounds, guard.total))

    for limb, n in wounds.items():
        guard = protection_of(victim, limb)
        event = Wounded(
            rule="wound.wound",
            step=step,
            victim=victim,
            limb=limb,
            wounds=n,
            protection=guard.parts,
            absorbed=min(n, guard.total),
            **cause._asdict(),
        )
        done = yield from do(match, event, settle=settle)
        if done is not None and done.wounds > done.absorbed:
            losses.setdefault((done.victim, *done.passed_on_by), {})[limb] = done.wounds - done.absorbed
    lost = 0
    for (sufferer, *passed_on_by), loss in losses.items():
        lost += yield from lose_cp(match, sufferer, loss, cause, passed_on_by=tuple(passed_on_by))
    return lost


def lose_cp(
    match: Match,
    victim: Piece,
    loss: Mapping[LimbName, int],
    cause: Cause = NO_CAUSE,
    *,
    passed_on_by: tuple[Piece, ...] = (),
) -> Procedure[int]:
    """Take CP from limbs, all at once, without protection; returns the CP lost (wound.cp-loss).

    A loss beyond what a limb has left is dropped. A fighter with a limb that has no CP left is out,
    eliminated by the fighter that is the cause, if there is one. A card may make another fighter lose the
    CP.
    """
    fighter = match.state_of(victim)
    capped = {
        limb: min(n, fighter.cp_left(limb)) for limb, n in loss.items() if fighter.cp_left(limb) and n > 0
    }
    if not capped or not match.is_on_field(victim):
        return 0
    whole = _whole_limbs(match, victim)

    def settle(done: CpLost) -> CpLost:
        nonlocal whole
        whole = _whole_limbs(match, done.victim)
        return done

    event = CpLost(
        rule="wound.cp-loss", victim=victim, limbs=capped, **cause._asdict(), passed_on_by=passed_on_by
    )
    done = yield from do(match, event, settle=settle)
    if done is None:
        return 0
    victim, fighter = done.victim, match.state_of(done.victim)
    if match.is_on_field(victim):
        if any(fighter.cp_left(limb) <= 0 for limb in done.limbs):
            left = Left(rule=INCAPACITATION_RULE, fighter=victim, why=Gone.INCAPACITATED, **cause._asdict())
            yield from leave_field(match, left)
        else:
            yield from _report_limb_changes(match, victim, whole, wounded=True)
    return sum(done.limbs.values())


def _whole_limbs(match: Match, piece: Piece) -> list[LimbName]:
    return [limb for limb in LimbName if not match.state_of(piece).is_wounded(limb)]


def leave_field(match: Match, event: Left) -> Procedure[None]:
    """Take a fighter off the field, and announce that the markers it carried lie where it stood."""
    carried = [token.name for token in match.state.tokens if token.bearer == event.fighter]
    if (yield from do(match, event)) is not None:
        for name in carried:
            yield from do(match, TokenPutDown(rule=event.rule, fighter=event.fighter, token=name))


def _report_limb_changes(
    match: Match, victim: Piece, limbs: Iterable[LimbName], *, wounded: bool
) -> Procedure[None]:
    """Announce the limbs that went from one colour to the other (wound.wounded-limb)."""
    fighter = match.state_of(victim)
    for name in limbs:
        limb = fighter.card.limbs[name]
        if limb.red_cp and fighter.is_wounded(name) is wounded:
            event = LimbChanged(
                rule="wound.wounded-limb",
                victim=victim,
                limb=name,
                wounded=wounded,
                characteristic=limb.red if wounded else limb.white,
            )
            yield from do(match, event)


def refuse_unhurt(match: Match, fighter: Piece) -> Refusal | None:
    """Refuse to heal an unhurt fighter, in the books where it is no target (wound.heal)."""
    if match.book.conditions.heal_unhurt is HealUnhurt.NO_EFFECT or any(
        match.state_of(fighter).lost.values()
    ):
        return None
    return Refusal(rule="wound.heal", reason="unhurt", about={"fighter": fighter})


def heal(match: Match, fighter: Piece, limb: LimbName, n: int) -> Procedure[int]:
    """Give back up to n CP to a limb; returns how many (wound.heal)."""
    state = match.state_of(fighter)
    cleared = min(n, state.lost.get(limb, 0))
    if not cleared:
        return 0
    was_wounded = state.is_wounded(limb)

    def settle(done: Healed) -> Healed:
        nonlocal was_wounded
        was_wounded = match.state_of(done.fighter).is_wounded(limb)
        return done

    event = Healed(rule="wound.heal", fighter=fighter, limb=limb, n=cleared)
    done = yield from do(match, event, settle=settle)
    if was_wounded:
        healed = fighter if done is None else done.fighter
        yield from _report_limb_changes(match, healed, (limb,), wounded=False)
    return done.n if done else 0
