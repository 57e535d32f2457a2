"""The prompt tells with each kind of question the numbers that matter for its answer."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from sessions import SAMPLES, WORDS, Lines, sit

from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.prompt.screen import TerminalPlay

GAME = """\
kind: game
name: Numbers
rulebook: en
red: bands/jokers.yaml
blue: bands/bamaka.yaml
chapters: [{chapters}]
field:
  scenery: [scenery/{scenery}.yaml]
  npfs: [cards/npfs.yaml]
position:
  step: {step}
{more}"""
APART = "{Yuri: {at: [18, 24]}, Abama Big-Belly: {at: [30, 24]}}"
TOUCHING = "{Yuri: {at: [18, 24]}, Abama Big-Belly: {at: [21.5, 24]}}"
THREE = "{Vlädd: {at: [9, 9]}, Mirka Rag-Doll: {at: [18, 24]}, Ngobo Quick-Arm: {at: [30, 24]}}"
ALONE = "Abama Big-Belly: {at: [55, 55]}"


class Case(NamedTuple):
    """How a match comes to a question, and what is told with it."""

    step: str
    told: str
    typed: tuple[str, ...] = ()
    more: dict[str, str] = {}  # noqa: RUF012  # never changed
    chapters: str = ""
    scenery: str = "ruins"
    viewer: Audience = None


CASES = {
    "a bid": Case(
        "first-player",
        "Red: how many SP do you bid in secret, 0 to 7, to be first in the round? · Blue has 5 SP",
        more={"players": "{red: {sp: 7}, blue: {sp: 5}}", "fighters": APART},
    ),
    "a leader": Case("setup.4-leader", "2 red is led by Vlädd (PSI 3)"),
    "scenery": Case(
        "setup.6-scenery", "at least 5 cm from the edges and from each other red places SCENERY at", ("2",)
    ),
    "bought scenery": Case(
        "setup.6-scenery",
        "8 points left · Wreck of a delivery van (1), Churchyard wall (1), Orchard wall (1),"
        " Chapel gable (1), Yew wood (2), Burnt field (2) · at least 5 cm",
        chapters="territory",
        scenery="village",
    ),
    "less that is affordable": Case(
        "setup.6-scenery",
        "Blue: which element do you buy, and where do you place it? · 8 points left ·"
        " Iron bollard (2) · at least 5 cm",
        ("Net shed at 20, 20",),
        chapters="territory",
        scenery="quay",
    ),
    "nobody's fighters": Case(
        "setup.6-scenery",
        "Red: which NPF do you place, and where? · 2 points left · Rat (1)",
        ("0", "2"),
        chapters="infestation",
    ),
    "how far apart they are placed": Case(
        "setup.6-scenery",
        "Madman (2) · at least 15 cm from each other red finds no room",
        ("0", "2"),
        chapters="infestation",
    ),
    "a prowl": Case(
        "intendancy.1",
        "where does Rat prowl? · up to 5 cm in a straight line, not into contact Rat prowls to PLACE Enter",
        ("red goes on", "blue goes on"),
        more={"fighters": "{Yuri: {at: [55, 5]}, Abama Big-Belly: {at: [5, 5]}, Rat: {at: [30, 30]}}"},
        chapters="infestation",
    ),
    "deployment": Case(
        "setup.7-deploy",
        "Old Kazimir · south half · at least 20 cm from the centre of the field",
        ("south",),
        more={"players": "{red: {mission: Live to tell}}"},
        viewer=PUBLIC,
    ),
    "whom to activate": Case(
        "activation",
        "1 red activates Yuri (SPD 5, 3 AP)",
        more={"fighters": APART.replace("}}", "}, Vlädd: {at: [9, 9]}}")},
    ),
    "whom to interrupt with": Case(
        "activation",
        "Blue: does a faster fighter interrupt Vlädd? · Vlädd SPD 3 1 blue interrupts with"
        " Ngobo Quick-Arm (SPD 5, 3 AP)",
        ("vlädd",),
        more={"fighters": "{Vlädd: {at: [9, 9]}, Yuri: {at: [18, 24]}, Ngobo Quick-Arm: {at: [30, 24]}}"},
    ),
    "a tactical card": Case(
        "tactical-phase",
        "Red: do you play a tactical card? · costs 2 of 7 SP ? what the cards say"
        " 1 red plays Duck (can be cancelled for 2 SP)",
        more={"players": "{red: {sp: 7, hand: [Duck], leader: Yuri}}", "fighters": APART},
    ),
    "an activation": Case(
        "activation", "with 3 AP left? · Move up to 10 cm 1 Yuri ", more={"fighters": APART}
    ),
    "an activation in contact": Case(
        "activation", "Move up to 10 cm · in contact with Abama Big-Belly", more={"fighters": TOUCHING}
    ),
    "a way out of contact": Case(
        "activation",
        "Yuri disengages with SPD 5 against SPD 3: over 99% 6 cm of at most 10 cm, for 1 AP",
        ("moves to 18, 30",),
        more={"fighters": TOUCHING},
    ),
    "a blow": Case(
        "activation",
        "Blue · Yuri (CBT 4) attacks Abama Big-Belly (VIG 5) · 67% chance of being hurt when passive · 3 AP"
        " 1 Abama Big-Belly stays passive 2 Abama Big-Belly dodges (1 AP)",
        ("attacks abama",),
        more={"fighters": TOUCHING},
    ),
    "a roll": Case(
        "activation",
        "Red: which faces did you roll on 4 dice (5+)? Yuri strikes, CBT 4 against VIG 5 · 80% for a success",
        ("attacks abama", "stays"),
        more={"fighters": TOUCHING},
    ),
    "a shift": Case(
        "activation",
        "2 Yuri shifts to 2 (arms, costs 1 success) 4 Yuri shifts to 4 (torso, costs 1 success)",
        ("attacks abama", "stays", "6 6 1 1", "3"),
        more={"fighters": TOUCHING},
    ),
    "a shift by the name of the limb": Case(
        "activation",
        "> Yuri shifts to 4",
        ("attacks abama", "stays", "6 6 1 1", "3", "torso"),
        more={"fighters": TOUCHING},
    ),
    "a shift by what it costs, which two do": Case(
        "activation",
        "“1 success” is not one of the answers.",
        ("attacks abama", "stays", "6 6 1 1", "3", "1 success"),
        more={"fighters": TOUCHING},
    ),
    "the only fighter who may interrupt": Case(
        "activation",
        "> blue interrupts with Ngobo Quick-Arm",
        ("vlädd", "yes"),
        more={"fighters": "{Vlädd: {at: [9, 9]}, Yuri: {at: [18, 24]}, Ngobo Quick-Arm: {at: [30, 24]}}"},
    ),
    "the only fighter who may interrupt, in more words": Case(
        "activation",
        "> blue interrupts with Ngobo Quick-Arm",
        ("vlädd", "interrupt with ngobo"),
        more={"fighters": "{Vlädd: {at: [9, 9]}, Yuri: {at: [18, 24]}, Ngobo Quick-Arm: {at: [30, 24]}}"},
    ),
    "an attack that may be met": Case(
        "activation",
        "chance to hurt if passive)",
        more={"fighters": TOUCHING},
    ),
    "a shot past an obstacle": Case(
        "activation",
        "CBT 4, +1 Throwing knives, −1 obstacle against SPD 3: 79% chance to hurt > Yuri shoots",
        ("shoots abama",),
        more={"fighters": APART, "scenery": "{Old oak: {at: [24, 27]}}"},
    ),
    "a throw": Case(
        "activation",
        "94% that Yuri is hurt, 80% that Abama Big-Belly is hurt > Yuri throws Molotov",
        ("throws molotov at 24, 24",),
        more={"fighters": APART},
    ),
    "a throw at nobody": Case(
        "activation",
        "no fighter is hurt there > Yuri throws",
        ("throws molotov at 18, 36",),
        more={"fighters": APART},
    ),
    "a swim": Case(
        "activation",
        "swims with VIG 4, −2 against difficulty 4: "
        "75% for each try, and a wound to the head for each failure",
        ("6", "swims flooded dock to 26, 18.5"),
        more={
            "fighters": f"{{Yuri: {{at: [18.5, 24]}}, {ALONE}}}",
            "scenery": "{Flooded dock: {at: [20, 20]}}",
        },
        chapters="territory",
        scenery="quay",
    ),
    "a climb": Case(
        "activation",
        "climbs with SPD 5 against difficulty 5: 87%; otherwise a VIG roll must succeed,"
        " or every limb is wounded",
        ("climbs stacked containers",),
        more={
            "fighters": f"{{Yuri: {{at: [18.4, 24.5]}}, {ALONE}}}",
            "scenery": "{Stacked containers: {at: [20, 20]}}",
        },
        chapters="territory",
        scenery="quay",
    ),
    "whether to strike at whom leaves": Case(
        "activation",
        "Blue: does Abama Big-Belly strike at Yuri, who disengages? · 94% chance to hurt · 3 AP",
        ("moves to 18, 30", "1 1 1 1 1"),
        more={"fighters": TOUCHING},
    ),
    "fire": Case(
        "intendancy.3",
        "1 red picks Yuri (70% chance to hurt) 2 red picks Abama Big-Belly (31% chance to hurt)",
        more={
            "fighters": "{Yuri: {at: [18, 24], markers: {burn: 1}},"
            " Abama Big-Belly: {at: [30, 24], markers: {burn: 2}}}"
        },
    ),
    "fear": Case(
        "intendancy.4",
        "1 red picks Yuri (80% for a success) 2 red picks Vlädd (70% for a success)",
        more={
            "fighters": "{Yuri: {at: [18, 24], markers: {fear: 1}}, Vlädd: {at: [9, 9], markers: {fear: 1}},"
            " Abama Big-Belly: {at: [30, 24]}}"
        },
    ),
    "what missions say": Case(
        "setup.5-mission",
        "4 red plays the mission Live to tell 1 VP a round: None of your fighters is out of action."
        " −1 VP at the end: For each fighter of yours",
        ("?",),
    ),
    "what cards of the deck say": Case(
        "setup.8-hand",
        "Duck: Play this when one of your fighters is hit by a shot.",
        ("?",),
        more={"players": "{red: {leader: Yuri}, blue: {leader: Abama Big-Belly}}", "fighters": APART},
    ),
    "how a hand is taken": Case(
        "setup.8-hand",
        "Last train? red holds CARDS 1 Second wind 2 Duck",
        more={"players": "{red: {leader: Yuri}, blue: {leader: Abama Big-Belly}}", "fighters": APART},
    ),
    "what the card says that may be cancelled": Case(
        "tactical-phase",
        "Blue: do you pay 1 SP to cancel Second wind? · 5 SP · Choose one of your"
        " fighters. He has 1 AP more this",
        ("second",),
        more={
            "players": "{red: {sp: 7, hand: [Second wind], leader: Yuri}, blue: {sp: 5}}",
            "fighters": APART,
        },
    ),
    "how large scenery is": Case(
        "setup.6-scenery",
        "red finds no room red places SCENERY at PLACE [turned DEGREES] red finds no room"
        " Old oak: disc, 2.5 cm from its centre to its edge",
        ("2", "?"),
    ),
    "what scenery costs": Case(
        "setup.6-scenery",
        "cm right of PLACE and 5 cm up (turned, around PLACE); 2 points Burnt",
        ("?",),
        chapters="territory",
        scenery="village",
    ),
    "what may be answered, once, then why not the rest, and the rule": Case(
        "activation",
        "Enter red does not interrupt 1 red interrupts with Mirka Rag-Doll (SPD 7, 3 AP)"
        " Enter red does not interrupt not possible: red interrupts with Vlädd – Vlädd"
        " (SPD 3) is not faster than"
        " Ngobo Quick-Arm (SPD 5) [activation.interrupt] ? activation.interrupt the"
        " rule Red: does a faster fighter interrupt",
        ("ngobo", "?"),
        more={"first": "blue", "fighters": THREE},
    ),
    "why an answer may not be given that is named by its words": Case(
        "activation",
        "not allowed: Vlädd (SPD 3) is not faster than Ngobo Quick-Arm (SPD 5) [activation.interrupt]",
        ("ngobo", "vlädd"),
        more={"first": "blue", "fighters": THREE},
    ),
    "what is none of the answers": Case(
        "activation",
        "“is done” is not one of the answers. Red: which fighter do you activate",
        ("is done",),
        more={"fighters": APART.replace("}}", "}, Vlädd: {at: [9, 9]}}")},
    ),
    "a reason that is the same for several": Case(
        "activation",
        "not possible: Yuri shoots Ngobo Quick-Arm with Throwing knives – Ngobo Quick-Arm"
        " is 43.46 cm from Yuri, out of"
        " range (20 cm) [shoot.no-target]; the same for Abama Big-Belly",
        ("?",),
        more={"fighters": f"{{Yuri: {{at: [18.5, 24]}}, Ngobo Quick-Arm: {{at: [57, 50]}}, {ALONE}}}"},
    ),
    "a charge that falls short, asked for once more": Case(
        "activation",
        "The Charge falls short of Abama Big-Belly: 44.39 cm, and 10 cm is the limit. To do it anyway, type"
        " it again. Red: what does Yuri do, with 3 AP left?",
        ("charges abama",),
        more={"fighters": f"{{Yuri: {{at: [18.5, 24]}}, {ALONE}}}"},
    ),
    "a charge that falls short, typed again": Case(
        "activation",
        "and 10 cm is the limit. > Yuri charges Abama Big-Belly",
        ("charges abama", "charges abama"),
        more={"fighters": f"{{Yuri: {{at: [18.5, 24]}}, {ALONE}}}"},
    ),
    "somebody to go to who is not there": Case(
        "activation",
        "Ngobo Quick-Arm is not on the field. possible: Yuri ",
        ("10 towards ngobo",),
        more={"fighters": APART},
    ),
    "what may be done now, after a line that is nothing": Case(
        "activation",
        "“flies” makes no sense here. possible: Yuri ",
        ("flies",),
        more={"fighters": APART},
    ),
    "the rule of the last line that was told": Case(
        "setup.6-scenery", "Preparation 6: scenery setup.6-scenery English", ("2", "why")
    ),
    "the beginning of a name": Case(
        "activation",
        "10 cm apart, edge to edge",
        ("measure yur aba",),
        more={"fighters": "{Yuri: {at: [18, 24]}, Abama Big-Belly: {at: [31.5, 24]}}"},
    ),
    "the beginning of a card": Case(
        "setup.5-mission", "Nothing left standing Secret mission", ("show nothing left",)
    ),
    "rage": Case(
        "intendancy.6",
        "Red: does Yuri lose a rage marker? · 2 markers",
        more={"fighters": "{Yuri: {at: [18, 24], markers: {rage: 2}}, Abama Big-Belly: {at: [30, 24]}}"},
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the samples' bands, cards and scenery."""
    here = tmp_path_factory.mktemp("numbers")
    for name in ("bands", "cards", "scenery"):
        shutil.copytree(SAMPLES / name, here / name)
    (here / ".edencli").touch()
    return here


def shown(folder: Path, case: Case, capsys: pytest.CaptureFixture[str]) -> str:
    """What typing these lines shows, its spaces made one; dice are thrown by hand."""
    more = "".join(f"  {key}: {part}\n" for key, part in case.more.items())
    game = GAME.format(chapters=case.chapters, scenery=case.scenery, step=case.step, more=more)
    (folder / "game.yaml").write_text(game, "utf-8")
    session = sit(folder / "game.yaml", seed=None)
    TerminalPlay(WORDS, session, case.viewer, typist=Lines(*case.typed)).run(anew=False)
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_question_is_told_with_the_numbers_that_matter(
    folder: Path, case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    assert case.told in shown(folder, case, capsys)


@pytest.mark.parametrize("viewer", [PUBLIC, Side.BLUE, Side.RED, None])
def test_where_a_secret_mission_deploys_is_told_to_its_player_alone(
    folder: Path, viewer: Audience, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = {"players": "{red: {mission: Nothing left standing}}"}

    told = shown(folder, Case("setup.7-deploy", "", ("south",), secret, viewer=viewer), capsys)

    assert "south half" in told
    assert ("at least 20 cm" in told) == (viewer in {None, Side.RED})


def test_a_name_alone_attacks_nobody(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(folder, Case("activation", "", ("Yuri", "abama"), {"fighters": TOUCHING}), capsys)

    assert "> Yuri" not in told


def test_what_declining_says_as_well_is_not_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(folder, CASES["whether to strike at whom leaves"], capsys)

    assert told.endswith("3 AP 1 Abama Big-Belly strikes Enter Abama Big-Belly does not strike")


def test_of_a_list_nothing_is_said_twice(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = shown(folder, CASES["a leader"], capsys).partition("which fighter is your leader?")[2]

    assert listed.count("Vlädd") == 1
