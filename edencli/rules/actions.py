"""What an active fighter does (chapter 5): Move, charge, attack, use an ability, put out fire.

Move      1 AP, thrice    leave contact, walk            action.move
charge    2 AP, once      run, touch, strike             action.charge action.charge-failed
attack    1 AP, twice     melee or ranged                action.attack
ability   its card's      its card's                     action.ability

The price of each act, and what forbids it, is in its row of the registry. A fighter that leaves the contact
of enemies disengages:

1 SPD against the highest SPD in contact        disengage.roll
2 one success, and no enemy may strike
3 else each enemy in contact may pay for one    disengage.strikes
  attack, met passively; then the fighter goes
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edencli.field.distance import in_contact
from edencli.match.events import Used
from edencli.match.facts import Arriving
from edencli.match.match import Act, Match, Procedure, Query
from edencli.match.needed_facts import first_objection
from edencli.match.pieces import Piece
from edencli.match.questions import cache_last_allowed
from edencli.match.reasons import Amount, Refusal
from edencli.match.rules_api import (
    ask,
    do,
    field_fact,
    perform,
    reach_objections,
    resolve_simultaneous,
    skip,
    total_value,
    value,
    why_not,
)
from edencli.match.table_events import (
    AbilityEnded,
    AbilityUsed,
    ChargeDeclared,
    ChargeEnded,
    ChargeFailed,
    FoundTooFar,
    Moved,
)
from edencli.model.terms import AbilityKind, Characteristic, Manner, Payment, Quantity
from edencli.rules.acts import (
    CARD_OVER_RULE,
    DISENGAGEMENT_STEP,
    Charge,
    Melee,
    Move,
    StrikeAtLeaver,
    UseAbility,
    Walk,
    pay,
    usage_key,
    why_absent,
)
from edencli.rules.agreement import ask_between_acts
from edencli.rules.footing import Path, walked_path
from edencli.rules.ground import (
    are_in_contact,
    base,
    base_at,
    enemies_in_contact,
    enemies_on_field,
    infer_contact,
    infer_free,
)
from edencli.rules.hands import pay_cards
from edencli.rules.melee import strike_unanswered
from edencli.rules.movement import affordable_path, has_room_at_end, walk_allowance, way_cost
from edencli.rules.npfs import Pounce
from edencli.rules.purse import pay_sp
from edencli.rules.questions import ActQuestion, ChargeTarget, LeaverStrike
from edencli.rules.rolls import roll, rolling_side


def take_actions(match: Match, fighter: Piece) -> Procedure[None]:
    """Let an active fighter act until the player ends its activation, or it is spent or off the field."""
    while True:
        act = yield from ask_between_acts(match, lambda: _next_action(match, fighter))
        if act is None or not (yield from perform(match, act)):
            _skip_next_act(match, fighter)
            return


def _skip_next_act(match: Match, fighter: Piece) -> None:
    """Record that the activation of a fighter is over without a question."""

    def objection(question: ActQuestion[Act], act: Act) -> Refusal:
        over = Refusal(rule="activation.once", reason="activated", about={"fighter": fighter})
        return question.refusal(act) or over

    skip(match, lambda: next_act_question(match, fighter), objection)


def _next_action(match: Match, fighter: Piece) -> ActQuestion[Act] | None:
    """The question what a fighter does next, or None if it has left the field or has nothing left to do."""
    return (
        next_act_question(match, fighter)
        if match.is_on_field(fighter) and has_acts_left(match, fighter)
        else None
    )


def next_act_question(match: Match, fighter: Piece) -> ActQuestion[Act]:
    """The question what a fighter does; it cannot end its activation before a duty is done."""
    duty = next((one for find in match.duties if (one := find(match, fighter)) is not None), None)

    def objection(act: Act) -> Refusal | None:
        refusal = why_not_declare(match, fighter, act)
        return refusal if refusal is not None or duty is None else duty.objection(act)

    return ActQuestion(
        asked=fighter.side,
        fighter=fighter,
        ap=match.state_of(fighter).ap,
        objection=cache_last_allowed(
            lambda act: first_objection(match, lambda: objection(act), what=("act", fighter, act))
        ),
        optional=duty is None,
        agreeable=True,
        must=None if duty is None else duty.example,
    )


def has_acts_left(match: Match, fighter: Piece) -> bool:
    """Tell whether a fighter has anything left to do: it has AP, or an ability that costs none."""
    state = match.state_of(fighter)
    return state.ap > 0 or any(
        why_not(match, UseAbility(fighter=fighter, ability=ability)) is None
        for ability in state.card.abilities
        if ability.kind is AbilityKind.ACTION
    )


def why_not_declare(
    match: Match,
    fighter: Piece,
    act: Act,
    *,
    free: bool = False,
    price: int | None = None,
    despite: str | None = None,
) -> Refusal | None:
    """The reason why the player of an active fighter may not declare an act, or None.

    Acts of others, parts of other acts, their price, and what the field adds are not the player's to
    declare. An act that a card allows is `free`, or has a `price` of its own, or is done `despite` a
    rule.
    """
    if act.fighter != fighter:
        about: dict[str, Any] = {"fighter": act.fighter, "active": fighter}
        return Refusal(rule="activation.designate", reason="not-active", about=about)
    row = match.acts.get(type(act))
    if (
        row is None
        or row.perform is None
        or act.free
        or act.price is not None
        or (isinstance(act, Melee) and (act.above or act.below))
    ):
        return Refusal(rule="action.cost", reason="no-deed", about={"fighter": fighter})
    if free or price is not None or act.despite != despite:
        act = act.with_changes(free=free, price=price, despite=despite)
    return why_not(match, act)


def move(match: Match, act: Move) -> Procedure[None]:
    """Pay, leave the contact of enemies, and walk (action.move)."""

    def know() -> None:
        infer_free(match, act.fighter)
        for piece in act.touching:
            infer_contact(match, act.fighter, piece)

    yield from pay(match, act)
    yield from _walk(match, act.fighter, act.path, how="move", know=know)


def walk_by_card(match: Match, act: Walk) -> Procedure[None]:
    """Leave the contact of enemies, and walk as far as a card says: this is no action and costs nothing."""

    def know() -> None:
        infer_free(match, act.fighter)
        for piece in act.touching:
            infer_contact(match, act.fighter, piece)

    if act.counts:
        yield from do(match, Used(rule=CARD_OVER_RULE, fighter=act.fighter, what=usage_key(match, act)))
    yield from _walk(match, act.fighter, act.path, how=Manner.CARD, know=know)


def move_too_far(match: Match, act: Move, rule: str) -> Procedure[None]:
    """Pay for a Move that proves too long, and walk as far as it reaches, or not at all (H-148)."""
    if not (yield from pay(match, act)):
        return
    yield from do(match, FoundTooFar(rule=rule, fighter=act.fighter, act="move"))
    way = affordable_path(match, act.fighter, act.path, walk_allowance(match, act))
    if next(reach_objections(match, act.with_changes(path=way)), None) is None:
        yield from _walk(match, act.fighter, way, how="move")


def _walk(
    match: Match, fighter: Piece, path: Path, *, how: str, know: Callable[[], None] | None = None
) -> Procedure[None]:
    """Leave the contact of enemies, if they allow it, and walk; then `know` what is certain of the new place.

    A fighter that left the field while paying does not walk.
    """
    if not match.is_on_field(fighter):
        return
    foes = enemies_in_contact(match, fighter)
    if foes and not (yield from disengage(match, fighter, foes)):
        return
    rule = _RULES_OF_WAYS.get(how, "action.move")
    paid = round(way_cost(match, fighter, path))
    yield from do(match, Moved(rule=rule, fighter=fighter, how=how, path=path, cost=paid), know=know)


_RULES_OF_WAYS: Mapping[str, str] = {Manner.CHARGE: "action.charge", Manner.CARD: CARD_OVER_RULE}


def charge(match: Match, act: Charge) -> Procedure[bool]:
    """Run, touch, and strike; or fall short (action.charge)."""
    if not (yield from declare_charge(match, act)):
        yield from do(
            match, ChargeFailed(rule="action.charge-failed", fighter=act.fighter, becomes="nothing")
        )
        return False
    if not charge_arrives(match, act):
        return (yield from _fall_short(match, act))
    way = affordable_path(match, act.fighter, act.path, walk_allowance(match, act))

    def know() -> None:
        if not match.can_turn_back:
            infer_contact(match, act.fighter, act.target)

    yield from pay(match, act)
    yield from _walk(match, act.fighter, way, how="charge", know=know)
    target = yield from _choose_charge_target(match, act)
    if target is not None:
        blow = Melee(fighter=act.fighter, target=target, free=True)
        if why_not(match, blow) is None:
            yield from perform(match, blow)
    yield from end_charge(match, act, target)
    return True


def declare_charge(match: Match, act: Charge | Pounce) -> Procedure[bool]:
    """Tell cards that await it that a charge is declared, before it is paid; returns whether it goes on."""
    if not match.is_awaited(ChargeDeclared):
        return True
    rule = match.acts[type(act)].rule
    yield from do(match, ChargeDeclared(rule=rule, fighter=act.fighter, target=act.target))
    return why_not(match, act) is None


def end_charge(match: Match, act: Charge | Pounce, target: Piece | None) -> Procedure[None]:
    """Tell cards that await it that a charge has ended together with its attack."""
    if match.is_awaited(ChargeEnded):
        rule = match.acts[type(act)].rule
        yield from do(match, ChargeEnded(rule=rule, fighter=act.fighter, target=target))


@field_fact
def charge_arrives(match: Match, act: Charge) -> bool:
    """Tell whether a charge comes into contact with an enemy."""
    return ends_in_contact(match, act, walk_allowance(match, act))


@charge_arrives.when_unmeasured
def _(match: Match, act: Charge) -> bool:
    return bool(match.require_fact(Arriving(mover=act.fighter, target=act.target)))


def ends_in_contact(match: Match, act: Charge, allowance: float) -> bool:
    """Tell whether a charge ends in contact with an enemy, as far as its allowance lets it go."""
    way = affordable_path(match, act.fighter, act.path, allowance)
    return bool(enemies_touched_at(match, act.fighter, walked_path(match, act.fighter, way)[-1]))


def enemies_touched_at(match: Match, fighter: Piece, place: tuple[int, int]) -> list[Piece]:
    """The enemies that a fighter would touch at a place."""
    there = base_at(match.state_of(fighter).card, place)
    return [enemy for enemy in enemies_on_field(match, fighter) if in_contact(there, base(match, enemy))]


def _fall_short(match: Match, act: Charge) -> Procedure[bool]:
    """Turn a charge that reached no enemy into a Move, or into nothing (action.charge-failed)."""
    instead = Move(fighter=act.fighter, path=act.path, free=act.free, price=act.price)
    way = affordable_path(match, act.fighter, act.path, walk_allowance(match, instead))
    instead = instead.with_changes(path=way)
    if why_not(match, instead) is None and has_room_at_end(match, act.fighter):
        yield from do(match, ChargeFailed(rule="action.charge-failed", fighter=act.fighter, becomes="move"))
        yield from move(match, instead)
        return True
    yield from pay(match, act)
    yield from do(match, ChargeFailed(rule="action.charge-failed", fighter=act.fighter, becomes="nothing"))
    return False


def _choose_charge_target(match: Match, act: Charge) -> Procedure[Piece | None]:
    """Choose the target of a charge among the enemies touched: the declared one if it is in contact."""
    if match.is_on_field(act.fighter, act.target) and are_in_contact(match, act.fighter, act.target):
        return act.target
    touched = enemies_in_contact(match, act.fighter)
    if not match.is_on_field(act.fighter) or not touched:
        return None
    question = ChargeTarget(
        asked=act.fighter.side,
        fighter=act.fighter,
        options=tuple(touched),
    )
    return (yield from ask(question))


def use_ability(match: Match, act: UseAbility) -> Procedure[None]:
    """Pay for an action ability and announce it; cards or the players then carry it out (ability.action)."""
    sp = total_value(match, Query(Quantity.SP, act.fighter, act))
    yield from pay(match, act)
    if sp and act.fighter.side is not None:
        rule, on = "ability.cost", Payment.ABILITY
        yield from pay_sp(match, act.fighter.side, sp, rule=rule, why=act.ability.name, on=on)
    price = act.ability.cost.cards
    yield from pay_cards(match, act.fighter.side, price, card=act.ability.name, fighter=act.fighter)
    used = AbilityUsed(rule="ability.action", fighter=act.fighter, ability=act.ability.name)
    if (yield from do(match, used)) is not None and match.is_awaited(AbilityEnded):
        yield from do(match, AbilityEnded(rule=used.rule, fighter=act.fighter, ability=used.ability))


def disengage(match: Match, leaver: Piece, enemies: Sequence[Piece]) -> Procedure[bool]:
    """Let a fighter leave the enemies in contact; returns whether it is still on the field and may go."""
    spd = value(match, Query(Characteristic.SPD, leaver))
    hits = yield from roll(
        match, leaver, spd, highest_spd(match, enemies), step=DISENGAGEMENT_STEP, opponent=enemies[0]
    )
    if not hits:
        able = [enemy for enemy in enemies if can_strike(match, enemy, leaver)]
        for enemy in enemies:
            if enemy not in able:
                _skip_strike(match, enemy, leaver)
        yield from resolve_simultaneous(
            match,
            able,
            lambda enemy: _offer_strike(match, enemy, leaver),
            able,
            still=lambda enemy: can_strike(match, enemy, leaver),
        )
    return match.is_on_field(leaver)


def highest_spd(match: Match, enemies: Sequence[Piece]) -> Amount:
    """The highest SPD among enemies in contact, whether or not that enemy could strike (disengage.roll)."""
    amounts = [value(match, Query(Characteristic.SPD, enemy)) for enemy in enemies]
    return max(amounts, key=lambda amount: amount.total)


def can_strike(match: Match, enemy: Piece, leaver: Piece) -> bool:
    """Tell whether an enemy can pay for a strike at a leaving fighter (disengage.strikes)."""
    act = StrikeAtLeaver(fighter=enemy, target=leaver)
    return match.is_on_field(enemy, leaver) and why_not(match, act) is None


def _offer_strike(match: Match, enemy: Piece, leaver: Piece) -> Procedure[None]:
    """Offer one enemy its strike, which is no activation (disengage.not-activated)."""
    question = _strike_question(match, enemy, leaver)
    if (yield from ask(question)) and (yield from pay(match, StrikeAtLeaver(fighter=enemy, target=leaver))):
        blow = Melee(fighter=enemy, target=leaver, free=True)
        yield from strike_unanswered(match, blow, rule="disengage.strikes", how="strike")


def _strike_question(match: Match, enemy: Piece, leaver: Piece) -> LeaverStrike:
    """The question whether an enemy strikes at a leaving fighter."""
    return LeaverStrike(
        asked=rolling_side(match, enemy, leaver),
        fighter=enemy,
        target=leaver,
        options=(True, False),
        optional=True,
        mid_act=True,
    )


def _skip_strike(match: Match, enemy: Piece, leaver: Piece) -> None:
    """Record that an enemy cannot strike at a leaving fighter."""
    skip(
        match,
        lambda: _strike_question(match, enemy, leaver),
        lambda *_: why_absent(match, enemy) or why_not(match, StrikeAtLeaver(fighter=enemy, target=leaver)),
    )
