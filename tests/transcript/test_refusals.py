"""Every reason to refuse something is told in a sentence, without a number or a name too little."""

import re
from pathlib import Path
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI, Duel, fighter
from small_match import bids, moves, play

from edencli.lang import Words
from edencli.match.reasons import REASONS, Refusal
from edencli.model.lexicon import FighterLexicon
from edencli.model.scenery import Size
from edencli.referee.answers import IllegalAnswer
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Extinguish
from edencli.rules.melee import Reaction
from edencli.transcript.phrases import refusal_sentence

PACKAGE = Path(__file__).parents[2] / "edencli"
WORDS = Words("en")
NAMES = FighterLexicon([YURI, VLADD, ELENIA, YLISS])


def told(refusal: Refusal) -> str:
    return refusal_sentence(WORDS, NAMES, refusal)


# Rule, reason, what it is about, and the sentence.
TOLD: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("activation.once", "activated", {"fighter": YURI}, "Yuri has already been activated this round"),
    (
        "state.fear",
        "afraid",
        {"fighter": YURI, "act": "action.attack"},
        "Yuri is under Fear and can only Move",
    ),
    ("bid", "bid", {"given": 9, "most": 5}, "a bid is a number from 0 to 5, not 9"),
    ("r", "dice", {"dice": 3, "given": (4, 7)}, "3 dice are rolled, with faces from 1 to 6; given: 4, 7"),
    ("r", "dice", {"dice": 1, "given": ()}, "1 die is rolled, with faces from 1 to 6; given: none"),
    (
        "action.move",
        "ends-in-contact",
        {"fighter": YURI, "what": "Elenia"},
        "Yuri may not end a Move in contact with Elenia; a Charge may end there",
    ),
    (
        "marker.stop",
        "ends-on-marker",
        {"fighter": YURI, "what": "Spring"},
        "Yuri may not stop on the marker Spring",
    ),
    (
        "tactical.first-round",
        "first-round-only",
        {"side": RED, "card": "Ruse"},
        "Ruse can only be played in the first round",
    ),
    (
        "tactical.once",
        "already-played",
        {"side": RED, "card": "Ruse"},
        "Ruse has already been played this match",
    ),
    ("wound.removed", "gone", {"fighter": YURI}, "Yuri is no longer on the field"),
    (
        "gear.range",
        "out-of-reach",
        {"fighter": YURI, "target": ELENIA},
        "Elenia is out of range of Yuri",
    ),
    ("gear.range", "out-of-reach", {"fighter": YURI}, "Yuri cannot reach that far"),
    (
        "territory.hiding",
        "too-near",
        {"fighter": YURI, "near": "Elenia", "least": 15_000},
        "Elenia is within 15 cm of Yuri",
    ),
    (
        "throw.sight",
        "not-in-view",
        {"fighter": YURI},
        "Yuri does not see that far, or the place is out of range",
    ),
    ("setup.7-deploy", "not-on-field", {"fighter": YURI}, "Yuri is not on the field"),
    (
        "setup.8-hand",
        "hand",
        {"given": ("Ruse", "Ruse"), "n": 2, "deck": ("Ruse", "Rush", "Rally")},
        "a hand is 2 different cards from the deck, not Ruse, Ruse",
    ),
    (
        "move.base",
        "in-the-way",
        {"fighter": YURI, "what": "Old oak", "place": (12_500, 30_000)},
        "Old oak is in the way of Yuri at 12.5, 30",
    ),
    (
        "move.base",
        "leaves-field",
        {"fighter": YURI, "place": (1_000, 0)},
        "Yuri would leave the field at 1, 0",
    ),
    (
        "action.per-round",
        "limit-reached",
        {"fighter": YURI, "limit": 2, "act": "melee.response", "counts_as": "attack"},
        "Yuri has already reached the limit this round: 2 attacks",
    ),
    (
        "action.per-match",
        "limit-reached",
        {"fighter": YURI, "limit": 1, "act": "action.ability", "counts_as": "ability.Frenzy"},
        "Yuri has already reached the limit this match: 1 use of Frenzy",
    ),
    (
        "mission.different",
        "mission-taken",
        {"mission": "Open road"},
        "the opponent has revealed Open road; choose another mission",
    ),
    (
        "activation.first",
        "must-begin",
        {"side": BLUE},
        "Blue must activate a fighter: the first to act may not pass",
    ),
    (
        "blast.nearest",
        "nearest-not-covered",
        {"fighter": YURI, "target": ELENIA},
        "the blast of Yuri must cover at least part of Elenia, the nearest enemy",
    ),
    ("activation.no-ap", "no-ap", {"fighter": YURI}, "Yuri has no AP"),
    (
        "activation.no-ap",
        "had-no-ap",
        {"fighter": YURI},
        "Yuri had no AP left before being activated, and so counts as activated this round",
    ),
    ("action.extinguish", "no-burn", {"fighter": YURI}, "Yuri is not burning"),
    ("melee.target", "no-contact", {"fighter": YURI, "target": ELENIA}, "Yuri is not in contact with Elenia"),
    ("action.cost", "no-deed", {"fighter": YURI}, "Yuri cannot do that"),
    (
        "gear.category",
        "not-made-for-it",
        {"fighter": YURI, "weapon": "Pistol"},
        "Pistol cannot be used for that",
    ),
    (
        "ability.action",
        "no-such-ability",
        {"fighter": YURI, "what": "Taunt"},
        "Yuri has no ability called Taunt",
    ),
    ("roll.zero", "no-dice", {"fighter": YURI, "what": "cbt"}, "Yuri has no CBT left to roll"),
    (
        "blast.template",
        "no-direction",
        {"fighter": YURI},
        "a blast has a direction: aim it away from where Yuri stands",
    ),
    (
        "blast.template",
        "over-own-base",
        {"fighter": YURI},
        "turned that far, the template would cover Yuri's own base",
    ),
    ("melee.target", "no-enemy", {"fighter": YURI, "target": VLADD}, "Vlädd is not an enemy of Yuri"),
    ("blast.nearest", "no-enemy-left", {"fighter": YURI}, "Yuri has no enemy left to attack"),
    (
        "tactical-phase.leader",
        "no-leader",
        {"side": RED, "card": "Ruse"},
        "Red has no leader left to play Ruse",
    ),
    (
        "setup.6-scenery",
        "no-such-scenery",
        {"what": "Old oak"},
        "Old oak is not among the scenery left to place",
    ),
    (
        "activation.designate",
        "not-active",
        {"fighter": VLADD, "active": YURI},
        "the activated fighter is Yuri, not Vlädd",
    ),
    ("r", "not-an-option", {"given": Reaction.DODGE}, "dodge cannot be chosen here"),
    ("r", "not-an-option", {"given": ELENIA}, "Elenia cannot be chosen here"),
    ("r", "not-an-option", {"given": True}, "yes cannot be chosen here"),
    ("card.equipment", "not-carried", {"fighter": YURI, "weapon": "Bow"}, "Yuri does not carry Bow"),
    (
        "activation.interrupt",
        "not-faster",
        {"fighter": ELENIA, "named": YURI, "spd": 4, "other": 5},
        "Elenia (SPD 4) is not faster than Yuri (SPD 5)",
    ),
    ("action.charge", "not-free", {"fighter": YURI}, "Yuri is in contact with an enemy and may not charge"),
    (
        "ranged.free",
        "not-free",
        {"fighter": YURI},
        "Yuri is in contact with an enemy and may only attack in melee",
    ),
    (
        "shoot.nearest",
        "not-nearest",
        {"fighter": YURI, "target": ELENIA, "nearer": YLISS},
        "Yuri may not shoot past Yliss, who is nearer and free",
    ),
    (
        "shoot.nearest",
        "not-nearest",
        {"fighter": YURI, "target": ELENIA, "nearer": None},
        "Yuri may not shoot at Elenia: a free enemy is nearer",
    ),
    ("setup.7-deploy", "not-to-deploy", {"fighter": YURI}, "Yuri is not waiting to be deployed"),
    (
        "throw.point",
        "off-field",
        {"fighter": YURI, "place": (61_000, 2_000)},
        "61, 2 is not on the field",
    ),
    (
        "gear.range",
        "out-of-range",
        {"fighter": YURI, "target": ELENIA, "range": 20_000, "distance": 20_814},
        "Elenia is 20.81 cm from Yuri, out of range (20 cm)",
    ),
    (
        "gear.range",
        "out-of-range",
        {"fighter": YURI, "place": (40_000, 0), "range": 15_000, "distance": 18_000},
        "40, 0 is 18 cm from Yuri, out of range (15 cm)",
    ),
    (
        "sight.cut",
        "out-of-sight",
        {"fighter": YURI, "target": ELENIA, "what": "Old oak"},
        "Old oak hides Elenia from Yuri",
    ),
    (
        "sight.cut",
        "out-of-sight",
        {"fighter": YURI, "target": ELENIA, "what": ""},
        "Yuri does not see Elenia",
    ),
    (
        "throw.sight",
        "out-of-sight",
        {"fighter": YURI, "place": (40_000, 0), "what": ""},
        "Yuri sees neither 40, 0 nor a fighter there",
    ),
    (
        "ability.permanent",
        "permanent",
        {"fighter": YURI, "what": "Aura"},
        "Aura works all the time and cannot be used as an action",
    ),
    ("move.path", "starts-elsewhere", {"fighter": YURI}, "the route does not begin where Yuri stands"),
    (
        "action.move",
        "too-far",
        {"fighter": YURI, "length": 10_814, "most": 10_000},
        "the route costs 10.81 cm, and Yuri can cover 10 cm",
    ),
    (
        "action.cost",
        "too-few-ap",
        {"fighter": YURI, "needed": 2, "has": 1, "act": "action.charge"},
        "Yuri has 1 AP and needs 2",
    ),
    (
        "ability.cost",
        "too-few-cards",
        {"what": "Frenzy", "side": RED, "needed": 2, "has": 1},
        "“Frenzy” costs 2 cards of the hand, which has 1",
    ),
    (
        "ability.cost",
        "too-few-sp",
        {"fighter": YURI, "what": "Frenzy", "side": RED, "needed": 2, "has": 1},
        "Red has 1 SP and needs 2",
    ),
    (
        "setup.6-scenery",
        "too-near",
        {"what": "Old oak", "near": "edge", "distance": 4_204, "least": 5_000},
        "Old oak would be 4.2 cm from the edge of the field; at least 5 cm is needed",
    ),
    (
        "setup.7-confrontation",
        "too-near",
        {"fighter": YURI, "near": "centre-line", "distance": 20_000, "least": 20_000},
        "Yuri would be 20 cm from the centre line; more than 20 cm is needed",
    ),
    (
        "setup.6-scenery",
        "too-near",
        {"what": "Old oak", "near": "Young oak", "distance": 3_000, "least": 5_000},
        "Old oak would be 3 cm from Young oak; at least 5 cm is needed",
    ),
    (
        "action.move",
        "touches-on-the-way",
        {"fighter": YURI, "what": "Elenia"},
        "Yuri may not touch Elenia on the way",
    ),
    ("wound.heal", "unhurt", {"fighter": YURI}, "Yuri has lost no CP"),
    (
        "melee.response",
        "opposition-won",
        {"fighter": YURI},
        "Yuri won the opposition roll, and only the loser strikes back",
    ),
    (
        "setup.6-scenery",
        "enough-scenery",
        {"side": RED, "n": 2},
        "Red has placed 2 pieces of scenery, as many as agreed",
    ),
    (
        "gear.per-match",
        "weapon-used-up",
        {"fighter": YURI, "weapon": "Bottle", "limit": 1},
        "Yuri has already used Bottle 1 time this match, the most its card allows",
    ),
    (
        "gear.per-round",
        "weapon-used-up",
        {"fighter": YURI, "weapon": "Knives", "limit": 2},
        "Yuri has already used Knives 2 times this round, the most its card allows",
    ),
    (
        "setup.7-half",
        "wrong-half",
        {"fighter": YURI, "near": "centre", "distance": -500, "least": 20_000},
        "Yuri would not be wholly inside that side's half",
    ),
    ("r", "must-answer", {}, "this question must be answered"),
    ("r", "no-agreement-now", {}, "agreements are not possible at this point"),
    ("marker.place", "off-field", {"place": (70_000, 1_000)}, "70, 1 is not on the field"),
    (
        "tactical-phase.cost",
        "too-few-sp",
        {"side": RED, "card": "Ruse", "needed": 2, "has": 1},
        "Red has 1 SP and needs 2",
    ),
    ("r", "card-forbids", {}, "a card forbids it"),
    ("r", "card-forbids", {"fighter": YURI, "card": "Truce"}, "“Truce” forbids it"),
    (
        "r",
        "elsewhere",
        {"card": "Blink", "place": (12_000, 30_000), "part": "zone"},
        "12, 30 is not in the part of the field that “Blink” names",
    ),
    (
        "r",
        "elsewhere",
        {"card": "Blink", "place": (12_000, 30_000), "part": "within"},
        "12, 30 is farther away than “Blink” allows",
    ),
    (
        "r",
        "elsewhere",
        {"card": "Blink", "place": (12_000, 30_000), "part": "clear"},
        "12, 30 is nearer to a fighter than “Blink” allows",
    ),
    (
        "r",
        "elsewhere",
        {"card": "Blink", "place": (12_000, 30_000), "part": "spaced"},
        "12, 30 is nearer to a marker than “Blink” allows",
    ),
    (
        "r",
        "elsewhere",
        {"card": "Blink", "place": (12_000, 30_000), "part": "free"},
        "at 12, 30 the fighter would be in contact; “Blink” requires a free fighter",
    ),
    ("r", "not-offered", {"fighter": YURI, "card": "Rush"}, "“Rush” does not let Yuri do that"),
    ("r", "no-target", {"fighter": YURI, "what": "Spit"}, "Yuri's Spit would affect no fighter now"),
    ("weather.no-measuring", "no-measuring", {}, "in the mist, measuring before paying is forbidden"),
    ("r", "duty-first", {"fighter": YURI, "card": "Rush"}, "“Rush” makes Yuri do something else first"),
    ("r", "scenery-not-there", {"fighter": YURI, "what": "Wall"}, "Wall is not on the field"),
    (
        "r",
        "indestructible",
        {"fighter": YURI, "what": "Pond"},
        "Pond cannot be destroyed or set on fire that way, so it may not be attacked",
    ),
    (
        "r",
        "sacred",
        {"fighter": YURI, "what": "Idol"},
        "Yuri belongs to the Matriarchy and may not attack Idol",
    ),
    (
        "r",
        "too-dear",
        {"side": RED, "what": "Lake", "needed": 4, "has": 2},
        "Lake costs 4 points, but red has 2",
    ),
    (
        "territory.size",
        "larger-than-said",
        {"what": "Hill", "size": Size.LARGE},
        "Hill is large, larger than the size that was paid for",
    ),
    ("territory.cost", "not-for-sale", {"what": "Crane"}, "Crane has no price in this rulebook"),
    (
        "territory.points",
        "room-left",
        {"what": "Hill", "place": (12_500, 20_000)},
        "points are left, and there is room for Hill at 12.5, 20",
    ),
    ("r", "not-made-for-that", {"fighter": YURI, "what": "Lake"}, "Lake cannot be used for that"),
    ("r", "not-at-scenery", {"fighter": YURI, "what": "Lake"}, "Yuri is not in contact with Lake"),
    ("r", "not-upon", {"fighter": YURI, "what": "Tower"}, "Yuri must end on Tower"),
    (
        "r",
        "not-nearest-upon",
        {"fighter": YURI, "what": "Tower", "place": (27_000, 30_000)},
        "Yuri must climb to the nearest spot on Tower: 27, 30",
    ),
    ("r", "not-across", {"fighter": YURI, "what": "Ditch"}, "Ditch is not between Yuri and that place"),
    ("r", "ends-off", {"fighter": YURI, "what": "Lake"}, "Yuri must end in contact with Lake"),
    (
        "r",
        "too-large",
        {"fighter": YURI, "what": "Wreck"},
        "Yuri's base is too large to hide in Wreck",
    ),
    ("r", "hides-standing", {"fighter": YURI}, "Yuri must hide without moving"),
    ("r", "is-hidden", {"fighter": YURI, "target": ELENIA}, "Elenia is hidden, and Yuri is too far away"),
    ("r", "always-responds", {"fighter": YURI}, "Yuri is an NPF and always responds"),
    ("r", "has-no-ap", {"fighter": YURI}, "Yuri is an NPF and has no AP to spend"),
    ("r", "no-such-npf", {"what": "Rat"}, "there is no NPF called Rat left to place"),
    ("r", "occupied", {"what": "Rat", "by": "Rock"}, "Rat cannot stand there: Rock is in the way"),
    ("r", "not-straight", {"fighter": YURI}, "Yuri must prowl in a straight line"),
    ("card-over-rule", "changes-nothing", {}, "that would change nothing"),
    ("state.rage", "no-rage", {"fighter": YURI}, "Yuri has no rage marker"),
    (
        "melee.reaction",
        "no-reaction",
        {"fighter": YURI},
        "Yuri is being shot at; only a melee attack can be answered with a dodge or a response",
    ),
    ("tactical.cancellation", "not-cancellable", {"card": "Ruse"}, "Ruse cannot be cancelled"),
    (
        "first-player.leader-lost",
        "nobody-bids",
        {"side": RED},
        "only Red lost a leader last round, so there is no bidding",
    ),
    ("card-over-rule", "too-much", {"most": 999}, "the maximum is 999"),
    (
        "tactical.phase-only",
        "phase-only",
        {"side": RED, "card": "Ruse"},
        "Ruse can only be played in the tactical phase",
    ),
    (
        "tactical-phase.play",
        "not-in-hand",
        {"side": RED, "card": "Ruse"},
        "Ruse is not in that player's hand",
    ),
    (
        "melee.location",
        "successes-kept",
        {"fighter": YURI, "hits": 2, "kept": 1},
        "1 of Yuri's 2 successes must be kept and may not be spent on the location die",
    ),
)


@pytest.mark.parametrize(
    ("rule", "reason", "about", "sentence"), TOLD, ids=[sentence for *_, sentence in TOLD]
)
def test_a_refusal_is_told(rule: str, reason: str, about: dict[str, Any], sentence: str) -> None:
    assert told(Refusal(rule=rule, reason=reason, about=about)) == sentence


def test_a_size_is_named_in_the_language_of_the_refusal() -> None:
    refused = Refusal(
        rule="territory.size", reason="larger-than-said", about={"what": "Hill", "size": Size.LARGE}
    )

    assert "de taille grande" in refusal_sentence(Words("fr"), NAMES, refused)


def test_every_reason_that_is_declared_is_told_above_with_each_set_of_its_values() -> None:
    declared = {
        (reason, frozenset(names.split())) for reason, row in REASONS.items() for names in row.split("|")
    }

    assert {(reason, frozenset(about)) for _, reason, about, _ in TOLD} == declared


def test_every_reason_that_is_declared_is_given_somewhere() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    given = {found for text in sources for found in re.findall(r'reason="([a-z-]+)"', text)}

    assert given | {"card-forbids"} == set(REASONS)


def test_a_refusal_with_values_that_its_reason_does_not_declare_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="too-few-ap is told with"):
        Refusal(rule="action.cost", reason="too-few-ap", about={"fighter": YURI, "neded": 1})
    with pytest.raises(KeyError):
        Refusal(rule="action.cost", reason="too-few-app", about={})


def test_the_rules_say_all_that_a_sentence_needs(book: Rulebook) -> None:
    refusal = Duel(book, fighter()).refusal(Extinguish(fighter=YURI))

    assert refusal is not None
    assert told(refusal) == "Yuri is not burning"


def test_an_answer_that_the_referee_refuses_is_told() -> None:
    places = {YURI: (20, 20), VLADD: (40, 20), ELENIA: (30, 40)}
    with pytest.raises(IllegalAnswer) as refused:
        play([*bids(1, 0), ("activation.designate", YURI), moves(YURI, (20, 20), (31, 20))], places=places)

    assert told(refused.value.refusal) == "the route costs 11 cm, and Yuri can cover 10 cm"
