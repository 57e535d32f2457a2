"""Which attacks of one fighter on another are worth a line among those of two bands."""

import pytest
from duels import CBT, ELENIA, PROJECTILE, YURI, fighter, item, use

from edencli.model.fighter import Fighter
from edencli.referee.band_matrix import pair_attacks
from edencli.referee.duel import DuelFighter
from edencli.referee.match_chances import SHIFT_POLICY
from edencli.rulebooks.values import rulebook

DUD, STINK = item("Dud", use(PROJECTILE, range=15)), item("Stink pot", use(PROJECTILE, range=15, fear=1))


def attacks(attacker: Fighter, target: Fighter) -> list[str]:
    """The attacks that are weighed: the weapon of each, or a blow."""
    one, other = (
        DuelFighter(card.with_changes(name=piece.name), side=piece.side or YURI.side)
        for card, piece in ((attacker, YURI), (target, ELENIA))
    )
    weighed = pair_attacks(rulebook("en"), one, other, SHIFT_POLICY)
    return [
        weapon.name if (weapon := getattr(pair.outlook.act, "weapon", None)) else "a blow" for pair in weighed
    ]


@pytest.mark.parametrize(("cbt", "back", "told"), [(0, 0, []), (4, 0, ["a blow"]), (0, 4, ["a blow"])])
def test_a_blow_counts_where_it_or_its_answer_may_cost_a_point(cbt: int, back: int, told: list[str]) -> None:
    assert attacks(fighter(cbt=cbt, hurt={CBT: cbt}), fighter(cbt=back, hurt={CBT: back})) == told


def test_a_projectile_counts_where_it_leaves_a_marker() -> None:
    harmless = fighter(cbt=0, hurt={CBT: 0}, gear=[DUD, STINK])

    assert attacks(harmless, fighter(cbt=0, hurt={CBT: 0})) == ["Stink pot"]
