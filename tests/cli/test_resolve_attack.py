"""`edencli resolve-attack`: an attack with dice of one's own, what may not be, its odds, advice."""

import json
from pathlib import Path

import pytest
from in_process import edencli
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[2]
JOKERS = "samples/cards/jokers.yaml"
BOTH = ("Yuri", "Vlädd", "--cards", JOKERS)


def resolved(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """What the command ended with, printed, and said besides."""
    ended = edencli("resolve-attack", *arguments, cwd=ROOT, stdin=stdin.encode())
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def test_dice_of_ones_own_are_used_in_the_rulebooks_order() -> None:
    """Four dice on CBT, the location, three on SPD: of two successes the apron stops what is left."""
    code, told, _ = resolved(*BOTH, "--reaction", "dodge", "--dice", "5,2,6,1,4,3,5,2")

    assert code == 0
    assert "5 2 6 1, 2 successes" in told
    assert "3 5 2, 1 success" in told
    assert "\nYuri's attack on Vlädd fails.\n" in told


def test_the_same_seed_gives_the_same_attack() -> None:
    first = resolved(*BOTH, "--seed", "7", "--reaction", "response")

    assert first == resolved(*BOTH, "--seed", "7", "--reaction", "response")
    assert first[2] == ""


def test_a_fresh_seed_is_told_so_that_the_attack_can_be_seen_again() -> None:
    _, told, said = resolved(*BOTH)
    seed = said.strip().rpartition(" ")[2]

    assert resolved(*BOTH, "--seed", seed)[1] == told


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (["--dice", "4,5,1"], "4 dice are rolled next, and 3 are left of the 3 given", 2),
        (["--dice", "1,1,1,1,6"], "4 dice were rolled, and 1 more was given: 6", 2),
        (["--dice", "4,5,1,7"], "a die shows 1 to 6, not 7", 2),
        (["--seed", "1", "--dice", "1,1,1,1"], "only one of --seed", 2),
        (["--seed", "1", "--with", "Throwing knifes"], "did you mean Throwing knives?", 2),
        (["--seed", "1", "--with", "slingshot"], "Yuri has no slingshot", 2),
        (["--seed", "1", "--attacker-state", "head:9"], "Yuri has 4 CP (head)", 2),
        (["--seed", "1", "--attacker-state", "wings:1"], "“wings” is not a limb", 2),
        (["--seed", "1", "--obstacles", "2"], "--obstacles changes nothing here", 2),
        (["--seed", "1", "--above", "--rulebook", "de"], "--optional en, fr, it or pt", 1),
        (
            ["--seed", "1", "--below", "--reaction", "response", "--rulebook", "de"],
            "--optional en, fr, it",
            1,
        ),
        (["--seed", "1", "--below"], "--below changes nothing here", 2),
        (["--seed", "1", "--below", "--with", "Throwing knives"], "--below changes nothing here", 2),
        (["--odds", "--above", "--below"], "above the target or below, not both", 2),
        (["--seed", "1", "--beacon"], "--beacon changes nothing here", 2),
        (
            ["--seed", "1", "--beacon", "--with", "Throwing knives", "--rulebook", "fr"],
            "no Energy Beacon; --optional en, it or pt",
            1,
        ),
        (["--seed", "1", "--attacker-state", "ap:0"], "(action.cost)", 1),
        (["--seed", "1", "--attacker-state", "fear:1"], "(state.fear)", 1),
        (["--seed", "1", "--attacker-state", "attacks:2"], "(action.per-round)", 1),
        (["--seed", "1", "--reaction", "response", "--target-state", "fear:1"], "(state.fear)", 1),
        (["--seed", "1", "--reaction", "dodge", "--target-state", "ap:0"], "(action.cost)", 1),
        (["--odds", "--seed", "1"], "exact odds need no dice", 2),
        (["--seed", "1", "--reaction", "duck"], "--reaction is one of passive, dodge, response", 2),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(arguments: list[str], said: str, code: int) -> None:
    ended, told, why = resolved(*BOTH, *arguments)

    assert (ended, told) == (code, "")
    assert said in why
    assert why.count("\n") == 1


YURI, RAT = f"{JOKERS}#Yuri", "samples/cards/npfs.yaml#Rat"


def test_an_npf_responds_free_and_needs_no_ap_to_attack() -> None:
    _, attacked, _ = resolved(YURI, RAT, "--seed", "3", "--target-state", "ap:0,attacks:2")
    _, attacking, _ = resolved(RAT, YURI, "--seed", "3", "--attacker-state", "ap:0,attacks:2")

    assert "Rat responds.\nYuri: CBT 4" in attacked, "he pays nothing"
    assert attacking.startswith("Rat attacks Yuri")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((YURI, RAT, "--seed", "3", "--reaction", "passive"), "(infestation.response)"),
        ((RAT, RAT, "--seed", "3"), "NPFs do not fight each other"),
        ((YURI, RAT, "--seed", "3", "--rulebook", "de"), "--optional en, fr, it or pt"),
    ],
)
def test_what_an_npf_does_not_do_is_refused(arguments: tuple[str, ...], why: str) -> None:
    code, told, said = resolved(*arguments)

    assert (code in {1, 2}, told) == (True, "")
    assert why in said


def test_a_target_who_responds_from_above_strikes_better() -> None:
    _, told, _ = resolved(*BOTH, "--below", "--reaction", "response", "--seed", "1")

    assert "Vlädd: CBT 6, +2 above" in told


def test_obstacles_that_leave_no_dice_make_a_shot_fail() -> None:
    weak = "arms:2,poison:1"
    code, told, _ = resolved(
        *BOTH, "--with", "Throwing knives", "--obstacles", "5", "--attacker-state", weak, "--seed", "1"
    )

    assert code == 0
    assert "no dice" in told
    assert "\nYuri's attack on Vlädd fails.\n" in told


def test_an_unknown_fighter_gets_the_nearest_name() -> None:
    code, _, why = resolved("Yury", "Vlädd", "--cards", JOKERS)

    assert code == 2
    assert "did you mean Yuri?" in why


def test_by_hand_asks_for_each_throw_and_again_for_dice_that_do_not_fit() -> None:
    code, told, asked = resolved(*BOTH, "--by-hand", stdin="\n4 5 1\n4519\n4 5 1 1\n3\n")

    assert code == 0
    assert "4 dice, 5+:" in asked
    assert "4 dice are needed, and 3 were given." in asked
    assert "a die shows 1 to 6, not 9." in asked
    assert "4 5 1 1, 1 success" in told


def test_input_that_ends_too_early_is_no_traceback() -> None:
    code, told, why = resolved(*BOTH, "--by-hand", stdin="\n4 5 1 1\n")

    assert (code, told) == (1, "")
    assert "the input ended" in why


def test_events_and_blows_are_json_described_by_schema() -> None:
    _, told, _ = resolved(*BOTH, "--dice", "5,6,5,5,1", "--format", "json")
    schema = json.loads((ROOT / "schemas/attack.schema.json").read_text(encoding="utf-8"))

    data = json.loads(told)

    Draft202012Validator(schema).validate(data)
    assert data["outcome"]["blows"] == [
        {
            "attacker": "red Yuri",
            "victim": "blue Vlädd",
            "success": True,
            "limb": "head",
            "wounds": 4,
            "cp_lost": 3,
            "incapacitated": True,
        }
    ]


def test_odds_weigh_every_reaction_and_their_weights_sum_to_the_denominator() -> None:
    _, told, _ = resolved(*BOTH, "--odds", "--format", "json")
    schema = json.loads((ROOT / "schemas/odds.schema.json").read_text(encoding="utf-8"))

    data = json.loads(told)

    Draft202012Validator(schema).validate(data)
    assert [one["reaction"] for one in data["results"]] == ["passive", "dodge", "response"]
    for one in data["results"]:
        assert sum(row[-1] for row in one["joint"]) == one["denominator"]


def test_advice_on_a_known_roll_puts_the_best_shift_first() -> None:
    code, told, _ = resolved(*BOTH, "--advise", "--dice", "5,6,5,2,3")

    assert code == 0
    first = next(line for line in told.splitlines() if line.strip()[:1].isdigit() and "arms" in line)
    assert "max-kill" in first


def test_the_successes_go_where_a_policy_wants_them() -> None:
    _, told, _ = resolved(*BOTH, "--shift", "max-kill", "--dice", "5,6,5,5,2")

    assert "to move the die to 1: head" in told
    assert "Vlädd is out of action" in told


@pytest.mark.parametrize(
    ("wrong", "code", "why"),
    [
        (("--dice", "1,1,1,1"), 1, "nothing is hit"),
        (("--reaction", "dodge", "--dice", "6,1,1,1,3"), 1, "no success may be spent"),
        (("--dice", "6,6,6,6,3,1,2"), 2, "2"),
        (("--shift", "none", "--dice", "6,6,6,6,3"), 2, "--shift"),
        (("--shift", "ask", "--dice", "6,6,6,6,3"), 2, "--shift"),
        ((), 2, "--dice"),
    ],
)
def test_advice_is_refused_with_what_is_wrong(wrong: tuple[str, ...], code: int, why: str) -> None:
    ended, told, said = resolved(*BOTH, "--advise", *wrong)

    assert (ended, told) == (code, "")
    assert why in said


def test_advice_is_given_on_the_first_blow_of_a_response() -> None:
    code, told, _ = resolved(*BOTH, "--advise", "--reaction", "response", "--dice", "6,1,5,6,5,2,3")

    assert code == 0
    assert "against Vlädd" in told


def test_advice_on_a_comrade_says_that_best_is_to_spare_him() -> None:
    knives = ("Yuri", "Grin", "--cards", JOKERS, "--with", "Throwing knives", "--engaged", "Matches")

    _, told, _ = resolved(*knives, "--advise", "--dice", "6,1,1,1,1,3")

    assert "Matches is an ally: the shift that hurts Matches least is best" in told


@pytest.mark.parametrize(
    ("engaged", "victims"),
    [
        ((), {"blue Grin"}),
        (("Matches",), {"blue Grin", "red Matches"}),
        (("blue Matches",), {"blue Grin"}),
        (("blue Matches", "red Vlädd"), {"blue Grin", "blue Matches"}),
        (("Vlädd", "Blue Matches"), {"blue Grin", "red Vlädd"}),
    ],
)
def test_an_odd_roll_finds_the_nearest_engaged_on_whichever_side(
    engaged: tuple[str, ...], victims: set[str]
) -> None:
    """A comrade of the target who only stands by him is no melee; in one, he may be hit (shoot.engaged)."""
    knives = ("Yuri", "Grin", "--cards", JOKERS, "--with", "Throwing knives")
    beside = [part for name in engaged for part in ("--engaged", name)]

    code, told, said = resolved(*knives, *beside, "--odds", "--format", "json")

    assert code == 0, said
    fates = json.loads(told)["results"][0]["fates"]
    assert {fate["victim"] for fate in fates} == victims


GAUNTLET = (
    *("Tarik Brass-Hand", "Zahra Sun-Glass", "--cards", "samples/cards/askaris.yaml"),
    *("--with", "Thunder gauntlet"),
)


def test_the_gauntlet_of_the_samples_explodes_over_whom_it_covers() -> None:
    """H-143."""
    _, told, _ = resolved(*GAUNTLET, "--seed", "19", "--shift", "none", "--covered", "Tarik Brass-Hand")

    assert "The explosion on Zahra Sun-Glass" in told
    assert "The explosion on Tarik Brass-Hand" in told


def test_the_odds_of_the_gauntlet_count_its_explosion_for_everybody() -> None:
    code, told, _ = resolved(*GAUNTLET, "--odds", "--format", "json", "--covered", "Tarik Brass-Hand")
    schema = json.loads((ROOT / "schemas/odds.schema.json").read_text(encoding="utf-8"))

    data = json.loads(told)

    Draft202012Validator(schema).validate(data)
    assert (code, len(data["results"])) == (0, 2)


def test_covering_somebody_with_what_does_not_explode_is_refused() -> None:
    code, _, said = resolved(*BOTH, "--with", "Throwing knives", "--covered", "Grin")

    assert code == 2
    assert "--covered changes nothing here" in said


KNIVES = (*BOTH, "--with", "Throwing knives")


@pytest.mark.parametrize("attack", [BOTH, (*BOTH, "--shift", "none"), KNIVES])
def test_policies_and_two_attacks_in_a_row_are_told_and_are_data(attack: tuple[str, ...]) -> None:
    asked = (*attack, "--odds", "--policies", "--then")
    schema = json.loads((ROOT / "schemas/odds.schema.json").read_text(encoding="utf-8"))

    code, told, _ = resolved(*asked)
    data = json.loads(resolved(*asked, "--format", "json")[1])

    Draft202012Validator(schema).validate(data)
    assert code == 0
    assert max(map(len, told.splitlines())) <= 80
    assert [one["policy"] for one in data["policies"]] == ["none", "max-kill", "max-wounds"]
    assert len(data["twice"]) == len(data["results"])
    same = next(one for one in data["policies"] if one["policy"] == data["policy"])
    assert [one["fates"][0]["out"] for one in same["results"]] == [
        one["fates"][0]["out"] for one in data["results"]
    ]


def test_a_weapon_that_serves_once_a_round_makes_no_second_attack() -> None:
    _, told, _ = resolved(*KNIVES, "--odds", "--then")

    assert "There is no second attack: " in told


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--then",), "--then works only with --odds"),
        (("--policies", "--seed", "1"), "--policies works only with --odds"),
        (("--odds", "--then", "--with", "Molotov"), "two melee attacks, or for two shots"),
    ],
)
def test_what_only_odds_can_tell_is_refused_elsewhere(arguments: tuple[str, ...], why: str) -> None:
    code, told, said = resolved(*BOTH, *arguments)

    assert (code, told) == (2, "")
    assert why in said
