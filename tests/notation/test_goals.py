"""Places as people say them: read like any place, settled on the straight line, written as coordinates."""

import math

import pytest
from notation.scene import ELENIA, NAMES, VLADD, YURI, deed_of, match

from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match
from edencli.match.state import SceneryState
from edencli.notation.errors import Ambiguous, Misread, Unreadable
from edencli.notation.goals import parse_goal
from edencli.notation.reader import parse_line, read_answer
from edencli.notation.writer import write_answer
from edencli.rules.ground import base
from edencli.rules.sight import view


@pytest.fixture
def field() -> Match:
    """Yuri at 10, 10, an oak to the north-east of him between him and a point behind it."""
    made = match()
    made.state.scenery["Old oak"] = SceneryState(Point(15_000, 15_000))
    return made


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Yuri moves 6 north", "red Yuri moves to 10, 16"),
        ("Yuri moves to 6 cm to the north", "red Yuri moves to 10, 16"),
        ("yuri m 2,5 SOUTH", "red Yuri moves to 10, 7.5"),
        ("Yuri walks 5 north-west", "red Yuri moves to 6.465, 13.535"),
        ("Yuri moves west", "red Yuri moves to 0, 10"),
        ("Yuri moves 4 towards Elenia", "red Yuri moves to 14, 10"),
        ("Yuri moves to Elenia", "red Yuri moves to 16, 10"),
        ("Yuri moves 3 away from elenia", "red Yuri moves to 7, 10"),
        ("Yuri moves 2 toward Old oak", "red Yuri moves to 11.414, 11.414"),
        ("Yuri moves to behind Old oak seen from Elenia", "red Yuri moves to 12.518, 17.482"),
        ("Yuri moves 3 towards Yuri", "red Yuri moves to 12.121, 12.121"),
        ("Yuri moves to 20, 30", "red Yuri moves to 20, 30"),
        ("Yuri moves 4 tow elenia", "red Yuri moves to 14, 10"),
        ("Yuri moves beh oak seen from Elenia", "red Yuri moves to 12.518, 17.482"),
    ],
)
def test_a_goal_is_written_as_the_place_that_it_is(field: Match, said: str, meant: str) -> None:
    question = deed_of(field)

    assert write_answer(read_answer(said, field, question), field, question) == meant


def test_a_goal_is_settled_on_the_straight_line_whatever_stands_there(field: Match) -> None:
    act = read_answer("Yuri moves 9 towards Mirka", field, deed_of(field))

    assert len(act.path) == 2
    assert act.path[-1] == Point(16_363, 16_363), "the oak is in the way"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("Yuri moves 0 north", "goes-nowhere"),
        ("Yuri moves to behind red Yuri", "goes-nowhere"),
        ("Yuri moves 3 towards Well", "not-there"),
        ("Yuri moves 3 towards Vladd", "not-there"),
        ("Yuri moves 3 towards Xaver", "unreadable"),
        ("Yuri moves 3 towards Elania", "misspelt"),
        ("Yuri moves 3 nroth", "misspelt"),
        ("Yuri moves out of sight of Old oak", "sees-nothing"),
        ("Yuri moves out of sight of red Yuri", "goes-nowhere"),
        ("Yuri moves 99999 north", "unreadable"),
        ("Elenia deploys 3 north", "unreadable"),
    ],
)
def test_a_goal_that_is_no_place_is_refused(field: Match, said: str, message: str) -> None:
    field.state_of(VLADD).place = None

    with pytest.raises(Misread) as found:
        read_answer(said, field, deed_of(field))

    assert found.value.message == message


def test_a_goal_needs_no_question_to_be_well_formed() -> None:
    (reading,) = parse_line("Yuri moves 3 towards Elenia", NAMES)

    assert reading.form.id == "move"
    with pytest.raises(Unreadable):
        parse_line("Yuri moves 3 towards Xaver", NAMES)


def test_no_goal_is_read_where_nobody_measures(field: Match) -> None:
    field.state.field = ToldField()
    field.setup = field.setup._replace(measured=False)

    with pytest.raises(Unreadable) as found:
        read_answer("Yuri moves 6 north", field, deed_of(field))

    assert found.value.message == "no-field"


def test_what_a_goal_names_must_be_one_thing(field: Match) -> None:
    with pytest.raises(Ambiguous) as found:
        read_answer("Yuri moves 3 towards Crate", field, deed_of(field))

    assert found.value.values["meanings"] == ("Crate 7", "Crate 8")


@pytest.mark.parametrize("text", ["", "3", "12, 30", "to 12, 30", "northwards", "3 of Elenia", "behind"])
def test_what_is_no_goal(text: str) -> None:
    assert parse_goal(text) is None


def test_a_goal_behind_something_is_hidden_from_the_nearest_enemy_unless_a_viewer_is_named(
    field: Match,
) -> None:
    question = deed_of(field)
    nearest, named = (
        read_answer(f"Yuri moves behind Old oak{viewer}", field, question)
        for viewer in ("", f" seen by {ELENIA.name}")
    )

    assert nearest == named
    assert read_answer("Yuri moves behind Old oak seen by blue Yuri", field, question) != nearest


def test_out_of_sight_is_the_nearest_place_that_something_hides(field: Match) -> None:
    """Elenia sees Yuri past the oak; nowhere nearer than where he goes would it hide him, to a centimetre."""
    field.state_of(ELENIA).place = (22_000, 18_000)
    here = base(field, YURI)

    place = read_answer("Yuri moves out of sight of Elenia", field, deed_of(field)).path[-1]

    def is_seen(x: float, y: float) -> bool:
        return view(field, ELENIA, here.moved_to(Point(int(x), int(y))), (YURI,)).visible

    far = math.dist(place, here.centre)
    nearer = [
        (here.x + share * far * math.cos(turn), here.y + share * far * math.sin(turn))
        for share in (0.0, 0.4, 0.8)
        for turn in (n * math.tau / 16 for n in range(16))
    ]
    assert not is_seen(*place)
    assert far > 0
    assert [one for one in nearer if not is_seen(*one) and math.dist(one, here.centre) < far - cm(1)] == []


def test_where_nothing_hides_a_fighter_that_is_said(field: Match) -> None:
    field.state.scenery.clear()

    with pytest.raises(Unreadable) as found:
        read_answer("Yuri moves out of sight of Elenia", field, deed_of(field))

    assert found.value.message == "never-hidden"
