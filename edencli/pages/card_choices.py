"""What a player chooses for a card, in words: a target, several, or a piece of scenery."""

from edencli.model.card_words import SceneryFilter, Who
from edencli.model.operation import Choosing
from edencli.pages.card_terms import CardWording


def choice_sentence(wording: CardWording, choose: Choosing) -> str:
    """The phrase for the target that a player chooses."""
    several = choose.most > 1
    if choose.scenery is not None:
        return _choice_of_scenery(wording, choose, choose.scenery)
    if choose.random:
        message = "choose.random.several" if several else "choose.random"
        return wording.say(message, who=wording.who(choose.who, "many"), most=choose.most)
    who = wording.who(choose.who, "many" if several else "one")
    message = "choose.several" if several else "choose"
    message = f"{message}.secret" if choose.secret else message
    return wording.say(message, by=wording.player(choose.by), who=who, most=choose.most)


def _choice_of_scenery(wording: CardWording, choose: Choosing, scenery: SceneryFilter) -> str:
    """Which scenery a player chooses, and who must be there."""
    message = "choose.scenery" if choose.who == Who() else "choose.scenery.who"
    there = scenery.with_changes(keyword=None, element=None, name=None, chosen=True)
    values = {"by": wording.player(choose.by), "scenery": wording.scenery(scenery)}
    return wording.say(message, **values, who=wording.who(choose.who, "one"), at=wording.at_scenery(there))
