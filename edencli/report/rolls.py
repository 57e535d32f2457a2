"""Single rolls, thrown or foreseen, as data and as a person reads them."""

from collections.abc import Callable
from typing import NamedTuple

from edencli.lang import Words
from edencli.odds.dice import SIDES, burn_throw, contest, throw
from edencli.report.phrases import percent
from edencli.report.sheet import Data, Sheet
from edencli.rulebooks.values import Rulebook
from edencli.rules.rolls import pool_of, successes

AREA = "roll"


ThrowDice = Callable[..., tuple[int, ...]]


class RollAsked(NamedTuple):
    """A roll that is asked for: its kind, the number rolled with and its name, and what it is up against."""

    kind: str
    n: int
    name: str
    against: int
    book: Rulebook


def roll_for(told: RollAsked, throw_dice: ThrowDice) -> Data:
    """Throw the dice, and say what came."""
    return {"kind": told.kind, "name": told.name, "n": told.n, "against": told.against} | _THROWN[told.kind](
        told, throw_dice
    )


def _against_difficulty(told: RollAsked, throw_dice: ThrowDice) -> Data:
    dice, needed = pool_of(told.n, told.against, told.book.rolls.highest_difficulty)
    faces = throw_dice("roll.characteristic", dice, needed)
    rule = "roll.characteristic" if dice else "roll.zero"
    return {"rule": rule, "needed": needed, "dice": list(faces), "successes": successes(faces, needed)}


def _opposed(told: RollAsked, throw_dice: ThrowDice) -> Data:
    throws: list[list[int]] = []
    while True:
        own, other = throw_dice("roll.opposition", 2, last=False)
        throws.append([own, other])
        mine, theirs = (told.n + own, told.n), (told.against + other, told.against)
        if mine != theirs:
            throw_dice("roll.opposition", 0)
            return {"rule": "roll.opposition", "dice": throws, "won": mine > theirs}


def _location(_: RollAsked, throw_dice: ThrowDice) -> Data:
    return {"rule": "roll.location", "dice": list(throw_dice("roll.location", 1))}


def _burn(told: RollAsked, throw_dice: ThrowDice) -> Data:
    needed = told.against + 1
    faces = throw_dice("state.burn", told.book.conditions.burn_dice, needed, last=False)
    place = throw_dice("roll.location", 1)
    wounds = successes(faces, needed)
    return {
        "rule": "state.burn",
        "needed": needed,
        "dice": list(faces),
        "successes": wounds,
        "face": place[0],
    }


_THROWN: dict[str, Callable[[RollAsked, ThrowDice], Data]] = {
    "difficulty": _against_difficulty,
    "against": _opposed,
    "location": _location,
    "burn": _burn,
}


def foreseen(told: RollAsked) -> Data:
    """Tell how often each outcome comes."""
    data: Data = {"kind": told.kind, "name": told.name, "n": told.n, "against": told.against}
    if told.kind == "location":
        return data | {"rule": "roll.location", "denominator": SIDES, "by_face": [1] * SIDES}
    if told.kind == "against":
        odds = contest(told.n, told.against)
        weights = {"denominator": odds.denominator, "wins": list(odds.wins), "again": odds.again}
        return data | {"rule": "roll.opposition"} | weights
    if told.kind == "burn":
        rule, counted = "state.burn", burn_throw(told.book, told.against)
    else:
        rule, counted = "roll.characteristic", throw(told.book, told.n, told.against)
    weights = {"denominator": counted.denominator, "by_successes": list(counted.by_successes)}
    return data | {"rule": rule, "pool": counted.dice, "needed": counted.needed} | weights


def write_roll(sheet: Sheet, words: Words, data: Data) -> None:
    """Write a roll as a person reads it."""
    told = "odds" if "denominator" in data else "thrown"
    sheet.lines(_TEXT[f"{told}.{data['kind']}"](words, data))


def _heading(words: Words, data: Data) -> str:
    named = words.say(AREA, "named", name=data["name"], n=data["n"]) if data["name"] else str(data["n"])
    return words.say(AREA, f"head.{data['kind']}", who=named, against=data["against"])


def _say_difficulty(words: Words, data: Data) -> list[str]:
    faces = " ".join(map(str, data["dice"]))
    message = "thrown" if data["dice"] else "nothing"
    values = {"dice": len(data["dice"]), "needed": data["needed"], "faces": faces, "n": data["successes"]}
    return [_heading(words, data), words.say(AREA, message, rule=data["rule"], **values)]


def _say_opposed(words: Words, data: Data) -> list[str]:
    lines = [_heading(words, data)]
    for own, other in data["dice"]:
        sums = {"own": own, "other": other, "mine": data["n"] + own, "theirs": data["against"] + other}
        lines.append(words.say(AREA, "opposed", **sums))
    return [*lines, words.say(AREA, "won" if data["won"] else "lost", rule=data["rule"])]


def _say_location(words: Words, data: Data) -> list[str]:
    return [words.say(AREA, "location", face=data["dice"][0], rule=data["rule"])]


def _say_burn(words: Words, data: Data) -> list[str]:
    faces = " ".join(map(str, data["dice"]))
    values = {"faces": faces, "n": data["successes"], "face": data["face"], "vig": data["against"]}
    return [words.say(AREA, "burn", rule=data["rule"], **values)]


def _foresee_successes(words: Words, data: Data) -> list[str]:
    per, counts = data["denominator"], data["by_successes"]
    pool = {"dice": data["pool"], "needed": data["needed"]}
    message = "pool.impossible" if data["needed"] > SIDES else "pool"
    heads: list[str] = words.area(AREA)["columns"]
    lines = [_heading(words, data), words.say(AREA, message, **pool), "  ".join(heads)]
    for n, count in enumerate(counts):
        row = (str(n), percent(count, per), percent(sum(counts[n:]), per))
        lines.append("  ".join(words.decimal(cell).rjust(len(h)) for cell, h in zip(row, heads, strict=True)))
    return lines


def _foresee_opposed(words: Words, data: Data) -> list[str]:
    per, (mine, theirs) = data["denominator"], data["wins"]
    values = {"mine": words.decimal(percent(mine, per)), "theirs": words.decimal(percent(theirs, per))}
    return [_heading(words, data), words.say(AREA, "odds-opposed", rule=data["rule"], **values)]


def _foresee_location(words: Words, data: Data) -> list[str]:
    return [words.say(AREA, "odds-location", chance=words.decimal(percent(1, SIDES)), rule=data["rule"])]


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
