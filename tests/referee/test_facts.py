"""A field that nobody measures: the referee asks for what a rule must know, and keeps it till one moves."""

from collections.abc import Iterable
from typing import Any

import pytest
import rule_report
from duels import BLAST, ELENIA, SHOOTING, VLADD, YLISS, YURI, fighter, item, use
from matches import AMBUSH, Game, active, mission, prepare

from edencli.match.events import ApSpent
from edencli.match.facts import UNSEEN, Covered, Fact, FactGroup, Nearer, RoomToGo, Seeing, Touching, Within
from edencli.match.field_kinds import ToldField
from edencli.match.pieces import Piece, Side
from edencli.match.questions import FieldQuestion
from edencli.match.state import Gone
from edencli.match.table_events import ChargeFailed, Moved, Placed
from edencli.model.fighter import Equipment
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Charge

ALL = (YURI, VLADD, ELENIA, YLISS)
PISTOL = item("Pistol", use(SHOOTING, strength=4, range=20))


def unmeasured(book: Rulebook, pieces: Iterable[Piece] = ALL, gear: Equipment = PISTOL, **given: Any) -> Game:
    """Begin where Yuri is activated, on a field of which nobody has said anything."""
    pieces = tuple(pieces)
    before: dict[Any, Any] = {piece: {"on_field": True, "ap": 3} for piece in pieces}
    cards = {piece: fighter(gear=[gear]) for piece in pieces}
    before |= {"state": {"field": ToldField()}}
    return active(book, dict.fromkeys(pieces), cards=cards, before=before, **given)


def asked_for(game: Game) -> Fact | FactGroup:
    """The fact that is asked for."""
    assert isinstance(game.question, FieldQuestion)
    return game.question.fact


def facts_asked(game: Game) -> list[Fact | FactGroup]:
    """Every fact that was asked for so far."""
    return [question.fact for question in game.asked if isinstance(question, FieldQuestion)]


@pytest.mark.rule("contact.touch", "melee.target")
def test_who_touches_whom_is_asked_before_a_blow(book: Rulebook) -> None:
    game = unmeasured(book).play("Yuri attacks Elenia")
    assert asked_for(game) == Touching(one=ELENIA, other=YURI)

    game.play("Yuri touches Elenia")

    assert game.question.rule == "melee.reaction"


@pytest.mark.rule("melee.target")
def test_an_act_that_a_fact_forbids_is_refused_and_the_fact_is_kept(book: Rulebook) -> None:
    game = unmeasured(book).play("Yuri attacks Elenia")

    assert game.settle("Yuri does not touch Elenia") == ("melee.target", "no-contact")

    assert game.question.rule == "action.cost"
    assert game.state.field.told_facts == {Touching(one=ELENIA, other=YURI): False}
    assert game.objection("Yuri attacks Elenia") == ("melee.target", "no-contact")


@pytest.mark.rule("contact.touch")
def test_what_was_said_once_is_not_asked_again(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, ELENIA]).play("Yuri attacks Elenia", "Elenia touches Yuri")
    game.play("Elenia stays passive", "1111", "Yuri attacks Elenia", "Elenia stays passive")

    assert facts_asked(game) == [Touching(one=ELENIA, other=YURI)]


@pytest.mark.rule("shoot.nearest", "sight.corridor", "gear.range")
def test_a_shot_asks_for_reach_sight_and_who_is_nearer(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, ELENIA, YLISS]).play(
        "Yuri shoots Elenia",
        "Yuri touches nobody",
        "Elenia is in range of Yuri",
        "Yuri sees Elenia past 1",
        "Yliss is not nearer than Elenia",
    )

    assert facts_asked(game)[1:] == [
        Within(of=YURI, target=ELENIA, far=20_000),
        Seeing(viewer=YURI, target=ELENIA),
        Nearer(of=YURI, one=YLISS, other=ELENIA),
    ]


@pytest.mark.rule("weather.fog", books="fr pt")
def test_who_is_near_enough_in_the_fog_is_asked_once(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, ELENIA], chapters=("weather",))
    game.state.weather = ("fog",)
    game.play("Yuri shoots Elenia", "Yuri does not touch Elenia")
    game.play("Elenia is in range of Yuri")
    assert asked_for(game) == Within(of=YURI, target=ELENIA, far=15_000)

    assert game.settle("Elenia is not in range of Yuri") == ("weather.fog", "out-of-reach")
    assert game.objection("Yuri shoots Elenia") == ("weather.fog", "out-of-reach")


@pytest.mark.rule("shoot.no-target", books="en de it")
def test_who_is_not_seen_is_no_target(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, ELENIA]).play("Yuri shoots Elenia", "Yuri does not touch Elenia")
    game.play("Elenia is in range of Yuri")

    assert game.settle("Yuri does not see Elenia") == ("shoot.no-target", "out-of-sight")
    assert game.state.field.told_facts[Seeing(viewer=YURI, target=ELENIA)] == UNSEEN


def shooting(book: Rulebook) -> Game:
    """Let Yuri shoot, whose target may be engaged: that is wanted in the middle of the shot."""
    return unmeasured(book, [YURI, VLADD, ELENIA]).play(
        "Yuri shoots Elenia",
        "Yuri does not touch Elenia",
        "Elenia is in range of Yuri",
        "Yuri sees Elenia",
    )


@pytest.mark.rule("action.cost", "contact.touch")
def test_a_fact_that_is_wanted_in_the_middle_of_an_act_changes_nothing_twice(book: Rulebook) -> None:
    """The procedure ends when it lacks a fact; its step is played again, with all that was said."""
    game = shooting(book)
    assert asked_for(game) == Touching(one=ELENIA, other=VLADD)

    game.play("Vladd touches Elenia", "6666")

    assert [event.n for event in game.events(ApSpent)] == [1]
    assert game[YURI].ap == 2


@pytest.mark.rule("card-over-rule", "move.moved")
def test_a_fact_falls_when_a_fighter_whom_it_names_moves(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, VLADD, ELENIA]).play("Yuri attacks Elenia", "Yuri touches Elenia")
    game.play("Elenia stays passive", "1111", "by agreement: Vladd is placed")
    assert game.last(Placed).fighter == VLADD
    game.play("Yuri attacks Elenia")
    assert game.question.rule == "melee.reaction"

    game.play("Elenia stays passive", "1111", "by agreement: Elenia is placed")

    assert game.state.field.told_facts == {}


def test_a_line_of_sight_falls_whoever_moves(book: Rulebook) -> None:
    game = shooting(book)
    line = Seeing(viewer=YURI, target=ELENIA)
    assert line in game.state.field.told_facts

    game.state.place_fighter(VLADD, None)

    assert line not in game.state.field.told_facts
    assert Touching(one=ELENIA, other=YURI) in game.state.field.told_facts


@pytest.mark.parametrize(
    ("fact", "told", "good"),
    [
        (Touching(one=YURI, other=ELENIA), True, True),
        (Touching(one=YURI, other=ELENIA), 1, False),
        (Touching(one=YURI, other=ELENIA), None, False),
        (Seeing(viewer=YURI, target=ELENIA), 0, True),
        (Seeing(viewer=YURI, target=ELENIA), UNSEEN, True),
        (Seeing(viewer=YURI, target=ELENIA), -2, False),
        (Seeing(viewer=YURI, target=ELENIA), True, False),
        (RoomToGo(mover=YURI), False, True),
    ],
)
def test_only_what_can_be_said_of_a_fact_answers_it(fact: Fact, told: Any, *, good: bool) -> None:
    refusal = FieldQuestion(asked=None, fact=fact).refusal(told)

    assert (refusal is None) is good


@pytest.mark.rule("contact.touch")
def test_a_line_about_another_fact_answers_nothing(book: Rulebook) -> None:
    game = unmeasured(book).play("Yuri attacks Elenia")

    with pytest.raises(ValueError, match="another-fact"):
        game.play("Yuri touches Yliss")


def test_a_line_of_sight_falls_when_somebody_leaves(book: Rulebook) -> None:
    game = shooting(book)

    game.state.remove_fighter(VLADD, Gone.REMOVED)

    assert Seeing(viewer=YURI, target=ELENIA) not in (game.state.field.told_facts)


@pytest.mark.rule("action.charge")
def test_who_touches_an_enemy_does_not_charge(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, ELENIA])
    game.referee.answer(Charge(fighter=YURI, target=ELENIA, path=()))

    assert game.settle("Yuri touches Elenia") == ("action.charge", "not-free")


@pytest.mark.rule("action.charge-failed", "move.base")
@pytest.mark.parametrize(
    ("line", "becomes", "ap"), [("Yuri fits", "move", 1), ("Yuri does not fit", "nothing", 2)]
)
def test_a_charge_that_falls_short_becomes_a_move_where_the_players_see_room(
    book: Rulebook, line: str, becomes: str, ap: int
) -> None:
    """Whatever is walked where nobody measures has no way and no length."""
    game = unmeasured(book, [YURI, ELENIA]).play("Yuri charges Elenia", "Yuri does not touch Elenia")

    game.play("Yuri does not reach Elenia")
    assert asked_for(game) == RoomToGo(mover=YURI)
    game.play(line)

    assert game.last(ChargeFailed).becomes == becomes
    assert sum(event.n for event in game.events(ApSpent)) == ap
    walked = [Moved(rule="action.move", fighter=YURI, how="move", path=(), cost=0)]
    assert game.events(Moved) == (walked if becomes == "move" else [])


@pytest.mark.rule("action.move", "action.charge")
@pytest.mark.parametrize(("line", "how"), [("Yuri moves", "move"), ("Yuri charges Elenia", "charge")])
def test_where_nobody_measures_a_way_is_told_without_a_length(book: Rulebook, line: str, how: str) -> None:
    game = unmeasured(book, [YURI, ELENIA]).play(line, "Yuri does not touch Elenia")

    game.play(*["Yuri reaches Elenia"] * (how == "charge"))

    assert game.last(Moved) == Moved(rule=f"action.{how}", fighter=YURI, how=how, path=(), cost=0)
    rule_report.note(["action.move", "action.charge"])


@pytest.mark.rule("contact.touch", "action.move")
def test_who_is_told_to_touch_a_comrade_touches_him_and_no_enemy(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, VLADD, ELENIA]).play(
        "Yuri moves touching Vlädd", "Yuri does not touch Elenia"
    )

    assert game.state.field.told_facts == {
        Touching(one=VLADD, other=YURI): True,
        Touching(one=ELENIA, other=YURI): False,
    }
    assert facts_asked(game) == [Touching(one=ELENIA, other=YURI)]


@pytest.mark.parametrize("contact", [False, True])
@pytest.mark.rule("setup.7-deploy")
def test_nobody_is_deployed_in_contact_unless_the_table_rules_otherwise(
    book: Rulebook, *, contact: bool
) -> None:
    """Contact is asked at the deployment, or is none (H-39)."""
    decks = {side: [mission("Mission", deployment=AMBUSH)] for side in Side}
    before: dict[Any, Any] = {side: {"mission": "Mission"} for side in Side} | {
        "state": {"field": ToldField()}
    }
    rulings = {"deployment-contact": contact}
    game = prepare(book, [YURI, ELENIA], "setup.7-deploy", missions=decks, before=before, rulings=rulings)

    game.play("red takes the south half", "red deploys Yuri", "blue deploys Elenia")

    known = {} if contact else {Touching(one=ELENIA, other=YURI): False}
    assert game.state.field.told_facts == known


FLAMER = item("Flamer", use(BLAST, strength=2))


@pytest.mark.rule("blast.template", "contact.touch")
def test_what_a_template_covers_is_asked_for_each_blast(book: Rulebook) -> None:
    """Nobody moved, and yet the next may be aimed elsewhere; who touches whom is still known."""
    game = unmeasured(book, [YURI, ELENIA], gear=FLAMER)

    game.play("Yuri blasts with Flamer", "Yuri does not touch Elenia", "Elenia is covered")
    game.play("Yuri blasts with Flamer")

    covered = Covered(by=YURI, template="blast", victim=ELENIA)
    assert facts_asked(game) == [Touching(one=ELENIA, other=YURI), covered, covered]


@pytest.mark.rule("contact.touch", "action.move")
def test_a_walk_through_the_log_knows_at_each_answer_what_was_told_by_then(book: Rulebook) -> None:
    game = unmeasured(book, [YURI, ELENIA])
    at: dict[int, Any] = {len(game.match.log): game.state.field.told_facts}
    for line in ("Yuri moves", "Yuri does not touch Elenia", "blue activates Elenia", "Elenia moves"):
        game.play(line)
        at[len(game.match.log)] = game.state.field.told_facts

    walked = [one.state.field.told_facts for one in game.referee.walk_log()]

    assert len(walked) == len(game.match.log) + 1
    assert {n: walked[n] for n in at} == at
    assert len({len(one) for one in at.values()}) > 1
    rule_report.note(["contact.touch", "action.move"])
