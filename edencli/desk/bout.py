"""One attack from the command line: put on the table or refused with its rule, played, foreseen, weighed."""

import sys
from typing import Any, NamedTuple

from edencli.desk.choices import Format, one_of
from edencli.desk.console import Refused, put_aside
from edencli.desk.dice import read_answer, source, wrong_dice
from edencli.desk.fighters import Fighters, Sources, Wanted, condition_of, standing
from edencli.desk.page import show_page
from edencli.lang import Words
from edencli.match.doors import perform, why_not
from edencli.match.events import Event
from edencli.match.pieces import Side
from edencli.match.questions import Roll, ShiftChoice
from edencli.match.reasons import Refusal
from edencli.model.cast import Cast, Lexicon, Miscalled
from edencli.model.fighter import Equipment, Fighter, Use
from edencli.model.terms import Category
from edencli.odds.shifting import Policy
from edencli.players.dice import Listed, WrongDice
from edencli.players.duelist import Duelist, Known, Shift, known_roll, shifting
from edencli.referee.answers import drive
from edencli.referee.duel import Duel, Impossible, Standing, is_npf, stage
from edencli.report.eventdata import bout_data, write_bout
from edencli.report.story import Story
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Blast, Melee, Throw
from edencli.rules.melee import Reaction, may_react, usual_reaction

AREA = "attack"
ATTACKS = (Category.SHOOTING, Category.PROJECTILE, Category.BLAST)


class AttackWish(NamedTuple):
    """An attack as it was asked for on the command line."""

    attacker: str
    target: str
    attacker_state: str
    target_state: str
    weapon: str | None
    reaction: str | None
    obstacles: int
    engaged: tuple[str, ...]
    covered: tuple[str, ...]
    above: bool
    below: bool
    beacon: bool
    sources: Sources
    book: Wanted
    seed: int | None
    dice: str | None
    by_hand: bool
    shift: str | None
    odds: bool
    advise: bool
    form: str


def show_attack(words: Words, wish: AttackWish) -> None:
    """Resolve an attack and tell it step by step, or show its odds, or what a roll's shifts are worth."""
    one_of(words, "--format", wish.form, ("text", "json"))
    one_of(words, "--reaction", wish.reaction, (None, *Reaction))
    one_of(words, "--shift", wish.shift, (None, "none", "max-kill", "max-wounds", "ask"))
    thrown = wish.seed is not None or wish.by_hand
    if (wish.odds or wish.advise) and (thrown or (wish.odds and wish.dice is not None)):
        raise Refused(words.say(AREA, "odds-dice"))
    if wish.advise and wish.shift in {"none", "ask"}:
        raise _moves_nothing(words, "--shift", "why-advise")
    duel = _stage(words, wish)
    words, reaction = words.of_book(duel.match.book.key), _reaction(duel, wish.reaction)
    _check(words, duel, reaction)
    if wish.below and not wish.odds and reaction is not Reaction.RESPONSE:
        raise _moves_nothing(words, "--below", "why-below")
    bout = Bout(words, duel)
    if wish.odds:
        _show_odds(words, wish, duel, reaction)
    elif wish.advise:
        _show_advice(words, wish, bout.known_roll(reaction, wish.dice), duel)
    else:
        policy = wish.shift or ("ask" if sys.stdin.isatty() else "none")
        log = bout.play(bout.dice(wish.seed, wish.dice, by_hand=wish.by_hand), reaction, policy)
        show_page(Format(wish.form), words, "", bout_data(log), write_bout)


def _reaction(duel: Duel, wanted: str | None) -> Reaction:
    """How the target reacts: as was said, else as he would."""
    if wanted is not None:
        return Reaction(wanted)
    act = duel.act
    return usual_reaction(duel.match, act.target) if isinstance(act, Melee) else Reaction.PASSIVE


def _show_odds(words: Words, wish: AttackWish, duel: Duel, reaction: Reaction) -> None:
    """Show the odds of the attack, by every reaction that is allowed."""
    from edencli.odds.attack import attack_odds
    from edencli.report.odds import outlook_data
    from edencli.report.oddspage import write_outlook

    policy = Policy.MAX_KILL if wish.shift in {None, "ask"} else Policy(wish.shift)
    outlook = attack_odds(*duel, policy)
    data = outlook_data(words, duel.match, outlook, detail=reaction)
    show_page(Format(wish.form), words, "", data, write_outlook)


def _show_advice(words: Words, wish: AttackWish, known: Known, duel: Duel) -> None:
    """Show what the shifts of a known roll are worth."""
    from edencli.odds.attack import advise
    from edencli.report.odds import advice_data
    from edencli.report.oddspage import write_advice

    first = Policy.MAX_WOUNDS if wish.shift == "max-wounds" else Policy.MAX_KILL
    advice = advise(duel.match, known.act, known.hits, known.face, dodging=known.dodging, first=first)
    show_page(Format(wish.form), words, "", advice_data(duel.match, advice), write_advice)


def _stage(words: Words, wish: AttackWish) -> Duel:
    """Put the fighters on the table, refusing what cannot be."""
    fighters = Fighters(words, wish.sources)
    attacker, target = fighters.find(wish.attacker), fighters.find(wish.target)
    first = attacker.side or (target.side.other if target.side else Side.RED)
    if target.side is first:
        raise Refused(words.say(AREA, "comrades", one=attacker.name, other=target.name), code=1)
    weapon = weapon_of(words, attacker.card, wish.weapon) if wish.weapon else None
    _check_moves_something(words, wish, weapon)
    engaged, covered = (
        [_beside(words, option, fighters, text, first) for text in texts]
        for option, texts in (("--engaged", wish.engaged), ("--covered", wish.covered))
    )
    book = fighters.book(wish.book)
    _check_chapters(words, wish, book, nobodys=is_npf(attacker.card) or is_npf(target.card))
    try:
        return stage(
            book,
            standing(attacker, condition_of(words, "--attacker-state", wish.attacker_state), first),
            standing(target, condition_of(words, "--target-state", wish.target_state), first.other),
            engaged,
            covered=covered,
            weapon=weapon,
            obstacles=wish.obstacles,
            above=wish.above,
            below=wish.below,
            shielded=wish.beacon,
        )
    except Impossible as cannot:
        raise Refused(words.say(AREA, cannot.message, **cannot.values)) from None


def _check_chapters(words: Words, wish: AttackWish, book: Rulebook, *, nobodys: bool) -> None:
    """Refuse what only an optional chapter knows that the book lacks."""
    if (wish.above or wish.below) and book.territory is None:
        raise Refused(words.say(AREA, "no-territory", book=book.key), code=1)
    if wish.beacon and (book.territory is None or book.territory.beacon_reach is None):
        raise Refused(words.say(AREA, "no-beacon", book=book.key), code=1)
    if book.infestation is None and nobodys:
        raise Refused(words.say(AREA, "no-infestation", book=book.key), code=1)


def _beside(words: Words, option: str, fighters: Fighters, text: str, attackers: Side) -> Standing:
    """Find who else is there: `Boris` is a comrade of the attacker, `blue Boris` of the target.

    A match knows sides better. His state may follow: `blue Boris: head:2`.
    """
    file, mark, rest = text.rpartition("#")
    name, _, state = rest.partition(":")
    found = fighters.find(f"{file}{mark}{name}")
    return standing(found, condition_of(words, option, state), attackers)


def _check_moves_something(words: Words, wish: AttackWish, weapon: tuple[Equipment, Use] | None) -> None:
    """Refuse options that would change nothing, so that nobody believes they did."""
    if weapon is None and (wish.obstacles or wish.engaged):
        raise _moves_nothing(words, "--obstacles" if wish.obstacles else "--engaged", "why-melee")
    if weapon is not None and (wish.above or wish.below):
        raise _moves_nothing(words, "--above" if wish.above else "--below", "why-ranged")
    if wish.above and wish.below:
        raise Refused(words.say(AREA, "above-and-below"))
    if wish.beacon and (weapon is None or weapon[1].category is not Category.SHOOTING):
        raise _moves_nothing(words, "--beacon", "why-beacon")
    if wish.covered and not _explodes_where_it_hits(weapon):
        raise _moves_nothing(words, "--covered", "why-covered")


def _explodes_where_it_hits(weapon: tuple[Equipment, Use] | None) -> bool:
    return weapon is not None and weapon[1].category is Category.SHOOTING and weapon[1].explosive is not None


def _moves_nothing(words: Words, option: str, why: str) -> Refused:
    """An option that would change nothing, and why."""
    return Refused(words.say(AREA, "nothing-moves", option=option, why=words.say(AREA, why)))


def weapon_of(words: Words, card: Fighter, wanted: str) -> tuple[Equipment, Use]:
    """Find a weapon by its name, and its category where it has two ways to attack: `Flamer/blast`."""
    name, _, category = wanted.partition("/")
    try:
        item = Lexicon((one.name, one) for one in card.equipment).find(name)
    except Miscalled as fault:
        if fault.names:
            raise Refused(words.say("table", "ambiguous", name=name, names=fault.names)) from None
        weapons = [one.name for one in card.equipment if any(use.category in ATTACKS for use in one.uses)]
        message = "no-weapon.near" if fault.near in weapons else "no-weapon.armed" if weapons else "no-weapon"
        said = words.say(AREA, message, fighter=card.name, weapon=name, weapons=weapons, near=fault.near)
        raise Refused(said) from None
    ways = [use for use in item.uses if use.category in ATTACKS]
    if not ways:
        raise Refused(words.say(AREA, "no-target-weapon", weapon=item.name))
    chosen = [use for use in ways if not category or use.category == category.strip().lower()]
    if len(chosen) != 1:
        choices = [f"--with '{item.name}/{use.category}'" for use in ways]
        raise Refused(words.say(AREA, "which-use", weapon=item.name, choices=choices))
    return item, chosen[0]


def _check(words: Words, duel: Duel, reaction: Reaction) -> None:
    """Refuse an attack or a reaction that the rules do not allow, with the rule."""
    match, act = duel
    refusal = why_not(match, act)
    if refusal is None and isinstance(act, Melee):
        refusal = may_react(match, act.target, reaction)
    elif refusal is None and reaction is not Reaction.PASSIVE:
        raise _moves_nothing(words, "--reaction", "why-no-reaction")
    if refusal is not None:
        raise _refused(words, duel, refusal)


def _refused(words: Words, duel: Duel, refusal: Refusal) -> Refused:
    """A refusal in words, with its rule."""
    from edencli.report.phrases import refusal_sentence

    why = refusal_sentence(words, Cast(duel.match.state.fighters), refusal)
    return Refused(words.say(AREA, "refused", why=why, rule=refusal.rule), code=1)


class Bout:
    """One attack at the table: says what may not be, plays it, and tells it."""

    def __init__(self, words: Words, duel: Duel) -> None:
        self.words = words
        self.duel = duel
        self.names = Cast(duel.match.state.fighters)
        self.story = Story(self.words, self.names)

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

    def known_roll(self, reaction: Reaction, dice: str | None) -> Known:
        """What a roll that has fallen leaves to decide: its successes and its location."""
        match, act = self.duel
        if dice is None or isinstance(act, Throw | Blast):
            raise Refused(self.words.say(AREA, "advise-dice"))
        thrown = self.dice(None, dice, by_hand=False)
        try:
            known = known_roll(match, act, reaction, thrown)
            thrown.finish()
        except WrongDice as wrong:
            raise wrong_dice(self.words, wrong) from None
        if known is None:
            raise Refused(self.words.say(AREA, "advise-missed"), code=1)
        if known.hits <= known.kept:
            raise Refused(self.words.say(AREA, "advise-nothing"), code=1)
        return known

    def _ask_shift(self, question: ShiftChoice) -> int | None:
        face, faces = question.face, question.allowed()
        victim = self.duel.match.of(question.victim).card
        options = [
            self.words.say(AREA, "option", face=one, limb=self.story.term(victim.limb_at(one).name))
            for one in faces
        ]
        while True:
            given = read_answer(self.words, self.words.say(AREA, "prompt-shift", options=options, face=face))
            if not given:
                return None
            if given in map(str, faces):
                return int(given)
            put_aside(self.words.say(AREA, "prompt-wrong", options=options) + "\n")
