"""Operations that bring fighters onto the field: those that left it, and non-player fighters.

NPFs are placed as in the preparation, and belong to no player unless the card gives them to one.
"""

from collections.abc import Callable, Mapping
from typing import Any

from edencli.effects.memory import remember_fighter
from edencli.effects.places import choose_place, why_not_meant
from edencli.effects.scope import Scope
from edencli.match.card_events import CameBack
from edencli.match.match import Match, Procedure
from edencli.match.pieces import Piece
from edencli.match.questions import cache_last_allowed
from edencli.match.reasons import Refusal
from edencli.match.rules_api import ask, do, field_fact, resolve_simultaneous
from edencli.match.table_events import NoRoomFound, NpfPlaced
from edencli.model import operation as words
from edencli.model.lexicon import unique_name
from edencli.model.names import fold
from edencli.model.operation import Operation
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.ground import base_at, fighters_on_field
from edencli.rules.npfs import NpfPlacement
from edencli.rules.placing import NoRoom, refuse_no_room
from edencli.rules.questions import NpfPlacing


def _bring_back(scope: Scope, op: words.BringBack) -> Procedure[None]:
    """Put fighters that left the field on it again, if there is room; on a bare table there is none."""
    match, pieces = scope.match, scope.gone_fighters(op.who)

    def bring(piece: Piece) -> Procedure[None]:
        there = yield from choose_place(match, scope, op.where, op.by, piece)
        if there is not None:
            yield from do(match, CameBack(rule=CARD_OVER_RULE, fighter=piece, place=there.place))

    yield from resolve_simultaneous(
        match, pieces, bring, pieces, still=lambda piece: match.state_of(piece).gone is not None
    )


def _place_npf(scope: Scope, op: words.PlaceNpf) -> Procedure[None]:
    """Let a player place one of the NPFs the card means, if their chapter is played and there is room."""
    match, side = scope.match, scope.side_of(op.by)
    level = None if op.level is None else scope.amount(op.level)
    left = tuple(
        name
        for name, card in match.setup.npfs.items()
        if level in {None, card.level} and (op.name is None or fold(name) == fold(op.name))
    )
    if not left or match.book.infestation is None or not _has_room_for_npfs(match):
        return
    from edencli.rules.infestation import npf_places_to_try, why_not_infest  # noqa: PLC0415  # few cards need it

    def why_not(given: NpfPlacement | NoRoom) -> Refusal | None:
        if isinstance(given, NoRoom):
            tries = npf_places_to_try(match, left)
            return refuse_no_room(match, CARD_OVER_RULE, tries, why_not)
        refusal = why_not_infest(match, left, given)
        if refusal is not None or given.place is None:
            return refusal
        there = base_at(match.setup.npfs[given.card], given.place)
        return why_not_meant(scope, op.where, Piece(None, given.card), there, given.place)

    question: NpfPlacing[NpfPlacement | NoRoom] = NpfPlacing(
        asked=side,
        fighter=scope.source.user,
        what="npf",
        left=left,
        points=max(match.setup.npfs[name].level or 0 for name in left),
        objection=cache_last_allowed(why_not),
        mid_act=True,
    )
    given = yield from ask(question)
    if isinstance(given, NoRoom):
        yield from do(match, NoRoomFound(rule=CARD_OVER_RULE, side=side, what="npf"))
        return
    owner = None if op.owner is None else scope.side_of(op.owner)
    taken = [piece.name for piece in match.state.fighters if piece.side is owner]
    npf = Piece(owner, unique_name(given.card, taken))
    placed = NpfPlaced(rule=NpfPlacing.rule, side=side, fighter=npf, card=given.card, place=given.place)
    if (yield from do(match, placed)) is not None and op.remember:
        yield from remember_fighter(scope, npf)


@field_fact
def _has_room_for_npfs(match: Match) -> bool:
    """Tell whether the field has places where a fighter can be put; a bare table has none."""
    return match.field.knows_places(*fighters_on_field(match.state))


@_has_room_for_npfs.when_unmeasured
def _(_: Match) -> bool:
    return True


OPERATIONS: Mapping[type[Operation], Callable[[Scope, Any], Procedure[None]]] = {
    words.BringBack: _bring_back,
    words.PlaceNpf: _place_npf,
}
