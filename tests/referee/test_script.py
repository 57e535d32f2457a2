"""A script is played line by line: what each kind of line does, and how a wrong one is told."""

from collections.abc import Mapping
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, TORSO, VLADD, YLISS, YURI
from effects.carded import ability, begun, tactic

from edencli.match.events import AttackBegun, Rolled
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.questions import Roll
from edencli.match.state import Gone
from edencli.match.table_events import Activated, Moved
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.script import Script, ScriptLine, UnplayableLine, parse_script_lines
from edencli.rules.questions import MomentChoice, ReactionChoice

BEGIN = ("red activates Yuri", "Yuri attacks Elenia")
ATTACK = (*BEGIN, "Elenia stays passive")
MISS, HIT = {"dice": [1, 1, 1, 1]}, {"dice": [6, 1, 1, 1, 4]}


class Played:
    """A script that was played before a match, and what was wrong with it."""

    def __init__(
        self, *moves: Any, match: Match | None = None, dice: SeededDice | None = None, **more: Any
    ) -> None:
        self.match = match or begun()
        finish = more.pop("finish", True)
        self.script = Script(Referee(self.match), parse_script_lines(moves), dice, **more)
        self.fault: UnplayableLine | None = None
        try:
            self.script.play(finish=finish)
        except UnplayableLine as fault:
            self.fault = fault

    @property
    def wrong(self) -> tuple[int, str] | None:
        return self.fault and (self.fault.number, self.fault.code)

    @property
    def values(self) -> Mapping[str, Any]:
        return self.fault.values if self.fault else {}

    @property
    def asked(self) -> Any:
        return self.script._referee.question


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("Yuri is done", ("move", "Yuri is done")),
        ("dice: 4 5 1", ("dice", (4, 5, 1))),
        (" dice : 4 5 1", ("dice", (4, 5, 1))),
        ("dice: none", ("move", "dice: none")),
        ("dices: 4", ("move", "dices: 4")),
        ({"dice": [4, 5]}, ("dice", (4, 5))),
        ({"dice": "4 5"}, ("dice", (4, 5))),
        ({"dice": 4}, ("dice", (4,))),
        ({"note": "dice"}, ("note", "dice")),
        ({"by agreement": "Yuri gains 1 AP"}, ("move", "by agreement: Yuri gains 1 AP")),
        ({"expect": {"round": 1}}, ("expect", {"round": 1})),
    ],
)
def test_a_line_is_of_a_kind(content: Any, line: tuple[str, Any]) -> None:
    (first, parsed) = parse_script_lines(["Yuri is done", content])

    kind, said = line
    given = tuple(parsed.content) if kind == "dice" else parsed.content
    assert (parsed.number, parsed.kind, given) == (1, kind, said)
    assert first == ScriptLine(0, "move", "Yuri is done")


@pytest.mark.parametrize(
    ("moves", "wrong", "values"),
    [
        ((*ATTACK, MISS), None, {}),
        ((*ATTACK, {"dice": [1, 1]}, {"note": "x"}, {"dice": [1, 1]}), None, {}),
        ((*ATTACK, HIT), None, {}),
        (BEGIN, None, {}),
        (ATTACK, (2, "game-dice-missing"), {"wanted": 4, "left": 0}),
        ((*ATTACK, {"dice": [1, 1, 1]}), (3, "game-dice-missing"), {"wanted": 4, "left": 3}),
        ((*ATTACK, {"dice": [6, 1, 1, 1]}), (3, "game-dice-missing"), {"wanted": 1, "left": 0}),
        ((*ATTACK, {"dice": [1] * 6}), (3, "game-dice-left"), {"extra": [1, 1], "n": 2}),
        (({"dice": [1]}, *BEGIN), (1, "game-dice-left"), {"extra": [1], "n": 1}),
        (({"dice": [1]}, "red activates Yuri", "Yuri is done"), (1, "game-dice-left"), {"n": 1}),
        ((*ATTACK, {"dice": [1] * 5}, "Yuri is done"), (4, "game-dice-left"), {"n": 1}),
        (("Yuri yodels",), (0, "game-unreadable"), {"text": "Yuri yodels"}),
        (("blue activates Elenia",), (0, "game-unsuited"), {"text": "blue activates Elenia"}),
        ((*BEGIN, "Yuri is done"), (2, "game-unsuited"), {"text": "Yuri is done"}),
        ((*BEGIN[:1], "Yuri moves to 20, 20 via 20, 60"), (1, "game-illegal"), {}),
        (("red activates Yuri", "blue activates Elenia"), None, {}),
        (("red activates Yuri", "Elenia stays passive"), (1, "game-unsuited"), {}),
        (({"by agreement": "Yuri gains 1 AP"}, {"expect": {"Yuri": {"ap": 4}}}), None, {}),
    ],
)
def test_a_script_is_strict(
    moves: tuple[Any, ...], wrong: tuple[int, str] | None, values: Mapping[str, Any]
) -> None:
    played = Played(*moves)

    assert played.wrong == wrong
    assert {key: played.values[key] for key in values} == values
    assert wrong is None or wrong[0] == len(played.script.starts) - 1


def test_a_line_that_is_not_played_changes_nothing() -> None:
    played = Played("red activates Yuri", "Elenia stays passive")
    assert [type(event) for event in played.match.log if isinstance(event, Activated | AttackBegun)] == [
        Activated
    ]

    played = Played("Yuri yodels")
    assert played.match.log == []
    assert played.script.decisions == 0


def test_each_answer_of_a_line_is_a_decision_and_each_line_has_its_place_in_the_log() -> None:
    played = Played(*ATTACK, MISS, "Yuri is done")

    kinds = [event.kind for event in played.match.log]
    assert played.script.decisions == 3
    assert played.script.starts[:2] == [0, kinds.index("ap-spent")]
    assert played.script.log_length == len(kinds)
    assert sorted(played.script.starts) == played.script.starts
    assert len(played.script.starts) == 5


# ── dice ──


def test_dice_of_a_seed_are_thrown_where_a_script_has_none_of_its_own() -> None:
    by_seed = Played(*ATTACK, dice=SeededDice(1))
    own_first = Played(*ATTACK, MISS, "Yuri attacks Elenia", "Elenia stays passive", dice=SeededDice(1))

    faces = [tuple(one.dice) for one in by_seed.match.log if isinstance(one, Rolled)]
    assert by_seed.wrong is own_first.wrong is None
    assert by_seed.script.dice is not None
    assert by_seed.script.dice.drawn >= 4
    assert [tuple(one.dice) for one in own_first.match.log if isinstance(one, Rolled)][:2] == [
        (1, 1, 1, 1),
        faces[0],
    ]


def test_dice_that_are_too_few_are_not_eked_out_from_the_seed() -> None:
    assert Played(*ATTACK, {"dice": [1, 1]}, dice=SeededDice(1)).wrong == (3, "game-dice-missing")


@pytest.mark.parametrize(("dice", "rolled"), [([1, 1, 1], 0), ([6, 1, 1, 1], 1), ([6, 1, 1, 1, 4], 1)])
def test_what_is_ready_is_thrown_and_what_is_not_waits(dice: list[int], rolled: int) -> None:
    played = Played(*ATTACK, {"dice": dice}, finish=False)

    played.script.throw_ready()

    assert len([one for one in played.match.log if isinstance(one, Rolled)]) == rolled
    assert isinstance(played.asked, Roll) is (len(dice) != 5)
    assert len(played.script.supply) == (3 if len(dice) == 3 else 0)


def test_dice_are_drawn_past_what_may_be_declined() -> None:
    """A card might be played between the throw and its location."""
    ruse = tactic(
        "- {effect: instead, event: rolled, from-hand: true, change: {change: reroll}}",
        more="cancellation: 3",
    )
    match = begun(tactics={RED: [ruse]})

    played = Played(*ATTACK, HIT, match=match)

    assert played.wrong is None
    assert match.state_of(ELENIA).lost == {TORSO: 1}
    waits = Played(*ATTACK, {"dice": [6, 1, 1, 1]}, match=begun(tactics={RED: [ruse]}), finish=False)
    waits.script.throw_ready()
    assert isinstance(waits.asked, MomentChoice)


# ── expectations and refusals ──


@pytest.mark.parametrize(
    ("expected", "wrong"),
    [
        ({"Elenia": {"torso": {"lost": 1}}, "Yuri": {"ap": 2}}, None),
        ({"Elenia": {"torso": {"lost": 2}}}, "game-expect"),
        ({"Elena": {"torso": {"lost": 1}}}, "game-expect-unknown"),
        ({"Yuri": {"uses": {"round": {"atack": 1}}}}, "game-expect-unknown"),
    ],
)
def test_what_is_expected_is_held_to_the_position_after_what_has_been_thrown(
    expected: Mapping[str, Any], wrong: str | None
) -> None:
    played = Played(*ATTACK, HIT, {"expect": expected})

    assert played.wrong == (wrong and (4, wrong))
    if wrong == "game-expect":
        assert played.values["path"] == ("Elenia", "torso", "lost")
    if wrong == "game-expect-unknown":
        assert played.values["nearest"] in {"Elenia", "attack"}


def test_an_expectation_in_the_middle_of_an_act_changes_nothing() -> None:
    wound = {"expect": {"Elenia": {"torso": {"lost": 0}}}}
    played = Played(*BEGIN, wound, finish=False)
    assert isinstance(played.asked, ReactionChoice)

    told = Played(*BEGIN, {"expect": {"Elenia": {"ap": 9}}})
    assert told.wrong == (2, "game-expect")
    assert told.values["is_open"]
    assert Played(*BEGIN, wound, "Elenia stays passive", HIT).wrong is None


def test_an_end_that_is_expected_declines_what_is_left() -> None:
    match = begun(step="intendancy.10")
    match.state.round, match.state.rounds_more = 9, 0

    played = Played({"expect": {"ended": "match.rounds"}}, match=match)

    assert played.wrong is None
    assert played.match.state.ended == "match.rounds"


FAR = "Yuri attacks Yliss"


@pytest.mark.parametrize(
    ("refused", "wrong"),
    [
        ({"move": FAR, "by": "melee.target"}, None),
        ({"move": FAR, "by": "action.cost"}, "game-refused-otherwise"),
        ({"move": "Yuri attacks Elenia", "by": "melee.target"}, "game-not-refused"),
        ({"move": "Yuri is done", "by": "melee.target"}, "game-not-refused"),
        ({"move": "blue activates Elenia", "by": "melee.target"}, "game-not-refused"),
        ({"move": "Elenia stays passive", "by": "melee.target"}, "game-unsuited"),
        ({"move": "by agreement: Yuri gains 1 AP", "by": "card-over-rule"}, "game-not-refused"),
    ],
)
def test_a_move_is_refused_by_the_rule_that_is_named(refused: Mapping[str, str], wrong: str | None) -> None:
    played = Played("red activates Yuri", {"refuse": refused})

    assert played.wrong == (wrong and (1, wrong))
    assert not [one for one in played.match.log if isinstance(one, AttackBegun | Moved)]
    if wrong in {"game-not-refused", "game-refused-otherwise"}:
        assert (played.values["text"], played.values["rule"]) == (refused["move"], refused["by"])


@pytest.mark.parametrize(
    ("line", "by"),
    [
        ("red plays Ruse", "tactical.phase-only"),
        ("red activates Vlädd", "activation.once"),
        ("Vlädd attacks Elenia", "wound.removed"),
    ],
)
def test_a_line_that_is_not_asked_for_is_told_with_the_rule_that_keeps_it_from_being_asked(
    line: str, by: str
) -> None:
    ruse = tactic("- {effect: now, do: [{op: give-vp}]}")
    match = begun(tactics={RED: [ruse]})
    match.state_of(VLADD).activated = True
    if "attacks" in line:
        match.state.remove_fighter(VLADD, Gone.INCAPACITATED)
        match.state.remove_fighter(YLISS, Gone.INCAPACITATED)

    played = Played(line, match=match)

    assert played.wrong is not None
    assert played.wrong[1] in {"game-unsuited", "game-illegal"}
    refusal = played.values.get("unasked") or played.values.get("refusal")
    assert refusal is not None
    assert refusal.rule == by


# ── what the referee answers by itself, and how far a script goes ──


def test_what_the_referee_answered_by_itself_may_be_said_and_need_not_be() -> None:
    for moves in (("red activates Yuri", "Yuri is done"), ("Yuri is done",)):
        match = begun(places={YURI: (20, 20), ELENIA: (40, 40), YLISS: (50, 50)})
        match.state_of(YLISS).activated = True

        played = Played(*moves, match=match)

        assert played.wrong is None or len(moves) == 1


def test_a_script_stops_where_it_is_told_to() -> None:
    for number, kinds in ((0, []), (1, [Activated]), (2, [Activated, AttackBegun])):
        played = Played(*ATTACK, HIT, stop=lambda _, at, number=number: at >= number)

        found = [type(event) for event in played.match.log if isinstance(event, Activated | AttackBegun)]
        assert (played.wrong, found) == (None, kinds)
        assert len(played.script.starts) == number


def test_cards_that_go_on_without_end_are_told_with_the_line() -> None:
    rage = "{op: give-markers, who: {the: user}, marker: rage}"
    begins = f"- {{effect: when, event: activated, do: [{rage}]}}"
    echo = f"{begins}\n- {{effect: when, event: markers-added, do: [{rage}]}}"
    match = begun({YURI: [ability(echo, name="Echo")]})

    played = Played("red activates Yuri", match=match)

    assert played.wrong == (0, "game-cards-endless")
    assert isinstance(played.values["over"], OverBudgetError)
    assert (match.state_of(YURI).markers, match.log) == ({}, [])


@pytest.mark.parametrize("line", ["Yuri stays passive", "Elenia attacks Yuri", "Yuri is activated"])
def test_a_line_that_could_be_of_two_fighters_and_is_not_asked_for_answers_nothing(line: str) -> None:
    match = begun(places={YURI: (20, 20), ELENIA: (23, 20), Piece(BLUE, "Yuri"): (40, 40), VLADD: (5, 5)})

    played = Played(line, match=match)

    assert played.wrong is not None
    assert match.log == []


def test_what_was_played_since_a_mark_is_taken_back_with_its_dice() -> None:
    played = Played("red activates Yuri", finish=False, dice=SeededDice(5))
    mark, drawn = played.script._referee.replay_point(), played.script.dice.drawn if played.script.dice else 0
    for line in parse_script_lines(BEGIN[1:] + ATTACK[2:]):
        played.script.play_line(line)
    played.script.throw_ready()

    played.script.rewind(mark, drawn)

    assert [type(one) for one in played.match.log if isinstance(one, Activated | AttackBegun)] == [Activated]
    assert played.script.dice is not None
    assert (played.script.dice.drawn, played.script.supply) == (drawn, [])
    assert played.match.state_of(YURI).ap == 3
