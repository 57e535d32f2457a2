"""A player at random on a field that nobody measures: what he does there, and what his eyes say of it.

Where the referee would have to ask before he knows whether an act may be done, it is done: then he is asked.
"""

from collections.abc import Iterator
from typing import Any

from edencli.match.facts import UNSEEN, AtScenery, FarAcross, Seeing, Unknown, Whereabouts
from edencli.match.match import Act, Match
from edencli.match.pieces import Piece
from edencli.match.questions import ActQuestion, FieldListQuestion, FieldQuestion, Spot
from edencli.match.state import Lying
from edencli.model.terms import AbilityKind
from edencli.players.random_acts import Chance
from edencli.rules.acts import ARMED, Charge, Extinguish, Melee, Move, Shot, UseAbility
from edencli.rules.ground import enemies
from edencli.rules.npfs import Infesting
from edencli.rules.placing import Deploying, Everybody, NoRoom, Placing

IDLES, SO, OBSTACLES, ACROSS = 0.1, 0.7, 3, 9
WISHES = 12


class Eyes:
    """Thinks of what somebody might see and do where nobody says where anything is."""

    def __init__(self, match: Match, chance: Chance) -> None:
        self._match = match
        self._chance = chance

    def see(self, question: FieldQuestion) -> Any:
        """Say something that can be said of a fact, or name some of several fighters."""
        if isinstance(question, FieldListQuestion):
            return tuple(piece for piece in question.fact.pieces if not self._chance.happens(SO))
        fact = question.fact
        if isinstance(fact, Seeing):
            return self._chance.below(OBSTACLES + 1) + UNSEEN
        if isinstance(fact, FarAcross):
            return self._chance.below(ACROSS)
        if isinstance(fact, AtScenery):
            return self._chance.one_of(tuple(Whereabouts))
        return self._chance.happens(SO)

    def put(self, question: Spot[Any]) -> Any:
        """Announce one of the things that are left, or all fighters at once."""
        one = self._chance.one_of(question.left)
        if question.what == "scenery":
            thought: Any = Placing(one, Lying(None))
        elif question.what == "npf":
            thought = Infesting(one, None)
        else:
            thought = Everybody() if self._chance.happens(SO) else Deploying(one, None)
        return thought if question.refusal(thought) is None else NoRoom()

    def act(self, question: ActQuestion[Act]) -> Act | None:
        """Give something that may be legal to do, or nothing."""
        if self._chance.happens(IDLES):
            return None
        acts = list(self._acts(question.fighter))
        for _ in range(WISHES):
            wish = self._chance.one_of(acts)
            try:
                if question.refusal(wish) is None:
                    return wish
            except Unknown:
                return wish
        return None

    def _acts(self, fighter: Piece) -> Iterator[Act]:
        card = self._match.of(fighter).card
        yield Move(fighter=fighter, path=())
        yield Extinguish(fighter=fighter)
        for ability in card.abilities:
            if ability.kind is AbilityKind.ACTION:
                yield UseAbility(fighter=fighter, ability=ability)
        for foe in enemies(self._match, fighter):
            yield Melee(fighter=fighter, target=foe)
            yield Charge(fighter=fighter, target=foe, path=())
            for weapon in self._match.carried(fighter):
                for use in weapon.uses:
                    if kind := ARMED.get(use.category):
                        aimed: dict[str, Any] = {"target": foe} if kind is Shot else {"at": foe}
                        yield kind(fighter=fighter, weapon=weapon, use=use, **aimed)
