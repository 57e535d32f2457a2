"""What an act that might be done costs, and how likely it comes off: told before anybody does it.

Asks the rules, the field and the odds; changes nothing, and tells no distance where nobody may measure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from edencli.bots.appraisal import sighted
from edencli.bots.steady_places import ventures
from edencli.lang import Words
from edencli.match.doors import undeclarable, value, why_not, why_not_measure
from edencli.match.facts import Unknown
from edencli.match.match import Act, Match, Quantity, Query
from edencli.match.pieces import Piece
from edencli.match.questions import ActQuestion, Choice, Question, Spot
from edencli.match.reasons import Refusal
from edencli.model.names import fold
from edencli.model.terms import AbilityKind, Category, Characteristic, Marker
from edencli.notation.names import names_of
from edencli.notation.writer import write
from edencli.odds.dice import throw_odds
from edencli.prompt.offers import chance, harm
from edencli.rules.actions import enemies_at, fastest
from edencli.rules.acts import (
    Armed,
    Attack,
    Blast,
    Burst,
    Charge,
    Extinguish,
    Melee,
    Move,
    Shot,
    Throw,
    UseAbility,
)
from edencli.rules.ground import base, by_distance, enemies, is_free, touched_enemies
from edencli.rules.heights import Climb, Leap, Scramble, Swim, is_hopeless, scramble_difficulty
from edencli.rules.inquiry import acts_by_eye, look, way_into_contact
from edencli.rules.movement import allowance, paid_part, way_cost
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery
from edencli.transcript.phrases import Phrases

AREA = "session"

_SCRAMBLES = {
    Climb: ("foretold.climb", Characteristic.SPD),
    Leap: ("foretold.leap", Characteristic.SPD),
    Swim: ("foretold.swim", Characteristic.VIG),
}
"""What is said of getting over scenery, and what is rolled for it."""


def foretold(words: Words, match: Match, act: Act) -> list[str]:
    """Say of an act that may be done what its way costs, what its dice need, and how likely it comes off."""
    with match.guessing():
        return list(_foretold(words, match, act))


def _foretold(words: Words, match: Match, act: Act) -> Iterator[str]:
    phrases = Phrases(words, names_of(match).cast)
    if isinstance(act, Move | Charge | Scramble) and not match.is_bare(act.fighter):
        yield from _leaving(phrases, match, act.fighter)
    if isinstance(act, Move | Charge):
        yield _priced(phrases, match, act)
    elif isinstance(act, Scramble):
        yield _scrambling(phrases, match, act)
    elif isinstance(act, Armed) and not why_not_measure(match, act.fighter):
        yield from _armed(phrases, match, act)


def warning_of(words: Words, match: Match, act: Act) -> str:
    """Say that an act cannot end well: a swim without a die, a charge that reaches nobody."""
    phrases = Phrases(words, names_of(match).cast)
    if is_hopeless(match, act):
        return words.say(AREA, "hopeless", fighter=phrases.shown(act.fighter))
    if isinstance(act, Charge) and will_fall_short(match, act):
        far, most = way_cost(match, act.fighter, act.path), allowance(match, act)
        values = {"far": phrases.length(far), "most": phrases.length(most)}
        return words.say(AREA, "short", target=phrases.shown(act.target), **values)
    return ""


def will_fall_short(match: Match, act: Act) -> bool:
    """Tell whether a charge reaches nobody; never where nobody may measure."""
    if not isinstance(act, Charge) or not match.is_measured or match.is_bare(act.fighter):
        return False
    if why_not_measure(match, act.fighter):
        return False
    way = paid_part(match, act.fighter, act.path, allowance(match, act))
    return not enemies_at(match, act.fighter, way[-1])


def _priced(phrases: Phrases, match: Match, act: Move | Charge) -> str:
    """Say what a way costs; how long it is only where that may be measured (weather.no-measuring)."""
    ap, words = value(match, Query(Quantity.AP, act.fighter, act)).total, phrases.words
    if why_not_measure(match, act.fighter) or match.is_bare(act.fighter) or not match.is_measured:
        return words.say(AREA, "going.unmeasured", ap=ap)
    far, most = way_cost(match, act.fighter, act.path), allowance(match, act)
    return words.say(AREA, "going", far=phrases.length(far), most=phrases.length(most), ap=ap)


def _leaving(phrases: Phrases, match: Match, fighter: Piece) -> Iterator[str]:
    """How likely somebody gets away from whom he touches (disengage.roll)."""
    foes = touched_enemies(match, fighter)
    if foes:
        spd, against = value(match, Query(Characteristic.SPD, fighter)), fastest(match, foes)
        yield phrases.words.say(
            AREA,
            "foretold.leave",
            fighter=phrases.shown(fighter),
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
    return chance(words, odds.denominator - odds.by_successes[0], odds.denominator)


def _armed(phrases: Phrases, match: Match, act: Armed) -> Iterator[str]:
    """What a shot rolls and against what, and whom a ranged attack hurts how likely."""
    if not isinstance(act, Shot | Throw | Blast) or not match.is_measured:
        return
    aimed = sighted(match, act)
    hurt = harm(phrases, match, aimed)
    if isinstance(aimed, Shot):
        pool = value(match, Query(Characteristic.CBT, act.fighter, aimed))
        difficulty = value(match, Query(Characteristic.SPD, aimed.target, aimed))
        told = {"pool": phrases.parts(pool.parts), "difficulty": phrases.parts(difficulty.parts)}
        yield phrases.words.say(AREA, "foretold.shot", **told, hurt=hurt)
    else:
        yield phrases.words.say(AREA, "foretold.burst" if hurt else "foretold.nobody", hurt=hurt)


def objection_known(question: ActQuestion[Any], act: Act) -> Refusal | None:
    """What speaks against an act, as far as it is known: what nobody has told of the field yet does not."""
    try:
        return question.refusal(act)
    except Unknown:
        return None


def acts_named(match: Match, question: Question[Any]) -> Iterator[str]:
    """The acts that a fighter may do now against somebody or with something, as they are written.

    No way is planned: whoever charges says only whom.
    """
    if isinstance(question, ActQuestion) and not match.is_measured:
        acts = (act for act in acts_by_eye(match, question.fighter) if objection_known(question, act) is None)
        yield from (write(act, match, question) for act in acts)
    elif isinstance(question, ActQuestion) and not match.is_bare(question.fighter):
        fighter, label = question.fighter, names_of(match).cast.label
        here = base(match, fighter).centre
        for foe in _to_charge(match, fighter):
            if (
                next(undeclarable(match, Charge(fighter=fighter, path=(here, here), target=foe)), None)
                is None
            ):
                yield f"{label(fighter)} charges {label(foe)}"
        acts = (one.act for one in _on_the_spot(match, fighter) if question.refusal(one.act) is None)
        yield from (write(act, match, question) for act in acts)


def _aimed_at(act: Act) -> Piece | None:
    return act.target if isinstance(act, Charge | Melee | Shot) else None


def _to_charge(match: Match, fighter: Piece) -> list[Piece]:
    """The enemies whom a fighter does not touch, the nearest first."""
    touched = touched_enemies(match, fighter)
    return [foe for foe in by_distance(match, fighter, enemies(match, fighter)) if foe not in touched]


class Prospect(NamedTuple):
    """An act that is thought of, against whom, and whether it is a charge that falls short."""

    act: Act
    foe: Piece | None = None
    is_short: bool = False


def prospects_of(match: Match, fighter: Piece) -> Iterator[Prospect]:
    """Charges at every enemy, the nearest first, then what is done on the spot.

    Where nobody may measure, it is not told who falls short.
    """
    if not match.is_measured:
        yield from (Prospect(act, _aimed_at(act)) for act in acts_by_eye(match, fighter))
        return
    for foe in _to_charge(match, fighter):
        way = way_into_contact(match, fighter, foe)
        yield Prospect(way.act, foe, is_short=not way.fits and not way.verdict.withheld)
    yield from _on_the_spot(match, fighter)


def _on_the_spot(match: Match, fighter: Piece) -> Iterator[Prospect]:
    """Blows and shots at every enemy, what needs none, and what may be done with scenery."""
    touched, state = touched_enemies(match, fighter), match.of(fighter)
    for foe in by_distance(match, fighter, enemies(match, fighter)):
        if foe in touched:
            yield Prospect(Melee(fighter=fighter, target=foe), foe)
        yield from (Prospect(aim.act, foe) for aim in look(match, fighter, foe).aims)
    abilities = (one for one in state.card.abilities if one.kind is AbilityKind.ACTION)
    yield from (Prospect(UseAbility(fighter=fighter, ability=one)) for one in abilities)
    if state.markers.get(Marker.BURN):
        yield Prospect(Extinguish(fighter=fighter))
    yield from (Prospect(venture.act) for venture in ventures(match, fighter))
    yield from (Prospect(act) for act in _at_scenery(match, fighter) if why_not(match, act) is None)


def _at_scenery(match: Match, fighter: Piece) -> Iterator[Act]:
    """Blows and shots at scenery (territory.destruction)."""
    if ShotAtScenery in match.acts:
        for name in match.state.scenery:
            yield MeleeAtScenery(fighter=fighter, scenery=name)
            yield from (
                aim.act for aim in look(match, fighter, name).aims if isinstance(aim.act, ShotAtScenery)
            )


# ── what Tab offers ──────────────────────────────────────────────────────────────────────────────────────


def subject(match: Match, question: Question[Any]) -> str:
    """Whoever answers a question, as a line of an answer begins."""
    if question.fighter is not None:
        return names_of(match).cast.label(question.fighter)
    return str(question.asked or "")


def still_open(
    match: Match, question: Question[Any], text: str, found: Sequence[tuple[str, int]]
) -> list[tuple[str, int]]:
    """Those completions of a text with which an answer may begin that may be given now."""
    if fold(text).startswith(_AGREEING[:2]):
        return list(found)
    if isinstance(question, Spot):
        names = names_of(match).cast.label
        left = {names(one) if isinstance(one, Piece) else one for one in question.left}
        known = {*map(names, match.state.fighters), *match.setup.scenery, *match.setup.npfs}
        return [one for one in found if one[0] in left or one[0] not in known]
    said = fold(subject(match, question))
    lines = [_opening(line, said) for line in _open_lines(match, question)]
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


class _Opening(NamedTuple):
    """The words with which an answer begins, and whether others may follow."""

    words: Sequence[str]
    goes_on: bool


def _opening(line: str, said: str) -> _Opening:
    rest = fold(line).removeprefix(said).strip()
    begun = _PLACES.sub("", rest)
    return _Opening(begun.split(), goes_on=begun != rest)


def _may_begin(begun: Sequence[str], line: _Opening) -> bool:
    """Tell whether words, each of them perhaps only begun, are the beginning of an answer."""
    read = 0
    for one in begun:
        found = [n for n in range(read, len(line.words)) if line.words[n].startswith(one)]
        if not found or (read == 0 and found[0]):
            return line.goes_on and read == len(line.words)
        read = found[0] + 1
    return True


def _open_lines(match: Match, question: Question[Any]) -> Iterator[str]:
    """The answers that may be given now, a place in them standing for any; none where they are not listed."""
    if isinstance(question, Choice):
        yield from (write(one, match, question) for one in question.allowed())
        if question.optional:
            yield write(None, match, question)
        return
    yield from acts_named(match, question)
    if not isinstance(question, ActQuestion) or match.is_bare(question.fighter):
        return
    yield write(None, match, question)
    if match.is_measured:
        yield from (write(act, match, question) for act in _anywhere(match, question.fighter))


def _anywhere(match: Match, fighter: Piece) -> Iterator[Act]:
    """A Move, throws and blasts, as far as they may be declared wherever they lead."""
    here, gear = base(match, fighter).centre, match.of(fighter).card.equipment
    kinds: Mapping[Category, type[Burst]] = {Category.PROJECTILE: Throw, Category.BLAST: Blast}
    bursts = (
        kinds[use.category](fighter=fighter, weapon=item, use=use, point=here)
        for item in gear
        for use in item.uses
        if use.category in kinds and is_free(match, fighter)
    )
    ways = (Move(fighter=fighter, path=path) for path in ((here, here), (here,)))
    yield from (act for act in (*ways, *bursts) if next(undeclarable(match, act), None) is None)


def price_of(words: Words, match: Match, act: Act) -> str:
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
    return words.say(AREA, "numbers", numbers=words.listed(said)) if said else ""


def _harm_of(words: Words, match: Match, act: Act) -> str:
    phrases = Phrases(words, names_of(match).cast)
    if isinstance(act, Charge):
        act = Melee(fighter=act.fighter, target=act.target, free=True)
    if isinstance(act, Shot | Throw | Blast) and not why_not_measure(match, act.fighter):
        return harm(phrases, match, sighted(match, act))
    return harm(phrases, match, act) if isinstance(act, Melee) else ""
