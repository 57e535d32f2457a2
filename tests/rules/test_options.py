"""What a fighter may do now: every option, its price, its example, and what speaks against it."""

from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from duels import BLAST, ELENIA, PROJECTILE, SHOOTING, VLADD, YLISS, YURI, fighter, item, use
from matches import Game, active, element, rock
from random_matches import begin_blind, begin_match

from edencli.bots.random_player import RandomPlayer
from edencli.effects.begin import create_match_with_cards
from edencli.match.events import ApSpent
from edencli.match.facts import UNKNOWN, FactAnswer, Touching
from edencli.match.field_kinds import ToldField
from edencli.match.match import Act, ChapterRules, Match, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Question, Roll
from edencli.match.reasons import Part, Refusal
from edencli.match.rules_api import value
from edencli.model.fighter import Ability, Equipment
from edencli.model.terms import AbilityKind, Marker, Quantity
from edencli.notation.reader import completions
from edencli.prompt.act_preview import filter_completions
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.rulebooks.values import rulebook
from edencli.rules import options
from edencli.rules.actions import next_act_question
from edencli.rules.acts import AreaAttack, Blast, Charge, Extinguish, Melee, Move, Shot, Throw, UseAbility
from edencli.rules.heights import Climb, Leap, Swim
from edencli.rules.hiding import Hide
from edencli.rules.options import ActOption, FighterOptions
from edencli.rules.questions import ActQuestion
from edencli.rules.registry import create_match
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery

FIRE_POT = item("Fire pot", use(PROJECTILE, range=15))
KNIVES = item("Knives", use(SHOOTING, range=10, strength=2))
BELLOWS = item("Bellows", use(BLAST))
ROAR = Ability(name="Roar", kind=AbilityKind.ACTION, text="")
EN, FR = rulebook("en"), rulebook("fr")


def options_of(game: Game, kind: type[Act], piece: Piece = YURI) -> list[ActOption]:
    """The options of one kind that a fighter has."""
    return [one for one in FighterOptions(game.match, piece) if one.kind is kind]


def granted(match: Match, *items: Equipment) -> Match:
    """A match in which a card grants everybody some equipment."""
    cards = (ChapterRules(grants=lambda *_: items, grantable=items),)
    return create_match(match.book, match.state, match.setup, cards)


# ── what is listed ───────────────────────────────────────────────────────────────────────────────────────


def test_each_way_to_attack_is_an_option_with_each_enemy_the_nearest_first() -> None:
    cards = {YURI: fighter(gear=[KNIVES, BELLOWS]).with_changes(abilities=(ROAR,))}
    game = active(EN, {YURI: (10, 30), VLADD: (30, 30), ELENIA: (20, 30)}, cards=cards)

    listed = [(one.kind, one.target) for one in FighterOptions(game.match, YURI)]

    foes = [foe for foe in (VLADD, ELENIA) if foe.side is not YURI.side]
    assert listed == [
        (Move, None),
        (Blast, None),
        *((kind, foe) for foe in foes for kind in (Melee, Charge, Shot, Blast)),
        (UseAbility, None),
        (Extinguish, None),
    ]


def test_with_scenery_of_the_chapter_one_may_strike_climb_jump_swim_hide_and_shoot() -> None:
    tower = element("Tower", climbing=3, destruction=2)
    game = active(
        EN,
        {YURI: (10, 30), ELENIA: (50, 50)},
        cards={YURI: fighter(gear=[KNIVES, FIRE_POT])},
        chapters=("territory",),
        scenery=[tower],
        lying={"Tower": (13.5, 30)},
    )

    found = {one.kind: one.refusal for one in FighterOptions(game.match, YURI).at_scenery("Tower")}

    assert list(found) == [MeleeAtScenery, Climb, Leap, Swim, Hide, ShotAtScenery, Throw]
    assert {kind for kind, refusal in found.items() if refusal is None} == {
        MeleeAtScenery, Climb, ShotAtScenery, Throw,
    }  # fmt: skip


def test_a_jump_from_the_ground_is_offered_straight_across() -> None:
    ditch = element("Ditch", radius=2, jump=4, elevation=None)
    places = {YURI: (26.5, 30), ELENIA: (55, 55)}
    for book in (EN, rulebook("fr")):
        lying: dict[str, Any] = {"scenery": [ditch], "lying": {"Ditch": (30, 30)}}
        game = active(book, places, chapters=("territory",), **lying)

        (leap,) = (one for one in FighterOptions(game.match, YURI).at_scenery("Ditch") if one.kind is Leap)

        assert leap.refusal is None
        assert leap.act is not None
        assert leap.act.place == (33_500, 30_000)


def test_scenery_without_the_chapter_offers_nothing() -> None:
    game = active(EN, {YURI: (10, 30), ELENIA: (50, 50)}, scenery=[rock()], lying={"Rock": (14, 30)})

    assert not list(FighterOptions(game.match, YURI).at_scenery("Rock"))


def test_a_weapon_that_a_card_grants_is_an_option_like_any_other() -> None:
    game = active(EN, {YURI: (10, 30), ELENIA: (20, 30)})
    match = granted(game.match, FIRE_POT)

    (thrown,) = (one for one in FighterOptions(match, YURI).attacks_on(ELENIA) if one.kind is Throw)

    assert thrown.weapon == FIRE_POT
    assert thrown.objection is None


def test_tab_knows_a_granted_weapon_where_no_enemy_is_in_reach() -> None:
    """Findings B1: it read what the card prints."""
    game = active(EN, {YURI: (5, 5), ELENIA: (55, 55)})
    match = granted(game.match, FIRE_POT)
    question = next_act_question(match, YURI)

    found = filter_completions(match, question, "Yuri ", completions("Yuri ", match, question))

    assert "throws" in [word.partition(" ")[0] for word, _ in found]
    assert "shoots" not in [word.partition(" ")[0] for word, _ in found]


# ── prices, examples, and what speaks against them ───────────────────────────────────────────────────────


@pytest.mark.parametrize("line", ["Yuri attacks Elenia", "Yuri moves to 5, 30", "Yuri uses Roar"])
def test_the_price_of_an_option_is_what_is_paid_for_it(line: str) -> None:
    dear = ROAR.with_changes(cost=ROAR.cost.with_changes(ap=2))
    cards = {YURI: fighter().with_changes(abilities=(dear,))}
    game = active(EN, {YURI: (10, 30), ELENIA: (13, 30)}, cards=cards)
    act = game._read(line)
    (option,) = (one for one in FighterOptions(game.match, YURI) if one.kind is type(act))

    paid = option.price
    game.play(line)

    assert paid == game.last(ApSpent).n


def test_a_charge_is_run_straight_or_round_what_is_in_the_way() -> None:
    free, barred = (
        active(EN, {YURI: (10, 30), ELENIA: (18, 30)}, scenery=[rock(radius=0.8)], lying={"Rock": (14, y)})
        for y in (50, 30)
    )

    straight, bent = (options_of(game, Charge)[0] for game in (free, barred))

    assert [len(one.act.path) for one in (straight, bent)] == [2, 4]
    assert [one.objection for one in (straight, bent)] == [None, None]
    assert [one.falls_short for one in (straight, bent)] == [False, False]


def test_a_charge_at_who_is_too_far_falls_short_and_no_way_is_planned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = active(EN, {YURI: (5, 30), ELENIA: (55, 30)}, scenery=[rock()], lying={"Rock": (30, 30)})
    monkeypatch.setattr(options, "plan_way_into_contact", None)

    (charge,) = options_of(game, Charge)

    assert charge.falls_short is True
    assert charge.objection is None


def test_to_list_options_plans_no_way_and_judges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = active(EN, {YURI: (10, 30), ELENIA: (18, 30)})
    for name in ("plan_way_into_contact", "known_objection", "declaration_objections"):
        monkeypatch.setattr(options, name, None)

    assert len(list(FighterOptions(game.match, YURI))) == 4


def test_nobody_is_told_by_an_option_how_far_off_an_enemy_is_in_the_french_mist() -> None:
    near, far = (
        active(
            FR,
            {YURI: (5, 30), ELENIA: place},
            chapters=("weather",),
            before={"state": {"weather": ("mist",)}},
        )
        for place in ((9, 30), (55, 30))
    )

    assert [options_of(game, Charge)[0].falls_short for game in (near, far)] == [UNKNOWN, UNKNOWN]


def test_an_engaged_fighter_s_move_leads_out_of_contact() -> None:
    game = active(EN, {YURI: (10, 30), ELENIA: (13, 30)})

    (going,) = options_of(game, Move)

    assert going.objection is None
    assert going.act.path[-1] != going.act.path[0]


def test_no_way_is_looked_for_where_something_else_speaks_against_a_charge() -> None:
    """Who is afraid charges nobody, whatever stands in between."""
    scene: dict[str, Any] = {"scenery": [rock(radius=1)], "lying": {"Rock": (14, 30.3)}}
    places = {YURI: (10, 30), ELENIA: (18, 30)}
    bold, afraid = (
        options_of(active(EN, places, before={YURI: {"markers": markers}}, **scene), Charge)
        for markers in ({}, {Marker.FEAR: 1})
    )

    assert [(len(one.act.path) > 2, one.objection is None) for one in bold] == [(True, True)]
    assert [(len(one.act.path) > 2, one.objection is None) for one in afraid] == [(False, False)]


def test_a_blast_at_any_point_is_aimed_at_the_nearest_enemy() -> None:
    game = active(EN, {YURI: (10, 30), ELENIA: (18, 30)}, cards={YURI: fighter(gear=[BELLOWS])})

    (anywhere, at_her) = options_of(game, Blast)

    assert anywhere.target is None
    assert anywhere.act == at_her.act
    assert anywhere.objection is None


def test_a_blast_at_an_enemy_is_aimed_at_that_one_and_not_at_the_nearest() -> None:
    places = {YURI: (10, 30), ELENIA: (18, 30), YLISS: (18, 33)}
    game = active(EN, places, cards={YURI: fighter(gear=[BELLOWS])})

    aims = {option.target: option.act.point for option in options_of(game, Blast)}

    assert aims == {None: (18_000, 30_000), ELENIA: (18_000, 30_000), YLISS: (18_000, 33_000)}


# ── where nobody measures ────────────────────────────────────────────────────────────────────────────────


def unmeasured(*gear: Equipment) -> Match:
    """A match of Yuri and Elenia of which nothing has been told."""
    measured = active(EN, {YURI: (10, 30), ELENIA: (13, 30)}, cards={YURI: fighter(gear=gear)}).match
    state = measured.state.copy()
    state.field = ToldField()
    for one in state.fighters.values():
        one.place = None
    return create_match_with_cards(measured.book, state, measured.setup._replace(measured=False))


def test_what_depends_on_an_untold_fact_is_unknown_and_nobody_is_asked() -> None:
    match = unmeasured(KNIVES)

    known = {one.kind: one.objection for one in FighterOptions(match, YURI)}

    assert known[Melee] is UNKNOWN
    assert known[Shot] is UNKNOWN
    assert known[Move] is None
    assert isinstance(known[Extinguish], Refusal)
    assert match.log == []


def test_an_answer_that_waits_to_be_replayed_is_left_to_the_referee() -> None:
    match = unmeasured()
    waiting = FactAnswer(fact=Touching(one=ELENIA, other=YURI), answer=True)
    match.facts_to_replay = deque([waiting])

    objections = [one.objection for one in FighterOptions(match, YURI)]

    assert UNKNOWN in objections
    assert list(match.facts_to_replay) == [waiting]
    assert match.state.field.told_facts == {}


def test_what_was_told_is_known() -> None:
    match = unmeasured()
    match.state.field = ToldField({Touching(one=ELENIA, other=YURI): True})

    known = {one.kind: one.objection for one in FighterOptions(match, YURI)}

    assert known[Melee] is None
    assert isinstance(known[Charge], Refusal)


def test_what_may_be_granted_is_listed_where_an_untold_fact_decides_that() -> None:
    bare = unmeasured(KNIVES)

    def grants(match: Match, _: Piece) -> Iterator[Equipment]:
        if match.require_fact(Touching(one=ELENIA, other=YURI)):
            yield FIRE_POT

    cards = (ChapterRules(grants=grants, grantable=(FIRE_POT,)),)
    match = create_match(bare.book, bare.state, bare.setup, cards)

    (thrown,) = (one for one in FighterOptions(match, YURI) if one.kind is Throw)

    assert thrown.weapon == FIRE_POT
    assert thrown.objection is UNKNOWN


def test_a_price_that_depends_on_an_untold_fact_is_unknown_or_guessed() -> None:
    bare = unmeasured()

    def dearer(match: Match, query: Query) -> tuple[Part, ...]:
        touched = match.require_fact(Touching(one=ELENIA, other=YURI))
        return (Part("action.cost", 1),) if touched and query.what is Quantity.AP else ()

    match = create_match(bare.book, bare.state, bare.setup, (ChapterRules(numbers={Quantity.AP: (dearer,)}),))
    (going,) = (one for one in FighterOptions(match, YURI) if one.kind is Move)

    assert (going.price, going.may_be_declared) == (UNKNOWN, UNKNOWN)
    with match.guessing():
        assert going.price == EN.actions.move.ap


# ── whatever is played ───────────────────────────────────────────────────────────────────────────────────


class Watch:
    """Plays at random, and holds every act that is asked for against the options."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, self.questions = match, 0
        self._player = RandomPlayer(match, seed)

    def __call__(self, question: Question[Any]) -> Any:
        """Answer as chance does."""
        if not isinstance(question, ActQuestion):
            return self._player(question)
        self.questions += 1
        told, events = self.match.state.field.told_facts, len(self.match.log)
        listed = list(FighterOptions(self.match, question.fighter, question))
        refused = [
            one.act for one in listed if one.objection is None and question.refusal(one.act) is not None
        ]
        prices = [
            (one.price, value(self.match, Query(Quantity.AP, question.fighter, one.act)).total)
            for one in listed
            if not self.match.field.asks_players
        ]
        assert (self.match.state.field.told_facts, len(self.match.log)) == (told, events)
        assert not refused
        assert all(price == paid for price, paid in prices)
        given = self._player(question)
        assert given is None or _what(given) in [_what(one.declared) for one in listed]
        return given


def _what(act: Any) -> tuple[Any, ...]:
    """Which option an act carries out: its kind, with what, and at whom, where a name says so."""
    target = getattr(act, "target", None) or getattr(act, "scenery", None)
    aimed = act.at if isinstance(act, AreaAttack) else target
    return type(act), aimed, getattr(act, "weapon", None), getattr(act, "ability", None)


@pytest.mark.parametrize("book", ["en", "fr"])
@pytest.mark.parametrize("begin", [begin_match, begin_blind])
def test_what_chance_does_is_an_option_and_what_nothing_speaks_against_is_allowed(
    book: str, begin: Any
) -> None:
    match = begin(book, 4)
    referee, watch, dice = Referee(match), Watch(match, 4), SeededDice(4)

    while (question := referee.question) is not None and watch.questions < 40:
        referee.answer(dice.throw(question) if isinstance(question, Roll) else watch(question))

    assert watch.questions > 10
