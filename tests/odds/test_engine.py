"""The odds are those of the rules: each attack is played over every throw of its dice, and counted."""

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from fractions import Fraction
from typing import Any

import pytest
from duels import CBT, DODGE, ELENIA, PASSIVE, RESPONSE, SHOOTING, VLADD, YLISS, YURI, fighter, item, use
from effects.carded import ability, begun
from odds.every_throw import End, counted, ends
from odds.profiles import (
    Chance,
    Profile,
    at_random,
    blow,
    bomb,
    burst,
    chance,
    flamer,
    gun,
    left_out,
    shot,
    table,
)

from edencli.match.events import CpLost, LimbChanged
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import perform
from edencli.model.fighter import Fighter
from edencli.model.terms import LimbName, Marker
from edencli.odds.attack import attack_odds, burn_odds
from edencli.odds.outcome import BurstFate, Odds
from edencli.odds.shifting import Policy
from edencli.referee.duel import Duel, DuelFighter, stage_duel
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.acts import Melee, Shot
from edencli.rules.conditions import treat_burning_fighter
from edencli.rules.melee import Reaction

POLICIES = tuple(Policy)
Pieces = tuple[Piece, ...]


def agree(match: Match, act: Any, odds: Odds, policy: Policy, *, whole: bool = False) -> None:
    """Insist that the odds are what playing the attack over every throw comes to."""
    state = match.state.copy()

    def start() -> Match:
        again = copy(match)
        again.state, again.log = state.copy(), []
        return again

    reaction = odds.reaction or PASSIVE
    runs = ends(start, lambda at: perform(at, act), act=act, reaction=reaction, policy=policy, whole=whole)

    played = counted(told_alike(runs, odds), *(body.piece for body in odds.bodies))

    assert fractions(odds) == played


def told_alike(runs: Iterator[End], odds: Odds) -> Iterator[End]:
    """Pass the ends on, insisting that who is out, and who has a newly wounded limb, is as odds say."""
    for end in runs:
        turned = {event.victim for event in end.match.log if isinstance(event, LimbChanged)}
        for body, harm in zip(odds.bodies, end.harms(*(body.piece for body in odds.bodies)), strict=True):
            assert body.is_out(harm) == (not end.match.is_on_field(body.piece))
            assert body.is_newly_wounded(harm) == (body.piece in turned)
        yield end


def fractions(odds: Odds) -> dict[Any, Fraction]:
    """The joint odds as fractions, having seen that they are whole."""
    assert sum(odds.joint.values()) == odds.denominator
    return {harms: Fraction(n, odds.denominator) for harms, n in odds.joint.items()}


def foreseen(match: Match, act: Any, policy: Policy, reaction: Reaction = PASSIVE) -> Odds:
    """The one result of an attack that is met in one way."""
    (odds,) = attack_odds(match, act, policy, [reaction]).results
    assert isinstance(odds, Odds)
    return odds


SMALL = Profile(white=(4, 3, 4, 2), guard=(1, 0, 1, 0), white_cp=(1, 1, 2, 1), red_cp=(1, 1, 1, 2))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("reaction", [PASSIVE, DODGE])
def test_melee_is_what_every_single_throw_of_its_dice_comes_to(policy: Policy, reaction: Reaction) -> None:
    match = table(rulebook("en"), SMALL._replace(white=(4, 2, 4, 4)), SMALL)

    agree(match, blow(), foreseen(match, blow(), policy, reaction), policy, whole=True)


def test_a_response_is_what_every_single_throw_of_its_dice_comes_to() -> None:
    either = SMALL._replace(white=(4, 1, 5, 4), red=(4, 0, 5, 4))
    match = table(rulebook("en"), either, either)

    odds = foreseen(match, blow(), Policy.NONE, RESPONSE)

    agree(match, blow(), odds, Policy.NONE, whole=True)


@pytest.mark.parametrize("policy", POLICIES)
def test_in_a_response_arms_that_are_wounded_first_strike_back_weaker(policy: Policy) -> None:
    yuri, elenia = SMALL._replace(white=(4, 1, 4, 4)), SMALL._replace(white=(4, 2, 5, 4), red=(4, 1, 4, 4))
    match = table(rulebook("en"), yuri, elenia)

    agree(match, blow(), foreseen(match, blow(), policy, RESPONSE), policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("key", ["en", "de"])
def test_a_shot_is_what_every_single_throw_of_its_dice_comes_to(key: str, policy: Policy) -> None:
    weapon = gun(0)
    match = table(rulebook(key), SMALL._replace(white=(4, 2, 4, 4)), SMALL, gear=weapon)

    agree(match, shot(weapon), foreseen(match, shot(weapon), policy), policy, whole=True)


# Of two who fight, with CBT for one or two dice: a player's fighter, and one of nobody's.
ONE, OTHER = (SMALL._replace(white=(4, n, 4, 4), red=(4, n, 4, 4)).card() for n in (2, 1))
BEAST = OTHER.with_changes(name="Beast", level=1, value=None)


def staged(book: str, *cards: Fighter, **declared: Any) -> Duel:
    """Two cards in a duel, and what else is said of it."""
    return stage_duel(rulebook(book), *map(DuelFighter, cards), **declared)


@pytest.mark.parametrize("book", ["en", "fr"])
@pytest.mark.parametrize(
    "declared", [{}, {"above": True}, {"below": True}], ids=["level", "from above", "from below"]
)
@pytest.mark.parametrize("cards", [(ONE, BEAST), (BEAST, ONE), (ONE, OTHER)], ids=["at", "by", "without"])
def test_a_melee_with_an_npf_or_between_heights_is_what_play_comes_to(
    book: str, cards: tuple[Fighter, Fighter], declared: dict[str, bool]
) -> None:
    match, act = staged(book, *cards, **declared)

    outlook = attack_odds(match, act, Policy.MAX_KILL)

    assert [one.reaction for one in outlook.results] == ([RESPONSE] if cards[1] is BEAST else [*Reaction])
    for odds in outlook.results:
        agree(match, act, odds, Policy.MAX_KILL)


@pytest.mark.parametrize("reaction", Reaction)
def test_who_stands_below_loses_by_it_only_when_he_is_answered(reaction: Reaction) -> None:
    level, below = (
        foreseen(*staged("en", ONE, OTHER, below=below), Policy.NONE, reaction) for below in (False, True)
    )

    assert (fractions(level) != fractions(below)) == (reaction is RESPONSE)


def test_a_shot_of_which_nothing_more_is_said_has_nothing_in_its_way() -> None:
    bow = item("Bow", use(SHOOTING, strength=2))
    weapon, shooter = (bow, bow.uses[0]), ONE.with_changes(equipment=(bow,))
    plain, clear, past_one = (
        staged("en", shooter, OTHER, weapon=weapon, **said)
        for said in ({}, {"obstacles": 0}, {"obstacles": 1})
    )

    assert plain.act == clear.act != past_one.act
    assert fractions(foreseen(*plain, Policy.NONE)) == fractions(foreseen(*clear, Policy.NONE))


@pytest.mark.parametrize("book", ["en", "it", "pt"])
def test_a_shot_at_who_has_a_beacons_field_is_what_play_comes_to(book: str) -> None:
    bow = item("Bow", use(SHOOTING, strength=2))
    weapon, shooter = (bow, bow.uses[0]), ONE.with_changes(equipment=(bow,))
    plain, shielded = (
        staged(book, shooter, OTHER, weapon=weapon, shielded=shielded) for shielded in (False, True)
    )

    odds = foreseen(*shielded, Policy.MAX_KILL)

    assert fractions(odds) != fractions(foreseen(*plain, Policy.MAX_KILL))
    agree(*shielded, odds, Policy.MAX_KILL)


@pytest.mark.parametrize("reaction", Reaction)
@pytest.mark.parametrize("number", range(12))
def test_melee_between_any_two_fighters_is_what_play_comes_to(number: int, reaction: Reaction) -> None:
    dice = chance(f"{reaction} {number}")
    policy, key = dice.choice(POLICIES), dice.choice(BOOKS)
    yuri, elenia = at_random(dice, most=3), at_random(dice, most=3)
    match = table(rulebook(key), yuri, elenia)
    _mark(match, dice)

    agree(match, blow(), foreseen(match, blow(), policy, reaction), policy)


@pytest.mark.parametrize("number", range(25))
def test_a_shot_at_anybody_is_what_play_comes_to(number: int) -> None:
    dice = chance(number)
    policy, key, weapon = dice.choice(POLICIES), dice.choice(BOOKS), gun(dice.randrange(4))
    match = table(rulebook(key), at_random(dice, most=4), at_random(dice, most=4), gear=weapon)
    _mark(match, dice)
    act = shot(weapon, obstacles=dice.randrange(2))

    agree(match, act, foreseen(match, act, policy), policy)


@pytest.mark.parametrize("other", [VLADD, YLISS])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_shot_into_a_melee_is_what_play_comes_to(policy: Policy, other: Any) -> None:
    weapon = gun(1)
    others = {VLADD: SMALL._replace(white=(4, 3, 7, 4)), YLISS: Profile(lost=(1, 0, 3, 0))}
    match = table(rulebook("fr"), SMALL._replace(white=(4, 4, 4, 4)), SMALL, gear=weapon, others=others)
    act = shot(weapon, bystanders=(other, VLADD))

    agree(match, act, foreseen(match, act, policy), policy)


def test_the_other_victim_of_a_shot_is_one_only_where_an_enemy_engages_the_target() -> None:
    weapon = gun(1)
    match = table(rulebook("fr"), SMALL, SMALL, gear=weapon, others={YLISS: SMALL})
    act = shot(weapon, bystanders=(YLISS,))

    odds = foreseen(match, act, Policy.NONE)

    assert [body.piece for body in odds.bodies] == [ELENIA]
    agree(match, act, odds, Policy.NONE)


@pytest.mark.parametrize("number", range(12))
def test_burning_is_what_every_single_throw_of_its_dice_comes_to(number: int) -> None:
    dice = chance(number)
    match = table(rulebook(dice.choice(BOOKS)), Profile(), at_random(dice))
    _mark(match, dice)
    odds, state = burn_odds(match, ELENIA), match.state

    def start() -> Match:
        match.state, match.log = state.copy(), []
        return match

    lost = {cp: Fraction(n, odds.denominator) for cp, n in enumerate(odds.fates[0].by_cp) if n}
    assert lost == _by_cp(ends(start, lambda at: treat_burning_fighter(at, ELENIA, YURI.side)))


@pytest.mark.parametrize("explosive", [None, 0, 1, 3])
@pytest.mark.parametrize("vig", [2, 4, 8])
def test_an_explosion_is_what_every_single_throw_of_its_dice_comes_to(
    explosive: int | None, vig: int
) -> None:
    agree_burst(rulebook("en"), bomb(explosive), SMALL._replace(white=(4, 4, vig, 4)))


def test_an_explosion_that_is_the_end_of_a_fighter_wounds_no_limb_besides() -> None:
    agree_burst(rulebook("en"), bomb(2), SMALL._replace(lost=(0, 0, 0, 2)))


def test_a_blast_is_certain() -> None:
    agree_burst(rulebook("en"), flamer(), SMALL)


def agree_burst(book: Rulebook, weapon: Any, elenia: Profile) -> None:
    """Insist that what a burst does to Elenia is what playing it comes to."""
    match = table(book, Profile(), elenia, gear=weapon)
    act, state = burst(weapon, ELENIA), match.state
    (caught,) = attack_odds(match, act).results

    def start() -> Match:
        match.state, match.log = state.copy(), []
        return match

    def runs() -> Iterator[End]:
        return ends(start, lambda at: perform(at, act))

    played = _by_cp(runs())
    out = sum(end.weight for end in runs() if not end.match.is_on_field(ELENIA))
    turned = dict.fromkeys(LimbName, Fraction(0))
    for end in runs():
        for event in end.match.log:
            if isinstance(event, LimbChanged):
                turned[event.limb] += end.weight
    assert isinstance(caught, BurstFate)
    assert played == {cp: Fraction(n, caught.denominator) for cp, n in enumerate(caught.by_cp) if n}
    assert Fraction(caught.out, caught.denominator) == out
    assert [Fraction(limb.turned, caught.denominator) for limb in caught.by_limb] == list(turned.values())


LAUNCHERS = {
    "alone": ((), ()),
    "beside a friend": ((), (VLADD,)),
    "over the shooter": ((), (YURI, VLADD)),
    "into a melee": ((VLADD,), ()),
    "into a melee that it covers": ((VLADD,), (VLADD, ELENIA, YURI)),
}


@pytest.mark.parametrize("case", LAUNCHERS)
@pytest.mark.parametrize("policy", POLICIES)
def test_an_explosive_shot_is_what_every_throw_of_its_dice_comes_to(case: str, policy: Policy) -> None:
    """H-143: the shot's own wounds, and the explosion of a hit, fighter by fighter and limb by limb."""
    bystanders, covered = LAUNCHERS[case]
    for key, explosive in (("en", 1), ("de", 2)):
        agree_explosive(rulebook(key), policy, explosive, bystanders, covered)


def agree_explosive(
    book: Rulebook, policy: Policy, explosive: int, bystanders: Pieces, covered: Pieces
) -> None:
    """Insist that what each fighter loses to an explosive shot is what playing it comes to."""
    frail = SMALL._replace(white=(4, 2, 3, 3), white_cp=(1, 1, 1, 1), red_cp=(1, 0, 1, 1))
    launcher = item("Launcher", use(SHOOTING, strength=1, explosive=explosive))
    match = table(book, frail, SMALL, gear=launcher, others={VLADD: frail})
    act, state = shot(launcher, bystanders=bystanders).with_changes(covered=covered), match.state

    def start() -> Match:
        again = table(book, frail, SMALL)
        again.state = state.copy()
        return again

    played = list(ends(start, lambda at: perform(at, act), act=act, policy=policy))

    results = attack_odds(match, act, policy).results
    assert {one.body.piece for one in results} == {ELENIA, *bystanders, *covered}
    for one in results:
        assert isinstance(one, BurstFate)
        assert {losses: Fraction(n, one.denominator) for losses, n in one.cases.items()} == _by_limb(
            played, one.body.piece
        )


def _by_limb(runs: Iterable[End], piece: Piece) -> dict[tuple[int, ...], Fraction]:
    """Count ends by the CP that each of a fighter's limbs lost."""
    found: dict[tuple[int, ...], Fraction] = {}
    for end in runs:
        lost: Counter[LimbName] = Counter()
        for event in end.match.log:
            if isinstance(event, CpLost) and event.victim == piece:
                lost.update(event.limbs)
        losses = tuple(lost[limb] for limb in LimbName)
        found[losses] = found.get(losses, Fraction(0)) + end.weight
    return found


def _by_cp(runs: Any) -> dict[int, Fraction]:
    """Count ends by the CP that Elenia lost."""
    found: dict[int, Fraction] = {}
    for end in runs:
        ((_, cp),) = end.harms(ELENIA)
        found[cp] = found.get(cp, Fraction(0)) + end.weight
    return found


def _mark(match: Match, dice: Chance) -> None:
    """Lay a few markers about."""
    for piece in (YURI, ELENIA):
        for marker in (Marker.POISON, Marker.RAGE):
            if dice.random() < 0.3:
                match.state_of(piece).markers[marker] = dice.randint(1, 2)


AGAIN = "{effect: instead, event: rolled, doer: {the: user}, step: melee.passive, change: {change: reroll}}"
ONE_AGAIN = AGAIN.replace("reroll}", "reroll, most: 1}")
FEWER = "{effect: instead, event: wounded, sufferer: {the: user}, change: {change: less}}"
MORE = FEWER.replace("the: user", "side: enemies, touching: user").replace("less", "more, by: 2")
MAIL = "{effect: adds, to: protection, by: 2}"


@pytest.mark.parametrize("reaction", [PASSIVE, DODGE, RESPONSE])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ([AGAIN], []),
        ([ONE_AGAIN, ONE_AGAIN], [FEWER]),
        ([MORE], [MAIL]),
        ([MORE], [FEWER, MAIL]),
    ],
)
def test_what_cards_make_of_a_blow_in_any_case_is_counted(
    ours: list[str], theirs: list[str], reaction: Reaction
) -> None:
    cards = {
        piece: [ability(f"- {effect}", name=f"Trick {n}") for n, effect in enumerate(effects)]
        for piece, effects in ((YURI, ours), (ELENIA, theirs))
    }
    weak = fighter(cbt=2, vig=3, spd=2, cp=dict.fromkeys(LimbName, (1, 2)), hurt={CBT: 1})
    match, attack = begun(cards, profiles=dict.fromkeys(cards, weak)), Melee(fighter=YURI, target=ELENIA)

    agree(match, attack, foreseen(match, attack, Policy.NONE, reaction), Policy.NONE)
    assert left_out(match, attack) == []


def test_a_shot_counts_what_cards_make_of_it_in_any_case() -> None:
    cards = {YURI: [AGAIN.replace("melee.passive", "shoot.roll")], ELENIA: [FEWER]}
    match = begun(
        {piece: [ability(f"- {effect}") for effect in effects] for piece, effects in cards.items()},
        profiles=dict.fromkeys(cards, fighter(cbt=2, spd=5, vig=3)),
        places={YURI: (20, 20), ELENIA: (30, 20)},
    )
    rifle = item("Rifle", use(SHOOTING, strength=2))
    fired = Shot(fighter=YURI, target=ELENIA, weapon=rifle, use=rifle.uses[0])

    agree(match, fired, foreseen(match, fired, Policy.NONE), Policy.NONE)
    assert left_out(match, fired) == []
