"""Run a preparation for `edencli setup`, and make the game that begins after it.

The game file begins at a boundary, where nothing is pending: a match in the middle of a step is written as
the position at the step's beginning, with the answers since as moves. Its dice continue where they were.
"""

import io
import os
from pathlib import Path
from typing import Any

from edencli.bots.random_player import RandomPlayer
from edencli.effects.begin import create_match_with_cards
from edencli.files.library import File
from edencli.games.checks import Checks
from edencli.games.play_script import PlayedGame, ScriptOptions, StopPoint, play_script
from edencli.lang import current_words
from edencli.match.match import Match
from edencli.match.position import PREPARATION_STEPS, dump_position
from edencli.match.questions import Roll
from edencli.named_tuple import NamedTuple
from edencli.notation.writer import write_answer
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.script import Script
from edencli.transcript.phrases import question_sentence


class PreparedGame(NamedTuple):
    """A game after its preparation, the question that it still waits for, and the moves that are left."""

    played: PlayedGame
    pending: str | None
    left: list[Any]


def play_preparation(checks: Checks, file: File, *, seed: int | None, chance: bool) -> PreparedGame | None:
    """Play the preparation of a game; None when its file is faulty."""
    played = play_script(checks, file, ScriptOptions(seed=seed, until=StopPoint(prepared=True), finish=False))
    if played is None:
        return None
    if chance and played.wrong is None and seed is not None:
        _finish_by_chance(played.referee, seed, played.script.dice or SeededDice(seed))
    moves = list(file.document.data.get("moves", ())) if file.document else []
    return PreparedGame(played, _pending(played), moves[len(played.lines) :])


def _finish_by_chance(referee: Referee, seed: int, dice: SeededDice) -> None:
    """Answer the rest of the preparation at random."""
    player = RandomPlayer(referee.match, seed)
    while (question := referee.question) is not None and _is_preparing(referee.match):
        referee.answer(dice.throw(question) if isinstance(question, Roll) else player(question))


def _is_preparing(match: Match) -> bool:
    return match.state.step in PREPARATION_STEPS


def _pending(played: PlayedGame) -> str | None:
    question = played.referee.question
    if question is None or not _is_preparing(played.match):
        return None
    return question_sentence(current_words().of_book(played.match.book.key), played.names, question)


def moves_since_boundary(referee: Referee) -> list[Any]:
    """The answers since the last boundary, as lines of a script; declined questions are included."""
    match = create_match_with_cards(referee.match.book, referee.boundary_state(), referee.match.setup)
    twin, lines = Referee(match), list[Any]()
    for given in referee.player_answers:
        question = twin.question
        if isinstance(question, Roll):
            lines.append({"dice": list(given)})
        elif question is not None:
            lines.append(write_answer(given, match, question))
        twin.answer(given)
    return lines


def boundary_data(referee: Referee, script: Script) -> dict[str, Any]:
    """The parts of a game file for a match from its last boundary on: dice, position, and moves so far."""
    moves = moves_since_boundary(referee) + ([{"dice": list(script.supply)}] if script.supply else [])
    dice = {} if script.dice is None else {"dice": {"seed": script.dice.seed, "drawn": script.dice.drawn}}
    return {**dice, "position": dump_position(referee.boundary_state()), "moves": moves}


def prepared_game(file: File, prepared: PreparedGame, folder: Path) -> dict[str, Any]:
    """The data of a game file in a folder that begins after the preparation."""
    data = relocated_game_data(file, prepared.played.match.book.key, file.folder, folder)
    data |= boundary_data(prepared.played.referee, prepared.played.script)
    data["moves"] = [*data["moves"], *prepared.left]
    return data


def relocated_game_data(file: File, book: str, old: Path, new: Path) -> dict[str, Any]:
    """The data of a game file without its moves, with references that fit another folder."""
    data: dict[str, Any] = dict(file.document.data) if file.document else {}
    data["rulebook"] = book
    for side in ("red", "blue"):
        data[side] = _relocated_reference(data[side], old, new)
    field = data.get("field", {})
    for key in {"scenery", "npfs"} & (set() if isinstance(field, str) else field.keys()):
        data["field"] = {
            **data["field"],
            key: [_relocated_reference(name, old, new) for name in data["field"][key]],
        }
    data.pop("moves", None)
    return data


# Longer than any line of a file.
UNFOLDED = 1_000_000


def _relocated_reference(reference: str, old: Path, new: Path) -> str:
    """A reference as seen from another folder."""
    return Path(os.path.relpath(old / reference, new)).as_posix()


def game_text(data: dict[str, Any]) -> str:
    """The text of a game file: no line is folded, and every move has a line of its own."""
    from ruamel.yaml import YAML  # reading needs only its event stream
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    yaml = YAML()
    yaml.width, yaml.default_flow_style = UNFOLDED, None
    if data["moves"]:
        lines = [CommentedMap(line) if isinstance(line, dict) else line for line in data["moves"]]
        for line in lines:
            if isinstance(line, CommentedMap):
                line.fa.set_flow_style()
        data["moves"] = CommentedSeq(lines)
        data["moves"].fa.set_block_style()
    out = io.StringIO()
    yaml.dump(data, out)
    return out.getvalue()
