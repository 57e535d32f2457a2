"""The digest of the cards in use: the same for the same cards, whatever their files look like."""

from duels import BLUE, RED
from small_match import band

from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import Sight
from edencli.report.golden import cards_digest

BANDS = {RED: band(RED), BLUE: band(BLUE)}
WALL = Scenery(name="Wall", outline=Outline(corners=((0, 0), (8, 0), (8, 1))), sight=Sight.OBSTACLE)
OAK = Scenery(name="Oak", outline=Outline(radius=2.5))


def test_a_digest_is_the_same_everywhere() -> None:
    """The figure is written down, so that another machine, or another Python, must come to the same."""
    assert cards_digest(BANDS, [WALL, OAK]) == "416d424e555dc8ad"


def test_the_order_of_scenery_and_the_way_a_number_is_written_change_nothing() -> None:
    corners = tuple((float(x), float(y)) for x, y in WALL.outline.corners)
    written = WALL.but(outline=Outline(corners=corners))

    assert cards_digest(BANDS, [OAK, written]) == cards_digest(BANDS, [WALL, OAK])


def test_every_card_that_differs_changes_the_digest() -> None:
    stronger = BANDS[RED].fighters[0].but(base=40)
    others = {
        "a fighter": ({**BANDS, RED: BANDS[RED].but(fighters=(stronger,))}, [WALL]),
        "a mission": ({**BANDS, RED: BANDS[RED].but(missions=())}, [WALL]),
        "a tactic": ({**BANDS, RED: BANDS[RED].but(tactics=BANDS[RED].tactics[1:])}, [WALL]),
        "a side": ({RED: BANDS[BLUE], BLUE: BANDS[RED]}, [WALL]),
        "scenery": (BANDS, [WALL.but(slow=True)]),
        "no scenery": (BANDS, []),
    }
    digests = {cards_digest(bands, scenery) for bands, scenery in others.values()}

    assert len(digests | {cards_digest(BANDS, [WALL])}) == len(others) + 1


def test_what_has_its_default_is_no_part_of_the_digest() -> None:
    """So that cards may get new kinds of data without changing the digest of those that have none."""
    assert cards_digest(BANDS, [OAK]) == cards_digest(BANDS, [OAK.but(slow=False, keywords={})])


def test_npfs_at_hand_are_part_of_it() -> None:
    rat = BANDS[RED].fighters[0].but(name="Rat", level=1, value=None)

    assert cards_digest(BANDS, [WALL], [rat]) != cards_digest(BANDS, [WALL])
    assert cards_digest(BANDS, [WALL], []) == cards_digest(BANDS, [WALL])
