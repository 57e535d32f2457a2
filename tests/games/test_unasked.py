"""Answers to questions that are not asked: whoever writes one is told which rule kept it from being asked."""

from pathlib import Path
from typing import NamedTuple

import pytest
from short_games import HEAD, game

from edencli.files.library import File
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import PlayedGame, ScriptOptions, play_script

SAMPLES = Path(__file__).parents[2] / "samples"
pytestmark = pytest.mark.usefixtures("here")

BOTH = "Yuri: {at: [20, 20]}, Ngobo Quick-Arm: {at: [23, 20]}"
APART = "Yuri: {at: [20, 20]}, Ngobo Quick-Arm: {at: [30, 20]}"
BLOW = ("red activates Yuri", "Yuri attacks Ngobo Quick-Arm")
SPENT = "Yuri: {at: [20, 20]}, Thembe: {at: [23, 20], ap: 0}"  # his responses have no card that pays for them
SHOT = ("red activates Yuri", "Yuri shoots Ngobo Quick-Arm with Throwing knives")
PASSIVE = "Ngobo Quick-Arm stays passive"
LED = "leader: Yuri, hand: [Second wind, Smoke pots]"


class Unasked(NamedTuple):
    """A last line that answers what was not asked, its form, the rule, the lines before, and the position."""

    form: str
    rule: str
    line: str
    before: tuple[str, ...] = ()
    fighters: str = BOTH
    red: str = "sp: 3"
    blue: str = "sp: 3"
    step: str = "activation"
    more: str = ""
    bands: str = HEAD

    def head(self) -> str:
        players = f"players: {{red: {{{self.red}}}, blue: {{{self.blue}}}}}"
        position = f"  step: {self.step}\n  {players}\n  fighters: {{{self.fighters}}}\n"
        return f"{self.bands}position:\n{position}{self.more}"


ROUND_2 = "  round: 2\n"
CASES = [
    Unasked(
        "bid",
        "first-player.leader-lost",
        "red bids 1",
        step="first-player",
        more=ROUND_2,
        red="leader-lost: 1",
    ),
    Unasked(
        "mission",
        "mission.different",
        "blue plays the mission Let it burn",
        fighters="",
        red="",
        blue="",
        step="setup.5-mission",
        bands=HEAD.replace("jokers", "one").replace("bamaka", "one"),
    ),
    Unasked(
        "deploy",
        "setup.7-deploy",
        "red deploys Yuri at 12, 5",
        ("red takes the south half", "red deploys Yuri at 10, 5", "red leaves the rest out"),
        fighters="",
        red="",
        blue="",
        step="setup.7-deploy",
    ),
    Unasked(
        "scenery",
        "setup.6-scenery",
        "red places Old oak at 10, 30",
        ("each side places 1", "red places Old oak at 20, 30", "blue places Young oak at 40, 30"),
        fighters="",
        red="",
        blue="",
        step="setup.6-scenery",
        more="field: {scenery: [scenery/ruins.yaml]}\n",
    ),
    Unasked(
        "scenery",
        "setup.6-scenery",
        "red places Rubble at 30, 45",
        ("each side places 1", "red places Old oak at 20, 30", "blue places Young oak at 40, 30"),
        fighters="",
        red="",
        blue="",
        step="setup.6-scenery",
        more="field: {scenery: [scenery/ruins.yaml]}\n",
    ),
    # where nobody measures
    Unasked(
        "deploy-put",
        "setup.7-deploy",
        "red deploys Yuri",
        ("red takes the south half", "red deploys Yuri", "red leaves the rest out"),
        fighters="",
        red="",
        blue="",
        step="setup.7-deploy",
        more="field: none\n",
    ),
    Unasked(
        "scenery-put",
        "setup.6-scenery",
        "red places Old oak",
        ("each side places 1", "red places Old oak", "blue places Young oak"),
        fighters="",
        red="",
        blue="",
        step="setup.6-scenery",
        more="field: {measured: false, scenery: [scenery/ruins.yaml]}\n",
    ),
    Unasked(
        "go",
        "activation.once",
        "Yuri moves",
        ("red activates Yuri", "Yuri is done"),
        fighters="Yuri: {}, Ngobo: {}",
        more="field: none\n",
    ),
    # a card: its phase, its price, its player's hand, leader and round
    Unasked(
        "tactic", "tactical-phase.cost", "red plays Smoke pots", step="tactical-phase", red=f"sp: 0, {LED}"
    ),
    Unasked(
        "tactic",
        "tactical-phase.leader",
        "red plays Smoke pots",
        fighters="Yuri: {gone: incapacitated}, Mirka: {at: [40, 40]}, Ngobo: {at: [23, 20]}",
        step="tactical-phase",
        red=f"sp: 3, {LED}",
    ),
    Unasked(
        "tactic",
        "tactical-phase.play",
        "red plays Battle cry",
        step="tactical-phase",
        red=f"sp: 0, {LED}",
    ),
    Unasked(
        "tactic",
        "tactical.once",
        "red plays Battle cry",
        step="tactical-phase",
        red="sp: 3, leader: Yuri, played: [Battle cry]",
    ),
    Unasked("tactic", "tactical.phase-only", "red plays Smoke pots", red=f"sp: 3, {LED}"),
    # cancelling it: its price, and whether it can be
    Unasked(
        "cancel",
        "tactical.cancellation",
        "blue cancels Second wind",
        ("red plays Second wind",),
        step="tactical-phase",
        red=f"sp: 3, {LED}",
        blue="sp: 0",
    ),
    Unasked(
        "cancel",
        "tactical.cancellation",
        "blue cancels Smoke pots",
        ("red plays Smoke pots",),
        step="tactical-phase",
        red=f"sp: 3, {LED}",
    ),
    # being activated, and interrupting
    *(
        Unasked("activate", rule, "red activates Yuri", fighters=fighters)
        for rule, fighters in [
            ("activation.once", "Yuri: {at: [20, 20], activated: true}, Ngobo: {at: [23, 20]}"),
            ("activation.no-ap", "Yuri: {at: [20, 20], ap: 0}, Ngobo: {at: [23, 20]}"),
            ("wound.removed", "Yuri: {gone: removed}, Ngobo: {at: [23, 20]}"),
            ("setup.7-deploy", "Ngobo: {at: [23, 20]}"),
        ]
    ),
    *(
        Unasked("interrupt", rule, "blue interrupts with Ngobo", ("red activates Yuri",), fighters=fighters)
        for rule, fighters in [
            ("activation.interrupt", BOTH),
            ("activation.once", "Yuri: {at: [20, 20]}, Ngobo: {at: [23, 20], activated: true}"),
            ("activation.no-ap", "Yuri: {at: [20, 20]}, Ngobo: {at: [23, 20], ap: 0}"),
            ("wound.removed", "Yuri: {at: [20, 20]}, Ngobo: {gone: removed}"),
        ]
    ),
    # acting when the activation is over
    Unasked(
        "melee",
        "action.cost",
        "Yuri attacks Ngobo Quick-Arm",
        (*BLOW, PASSIVE, "dice: [1, 1, 1, 1]"),
        fighters="Yuri: {at: [20, 20], ap: 1}, Ngobo: {at: [23, 20]}",
    ),
    Unasked("move", "activation.once", "Yuri moves to 20, 22", ("red activates Yuri", "Yuri is done"), APART),
    # meeting a blow: AP, markers, and only a blow
    *(
        Unasked(form, rule, f"{name} {verb}", before, fighters)
        for form, verb in [("dodge", "dodges"), ("respond", "responds")]
        for rule, name, before, fighters in [
            ("action.cost", "Thembe", (BLOW[0], "Yuri attacks Thembe"), SPENT),
            ("melee.reaction", "Ngobo Quick-Arm", (*SHOT, "dice: [1, 1, 1, 1, 1]"), APART),
        ]
    ),
    # moving a location: what must stay
    *(
        Unasked("shift", rule, "Yuri shifts to 6", (*before, f"dice: [{dice}]"), fighters)
        for rule, before, dice, fighters in [
            ("melee.location", (*BLOW, PASSIVE), "1, 1, 1, 1", BOTH),
            ("melee.location", (*BLOW, PASSIVE), "6, 1, 1, 1, 3", BOTH),
            ("shoot.location", SHOT, "1, 1, 1, 1, 1", APART),
        ]
    ),
    # striking at a leaver, and back
    *(
        Unasked(
            "strike",
            rule,
            f"{name} strikes",
            ("red activates Yuri", "Yuri moves to 16, 20", "dice: [1, 1, 1, 1, 1]"),
            fighters,
        )
        for rule, name, fighters in [
            ("action.cost", "Ngobo Quick-Arm", "Yuri: {at: [20, 20]}, Ngobo: {at: [23, 20], ap: 0}"),
            ("wound.removed", "Abama", f"{BOTH}, Abama: {{gone: removed}}"),
        ]
    ),
    Unasked(
        "strike-back",
        "wound.removed",
        "Ngobo Quick-Arm strikes back",
        (*BLOW, "Ngobo Quick-Arm responds", "dice: [6, 1, 6, 6, 6, 6, 4]"),
        "Yuri: {at: [20, 20]}, Ngobo: {at: [23, 20], torso: {lost: 3}}",
    ),
    Unasked(
        "strike-back",
        "melee.response",
        "Yuri strikes back",
        (*BLOW, "Ngobo Quick-Arm responds", "dice: [6, 1, 1, 1, 1, 1]"),
    ),
    Unasked("calm", "state.rage", "Yuri calms down", step="intendancy.6"),
]


@pytest.fixture(autouse=True)
def one_mission(here: Path) -> None:
    """A band with a single mission, for those that both sides want."""
    text = (here / "bands" / "jokers.yaml").read_text(encoding="utf-8")
    missions, cards = text.index("missions:"), text.index("tactics:")
    one = text[:missions] + "missions: [Let it burn]\n" + text[cards:]
    (here / "bands" / "one.yaml").write_text(one, encoding="utf-8")


def played(case: Unasked, moves: list[str]) -> tuple[PlayedGame, File]:
    """Play moves from the position of a case."""
    checks = Checks(make_library())
    file = checks.check_file(game(*moves, head=case.head()), kind="game")
    found = play_script(checks, file, ScriptOptions())
    assert found is not None, list(file.diagnostics)
    return found, file


def told(case: Unasked) -> tuple[str, str, object]:
    """What is said of the last line of a case, and of that alone."""
    (said,) = played(case, [*case.before, case.line])[1].diagnostics
    assert said.path == ("moves", len(case.before))
    return said.code, said.form, said.values.get("by")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.form} {case.rule}")
def test_who_answers_what_was_not_asked_is_told_which_rule_kept_it_from_being_asked(case: Unasked) -> None:
    assert told(case) == ("game-unsuited", "unasked", case.rule)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.form} {case.rule}")
def test_a_script_may_want_a_move_refused_that_is_not_asked_for(case: Unasked) -> None:
    """It names the rule that the message names; another one is no refusal."""
    refused = [f'refuse: {{move: "{case.line}", by: {rule}}}' for rule in (case.rule, "weather.fog")]

    (by_rule, by_another) = ([*played(case, [*case.before, one])[1].diagnostics] for one in refused)

    assert not [one for one in by_rule if one.code in {"game-unsuited", "game-not-refused"}]
    assert [one.code for one in by_another if one.path[0] == "moves"] == ["game-unsuited"]


def test_a_card_of_the_first_round_is_asked_for_like_any_and_refused() -> None:
    """The question is put because other cards of the deck could be played: it does not tell what is held."""
    case = Unasked(
        "tactic",
        "tactical.first-round",
        "blue plays Forgotten cellar",
        step="tactical-phase",
        blue="sp: 3, leader: Ngobo Quick-Arm, hand: [Forgotten cellar]",
        more=ROUND_2,
    )

    assert told(case) == ("game-illegal", "", case.rule)


SAID: dict[str, tuple[str, str, list[str]]] = {
    "burns": (
        "intendancy.3",
        "Yuri: {at: [20, 20], markers: {burn: 1}}, Ngobo: {at: [30, 20], markers: {burn: 1}}",
        ["red picks Yuri", "dice: [1, 1, 1, 1]", "blue picks Ngobo", "dice: [1, 1, 1, 1]"],
    ),
    "strikes at a leaver": (
        "activation",
        "Yuri: {at: [20, 20]}, Ngobo: {at: [23, 20]}, Abama: {at: [20, 23.5]}",
        [
            *("red activates Yuri", "Yuri moves to 16, 17", "dice: [1, 1, 1, 1, 1]", "red picks Abama"),
            *("Abama strikes", "dice: [1, 1, 1, 1]", "red picks Ngobo", "Ngobo does not strike"),
        ],
    ),
    "an explosion": (
        "activation",
        "Yuri: {at: [20, 20]}, Ngobo: {at: [30, 20]}, Abama: {at: [30, 24]}",
        [
            *("red activates Yuri", "Yuri throws Molotov cocktail at 30, 22", "red picks Abama"),
            *("dice: [1, 1, 1, 1]", "red picks Ngobo", "dice: [1, 1, 1, 1]"),
        ],
    ),
    "one blow at a leaver": (
        "activation",
        BOTH,
        ["red activates Yuri", "Yuri moves to 16, 17", "dice: [1, 1, 1, 1, 1]", "red picks Ngobo"],
    ),
    "who begins a round": (
        "first-player",
        BOTH,
        ["red bids 1", "blue bids 1", "dice: [6, 1]", "red activates Yuri", "Yuri is done"],
    ),
    "who meets a blow without AP": (
        "activation",
        SPENT,
        ["red activates Yuri", "Yuri attacks Thembe", "Thembe stays passive", "dice: [1, 1, 1, 1]"],
    ),
}


@pytest.mark.parametrize("told_of", SAID)
def test_what_the_referee_answers_may_be_said_wherever_dice_or_offers_stand_before_it(told_of: str) -> None:
    """With every line, and without those that he needs not be told."""
    step, fighters, moves = SAID[told_of]
    case = Unasked("", "", "", fighters=fighters, step=step)

    said, file = played(case, moves)
    unsaid, _ = played(case, [move for move in moves if not move.endswith(("picks Ngobo", "stays passive"))])

    assert [one.code for one in file.diagnostics] == []
    assert unsaid.wrong is None
    assert unsaid.match.log == said.match.log


@pytest.mark.parametrize("name", ["kitchen-table", "cafe-des-sports"])
def test_nobody_s_eyes_are_asked_why_a_line_answers_nothing(here: Path, name: str) -> None:
    """Whichever activation or interruption is lost, what comes after it is told as unsuited, or fits."""
    lines = (SAMPLES / f"games/{name}.yaml").read_text("utf-8").splitlines(keepends=True)
    starts = [n for n, line in enumerate(lines) if " activates " in line or " interrupts with " in line]
    (here / "games").mkdir()
    ends = set()
    for n in starts:
        (here / "games/lost.yaml").write_text("".join([*lines[:n], *lines[n + 1 :]]), encoding="utf-8")
        checks = Checks(make_library())
        file = checks.check_file("games/lost.yaml", kind="game")

        play_script(checks, file, ScriptOptions(finish=False))

        ends |= {one.code for one in file.diagnostics}

    assert "game-unsuited" in ends
    assert len(starts) > 30
