"""Stops: questions that nobody needs are not asked, as each player orders it; `undo` asks all the same."""

import os
import random
from pathlib import Path
from shutil import copytree

import pytest
from random_matches import COMBINATIONS, begin_match
from sessions import SAMPLES, WORDS, Lines, again, sit, stand_up

from edencli.bots import BOTS
from edencli.bots.random_player import RandomPlayer
from edencli.bots.steady import give_hint
from edencli.games.records import resume_record
from edencli.games.session import Session
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Audience, Side
from edencli.match.questions import Question, Roll
from edencli.model.stops import INTERRUPTS, TOPICS
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.output.console import Refused
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.stops import ASK_ALWAYS, TOPIC_OF, Stops, parse_stops, skipped_question
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.referee.view import match_seen_by, match_seen_by_viewer
from edencli.rules.questions import Interruption

GAME = """\
kind: game
name: Far and near
rulebook: en
red: bands/jokers.yaml
blue: bands/bamaka.yaml
position:
  step: activation
  first: blue
  fighters: {{Yuri: {{at: [{x}, 24]}}, Abama Big-Belly: {{at: [50, 24]}}, Sizwe Ash-Foot: {{at: [52, 58]}}}}
"""
FAR, NEAR = 2, 44
ACTIVATES = "blue activates Abama Big-Belly"


def meet(folder: Path, x: int, record: Path | None = None, *, more: str = "") -> Session:
    """Yuri, who is faster, so far from Abama, whom blue is about to activate."""
    for name in ("bands", "cards"):
        copytree(SAMPLES / name, folder / name)
    (folder / "game.yaml").write_text(GAME.format(x=x) + more, "utf-8")
    (folder / ".edencli").touch()
    return sit(folder / "game.yaml", record, seed=3)


def type_lines(session: Session, *lines: str, viewer: Audience = PUBLIC) -> TerminalPlay:
    table = TerminalPlay(WORDS, session, viewer, typist=Lines(*lines))
    table.run(anew=True)
    return table


def answers(session: Session) -> list[str]:
    return [line.text for line in session.lines if line.kind == "answer"]


# ── interrupts ───────────────────────────────────────────────────────────────────────────────────────────


def test_who_can_reach_nobody_is_not_asked_to_interrupt(tmp_path: Path) -> None:
    session = meet(tmp_path, FAR)

    type_lines(session, ACTIVATES)

    assert answers(session) == [ACTIVATES, "red does not interrupt"]


def test_who_may_reach_somebody_is_asked(tmp_path: Path) -> None:
    session = meet(tmp_path, NEAR)

    type_lines(session, ACTIVATES)

    assert isinstance(session.question, Interruption)


@pytest.mark.parametrize(
    ("x", "orders", "is_asked"),
    [
        (FAR, "always", True),
        (FAR, "interrupts always", True),
        (FAR, "interrupts within 60", True),
        (NEAR, "interrupts within 1", False),
        (NEAR, "interrupts never", False),
        (NEAR, "int never, tactics never", False),
    ],
)
def test_a_players_orders_count(tmp_path: Path, x: int, orders: str, *, is_asked: bool) -> None:
    session = meet(tmp_path, x)

    type_lines(session, f"stops red {orders}", ACTIVATES)

    assert isinstance(session.question, Interruption) is is_asked


def test_the_other_players_orders_do_not_count(tmp_path: Path) -> None:
    session = meet(tmp_path, NEAR)

    type_lines(session, "stops blue interrupts never", ACTIVATES)

    assert isinstance(session.question, Interruption)


def test_undo_asks_what_was_skipped(tmp_path: Path) -> None:
    session = meet(tmp_path, FAR)

    type_lines(session, ACTIVATES, "undo")

    assert isinstance(session.question, Interruption)
    assert answers(session) == [ACTIVATES]


def test_a_second_undo_takes_back_what_was_typed(tmp_path: Path) -> None:
    session = meet(tmp_path, FAR)

    type_lines(session, ACTIVATES, "undo", "undo")

    assert not answers(session)


def test_what_was_skipped_is_told_to_that_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    type_lines(meet(tmp_path, FAR), ACTIVATES, viewer=Side.RED)

    shown = " ".join(capsys.readouterr().out.split())
    assert "· red does not interrupt: no enemy is within reach" in shown


def test_what_was_skipped_is_grey_where_the_screen_has_colours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)

    type_lines(meet(tmp_path, FAR), ACTIVATES, viewer=Side.RED)

    lines = [line for line in capsys.readouterr().out.splitlines() if "does not interrupt" in line]
    assert lines
    assert all(line.startswith("\x1b[2m") and line.endswith("\x1b[0m") for line in lines)


def test_the_other_player_is_not_told_what_was_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(meet(tmp_path, FAR), ACTIVATES, viewer=Side.BLUE)

    assert "no enemy is within reach" not in " ".join(capsys.readouterr().out.split())


# ── in a game file ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("x", "orders", "is_asked"),
    [
        (FAR, "red: {interrupts: always}", True),
        (FAR, "red: {interrupts: 60}", True),
        (NEAR, "red: {interrupts: 1, tactics: never}", False),
        (NEAR, "red: {interrupts: never}", False),
        (NEAR, "blue: {interrupts: never}", True),
    ],
)
def test_a_game_may_say_where_its_players_stop(
    tmp_path: Path, x: int, orders: str, *, is_asked: bool
) -> None:
    session = meet(tmp_path, x, more=f"stops: {{{orders}}}\n")

    type_lines(session, ACTIVATES)

    assert isinstance(session.question, Interruption) is is_asked


def test_the_record_keeps_the_stops_of_its_game_and_what_was_ordered_wins(tmp_path: Path) -> None:
    record = tmp_path / "kept.record"
    stand_up(meet(tmp_path, NEAR, record, more="stops: {red: {interrupts: 7}, blue: {tactics: never}}\n"))
    (tmp_path / "game.yaml").unlink()
    assert again(record).stops == {Side.RED: "interrupts within 7", Side.BLUE: "tactics never"}

    session = resume_record(WORDS, record)
    session.order_stops(Side.RED, "interrupts always")
    stand_up(session)

    assert again(record).stops == {Side.RED: "interrupts always", Side.BLUE: "tactics never"}


@pytest.mark.parametrize("orders", ["{red: {interrupts: sometimes}}", "{red: {everything: never}}", "never"])
def test_stops_of_a_game_that_are_none_are_refused(tmp_path: Path, orders: str) -> None:
    with pytest.raises(SystemExit):
        meet(tmp_path, NEAR, more=f"stops: {orders}\n")


# ── kept ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_record_keeps_the_orders(tmp_path: Path) -> None:
    record = tmp_path / "kept.record"
    session = meet(tmp_path, NEAR, record)
    type_lines(session, "stops red interrupts within 7, cancelling never")
    stand_up(session)

    assert again(record).stops == {
        Side.RED: "interrupts within 7, reactions always, cancelling never, tactics always, agreement needed"
    }


def test_a_record_with_stops_replays_to_the_same_events(tmp_path: Path) -> None:
    record = tmp_path / "kept.record"
    session = meet(tmp_path, FAR, record)
    type_lines(session, ACTIVATES, "undo", "", "stops always", "done")
    stand_up(session)

    assert list(again(record).events) == list(session.events)


def test_a_strangers_orders_that_make_no_sense_are_passed_over(tmp_path: Path) -> None:
    record = tmp_path / "kept.record"
    session = meet(tmp_path, NEAR, record)
    session.order_stops(Side.RED, "everything maybe")
    stand_up(session)

    table = TerminalPlay(WORDS, again(record), PUBLIC, typist=Lines())

    assert table.stops_of(Side.RED) == Stops()


# ── any match, any orders ────────────────────────────────────────────────────────────────────────────────

MANY = int(os.environ.get("EDENCLI_STOPS", "2"))  # matches a book; by hand: fifty
SEEN_ALIKE = ("interrupts", "reactions", "cancelling")
"""Topics that are skipped by what both players see of the match."""


def some_stops(chance: random.Random) -> Stops:
    """Orders by chance."""
    words = {**TOPICS, INTERRUPTS: (*TOPICS[INTERRUPTS], f"within {chance.randrange(60)}")}
    return Stops(**{topic: chance.choice(orders) for topic, orders in words.items()})


@pytest.mark.parametrize("book", ["en", "fr", "de", "it", "pt"])
@pytest.mark.parametrize("number", range(len(COMBINATIONS) - 1, MANY * len(COMBINATIONS), len(COMBINATIONS)))
def test_what_is_skipped_could_have_been_answered_so_and_tells_no_secret(book: str, number: int) -> None:
    """Whatever the orders, the match takes a course that somebody who is asked everything could take."""
    referee, chance, skips = Referee(begin_match(book, number)), random.Random(number), 0  # noqa: S311
    match, dice, player = referee.match, SeededDice(number), RandomPlayer(referee.match, number)
    while (question := referee.question) is not None and len(match.log) < 600:
        if isinstance(question, Roll):
            referee.answer(dice.throw(question))
            continue
        stops = some_stops(chance)
        skipped = skipped_question(match, question, stops)
        if TOPIC_OF.get(type(question)) in SEEN_ALIKE:
            public = match_seen_by_viewer(match, PUBLIC)
            assert skipped_question(public, question, stops) == skipped
        if skipped is None:
            referee.answer(player(question))
            continue
        assert question.optional if skipped.answer is None else question.refusal(skipped.answer) is None
        line = write_answer(skipped.answer, match, question)
        assert read_answer(line, match, question) == skipped.answer
        referee.answer(skipped.answer)
        skips += 1

    assert skips


# ── by agreement, and cards ──────────────────────────────────────────────────────────────────────────────


def play_two_rounds(stops: Stops | None = None) -> Session:
    """Steady plays both sides, red as a person whose questions are skipped as ordered."""
    session = sit("lanterns.yaml")

    class Hinted:
        def read(self, prompt: str, *, hidden: bool = False) -> str:  # noqa: ARG002  # as a terminal
            question = session.question
            if question is None or session.match.state.round > 2:  # two rounds show every phase
                raise EOFError
            assert question.asked is not None
            return give_hint(match_seen_by(session.match, question.asked), question).line

    if stops is not None:
        session.order_stops(Side.RED, str(stops))
    bots = {Side.BLUE: BOTS["steady"]}
    TerminalPlay(WORDS, session, Side.RED, bots=bots, typist=Hinted()).run(anew=True)
    return session


def test_a_match_by_default_stops_takes_the_course_of_one_where_all_is_asked() -> None:
    """What was skipped, `steady` declines; all other questions are asked and answered alike."""
    skipping, asking = play_two_rounds(), play_two_rounds(ASK_ALWAYS)

    assert answers(skipping) == answers(asking)
    assert len(list(skipping.events)) > 50


def test_stops_between_two_persons_do_not_hang_on_a_hand(tmp_path: Path) -> None:
    """`tactics playable` would show by a page that comes or not what is held."""
    session = meet(tmp_path, NEAR)

    table = type_lines(session, "stops red tactics playable")

    assert table.stops_of(Side.RED).tactics == "always"


# ── how they are written ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("topic", TOPICS)
def test_every_order_is_read_as_it_is_written(topic: str) -> None:
    for order in TOPICS[topic]:
        stops = parse_stops(WORDS, f"{topic} {order}")
        assert getattr(stops, topic) == order
        assert parse_stops(WORDS, str(stops)) == stops


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("everything never", "everything is nothing that stops are for"),
        ("tactis never", "did you mean tactics?"),
        ("tactics sometimes", "“sometimes”"),
        ("interrupts within", "within 20"),
    ],
)
def test_orders_that_are_none_are_refused(typed: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        parse_stops(WORDS, typed)


def test_each_topic_has_questions() -> None:
    assert set(TOPIC_OF.values()) == set(TOPICS) == set(Stops._fields)
    assert all(issubclass(kind, Question) for kind in TOPIC_OF)


def test_what_has_no_topic_is_never_skipped(tmp_path: Path) -> None:
    session = meet(tmp_path, FAR)
    match: Match = session.match
    assert session.question is not None

    assert skipped_question(match, session.question, Stops(*["never"] * len(TOPICS))) is None


# ── Enter after a question that was skipped ──────────────────────────────────────────────────────────────


def test_enter_after_a_skipped_question_ends_no_activation_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The interruption is not asked, so that the Enter which declines it would end the activation."""
    session = meet(tmp_path, FAR)

    type_lines(session, ACTIVATES, "")

    assert answers(session)[-1] == "red does not interrupt"
    assert "Enter is not taken yet for: Abama Big-Belly is done" in " ".join(capsys.readouterr().out.split())


def test_a_second_enter_ends_it(tmp_path: Path) -> None:
    session = meet(tmp_path, FAR)

    type_lines(session, ACTIVATES, "", "")

    assert answers(session)[-1] == "Abama Big-Belly is done"


def test_enter_is_taken_at_once_after_a_line_that_was_typed_since(tmp_path: Path) -> None:
    session = meet(tmp_path, FAR)

    type_lines(session, ACTIVATES, "5 south", "")

    assert answers(session)[-1] == "Abama Big-Belly is done"
