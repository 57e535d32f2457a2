"""The attack action (chapter 5): its price, and which of its kinds follows."""

from edencli.match.match import Act, Match, Procedure
from edencli.match.pieces import Piece
from edencli.match.questions import Refusal
from edencli.model.terms import Category
from edencli.rules.acts import Burst, Melee, Shot, pay
from edencli.rules.melee import melee
from edencli.rules.ranged import blast, shoot, throw


def attack(match: Match, act: Melee | Shot | Burst) -> Procedure[None]:
    """Pay for an attack and resolve it (action.attack)."""
    yield from pay(match, act)
    if not match.present(act.fighter):
        return
    if isinstance(act, Melee):
        yield from melee(match, act)
    elif isinstance(act, Shot):
        yield from shoot(match, act)
    elif act.use.category is Category.BLAST:
        yield from blast(match, act)
    else:
        yield from throw(match, act)


def gone(match: Match, act: Act) -> Refusal | None:
    """Object to anything by a fighter who is not on the field (wound.removed)."""
    return why_absent(match, act.fighter)


def why_absent(match: Match, piece: Piece) -> Refusal | None:
    """Say why a fighter is not on the field, or nothing: he has left it, or never came there."""
    if match.present(piece):
        return None
    if match.of(piece).gone is not None:
        return Refusal(rule="wound.removed", reason="gone", about={"fighter": piece})
    return Refusal(rule="setup.7-deploy", reason="not-on-field", about={"fighter": piece})
