"""Dice that are rolled outside a match, as data and as a page: single rolls, and the climatic conditions."""

from collections.abc import Callable, Sequence

from edencli.lang import Words
from edencli.lookup.rule_page import rule_title
from edencli.named_tuple import NamedTuple
from edencli.odds.dice import DIE_SIDES, burn_throw_odds, opposition_odds, throw_odds
from edencli.output.sheet import Data, Sheet
from edencli.rulebooks import catalogue
from edencli.rulebooks.values import Rulebook, Weather
from edencli.rules.questions import BurnRoll, CharacteristicRoll, EmptyRoll, LocationRoll, OppositionRoll
from edencli.rules.rolls import count_successes, pool_of
from edencli.rules.weather import SUMS, TWO_DICE_THROWS, combine_conditions, condition_of_sum, ways_to_sum
from edencli.transcript.phrases import percent

_ROLL, _WEATHER = "roll", "weather"


ThrowDice = Callable[..., tuple[int, ...]]


class SingleRoll(NamedTuple):
    """A roll outside a match: its kind, the number rolled with, its name, and what it is rolled against."""

    kind: str
    n: int
    name: str
    against: int
    book: Rulebook


def throw_roll(roll: SingleRoll, throw_dice: ThrowDice) -> Data:
    """Throw the dice of a roll, and return the result as data."""
    return {"kind": roll.kind, "name": roll.name, "n": roll.n, "against": roll.against} | _THROWERS[
        roll.kind
    ](roll, throw_dice)


def _against_difficulty(roll: SingleRoll, throw_dice: ThrowDice) -> Data:
    dice, needed = pool_of(roll.n, roll.against, roll.book.rolls.highest_difficulty)
    faces = throw_dice(CharacteristicRoll.rule, dice, needed)
    rule = CharacteristicRoll.rule if dice else EmptyRoll.rule
    return {"rule": rule, "needed": needed, "dice": list(faces), "successes": count_successes(faces, needed)}


def _opposed(roll: SingleRoll, throw_dice: ThrowDice) -> Data:
    throws: list[list[int]] = []
    while True:
        own, other = throw_dice(OppositionRoll.rule, 2, last=False)
        throws.append([own, other])
        mine, theirs = (roll.n + own, roll.n), (roll.against + other, roll.against)
        if mine != theirs:
            throw_dice(OppositionRoll.rule, 0)
            return {"rule": OppositionRoll.rule, "dice": throws, "won": mine > theirs}


def _location(_: SingleRoll, throw_dice: ThrowDice) -> Data:
    return {"rule": LocationRoll.rule, "dice": list(throw_dice(LocationRoll.rule, 1))}


def _burn(roll: SingleRoll, throw_dice: ThrowDice) -> Data:
    needed = roll.against + 1
    faces = throw_dice(BurnRoll.rule, roll.book.conditions.burn_dice, needed, last=False)
    place = throw_dice(LocationRoll.rule, 1)
    wounds = count_successes(faces, needed)
    return {
        "rule": BurnRoll.rule,
        "needed": needed,
        "dice": list(faces),
        "successes": wounds,
        "face": place[0],
    }


_THROWERS: dict[str, Callable[[SingleRoll, ThrowDice], Data]] = {
    "difficulty": _against_difficulty,
    "against": _opposed,
    "location": _location,
    "burn": _burn,
}


def roll_odds(roll: SingleRoll) -> Data:
    """How likely each result of a roll is, as data."""
    data: Data = {"kind": roll.kind, "name": roll.name, "n": roll.n, "against": roll.against}
    if roll.kind == "location":
        return data | {"rule": LocationRoll.rule, "denominator": DIE_SIDES, "by_face": [1] * DIE_SIDES}
    if roll.kind == "against":
        odds = opposition_odds(roll.n, roll.against)
        weights = {"denominator": odds.denominator, "wins": list(odds.wins), "again": odds.again}
        return data | {"rule": OppositionRoll.rule} | weights
    if roll.kind == "burn":
        rule, counted = BurnRoll.rule, burn_throw_odds(roll.book, roll.against)
    else:
        rule, counted = CharacteristicRoll.rule, throw_odds(roll.book, roll.n, roll.against)
    weights = {"denominator": counted.denominator, "by_successes": list(counted.by_successes)}
    return data | {"rule": rule, "pool": counted.dice, "needed": counted.needed} | weights


def write_roll(sheet: Sheet, words: Words, data: Data) -> None:
    """Write a roll or its odds."""
    told = "odds" if "denominator" in data else "thrown"
    sheet.lines(_TEXT[f"{told}.{data['kind']}"](words, data))


def _heading(words: Words, data: Data) -> str:
    named = words.say(_ROLL, "named", name=data["name"], n=data["n"]) if data["name"] else str(data["n"])
    return words.say(_ROLL, f"head.{data['kind']}", who=named, against=data["against"])


def _say_difficulty(words: Words, data: Data) -> list[str]:
    faces = " ".join(map(str, data["dice"]))
    message = "thrown" if data["dice"] else "nothing"
    values = {"dice": len(data["dice"]), "needed": data["needed"], "faces": faces, "n": data["successes"]}
    return [_heading(words, data), words.say(_ROLL, message, rule=data["rule"], **values)]


def _say_opposed(words: Words, data: Data) -> list[str]:
    lines = [_heading(words, data)]
    for own, other in data["dice"]:
        sums = {"own": own, "other": other, "mine": data["n"] + own, "theirs": data["against"] + other}
        lines.append(words.say(_ROLL, "opposed", **sums))
    return [*lines, words.say(_ROLL, "won" if data["won"] else "lost", rule=data["rule"])]


def _say_location(words: Words, data: Data) -> list[str]:
    return [words.say(_ROLL, "location", face=data["dice"][0], rule=data["rule"])]


def _say_burn(words: Words, data: Data) -> list[str]:
    faces = " ".join(map(str, data["dice"]))
    values = {"faces": faces, "n": data["successes"], "face": data["face"], "vig": data["against"]}
    return [words.say(_ROLL, "burn", rule=data["rule"], **values)]


def _foresee_successes(words: Words, data: Data) -> list[str]:
    per, counts = data["denominator"], data["by_successes"]
    pool = {"dice": data["pool"], "needed": data["needed"]}
    message = "pool.impossible" if data["needed"] > DIE_SIDES else "pool"
    heads: list[str] = words.area(_ROLL)["columns"]
    lines = [_heading(words, data), words.say(_ROLL, message, **pool), "  ".join(heads)]
    for n, count in enumerate(counts):
        row = (str(n), percent(count, per), percent(sum(counts[n:]), per))
        lines.append("  ".join(words.decimal(cell).rjust(len(h)) for cell, h in zip(row, heads, strict=True)))
    return lines


def _foresee_opposed(words: Words, data: Data) -> list[str]:
    per, (mine, theirs) = data["denominator"], data["wins"]
    values = {"mine": words.decimal(percent(mine, per)), "theirs": words.decimal(percent(theirs, per))}
    return [_heading(words, data), words.say(_ROLL, "odds-opposed", rule=data["rule"], **values)]


def _foresee_location(words: Words, data: Data) -> list[str]:
    return [words.say(_ROLL, "odds-location", chance=words.decimal(percent(1, DIE_SIDES)), rule=data["rule"])]


_TEXT: dict[str, Callable[[Words, Data], list[str]]] = {
    "thrown.difficulty": _say_difficulty,
    "thrown.against": _say_opposed,
    "thrown.location": _say_location,
    "thrown.burn": _say_burn,
    "odds.difficulty": _foresee_successes,
    "odds.against": _foresee_opposed,
    "odds.location": _foresee_location,
    "odds.burn": _foresee_successes,
}


_WEATHER_WIDTHS = (3, 6, 5, 18, 40)


def weather_throws_data(
    words: Words, table: Sequence[Weather], throws: Sequence[Sequence[int]], key: str
) -> Data:
    """The climatic condition of each throw (dice, or their sum), and the conditions that hold together."""
    thrown = [
        {"dice": list(dice) if len(dice) > 1 else None, "sum": sum(dice)}
        | _condition_data(words, condition_of_sum(table, sum(dice)), key)
        for dice in throws
    ]
    together = [
        _condition_data(words, line, key)
        for line in combine_conditions(table, [sum(dice) for dice in throws])
    ]
    return {"throws": thrown, "conditions": together}


def weather_data(words: Words, table: Sequence[Weather], key: str) -> Data:
    """The table of climatic conditions: for each sum of two dice its chance, condition and effects."""
    rows = [
        {
            "sum": total,
            "ways": ways_to_sum(total),
            **_condition_data(words, condition_of_sum(table, total), key),
        }
        for total in SUMS
    ]
    return {"ways_in_all": TWO_DICE_THROWS, "rows": rows}


def write_weather_throws(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the dice for the weather, and what the conditions do."""
    sheet.title(words.say(_WEATHER, "title"))
    sheet.aside(data["book"])
    for number, one in enumerate(data["throws"]):
        earlier = [before["condition"] for before in data["throws"][:number]]
        sheet.heading(words.say(_WEATHER, "throw", thrown=_throw_text(words, one), title=one["title"]))
        sheet.lines([words.say(_WEATHER, "again")] if one["condition"] in earlier else one["does"])
    sheet.heading(words.say("screens-rules", "see"))
    sheet.names([(one["rule"], one["title"]) for one in data["conditions"]])


def write_weather_table(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the table of climatic conditions."""
    sheet.title(words.say(_WEATHER, "title"))
    sheet.aside(data["book"])
    rows = [_row(words, row, data["ways_in_all"]) for row in data["rows"]]
    sheet.table(words.area(_WEATHER)["head"], rows, widths=_WEATHER_WIDTHS)


def _condition_data(words: Words, line: Weather, key: str) -> Data:
    """A condition: its rule, its title (and that of the book), its effects, and what they do."""
    rule = catalogue.find_rule(f"weather.{line.name}")
    does = [words.say(_WEATHER, effect, **line.numbers) for effect in line.effects]
    mine, own = (rule_title(words, rule), rule.titles[key]) if rule else (line.name, line.name)
    return {
        "condition": line.name,
        "rule": f"weather.{line.name}",
        "title": mine if mine == own else f"{mine} ({own})",
        "effects": list(line.effects),
        "does": does or [words.say(_WEATHER, "normal")],
    }


def _throw_text(words: Words, throw: Data) -> str:
    if not throw["dice"]:
        return str(throw["sum"])
    one, other = throw["dice"]
    return words.say(_WEATHER, "thrown", one=one, other=other, total=throw["sum"])


def _row(words: Words, row: Data, ways_in_all: int) -> list[str]:
    share = words.decimal(f"{100 * row['ways'] / ways_in_all:.1f}")
    chance = words.say(_WEATHER, "chance", ways=row["ways"], all=ways_in_all)
    return [str(row["sum"]), chance, share, row["title"], " ".join(row["does"])]
