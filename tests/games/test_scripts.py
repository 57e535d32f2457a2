"""Scripts: how strictly they are read, and what a file of them may say."""

import pytest
from short_games import ATTACK, DUEL, HEAD, PASSIVE, STRIKE, TOUCHING, Run, game

from edencli.files.diagnostic import TermId
from edencli.files.library import File
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import PlayedGame, ScriptOptions, _position_text, play_script
from edencli.match.table_events import Moved
from edencli.referee.view import HIDDEN_NAME

pytestmark = pytest.mark.usefixtures("here")


def played(*moves: str, head: str = DUEL) -> tuple[PlayedGame, File]:
    checks = Checks(make_library())
    file = checks.check_file(game(*moves, head=head), kind="game")
    found = play_script(checks, file, ScriptOptions())
    assert found is not None, list(file.diagnostics)
    return found, file


def faults(*moves: str, head: str = DUEL) -> list[tuple[int, int, str]]:
    """What is wrong and where: the line, counted from the first move, the column and the code."""
    file = played(*moves, head=head)[1]
    first = head.count("\n") + 2
    places = [(one.place, one.code) for one in file.diagnostics]
    return [(place.line - first, place.column, code) for place, code in places if place]


def test_a_script_is_played_to_its_last_line() -> None:
    match = played(*ATTACK, PASSIVE, STRIKE)[0].match

    assert [event.kind for event in match.log][-2:] == ["wounded", "attack-ended"]


def test_optional_questions_are_declined_where_the_next_line_does_not_answer_them() -> None:
    """Nobody interrupts Yuri, and he is done when blue is the next to speak."""
    assert faults("red activates Yuri", "blue activates Ngobo Quick-Arm") == []


def test_what_the_referee_answered_himself_may_be_said_all_the_same() -> None:
    """Where nobody else is left, red needs not name Yuri, and may."""
    alone = TOUCHING.replace("Mirka Rag-Doll: {at: [40, 40]}, ", "")

    assert faults("red activates Yuri", "Yuri is done", head=HEAD + alone) == []
    assert faults("Yuri is done", head=HEAD + alone) == []


def test_a_required_question_is_not_passed_over() -> None:
    """Ngobo must say how he meets the attack."""
    assert faults(*ATTACK, "Yuri is done") == [(2, 5, "game-unsuited")]


def test_a_move_of_the_wrong_side_answers_nothing() -> None:
    assert faults("blue activates Ngobo Quick-Arm") == [(0, 5, "game-unsuited")]


def test_a_move_against_the_rules_is_told_with_its_rule() -> None:
    file = played("red activates Yuri", "Yuri attacks Mirka Rag-Doll")[1]
    (said,) = file.diagnostics

    assert (said.code, said.values["by"]) == ("game-illegal", "melee.target")


def test_a_move_that_means_two_things_is_not_guessed_at() -> None:
    twice = HEAD.replace("bamaka", "jokers") + "position:\n  step: activation\n  fighters: {}\n"

    assert faults('"by agreement: Yuri gains 1 AP"', head=twice) == [(0, 5, "game-ambiguous")]


def test_a_file_is_validated_by_the_form_of_every_move(run: Run) -> None:
    """Two lines that say nothing are both told, for none is played."""
    name = game("red activates Yuri", "Yuri yodels", "Ngobo Quick-Arm yodels")
    code, output, _ = run(name, command="validate")

    assert code == 1
    assert output.count("error[game-unreadable]") == 2


def test_nothing_can_be_moved_after_the_end() -> None:
    over = HEAD + "position: {step: intendancy.12, round: 5}\n"

    assert faults("expect: {ended: match.early-end}", "red activates Yuri", head=over) == [
        (1, 5, "game-unsuited")
    ]


def test_a_position_may_be_that_of_the_end() -> None:
    over = HEAD + "position: {ended: match.rounds}\n"

    assert faults("expect: {ended: match.rounds}", head=over) == []
    assert faults("red activates Yuri", head=over) == [(0, 5, "game-over")]


def test_dice_that_are_missing_are_told_where_they_were_to_be_drawn() -> None:

    assert faults(*ATTACK, PASSIVE) == [(2, 5, "game-dice-missing")]
    assert faults(*ATTACK, PASSIVE, "dice: [5, 1]") == [(3, 5, "game-dice-missing")]
    assert faults(*ATTACK, PASSIVE, "dice: [5, 1]", "Yuri is done") == [(4, 5, "game-dice-missing")]


def test_a_throw_draws_from_several_lines() -> None:
    assert faults(*ATTACK, PASSIVE, "dice: [5, 1]", "dice: [2, 3,  4]") == []


def test_dice_that_are_left_over_are_an_error() -> None:
    rolled = (*ATTACK, PASSIVE, "dice: [5, 1, 2, 3,  4,  6]")

    assert faults(*rolled) == [(3, 5, "game-dice-left")]
    assert faults(*rolled, "Yuri is done") == [(4, 5, "game-dice-left")]


def test_dice_pass_over_a_shift_that_nobody_asked_for() -> None:
    """Three successes could move the location; the die that follows belongs to Ngobo's dodge."""
    dodged = (*ATTACK, "Ngobo Quick-Arm dodges")

    assert faults(*dodged, "dice: [5, 5, 5, 3,  4,  6, 1, 1, 1, 1]") == []


def test_a_seed_throws_what_the_script_does_not() -> None:
    seeded = HEAD + "dice: {seed: 5}\n" + TOUCHING

    assert faults(*ATTACK, PASSIVE, head=seeded) == []


@pytest.mark.parametrize("face", [0, 7])
def test_a_die_has_six_faces(run: Run, face: int) -> None:
    code, _, errors = run(game("red activates Yuri", f"dice: [{face}]"))

    assert code == 1
    assert "error[schema-range]" in errors


@pytest.mark.parametrize(
    "expected",
    [
        "{Yuri: {ap: 3, activated: true, at: [20, 20]}}",
        "{fighters: {red Yuri: {ap: 3}}}",
        "{first: red, round: 1}",
        "{Ngobo Quick-Arm: {torso: {lost: 0}, markers: {burn: 0}}}",
    ],
)
def test_a_position_is_expected_part_by_part(expected: str) -> None:
    assert faults("red activates Yuri", f"expect: {expected}") == []


NOTHING = TermId("type/null")


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("{Yuri: {ap: 2}}", ("Yuri ap", "2", "3")),
        ("{Yuri: {at: [20, 21]}}", ("Yuri at", "[20, 21]", "[20, 20]")),
        ("{Yuri: {gone: incapacitated}}", ("Yuri gone", "incapacitated", NOTHING)),
        ("{Yuri: {activated: false}}", ("Yuri activated", "false", "true")),
        ("{players: {blue: {vp: 1}}}", ("players blue vp", "1", NOTHING)),
    ],
)
def test_what_differs_from_the_expected_is_told(expected: str, told: tuple[str, str, str | TermId]) -> None:
    (said,) = played("red activates Yuri", f"expect: {expected}")[1].diagnostics

    assert said.code == "game-expect"
    assert (said.values["path"], said.values["expected"], said.values["actual"]) == told


def test_what_is_expected_while_a_reaction_is_open_is_told_with_its_question() -> None:
    (said,) = played(*ATTACK, "expect: {Yuri: {gone: incapacitated}}")[1].diagnostics

    assert (said.code, said.form) == ("game-expect", "open")
    assert str(said.values["asked"]).startswith("Blue: how does")


def test_nobody_is_expected_who_is_not_there() -> None:
    assert faults("expect: {Elenia: {ap: 3}}") == [(0, 5, "game-expect-unknown")]


def test_who_expects_the_end_has_nothing_to_add() -> None:
    """The questions of the intendancy are declined till the match is over."""
    last = HEAD + "position: {step: intendancy.10, round: 5}\n"
    match = played("expect: {ended: match.early-end}", head=last)[0].match

    assert match.state.ended == "match.early-end"


def test_a_refused_move_changes_nothing() -> None:
    refuse = 'refuse: {move: "Yuri moves to 50, 50", by: action.move}'
    match = played("red activates Yuri", refuse)[0].match

    assert match.log == played("red activates Yuri")[0].match.log


def test_what_both_sides_agree_on_may_be_refused_too() -> None:
    """Nobody is put upon another."""
    assert faults('refuse: {move: "by agreement: Yuri is placed at 23, 21", by: move.base}') == []


@pytest.mark.parametrize(
    ("refused", "code"),
    [
        ("{move: Yuri attacks Ngobo Quick-Arm, by: melee.target}", "game-not-refused"),
        ("{move: Yuri attacks Mirka Rag-Doll, by: action.cost}", "game-refused-otherwise"),
        ("{move: Ngobo Quick-Arm dodges, by: melee.dodge}", "game-unsuited"),
    ],
)
def test_a_refusal_is_wanted_of_the_rule_that_the_script_names(refused: str, code: str) -> None:
    assert faults("red activates Yuri", f"refuse: {refused}") == [(1, 5, code)]


def test_a_note_is_told_where_it_stands(run: Run) -> None:
    output = run(game("red activates Yuri", "note: He hesitates.", "Yuri is done"))[1]

    assert output.index("Red activates Yuri") < output.index("“He hesitates.”")


def test_a_note_follows_the_dice_before_it(run: Run) -> None:
    seeded = HEAD + "dice: {seed: 5}\n" + TOUCHING
    output = run(game(*ATTACK, PASSIVE, "note: A blow.", head=seeded))[1]

    assert output.index("Yuri strikes") < output.index("“A blow.”")


ONE_EACH = """\
position:
  step: activation
  players: {red: {sp: 3}, blue: {sp: 3}}
  fighters: {Yuri: {at: [20, 20]}, Ngobo Quick-Arm: {at: [23, 20]}}
"""
LED = ONE_EACH.replace("activation", "tactical-phase").replace(
    "red: {sp: 3}", "red: {sp: 3, leader: Yuri, hand: [Duck]}"
)


def test_a_misspelt_line_is_told_by_what_it_should_say_and_nothing_is_declined_for_it() -> None:
    """Red may still play a card when the line begins, and has not said that he does not."""
    head = HEAD + LED
    checks = Checks(make_library(), moves=False)
    file = checks.check_file(game("red actiavtes Yuri", head=head), kind="game")

    begun = play_script(checks, file, ScriptOptions())

    (said,) = file.diagnostics
    assert begun is not None
    assert said.code == "game-unreadable"
    assert str(said.values["why"]).endswith("“actiavtes” cannot be read.")
    assert (said.repair, said.values["repaired"]) == ("repair/meant", "red activates Yuri")
    assert begun.match.log == []


def test_a_line_that_answers_nothing_leaves_the_match_where_it_began() -> None:
    """Yuri is still active after a reaction that nobody is asked for, and it is of him that is told."""
    game, file = played("red activates Yuri", "Ngobo Quick-Arm dodges")

    (said,) = file.diagnostics
    assert said.code == "game-unsuited"
    assert "Yuri" in str(said.values["asked"])
    assert game.match.log[-1].kind == "activated"


def test_what_was_answered_after_an_optional_question_may_be_said() -> None:
    """Red holds a card that he does not play; that he has only Yuri to activate is then no question."""
    assert faults("red activates Yuri", "Yuri is done", head=HEAD + LED) == []


def test_what_was_answered_after_dice_may_be_said() -> None:
    """Both bid as much, so dice decide who is first, and he has only one to activate."""
    head = HEAD + ONE_EACH.replace("activation", "first-player")

    assert (
        faults("red bids 1", "blue bids 1", "dice: [6, 1]", "red activates Yuri", "Yuri is done", head=head)
        == []
    )


@pytest.mark.parametrize(
    ("lines", "head", "rule"),
    [
        (["red activates Yuri", "blue interrupts with Ngobo Quick-Arm"], ONE_EACH, "activation.interrupt"),
        (["red plays Duck"], LED.replace("red: {sp: 3", "red: {sp: 0"), "tactical-phase.cost"),
        (
            ["red plays Duck"],
            LED.replace("Yuri: {at: [20, 20]}", "Yuri: {gone: incapacitated}, Mirka: {at: [40, 40]}"),
            "tactical-phase.leader",
        ),
        (
            ["red activates Yuri", "Yuri attacks Thembe", "Thembe dodges"],
            ONE_EACH.replace("Ngobo Quick-Arm: {at: [23, 20]", "Thembe: {at: [23, 20], ap: 0"),
            "action.cost",
        ),
    ],
)
def test_who_answers_what_was_not_asked_is_told_which_rule_kept_it_from_being_asked(
    lines: list[str], head: str, rule: str
) -> None:
    (said,) = played(*lines, head=HEAD + head)[1].diagnostics

    assert (said.code, said.form, said.values["by"]) == ("game-unsuited", "unasked", rule)


@pytest.mark.parametrize(
    "dice", ["dice: [5, 1, 2, 3, 4]", "dice: 5 1 2 3 4", "dice: 5,1,2, 3 4", '"dice: 51234"']
)
def test_dice_are_written_as_a_list_or_as_the_notation_has_them(dice: str) -> None:
    """One success, and the torso."""
    match = played(*ATTACK, PASSIVE, dice)[0].match

    assert [event.kind for event in match.log][-2:] == ["wounded", "attack-ended"]


def test_one_die_needs_no_list() -> None:
    assert faults(*ATTACK, PASSIVE, "dice: 1 1 1 1") == []
    assert faults(*ATTACK, PASSIVE, "dice: 5 1 2 3", "dice: 4") == []


@pytest.mark.parametrize("dice", ["dice: 4 7", "dice: 9", "dice: four"])
def test_no_die_shows_more_than_six(dice: str) -> None:
    name = game(*ATTACK, PASSIVE, dice)
    checks = Checks(make_library())

    assert checks.check_file(name, kind="game").diagnostics.error_count


def test_where_a_straight_line_is_blocked_the_way_round_is_written_out() -> None:
    """Ngobo stands between Yuri and where he goes; the way that is told can be walked."""
    head = HEAD + ONE_EACH.replace("[23, 20]", "[25, 20]")
    (said,) = played("red activates Yuri", "Yuri moves to 28, 22", head=head)[1].diagnostics

    route = str(said.values["route"])
    assert (said.code, said.repair) == ("game-illegal", "repair/route")
    assert route.startswith("Yuri moves to 28, 22 via ")
    assert faults("red activates Yuri", route, head=head) == []


def test_no_way_is_written_out_where_there_is_none() -> None:
    (said,) = played("red activates Yuri", "Yuri moves to 59, 59")[1].diagnostics

    assert (said.code, said.repair) == ("game-illegal", None)


def test_a_script_says_where_a_move_ends_as_people_do() -> None:
    head = HEAD + ONE_EACH.replace("[23, 20]", "[25, 20]")
    game, file = played("red activates Yuri", "Yuri moves 2 south", "Yuri moves 3 towards Ngobo", head=head)

    assert list(file.diagnostics) == []
    assert [tuple(event.path[-1]) for event in game.match.log if isinstance(event, Moved)] == [
        (20_000, 18_000),
        (21_286, 18_514),
    ]


def test_a_goal_is_the_end_of_a_straight_line_and_the_way_round_what_is_on_it_is_written_out() -> None:
    head = HEAD + ONE_EACH.replace("[23, 20]", "[24, 21]")
    (said,) = played("red activates Yuri", "Yuri moves 8 east", head=head)[1].diagnostics

    route = str(said.values["route"])
    assert (said.code, said.repair, said.values["by"]) == ("game-illegal", "repair/route", "move.base")
    assert route.startswith("Yuri moves to 28, 20 via ")
    assert faults("red activates Yuri", route, head=head) == []


def test_a_name_that_is_only_begun_is_refused_with_all_that_it_could_be() -> None:
    """Mirka alone may be activated, but somebody carries what begins so as well."""
    assert faults("red activates yu", "Yuri attacks ngo") == []
    (said,) = played("red activates m")[1].diagnostics

    assert said.code == "game-ambiguous"
    assert "Mirka Rag-Doll" in str(said.values["why"])


def test_a_card_that_is_hidden_from_who_expects_another_hand_is_told_as_a_question_mark() -> None:
    assert _position_text({"hand": (HIDDEN_NAME, "Duck")}) == "{hand: [?, Duck]}"
