"""What is asked again, said, hidden and asked of eyes while cards work."""

import pytest
from duels import BLUE, ELENIA, POISON, RED, VLADD, YLISS, YURI
from effects.carded import Played, ability, begun, mission, tactic

from edencli.effects.begin import create_match_with_cards
from edencli.effects.cards import CardWithEffects
from edencli.effects.missions import objective_points
from edencli.effects.scope import Scope
from edencli.effects.token_places import is_near_token, moves_over
from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.card_events import CardCameToNothing, CardTookEffect
from edencli.match.events import AttackEnded, Left
from edencli.match.facts import AtPlace, UnknownFact, Within
from edencli.match.field_kinds import ToldField
from edencli.match.pieces import Piece
from edencli.match.position import dump_position, load_position
from edencli.match.rules_api import do
from edencli.match.state import Gone, Token
from edencli.match.table_events import Activated, Moved
from edencli.model.card_words import Camp, FieldPart, Role, Who
from edencli.model.terms import LimbName, MissionKind
from edencli.rules.acts import Move, UseAbility
from edencli.rules.questions import UseChoice

ACTIVATE = ("activation.designate", YURI)


CURES = """
- effect: when
  event: activated
  doer: {side: enemies}
  do: [{op: take-markers, who: {the: doer}, marker: poison}]
"""
BITES = """
- effect: when
  event: activated
  do: [{op: lose-cp, who: {the: doer}, limb: legs}]
"""
POISONED = {
    "a proviso": "  only-if: [{test: there-are, who: {the: doer, side: enemies, marker: poison}}]\n",
    "whose event it is": "  doer: {side: enemies, marker: poison}\n",
    "who may be chosen": "  choose: {who: {side: enemies, marker: poison}}\n",
}


@pytest.mark.parametrize("said_by", POISONED)
@pytest.mark.parametrize(("first", "nothing"), [(0, ["Bites"]), (1, [])])
@pytest.mark.rule("simultaneous", books="en")
def test_what_must_be_so_is_asked_again_when_its_turn_comes(
    first: int, nothing: list[str], said_by: str
) -> None:
    match = begun({ELENIA: [ability(CURES, name="Cures"), ability(BITES + POISONED[said_by], name="Bites")]})
    match.state_of(YURI).markers[POISON] = 1

    played = Played(match, [ACTIVATE, ("simultaneous", first)])

    assert [event.card for event in played.events(CardCameToNothing)] == nothing
    assert match.state_of(YURI).lost == ({} if nothing else {LimbName.LEGS: 1})
    assert match.state_of(YURI).markers == {}


def test_a_card_that_can_do_nothing_when_it_is_played_says_so_and_changes_nothing() -> None:
    late = tactic("- {effect: now, only-if: [{test: round, least: 3}], do: [{op: give-vp}]}", name="Late")
    match = begun(tactics={RED: [late]}, step="tactical-phase")

    played = Played(match, [("tactical-phase.play", "Late")])

    assert [event.card for event in played.events(CardCameToNothing)] == ["Late"]
    assert match.state.sides[RED].vp == 0
    assert played.worked == []


def test_what_sets_off_a_secret_mission_is_hidden_from_the_opponent() -> None:
    errand = mission(
        """
        objectives: [{text: ..., vp: 1}]
        effects: [{effect: when, event: activated, doer: {side: own}, may: true, do: [{op: give-vp}]}]
        """
    ).with_changes(kind=MissionKind.SECRET)
    match = begun(missions={RED: errand})

    played = Played(match, [ACTIVATE, ("ability.cost", True)])

    (took,) = played.events(CardTookEffect)
    assert (took.seen_by(BLUE), took.seen_by(RED).card) == (None, "Errand")
    assert [asked.private for asked in played.asked if isinstance(asked, UseChoice)] == [True]


def test_where_nobody_measures_what_only_eyes_see_is_asked() -> None:
    """Who stands by a marker, goes over an area, is in a part of the field, or is near enough to a user."""
    match = begun(places={})
    for fighter_state in match.state.fighters.values():
        fighter_state.put_on_field(None)
    match.state.field = ToldField()
    match.state.tokens = (Token("Well", None, 1_000),)
    scope = Scope(match, CardWithEffects("Spit", RED, (), YURI), {})

    wanted: list[tuple[Who, str]] = [
        (Who(side=Camp.ENEMIES, near="Well"), "near"),
        (Who(side=Camp.ENEMIES, zone=FieldPart.ENEMY_HALF), "zone"),
    ]
    for who, how in wanted:
        with pytest.raises(UnknownFact) as unknown:
            scope.matching_fighters(who)
        fact = unknown.value.fact
        assert isinstance(fact, AtPlace)
        assert fact.how == how
    for piece in (ELENIA, YLISS):
        match.infer_facts({AtPlace(of=piece, how="near", place="Well"): piece == YLISS})
    assert scope.matching_fighters(wanted[0][0]) == [YLISS]
    with pytest.raises(UnknownFact) as unknown:
        scope.matching_fighters(Who(side=Camp.ENEMIES, within=5))
    assert isinstance(unknown.value.fact, Within)


def test_where_nobody_measures_eyes_are_asked_just_what_a_card_says_of_a_marker() -> None:
    """How near it is, and whether a way goes through an area, comes upon it or leaves it."""
    match = begun(places={})
    match.state.field = ToldField()
    match.state.tokens = (Token("Well", None, 1_000),)
    gone = Moved(rule="action.move", fighter=YURI, how="move", path=(), cost=0)

    for how in ("through", "enters", "leaves"):
        with pytest.raises(UnknownFact) as unknown:
            moves_over(match, YURI, gone, "Well", how)
        assert unknown.value.fact == AtPlace(of=YURI, how=how, place="Well")
    match.state.fighters[YURI].put_on_field(None)
    with pytest.raises(UnknownFact) as unknown:
        is_near_token(match, YURI, "Well", 5_000)
    assert unknown.value.fact == AtPlace(of=YURI, how="near", place="Well", far=5_000)


FALLEN = """
objectives:
- {text: ..., vp: 1, only-if: [{test: happened, past: {event: left, sufferer: {side: enemies, out: true}}}]}
- text: ...
  vp: 1
  counted: match
  each: {past: {event: left, sufferer: {side: enemies, out: true}, since: match}}
"""


@pytest.mark.parametrize(("later", "now"), [(0, [1, 1]), (1, [0, 1])])
def test_a_position_says_what_cards_look_back_at(later: int, now: list[int]) -> None:
    """A match that begins there counts as if it had been played through."""
    errand = mission(FALLEN)
    grudge = ability("- {effect: adds, to: cbt, by: 1, against: {the: last-attacker}}", name="Grudge")
    match = begun({ELENIA: [grudge]}, missions={RED: errand})
    blow = AttackEnded(
        rule="attack.success", attacker=YURI, victim=ELENIA, limb=None, wounds=1, cp_lost=1, success=True
    )
    for event in (
        Activated(rule="activation.designate", fighter=YURI),
        blow,
        blow.with_changes(victim=YLISS, cp_lost=0),
    ):
        list(do(match, event))
    list(do(match, Left(rule="wound.incapacitated", fighter=YLISS, why=Gone.INCAPACITATED)))
    match.state.round += later

    cards = {piece: one.card for piece, one in match.state.fighters.items()}
    again = create_match_with_cards(
        match.book,
        load_position(dump_position(match.state), cards, match.book.actions.ap, match.setup),
        match.setup,
    )

    assert again.state == match.state
    assert [one.event for one in again.state.remembered_events] == ["attack-ended", "attack-ended", "left"]
    for one in (match, again):
        assert [objective_points(one, RED, errand, each) for each in errand.objectives] == now
        assert (
            Scope(one, CardWithEffects("Grudge", BLUE, (), ELENIA), {}).fighter_in_role(Role.LAST_ATTACKER)
            == YURI
        )


def test_what_no_card_looks_back_at_is_not_remembered() -> None:
    match = begun({YURI: [ability(CURES)]}, missions={RED: mission("objectives: [{text: ..., vp: 1}]")})

    Played(match, [ACTIVATE])

    assert match.state.remembered_events == ()


def test_what_was_done_a_round_ago_is_forgotten_where_no_card_asks_for_it() -> None:
    restless = ability(
        "- {effect: adds, to: spd, by: 1, only-if: [{test: there-are, who: {the: user, did: moved}}]}"
    )
    match = begun({YURI: [restless]})
    moved = Moved(rule="action.move", fighter=YURI, how="move", path=(Point(20_000, 20_000),), cost=0)

    for number in (1, 2, 2):
        match.state.round = number
        list(do(match, moved))

    assert [one.round for one in match.state.remembered_events] == [2, 2]


APART = {YURI: (20, 20), VLADD: (10, 10), ELENIA: (40, 15), YLISS: (50, 50)}


def walks(piece: Piece, x: float, y: float) -> Move:
    """A straight Move from where a fighter stands apart."""
    return Move(fighter=piece, path=(Point(*map(cm, APART[piece])), Point(cm(x), cm(y))))


@pytest.mark.parametrize(("since", "points"), [("activation", 1), ("round", 2), ("match", 2)])
def test_what_was_done_since_the_activation_began_is_told_from_what_was_done_before(
    since: str, points: int
) -> None:
    """Elenia moved in an activation of her own; then Yuri moves, and counts."""
    count = f"- {{effect: now, do: [{{op: give-vp, n: {{past: {{event: moved, since: {since}}}}}}}]}}"
    match = begun({YURI: [ability(count, name="Count", kind="action")]}, places=APART)
    act = ("action.cost", UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0]))
    match.state.first_player = BLUE

    Played(
        match,
        [
            ("activation.designate", ELENIA),
            ("action.cost", walks(ELENIA, 40, 20)),
            ("action.cost", None),
            ("activation.designate", YURI),
            ("action.cost", walks(YURI, 20, 28)),
            act,
        ],
    )

    assert match.state.sides[RED].vp == points


@pytest.mark.parametrize("n", ["{stat: psi, of: last-attacker}", "{markers: fear, of: last-attacker}"])
def test_a_number_of_a_fighter_who_is_nobody_is_nothing(n: str) -> None:
    """Nobody has attacked Yuri."""
    match = begun({YURI: [ability(f"- {{effect: now, do: [{{op: give-vp, n: {n}}}]}}", kind="action")]})

    Played(
        match,
        [
            ACTIVATE,
            ("action.cost", UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])),
            ("action.cost", None),
        ],
    )

    assert match.state.sides[RED].vp == 0
