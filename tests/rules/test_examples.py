"""The worked examples that the rulebooks print about cards, rolls, wounds, protection and limits.

Each names its source: the book and the line of its text. All five print the same ones; where a number
differs, the table beside the test says so. Examples of rounding, scenery and movement stand with their
chapters.
"""

import pytest
from duels import (
    ARMS,
    CBT,
    ELENIA,
    HEAD,
    LEGS,
    PSI,
    SHOOTING,
    SPD,
    TORSO,
    VIG,
    YURI,
    Duel,
    fighter,
    helmet,
    item,
    use,
)

from edencli.match.events import LimbChanged, Located, Opposed, Rolled, Shifted, Wounded
from edencli.match.match import Act, Query
from edencli.match.reasons import Amount, Part
from edencli.match.rules_api import value
from edencli.model.fighter import Ability, UseLimits
from edencli.model.terms import AbilityKind
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import UseAbility, pay
from edencli.rules.rolls import roll, roll_location, roll_opposition, shift_location
from edencli.rules.wounds import wound

# Of Yuri's card the books print these; his other CP are no matter here.
YURIS_CARD = fighter(psi=4, cbt=4, vig=4, spd=5, hurt={PSI: 3}, cp={HEAD: (2, 2)})

# Ngobo (Ngwane in `pt`) is wounded in the arms and has CBT 4; the French edition has him whole, at 5.
NGOBOS_CBT = {"en": 4, "fr": 5, "de": 4, "it": 4, "pt": 4}


def rolled(duel: Duel, what: str, difficulty: int, dice: str) -> int:
    pool = value(duel.match, Query(what, YURI))
    against = Amount((Part("roll.characteristic", difficulty),))
    return duel.play(roll(duel.match, YURI, pool, against, step="roll.characteristic"), dice)


@pytest.mark.rule("card.cp")
def test_yuris_head_has_two_white_and_two_red_cp(book: Rulebook) -> None:
    """Source: en 95, fr 200, de 94, it 112, pt 121."""
    duel = Duel(book, YURIS_CARD)

    head = duel[YURI].card.limbs[HEAD]
    assert (head.white_cp, head.red_cp) == (2, 2)


@pytest.mark.rule("wound.wound", "wound.wounded-limb")
def test_yuris_head_is_whole_after_one_loss_and_wounded_after_two(book: Rulebook) -> None:
    """Source: en 99, fr 204, de 103, it 119, pt 127."""
    duel = Duel(book, YURIS_CARD)

    duel.play(wound(duel.match, YURI, {HEAD: 1}, None, step="melee.success"))
    assert duel[YURI].is_wounded(HEAD) is False

    duel.play(wound(duel.match, YURI, {HEAD: 1}, None, step="melee.success"))
    assert duel[YURI].is_wounded(HEAD) is True
    assert duel.match.is_on_field(YURI)


@pytest.mark.rule("card.characteristic")
def test_yuris_characteristics(book: Rulebook) -> None:
    """Source: en 105, fr 228, de 119, it 132, pt 133."""
    duel = Duel(book, YURIS_CARD)

    assert [value(duel.match, Query(what, YURI)).total for what in (PSI, CBT, VIG, SPD)] == [4, 4, 4, 5]


@pytest.mark.rule("wound.wounded-limb")
def test_yuris_psi_is_three_when_his_head_is_wounded(book: Rulebook) -> None:
    """Source: en 109, fr 234, de 127, it 140, pt 139."""
    duel = Duel(book, YURIS_CARD)

    duel.play(wound(duel.match, YURI, {HEAD: 2}, None, step="melee.success"))

    assert value(duel.match, Query(PSI, YURI)).total == 3
    assert duel.last(LimbChanged).characteristic == 3


@pytest.mark.rule("roll.location", "card.location")
def test_a_one_hits_yuris_head(book: Rulebook) -> None:
    """Source: en 119, fr 242, de 142, it 152, pt 147."""
    duel = Duel(book, YURIS_CARD)

    duel.play(roll_location(duel.match, ELENIA.side, YURI, step="melee.location"), "1")  # type: ignore[arg-type]

    assert duel.last(Located).limb is HEAD


@pytest.mark.rule("roll.characteristic")
def test_yuri_has_two_successes(book: Rulebook) -> None:
    """Source: en 193, fr 328, de 317, it 282, pt 231."""
    duel = Duel(book, YURIS_CARD)

    assert rolled(duel, PSI, 5, "1456") == 2


@pytest.mark.rule("roll.difficulty-over-6")
def test_abama_throws_three_dice_against_a_difficulty_of_seven(book: Rulebook) -> None:
    """Source: en 197, fr 332, de 328, it 290, pt 237."""
    duel = Duel(book, fighter(cbt=4))

    assert rolled(duel, CBT, 7, "643") == 1
    assert duel.last(Rolled).needed == 6


@pytest.mark.rule("roll.opposition")
def test_ngobo_wins_against_vladd(book: Rulebook) -> None:
    """Source: en 205, fr 340, de 360, it 305, pt 245."""
    vladd, cbt = fighter(cbt=6), NGOBOS_CBT[book.key]
    ngobo = fighter(cbt=5, hurt={CBT: 4}, cp={ARMS: (1, 2)})
    duel = Duel(book, vladd, ngobo)
    duel[ELENIA].lost = {ARMS: 1} if cbt == 4 else {}

    procedure = roll_opposition(
        duel.match, Act(fighter=YURI), Act(fighter=ELENIA), CBT, step="roll.opposition"
    )

    assert value(duel.match, Query(CBT, ELENIA)).total == cbt
    assert duel.play(procedure, "1 4") == ELENIA
    sums = [
        sum(part.n for part in parts) + die
        for parts, die in zip(duel.last(Opposed).amounts, duel.last(Opposed).dice, strict=True)
    ]
    assert sums == [7, 4 + cbt]


@pytest.mark.rule("roll.location", "roll.location-shift")
def test_elenia_is_hit_in_the_legs_instead_of_the_torso(book: Rulebook) -> None:
    """Source: en 215, fr 348, de 385, it 325, pt 257: a 5, moved by a point that an effect grants."""
    duel = Duel(book)

    face = duel.play(roll_location(duel.match, YURI.side, ELENIA, step="roll.location"), "5")  # type: ignore[arg-type]
    assert duel.last(Located).limb is TORSO

    moved = shift_location(duel.match, YURI, ELENIA, face, 1, 0, step="roll.location-shift")
    assert duel.play(moved, answers={"roll.location-shift": 6}) == (6, 0)
    assert list(duel.asked[0].options) == [4, 5, 6]  # type: ignore[attr-defined]
    assert duel.last(Shifted).limb is LEGS


@pytest.mark.rule("gear.protection")
def test_a_helmet_takes_one_wound_from_the_head(book: Rulebook) -> None:
    """Source: en 609, fr 752, de 1199, it 998, pt 641."""
    duel = Duel(book, elenia=fighter(gear=[helmet(1)]))

    for wounds, lost in ((1, 0), (2, 1)):
        assert duel.play(wound(duel.match, ELENIA, {HEAD: wounds}, None, step="melee.success")) == lost
    assert duel.last(Wounded).protection == (Part("gear.protection", 1, "Helmet"),)


@pytest.mark.rule("gear.bonus")
def test_a_bonus_of_two_adds_two_while_the_equipment_is_used(book: Rulebook) -> None:
    """Source: en 616, de 1213, it 1010; fr 760 and pt 649 say X where the others say 2."""
    rifle = item("Rifle", use(SHOOTING, bonus={CBT: 2}, strength=1))
    duel = Duel(book, fighter(cbt=4, gear=[rifle]))

    assert value(duel.match, Query(CBT, YURI, duel.shot())).total == 6
    assert value(duel.match, Query(CBT, YURI)).total == 4


def limited(book: Rulebook, per_round: int | None, per_match: int | None) -> tuple[Duel, UseAbility]:
    """Give Yuri an action with these limits and no price."""
    limit = UseLimits(per_round=per_round, per_match=per_match)
    ability = Ability(name="Trick", kind=AbilityKind.ACTION, limit=limit, text="")
    duel = Duel(book, fighter().with_changes(abilities=(ability,)))
    return duel, UseAbility(fighter=YURI, ability=ability)


def uses_in_a_round(duel: Duel, act: UseAbility) -> int:
    """Begin a round, and use an action as often as it may be, but no more than ten times."""
    duel[YURI].used_round = {}
    for n in range(10):
        if duel.refusal(act):
            return n
        duel.play(pay(duel.match, act))
    return 10


@pytest.mark.rule("action.per-round")
def test_a_two_a_round_action_is_used_twice_in_a_round(book: Rulebook) -> None:
    """Source: en 453, fr 588, de 844, it 728, pt 487."""
    duel, act = limited(book, 2, None)

    assert [uses_in_a_round(duel, act) for _ in range(3)] == [2, 2, 2]


@pytest.mark.rule("action.per-match")
def test_a_one_a_match_action_is_used_once(book: Rulebook) -> None:
    """Source: en 461, fr 590, de 848, it 732, pt 491."""
    duel, act = limited(book, None, 1)

    assert [uses_in_a_round(duel, act) for _ in range(3)] == [1, 0, 0]


@pytest.mark.rule("action.per-match", "action.per-round")
def test_a_three_a_match_and_one_a_round_action_is_used_in_three_rounds(book: Rulebook) -> None:
    """Source: en 463, fr 592, de 852, it 735, pt 491."""
    duel, act = limited(book, 1, 3)

    assert [uses_in_a_round(duel, act) for _ in range(5)] == [1, 1, 1, 0, 0]
