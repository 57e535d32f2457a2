"""Operations that take fighters and equipment out of a match: put out of action, discarded."""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.scope import Scope
from edencli.effects.weapons import carried_equipment, is_such_equipment
from edencli.match.card_events import EquipmentDiscarded
from edencli.match.events import Left
from edencli.match.match import Procedure
from edencli.match.pieces import Piece
from edencli.match.rules_api import do
from edencli.match.state import Gone
from edencli.model import operation as words
from edencli.model.operation import Operation
from edencli.model.terms import Manner
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.wounds import leave_field


def _put_out(scope: Scope, op: words.PutOut) -> Procedure[None]:
    """Put fighters out of action; the event names the acting fighter, and the card as the manner."""

    def put_out(piece: Piece) -> Procedure[None]:
        if scope.match.is_on_field(piece):
            by, how = scope.acting_fighter, Manner.CARD
            left = Left(rule=CARD_OVER_RULE, fighter=piece, why=Gone.INCAPACITATED, by=by, how=how)
            yield from leave_field(scope.match, left)

    yield from scope.do_to_each(op.who, put_out)


def _discard(scope: Scope, op: words.DiscardGear) -> Procedure[None]:
    """Discard all equipment of fighters that the card means; what cards grant stays granted."""

    def discard(piece: Piece) -> Procedure[None]:
        for item in tuple(carried_equipment(scope.match, piece)):
            if is_such_equipment(op.gear, item):
                event = EquipmentDiscarded(rule=CARD_OVER_RULE, fighter=piece, equipment=item.name)
                yield from do(scope.match, event)

    yield from scope.do_to_each(op.who, discard)


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.PutOut: _put_out,
    words.DiscardGear: _discard,
}
