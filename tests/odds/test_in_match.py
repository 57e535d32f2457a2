"""Odds, dice and play are one arithmetic in a match: whatever cards there are and wherever everybody stands.

Attacks are staged in matches with cards that nobody has thought of. What odds call exact is held against
every throw of the dice of the match itself.
"""

import os
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from duels import ARMS, BLUE, ELENIA, HEAD, LEGS, PASSIVE, RED, SHOOTING, TORSO, VLADD, YLISS, YURI, item, use
from duels import fighter as profile
from effects.any_card import ability, as_card, sound, tactic
from effects.carded import ability as written_ability
from effects.carded import begun
from effects.carded import tactic as written_tactic
from odds.every_throw import counted, ends

from edencli.lang import Words
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience, Piece, Side
from edencli.match.rules_api import perform, why_not
from edencli.odds.attack import attack_odds
from edencli.odds.outcome import Odds
from edencli.odds.shifting import Policy
from edencli.pages.odds_data import AttackSetting, attack_odds_data
from edencli.referee.duel import Duel, DuelFighter, stage_duel, stage_in_match
from edencli.referee.duelist import fresh_copy
from edencli.rulebooks.raw_books import BOOKS

FIRST = int(os.environ.get("EDENCLI_ANY_CARD", "0"))  # another seed to begin with
SCENES = int(os.environ.get("EDENCLI_ODDS_SCENES", "80"))
ATTACK_NUMBERS = {None, "cbt", "vig", "spd", "psi", "protection", "ap", "wounds"}
RAT = Piece(None, "Rat")
COMRADES = [(17, 20), (20, 23.1), (30, 40), (26, 20), (23, 23.1), (40, 40)]

Counts = Mapping[tuple[int, ...], Fraction]


def about_attacks(random: Random, write: Any, n: int) -> Any:
    """A card at random that may bear on an attack."""
    while True:
        written = sound(write, random, f"Card {n}")
        if all(
            one["effect"] in {"adds", "instead", "when"} and one.get("to") in ATTACK_NUMBERS
            for one in written["effects"]
        ):
            return as_card(written)


def scene(seed: int) -> tuple[Match, Any]:
    """A match in which Yuri can attack Elenia, hand to hand or with a gun, and the gun."""
    random, n = Random(seed), iter(range(99))  # noqa: S311  # no secret

    def somebody(**more: Any) -> Any:
        pools = {what: random.choice((1, 2, 3)) for what in ("cbt", "vig", "spd")}
        cp = {limb: (random.choice((1, 2)), 1) for limb in (HEAD, ARMS, TORSO, LEGS)}
        return profile(**pools, cp=cp, **more)

    gun = item("Gun", use(SHOOTING, strength=random.choice((1, 2)), range=30))
    one, other = random.sample(COMRADES, 2)
    shoots = random.random() < 0.3
    match = begun(
        {
            piece: [about_attacks(random, ability, next(n)) for _ in range(random.choice((0, 1, 1)))]
            for piece in (YURI, VLADD, ELENIA, YLISS)
        },
        tactics={side: [about_attacks(random, tactic, next(n))] for side in (RED, BLUE)},
        profiles={YURI: somebody(gear=[gun]), ELENIA: somebody(), VLADD: somebody(), YLISS: somebody()},
        places={YURI: (5 if shoots else 20, 20), ELENIA: (23, 20), VLADD: one, YLISS: other},
        book=BOOKS[seed % len(BOOKS)],
    )
    for side in (RED, BLUE):
        if random.random() < 0.5:
            match.state.sides[side].in_force, match.state.sides[side].hand = match.state.sides[side].hand, ()
    return match, (gun, gun.uses[0]) if shoots else None


def standing(match: Match, piece: Piece) -> DuelFighter:
    """A fighter as he stands in a match."""
    return DuelFighter(
        match.state_of(piece).card, side=piece.side or RED, state=match.state_of(piece), name=piece.name
    )


def staged(match: Match, weapon: Any = None) -> Duel:
    """Yuri's attack on Elenia in a match as they stand."""
    found = stage_in_match(match, standing(match, YURI), standing(match, ELENIA), weapon)
    assert isinstance(found, Duel), found
    return found


def by_odds(odds: Odds) -> Counts:
    """How often so many CP are lost, as odds count it."""
    cases: Counter[tuple[int, ...]] = Counter()
    for harms, n in odds.joint.items():
        cases[tuple(cp for _, cp in harms)] += n
    return {cp: Fraction(n, odds.denominator) for cp, n in cases.items()}


def by_play(match: Match, act: Any, odds: Odds) -> Counts:
    """How often so many CP are lost, when the attack is made in the match with every throw."""
    runs = ends(
        lambda: fresh_copy(match),
        lambda copied: perform(copied, act),
        act=act,
        reaction=odds.reaction or PASSIVE,
    )
    cases: Counter[tuple[int, ...]] = Counter()
    for harms, share in counted(runs, *(body.piece for body in odds.bodies)).items():
        cases[tuple(cp for _, cp in harms)] += share  # type: ignore[assignment]  # a Counter of fractions
    return cases  # type: ignore[return-value]  # as above


def test_what_odds_call_exact_is_what_play_comes_to() -> None:
    exact, inexact = 0, 0
    for seed in range(FIRST, FIRST + SCENES):
        match, weapon = scene(seed)
        try:
            duel = stage_in_match(match, standing(match, YURI), standing(match, ELENIA), weapon)
            if not isinstance(duel, Duel) or why_not(*duel):
                continue
            outlook = attack_odds(duel.match, duel.act, Policy.NONE)
            data = attack_odds_data(Words(), duel.match, outlook, around=AttackSetting(match, None))
            if data["unforeseen"]:
                inexact += 1
                continue
            for odds in outlook.results:
                assert isinstance(odds, Odds)
                exact += 1
                assert by_odds(odds) == by_play(match, duel.act, odds), f"seed {seed}, {odds.reaction}"
        except OverBudgetError:
            continue
    assert exact > SCENES / 3
    assert inexact > SCENES / 10


CORNERED = """
- {effect: adds, to: cbt, by: {count: {side: enemies, touching: user}}}
- {effect: adds, to: cbt, by: -1, only-if: [{test: there-are, who: {side: enemies, touching: user}}]}
"""
FOES = {YURI: (20, 20), ELENIA: (23, 20), YLISS: (17, 20), VLADD: (50, 50)}


def cornered(**more: Any) -> Match:
    """Yuri between two enemies, with a card that counts them."""
    return begun({YURI: [written_ability(CORNERED, name="Cornered")]}, places=FOES, **more)


def test_cards_that_look_at_places_count_in_a_match() -> None:
    match = cornered()
    duel = staged(match)
    data = attack_odds_data(Words(), duel.match, attack_odds(duel.match, duel.act))

    assert data["rolled"]["dice"] == 5
    assert data["unforeseen"] == []


def test_without_places_the_card_that_asks_for_them_is_named() -> None:
    match = cornered()
    duel = stage_duel(match.book, standing(match, YURI), standing(match, ELENIA), around=match)
    data = attack_odds_data(Words(), duel.match, attack_odds(duel.match, duel.act))

    assert data["rolled"]["dice"] == 4
    assert [one["card"] for one in data["unforeseen"]] == ["Cornered"]


def test_the_field_may_have_something_against_the_attack() -> None:
    match = cornered()
    found = stage_in_match(match, standing(match, VLADD), standing(match, ELENIA))

    assert not isinstance(found, Duel)
    assert (found.rule, found.reason) == ("melee.target", "no-contact")


@pytest.mark.parametrize("armed", [False, True], ids=["hand to hand", "with a gun"])
@pytest.mark.parametrize(("attacker", "reason"), [(YURI, "too-few-ap"), (RAT, None)])
def test_who_has_no_ap_cannot_attack_and_nobodys_fighter_needs_none(
    attacker: Piece, reason: str | None, *, armed: bool
) -> None:
    gun = item("Gun", use(SHOOTING, strength=2, range=30))
    card = profile(gear=[gun]).with_changes(level=None if attacker.side else 1)
    places = {attacker: (10, 20) if armed else (20, 20), ELENIA: (23, 20)}
    match = begun(profiles={attacker: card}, places=places, chapters=("infestation",))
    match.state_of(attacker).ap = 0

    one, weapon = standing(match, attacker), (gun, gun.uses[0]) if armed else None
    found = stage_in_match(match, one, standing(match, ELENIA), weapon)

    assert isinstance(found, Duel)
    refusal = why_not(*found)
    assert (refusal and refusal.reason) == reason


def test_a_card_that_looks_back_at_the_attack_itself_is_named() -> None:
    """Its number changes once the attack has begun, and odds are asked before."""
    late = "- {effect: adds, to: protection, by: 1, only-if: [{test: happened, past: {event: attack-begun}}]}"
    match = begun({ELENIA: [written_ability(late, name="Wake")]}, places=FOES)
    duel = staged(match)
    data = attack_odds_data(Words(), duel.match, attack_odds(duel.match, duel.act))

    assert [one["card"] for one in data["unforeseen"]] == ["Wake"]


DUCK = """
- effect: instead
  event: wounded
  sufferer: {side: own}
  from-hand: true
  change: {change: less, by: 1}
"""


def with_hand(side: Side) -> Match:
    """Yuri between two enemies; a player holds a card that might lessen a wound."""
    return cornered(tactics={side: [written_tactic(DUCK, name="Duck", more="tactical: false")]})


@pytest.mark.parametrize("side", Side)
def test_no_hand_is_played_from_and_the_match_is_left_alone(side: Side) -> None:
    match = with_hand(side)
    before = match.state.copy()
    duel = staged(match)

    assert duel.match.state.sides[side].hand == ()
    assert match.state == before
    assert match.state.sides[side].hand == ("Duck",)


def test_a_lost_shot_hits_nobody() -> None:
    """Vlädd stands in the way of the shot; nobody else can be seen."""
    gun = item("Gun", use(SHOOTING, strength=2, range=30))
    places = {YURI: (5, 20), VLADD: (17, 20), ELENIA: (23, 20), YLISS: (50, 50)}
    match = begun(profiles={YURI: profile(gear=[gun])}, places=places, book="pt")
    duel = staged(match, (gun, gun.uses[0]))
    data = attack_odds_data(Words(), duel.match, attack_odds(duel.match, duel.act))

    assert duel.act.lost
    assert data["results"] == []
    assert data["rolled"] is None


@pytest.mark.parametrize("side", Side)
def test_public_odds_say_that_there_is_a_hand_and_not_which(side: Side) -> None:
    match = with_hand(side)
    duel = staged(match)
    outlook = attack_odds(duel.match, duel.act)

    def unforeseen(viewer: Audience) -> list[Any]:
        found = attack_odds_data(Words(), duel.match, outlook, around=AttackSetting(match, viewer))
        return [one["card"] for one in found["unforeseen"]]

    assert unforeseen(PUBLIC) == [None]
    assert unforeseen(side) == ["Duck"]
