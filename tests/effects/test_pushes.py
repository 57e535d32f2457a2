"""Pushes end exactly where they must: in contact, or as far as they go."""

from math import hypot

import pytest
from duels import ELENIA, VLADD, YLISS, YURI
from effects.carded import Played, ability, begun
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from matches import element

from edencli.effects import movements
from edencli.field.distance import gap, in_contact, overlap
from edencli.field.shapes import Point
from edencli.field.units import PER_CM, cm
from edencli.match.events import CpLost
from edencli.match.match import Match
from edencli.match.state import Token
from edencli.match.table_events import Placed
from edencli.model.scenery import Outline
from edencli.rules.acts import UseAbility
from edencli.rules.footing import may_stop
from edencli.rules.ground import base
from edencli.rules.movement import try_way

Place = tuple[float, float]
Lying = tuple[Outline, tuple[str, ...], Place]
MILLIMETRE = PER_CM // 10
FINE_STEP = 10


def push(n: int, **begins: object) -> Match:
    """A match in which Yuri has pushed Elenia so far."""
    text = f"- {{effect: now, choose: {{who: {{side: enemies}}}}, do: [{{op: push, n: {n}}}]}}"
    match = begun({YURI: [ability(text, kind="action")]}, **begins)  # type: ignore[arg-type]
    use = UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])
    Played(match, [("activation.designate", YURI), ("action.cost", use), ("card-over-rule", ELENIA)])
    return match


def test_who_is_pushed_onto_somebody_ends_in_contact() -> None:
    """Aslant, so that the contact lies at no whole millimetre."""
    match = push(-15, places={YURI: (10, 30), VLADD: (17, 32), ELENIA: (22, 30), YLISS: (50, 50)})

    here, there = base(match, ELENIA), base(match, VLADD)

    assert match.state_of(ELENIA).place == (19_236, 30_000)
    assert in_contact(here, there)
    assert abs(gap(here, there)) < 1


WIRE = Token("Wire", (cm(30), cm(20)), cm(1), area=True)


@pytest.mark.parametrize(
    ("speaks", "n", "hurt"),
    [
        ("event: moved, through: Wire, do: [{op: lose-cp, who: {the: doer}, limb: legs}]", 12, 1),
        ("event: moved, through: Wire, do: [{op: lose-cp, who: {the: doer}, limb: legs}]", 2, 0),
        ("event: moved, through: Wire, how: move, do: [{op: lose-cp, who: {the: doer}, limb: legs}]", 12, 0),
        ("event: moved, do: [{op: lose-cp, who: {the: doer}, limb: legs}]", 12, 0),
        ("event: placed, leaves: Wire, do: [{op: lose-cp, who: {the: sufferer}, limb: legs}]", 12, 0),
        ("event: placed, enters: Wire, do: [{op: lose-cp, who: {the: sufferer}, limb: legs}]", 6, 1),
    ],
)
def test_who_is_pushed_goes_along_a_way(speaks: str, n: int, hurt: int) -> None:
    """A way is a way, whoever walks it; a movement of one's own is another thing."""
    text = f"- {{effect: now, choose: {{who: {{side: enemies}}}}, do: [{{op: push, n: {n}}}]}}"
    cards = {YURI: [ability(text, kind="action")], YLISS: [ability(f"- {{effect: when, {speaks}}}")]}
    match = begun(cards)
    match.state.tokens = (WIRE,)
    use = UseAbility(fighter=YURI, ability=match.state_of(YURI).card.abilities[0])
    answers = [("activation.designate", YURI), ("action.cost", use), ("card-over-rule", ELENIA)]

    played = Played(match, answers)

    assert len(played.events(CpLost)) == hurt


OUTLINES = (
    Outline(radius=1),
    Outline(radius=2.5),
    Outline(corners=((-3, -1), (3, -1), (3, 1), (-3, 1))),
    Outline(corners=((-4, -0.2), (4, 0.4), (4, 0.9), (-4, 0.3))),
    Outline(corners=((-3, -3), (3, -3), (3, 3), (1, 3), (1, -1), (-3, -1))),
)
KEYWORDS = ((), ("crossing",), ("occupation",))
PIECES = st.tuples(
    st.sampled_from(OUTLINES), st.sampled_from(KEYWORDS), st.tuples(st.floats(8, 52), st.floats(8, 52))
)


class PushScene:
    """Elenia, who stands where she may, is about to be pushed from or towards Yuri."""

    def __init__(self, stand: list[Place], scenery: list[Lying], markers: list[Place]) -> None:
        names = (YURI, ELENIA, VLADD, YLISS)
        self.match = begun(
            places=dict(zip(names, stand, strict=True)),
            chapters=("territory",),
            scenery=[
                (element(f"Thing {n}", **dict.fromkeys(words)).with_changes(outline=outline), place)
                for n, (outline, words, place) in enumerate(scenery)
            ],
        )
        self.match.state.tokens = tuple(Token("Chip", (cm(x), cm(y)), PER_CM) for x, y in markers)
        assume(may_stop(self.match, ELENIA, base(self.match, ELENIA).centre))

    def end(self, far: int) -> Point | None:
        way = movements._way_from_fighter(self.match, ELENIA, YURI, far)
        return way[-1] if way else None

    def search(self, far: int, step: int) -> tuple[float, Point | None]:
        """Look from the far end for the first place where she may go and stop, step by step."""
        here, away = base(self.match, ELENIA).centre, base(self.match, YURI).centre
        whole = hypot(here.x - away.x, here.y - away.y)
        sign = 1 if far > 0 else -1
        for length in range(abs(far), 0, -step):
            part = sign * length / whole
            end = Point(round(here.x + part * (here.x - away.x)), round(here.y + part * (here.y - away.y)))
            if self.may_go(end):
                return length, end
        return 0, None

    def may_go(self, end: Point) -> bool:
        here = base(self.match, ELENIA).centre
        return try_way(self.match, ELENIA, (here, end)).found.is_open and may_stop(self.match, ELENIA, end)


spots = st.tuples(st.floats(2, 58), st.floats(2, 58))


@settings(max_examples=60)
@given(
    st.lists(spots, min_size=4, max_size=4, unique=True),
    st.lists(PIECES, max_size=4),
    st.lists(spots, max_size=2),
    st.integers(1, 40) | st.integers(-40, -1),
)
def test_a_push_ends_where_a_search_step_by_step_ends(
    stand: list[Place], scenery: list[Lying], markers: list[Place], n: int
) -> None:
    """Held to steps of a tenth of a millimetre: she may stand there, and nowhere a millimetre farther on."""
    scene = PushScene(stand, scenery, markers)
    assume(base(scene.match, YURI).centre != base(scene.match, ELENIA).centre)

    here, end = base(scene.match, ELENIA).centre, scene.end(n * PER_CM)
    found, _ = scene.search(n * PER_CM, FINE_STEP)

    assert end is None or scene.may_go(end)
    went = 0 if end is None else hypot(end.x - here.x, end.y - here.y)
    assert found <= went + MILLIMETRE + 1
    there = base(scene.match, ELENIA).moved_to(end or here)
    assert not any(overlap(there, base(scene.match, one)) for one in (YURI, VLADD, YLISS))


def test_a_push_is_one_event_with_its_way() -> None:
    match = push(4)

    placed = [event for event in match.log if isinstance(event, Placed)]

    assert [(event.place, event.path) for event in placed] == [
        ((27_000, 20_000), ((23_000, 20_000), (27_000, 20_000)))
    ]
