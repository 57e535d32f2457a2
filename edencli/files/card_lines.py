"""Read the parts of a printed card from short typed lines, and write them as such lines.

    2/2 4/3            a limb: its CP, white and red, and its characteristic; faces before them where they
                       are not the usual ones: `1 2 2/2 4/3`
    s20 3 cbt+1 1/r    a weapon: shooting, range 20, strength 3, CBT +1, once a round
    pr head 1 arms 1   protection; `pr 2` is complete
    action 1ap 1/m     an ability: its kind, its cost, its limit

Words may be shortened as long as they are unambiguous, and are those of the files or the book's own
abbreviations. The result is data as files hold it; whether a card may have it is checked by the caller.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from edencli.model.lexicon import read_quoted, split_outside_quotes
from edencli.model.names import fold, quote_name
from edencli.model.terms import (
    AbilityKind,
    Category,
    Characteristic,
    Deployment,
    LimbName,
    MissionKind,
    Stigma,
    WeaponEffect,
)
from edencli.rulebooks.raw_books import BOOKS

CardData = dict[str, Any]

USUAL_FACES: Final[Mapping[str, list[int]]] = {
    LimbName.HEAD: [1],
    LimbName.ARMS: [2, 3],
    LimbName.TORSO: [4, 5],
    LimbName.LEGS: [6],
}
SMALL_BASE, LARGE_BASE = 30, 40
_SIZES: Final = {"small": SMALL_BASE, "large": LARGE_BASE}
_BASES: Final = frozenset(map(str, _SIZES.values()))

_CP: Final = "cp"
_MATCH: Final = "match"
_PERIODS: Final = ("round", _MATCH)
_PERIOD_OF: Final = {"round": "round", "turn": "round", _MATCH: _MATCH, "game": _MATCH}
_COSTS: Final = ("ap", "sp", "cards")
_NUMBER = re.compile(r"[+-]?[0-9]{1,4}")
_PAIR = re.compile(r"([0-9]{1,3})(?:/([0-9]{1,3}))?")
_FACES = re.compile(r"^\s*([1-6])\s*[-–]\s*([1-6])(?=\s)")
_USES = re.compile(r"([0-9]{1,3})/([a-z]+)")
_TOKENS = re.compile(r"[+-]?[0-9]+/[^\W\d_]+|[+-]?[0-9]+(?:/[0-9]+)?|[^\W\d_]+(?:-[^\W\d_]+)*|[^\s()=:,.]")
_SCORE_WORDS = re.compile(r"[+-]?[0-9]+|[^\W\d_]+")
_COUNTED = re.compile(r"\b(?:end of (?:the|each|every) |each |every )(round|turn|match|game)\b")
_BONUS_LAST = re.compile(r"([+-][0-9]+) *([^\W\d_]+)")
_HOW_OFTEN: Final = {"once": 1, "twice": 2}
_TIMES = re.compile(r"\b(once|twice)\s+(?:(?:a|per|each|every)\s+)?(round|match)\b", re.IGNORECASE)


class UnreadCardLine(Exception):  # noqa: N818  # not a fault of the program
    """A line that fits no part: the message of area `entry`, and its values."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values


class Abbreviations:
    """The words of a line: English ones, and the abbreviations that the played book prints."""

    def __init__(self, printed: Mapping[str, str]) -> None:
        self._printed = {fold(text): word for word, text in printed.items()}

    def find(self, typed: str, words: Iterable[str]) -> str:
        """The only word that was typed or begun; an abbreviation of the book stands for its word."""
        wanted, known = fold(typed), [str(word) for word in words]
        own = self._printed.get(wanted)
        if own is not None and own in known:
            return own
        begun = [word for word in known if word.startswith(wanted)]
        if wanted in known or len(begun) == 1:
            return wanted if wanted in known else begun[0]
        if begun:
            raise UnreadCardLine("several", text=typed, words=begun)
        raise UnreadCardLine("no-word", text=typed, words=known)

    def is_word(self, typed: str, word: str) -> bool:
        """Tell whether a word was typed in full."""
        wanted = fold(typed)
        return bool(wanted) and word in {wanted, self._printed.get(wanted)}

    def has(self, typed: str, words: Iterable[str]) -> bool:
        """Tell whether one of some words was typed or begun."""
        try:
            self.find(typed, words)
        except UnreadCardLine:
            return False
        return True


def tokens_in(text: str) -> list[str]:
    """The words and numbers of a line: `s20` is two tokens, `1/round` is one."""
    counted = _TIMES.sub(lambda said: f"{_HOW_OFTEN[fold(said[1])]}/{said[2]}", text)
    turned = _BONUS_LAST.sub(r"\2 \1", counted.replace("−", "-"))
    return _TOKENS.findall(turned)


# ── parts of a profile card ──────────────────────────────────────────────────────────────────────────────


def read_limb(text: str, limb: LimbName, words: Abbreviations) -> CardData:
    """A limb: `[faces] CP CHARACTERISTIC`, the last two as white/red; their names may be in between."""
    own = {_CP, limb.characteristic, limb, "faces"}
    spread = _FACES.sub(lambda said: " ".join(map(str, range(int(said[1]), int(said[2]) + 1))), text)
    tokens = [token for token in tokens_in(spread) if not (token[0].isalpha() and words.has(token, own))]
    *faces, cp, value = tokens if len(tokens) > 1 else ["", "", ""]
    pairs = [_PAIR.fullmatch(one) for one in (cp, value)]
    if not all(pairs) or not all(re.fullmatch("[1-6]+", face) for face in faces):
        raise UnreadCardLine("limb", limb=limb, word=limb.characteristic.upper())
    white_red = [_white_and_red(found) for found in pairs if found]
    if ("red" in white_red[0]) != ("red" in white_red[1]):
        raise UnreadCardLine("limb.red", word=limb.characteristic.upper())
    used = [int(face) for face in "".join(faces)] or USUAL_FACES[limb]
    return {"faces": used, _CP: white_red[0], str(limb.characteristic): white_red[1]}


def _white_and_red(found: re.Match[str]) -> CardData:
    white, red = found.groups()
    return {"white": int(white)} | ({"red": int(red)} if red and red != "0" else {})


def read_value(text: str, words: Abbreviations) -> CardData:
    """The value, other books' values, and the base: `20 fr25 pt25 40mm`; `large` is a base too."""
    tokens = [token for token in tokens_in(text) if fold(token) not in {"mm", "base", "value", "points"}]
    found: CardData = {}
    elsewhere: CardData = {}
    book = None
    for token in tokens:
        size = _SIZES.get(fold(token)) or (int(token) if token in _BASES else None)
        if token.isdigit() and book:
            elsewhere[book], book = int(token), None
        elif token.isdigit() and "value" not in found:
            found["value"] = int(token)
        elif size and book is None and "base" not in found:
            found["base"] = size
        elif token[0].isalpha() and book is None and words.has(token, BOOKS):
            book = words.find(token, BOOKS)
        else:
            raise UnreadCardLine("value")
    if "value" not in found or book:
        raise UnreadCardLine("value")
    return {**found, **({"value-by-rulebook": elsewhere} if elsewhere else {})}


def read_use(text: str, words: Abbreviations) -> CardData:
    """The uses of a piece of equipment, in one category or in several separated by semicolons."""
    found: CardData = {}
    for part in text.split(";"):
        tokens = tokens_in(part)
        if not tokens or not tokens[0][0].isalpha():
            raise UnreadCardLine("use")
        category = _category(tokens[0], words)
        read = {Category.PR: _read_protection, Category.TECH: _read_nothing}.get(category, _read_weapon)
        found[category] = read(tokens[1:], category, words)
    return found


_PROJECTILES: Final = frozenset({"p", "throw", "throwing", "thrown"})


def _category(typed: str, words: Abbreviations) -> Category:
    """The category typed; `p` is a projectile, since protection is printed in two letters."""
    if fold(typed) in _PROJECTILES:
        return Category.PROJECTILE
    if len(typed) > len("pro") and "protection".startswith(fold(typed)):
        return Category.PR
    return Category(words.find(typed, Category))


def _read_nothing(tokens: Sequence[str], category: Category, _: Abbreviations) -> CardData:
    if tokens:
        raise UnreadCardLine("use.too-much", category=category, text=" ".join(tokens))
    return {}


def _read_protection(tokens: Sequence[str], _: Category, words: Abbreviations) -> CardData:
    """A lone number is complete protection; otherwise limbs and their points."""
    found: CardData = {}
    where = ["complete"]
    for token in tokens:
        if token[0].isalpha():
            where = [*([] if where == ["complete"] else where), words.find(token, ["complete", *LimbName])]
        elif _NUMBER.fullmatch(token):
            found |= dict.fromkeys(where or ["complete"], int(token))
            where = []
        else:
            raise UnreadCardLine("use.protection")
    if not found or where not in ([], ["complete"]):
        raise UnreadCardLine("use.protection")
    return found


def _read_weapon(tokens: Sequence[str], category: Category, words: Abbreviations) -> CardData:
    """Each number belongs to the word before it; without a word, the first is the range, then strength."""
    effects = [str(effect) for effect in WeaponEffect if category in effect.weapons]
    bare = [str(effect) for effect in (WeaponEffect.RANGE, WeaponEffect.STRENGTH) if effect in effects]
    found: CardData = {}
    bonus: CardData = {}
    uses: CardData = {}
    word = None
    for token in tokens:
        if (limit := _USES.fullmatch(fold(token))) and word is None:
            uses[words.find(limit[2], _PERIODS)] = int(limit[1])
        elif token[0].isalpha() and word is None:
            word = words.find(token, [*effects, *Characteristic])
        elif _NUMBER.fullmatch(token) and word in tuple(Characteristic):
            bonus[str(word)], word = int(token), None
        elif _NUMBER.fullmatch(token) and (name := word or _first_left(bare, found)):
            found[name], word = int(token), None
        else:
            raise UnreadCardLine("use.too-much", category=category, text=token)
    if word:
        raise UnreadCardLine("use.number", word=word)
    return {**({"bonus": bonus} if bonus else {}), **found, **({"uses": uses} if uses else {})}


def _first_left(names: Sequence[str], found: Mapping[str, object]) -> str | None:
    return next((name for name in names if name not in found), None)


def read_ability_terms(text: str, words: Abbreviations) -> CardData:
    """The kind of an ability, its cost, and how often it may be used."""
    found, cost, limit = _read_terms(text, words, tuple(AbilityKind))
    if not found and "ap" in cost:
        found = [str(AbilityKind.ACTION)]
    if len(found) != 1:
        raise UnreadCardLine("terms", words=list(AbilityKind))
    return {
        "kind": found[0],
        **({"cost": cost} if cost else {}),
        **({"limit": limit} if limit else {}),
    }


def _read_terms(
    text: str, words: Abbreviations, kinds: Sequence[str]
) -> tuple[list[str], CardData, CardData]:
    """Words of a closed set, a cost such as `1 AP`, and limits such as `1/match`."""
    found: list[str] = []
    cost: CardData = {}
    limit: CardData = {}
    number = None
    for token in tokens_in(text):
        if uses := _USES.fullmatch(fold(token)):
            limit[words.find(uses[2], _PERIODS)] = int(uses[1])
        elif token.isdigit() and number is None:
            number = int(token)
        elif token[0].isalpha() and number is not None:
            cost[words.find(token, _COSTS)], number = number, None
        elif token[0].isalpha():
            found.append(words.find(token, kinds))
        else:
            raise UnreadCardLine("terms", words=list(kinds))
    if number is not None:
        raise UnreadCardLine("terms", words=list(kinds))
    return found, cost, limit


# ── parts of tactical cards and missions ─────────────────────────────────────────────────────────────────


def read_tactic_terms(text: str, words: Abbreviations) -> CardData:
    """The symbols and the cost of a tactical card: `tactical first-round cancel 3`."""
    tokens = [token for token in tokens_in(text) if fold(token) != "cost"]
    found: CardData = {}
    cost: CardData = {}
    number: int | None = None
    cancels = False
    for token in tokens:
        if token.isdigit():
            number = int(token)
            if cancels:
                found["cancellation"], number, cancels = number, None, False
        elif number is not None:
            cost[words.find(token, _COSTS[1:])], number = number, None
        else:
            word = words.find(token, ("tactical", "first-round", "cancellation", "round"))
            cancels = word == "cancellation"
            found |= {word: True} if word in {"tactical", "first-round"} else {}
    if cancels or number is not None:
        raise UnreadCardLine("tactic-terms")
    return {**found, **({"cost": cost} if cost else {})}


def read_mission_kind(text: str, words: Abbreviations) -> CardData:
    """The kind of a mission and how its side deploys, in any order: `secret ambush`."""
    found: CardData = {}
    for token in tokens_in(text):
        word = words.find(token, [*MissionKind, *Deployment])
        found["kind" if word in tuple(MissionKind) else "deployment"] = word
    if found.keys() != {"kind", "deployment"}:
        raise UnreadCardLine("mission-terms")
    return found


def read_objective(text: str, words: Abbreviations) -> CardData:
    """An objective: its points, when they are counted, then its text: `3 match The leader has fallen.`.

    Points and time that are not before the text are searched in it, as cards print them: `At the end of the
    match: 2 VP if your leader is on the field.`
    """
    first, _, rest = text.strip().partition(" ")
    found: CardData = {}
    if _NUMBER.fullmatch(first.replace("−", "-")):
        found["vp"] = int(first.replace("−", "-"))
        first, _, rest = rest.strip().partition(" ")
        if words.is_word(first.rstrip(":,"), "vp"):
            first, _, rest = rest.strip().partition(" ")
    if fold(first) in _PERIOD_OF:
        found["counted"], text = _PERIOD_OF[fold(first)], rest
    else:
        text = f"{first} {rest}"
    if not text.strip():
        raise UnreadCardLine("objective")
    return {"text": text.strip(), **_printed_score(text, words), **found}


def _printed_score(text: str, words: Abbreviations) -> CardData:
    """The points in a text, if it names them once, and when they are counted, if it says so."""
    pairs = pairwise(_SCORE_WORDS.findall(text.replace("−", "-")))
    points = [int(n) for n, word in pairs if _NUMBER.fullmatch(n) and words.is_word(word, "vp")]
    ends = _COUNTED.findall(fold(text))
    return {
        **({"vp": points[0]} if len(points) == 1 else {}),
        **({"counted": _PERIOD_OF[ends[0]]} if len(set(ends)) == 1 else {}),
    }


def read_symbol(text: str, words: Abbreviations) -> CardData:
    """The one faction or stigma of a mission."""
    if words.has(text, Stigma):
        return {"stigma": words.find(text, Stigma)}
    return {"faction": text.strip()}


# ── lists and names ──────────────────────────────────────────────────────────────────────────────────────


def read_listed(text: str, known: Sequence[str]) -> list[str]:
    """Names separated by commas; each may be the beginning of a known one, unless it is quoted."""
    return [known_name(part, known) for part in split_outside_quotes(text, ",") if part]


def known_name(text: str, known: Sequence[str]) -> str:
    """The only known name that a text begins, else the text itself; a quoted text is taken literally."""
    bare = read_quoted(text)
    if bare != text:
        return bare
    begun = [name for name in known if fold(name).startswith(fold(text))]
    same = [name for name in known if fold(name) == fold(text)]
    return (same or begun)[0] if same or len(begun) == 1 else text


ReadLine = Callable[[str, Abbreviations], Any]


# ── writing lines ─────────────────────────────────────────────────────────────────────────────────────────


def limb_line(data: CardData, limb: LimbName) -> str:
    """The line of a limb: its faces where they are not the usual ones, CP, characteristic."""
    faces = [] if data["faces"] == USUAL_FACES[limb] else [" ".join(map(str, data["faces"]))]
    return " ".join([*faces, pair_line(data[_CP]), pair_line(data[limb.characteristic])])


def pair_line(value: Mapping[str, int]) -> str:
    """White and red, or white alone."""
    return f"{value['white']}/{value['red']}" if "red" in value else str(value["white"])


def use_line(data: CardData) -> str:
    """The line of a piece of equipment, without its name."""
    return "; ".join(
        " ".join(part for part in (category, _category_line(data[category])) if part)
        for category in Category
        if category in data
    )


def _category_line(data: CardData) -> str:
    words = [f"{word} {data[word]}" for word in (*WeaponEffect, "complete", *LimbName) if word in data]
    bonus = [f"{word}{amount:+d}" for word, amount in data.get("bonus", {}).items()]
    return " ".join([*words, *bonus, *_limits(data.get("uses", {}))])


def _limits(limit: Mapping[str, int]) -> list[str]:
    return [f"{limit[period]}/{period}" for period in _PERIODS if period in limit]


def terms_line(data: CardData) -> str:
    """The line of an ability: its kind, its cost and its limit."""
    cost = [f"{amount} {word}" for word, amount in data.get("cost", {}).items()]
    return " ".join([data["kind"], *cost, *_limits(data.get("limit", {}))])


def value_line(data: CardData) -> str:
    """The line of a value, with those of other books and a large base."""
    elsewhere = [f"{book} {value}" for book, value in data.get("value-by-rulebook", {}).items()]
    base = [] if data["base"] == SMALL_BASE else [str(data["base"])]
    return " ".join([str(data["value"]), *elsewhere, *base])


def tactic_line(data: CardData) -> str:
    """The line of a tactical card: its symbols and its price."""
    symbols = [word for word in ("tactical", "first-round") if data.get(word)]
    cancels = [f"cancellation {data['cancellation']}"] if "cancellation" in data else []
    cost = [f"{amount} {word}" for word, amount in data.get("cost", {}).items()]
    return " ".join([*symbols, *cancels, *cost])


def objective_line(data: CardData) -> str:
    """The line of an objective: its points, when it is counted, its text."""
    points = [str(data["vp"])] if "vp" in data else []
    counted = [data["counted"]] if "counted" in data else []
    return " ".join([*points, *counted, data["text"]])


def listed_line(names: Sequence[str]) -> str:
    """Names separated by commas, in quotes where a name has a comma itself."""
    return ", ".join(quoted_if_parted(name, ",") for name in names)


def quoted_if_parted(name: str, mark: str) -> str:
    """A name before a mark; in quotes where it holds the mark itself, or would lose its own quotes."""
    is_whole = split_outside_quotes(name, mark) == [name] and read_quoted(name) == name
    return name if is_whole else quote_name(name)
