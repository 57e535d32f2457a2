"""Wounds, the loss of CP, wounded limbs, incapacitation, healing (chapter 2.F; gear.protection).

A wound is reduced by protection and then costs CP; some effects cost CP directly and no protection helps.
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
    """Contribute a characteristic as its card prints it: white, or red when its limb is wounded."""
    fighter = match.state_of(query.fighter)
    limb = fighter.card.limbs[LIMB_OF[query.what]]
    if limb.red_cp and fighter.is_wounded(limb.name):
        return (Part("wound.wounded-limb", limb.red, query.what),)
    return (Part("card.characteristic", limb.white, query.what),)


def protection(match: Match, query: Query) -> Parts:
    """Contribute what protective equipment takes off the wounds of a limb; several add up."""
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
    `cause` the act is their cause; burning and weather have none.
    """
    cause = cause or cause_of(act)
    loss: dict[LimbName, int] = {}
    for limb, n in wounds.items():
        guard = Amount(()) if bypass else value(match, Query(Quantity.PROTECTION, victim, act, limb))
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
        done = yield from do(match, event)
        if done is not None and done.wounds > done.absorbed:
            loss[limb] = done.wounds - done.absorbed
    return (yield from lose_cp(match, victim, loss, cause))


def lose_cp(
    match: Match, victim: Piece, loss: Mapping[LimbName, int], cause: Cause = NO_CAUSE
) -> Procedure[int]:
    """Check boxes, all limbs at once, whatever protects them; returns how many (wound.cp-loss).

    What a limb cannot lose is lost on nobody. A fighter whose limb has no box left is out, eliminated by the
    fighter who is the cause, if one is.
    """
    fighter = match.state_of(victim)
    capped = {
        limb: min(n, fighter.cp_left(limb)) for limb, n in loss.items() if fighter.cp_left(limb) and n > 0
    }
    if not capped or not match.is_on_field(victim):
        return 0
    whole = [limb for limb in LimbName if not fighter.is_wounded(limb)]
    done = yield from do(match, CpLost(rule="wound.cp-loss", victim=victim, limbs=capped, **cause._asdict()))
    if done is None:
        return 0
    if match.is_on_field(victim):
        if any(fighter.cp_left(limb) <= 0 for limb in done.limbs):
            event = Left(rule=INCAPACITATION_RULE, fighter=victim, why=Gone.INCAPACITATED, **cause._asdict())
            yield from leave_field(match, event)
        else:
            yield from _report_limb_changes(match, victim, whole, wounded=True)
    return sum(done.limbs.values())


def leave_field(match: Match, event: Left) -> Procedure[None]:
    """Take a fighter off the field, and tell of the markers that he carried: they lie where he stood."""
    carried = [token.name for token in match.state.tokens if token.bearer == event.fighter]
    if (yield from do(match, event)) is not None:
        for name in carried:
            yield from do(match, TokenPutDown(rule=event.rule, fighter=event.fighter, token=name))


def _report_limb_changes(
    match: Match, victim: Piece, limbs: Iterable[LimbName], *, wounded: bool
) -> Procedure[None]:
    """Tell of the limbs that went from one colour to the other (wound.wounded-limb)."""
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
    """Object to healing the unhurt, in the books where they are no target (wound.heal)."""
    if match.book.conditions.heal_unhurt is HealUnhurt.NO_EFFECT or any(
        match.state_of(fighter).lost.values()
    ):
        return None
    return Refusal(rule="wound.heal", reason="unhurt", about={"fighter": fighter})


def heal(match: Match, fighter: Piece, limb: LimbName, n: int) -> Procedure[int]:
    """Clear up to n boxes of a limb; returns how many (wound.heal)."""
    state = match.state_of(fighter)
    cleared = min(n, state.lost.get(limb, 0))
    if not cleared:
        return 0
    was_wounded = state.is_wounded(limb)
    done = yield from do(match, Healed(rule="wound.heal", fighter=fighter, limb=limb, n=cleared))
    if was_wounded:
        yield from _report_limb_changes(match, fighter, (limb,), wounded=False)
    return done.n if done else 0
