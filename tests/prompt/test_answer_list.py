"""What `?` says of acts: what may be done and for how much, and each reason why something may not, once."""

from typing import Any

from duels import BLAST, ELENIA, SHOOTING, YLISS, YURI, fighter, item, use
from matches import Game, active, rock
from sessions import WORDS

from edencli.effects.begin import create_match_with_cards
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match
from edencli.prompt.answer_list import answer_lines
from edencli.rulebooks.values import rulebook
from edencli.rules.actions import next_act_question
from edencli.rules.ground import infer_contact

EN = rulebook("en")
KNIVES = item("Knives", use(SHOOTING, range=20, strength=2))
BELLOWS = item("Bellows", use(BLAST))


def told(match: Match) -> list[str]:
    """What `?` says of Yuri's acts."""
    return [line.strip() for line in answer_lines(WORDS, match, next_act_question(match, YURI), None)]


def behind_rocks(**before: Any) -> Game:
    """Yuri and two enemies, one behind a rock and in reach, one far away."""
    return active(
        EN,
        {YURI: (10, 30), ELENIA: (18, 30), YLISS: (50, 30)},
        scenery=[rock(radius=0.8)],
        lying={"Rock": (14, 30)},
        before={YURI: before},
    )


def test_a_charge_round_something_is_written_with_its_way_and_a_short_one_named() -> None:
    lines = told(behind_rocks().match)

    assert any(line.startswith("1  Yuri charges Elenia via ") for line in lines)
    assert "Yuri charges Yliss (0 of 10 cm): falls short" in lines


def test_a_charge_that_may_not_be_made_is_written_without_a_way() -> None:
    lines = told(behind_rocks(ap=1).match)

    (refused,) = (line for line in lines if line.startswith("not possible: Yuri charges"))
    assert refused.startswith("not possible: Yuri charges Elenia – ")
    assert refused.endswith("the same for Yliss")


def test_where_nobody_measures_all_are_named_at_whom_a_blast_is_refused_for_one_reason() -> None:
    places = {YURI: (10, 30), ELENIA: (13, 30), YLISS: (20, 30)}
    measured = active(EN, places, cards={YURI: fighter(gear=[KNIVES, BELLOWS])}).match
    state = measured.state.copy()
    state.field = ToldField()
    for one in state.fighters.values():
        one.place = None
    match = create_match_with_cards(EN, state, measured.setup._replace(measured=False))
    infer_contact(match, YURI, ELENIA)

    refused = [
        line
        for line in told(match)
        if line.startswith(("not possible: Yuri shoots", "not possible: Yuri blasts"))
    ]

    assert len(refused) == 2
    assert all(line.endswith("the same for Yliss") for line in refused)
