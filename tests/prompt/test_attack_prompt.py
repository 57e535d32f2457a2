"""Attacks typed at a bare table: what is asked, undone and corrected, what is left, how little is typed."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from in_process import edencli
from sessions import WORDS, Lines

from edencli.commands.fighter_finder import FighterFinder, FighterSources, RemainingStates
from edencli.commands.requests.resolve_attack import ResolveAttackRequest
from edencli.prompt.attack_prompt import ATTACK_COMMANDS, AttackPlay
from edencli.prompt.attack_session import AttackSession
from edencli.prompt.table_attack import BareTable
from edencli.prompt.view_commands import COMMANDS

ROOT = Path(__file__).parents[2]
YURI = ("resolve-attack", "Yuri", "Vlädd", "--cards", "samples/cards/jokers.yaml")
BANDS = ("--band", "samples/bands/jokers.yaml", "--band", "samples/bands/resistance.yaml")


def typed(*arguments: str | Path, lines: str, cwd: Path = ROOT) -> tuple[int, str, str]:
    """What a command ended with, printed, and said besides, when these lines were typed."""
    ended = edencli(*arguments, cwd=cwd, stdin=lines.encode())
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def test_by_hand_asks_the_reaction_the_dice_and_the_shift_in_this_order() -> None:
    code, told, asked = typed(*YURI, "--by-hand", lines="d\n5566\n3\nhead\n111\n")

    assert code == 0
    assert re.search(
        r"passive, dodge \(1 AP\), response \(1 AP\)\?.+4 dice, 5\+:.+4 successes.+1 die:"
        r".+Move the location die.+3 dice",
        asked,
        re.DOTALL,
    )
    assert "to move the die to 1: head" in told


def test_the_successes_and_what_each_limb_would_bring_are_said_before_a_shift() -> None:
    _, _, asked = typed(*YURI, "--by-hand", "--reaction", "passive", lines="5566\n3\n\n")
    before = asked.partition("Move it?")[0]

    assert "4 successes and a location die of 3 against Vlädd" in before
    assert set(re.findall(r"^    (\d) +(\w+)", before, re.MULTILINE)) == {
        ("1", "head"),
        ("2", "arms"),
        ("3", "arms"),
        ("4", "torso"),
        ("5", "torso"),
        ("6", "legs"),
    }


@pytest.mark.parametrize(
    ("typed_in", "told"),
    [
        ("a", "Location 4: torso.\nYuri spends 1 success to move the die to 3: arms."),
        ("arms", "to move the die to 3: arms"),
        ("HE", "to move the die to 1: head"),
        ("6", "to move the die to 6: legs"),
        ("torso", "Location 4: torso.\nVlädd suffers"),
        ("", "Location 4: torso.\nVlädd suffers"),
    ],
)
def test_a_shift_is_a_face_or_a_limb_the_nearest_of_its_faces(typed_in: str, told: str) -> None:
    code, page, _ = typed(*YURI, "--by-hand", "--reaction", "passive", lines=f"5566\n4\n{typed_in}\n")

    assert code == 0
    assert told in page


def test_a_mistyped_die_is_corrected_and_what_came_after_is_asked_again() -> None:
    code, told, asked = typed(
        *YURI, "--by-hand", "--reaction", "passive", lines="1115\ncorrect 5566\n3\ncorrect 77\ncorrect 6\n\n"
    )

    assert code == 0
    assert "5 5 6 6, 4 successes.\nLocation 6: legs." in told
    assert asked.count("1 die:") == 2
    assert "“77” cannot be read as dice: a die shows 1 to 6, not 7." in asked


@pytest.mark.parametrize(("mistyped", "near"), [("l 5.6-6", "1 5 6 6"), ("11i1", "1 1 1 1")])
def test_a_slip_beside_a_die_is_told_with_what_it_could_be(mistyped: str, near: str) -> None:
    code, _, asked = typed(*YURI, "--by-hand", "--reaction", "passive", lines=f"{mistyped}\n1115\n3\n\n")

    assert code == 0
    assert f"“{mistyped}” cannot be read as dice, but {near} could be." in asked


def test_nothing_is_corrected_before_anything_was_thrown() -> None:
    code, _, asked = typed(*YURI, "--by-hand", lines="correct 5566\n\n1111\n")

    assert code == 0
    assert "There are no dice to correct yet" in asked


@pytest.mark.parametrize(
    ("lines", "explained"),
    [
        ("?\n\n1111\n", ("its first letter", "melee.reaction")),
        ("\n?\n1111\n", ("Type the faces", "melee.passive")),
        ("\n5555\n3\n?\n\n", ("Type a face or a limb", "melee.location")),
    ],
)
def test_a_question_mark_explains_what_is_asked(lines: str, explained: tuple[str, ...]) -> None:
    code, _, asked = typed(*YURI, "--by-hand", lines=lines)

    assert code == 0
    assert all(part in asked for part in explained)


def test_a_reaction_that_is_not_allowed_is_refused_with_its_rule_and_asked_again() -> None:
    code, told, asked = typed(*YURI, "--by-hand", "--target-state", "fear:1", lines="r\nx\nd\n1111\n")

    assert code == 0
    assert "(state.fear)" in asked
    assert "Type one of these: passive, dodge (1 AP)." in asked
    assert "Vlädd dodges" in told


def test_the_command_to_go_on_with_goes_on_with_what_is_left() -> None:
    _, told, _ = typed(*YURI, "--dice", "5,5,1,1,4", lines="")
    command = shlex.split(told.splitlines()[-1])

    code, again, _ = typed(*command[1:], "--dice", "5,5,1,1,4", "--format", "json", lines="")

    assert "Vlädd still has: Head □□□; Arms □□□■■; Torso ×□□□■■; Legs □□□■; 3 AP, 1 rage." in told
    yuri, vladd = json.loads(again)["left"]
    assert code == 0
    assert (yuri["ap"], yuri["attacks"], vladd["limbs"]["torso"]["lost"]) == (1, 2, 2)


@pytest.mark.parametrize(
    ("dice", "goes_on"),
    [
        ("3,3,3,1,1,3,3,3,3,1,1,1", ["Grin: arms:3,ap:3", "blue Mirka Rag-Doll: head:1,ap:3"]),
        ("3,3,3,1,1,3,3,3,3,3,1,1", ["blue Mirka Rag-Doll: head:1,ap:3"]),
    ],
)
def test_the_command_to_go_on_with_names_who_else_is_there_as_he_stands(
    dice: str, goes_on: list[str]
) -> None:
    """Three successes into a melee hit the nearest engaged, who may be put out by it."""
    shot = (*YURI, "--with", "knives", "--engaged", "Grin", "--engaged", "blue Mirka Rag-Doll: head:1")

    _, told, _ = typed(*shot, "--shift", "none", "--dice", dice, lines="")
    command = shlex.split(told.splitlines()[-1])
    code, again, _ = typed(*command[1:], "--seed", "1", "--format", "json", lines="")

    assert [one for before, one in pairwise(command) if before == "--engaged"] == goes_on
    assert code == 0
    assert len(json.loads(again)["left"]) == 2 + len(goes_on)


def test_the_command_to_go_on_with_says_the_reaction_and_the_shift_again_while_they_can_be() -> None:
    settled = ("--reaction", "dodge", "--shift", "max-kill")
    _, again, _ = typed(*YURI, *settled, "--target-state", "ap:2", "--dice", "1115,6666", lines="")
    _, spent, _ = typed(*YURI, *settled, "--target-state", "ap:1", "--dice", "1115,6666", lines="")

    assert "--reaction dodge --shift max-kill" in again
    assert "--shift max-kill" in spent
    assert "--reaction" not in spent


def test_who_is_out_leaves_nothing_to_go_on_with() -> None:
    _, told, _ = typed(*YURI, "--dice", "5,6,5,5,1", lines="")

    assert "Vlädd is out of action." in told
    assert "To go on" not in told


def test_what_is_kept_is_read_by_the_next_attack_and_stays_readable(tmp_path: Path) -> None:
    keep = tmp_path / "friday"
    first = typed(*YURI, "--dice", "5,5,1,1,4", "--keep", keep, lines="")
    typed(*YURI, "--dice", "5,5,1,1,4", "--keep", keep, "--target-state", "torso:0", lines="")

    assert first[1].splitlines()[-1].endswith(f"--keep {keep}")
    assert keep.read_text("utf-8").splitlines()[1:] == ["Yuri: ap:1,attacks:2", "Vlädd: torso:1,rage:2,ap:3"]


def test_who_was_put_out_stays_out(tmp_path: Path) -> None:
    keep = tmp_path / "friday"
    typed(*YURI, "--dice", "5,6,5,5,1", "--keep", keep, lines="")

    code, told, why = typed(*YURI, "--seed", "1", "--keep", keep, lines="")

    assert (code, told) == (1, "")
    assert "Vlädd has left the match" in why


KEPT = b"# What is left of each fighter: written and read by edencli resolve-attack --keep.\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"kind: band\n", "was not written by --keep, and is not touched"),
        (b"\xff\xfe", "cannot be read"),
        (KEPT + b"Yuri\n", ":2:"),
        (KEPT + b"Yuri: wings:1\n", "not a limb"),
    ],
)
def test_a_file_that_was_not_kept_is_never_written_over(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "mine").write_bytes(content)

    code, told, said = typed(*YURI, "--seed", "1", "--keep", tmp_path / "mine", lines="")

    assert (code, told) == (2, "")
    assert why in said
    assert (tmp_path / "mine").read_bytes() == content


def test_attacks_one_after_the_other_go_on_with_what_is_left(tmp_path: Path) -> None:
    keep = tmp_path / "friday"
    lines = "y e\n\n4411\n4\n\ny e\n\n1111\ny e\nround\ny e\n\n1111\nnobody e\n\n"

    code, told, said = typed("resolve-attack", *BANDS, "--by-hand", "--keep", keep, lines=lines)

    assert code == 0
    assert told.count("Yuri attacks Elenia") == 3
    assert "(action.per-round)" in said
    assert "“nobody e” names no attacker and target" in said
    assert "“Roll with it” of Elenia takes effect.\nLocation 3: arms." in told  # the die showed 4
    assert keep.read_text("utf-8").splitlines()[1:] == ["Yuri: ap:2,attacks:1", "Elenia: arms:2,ap:3"]


def test_the_last_of_several_attacks_is_corrected_or_taken_back(tmp_path: Path) -> None:
    keep = tmp_path / "friday"
    lines = "y e\n\n4411\n4\n\ncorrect 6\n\ny e\n\n1111\nundo\n\n"

    code, told, _ = typed("resolve-attack", *BANDS, "--by-hand", "--keep", keep, lines=lines)

    assert code == 0
    assert told.count("Yuri attacks Elenia") == 3
    assert keep.read_text("utf-8").splitlines()[1:] == ["Yuri: ap:2,attacks:1", "Elenia: torso:2,ap:3"]


def at_the_table(*lines: str, keep: Path | None = None) -> tuple[int, str, list[str]]:
    """Type lines at a bare table: the exit code, what was printed, and what was said between attacks."""
    kept = ("--keep", keep) if keep else ()
    code, told, said = typed(
        "resolve-attack", *BANDS, "--by-hand", *kept, lines="".join(f"{one}\n" for one in lines)
    )
    return code, told, said.split(PROMPT)[1:]


PROMPT = "Attacker and target? "


def test_quit_ends_and_nothing_typed_after_it_is_read() -> None:
    assert at_the_table("quit", "y e") == (0, "", [""])
    assert at_the_table("y e", "d", "quit", "4511")[:2] == (0, "")


def test_an_attack_of_the_command_line_that_is_left_prints_nothing() -> None:
    code, told, said = typed(*YURI, "--by-hand", lines="d\nquit\n")

    assert (code, told) == (0, "")
    assert "the input ended" not in said


def test_an_attack_of_the_command_line_is_not_taken_back() -> None:
    _, _, said = typed(*YURI, "--by-hand", lines="undo\nquit\n")

    assert "there is nothing to undo" in said


def test_help_lists_what_may_be_typed_here_and_nothing_else() -> None:
    _, _, (told, _) = at_the_table("help")

    assert re.findall(r"^  (\S+)  ", told, re.MULTILINE) == list(ATTACK_COMMANDS)
    assert "NAME" in told


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {*ATTACK_COMMANDS}))
def test_a_command_of_a_match_is_refused_as_a_match_refuses(command: str) -> None:
    code, told, (said, *_) = at_the_table(f"{command} yuri")

    assert (code, told) == (0, "")
    assert said == f"{command} needs a match; without one, only attacks are resolved\n"


def test_a_slip_in_a_command_is_told_with_the_command() -> None:
    assert "did you mean quit?" in at_the_table("qiut")[2][0]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("state", "Yuri still has: Head □□■■; Arms □□■; Torso □□□■■; Legs □□■; 3 AP."),
        ("show yu", "Throwing knives"),
        ("odds y e", "When Yuri attacks Elenia in melee"),
        ("odds", "type the attack after odds"),
        ("advise", "nothing to choose"),
        ("? dodge", "melee.dodge"),
        ("log now", "log takes no words"),
        ("undo", "there is nothing to undo"),
        ("undo it", "the only word that may follow undo is “agreed”"),
        ("redo", "there is nothing to redo"),
        ("correct 4 5", "There are no dice to correct yet"),
    ],
)
def test_what_is_typed_at_a_match_is_typed_between_attacks(line: str, part: str) -> None:
    code, told, (said, *_) = at_the_table(line)

    assert (code, told) == (0, "")
    assert part in said


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("state", "Elenia still has: Head □□■■"),
        ("odds", "When Yuri attacks Elenia in melee"),
        ("hint", "Elenia responds"),
        ("why", "melee.target"),
        ("round", "round is typed between two attacks"),
        ("show father", "Father Anselm"),
        ("correct 4 5", "There are no dice to correct yet"),
        ("y l", "Type one of these: passive"),
    ],
)
def test_what_is_typed_at_a_match_is_typed_within_an_attack(line: str, part: str) -> None:
    _, told, (said, *_) = at_the_table("y e", line)

    assert told == ""
    assert part in said
    assert said.rstrip().endswith("the input ended where a reaction was needed")


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (("y e",), "a reaction was needed"),
        (("y e", "passive"), "dice were needed"),
        (("y e", "passive", "4 4 4 4", "2"), "an answer was needed"),
    ],
)
def test_it_is_told_what_was_asked_for_when_the_input_ended(lines: tuple[str, ...], asked: str) -> None:
    _, _, (said, *_) = at_the_table(*lines)

    assert f"the input ended where {asked}" in said


@pytest.mark.parametrize("line", ["2", "dodges", "Elenia dodges", "DODGE", "d"])
def test_a_reaction_may_be_typed_as_at_any_match(line: str) -> None:
    assert "Elenia dodges, SPD 5" in at_the_table("y e", line, "4516", "3", "")[2][0]


@pytest.mark.parametrize("line", ["Yuri shifts to 1", "1", "head", "shifts to 1"])
def test_a_shift_may_be_typed_as_at_any_match(line: str) -> None:
    assert "to move the die to 1: head" in at_the_table("y e", "p", "4516", "3", line)[1]


def test_undo_takes_the_last_answer_back_with_its_dice_and_redo_gives_it_again(tmp_path: Path) -> None:
    keep = tmp_path / "friday"

    _, told, said = at_the_table(
        "y e", "p", "1111", "undo", "redo", "undo", "undo", "redo", "undo", keep=keep
    )

    assert told.count("Yuri attacks Elenia") == 2
    assert re.findall(r"(?:taken|brought) back: .+", PROMPT.join(said)) == [
        "taken back: Elenia stays passive",
        "brought back: Elenia stays passive",
        "brought back: dice 1 1 1 1",
        "taken back: Elenia stays passive",
        "taken back: Yuri Elenia",
        "brought back: Yuri Elenia",
        "taken back: Yuri Elenia",
    ]
    assert keep.read_text("utf-8").splitlines()[1:] == [], "all that happened was taken back"


def test_state_tells_who_is_out_in_a_match_and_at_the_table(tmp_path: Path) -> None:
    keep = tmp_path / "friday"
    duel = ("resolve-attack", "--game", "samples/games/first-duel.yaml", "--by-hand")
    _, _, of_match = typed(*duel, lines="state\n")
    typed(*YURI, "--dice", "5,6,5,5,1", "--keep", keep, lines="")
    _, _, of_table = typed(*YURI[:1], *YURI[3:], "--by-hand", "--keep", keep, lines="state\n")

    assert "Yuri has left the match" in of_match
    assert "Abama Big-Belly still has" in of_match
    assert "Vlädd has left the match" in of_table
    assert "Yuri still has: Head □□■■; Arms □□■; Torso □□□■■; Legs □□■; 2 AP" in of_table


def test_a_round_that_has_begun_is_taken_back(tmp_path: Path) -> None:
    keep = tmp_path / "friday"
    at_the_table("y e", "p", "1111", "round", "undo", keep=keep)

    assert keep.read_text("utf-8").splitlines()[1:] == ["Yuri: ap:2,attacks:1", "Elenia: ap:3"]


def test_dice_are_corrected_till_the_next_attack_begins_and_the_answers_after_them_fall() -> None:
    _, told, said = at_the_table(
        "y e", "p", "4511", "3", "a", "correct 7", "correct 6", "", "y e", "correct 5"
    )

    assert "a die shows 1 to 6, not 7." in said[1]
    assert "The dice 3 were corrected to 6." in said[2]
    assert told.count("Yuri attacks Elenia") == 2
    assert "There are no dice to correct yet" in said[3]


def test_what_a_correction_has_made_fall_is_not_taken_back_later() -> None:
    _, _, said = at_the_table("y e", "p", "4511", "3", "a", "correct 6", "undo")

    assert re.findall("taken back: .+", PROMPT.join(said)) == ["taken back: Elenia stays passive"]


def test_dice_that_could_not_be_corrected_leave_everything_as_it_was() -> None:
    _, told, _ = at_the_table("y e", "p", "4511", "3", "a", "correct 4 5", "log")

    assert told.count("Yuri attacks Elenia") == 1


def test_the_dice_of_a_seed_fall_again_as_they_fell_when_an_attack_is_given_again() -> None:
    _, told, said = typed("resolve-attack", *BANDS, "--shift", "none", lines="y e\nundo\nredo\nlog\n")
    first, again = told.split("Yuri pays 1 AP")[1:]

    assert first == again
    assert said.count("dice from seed") == 1
    assert said.count(first) == 1


def test_commands_leave_the_json_of_an_attack_whole() -> None:
    answers = "?\nhelp\nodds\n? dodge\nd\nstate\n5566\n3\nhead\n111\n"
    code, told, _ = typed(*YURI, "--by-hand", "--format", "json", lines=answers)

    assert code == 0
    assert json.loads(told)["left"][1]["name"] == "Vlädd"


@pytest.mark.parametrize(
    ("dice", "why"), [("5,5,6,6", "1 die is rolled next"), ("5566,3,1", "1 more was given")]
)
def test_dice_of_the_command_line_that_do_not_fit_end_it_also_where_something_is_asked(
    dice: str, why: str
) -> None:
    code, told, said = typed(*YURI, "--shift", "ask", "--dice", dice, lines="\n\n")

    assert (code, told) == (2, "")
    assert why in said


@pytest.mark.parametrize(
    ("answers", "text", "offered"),
    [
        ((), "Yu", ["Yuri"]),
        ((), "Yuri el", ["Elenia"]),
        ((), "Yuri Elenia with Mol", ["Molotov cocktail"]),
        ((), "qu", ["quit"]),
        (("y e",), "do", ["dodge"]),
        (("y e",), "4", []),
        (("y e", "p", "4516", "3"), "tors", ["torso"]),
        (("y e", "p"), "4", []),
    ],
)
def test_tab_completes_what_may_be_typed(answers: tuple[str, ...], text: str, offered: list[str]) -> None:
    play = AttackPlay(AttackSession(bare_table()), None, Lines(*answers))
    play.run(anew=False)

    assert [found for found, _ in play._completed(text)] == offered


def bare_table() -> BareTable:
    """The table at which the fighters of two bands attack each other, with dice thrown by hand."""
    request = ResolveAttackRequest(band=[str(ROOT / one) for one in BANDS[1::2]], by_hand=True)
    fighters = FighterFinder(WORDS, FighterSources.of(request))
    return BareTable(WORDS, request, fighters, RemainingStates(WORDS, None))


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_an_attack_at_the_table_takes_fewer_than_25_keystrokes() -> None:
    """Counted over the README's own example, Enter with each line."""
    (command,) = re.findall(r"^edencli (resolve-attack --band .+)$", README, re.MULTILINE)
    (sentence,) = re.findall(r"^Type (.+?): \d+ keystrokes", README, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"`(.+?)`", sentence)

    code, told, _ = typed(*shlex.split(command), lines="\n".join(lines) + "\n", cwd=ROOT)

    assert code == 0
    assert "to move the die to 1: head" in told
    assert "Elenia dodges" in told
    assert sum(len(line) + 1 for line in lines) < 25
    assert f"{sum(len(line) + 1 for line in lines)} keystrokes" in README
