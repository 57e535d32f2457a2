"""The optional chapter on climatic conditions: rolling the weather, and what each condition does.

    at preparation step 1          two dice a roll                     weather.roll weather.combine
    on every way                   a Move, or all, shorter             weather.storm
    on every line of sight         none so far                         weather.fog
    on every aim                   none so far                         weather.fog
    at the deployment              one by one                          weather.mist
    before every act               nothing is measured                 weather.no-measuring
    for every tactical card        more SP                             weather.snowstorm
    at intendancy step 11          a wound, or poison, unless VIG      weather.ion-storm weather.acid-rain

Which effects a condition has is the book's: each function asks for the condition with its effect, and
reads its numbers.
"""

from collections.abc import Callable

from edencli.field.distance import distance
from edencli.field.shapes import Point, Shape
from edencli.field.units import PER_CM, compare_lengths
from edencli.match.match import (
    Act,
    ChapterRules,
    Match,
    Measure,
    Procedure,
    Query,
    SideQuery,
    SingleOut,
    only_for,
)
from edencli.match.pieces import Piece
from edencli.match.reasons import Amount, Part, Parts, Refusal
from edencli.match.rules_api import ask, do, field_fact, value
from edencli.match.table_events import WeatherRolled
from edencli.model.terms import Characteristic, LimbName, Marker, Quantity
from edencli.rulebooks.values import Weather, WeatherEffect
from edencli.rules import placing
from edencli.rules.acts import Charge, Move, Shot, Throw
from edencli.rules.conditions import add_markers
from edencli.rules.ground import base, fighters_on_field, footprint, is_free, is_near_scenery, is_within
from edencli.rules.questions import WeatherCount, WeatherRoll
from edencli.rules.rolls import roll
from edencli.rules.territory import ShotAtScenery
from edencli.rules.weather import condition_of_sum
from edencli.rules.wounds import wound

_ROLLS = (2, 3)


def roll_weather(match: Match, reveal: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Roll the weather of the match when the bands are revealed: once, or as often as agreed (weather.when).

    Both players agree on it; red answers how often, if not once, since no bid has yet made a player first
    (H-147).
    """
    yield from reveal(match)
    if match.state.weather:
        return
    question = WeatherCount(asked=match.first_player, options=_ROLLS, optional=True)
    rolls: int | None = yield from ask(question)
    for _ in range(rolls or 1):
        faces = yield from ask(WeatherRoll(asked=match.first_player, by=None, dice=2))
        line = condition_of_sum(match.book.weather or (), sum(faces))
        yield from do(match, WeatherRolled(rule="weather.roll", dice=faces, weather=line.name))


def _condition_in_force(match: Match, effect: WeatherEffect) -> Weather | None:
    """The condition with this effect, or None if none is in force in this match."""
    weather = match.weather
    if not weather:
        return None
    return match.cache_for_setup(("weather", effect, weather), lambda: _find_condition(match, effect))


def _find_condition(match: Match, effect: WeatherEffect) -> Weather | None:
    table = match.book.weather or ()
    return next((line for line in table if effect in line.effects and line.name in match.weather), None)


def _rule(line: Weather) -> str:
    return f"weather.{line.name}"


def storm_distance_penalty(match: Match, query: Query) -> Parts:
    """Contribute what a storm takes from a Move, or from every movement (weather.storm)."""
    if line := _condition_in_force(match, WeatherEffect.EVERY_DISPLACEMENT_SHORTER):
        return (Part(_rule(line), -line.numbers["shorter"]),)
    line = _condition_in_force(match, WeatherEffect.MOVE_ACTION_LIMITED)
    usual = match.book.actions.move.distance
    if line and usual and isinstance(query.act, Move):
        return (Part(_rule(line), line.numbers["move"] - usual),)
    return ()


def fog_sight_limit(match: Match, _: Query) -> Parts:
    """Contribute how far fighters see in the fog (weather.fog)."""
    line = _condition_in_force(match, WeatherEffect.NO_SIGHT_BEYOND)
    return (Part(_rule(line), line.numbers["sight"]),) if line else ()


# A blast has no target beyond its template (H-136).
_Aimed = Shot | ShotAtScenery | Charge | Throw | SingleOut


@only_for(Shot, ShotAtScenery, Charge, Throw, SingleOut)
def refuse_beyond_fog(match: Match, act: Act) -> Refusal | None:
    """Refuse an act whose target is farther than the fog allows (weather.fog)."""
    line = _condition_in_force(match, WeatherEffect.NO_TARGET_BEYOND)
    if line is None or not isinstance(act, _Aimed):
        return None
    return _beyond(match, act, _rule(line), line.numbers["target"] * PER_CM)


@field_fact
def _beyond(match: Match, act: _Aimed, rule: str, reach: int) -> Refusal | None:
    """Refuse a target that is farther than a length."""
    if isinstance(act, Throw):
        aim: Shape = Point(*act.point)
        about: dict[str, object] = {"fighter": act.fighter, "place": act.point}
    elif isinstance(act, ShotAtScenery):
        aim, about = footprint(match, act.scenery), {"fighter": act.fighter, "target": act.scenery}
    elif not match.field.knows_places(act.target):
        return None
    else:
        aim, about = base(match, act.target), {"fighter": act.fighter, "target": act.target}
    far = distance(base(match, act.fighter), aim)
    if compare_lengths(far, reach) <= 0:
        return None
    return Refusal(rule=rule, reason="out-of-range", about=about | {"range": reach, "distance": round(far)})


@_beyond.when_unmeasured
def _(match: Match, act: _Aimed, rule: str, far: int) -> Refusal | None:
    """Refuse a target that the players say is too far; of a point they say only whether it is in view."""
    if isinstance(act, ShotAtScenery):
        about: dict[str, object] = {"fighter": act.fighter, "target": act.scenery}
        is_near = is_near_scenery(match, act.fighter, act.scenery, far)
    elif isinstance(act, Shot | Charge | SingleOut):
        about = {"fighter": act.fighter, "target": act.target}
        is_near = is_within(match, act.fighter, act.target, far)
    else:
        return None
    return None if is_near else Refusal(rule=rule, reason="out-of-reach", about=about)


@only_for(Measure)
def refuse_measuring(match: Match, act: Act) -> Refusal | None:
    """Refuse to measure before the fighter has paid (weather.no-measuring)."""
    if isinstance(act, Measure) and _condition_in_force(match, WeatherEffect.NO_MEASURING):
        return Refusal(rule="weather.no-measuring", reason="no-measuring", about={})
    return None


def snowstorm_surcharge(match: Match, _: SideQuery) -> Parts:
    """Contribute what a snowstorm adds to the price of a tactical card (weather.snowstorm)."""
    line = _condition_in_force(match, WeatherEffect.DEARER_TACTICS)
    return (Part(_rule(line), line.numbers["sp"] - match.book.tactics.sp),) if line else ()


def deploy_in_mist(match: Match, as_usual: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Deploy by turns in a mist; the player with more fighters finishes alone (weather.mist, H-41)."""
    if _condition_in_force(match, WeatherEffect.DEPLOY_ONE_BY_ONE) is None:
        yield from as_usual(match)
        return
    yield from placing.choose_half(match)
    sides = [match.first_player, match.first_player.other]
    while sides:
        for side in tuple(sides):
            if not (yield from placing.deploy_one(match, side, "weather.mist")):
                sides.remove(side)


def strike_by_weather(match: Match, end_effects: Callable[[Match], Procedure[None]]) -> Procedure[None]:
    """Let the weather strike every fighter before the effects of the round end."""
    for piece in list(fighters_on_field(match.state)):
        yield from _strike(match, piece)
    for piece in list(fighters_on_field(match.state)):
        yield from _poison(match, piece)
    yield from end_effects(match)


def _strike(match: Match, piece: Piece) -> Procedure[None]:
    """Wound the torso of one fighter, past protection, unless its VIG holds; NPFs are immune."""
    line = _condition_in_force(match, WeatherEffect.TORSO_WOUND_UNLESS_VIG)
    if line and piece.side is not None and not (yield from _withstands(match, piece, line)):
        wounds = {LimbName.TORSO: line.numbers["wounds"]}
        yield from wound(match, piece, wounds, None, step=_rule(line), bypass=True)


def _poison(match: Match, piece: Piece) -> Procedure[None]:
    """Poison one free fighter, unless its VIG holds."""
    line = _condition_in_force(match, WeatherEffect.POISON_UNLESS_VIG)
    if line and is_free(match, piece) and not (yield from _withstands(match, piece, line)):
        rule = _rule(line)
        yield from add_markers(match, piece, Marker.POISON, line.numbers["poison"], rule=rule, step=rule)


def _withstands(match: Match, piece: Piece, line: Weather) -> Procedure[bool]:
    vig = value(match, Query(Characteristic.VIG, piece))
    difficulty = Amount((Part(_rule(line), line.numbers["difficulty"]),))
    hits = yield from roll(match, piece, vig, difficulty, step=_rule(line))
    return bool(hits) or not match.is_on_field(piece)


CHAPTER = ChapterRules(
    numbers={
        Quantity.DISTANCE: (storm_distance_penalty,),
        Quantity.SIGHT: (fog_sight_limit,),
        Quantity.TACTIC: (snowstorm_surcharge,),
    },
    may=(refuse_measuring,),
    reach=(refuse_beyond_fog,),
    steps={
        "setup.1-reveal": roll_weather,
        "setup.7-deploy": deploy_in_mist,
        "intendancy.11": strike_by_weather,
    },
)
