"""What an act that might be done costs, and how likely it comes off: told before anybody does it.

Asks the rules, the field and the odds; changes nothing, and tells no distance where nobody may measure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from edencli.bots.appraisal import aim_attack
from edencli.bots.steady_places import scenery_moves
from edencli.lang import Words
from edencli.match.facts import UnknownFact
from edencli.match.match import Act, Match, Quantity, Query
from edencli.match.pieces import Piece
from edencli.match.questions import Choice, PlacementQuestion, Question
from edencli.match.reasons import Refusal
from edencli.match.rules_api import declaration_objections, value, why_not, why_not_measure
from edencli.model.names import fold
from edencli.model.terms import AbilityKind, Category, Characteristic, Marker
from edencli.notation.names import match_names
from edencli.notation.writer import write_answer
from edencli.odds.dice import throw_odds
from edencli.prompt.offers import chance_text, hurt_chances
from edencli.rules.actions import enemies_touched_at, highest_spd
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
from edencli.rules.ground import base, enemies_in_contact, enemies_on_field, is_free, sort_by_distance
from edencli.rules.heights import Climb, Leap, Scramble, Swim, is_hopeless_swim, scramble_difficulty
from edencli.rules.inquiry import acts_to_try, sight_report, way_into_contact
from edencli.rules.movement import affordable_path, walk_allowance, way_cost
from edencli.rules.questions import ActQuestion
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery
from edencli.transcript.phrases import Phrases

AREA = "session"

_SCRAMBLES = {
    Climb: ("foretold.climb", Characteristic.SPD),
    Leap: ("foretold.leap", Characteristic.SPD),
    Swim: ("foretold.swim", Characteristic.VIG),
}
"""What is said of getting over scenery, and what is rolled for it."""


def preview_act(words: Words, match: Match, act: Act) -> list[str]:
    """Say of an act that may be done what its way costs, what its dice need, and how likely it comes off."""
    with match.guessing():
        return list(_preview_lines(words, match, act))


def _preview_lines(words: Words, match: Match, act: Act) -> Iterator[str]:
    phrases = Phrases(words, match_names(match).cast)
    if isinstance(act, Move | Charge | Scramble) and not match.is_unplaced(act.fighter):
        yield from _leaving(phrases, match, act.fighter)
    if isinstance(act, Move | Charge):
        yield _priced(phrases, match, act)
    elif isinstance(act, Scramble):
        yield _scrambling(phrases, match, act)
    elif isinstance(act, ArmedAttack) and not why_not_measure(match, act.fighter):
        yield from _ranged_lines(phrases, match, act)


def futile_act_warning(words: Words, match: Match, act: Act) -> str:
    """Say that an act cannot end well: a swim without a die, a charge that reaches nobody."""
    phrases = Phrases(words, match_names(match).cast)
    if is_hopeless_swim(match, act):
        return words.say(AREA, "hopeless", fighter=phrases.value_in_words(act.fighter))
    if isinstance(act, Charge) and will_fall_short(match, act):
        far, most = way_cost(match, act.fighter, act.path), walk_allowance(match, act)
        values = {"far": phrases.length(far), "most": phrases.length(most)}
        return words.say(AREA, "short", target=phrases.value_in_words(act.target), **values)
    return ""


def will_fall_short(match: Match, act: Act) -> bool:
    """Tell whether a charge reaches nobody; never where nobody may measure."""
    if not isinstance(act, Charge) or not match.is_measured or match.is_unplaced(act.fighter):
        return False
    if why_not_measure(match, act.fighter):
        return False
    way = affordable_path(match, act.fighter, act.path, walk_allowance(match, act))
    return not enemies_touched_at(match, act.fighter, way[-1])


def _priced(phrases: Phrases, match: Match, act: Move | Charge) -> str:
    """Say what a way costs; how long it is only where that may be measured (weather.no-measuring)."""
    ap, words = value(match, Query(Quantity.AP, act.fighter, act)).total, phrases.words
    if why_not_measure(match, act.fighter) or match.is_unplaced(act.fighter) or not match.is_measured:
        return words.say(AREA, "going.unmeasured", ap=ap)
    far, most = way_cost(match, act.fighter, act.path), walk_allowance(match, act)
    return words.say(AREA, "going", far=phrases.length(far), most=phrases.length(most), ap=ap)


def _leaving(phrases: Phrases, match: Match, fighter: Piece) -> Iterator[str]:
    """How likely somebody gets away from whom he touches (disengage.roll)."""
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
    """How likely a roll has a success."""
    odds = throw_odds(match.book, pool, difficulty)
    return chance_text(words, odds.denominator - odds.by_successes[0], odds.denominator)


def _ranged_lines(phrases: Phrases, match: Match, act: ArmedAttack) -> Iterator[str]:
    """What a shot rolls and against what, and whom a ranged attack hurts how likely."""
    if not isinstance(act, Shot | Throw | Blast) or not match.is_measured:
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


def known_objection(question: ActQuestion[Any], act: Act) -> Refusal | None:
    """What speaks against an act, as far as it is known: what nobody has told of the field yet does not."""
    try:
        return question.refusal(act)
    except UnknownFact:
        return None


def targeted_act_lines(match: Match, question: Question[Any]) -> Iterator[str]:
    """The acts that a fighter may do now against somebody or with something, as they are written.

    No way is planned: whoever charges says only whom.
    """
    if isinstance(question, ActQuestion) and not match.is_measured:
        acts = (act for act in acts_to_try(match, question.fighter) if known_objection(question, act) is None)
        yield from (write_answer(act, match, question) for act in acts)
    elif isinstance(question, ActQuestion) and not match.is_unplaced(question.fighter):
        fighter, label = question.fighter, match_names(match).cast.label
        here = base(match, fighter).centre
        for foe in _chargeable_enemies(match, fighter):
            if (
                next(
                    declaration_objections(match, Charge(fighter=fighter, path=(here, here), target=foe)),
                    None,
                )
                is None
            ):
                yield f"{label(fighter)} charges {label(foe)}"
        acts = (one.act for one in _on_the_spot(match, fighter) if question.refusal(one.act) is None)
        yield from (write_answer(act, match, question) for act in acts)


def _aimed_at(act: Act) -> Piece | None:
    return act.target if isinstance(act, Charge | Melee | Shot) else None


def _chargeable_enemies(match: Match, fighter: Piece) -> list[Piece]:
    """The enemies whom a fighter does not touch, the nearest first."""
    touched = enemies_in_contact(match, fighter)
    return [
        foe
        for foe in sort_by_distance(match, fighter, enemies_on_field(match, fighter))
        if foe not in touched
    ]


class PossibleAct(NamedTuple):
    """An act that is thought of, against whom, and whether it is a charge that falls short."""

    act: Act
    foe: Piece | None = None
    is_short: bool = False


def possible_acts(match: Match, fighter: Piece) -> Iterator[PossibleAct]:
    """Charges at every enemy, the nearest first, then what is done on the spot.

    Where nobody may measure, it is not told who falls short.
    """
    if not match.is_measured:
        yield from (PossibleAct(act, _aimed_at(act)) for act in acts_to_try(match, fighter))
        return
    for foe in _chargeable_enemies(match, fighter):
        way = way_into_contact(match, fighter, foe)
        yield PossibleAct(way.act, foe, is_short=not way.fits and not way.verdict.withheld)
    yield from _on_the_spot(match, fighter)


def _on_the_spot(match: Match, fighter: Piece) -> Iterator[PossibleAct]:
    """Blows and shots at every enemy, what needs none, and what may be done with scenery."""
    touched, state = enemies_in_contact(match, fighter), match.state_of(fighter)
    for foe in sort_by_distance(match, fighter, enemies_on_field(match, fighter)):
        if foe in touched:
            yield PossibleAct(Melee(fighter=fighter, target=foe), foe)
        yield from (PossibleAct(aim.act, foe) for aim in sight_report(match, fighter, foe).aims)
    abilities = (one for one in state.card.abilities if one.kind is AbilityKind.ACTION)
    yield from (PossibleAct(UseAbility(fighter=fighter, ability=one)) for one in abilities)
    if state.markers.get(Marker.BURN):
        yield PossibleAct(Extinguish(fighter=fighter))
    yield from (PossibleAct(venture.act) for venture in scenery_moves(match, fighter))
    yield from (PossibleAct(act) for act in _at_scenery(match, fighter) if why_not(match, act) is None)


def _at_scenery(match: Match, fighter: Piece) -> Iterator[Act]:
    """Blows and shots at scenery (territory.destruction)."""
    if ShotAtScenery in match.acts:
        for name in match.state.scenery:
            yield MeleeAtScenery(fighter=fighter, scenery=name)
            yield from (
                aim.act
                for aim in sight_report(match, fighter, name).aims
                if isinstance(aim.act, ShotAtScenery)
            )


# ── what Tab offers ──────────────────────────────────────────────────────────────────────────────────────


def subject_label(match: Match, question: Question[Any]) -> str:
    """Whoever answers a question, as a line of an answer begins."""
    if question.fighter is not None:
        return match_names(match).cast.label(question.fighter)
    return str(question.asked or "")


def filter_completions(
    match: Match, question: Question[Any], text: str, found: Sequence[tuple[str, int]]
) -> list[tuple[str, int]]:
    """Those completions of a text with which an answer may begin that may be given now."""
    if fold(text).startswith(_AGREEING[:2]):
        return list(found)
    if isinstance(question, PlacementQuestion):
        names = match_names(match).cast.label
        left = {names(one) if isinstance(one, Piece) else one for one in question.left}
        known = {*map(names, match.state.fighters), *match.setup.scenery, *match.setup.npfs}
        return [one for one in found if one[0] in left or one[0] not in known]
    said = fold(subject_label(match, question))
    lines = [_answer_start(line, said) for line in _possible_answer_lines(match, question)]
    if not lines:
        return list(found)
    kept = []
    for wanted, n in found:
        if text.endswith(" ") and fold(wanted) == fold(text[len(text) - n :]).strip():
            continue
        line = fold(text[: len(text) - n] + wanted)
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
    rest = fold(line).removeprefix(said).strip()
    begun = _PLACES.sub("", rest)
    return _AnswerStart(begun.split(), goes_on=begun != rest)


def _may_begin(begun: Sequence[str], line: _AnswerStart) -> bool:
    """Tell whether words, each of them perhaps only begun, are the beginning of an answer."""
    read = 0
    for one in begun:
        found = [n for n in range(read, len(line.words)) if line.words[n].startswith(one)]
        if not found or (read == 0 and found[0]):
            return line.goes_on and read == len(line.words)
        read = found[0] + 1
    return True


def _possible_answer_lines(match: Match, question: Question[Any]) -> Iterator[str]:
    """The answers that may be given now, a place in them standing for any; none where they are not listed."""
    if isinstance(question, Choice):
        yield from (write_answer(one, match, question) for one in question.allowed_options())
        if question.optional:
            yield write_answer(None, match, question)
        return
    yield from targeted_act_lines(match, question)
    if not isinstance(question, ActQuestion) or match.is_unplaced(question.fighter):
        return
    yield write_answer(None, match, question)
    if match.is_measured:
        yield from (write_answer(act, match, question) for act in _untargeted_acts(match, question.fighter))


def _untargeted_acts(match: Match, fighter: Piece) -> Iterator[Act]:
    """A Move, throws and blasts, as far as they may be declared wherever they lead."""
    here, gear = base(match, fighter).centre, match.state_of(fighter).card.equipment
    kinds: Mapping[Category, type[AreaAttack]] = {Category.PROJECTILE: Throw, Category.BLAST: Blast}
    bursts = (
        kinds[use.category](fighter=fighter, weapon=item, use=use, point=here)
        for item in gear
        for use in item.uses
        if use.category in kinds and is_free(match, fighter)
    )
    ways = (Move(fighter=fighter, path=path) for path in ((here, here), (here,)))
    yield from (act for act in (*ways, *bursts) if next(declaration_objections(match, act), None) is None)


def price_text(words: Words, match: Match, act: Act) -> str:
    """What an act costs, and how likely it hurts whom it is aimed at."""
    ap = value(match, Query(Quantity.AP, act.fighter, act)).total
    if isinstance(act, Move):
        most = value(match, Query(Quantity.DISTANCE, act.fighter, act)).total
        return words.say(AREA, "price.move", ap=ap, most=most)
    said = [words.say(AREA, "number.ap", n=ap)] if ap else []
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
    return hurt_chances(phrases, match, act) if isinstance(act, Melee) else ""
