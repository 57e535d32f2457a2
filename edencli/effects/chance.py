"""Random draws by dice for cards; events show the faces, as for all dice that cards throw."""

from edencli.effects.scope import Scope
from edencli.match.card_events import DiceThrown
from edencli.match.match import Procedure
from edencli.match.rules_api import ask, do
from edencli.model.card_words import Owner
from edencli.model.terms import FACES
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.questions import CardRoll


def draw_number(scope: Scope, n: int) -> Procedure[int]:
    """Draw a number from 0 to n - 1 by dice, each equally likely; for n = 1 no die is needed.

    The faces are read as the digits of a number; if it does not divide evenly among the n, all are thrown
    again.
    """
    dice, reach = 1, len(FACES)
    while reach < n:
        dice, reach = dice + 1, reach * len(FACES)
    card, side = scope.source.card, scope.side_of(Owner.OWN)
    while n > 1:
        roll = CardRoll(asked=side, by=scope.source.user, dice=dice, needed=None, card=card, mid_act=True)
        faces = yield from ask(roll)
        yield from do(scope.match, DiceThrown(rule=CARD_OVER_RULE, card=card, side=side, dice=faces))
        found = 0
        for face in faces:
            found = found * len(FACES) + face - FACES[0]
        if found < reach // n * n:
            return found % n
    return 0
