"""Odds as data: whole weights that sum to their denominator, so that whoever reads them has exact fractions.

`schemas/odds.schema.json` describes it. Each result names its fields; a row ends with its weight. Weights and
denominator have no common divisor.
"""

from collections.abc import Iterator
from math import gcd
from typing import Any

from edencli.lang import Words
from edencli.match.doors import value
from edencli.match.match import Match, Query
from edencli.match.pieces import Piece, opposes
from edencli.model.cast import Cast, sided
from edencli.model.terms import Characteristic, LimbName
from edencli.odds.attack import Advice
from edencli.odds.blow import LIMBS, Harm
from edencli.odds.outcome import Caught, Fate, Odds, Outlook
from edencli.odds.shifting import Policy
from edencli.report.phrases import refusal_sentence
from edencli.report.sheet import Data
from edencli.rules.acts import Blast, Melee, Shot, Throw
from edencli.rules.melee import Reaction
from edencli.rules.ranged import victim_of
from edencli.rules.rolls import pool_of

Row = list[Any]

ONE = ("victim", "limb", "cp_lost", "weight")
BOTH = ("victim", "limb", "cp_lost", "attacker", "attacker_limb", "attacker_cp_lost", "weight")
EVERY_LIMB = ("victim", *LIMBS, "weight")


def outlook_data(
    words: Words, match: Match, outlook: Outlook, *, detail: Reaction = Reaction.PASSIVE
) -> Data:
    """The odds of an attack: what it rests on, every reaction that is allowed, and why others are not."""
    cast, act = Cast(match.state.fighters), outlook.act
    return {
        "rulebook": match.book.key,
        "attack": {
            "how": str(act.use.category) if isinstance(act, Shot | Throw | Blast) else "melee",
            "attacker": cast.label(act.fighter),
            "target": cast.label(act.target) if isinstance(act, Melee | Shot) else None,
            "weapon": act.weapon.name if isinstance(act, Shot | Throw | Blast) else None,
        },
        "detail": str(detail),
        "rolled": _first_roll(match, act) if isinstance(act, Melee | Shot) else None,
        "policy": str(outlook.policy),
        **_granted(match, outlook),
        "results": [_result(match, one, outlook.policy) for one in outlook.results],
        "refused": [
            {
                "reaction": str(reaction),
                "rule": why.rule,
                "reason": why.reason,
                "why": refusal_sentence(words, cast, why),
            }
            for reaction, why in outlook.refused.items()
        ],
    }


def _first_roll(match: Match, act: Melee | Shot) -> Data:
    """What the attacker rolls first, with its reasons."""
    against = Characteristic.SPD if isinstance(act, Shot) else Characteristic.VIG
    pool = value(match, Query(Characteristic.CBT, act.fighter, act))
    difficulty = value(match, Query(against, act.target, act))
    dice, needed = pool_of(pool.total, difficulty.total, match.book.rolls.highest_difficulty)
    parts = {"pool": pool.parts, "difficulty": difficulty.parts}
    told = {name: [part._asdict() for part in reasons] for name, reasons in parts.items()}
    return {**told, "dice": dice, "needed": needed}


def _granted(match: Match, outlook: Outlook) -> Data:
    """What the odds take for granted: successes that a shift must keep, comrades spared, cards left out."""
    act, attacks, shifts = outlook.act, match.book.attacks, outlook.policy is not Policy.NONE
    kept, spared = None, False
    if isinstance(act, Melee | Shot) and shifts:
        shooting = isinstance(act, Shot)
        kept = attacks.shooting_successes_kept if shooting else attacks.melee_successes_kept
        spared = isinstance(act, Shot) and not all(
            opposes(act.fighter, victim_of(act, hits)) for hits in (1, 2)
        )
    reactions = [one.reaction for one in outlook.results if isinstance(one, Odds)]
    return {
        "kept": kept or None,
        "spared": spared,
        "explodes": isinstance(act, Shot) and act.use.explosive is not None,
        "strikes_back": Reaction.RESPONSE in reactions,
        "cards": bool(match.listeners),
    }


def burn_data(match: Match, odds: Odds) -> Data:
    """The odds of a burning fighter."""
    return {"rulebook": match.book.key, "results": [_result(match, odds, Policy.NONE)], "refused": []}


def advice_data(match: Match, advice: Advice) -> Data:
    """What the shifts of a known roll are worth."""
    fields = ("face", "limb", "spent", "left", "out", "hurt", "cp_lost")
    return {
        "rulebook": match.book.key,
        "victim": sided(advice.body.piece),
        "name": Cast(match.state.fighters).label(advice.body.piece),
        "dodging": advice.dodging,
        "face": advice.face,
        "successes": advice.hits,
        "denominator": advice.denominator,
        "spared": advice.spared,
        "fields": list(fields),
        "options": [
            [str(part) if isinstance(part, LimbName) else part for part in one] for one in advice.options
        ],
        "best": {str(purpose): option.face for purpose, option in advice.best.items()},
    }


def _result(match: Match, result: Odds | Caught, policy: Policy) -> Data:
    """One result: a reaction, a shot, or one fighter under a template."""
    if isinstance(result, Caught):
        fields, rows = EVERY_LIMB, list(_caught(result))
    elif result.reaction is Reaction.RESPONSE:
        fields, rows = BOTH, list(_both(result))
    else:
        fields, rows = ONE, list(_one(result))
    shared = gcd(result.denominator, *(row[-1] for row in rows))
    return {
        "reaction": None if isinstance(result, Caught) or result.reaction is None else str(result.reaction),
        "policy": str(policy),
        "denominator": result.denominator // shared,
        "fields": [str(field) for field in fields],
        "joint": [[*row[:-1], row[-1] // shared] for row in rows],
        "fates": [_fate(match, fate, shared) for fate in result.fates],
    }


def _fate(match: Match, fate: Fate | Caught, shared: int) -> Data:
    """What becomes of one fighter, for himself: the cases of each harm, limb by limb too."""
    piece = fate.body.piece
    return {
        "victim": sided(piece),
        "name": Cast(match.state.fighters).label(piece),
        "out": fate.out // shared,
        "hurt": fate.hurt // shared,
        "cp_lost": fate.lost // shared,
        "by_cp": [cases // shared for cases in fate.by_cp],
        "by_limb": [
            {
                "limb": str(name),
                "hit": limb.hit // shared,
                "wounded": limb.turned // shared,
                "out": limb.out // shared,
                "white": match.of(piece).card.limbs[name].white,
                "red": match.of(piece).card.limbs[name].red,
            }
            for name, limb in zip(LIMBS, fate.by_limb, strict=True)
        ],
    }


def _one(odds: Odds) -> Iterator[Row]:
    """A row for each end of an attack that harms one fighter at a time; a miss is the target's."""
    pieces = [body.piece for body in odds.bodies]
    for harms, weight in odds.joint.items():
        hit = next((n for n, (limb, _) in enumerate(harms) if limb is not None), 0)
        yield [*_harmed(pieces[hit], harms[hit]), weight]


def _both(odds: Odds) -> Iterator[Row]:
    """A row for each end of a response, the target's part first."""
    target, attacker = (body.piece for body in odds.bodies)
    for (harm, other), weight in odds.joint.items():
        yield [*_harmed(target, harm), *_harmed(attacker, other), weight]


def _caught(caught: Caught) -> Iterator[Row]:
    """A row for each loss of a fighter's limbs, his escape the last."""
    name = sided(caught.body.piece)
    for limbs, weight in sorted(caught.cases.items(), key=lambda case: not any(case[0])):
        yield [name, *limbs, weight]


def _harmed(piece: Piece, harm: Harm) -> Row:
    limb, cp = harm
    return [sided(piece), None if limb is None else str(limb), cp]
