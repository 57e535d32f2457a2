"""Names as they are printed: with marks, quotes and words of the moves, each line means one answer."""

from typing import Any

import pytest
from duels import BLAST, PROJECTILE, SHOOTING, fighter, item, use
from hypothesis import example, given
from hypothesis import strategies as st
from notation.scene import BLUE, RED, band, deed_of
from printed_names import PRINTED_NAMES

from edencli.field.shapes import Point
from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece
from edencli.match.questions import Agreement, OrderChoice, Question
from edencli.match.state import FighterState, State
from edencli.model.fighter import Ability, Cost
from edencli.model.names import name_key
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import AbilityKind, Category, SightBlocking
from edencli.named_tuple import NamedTuple
from edencli.notation.reader import completions, read_answer
from edencli.notation.writer import write_answer
from edencli.rulebooks.values import rulebook
from edencli.rules.acts import Blast, Charge, Melee, Shot, Throw, UseAbility
from edencli.rules.questions import CancelChoice, HandChoice, TacticPlay
from edencli.rules.registry import create_match
from edencli.rules.territory import MeleeAtScenery


class Named(NamedTuple):
    """A match in which everything has a name that was drawn, and its first fighter and enemy."""

    match: Match
    fighter: Piece
    enemy: Piece


def named_match(names: list[str]) -> Named:
    """Begin a match with these eleven names, of which the first two are fighters of the two sides."""
    red, blue, rat, pistol, bottle, flamer, roar, scenery, *cards = names
    gear = (
        item(pistol, use(SHOOTING, range=10, strength=3)),
        item(bottle, use(PROJECTILE, range=10, burn=2)),
        item(flamer, use(BLAST, burn=1)),
    )
    ability = Ability(name=roar, kind=AbilityKind.ACTION, cost=Cost(ap=1), text="He roars.")
    card = fighter(gear=gear).with_changes(abilities=(ability,))
    places = {Piece(RED, red): (10, 10), Piece(BLUE, blue): (20, 10), Piece(None, rat): (30, 30)}
    state = State(
        {piece: FighterState(card, ap=3, place=(x * 1000, y * 1000)) for piece, (x, y) in places.items()}
    )
    oak = Scenery(name=scenery, outline=Outline(radius=2), sight=SightBlocking.BLOCK)
    bands = {side: band(side, (), cards, cards) for side in (RED, BLUE)}
    made = create_match(rulebook("en"), state, Setup(bands=bands, scenery={scenery: oak}))
    return Named(made, Piece(RED, red), Piece(BLUE, blue))


def answers(named: Named) -> list[tuple[Any, Question[Any]]]:
    """An answer of each kind that names something, and its question."""
    made, him, foe = named
    pistol, bottle, flamer = made.equipment_of(him)
    deck = tuple(card.name for card in made.setup.bands[RED].tactics)
    deed = deed_of(made, him)
    everything = (*made.state.fighters, *deck, *made.setup.scenery)
    order = OrderChoice(asked=RED, options=range(len(everything)), names=everything)
    by = {"fighter": him}
    given = [
        *(Agreement(what="token", subject=RED, detail=name, place=Point(10, 20)) for name in deck),
        *(Agreement(what="ap", subject=piece, n=1) for piece in made.state.fighters),
        Agreement(what="card", subject=RED, detail=deck[0]),
        Melee(fighter=him, target=foe),
        Charge(fighter=him, target=foe, path=(Point(10_000, 10_000), Point(17_000, 10_000))),
        Shot(target=foe, weapon=pistol, use=pistol.use(Category.SHOOTING), **by),
        Throw(point=Point(1, 2), weapon=bottle, use=bottle.use(Category.PROJECTILE), **by),
        Blast(point=Point(1, 2), weapon=flamer, use=flamer.use(Category.BLAST), **by),
        UseAbility(fighter=him, ability=made.state_of(him).card.abilities[0]),
        MeleeAtScenery(fighter=him, scenery=next(iter(made.setup.scenery))),
    ]
    return [
        *((answer, deed) for answer in given),
        *((n, order) for n in range(len(everything))),
        (deck, HandChoice(asked=RED, deck=deck, n=len(deck))),
        (deck[0], TacticPlay(asked=RED, options=deck, optional=True, agreeable=True)),
        (True, CancelChoice(asked=BLUE, options=(True,), card=deck[0], price=1, optional=True)),
    ]


@example([*"ABCDEFGHI", "0A", 'A "0"'])
@given(st.lists(PRINTED_NAMES, min_size=11, max_size=11, unique_by=name_key))
def test_what_is_written_is_read_as_the_same_act_whatever_everything_is_called(names: list[str]) -> None:
    named = named_match(names)

    for answer, question in answers(named):
        line = write_answer(answer, named.match, question)
        read = read_answer(line, named.match, question)
        assert read == answer, line
        assert write_answer(read, named.match, question) == line


GEAR = ("Pistol", "Bottle", "Flamer", "Roar")


@pytest.mark.parametrize(
    ("fighter", "enemy", "scenery", "line"),
    [
        ("Yuri", "Elenia", "Oak", "Yuri attacks Elenia"),
        ("Yuri, old", "Elenia #2", "Oak", '"Yuri, old" attacks "Elenia #2"'),
        ('Big "Yuri" Boss', "Elenia", "Oak", '"Big ""Yuri"" Boss" attacks Elenia'),
        ("Yuri attacks Elenia", "Elenia", "Yuri", "Yuri attacks Elenia attacks Elenia"),
        ("Yuri", "Oak", "Old Oak", "Yuri attacks Oak"),
        ("Yuri", "7 of Nine", "Oak", 'Yuri attacks "7 of Nine"'),
    ],
)
def test_names_stand_in_quotes_where_they_hold_marks(
    fighter: str, enemy: str, scenery: str, line: str
) -> None:
    named = named_match([fighter, enemy, "Rat", *GEAR, scenery, "Duck", "Grin", "Ash"])
    deed, act = deed_of(named.match, named.fighter), Melee(fighter=named.fighter, target=named.enemy)

    assert write_answer(act, named.match, deed) == line
    assert read_answer(line, named.match, deed) == act


def test_names_stand_in_quotes_where_the_line_would_be_another() -> None:
    named = named_match(["Yuri", "Elenia", "Elenia with Pistol", *GEAR, "Oak", "Duck", "Grin", "Ash"])
    pistol = named.match.equipment_of(named.fighter)[0]
    shot = Shot(fighter=named.fighter, target=named.enemy, weapon=pistol, use=pistol.use(Category.SHOOTING))

    line = write_answer(shot, named.match, deed_of(named.match, named.fighter))
    assert line == '"Yuri" shoots "Elenia" with "Pistol"'


@pytest.mark.parametrize(
    ("text", "wanted", "taken"),
    [
        ("Yuri attacks oak", '"Oak: old, #2"', 3),
        ("Yuri attacks oak old", '"Oak: old, #2"', 7),
        ('Yuri attacks "Oak: ol', '"Oak: old, #2"', 8),
        ('Yuri attacks "', '"Oak: old, #2"', 1),
        ('"Yu', "Yuri", 3),
    ],
)
def test_names_are_completed_with_their_quotes(text: str, wanted: str, taken: int) -> None:
    named = named_match(["Yuri", "Oak: old, #2", "Rat", *GEAR, "Well", "Duck", "Grin", "Ash"])

    assert (wanted, taken) in completions(text, named.match, deed_of(named.match, named.fighter))


@pytest.mark.parametrize("line", ['red holds "Duck; low"; Duck', "red holds duck; low; duck"])
def test_a_hand_is_read_with_semicolons_within_names(line: str) -> None:
    named = named_match(["Yuri", "Elenia", "Rat", *GEAR, "Well", "Duck", "Duck; low", "Ash"])
    question = HandChoice(asked=RED, deck=("Duck", "Duck; low", "Ash"), n=2)

    assert read_answer(line, named.match, question) == ("Duck; low", "Duck")
