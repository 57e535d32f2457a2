"""Pushes from and towards all that a card may name, markers that players move, and the bounds of both."""

from collections.abc import Mapping
from typing import Any

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from effects.carded import Played, ability, begun, tactic
from matches import element

from edencli.effects import movements
from edencli.field.shapes import Point
from edencli.field.units import cm
from edencli.match.card_events import TokenMoved
from edencli.match.field_kinds import BareField, ToldField
from edencli.match.match import Match
from edencli.match.questions import PlacementQuestion
from edencli.match.state import Gone, Token
from edencli.match.table_events import Moved, Placed
from edencli.model.card_words import SceneryFilter
from edencli.rules.acts import Melee, Move, UseAbility
from edencli.rules.placing import FighterPlacement, NoRoom, TokenPlacement
from edencli.rules.questions import WayQuestion

At = tuple[float, float]
RULE = "card-over-rule"
PLAY = ("tactical-phase.play", "Ruse")
ALONE = {YURI: (10.0, 30.0), VLADD: (10.0, 50.0), ELENIA: (30.0, 30.0), YLISS: (50.0, 50.0)}
POST = element("Post", radius=1)
HEDGE = element("Hedge", radius=2, crossing=None)


def ready(does: str, **more: Any) -> Match:
    """A match in which red is about to play a card that does this."""
    ruse = tactic(f"- {{effect: now, do: [{does}]}}")
    return begun(tactics={RED: [ruse]}, step="tactical-phase", **{"places": ALONE, **more})


def token(name: str, x: float, y: float, *, area: bool = True) -> Token:
    return Token(name, (cm(x), cm(y)), cm(1), area=area)


def pushed(said: str, *tokens: Token, **more: Any) -> tuple[float, float]:
    """Where Elenia stands once she was pushed."""
    match = ready(f"{{op: push, who: {{the: enemy-leader}}, {said}}}", **more)
    match.state.tokens = tokens
    Played(match, [PLAY])
    x, y = match.state_of(ELENIA).place or (0, 0)
    return x / 1_000, y / 1_000


# ── pushes ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ("n: 4, of: leader", (34, 30)),
        ("n: -4, of: leader", (26, 30)),
        ("n: -40, of: leader", (13, 30)),
        ("n: 60, of: leader", (58.5, 30)),
        ("n: {stat: psi, of: leader}, of: leader", (34, 30)),
        ("n: 2.5, of: leader", (32.5, 30)),
        ("n: {counters: Oath, of: leader}, of: leader", (30, 30)),
        ("n: 4, of: enemy-leader", (30, 30)),
    ],
)
def test_a_push_goes_straight_from_a_fighter_or_towards_it(said: str, end: At) -> None:
    assert pushed(said) == end


@pytest.mark.parametrize("n", [4, -4])
def test_a_fighter_who_is_not_there_pushes_no_other(n: int) -> None:
    match = ready(f"{{op: push, who: {{the: leader}}, n: {n}, of: enemy-leader}}")
    match.state.remove_fighter(ELENIA, Gone.INCAPACITATED)

    assert Played(match, [PLAY]).events(Placed) == []


NEAR, FAR = token("Well", 30, 36), token("Well", 37, 30)


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ("n: 3", (30, 27)),
        ("n: -3", (30, 33)),
        ("n: -6", (30, 36)),
        ("n: -9", (30, 36)),
    ],
)
def test_a_marker_pushes_from_where_the_nearest_lies_and_pulls_no_farther_than_there(
    said: str, end: At
) -> None:
    for tokens in ((NEAR, FAR), (FAR, NEAR)):
        assert pushed(f"{said}, name: well", *tokens) == end


def test_a_marker_that_is_carried_or_not_there_pushes_no_fighter() -> None:
    carried = Token("Well", None, cm(1), bearer=YURI)

    assert pushed("n: 3, name: Well") == pushed("n: 3, name: Well", carried) == (30, 30)


def test_who_stands_upon_the_middle_of_a_marker_is_pushed_nowhere() -> None:
    assert pushed("n: 3, name: Well", token("Well", 30, 30)) == (30, 30)


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ("n: 3, scenery: {name: Post}", (30, 27)),
        ("n: -2, scenery: {name: Post}", (30, 32)),
        ("n: -9, scenery: {name: Post}", (30, 33.5)),
        ("n: 3, scenery: {}", (30, 27)),
        ("n: 3, scenery: {name: Post, within: 3.5}", (30, 27)),
        ("n: 3, scenery: {name: Post, within: 3}", (30, 30)),
        ("n: 3, scenery: {name: Hedge}", (27, 30)),
        ("n: 3, scenery: {name: Wall}", (30, 30)),
    ],
)
def test_scenery_pushes_from_its_nearest_point_and_pulls_till_it_is_touched(said: str, end: At) -> None:
    """The post is 3.5 cm away, from edge to edge; the hedge 6.5 cm."""
    scenery = [(HEDGE, (40, 30)), (POST, (30, 36))]

    assert pushed(said, scenery=scenery, chapters=("territory",)) == end


def test_scenery_does_not_push_a_fighter_who_stands_in_it() -> None:
    bog = element("Bog", radius=4, occupation=None)

    assert pushed("n: 3, scenery: {}", scenery=[(bog, (30, 31))], chapters=("territory",)) == (30, 30)
    assert pushed("n: 3, scenery: {}", scenery=[(bog, (30, 36))], chapters=("territory",)) == (30, 27)


@pytest.mark.parametrize(
    ("stands", "ends"),
    [
        (["occupation"], {3: (33, "Loft"), 6: (36, "Loft"), 7: (37, None), 9: (39, None)}),
        ([], {3: (33, "Loft"), 6: (36, "Loft"), 7: (36, "Loft"), 9: (39, None)}),
    ],
    ids=["where one may stand at the foot", "where one may not"],
)
def test_a_push_from_above_ends_there_or_below_where_a_base_may_stop(
    stands: list[str], ends: Mapping[int, tuple[int, str | None]]
) -> None:
    """A fighter is above as long as the middle of the base is."""
    loft = element("Loft", radius=6, elevation=None, climbing=4, **dict.fromkeys(stands))
    for n, (x, raised) in ends.items():
        match = ready(
            f"{{op: push, who: {{the: enemy-leader}}, n: {n}, of: leader}}",
            scenery=[(loft, (30, 30))],
            chapters=("territory",),
        )
        elenia = match.state_of(ELENIA)
        elenia.raised = "Loft"

        Played(match, [PLAY])

        assert (elenia.place, elenia.raised) == ((cm(x), cm(30)), raised)


def test_a_push_ends_before_a_marker_on_which_no_base_may_stop() -> None:
    assert pushed("n: 5, of: leader", token("Idol", 35, 30, area=False)) == (32.5, 30)
    assert pushed("n: 5, of: leader", token("Mist", 35, 30)) == (35, 30)


def test_where_players_move_the_miniatures_a_push_has_no_way_and_is_told() -> None:
    for said in ("of: leader", "name: Well", "scenery: {}", "by: own"):
        match = by_eye(f"{{op: push, who: {{the: enemy-leader}}, n: 3, {said}}}")
        match.state.tokens = (Token("Well", None, cm(1)),)

        played = Played(match, [PLAY])

        assert [(one.fighter, one.path) for one in played.events(Placed)] == [(ELENIA, ())], said


@pytest.mark.parametrize(("of", "gone"), [("enemy-leader", False), ("leader", True), ("last-attacker", True)])
def test_where_players_move_the_miniatures_no_fighter_is_pushed_from_itself_or_from_one_who_left(
    of: str, *, gone: bool
) -> None:
    trick = f"- {{effect: now, do: [{{op: push, who: {{the: enemy-leader}}, n: 3, of: {of}}}]}}"
    match = begun({VLADD: [ability(trick, kind="action")]}, places={})
    for fighter in match.state.fighters.values():
        fighter.put_on_field(None)
    match.state.field = ToldField()
    match.state.sides[RED].leader = YLISS
    if gone:
        match.state.remove_fighter(YLISS, Gone.INCAPACITATED)
    use = UseAbility(fighter=VLADD, ability=match.state_of(VLADD).card.abilities[0])

    played = Played(match, [("activation.designate", VLADD), ("action.cost", use)])

    assert played.events(Placed) == []


def by_eye(does: str) -> Match:
    """A match on an unmeasured field, in which red is about to play a card that does this."""
    match = ready(does, places={}, scenery=[(POST, (30, 36))])
    for fighter in match.state.fighters.values():
        fighter.put_on_field(None)
    match.state.field = ToldField()
    return match


@pytest.mark.parametrize(
    "does",
    ["{op: push, who: {the: enemy-leader}, n: 3, by: own}", "{op: move, who: {the: leader}, n: 3}"],
)
def test_on_a_bare_table_no_fighter_is_pushed_or_walks(does: str) -> None:
    match = by_eye(does)
    match.state.field = BareField()

    played = Played(match, [PLAY])

    assert played.events(Placed) == played.events(Moved) == []
    assert not any(isinstance(one, WayQuestion | PlacementQuestion) for one in played.asked)


# ── pushes whose way a player picks ──────────────────────────────────────────────────────────────────────


def asked_where(said: str, **more: Any) -> tuple[Match, PlacementQuestion[Any]]:
    match = ready(f"{{op: push, who: {{the: enemy-leader}}, n: 5, {said}}}", **more)
    question = Played(match, [PLAY]).referee.question
    assert isinstance(question, PlacementQuestion)
    return match, question


@pytest.mark.parametrize(("by", "asked"), [("own", RED), ("opponent", BLUE)])
def test_the_player_that_the_card_names_picks_where_a_push_goes(by: str, asked: object) -> None:
    match, question = asked_where(f"by: {by}")

    assert (question.asked, question.what, question.left) == (asked, "fighter", (ELENIA,))
    assert (question.around, question.reach) == (Point(30_000, 30_000), 5_000)
    assert match.state_of(ELENIA).place == (30_000, 30_000)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (FighterPlacement(ELENIA, Point(33_000, 34_000)), None),
        (FighterPlacement(ELENIA, Point(30_000, 31_000)), None),
        (FighterPlacement(ELENIA, Point(33_000, 34_100)), "elsewhere"),
        (FighterPlacement(ELENIA, Point(26_000, 30_000)), "elsewhere"),
        (FighterPlacement(YLISS, Point(33_000, 34_000)), "not-an-option"),
        (FighterPlacement(ELENIA, None), "not-an-option"),
        (NoRoom(), None),
    ],
)
def test_a_push_may_end_anywhere_on_an_open_straight_way(given: Any, why: str | None) -> None:
    """The post stands in the west, where she would have to stop before it."""
    _, question = asked_where("by: own", scenery=[(POST, (25, 30))])

    refusal = question.refusal(given)

    assert (refusal and refusal.reason) == why
    if why == "elsewhere":
        assert refusal is not None
        assert refusal.about == {"card": "Ruse", "place": given.place, "part": "within"}


@pytest.mark.parametrize(
    ("given", "path"),
    [
        (FighterPlacement(ELENIA, Point(33_000, 34_000)), [((30_000, 30_000), (33_000, 34_000))]),
        (NoRoom(), []),
    ],
)
def test_a_push_goes_where_it_was_picked_or_nowhere(given: Any, path: list[Any]) -> None:
    match = ready("{op: push, who: {the: enemy-leader}, n: 5, by: own}")

    played = Played(match, [PLAY, (RULE, given)])

    assert [one.path for one in played.events(Placed)] == path
    assert match.state_of(ELENIA).place == (path[0][-1] if path else (30_000, 30_000))


def test_a_push_that_a_player_picks_is_as_long_as_the_number_also_where_that_is_below_nothing() -> None:
    """How far is what matters, for the player picks whether it goes from or to something."""
    match = ready("{op: push, who: {the: enemy-leader}, n: {vp: own, times: -1}, by: own}")
    match.state.sides[RED].vp = 4
    question = Played(match, [PLAY]).referee.question

    assert isinstance(question, PlacementQuestion)
    assert question.reach == 4_000


# ── ways ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_way_says_who_picks_it_how_far_it_goes_and_whose_card_it_is() -> None:
    match = ready("{op: move, who: {the: leader}, n: 3.5, by: opponent}")
    question = Played(match, [PLAY]).referee.question

    assert isinstance(question, WayQuestion)
    assert (question.asked, question.fighter, question.card, question.far) == (BLUE, YURI, "Ruse", 3_500)
    assert (question.ap, question.optional) == (3, True)


@pytest.mark.parametrize(
    "act",
    [
        Melee(fighter=YURI, target=ELENIA),
        Move(fighter=VLADD, path=(Point(10_000, 50_000), Point(10_000, 51_000))),
    ],
)
def test_a_way_of_a_card_is_a_move_of_its_own_fighter(act: Any) -> None:
    question = Played(ready("{op: move, who: {the: leader}, n: 3}"), [PLAY]).referee.question
    assert isinstance(question, WayQuestion)

    refusal = question.refusal(act)

    assert refusal is not None
    assert (refusal.reason, refusal.about) == ("not-offered", {"fighter": YURI, "card": "Ruse"})


@pytest.mark.parametrize("n", ["{markers: fear, of: leader}", "{vp: own, times: -1}"])
def test_a_way_of_no_length_is_not_asked_for(n: str) -> None:
    match = ready(f"{{op: move, who: {{the: leader}}, n: {n}}}")
    match.state.sides[RED].vp = 4

    played = Played(match, [PLAY])

    assert not any(isinstance(one, WayQuestion) for one in played.asked)


# ── markers ──────────────────────────────────────────────────────────────────────────────────────────────

SHIFT = "{op: move-token, name: well, n: 5}"
HERE = TokenPlacement("Well", (cm(20), cm(20)))


def shifting(does: str = SHIFT, *tokens: Token) -> Match:
    match = ready(does)
    match.state.tokens = tokens or (token("Well", 20, 20),)
    return match


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (TokenPlacement("Well", (cm(23), cm(24))), None),
        (TokenPlacement("Well", (cm(23), cm(24.1))), (RULE, "elsewhere")),
        (TokenPlacement("Idol", (cm(23), cm(24))), (RULE, "not-an-option")),
        (HERE, None),
        (NoRoom(), None),
    ],
)
def test_a_marker_is_moved_no_farther_than_the_card_says(given: Any, refused: Any) -> None:
    question = Played(shifting(), [PLAY]).referee.question
    assert isinstance(question, PlacementQuestion)

    refusal = question.refusal(given)

    assert (refusal and (refusal.rule, refusal.reason)) == refused
    if refused == (RULE, "elsewhere"):
        assert refusal is not None
        assert refusal.about == {"card": "Ruse", "place": given.place, "part": "within"}
    assert (question.what, question.left) == ("marker", ("Well",))
    assert (question.around, question.reach) == (Point(20_000, 20_000), 5_000)


def test_a_marker_stays_on_the_field_with_its_middle() -> None:
    question = Played(shifting(SHIFT, token("Well", 2, 20)), [PLAY]).referee.question
    assert isinstance(question, PlacementQuestion)

    refusals = [question.refusal(TokenPlacement("Well", (cm(x), cm(20)))) for x in (0, -0.1)]

    assert [one and (one.rule, one.reason) for one in refusals] == [None, ("marker.place", "off-field")]


@pytest.mark.parametrize(
    ("given", "place"),
    [(TokenPlacement("Well", (cm(23), cm(24))), (cm(23), cm(24))), (HERE, None), (NoRoom(), None)],
)
def test_a_marker_that_is_left_where_it_lies_is_not_told_as_moved(given: Any, place: At | None) -> None:
    match = shifting()

    played = Played(match, [PLAY, (RULE, given)])

    assert [one.place for one in played.events(TokenMoved)] == ([place] if place else [])
    assert [one.place for one in match.state.tokens] == [place or (cm(20), cm(20))]


def test_each_marker_of_the_name_is_moved_and_none_that_is_carried() -> None:
    tokens = (
        token("Well", 20, 20),
        token("WELL", 40, 20),
        token("Idol", 30, 20),
        Token("Well", None, cm(1), bearer=YURI),
    )
    match = shifting(SHIFT, *tokens)
    one, other = TokenPlacement("Well", (cm(20), cm(21))), TokenPlacement("WELL", (cm(40), cm(21)))

    played = Played(match, [PLAY, (RULE, one), (RULE, other)])

    assert [event.token.name for event in played.events(TokenMoved)] == ["Well", "WELL"]
    assert {(one.name, one.place) for one in match.state.tokens} == {
        ("Well", (cm(20), cm(21))),
        ("WELL", (cm(40), cm(21))),
        ("Idol", (cm(30), cm(20))),
        ("Well", None),
    }


@pytest.mark.parametrize(
    ("said", "asked"), [("n: 2, by: opponent", [BLUE]), ("n: 2", [RED]), ("n: {vp: own, times: -1}", [])]
)
def test_the_player_that_the_card_names_moves_a_marker_and_is_not_asked_where_it_goes_nowhere(
    said: str, asked: list[Any]
) -> None:
    match = shifting(f"{{op: move-token, name: Well, {said}}}")
    match.state.sides[RED].vp = 4

    played = Played(match, [PLAY])

    assert [one.asked for one in played.asked if isinstance(one, PlacementQuestion)] == asked


def test_where_players_move_them_all_markers_of_the_name_are_told_as_moved() -> None:
    match = by_eye(SHIFT)
    match.state.tokens = (Token("Well", None, cm(1)), Token("Idol", None, cm(1)))

    played = Played(match, [PLAY])

    assert [(event.token.name, event.place) for event in played.events(TokenMoved)] == [("Well", None)]


# ── the ways themselves ──────────────────────────────────────────────────────────────────────────────────


def test_the_nearest_scenery_is_that_whose_edge_is_nearest() -> None:
    """The middle of the hedge is farther away than that of the post, its edge is nearer."""
    broad = element("Broad", radius=9, crossing=None)
    match = begun(places=ALONE, scenery=[(POST, (30, 39)), (broad, (42, 30))], chapters=("territory",))

    way = movements._way_from_scenery(match, ELENIA, ("Post", "Broad"), SceneryFilter(), cm(2))

    assert way is not None
    assert way[-1] == Point(28_000, 30_000)


@pytest.mark.parametrize("far", [0, 2_000])
def test_a_way_of_no_length_or_from_nowhere_is_none(far: int) -> None:
    match = begun(places=ALONE)
    here = Point(30_000, 30_000)

    assert movements._straight_way(match, ELENIA, here, far) is None
    assert (movements._straight_way(match, ELENIA, Point(20_000, 30_000), far) is None) is (not far)
