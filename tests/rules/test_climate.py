"""What the weather does to a match (the optional chapter on climatic conditions)."""

from typing import Any

import pytest
import rule_report
from duels import (
    BLAST,
    BLUE,
    ELENIA,
    PROJECTILE,
    RED,
    SHOOTING,
    VLADD,
    YLISS,
    YURI,
    complete,
    fighter,
    item,
    use,
)
from listeners import Card, loses
from matches import At, Game, active, element, positions, prepare, rock, tactic

from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.card_events import TacticEnded
from edencli.match.events import ApSpent, AttackBegun, AttackEnded, Left, MarkersAdded, Rolled, Used, Wounded
from edencli.match.facts import NearScenery, Within
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.match import Measure
from edencli.match.pieces import Piece
from edencli.match.position import dump_position, load_position
from edencli.match.rules_api import objections, why_not, why_not_measure
from edencli.match.table_events import ChargeFailed, Deployed, FoundTooFar, Moved, SpSpent, WeatherRolled
from edencli.model.fighter import UseLimits
from edencli.model.terms import Category, LimbName, Marker
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Charge, Shot
from edencli.rules.climate import refuse_beyond_fog
from edencli.rules.tactics import why_not_play
from edencli.rules.territory import ShotAtScenery

KNIVES = item("Knives", use(SHOOTING, range=30, strength=2, uses=UseLimits(per_match=2)))
POT = item("Stink pot", use(PROJECTILE, range=30, fear=1))
ARMED = {YURI: fighter(gear=[KNIVES, POT])}
Places = dict[Piece, At]


def under(weather: str, **given: Any) -> dict[str, Any]:
    """Say that this weather holds."""
    return {"chapters": ("weather",), "before": {"the match": {"weather": tuple(weather.split())}}, **given}


def revealing(book: Rulebook) -> Game:
    """Stand at the first step of the preparation, with the chapter in play."""
    return prepare(book, (YURI, ELENIA), "setup.1-reveal", chapters=("weather",))


@pytest.mark.rule("weather.when", "weather.roll")
def test_the_weather_is_rolled_once_when_the_bands_are_revealed(book: Rulebook) -> None:
    game = revealing(book)

    game.play("the weather is rolled once", "35")

    assert [(event.dice, event.weather) for event in game.events(WeatherRolled)] == [((3, 5), "mist")]
    assert game.state.weather == ("mist",)
    assert game.state.step == "setup.3-bid"


@pytest.mark.rule("weather.when", "weather.combine")
@pytest.mark.parametrize("rolls", [2, 3])
def test_the_weather_is_rolled_twice_or_three_times_by_agreement_and_no_other_number(
    book: Rulebook, rolls: int
) -> None:
    game = revealing(book)

    assert [n for n in range(6) if not game.objection(f"the weather is rolled {n} times")] == [2, 3]
    game.play(f"the weather is rolled {rolls} times", *["35"] * rolls)

    assert len(game.events(WeatherRolled)) == rolls
    assert game.state.step == "setup.3-bid"


@pytest.mark.rule("weather.combine")
def test_two_or_three_rolls_hold_together_and_the_same_one_once(book: Rulebook) -> None:
    """H-137."""
    game = revealing(book)

    game.play("the weather is rolled 3 times", "11", "35", "44")

    assert len(game.events(WeatherRolled)) == 3
    assert game.state.weather == ("ion-storm", "mist")


def test_without_the_chapter_nobody_rolls_for_the_weather(book: Rulebook) -> None:
    game = prepare(book, (YURI, ELENIA), "setup.1-reveal")

    assert "weather.roll" not in game.rules_asked()
    assert not game.events(WeatherRolled)


def test_the_weather_stands_in_a_position(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30)}, **under("fog acid-rain"))
    cards = {piece: game[piece].card for piece in game.state.fighters}

    assert dump_position(game.state)["weather"] == ["fog", "acid-rain"]
    assert load_position(dump_position(game.state), cards, book.actions.ap).weather == ("fog", "acid-rain")


@pytest.mark.rule("weather.storm")
def test_a_storm_shortens_the_move_and_in_french_the_charge_too(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (22.5, 30)}, **under("storm"))

    refusal = game.refuse("Yuri moves to 10, 38.02")

    assert (refusal.rule, refusal.reason, refusal.about["most"]) == ("weather.storm", "too-far", 8_000)
    assert game.objection("Yuri moves to 10, 38") is None
    assert game.objection("Yuri moves to 10, 40.02") == ("action.move", "too-far")
    game.play("Yuri charges Elenia")
    assert bool(game.events(ChargeFailed)) is (book.key == "fr")


@pytest.mark.rule("weather.fog", books="en it")
@pytest.mark.parametrize("line", ["Yuri shoots Elenia", "Yuri throws Stink pot at 40, 30"])
def test_nobody_sees_farther_than_fifteen_in_the_fog(book: Rulebook, line: str) -> None:
    far: Places = {YURI: (10, 30), ELENIA: (40, 30), YLISS: (10, 45)}
    game = active(book, far, cards=ARMED, **under("fog"))

    assert game.objection(line) == ("weather.fog", "out-of-sight")
    assert game.objection("Yuri shoots Yliss") is None


@pytest.mark.rule("weather.fog", books="en it")
def test_exactly_fifteen_is_still_seen(book: Rulebook) -> None:
    near = active(book, {YURI: (10, 30), ELENIA: (28, 30)}, cards=ARMED, **under("fog"))
    beside: Places = {YURI: (10, 30), ELENIA: (28.02, 30), YLISS: (10, 45)}
    far = active(book, beside, cards=ARMED, **under("fog"))

    assert near.objection("Yuri shoots Elenia") is None
    assert far.objection("Yuri shoots Elenia") == ("weather.fog", "out-of-sight")


@pytest.mark.rule("weather.fog", books="fr pt")
@pytest.mark.parametrize("line", ["Yuri shoots Elenia", "Yuri throws Stink pot at 40, 30"])
def test_nobody_aims_farther_than_fifteen_in_the_fog(book: Rulebook, line: str) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (40, 30)}, cards=ARMED, **under("fog"))

    refusal = game.refuse(line)

    aimed_at = {"target": ELENIA} if "Elenia" in line else {"place": (cm(40), cm(30))}
    assert (refusal.rule, refusal.reason) == ("weather.fog", "out-of-range")
    assert refusal.about["range"] == 15_000
    assert refusal.about.items() >= {"fighter": YURI, **aimed_at}.items()


@pytest.mark.rule("weather.fog", books="fr pt")
def test_exactly_fifteen_may_still_be_aimed_at(book: Rulebook) -> None:
    near = active(book, {YURI: (10, 30), ELENIA: (28, 30)}, cards=ARMED, **under("fog"))
    far = active(book, {YURI: (10, 30), ELENIA: (28.02, 30)}, cards=ARMED, **under("fog"))

    assert near.objection("Yuri shoots Elenia") is None
    assert far.objection("Yuri shoots Elenia") == ("weather.fog", "out-of-range")


@pytest.mark.rule("weather.fog", books="fr pt")
def test_who_is_beyond_the_fog_is_no_target_that_a_shot_could_have_had(book: Rulebook) -> None:
    """A shot at who cannot be seen fails and is spent where there is no legal target (shoot.no-target)."""
    places: Places = {YURI: (10, 30), ELENIA: (20, 30), Piece(BLUE, "Yliss"): (10, 50)}
    wall: dict[str, Any] = {"scenery": [rock()], "lying": {"Rock": (15, 30)}, "cards": ARMED}

    clear = active(book, places, chapters=("weather",), **wall)
    foggy = active(book, places, **under("fog", **wall))

    assert clear.objection("Yuri shoots Elenia") == ("sight.cut", "out-of-sight")
    assert foggy.objection("Yuri shoots Elenia") is None
    assert foggy.objection("Yuri shoots Yliss") == ("weather.fog", "out-of-range")


@pytest.mark.rule("weather.fog", books="fr pt")
def test_a_charge_has_a_target_too(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (40, 30)}, **under("fog"))
    path = (Point(10_000, 30_000), Point(20_000, 30_000))

    refusal = why_not(game.match, Charge(fighter=YURI, path=path, target=ELENIA))

    rule_report.note(refusal)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("weather.fog", "out-of-range")


@pytest.mark.rule("weather.fog", books="fr pt")
@pytest.mark.parametrize("near", [True, False])
def test_where_nobody_measures_eyes_say_what_is_too_far_in_the_fog(book: Rulebook, *, near: bool) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (20, 30)}, cards=ARMED, **under("fog"))
    game.state.field = ToldField(
        {
            Within(of=YURI, target=ELENIA, far=15_000): near,
            NearScenery(piece=YURI, scenery="Rock", far=15_000): near,
        }
    )
    shot = {"fighter": YURI, "weapon": KNIVES, "use": KNIVES.uses[0]}

    acts = (
        Shot(**shot, target=ELENIA),
        Charge(fighter=YURI, path=(), target=ELENIA),
        ShotAtScenery(**shot, scenery="Rock"),
    )

    rule_report.note("weather.fog")
    assert [refuse_beyond_fog(game.match, act) is None for act in acts] == [near] * 3


@pytest.mark.rule("weather.fog", books="fr pt")
def test_no_fog_hides_a_target_that_stands_nowhere(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (40, 30)}, cards=ARMED, **under("fog"))
    shot = Shot(fighter=YURI, weapon=KNIVES, use=KNIVES.uses[0], target=ELENIA)
    far = refuse_beyond_fog(game.match, shot)

    game.state.field = BareField()

    rule_report.note("weather.fog")
    assert far is not None
    assert refuse_beyond_fog(game.match, shot) is None


@pytest.mark.rule("weather.mist")
def test_in_the_mist_fighters_are_deployed_by_turns_and_the_larger_band_finishes(book: Rulebook) -> None:
    """H-41."""
    four = (YURI, VLADD, ELENIA)
    game = prepare(book, four, "setup.7-deploy", **under("mist"))

    game.play("red takes the south half", "red deploys Vlädd at 10, 5", "blue deploys Elenia at 10, 55")
    game.play("red deploys Yuri at 20, 5")

    assert [event.fighter for event in game.events(Deployed)] == [VLADD, ELENIA, YURI]
    assert game.state.step != "setup.7-deploy"


@pytest.mark.rule("weather.no-measuring", books="fr")
def test_nothing_is_measured_in_the_french_mist(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30)}, **under("mist"))

    refusal = why_not_measure(game.match, YURI)

    rule_report.note(refusal)
    assert refusal is not None
    assert refusal.rule == "weather.no-measuring"
    assert why_not(game.match, Measure(fighter=YURI)) == refusal


@pytest.mark.rule("measure.any-time", books="en it pt")
def test_elsewhere_the_mist_forbids_no_measuring(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30)}, **under("mist"))

    assert why_not_measure(game.match, YURI) is None


@pytest.mark.rule("weather.no-measuring", books="fr")
@pytest.mark.parametrize("line", ["Yuri shoots Elenia", "Yuri throws Stink pot at 50, 30"])
def test_an_attack_beyond_its_range_is_paid_for_and_fails(book: Rulebook, line: str) -> None:
    places: Places = {YURI: (10, 30), ELENIA: (50, 30), YLISS: (10, 45)}
    game = active(book, places, cards=ARMED, **under("mist"))

    game.play(line)

    assert game.last(FoundTooFar).rule == "weather.no-measuring"
    assert (game[YURI].ap, game[YURI].used_round["attack"]) == (2, 1)
    assert game.events(AttackBegun)
    assert not game.events(Rolled)
    assert not game.events(AttackEnded)


@pytest.mark.rule("shoot.no-target", books="fr")
def test_without_any_legal_target_a_shot_in_the_mist_is_lost_as_ever(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30)}, cards=ARMED, **under("mist"))

    game.play("Yuri shoots Elenia")

    assert game.last(AttackBegun).rule == "shoot.no-target"
    assert (game[YURI].ap, game[YURI].used_round["attack"]) == (2, 1)


@pytest.mark.rule("weather.no-measuring", "gear.per-match", "gear.per-round", books="fr")
@pytest.mark.parametrize(
    ("line", "category"),
    [
        ("Yuri shoots Elenia with It", SHOOTING),
        ("Yuri shoots Barn with It", SHOOTING),
        ("Yuri throws It at 50, 30", PROJECTILE),
        ("Yuri blasts with It at 50, 30", BLAST),
    ],
)
def test_every_attack_that_falls_short_uses_its_weapon_up(
    book: Rulebook, line: str, category: Category
) -> None:
    places: Places = {YURI: (10, 30), ELENIA: (50, 30), YLISS: (10, 45)}
    barn, lying = element("Barn", destruction=3), {"Barn": (40, 10)}
    for rule, limit in {
        "gear.per-match": UseLimits(per_match=1),
        "gear.per-round": UseLimits(per_round=1),
    }.items():
        cards = {YURI: fighter(gear=[item("It", use(category, limit, strength=1, range=20))])}
        mist = under("mist") | {"chapters": ("weather", "territory")}
        game = active(book, places, cards=cards, scenery=[barn], lying=lying, **mist)

        game.play(line)

        assert game.last(FoundTooFar).fighter == YURI
        assert not game.events(AttackEnded)
        assert [event.what for event in game.events(Used)] == ["attack", f"gear.It.{category}"]
        assert game.last(Used).rule == rule
        assert game.objection(line) == (rule, "weapon-used-up")


@pytest.mark.rule("weather.no-measuring", "action.move", books="fr")
def test_a_move_that_is_too_long_ends_where_it_is_spent(book: Rulebook) -> None:
    """H-148."""
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30)}, **under("mist"))

    game.play("Yuri moves to 10, 45")

    assert game.last(FoundTooFar).act == "move"
    assert positions(game.match)[YURI] == (10, 40)
    assert game.last(ApSpent).n == 1


@pytest.mark.rule("action.cost", books="fr")
@pytest.mark.parametrize(
    "line",
    [
        "Yuri moves to 10, 15",
        "Yuri swims Lake to 33, 30",
        "Yuri shoots Elenia",
        "Yuri throws Stink pot at 50, 30",
        "Yuri shoots Barn with Knives",
    ],
)
def test_who_is_put_out_as_he_pays_for_what_proves_too_far_does_nothing(book: Rulebook, line: str) -> None:
    places: Places = {YURI: (10, 30), ELENIA: (50, 30), YLISS: (10, 45), VLADD: (5, 5)}
    scenery = [element("Lake", radius=10, swimming=4), element("Barn", destruction=1)]
    lying = {"Lake": (21.5, 30), "Barn": (30, 5)}
    mist = under("mist") | {"chapters": ("weather", "territory")}
    out = Card(ApSpent, then=loses(YURI))
    game = active(book, places, cards=ARMED, scenery=scenery, lying=lying, listeners=[out], **mist)

    game.play(line)

    assert game.last(Left).fighter == YURI
    assert not [*game.events(Moved), *game.events(Rolled), *game.events(FoundTooFar)]
    assert game.question.rule == "activation.designate"


@pytest.mark.rule("weather.no-measuring", "action.move", books="fr")
def test_who_could_not_stop_there_stays_where_he_was(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """H-148. Where no field measures, his player says where he stops."""
    monkeypatch.setattr(Game, "twinned", False)
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30)}, tokens={"Idol": (10, 40)}, **under("mist"))

    game.play("Yuri moves to 10, 45")

    assert not game.events(Moved)
    assert (positions(game.match)[YURI], game[YURI].ap) == ((10, 30), 2)


@pytest.mark.rule("move.base", books="fr")
def test_what_needs_no_tape_is_still_refused_before_it_is_paid_for(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), VLADD: (10, 36), ELENIA: (50, 30)}, cards=ARMED, **under("mist"))

    assert game.objection("Yuri moves to 10, 45") == ("move.base", "in-the-way")
    assert not list(
        objections(game.match, Charge(fighter=YURI, path=(Point(10_000, 30_000),), target=ELENIA))
    )
    rule_report.note("weather.no-measuring")


@pytest.mark.rule("weather.snowstorm")
def test_a_tactical_card_is_dearer_in_a_snowstorm(book: Rulebook) -> None:
    rich = {"sp": 5, "leader": YURI, "hand": ("Rush",)}
    poor = {"sp": 2, "leader": ELENIA, "hand": ("Rush",)}
    before = {RED: rich, BLUE: poor, "the match": {"weather": ("snowstorm",)}}
    game = Game(
        book,
        {YURI: (10, 30), ELENIA: (50, 30)},
        step="tactical-phase",
        tactics={RED: [tactic("Rush")], BLUE: [tactic("Rush")]},
        chapters=("weather",),
        before=before,
    )
    refusal = why_not_play(game.match, BLUE, "Rush")
    assert refusal is not None
    assert (refusal.rule, refusal.about["needed"]) == ("tactical-phase.cost", 3)

    game.play("red plays Rush")

    assert (game.last(SpSpent).rule, game.last(SpSpent).n) == ("weather.snowstorm", 3)


def at_the_end_of_the_round(book: Rulebook, weather: str, places: Places, **given: Any) -> Game:
    """Stand at step 11 of intendancy."""
    return Game(book, places, step="intendancy.11", **under(weather), **given)


@pytest.mark.rule("weather.ion-storm")
def test_an_ion_storm_wounds_the_torso_past_protection_unless_vig_holds(book: Rulebook) -> None:
    armoured = {YURI: fighter(gear=[complete(2)])}
    game = at_the_end_of_the_round(book, "ion-storm", {YURI: (10, 30), ELENIA: (50, 30)}, cards=armoured)
    vig = game.question.dice  # type: ignore[attr-defined]

    game.play("5" * vig)
    game.play("6" * game.question.dice)  # type: ignore[attr-defined]

    (wounded,) = game.events(Wounded)
    assert (wounded.victim, wounded.limb, wounded.wounds) == (YURI, LimbName.TORSO, 1)
    assert not wounded.protection
    assert game[YURI].lost == {LimbName.TORSO: 1}
    assert game.events(Rolled)[0].needed == 6


@pytest.mark.rule("weather.acid-rain")
def test_acid_rain_poisons_the_free_unless_vig_holds(book: Rulebook) -> None:
    apart = {YURI: (10, 30), ELENIA: (50, 30), VLADD: (20, 30), YLISS: (23, 30)}
    game = at_the_end_of_the_round(book, "acid-rain", apart)

    game.play("4" * game.question.dice)  # type: ignore[attr-defined]
    game.play("5" * game.question.dice)  # type: ignore[attr-defined]

    assert [event.by for event in game.events(Rolled)] == [YURI, ELENIA]
    assert getattr(game.question, "by", None) is None
    (added,) = game.events(MarkersAdded)
    assert (added.fighter, added.marker, added.n) == (YURI, Marker.POISON, 1)


@pytest.mark.rule("weather.ion-storm")
def test_an_ion_storm_spares_nobodys_fighters(book: Rulebook) -> None:
    rat = Piece(None, "Rat")
    game = at_the_end_of_the_round(book, "ion-storm", {YURI: (10, 30), ELENIA: (50, 30), rat: (30, 10)})

    game.play("4" * game.question.dice, "4" * game.question.dice)  # type: ignore[attr-defined]

    assert [event.victim for event in game.events(Wounded)] == [YURI, ELENIA]
    assert [event.by for event in game.events(Rolled)] == [YURI, ELENIA]
    assert game.question.rule == "first-player.tie"


@pytest.mark.rule("weather.acid-rain")
def test_acid_rain_falls_on_nobodys_fighters_too(book: Rulebook) -> None:
    rat = Piece(None, "Rat")
    game = at_the_end_of_the_round(book, "acid-rain", {YURI: (10, 30), ELENIA: (50, 30), rat: (30, 10)})

    for _ in range(3):
        game.play("4" * game.question.dice)  # type: ignore[attr-defined]

    assert [event.fighter for event in game.events(MarkersAdded)] == [YURI, ELENIA, rat]


@pytest.mark.rule("weather.ion-storm", "weather.acid-rain")
def test_the_weather_falls_before_the_effects_of_the_round_end(book: Rulebook) -> None:
    """H-105."""
    before = {RED: {"in_force": ("Rush",)}, "the match": {"weather": ("ion-storm", "acid-rain")}}
    game = Game(
        book,
        {YURI: (10, 30), ELENIA: (50, 30)},
        step="intendancy.11",
        tactics={RED: [tactic("Rush")]},
        chapters=("weather",),
        before=before,
    )

    game.play(*["5" * game.question.dice] * 4)  # type: ignore[attr-defined]

    told = [event.kind for event in game.match.log if isinstance(event, Rolled | TacticEnded)]
    assert told == ["rolled"] * 4 + ["tactic-ended"]
