"""A characteristic keeps its white value while its limb is wounded, where a card says so."""

from duels import ARMS, ELENIA, LEGS, VLADD, YURI, fighter
from effects.carded import ability, begun

from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece
from edencli.match.reasons import Part
from edencli.match.rules_api import value
from edencli.model.terms import Characteristic
from edencli.rules.acts import Melee, Move

CBT, SPD = Characteristic.CBT, Characteristic.SPD
STRIKE = Melee(fighter=YURI, target=ELENIA)
HARD = "- {effect: keeps-white, stats: [cbt], acts: [melee]}"


def wounded(*effects: str) -> Match:
    """A match in which Yuri and Vlädd have wounded arms and legs, and Yuri an ability for each effect."""
    own = [ability(one, name=f"Trick {n}") for n, one in enumerate(effects)]
    profile = fighter(cbt=4, spd=4, hurt={CBT: 2, SPD: 1})
    match = begun({YURI: own}, profiles={YURI: profile, VLADD: profile})
    for piece in (YURI, VLADD):
        match.state_of(piece).lost = {ARMS: 3, LEGS: 3}
    return match


def total(match: Match, what: Characteristic, of: Piece, act: Act | None = None) -> int:
    return value(match, Query(what, of, act)).total


def test_it_counts_for_whom_and_for_what_the_card_says() -> None:
    match = wounded(HARD)

    assert total(match, CBT, YURI, STRIKE) == 4
    assert value(match, Query(CBT, YURI, STRIKE)).parts[-1] == Part("card-over-rule", 2, "Trick 0", 0)
    assert total(match, CBT, YURI) == total(match, CBT, YURI, Move(fighter=YURI, path=())) == 2
    assert (total(match, SPD, YURI, STRIKE), total(match, CBT, VLADD, STRIKE)) == (1, 2)


def test_two_cards_give_back_no_more_than_a_wound_takes() -> None:
    match = wounded(HARD, "- {effect: keeps-white, stats: [spd, cbt], of: {side: own}}")

    assert total(match, CBT, YURI, STRIKE) == 4
    assert (total(match, SPD, VLADD), total(match, CBT, VLADD)) == (4, 4)


def test_a_whole_limb_gains_nothing_and_other_changes_count_on() -> None:
    match = wounded(HARD, "- {effect: adds, to: cbt, by: 1}")

    hurt = total(match, CBT, YURI, STRIKE)
    match.state_of(YURI).lost = {}

    assert (hurt, total(match, CBT, YURI, STRIKE)) == (5, 5)
