"""Whatever card an author may write, a match with it goes on and ends, and every command has an answer."""

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from effects.any_card import ability, as_card, mission, sound, tactic
from effects.carded import begun

from edencli import cli
from edencli.bots.random_player import RandomPlayer, play_out
from edencli.effects.authoring import find_impossible_effects
from edencli.match.card_events import CardTookEffect
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match
from edencli.match.position import dump_position, load_position
from edencli.model.card_words import UNPREVENTABLE
from edencli.odds.attack import attack_odds, free_blow_odds
from edencli.odds.shifting import Policy
from edencli.referee.dice import SeededDice
from edencli.referee.referee import ProcedureFailed, Referee
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction, why_not_react

FIRST = int(os.environ.get("EDENCLI_ANY_CARD", "0"))  # another seed to begin with
MATCHES = 40
EVENINGS = 5


def dealt(seed: int, book: str) -> Match:
    """A match in which everybody has two abilities, and both players cards, that nobody has thought of."""
    random, n = Random(seed), iter(range(100))  # noqa: S311  # no secret

    def some(write: Any, many: int) -> list[Any]:
        return [as_card(sound(write, random, f"Card {next(n)}")) for _ in range(many)]

    return begun(
        {piece: some(ability, 2) for piece in (YURI, VLADD, ELENIA, YLISS)},
        tactics={side: some(tactic, 3) for side in (RED, BLUE)},
        missions={side: some(mission, 1)[0] for side in (RED, BLUE)},
        step="first-player",
        book=book,
    )


def test_a_match_with_cards_that_nobody_thought_of_ends_and_keeps_its_bounds() -> None:
    took = 0
    for seed in range(FIRST, FIRST + MATCHES):
        match = dealt(seed, BOOKS[seed % len(BOOKS)])
        cards = {piece: one.card for piece, one in match.state.fighters.items()}

        def check(match: Match, cards: Any = cards) -> None:
            assert (
                load_position(dump_position(match.state), cards, match.book.actions.ap, match.setup)
                == match.state
            )
            assert all(side.sp >= 0 and side.vp >= 0 for side in match.state.sides.values())
            assert all(one.ap >= 0 for one in match.state.fighters.values())

        referee = Referee(match, at_boundary=check)
        try:
            play_out(referee, RandomPlayer(match, seed), SeededDice(seed))
        except ProcedureFailed as broken:
            if not isinstance(broken.__cause__, OverBudgetError):
                raise
            continue

        assert referee.is_over
        took += any(isinstance(event, CardTookEffect) for event in match.log)
    assert took > MATCHES / 4


FIGHTER: dict[str, Any] = {
    "factions": ["Jokers Gang"],
    "stigma": "chaos",
    "types": ["Human"],
    "value": 30,
    "base": 30,
    "limbs": {
        "head": {"faces": [1], "cp": {"white": 2, "red": 2}, "psi": {"white": 4, "red": 3}},
        "arms": {"faces": [2, 3], "cp": {"white": 2, "red": 2}, "cbt": {"white": 4, "red": 3}},
        "torso": {"faces": [4, 5], "cp": {"white": 3, "red": 2}, "vig": {"white": 3, "red": 2}},
        "legs": {"faces": [6], "cp": {"white": 2, "red": 2}, "spd": {"white": 5, "red": 3}},
    },
}
BANDS = {"red": ("Anna", "Berta", "Carla"), "blue": ("Xaver", "Yorick", "Zeno")}
TYPED = "?\nhint\nodds\nstate\nwhy\n" + "1\n1\n1\n?\n1\n1\nhint\n1\nodds\n" * 4


def written(folder: Path, seed: int) -> None:
    """Two bands with such cards, and a game between them, every other one by eye."""
    random, n = Random(seed), iter(range(100))  # noqa: S311  # no secret
    for side, names in BANDS.items():

        def some(write: Any, many: int) -> list[Any]:
            return [sound(write, random, f"Card {next(n)}") for _ in range(many)]

        fighters = [{"name": name} | FIGHTER | {"abilities": some(ability, 2)} for name in names]
        fighters[1]["equipment"] = [{"name": "Gun", "shooting": {"range": 20, "strength": 3}}]
        cards = {
            "kind": "cards",
            "fighters": fighters,
            "missions": some(mission, 2),
            "tactics": some(tactic, 4),
        }
        band = {"kind": "band", "name": f"Band of {names[0]}", "faction": "Jokers Gang"}
        band |= {"cards": [f"{side}-cards.yaml"], "fighters": list(names)}
        band |= {kind: [one["name"] for one in cards[kind]] for kind in ("missions", "tactics")}
        for name, content in (("cards", cards), ("band", band)):
            (folder / f"{side}-{name}.yaml").write_text(json.dumps(content), encoding="utf-8")
    game: dict[str, Any] = {"kind": "game", "name": "Chance", "rulebook": BOOKS[seed % len(BOOKS)]}
    game |= {side: f"{side}-band.yaml" for side in BANDS} | ({"field": "none"} if seed % 2 else {})
    (folder / "game.yaml").write_text(json.dumps(game), encoding="utf-8")


def commands(seed: int) -> Iterator[list[str]]:
    """What somebody may want of them."""
    odds = ["resolve-attack", "Berta", "Xaver", "--cards", "red-cards.yaml", "--cards", "blue-cards.yaml"]
    yield ["validate", "."]
    yield ["show", "red-cards.yaml"]
    yield ["play", "game.yaml", "--random", "--seed", str(seed)]
    yield [*odds, "--odds"]
    yield [*odds, "--with", "Gun", "--odds", "--policies"]
    yield [*odds, "--seed", str(seed), "--reaction", "passive"]
    yield ["play", "game.yaml", "-i", "--no-record", "--blue", "random", "--seed", str(seed)]


def test_every_command_has_an_answer_about_cards_that_nobody_thought_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for seed in range(FIRST, FIRST + EVENINGS):
        written(tmp_path, seed)
        for command in commands(seed):
            monkeypatch.setattr("sys.stdin", io.StringIO(TYPED))
            with pytest.raises(SystemExit) as ended:
                cli.run(command)

            told = capsys.readouterr()
            assert (ended.value.code or 0) in {0, 1}, (seed, command, told.err)
            assert not ended.value.code or command[0] in {"play", "resolve-attack"}, (seed, command, told.out)


# What the first thousand of them told.


def test_who_may_not_be_passive_and_can_do_nothing_else_is_passive() -> None:
    """Somebody who is struck always has a reaction, whatever a card forbids."""
    stubborn = card_of({"effect": "forbids", "acts": ["passive"], "of": {"the": "user"}})
    match = begun({ELENIA: [stubborn]})
    assert why_not_react(match, ELENIA, Reaction.PASSIVE) is not None

    match.state_of(ELENIA).ap = 0

    assert [one for one in Reaction if why_not_react(match, ELENIA, one) is None] == [Reaction.PASSIVE]


@pytest.mark.parametrize("event", sorted(map(str, UNPREVENTABLE)))
def test_what_is_only_told_cannot_be_prevented(event: str) -> None:
    """A card that kept rounds from beginning ended no match ever."""
    card = card_of({"effect": "instead", "event": event, "change": {"change": "prevent"}})

    assert [one.rule for one in find_impossible_effects(card)] == ["effect-change"]


def test_the_opponent_weighs_a_blow_at_who_may_not_be_passive() -> None:
    stubborn = card_of({"effect": "forbids", "acts": ["passive"], "of": {"side": "own"}})
    match = begun({ELENIA: [stubborn]})
    blow = Melee(fighter=YURI, target=ELENIA, free=True)

    assert attack_odds(match, blow, Policy.NONE, (Reaction.PASSIVE,)).results == ()
    assert free_blow_odds(match, blow, Policy.NONE).denominator > 1


def attacked(folder: Path, effect: dict[str, Any], asked: str) -> Any:
    """How an attack ends of somebody with a card, of two who stand nowhere."""
    own = {"name": "Mirror of mirrors", "kind": "permanent", "text": "...", "effects": [effect]}
    fighters = [{"name": "Anna", "abilities": [own]} | FIGHTER, {"name": "Zeno"} | FIGHTER]
    (folder / "cards.yaml").write_text(json.dumps({"kind": "cards", "fighters": fighters}), encoding="utf-8")
    file = str(folder / "cards.yaml")
    with pytest.raises(SystemExit) as ended:
        cli.run(["resolve-attack", "Anna", "Zeno", "--cards", file, "--reaction", "passive", asked])
    return ended.value.code or 0


@pytest.mark.parametrize(
    "op", [{"op": "put", "who": {"the": "user"}}, {"op": "lay", "name": "Mist", "across": 3}]
)
def test_on_a_bare_table_nothing_is_put_anywhere(
    op: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = attacked(tmp_path, {"effect": "when", "event": "attack-ended", "do": [op]}, "--seed=1")

    told = capsys.readouterr().out
    assert code == 0
    assert "Mirror of mirrors" in told
    assert "Mist" not in told


@pytest.mark.parametrize("asked", ["--odds", "--seed=1"])
def test_a_number_that_feeds_on_itself_is_a_fault_of_its_card_and_not_of_the_program(
    asked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = attacked(tmp_path, {"effect": "adds", "to": "cbt", "by": {"stat": "cbt"}}, asked)

    told = capsys.readouterr().err
    assert code == 1
    assert "without end" in told
    assert "Mirror of mirrors" in told


def card_of(effect: dict[str, Any]) -> Any:
    return as_card({"name": "Trick", "kind": "permanent", "text": "...", "effects": [effect]})
