"""Tests whether a card means some equipment: by name, and by the properties of the use made of it."""

from collections.abc import Iterator

from edencli.effects.event_parts import event_roles
from edencli.match.events import Event
from edencli.match.match import Act, Match
from edencli.match.pieces import Piece
from edencli.model.card_words import CardEvent, Role, WeaponFilter
from edencli.model.fighter import Equipment, Use
from edencli.model.names import fold
from edencli.model.terms import Category
from edencli.rules.acts import ArmedAttack


def is_such_equipment(wanted: WeaponFilter, item: Equipment, use: Use | None = None) -> bool:
    """Tell whether a filter matches a piece of equipment: in one of its uses, or in any."""
    if wanted.name is not None and fold(wanted.name) != fold(item.name):
        return False
    return any(_is_such_use(wanted, one) for one in ((use,) if use else item.uses)) or not item.uses


def _is_such_use(wanted: WeaponFilter, use: Use) -> bool:
    if wanted.category not in {None, use.category}:
        return False
    if wanted.bonus is not None and not use.bonus.get(wanted.bonus):
        return False
    if wanted.effect is None:
        return True
    n = use.effects.get(wanted.effect)
    return n is not None and n >= wanted.least and (wanted.most is None or n <= wanted.most)


def carried_equipment(match: Match, piece: Piece) -> Iterator[Equipment]:
    """Give the equipment on a fighter's profile that it still has; nothing that cards grant."""
    fighter = match.state_of(piece)
    return (item for item in fighter.card.equipment if item.name not in fighter.discarded)


def is_act_with(wanted: WeaponFilter | None, act: Act | None) -> bool:
    """Tell whether an act is done with such equipment; true without a filter."""
    if wanted is None:
        return True
    return isinstance(act, ArmedAttack) and is_such_equipment(wanted, act.weapon, act.use)


def is_event_with(match: Match, wanted: WeaponFilter | None, event: Event) -> bool:
    """Tell whether an event is due to such equipment; true without a filter."""
    if wanted is None:
        return True
    name, by = getattr(event, "weapon", None), event_roles(event, CardEvent(event.kind)).get(Role.DOER)
    if name is None or by is None:
        return False
    if wanted == WeaponFilter(name=wanted.name):
        return fold(name) == fold(wanted.name or name)
    how = getattr(event, "how", None)
    known = (*match.state_of(by).card.equipment, *match.grantable)
    return any(
        is_such_equipment(wanted, item, item.use(Category(how)) if how in set(Category) else None)
        for item in known
        if item.name == name
    )
