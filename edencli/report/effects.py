"""What a card does, in a sentence made from its effects, and the vocabulary with an example of each element.

A message is named after its word; its values are the word's own parts, each told by its kind. Clauses that
limit a word follow it. Decides nothing, and adds nothing that the effect does not say.
"""

import enum
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from edencli.lang import Words
from edencli.match.match import Match
from edencli.model.effect import TAGS, Adds, CardEffect, Choosing, Instead, Now, Twist, When
from edencli.model.fighter import Equipment
from edencli.model.game import Objective
from edencli.model.meant import (
    FieldPart,
    Happened,
    Happening,
    HowMany,
    NumberWord,
    Owner,
    Past,
    Proviso,
    Role,
    Since,
    ThereAre,
    Where,
    Who,
    Word,
)
from edencli.model.operation import Alternative, HealCp, Operation, Push
from edencli.model.terms import Characteristic, Duration, LimbName
from edencli.model.vocabulary import ENUMS, Headword, elements
from edencli.report.sheet import Data, Sheet
from edencli.rulebooks.catalogue import examples

AREA = "effects"


def effect_sentence(words: Words, effect: CardEffect) -> str:
    """One thing that a card does, with all that limits it."""
    return words.apart(_clauses(words, effect))


def card_sentences(words: Words, match: Match, name: str) -> list[str]:
    """What a card of a match does, a sentence an effect; nothing where no card of that name says it."""
    abilities = (one for fighter in match.state.fighters.values() for one in fighter.card.abilities)
    decks = (deck for band in match.setup.bands.values() for deck in (band.tactics, band.missions))
    found = next(
        (one for one in (*abilities, *(card for deck in decks for card in deck)) if one.name == name), None
    )
    return [] if found is None else [effect_sentence(words, effect) for effect in found.effects]


def _clauses(words: Words, effect: CardEffect) -> Iterator[str]:
    """The word itself, then its limits, then what is done."""
    yield _word(words, effect)
    if isinstance(effect, Adds) and effect.acts:
        yield words.say(AREA, "acts", acts=[str(act) for act in effect.acts])
    for part in ("against", "doer", "sufferer"):
        if (who := getattr(effect, part, None)) is not None:
            yield words.say(AREA, part, who=_who(words, who))
    for part in ("marker", "how", "step"):
        if (detail := getattr(effect, part, None)) is not None:
            yield words.say(AREA, "detail", detail=str(detail))
    for part in ("through", "enters", "leaves"):
        if (name := getattr(effect, part, None)) is not None:
            yield words.say(AREA, part, name=name)
    if getattr(effect, "only_if", ()):
        yield words.say(AREA, "only-if", tests=[_word(words, one) for one in effect.only_if])  # type: ignore[attr-defined]  # asked
    if isinstance(effect, When | Instead):
        yield from (
            words.say(AREA, key) for key in ("may", "from-hand") if getattr(effect, key.replace("-", "_"))
        )
    yield from _done(words, effect)


def _done(words: Words, effect: CardEffect) -> Iterator[str]:
    if isinstance(effect, Now | When):
        if effect.choose is not None:
            yield _choice(words, effect.choose)
        yield from (_word(words, one) for one in effect.do)
    if isinstance(effect, Instead):
        yield _word(words, effect.change)


def _choice(words: Words, choose: Choosing) -> str:
    by = words.say(AREA, f"player.{choose.by}")
    message = "choose.several" if choose.most > 1 else "choose"
    return words.say(AREA, message, by=by, most=choose.most, who=_who(words, choose.who))


def _message(words: Words, word: Word) -> str:
    """The message of a word: one of its own where it says more than usual."""
    match word:
        case Operation():
            return words.first(AREA, *_of_operation(word))
        case Proviso():
            return f"test.{word.word}{_variant(word)}"
        case Twist():
            return f"change.{word.word}{_variant(word)}"
    return f"{word.word}{_variant(word)}"


def _of_operation(word: Operation) -> Iterator[str]:
    """What an operation may be called: by all of its parts that are said, by some of them, or by none."""
    name = f"op.{word.word}"
    if isinstance(word, Push) and word.n.n < 0:
        yield f"{name}.towards"
    said = [part for part, meant in word.defaults.items() if getattr(word, part) != meant]
    for n in range(len(said), -1, -1):
        yield from (".".join((name, *some)) for some in combinations(said, n))


def _variant(word: Word) -> str:
    """What makes the sentence of a word another one."""
    match word:
        case Adds() if word.limb:
            return ".limb"
        case Adds() if word.by != HowMany(n=word.by.n):
            return ".counted"
    return _how_often(word)


def _is_of_one(word: ThereAre) -> bool:
    """Tell whether it is asked what one fighter is, or is not."""
    who, bounds = word.who, (word.least, word.most)
    is_simple = who.the is not None and not who.did and not who.suffered and any(_filters(who))
    return is_simple and bounds in {(1, None), (0, 0)}


def _how_often(word: Word) -> str:
    if isinstance(word, ThereAre) and _is_of_one(word):
        return ".one" if word.least else ".not-one"
    if isinstance(word, ThereAre | Happened):
        if word.most == 0:
            return ".none"
        if word.most is None:
            return ".least" if word.least > 1 else ""
    return ".most" if getattr(word, "most", None) is not None else ""


def _word(words: Words, word: Word) -> str:
    """A word with its parts, in the message that says most of it."""
    values = {part: _part(words, word, part, value) for part, value in word.values().items()}
    if isinstance(word, ThereAre) and word.who.the:
        values |= {"the": words.say(AREA, f"the.{word.who.the}"), "is_so": _filtered(words, word.who)}
    if isinstance(word, When) and word.success is not None:
        outcome = "success" if word.success else "failure"
        event = f"event.{word.event}"
        values["event"] = words.say(AREA, words.first(AREA, f"{event}.{outcome}", event))
    if isinstance(word, Push) and word.n.n < 0:
        values["n"] = words.shown(-word.n.n)
    return words.say(AREA, _message(words, word), **values)


def _part(words: Words, word: Word, part: str, value: Any) -> Any:
    """One part of a word, told by its kind."""
    if part == "limb" and value is None:
        return words.say(AREA, "limb.chosen" if isinstance(word, HealCp) else "limb.every")
    if value is None:
        return words.say(AREA, "all")
    for kind, tell in _KINDS.items():
        if isinstance(value, kind):
            told = tell(words, value)
            is_signed = isinstance(word, Adds) and part == "by" and _variant(word) != ".counted"
            return _signed(told) if is_signed else told
    return [_part(words, word, part, one) for one in value] if isinstance(value, tuple) else value


def _signed(number: str) -> str:
    return number if number.startswith("−") else f"+{number}"


def _number(words: Words, number: HowMany) -> str:
    """A number, or what is counted for it."""
    told = words.shown(number.n)
    for part, tell in _COUNTED.items():
        if (counted := getattr(number, part)) is not None:
            of = words.say(AREA, f"the.{number.of}")
            told = words.say(AREA, f"number.{part}", **{part: tell(words, counted)}, of=of)
    if number.per != 1:
        told = words.say(AREA, "number.per", per=number.per, number=told)
    if number.times != 1:
        told = words.say(AREA, "number.times", times=number.times, number=told)
    return told if number.most is None else words.say(AREA, "number.most", number=told, most=number.most)


def _who(words: Words, who: Who) -> str:
    """Whom a filter means."""
    base = words.say(AREA, f"the.{who.the}" if who.the else f"side.{who.side or 'all'}")
    filters = _filtered(words, who)
    return words.say(AREA, "who", base=base, filters=filters) if filters else base


def _filtered(words: Words, who: Who) -> list[str]:
    """What a filter asks of somebody."""
    return [words.say(AREA, message, **_shown(words, who)) for message in _filters(who)]


def _past(words: Words, past: Past) -> str:
    """What happened, and since when."""
    clauses = [words.say(AREA, f"event.{past.event}")]
    whom = {part: who for part in ("doer", "sufferer") if (who := getattr(past, part)) is not None}
    clauses += [words.say(AREA, part, who=_who(words, who)) for part, who in whom.items()]
    if past.how is not None:
        clauses.append(words.say(AREA, "detail", detail=past.how))
    return words.say(AREA, "past", clauses=clauses, since=words.say(AREA, f"since.{past.since}"))


def _where(words: Words, where: Where) -> str:
    """What a card asks of a place."""
    if where.centre:
        return words.say(AREA, "where.centre")
    wanted = [part for part in _WHERE if getattr(where, part) not in {None, False}]
    if where.near is not None and "within" in wanted:
        wanted[wanted.index("within")] = "near"
    of = words.say(AREA, f"the.{where.of}")
    values = {
        **where.values(),
        "of": of,
        "clear_of": _who(words, where.clear_of),
        "zone": words.say(AREA, f"zone.{where.zone or FieldPart.OWN_HALF}"),
    }
    asked = [words.say(AREA, f"where.{part}", **values) for part in wanted]
    return words.apart(asked) if asked else words.say(AREA, "where.any")


_WHERE = ("zone", "within", "clear", "spaced", "free")


def _filters(who: Who) -> Iterator[str]:
    yield from (f"side.{part}" for part in _KIND if getattr(who, part) is not None)
    if who.near is not None:
        yield "side.near" if who.within is None else "side.near.within"
    elif who.within is not None:
        yield "side.within"
    yield from (f"side.{part}" for part in _MORE if getattr(who, part) is not None)
    if who.wounded is not None:
        yield "side.wounded" if who.wounded else "side.unhurt"
    if who.free is not None:
        yield "side.free" if who.free else "side.engaged"
    if who.out:
        yield "side.out"


_KIND = ("type", "not_type", "faction", "touching")
_MORE = ("seen_by", "nearest", "bears", "zone", "marker", "carries", "did", "suffered")


def _shown(words: Words, who: Who) -> dict[str, Any]:
    values = who.values()
    kinds: Mapping[type[enum.Enum], str] = {Role: "the", Happening: "event", FieldPart: "zone"}
    for part, one in who.values().items():
        if type(one) in kinds:
            values[part] = words.say(AREA, f"{kinds[type(one)]}.{one}")
    return values


def _alternative(words: Words, one: Alternative) -> str:
    return words.say(AREA, "option", name=one.name, do=[_word(words, op) for op in one.do])


def _stated(words: Words, one: enum.Enum) -> Any:
    return words.term("events", f"term.{one}")


def _player(words: Words, one: Owner) -> str:
    return words.say(AREA, f"player.{one}")


# How that is told for which a number stands.
_COUNTED: Mapping[str, Callable[[Words, Any], Any]] = {
    "count": _who,
    "stat": _stated,
    "markers": _stated,
    "worth": _who,
    "past": _past,
    "vp": _player,
    "sp": _player,
}

# How a value is told, by its kind.
_KINDS: Mapping[type[Any], Callable[[Words, Any], Any]] = {
    Who: _who,
    HowMany: _number,
    Happening: lambda words, one: words.say(AREA, f"event.{one}"),
    NumberWord: lambda words, one: words.say(AREA, f"figure.{one}"),
    Owner: _player,
    Duration: lambda words, one: words.say(AREA, f"until.{one}"),
    LimbName: _stated,
    Characteristic: _stated,
    Past: _past,
    Where: _where,
    Role: lambda words, one: words.say(AREA, f"the.{one}"),
    Since: lambda words, one: words.say(AREA, f"since.{one}"),
    Alternative: _alternative,
    Equipment: lambda _, one: one.name,
    CardEffect: effect_sentence,
    Operation: _word,
    enum.Enum: lambda _, one: str(one),
}


def provisos(words: Words, objective: Objective) -> Iterator[str]:
    """What must be so for an objective to score, and how many times it does."""
    yield from (_word(words, one) for one in objective.only_if)
    if objective.each is not None:
        yield words.say(AREA, "each", number=_number(words, objective.each))


# ── the vocabulary ───────────────────────────────────────────────────────────────────────────────────────


def vocabulary_data(words: Words) -> Data:
    """Every element of the vocabulary, group by group, each with a piece of a sample card that has it."""
    groups: dict[str, list[Data]] = {}
    for element, keys in elements().items():
        groups.setdefault(element.group, []).append(_row(words, element, keys))
    return {"groups": [{"group": group, "rows": rows} for group, rows in groups.items()]}


def write_vocabulary(sheet: Sheet, words: Words, data: Data) -> None:
    """Write what each element means, how it is written, and on which card."""
    sheet.title(words.say(AREA, "vocabulary.title"))
    sheet.text(words.say(AREA, "vocabulary.about"))
    for group in data["groups"]:
        sheet.heading(words.say(AREA, f"vocabulary.{group['group']}"))
        sheet.names([(row["word"], words.say(AREA, "vocabulary.row", **row)) for row in group["rows"]])


def _row(words: Words, element: Headword, keys: tuple[str, ...]) -> Data:
    name = f"{element.group}.{element.word}"
    shown = examples()[name]
    own = element.group in ENUMS.values() and words.has(AREA, name)
    return {
        "word": element.word,
        "keys": list(keys),
        "example": in_one_line(shown["piece"]),
        "card": shown["card"],
        "means": words.say(AREA, name) if own else _whole(words, shown["piece"]),
    }


def _whole(words: Words, data: Data) -> str:
    """What an example says, in a sentence."""
    from edencli.files.shape_effects import family, shape_of_part  # noqa: PLC0415  # slow to import, and for this page alone

    if "each" in data:
        return words.say(
            AREA, "each", number=_number(words, shape_of_part(HowMany, "each").read(data["each"], ()))
        )
    kind: Any = next(kind for kind, tag in TAGS.items() if tag in data)
    piece = family(kind).read(data, ())
    if isinstance(piece, CardEffect):
        return effect_sentence(words, piece)
    return _word(words, piece)


def in_one_line(data: Any) -> str:
    """Plain data as files write it in one line."""
    if isinstance(data, dict):
        return f"{{{', '.join(f'{key}: {in_one_line(one)}' for key, one in data.items())}}}"
    if isinstance(data, list):
        return f"[{', '.join(map(in_one_line, data))}]"
    return str(data).lower() if isinstance(data, bool) else str(data)
