"""Hiding in scenery (the optional chapter on territory; territory.hiding).

A fighter hides by spending a Move in contact with what hides, far from every enemy. Enemies farther than
a few centimetres cannot then single it out, though templates reach it (H-118). Leaving the scenery, or
its destruction, ends it; in one book contact with an enemy does too (H-117).
"""

from collections.abc import Iterator

from edencli.field.distance import gap
from edencli.field.units import PER_CM, compare_lengths
from edencli.match.events import Event, Hidden
from edencli.match.facts import Whereabouts
from edencli.match.match import Act, ActRow, Listener, Match, Procedure, SingleOut, Trigger, only_for
from edencli.match.pieces import Piece, are_enemies
from edencli.match.reasons import Refusal
from edencli.match.rules_api import do, field_fact
from edencli.match.table_events import Moved
from edencli.model.scenery import Keyword
from edencli.rulebooks.values import HidingWay
from edencli.rules.acts import Move, pay, refuse_absent, refuse_unaffordable
from edencli.rules.footing import Path, walked_path
from edencli.rules.ground import (
    base_at,
    distance_for_refusal,
    enemies_on_field,
    footprint,
    is_free,
    is_within,
    whereabouts,
)
from edencli.rules.movement import against_move, way_cost
from edencli.rules.territory import keyword_value, keywords_of, territory_of

# The largest base that each value of Hiding hides, in the book that goes by bases.
_LARGEST_HIDDEN_BASE = {1: 30, 2: 40}


class Hide(Act):
    """To hide in a piece of scenery, walking along it or not."""

    scenery: str
    path: Path


def against_hiding(match: Match, act: Hide) -> Iterator[Refusal]:
    """Refuse to hide where that is impossible, near an enemy, or walking out of it (territory.hiding)."""
    about: dict[str, object] = {"fighter": act.fighter, "what": act.scenery}
    if act.scenery not in match.state.scenery or Keyword.HIDING not in keywords_of(match, act.scenery):
        yield Refusal(rule="territory.hiding", reason="not-made-for-that", about=about)
        return
    if not _is_where_one_hides(match, act.fighter, act.scenery):
        yield Refusal(rule="territory.hiding", reason="not-at-scenery", about=about)
        return
    yield from _enemies_near(match, act)
    if not _is_small_enough(match, act.fighter, act.scenery):
        yield Refusal(rule="territory.hiding", reason="too-large", about=about)
    if len(act.path) > 1 and territory_of(match).hiding is HidingWay.STANDING:
        yield Refusal(rule="territory.hiding", reason="hides-standing", about={"fighter": act.fighter})
    yield from against_move(match, Move(fighter=act.fighter, path=act.path))
    if not _ends_well(match, act):
        yield Refusal(rule="territory.hiding", reason="ends-off", about=about)


def _enemies_near(match: Match, act: Hide) -> Iterator[Refusal]:
    """Refuse because of each enemy that is near."""
    least = territory_of(match).hiding_distance * PER_CM
    for foe in enemies_on_field(match, act.fighter):
        if not is_within(match, act.fighter, foe, least):
            continue
        about: dict[str, object] = {"fighter": act.fighter, "near": foe.name, "least": least}
        yield Refusal(
            rule="territory.hiding",
            reason="too-near",
            about=about | distance_for_refusal(match, act.fighter, foe),
        )


def _is_small_enough(match: Match, piece: Piece, scenery: str) -> bool:
    """Tell whether a base is small enough to hide, in the book where the keyword's number limits it."""
    if territory_of(match).hiding is not HidingWay.BY_BASE:
        return True
    x = keyword_value(keywords_of(match, scenery), Keyword.HIDING) or 0
    return match.state_of(piece).card.base <= _LARGEST_HIDDEN_BASE.get(x, 0)


def _may_hide_at(match: Match, piece: Piece, place: tuple[int, int], scenery: str) -> bool:
    """Tell whether a base at a place touches what hides; inside counts in the book that goes by bases."""
    there = base_at(match.state_of(piece).card, place)
    off = compare_lengths(gap(there, footprint(match, scenery)), 0)
    return off == 0 or (off < 0 and territory_of(match).hiding is HidingWay.BY_BASE)


@field_fact
def _ends_well(match: Match, act: Hide) -> bool:
    """Tell whether a hiding fighter's way ends where it may hide."""
    end = walked_path(match, act.fighter, act.path)[-1]
    return _may_hide_at(match, act.fighter, end, act.scenery)


@_ends_well.when_unmeasured
def _(*_: object) -> bool:
    return True


@field_fact
def _is_where_one_hides(match: Match, piece: Piece, scenery: str) -> bool:
    """Tell whether a fighter stands where it may hide in a piece of scenery."""
    place = match.state_of(piece).place
    return place is not None and _may_hide_at(match, piece, place, scenery)


@_is_where_one_hides.when_unmeasured
def _(match: Match, piece: Piece, scenery: str) -> bool:
    by_base = territory_of(match).hiding is HidingWay.BY_BASE
    good = {Whereabouts.TOUCHING, *([Whereabouts.INSIDE] if by_base else [])}
    return whereabouts(match, piece, scenery) in good


@only_for(SingleOut)
def refuse_hidden_target(match: Match, act: Act) -> Refusal | None:
    """Refuse to single out a hidden fighter from too far away (territory.hiding, H-117, H-118)."""
    if not isinstance(act, SingleOut) or not are_enemies(act.fighter, act.target):
        return None
    if not is_hidden_from(match, act.fighter, act.target):
        return None
    about = {"fighter": act.fighter, "target": act.target}
    return Refusal(rule="territory.hiding", reason="is-hidden", about=about)


def is_hidden_from(match: Match, viewer: Piece, target: Piece) -> bool:
    """Tell whether the target hides, and the viewer is too far away to make it out."""
    if match.state_of(target).hidden is None or not match.field.answers_about(viewer, target):
        return False
    return not is_within(match, viewer, target, territory_of(match).hiding_safe_beyond * PER_CM)


def hide(match: Match, act: Hide) -> Procedure[None]:
    """Spend a Move in contact with what hides (territory.hiding)."""
    if not (yield from pay(match, act)):
        return
    if len(act.path) > 1:
        paid = round(way_cost(match, act.fighter, act.path))
        moved = Moved(rule="action.move", fighter=act.fighter, how="move", path=act.path, cost=paid)
        yield from do(match, moved)
    if match.is_on_field(act.fighter) and is_still_hidden(match, act.fighter, act.scenery):
        yield from do(match, Hidden(rule="territory.hiding", fighter=act.fighter, scenery=act.scenery))


def is_still_hidden(match: Match, piece: Piece, scenery: str) -> bool:
    """Tell whether a hidden fighter still is: in contact with what hides, and not found (H-117)."""
    if scenery not in match.state.scenery or Keyword.HIDING not in keywords_of(match, scenery):
        return False
    found = territory_of(match).hiding is HidingWay.STANDING and not is_free(match, piece)
    return not found and _is_where_one_hides(match, piece, scenery)


class HidingListener(Listener):
    """Listens for fighters that come out of hiding, which any event may cause."""

    def triggers(self, match: Match, _: Event) -> tuple[Trigger, ...]:
        """Reveal the fighters that have left what hid them, or have lost it."""
        found = [
            piece
            for piece, fighter in match.state.fighters.items()
            if fighter.hidden and not is_still_hidden(match, piece, fighter.hidden)
        ]
        return (Trigger("territory.hiding", lambda: _reveal_fighters(match, found)),) if found else ()


def _reveal_fighters(match: Match, found: list[Piece]) -> Procedure[None]:
    for piece in found:
        if match.state_of(piece).hidden:
            yield from do(match, Hidden(rule="territory.hiding", fighter=piece, scenery=None))


HIDE_ROW = ActRow(
    "territory.hiding",
    "move",
    "move",
    (refuse_absent, refuse_unaffordable),
    reach=against_hiding,
    perform=hide,
)
