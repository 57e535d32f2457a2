"""Every door asks one cast: whatever somebody is called, all give the same answer."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from short_games import Run

from edencli.commands.show import complete_target
from edencli.games.checks import Checks, make_library
from edencli.games.play_script import begin_match
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.position import PositionNames, dump_position, load_position, with_canonical_names
from edencli.model.lexicon import FighterLexicon, Lexicon, UnresolvedName
from edencli.notation.errors import Ambiguous, Unreadable
from edencli.notation.reader import read_answer
from edencli.referee.expectations import UnknownExpectation, find_differences
from edencli.rules.position import check_position_data
from edencli.rules.questions import EndScoreOffer
from edencli.transcript.phrases import Phrases

RED = ("Yuri", "Mirka Rag-Doll", "Brother Karl", "Brother Otto", "Vlädd", "Rat", "Rat 2", "Œdipe le Vieux")
BLUE = ("Yuri", "Sister Ilona", "Red Sonja", "Brother Jan", "Two-Heads Uggo", "Ûlrika of the Hollow")

# What a calling means at a door: one name, several, or nobody and who was likely meant.
Verdict = tuple[str, object]


def one(name: str) -> Verdict:
    return "one", name


def verdict(lexicon: Lexicon[Any], calling: str) -> Verdict:
    """What the cast itself says."""
    try:
        found = lexicon.find(calling)
        return one(lexicon.label(found) if isinstance(lexicon, FighterLexicon) else found)
    except UnresolvedName as fault:
        return ("several", frozenset(fault.names)) if fault.names else ("nobody", fault.near)


def slip(name: str, draw: random.Random) -> str:
    """A name with one letter left out, doubled, or two of them exchanged."""
    at = draw.randrange(len(name) - 1)
    return draw.choice(
        (
            name[:at] + name[at + 1 :],
            name[:at] + name[at] + name[at:],
            name[:at] + name[at + 1] + name[at] + name[at + 2 :],
        )
    )


def callings(names: tuple[str, ...], sides: tuple[str, ...], seed: int = 20) -> list[str]:
    """What fighters of these names may be called: whole, in part, folded, by side, misspelt."""
    draw = random.Random(seed)  # noqa: S311  # a seed makes it the same every time
    found: list[str] = ["Brother", "nobody Yuri", "Zzz", "of", "2"]
    for name in names:
        words = name.split()
        begin = draw.randrange(len(words))
        part = " ".join(words[begin : draw.randrange(begin, len(words)) + 1])
        found += [name, name.upper(), f"  {name.lower()} ", part, slip(name, draw), slip(name, draw)]
        found += [f"{side} {name}" for side in sides] + [f"{side} {part}" for side in sides[:1]]
    return found


@pytest.fixture
def match(here: Path) -> Match:
    """A game of two bands whose fighters share names, words of names and letters."""
    for side, names in (("red", RED), ("blue", BLUE)):
        _write_band(side, names)
    fighters = {f"red {name}": {"at": [5 + 5 * n, 10]} for n, name in enumerate(RED)}
    fighters |= {f"blue {name}": {"at": [5 + 5 * n, 40]} for n, name in enumerate(BLUE)}
    game = {"kind": "game", "name": "Roll call", "red": "red.yaml", "blue": "blue.yaml"}
    game["position"] = {"step": "activation", "fighters": fighters}
    (here / "game.yaml").write_text(json.dumps(game), encoding="utf-8")
    checks = Checks(make_library())
    file = checks.check_file("game.yaml", kind="game")
    checked = checks.game(file)
    assert checked is not None, list(file.diagnostics)
    return begin_match(checked)


def _write_band(side: str, names: tuple[str, ...]) -> None:
    """A band of copies of one fighter, under other names."""
    yuri = YAML(typ="safe").load(Path("cards/jokers.yaml"))["fighters"][0]
    cards = {"kind": "cards", "fighters": [{**yuri, "name": name} for name in names]}
    band = {"kind": "band", "name": f"The {side} ones", "cards": [f"{side}-cards.yaml"], "budget": 900}
    band |= {"faction": yuri["factions"][0], "fighters": list(names)}
    Path(f"{side}-cards.yaml").write_text(json.dumps(cards), encoding="utf-8")
    Path(f"{side}.yaml").write_text(json.dumps(band), encoding="utf-8")


def in_a_move(match: Match, calling: str) -> Verdict:
    cast = FighterLexicon(match.state.fighters)
    question = EndScoreOffer(asked=Side.RED, options=(True,), optional=True, agreeable=True)
    try:
        return one(cast.label(read_answer(f"by agreement: {calling} gains 1 AP", match, question).subject))
    except Ambiguous as fault:
        return "several", frozenset(fault.values["meanings"])
    except Unreadable as fault:
        return "nobody", fault.values.get("nearest")


def in_a_position(match: Match, calling: str) -> Verdict:
    cards = {piece: state.card for piece, state in match.state.fighters.items()}
    position = {"fighters": {calling: {"ap": 77}}}
    for finding in check_position_data(position, match.setup, cards):
        if finding.rule == "game-position-unknown":
            return "nobody", finding.values.get("nearest")
        both = tuple(f"{side} {finding.values['name']}" for side in Side)
        return "several", frozenset(finding.values.get("names", both))  # type: ignore[call-overload]
    state = load_position(position, cards, 3, match.setup)
    return one(
        next(FighterLexicon(cards).label(piece) for piece, one in state.fighters.items() if one.ap == 77)
    )


def in_an_expectation(match: Match, calling: str) -> Verdict:
    cast = FighterLexicon(match.state.fighters)
    try:
        assert find_differences(match, {"fighters": {calling: {"ap": 77}}})
    except UnknownExpectation as fault:
        return ("several", frozenset(fault.names)) if fault.names else ("nobody", fault.near)
    for piece, state in match.state.fighters.items():
        before, state.ap = state.ap, 77
        met = not find_differences(match, {"fighters": {calling: {"ap": 77}}})
        state.ap = before
        if met:
            return one(cast.label(piece))
    raise AssertionError(calling)


@pytest.mark.parametrize("door", [in_a_move, in_a_position, in_an_expectation])
def test_moves_positions_and_expectations_give_one_answer(
    match: Match, door: Callable[[Match, str], Verdict]
) -> None:
    cast = FighterLexicon(match.state.fighters)
    asked = [calling for calling in callings(RED + BLUE, ("red", "blue")) if calling.strip()]

    answers = {calling: door(match, calling) for calling in asked}

    assert answers == {calling: verdict(cast, calling) for calling in asked}
    assert {kind for kind, _ in answers.values()} == {"one", "several", "nobody"}


def in_a_band(run: Run, calling: str) -> Verdict:  # noqa: ARG001  # every door has this shape
    band = json.loads(Path("red.yaml").read_text(encoding="utf-8"))
    Path("other.yaml").write_text(json.dumps({**band, "fighters": [calling]}), encoding="utf-8")
    checks = Checks(make_library())
    file = checks.check_file("other.yaml", kind="band")
    found = checks.band(file)
    for said in file.diagnostics:
        if said.code == "reference-ambiguous":
            return "several", frozenset(said.values["names"])  # type: ignore[call-overload]
        return "nobody", said.values.get("nearest")
    assert found is not None
    return one(found.band.fighters[0].name)


def on_the_command_line(command: str, *rest: str) -> Callable[[Run, str], Verdict]:
    """A command's answer is his whose it is when he is called by his whole name."""
    whole: dict[str, str] = {}

    def shown(out: str) -> str:
        return out.partition("To go on")[0]  # what follows calls him as he was called

    def asked(run: Run, calling: str) -> Verdict:
        if not whole:
            pages = {name: run(f"red-cards.yaml#{name}", *rest, command=command)[1] for name in RED}
            whole.update((shown(page), name) for name, page in pages.items())
        code, out, err = run(f"red-cards.yaml#{calling}", *rest, command=command)
        if code == 0:
            return one(whole[shown(out)])
        hint = err.replace(calling, "", 1)
        said = {name for name in RED if name in hint}
        if "could be" in err:
            return "several", frozenset(said)
        return "nobody", max(said, key=len, default=None)

    return asked


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize(
    "door",
    [
        in_a_band,
        on_the_command_line("show"),
        on_the_command_line("resolve-attack", "blue-cards.yaml#Yuri", "--seed", "7"),
    ],
)
def test_bands_and_commands_give_the_same_answer_of_a_file(
    run: Run, door: Callable[[Run, str], Verdict]
) -> None:
    names = Lexicon((name, name) for name in RED)
    asked = callings(RED, ())

    answers = {calling: door(run, calling) for calling in asked}

    assert answers == {calling: verdict(names, calling) for calling in asked}


def test_the_shell_completes_names_as_they_are_folded(match: Match) -> None:  # noqa: ARG001  # its files
    assert complete_target("red-cards.yaml#vl") == ["red-cards.yaml#Vlädd"]
    assert complete_target("red-cards.yaml#OE") == ["red-cards.yaml#Œdipe le Vieux"]


def test_reports_call_everybody_as_moves_do(match: Match) -> None:
    cast = FighterLexicon(match.state.fighters)

    assert [cast.find(label) for label in cast.labels.values()] == list(match.state.fighters)
    assert Phrases(Words("en"), cast).value_in_words(Piece(Side.RED, "Yuri")) == "red Yuri"


def test_a_position_in_other_spellings_is_the_same_position(match: Match) -> None:
    plain = dump_position(match.state)
    loose = {"fighters": {name.upper(): told for name, told in plain["fighters"].items()}}

    assert with_canonical_names(loose, PositionNames(match.state.fighters))["fighters"] == plain["fighters"]
