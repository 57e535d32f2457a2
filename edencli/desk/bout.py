"""One attack from the command line: put on the table or refused with its rule, and played."""

import sys
from typing import Any, NamedTuple

from edencli.desk.console import Refused
from edencli.desk.dice import answer, source, wrong_dice
from edencli.desk.filing import Fighters
from edencli.lang import Words
from edencli.match.doors import perform, why_not
from edencli.match.events import Event
from edencli.match.questions import Choice, Question, Refusal, Roll
from edencli.match.state import Condition
from edencli.model.cast import Cast, Lexicon, Miscalled
from edencli.model.fighter import Equipment, Fighter, Use
from edencli.model.terms import Category
from edencli.odds.shifting import Policy
from edencli.players.dice import Listed, WrongDice
from edencli.players.duelist import Duelist, Shift, shifting
from edencli.referee.answers import drive
from edencli.referee.duel import Duel, Impossible, Standing, stage
from edencli.report.sheet import as_json
from edencli.report.story import Story, outcome, plain
from edencli.rulebooks.values import Rulebook, borrowing, rulebook
from edencli.rules.acts import Burst, Melee, Shot
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

    why = refusal_sentence(words, Cast(duel.match.state.fighters), refusal)
    return Refused(words.say(AREA, "refused", why=why, rule=refusal.rule), code=1)


class Known(NamedTuple):
    """A roll that has fallen: by which attack, its successes, its location, and whether a dodge follows."""

    act: Melee | Shot
    hits: int
    face: int
    dodging: bool


class _Stopped(Exception):  # noqa: N818  # the attack is known as far as it was asked for
    def __init__(self, known: Known) -> None:
        super().__init__()
        self.known = known


class Bout:
    """One attack at the table: says what may not be, plays it, and tells it."""

    def __init__(self, words: Words, duel: Duel) -> None:
        self.words = words
        self.duel = duel
        self.names = Cast(duel.match.state.fighters)
        self.story = Story(words, self.names)

    def dice(self, seed: int | None, dice: str | None, *, by_hand: bool) -> Any:
        """The source of dice that was asked for."""
        return source(self.words, seed, dice, self._prompt if by_hand else None)

    def _prompt(self, roll: Roll) -> str:
        what = self.story.throw(roll)
        message = "prompt" if roll.needed is None else "prompt.needed"
        return self.words.say(AREA, message, what=what, dice=roll.dice, needed=roll.needed)

    def play(self, dice: Any, reaction: Reaction, policy: str) -> list[Event]:
        """Resolve the attack, and return what happened."""
        match, act = self.duel
        shift: Shift = self._ask_shift if policy == "ask" else shifting(match, act, Policy(policy))
        try:
            drive(perform(match, act), Duelist(dice, reaction, shift))
            if isinstance(dice, Listed):
                dice.finish()
        except WrongDice as wrong:
            raise wrong_dice(self.words, wrong) from None
        return match.log

    def known_roll(self, reaction: Reaction, dice: str | None) -> "Known":
        """What a roll that has fallen leaves to decide: its successes and its location."""
        match, act = self.duel
        if dice is None or isinstance(act, Burst) or reaction is Reaction.RESPONSE:
            raise Refused(self.words.say(AREA, "advise-dice"))

        def stop(question: Question[Any]) -> int | None:
            about = question.about
            raise _Stopped(Known(act, about["hits"], about["face"], reaction is Reaction.DODGE))

        source_of_dice = self.dice(None, dice, by_hand=False)
        try:
            drive(perform(match, act), Duelist(source_of_dice, reaction, stop))
        except _Stopped as stopped:
            return stopped.known
        except WrongDice as wrong:
            raise wrong_dice(self.words, wrong) from None
        raise Refused(self.words.say(AREA, "advise-nothing"), code=1)

    def _ask_shift(self, question: Question[Any]) -> int | None:
        match, face = self.duel.match, question.about["face"]
        faces = question.allowed() if isinstance(question, Choice) else []
        victim = match.of(question.about["victim"]).card
        options = [
            self.words.say(AREA, "option", face=one, limb=self.story.term(victim.limb_at(one).name))
            for one in faces
        ]
        while True:
            given = answer(self.words, self.words.say(AREA, "prompt-shift", options=options, face=face))
            if not given:
                return None
            if given in map(str, faces):
                return int(given)
            sys.stderr.write(self.words.say(AREA, "prompt-wrong", options=options) + "\n")

    def text(self, log: list[Event]) -> str:
        """The attack step by step."""
        lines = [sentence for event in log if (sentence := self.story.sentence(event))]
        return "".join(f"{line}\n" for line in lines)

    def json(self, log: list[Event]) -> str:
        """The attack as data."""
        return as_json({"schema": 1, "events": [plain(event) for event in log], "outcome": outcome(log)})
