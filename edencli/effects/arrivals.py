"""Fighters whom a card brings onto the field: who left it comes back."""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.places import choose_place
from edencli.effects.scope import Scope
from edencli.match.card_events import CameBack
from edencli.match.match import Procedure
from edencli.match.pieces import Piece
from edencli.match.rules_api import do, resolve_simultaneous
from edencli.model import operation as words
from edencli.model.operation import Operation
from edencli.rules.acts import CARD_OVER_RULE


def _bring_back(scope: Scope, op: words.BringBack) -> Procedure[None]:
    """Put fighters who left the field on it again, if there is room; on a bare table there is none."""
    match, pieces = scope.match, scope.gone_fighters(op.who)

    def bring(piece: Piece) -> Procedure[None]:
        there = yield from choose_place(match, scope, op.where, op.by, piece)
        if there is not None:
            yield from do(match, CameBack(rule=CARD_OVER_RULE, fighter=piece, place=there.place))

    yield from resolve_simultaneous(
        match, pieces, bring, pieces, still=lambda piece: match.state_of(piece).gone is not None
    )


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.BringBack: _bring_back,
}
