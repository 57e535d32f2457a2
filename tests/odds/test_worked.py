"""Chances that were reckoned independently, by hundreds of thousands of throws and by three other programs.

Two attackers (CBT 4, and CBT 12) against one body: head 4 CP behind 1 point of protection, arms 4 CP, torso
5 CP behind 1 point, legs 4 CP, at the usual faces; VIG 4, strength 4.
"""

from decimal import Decimal

import pytest
from duels import DODGE, PASSIVE
from odds.profiles import Profile, blow, gun, shot, table

from edencli.odds.attack import attack_odds
from edencli.odds.outcome import AttackOdds, Fate, Odds
from edencli.odds.shifting import Policy
from edencli.rulebooks.values import rulebook
from edencli.rules.melee import Reaction

BODY = Profile(white_cp=(2, 2, 3, 2), red_cp=(2, 2, 2, 2), guard=(1, 0, 1, 0))
ATTACKER = {"small": Profile(white=(4, 4, 4, 4)), "large": Profile(white=(4, 12, 4, 4))}
TARGET = {"small": BODY._replace(white=(4, 4, 4, 5)), "large": BODY._replace(white=(4, 4, 4, 8))}

# The chance in percent that the target is out, his average loss of CP, and how many outcomes there are.
WORKED = """
small passive none       3.125000 1.531250 17
small dodge   none       0.097656 0.238281 19
small shot    none      13.271605 1.833816 22
small passive max-kill   3.125000 1.531250 17
small dodge   max-kill   0.097656 0.238281 19
small shot    max-kill  17.676987 2.015625 11
small passive max-wounds 3.125000 1.531250 17
small dodge   max-wounds 0.097656 0.238281 19
small shot    max-wounds 17.676987 2.015625 11
large passive none      80.212402 4.011759 20
large dodge   none      74.531725 3.885166 22
large shot    none      16.840602 2.023747 22
large passive max-kill  86.657715 4.185303 19
large dodge   max-kill  81.275431 3.798360 21
large shot    max-kill  22.479217 2.205468 11
large passive max-wounds 86.657715 4.185303 19
large dodge   max-wounds 76.005046 4.026085 22
large shot    max-wounds 22.449338 2.205590 17
"""


def odds_of(size: str, kind: str, policy: str, *, book: str = "en") -> Odds:
    """The odds of one worked attack."""
    weapon = gun(4)
    match = table(rulebook(book), ATTACKER[size], TARGET[size], gear=weapon)
    outlook: AttackOdds
    if kind == "shot":
        outlook = attack_odds(match, shot(weapon), Policy(policy))
    else:
        reaction = {"passive": PASSIVE, "dodge": DODGE}[kind]
        outlook = attack_odds(match, blow(), Policy(policy), [Reaction(reaction)])
    (odds,) = outlook.results
    assert isinstance(odds, Odds)
    return odds


def rounded(cases: int, per: int, places: str = "1.000000") -> Decimal:
    """A quotient with as many decimals as `places` shows."""
    return (Decimal(cases) / Decimal(per)).quantize(Decimal(places))


@pytest.mark.parametrize("line", WORKED.strip().splitlines())
def test_the_chances_are_those_that_were_worked_out(line: str) -> None:
    size, kind, policy, out, average, outcomes = line.split()

    odds = odds_of(size, kind, policy)

    fate: Fate = odds.fates[0]
    assert rounded(100 * fate.out, odds.denominator) == Decimal(out)
    assert rounded(fate.lost, odds.denominator) == Decimal(average)
    assert len(odds.joint) == int(outcomes)


@pytest.mark.parametrize(
    ("size", "book", "out"), [("small", "en", "17.68"), ("small", "de", "16.65"), ("large", "de", "21.64")]
)
def test_a_success_that_must_be_kept_costs_the_shooter_chances(size: str, book: str, out: str) -> None:
    odds = odds_of(size, "shot", "max-kill", book=book)

    assert rounded(100 * odds.fates[0].out, odds.denominator, "1.00") == Decimal(out)


@pytest.mark.parametrize(
    ("reaction", "out", "hurt", "average"),
    [(PASSIVE, "30.5", "96.9", "2.73"), (DODGE, "16.2", "83.9", "2.02")],
)
def test_a_fighter_with_a_helmet_and_one_lost_cp(
    reaction: Reaction, out: str, hurt: str, average: str
) -> None:
    yuri = Profile(white=(4, 6, 4, 4))
    vladd = Profile(white=(4, 4, 4, 5), white_cp=(2, 2, 3, 2), lost=(0, 0, 1, 0), guard=(1, 0, 0, 0))

    (odds,) = attack_odds(table(rulebook("en"), yuri, vladd), blow(), Policy.MAX_KILL, [reaction]).results

    (fate,) = odds.fates
    assert rounded(100 * fate.out, fate.denominator, "1.0") == Decimal(out)
    assert rounded(100 * fate.hurt, fate.denominator, "1.0") == Decimal(hurt)
    assert rounded(fate.lost, fate.denominator, "1.00") == Decimal(average)
