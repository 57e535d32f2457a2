"""The work of cards is bounded by counts: at a bound nothing of the answer remains, and cards are named."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from duels import BLUE, ELENIA, LEGS, TORSO, VLADD, YLISS, YURI
from effects.carded import Played, ability, begun
from in_process import edencli
from matches import Game
from sessions import again, sit, stand_up

from edencli.games.session import Session
from edencli.lang import Words
from edencli.match import rules_api
from edencli.match.limits import DICE_PER_THROW, EVENTS_PER_ANSWER, OverBudgetError
from edencli.match.match import Match
from edencli.match.questions import Choice, OrderChoice
from edencli.match.state import Gone
from edencli.referee.referee import ProcedureFailed
from edencli.referee.script import UnplayableLine
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Melee

SAMPLES = Path(__file__).parents[2] / "samples"
USER = {"the": "user"}
MARKERS = ("burn", "fear", "poison", "rage")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("bands", "cards"):
        shutil.copytree(SAMPLES / name, tmp_path / name)
    return tmp_path


def with_abilities(folder: Path, *abilities: list[dict[str, Any]], moves: str = "") -> Path:
    """A game in which Yuri has more abilities."""
    cards = folder / "cards" / "jokers.yaml"
    written = "".join(
        f"\n      - {{name: Odd {n}, kind: permanent, text: x, effects: {json.dumps(effects)}}}"
        for n, effects in enumerate(abilities, 1)
    )
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("    abilities:", f"    abilities:{written}", 1), encoding="utf-8")
    game = folder / "game.yaml"
    game.write_text(
        "kind: game\nname: Budget\nrulebook: en\nred: bands/jokers.yaml\nblue: bands/bamaka.yaml\n"
        "dice: {seed: 1}\nposition:\n  step: activation\n  fighters:\n"
        f"    Yuri: {{at: [18, 24]}}\n    Abama Big-Belly: {{at: [21.5, 24]}}\n{moves}",
        encoding="utf-8",
    )
    return game


def adds(to: str, by: Any) -> dict[str, Any]:
    return {"effect": "adds", "to": to, "by": by}


HUGE = [
    adds("cbt", {"stat": "vig", "times": 12}),
    adds("vig", {"stat": "spd", "times": 12}),
    adds("spd", {"stat": "psi", "times": 12}),
    adds("psi", 99),
]
ENDLESS = [
    {
        "effect": "when",
        "event": "activation-ended",
        "doer": USER,
        "do": [{"op": "ready", "who": USER}, {"op": "give-ap", "who": USER, "n": 3}],
    }
]


def give(marker: str) -> dict[str, Any]:
    return {"op": "give-markers", "who": USER, "marker": marker}


def wide(event: str) -> list[dict[str, Any]]:
    """Whenever a marker comes or goes, the next kind comes and goes four times."""
    return [
        {
            "effect": "when",
            "event": event,
            "sufferer": USER,
            "marker": marker,
            "do": [
                {"op": f"{verb}-markers", "who": USER, "marker": MARKERS[(n + 1) % len(MARKERS)]}
                for verb in ("give", "take", "give", "take", "give", "take", "give", "take")
            ],
        }
        for n, marker in enumerate(MARKERS)
    ]


def test_no_throw_is_of_more_than_99_dice(folder: Path) -> None:
    game = with_abilities(
        folder,
        HUGE,
        moves="moves: [red activates Yuri, Yuri attacks Abama Big-Belly, Abama Big-Belly stays passive]\n",
    )

    played = edencli("play", "game.yaml", cwd=folder)
    odds = edencli("resolve-attack", "Yuri", "Abama Big-Belly", "--game", game, "--odds", cwd=folder)

    assert played.returncode == 1
    assert b"a roll of more than 99 dice, and nothing was done: Odd 1" in played.stderr
    assert odds.returncode == 1
    assert b"a roll of more than 99 dice, and nothing was done: Odd 1" in odds.stderr


def test_a_round_in_which_cards_ready_fighters_ends(folder: Path) -> None:
    with_abilities(folder, ENDLESS)

    ended = edencli("play", "game.yaml", "--red", "steady", "--blue", "random", cwd=folder)

    assert ended.returncode == 1
    assert b"cards make fighters ready again and again in this round" in ended.stderr
    assert b"Odd 1" in ended.stderr


def spreading(event: str) -> list[list[dict[str, Any]]]:
    """Abilities that set each other off without end once something happens to their user."""
    begun = {"effect": "when", "event": event, "doer": USER, "do": [give("burn")]}
    return [[begun], wide("markers-added"), wide("markers-removed")]


def attacked(game: Path, record: Path) -> Session:
    """A typed match in which Abama is asked how to react to an attack."""
    session = sit(game, record, seed=1)
    for line in ("red activates Yuri", "Yuri attacks Abama Big-Belly"):
        session.answer_text(line)
    return session


def asked_now(session: Session) -> tuple[object, ...]:
    """What is asked of whom, and what may be answered."""
    assert isinstance(session.question, Choice)
    return type(session.question), session.question.asked, session.question.allowed_options()


def test_where_somebody_types_nothing_of_the_answer_remains_and_the_question_stands(folder: Path) -> None:
    session = attacked(with_abilities(folder, *spreading("rolled")), folder / "r.record")
    asked, state, events = asked_now(session), session.match.state.copy(), len(session.events)
    drawn, kept = session._dice_drawn, (folder / "r.record").read_bytes()

    for _ in range(2):
        with pytest.raises(UnplayableLine) as stopped:
            session.answer_text("Abama Big-Belly stays passive")

        over = stopped.value.values["over"]
        assert isinstance(over, OverBudgetError)
        assert (over.bound, over.cards[0]) == ("depth", "Odd 1")
        assert asked_now(session) == asked
        assert (session.match.state, len(session.events), session._dice_drawn) == (state, events, drawn)
        assert (folder / "r.record").read_bytes() == kept
    stand_up(session)
    assert asked_now(again(folder / "r.record")) == asked


def test_where_lines_come_from_a_pipe_the_game_ends_at_the_line(folder: Path) -> None:
    with_abilities(folder, *spreading("rolled"))
    typed = b"Yuri attacks Abama Big-Belly\nAbama Big-Belly stays passive\nAbama Big-Belly dodges\n"

    ended = edencli("play", "-i", "game.yaml", "--no-record", stdin=typed, cwd=folder)

    assert ended.returncode == 1
    assert b"stdin:2:1: error[game-cards-endless]" in ended.stderr
    assert b"nothing was done: Odd 1, Odd 2" in ended.stderr
    assert b"stays passive" not in ended.stdout.splitlines()[-1]


def test_what_spreads_wide_is_stopped_as_what_goes_deep(folder: Path) -> None:
    begun = {
        "effect": "when",
        "event": "activated",
        "doer": USER,
        "do": [{"op": "give-markers", "who": USER, "marker": "burn"}],
    }
    with_abilities(
        folder,
        [begun],
        wide("markers-added"),
        wide("markers-removed"),
        moves="moves: [red activates Yuri]\n",
    )

    ended = edencli("play", "game.yaml", cwd=folder)

    assert ended.returncode == 1
    assert b"and nothing was done: Odd" in ended.stderr


def pick_often(session: Session, name: str, times: int) -> None:
    for _ in range(times):
        session.answer_text(f"red picks {name}")


def test_orders_and_dice_do_not_renew_the_budget_of_the_answer_that_set_them_off(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two abilities hear each marker, so what comes first is asked again and again; nothing goes round."""
    monkeypatch.setattr(rules_api, "EVENTS_PER_ANSWER", 200)
    begun = {"effect": "when", "event": "activated", "doer": USER, "do": [give("burn")]}
    falls = [one for event in ("markers-added", "markers-removed") for one in wide(event)[:3]]
    session = sit(with_abilities(folder, [begun, *falls], falls), folder / "r.record", seed=1)

    session.answer_text("red activates Yuri")
    with pytest.raises(UnplayableLine) as stopped:
        pick_often(session, "Odd 1", 200)

    over = stopped.value.values["over"]
    assert (over.bound, set(over.cards)) == ("events", {"Odd 1", "Odd 2"})
    assert isinstance(session.question, OrderChoice)


def brittle(event: str, done: str, more: str = "") -> Match:
    """A match in which Elenia wounds Yuri twice in the torso; an ability then hurts Yuri in the legs."""
    text = f"- {{effect: when, event: {event}, {more}sufferer: {{the: user}}, do: [{done}]}}"
    match = begun({YURI: [ability(text, name="Brittle")]})
    match.state.first_player = BLUE
    attack = Melee(fighter=ELENIA, target=YURI)
    answers = [("activation.designate", ELENIA), ("action.cost", attack), ("melee.reaction", "passive")]
    Played(match, answers, "66114")
    return match


IN_THE_LEGS = "{op: wound, who: {the: user}, limb: legs}"


@pytest.mark.parametrize("more", ["doer: {side: enemies}, ", "how: melee, ", "step: melee.success, "])
def test_an_effect_that_says_what_it_waits_for_does_not_set_itself_off(more: str) -> None:
    """As the guide has it: `edencli rules --effects wounded`."""
    match = brittle("wounded", IN_THE_LEGS, more)

    assert match.state_of(YURI).lost == {TORSO: 2, LEGS: 1}


def test_an_effect_that_sets_itself_off_without_end_is_told_with_its_card() -> None:
    """Wounds are told before the CP that they cost, so that Yuri would never fall."""
    with pytest.raises(ProcedureFailed) as failed:
        brittle("wounded", IN_THE_LEGS)

    over = failed.value.__cause__
    assert isinstance(over, OverBudgetError)
    assert (over.bound, over.cards) == ("depth", ("Brittle",))


def test_an_effect_that_sets_itself_off_ends_when_its_fighter_falls() -> None:
    match = brittle("cp-lost", "{op: lose-cp, who: {the: user}, limb: legs}")

    assert match.state_of(YURI).lost == {TORSO: 2, LEGS: 6}
    assert match.state_of(YURI).gone is Gone.INCAPACITATED


def test_a_round_has_as_many_activations_as_its_budget_and_not_one_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("edencli.rules.activation.ACTIVATIONS_PER_FIGHTER", 0.5)
    four = {YURI: (10, 10), VLADD: (20, 10), ELENIA: (10, 50), YLISS: (20, 50)}
    game = Game(rulebook("en"), four).play("red activates Yuri", "Yuri is done")
    game.play("blue activates Elenia", "Elenia is done")

    with pytest.raises(ProcedureFailed) as failed:
        game.play("red activates Vlädd")

    over = failed.value.__cause__
    assert isinstance(over, OverBudgetError)
    assert over.bound == "activations"


def test_the_bounds_are_those_that_a_reader_is_told() -> None:
    told = {key: text for key, text in Words().area("diagnostics").items() if "game-cards-endless/" in key}

    assert f"more than {EVENTS_PER_ANSWER:,} events" in told["game-cards-endless/events"]
    assert f"more than {DICE_PER_THROW} dice" in told["game-cards-endless/dice"]
