"""Scenes of small matches, each long enough for a transcript."""

from collections.abc import Callable, Mapping

from duels import BLUE, DODGE, ELENIA, PASSIVE, RED, RESPONSE, VLADD, YLISS, YURI
from small_match import Played, at, bids, charges, ends, moves, play, shoots, strikes, throws

from edencli.match.questions import Agreement
from edencli.model.terms import LimbName
from edencli.rules.activation import PASS
from edencli.rules.placing import FighterPlacement

FACING = {YURI: (20, 20), VLADD: (27, 20), ELENIA: (20, 30), YLISS: (30, 32)}
IN_CONTACT = {YURI: (20, 20), VLADD: (40, 20), ELENIA: (20, 23), YLISS: (40, 45)}


def duel() -> Played:
    """An interruption, a charge, a dodge; a disengagement under a strike, a bottle, a response; a fire."""
    return play(
        [
            *bids(2, 1),
            ("activation.designate", YURI),
            ("activation.interrupt", ELENIA),
            charges(ELENIA, YURI, (20, 30), (20, 23)),
            ("melee.reaction", DODGE),
            ("roll.location-shift", 4),
            ends(),
            ("activation.designate", YURI),
            moves(YURI, (20, 20), (14, 20)),
            ("disengage.strikes", True),
            throws(YURI, (20, 23)),
            ("activation.designate", YLISS),
            moves(YLISS, (30, 32), (27, 26)),
            ends(),
            ("activation.designate", VLADD),
            charges(VLADD, YLISS, (27, 20), (27, 23)),
            ("melee.reaction", RESPONSE),
            ("melee.response", True),
            ends(),
            ("intendancy.10", Agreement(what="vp", subject=RED, n=2)),
        ],
        dice="4551 3 12466  12235 4466 4 225  5 6 224414 5 6611 4  166 2",
        places=FACING,
    )


def last_round() -> Played:
    """The last round of a match: a charge that falls short, a shot into a melee, a pass, a draw, the end."""
    return play(
        [
            *bids(1, 1),
            ("activation.designate", VLADD),
            charges(VLADD, YLISS, (40, 20), (40, 42)),
            ends(),
            ("activation.designate", ELENIA),
            strikes(ELENIA, YURI),
            ("melee.reaction", PASSIVE),
            ends(),
            ("activation.designate", PASS),
            ("activation.designate", PASS),
            ("intendancy.1", Agreement(what="cp", subject=ELENIA, n=1, detail=LimbName.HEAD)),
            ("intendancy.1", Agreement(what="marker", subject=YLISS, n=1, detail="poison")),
            ("score.end", Agreement(what="vp", subject=BLUE, n=1)),
            ("score.end", Agreement(what="vp", subject=RED, n=1)),
            ("score.end", None),
            ("score.end", None),
        ],
        dice="33 54 1123",
        places=IN_CONTACT,
        missions={RED: "Open road", BLUE: "Still water"},
        round_=5,
    )


def preparation() -> Played:
    """The whole preparation, up to the first activation."""
    return play(
        [
            *bids(3, 1, "setup.3-bid"),
            ("setup.4-leader", YURI),
            ("setup.4-leader", ELENIA),
            ("setup.5-mission", "Open road"),
            ("setup.5-mission", "Still water"),
            ("setup.7-half", "south"),
            ("setup.7-deploy", FighterPlacement(YURI, at(20, 5))),
            ("setup.7-deploy", FighterPlacement(VLADD, at(30, 5))),
            ("setup.7-deploy", FighterPlacement(ELENIA, at(20, 55))),
            ("setup.7-deploy", FighterPlacement(YLISS, at(30, 55.5))),
            ("setup.8-hand", ("Ruse", "Rush", "Rally", "Riot")),
            ("setup.8-hand", ("Bluff", "Brawl", "Bait", "Bolt")),
            *bids(0, 1),
            ("tactical-phase.play", "Brawl"),
            ("tactical-phase.play", "Ruse"),
            ("tactical.cancellation", True),
            ("activation.designate", ELENIA),
            moves(ELENIA, (20, 55), (22, 50), (24, 46)),
            ends(),
        ],
        step="setup.1-reveal",
    )


def shot() -> Played:
    """A shot that hits, with the successes that strengthen it, and one without a victim."""
    return play(
        [
            *bids(1, 0),
            ("activation.designate", YURI),
            shoots(YURI, ELENIA),
            ("roll.location-shift", 4),
            shoots(YURI, ELENIA),
            ends(),
        ],
        dice="66663 3 554412 11222",
        places=FACING,
        book="de",
    )


SCENES: Mapping[str, Callable[[], Played]] = {
    "duel": duel,
    "last-round": last_round,
    "preparation": preparation,
    "shot": shot,
}
