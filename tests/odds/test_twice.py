"""Two attacks in a row: the odds are what playing both over every throw of their dice comes to."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import pytest
from duels import DODGE, ELENIA, PASSIVE, RESPONSE, VLADD, YURI
from odds.every_throw import End, ends
from odds.profiles import Profile, blow, gun, shot, table

from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.rules_api import perform, why_not
from edencli.model.terms import LimbName
from edencli.odds.attack import attack_odds, attack_twice_odds
from edencli.odds.shifting import Policy
from edencli.referee.duelist import fresh_copy
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Melee, Shot
from edencli.rules.melee import Reaction, usual_reaction, why_not_react

LIMBS = tuple(LimbName)
FRAIL = Profile(white=(4, 2, 4, 2), red=(3, 1, 3, 1), white_cp=(1, 1, 1, 1), red_cp=(1, 1, 1, 1))
ARMOURED = FRAIL._replace(guard=(0, 1, 0, 0))


def normal(runs: Iterable[End]) -> list[tuple[Match, Fraction]]:
    """How often each run comes, when those that are thrown anew are made up for."""
    run = [(end.match, end.weight) for end in runs]
    whole = sum(weight for _, weight in run)
    return [(match, weight / whole) for match, weight in run]


def lost(match: Match, pieces: Iterable[Piece]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(match.state_of(piece).lost.get(limb, 0) for limb in LIMBS) for piece in pieces)


def played_twice(
    begun: Match, act: Melee | Shot, policy: Policy, reaction: Reaction, pieces: tuple[Piece, ...]
) -> dict[tuple[tuple[int, ...], ...], Fraction]:
    """What both attacks cost these fighters, by really playing them."""
    told: Counter[tuple[tuple[int, ...], ...]] = Counter()

    def play(match: Match, with_reaction: Reaction) -> list[tuple[Match, Fraction]]:
        start = lambda: fresh_copy(match)  # noqa: E731  # one line of it
        return normal(
            ends(start, lambda one: perform(one, act), act=act, reaction=with_reaction, policy=policy)
        )

    kinds: dict[object, tuple[Match, Fraction]] = {}
    for match, weight in play(begun, reaction):
        key = [
            (lost(match, [one]), tuple(match.state_of(one).markers.items()), match.state_of(one).gone)
            for one in pieces
        ]
        kept = kinds.setdefault(str(key), (match, Fraction(0)))
        kinds[str(key)] = (kept[0], kept[1] + weight)
    for match, weight in kinds.values():
        if not match.is_on_field(act.fighter, act.target) or why_not(match, act):
            told[lost(match, pieces)] += weight  # type: ignore[assignment]  # fractions
            continue
        refused = isinstance(act, Melee) and why_not_react(match, act.target, reaction)
        again = usual_reaction(match, act.target) if refused else reaction
        for ended, more in play(match, again):
            told[lost(ended, pieces)] += weight * more  # type: ignore[assignment]
    return dict(told)  # type: ignore[arg-type]


def foreseen_twice(
    match: Match, act: Melee | Shot, policy: Policy, reaction: Reaction | None, pieces: tuple[Piece, ...]
) -> dict[tuple[tuple[int, ...], ...], Fraction]:
    twice = attack_twice_odds(match, act, policy, reaction)
    assert tuple(body.piece for body in twice.bodies) == pieces
    assert sum(twice.cases.values()) == twice.denominator
    return {each: Fraction(n, twice.denominator) for each, n in twice.cases.items() if n}


@pytest.mark.parametrize("policy", [Policy.NONE, Policy.MAX_KILL])
@pytest.mark.parametrize(("reaction", "ap"), [(PASSIVE, 3), (DODGE, 3), (DODGE, 1)])
def test_two_blows_come_to_what_playing_both_over_every_throw_does(
    policy: Policy, reaction: Reaction, ap: int
) -> None:
    """With 1 AP the second blow meets a target who can only stay passive."""
    match = table(rulebook("en"), FRAIL, ARMOURED)
    match.state_of(ELENIA).ap = ap

    found = foreseen_twice(match, blow(), policy, reaction, (ELENIA,))

    assert found == played_twice(match, blow(), policy, reaction, (ELENIA,))


@pytest.mark.parametrize(("yuris", "elenias"), [(1, 0), (0, 1)])
def test_two_responses_come_to_what_playing_both_over_every_throw_does(yuris: int, elenias: int) -> None:
    """One of them cannot hit, so that every throw of both attacks can be played."""
    one, other = (FRAIL._replace(white=(4, cbt, 4, 2), red=(3, cbt, 3, 1)) for cbt in (yuris, elenias))
    match = table(rulebook("en"), one, other)

    found = foreseen_twice(match, blow(), Policy.NONE, RESPONSE, (ELENIA, YURI))

    assert found == played_twice(match, blow(), Policy.NONE, RESPONSE, (ELENIA, YURI))


@pytest.mark.parametrize("book", ["en", "fr"])
def test_two_shots_carry_on_what_the_first_lays(book: str) -> None:
    """Poison of the French book weakens the second victim's defence; the English book has none."""
    weapon = gun(1, poison=1)
    match = table(rulebook(book), FRAIL, ARMOURED, gear=weapon)

    found = foreseen_twice(match, shot(weapon), Policy.MAX_WOUNDS, None, (ELENIA,))

    assert found == played_twice(match, shot(weapon), Policy.MAX_WOUNDS, PASSIVE, (ELENIA,))


def test_whoever_fell_beside_the_target_is_not_hit_again() -> None:
    weapon = gun(1)
    match = table(
        rulebook("de"), FRAIL, FRAIL, gear=weapon, others={VLADD: FRAIL._replace(lost=(1, 1, 1, 1))}
    )
    act = shot(weapon, bystanders=(VLADD,))

    twice = attack_twice_odds(match, act, Policy.NONE, None)
    once = attack_odds(match, act, Policy.NONE).results[0]

    beside, before = twice.fates[1], once.fates[1]
    assert Fraction(before.out, before.denominator) < Fraction(beside.out, beside.denominator) <= 1
    assert max(sum(each[1]) for each in twice.cases) == 1


def test_what_cannot_be_done_twice_says_why_and_comes_to_one() -> None:
    match = table(rulebook("en"), FRAIL, ARMOURED)
    match.state_of(YURI).used_round = {"attack": 1}

    twice = attack_twice_odds(match, blow(), Policy.NONE, PASSIVE)
    once = attack_odds(match, blow(), Policy.NONE, [PASSIVE]).results[0].fates[0]

    assert twice.refused is not None
    assert twice.refused.rule == "action.per-round"
    assert Fraction(twice.fates[0].out, twice.denominator) == Fraction(once.out, once.denominator)
