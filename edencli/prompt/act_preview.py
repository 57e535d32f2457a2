"""Previews of acts: the cost and the chance of success of an act that has not been declared yet.

Asks the rules, the field and the odds. Changes nothing, and tells no distance where measuring is forbidden.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from edencli.field.units import compare_lengths
from edencli.lang import Words
from edencli.match.facts import UnknownFact
from edencli.match.match import Act, Match, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Choice, PlacementQuestion, Question
from edencli.match.reasons import Refusal
from edencli.match.rules_api import total_value, value, why_not_measure
from edencli.model.lexicon import name_in_moves
from edencli.model.names import fold, name_key
from edencli.model.terms import Characteristic, Marker, Quantity
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Misread
from edencli.notation.names import match_names
from edencli.notation.reader import read_answer
from edencli.notation.writer import write_answer
from edencli.odds.aim import aim_attack
from edencli.odds.dice import throw_odds
from edencli.prompt.offers import chance_text, hurt_chances
from edencli.rules.actions import charge_arrives, highest_spd
from edencli.rules.acts import (
    AreaAttack,
    ArmedAttack,
    Attack,
    Blast,
    Charge,
    Extinguish,
    Melee,
    Move,
    Shot,
    Throw,
    UseAbility,
)
from edencli.rules.ground import are_apart, are_in_contact, base, enemies_in_contact, is_free
from edencli.rules.heights import Climb, Leap, Scramble, Swim, is_hopeless_swim, scramble_difficulty
from edencli.rules.hiding import Hide
from edencli.rules.inquiry import way_into_contact
from edencli.rules.movement import walk_allowance, way_cost
from edencli.rules.options import ActOption, FighterOptions, known_objection
from edencli.rules.questions import ActQuestion
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery
from edencli.transcript.phrases import Phrases

AREA = "session"

_SCRAMBLES = {
    Climb: ("foretold.climb", Characteristic.SPD),
    Leap: ("foretold.leap", Characteristic.SPD),
    Swim: ("foretold.swim", Characteristic.VIG),
}
"""The messages for getting over scenery, with the characteristic that is rolled."""


def preview_act(words: Words, match: Match, act: Act) -> list[str]:
    """Tell about a possible act the cost of its path, what its dice need, and its chance of success."""
    with match.guessing():
        return list(_preview_lines(words, match, act))


def _preview_lines(words: Words, match: Match, act: Act) -> Iterator[str]:
    phrases = Phrases(words, match_names(match).cast)
    if isinstance(act, Move | Charge | Scramble) and match.field.answers_about(act.fighter):
        yield from _leaving(phrases, match, act.fighter)
    if isinstance(act, Move | Charge):
        yield _priced(phrases, match, act)
    elif isinstance(act, Scramble):
        yield _scrambling(phrases, match, act)
    elif isinstance(act, ArmedAttack) and not why_not_measure(match, act.fighter):
        yield from _ranged_lines(phrases, match, act)


def futile_act_warning(words: Words, match: Match, act: Act) -> str:
    """Warn about an act that cannot succeed: a swim without dice, a charge that reaches no enemy."""
    phrases = Phrases(words, match_names(match).cast)
    if is_hopeless_swim(match, act):
        return words.say(AREA, "hopeless", fighter=phrases.value_in_words(act.fighter))
    if isinstance(act, Charge) and will_fall_short(match, act):
        far, most = way_cost(match, act.fighter, act.path), walk_allowance(match, act)
        values = {"far": phrases.length(far), "most": phrases.length(most)}
        message = "short" if compare_lengths(far, most) > 0 else "short.nobody"
        return words.say(AREA, message, target=phrases.value_in_words(act.target), **values)
    return ""


def way_that_arrives(words: Words, match: Match, question: ActQuestion[Any], act: Act) -> str:
    """Name the line of a charge at the same enemy that does arrive; empty if there is none."""
    if not isinstance(act, Charge) or not will_fall_short(match, act):
        return ""
    other = way_into_contact(match, act.fighter, act.target).act
    if will_fall_short(match, other) or isinstance(known_objection(question, other), Refusal):
        return ""
    return words.say(AREA, "short.way", line=write_answer(other, match, question))


def will_fall_short(match: Match, act: Act) -> bool:
    """Tell whether a charge reaches no enemy; false if measuring is not allowed."""
    if not isinstance(act, Charge) or not match.field.knows_places(act.fighter):
        return False
    if why_not_measure(match, act.fighter):
        return False
    return not charge_arrives(match, act)


def _priced(phrases: Phrases, match: Match, act: Move | Charge) -> str:
    """Tell the cost of a path; its length only where measuring is allowed (weather.no-measuring)."""
    ap, words = total_value(match, Query(Quantity.AP, act.fighter, act)), phrases.words
    if why_not_measure(match, act.fighter) or not match.field.knows_places(act.fighter):
        return words.say(AREA, "going.unmeasured", ap=ap)
    far, most = way_cost(match, act.fighter, act.path), walk_allowance(match, act)
    return words.say(AREA, "going", far=phrases.length(far), most=phrases.length(most), ap=ap)


def length_of_way(words: Words, match: Match, question: Question[Any] | None, line: str) -> str:
    """The length of the Move in a line; nothing for other acts and on an unmeasured field."""
    with suppress(Misread, UnknownFact):
        act = read_answer(line, match, question) if isinstance(question, ActQuestion) else None
        if not isinstance(act, Move) or not match.field.knows_places(act.fighter):
            return ""
        if not why_not_measure(match, act.fighter):
            phrases = Phrases(words, match_names(match).cast)
            return phrases.length(way_cost(match, act.fighter, act.path))
    return ""


def _leaving(phrases: Phrases, match: Match, fighter: Piece) -> Iterator[str]:
    """Tell the chance that a fighter leaves the enemies in contact (disengage.roll)."""
    foes = enemies_in_contact(match, fighter)
    if foes:
        spd, against = value(match, Query(Characteristic.SPD, fighter)), highest_spd(match, foes)
        yield phrases.words.say(
            AREA,
            "foretold.leave",
            fighter=phrases.value_in_words(fighter),
            pool=phrases.parts(spd.parts),
            difficulty=phrases.parts(against.parts),
            chance=_success(phrases.words, match, spd.total, against.total),
        )


def _scrambling(phrases: Phrases, match: Match, act: Scramble) -> str:
    message, what = _SCRAMBLES[type(act)]
    pool, difficulty = value(match, Query(what, act.fighter, act)), scramble_difficulty(match, act)
    return phrases.words.say(
        AREA,
        message,
        pool=phrases.parts(pool.parts),
        difficulty=phrases.parts(difficulty.parts),
        chance=_success(phrases.words, match, pool.total, difficulty.total),
    )


def _success(words: Words, match: Match, pool: int, difficulty: int) -> str:
    """Return the chance that a roll has a success."""
    odds = throw_odds(match.book, pool, difficulty)
    return chance_text(words, odds.denominator - odds.by_successes[0], odds.denominator)


def _ranged_lines(phrases: Phrases, match: Match, act: ArmedAttack) -> Iterator[str]:
    """Tell the dice and difficulty of a shot, and the chance that a ranged attack hurts each fighter."""
    if not isinstance(act, Shot | Throw | Blast) or match.field.asks_players:
        return
    aimed = aim_attack(match, act)
    hurt = hurt_chances(phrases, match, aimed)
    if isinstance(aimed, Shot):
        pool = value(match, Query(Characteristic.CBT, act.fighter, aimed))
        difficulty = value(match, Query(Characteristic.SPD, aimed.target, aimed))
        told = {"pool": phrases.parts(pool.parts), "difficulty": phrases.parts(difficulty.parts)}
        yield phrases.words.say(AREA, "foretold.shot", **told, hurt=hurt)
    else:
        yield phrases.words.say(AREA, "foretold.burst" if hurt else "foretold.nobody", hurt=hurt)


# ── what ? tells ─────────────────────────────────────────────────────────────────────────────────────────


def options_to_tell(match: Match, question: ActQuestion[Any]) -> list[ActOption]:
    """Return the options to list when a player asks what a fighter can do, allowed or not.

    An act refused only because there is nothing to do it with is left out.
    """
    every = FighterOptions(match, question.fighter, question)
    options = [one for one in every if not _is_burst_at_place(one)]
    if not match.field.asks_players:
        options.sort(key=_telling_order)
    return [one for one in options if _is_worth_telling(match, one)]


def _is_burst_at_place(option: ActOption) -> bool:
    """Tell whether a throw or a blast is aimed at scenery or at any point; it is written with the place."""
    return isinstance(option.declared, AreaAttack) and not isinstance(option.target, Piece)


def _telling_order(option: ActOption) -> int:
    return next(n for n, kinds in enumerate(_TOLD_FIRST) if issubclass(option.kind, kinds))


_AT_SCENERY = (MeleeAtScenery, ShotAtScenery)
_TOLD_FIRST: tuple[Any, ...] = (
    Move,
    Charge,
    (Melee, Shot, Throw, Blast),
    UseAbility,
    Extinguish,
    (Scramble, Hide),
    _AT_SCENERY,
)
_TOLD_IF_ALLOWED = (Scramble, Hide, *_AT_SCENERY)
"""Acts at scenery are not listed if they are not allowed."""


def _is_worth_telling(match: Match, option: ActOption) -> bool:
    """Tell whether an option is allowed, or its refusal tells something that is not obvious."""
    kind = option.kind
    if issubclass(kind, _TOLD_IF_ALLOWED):
        return option.is_open
    if match.field.asks_players:
        return option.is_open or not issubclass(kind, Melee | Extinguish)
    if kind is Move:
        return option.may_be_declared is True
    if issubclass(kind, Melee | Charge):
        return are_in_contact(match, option.fighter, option.declared.target) is (kind is Melee)
    return kind is not Extinguish or bool(match.state_of(option.fighter).markers.get(Marker.BURN))


# ── what Tab offers ──────────────────────────────────────────────────────────────────────────────────────


def subject_label(match: Match, question: Question[Any]) -> str:
    """Return the subject with which an answer to a question begins: a fighter or a player."""
    if question.fighter is not None:
        return match_names(match).cast.label_in_moves(question.fighter)
    return str(question.asked or "")


def filter_completions(
    match: Match, question: Question[Any], text: str, found: Sequence[tuple[str, int]]
) -> list[tuple[str, int]]:
    """Keep the completions with which an answer may begin that is possible now."""
    if fold(text).startswith(_AGREEING[:2]):
        return list(found)
    if isinstance(question, PlacementQuestion):
        name_of = match_names(match).cast.label_in_moves
        left = {name_of(one) if isinstance(one, Piece) else name_in_moves(one) for one in question.left}
        things = map(name_in_moves, (*match.setup.scenery, *match.setup.npfs))
        known = {*map(name_of, match.state.fighters), *things}
        return [one for one in found if one[0] in left or one[0] not in known]
    said = name_key(subject_label(match, question))
    lines = [_answer_start(line, said) for line in _possible_answer_lines(match, question)]
    if not lines:
        return list(found)
    kept = []
    for wanted, n in found:
        if text.endswith(" ") and name_key(wanted) == name_key(text[len(text) - n :]):
            continue
        line = name_key(text[: len(text) - n] + wanted)
        begun = line.removeprefix(said).split()
        if not begun or wanted == _AGREEING or any(_may_begin(begun, one) for one in lines):
            kept.append((wanted, n))
    return kept


_AGREEING = "by agreement:"
_PLACES = re.compile(r"(?<= (?:at|to)) \d.*")


class _AnswerStart(NamedTuple):
    """The words with which an answer begins, and whether others may follow."""

    words: Sequence[str]
    goes_on: bool


def _answer_start(line: str, said: str) -> _AnswerStart:
    rest = name_key(line).removeprefix(said).strip()
    begun = _PLACES.sub("", rest)
    return _AnswerStart(begun.split(), goes_on=begun != rest)


def _may_begin(begun: Sequence[str], line: _AnswerStart) -> bool:
    """Tell whether words, each of them possibly only begun, are the beginning of an answer."""
    read = 0
    for one in begun:
        found = [n for n in range(read, len(line.words)) if line.words[n].startswith(one)]
        if not found or (read == 0 and found[0]):
            return line.goes_on and read == len(line.words)
        read = found[0] + 1
    return True


def _possible_answer_lines(match: Match, question: Question[Any]) -> Iterator[str]:
    """Give the possible answers, with any place as an example; none if they are not listed."""
    if isinstance(question, Choice):
        yield from (write_answer(one, match, question) for one in question.allowed_options())
        if question.optional:
            yield write_answer(None, match, question)
    elif isinstance(question, ActQuestion) and match.field.answers_about(question.fighter):
        yield from targeted_act_lines(match, question)
        yield write_answer(None, match, question)
        yield from _untargeted_act_lines(match, question)


def targeted_act_lines(match: Match, question: Question[Any]) -> Iterator[str]:
    """Give lines for the acts that a fighter may do now at a target or with equipment.

    No path is planned: a charge names only its target.
    """
    if not isinstance(question, ActQuestion) or not match.field.answers_about(question.fighter):
        return
    for option in FighterOptions(match, question.fighter, question):
        if option.kind is Charge and not match.field.asks_players:
            if option.may_be_declared and are_apart(match, option.fighter, option.declared.target):
                yield charge_line(match, option)
        elif not _is_anywhere(match, option) and option.is_open:
            yield write_answer(option.act, match, question)


def charge_line(match: Match, option: ActOption) -> str:
    """Return a charge as it is written without its path."""
    label = match_names(match).cast.label_in_moves
    return f"{label(option.fighter)} charges {label(option.declared.target)}"


def _is_anywhere(match: Match, option: ActOption) -> bool:
    """Tell whether an option is written with a place that may be any."""
    return _is_burst_at_place(option) or (option.kind is Move and not match.field.asks_players)


def _untargeted_act_lines(match: Match, question: ActQuestion[Any]) -> Iterator[str]:
    """Give a Move, throws and blasts that may be declared, wherever they lead, with an example place."""
    if match.field.asks_players:
        return
    here, free = base(match, question.fighter).centre, is_free(match, question.fighter)
    for option in FighterOptions(match, question.fighter, question).anywhere():
        if option.may_be_declared and (free or option.kind is Move):
            paths = ((here, here), (here,)) if option.kind is Move else ()
            acts = [option.declared.with_changes(path=path) for path in paths] or [option.declared]
            yield from (write_answer(act, match, question) for act in acts)


def price_text(words: Words, match: Match, option: ActOption) -> str:
    """Return the price of an option, and the chance that it hurts its target."""
    ap = option.price
    if option.kind is Move:
        most = total_value(match, Query(Quantity.DISTANCE, option.fighter, option.declared))
        return words.say(AREA, "price.move", ap=ap, most=most)
    act, said = option.act, [words.say(AREA, "number.ap", n=ap)] if ap else []
    if isinstance(act, Scramble):
        pool, against = (
            value(match, Query(_SCRAMBLES[type(act)][1], act.fighter, act)),
            scramble_difficulty(match, act),
        )
        said.append(_success(words, match, pool.total, against.total))
    elif isinstance(act, Attack | Charge) and (hurt := _harm_of(words, match, act)):
        said.append(hurt)
    return words.say(AREA, "numbers", numbers=words.join_list(said)) if said else ""


def _harm_of(words: Words, match: Match, act: Act) -> str:
    phrases = Phrases(words, match_names(match).cast)
    if isinstance(act, Charge):
        act = Melee(fighter=act.fighter, target=act.target, free=True)
    if isinstance(act, Shot | Throw | Blast) and not why_not_measure(match, act.fighter):
        return hurt_chances(phrases, match, aim_attack(match, act))
    return hurt_chances(phrases, match, act, may_react=True) if isinstance(act, Melee) else ""
