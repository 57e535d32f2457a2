"""Chances in a transcript, in JSON and on a page: beside what happened, and betraying nothing."""

import json
import shutil
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pictures.replays import SAMPLES, played, source_of
from transcript.test_event_schema import EVENTS

from edencli import cli
from edencli.lang import Words
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.pictures.replay_page import replay_html
from edencli.referee.match_luck import weigh_match
from edencli.transcript.chances import ToldChances
from edencli.transcript.transcript import json_lines, transcript_lines

WORDS = Words("en")
GAMES = ("into-the-fray", "last-ferry", "mill-pond", "salt-road", "smoke-on-the-quay")


@cache
def chances_of(name: str, viewer: Audience = None) -> ToldChances:
    game = played(name)
    return ToldChances(weigh_match(game.referee, len(game.events), viewer))


def lines_of(name: str, viewer: Audience = None, *, chances: bool = True) -> list[str]:
    game = played(name)
    told = transcript_lines(
        game.events,
        game.header,
        WORDS,
        game.names,
        side=viewer,
        notes=game.notes,
        chances=chances_of(name, viewer) if chances else None,
    )
    return [line.text for line in told]


def data_of(name: str, viewer: Audience = None) -> list[dict[str, Any]]:
    game = played(name)
    lines = json_lines(game.events, game.header, side=viewer, chances=chances_of(name, viewer))
    return [json.loads(line) for line in lines]


def run(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.run(line.split())
    told = capsys.readouterr()
    assert ended.value.code == 0, told.err
    return told.out


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_added_to_a_transcript_and_change_nothing_else(name: str) -> None:
    with_chances, plain = lines_of(name), iter(lines_of(name, chances=False))
    wanted = next(plain, None)
    for line in with_chances:
        wanted = next(plain, None) if line == wanted else wanted

    assert wanted is None
    assert sum("hance" in line for line in with_chances) >= len(chances_of(name).chances.attacks)
    assert max(map(len, with_chances)) <= 80


def test_the_chance_of_an_attack_stands_before_its_dice() -> None:
    told = [line.partition("│")[2].strip() for line in lines_of("into-the-fray")]
    begun = told.index("Tarik Brass-Hand attacks Two-Heads Uggo in melee.")

    assert told[begun + 1 : begun + 5] == [
        "Two-Heads Uggo stays passive.",
        "Exact chance: Two-Heads Uggo out of action 27.8%, hurt 86.8%, 1.33 KP",
        "on average.",
        "Tarik Brass-Hand strikes: KAT 5 = 5 dice, 5+ (WID 5):",
    ]


def test_what_is_not_exact_names_the_card_that_was_not_weighed() -> None:
    told = " ".join(line.partition("│")[2].strip() for line in lines_of("first-duel"))

    assert "Not exact: Parting gift (Yuri) may change it." in told


def test_nothing_is_called_a_chance_to_win_a_match_or_a_mistake() -> None:
    texts = Words("en").area("chances").values()

    assert [text for text in texts if "mistake" in text.lower() or "win the" in text.lower()] == []
    assert [text for text in texts if "error" in text.lower() or "should" in text.lower()] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_json_holds_to_the_schema(name: str) -> None:
    lines = data_of(name)

    assert [error for line in lines for error in EVENTS.iter_errors(line)] == []
    assert [line["kind"] for line in lines].count("chance") == len(chances_of(name).by_first_event())
    assert lines[-1]["kind"] == "chances"


@pytest.mark.parametrize("name", GAMES)
def test_a_page_tells_each_chance_that_the_transcript_tells(name: str) -> None:
    source = source_of(name)
    page = replay_html(WORDS, source._replace(chances=chances_of(name, source.viewer)))

    assert page.count("<p>Exact chance") + page.count("<p>Chance") == len(chances_of(name).by_first_event())
    assert "Largest swings" in page
    assert "Largest swings" not in replay_html(WORDS, source)
    assert "script-src 'sha256-" in page


@pytest.mark.parametrize("name", ["bells-in-the-snow", "lanterns"])
@pytest.mark.parametrize("side", list(Side))
def test_a_side_reads_nothing_of_the_other_hand(name: str, side: Side) -> None:
    """What the other side holds and has not played is named in no line that chances add."""
    hidden = hands(name, side.other)
    added = [one for one in data_of(name, side) if one["kind"] in {"chance", "chances"}]
    foreign = [card for one in added for card in one.get("unweighed", ()) if card["player"] == side.other]

    assert hidden
    assert foreign
    assert {card["card"] for card in foreign} & hidden == set()


def hands(name: str, side: Side) -> set[str]:
    """The tactical cards that a side has at the end, or had in its deck."""
    return {card.name for card in played(name).match.setup.bands[side].tactics}


def test_a_chance_is_what_resolve_attack_says_of_the_game_at_that_moment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The moves of a game up to an attack, and the attack asked of `resolve-attack --game`."""
    shutil.copytree(SAMPLES.parent, tmp_path, dirs_exist_ok=True)
    lines = (SAMPLES / "into-the-fray.yaml").read_text(encoding="utf-8").splitlines()
    told = [one for one in data_of("into-the-fray") if one["kind"] == "chance"]
    moves = [n for n, line in enumerate(lines) if " shoots " in line or " attacks " in line]

    assert len(moves) == len(told) == 3
    for n, one in zip(moves, told, strict=True):
        cut = tmp_path / "games" / f"before-{n}.yaml"
        cut.write_text("\n".join(lines[:n]) + "\n", encoding="utf-8")
        attacker = one["attacker"].partition(" ")[2]
        more = ["--with", "Repeating musket"] if one["how"] == "shooting" else []
        line = ["resolve-attack", attacker, "Two-Heads Uggo", *more, "--game", str(cut), "--odds"]
        with pytest.raises(SystemExit) as ended:
            cli.run([*line, "--format", "json"])
        odds = json.loads(capsys.readouterr().out)
        assert ended.value.code == 0
        result = next(r for r in odds["results"] if r["reaction"] == one.get("reaction"))
        assert [shares(fate, result["denominator"]) for fate in result["fates"]] == [
            {key: Fraction(*fate[key]) for key in ("out", "hurt", "cp_lost")} for fate in one["fates"]
        ]


def shares(fate: dict[str, Any], per: int) -> dict[str, Fraction]:
    return {key: Fraction(fate[key], per) for key in ("out", "hurt", "cp_lost")}


def test_the_command_tells_chances_as_text_as_json_and_on_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, page = SAMPLES / "turning-his-back.yaml", tmp_path / "page.html"
    text = run(f"play {game} --odds --html {page}", capsys)
    lines = [json.loads(line) for line in run(f"play {game} --odds --format json", capsys).splitlines()]

    assert "Exact chance" in text
    assert "Largest swings" in text
    assert "steady" not in text
    assert {"chance", "chances"} <= {line["kind"] for line in lines}
    assert "Exact chance" in page.read_text(encoding="utf-8")


def test_advice_says_what_steady_would_have_answered(capsys: pytest.CaptureFixture[str]) -> None:
    game = SAMPLES / "first-duel.yaml"
    text = run(f"play {game} --advise", capsys)
    last = [json.loads(line) for line in run(f"play {game} --advise --format json", capsys).splitlines()]
    advice = next(line for line in last if line["kind"] == "chances")["advice"]

    assert "What steady would have answered\n" in text
    assert "│ Steady is the practice opponent" in text
    assert text.partition("practice opponent")[2].count("│ Round 1\n") == 1
    assert all(f"“{one['steady']}”" in " ".join(text.replace("│", "").split()) for one in advice)
    assert all(one["steady"] != one["played"] for one in advice)


def test_a_page_for_everybody_says_that_advice_is_hidden_until_the_match_is_over() -> None:
    told = chances_of("first-duel", PUBLIC)._replace(advice=())
    source = source_of("first-duel", PUBLIC)._replace(chances=told)
    page, own = (replay_html(WORDS, source._replace(viewer=viewer)) for viewer in (PUBLIC, Side.RED))

    assert ("rests on what the players hide" in page, "in the same way" in page) == (True, False)
    assert ("rests on what the players hide" in own, "in the same way" in own) == (False, True)


def test_advice_is_refused_where_steady_cannot_see(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.run(["play", str(SAMPLES / "kitchen-table.yaml"), "--advise"])

    assert ended.value.code == 2
    assert "steady" in capsys.readouterr().err
