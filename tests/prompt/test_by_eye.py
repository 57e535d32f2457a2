"""The prompt where the miniatures are the field: both bands in sight, eyes answer in a word."""

from typing import Any

import pytest
from notation.scene import ELENIA, ULRIKA, YURI
from notation.scene import match as small_match
from sessions import WORDS, Lines, sit

from edencli.bots import BOTS
from edencli.bots.random_player import RandomPlayer
from edencli.games.session import Session
from edencli.match.facts import (
    UNSEEN,
    Arriving,
    AtScenery,
    Fact,
    FactGroup,
    FarAcross,
    Seeing,
    Touching,
    Whereabouts,
    Within,
)
from edencli.match.pieces import PUBLIC, Piece, Side
from edencli.match.questions import Question, Roll, fact_question
from edencli.match.state import Gone
from edencli.model.terms import LimbName, Marker
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.output.console import Refused
from edencli.prompt.answer_list import answer_lines
from edencli.prompt.changing_commands import CHANGING_COMMANDS
from edencli.prompt.interpret import interpret_line
from edencli.prompt.screen import TerminalPlay
from edencli.prompt.status import status_lines
from edencli.prompt.view_commands import COMMANDS
from edencli.referee.dice import SeededDice
from edencli.rules.questions import MomentChoice

GAME = "kitchen-table.yaml"
LOOKS = (
    *("?", "odds", "state", "odds {foe}", "hint", "odds shoots {foe}", "score", "odds charges {foe}"),
    *(
        "advise",
        "map",
        "show {foe}",
        "sight {foe}",
        "why",
        "route {foe} {foe}",
        "secrets red",
        "measure {foe} {foe}",
    ),
)
HIS = Piece(Side.RED, "Yuri")
SEVERAL = FactGroup(
    subject=YURI,
    facts=tuple(Touching(one=one, other=YURI) for one in (ELENIA, ULRIKA)),
    pieces=(ELENIA, ULRIKA),
)
MOVES = (
    *("red bids 1", "blue bids 2", "blue goes first", "blue is led by Sister Ilona", "red is led by Yuri"),
    *("blue plays the mission Whoever leads must fall", "red plays the mission Nothing left standing"),
    *("blue takes the north half", "blue deploys all", "red deploys all"),
    "blue holds Battle cry; Bad water; Duck; Second wind; Forgotten cellar; Dead man's grin",
    *("red holds Last train; Borrowed luck; Duck; Battle cry", "red bids 0", "blue bids 1"),
    *("blue goes first", "blue activates Sister Ilona", "red does not interrupt"),
)


def at_table(*lines: str) -> Session:
    """The match of the sample, as far as these lines go, past whatever is optional."""
    session = sit(GAME, seed=None)
    for line in lines:
        session.answer_text(line, passing=True)
    return session


def shown(session: Session, *lines: str) -> None:
    """Type these lines at a terminal."""
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*lines)).run(anew=False)


def _next(question: Question[Any], player: RandomPlayer, dice: SeededDice) -> Any:
    return dice.throw(question) if isinstance(question, Roll) else player(question)


def test_whatever_is_asked_besides_is_told_or_refused_and_asks_nobody() -> None:
    session = at_table(*MOVES)
    player, dice = RandomPlayer(session.match, 2), SeededDice(2)
    for n in range(48):
        question = session.question
        if question is None:
            break
        foe = next(piece.name for piece in session.match.state.fighters if piece.side is not question.asked)
        typed = LOOKS[n % len(LOOKS)].format(foe=foe)
        before = len(session.lines)

        shown(session, *["" for _ in [question] if question.private], typed)

        assert len(session.lines) == before or question.private, typed
        assert session.question is question or question.private
        if len(session.lines) == before:
            session.answer_value(_next(question, player, dice))


def test_every_act_is_offered_before_eyes_have_told_whom_a_fighter_touches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    charge = ("Sister Ilona charges Yuri", "Sister Ilona reaches Yuri", "Yuri stays passive")
    session = at_table(*MOVES, *charge)
    while isinstance(question := session.question, Roll | MomentChoice):
        session.answer_value(SeededDice(1).throw(question) if isinstance(question, Roll) else None)
    session.answer_text("Sister Ilona is done", passing=True)
    session.answer_text("red activates Tick-Tock", passing=True)
    session.answer_text("blue does not interrupt", passing=True)
    capsys.readouterr()

    shown(session, "?")

    told = capsys.readouterr().out
    assert "Tick-Tock moves (1 AP" in told
    assert "Tick-Tock charges Sister Ilona (2 AP" in told
    assert "Tick-Tock is done" in told


def test_a_move_into_contact_with_an_enemy_is_refused_without_a_way_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = at_table(*MOVES)
    before = len(session.lines)

    shown(session, "Sister Ilona moves touching Yuri")

    told = capsys.readouterr()
    assert "may not end a Move in contact with Yuri" in told.out + told.err
    assert len(session.lines) == before


def test_a_move_tells_with_which_comrade_it_ends_in_contact() -> None:
    session = at_table(*MOVES)

    shown(session, "Sister Ilona moves touching Sister Yliss")

    assert "Sister Ilona moves touching Sister Yliss" in str(session.lines[-1])


def test_every_command_that_looks_is_tried() -> None:
    assert {look.split()[0] for look in LOOKS} | {"log", "help", "save"} >= {
        name for name in COMMANDS if name not in CHANGING_COMMANDS or name == "hint"
    }


@pytest.fixture
def wounded() -> Session:
    """Where Yuri leads, has lost the white CP of his head, and burns; and Vlädd is out."""
    session = at_table()
    state = session.match.state
    for piece in state.fighters:
        state.place_fighter(piece, None)
    state.sides[Side.RED].leader = HIS
    yuri = state.fighters[HIS]
    yuri.lost, yuri.markers, yuri.ap, yuri.activated = {LimbName.HEAD: 3}, {Marker.BURN: 2}, 2, True
    state.remove_fighter(Piece(Side.RED, "Vlädd"), Gone.INCAPACITATED)
    return session


@pytest.mark.parametrize(
    ("width", "his"),
    [
        (80, "✓ Yuri★           2 ×××■  □□■   □□□■■  □□■  PSI 3 burn 2"),
        (60, "✓ Yuri★           2 ×××■  □□■   □□□■■  □□■  PSI 3 burn 2"),
        (45, "✓ Yuri★     2 ×××■  □□■   □□□■■  □□■  PSI3 B2"),
        (40, "✓ Yuri★   2 ×××■  □□■   □□□■■  □□■  PSI3 B2"),
    ],
)
def test_a_line_tells_of_each_fighter_what_the_card_would_show(
    wounded: Session, width: int, his: str
) -> None:
    told = list(status_lines(WORDS, wounded.match, PUBLIC, width))

    assert his in told
    assert max(map(len, told)) <= max(width, 45)
    assert "  Out of action: Vlädd." in told
    on_field = [piece for piece, one in wounded.match.state.fighters.items() if one.on_field]
    assert sum("□" in line or "■" in line for line in told) == len(on_field)


def test_points_of_a_secret_mission_stay_secret_there(wounded: Session) -> None:
    wounded.match.state.sides[Side.RED].vp = 3
    wounded.match.state.sides[Side.RED].mission = "Nothing left standing"

    red, public = (" ".join(status_lines(WORDS, wounded.match, viewer, 80)) for viewer in (Side.RED, PUBLIC))

    assert "Red: 3 VP" in red
    assert "Red: 0 VP" in public


def test_the_bands_are_shown_as_often_as_they_change(capsys: pytest.CaptureFixture[str]) -> None:
    session = at_table(*MOVES)
    capsys.readouterr()

    shown(session, "m", "why", "?", "m")

    assert capsys.readouterr().out.count("Round 1 ") == 3


@pytest.mark.parametrize(
    ("fact", "typed", "told"),
    [
        (Touching(one=YURI, other=ELENIA), "y", True),
        (Touching(one=YURI, other=ELENIA), "no", False),
        (Within(of=YURI, target=ELENIA, far=20_000), "n", False),
        (Arriving(mover=YURI, target=ELENIA), "yes", True),
        (Seeing(viewer=YURI, target=ELENIA), "2", 2),
        (Seeing(viewer=YURI, target=ELENIA), "y", 0),
        (Seeing(viewer=YURI, target=ELENIA), "n", UNSEEN),
        (AtScenery(piece=YURI, scenery="Well"), "t", Whereabouts.TOUCHING),
        (FarAcross(piece=YURI, scenery="Well"), "7", 7),
        (SEVERAL, "nobody", ()),
        (SEVERAL, "n", ()),
        (SEVERAL, "e", (ELENIA,)),
        (SEVERAL, "ûlrika of the hollow", (ULRIKA,)),
        (SEVERAL, "hollow and elenia", (ELENIA, ULRIKA)),
        (SEVERAL, "u, e", (ELENIA, ULRIKA)),
    ],
)
def test_eyes_answer_in_a_word(fact: Fact | FactGroup, typed: str, told: Any) -> None:
    match, question = small_match(), fact_question(fact)

    guess = interpret_line(WORDS, match, question, typed, PUBLIC)

    assert guess is not None
    assert read_answer(guess.line, match, question) == told


def test_what_may_be_said_of_the_field_is_told_with_the_names_of_whom_it_is_said() -> None:
    match, question = small_match(), fact_question(Touching(one=ELENIA, other=YURI))

    told = list(answer_lines(WORDS, match, question, PUBLIC))

    assert [line.strip() for line in told] == ["Elenia does not touch red Yuri", "Elenia touches red Yuri"]


def test_whoever_types_nothing_for_dice_is_shown_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    session = at_table("red bids 2", "blue bids 2")

    shown(session, "", "?", "5", "quit")

    told = capsys.readouterr()
    assert (told.out + told.err).count("Type the face that you rolled, such as 4.") == 2
    assert len(session.lines) == 3


@pytest.mark.parametrize("typed", ["x", "7", "maybe", "yuri", "elenia and somebody"])
def test_what_says_nothing_of_a_fact_answers_nothing(typed: str) -> None:
    match = small_match()

    for fact in (Touching(one=YURI, other=ELENIA), SEVERAL):
        guess = interpret_line(WORDS, match, fact_question(fact), typed, PUBLIC)
        assert guess is None


def test_why_an_act_may_not_be_after_all_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    session = at_table(*MOVES)
    capsys.readouterr()

    shown(session, "whispered", "n", "n")

    said = capsys.readouterr().out
    assert "Sister Ilona's Whispered order would affect no fighter now [ability.action]" in said
    assert write_answer(None, session.match, session.question) == "Sister Ilona is done"


def test_who_judges_by_places_does_not_play() -> None:
    with pytest.raises(Refused, match="random"):
        TerminalPlay(WORDS, at_table(), PUBLIC, bots={Side.BLUE: BOTS["steady"]}, typist=Lines())
