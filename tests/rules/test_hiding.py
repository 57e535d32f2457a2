"""Who hides in scenery, who may single him out, and what ends it (territory.hiding)."""

import pytest
import rule_report
from duels import BLUE, ELENIA, PROJECTILE, SHOOTING, VLADD, YLISS, YURI, fighter, item, use
from listeners import Card, loses, put_at
from matches import At, Game, among, element

from edencli.match.events import ApSpent, Hidden, Used
from edencli.match.facts import AtScenery, UnknownFact, Whereabouts
from edencli.match.field_kinds import ToldField
from edencli.match.pieces import Piece
from edencli.match.position import dump_position, load_position
from edencli.match.state import SceneryState
from edencli.match.table_events import Moved
from edencli.model.fighter import Fighter
from edencli.rulebooks.values import NoTarget, Rulebook
from edencli.rules.hiding import Hide, against_hiding

Places = dict[Piece, At]
WRECK = element("Wreck", radius=2, hiding=1)
RUIN = element("Ruin", radius=4, hiding=1, occupation=None)
BESIDE: Places = {YURI: (26.5, 30), ELENIA: (55, 55)}
BOW = item("Bow", use(SHOOTING, strength=2))
LARGE = "too-large"
POT = item("Pot", use(PROJECTILE, range=60, fear=1))


def hidden(book: Rulebook, elenia: At, *, armed: Fighter | None = None) -> Game:
    """Stand where it is Elenia's turn, Yuri hidden at the wreck."""
    places: Places = {YURI: (26.5, 30), ELENIA: elenia}
    return Game(
        book,
        places,
        chapters=("territory",),
        scenery=[WRECK],
        lying={"Wreck": (30, 30)},
        cards={ELENIA: armed or fighter(gear=[BOW, POT])},
        before={YURI: {"hidden": "Wreck", "activated": True}, "the match": {"first_player": BLUE}},
    ).play("blue activates Elenia")


@pytest.mark.rule("territory.hiding")
def test_a_move_in_contact_with_it_hides(book: Rulebook) -> None:
    game = among(book, BESIDE, WRECK).play("Yuri hides in Wreck")

    assert game[YURI].hidden == "Wreck"
    assert (game.last(ApSpent).n, game.last(Used).what) == (1, "move")
    assert not game.events(Moved)


@pytest.mark.rule("territory.hiding")
def test_nobody_hides_with_an_enemy_within_fifteen_centimetres(book: Rulebook) -> None:
    at, beyond = (among(book, BESIDE | {ELENIA: (26.5, y)}, WRECK) for y in (48, 48.02))

    assert at.objection("Yuri hides in Wreck") == ("territory.hiding", "too-near")
    assert beyond.objection("Yuri hides in Wreck") is None


@pytest.mark.rule("territory.hiding")
def test_nobody_hides_out_of_contact_or_in_what_hides_nobody(book: Rulebook) -> None:
    away = among(book, BESIDE | {YURI: (26.4, 30)}, WRECK)
    bare = among(book, BESIDE, element("Rock"))

    assert away.objection("Yuri hides in Wreck") == ("territory.hiding", "not-at-scenery")
    assert bare.objection("Yuri hides in Rock") == ("territory.hiding", "not-made-for-that")


@pytest.mark.rule("territory.hiding", books="en fr it")
def test_he_may_walk_along_it_as_he_hides(book: Rulebook) -> None:
    game = among(book, BESIDE, WRECK)

    assert game.objection("Yuri hides in Wreck at 20, 30") == ("territory.hiding", "ends-off")
    game.play("Yuri hides in Wreck via 26.5, 33.5 at 30, 33.5")
    assert (game[YURI].hidden, game[YURI].place) == ("Wreck", (30_000, 33_500))


@pytest.mark.rule("action.move", books="en fr it")
def test_the_way_along_it_is_no_longer_than_a_move(book: Rulebook) -> None:
    game = among(book, BESIDE, WRECK)

    assert game.objection("Yuri hides in Wreck via 26.5, 40 at 30, 33.5") == ("action.move", "too-far")


@pytest.mark.rule("territory.hiding", books="en fr it")
def test_a_fighter_who_is_put_out_while_paying_does_not_walk_there(book: Rulebook) -> None:
    places = BESIDE | {YLISS: (50, 10), VLADD: (5, 5)}
    game = among(book, places, WRECK, listeners=[Card(ApSpent, then=loses(YURI))])

    game.play("Yuri hides in Wreck via 26.5, 33.5 at 30, 33.5")

    assert not [*game.events(Moved), *game.events(Hidden)]
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding", books="en fr it")
@pytest.mark.parametrize("what", ["is moved off", "is out"])
def test_who_is_gone_from_there_as_he_arrives_is_not_hidden(
    book: Rulebook, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody measures, the players say where he is put."""
    monkeypatch.setattr(Game, "twinned", what == "is out")
    card = Card(Moved, then=loses(YURI) if what == "is out" else put_at(YURI, 10, 10))
    game = among(book, BESIDE | {YLISS: (50, 10), VLADD: (5, 5)}, WRECK, listeners=[card])

    game.play("Yuri hides in Wreck via 26.5, 33.5 at 30, 33.5")

    assert not game.events(Hidden)
    assert game[YURI].hidden is None
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding", books="pt")
def test_he_hides_without_moving_in_portuguese(book: Rulebook) -> None:
    game = among(book, BESIDE, WRECK)

    assert game.objection("Yuri hides in Wreck at 26.5, 30") == ("territory.hiding", "hides-standing")


@pytest.mark.rule("territory.hiding")
def test_inside_is_as_good_as_in_contact_only_in_french(book: Rulebook) -> None:
    game = among(book, BESIDE | {YURI: (30, 30)}, RUIN)

    expected = None if book.key == "fr" else ("territory.hiding", "not-at-scenery")
    assert game.objection("Yuri hides in Ruin") == expected
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding")
@pytest.mark.parametrize("where", [Whereabouts.TOUCHING, Whereabouts.INSIDE, Whereabouts.AWAY])
def test_where_nobody_measures_eyes_say_whether_he_stands_where_one_hides(
    book: Rulebook, where: Whereabouts
) -> None:
    game = among(book, BESIDE, RUIN)
    game.state.field = ToldField({AtScenery(piece=YURI, scenery="Ruin"): where})

    refusals = against_hiding(game.match, Hide(fighter=YURI, scenery="Ruin", path=()))

    hides = where is Whereabouts.TOUCHING or (where is Whereabouts.INSIDE and book.key == "fr")
    try:
        found = [refusal.reason for refusal in refusals]
    except UnknownFact:
        found = []
    assert ("not-at-scenery" not in found) is hides
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding")
@pytest.mark.parametrize(("base", "x", "reason"), [(30, 1, ""), (40, 1, LARGE), (40, 2, ""), (60, 2, LARGE)])
def test_the_number_says_whose_base_is_small_enough_in_french(
    book: Rulebook, base: int, x: int, reason: str
) -> None:
    places: Places = {YURI: (28 - base / 20, 30), ELENIA: (55, 55)}
    wreck = element("Wreck", radius=2, hiding=x)
    game = among(book, places, wreck, cards={YURI: fighter().with_changes(base=base)})

    expected = ("territory.hiding", reason) if reason and book.key == "fr" else None
    assert game.objection("Yuri hides in Wreck") == expected
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding")
def test_only_an_enemy_within_five_centimetres_may_shoot_or_charge_him(book: Rulebook) -> None:
    near, far = hidden(book, (18.5, 30)), hidden(book, (18.48, 30))

    for line in ("Elenia shoots Yuri", "Elenia charges Yuri"):
        assert near.objection(line) is None
    assert far.objection("Elenia charges Yuri") == ("territory.hiding", "is-hidden")
    if book.attacks.no_target is not NoTarget.FAILS_AND_IS_SPENT:
        assert far.refuse("Elenia shoots Yuri").reason == "is-hidden"


@pytest.mark.rule("territory.hiding")
def test_a_point_and_a_template_find_him_all_the_same(book: Rulebook) -> None:
    """H-118."""
    game = hidden(book, (10, 30))

    assert game.objection("Elenia throws Pot at 26.5, 30") is None
    rule_report.note("territory.hiding")


@pytest.mark.rule("territory.hiding")
def test_who_hides_shields_nobody_behind_him(book: Rulebook) -> None:
    places: Places = {ELENIA: (10, 30), YURI: (26.5, 30), Piece(YURI.side, "Vlädd"): (10, 50)}
    game = Game(
        book,
        places,
        chapters=("territory",),
        scenery=[WRECK],
        lying={"Wreck": (30, 30)},
        cards={ELENIA: fighter(gear=[BOW])},
        before={YURI: {"hidden": "Wreck", "activated": True}, "the match": {"first_player": BLUE}},
    ).play("blue activates Elenia")

    assert game.objection("Elenia shoots Vlädd") is None
    assert game.objection("Elenia shoots Yuri") == ("territory.hiding", "is-hidden")


@pytest.mark.rule("territory.hiding")
def test_who_leaves_it_is_hidden_no_more(book: Rulebook) -> None:
    game = among(book, BESIDE, WRECK).play("Yuri hides in Wreck", "Yuri moves to 20, 30")

    assert [event.scenery for event in game.events(Hidden)] == ["Wreck", None]


@pytest.mark.rule("territory.hiding")
def test_who_moves_along_it_stays_hidden(book: Rulebook) -> None:
    game = among(book, BESIDE, WRECK).play("Yuri hides in Wreck", "Yuri moves to 30, 33.5 via 26.5, 33.5")

    assert game[YURI].hidden == "Wreck"


@pytest.mark.rule("territory.hiding")
def test_what_is_destroyed_hides_nobody(book: Rulebook) -> None:
    game = among(book, BESIDE, WRECK).play("Yuri hides in Wreck")
    game.state.scenery["Wreck"] = SceneryState((30_000, 30_000), destroyed=True)

    game.play("Yuri is done")

    assert game[YURI].hidden is None


@pytest.mark.rule("territory.hiding")
def test_an_enemy_in_contact_finds_him_only_in_portuguese(book: Rulebook) -> None:
    game = hidden(book, (18.5, 30))

    game.play("Elenia charges Yuri")

    assert (game[YURI].hidden is None) is (book.key == "pt")
    rule_report.note("territory.hiding")


def test_who_hides_does_so_in_a_position(book: Rulebook) -> None:
    if book.territory is None:
        return
    game = hidden(book, (10, 30))
    cards = {piece: one.card for piece, one in game.state.fighters.items()}

    assert dump_position(game.state)["fighters"]["red Yuri"]["hidden"] == "Wreck"
    assert load_position(dump_position(game.state), cards, book.actions.ap, game.match.setup) == game.state


def test_a_friend_of_who_hides_may_stand_by_him(book: Rulebook) -> None:
    if book.territory is None:
        return
    game = among(book, BESIDE | {Piece(YURI.side, "Vlädd"): (26.5, 40), YLISS: (50, 10)}, WRECK)

    assert game.objection("Yuri hides in Wreck") is None
