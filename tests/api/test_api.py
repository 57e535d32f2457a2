"""The interface for programs: each function, each error, what one side may see, and that copies are apart."""

import ast
import inspect
import json
import random
import re
import subprocess
import sys
import textwrap
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from versions import of_this_version

import edencli
from edencli import api
from edencli.errors import raise_eden_errors
from edencli.record import Record
from edencli.referee.referee import ProcedureFailed

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "samples" / "games"
DUEL = GAMES / "first-duel.yaml"
ABAMA = "Abama Big-Belly"
BANDS = {"kind": "game", "name": "Bands", "red": "../bands/jokers.yaml", "blue": "../bands/bamaka.yaml"}


def duel(*answers: str, seed: int | None = None) -> edencli.Game:
    """The first duel, where its moves begin, and so many answers later."""
    game = edencli.Game.from_file(DUEL, moves=False, seed=seed)
    for answer in answers:
        game.answer(answer)
    return game


def bands(seed: int = 1, **more: Any) -> edencli.Game:
    """A match of two bands at its very beginning."""
    return edencli.Game.from_dict({**BANDS, **more}, folder=GAMES, seed=seed)


def answered(game: edencli.Game, rule: str) -> edencli.Game:
    """Play a game on, by the last of the first answers, till a rule asks."""
    while game.question.rule != rule:
        game.answer([*islice(game.legal_answers(), 3)][-1])
    return game


# ── what is offered, and when it is loaded ────────────────────────────────────────────────────────────────


def test_what_edencli_offers_is_what_the_interface_offers() -> None:
    assert edencli.__all__ == api.__all__
    assert [name for name in edencli.__all__ if getattr(edencli, name) is not getattr(api, name)] == []
    assert set(edencli.__all__) <= set(dir(edencli))
    with pytest.raises(AttributeError, match="Gmae"):
        edencli.Gmae  # type: ignore[attr-defined]  # noqa: B018  # it raises


@pytest.mark.parametrize(
    ("program", "loaded"),
    [
        ("import edencli", False),
        ("import edencli; dir(edencli)", False),
        ("import edencli; edencli.rule", True),
    ],
)
def test_the_interface_is_loaded_when_something_of_it_is_asked_for(program: str, *, loaded: bool) -> None:
    program += "; import sys; print(*(name for name in sys.modules if name.startswith('edencli')))"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert (told.stdout.split() != ["edencli"]) is loaded


DOCUMENTED = [
    *(one for name in edencli.__all__ if inspect.isroutine(one := getattr(edencli, name))),
    *(
        one
        for kind in (edencli.Game, edencli.GameView)
        for name, one in vars(kind).items()
        if not name.startswith("_") and (inspect.isroutine(one) or isinstance(one, classmethod))
    ),
    *(edencli.Game, edencli.GameView, edencli.OpenQuestion, edencli.HarmChance, edencli.RulePage),
]


@pytest.mark.parametrize("what", DOCUMENTED, ids=lambda what: getattr(what, "__name__", "method"))
def test_each_function_and_value_is_documented_with_an_example(what: object) -> None:
    text = inspect.getdoc(what) or ""

    (example,) = re.findall(r"^Example:\n((?:    .*\n?)+)", text, re.MULTILINE)
    assert ast.parse(textwrap.dedent(example))


@pytest.mark.parametrize("path", [ROOT / "samples/bots/first_legal.py", ROOT / "tests/api/eden_env.py"])
def test_programs_of_ours_need_nothing_deeper(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    used = {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_edencli(node.value)
    }

    assert [name for name in names if name.startswith("edencli")] == ["edencli"]
    assert used <= set(edencli.__all__)


def _is_edencli(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "edencli"


# ── games from files and data ─────────────────────────────────────────────────────────────────────────────


def test_a_game_file_is_played_as_edencli_plays_it() -> None:
    path = GAMES / "mill-pond.yaml"
    game = edencli.Game.from_file(path)

    golden = of_this_version(path.with_suffix(".transcript").read_text(encoding="utf-8"))
    assert len(game.transcript().splitlines()) > 100
    assert golden.startswith(game.transcript())
    assert game.decisions == 116


def test_data_are_a_game_like_a_file_that_lies_there() -> None:
    data = {"kind": "game", "name": "First duel", "rulebook": "en", "moves": ["Yuri moves to 24, 27"]}
    data |= {"red": "../bands/jokers.yaml", "blue": "../bands/bamaka.yaml"}
    data["position"] = {"step": "activation", "fighters": {"Yuri": {"at": [18, 24]}, ABAMA: {"at": [32, 30]}}}

    game = edencli.Game.from_dict(data, folder=GAMES)

    assert game.events == duel("Yuri moves to 24, 27").events
    assert game.position == duel("Yuri moves to 24, 27").position
    assert game.question.side is edencli.Side.RED
    assert (game.name, game.decisions) == ("First duel", 1)


FAULTY: dict[str, tuple[dict[str, Any], str]] = {
    "a shape that is no game": ({"moves": 3}, "schema-type"),
    "a band that is not there": ({"red": "nobody.yaml"}, "reference-missing"),
    "a move that is refused": ({"moves": ["red bids 99"]}, "game-illegal"),
    "dice that are left over": ({"moves": [{"dice": [1]}]}, "game-dice-left"),
    "another kind of file": ({"kind": "band"}, "kind-unexpected"),
}


@pytest.mark.parametrize("case", FAULTY)
def test_a_faulty_game_raises_what_is_wrong_with_it(case: str) -> None:
    more, code = FAULTY[case]

    with pytest.raises(edencli.FaultyFileError) as fault:
        bands(**more)

    assert code in [one.code for one in fault.value.faults]
    assert all(one.message for one in fault.value.faults)
    assert str(fault.value).startswith(f"{fault.value.faults[0].file}:")


def test_a_file_that_is_not_there_is_faulty(tmp_path: Path) -> None:
    with pytest.raises(edencli.FaultyFileError, match="there is no such file"):
        edencli.Game.from_file(tmp_path / "none.yaml")


def test_references_stay_under_the_root_that_is_given() -> None:
    with pytest.raises(edencli.FaultyFileError) as fault:
        edencli.Game.from_file(DUEL, root=GAMES)

    assert "reference-outside" in {one.code for one in fault.value.faults}


def test_the_book_that_is_given_serves_where_a_file_names_none() -> None:
    asked = edencli.Game.from_dict(BANDS, folder=GAMES, book="fr")
    with pytest.raises(edencli.UnknownNameError) as unknown:
        edencli.Game.from_dict(BANDS, folder=GAMES, book="la")

    assert "French rulebook" in asked.transcript()
    assert unknown.value.nearest == ("en", "fr", "de", "it", "pt")


# ── questions and answers ─────────────────────────────────────────────────────────────────────────────────


def test_a_question_says_who_is_asked_what() -> None:
    question = duel().question

    assert (question.side, question.kind, question.rule) == (edencli.Side.RED, "deed", "action.cost")
    assert (question.fighter, question.optional, question.dice) == ("Yuri", True, 0)
    assert question.text == "Red: what does Yuri do, with 3 AP left?"
    assert "Yuri is done" in question.forms
    assert question.withdrawn == ""


def test_an_answer_gives_the_events_that_came_of_it() -> None:
    game = duel()
    before = game.events

    events = game.answer("Yuri moves to 24, 27")

    assert [event.kind for event in events] == ["ap-spent", "used", "moved"]
    assert game.events == before + events
    assert edencli.event_data(events[-1])["path"] == [[18, 24], [24, 27]]


def test_legal_answers_are_listed_lazily_and_are_taken_as_they_are_read() -> None:
    game = duel("Yuri moves to 24, 27")
    listed = list(game.legal_answers())

    assert inspect.isgenerator(game.legal_answers())
    assert f"Yuri charges {ABAMA}" in listed
    assert listed[-1] == "Yuri is done"
    for answer in listed:
        one, other = game.copy(), game.copy()
        assert one.answer(answer) == other.answer(str(answer))


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (f"Yuri attacks {ABAMA}", edencli.IllegalError),
        ("Yuri attakcs Abama", edencli.UnreadableError),
        ("blue passes", edencli.UnsuitedError),
        ([1, 2], edencli.UnsuitedError),
    ],
)
def test_a_refused_answer_raises_its_error_and_changes_nothing(line: Any, error: type[Exception]) -> None:
    game = duel()
    before = (game.events, game.position, game.question, game.decisions)

    for give in (game.answer, game.check_answer):
        with pytest.raises(error):
            give(line)
        assert (game.events, game.position, game.question, game.decisions) == before


def test_an_illegal_answer_names_its_rule() -> None:
    with pytest.raises(edencli.IllegalError) as illegal:
        duel().answer(f"Yuri attacks {ABAMA}")

    assert (illegal.value.rule, illegal.value.reason) == ("melee.target", "no-contact")
    assert str(illegal.value) == "Yuri is not in contact with Abama Big-Belly [melee.target]"


def test_an_answer_that_means_several_things_names_them() -> None:
    game = bands(blue=BANDS["red"], position={"step": "activation"})

    with pytest.raises(edencli.AmbiguousError) as ambiguous:
        game.answer("by agreement: Vlädd loses 1 AP")

    assert set(ambiguous.value.meanings) == {"red Vlädd", "blue Vlädd"}


def test_an_agreement_is_checked_like_any_answer() -> None:
    game = duel()
    game.check_answer("by agreement: Yuri loses 1 AP")

    with pytest.raises(edencli.IllegalError):
        game.check_answer("by agreement: Yuri is placed at 32, 30")
    assert game.answer("by agreement: Yuri loses 1 AP")


def test_an_offer_is_declined_and_a_question_that_must_be_answered_is_not() -> None:
    game = duel()
    game.decline()
    asked = duel("Yuri moves to 24, 27", f"Yuri charges {ABAMA}")

    with pytest.raises(edencli.IllegalError) as illegal:
        asked.decline()

    assert game.question.side is edencli.Side.BLUE
    assert illegal.value.reason == "must-answer"


def test_without_a_seed_dice_are_answers() -> None:
    game = duel("Yuri moves to 24, 27", f"Yuri charges {ABAMA}", f"{ABAMA} stays passive")
    dice = game.question.dice

    assert game.question.kind == "roll"
    assert next(game.legal_answers()) == "dice: " + " ".join("1" * dice)
    for wrong in ([1], "7 7 7 7", "four"):
        with pytest.raises(edencli.AnswerError):
            game.answer(wrong)
    assert game.copy().answer([6] * dice) == game.answer(" ".join("6" * dice))


def test_with_a_seed_dice_fall_by_themselves_and_alike() -> None:
    moves = ("Yuri moves to 24, 27", f"Yuri charges {ABAMA}", f"{ABAMA} stays passive")
    one, other = duel(*moves, seed=4), duel(*moves, seed=4)

    assert one.events == other.events
    assert one.question.kind != "roll"
    assert any(event.kind == "rolled" for event in one.events)


def test_decisions_are_the_answers_of_players_and_no_dice() -> None:
    game = duel("Yuri moves to 24, 27", f"Yuri charges {ABAMA}", f"{ABAMA} stays passive")
    assert game.decisions == 3

    game.answer([1] * game.question.dice)
    assert game.decisions == 3
    assert game.copy().decisions == 3


@pytest.mark.parametrize("field", [{}, {"field": "none"}], ids=["measured", "unmeasured"])
def test_a_match_is_played_to_its_end_by_legal_answers(field: dict[str, Any]) -> None:
    game, chance = bands(**field), random.Random(2)  # noqa: S311  # a test guards no secret
    while not game.is_over:
        assert game.question.text
        game.answer(chance.choice([*islice(game.legal_answers(), 12)]))

    last = edencli.event_data(game.events[-1])
    assert last["kind"] == "match-ended"
    assert (game.winner, game.score) == (last["winner"], {"red": last["red"], "blue": last["blue"]})
    for ask in (lambda: game.question, lambda: next(game.legal_answers()), game.decline):
        with pytest.raises(edencli.GameOverError, match="over"):
            ask()


def test_an_answer_that_cannot_be_carried_out_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    game = duel(seed=4)
    before = (game.events, game.position, game.question)

    def broken(*_: object) -> None:
        raise ProcedureFailed("a fault of ours") from KeyError("it")

    monkeypatch.setattr(game._referee, "answer", broken)
    with pytest.raises(edencli.AnswerFailedError, match="a fault of ours") as failed:
        game.answer("Yuri moves to 24, 27")

    assert failed.value.cards == ()
    assert isinstance(failed.value.__cause__, KeyError)
    assert (game.events, game.position, game.question) == before


# ── copies ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_copy_stands_where_the_game_stands_and_goes_its_own_way() -> None:
    game = answered(bands(), "activation.designate")
    twin = game.copy()
    before = (game.events, game.position, game.question)
    assert (twin.events, twin.position, twin.question) == before

    for _ in range(20):
        twin.answer(next(twin.legal_answers()))

    assert (game.events, game.position, game.question) == before
    assert len(twin.events) > len(game.events)


def test_the_same_answers_and_dice_bring_copies_to_the_same_end() -> None:
    game, chance = bands(seed=5), random.Random(3)  # noqa: S311  # a test guards no secret
    n = 0
    while not game.is_over and n < 60:
        twin, answer = game.copy(), str(chance.choice([*islice(game.legal_answers(), 6)]))
        assert twin.answer(answer) == game.answer(answer)
        assert twin.position == game.position
        n += 1


# ── views ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_bid_is_hidden_from_the_other_side() -> None:
    game = bands()
    red, blue = game.view("red"), game.view("blue")
    assert (game.question.kind, game.question.side) == ("bid", "red")

    assert list(red.legal_answers()) == list(game.legal_answers())
    assert list(blue.legal_answers()) == []
    assert blue.question.text != red.question.text

    game.answer("red bids 3")
    shown = json.dumps([blue.question.text, blue.position, *map(edencli.event_data, blue.events)])
    assert not re.search(r"\b3\b(?!-bid)", shown)


def with_secrets() -> edencli.Game:
    """A match in which red has a secret mission, and both have their hands."""
    game = answered(bands(), "setup.5-mission")
    while game.question.rule == "setup.5-mission":
        listed = list(game.legal_answers())
        game.answer(next((one for one in listed if HIDDEN_MISSION in one), listed[0]))
    return answered(game, "first-player.bid")


HIDDEN_MISSION = "Nothing left standing"


def test_a_hand_and_a_secret_mission_are_hidden_from_the_other_side() -> None:
    game = with_secrets()
    own, other = game.view("red"), game.view("blue")
    held = game.position["players"]["red"]["hand"]

    assert own.position["players"]["red"] == game.position["players"]["red"]
    assert own.position["players"]["red"]["mission"] == HIDDEN_MISSION
    assert other.position["players"]["red"]["hand"] == [""] * len(held)
    assert "mission" not in other.position["players"]["red"]
    for view, knows in ((own, True), (other, False)):
        told = json.dumps([view.sentences(), view.transcript(), [*map(edencli.event_data, view.events)]])
        assert (HIDDEN_MISSION in told) is knows


def test_no_name_of_a_hand_is_in_what_the_other_side_reads_during_a_match() -> None:
    game, chance = with_secrets(), random.Random(4)  # noqa: S311  # a test guards no secret
    for _ in range(60):
        for side, other in (("red", "blue"), ("blue", "red")):
            view, players = game.view(side), game.position["players"]
            told = json.dumps([view.position, view.question.text, [*map(edencli.event_data, view.events)]])
            shown = {*players[side].get("hand", ()), *players["red"].get("played", ())}
            hidden = {*players[other].get("hand", ())} - shown - {*players["blue"].get("played", ())}
            assert [card for card in hidden if f'"{card}"' in told] == []
            assert game.question.side != other or list(view.legal_answers()) == []
        game.answer(chance.choice([*islice(game.legal_answers(), 6)]))


def test_a_side_that_is_none_has_no_view() -> None:
    with pytest.raises(edencli.UnknownNameError, match="no side 'green'"):
        duel().view("green")  # type: ignore[arg-type]


def test_a_view_is_live_and_a_game_is_the_view_of_the_referee() -> None:
    game = duel()
    view = game.view("blue")
    game.answer("Yuri moves to 24, 27")

    assert view.events == game.events
    assert (view.side, game.side, view.name) == ("blue", None, game.name)
    assert view.sentences(since=-1) == ["Yuri moves 6.71 cm to 24, 27."]
    assert not hasattr(view, "answer")
    assert not hasattr(view, "copy")


# ── a field that nobody measures ──────────────────────────────────────────────────────────────────────────


def unmeasured() -> edencli.Game:
    game = bands(field="none", position={"step": "activation"})
    game.answer("red activates Yuri")
    if game.question.rule == "activation.interrupt":
        game.decline()
    return game


def test_what_only_eyes_can_see_is_asked_of_both_and_no_odds_are_guessed() -> None:
    game = unmeasured()
    attack = next(one for one in game.legal_answers() if one.startswith("Yuri attacks Abama"))

    with pytest.raises(edencli.UnmeasuredError) as unknown:
        game.check_answer(attack)
    assert unknown.value.rule == "contact.touch"
    assert game.question.rule == "action.cost"

    game.answer(attack)
    assert (game.question.side, game.question.kind) == (None, "fact")
    assert list(game.view("red").legal_answers()) == list(game.view("blue").legal_answers()) != []
    no = next(one for one in game.legal_answers() if "not" in one)
    game.answer(no)
    assert game.question.rule == "action.cost"
    assert "is not in contact with" in game.question.withdrawn


def test_odds_that_hang_on_what_only_eyes_can_see_say_so() -> None:
    with pytest.raises(edencli.UnmeasuredError):
        edencli.attack_odds(unmeasured(), f"Yuri shoots {ABAMA} with Throwing knives")


# ── odds ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_odds_are_exact_and_whole_for_each_reaction() -> None:
    game = duel("Yuri moves to 24, 27")

    found = edencli.attack_odds(game, f"Yuri charges {ABAMA}")

    assert [(one.reaction, one.fighter) for one in found] == [
        ("passive", ABAMA),
        ("dodge", ABAMA),
        ("response", ABAMA),
        ("response", "Yuri"),
    ]
    assert found == edencli.attack_odds(game.view("blue"), f"Yuri attacks {ABAMA}")
    for one in found:
        assert sum(one.by_cp) == 1
        assert one.hurt == 1 - one.by_cp[0]
        assert one.cp_lost == sum((n * p for n, p in enumerate(one.by_cp)), Fraction(0))


def test_a_shot_has_one_chance_for_its_target() -> None:
    (chance,) = edencli.attack_odds(duel(), f"Yuri shoots {ABAMA} with Throwing knives", policy="none")

    assert (chance.reaction, chance.fighter) == ("", ABAMA)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("Yuri is done", edencli.UnsuitedError),
        ("Yuri moves to 20, 20", edencli.UnsuitedError),
        ("Yuri frowns", edencli.UnreadableError),
        (f"{ABAMA} shoots Yuri", edencli.AnswerError),
    ],
)
def test_a_line_that_is_no_attack_has_no_odds(line: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        edencli.attack_odds(duel(), line)


def test_a_policy_that_is_none_is_named() -> None:
    with pytest.raises(edencli.UnknownNameError, match="max-kill"):
        edencli.attack_odds(duel(), f"Yuri attacks {ABAMA}", policy="kill")  # type: ignore[arg-type]


# ── rules and files ───────────────────────────────────────────────────────────────────────────────────────


def test_a_rule_is_told_as_a_book_plays_it() -> None:
    english, french = edencli.rule("melee.dodge"), edencli.rule("Melee.Dodge", book="fr")

    assert (english.id, english.book, english.title, english.chapter) == (
        "melee.dodge",
        "en",
        "Dodge",
        "melee",
    )
    assert (french.id, french.book) == ("melee.dodge", "fr")
    assert english.summary != french.summary
    assert "melee.reaction" in english.see
    assert "H-28" in english.rulings


@pytest.mark.parametrize(("id_", "nearest"), [("melee.dogde", ("melee.dodge",)), ("zzzzzzzzzzzzzzzzz", ())])
def test_a_rule_that_is_not_there_is_named_with_its_nearest(id_: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(edencli.UnknownNameError) as unknown:
        edencli.rule(id_)

    assert (unknown.value.name, unknown.value.nearest) == (id_, nearest)
    assert isinstance(unknown.value, LookupError)


def test_rules_are_found_by_words() -> None:
    found = edencli.search_rules("dodge", most=3)

    assert (found[0].id, len(found)) == ("melee.dodge", 3)
    assert edencli.search_rules("computer") == ()
    assert edencli.search_rules("esquive", book="fr")[0].book == "fr"


def test_a_sound_file_has_no_fault_and_a_faulty_band_all_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "band.yaml").write_text("kind: band\nname: Few\nfighters: [Nobody]\n", encoding="utf-8")

    assert edencli.validate(ROOT / "samples" / "bands" / "jokers.yaml") == ()
    faults = edencli.validate(tmp_path / "band.yaml")
    assert faults
    assert all(isinstance(one, edencli.FileFault) and one.line > 0 and one.code for one in faults)
    assert [one.code for one in edencli.validate(tmp_path / "none.yaml")] == ["file-missing"]


def test_the_moves_of_a_game_file_are_checked_too(tmp_path: Path) -> None:
    for folder in ("bands", "cards"):
        (tmp_path / folder).symlink_to(ROOT / "samples" / folder)
    path = tmp_path / "games" / "game.yaml"
    path.parent.mkdir()
    path.write_text(json.dumps({**BANDS, "moves": ["red frowns"]}), encoding="utf-8")

    found = edencli.validate(path, root="/")

    assert [one.code for one in found if one.severity == "error"] == ["game-unreadable"]


# ── errors ────────────────────────────────────────────────────────────────────────────────────────────────

ERRORS = [one for name in edencli.__all__ if name.endswith("Error") for one in [getattr(edencli, name)]]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_error_is_an_eden_error(error: type[Exception]) -> None:
    assert issubclass(error, edencli.EdenError)
    assert error.__doc__


def test_what_is_no_error_of_answers_goes_through() -> None:
    with pytest.raises(ZeroDivisionError), raise_eden_errors(duel()._match):
        raise ZeroDivisionError


def test_values_are_records_that_never_change() -> None:
    for kind in (edencli.OpenQuestion, edencli.HarmChance, edencli.RulePage, edencli.FileFault):
        assert issubclass(kind, Record)
    with pytest.raises(AttributeError):
        duel().question.text = "else"  # type: ignore[misc]


# ── bots ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_bots_play_a_game_to_its_end_as_their_seeds_and_the_dice_have_it() -> None:
    start = bands()
    games = [start.copy(seed=seed) for seed in (3, 3, 4)]
    for game in games:
        bots = edencli.BotSeats(game, red=("random", 1), blue=("random", 2))
        while not game.is_over:
            bots.answer()

    played = [edencli.events_digest(game.events) for game in games]
    assert played[0] == played[1] != played[2]
    assert not start.is_over


def test_a_bot_that_does_not_exist_or_cannot_see_the_field_is_refused() -> None:
    with pytest.raises(edencli.UnknownNameError, match="deep"):
        edencli.BotSeats(bands(), red=("deep", 1), blue=("random", 2))
    by_eye = bands(field={"measured": False})
    with pytest.raises(edencli.UnsuitedError, match="steady"):
        edencli.BotSeats(by_eye, red=("random", 1), blue=("steady", 2))
