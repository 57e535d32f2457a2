"""Measures how much a match asks of a player: `python tests/benchmarks/light_play.py [MATCHES]`.

Red is typed as by a player who follows every hint, with the default stops; blue is `steady`. Bands, table and
dice are those of `play --quick`, by the number of the match. Counted are the answers typed before the first
activation and in all, and among them:

- Enters: empty lines, which decline what is optional.
- Idle Enters: those at a question to which there was no other answer, or that a stop of red's own could have
  skipped because nobody is near, nothing is left to the players, or no card can be played.
- Rights lost: questions that the default stops skipped and that the hint would not have declined.
- Agreements: Enters at what players may enter by agreement.
"""

import contextlib
import io
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions import SAMPLES, WORDS, sit

from edencli.bots import BOTS
from edencli.bots.steady import give_hint
from edencli.commands.requests.play import PlayRequest
from edencli.commands.what_to_play import quick_play
from edencli.games.session import Session
from edencli.match.pieces import Side
from edencli.match.questions import Choice, Question
from edencli.match.table_events import Activated
from edencli.prompt import typed_play
from edencli.prompt.proposals import hinted_answer
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.stops import ASK_ALWAYS, Skipped, Stops, skipped_question
from edencli.referee.view import match_seen_by
from edencli.rules.questions import AgreementOffer, TacticPlay

STRICT = Stops(tactics="playable")
"""The stops that skip most of what cannot matter."""


class Typist:
    """A player who types what the hint says, and counts."""

    def __init__(self, session: Session, first: str) -> None:
        self._session, self._first = session, first
        self._is_quick = bool(first)
        self.counts: Counter[str] = Counter()

    def read(self, prompt: str, *, hidden: bool = False) -> str:  # noqa: ARG002  # as a terminal
        question = self._session.question
        if question is None:
            raise EOFError
        has_begun = any(isinstance(event, Activated) for event in self._session.events)
        if has_begun and self._is_quick:
            raise EOFError
        self.counts["answers"] += 1
        self.counts["before"] += not has_begun
        if self._first and not has_begun:
            typed, self._first = self._first, ""
            return typed
        line = self._line(question)
        if not line:
            self.counts["enters"] += 1
            self.counts["idle"] += self._is_idle(question)
            self.counts["agreements"] += isinstance(question, AgreementOffer)
        return line

    def _line(self, question: Question[Any]) -> str:
        assert question.asked is not None, "dice come from the seed"
        view = match_seen_by(self._session.match, question.asked)
        if question.optional and hinted_answer(self._session.match, question) is None:
            return ""
        return give_hint(view, question).line

    def _is_idle(self, question: Question[Any]) -> bool:
        if isinstance(question, Choice) and not question.allowed_options():
            return True
        orders = STRICT if isinstance(question, TacticPlay) else Stops()
        return skipped_question(self._session.match, question, orders) is not None


def play_match(folder: Path, number: int, first: str) -> Counter[str]:
    """Play one match, or up to its first activation where the first answer of the preparation is given."""
    request = quick_play(PlayRequest(seed=number))
    red, blue = request.games
    table = "".join(f"{name}.yaml" for name in request.field or ())
    game = f"kind: game\nname: Light\nred: {red}.yaml\nblue: {blue}.yaml\nfield: {{scenery: [{table}]}}\n"
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    session = sit(folder / "game.yaml", seed=number)
    typist = Typist(session, first)
    with contextlib.redirect_stdout(io.StringIO()), _watched(typist.counts):
        TerminalPlay(WORDS, session, Side.RED, bots={Side.BLUE: BOTS["steady"]}, typist=typist).run(anew=True)
    typist.counts["matches"] += 1
    typist.counts["unfinished"] += session.question is not None
    return typist.counts


@contextlib.contextmanager
def _watched(counts: Counter[str]) -> Any:
    """Count what is skipped, and what of that the hint would not have declined."""

    def watch(match: Any, question: Any, stops: Stops) -> Skipped | None:
        skipped = skipped_question(match, question, stops)
        if skipped is not None and stops != ASK_ALWAYS:
            counts["skipped"] += 1
            counts["lost"] += hinted_answer(match, question) != skipped.answer
        return skipped

    typed_play.skipped_question = watch  # type: ignore[assignment]
    try:
        yield
    finally:
        typed_play.skipped_question = skipped_question  # type: ignore[assignment]


def main(matches: int) -> None:
    """Play so many matches with every answer typed, and begin as many with `auto`."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name in ("bands", "cards", "scenery"):
            shutil.copytree(SAMPLES / name, folder / name)
        (folder / ".edencli").touch()
        total: Counter[str] = Counter()
        short: Counter[str] = Counter()
        for number in range(1, matches + 1):
            total += play_match(folder, number, "")
            short += play_match(folder, number, "auto")
    answers, played = total["answers"], total["matches"]
    figures = {
        "matches": f"{played}, {total['unfinished']} not played to the end",
        "answers a match": f"{answers / played:.1f}",
        "before the first activation": f"{total['before'] / played:.1f}; auto {short['before'] / played:.1f}",
        "Enters": f"{total['enters'] / answers:.1%} of all answers",
        "idle Enters": f"{total['idle'] / answers:.1%} of all answers",
        "Enters by agreement": f"{total['agreements'] / played:.2f} a match",
        "questions skipped": f"{total['skipped'] / played:.1f} a match",
        "rights lost by default stops": f"{total['lost'] / played:.2f} a match",
    }
    for what, figure in figures.items():
        print(f"{what:<30} {figure}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
