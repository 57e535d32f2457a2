"""One attack from the command line put on the table, or refused: what may not be is said with its rule."""

from typing import NamedTuple

from edencli.desk.failure import Refused
from edencli.desk.fighters import Fighters
from edencli.lang import Words
from edencli.match.doors import why_not
from edencli.match.questions import Refusal
from edencli.match.state import Condition
from edencli.model.cast import Lexicon, Miscalled
from edencli.model.fighter import Equipment, Fighter, Use
from edencli.model.terms import Category
from edencli.referee.duel import Duel, Impossible, Standing, stage
from edencli.rulebooks.values import Rulebook, borrowing, rulebook
from edencli.rules.acts import Melee
from edencli.rules.melee import Reaction, may_react

AREA = "attack"
ATTACKS = (Category.SHOOTING, Category.PROJECTILE, Category.BLAST)


class Way(NamedTuple):
    """How the attack is made, as it was said on the command line."""

    weapon: str | None
    obstacles: int
    above: bool
    engaged: tuple[str, ...]


class Side(NamedTuple):
    """A fighter and his condition, as they were said on the command line."""

    who: str
    option: str
    state: str


def book_of(words: Words, key: str, optional: str | None, *, above: bool) -> Rulebook:
    """The rulebook that is played, with another's chapters where it borrows them."""
    book = rulebook(key) if optional is None else borrowing(rulebook(key), rulebook(optional))
    if above and book.territory is None:
        raise Refused(words.say(AREA, "no-territory", book=key), code=1)
    return book


def staged(words: Words, book: Rulebook, fighters: Fighters, sides: tuple[Side, Side], way: Way) -> Duel:
    """Put the fighters on the table, refusing what cannot be."""
    attacker, target = (_standing(words, fighters, side) for side in sides)
    weapon = weapon_of(words, attacker.card, way.weapon) if way.weapon else None
    _check_way(words, way, weapon)
    try:
        return stage(
            book,
            attacker,
            target,
            [Standing(fighters.find(name)) for name in way.engaged],
            weapon=weapon,
            obstacles=way.obstacles,
            above=way.above,
        )
    except Impossible as cannot:
        raise Refused(words.say(AREA, cannot.message, **cannot.values)) from None


def _standing(words: Words, fighters: Fighters, side: Side) -> Standing:
    return Standing(fighters.find(side.who), condition_of(words, side.option, side.state))


def condition_of(words: Words, option: str, text: str) -> Condition:
    """Read `head:2,poison:1`."""
    if not text:
        return Condition()
    from edencli.notation.condition import Unreadable, parse

    try:
        return parse(text)
    except Unreadable as wrong:
        problem = words.say(AREA, wrong.message, **wrong.values)
        raise Refused(words.say(AREA, "condition", option=option, problem=problem)) from None


def _check_way(words: Words, way: Way, weapon: tuple[Equipment, Use] | None) -> None:
    """Refuse options that would change nothing, so that nobody believes they did."""
    if weapon is None and (way.obstacles or way.engaged):
        option = "--obstacles" if way.obstacles else "--engaged"
        why = words.say(AREA, "why-melee")
        raise Refused(words.say(AREA, "nothing-moves", option=option, why=why))
    if weapon is not None and way.above:
        why = words.say(AREA, "why-ranged")
        raise Refused(words.say(AREA, "nothing-moves", option="--above", why=why))


def weapon_of(words: Words, card: Fighter, wanted: str) -> tuple[Equipment, Use]:
    """Find a weapon by its name, and its category where it has two ways to attack: `Flamer/blast`."""
    name, _, category = wanted.partition("/")
    try:
        item = Lexicon((one.name, one) for one in card.equipment).find(name)
    except Miscalled as fault:
        if fault.names:
            raise Refused(words.say("table", "ambiguous", name=name, names=fault.names)) from None
        weapons = [one.name for one in card.equipment if any(use.category in ATTACKS for use in one.uses)]
        message = "no-weapon.armed" if weapons else "no-weapon"
        said = words.say(AREA, message, fighter=card.name, weapon=name, weapons=weapons)
        raise Refused(said) from None
    ways = [use for use in item.uses if use.category in ATTACKS]
    if not ways:
        raise Refused(words.say(AREA, "no-target-weapon", weapon=item.name))
    chosen = [use for use in ways if not category or use.category == category.strip().lower()]
    if len(chosen) != 1:
        choices = [f"--with '{item.name}/{use.category}'" for use in ways]
        raise Refused(words.say(AREA, "which-use", weapon=item.name, choices=choices))
    return item, chosen[0]


def check(words: Words, duel: Duel, reaction: Reaction) -> None:
    """Refuse an attack or a reaction that the rules do not allow, with the rule."""
    match, act = duel
    refusal = why_not(match, act)
    if refusal is None and isinstance(act, Melee):
        refusal = may_react(match, act.target, reaction)
    elif refusal is None and reaction is not Reaction.PASSIVE:
        why = words.say(AREA, "why-no-reaction")
        raise Refused(words.say(AREA, "nothing-moves", option="--reaction", why=why))
    if refusal is not None:
        raise _refused(words, duel, refusal)


def _refused(words: Words, duel: Duel, refusal: Refusal) -> Refused:
    """A refusal in words, with its rule."""
    from edencli.report.refusals import refusal_sentence
    from edencli.report.story_phrases import Names

    why = refusal_sentence(words, Names(duel.match.state.fighters), refusal)
    return Refused(words.say(AREA, "refused", why=why, rule=refusal.rule), code=1)
