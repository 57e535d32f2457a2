"""Attacks from the command line: staged on a bare table or refused, resolved, and their odds and advice.

An attack with everything settled is resolved here; what is missing is asked by `attack_prompt`. What is left
of the fighters goes from each attack to the next, and into a file for another day.
"""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any

from edencli.commands.dice_options import dice_refusal, dice_source
from edencli.commands.fighter_finder import (
    FighterFinder,
    FighterSources,
    RemainingStates,
    WantedBook,
    find_weapon,
    make_standing,
)
from edencli.commands.parameters import Format, check_choice
from edencli.commands.requests.resolve_attack import ResolveAttackRequest
from edencli.commands.show_page import show_page
from edencli.lang import Words, current_words
from edencli.match.match import Match, Procedure
from edencli.match.pieces import PUBLIC, OwnedCard, Piece, Side
from edencli.match.questions import Question, Roll
from edencli.match.reasons import Refusal
from edencli.match.rules_api import perform, why_not
from edencli.model.fighter import Equipment, Use
from edencli.model.lexicon import FighterLexicon, name_with_side
from edencli.model.terms import Category
from edencli.named_tuple import NamedTuple
from edencli.odds.shifting import Policy
from edencli.output.console import Refused, RuleRefused
from edencli.referee.answers import check_answer, drive
from edencli.referee.dice import Dice, ListedDice, WrongDice
from edencli.referee.duel import (
    Duel,
    DuelFighter,
    ImpossibleDuel,
    is_incapacitated,
    is_npf,
    print_condition,
    stage_duel,
    stage_in_match,
)
from edencli.referee.duelist import (
    RollToLocation,
    UnsettledQuestion,
    fresh_copy,
    shift_by_policy,
    throw_to_location,
    usual_answer,
)
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Blast, Melee, Throw, attack_fighters
from edencli.rules.melee import Reaction, usual_reaction, why_not_react
from edencli.rules.questions import MomentChoice, ReactionChoice, ShiftChoice, UseChoice
from edencli.transcript.event_data import (
    apart_data,
    attack_data,
    card_data,
    condition_data,
    write_attack,
)

AREA = "attack"


class BareTable(NamedTuple):
    """A table without a field: its attack options, its fighters, and their state after each attack."""

    words: Words
    request: ResolveAttackRequest
    fighters: FighterFinder
    remains: RemainingStates


def run_attack(request: ResolveAttackRequest) -> None:
    """Show an attack, if its options fit together."""
    words, modes = current_words(), request.modes
    given = modes.given_rows(words, request.typed)
    modes.refuse(words, given, modes.chosen_way(given) if request.attacker else "typed")
    show_attack(words, request)


def show_attack(words: Words, request: ResolveAttackRequest) -> None:
    """Resolve an attack and tell it step by step, or show its odds, or what a roll's shifts are worth."""
    if request.matrix:
        from edencli.commands.matrix import show_matrix  # one attack needs no bands

        show_matrix(words, request)
        return
    check_choice(words, "--format", request.form, ("text", "json"))
    check_choice(words, "--reaction", request.reaction, (None, *Reaction))
    check_choice(words, "--shift", request.shift, (None, "none", "max-kill", "max-wounds", "ask"))
    remains = RemainingStates(words, request.keep)
    table = BareTable(words, request, FighterFinder(words, FighterSources.of(request)), remains)
    attack = TableAttack(table) if request.attacker else None
    if attack is None:
        _prompt(table, None)
    elif request.odds:
        show_attack_odds(attack, request)
    elif request.advise:
        _show_advice(attack.words, request, attack.location_roll(), attack.duel)
    else:
        attack.settle_dice()
        if request.asks:
            _prompt(table, attack)
        else:
            _resolve_attack(table, attack)


def _prompt(table: BareTable, attack: "TableAttack | None") -> None:
    """Ask for what is missing of an attack, or for one attack after the other."""
    from edencli.prompt.attack_prompt import prompt_attacks  # what is settled needs no prompt

    prompt_attacks(table, attack)


def _resolve_attack(table: BareTable, attack: "TableAttack") -> None:
    """Resolve an attack with everything settled, keep what is left of the fighters, and tell it."""
    try:
        drive(attack.resolve(), _refuse_to_answer)
    except WrongDice as wrong:
        raise dice_refusal(table.words, wrong) from None
    table.remains.keep(attack.left())
    table.remains.save()
    attack.show(ends=True)


def _refuse_to_answer(question: Question[Any]) -> None:
    raise AssertionError(f"everything was settled, and {question.rule} is asked")


def show_attack_odds(attack: "TableAttack", request: ResolveAttackRequest) -> None:
    """Show the odds of the attack, for each allowed reaction, and whatever else was asked for."""
    from edencli.odds.attack import attack_odds, attack_twice_odds
    from edencli.odds.outcome import Odds
    from edencli.pages.odds_data import AttackSetting, attack_odds_data, policies_data, two_attacks_data
    from edencli.pages.odds_page import write_attack_odds

    words, (match, act) = attack.words, attack.duel
    policy = Policy.MAX_KILL if request.shift in {None, "ask"} else Policy(request.shift)
    outlook = attack_odds(match, act, policy)
    around = AttackSetting(attack.around, PUBLIC, attack.apart)
    data = attack_odds_data(words, match, outlook, detail=attack.reaction, around=around)
    if request.policies:
        data["policies"] = policies_data(match, [attack_odds(match, act, one) for one in Policy])
    if request.then:
        if isinstance(act, Throw | Blast) or not all(isinstance(one, Odds) for one in outlook.results):
            raise Refused(words.say(AREA, "then-template"))
        met = [one.reaction for one in outlook.results if isinstance(one, Odds)]
        twice = [attack_twice_odds(match, act, policy, one) for one in met]
        data["twice"] = two_attacks_data(match, words, twice)
    show_page(Format(request.form), words, "", data, write_attack_odds)


def _show_advice(words: Words, request: ResolveAttackRequest, known: RollToLocation, duel: Duel) -> None:
    """Show what the shifts of a known roll are worth."""
    from edencli.odds.attack import advise_shift
    from edencli.pages.odds_data import advice_data
    from edencli.pages.odds_page import write_advice

    first = Policy.MAX_WOUNDS if request.shift == "max-wounds" else Policy.MAX_KILL
    advice = advise_shift(duel.match, known.act, known.hits, known.face, dodging=known.dodging, first=first)
    show_page(Format(request.form), words, "", advice_data(duel.match, advice), write_advice)


def _stage(table: BareTable) -> "StagedDuel":
    """Put the fighters on the table, refusing what is impossible."""
    words, request, fighters, remains = table
    attacker, target = fighters.find(request.attacker), fighters.find(request.target)
    first = attacker.side or (target.side.other if target.side else Side.RED)
    if target.side is first:
        raise Refused(words.say(AREA, "comrades", one=attacker.name, other=target.name), code=1)
    weapon = find_weapon(words, attacker.card, request.weapon) if request.weapon else None
    _check_options_have_effect(words, request, weapon)
    red, blue = (
        make_standing(found, remains.condition(found, option, state), side)
        for found, option, state, side in (
            (attacker, "--attacker-state", request.attacker_state, first),
            (target, "--target-state", request.target_state, first.other),
        )
    )
    engaged, covered = (
        [_find_bystander(option, fighters, remains, text, first) for text in texts or ()]
        for option, texts in (("--engaged", request.engaged), ("--covered", request.covered))
    )
    book = fighters.choose_book(wanted_book(request))
    _check_chapters(words, request, book, nobodys=is_npf(attacker.card) or is_npf(target.card))
    around = attacker.match if attacker.match is target.match else None
    stands = attacker.state is not None and target.state is not None
    apart: Refusal | None = None
    try:
        if around is not None and stands and not _declares_field(request):
            staged = stage_in_match(around, red, blue, weapon)
            if isinstance(staged, Duel):
                return StagedDuel(staged, has_sides=True, around=around)
            apart = staged
        duel = stage_duel(
            book,
            red,
            blue,
            engaged,
            around=around,
            covered=covered,
            weapon=weapon,
            obstacles=request.obstacles,
            above=request.above,
            below=request.below,
            shielded=request.beacon,
        )
    except ImpossibleDuel as cannot:
        raise Refused(words.say(AREA, cannot.message, **cannot.values)) from None
    return StagedDuel(duel, attacker.is_in_match or target.is_in_match, around, apart)


FIELD_OPTIONS = ("obstacles", "engaged", "covered", "above", "below", "beacon")
"""The options that declare what a field would measure."""


def _declares_field(request: ResolveAttackRequest) -> bool:
    return any(getattr(request, option) for option in FIELD_OPTIONS)


def wanted_book(request: ResolveAttackRequest) -> WantedBook:
    """Return the rulebook that was asked for, and the one that lends its chapters."""
    return WantedBook(request.rulebook, "--rulebook" in request.typed, request.optional)


class StagedDuel(NamedTuple):
    """A duel, whether its fighters have sides of their own, and the match in which both stand.

    If they cannot fight where they stand, `apart` says why, and their places are ignored.
    """

    duel: Duel
    has_sides: bool
    around: Match | None
    apart: Refusal | None = None


def _check_chapters(words: Words, request: ResolveAttackRequest, book: Rulebook, *, nobodys: bool) -> None:
    """Refuse options of an optional chapter that the book lacks."""
    if (request.above or request.below) and book.territory is None:
        raise Refused(words.say(AREA, "no-territory", book=book.key), code=1)
    if request.beacon and (book.territory is None or book.territory.beacon_reach is None):
        raise Refused(words.say(AREA, "no-beacon", book=book.key), code=1)
    if book.infestation is None and nobodys:
        raise Refused(words.say(AREA, "no-infestation", book=book.key), code=1)


def _find_bystander(
    option: str, fighters: FighterFinder, remains: RemainingStates, text: str, attackers: Side
) -> DuelFighter:
    """Find another fighter: `Boris` is a comrade of the attacker, `blue Boris` of the target.

    In a match, its side is known. Its state may follow: `blue Boris: head:2`.
    """
    name, state = fighters.split_state(text)
    found = fighters.find(name)
    return make_standing(found, remains.condition(found, option, state), attackers)


def _check_options_have_effect(
    words: Words, request: ResolveAttackRequest, weapon: tuple[Equipment, Use] | None
) -> None:
    """Refuse options that would have no effect, so that players do not believe they have one."""
    if weapon is None and (request.obstacles or request.engaged):
        raise _no_effect_refusal(words, "--obstacles" if request.obstacles else "--engaged", "why-melee")
    if weapon is not None and (request.above or request.below):
        raise _no_effect_refusal(words, "--above" if request.above else "--below", "why-ranged")
    if request.beacon and (weapon is None or weapon[1].category is not Category.SHOOTING):
        raise _no_effect_refusal(words, "--beacon", "why-beacon")
    if request.covered and not _explodes_where_it_hits(weapon):
        raise _no_effect_refusal(words, "--covered", "why-covered")


def _explodes_where_it_hits(weapon: tuple[Equipment, Use] | None) -> bool:
    return weapon is not None and weapon[1].category is Category.SHOOTING and weapon[1].explosive is not None


def _no_effect_refusal(words: Words, option: str, why: str) -> Refused:
    """Refuse an option that would change nothing, and say why."""
    return Refused(words.say(AREA, "nothing-moves", option=option, why=words.say(AREA, why)))


def _check(words: Words, duel: Duel, reaction: Reaction) -> None:
    """Refuse an attack or a reaction that the rules do not allow, with the rule."""
    match, act = duel
    refusal = why_not(match, act)
    if refusal is None and isinstance(act, Melee):
        refusal = why_not_react(match, act.target, reaction, act.fighter)
    elif refusal is None and reaction is not Reaction.PASSIVE:
        raise _no_effect_refusal(words, "--reaction", "why-no-reaction")
    if refusal is not None:
        raise rule_refusal(words, match, refusal)


def rule_refusal(words: Words, match: Match, refusal: Refusal) -> Refused:
    """Return a refusal in words, with its rule."""
    from edencli.transcript.phrases import refusal_sentence

    why = refusal_sentence(words, FighterLexicon(match.state.fighters), refusal)
    return RuleRefused(words.say(AREA, "refused", why=why, rule=refusal.rule), refusal.rule)


class TableAttack:
    """An attack on a bare table: refuses what is not allowed, is resolved as a procedure, tells itself."""

    def __init__(self, table: BareTable) -> None:
        request = table.request
        self.duel, self._has_sides, self.around, self.apart = _stage(table)
        self.words = table.words.of_book(self.duel.match.book.key)
        self.match = fresh_copy(self.duel.match)
        """The match in which it is resolved, as far as it is."""
        self.asked_at = 0
        """The number of events when its last question was asked."""
        self.request, self._finder = request, table.fighters
        match, act = self.duel
        usual = usual_reaction(match, act.target) if isinstance(act, Melee) else Reaction.PASSIVE
        self.reaction = usual if request.reaction is None else Reaction(request.reaction)
        _check(self.words, self.duel, self.reaction)
        if request.below and not (request.odds or request.by_hand) and self.reaction is not Reaction.RESPONSE:
            raise _no_effect_refusal(self.words, "--below", "why-below")
        self._dice: Dice | None = None
        self._unused: list[OwnedCard] = []

    def settle_dice(self) -> None:
        """Settle the source of its dice, even a new seed; dice thrown by hand are asked for."""
        request = self.request
        if not request.by_hand:
            self._dice = dice_source(self.words, request.seed, request.dice, None)

    def resolve(self) -> Procedure[None]:
        """Resolve it on a copy of its match, from the beginning; only what is not settled is asked."""
        match = self.match = fresh_copy(self.duel.match)
        self._unused.clear()
        dice, procedure, given = deepcopy(self._dice), perform(match, self.duel.act), None
        with suppress(StopIteration):
            while True:
                question = procedure.send(given)
                self.asked_at = len(match.log)
                if (given := question.only_answer()) is None:
                    given = yield from self._answer(question, dice)
        if isinstance(dice, ListedDice):
            dice.finish()

    def _answer(self, question: Question[Any], dice: Dice | None) -> Procedure[Any]:
        """Return the answer that was settled beforehand, or else ask for it."""
        request = self.request
        match question:
            case Roll() if dice is not None:
                return check_answer(question, dice.throw(question))
            case ReactionChoice() if request.reaction is not None or not request.by_hand:
                return check_answer(question, self.reaction)
            case ShiftChoice() if not request.asks_shift:
                policy = Policy(request.shift or "none")
                return check_answer(question, shift_by_policy(self.match, self.duel.act, policy)(question))
            case Roll() | ReactionChoice() | ShiftChoice():
                return (yield question)
        is_own = question.fighter in attack_fighters(self.duel.act)
        if isinstance(question, UseChoice | MomentChoice) and not is_own:
            self._unused.append(OwnedCard(question.asked, question.fighter, getattr(question, "card", None)))
        try:
            return usual_answer(question, self.duel.act)
        except UnsettledQuestion as unsettled:
            raise self._unsettled_refusal(unsettled) from None

    def _unsettled_refusal(self, unsettled: UnsettledQuestion) -> RuleRefused:
        """Refuse an attack that asks what only a match can answer."""
        rule, file = unsettled.question.rule, (self.request.game or ("GAME",))[0]
        return RuleRefused(self.words.say(AREA, "asks-more", rule=rule, file=file), rule)

    def show(self, *, ends: bool) -> None:
        """Tell what happened and what is left of the fighters; if it `ends` there, also how to go on."""
        match = self.match
        names = FighterLexicon(match.state.fighters)
        left = [condition_data(match, piece, names) for piece in self._fighters]
        is_over = any(is_incapacitated(match, piece) for piece in (self.duel.act.fighter, self._target))
        command = "" if is_over or not ends else self._command(match)
        data = {
            **attack_data(match.log),
            "apart": apart_data(self.words, match, self.apart),
            "unused": [card_data(one) for one in self._unused_cards()],
            "left": left,
            "go_on": command or None,
        }
        show_page(Format(self.request.form), self.words, "", data, write_attack, paged=False)

    def _unused_cards(self) -> Sequence[OwnedCard]:
        """Return the cards that might have been used, or that depend on unknown positions."""
        return tuple(dict.fromkeys((*self._unused, *self.match.field.unanswered)))

    @property
    def _fighters(self) -> Sequence[Piece]:
        """The fighters in the attack; on a bare table all fighters there."""
        pieces = self.match.state.fighters
        return tuple(pieces) if self.around is None else attack_fighters(self.duel.act)

    @property
    def _target(self) -> Any:
        act = self.duel.act
        return act.victims[0] if isinstance(act, Throw | Blast) else act.target

    def left(self) -> dict[str, str]:
        """Return what is left of the fighters, by the names under which it is kept."""
        match, pieces = self.match, self._fighters
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
        """Return the command for another attack with what is left."""
        request, states = self.request, list[tuple[str, object]]()
        if request.keep is None:
            for option, piece in (
                ("--attacker-state", self.duel.act.fighter),
                ("--target-state", self._target),
            ):
                states.append(
                    (option, print_condition(match.state_of(piece), self.duel.match.state_of(piece)))
                )
        options = [
            *FighterSources.of(request).as_options(),
            *self._bystander_options(match),
            ("--with", request.weapon),
            ("--obstacles", request.obstacles or None),
            *((f"--{name}", "" if getattr(request, name) else None) for name in ("above", "below", "beacon")),
            ("--reaction", request.reaction if self._may_react_again(match) else None),
            ("--shift", request.shift),
            ("--rulebook", request.rulebook if "--rulebook" in request.typed else None),
            ("--optional", request.optional),
            ("--by-hand", "" if request.by_hand else None),
            ("--keep", request.keep),
            *states,
        ]
        words = [
            part for option, given in options if given is not None for part in (option, str(given)) if part
        ]
        return shlex.join(["edencli", "resolve-attack", request.attacker, request.target, *words])

    def _may_react_again(self, match: Match) -> bool:
        act = self.duel.act
        return not isinstance(act, Melee) or not why_not_react(match, act.target, self.reaction, act.fighter)

    def _bystander_options(self, match: Match) -> Iterator[tuple[str, str]]:
        """Give the options that name the other fighters, each with what is left of it."""
        act, request = self.duel.act, self.request
        engaged = act.victims[1:] if isinstance(act, Throw | Blast) else getattr(act, "bystanders", ())
        options = (("--engaged", request.engaged), ("--covered", request.covered))
        texts = [(option, one) for option, given in options for one in given or ()]
        for (option, text), piece in zip(texts, (*engaged, *getattr(act, "covered", ())), strict=True):
            name, _ = self._finder.split_state(text)
            now, before = match.state_of(piece), self.duel.match.state_of(piece)
            state = "" if request.keep else print_condition(now, before)
            if not is_incapacitated(match, piece):
                yield option, f"{name}: {state}" if state else name

    def location_roll(self) -> RollToLocation:
        """Return what a finished roll leaves to decide: its successes and its location."""
        match, act = self.duel
        if self.request.dice is None or isinstance(act, Throw | Blast):
            raise Refused(self.words.say(AREA, "advise-dice"))
        thrown: Dice = dice_source(self.words, None, self.request.dice, None)
        try:
            known = throw_to_location(match, act, self.reaction, thrown)
            if isinstance(thrown, ListedDice):
                thrown.finish()
        except WrongDice as wrong:
            raise dice_refusal(self.words, wrong) from None
        except UnsettledQuestion as unsettled:
            raise self._unsettled_refusal(unsettled) from None
        if known is None:
            raise Refused(self.words.say(AREA, "advise-missed"), code=1)
        if known.hits <= known.kept:
            raise Refused(self.words.say(AREA, "advise-nothing"), code=1)
        return known
