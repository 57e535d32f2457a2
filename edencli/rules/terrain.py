"""The optional chapter on territory: scenery that is bought, and what its keywords make of it.

    at preparation step 6          bought and placed by turns          territory.placement territory.points
    on every way                   Crossing, Occupation, Obstruction   territory.default
    on every line of sight         Impenetrable, Obstacle              territory.default

By itself an element bars every way and no sight. What it does beside is in `hazards` (what strikes, burns and
breaks), in `heights` (who climbs, jumps or swims) and in `hiding`.
"""

from collections.abc import Callable

from edencli.match.doors import ask, do
from edencli.match.match import ChapterRules, Match, Procedure, Quantity, Terrain
from edencli.match.pieces import Side
from edencli.match.questions import Spot, once
from edencli.match.reasons import Refusal
from edencli.match.table_events import NoRoomFound, SceneryBought, SceneryPlaced
from edencli.model.scenery import Keyword, Scenery
from edencli.model.terms import Characteristic, Sight
from edencli.rules import heights, hiding
from edencli.rules.ground import outline_of
from edencli.rules.placing import NoRoom, Placing, despite_room, where_it_may_lie, why_not_lie
from edencli.rules.preparation import in_turn
from edencli.rules.territory import (
    CHEAPEST,
    keywords,
    listed,
    own_keywords,
    price_by_keywords,
    size_of,
    territory_of,
    value_of,
)

# ── what an element is ───────────────────────────────────────────────────────────────────────────────────


def terrain(match: Match, name: str) -> Terrain:
    """What an element is to whoever looks past it or walks (territory.default)."""
    having = keywords(match, name)
    obstacles = value_of(having, Keyword.OBSTACLE) or 0
    sight = Sight.OBSTACLE if obstacles else Sight.NONE
    occupied = Keyword.OCCUPATION in having
    return Terrain(
        sight=Sight.BLOCK if Keyword.IMPENETRABLE in having else sight,
        obstacles=obstacles,
        crossable=occupied or Keyword.CROSSING in having,
        stops=occupied,
        rate=value_of(having, Keyword.OBSTRUCTION) or 1,
        cuts_by="territory.impenetrable",
        counts_by="territory.obstacle",
        bars_by="territory.default",
        crosses_by="territory.occupation" if occupied else "territory.crossing",
        slows_by="territory.obstruction",
    )


# ── what it costs, and who places it ─────────────────────────────────────────────────────────────────────


def cost(match: Match, piece: Scenery) -> int | None:
    """What an element costs by the book, or, where its list has it not, what was agreed (territory.cost)."""
    chapter, line = territory_of(match), listed(match, piece.element)
    if line is not None and line.cost is not None:
        return line.cost
    if not chapter.sizes:
        return None if piece.cost is None else max(CHEAPEST, piece.cost)
    if piece.size is None:
        return None
    own = own_keywords(match, piece.element, piece.keywords)
    return price_by_keywords(chapter, size=piece.size, keywords={str(key): x for key, x in own.items()})


def buy(match: Match, _: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Let the players buy and place elements by turns till nobody can buy any (territory.placement)."""
    points = dict.fromkeys(in_turn(match), territory_of(match).points)
    while points:
        for side in tuple(points):
            spent = yield from _buy_one(match, side, points[side])
            points[side] -= spent
            if not spent:
                del points[side]


def _buy_one(match: Match, side: Side, points: int) -> Procedure[int]:
    """Let a player buy and place one element; returns its cost, 0 when he can buy none, or has no room."""
    if not any(cost <= points for cost in _for_sale(match).values()):
        return 0
    question = Spot[Placing | NoRoom](
        asked=side,
        rule="territory.placement",
        what="scenery",
        left=tuple(_for_sale(match)),
        points=points,
        objection=once(lambda placing: why_not_buy(match, side, points, placing)),
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
    """What can still be bought, and for how much."""
    prices = {
        name: cost(match, piece)
        for name, piece in match.setup.scenery.items()
        if name not in match.state.scenery
    }
    return {name: n for name, n in prices.items() if n is not None}


def why_not_buy(match: Match, side: Side, points: int, placing: Placing | NoRoom) -> Refusal | None:
    """Say why an element may not be bought and lie somewhere, or nothing (territory.points).

    Nobody keeps points while an element that he can pay for has room.
    """
    if isinstance(placing, NoRoom):
        tries = where_it_may_lie(match, [name for name, paid in _for_sale(match).items() if paid <= points])
        return despite_room(
            match, "territory.points", tries, lambda one: why_not_buy(match, side, points, one)
        )
    needed = _for_sale(match).get(placing.scenery)
    if needed is not None and needed > points:
        about: dict[str, object] = {"side": side, "what": placing.scenery, "needed": needed, "has": points}
        return Refusal(rule="territory.points", reason="too-dear", about=about)
    against = _larger_than_said(match, placing.scenery) or why_not_lie(match, placing, "territory.placement")
    if against is None and needed is None:
        return Refusal(rule="territory.cost", reason="not-for-sale", about={"what": placing.scenery})
    return against


def _larger_than_said(match: Match, name: str) -> Refusal | None:
    """Object to an element that does not fit into the size it is sold for (territory.size)."""
    piece, chapter = match.setup.scenery.get(name), territory_of(match)
    if piece is None or not chapter.sizes:
        return None
    line = listed(match, piece.element)
    said, size = piece.size or (line.size if line else None), size_of(outline_of(piece))
    if said is None or chapter.sizes[size] <= chapter.sizes[said]:
        return None
    return Refusal(rule="territory.size", reason="larger-than-said", about={"what": name, "size": size})


CHAPTER = ChapterRules(
    numbers={
        Quantity.AP: (heights.dearer,),
        Quantity.RANGE: (heights.farther,),
        Characteristic.VIG: (heights.burdened,),
    },
    may=(hiding.far_and_hidden,),
    reach=(heights.half_down,),
    acts={**heights.ACTS, hiding.Hide: hiding.ROW},
    listeners=(heights.Footing(), hiding.Watch()),
    terrain=terrain,
    steps={"setup.6-scenery": buy},
)
