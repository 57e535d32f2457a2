"""Odds as data: whole weights that sum to their denominator, so that whoever reads them has exact fractions.

`schemas/odds.schema.json` describes it. Each result names its fields; a row ends with its weight. Weights and
denominator have no common divisor.
"""

from collections.abc import Iterator
from math import gcd
from typing import Any

from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.model.cast import sided
from edencli.model.terms import LimbName
from edencli.odds.advice import Advice
from edencli.odds.body import LIMBS, Harm
from edencli.odds.outcome import Caught, Odds, Outlook
from edencli.odds.shifting import Policy
from edencli.rules.melee import Reaction

Row = list[Any]

ONE = ("victim", "limb", "cp_lost", "weight")
BOTH = ("victim", "limb", "cp_lost", "attacker", "attacker_limb", "attacker_cp_lost", "weight")
EVERY_LIMB = ("victim", *LIMBS, "weight")


def plain_outlook(match: Match, outlook: Outlook) -> dict[str, Any]:
    """The odds of an attack, as JSON has them."""
    refused = [
        {"reaction": str(reaction), "rule": why.rule, "reason": why.reason}
        for reaction, why in outlook.refused.items()
    ]
    results = [_result(one, outlook.policy) for one in outlook.results]
    return {"schema": 1, "rulebook": match.book.key, "results": results, "refused": refused}


def plain_burn(match: Match, odds: Odds) -> dict[str, Any]:
    """The odds of a burning fighter, as JSON has them."""
    return {"schema": 1, "rulebook": match.book.key, "results": [_result(odds, Policy.NONE)], "refused": []}


def plain_advice(match: Match, advice: Advice) -> dict[str, Any]:
    """What the shifts of a known roll are worth, as JSON has it."""
    fields = ("face", "limb", "spent", "left", "out", "hurt", "cp_lost")
    return {
        "schema": 1,
        "rulebook": match.book.key,
        "victim": sided(advice.body.piece),
        "dodging": advice.dodging,
        "face": advice.face,
        "successes": advice.hits,
        "denominator": advice.denominator,
        "fields": list(fields),
        "options": [
            [str(part) if isinstance(part, LimbName) else part for part in one] for one in advice.options
        ],
        "best": {str(purpose): option.face for purpose, option in advice.best.items()},
    }


def _result(result: Odds | Caught, policy: Policy) -> dict[str, Any]:
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
    """A row for a fighter who is hit, and one for his escape."""
    name = sided(caught.body.piece)
    for limbs, weight in ((caught.limbs, caught.hit), ((0,) * len(LIMBS), caught.denominator - caught.hit)):
        if weight:
            yield [name, *limbs, weight]


def _harmed(piece: Piece, harm: Harm) -> Row:
    limb, cp = harm
    return [sided(piece), None if limb is None else str(limb), cp]
