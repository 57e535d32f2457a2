"""The chance told of an attack is that of the match as it stood: by the odds, and by all its throws."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from duels import ELENIA, RED, YURI
from odds.every_throw import counted, ends
from odds.test_in_match import by_odds, scene, standing
from pictures.replays import played

from edencli.match.events import AttackBegun, CpLost, Left, Rolled
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Choice, Question, Roll
from edencli.match.rules_api import ask, perform, why_not
from edencli.odds.attack import attack_odds
from edencli.odds.dice import OppositionOdds, ThrowOdds
from edencli.odds.outcome import Odds
from edencli.referee.duel import Duel, stage_in_match
from edencli.referee.duelist import fresh_copy, shift_by_policy
from edencli.referee.legal_answers import legal_answers
from edencli.referee.match_chances import SHIFT_POLICY, AttackChance, find_attacks, weigh_dice
from edencli.referee.match_luck import HarmDone, Swing, roll_luck, swing_of, value_of_cp, weigh_match
from edencli.referee.referee import ProcedureFailed, Referee
from edencli.rules.melee import Reaction, why_not_react
from edencli.rules.questions import ReactionChoice, ShiftChoice, StrikeBack

SAMPLES = ("into-the-fray", "last-ferry", "mill-pond", "salt-road", "smoke-on-the-quay", "turning-his-back")


def played_once(match: Match, act: Any, reaction: Reaction, random: Random) -> tuple[Referee, int]:
    """An attack that was made in a match, with any dice: who drove it, and how many events it took."""
    runs = list[Match]()

    def once(own: Match) -> Procedure[None]:
        runs.append(own)
        if len(runs) == 1:
            yield from perform(own, act)
        else:  # another step waits
            yield from ask(StrikeBack(asked=RED, fighter=YURI, target=ELENIA, options=(True, False)))

    referee = Referee(fresh_copy(match), step=once)
    while len(runs) == 1:
        assert referee.question is not None
        referee.answer(answer(referee.match, referee.question, act, reaction, random))
    return referee, referee.boundary_at


def answer(match: Match, question: Question[Any], act: Any, reaction: Reaction, random: Random) -> Any:
    if isinstance(question, Roll):
        return tuple(random.randint(1, 6) for _ in range(question.dice))
    if isinstance(question, ReactionChoice):
        return reaction
    if isinstance(question, ShiftChoice):
        return shift_by_policy(match, act, SHIFT_POLICY)(question)
    if question.optional:
        return None
    if isinstance(question, Choice):
        return question.allowed_options()[0]
    return next(legal_answers(match, question))


def reactions(match: Match, act: Any) -> list[Reaction]:
    target = getattr(act, "target", None)
    open_ = [one for one in Reaction if target and why_not_react(match, target, one, act.fighter) is None]
    return open_ or [Reaction.PASSIVE]


def test_the_chance_told_is_that_of_the_odds_before_the_attack_and_of_all_throws() -> None:
    """Positions with cards that nobody has thought of; one attack in each, by every reaction."""
    told = 0
    for seed in range(200, 222):
        match, weapon = scene(seed)
        duel = stage_in_match(match, standing(match, YURI), standing(match, ELENIA), weapon)
        if not isinstance(duel, Duel) or why_not(*duel):
            continue
        for reaction in reactions(match, duel.act):
            try:
                referee, end = played_once(match, duel.act, reaction, Random(seed))  # noqa: S311  # no secret
            except (OverBudgetError, ProcedureFailed):
                continue
            attacks = weigh_dice(referee, end, None).attacks
            if not attacks:  # a card has prevented it
                continue
            (chance,) = attacks
            if chance.unweighed:
                continue
            (result,) = chance.results
            assert isinstance(result, Odds)
            before = attack_odds(duel.match, duel.act, SHIFT_POLICY, [reaction]).results[0]
            assert isinstance(before, Odds)
            told += 1
            assert shares(result) == shares(before), (seed, reaction)
            assert by_odds(result) == by_play(match, duel.act, result), (seed, reaction)
    assert told > 12


def shares(odds: Odds) -> dict[Any, Fraction]:
    return {harms: Fraction(n, odds.denominator) for harms, n in odds.joint.items()}


def by_play(match: Match, act: Any, odds: Odds) -> Any:
    """How often so many CP are lost in the match itself, with every throw and the shifts of the policy."""
    runs = ends(
        lambda: fresh_copy(match),
        lambda copied: perform(copied, act),
        act=act,
        reaction=odds.reaction or Reaction.PASSIVE,
        policy=SHIFT_POLICY,
    )
    found: dict[tuple[int, ...], Fraction] = {}
    for harms, share in counted(runs, *(body.piece for body in odds.bodies)).items():
        lost = tuple(cp for _, cp in harms)
        found[lost] = found.get(lost, Fraction(0)) + share
    return found


@pytest.mark.parametrize("name", SAMPLES)
def test_every_attack_that_came_to_its_dice_is_weighed_and_every_other_roll(name: str) -> None:
    game = played(name)
    events, spans = game.events, list(find_attacks(game.events))
    weighed = weigh_dice(game.referee, len(events), None)
    inside = {n for span in spans for n in range(span.first, (span.end or span.first) + 1)}

    assert [chance.span for chance in weighed.attacks] == spans
    assert [chance.event for chance in weighed.rolls] == [
        n for n, one in enumerate(events) if n not in inside and one.kind in {"rolled", "opposed"}
    ]
    begun = [n for n, one in enumerate(events) if isinstance(one, AttackBegun) and one.how != "strike-back"]
    assert {span.begun for span in spans} <= {*begun}
    assert all(
        events[n].rule == "shoot.no-target" or not has_dice_before_the_next(game.events, n)
        for n in {*begun} - {span.begun for span in spans}
    )


def has_dice_before_the_next(events: Any, begun: int) -> bool:
    """Tell whether an attack was rolled for."""
    for event in events[begun + 1 :]:
        if isinstance(event, AttackBegun):
            return False
        if isinstance(event, Rolled) and event.how:
            return True
    return False


def test_all_shares_of_a_chance_add_up_to_one() -> None:
    for name in SAMPLES:
        game = played(name)
        weighed = weigh_dice(game.referee, len(game.events), None)
        for roll in weighed.rolls:
            if isinstance(roll.odds, ThrowOdds):
                assert sum(roll.odds.by_successes) == roll.odds.denominator
            elif isinstance(roll.odds, OppositionOdds):
                assert sum(roll.odds.wins) == roll.odds.denominator
        for attack in weighed.attacks:
            for result in attack.results:
                cases = result.joint if isinstance(result, Odds) else result.cases
                assert sum(cases.values()) == result.denominator


def test_what_a_fighter_lost_adds_up_to_the_value_and_what_is_expected_to_the_average() -> None:
    """Yuri falls to two blows: together they took all he was worth."""
    game = played("first-duel")
    weighed = weigh_dice(game.referee, len(game.events), None)
    swings = [swing_of(one, game.events, game.match) for one in weighed.attacks]
    harms = [harm for swing in swings for harm in swing.harms if harm.piece.name == "Yuri"]
    card = game.match.state_of(harms[0].piece).card

    assert any(isinstance(event, Left) and event.fighter == harms[0].piece for event in game.events)
    assert sum(harm.done for harm in harms) == card.value_in("en")
    assert swings[-1].in_favour_of_red < 0
    for swing in swings:
        for harm, fate in zip(
            swing.harms, (f for one in swing.attack.results for f in one.fates), strict=True
        ):
            least = value_of_cp(game.match, harm.piece) * Fraction(fate.lost, fate.denominator)
            assert harm.expected >= least  # who is out loses more than the CP of one limb
            assert harm.expected == least or fate.out


@pytest.mark.parametrize(
    ("piece", "in_favour"), [(YURI, Fraction(-3)), (ELENIA, Fraction(3)), (Piece(None, "Rat"), Fraction(3))]
)
def test_harm_beyond_expectation_favours_red_unless_it_is_done_to_red(
    piece: Piece, in_favour: Fraction
) -> None:
    attack: Any = None
    harm = HarmDone(piece, done=Fraction(5), expected=Fraction(2))

    assert Swing(attack, (harm,)).in_favour_of_red == in_favour
    assert Swing(attack, (harm, harm)).in_favour_of_red == 2 * in_favour


def test_the_largest_swings_come_first_and_those_that_are_none_not_at_all() -> None:
    game = played("last-ferry")
    chances = weigh_match(game.referee, len(game.events), None)
    every = [swing_of(one, game.events, game.match).in_favour_of_red for one in chances.attacks]

    assert [abs(one.in_favour_of_red) for one in chances.swings] == sorted(map(abs, every), reverse=True)[:3]


def test_the_extreme_rolls_are_the_extreme_ones() -> None:
    game = played("last-ferry")
    chances = weigh_match(game.referee, len(game.events), None)
    rolls = [
        roll_luck(n, one)
        for n, one in enumerate(game.events)
        if isinstance(one, Rolled) and one.by and one.dice
    ]

    assert chances.luckiest is not None
    assert chances.unluckiest is not None
    assert Fraction(chances.luckiest.as_good, chances.luckiest.denominator) == min(
        Fraction(one.as_good, one.denominator) for one in rolls
    )
    assert Fraction(chances.unluckiest.as_bad, chances.unluckiest.denominator) == min(
        Fraction(one.as_bad, one.denominator) for one in rolls
    )


def test_a_response_is_weighed_for_both_and_lasts_to_the_blow_that_is_left() -> None:
    found = [
        (game, chance)
        for game in map(played, ("last-ferry", "kitchen-table", "the-audit"))
        for chance in weigh_dice(game.referee, len(game.events), None).attacks
        if chance.reaction is Reaction.RESPONSE
    ]

    assert found
    for game, chance in found:
        ended = [
            n for n, one in enumerate(game.events) if one.kind == "attack-ended" and n <= span_end(chance)
        ]
        assert span_end(chance) == ended[-1]
        assert len(chance.results[0].fates) == 2
        later = game.events[span_end(chance) + 1 :]
        following = next((one for one in later if isinstance(one, AttackBegun)), None)
        assert following is None or following.how != "strike-back"


def span_end(chance: AttackChance) -> int:
    assert chance.span.end is not None
    return chance.span.end


@pytest.mark.parametrize("name", ["bells-in-the-snow", "lanterns"])
def test_cards_of_a_hand_are_named_to_their_player_alone(name: str) -> None:
    """Numbers are the same whoever looks; a side is told of the other's hand only that there is one."""
    game = played(name)
    of_all = weigh_dice(game.referee, len(game.events), None)
    tactics = {side: {card.name for card in band.tactics} for side, band in game.match.setup.bands.items()}
    named = 0
    for side in Side:
        seen = weigh_dice(game.referee, len(game.events), side)
        assert [one.results for one in seen.attacks] == [one.results for one in of_all.attacks]
        for one in (*seen.attacks, *seen.rolls):
            foreign = [card for card in one.unweighed if card.side is side.other and card.user is None]
            assert all(card.card is None for card in foreign)
            named += sum(card.card in tactics[side] for card in one.unweighed if card.user is None)
    assert named


def test_harm_counts_what_the_attack_took_and_nothing_else() -> None:
    game = played("last-ferry")
    for chance in weigh_dice(game.referee, len(game.events), None).attacks:
        swing, span = swing_of(chance, game.events, game.match), chance.span
        for harm in swing.harms:
            lost = [
                one.amount
                for one in game.events[span.begun : span_end(chance) + 1]
                if isinstance(one, CpLost) and one.victim == harm.piece
            ]
            is_worth = value_of_cp(game.match, harm.piece) > 0  # a rat is worth nothing
            assert (harm.done > 0) == (bool(lost) and is_worth)
