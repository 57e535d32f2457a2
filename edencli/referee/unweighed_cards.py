"""The cards that may change an attack or a roll, and that its odds do not include.

The odds include what a card adds, forbids or permits, and what it always does to a blow or a shot. Cards that
act at other events, and cards with a text only, are named here. Hands and secret missions are named to their
players alone: others only learn that a hand might hold such a card.
"""

from edencli.match.match import Act, Match
from edencli.match.pieces import Audience, OwnedCard, Side
from edencli.odds.outcome import AttackOdds
from edencli.rules.acts import ArmedAttack, Melee, Shot, attack_fighters, possible_victims


def how_attacked(act: Act) -> str:
    """The kind of an attack as odds print it: `melee`, or the category of its weapon."""
    return str(act.use.category) if isinstance(act, ArmedAttack) else "melee"


def unweighed_cards(match: Match, outlook: AttackOdds, around: Match, viewer: Audience) -> list[OwnedCard]:
    """The cards that may change the attack of these odds, each once.

    The odds were computed in `match`; the cards in force, and the hands, are those of the match `around` it.
    """
    from edencli.effects.foresight import ATTACK_EVENTS, ExpectedAttack, answering_cards  # noqa: PLC0415  # slow to import, and for odds alone

    act = outlook.act
    one_blow = isinstance(act, Melee) or (isinstance(act, Shot) and act.use.explosive is None)
    both = isinstance(act, Melee)
    doers, sufferers = (
        (attack_fighters(act) if both else (act.fighter,)),
        (attack_fighters(act) if both else possible_victims(act)),
    )
    counted = {*match.state.fighters, None} if one_blow else ()
    attack = ExpectedAttack(how_attacked(act), doers, sufferers, counted)
    hidden = [side for side in Side if viewer not in {None, side}]
    found = (
        *answering_cards(around, attack, hidden),
        *match.field.unanswered,
        *(card for card, event in match.looks_back or () if event in ATTACK_EVENTS),
    )
    return list(dict.fromkeys(found))
