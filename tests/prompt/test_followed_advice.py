"""No advice that fails: what any refusal at a prompt names is typed in its turn, and taken.

Matches are played by chance, with slips planted at every question: words misspelt, lines of other questions,
acts that are barred. What stands beside each refusal is followed, then taken back.
"""

import json
import random
import re
from collections.abc import Iterator

import pytest
from sessions import WORDS, Lines, bring_on, sit

from edencli.games.play_script import MOST_ANSWERS_NAMED
from edencli.games.session import Session
from edencli.lang import HOME
from edencli.match.pieces import Side
from edencli.match.questions import Roll
from edencli.notation.table import FORMS
from edencli.notation.writer import list_answers
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.typed_play import FAULTS
from edencli.rules.questions import ActQuestion

GAMES = {
    "street-corner.yaml": 40,
    "lanterns.yaml": 45,
    "drowned-market.yaml": 60,
    "mill-pond.yaml": 60,
    "kitchen-table.yaml": 40,
    "bells-in-the-snow.yaml": 60,
}
"""Sample games, and how many inputs of each are drawn by chance."""
EVERY = 3
"""At every third question slips are planted."""

AMONG = (
    r"did you mean '(?P<meant>.+)'\? \(y takes it\)",
    r"this works: (?P<route>.+) \(y takes it(?:; [\d.]+ cm)?\)",
    r"possible after (?P<first>.+)",
    r"possible: (?P<possible>.+)",
    r"did you mean (?P<command>[a-z?]+)\?",
)
"""How advice stands beside a refusal."""


def slips(session: Session, chance: random.Random) -> Iterator[str]:
    """Lines that are no answer, or may be none: misspelt, of other questions, at targets out of reach."""
    question = session.question
    assert question is not None
    fighters = [session.names.label(piece) for piece in session.match.state.fighters]
    foe = chance.choice(fighters)
    lines = [*list_answers(session.match, question)][:20]
    if isinstance(question, ActQuestion):
        lines += [f"charges {foe}", f"shoots {foe}", f"attacks {foe}", f"throws at {foe}", "40 north"]
        lines += [f"moves to {chance.randrange(60)}, {chance.randrange(60)}", "5 nw"]
    line = chance.choice(lines) if lines else "Yuri at 30, 30"
    yield misspell(line, chance)
    yield misspell(misspell(line, chance), chance)
    yield chance.choice(lines) if isinstance(question, ActQuestion) else chance.choice(FORMS).example
    yield chance.choice(("by agreement: red scores 1 XP", "the wall in the middle", "soo charges", "hlep"))


def misspell(line: str, chance: random.Random) -> str:
    """A line with two letters of one long word exchanged."""
    words = line.split()
    long = [n for n, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    if not long:
        return line + "x"
    n = chance.choice(long)
    at = chance.randrange(1, len(words[n]) - 2)
    word = words[n]
    words[n] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return " ".join(words)


class Follower:
    """Types slips at a match, and follows what is advised beside their refusal."""

    def __init__(self, session: Session, viewer: Side | None) -> None:
        self.session = session
        self.play = TerminalPlay(WORDS, session, viewer, typist=Lines())
        self.followed = 0
        self.failed: list[tuple[str, str, str]] = []

    def plant(self, slip: str) -> None:
        """Type a slip; where it is refused, follow all that is advised."""
        before = len(self.session.inputs)
        told = self._type(slip)
        if told is None:
            self._take_back(before)
            return
        found = [(kind, text) for line in told.splitlines() for kind, text in advice_in(line)]
        assert sum(kind == "possible" for kind, _ in found) <= MOST_ANSWERS_NAMED
        for kind, text in found:
            self._follow(slip, kind, text)
            self._take_back(before)

    def _follow(self, slip: str, kind: str, text: str) -> None:
        self.followed += 1
        before, question = len(self.session.inputs), self.session.question
        if kind in {"meant", "route", "command"}:
            self._type(slip)  # which proposes it anew
            text = "y"
        refused = self._type(text)
        if kind == "command":
            return  # taken where it is a command; what that answers is its own affair
        if refused is not None or len(self.session.inputs) == before:
            self.failed.append((slip, text, refused or "nothing came of it"))
        elif kind == "first" and self._asks_again(question) and (why := self._type(slip)) is not None:
            self.failed.append((slip, text, why))

    def _asks_again(self, question: object) -> bool:
        now = self.session.question
        return isinstance(now, ActQuestion) and now.fighter == getattr(question, "fighter", None)

    def _type(self, line: str) -> str | None:
        """Type a line; what refuses it, or None."""
        try:
            self.play.take_line(line)
        except FAULTS as fault:
            return self.play.fault_text(fault)
        return None

    def _take_back(self, inputs: int) -> None:
        while len(self.session.inputs) > inputs:
            self.play.undo_input(agreed=True)
        self.play.reset_telling()


def advice_in(line: str) -> Iterator[tuple[str, str]]:
    """The kinds of advice that a line of a refusal gives, and the words of each."""
    for pattern in AMONG:
        if found := re.search(pattern, line):
            ((kind, text),) = found.groupdict().items()
            yield kind, text
            return


@pytest.mark.parametrize("game", GAMES)
def test_all_advice_beside_a_refusal_is_taken_when_it_is_followed(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sit(game, seed=11)
    follower, chance = Follower(session, None), random.Random(game)  # noqa: S311  # only variety
    for n in range(0, GAMES[game], EVERY):
        bring_on(session, EVERY, seed=n)
        question = session.question
        if question is None:
            break
        follower.play.reset_telling()
        if not isinstance(question, Roll):
            for slip in slips(session, chance):
                follower.plant(slip)
                capsys.readouterr()

    assert follower.followed > 20
    assert follower.failed == []


# ── advice of other messages of the prompt ───────────────────────────────────────────────────────────────

TO_TYPE = re.compile(
    r"did you mean|works|possible|y takes|[Tt]ype:? |undo |stops [a-z]|--all|--as|--\{side\}|Press|save FILE"
    r"|auto 3"
)
"""What a message has that says what to type."""

FOLLOWED = {
    # beside a refusal: followed above
    *("takes-it", "takes-it.far", "such-as", "such-as.first", "no-command"),
    # followed below
    *("hint", "kept-back.dice-thrown", "auto.how-many", "stops.no-topic/near", "misused.wants-attack"),
    *("misused.odds-only", "misused.agreed-only", "misused.wants-two", "one-act", "correction"),
}
NOT_HERE = {
    *("played-by-file", "plays-on", "unkept", "not-kept.exists", "secret-script", "menu.which"),
    *(
        "secrets.no-page",
        "secrets.whose",
        "hint.hidden",
        "hand-over",
        "turn-page",
        "leave-page",
        "only-enter",
    ),
    *("stops.skipped.no-card", "stops.skipped.agreement", "stops.skipped.far", "stops.no-topic"),
    *("kept-back.revealed", "auto.too-late", "warned", "enter-anew", "over.asks", "dice-typed"),
}
"""Messages that come with a file, a menu, a page apart, dice or a stop: not followed by this module."""


def test_every_message_of_the_prompt_that_says_what_to_type_is_followed() -> None:
    messages = json.loads((HOME / "en" / "session.json").read_text("utf-8"))
    advising = {
        key
        for key, text in messages.items()
        if TO_TYPE.search(text) and not key.startswith(("help", "offer"))
    }

    assert advising - FOLLOWED - NOT_HERE == set()


def test_of_several_acts_in_a_line_the_first_is_proposed_and_taken() -> None:
    for line in ("5 north and attack", "move 5 north, then shoot at Elenia"):
        session = sit("first-duel.yaml", seed=1)
        while not isinstance(session.question, ActQuestion):
            typed(session, "hint", "y")

        typed(session, line, "y")

        assert " moves to " in session.lines[-1].text


def typed(session: Session, *lines: str) -> TerminalPlay:
    """What comes of typing lines at a match."""
    play = TerminalPlay(WORDS, session, None, typist=Lines(*lines))
    play.run(anew=False)
    return play


def answered(session: Session) -> list[str]:
    return [line.text for line in session.lines if line.kind == "answer"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("hint", "y"), "blue activates"),
        (
            ("blue passes", "red activates Yuri", "odds", "odds charges Elenia", "charges Elenia"),
            "Yuri charges",
        ),
        (("odds", "blue passes"), "blue passes"),
        (("measure Yuri", "measure Yuri 20,30", "blue passes"), "blue passes"),
        (("log luck", "log odds", "blue passes"), "blue passes"),
        (("stops interupts never", "stops interrupts never", "blue passes"), "blue passes"),
        (("undo all", "blue passes"), "blue passes"),
        (("Yuri has 2 AP", "y"), "by agreement: Yuri loses 1 AP"),
    ],
)
def test_what_a_command_that_was_misused_asks_for_is_taken(
    lines: tuple[str, ...], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each misused command is followed by what its refusal names; nothing after the first is refused."""
    session = sit("street-corner.yaml", seed=11)

    play = typed(session, *lines)

    assert answered(session)[-1].startswith(answer)
    assert play.fault is None, capsys.readouterr().out


def test_dice_are_taken_back_as_the_refusal_says(capsys: pytest.CaptureFixture[str]) -> None:
    session = sit("street-corner.yaml", seed=11)
    typed(session, "blue passes", "red activates Yuri", "shoot elenia")
    before = len(session.inputs)

    typed(session, "undo")
    assert "type: undo agreed" in capsys.readouterr().out
    assert len(session.inputs) == before

    typed(session, "undo agreed")
    assert len(session.inputs) < before


def test_after_auto_stands_a_number_as_the_refusal_says() -> None:
    session = sit("lanterns.yaml", seed=7)

    typed(session, "auto please", "auto 1")

    assert len(answered(session)) == 1
