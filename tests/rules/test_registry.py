"""The registry of acts: one row an act, and one answer to why not, whoever asks."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import rule_report
from duels import (
    BLAST,
    BLUE,
    BURN,
    ELENIA,
    FEAR,
    PROJECTILE,
    RED,
    SHOOTING,
    VLADD,
    YLISS,
    YURI,
    fighter,
    item,
    use,
)
from generated import REGISTRY, of_registry
from matches import Game, active

from edencli.field.shapes import Point
from edencli.match.events import Healed
from edencli.match.match import Act, Match, Measure, SingleOut
from edencli.match.pieces import Piece
from edencli.match.reasons import MEASURED_REASONS, Refusal
from edencli.match.rules_api import objections, perform, why_not
from edencli.match.state import Gone
from edencli.model.fighter import Ability, Cost, UseLimits
from edencli.model.terms import AbilityKind
from edencli.rulebooks.raw_books import OPTIONAL_CHAPTERS
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules import acts, registry
from edencli.rules.acts import Blast, Charge, Dodge, Extinguish, Melee, Move, Shot, Throw, UseAbility
from edencli.rules.ground import are_in_contact
from edencli.rules.inquiry import Verdict, blast_coverage, sight_report, way_into_contact, way_to
from edencli.rules.registry import ACTS, InField

ONCE = UseLimits(per_round=1)
KNIVES = item("Knives", use(SHOOTING, ONCE, range=20, strength=2))
BOTTLE = item("Bottle", use(PROJECTILE, range=15))
BELLOWS = item("Bellows", use(BLAST))
TRICK = Ability(name="Trick", kind=AbilityKind.ACTION, text="")
CARDS = {YURI: fighter(gear=[KNIVES, BOTTLE, BELLOWS]).with_changes(abilities=(TRICK,))}
GHOST = Piece(BLUE, "Ghost")

HINDRANCES: dict[str, Callable[[Game], None]] = {
    "nothing": lambda _: None,
    "fear": lambda game: game[YURI].markers.update({FEAR: 1}),
    "no AP": lambda game: setattr(game[YURI], "ap", 0),
    "one AP": lambda game: setattr(game[YURI], "ap", 1),
    "all Moves made": lambda game: game[YURI].used_round.update({"move": 3}),
    "all attacks made": lambda game: game[YURI].used_round.update({"attack": 2}),
    "the charge made": lambda game: game[YURI].used_round.update({"charge": 1}),
    "the knives thrown": lambda game: game[YURI].used_round.update({"gear.Knives.shooting": 1}),
    "no CBT": lambda game: setattr(
        game[YURI], "card", CARDS[YURI].with_changes(limbs=fighter(cbt=0).limbs, name="Yuri")
    ),
}
PLACES = {"near": (24, 30), "out of reach": (50, 30), "in contact": (13, 30)}


def facing(book: Rulebook, where: str, hindrance: str) -> Game:
    """Stand where Yuri, at 10, 30, is asked what he does, and something hinders him."""
    game = active(book, {YURI: (10, 30), ELENIA: PLACES[where], VLADD: (5, 5)}, cards=CARDS)
    HINDRANCES[hindrance](game)
    return game


def shown(match: Match) -> Iterator[tuple[Act, Verdict]]:
    """Everything that `show` says Yuri may or may not do: his weapons, his ways."""
    for aim in sight_report(match, YURI, ELENIA).aims:
        yield aim.act, aim.verdict
    for aim in sight_report(match, YURI, Point(20_000, 40_000)).aims:
        yield aim.act, aim.verdict
    for way in (way_to(match, YURI, Point(10_000, 42_000)), way_into_contact(match, YURI, ELENIA)):
        yield way.act, way.verdict


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("hindrance", HINDRANCES)
def test_what_show_says_first_is_what_play_says(book: Rulebook, where: str, hindrance: str) -> None:
    game = facing(book, where, hindrance)

    for act, verdict in shown(game.match):
        assert verdict.first == game.question.refusal(act)
        assert verdict.objections == tuple(objections(game.match, act))


@pytest.mark.parametrize("hindrance", ["fear", "no AP", "all attacks made", "nothing"])
def test_what_show_says_of_a_blast_is_what_play_says(book: Rulebook, hindrance: str) -> None:
    game = facing(book, "near", hindrance)
    points = (Point(24_000, 30_000), Point(10_000, 10_000), Point(10_000, 30_000))

    for point in points:
        act = Blast(fighter=YURI, weapon=BELLOWS, use=BELLOWS.uses[0], point=point)
        assert blast_coverage(game.match, YURI, point).verdict.first == game.question.refusal(act)


@pytest.mark.rule("state.fear", "gear.range", books="fr pt")
def test_a_frightened_fighter_out_of_range_is_told_both_and_fear_first(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (50, 30), YLISS: (28, 40)}, cards=CARDS)
    game[YURI].markers[FEAR] = 1

    verdict = sight_report(game.match, YURI, ELENIA).aims[0].verdict

    rule_report.note(list(verdict.objections))
    assert [one.reason for one in verdict.may] == ["afraid"]
    assert verdict.reach is not None
    assert verdict.reach[0].rule == "gear.range"
    assert game.objection("Yuri shoots Elenia") == ("state.fear", "afraid")


@pytest.mark.rule("action.per-round")
def test_a_fourth_move_is_told_to_be_one_before_its_way_is_told_to_be_too_long(book: Rulebook) -> None:
    game = facing(book, "near", "all Moves made")

    verdict = way_to(game.match, YURI, Point(10_000, 50_000)).verdict

    rule_report.note(list(verdict.objections))
    assert [one.reason for one in verdict.objections] == ["limit-reached", "too-far"]


def no_tape(_: Match, act: Act) -> Refusal | None:
    """Forbid measuring."""
    if not isinstance(act, Measure):
        return None
    return Refusal(rule="weather.no-measuring", reason="no-measuring", about={})


@pytest.mark.parametrize("where", PLACES)
def test_where_nobody_may_measure_reach_is_neither_told_nor_refused(book: Rulebook, where: str) -> None:
    game = facing(book, where, "fear")
    measured = list(shown(game.match))
    game.match.declaration_objectors.append(no_tape)

    for (_, before), (act, verdict) in zip(measured, shown(game.match), strict=True):
        assert verdict.withheld
        assert verdict.reach == tuple(one for one in before.reach if one.reason not in MEASURED_REASONS)
        assert verdict.may == before.may
        assert why_not(game.match, act) == verdict.first


def every_act() -> list[type[Act]]:
    """The acts that are made: those that no other is a kind of, and the choice of a target."""
    known = [one for one in vars(acts).values() if inspect.isclass(one) and issubclass(one, Act)]
    known.append(SingleOut)
    made_from = {base for one in known for base in one.__mro__[1:]}
    return [one for one in known if one not in made_from]


def test_every_act_has_a_row() -> None:
    assert set(every_act()) == set(ACTS)


def test_every_row_says_what_was_read_of_it_last() -> None:
    """A price, an order, an objection that changes is seen in `registry.txt`, and read there."""
    assert of_registry() == REGISTRY.read_text("utf-8")


def test_an_attack_of_any_kind_is_told_as_an_attack() -> None:
    assert {row.rule for kind, row in ACTS.items() if issubclass(kind, acts.Attack)} == {"action.attack"}


@pytest.mark.parametrize("kind", ACTS, ids=lambda kind: kind.__name__)
def test_what_a_row_names_is_there_and_asked_with_a_match_and_the_act(kind: type[Act]) -> None:
    row = ACTS[kind]

    for named in (row.reach, row.aim, row.perform):
        if isinstance(named, InField):
            assert len(inspect.signature(named.function).parameters) == 2
    assert all(callable(objection) for objection in row.may)


def test_what_measures_is_imported_only_when_it_is_asked() -> None:
    assert not [name for name in vars(registry) if name in {"movement", "targets", "actions"}]


def test_what_is_part_of_anothers_act_is_not_performed_alone(book: Rulebook) -> None:
    game = facing(book, "in contact", "nothing")

    with pytest.raises(TypeError):
        next(perform(game.match, Dodge(fighter=YURI)))


def whole(match: Match, actor: Piece, target: Piece) -> list[Act]:
    """One act of each kind, by somebody, at somebody or where he might be."""
    start = Point(*(match.state_of(actor).place or (0, 0)))
    point = Point(20_000, 30_000)
    armed: dict[str, Any] = {"fighter": actor}
    return [
        Move(fighter=actor, path=(start, point)),
        Charge(fighter=actor, path=(start, point), target=target),
        Melee(fighter=actor, target=target),
        Shot(**armed, weapon=KNIVES, use=KNIVES.uses[0], target=target),
        Throw(**armed, weapon=BOTTLE, use=BOTTLE.uses[0], point=point),
        Blast(**armed, weapon=BELLOWS, use=BELLOWS.uses[0], point=point),
        UseAbility(fighter=actor, ability=TRICK),
        Extinguish(fighter=actor),
    ]


def absent(book: Rulebook, why: str) -> Game:
    """Stand where a ghost is not on the field: left out by the position, or gone."""
    game = active(book, {YURI: (10, 30), ELENIA: (24, 30), GHOST: None}, cards={**CARDS, GHOST: CARDS[YURI]})
    if why == "gone":
        game[GHOST].leave_field(Gone.INCAPACITATED)
    return game


ABSENT = {"left out": ("setup.7-deploy", "not-on-field"), "gone": ("wound.removed", "gone")}


@pytest.mark.parametrize("why", ABSENT)
def test_who_is_not_on_the_field_can_do_nothing(book: Rulebook, why: str) -> None:
    game = absent(book, why)

    for act in whole(game.match, GHOST, ELENIA):
        assert _reasons(objections(game.match, act))[0] == ABSENT[why]


@pytest.mark.parametrize("why", ABSENT)
def test_nobody_can_aim_at_who_is_not_on_the_field(book: Rulebook, why: str) -> None:
    """Whatever is asked of him, the answer is a refusal, and nothing breaks."""
    game = absent(book, why)

    for act in whole(game.match, YURI, GHOST):
        found = _reasons(objections(game.match, act))
        if getattr(act, "target", None) == GHOST:
            assert ABSENT[why] in found
            assert game.question.refusal(act) is not None


@pytest.mark.parametrize("why", ABSENT)
@pytest.mark.parametrize(
    "agreed",
    ["loses 1 AP", "loses 1 CP in the legs", "takes 1 poison", "heals 1 CP in the legs", "leaves the field"],
)
def test_nothing_is_agreed_for_who_is_not_on_the_field(book: Rulebook, why: str, agreed: str) -> None:
    game = absent(book, why)

    refusal = game.refuse(f"by agreement: Ghost {agreed}")
    assert (refusal.rule, refusal.reason) == ABSENT[why]


@pytest.mark.parametrize("why", ABSENT)
def test_who_is_not_on_the_field_is_no_bystander_victim_or_obstacle(book: Rulebook, why: str) -> None:
    game = absent(book, why)

    assert not are_in_contact(game.match, YURI, GHOST)
    game.play("Yuri shoots Elenia", "6666", "4", "666666")

    assert not [event for event in game.match.log if GHOST in event.as_dict().values()]


def _reasons(found: Iterator[Refusal]) -> list[tuple[str, str]]:
    return [(one.rule, one.reason) for one in found]


@pytest.mark.rule("wound.heal", books="fr de")
def test_nobody_agrees_to_heal_who_lost_nothing(book: Rulebook) -> None:
    game = active(book, {YURI: (10, 30), ELENIA: (24, 30)}, cards=CARDS)

    refusal = game.refuse("by agreement: Elenia heals 1 CP in the legs")
    assert (refusal.rule, refusal.reason) == ("wound.heal", "unhurt")
    game.play("by agreement: Elenia loses 1 CP in the legs", "by agreement: Elenia heals 1 CP in the legs")
    assert game.last(Healed).n == 1


@pytest.mark.parametrize("key", ["en", "it", "pt"])
def test_healing_who_lost_nothing_is_agreed_in_vain(key: str) -> None:
    book = rulebook(key)
    game = active(book, {YURI: (10, 30), ELENIA: (24, 30)}, cards=CARDS)

    game.play("by agreement: Elenia heals 1 CP in the legs")
    assert game.events(Healed) == []


def test_all_that_speaks_against_a_shot_is_told_in_the_rulebooks_order(book: Rulebook) -> None:
    """Nobody is so hindered in play; the order of the row is what the first objection comes from."""
    game = facing(book, "near", "no CBT")
    game[YURI].ap, game[YURI].markers = 0, {FEAR: 1}
    game[YURI].used_round = {"attack": 2, "gear.Rifle.projectile": 1}
    rifle = item("Rifle", use(PROJECTILE, ONCE))
    act = Shot(fighter=YURI, weapon=rifle, use=rifle.uses[0], target=ELENIA)

    assert [one.reason for one in objections(game.match, act)] == [
        "not-made-for-it",
        "afraid",
        "too-few-ap",
        "not-carried",
        "weapon-used-up",
        "no-dice",
    ]


def test_all_that_speaks_against_an_ability_is_told_in_the_rulebooks_order(book: Rulebook) -> None:
    game = facing(book, "near", "no AP")
    game[YURI].markers = {FEAR: 1, BURN: 1}
    dear = Ability(name="Rite", kind=AbilityKind.PERMANENT, cost=Cost(ap=1, sp=1), text="")

    found = [one.reason for one in objections(game.match, UseAbility(fighter=YURI, ability=dear))]

    assert found == ["no-such-ability", "afraid", "too-few-ap", "permanent", "too-few-sp"]


@pytest.mark.rule("gear.category")
def test_nothing_is_used_as_what_it_is_not_made_for(book: Rulebook) -> None:
    game = facing(book, "near", "nothing")
    point = Point(20_000, 30_000)
    misused = [
        Shot(fighter=YURI, weapon=BOTTLE, use=BOTTLE.uses[0], target=ELENIA),
        Throw(fighter=YURI, weapon=KNIVES, use=KNIVES.uses[0], point=point),
        Throw(fighter=YURI, weapon=BELLOWS, use=BELLOWS.uses[0], point=point),
        Blast(fighter=YURI, weapon=BOTTLE, use=BOTTLE.uses[0], point=point),
    ]

    for act in misused:
        refusal = game.question.refusal(act)
        rule_report.note(refusal)
        assert refusal is not None
        assert refusal.reason == "not-made-for-it"


@pytest.mark.parametrize(("has", "allowed"), [(1, False), (2, True)])
def test_an_ability_is_paid_for_with_the_last_sp(book: Rulebook, has: int, allowed: bool) -> None:  # noqa: FBT001
    rite = Ability(name="Rite", kind=AbilityKind.ACTION, cost=Cost(ap=0, sp=2), text="")
    game = active(
        book, {YURI: (10, 30), ELENIA: (24, 30)}, cards={YURI: fighter().with_changes(abilities=(rite,))}
    )
    game.side(RED).sp = has

    assert (game.question.refusal(UseAbility(fighter=YURI, ability=rite)) is None) is allowed


def test_the_chapters_with_rules_of_their_own_are_those_that_the_books_call_optional() -> None:
    assert tuple(registry.CHAPTERS) == OPTIONAL_CHAPTERS
