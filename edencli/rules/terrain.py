"""The optional chapter on territory: buying scenery, and the effect of its keywords on the ground.

    at preparation step 6          bought and placed by turns          territory.placement territory.points
    on every way                   Crossing, Occupation, Obstruction   territory.default
    after every movement           turned back, above, below           territory.crossing territory.elevation
    on every line of sight         Impenetrable, Obstacle              territory.default

By itself an element bars every way and no sight. A fighter that ends in an element where it may not stop
goes back to the side it came from. Where fighters may stop on a raised place without climbing, a fighter
that walks there is above (H-152).

What else elements do is in `hazards` (striking, burning, breaking), in `heights` (climbing, jumping,
swimming) and in `hiding`.
"""

from collections.abc import Callable

from edencli.field.shapes import Point
from edencli.match.events import Event, Raised
from edencli.match.facts import Whereabouts
from edencli.match.match import ChapterRules, Listener, Match, Procedure, Terrain, Trigger
from edencli.match.pieces import Piece, Side
from edencli.match.questions import cache_last_allowed
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do, field_fact
from edencli.match.table_events import (
    Deployed,
    Moved,
    NoRoomFound,
    NpfPlaced,
    Placed,
    SceneryBought,
    SceneryPlaced,
)
from edencli.model.scenery import Keyword, Scenery
from edencli.model.terms import Characteristic, Quantity, SightBlocking
from edencli.rules import heights, hiding
from edencli.rules.footing import is_on, walked_path
from edencli.rules.ground import outline_of, whereabouts
from edencli.rules.movement import way_cost
from edencli.rules.placing import (
    NoRoom,
    SceneryPlacement,
    refuse_no_room,
    scenery_places_to_try,
    why_not_place_scenery,
)
from edencli.rules.preparation import sides_in_order
from edencli.rules.questions import SceneryPurchase
from edencli.rules.sizes import size_of
from edencli.rules.territory import (
    CROSSING_RULE,
    LOWEST_COST,
    keyword_value,
    keywords_of,
    listed_element,
    own_keywords,
    price_by_keywords,
    territory_of,
)

# ── the ground of an element ───────────────────────────────────────────────────────────────────────────


def terrain_of(match: Match, name: str) -> Terrain:
    """The effect of an element on lines of sight and ways (territory.default)."""
    having = keywords_of(match, name)
    obstacles = keyword_value(having, Keyword.OBSTACLE) or 0
    sight = SightBlocking.OBSTACLE if obstacles else SightBlocking.NONE
    occupied = Keyword.OCCUPATION in having
    return Terrain(
        sight=SightBlocking.BLOCK if Keyword.IMPENETRABLE in having else sight,
        obstacles=obstacles,
        crossable=occupied or Keyword.CROSSING in having,
        stops=occupied,
        rate=keyword_value(having, Keyword.OBSTRUCTION) or 1,
        cuts_by="territory.impenetrable",
        counts_by="territory.obstacle",
        bars_by="territory.default",
        crosses_by="territory.occupation" if occupied else CROSSING_RULE,
        slows_by="territory.obstruction",
    )


# ── buying and placing ─────────────────────────────────────────────────────────────────────────────────


def element_cost(match: Match, piece: Scenery) -> int | None:
    """The price of an element by the book, or, if its list lacks it, as agreed (territory.cost)."""
    chapter, line = territory_of(match), listed_element(match, piece.element)
    if line is not None and line.cost is not None:
        return line.cost
    if not chapter.sizes:
        return None if piece.cost is None else max(LOWEST_COST, piece.cost)
    if piece.size is None:
        return None
    own = own_keywords(match, piece.element, piece.keywords)
    return price_by_keywords(chapter, size=piece.size, keywords={str(key): x for key, x in own.items()})


def buy_scenery(match: Match, _: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Let the players buy and place elements by turns until none can buy any (territory.placement)."""
    points = dict.fromkeys(sides_in_order(match), territory_of(match).points)
    while points:
        for side in tuple(points):
            spent = yield from _buy_one(match, side, points[side])
            points[side] -= spent
            if not spent:
                del points[side]


def _buy_one(match: Match, side: Side, points: int) -> Procedure[int]:
    """Let a player buy and place one element; returns its price, 0 if none is affordable or has room."""
    if not any(cost <= points for cost in _for_sale(match).values()):
        return 0
    question: SceneryPurchase[SceneryPlacement | NoRoom] = SceneryPurchase(
        asked=side,
        what="scenery",
        left=tuple(_for_sale(match)),
        points=points,
        objection=cache_last_allowed(lambda placing: why_not_buy(match, side, points, placing)),
    )
    placing = yield from ask(question)
    if isinstance(placing, NoRoom):
        yield from do(match, NoRoomFound(rule="territory.placement", side=side, what="scenery"))
        return 0
    paid = _for_sale(match)[placing.scenery]
    bought = SceneryBought(
        rule="territory.cost", side=side, scenery=placing.scenery, n=paid, left=points - paid
    )
    yield from do(match, bought)
    event = SceneryPlaced(rule="territory.placement", side=side, scenery=placing.scenery, lying=placing.lying)
    yield from do(match, event)
    return paid


def _for_sale(match: Match) -> dict[str, int]:
    """The elements that can still be bought, with their prices."""
    prices = {name: _price_of(match, name) for name in match.setup.scenery}
    return {name: n for name, n in prices.items() if n is not None}


def _price_of(match: Match, name: str) -> int | None:
    """The price of an element that can still be bought, else None."""
    if name not in match.setup.scenery or name in match.state.scenery:
        return None
    return match.cache_for_setup(("price", name), lambda: element_cost(match, match.setup.scenery[name]))


def why_not_buy(match: Match, side: Side, points: int, placing: SceneryPlacement | NoRoom) -> Refusal | None:
    """The reason why an element may not be bought and placed in this way, or None (territory.points).

    No player may keep points while an element that it can afford has room.
    """
    if isinstance(placing, NoRoom):
        tries = scenery_places_to_try(
            match, [name for name, paid in _for_sale(match).items() if paid <= points]
        )
        return refuse_no_room(
            match, "territory.points", tries, lambda one: why_not_buy(match, side, points, one)
        )
    needed = _price_of(match, placing.scenery)
    if needed is not None and needed > points:
        about: dict[str, object] = {"side": side, "what": placing.scenery, "needed": needed, "has": points}
        return Refusal(rule="territory.points", reason="too-dear", about=about)
    name = placing.scenery
    against = match.cache_for_setup(
        ("larger", name), lambda: _larger_than_said(match, name)
    ) or why_not_place_scenery(match, placing, "territory.placement")
    if against is None and needed is None:
        return Refusal(rule="territory.cost", reason="not-for-sale", about={"what": placing.scenery})
    return against


def _larger_than_said(match: Match, name: str) -> Refusal | None:
    """Refuse an element that is larger than the size it is sold as (territory.size)."""
    piece, chapter = match.setup.scenery.get(name), territory_of(match)
    if piece is None or not chapter.sizes:
        return None
    line = listed_element(match, piece.element)
    said, size = piece.size or (line.size if line else None), size_of(outline_of(piece))
    if said is None or chapter.sizes[size] <= chapter.sizes[said]:
        return None
    return Refusal(rule="territory.size", reason="larger-than-said", about={"what": name, "size": size})


# ── raised places and turning back ─────────────────────────────────────────────────────────────────────


def is_still_raised(match: Match, piece: Piece, scenery: str) -> bool:
    """Tell whether a fighter is on a raised place; if it must be climbed, with the middle of its base."""
    if not heights.has_keyword(match, scenery, Keyword.ELEVATION):
        return False
    upon = _is_inside if heights.is_slope(match, scenery) else _stands_upon
    return upon(match, piece, scenery)


def _is_inside(match: Match, piece: Piece, scenery: str) -> bool:
    return whereabouts(match, piece, scenery) is Whereabouts.INSIDE


@field_fact
def _stands_upon(match: Match, piece: Piece, scenery: str) -> bool:
    """Tell whether the middle of a base is on a piece of scenery."""
    place = match.state_of(piece).place
    return place is not None and is_on(match, place, scenery)


_stands_upon.when_unmeasured(_is_inside)


def raised_place_of(match: Match, piece: Piece) -> str | None:
    """The raised place where a fighter is: the one it was on, or an element that it walked onto (H-152)."""
    above = match.state_of(piece).raised
    if above is not None and is_still_raised(match, piece, above):
        return above
    slopes = (name for name in match.state.scenery if heights.is_slope(match, name))
    return next((name for name in slopes if is_still_raised(match, piece, name)), None)


_SHIFTS = (Moved, Placed, Deployed, NpfPlaced)
"""The events that may bring their fighter to other ground."""


class TerrainListener(Listener):
    """Turns back fighters that may not stop, and sees which come up or down: any event may cause that."""

    def replaces(self, kind: type[Event]) -> bool:
        """Replace movements only."""
        return issubclass(kind, Moved)

    def replace(self, match: Match, change: Event) -> Procedure[Event | None]:
        """End a movement where it entered an element in which it may not stop (territory.crossing)."""
        yield from ()
        if not isinstance(change, Moved) or not change.path or change.how in heights.WAYS_OVER:
            return change
        back = walked_path(match, change.fighter, tuple(Point(*at) for at in change.path))
        if back == change.path:
            return change
        paid = round(way_cost(match, change.fighter, back))
        return change.with_changes(rule=CROSSING_RULE, path=back, cost=paid)

    def triggers(self, match: Match, event: Event) -> tuple[Trigger, ...]:
        """Update the raised places of fighters that an event took up or down, or whose place was lost."""
        elsewhere = [piece for piece, fighter in match.state.fighters.items() if fighter.raised]
        if isinstance(event, _SHIFTS) and match.is_on_field(event.fighter):
            elsewhere.append(event.fighter)
        if not elsewhere:
            return ()
        leaping = event.fighter if isinstance(event, Moved) and event.how == "leap" else None
        shifted = [
            Raised(rule="territory.elevation", fighter=piece, scenery=upon)
            for piece in dict.fromkeys(elsewhere)
            if not (piece == leaping and match.state_of(piece).raised)
            if (upon := raised_place_of(match, piece)) != match.state_of(piece).raised
        ]
        return (Trigger("territory.elevation", lambda: _apply_raised(match, shifted)),) if shifted else ()


def _apply_raised(match: Match, shifted: list[Raised]) -> Procedure[None]:
    for event in shifted:
        if match.state_of(event.fighter).raised != event.scenery:
            yield from do(match, event)


CHAPTER = ChapterRules(
    numbers={
        Quantity.AP: (heights.scramble_surcharge,),
        Quantity.RANGE: (heights.elevation_range_bonus,),
        Characteristic.VIG: (heights.swim_vig_penalty,),
    },
    may=(hiding.refuse_hidden_target,),
    reach=(heights.refuse_half_on_raised_place,),
    acts={**heights.ACTS, hiding.Hide: hiding.HIDE_ROW},
    listeners=(TerrainListener(), hiding.HidingListener()),
    terrain=terrain_of,
    steps={"setup.6-scenery": buy_scenery},
)
