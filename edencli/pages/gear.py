"""Equipment in the notation of the cards: `Helmet (Pr): head +1`."""

from collections.abc import Iterator

from edencli.lang import Words
from edencli.model.fighter import Equipment, Use, UseLimits
from edencli.model.terms import WeaponEffect

_AREA = "sheet"


def gear_notation(words: Words, equipment: Equipment) -> str:
    """Write a piece of equipment in the notation of the cards.

    If both its categories have bonuses or effects, each category is named.
    """
    categories = [game_word(words, use.category) for use in equipment.uses]
    values = {"name": equipment.name, "categories": "/".join(categories)}
    told = {category: _use(words, use) for category, use in zip(categories, equipment.uses, strict=True)}
    told = {category: use for category, use in told.items() if use}
    if not told:
        return words.say(_AREA, "gear", **values)
    if len(told) == 1:
        return words.say(_AREA, "gear.uses", **values, uses=next(iter(told.values())))
    each = [words.say(_AREA, "gear.in", category=category, use=use) for category, use in told.items()]
    return words.say(_AREA, "gear.uses", **values, uses=words.join_phrases(each))


def game_word(words: Words, name: str, x: int | None = None) -> str:
    """A word of the game, with its X filled in."""
    word: str = words.area("values")["words"][name]
    return word if x is None else word.replace("X", str(x))


def _use(words: Words, use: Use) -> str:
    """The bonuses and effects that equipment has in one category."""
    bonuses, effects = list(_bonuses(words, use)), list(_effects(words, use))
    if bonuses and effects:
        return words.say(_AREA, "gear.both", bonuses=bonuses, effects=effects)
    return words.join_list(bonuses or effects)


def _bonuses(words: Words, use: Use) -> Iterator[str]:
    names = words.area(_AREA)
    for characteristic, amount in use.bonus.items():
        yield _bonus(words, names["characteristic"][characteristic], amount)
    if use.complete:
        yield _bonus(words, names["complete"], next(iter(use.protection.values())))
        return
    for limb, amount in use.protection.items():
        yield _bonus(words, words.say("events", f"term.{limb}"), amount)


def _bonus(words: Words, what: str, amount: int) -> str:
    return words.say(_AREA, "bonus", what=what, amount=f"+{amount}" if amount >= 0 else f"−{-amount}")


def _effects(words: Words, use: Use) -> Iterator[str]:
    for effect in WeaponEffect:
        if effect in use.effects:
            yield game_word(words, effect, use.effects[effect])
    yield from use_limits(words, use.uses)


def use_limits(words: Words, uses: UseLimits) -> Iterator[str]:
    """How often something may be used in a round and in a match, if that is limited."""
    if uses.per_round:
        yield game_word(words, "per-round", uses.per_round)
    if uses.per_match:
        yield game_word(words, "per-match", uses.per_match)
