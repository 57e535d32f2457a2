"""The law of the table: reading what was written gives the same answer, for every answer there can be."""

from typing import Any

import pytest
from duels import fighter
from hypothesis import given
from hypothesis import strategies as st
from notation.scene import (
    BANDS,
    BLUE,
    COCKTAIL,
    ELENIA,
    FIGHTERS,
    FLAMER,
    HIS_TWIN,
    KNIVES,
    PLACES,
    RED,
    ROAR,
    SETUP,
    ULRIKA,
    YURI,
    deed_of,
    match,
)

from edencli.field.shapes import Point
from edencli.field.units import LONGEST_LENGTH
from edencli.match.field_kinds import ToldField
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Agreement, PlacementQuestion, Question
from edencli.match.state import FighterState, SceneryState, State
from edencli.model.fighter import Equipment
from edencli.model.names import fold, name_fault
from edencli.model.terms import Category, LimbName, Marker
from edencli.notation.errors import Misread
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Blast, Charge, Extinguish, Melee, Move, Shot, Throw, UseAbility
from edencli.rules.heights import Climb, Leap, Swim
from edencli.rules.placing import FighterPlacement, SceneryPlacement
from edencli.rules.questions import (
    FighterDeployment,
    HandChoice,
    LocationRoll,
    SceneryPlacing,
    SetupBid,
    TacticPlay,
)
from edencli.rules.registry import create_match

MATCH = match()
YURI_ACTS = deed_of(MATCH)

LENGTHS = st.integers(-LONGEST_LENGTH, LONGEST_LENGTH)
POINTS = st.builds(Point, LENGTHS, LENGTHS)
NUMBERS = st.integers(0, 999_999_999)
SIDES = st.sampled_from(list(Side))
ENEMIES = st.sampled_from([ELENIA, HIS_TWIN, ULRIKA])
ANYBODY = st.sampled_from(list(FIGHTERS))


def _holds(answer: Any, question: Question[Any], made: Match = MATCH) -> None:
    line = write_answer(answer, made, question)

    assert read_answer(line, made, question) == answer
    assert write_answer(read_answer(line, made, question), made, question) == line


@given(st.lists(POINTS, max_size=5))
def test_moves(places: list[Point]) -> None:
    _holds(Move(fighter=YURI, path=(Point(*PLACES[YURI]), *places)), YURI_ACTS)


@given(ENEMIES, st.lists(POINTS, max_size=4))
def test_charges_to_anywhere(target: Piece, places: list[Point]) -> None:
    _holds(Charge(fighter=YURI, target=target, path=(Point(*PLACES[YURI]), *places)), YURI_ACTS)


@given(ENEMIES, st.integers(2_300, 3_700), st.integers(-3_700, 3_700))
def test_charges_that_end_near_contact(target: Piece, dx: int, dy: int) -> None:
    x, y = PLACES[target]
    path = (Point(*PLACES[YURI]), Point(x - dx, y + dy))

    _holds(Charge(fighter=YURI, target=target, path=path), YURI_ACTS)


def _used(item: Equipment, category: Category) -> dict[str, Any]:
    return {"fighter": YURI, "weapon": item, "use": item.use(category)}


@given(ENEMIES, POINTS)
def test_attacks(target: Piece, point: Point) -> None:
    _holds(Melee(fighter=YURI, target=target), YURI_ACTS)
    _holds(Shot(target=target, **_used(KNIVES, Category.SHOOTING)), YURI_ACTS)
    _holds(Throw(point=point, **_used(COCKTAIL, Category.PROJECTILE)), YURI_ACTS)
    _holds(Blast(point=point, **_used(FLAMER, Category.BLAST)), YURI_ACTS)


def test_other_deeds() -> None:
    _holds(UseAbility(fighter=YURI, ability=ROAR), YURI_ACTS)
    _holds(Extinguish(fighter=YURI), YURI_ACTS)
    _holds(None, YURI_ACTS)


def _spot(side: Side) -> PlacementQuestion[Any]:
    return SceneryPlacing(asked=side, what="scenery", left=(), objection=lambda _: None)


@given(st.sampled_from(list(SETUP.scenery)), POINTS, st.floats(-720, 720))
def test_scenery(name: str, place: Point, turn: float) -> None:
    _holds(SceneryPlacement(name, SceneryState(place, turn)), _spot(RED))


@given(st.sampled_from([ELENIA, HIS_TWIN, ULRIKA]), POINTS)
def test_deployments(piece: Piece, place: Point) -> None:
    question = FighterDeployment[Any](asked=BLUE, what="fighter", left=(), objection=lambda _: None)
    _holds(FighterPlacement(piece, place), question)


@given(NUMBERS)
def test_bids(n: int) -> None:
    _holds(n, SetupBid(asked=RED, most=n))


@given(st.lists(st.integers(1, 6), max_size=30).map(tuple))
def test_dice(faces: tuple[int, ...]) -> None:
    _holds(faces, LocationRoll(asked=BLUE, by=None, dice=len(faces)))


DECK = [tactic.name for tactic in BANDS[RED].tactics]


@given(st.permutations(DECK), st.integers(0, len(DECK)))
def test_hands(deck: list[str], n: int) -> None:
    _holds(tuple(deck[:n]), HandChoice(asked=RED, deck=tuple(DECK), n=n))


def _of_a_fighter(what: str, details: list[Any]) -> st.SearchStrategy[Agreement]:
    numbers = st.integers(-999, 999)
    return st.builds(
        lambda subject, n, detail: Agreement(what=what, subject=subject, n=n, detail=detail and str(detail)),
        ANYBODY,
        numbers,
        st.sampled_from(details),
    )


LETTERS = st.characters(categories=["Ll", "Lu", "Lo"])
INNER = st.one_of(LETTERS, st.sampled_from(" 0123456789'’-.()!&"))
ANY_NAME = st.builds("{}{}".format, LETTERS, st.text(INNER, max_size=12)).filter(
    lambda name: name_fault(name) is None
)

AGREEMENTS = st.one_of(
    _of_a_fighter("ap", [None]),
    _of_a_fighter("cp", list(LimbName)),
    _of_a_fighter("marker", list(Marker)),
    st.builds(lambda subject: Agreement(what="removed", subject=subject), ANYBODY),
    st.builds(lambda subject, at: Agreement(what="place", subject=subject, place=at), ANYBODY, POINTS),
    st.builds(
        lambda what, side, n: Agreement(what=what, subject=side, n=n),
        st.sampled_from(["sp", "vp"]),
        SIDES,
        st.integers(-999, 999),
    ),
    st.builds(
        lambda who, name, at: Agreement(what="token", subject=who, detail=name, place=at),
        st.one_of(SIDES, ANYBODY),
        st.one_of(ANY_NAME, st.sampled_from(["Idol of red", "Idol of Yuri", "Idol at 10", "Idol at"])),
        POINTS,
    ),
)  # fmt: skip


@given(AGREEMENTS)
def test_agreements(agreed: Agreement) -> None:
    _holds(agreed, YURI_ACTS)


# Inside a name, the words that part the slots of a line can make it read two ways: nobody here is called so.
LINKS = {"with", "at", "to", "via", "of", "in", "without", "exactly"}


def _is_plain(name: str) -> bool:
    return not LINKS & set(fold(name).split())


@given(
    st.lists(
        st.tuples(st.sampled_from([RED, BLUE, None]), ANY_NAME.filter(_is_plain)), min_size=2, max_size=6
    )
)
def test_fighters_of_any_name(drawn: list[tuple[Side | None, str]]) -> None:
    pieces = {(side, fold(name)): Piece(side, name) for side, name in drawn}
    made = create_match(rulebook("en"), State({piece: FighterState(fighter()) for piece in pieces.values()}))

    for piece in pieces.values():
        for other in pieces.values():
            if other.side is not piece.side:
                _holds(Melee(fighter=piece, target=other), deed_of(made, piece), made)


FRAGMENTS = """
    red blue Yuri Elenia moves charges stays shoots at to via with exactly 12 12,5 30.25 -1 ; : dice
    by agreement token Idol of is does not plays nothing the mission Duck gains loses AP CP in legs 1 without
""".split()  # noqa: SIM905  # a list of words is read as words
LINES = st.lists(st.sampled_from([*FRAGMENTS, "Throwing knives"]), max_size=9).map(" ".join)

PLAYS = TacticPlay(asked=RED, options=(), optional=True, agreeable=True)
DIES = LocationRoll(asked=RED, by=None, dice=1)


def _reads_or_says_why(text: str, question: Question[Any]) -> None:
    try:
        answer = read_answer(text, MATCH, question)
    except Misread:
        return
    _holds(answer, question)


@given(st.one_of(LINES, st.text(max_size=60)), st.sampled_from([YURI_ACTS, PLAYS, DIES]))
def test_whatever_can_be_read_has_a_canonical_line(text: str, question: Question[Any]) -> None:
    _reads_or_says_why(text, question)


@given(LINES)
def test_a_beginning_of_a_line_is_no_trap(text: str) -> None:
    for end in range(len(text)):
        _reads_or_says_why(f"Yuri {text[:end]}", YURI_ACTS)


ASKED = match(placed=False, chapters=("territory",))
ASKED.state.field = ToldField()
ASKED.setup = ASKED.setup._replace(measured=False)


@pytest.mark.parametrize("kind", [Climb, Swim, Leap])
def test_ways_over_scenery_where_nobody_measures(kind: type[Climb | Swim | Leap]) -> None:
    _holds(kind(fighter=YURI, scenery="Old oak"), deed_of(ASKED), ASKED)


@pytest.mark.parametrize("owner", list(Side))
def test_markers_that_are_laid_where_nobody_measures(owner: Side) -> None:
    _holds(Agreement(what="token", subject=owner, detail="Idol"), deed_of(ASKED), ASKED)
