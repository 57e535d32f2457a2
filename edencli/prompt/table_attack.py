"""Attacks from the command line: put on the table or refused with their rule, played, foreseen, weighed.

One attack at a time, or one after the other as they are typed; what is left of the fighters goes from each to
the next, and into a file for another day.
"""

import shlex
import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from edencli.commands.dice_options import dice_refusal, dice_source, read_answer
from edencli.commands.fighter_finder import (
    FighterFinder,
    FighterSources,
    RemainingStates,
    WantedBook,
    find_weapon,
    make_standing,
)
from edencli.commands.parameters import Format, check_choice
from edencli.commands.show_page import show_page
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, Side
from edencli.match.reasons import Refusal
from edencli.match.rules_api import why_not
from edencli.model.fighter import Equipment, Use
from edencli.model.lexicon import FighterLexicon, name_with_side
from edencli.model.terms import Category
from edencli.odds.shifting import Policy
from edencli.output.console import Refused, remark, write_stderr
from edencli.prompt.attack_prompt import CORRECT, AttackPrompt
from edencli.referee.dice import Dice, ListedDice, WrongDice
from edencli.referee.duel import (
    Duel,
    DuelFighter,
    ImpossibleDuel,
    is_incapacitated,
    is_npf,
    print_condition,
    stage_duel,
)
from edencli.referee.duelist import RollToLocation, throw_to_location
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Blast, Melee, Throw
from edencli.rules.melee import Reaction, usual_reaction, why_not_react
from edencli.transcript.event_data import attack_data, condition_data, write_attack

AREA = "attack"


class AttackOptions(NamedTuple):
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
    sources: FighterSources
    keep: str | None
    book: WantedBook
    seed: int | None
    dice: str | None
    by_hand: bool
    shift: str | None
    odds: bool
    policies: bool
    then: bool
    advise: bool
    form: str


def show_attack(words: Words, wish: AttackOptions) -> None:
    """Resolve an attack and tell it step by step, or show its odds, or what a roll's shifts are worth."""
    check_choice(words, "--format", wish.form, ("text", "json"))
    check_choice(words, "--reaction", wish.reaction, (None, *Reaction))
    check_choice(words, "--shift", wish.shift, (None, "none", "max-kill", "max-wounds", "ask"))
    thrown = wish.seed is not None or wish.by_hand
    if (wish.odds or wish.advise) and (thrown or (wish.odds and wish.dice is not None)):
        raise Refused(words.say(AREA, "odds-dice"))
    if wish.advise and wish.shift in {"none", "ask"}:
        raise _no_effect_refusal(words, "--shift", "why-advise")
    for option, given in (("--policies", wish.policies), ("--then", wish.then)):
        if given and not wish.odds:
            raise Refused(words.say(AREA, "only-odds", option=option))
    remains = RemainingStates(words, wish.keep)
    if not wish.attacker:
        _prompt_attacks(words, wish, remains)
        return
    bout = TableAttack(words, wish, FighterFinder(words, wish.sources), remains)
    if wish.odds:
        _show_odds(bout, wish)
    elif wish.advise:
        _show_advice(bout.words, wish, bout.location_roll(), bout.duel)
    else:
        bout.show(bout.resolve())


def _prompt_attacks(words: Words, wish: AttackOptions, remains: RemainingStates) -> None:
    """Ask who attacks whom, and resolve that, till nobody does any more."""
    if wish.odds or wish.advise or wish.dice is not None or wish.form != "text":
        raise Refused(words.say(AREA, "who-attacks"))
    fighters = FighterFinder(words, wish.sources)
    fighters.all_fighters()
    last: TableAttack | None = None
    while (text := _next_line(words)) is not None:
        word, _, rest = text.partition(" ")
        try:
            if word.lower() == CORRECT and last is not None:
                last.correct(rest)
            elif text == "undo" and last is not None:
                last.restore_fighters()
                write_stderr(words.say(AREA, "taken-back") + "\n")
                last = None
            elif text == "round":
                remains.begin_round()
                write_stderr(words.say(AREA, "new-round") + "\n")
            elif text == "?":
                names = [one.name for one in fighters.all_fighters()]
                write_stderr(words.say(AREA, "how-attack", names=names) + "\n")
            else:
                attacker, target, weapon = _read_attack(words, fighters, text)
                typed = wish._replace(attacker=attacker, target=target, weapon=weapon or wish.weapon)
                last = TableAttack(words, typed, fighters, remains)
                last.show(last.resolve(), ends=False)
        except Refused as refused:
            remark(str(refused))


def _next_line(words: Words) -> str | None:
    """What is typed next; None when that is nothing, or the input ends."""
    try:
        return read_answer(words, words.say(AREA, "prompt-attack")) or None
    except Refused:
        return None


def _read_attack(words: Words, fighters: FighterFinder, text: str) -> tuple[str, str, str]:
    """Read `Yuri Elenia`, or `y e with knives`: two callings, the longest first, and a weapon."""
    called, _, weapon = text.partition(f" {WITH} ")
    typed = called.split()
    for n in range(len(typed) - 1, 0, -1):
        one, other = fighters.resolve_name(" ".join(typed[:n])), fighters.resolve_name(" ".join(typed[n:]))
        if one and other:
            return one, other, weapon
    raise Refused(words.say(AREA, "unread-attack", text=text))


WITH = "with"


def _show_odds(bout: "TableAttack", wish: AttackOptions) -> None:
    """Show the odds of the attack, by every reaction that is allowed, and what more was wished."""
    from edencli.odds.attack import attack_odds, attack_twice_odds
    from edencli.odds.outcome import Odds
    from edencli.pages.odds_data import AttackSetting, attack_odds_data, policies_data, two_attacks_data
    from edencli.pages.odds_page import write_attack_odds

    words, (match, act) = bout.words, bout.duel
    policy = Policy.MAX_KILL if wish.shift in {None, "ask"} else Policy(wish.shift)
    outlook = attack_odds(match, act, policy)
    around = AttackSetting(bout.around, PUBLIC)
    data = attack_odds_data(words, match, outlook, detail=bout.reaction, around=around)
    if wish.policies:
        data["policies"] = policies_data(match, [attack_odds(match, act, one) for one in Policy])
    if wish.then:
        if isinstance(act, Throw | Blast) or not all(isinstance(one, Odds) for one in outlook.results):
            raise Refused(words.say(AREA, "then-template"))
        met = [one.reaction for one in outlook.results if isinstance(one, Odds)]
        twice = [attack_twice_odds(match, act, policy, one) for one in met]
        data["twice"] = two_attacks_data(match, words, twice)
    show_page(Format(wish.form), words, "", data, write_attack_odds)


def _show_advice(words: Words, wish: AttackOptions, known: RollToLocation, duel: Duel) -> None:
    """Show what the shifts of a known roll are worth."""
    from edencli.odds.attack import advise_shift
    from edencli.pages.odds_data import advice_data
    from edencli.pages.odds_page import write_advice

    first = Policy.MAX_WOUNDS if wish.shift == "max-wounds" else Policy.MAX_KILL
    advice = advise_shift(duel.match, known.act, known.hits, known.face, dodging=known.dodging, first=first)
    show_page(Format(wish.form), words, "", advice_data(duel.match, advice), write_advice)


def _stage(
    words: Words, wish: AttackOptions, fighters: FighterFinder, remains: RemainingStates
) -> "StagedDuel":
    """Put the fighters on the table, refusing what cannot be."""
    attacker, target = fighters.find(wish.attacker), fighters.find(wish.target)
    first = attacker.side or (target.side.other if target.side else Side.RED)
    if target.side is first:
        raise Refused(words.say(AREA, "comrades", one=attacker.name, other=target.name), code=1)
    weapon = find_weapon(words, attacker.card, wish.weapon) if wish.weapon else None
    _check_options_have_effect(words, wish, weapon)
    red, blue = (
        make_standing(found, remains.condition(found, option, state), side)
        for found, option, state, side in (
            (attacker, "--attacker-state", wish.attacker_state, first),
            (target, "--target-state", wish.target_state, first.other),
        )
    )
    engaged, covered = (
        [_find_bystander(option, fighters, remains, text, first) for text in texts]
        for option, texts in (("--engaged", wish.engaged), ("--covered", wish.covered))
    )
    book = fighters.choose_book(wish.book)
    _check_chapters(words, wish, book, nobodys=is_npf(attacker.card) or is_npf(target.card))
    try:
        duel = stage_duel(
            book,
            red,
            blue,
            engaged,
            covered=covered,
            weapon=weapon,
            obstacles=wish.obstacles,
            above=wish.above,
            below=wish.below,
            shielded=wish.beacon,
        )
    except ImpossibleDuel as cannot:
        raise Refused(words.say(AREA, cannot.message, **cannot.values)) from None
    around = attacker.match if attacker.match is target.match else None
    return StagedDuel(duel, attacker.is_in_match or target.is_in_match, around)


class StagedDuel(NamedTuple):
    """A duel, whether those who fight it have sides of their own, and the match in which both stand."""

    duel: Duel
    has_sides: bool
    around: Match | None


def _check_chapters(words: Words, wish: AttackOptions, book: Rulebook, *, nobodys: bool) -> None:
    """Refuse what only an optional chapter knows that the book lacks."""
    if (wish.above or wish.below) and book.territory is None:
        raise Refused(words.say(AREA, "no-territory", book=book.key), code=1)
    if wish.beacon and (book.territory is None or book.territory.beacon_reach is None):
        raise Refused(words.say(AREA, "no-beacon", book=book.key), code=1)
    if book.infestation is None and nobodys:
        raise Refused(words.say(AREA, "no-infestation", book=book.key), code=1)


def _find_bystander(
    option: str, fighters: FighterFinder, remains: RemainingStates, text: str, attackers: Side
) -> DuelFighter:
    """Find who else is there: `Boris` is a comrade of the attacker, `blue Boris` of the target.

    A match knows sides better. His state may follow: `blue Boris: head:2`.
    """
    file, mark, rest = text.rpartition("#")
    name, _, state = rest.partition(":")
    found = fighters.find(f"{file}{mark}{name}")
    return make_standing(found, remains.condition(found, option, state), attackers)


def _check_options_have_effect(
    words: Words, wish: AttackOptions, weapon: tuple[Equipment, Use] | None
) -> None:
    """Refuse options that would change nothing, so that nobody believes they did."""
    if weapon is None and (wish.obstacles or wish.engaged):
        raise _no_effect_refusal(words, "--obstacles" if wish.obstacles else "--engaged", "why-melee")
    if weapon is not None and (wish.above or wish.below):
        raise _no_effect_refusal(words, "--above" if wish.above else "--below", "why-ranged")
    if wish.above and wish.below:
        raise Refused(words.say(AREA, "above-and-below"))
    if wish.beacon and (weapon is None or weapon[1].category is not Category.SHOOTING):
        raise _no_effect_refusal(words, "--beacon", "why-beacon")
    if wish.covered and not _explodes_where_it_hits(weapon):
        raise _no_effect_refusal(words, "--covered", "why-covered")


def _explodes_where_it_hits(weapon: tuple[Equipment, Use] | None) -> bool:
    return weapon is not None and weapon[1].category is Category.SHOOTING and weapon[1].explosive is not None


def _no_effect_refusal(words: Words, option: str, why: str) -> Refused:
    """An option that would change nothing, and why."""
    return Refused(words.say(AREA, "nothing-moves", option=option, why=words.say(AREA, why)))


def _check(words: Words, duel: Duel, reaction: Reaction) -> None:
    """Refuse an attack or a reaction that the rules do not allow, with the rule."""
    match, act = duel
    refusal = why_not(match, act)
    if refusal is None and isinstance(act, Melee):
        refusal = why_not_react(match, act.target, reaction)
    elif refusal is None and reaction is not Reaction.PASSIVE:
        raise _no_effect_refusal(words, "--reaction", "why-no-reaction")
    if refusal is not None:
        raise _rule_refusal(words, duel, refusal)


def _rule_refusal(words: Words, duel: Duel, refusal: Refusal) -> Refused:
    """A refusal in words, with its rule."""
    from edencli.transcript.phrases import refusal_sentence

    why = refusal_sentence(words, FighterLexicon(duel.match.state.fighters), refusal)
    return Refused(words.say(AREA, "refused", why=why, rule=refusal.rule), code=1)


class TableAttack:
    """One attack at the table: says what may not be, plays it, tells it, and keeps what is left."""

    def __init__(
        self, words: Words, wish: AttackOptions, fighters: FighterFinder, remains: RemainingStates
    ) -> None:
        self.duel, self._has_sides, self.around = _stage(words, wish, fighters, remains)
        self.words = words.of_book(self.duel.match.book.key)
        self._wish, self._remains = wish, remains
        match, act = self.duel
        usual = usual_reaction(match, act.target) if isinstance(act, Melee) else Reaction.PASSIVE
        self.reaction = usual if wish.reaction is None else Reaction(wish.reaction)
        _check(self.words, self.duel, self.reaction)
        if wish.below and not (wish.odds or wish.by_hand) and self.reaction is not Reaction.RESPONSE:
            raise _no_effect_refusal(self.words, "--below", "why-below")
        self._before: Mapping[str, str] = {}

    def resolve(self) -> Match:
        """Resolve the attack: ask whoever rolls by hand for what was not settled."""
        wish = self._wish
        asks = wish.shift == "ask" or (wish.shift is None and (wish.by_hand or sys.stdin.isatty()))
        dice = (
            None
            if wish.by_hand and not self._other_dice
            else dice_source(self.words, wish.seed, wish.dice, None)
        )
        self._table = AttackPrompt(
            self.words,
            self.duel,
            dice,
            None if wish.by_hand and wish.reaction is None else self.reaction,
            None if asks else Policy(wish.shift or "none"),
        )
        try:
            match = self._table.play()
            if isinstance(dice, ListedDice):
                dice.finish()
        except WrongDice as wrong:
            raise dice_refusal(self.words, wrong) from None
        self._before = self._remains.update_states(self._left(match))
        return match

    @property
    def _other_dice(self) -> bool:
        """Whether dice were given besides those that are thrown by hand."""
        if self._wish.seed is None and self._wish.dice is None:
            return False
        raise Refused(self.words.say(AREA, "one-source"))

    def correct(self, text: str) -> None:
        """Resolve it anew with other faces in place of the last, and tell it again."""
        match = self._table.correct(text)
        if match is not None:
            self._remains.update_states(self._left(match))
            self.show(match, ends=False)

    def restore_fighters(self) -> None:
        """Have the fighters as they were before it."""
        self._remains.replace_states(self._before)

    def show(self, match: Match, *, ends: bool = True) -> None:
        """Tell what happened, what is left of everybody, and how to go on."""
        names = FighterLexicon(match.state.fighters)
        left = [condition_data(match, piece, names) for piece in match.state.fighters]
        is_over = any(is_incapacitated(match, piece) for piece in (self.duel.act.fighter, self._target))
        command = "" if is_over or not ends else self._command(match)
        data = {**attack_data(match.log), "left": left, "go_on": command or None}
        show_page(Format(self._wish.form), self.words, "", data, write_attack)

    @property
    def _target(self) -> Any:
        act = self.duel.act
        return act.victims[0] if isinstance(act, Throw | Blast) else act.target

    def _left(self, match: Match) -> dict[str, str]:
        """What is left of everybody, by the names under which it is kept."""
        pieces = list(match.state.fighters)
        names = [piece.name for piece in pieces]
        return {
            name_with_side(piece) if self._has_sides or names.count(piece.name) > 1 else piece.name: (
                RemainingStates.OUT
                if is_incapacitated(match, piece)
                else print_condition(match.state_of(piece))
            )
            for piece in pieces
        }

    def _command(self, match: Match) -> str:
        """The command that attacks once more, with what is left."""
        wish, states = self._wish, list[tuple[str, object]]()
        if wish.keep is None:
            for option, piece in (
                ("--attacker-state", self.duel.act.fighter),
                ("--target-state", self._target),
            ):
                states.append(
                    (option, print_condition(match.state_of(piece), self.duel.match.state_of(piece)))
                )
        options = [
            *wish.sources.as_options(),
            *self._bystander_options(match),
            ("--with", wish.weapon),
            ("--obstacles", wish.obstacles or None),
            *((f"--{name}", "" if getattr(wish, name) else None) for name in ("above", "below", "beacon")),
            ("--reaction", wish.reaction if self._may_react_again(match) else None),
            ("--shift", wish.shift),
            ("--rulebook", wish.book.book if wish.book.is_given else None),
            ("--optional", wish.book.optional),
            ("--by-hand", "" if wish.by_hand else None),
            ("--keep", wish.keep),
            *states,
        ]
        words = [
            part for option, given in options if given is not None for part in (option, str(given)) if part
        ]
        return shlex.join(["edencli", "resolve-attack", wish.attacker, wish.target, *words])

    def _may_react_again(self, match: Match) -> bool:
        act = self.duel.act
        return not isinstance(act, Melee) or not why_not_react(match, act.target, self.reaction)

    def _bystander_options(self, match: Match) -> Iterator[tuple[str, str]]:
        """The options that name who else is still there, each with what is left of him."""
        act, wish = self.duel.act, self._wish
        engaged = act.victims[1:] if isinstance(act, Throw | Blast) else getattr(act, "bystanders", ())
        texts = [("--engaged", one) for one in wish.engaged] + [("--covered", one) for one in wish.covered]
        for (option, text), piece in zip(texts, (*engaged, *getattr(act, "covered", ())), strict=True):
            file, mark, rest = text.rpartition("#")
            name = f"{file}{mark}{rest.partition(':')[0]}"
            state = (
                "" if wish.keep else print_condition(match.state_of(piece), self.duel.match.state_of(piece))
            )
            if not is_incapacitated(match, piece):
                yield option, f"{name}: {state}" if state else name

    def location_roll(self) -> RollToLocation:
        """What a roll that has fallen leaves to decide: its successes and its location."""
        match, act = self.duel
        if self._wish.dice is None or isinstance(act, Throw | Blast):
            raise Refused(self.words.say(AREA, "advise-dice"))
        thrown: Dice = dice_source(self.words, None, self._wish.dice, None)
        try:
            known = throw_to_location(match, act, self.reaction, thrown)
            if isinstance(thrown, ListedDice):
                thrown.finish()
        except WrongDice as wrong:
            raise dice_refusal(self.words, wrong) from None
        if known is None:
            raise Refused(self.words.say(AREA, "advise-missed"), code=1)
        if known.hits <= known.kept:
            raise Refused(self.words.say(AREA, "advise-nothing"), code=1)
        return known
