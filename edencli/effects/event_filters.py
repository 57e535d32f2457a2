"""Tests whether an event is one that an effect of a card is about, as far as the event's parts tell."""

from collections.abc import Mapping, Sequence
from typing import Any

from edencli.effects.cards import CardWithEffects, is_another
from edencli.effects.event_parts import event_name, event_player
from edencli.effects.scope import Scope
from edencli.effects.tactic_cards import is_event_of_tactic
from edencli.effects.token_places import moves_over
from edencli.effects.weapons import is_event_with
from edencli.match.events import Event
from edencli.match.pieces import Piece
from edencli.match.table_events import Moved, Placed
from edencli.model.card_words import Role
from edencli.model.effect import Instead, When
from edencli.model.names import fold
from edencli.record import found_once


def event_kinds(event: Event) -> tuple[str, ...]:
    """Return the kinds that an event counts as: a push counts as a movement along its path, too."""
    is_push = isinstance(event, Placed) and event.path is not None
    return (event.kind, Moved.kind) if is_push else (event.kind,)


def ways_over(effect: When | Instead) -> dict[str, str]:
    """Return the names of what an effect wants a movement to go over, by how it does."""
    return {how: name for how in ("through", "enters", "leaves") if (name := getattr(effect, how, None))}


def fits_path(scope: Scope, effect: When | Instead, event: Event) -> bool:
    """Tell whether a movement goes over what the card names, in the way it says."""
    mover = scope.roles.get(Role.DOER) or scope.roles.get(Role.SUFFERER)
    return all(
        mover and moves_over(scope.match, mover, event, name, how) for how, name in ways_over(effect).items()
    )


def fits_details(scope: Scope, effect: When | Instead, event: Event) -> bool:
    """Tell whether an event has the weapon, the card, the player and the name that an effect asks for."""
    if not is_event_with(scope.match, effect.weapon, event):
        return False
    if not is_event_of_tactic(scope.match, effect.card, event):
        return False
    if effect.player is not None and scope.side_of(effect.player) is not event_player(event, effect.event):
        return False
    return effect.named is None or fold(effect.named) == fold(event_name(event, effect.event) or "")


_EVENT_DETAILS = ("marker", "how", "limb", "step", "success", "hit", "wounded", "of_mission")


def has_details(effect: When | Instead, event: Event) -> bool:
    """Tell whether an event has the details that an effect asks for."""
    for part, wanted in _details_asked(effect):  # noqa: SIM110  # asked at every turn; a generator is slower
        if getattr(event, part, None) != wanted:
            return False
    return True


def may_speak_of(source: CardWithEffects, effect: When | Instead, roles: Mapping[Role, Piece]) -> bool:
    """Tell whether an effect may mean the fighters of an event, as far as it means its own user."""
    return not (
        is_another(source, effect.doer, roles.get(Role.DOER))
        or is_another(source, effect.sufferer, roles.get(Role.SUFFERER))
    )


@found_once
def _details_asked(effect: When | Instead) -> Sequence[tuple[str, Any]]:
    """Return the details that an effect asks of its event, with their values."""
    wanted = [(part, getattr(effect, part, None)) for part in _EVENT_DETAILS]
    return [(part, one) for part, one in wanted if one is not None]
