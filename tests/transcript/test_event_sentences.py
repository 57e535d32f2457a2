"""Every event is told in a sentence that a player understands."""

import re
from pathlib import Path
from typing import Any

import pytest
from duels import ARMS, BLUE, BURN, ELENIA, HEAD, LEGS, POISON, RED, TORSO, VLADD, YLISS, YURI

from edencli.lang import Words
from edencli.match import card_events as cards
from edencli.match import events as attack
from edencli.match import table_events as match
from edencli.match.events import Event, event_kinds
from edencli.match.facts import (
    UNSEEN,
    Arriving,
    AtScenery,
    Covered,
    Fact,
    FactAnswer,
    FactGroup,
    FarAcross,
    InPounce,
    InReach,
    InView,
    Nearer,
    NearScenery,
    RoomToGo,
    SceneryAimedAt,
    SceneryInView,
    Seeing,
    Touching,
    Whereabouts,
    Within,
)
from edencli.match.pieces import Piece
from edencli.match.reasons import Part
from edencli.match.state import Gone, SceneryState, Token
from edencli.model.lexicon import FighterLexicon
from edencli.model.terms import CHARACTERISTICS, Duration, LimbName, MissionKind
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.transcript.event_sentences import EVENT_STYLES, EventSentences, event_rules, plain_message

PACKAGE = Path(__file__).parents[2] / "edencli"
WORDS = Words("en")
STORY = EventSentences(WORDS, FighterLexicon([YURI, VLADD, ELENIA, YLISS]))

CBT = Part("card.characteristic", 4, "cbt")
VIG = Part("card.characteristic", 4, "vig")


def rolled(step: str = "elsewhere", **parts: object) -> attack.Rolled:
    known = {
        "rule": "roll.characteristic",
        "step": step,
        "by": YURI,
        "pool": (CBT, Part("shoot.obstacles", -1)),
        "difficulty": (VIG, Part("state.rage", 1)),
        "needed": 5,
        "dice": (5, 6, 2),
        "successes": 2,
    }
    return attack.Rolled(**{**known, **parts})


def opposed(dice: tuple[int, int], winner: Piece | None, elenia: int = 4) -> attack.Opposed:
    amounts = ((CBT,), (CBT._replace(n=elenia),))
    return attack.Opposed(
        rule="r", step="s", fighters=(YURI, ELENIA), amounts=amounts, dice=dice, winner=winner
    )


def wounded(wounds: int, absorbed: int) -> attack.Wounded:
    protection = (Part("gear.protection", 1, "Helmet"),)
    return attack.Wounded(
        rule="r", step="s", victim=ELENIA, limb=HEAD, wounds=wounds, protection=protection, absorbed=absorbed
    )


def begun(how: str, rule: str = "r", **parts: object) -> attack.AttackBegun:
    return attack.AttackBegun(rule=rule, attacker=YURI, how=how, **{"target": None, **parts})


def ended(*, success: bool, limb: LimbName | None = None, cp_lost: int = 0) -> attack.AttackEnded:
    return attack.AttackEnded(
        rule="r", attacker=YURI, victim=ELENIA, limb=limb, wounds=0, cp_lost=cp_lost, success=success
    )


def spent(act: str, rule: str = "action.cost") -> attack.ApSpent:
    return attack.ApSpent(rule=rule, fighter=YURI, n=1, act=act)


def moved(how: str, *path: tuple[int, int]) -> match.Moved:
    return match.Moved(rule="r", fighter=YURI, how=how, path=((0, 0), *path), cost=9_804)


def told(fact: Fact | FactGroup, answer: object) -> attack.FactTold:
    return attack.FactTold.from_answer(FactAnswer(fact=fact, answer=answer))


BOTH = FactGroup(
    subject=YURI,
    facts=tuple(Nearer(of=YURI, one=one, other=VLADD) for one in (ELENIA, YLISS)),
    pieces=(ELENIA, YLISS),
)


def finished(why: str, winner: object, red: int, blue: int) -> match.MatchEnded:
    return match.MatchEnded(rule="r", why=why, winner=winner, red=red, blue=blue)


HEX: dict[str, Any] = {"card": "Hex", "side": RED, "user": YURI}
LASTING: dict[str, Any] = {"card": "Hex", "side": RED, "user": YURI, "n": 0, "until": Duration.ROUND}
TOLD: tuple[tuple[Event, str], ...] = (
    (begun("melee", target=ELENIA), "Yuri attacks Elenia in melee."),
    (begun("shooting", target=ELENIA, weapon="Knives"), "Yuri shoots at Elenia with Knives."),
    (
        begun("shooting", rule="shoot.no-target", target=ELENIA, weapon="Knives"),
        "Yuri shoots with Knives at Elenia, who is not a legal target: the shot is wasted.",
    ),
    (begun("projectile", weapon="Bottle"), "Yuri throws Bottle."),
    (
        attack.AttackPrevented(**begun("melee", target=ELENIA).as_dict()),
        "Yuri attacks Elenia in melee. A card prevents it; what it cost stays paid.",
    ),
    (begun("projectile", weapon="Bottle", place=(12_500, 30_000)), "Yuri throws Bottle at 12.5, 30."),
    (begun("blast", weapon="Bellows"), "Yuri attacks with the blast of Bellows."),
    (
        begun("blast", weapon="Bellows", place=(1_000, 2_050)),
        "Yuri attacks with the blast of Bellows, aimed at 1, 2.05.",
    ),
    (
        begun("blast", weapon="Bellows", place=(1_000, 2_050), turned=-22.5),
        "Yuri attacks with the blast of Bellows, aimed at 1, 2.05 and turned by -22.5°.",
    ),
    (attack.Reacted(rule="r", fighter=ELENIA, reaction="passive"), "Elenia stays passive."),
    (attack.Reacted(rule="r", fighter=ELENIA, reaction="dodge"), "Elenia dodges."),
    (attack.Reacted(rule="r", fighter=ELENIA, reaction="response"), "Elenia responds."),
    (rolled(), "Yuri rolls CBT 4, −1 obstacle = 3 dice, 5+ (VIG 4, +1 rage): 5 6 2, 2 successes."),
    (
        rolled("melee.passive", dice=(6,), successes=1),
        "Yuri strikes: CBT 4, −1 obstacle = 1 die, 5+ (VIG 4, +1 rage): 6, 1 success.",
    ),
    (
        rolled("shoot.strength", pool=(Part("gear.strength", 3),), dice=(1, 2, 2), successes=0),
        "The hit: strength 3 = 3 dice, 5+ (VIG 4, +1 rage): 1 2 2, no wound.",
    ),
    (
        rolled("gear.explosive", pool=(Part("gear.explosive", 3),), victim=ELENIA),
        "The explosion on Elenia: explosive 3 = 3 dice, 5+ (VIG 4, +1 rage): 5 6 2, 2 successes.",
    ),
    (
        rolled("intendancy.4", difficulty=(Part("state.fear", 5),)),
        "Yuri rolls against fear: CBT 4, −1 obstacle = 3 dice, 5+: 5 6 2, 2 successes.",
    ),
    (
        rolled(pool=(CBT, Part("roll.difficulty-over-6", -4)), difficulty=(VIG,), dice=(), successes=0),
        "Yuri has no dice: CBT 4, −4 difficulty over 6, against VIG 4. No success is possible.",
    ),
    (
        rolled("intendancy.3", rule="state.burn", by=None, victim=ELENIA),
        "Elenia burns: 3 dice, 5+ (above VIG 4): 5 6 2, 2 wounds.",
    ),
    (
        rolled("intendancy.3", rule="state.burn", by=None, victim=ELENIA, needed=7, successes=0),
        "Elenia burns: 3 dice, 5 6 2; none can be above VIG 6.",
    ),
    (
        opposed((3, 2), YURI),
        "Yuri: CBT 4 and a 3 make\xa07; Elenia: CBT 4 and a 2 make\xa06. Yuri strikes first.",
    ),
    (
        opposed((3, 2), ELENIA, elenia=5),
        (
            "Yuri: CBT 4 and a 3 make\xa07; Elenia: CBT 5 and a 2 make\xa07. "
            "A tie: Elenia has the higher characteristic and strikes first."
        ),
    ),
    (
        opposed((2, 2), None),
        "Yuri: CBT 4 and a 2 make\xa06; Elenia: CBT 4 and a 2 make\xa06. A tie: roll again.",
    ),
    (attack.Located(rule="r", step="s", by=RED, victim=ELENIA, face=3, limb=ARMS), "Location 3: arms."),
    (
        attack.Shifted(rule="r", step="s", by=YURI, victim=ELENIA, spent=2, face=5, limb=TORSO),
        "Yuri spends 2 successes to move the die to 5: torso.",
    ),
    (
        attack.Cancelled(rule="r", by=ELENIA, attacker=YURI, n=1, left=2),
        "Elenia cancels 1 success; 2 are left.",
    ),
    (
        attack.Cancelled(rule="r", by=ELENIA, attacker=YURI, n=2, left=0),
        "Elenia cancels 2 successes; none is left.",
    ),
    (
        attack.Redirected(rule="r", shooter=YURI, target=ELENIA, victim=VLADD, successes=3),
        "The number of successes into a melee is odd: Vlädd is hit instead of Elenia.",
    ),
    (wounded(2, 0), "Elenia suffers 2 wounds to the head."),
    (wounded(2, 1), "Elenia suffers 2 wounds to the head, 1 of them stopped (Helmet 1)."),
    (wounded(1, 1), "Elenia suffers 1 wound to the head, stopped by protection (Helmet 1)."),
    (attack.CpLost(rule="r", victim=ELENIA, limbs={HEAD: 2}), "Elenia loses 2 CP (head)."),
    (
        attack.CpLost(rule="r", victim=ELENIA, limbs={HEAD: 1, ARMS: 2}),
        "Elenia loses 1 CP (head) and 2 CP (arms).",
    ),
    (
        attack.CpLost(rule="r", victim=ELENIA, limbs={HEAD: 1, LEGS: 1}),
        "Elenia loses 1 CP each from head and legs.",
    ),
    (
        attack.LimbChanged(rule="r", victim=ELENIA, limb=LEGS, wounded=True, characteristic=3),
        "Wounded legs: Elenia has SPD 3 from now on.",
    ),
    (
        attack.LimbChanged(rule="r", victim=ELENIA, limb=LEGS, wounded=False, characteristic=5),
        "No longer wounded (legs): Elenia has SPD 5 again.",
    ),
    (attack.Healed(rule="r", fighter=ELENIA, limb=HEAD, n=1), "Elenia recovers 1 CP (head)."),
    (attack.Left(rule="r", fighter=ELENIA, why=Gone.INCAPACITATED), "Elenia is out of action."),
    (attack.Left(rule="r", fighter=ELENIA, why=Gone.REMOVED), "Elenia is removed from the field."),
    (
        attack.MarkersAdded(rule="r", step="s", fighter=ELENIA, marker=BURN, n=2),
        "Elenia gains 2 burn markers.",
    ),
    (attack.MarkersRemoved(rule="r", fighter=ELENIA, marker=POISON, n=1), "Elenia loses 1 poison marker."),
    (spent("action.move"), "Yuri pays 1 AP to move."),
    (spent("action.charge"), "Yuri pays 1 AP to charge."),
    (spent("action.attack"), "Yuri pays 1 AP to attack."),
    (spent("action.ability"), "Yuri pays 1 AP to use an ability."),
    (spent("action.extinguish"), "Yuri pays 1 AP to remove a burn marker."),
    (spent("melee.dodge"), "Yuri pays 1 AP to dodge."),
    (spent("melee.response"), "Yuri pays 1 AP to respond."),
    (spent("disengage.strikes"), "Yuri pays 1 AP to strike at the fighter who disengages."),
    (spent("intendancy.9", rule="state.slowdown"), "Slowdown costs Yuri 1 AP."),
    (spent("card-over-rule", rule="card-over-rule"), "Yuri loses 1 AP."),
    (spent("something.new"), "Yuri pays 1 AP."),
    (ended(success=True, limb=HEAD, cp_lost=2), "Yuri hits Elenia: 2 CP lost (head)."),
    (ended(success=True, cp_lost=4), "Yuri hits Elenia: 4 CP lost."),
    (ended(success=True), "Yuri's attack on Elenia succeeds."),
    (ended(success=False), "Yuri's attack on Elenia fails."),
    (match.StepBegun(rule="r", step="setup.4-leader"), "Next: leaders."),
    (match.StepBegun(rule="r", step="something.new"), "Next: something.new."),
    (match.RoundBegun(rule="r", round=2), "Round 2 begins."),
    (match.SpReserved(rule="setup.2-sp", side=RED, n=13), "Red has 13 SP."),
    (match.SpReserved(rule="card-over-rule", side=BLUE, n=3), "Blue now has 3 SP."),
    (match.SpSpent(rule="r", side=RED, n=2, why="Ruse"), "Red pays 2 SP for “Ruse”."),
    (match.BidsRevealed(rule="r", red=3, blue=1), "The bids: red 3 SP, blue 1 SP; both are spent."),
    (match.DiceCompared(rule="r", red=3, blue=5, winner=BLUE), "Each rolls a die: red 3, blue 5. Blue wins."),
    (
        match.DiceCompared(rule="r", red=3, blue=3, winner=None),
        "Each rolls a die: red 3, blue 3. A tie: roll again.",
    ),
    (match.FirstPlayerSet(rule="first-player.bid", side=RED), "Red is first player."),
    (match.FirstPlayerSet(rule="activation.end", side=RED), "Red activated last and is now first player."),
    (match.LeaderNamed(rule="r", fighter=ELENIA), "Elenia leads blue."),
    (
        match.MissionPlayed(rule="r", side=RED, mission="Open road", secrecy=MissionKind.REVEALED),
        "Red plays the mission “Open road”.",
    ),
    (
        match.MissionPlayed(rule="r", side=RED, mission="Quiet knife", secrecy=MissionKind.SECRET),
        "Red plays the secret mission “Quiet knife”.",
    ),
    (
        match.MissionPlayed(rule="r", side=RED, mission=None, secrecy=MissionKind.SECRET),
        "Red plays a secret mission.",
    ),
    (
        match.SceneryPlaced(rule="r", side=RED, scenery="Old oak", lying=SceneryState((10_000, 5_500))),
        "Red places Old oak at 10, 5.5.",
    ),
    (
        match.SceneryPlaced(rule="r", side=RED, scenery="Old oak", lying=SceneryState((10_000, 5_500), 45.0)),
        "Red places Old oak at 10, 5.5, turned by 45°.",
    ),
    (
        attack.SceneryHit(rule="r", attacker=YURI, scenery="Old oak", how="melee"),
        "Yuri attacks Old oak.",
    ),
    (
        attack.SceneryHit(rule="r", attacker=YURI, scenery="Old oak", how="shooting", weapon="Bow"),
        "Yuri shoots at Old oak with Bow.",
    ),
    (
        attack.SceneryHit(rule="r", attacker=YURI, scenery="Old oak", how="projectile", weapon="Flask"),
        "Flask hits Old oak.",
    ),
    (
        attack.SceneryHit(rule="r", attacker=YURI, scenery="Old oak", how="blast", weapon="Flamer"),
        "The blast of Flamer hits Old oak.",
    ),
    (attack.SceneryBurns(rule="r", scenery="Old oak", n=2), "Old oak gains 2 burn markers."),
    (
        attack.SceneryDestroyed(rule="r", scenery="Old oak"),
        "Old oak is destroyed and becomes a devastated area.",
    ),
    (match.WithoutMission(rule="r", side=BLUE), "Blue has no mission left to play."),
    (
        match.FirstPlayerSet(rule="first-player.leader-lost", side=RED),
        "A leader was lost, so there is no bid: Red is first player.",
    ),
    (
        match.SceneryBought(rule="r", side=RED, scenery="Old oak", n=1, left=7),
        "Red pays 1 point for Old oak; 7 left.",
    ),
    (match.InfestationAgreed(rule="r", level=3), "The infestation level is 3."),
    (
        match.NpfPlaced(rule="r", side=RED, fighter=YURI, card="Rat", place=(10_000, 5_500)),
        "Red places Yuri at 10, 5.5.",
    ),
    (match.NpfActivated(rule="r", fighter=YURI, by=BLUE), "Blue activates Yuri."),
    (match.WeatherRolled(rule="r", dice=(3, 5), weather="acid-rain"), "The weather: 3 5, acid rain."),
    (
        match.FoundTooFar(rule="r", fighter=YURI, act="attack"),
        "Measured only now: the target is out of Yuri's reach, and the attempt fails.",
    ),
    (
        match.FoundTooFar(rule="r", fighter=YURI, act="move"),
        "Measured only now: Yuri does not get that far.",
    ),
    (
        cards.CardReminded(rule="r", card="Ruse", side=RED, text="Sing."),
        "“Ruse” says: Sing.",
    ),
    (
        cards.CardReminded(rule="r", card="Spit", side=RED, fighter=YURI, text="Sing."),
        "“Spit” of Yuri says: Sing.",
    ),
    (
        cards.TacticCancelled(rule="card-over-rule", side=RED, card="Ruse"),
        "“Ruse” is cancelled.",
    ),
    (
        cards.CardTookEffect(rule="r", card="Ruse", side=RED),
        "“Ruse” takes effect.",
    ),
    (
        cards.CardTookEffect(rule="r", card="Spit", side=RED, fighter=YURI),
        "“Spit” of Yuri takes effect.",
    ),
    (
        cards.CardTookEffect(rule="r", card=None, side=RED),
        "A secret mission of Red takes effect.",
    ),
    (
        cards.EffectBegun(rule="r", **LASTING, target=ELENIA),
        "The effect concerns Elenia and lasts until the end of the round.",
    ),
    (cards.EffectBegun(rule="r", **LASTING, target=None), "The effect lasts until the end of the round."),
    (cards.EffectEnded(rule="r", **LASTING, target=ELENIA), "“Hex” ends for Elenia."),
    (cards.EffectEnded(rule="r", **LASTING, target=None), "“Hex” ends."),
    (
        cards.EffectBegun(rule="r", **LASTING, target=None, times=1),
        "It lasts until the end of the round, and works 1 time at most.",
    ),
    (
        cards.EffectBegun(rule="r", **LASTING, target=ELENIA, times=2),
        "The effect concerns Elenia, lasts until the end of the round, and works 2 times at most.",
    ),
    (cards.EffectCounted(rule="r", **LASTING, target=None, times=3), "“Hex” works 2 times more."),
    (cards.EffectCounted(rule="r", **LASTING, target=ELENIA, times=2), "“Hex” works 1 time more for Elenia."),
    (
        cards.CardCopied(rule="r", card="Mirror", side=RED, user=None, of="Hex", of_side=BLUE, of_user=None),
        "“Mirror” is a copy of “Hex” from now on.",
    ),
    (cards.FighterRemembered(rule="r", **HEX, fighter=ELENIA), "“Hex” remembers Elenia."),
    (cards.FighterForgotten(rule="r", **HEX, fighter=ELENIA), "“Hex” remembers Elenia no more."),
    (cards.CountersAdded(rule="r", fighter=YURI, name="Oath", n=1), "Yuri gains 1 counter “Oath”."),
    (cards.CountersRemoved(rule="r", fighter=YURI, name="Oath", n=2), "Yuri loses 2 counters “Oath”."),
    (
        cards.PassedOn(rule="r", card="Hex", side=RED, fighter=YURI, to=ELENIA, change="wounded"),
        "Elenia suffers this in place of Yuri.",
    ),
    (
        cards.PassedOn(rule="r", card="Hex", side=RED, fighter=YURI, to=ELENIA, change="healed"),
        "Elenia recovers in place of Yuri.",
    ),
    (cards.CameBack(rule="r", fighter=YURI, place=(1_000, 2_000)), "Yuri is back on the field."),
    (
        cards.EquipmentDiscarded(rule="r", fighter=YURI, equipment="Smoke pot"),
        "Yuri discards “Smoke pot”.",
    ),
    (cards.UsesRestored(rule="r", fighter=YURI, what="move", n=1), "Yuri gets back 1 Move."),
    (
        cards.UsesRestored(rule="r", fighter=YURI, what="gear.Knives.shooting", n=2),
        "Yuri gets back 2 uses of Knives.",
    ),
    (
        cards.HandShown(rule="r", side=BLUE, cards=("Feint", "Ruse"), n=2, to=RED, known_to=(RED, BLUE)),
        "Red looks at 2 cards of Blue's tactical hand: “Feint”, “Ruse”.",
    ),
    (
        cards.HandShown(rule="r", side=BLUE, cards=None, n=1, to=RED, known_to=(BLUE,)),
        "Red looks at 1 card of Blue's tactical hand.",
    ),
    (
        cards.HandShown(rule="r", side=BLUE, cards=("Feint",), n=1, to=None, known_to=(RED, BLUE)),
        "Blue reveals 1 card of the tactical hand: “Feint”.",
    ),
    (
        cards.CardsDiscarded(rule="r", side=RED, cards=("Feint", "Ruse"), n=2, known_to=(RED,)),
        "Red discards 2 tactical cards: “Feint”, “Ruse”.",
    ),
    (
        cards.CardsDiscarded(rule="r", side=RED, cards=None, n=1, known_to=(RED,)),
        "Red discards 1 tactical card.",
    ),
    (
        cards.CardsTakenBack(rule="r", side=RED, cards=("Feint",), n=1, known_to=(RED, BLUE), played=True),
        "Red takes back 1 tactical card: “Feint”.",
    ),
    (
        cards.CardsTakenBack(rule="r", side=RED, cards=None, n=2, known_to=(RED,), played=False),
        "Red takes back 2 tactical cards.",
    ),
    (
        cards.CardsDrawn(rule="r", side=RED, cards=("Feint",), n=1, known_to=(RED,)),
        "Red takes 1 tactical card from the deck: “Feint”.",
    ),
    (
        cards.CardsDrawn(rule="r", side=RED, cards=None, n=2, known_to=(RED,)),
        "Red takes 2 tactical cards from the deck.",
    ),
    (
        cards.SpSetApart(rule="r", card="Fund", side=RED, user=YURI, n=0, sp=2),
        "2 of Red's SP are set apart by “Fund” for what it says.",
    ),
    (
        cards.SetApartSpent(rule="r", card="Fund", side=RED, user=YURI, n=0, sp=1),
        "Of the SP that “Fund” set apart for Red, 1 is used.",
    ),
    (
        cards.SetApartLapsed(rule="r", card="Fund", side=RED, user=YURI, n=0, sp=1),
        "Red loses 1 SP that “Fund” set apart.",
    ),
    (
        cards.Exhausted(rule="r", fighter=YURI, side=RED),
        "Yuri counts as activated in this round.",
    ),
    (
        cards.FighterRevealed(rule="r", card="Hex", side=RED, user=None, fighter=ELENIA),
        "“Hex” names the fighter that it remembered in secret: Elenia.",
    ),
    (cards.DiceThrown(rule="r", card="Hex", side=RED, dice=(3, 5)), "Red throws 3 5 for “Hex”."),
    (
        cards.DiceThrown(rule="r", card="Hex", side=RED, dice=(3, 5), needed=4, successes=1),
        "Red throws 3 5 for “Hex”: 1 of 4 or more.",
    ),
    (
        opposed((3, 2), YURI).with_changes(step="card-over-rule"),
        "Yuri: CBT 4 and a 3 make\xa07; Elenia: CBT 4 and a 2 make\xa06. Yuri wins.",
    ),
    (
        opposed((3, 2), ELENIA, elenia=5).with_changes(step="card-over-rule"),
        (
            "Yuri: CBT 4 and a 3 make\xa07; Elenia: CBT 5 and a 2 make\xa07. "
            "A tie: Elenia has the higher characteristic and wins."
        ),
    ),
    (cards.CardCameToNothing(rule="r", card="Charm", side=RED), "“Charm” has no effect now."),
    (
        cards.CardCameToNothing(rule="r", card="Hex", side=RED, fighter=YURI),
        "“Hex” of Yuri has no effect now.",
    ),
    (
        cards.CardCameToNothing(rule="r", card=None, side=RED),
        "A secret mission of Red has no effect now.",
    ),
    (cards.Readied(rule="r", fighter=YURI), "Yuri may be activated once more this round."),
    (match.RoundsChanged(rule="r", n=2), "The match lasts 2 rounds longer."),
    (match.RoundsChanged(rule="r", n=-1), "The match is 1 round shorter."),
    (match.SceneryAgreed(rule="r", n=1), "Each side places 1 piece of scenery."),
    (match.SceneryAgreed(rule="r", n=2), "Each side places 2 pieces of scenery."),
    (
        match.NoRoomFound(rule="r", side=RED, what="scenery"),
        "There is no room for Red to place more scenery.",
    ),
    (
        match.NoRoomFound(rule="r", side=BLUE, what="scenery", taken_back="Old oak"),
        "There is no room for Blue to place more scenery; Old oak is taken back.",
    ),
    (
        match.NoRoomFound(rule="r", side=BLUE, what="fighter"),
        "There is no room for Blue's remaining fighters; they stay off the field.",
    ),
    (
        match.HalfChosen(rule="r", side=BLUE, half="west", opposite="east"),
        "Blue takes the west half, red the east half.",
    ),
    (match.Deployed(rule="r", fighter=YURI, place=(20_000, 5_000)), "Yuri is deployed at 20, 5."),
    (
        match.HandTaken(rule="r", side=RED, cards=("Ruse", "Rush"), n=2),
        "Red takes 2 tactical cards: “Ruse”, “Rush”.",
    ),
    (match.HandTaken(rule="r", side=RED, cards=None, n=1), "Red takes 1 tactical card."),
    (match.HandTaken(rule="r", side=RED, cards=(), n=0), "Red takes no tactical cards."),
    (match.ApGiven(rule="r", fighter=YURI, n=3), "Yuri gains 3 AP."),
    (match.ApLost(rule="r", fighter=YURI, n=2), "Yuri loses 2 unused AP."),
    (cards.TacticPlayed(rule="r", side=RED, card="Ruse"), "Red plays “Ruse”."),
    (cards.TacticCancelled(rule="r", side=BLUE, card="Ruse"), "Blue cancels “Ruse”."),
    (cards.TacticInForce(rule="r", side=RED, card="Ruse"), "“Ruse” takes effect."),
    (cards.TacticEnded(rule="r", side=RED, card="Ruse"), "“Ruse” ends."),
    (match.Designated(rule="r", fighter=YURI, spd=5), "Red names Yuri (SPD 5)."),
    (
        match.Interrupted(rule="r", fighter=ELENIA, spd=6, interrupted=YURI),
        "Elenia (SPD 6) interrupts Yuri.",
    ),
    (match.Activated(rule="r", fighter=YURI), "Yuri is activated."),
    (match.ActivationEnded(rule="r", fighter=YURI), "Yuri is done."),
    (match.Passed(rule="r", side=RED, forced=False), "Red passes."),
    (match.Passed(rule="r", side=RED, forced=True), "Red has no fighter to activate and passes."),
    (moved("move", (12_500, 30_000)), "Yuri moves 9.8 cm to 12.5, 30."),
    (moved("move", (1, 0), (2, 0), (3, 0)), "Yuri moves 9.8 cm via 0.001, 0 via 0.002, 0 to 0.003, 0."),
    (moved("charge", (12_500, 30_000)), "Yuri charges 9.8 cm to 12.5, 30."),
    (moved("charge", (5_000, 0), (6_000, 0)), "Yuri charges 9.8 cm via 5, 0 to 6, 0."),
    (moved("slide", (6_000, 0)), "Yuri moves 9.8 cm to 6, 0."),
    (moved("climb", (6_000, 0)), "Yuri climbs to 6, 0."),
    (moved("leap", (6_000, 0)), "Yuri jumps to 6, 0."),
    (moved("swim", (6_000, 0)), "Yuri swims to 6, 0."),
    (
        moved("move", (6_000, 0)).with_changes(rule="territory.crossing"),
        "Yuri falls short and goes back to 6, 0.",
    ),
    (
        match.Moved(rule="r", fighter=YURI, how="move", path=(), cost=0),
        "Yuri moves.",
    ),
    (match.Moved(rule="r", fighter=YURI, how="charge", path=(), cost=0), "Yuri charges."),
    (begun("projectile", weapon="Bottle", target=ELENIA), "Yuri throws Bottle at Elenia."),
    (
        begun("blast", weapon="Flamer", target=ELENIA),
        "Yuri attacks with the blast of Flamer, aimed at Elenia.",
    ),
    (match.Deployed(rule="r", fighter=YURI, place=None), "Yuri is deployed."),
    (match.Placed(rule="r", fighter=YURI, place=None), "Yuri is placed elsewhere."),
    (attack.LookedAgain(rule="r", fighter=YURI), "On the field: earlier answers about Yuri are discarded."),
    (match.TokenPlaced(rule="r", token=Token("Idol", None, 1_000)), "“Idol” is laid."),
    (match.SceneryPlaced(rule="r", side=RED, scenery="Oak", lying=SceneryState(None)), "Red places Oak."),
    (told(Touching(one=ELENIA, other=YURI), answer=True), "On the field: Elenia touches Yuri."),
    (told(Touching(one=ELENIA, other=YURI), answer=False), "On the field: Elenia does not touch Yuri."),
    (told(Seeing(viewer=YURI, target=ELENIA), 0), "On the field: Yuri sees Elenia."),
    (told(Seeing(viewer=YURI, target=ELENIA), 2), "On the field: Yuri sees Elenia past 2 obstacles."),
    (told(Seeing(viewer=YURI, target=ELENIA), UNSEEN), "On the field: Yuri does not see Elenia."),
    (
        told(Within(of=YURI, target=ELENIA, far=20_000), answer=True),
        "On the field: Elenia is within 20 cm of Yuri.",
    ),
    (
        told(Covered(by=YURI, template="blast", victim=ELENIA), answer=True),
        "On the field: the template of Yuri covers Elenia.",
    ),
    (told(RoomToGo(mover=YURI), answer=False), "On the field: Yuri does not fit there."),
    (told(Arriving(mover=YURI, target=ELENIA), answer=True), "On the field: Yuri reaches Elenia."),
    (
        told(InView(by=YURI, at=None), answer=True),
        "On the field: Yuri sees the point of the throw, and it is in range.",
    ),
    (
        told(AtScenery(piece=YURI, scenery="Well"), Whereabouts.INSIDE),
        "On the field: Yuri is inside Well, or on it.",
    ),
    (
        told(AtScenery(piece=YURI, scenery="Well"), Whereabouts.TOUCHING),
        "On the field: Yuri touches Well.",
    ),
    (told(AtScenery(piece=YURI, scenery="Well"), Whereabouts.AWAY), "On the field: Yuri is away from Well."),
    (
        told(NearScenery(piece=YURI, scenery="Well", far=5_000), answer=True),
        "On the field: Yuri is within 5 cm of Well.",
    ),
    (told(SceneryInView(viewer=YURI, scenery="Well"), answer=False), "On the field: Yuri does not see Well."),
    (
        told(SceneryAimedAt(by=YURI, template="point", scenery="Well"), answer=True),
        "On the field: Yuri aims at Well, and it is in reach.",
    ),
    (told(FarAcross(piece=YURI, scenery="Well"), 0), "On the field: Well is 0 cm away from Yuri."),
    (
        told(InPounce(npf=YURI, target=ELENIA, far=10_000), answer=True),
        "On the field: Yuri can charge Elenia.",
    ),
    (
        told(InReach(by=YURI, at=None), answer=False),
        "On the field: what Yuri throws does not reach that far.",
    ),
    (told(BOTH, (ELENIA,)), "On the field: Yuri is nearer to Elenia than to Vlädd."),
    (
        told(BOTH, (ELENIA, YLISS)),
        "On the field: Yuri is nearer to Elenia and Yliss than to Vlädd.",
    ),
    (told(BOTH, ()), "On the field: Yuri is nearer to Vlädd than to any of Elenia, Yliss, or as near."),
    (attack.Raised(rule="r", fighter=YURI, scenery="Tower"), "Yuri stands on Tower."),
    (attack.Raised(rule="r", fighter=YURI, scenery=None), "Yuri is back on the ground."),
    (attack.Hidden(rule="r", fighter=YURI, scenery="Wreck"), "Yuri hides in Wreck."),
    (attack.Hidden(rule="r", fighter=YURI, scenery=None), "Yuri is no longer hidden."),
    (
        match.ChargeDeclared(rule="r", fighter=YURI, target=ELENIA),
        "Yuri declares a Charge at Elenia.",
    ),
    (match.AbilityEnded(rule="r", fighter=YURI, ability="Ruse"), "Yuri has finished “Ruse”."),
    (match.ChargeEnded(rule="r", fighter=YURI, target=ELENIA), "Yuri's Charge is over."),
    (
        match.ChargeFailed(rule="r", fighter=YURI, becomes="move"),
        "Yuri's Charge reaches no enemy and becomes a Move.",
    ),
    (
        match.ChargeFailed(rule="r", fighter=YURI, becomes="nothing"),
        "Yuri's Charge reaches no enemy and ends the activation.",
    ),
    (match.AbilityUsed(rule="r", fighter=YURI, ability="Frenzy"), "Yuri uses “Frenzy”."),
    (match.VpScored(rule="r", side=RED, n=2, why="w"), "Red scores 2 VP."),
    (match.VpScored(rule="r", side=RED, n=-1, why="w"), "Red loses 1 VP."),
    (match.VpScored(rule="r", side=RED, n=0, why="w"), "Red scores nothing."),
    (match.Placed(rule="r", fighter=YURI, place=(1_000, 1_000)), "Yuri is placed at 1, 1."),
    (
        match.TokenPlaced(rule="r", token=Token("Spring", (1_000, 1_000), 1_000)),
        "“Spring” is laid at 1, 1.",
    ),
    (
        match.TokenPlaced(rule="r", token=Token("Glass", (1_000, 1_000), 1_000, area=True)),
        "The area “Glass” is laid at 1, 1.",
    ),
    (
        cards.TokenRemoved(rule="r", token=Token("Glass", (0, 0), 1_000)),
        "“Glass” is removed from the field.",
    ),
    (
        cards.TokenMoved(rule="r", token=Token("Relic", (0, 0), 1_000), place=(12_500, 30_000)),
        "“Relic” is moved to 12.5, 30.",
    ),
    (
        cards.TokenMoved(rule="r", token=Token("Relic", None, 1_000), place=None),
        "“Relic” is moved.",
    ),
    (
        cards.TokenTakenUp(rule="r", fighter=YURI, token=Token("Relic", (0, 0), 1_000)),
        "Yuri picks up “Relic”.",
    ),
    (
        cards.TokenPutDown(rule="card-over-rule", fighter=YURI, token="Relic"),  # noqa: S106  # a marker
        "Yuri puts down “Relic”.",
    ),
    (
        cards.TokenPutDown(rule="wound.incapacitated", fighter=YURI, token="Relic"),  # noqa: S106  # a marker
        "“Relic” lies where Yuri stood.",
    ),
    (cards.Swapped(rule="r", fighter=YURI, other=ELENIA), "Yuri and Elenia change places."),
    (
        match.NoRoomFound(rule="card-over-rule", side=RED, what="fighter"),
        "Red: there is no legal place; nothing is placed.",
    ),
    (match.Agreed(rule="r", what="vp"), "By agreement:"),
    (finished("match.rounds", RED, 5, 3), "The last round is over: red wins, 5 VP to 3."),
    (finished("match.rounds", BLUE, 3, 5), "The last round is over: blue wins, 5 VP to 3."),
    (finished("match.rounds", None, 3, 3), "The last round is over: a draw, 3 VP to 3."),
    (finished("match.early-end", RED, 1, 0), "Only one side is left: red wins, 1 VP to 0."),
    (finished("match.early-end", None, 0, 0), "At most one side is left: a draw, 0 VP to 0."),
    (finished("something.new", RED, 1, 0), "The match is over: red wins, 1 VP to 0."),
)


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[sentence for _, sentence in TOLD])
def test_an_event_is_told(event: Event, sentence: str) -> None:
    assert STORY.sentence(event) == sentence


def test_every_kind_of_event_is_shown_above() -> None:
    shown, kinds = {type(event) for event, _ in TOLD}, set(event_kinds().values())

    assert set(EVENT_STYLES) <= kinds
    assert {kind for kind in kinds - shown if kind.__module__.startswith("edencli.")} == {attack.Used}


@pytest.mark.parametrize("kind", sorted(event_kinds()))
def test_a_plain_event_has_a_line_that_says_only_what_it_knows(kind: str) -> None:
    """A new event needs its line, and nothing else, to be told."""
    event = event_kinds()[kind]
    if event in EVENT_STYLES and EVENT_STYLES[event].message is not plain_message:
        return
    known = {*event.parts, *(("player", "side", "opponent") if {"side", "fighter"} & {*event.parts} else ())}

    assert set(re.findall(r"\{([a-z_]+)", WORDS.area("events")[kind])) <= known


def test_what_an_act_uses_up_is_left_to_the_act() -> None:
    assert STORY.sentence(attack.Used(rule="action.move", fighter=YURI, what="move")) is None


def test_namesakes_are_told_apart_by_their_sides() -> None:
    double = Piece(BLUE, "Yuri")
    story = EventSentences(WORDS, FighterLexicon([YURI, double, ELENIA]))

    event = attack.AttackBegun(rule="r", attacker=YURI, target=double, how="melee")
    assert story.sentence(event) == "red Yuri attacks blue Yuri in melee."


def test_fighters_who_receive_the_same_are_told_together() -> None:
    given = [match.ApGiven(rule="r", fighter=fighter, n=3) for fighter in (YURI, ELENIA)]
    lost = [match.ApLost(rule="r", fighter=fighter, n=n) for n, fighter in enumerate((YURI, ELENIA), 1)]
    limbs = [wounded(1, 0).with_changes(limb=limb) for limb in LimbName]

    assert STORY.run_sentence(given) == "Each of these gains 3 AP: Yuri, Elenia."
    assert STORY.run_sentence(lost) == "Unused AP are lost: Yuri 1, Elenia 2."
    assert (
        STORY.run_sentence(limbs)
        == "Elenia suffers 1 wound to each of these limbs: head, arms, torso and legs."
    )


def test_a_reason_without_words_shows_its_name_or_its_rule() -> None:
    assert STORY.part(Part("weather.fog", -2)) == "−2 weather.fog"
    assert STORY.part(Part("gear.aura", 1, "Banner")) == "+1 Banner"


def test_every_reason_that_the_rules_give_has_words() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (PACKAGE / "rules").glob("*.py")]
    reasons = {found for text in sources for found in re.findall(r'Part\(\s*"([^"]+)"', text)}

    assert reasons
    assert [reason for reason in sorted(reasons) if not WORDS.has("events", f"part.{reason}")] == []


def test_every_step_and_characteristic_has_a_name() -> None:
    wanted = [*(f"step.{step}" for step in MATCH_STEPS), *(f"term.{word}" for word in CHARACTERISTICS)]

    assert [message for message in wanted if not WORDS.has("events", message)] == []


def test_an_event_is_explained_by_its_step_and_its_rule() -> None:
    assert event_rules(rolled("melee.passive")) == ("melee.passive", "roll.characteristic")
    assert event_rules(match.StepBegun(rule="intendancy.3", step="intendancy.3")) == ("intendancy.3",)
    assert event_rules(match.Passed(rule="activation.pass", side=RED, forced=False)) == ("activation.pass",)


def test_names_from_files_are_shown_without_control_characters() -> None:
    event = match.AbilityUsed(rule="r", fighter=YURI, ability="Bell\a\x1b[2J")

    assert STORY.sentence(event) == "Yuri uses “Bell��[2J”."
