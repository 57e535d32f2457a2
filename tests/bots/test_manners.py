"""The manners of the practice opponent: they weigh danger differently, and are all answers of one program."""

import pytest
from duels import ELENIA, SHOOTING, YURI, fighter, item, use
from matches import active

from edencli.bots import BOTS
from edencli.bots.appraisal import settle
from edencli.bots.manners import MANNERS, PlayManner
from edencli.bots.steady import choose_answer
from edencli.field.distance import gap
from edencli.match.pieces import Side
from edencli.referee.view import match_seen_by
from edencli.rulebooks.values import rulebook
from edencli.rules.ground import base
from edencli.rules.questions import ActQuestion

GUN = item("Gun", use(SHOOTING, range=10, strength=5))
CARDS = dict.fromkeys((YURI, ELENIA), fighter(cbt=6, gear=[GUN]).with_changes(value=20))


def apart_after(manner: PlayManner, *, leads: bool = False) -> int:
    """How far from an enemy as strong as itself a fighter ends that cannot shoot in this activation."""
    leader = {Side.RED: {"leader": YURI}} if leads else {}
    game = active(rulebook("en"), {YURI: (20, 30), ELENIA: (57, 30)}, cards=CARDS, before=leader)
    while isinstance(question := game.referee.question, ActQuestion) and question.fighter == YURI:
        game.referee.answer(choose_answer(match_seen_by(game.match, Side.RED), question, 0, manner).answer)
    return round(gap(base(game.match, YURI), base(game.match, ELENIA)))


def test_a_cautious_fighter_stays_farther_than_a_steady_one() -> None:
    assert apart_after(MANNERS["cautious"]) > apart_after(MANNERS["steady"])


def test_a_raiding_leader_goes_nearer_than_a_steady_one() -> None:
    assert apart_after(MANNERS["raider"], leads=True) < apart_after(MANNERS["steady"], leads=True)


def test_a_manner_may_fear_more_for_its_leader() -> None:
    """The leader of a raider that feared ten times as much for it would stay behind."""
    wary = MANNERS["raider"]._replace(leader_danger=10)

    assert apart_after(wary, leads=True) > apart_after(MANNERS["raider"], leads=True)


@pytest.mark.parametrize("name", MANNERS)
def test_every_weight_keeps_values_exact(name: str) -> None:
    """Adding them is exact in whatever order."""
    assert all(settle(weight) == weight for weight in MANNERS[name])


def test_every_manner_may_play_a_side() -> None:
    assert set(MANNERS) <= set(BOTS)
