"""Card sentences: what a card does, in sentences made from its effects.

A message is named after its word, and after the parts that change how it is said; its values are the word's
own parts, each told by its kind. Decides nothing, and adds nothing that the effect does not say.
"""

import enum
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from edencli.lang import Words
from edencli.lookup.rule_page import rule_title
from edencli.model.card_words import (
    TARGET,
    AllOf,
    AnyOf,
    CanAct,
    Happened,
    HowMany,
    MoreThan,
    Not,
    NumberIs,
    NumberWord,
    Owner,
    Past,
    Proviso,
    Role,
    RoundIs,
    SceneryFilter,
    ThereAre,
    WeaponFilter,
    Where,
    Who,
    Word,
)
from edencli.model.effect import (
    ActFirst,
    AddDice,
    Adds,
    AddToDice,
    CardEffect,
    ChangesWeather,
    CopiesGear,
    CountsWithin,
    Crosses,
    Duty,
    Forbids,
    Grants,
    HasType,
    Instead,
    KeepsWhite,
    Lasting,
    NotChosen,
    Now,
    Permits,
    Prices,
    RedirectChange,
    ReplaceChange,
    Reroll,
    StandingEffect,
    When,
)
from edencli.model.fighter import Ability, Equipment
from edencli.model.game import Mission, Objective, Tactic
from edencli.model.operation import (
    Alternative,
    CopyCard,
    DiscardCards,
    DrawCards,
    ExtraAct,
    GiveSp,
    HealCp,
    LayToken,
    LookAtHand,
    MakeRoll,
    Operation,
    Oppose,
    Outcome,
    PlaceNpf,
    PlainDice,
    PlayCard,
    Push,
    Repeat,
    RevealHand,
    TakeBackCards,
)
from edencli.model.terms import ActKind, Characteristic, Duration, LimbName, Marker, WeatherName
from edencli.pages.card_choices import choice_sentence
from edencli.pages.card_terms import CardWording, bounds_key
from edencli.pages.gear import gear_notation
from edencli.rulebooks import catalogue

if TYPE_CHECKING:
    from edencli.match.match import Match


def effect_sentence(words: Words, effect: CardEffect) -> str:
    """The sentence for one effect of a card, with all its conditions."""
    return _effect(CardWording(words), effect)


def sentence_on_card(words: Words, card: Ability | Tactic | Mission, effect: CardEffect) -> str:
    """The sentence for one effect of a card; of a tactical card it also says how long the effect lasts."""
    told = effect_sentence(words, effect)
    waits = isinstance(effect, StandingEffect) or not getattr(effect, "from_hand", True)
    if not isinstance(card, Tactic) or not waits:
        return told
    done = (op for one in card.effects for op in getattr(one, "do", ()))
    laid = next((op.name for op in done if isinstance(op, LayToken)), None)
    if laid is None and card.stays:
        return CardWording(words).say("tactic.stays", told=told)
    message = "tactic.round" if laid is None else "tactic.laid"
    return CardWording(words).say(message, told=told, name=laid)


def card_sentences(words: Words, match: "Match", name: str) -> list[str]:
    """A sentence for each effect of a card in a match; none if the match has no card of that name."""
    found = find_card(match, name)
    return [] if found is None else [sentence_on_card(words, found, effect) for effect in found.effects]


def find_card(match: "Match", name: str) -> Ability | Tactic | Mission | None:
    """The ability, tactical card or mission of that name in a match; None if there is none."""
    abilities = (one for fighter in match.state.fighters.values() for one in fighter.card.abilities)
    decks = (deck for band in match.setup.bands.values() for deck in (band.tactics, band.missions))
    cards = (*abilities, *(card for deck in decks for card in deck))
    return next((one for one in cards if one.name == name), None)


def scoring_conditions(words: Words, objective: Objective) -> Iterator[str]:
    """The conditions on which an objective scores, and how many times it does."""
    wording = CardWording(words)
    yield from (_word(wording, one) for one in objective.only_if)
    if objective.each is not None:
        yield wording.times_scored(objective.each)


def word_sentence(words: Words, word: Word) -> str:
    """The sentence for one word of the vocabulary, by itself."""
    return (
        _effect(CardWording(words), word) if isinstance(word, CardEffect) else _word(CardWording(words), word)
    )


def _effect(wording: CardWording, effect: CardEffect) -> str:
    if isinstance(effect, StandingEffect):
        wording = wording._replace(in_acts=True)
        told: str = _STANDING[type(effect)](wording, effect)
        return _with_conditions("given.standing", wording, told, effect)
    assert isinstance(effect, Now | When | Instead)  # noqa: S101  # the other kinds of effect
    when, there = "", wording
    if isinstance(effect, When | Instead):
        outer = (wording.within, *wording.outer) if wording.within else ()
        there = wording._replace(within=effect.event, outer=outer)
        when = _with_player_choice(
            wording, effect, wording.say(effect.word, event=wording.event(effect, effect.event))
        )
    when = _with_conditions("given" if when else "given.now", there, when, effect)
    done = _consequence(there, effect)
    return wording.say("then", when=when, done=done) if when else done


def _with_conditions(message: str, wording: CardWording, told: str, effect: Any) -> str:
    """Add the conditions of an effect to a sentence, if it has any."""
    if not effect.only_if:
        return told
    return wording.say(message, told=told, tests=wording.join_with("and", _words(wording, effect.only_if)))


def _with_player_choice(wording: CardWording, effect: When | Instead, told: str) -> str:
    """Add that the player may choose, must play the card from hand, or can do so only once."""
    for key, is_so in (("may", effect.may), ("from-hand", effect.from_hand)):
        told = wording.say(key, told=told) if is_so else told
    return wording.say(f"once.{effect.once}", told=told) if effect.once else told


def _consequence(wording: CardWording, effect: Now | When | Instead) -> str:
    if isinstance(effect, Instead):
        return _word(wording, effect.change)
    return _done(wording, effect)


def _done(wording: CardWording, effect: Now | When | ReplaceChange | ActFirst | Repeat) -> str:
    """What is done, after the choice of a target if there is one."""
    words = wording.words
    if effect.choose is None:
        return words.join_phrases(_words(wording, effect.do))
    upon = wording._replace(target="the.each-target") if effect.choose.most > 1 else wording
    return words.join_phrases([choice_sentence(wording, effect.choose), *_words(upon, effect.do)])


# ── what holds as long as an effect works ────────────────────────────────────────────────────────────────


def _adds(wording: CardWording, effect: Adds) -> str:
    limb = ["limb"] if effect.limb else []
    is_plain = effect.by.is_plain
    sign = "more" if effect.by.n > 0 else "less"
    message, _ = wording.fullest_message(
        "adds", [*limb, str(effect.to), sign] if is_plain else [*limb, "counted"]
    )
    values = _values(wording, effect)
    if is_plain:
        values |= wording.amounts_by_unit(HowMany(n=abs(effect.by.n)))
        values |= {"n": abs(effect.by.n), "by": wording.say(f"signed.{sign}", n=abs(effect.by.n))}
    told = wording.say(message, **values)
    if effect.acts:
        placed = "adds.acts" if is_plain else "adds.acts.counted"
        told = wording.say(placed, told=told, acts=_acts(wording, "doing", "and", effect.acts))
    if effect.against is not None:
        told = wording.say("adds.against", told=told, against=wording.who(effect.against, "many"))
    if effect.weapon is not None:
        told = wording.say("adds.weapon", told=told, weapon=wording.weapon(effect.weapon))
    return told if effect.ability is None else wording.say(f"adds.ability.{effect.ability}", told=told)


def _forbids(wording: CardWording, effect: Forbids) -> str:
    if effect.against is None:
        told = _may(wording, "forbids", effect, acts=_acts(wording, "may", "or", effect.acts))
        return _with_weapon(wording, told, effect)
    aimed, at = _acts(wording, "doing", "or", effect.acts), wording.who(effect.against, "many")
    return _with_weapon(wording, _may(wording, "forbids.against", effect, acts=aimed, against=at), effect)


def _with_weapon(wording: CardWording, told: str, effect: Forbids | Permits) -> str:
    """Add the weapon with which acts are done, if the card names one."""
    if effect.weapon is None:
        return told
    return wording.say("act.weapon", told=told, weapon=wording.weapon(effect.weapon))


def _permits(wording: CardWording, effect: Permits) -> str:
    title = _rule(wording, effect.despite)
    may = _acts(wording, "may", "or", effect.acts)
    message = "permits" if effect.against is None else "permits.against"
    values = {"acts": may, "against": wording.who(effect.against or Who(), "many")}
    told = wording.say(message, of=wording.who(effect.of), despite=title, **values)
    return _with_weapon(wording, told, effect)


def _has_type(wording: CardWording, effect: HasType) -> str:
    message = "has-type.taken" if effect.taken else "has-type"
    return wording.say(message, of=wording.who(effect.of), type=effect.type)


def _duty(wording: CardWording, effect: Duty) -> str:
    message = "duty" if effect.against is None else "duty.against"
    values = {"acts": _acts(wording, "may", "or", effect.acts)}
    values |= {"against": wording.who(effect.against or Who(), "many")}
    return wording.say(message, of=wording.who(effect.of), **values)


def _keeps_white(wording: CardWording, effect: KeepsWhite) -> str:
    stats = wording.join_with("and", [str(_term(wording, stat)) for stat in effect.stats])
    acts = _acts(wording, "doing", "and", effect.acts) if effect.acts else ""
    message = "keeps-white.acts" if effect.acts else "keeps-white"
    return wording.say(message, of=wording.who(effect.of), stats=stats, acts=acts)


def _prices(wording: CardWording, effect: Prices) -> str:
    sign = "counted" if not effect.by.is_plain else "more" if effect.by.n > 0 else "less"
    given = [part for part in ("player", "named", "card") if getattr(effect, part) is not None]
    values = _values(wording, effect) | {"card": wording.tactics(effect.card, "many")}
    if effect.by.is_plain:
        values |= wording.amounts_by_unit(HowMany(n=abs(effect.by.n)))
    return wording.say(wording.fullest_message("prices", [*given, sign])[0], **values)


def _may(wording: CardWording, message: str, effect: Forbids, **values: str) -> str:
    """What fighters may not do: one may not, or none of several may."""
    of_one = effect.of.the is not None
    of = wording.who(effect.of, "no")
    return wording.say(f"{message}.one" if of_one else message, of=of, **values)


def _acts(wording: CardWording, kind: str, by: str, acts: tuple[ActKind, ...]) -> str:
    """A list of acts: as verbs (what fighters may do) or as nouns."""
    return wording.join_with(by, [wording.say(f"{kind}.{act}") for act in acts])


def _crosses(wording: CardWording, effect: Crosses) -> str:
    both = effect.fighters and effect.scenery
    through = "both" if both else "scenery" if effect.scenery else "fighters" if effect.fighters else "none"
    return wording.say(f"crosses.{through}", of=wording.who(effect.of))


def _not_chosen(wording: CardWording, effect: NotChosen) -> str:
    message = "not-chosen" if effect.player is None else "not-chosen.player"
    return wording.say(
        message, of=wording.who(effect.of), player=effect.player and wording.player(effect.player)
    )


def _counts_within(wording: CardWording, effect: CountsWithin) -> str:
    values = {"within": wording.length(effect.within), "to": wording.role(effect.to)}
    return wording.say("counts-within", of=wording.who(effect.of), **values)


def _rule(wording: CardWording, despite: str) -> str:
    """The title of a rule that a card lifts."""
    rule = catalogue.find_rule(despite)
    return rule_title(wording.words, rule) if rule else despite


_STANDING: Mapping[type[StandingEffect], Callable[[CardWording, Any], str]] = {
    Adds: _adds,
    Forbids: _forbids,
    Permits: _permits,
    Duty: _duty,
    HasType: _has_type,
    Crosses: _crosses,
    NotChosen: _not_chosen,
    CountsWithin: _counts_within,
    KeepsWhite: _keeps_white,
    Prices: _prices,
    ChangesWeather: lambda wording, effect: wording.say("weather", **_values(wording, effect)),
    CopiesGear: lambda wording, effect: wording.say("copies-gear", **_values(wording, effect)),
    Grants: lambda wording, effect: wording.say("grants", **_values(wording, effect)),
}

# ── the other words ──────────────────────────────────────────────────────────────────────────────────────


def _words(wording: CardWording, several: tuple[Word, ...]) -> list[str]:
    return [_word(wording, one) for one in several]


def _word(wording: CardWording, word: Word) -> str:
    """A word with its parts, in the message that mentions the most of them."""
    if isinstance(word, ThereAre):
        return _there_are(wording, word)
    if isinstance(word, Not):
        denied = _denied(word.what)
        return _not_more(wording, word.what) if denied is None else _word(wording, denied)
    if isinstance(word, AnyOf | AllOf):
        tests = _words(wording, word.tests)
        return wording.say(f"test.{word.word}", most=tests[:-1], last=tests[-1])
    values = _values(wording, word)
    if isinstance(word, Happened):
        values |= wording.past_values(word.past)
    family = "op" if isinstance(word, Operation) else "test" if isinstance(word, Proviso) else "change"
    parts = list(_message_parts(word))
    if isinstance(word, DiscardCards) and wording.shown is word.hand:
        parts.insert(0, "shown")
    message, _ = wording.fullest_message(f"{family}.{word.word}", parts)
    told = wording.say(message, **values)
    if isinstance(word, PlaceNpf) and word.owner is not None:
        return wording.say("act.owned", told=told, owner=wording.player(word.owner))
    if isinstance(word, ExtraAct) and word.despite is not None:
        return wording.say("act.despite", told=told, despite=_rule(wording, word.despite))
    return told


def _denied(proviso: Proviso) -> Proviso | None:
    """The condition that holds if another does not; None if that needs a sentence of its own."""
    if isinstance(proviso, Not):
        return proviso.what
    if isinstance(proviso, AnyOf | AllOf):
        other = AllOf if isinstance(proviso, AnyOf) else AnyOf
        return other(tests=tuple(Not(what=one) for one in proviso.tests))
    if isinstance(proviso, ThereAre | RoundIs | Happened | NumberIs):
        below = [proviso.with_changes(least=0, most=proviso.least - 1)] if proviso.least else []
        above = [] if proviso.most is None else [proviso.with_changes(least=proviso.most + 1, most=None)]
        outside = tuple(below + above)
        if isinstance(proviso, RoundIs) and proviso.least == 1:
            outside = tuple(above)  # there is no round before the first
        return AnyOf(tests=outside) if len(outside) > 1 else outside[0] if outside else None
    return None


def _not_more(wording: CardWording, proviso: Proviso) -> str:
    message, _ = wording.fullest_message(f"test.not.{proviso.word}", list(_message_parts(proviso)))
    return wording.say(message, **_values(wording, proviso))


def _message_parts(word: Word) -> Iterator[str]:
    """The parts of a word that select its message: those that are given, and its direction."""
    if isinstance(word, Push):
        yield from _ways_of_push(word)
        return
    if isinstance(word, Reroll):
        yield from _ways_to_reroll(word)
        return
    if isinstance(word, PlayCard):
        yield from ("random",) if word.random else ()
        return
    if isinstance(word, LookAtHand | RevealHand):
        yield from ("n",) if word.n is not None else ()
        yield from ("do",) if word.do or word.otherwise or word.card else ()
        return
    if isinstance(word, AddToDice | AddDice) and word.by != HowMany(n=word.by.n):
        yield "counted"
    if isinstance(word, Happened | NumberIs | RoundIs):
        yield bounds_key(word.least, word.most)
        return
    given = (part for part, meant in word.defaults.items() if getattr(word, part) != meant)
    is_once = isinstance(word, Lasting) and word.times == 1
    yield from ("once" if is_once and part == "times" else part for part in given)


def _ways_to_reroll(reroll: Reroll) -> Iterator[str]:
    """The parts of the message that say which dice are thrown again, and whether the player picks them."""
    given = [part for part in ("most", "faces") if getattr(reroll, part) != reroll.defaults[part]]
    yield from given
    if reroll.n is not None or reroll.picked:
        yield "picked" if reroll.n is None else "n"


def _ways_of_push(push: Push) -> Iterator[str]:
    """The parts of the message that say in which direction a push goes."""
    if push.by is not None:
        yield "by"
        return
    if push.n.n < 0:
        yield "towards"
    if push.name is not None or push.scenery is not None:
        yield "name" if push.name is not None else "scenery"


def _there_are(wording: CardWording, word: ThereAre) -> str:
    """How many fighters fulfil a condition: said of one that the card names, or of several."""
    who, bounds = word.who, bounds_key(word.least, word.most)
    if who.the is not None:
        of, form = wording.role(who.the), "one"
        message = "there-are.not-one" if bounds == "none" else "there-are.one"
    else:
        message = "there-are"
        form = {"once": "one", "none": "no"}.get(bounds, "some")
        number = wording.say(f"bounds.{bounds}", least=word.least, most=word.most) if form == "some" else ""
        of = wording.kind(who, form, number=number, n=word.most or word.least)
    is_so = wording.filter_clause(who, form) or wording.phrase("is.there", n=2 if form == "some" else 1)
    return wording.say(f"test.{message}", of=of, is_so=is_so)


def _values(wording: CardWording, word: Word) -> dict[str, Any]:
    """The parts of a word, each told by its kind."""
    values = {part: _part(wording, part, value) for part, value in word.as_dict().items()}
    if isinstance(word, HealCp) and word.limb is None:
        chosen = "limb.chosen" if word.by is Owner.OWN else "limb.chosen.opponent"
        values["limb"] = wording.say(chosen)
    for part in ("n", "by"):
        if part in word.part_types and isinstance(number := getattr(word, part), HowMany | None):
            values |= wording.amounts_by_unit(number, values.get("marker", "") or values.get("name", ""))
    if acts := getattr(word, "acts", ()):
        values |= {"acts": _acts(wording, "may", "or", acts), "doings": _acts(wording, "doing", "and", acts)}
    values |= _own_values(wording, word)
    return values | _place_values(wording, word) | _dice_values(wording, word) | _hand_values(wording, word)


def _own_values(wording: CardWording, word: Word) -> dict[str, Any]:
    """Values of a message for words whose parts are told in a way of their own."""
    tell = next((tell for kinds, tell in _OWN_WAYS.items() if isinstance(word, kinds)), None)
    return {} if tell is None else tell(wording, word)


def _lasts(wording: CardWording, word: Lasting) -> dict[str, Any]:
    return {} if word.rounds is None else {"until": wording.phrase("until.rounds", rounds=word.rounds)}


def _against(wording: CardWording, word: ExtraAct | CanAct) -> dict[str, Any]:
    against = {"against": wording.who(word.against or Who(), "many")}
    return against | ({"price": _price(wording, word)} if isinstance(word, ExtraAct) else {})


# The words whose parts are told in a way of their own, and how.
_OWN_WAYS: Mapping[Any, Callable[[CardWording, Any], dict[str, Any]]] = {
    Lasting: _lasts,
    CopyCard: lambda wording, word: {} if word.who is None else {"who": wording.who(word.who, "one")},
    MoreThan: lambda wording, word: {
        part: wording.who(getattr(word, part), "many") for part in ("who", "than")
    },
    RedirectChange: lambda wording, word: {"to": wording.who(word.to, "one")},
    (ReplaceChange, ActFirst, Repeat): lambda wording, word: {"do": _done(wording, word)},
    (ExtraAct, CanAct): _against,
}


def _hand_values(wording: CardWording, word: Word) -> dict[str, Any]:
    """Values for hands of tactical cards: what is done with the cards shown, and how many."""
    if isinstance(word, LookAtHand | RevealHand):
        return {"do": _done_with_shown(wording._replace(shown=word.hand), word)}
    if isinstance(word, PlayCard):
        price = wording.amounts_by_unit(word.price)["sp"] if word.price is not None else ""
        kind = "paid" if word.paid else "some" if price else "none"
        return {"card": wording.tactics(word.card), "price": wording.say(f"tactic-price.{kind}", sp=price)}
    if isinstance(word, GiveSp):
        card = wording.tactics(word.card, "many")
        told = [wording.say(f"payment.{one}", card=card) for one in word.only_for]
        return {"only_for": wording.join_with("and", told) if told else ""}
    if isinstance(word, DrawCards):
        return {"card": wording.tactics(word.card, "many")}
    if isinstance(word, DiscardCards | TakeBackCards):
        return {"n": word.n.n if word.n.is_plain else 2}
    return {}


def _done_with_shown(wording: CardWording, word: LookAtHand | RevealHand) -> str:
    """What is done with the cards shown: with all of them, or depending on whether some are of a kind."""
    told = {part: _part(wording, part, getattr(word, part)) for part in ("do", "otherwise")}
    if word.card is None and not word.otherwise:
        return str(told["do"])
    message = (
        "card.shown.none"
        if word.otherwise and not word.do
        else "card.shown.both"
        if word.otherwise
        else "card.shown"
    )
    return wording.say(message, card=wording.tactics(word.card), **told)


def _place_values(wording: CardWording, word: Word) -> dict[str, Any]:
    """Values for lengths and scenery: how far, how wide, towards what."""
    if isinstance(word, Push):
        told = wording.amounts_by_unit(word.n.with_changes(n=abs(word.n.n)))
        return {**told, "scenery": wording.scenery(word.scenery or SceneryFilter())}
    return {"across": wording.length(word.across)} if isinstance(word, LayToken) else {}


def _price(wording: CardWording, word: ExtraAct) -> str:
    """What an act costs that a card allows."""
    if word.paid:
        return wording.say("price.paid")
    if word.price is None:
        return wording.say("price.none")
    return wording.say("price.some", ap=wording.amounts_by_unit(word.price)["ap"])


def _dice_values(wording: CardWording, word: Word) -> dict[str, Any]:
    """Values for dice: how many, and what follows from them for the fighter who rolled."""
    if isinstance(word, PlainDice):
        upon = wording if word.who is None else wording._replace(target="the.thrown-for")
        told = {part: _part(upon, part, getattr(word, part)) for part in ("at_least", "do", "outcomes")}
        return {"dice": wording.amounts_by_unit(word.dice)["dice"], **told}
    if isinstance(word, MakeRoll | Oppose):
        stays = word.who == TARGET or word.against is Role.TARGET
        upon = wording if stays else wording._replace(target="the.roller")
        return {part: _part(upon, part, getattr(word, part)) for part in _AFTER_ROLL if part in word.parts}
    if isinstance(word, AddToDice):
        return {"signed": wording.say(f"signed.{'more' if word.by.n > 0 else 'less'}", n=abs(word.by.n))}
    if isinstance(word, AddDice):
        return {"dice": wording.amounts_by_unit(word.by)["dice"], "n": word.by.n}
    return {}


_AFTER_ROLL = ("passed", "failed", "won", "lost")


def _part(wording: CardWording, part: str, value: Any) -> Any:
    """One part of a word, told by its kind."""
    if part == "limb":
        return wording.limb(value)
    for kind, tell in _KINDS.items():
        if isinstance(value, kind):
            return tell(wording, value)
    if isinstance(value, tuple):
        by = "or" if part in {"options", "faces"} else "and"
        value = tuple(map(str, value)) if part == "faces" else value
        if part == "outcomes":
            return wording.words.join_phrases([_part(wording, part, one) for one in value])
        return wording.join_with(by, [_part(wording, part, one) for one in value]) if value else ""
    return value


def _alternative(wording: CardWording, one: Alternative) -> str:
    return wording.say("option", name=one.name, do=wording.join_with("and", _words(wording, one.do)))


def _outcome(wording: CardWording, one: Outcome) -> str:
    faces = wording.join_with("or", [str(face) for face in one.faces])
    return wording.say("outcome", faces=faces, do=wording.join_with("and", _words(wording, one.do)))


def _term(wording: CardWording, one: Any) -> Any:
    return "" if one is None else wording.words.phrase("events", f"term.{one}")


# How a value is told, by its type; the first type that fits counts.
_KINDS: Mapping[type[Any], Callable[[CardWording, Any], Any]] = {
    CardEffect: _effect,
    Word: _word,
    Who: CardWording.who,
    HowMany: CardWording.number,
    Past: lambda wording, one: wording.event(one, one.event),
    Where: CardWording.where,
    Role: CardWording.role,
    WeaponFilter: CardWording.weapon,
    WeatherName: lambda wording, one: wording.words.area("values")["words"][one],
    Owner: CardWording.player,
    Alternative: _alternative,
    Outcome: _outcome,
    Equipment: lambda wording, one: gear_notation(wording.words, one),
    NumberWord: lambda wording, one: wording.phrase(f"figure.{one}"),
    Duration: lambda wording, one: wording.phrase(f"until.{one}"),
    LimbName: _term,
    Characteristic: _term,
    Marker: _term,
    enum.Enum: lambda _, one: str(one),
}
