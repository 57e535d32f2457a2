"""Odds as data: whole weights that sum to their denominator, so that other programs get exact fractions.

`schemas/odds.schema.json` describes it. Each result names its fields; a row ends with its weight. Weights
and denominator have no common divisor.
"""

from collections.abc import Iterable, Iterator
from math import gcd, lcm
from typing import Any

from edencli.lang import Words
from edencli.match.match import Match, Query
from edencli.match.pieces import Audience, Piece, are_enemies
from edencli.match.reasons import Refusal
from edencli.match.rules_api import value
from edencli.model.lexicon import FighterLexicon, name_with_side
from edencli.model.terms import Characteristic, LimbName, Marker
from edencli.named_tuple import NamedTuple
from edencli.odds.attack import ShiftAdvice, TwiceOdds, lays_markers, markers_laid
from edencli.odds.blow import LIMBS, Harm
from edencli.odds.outcome import AttackOdds, BurstFate, Fate, Odds
from edencli.odds.shifting import Policy
from edencli.output.sheet import Data
from edencli.referee.unweighed_cards import how_attacked, unweighed_cards
from edencli.rules.acts import Blast, Melee, Shot, Throw, attack_fighters
from edencli.rules.melee import Reaction
from edencli.rules.ranged import victim_of
from edencli.rules.rolls import pool_of
from edencli.transcript.event_data import apart_data, card_data, condition_data
from edencli.transcript.phrases import refusal_sentence

Row = list[Any]

ONE_VICTIM_FIELDS = ("victim", "limb", "cp_lost", "weight")
RESPONSE_FIELDS = ("victim", "limb", "cp_lost", "attacker", "attacker_limb", "attacker_cp_lost", "weight")
TEMPLATE_FIELDS = ("victim", *LIMBS, "weight")


class AttackSetting(NamedTuple):
    """The match that an attack is taken from (if it is weighed in a copy), and who reads its odds.

    `apart` is what the field has against the attack if it could not be made as the fighters stand now.
    """

    match: Match | None = None
    viewer: Audience = None
    apart: Refusal | None = None


NO_SETTING = AttackSetting()


def attack_odds_data(
    words: Words,
    match: Match,
    outlook: AttackOdds,
    *,
    detail: Reaction = Reaction.PASSIVE,
    around: AttackSetting = NO_SETTING,
) -> Data:
    """The odds of an attack: what they rest on, every allowed reaction, and why others are refused."""
    cast, act = FighterLexicon(match.state.fighters), outlook.act
    return {
        "rulebook": match.book.key,
        "attack": {
            "how": how_attacked(act),
            "attacker": cast.label(act.fighter),
            "target": cast.label(act.target) if isinstance(act, Melee | Shot) else None,
            "weapon": act.weapon.name if isinstance(act, Shot | Throw | Blast) else None,
            "obstacles": act.obstacles if isinstance(act, Shot) else 0,
        },
        "fighters": [condition_data(match, piece, cast) for piece in attack_fighters(act)],
        "lays": [{"marker": str(marker), "n": n} for marker, n in _laid_by(match, act)],
        "best": best_reaction(outlook),
        "detail": str(detail),
        "rolled": _first_roll(match, act) if isinstance(act, Melee | Shot) and outlook.results else None,
        "policy": str(outlook.policy),
        "apart": apart_data(words, match, around.apart),
        **_assumptions(match, outlook, around),
        "results": [_result(match, one, outlook.policy, act) for one in outlook.results],
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


def best_reaction(outlook: AttackOdds) -> str | None:
    """The reaction that serves the target best; the first of equal ones.

    It has the lowest chance that the target is out, less the chance that the attacker is; equal ones are
    compared by lost CP in this way.
    """
    melees = [one for one in outlook.results if isinstance(one, Odds) and one.reaction is not None]
    common = lcm(*(odds.denominator for odds in melees))

    def serves(odds: Odds) -> tuple[int, int]:
        signs = zip((-1, 1), odds.fates, strict=False)
        sums = [(sign * fate.out, sign * fate.lost) for sign, fate in signs]
        out, lost = map(sum, zip(*sums, strict=True))
        share = common // odds.denominator
        return out * share, lost * share

    return str(max(melees, key=serves).reaction) if melees else None


def _first_roll(match: Match, act: Melee | Shot) -> Data:
    """What the attacker rolls first: pool and difficulty with their parts, dice, needed number."""
    against = Characteristic.SPD if isinstance(act, Shot) else Characteristic.VIG
    pool = value(match, Query(Characteristic.CBT, act.fighter, act))
    difficulty = value(match, Query(against, act.target, act))
    dice, needed = pool_of(pool.total, difficulty.total, match.book.rolls.highest_difficulty)
    parts = {"pool": pool.parts, "difficulty": difficulty.parts}
    told = {name: [part.as_data() for part in reasons] for name, reasons in parts.items()}
    return {**told, "dice": dice, "needed": needed}


def _assumptions(match: Match, outlook: AttackOdds, around: AttackSetting) -> Data:
    """What the odds assume: successes kept from shifts, comrades spared, cards left out."""
    act, attacks, shifts = outlook.act, match.book.attacks, outlook.policy is not Policy.NONE
    left_out = unweighed_cards(match, outlook, around.match or match, around.viewer)
    kept, spared = None, False
    if isinstance(act, Melee | Shot) and shifts:
        shooting = isinstance(act, Shot)
        kept = attacks.shooting_successes_kept if shooting else attacks.melee_successes_kept
        spared = isinstance(act, Shot) and not all(
            are_enemies(act.fighter, victim_of(act, hits)) for hits in (1, 2)
        )
    reactions = [one.reaction for one in outlook.results if isinstance(one, Odds)]
    return {
        "kept": kept or None,
        "spared": spared,
        "explodes": isinstance(act, Shot) and act.use.explosive is not None,
        "strikes_back": Reaction.RESPONSE in reactions,
        "unforeseen": [card_data(one) for one in left_out],
    }


def burn_data(match: Match, odds: Odds) -> Data:
    """The odds of a burning fighter, as data."""
    from edencli.effects.foresight import ExpectedAttack, answering_cards  # noqa: PLC0415  # slow to import, and for odds alone

    (body,) = odds.bodies
    fire = ExpectedAttack("burn", (body.piece,), (body.piece,), ())
    return {
        "rulebook": match.book.key,
        "results": [_result(match, odds, Policy.NONE, None)],
        "refused": [],
        "unforeseen": [card_data(one) for one in answering_cards(match, fire)],
    }


def advice_data(match: Match, advice: ShiftAdvice) -> Data:
    """The options that a known roll leaves for shifting, and the best of them, as data."""
    fields = ("face", "limb", "spent", "left", "out", "hurt", "cp_lost")
    return {
        "rulebook": match.book.key,
        "victim": name_with_side(advice.body.piece),
        "name": FighterLexicon(match.state.fighters).label(advice.body.piece),
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


def _result(match: Match, result: Odds | BurstFate, policy: Policy, act: Any) -> Data:
    """One result as data: a reaction, a shot, or one fighter under a template."""
    if isinstance(result, BurstFate):
        fields, rows = TEMPLATE_FIELDS, list(_template_rows(result))
    elif result.reaction is Reaction.RESPONSE:
        fields, rows = RESPONSE_FIELDS, list(_response_rows(result))
    else:
        fields, rows = ONE_VICTIM_FIELDS, list(_one_victim_rows(result))
    shared = gcd(result.denominator, *(row[-1] for row in rows))
    return {
        "reaction": None
        if isinstance(result, BurstFate) or result.reaction is None
        else str(result.reaction),
        "policy": str(policy),
        "denominator": result.denominator // shared,
        "fields": [str(field) for field in fields],
        "joint": [[*row[:-1], row[-1] // shared] for row in rows],
        "fates": [_fate(match, fate, shared) | _laid(match, act, fate, shared) for fate in result.fates],
    }


def _fate(match: Match, fate: Fate | BurstFate, shared: int) -> Data:
    """What becomes of one fighter: the cases of each harm, in all and by limb."""
    piece = fate.body.piece
    return {
        "victim": name_with_side(piece),
        "name": FighterLexicon(match.state.fighters).label(piece),
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
                "white": match.state_of(piece).card.limbs[name].white,
                "red": match.state_of(piece).card.limbs[name].red,
            }
            for name, limb in zip(LIMBS, fate.by_limb, strict=True)
        ],
    }


def _laid(match: Match, act: Any, fate: Fate | BurstFate, shared: int) -> Data:
    """In how many cases the weapon leaves its markers on a fighter who is not out."""
    if not _laid_by(match, act) or (isinstance(act, Shot) and act.use.explosive is not None):
        return {}
    if isinstance(fate, BurstFate):
        return {"laid": (fate.denominator - fate.out) // shared}
    struck = (
        n for harm, n in fate.weights.items() if lays_markers(match, *harm) and not fate.body.is_out(harm)
    )
    return {"laid": sum(struck) // shared}


def _laid_by(match: Match, act: Any) -> list[tuple[Marker, int]]:
    return markers_laid(match, act.use) if isinstance(act, Shot | Throw | Blast) else []


def policies_data(match: Match, outlooks: Iterable[AttackOdds]) -> list[Data]:
    """The results of an attack by several policies of shifting, without their cases."""
    return [
        {
            "policy": str(one.policy),
            "results": [
                _without_cases(_result(match, result, one.policy, one.act)) for result in one.results
            ],
        }
        for one in outlooks
    ]


def two_attacks_data(match: Match, words: Words, several: Iterable[TwiceOdds]) -> list[Data]:
    """The odds of two attacks in a row, by reaction; and why the second is refused, if it is."""
    cast = FighterLexicon(match.state.fighters)
    return [
        {
            "reaction": None if one.reaction is None else str(one.reaction),
            "denominator": one.denominator,
            "refused": None if one.refused is None else refusal_sentence(words, cast, one.refused),
            "fates": [_total(_fate(match, fate, 1)) for fate in one.fates],
        }
        for one in several
    ]


def _without_cases(result: Data) -> Data:
    """A result without its cases."""
    kept = ("reaction", "denominator")
    return {**{key: result[key] for key in kept}, "fates": [_total(fate) for fate in result["fates"]]}


def _total(fate: Data) -> Data:
    return {key: fate[key] for key in ("victim", "name", "out", "hurt", "cp_lost", "by_cp")}


def _one_victim_rows(odds: Odds) -> Iterator[Row]:
    """A row for each result of an attack that harms one fighter at a time; a miss names the target."""
    pieces = [body.piece for body in odds.bodies]
    for harms, weight in odds.joint.items():
        hit = next((n for n, (limb, _) in enumerate(harms) if limb is not None), 0)
        yield [*_harm_cells(pieces[hit], harms[hit]), weight]


def _response_rows(odds: Odds) -> Iterator[Row]:
    """A row for each result of a melee with a response, the target's part first."""
    target, attacker = (body.piece for body in odds.bodies)
    for (harm, other), weight in odds.joint.items():
        yield [*_harm_cells(target, harm), *_harm_cells(attacker, other), weight]


def _template_rows(caught: BurstFate) -> Iterator[Row]:
    """A row for each combination of CP that a fighter loses, the case of no loss last."""
    name = name_with_side(caught.body.piece)
    for limbs, weight in sorted(caught.cases.items(), key=lambda case: not any(case[0])):
        yield [name, *limbs, weight]


def _harm_cells(piece: Piece, harm: Harm) -> Row:
    limb, cp = harm
    return [name_with_side(piece), None if limb is None else str(limb), cp]
