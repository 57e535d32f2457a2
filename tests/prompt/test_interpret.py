"""Moves as people say them become the moves that scripts have."""

from pathlib import Path

import pytest
from notation.scene import ELENIA, MIRKA, VLADD
from notation.scene import match as small_match
from sessions import SAMPLES, WORDS, sit

from edencli.field.distance import distance
from edencli.field.units import PER_CM
from edencli.games.session import Session
from edencli.match.facts import FactGroup, Touching
from edencli.match.pieces import PUBLIC, Piece
from edencli.match.questions import fact_question
from edencli.notation.errors import Ambiguous
from edencli.notation.goals import CONTACT_MARGIN, parse_goal
from edencli.notation.reader import read_answer
from edencli.prompt.interpret import Guess, interpret_line, plan_typed_move
from edencli.prompt.screen import TerminalPlay
from edencli.rules.ground import base, distance_between, footprint
from edencli.rules.questions import ActQuestion
from edencli.rules.sight import view_of

GAME = """\
kind: game
name: Duel
rulebook: en
red: bands/jokers.yaml
blue: bands/bamaka.yaml
field: {scenery: [scenery/ruins.yaml]}
position:
  step: activation
  scenery: {Old oak: {at: [24, 25]}}
  fighters: {Yuri: {at: [18, 24]}, Abama Big-Belly: {at: [32, 26]}}
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Yuri is to act; an oak stands between him and Abama."""
    for name in ("bands", "cards", "scenery"):
        (tmp_path / name).mkdir()
        for file in (SAMPLES / name).iterdir():
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    (tmp_path / "oak.yaml").write_text(GAME, "utf-8")
    (tmp_path / ".edencli").touch()
    return sit(tmp_path / "oak.yaml", seed=None)


class Lines:
    """A terminal at which these lines are typed."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def read(self, prompt: str, *, hidden: bool = False) -> str:  # noqa: ARG002  # as a terminal
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)


def typed(session: Session, *lines: str) -> list[str]:
    """What was answered, in the canonical form, when these lines were typed."""
    TerminalPlay(WORDS, session, PUBLIC, typist=Lines(*lines)).run(anew=False)
    return [line.text for line in session.lines]


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("6 north", "Yuri moves to 18, 30"),
        ("moves 6 north", "Yuri moves to 18, 30"),
        ("Yuri moves 6 cm to the north", "Yuri moves to 18, 30"),
        ("red yuri walks 2.5 south", "Yuri moves to 18, 21.5"),
        ("west", "Yuri moves to 8, 24"),
        ("5 north-west", "Yuri moves to 14.465, 27.535"),
        ("2 towards Abama", "Yuri moves to 19.979, 24.282"),
        ("moves 7 away from abama big-belly", "Yuri moves to 11.071, 23.011"),
        ("to 20, 30", "Yuri moves to 20, 30"),
        ("MOVES 6 NORTH", "Yuri moves to 18, 30"),
        ("6 n", "Yuri moves to 18, 30"),
        ("6n", "Yuri moves to 18, 30"),
        ("n 6", "Yuri moves to 18, 30"),
        ("n6cm", "Yuri moves to 18, 30"),
        ("north 6", "Yuri moves to 18, 30"),
        ("5 nw", "Yuri moves to 14.465, 27.535"),
        ("nw 5", "Yuri moves to 14.465, 27.535"),
        ("5 northwest", "Yuri moves to 14.465, 27.535"),
        ("5 cm north west", "Yuri moves to 14.465, 27.535"),
        ("as near Abama as 2 cm allow", "Yuri moves to 19.979, 24.282"),
    ],
)
def test_a_move_that_is_said_is_the_move_of_a_script(session: Session, said: str, line: str) -> None:
    assert typed(session, said) == [line]


def piece(session: Session, name: str) -> Piece:
    """The fighter of that name."""
    return next(one for one in session.match.state.fighters if one.name == name)


@pytest.mark.parametrize("said", ["n", "s", "e", "se"])
def test_a_letter_without_a_length_is_no_way(session: Session, said: str) -> None:
    assert parse_goal(said) is None
    assert typed(session, said) == []


def test_touching_something_one_stops_at_it(session: Session) -> None:
    typed(session, "touching the Old oak")

    match = session.match
    far = distance(base(match, piece(session, "Yuri")), footprint(match, "Old oak"))
    assert far == pytest.approx(0, abs=20)


def test_so_far_behind_something_there_is_so_much_room(session: Session) -> None:
    """Abama stands east of the oak; 2 cm behind it is 2 cm west of it."""
    typed(session, "2 behind Old oak")

    match = session.match
    far = distance(base(match, piece(session, "Yuri")), footprint(match, "Old oak"))
    assert far == pytest.approx(2 * PER_CM, abs=20)


def test_towards_something_one_stops_before_it(session: Session) -> None:
    typed(session, "to Old oak")

    match, oak = session.match, footprint(session.match, "Old oak")
    assert distance(base(match, piece(session, "Yuri")), oak) == pytest.approx(CONTACT_MARGIN, abs=2)


@pytest.mark.parametrize("said", ["to Abama", "9 towards Abama", "towards Abama"])
def test_towards_somebody_one_stops_shy_of_contact(session: Session, said: str) -> None:
    typed(session, "to 24, 32", said)

    far = distance_between(session.match, piece(session, "Yuri"), piece(session, "Abama Big-Belly"))
    assert far == pytest.approx(CONTACT_MARGIN, abs=2)


def test_behind_something_nobody_sees_one(session: Session) -> None:
    (line,) = typed(session, "to behind Old oak")

    assert line.startswith("Yuri moves to 20.")
    assert not view_of(session.match, piece(session, "Abama Big-Belly"), piece(session, "Yuri")).visible


@pytest.mark.parametrize("said", ["8 east", "moves 9 towards Abama"])
def test_what_is_in_the_way_is_named_and_the_way_round_it_can_be_typed(
    session: Session, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(session, said) == []

    told = " ".join(capsys.readouterr().out.split())
    assert "Old oak is in the way of Yuri" in told
    _, _, after = told.partition("this works: ")
    route, _, _ = after.partition(" (y takes it; ")
    assert typed(session, route) == [route]


def test_half_of_the_way_at_least_is_proposed_before_a_longer_way_round(session: Session) -> None:
    """Most of the 2.5 cm is free before the oak; the way round it is longer."""
    question = session.question
    planned = plan_typed_move(session.match, question, "2.5 east")

    assert planned is not None
    act = read_answer(planned.alternative, session.match, question)
    assert len(act.path) == 2
    assert act.path[1].y == act.path[0].y
    assert 1.25 * PER_CM <= act.path[1].x - act.path[0].x < 2.5 * PER_CM


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("moev 5 sout", "Yuri move 5 south"),
        ("mvoe 5 south", "Yuri move 5 south"),
        ("mvoe 5 sotuh", "Yuri move 5 south"),
    ],
)
def test_a_slip_in_the_verb_is_mended_like_one_in_a_name(
    session: Session, slip: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(session, slip)

    told = capsys.readouterr().out
    assert f"did you mean '{meant}'? (y takes it)" in told


def test_a_move_to_what_is_out_of_reach_says_by_how_much_it_falls_short(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(session, "to 18, 34", "to 12, 34", "to Abama")

    assert "falls short of Abama Big-Belly by " in capsys.readouterr().out


@pytest.mark.parametrize("said", ["4 north", "3 away from Abama", "to Old oak"])
def test_a_move_that_goes_where_it_was_said_falls_short_of_nothing(
    session: Session, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(session, said)

    assert "falls short" not in capsys.readouterr().out


def test_a_way_round_that_falls_short_is_not_proposed(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(session, "charges Abama") == []

    told = " ".join(capsys.readouterr().out.split())
    assert "Old oak is in the way of Yuri" in told
    assert "this works" not in told
    assert "possible: Yuri moves to" in told


def test_the_price_of_a_way_is_shown_before_it_is_walked(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(session, "6 north")

    told = capsys.readouterr().out
    assert told.index("6 cm of at most 10 cm, for 1 AP") < told.index("> Yuri moves to 18, 30")


@pytest.mark.parametrize(
    "said",
    ["", "moves", "moves 5", "3 towards Xaver", "6 upwards", "0 north", "Abama moves 6 north", "behind Yuri"],
)
def test_what_is_no_such_move_is_left_to_the_notation(session: Session, said: str) -> None:
    assert plan_typed_move(session.match, session.question, said) is None


def test_nothing_is_planned_at_another_question(session: Session) -> None:
    typed(session, "is done")

    assert not isinstance(session.question, ActQuestion)
    assert plan_typed_move(session.match, session.question, "6 north") is None


def test_a_move_that_is_too_long_is_refused_with_its_length(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(session, "20 north") == []
    told = " ".join(capsys.readouterr().out.split())
    assert "the route costs 20 cm, and Yuri can cover 10 cm [action.move]" in told
    assert "this works: Yuri moves to 18, 34" in told


def test_a_name_that_is_only_begun_is_refused_with_all_that_it_could_be(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    """Abama alone may be run at, but Yuri carries what begins so as well."""
    assert typed(session, "charges b", "4 towards b") == []
    told = " ".join(capsys.readouterr().out.split())

    assert told.count("Which one? It could be Abama Big-Belly, Alarm-clock bomb, Before you blink") == 2
    assert typed(session, "2 towards big") == ["Yuri moves to 19.979, 24.282"]


def test_the_way_round_to_a_place_behind_something_is_told_and_not_walked(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    before = typed(session, "8 north", "6 east")
    assert typed(session, "behind Old oak") == before == ["Yuri moves to 18, 32", "Yuri moves to 24, 32"]

    told = " ".join(capsys.readouterr().out.split())
    assert "Old oak is in the way of Yuri" in told
    assert "this works: Yuri moves to 20." in told


def test_what_is_begun_at_a_list_is_refused_too_where_it_could_be_another_name(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of those who may be activated Big-Belly alone begins so, of all names a poultice as well."""
    before = typed(session, "is done")
    assert typed(session, "bi") == before

    assert "It could be Abama Big-Belly, Bitter poultice" in " ".join(capsys.readouterr().out.split())
    assert typed(session, "big")[-1] == "blue activates Abama Big-Belly"


def test_eyes_name_nobody_by_what_could_be_another_name() -> None:
    """Mirka alone is asked about, but a cocktail begins so as well."""
    made, pair = small_match(), (MIRKA, VLADD)
    group = FactGroup(
        subject=ELENIA, facts=tuple(Touching(one=one, other=ELENIA) for one in pair), pieces=pair
    )
    question = fact_question(group)
    doubtful, plain = (interpret_line(WORDS, made, question, said, PUBLIC) for said in ("m, vl", "mi, vl"))

    assert plain == Guess("Elenia touches Mirka Rag-Doll and Vlädd")
    assert doubtful is not None
    with pytest.raises(Ambiguous) as found:
        read_answer(doubtful.line, made, question)
    assert found.value.values["meanings"] == ("Mirka Rag-Doll", "Molotov cocktail")
