"""The parts of card sentences: fighters, numbers, events and places of `edencli.model.card_words` in words.

A phrase for fighters has forms: `one`, `each`, `no`, the bare `many`, or `some` with a number.
"""

import enum
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from edencli.lang import Phrase, Words, make_phrase
from edencli.lookup.rule_page import rule_title
from edencli.model.card_words import (
    ARITHMETIC,
    CAUSED,
    CardEvent,
    CardLimb,
    EventNumber,
    FieldPart,
    HowMany,
    Landmark,
    Owner,
    Past,
    Role,
    SceneryFilter,
    Stance,
    TacticFilter,
    WeaponFilter,
    Where,
    Who,
)
from edencli.model.terms import Category
from edencli.named_tuple import NamedTuple
from edencli.rulebooks import catalogue

AREA = "effects"
PLURAL_FORMS = ("many", "some")


class CardWording(NamedTuple):
    """Words the parts of a card; its fields are the context, such as the event it reacts to."""

    words: Words
    within: CardEvent | None = None
    target: str = "the.target"
    in_acts: bool = False
    """Whether the effect works in acts: a role then means a fighter of the act if no event has it."""
    shown: Owner | None = None
    """Whose cards were shown, if the following words are about them."""
    outer: tuple[CardEvent, ...] = ()
    """The events around `within`: those that began what lasts."""

    def say(self, message: str, **values: Any) -> str:
        """Say a message of effects."""
        return self.words.say(AREA, message, **values)

    def fullest_message(self, name: str, parts: list[str]) -> tuple[str, tuple[str, ...]]:
        """The message that mentions the most of these parts, and the parts it mentions."""
        for n in range(len(parts), 0, -1):
            for some in combinations(parts, n):
                if self.words.has(AREA, message := ".".join((name, *some))):
                    return message, some
        return name, ()

    def join_with(self, by: str, told: list[str]) -> str:
        """Join several things, with an `and` or an `or` before the last."""
        *most, last = told
        return self.say(by, most=most, last=last) if most else last

    def phrase(self, message: str, **values: Any) -> Phrase:
        """A message of effects as a phrase, which has several forms."""
        return self.words.phrase(AREA, message, **values)

    # ── fighters ──

    def role(self, role: Role) -> Phrase:
        """One fighter by its role in an event or an act, or by what the card calls it."""
        if role is Role.TARGET:
            return self.phrase(self.target)
        if role not in {Role.DOER, Role.SUFFERER}:
            return self.phrase(f"the.{role}")
        if self.within is None:
            return self.phrase(f"the.{role}.act")
        if self.in_acts and not any(getattr(event, role) for event in (self.within, *self.outer)):
            return self.phrase(f"the.{role}.act")
        return self.phrase(self.words.first_message(AREA, f"the.{role}.{self.within}", f"the.{role}.event"))

    def who(self, who: Who, form: str = "each") -> Phrase:
        """The fighters that a filter selects, in one of the forms."""
        if who.the is None:
            return self.noun(who, form, list(_filter_parts(who)))
        told, is_so = self.role(who.the), self.filter_clause(who)
        return self.in_each_form("the.if", "the", told, is_so=is_so) if is_so else told

    def in_each_form(self, message: str, name: str, value: Phrase, **values: Any) -> Phrase:
        """A message about a phrase, which takes the form that is wanted of the whole message."""

        def in_form(form: str) -> str | None:
            if form == "?":
                return value.in_form(form)
            own = value.in_form(form)
            return self.say(message, **{name: value if own is None else own}, **values)

        return make_phrase(in_form)

    def kind(self, who: Who, form: str, *, number: str = "", n: int = 2) -> Phrase:
        """Fighters of a side and a type, as the subject of a sentence; `n` decides singular or plural."""
        kinds = [part for part in _filter_parts(who) if part in _KINDS]
        return self.noun(who, form, kinds, number=number, n=n)

    def noun(self, who: Who, form: str, parts: list[str], *, number: str = "", n: int = 2) -> Phrase:
        """Fighters of a side, with what the given parts of a filter ask of them."""
        kinds = [part for part in parts if part in _KINDS]
        rest = [part for part in parts if part not in _KINDS]
        side = who.side or "all"
        base = f"{form}.other.{side}" if _excludes_origin(parts) else f"{form}.{side}"
        base = self.words.first_message(AREA, base, f"{form}.{side}")
        name = self.phrase(base, number=number, n=n)
        for part in kinds + (rest if len(rest) == 1 else []):
            told = self.filter_condition("side", who, part, form)
            name = self.in_each_form("noun", "noun", name, told=told)
        if len(rest) < 2:  # noqa: PLR2004  # one stands by the name, more are a clause of their own
            return name
        is_so = self.join_with("and", [self.filter_condition("is", who, part, form) for part in rest])
        return self.in_each_form("who", "name", name, is_so=is_so, n=_grammatical_number(form))

    def filter_clause(self, who: Who, form: str = "one") -> str:
        """What a filter says of a fighter; empty if it asks nothing.

        In the form `not` all of it is denied: one of several conditions does not hold.
        """
        of_one = who.the is not None
        parts = [part for part in _filter_parts(who) if of_one or part not in _KINDS]
        parts = ["side", *parts] if of_one and who.side else parts
        told = [self.filter_condition("is", who, part, form) for part in parts]
        return self.denial("and", told) if told else ""

    def whole_clause(self, who: Who, form: str = "one") -> Phrase:
        """What a filter inside another one says of a fighter, with its role, side and kind."""
        told = [self.phrase("is.the", the=self.role(who.the), n=_grammatical_number(form))] if who.the else []
        parts = [*(["side"] if who.side else []), *_filter_parts(who)]
        told += [self.filter_condition("is", who, part, form) for part in parts]
        return self.denial("and", told or [self.phrase("is.there", n=_grammatical_number(form))])

    def denial(self, by: str, told: list[Phrase]) -> Phrase:
        """Join conditions by `and` or `or`; the form `not` denies each and joins them the other way."""
        other = {"and": "or", "or": "and"}[by]

        def in_form(form: str) -> str | None:
            own = [one.in_form(form) or str(one) for one in told]
            return self.join_with(other if form == "not" else by, own) if form in {"", "not"} else None

        return make_phrase(in_form)

    def filter_condition(self, how: str, who: Who, part: str, form: str) -> Phrase:
        """One part of a filter: the `side` of a name, or what the fighter `is`."""
        values: dict[str, Any] = who.as_dict()
        for name, one in values.items():
            if isinstance(one, Role):
                values[name] = self.role(one)
            elif isinstance(one, FieldPart):
                values[name] = self.phrase(f"zone.{one}")
            elif isinstance(one, Landmark):
                values[name] = self.phrase(f"landmark.{one}")
            elif isinstance(one, SceneryFilter):
                values[name] = self.at_scenery(one)
            elif isinstance(one, enum.Enum) and self.words.has("events", f"term.{one}"):
                values[name] = self.words.phrase("events", f"term.{one}")
            elif isinstance(one, Category) and self.words.has(AREA, f"category.{one}"):
                values[name] = self.phrase(f"category.{one}")
        n = _grammatical_number(form)
        values |= {"within": self.length(who.within), "gear": who.gear and self.weapon(who.gear)}
        values |= {"did": who.did and self.phrase(f"did.{who.did}", n=n)}
        values |= {"suffered": who.suffered and self.phrase(f"suffered.{who.suffered}", n=n)}
        values |= {"near_half": who.near_half and self.player(who.near_half)}
        values |= {"camp": who.side and self.phrase(f"one.{who.side}")}
        if who.any_of:
            values["any_of"] = self.denial("or", [self.whole_clause(one, form) for one in who.any_of])
        if who.but_not is not None:
            values["but_not"] = self.whole_clause(who.but_not, form)
        return self.phrase(f"{how}.{part}", **values, n=n)

    # ── numbers ──

    def number(self, number: HowMany) -> str:
        """A number, or what is counted for it."""
        told = self.words.format_value(number.n)
        for part in _COUNTED:
            if (counted := getattr(number, part)) is not None:
                told = self._counted(number, part, counted)
        if number.per != 1:
            rounded = ".nearest" if number.nearest else ".up" if number.up else ""
            told = self.say(f"number.per{rounded}", per=number.per, number=told)
        if number.times != 1:
            told = self.say("number.times", times=number.times, number=told)
        return told if number.most is None else self.say("number.most", number=told, most=number.most)

    def _counted(self, number: HowMany, part: str, counted: Any) -> str:
        if part == "event":
            own = f"number.event.{counted}"
            return self.say(self.words.first_message(AREA, f"{own}.{self.within}", own))
        if part in ARITHMETIC:
            first, second, *_ = numbers = list(map(self.number, counted))
            return self.say(
                f"number.{part}", numbers=self.join_with("and", numbers), first=first, second=second
            )
        if part == "cp":
            limb = [] if number.limb is None else ["limb"]
            message, _ = self.fullest_message(f"number.cp.{counted}", limb)
            return self.say(message, of=self.role(number.of), limb=self.limb(number.limb))
        if part == "past":
            return self.say("number.past", **self.past_values(counted))
        if isinstance(counted, Who):
            told = self.who(counted, "many")
        elif isinstance(counted, Owner):
            told = self.player(counted)
        elif part in {"counters", "mentions"}:
            told = counted
        elif part == "shows":
            return self.say("number.shows", shows=self.join_with("or", list(map(str, counted))))
        else:
            told = self.words.phrase("events", f"term.{counted}")
        return self.say(f"number.{part}", **{part: told}, of=self.role(number.of))

    def times_scored(self, number: HowMany) -> str:
        """How many times something scores."""
        if number.count is not None and number == HowMany(count=number.count):
            return self.say("each.count", count=self.who(number.count))
        if number.past is not None and number == HowMany(past=number.past):
            return self.say("each.past", **self.past_values(number.past))
        return self.say("each", number=self.number(number))

    def amounts_by_unit(self, number: HowMany | None, marker: str = "") -> Mapping[str, str]:
        """A number with each unit that cards count: markers, points, wounds."""
        if number is None:
            return {unit: self.say(f"unit.{unit}.all", marker=marker) for unit in _ALL}
        if number.is_plain:
            n = number.n if isinstance(number.n, int) else self.length(number.n)
            units = _UNITS if n == number.n else ("cm",)
            return {unit: self.say(f"unit.{unit}", n=n, marker=marker) for unit in units}
        if number == type(number)(event=EventNumber.AMOUNT):
            return {unit: self.say(f"unit.{unit}.same", marker=marker) for unit in _UNITS}
        told = self.number(number)
        return {unit: self.say(f"unit.{unit}.counted", number=told, marker=marker) for unit in _UNITS}

    def limb(self, limb: CardLimb | None) -> str:
        """The limb that a card names, that of the event, the one that a die shows, or every limb."""
        if limb is None or limb in {CardLimb.SAME, CardLimb.ROLLED}:
            return self.say(f"limb.{limb or 'every'}")
        return self.say("limb.one", limb=self.words.phrase("events", f"term.{limb}"))

    def weapon(self, weapon: WeaponFilter) -> str:
        """The equipment that a filter selects: by name, category, effect and bonus."""
        message = "name" if weapon.name else "category" if weapon.category else "any"
        category = weapon.category and self.say(f"category.{weapon.category}")
        told = self.say(f"weapon.{message}", name=weapon.name, category=category)
        has = [] if weapon.effect is None else [self._weapon_effect(weapon)]
        if weapon.bonus is not None:
            has.append(self.say("weapon.bonus", bonus=self.words.phrase("events", f"term.{weapon.bonus}")))
        return self.say("weapon.with", weapon=told, has=self.join_with("and", has)) if has else told

    def _weapon_effect(self, weapon: WeaponFilter) -> str:
        named: str = self.words.area("values")["words"][weapon.effect]
        if not weapon.least and weapon.most is None:
            return self.say("weapon.effect", effect=named.replace(" (X)", ""))
        bounds = bounds_key(max(weapon.least, 1), weapon.most)
        bounds = "least" if bounds == "once" else bounds
        told = self.say(f"bounds.{bounds}", least=weapon.least, most=weapon.most)
        return self.say("weapon.effect.bounds", effect=named, bounds=told)

    def tactics(self, card: TacticFilter | None, form: str = "one") -> str:
        """The tactical cards that a filter selects: one of them, or many."""
        told = self.say(f"card.{form}")
        if card is None:
            return told
        has = [] if card.symbol is None else [self.say(f"card.symbol.{card.symbol}")]
        has += [] if card.word is None else [self.say("card.word", word=card.word)]
        if card.cancellable is not None:
            has.append(self.say("card.cancellable" if card.cancellable else "card.sure"))
        if card.least or card.most is not None:
            bounds = bounds_key(max(card.least, 1), card.most)
            bounds = {"once": "least", "none": "most"}.get(bounds, bounds)
            bounded = self.say(f"bounds.{bounds}", least=card.least, most=card.most)
            has.append(self.say("card.cost", bounds=bounded))
        if card.raises is not None:
            has.append(self.say("card.raises", raises=self.phrase(f"figure.{card.raises}")))
        return self.say("card.with", cards=told, told=self.join_with("and", has)) if has else told

    def player(self, player: Owner) -> Phrase:
        """One of the players, as a phrase."""
        return self.phrase(f"player.{player}")

    # ── what happens, and where ──

    def past_values(self, past: Past) -> Mapping[str, str]:
        """What happened, and since when."""
        return {"event": self.event(past, past.event), "since": self.phrase(f"since.{past.since}")}

    def event(self, told_by: Any, event: CardEvent) -> Phrase:
        """An event, with every detail that a card asks of it."""
        parts = {part: one for part in _OF_EVENTS if (one := getattr(told_by, part, None)) is not None}
        there = self._replace(within=event)
        values = there.participants(told_by, event)
        if (sufferer := parts.get("sufferer")) is not None and event is CardEvent.LEFT and sufferer.out:
            values["sufferer"] = there.who(sufferer.with_changes(out=False), "one")
            parts["out"] = True
        values |= {part: parts.get(part) for part in ("through", "enters", "leaves", "named")}
        if "player" in parts:
            values["player"] = self.player(parts["player"])
        if "limb" in parts:
            values["limb"] = self.words.phrase("events", f"term.{parts['limb']}")
        values["weapon"] = self.weapon(parts["weapon"]) if "weapon" in parts else None
        values["card"] = self.tactics(parts.get("card"))
        if "marker" in parts:
            values["marker"] = self.words.phrase("events", f"term.{parts['marker']}")
        if "step" in parts:
            values |= {"step": self.at_step(parts["step"]), "step_name": self.step(parts["step"])}
        tokens = {_token(part, one): part for part, one in parts.items()}
        message, mentioned = self.fullest_message(f"event.{event}", list(tokens))
        told = self.denied_event(self.phrase(message, **values), told_by, message, values)
        details = (*_DETAILS, "doer") if event in CAUSED else _DETAILS
        for token, part in tokens.items():
            if token not in mentioned and part in details:
                detail = values.get(part) or self.phrase(f"how.{token}")
                name = self.words.first_message(AREA, f"detail.{part}.{event}", f"detail.{part}")
                told = self.in_each_form(name, "event", told, detail=detail)
        return told

    def denied_event(self, told: Phrase, told_by: Any, message: str, values: Mapping[str, Any]) -> Phrase:
        """An event whose form `not` says that it never happened: no enemy has attacked.

        The subject is the doer, or the sufferer if others may cause what happens to it.
        """
        event = CardEvent(message.split(".")[1])
        subject = "doer" if event.doer and event not in CAUSED else "sufferer"
        who: Who = getattr(told_by, subject, None) or Who()
        if who.the is not None:
            return told
        denied = self.phrase(message, **{**values, subject: self.who(who.with_changes(out=False), "no")})

        def in_form(form: str) -> str | None:
            return denied.in_form(form) if form == "not" else told.in_form(form)

        return make_phrase(in_form)

    def participants(self, told_by: Any, event: CardEvent) -> dict[str, Any]:
        """The doer and the sufferer of an event: any fighter if the card does not say which."""
        any_fighter = {
            "doer": self.phrase("one.all"),
            "sufferer": self.phrase("one.other.all" if event.doer and event not in CAUSED else "one.all"),
        }
        named = {part: who for part in any_fighter if (who := getattr(told_by, part, None)) is not None}
        return any_fighter | {part: self.who(who, "one") for part, who in named.items()}

    def length(self, centimetres: float | None) -> str:
        """A length of a card, in centimetres."""
        return self.words.decimal(str(centimetres or 0))

    def scenery(self, what: SceneryFilter) -> Phrase:
        """The scenery that a filter selects: by name, or by element and keyword, or the piece chosen."""
        if what.chosen:
            return self.phrase("scenery.chosen")
        if what.name is not None:
            return self.phrase("scenery.named", name=what.name)
        kind = "any" if what.element is None else "element"
        told = self.phrase(f"scenery.{kind}", element=self._scenery_word(what.element))
        if what.keyword is None:
            return told
        keyword = self._scenery_word(what.keyword)
        return self.in_each_form("scenery.keyword", "scenery", told, keyword=keyword)

    def _scenery_word(self, word: str | None) -> Any:
        return self.words.area("values")["words"].get(word, word) if word else ""

    def at_scenery(self, what: SceneryFilter) -> Phrase:
        """Where a fighter or a place is in relation to scenery."""
        values = {"scenery": self.scenery(what), "of": self.role(what.of), "within": self.length(what.within)}
        told = "within" if what.stands is None and what.within is not None else what.stands or Stance.AT
        near = ".within" if what.stands is not None and what.within is not None else ""
        return self.phrase(f"stands.{told}{near}", **values)

    def step(self, step: str) -> str:
        """The name of a step of a match or of an act."""
        rule = catalogue.find_rule(step)
        title = rule_title(self.words, rule) if rule else step
        return self.say(self.words.first_message(AREA, f"step.{step}", "step"), title=title)

    def at_step(self, step: str) -> str:
        """The phrase for the time of a step."""
        return self.say(self.words.first_message(AREA, f"at.{step}", "at"), step=self.step(step))

    def where(self, where: Where) -> str:
        """What a card asks of a place."""
        if where.centre:
            return self.say("where.centre")
        if where.fell is not None:
            return self.say("where.fell", of=self.role(where.fell))
        wanted = [part for part in _WHERE if getattr(where, part) not in {None, False}]
        if where.near is not None and "within" in wanted:
            wanted[wanted.index("within")] = "near"
        elif where.landmark is not None:
            wanted = [part for part in wanted if part != "within"]
            wanted = ["landmark_within" if part == "landmark" and where.within else part for part in wanted]
        of = ["target"] if where.of is Role.TARGET else []
        values = {
            **where.as_dict(),
            "of": self.role(where.of),
            "clear_of": self.who(where.clear_of),
            "zone": self.phrase(f"zone.{where.zone or FieldPart.OWN_HALF}"),
            "landmark": self.phrase(f"landmark.{where.landmark or Landmark.EDGE}"),
            "scenery": self.at_scenery(where.scenery or SceneryFilter()),
            **{part: self.length(getattr(where, part)) for part in ("within", "clear", "spaced")},
        }
        asked = [self.say(self.fullest_message(f"where.{part}", of)[0], **values) for part in wanted]
        return self.join_with("and", asked) if asked else self.say("where.any")


def bounds_key(least: int, most: int | None) -> str:
    """Which bounds a number has, as the end of a message id."""
    if most is None:
        return "once" if least == 1 else "least"
    if most == 0:
        return "none"
    return "exactly" if least == most else "between" if least else "most"


_COUNTED = (
    *("count", "stat", "markers", "counters", "worth", "past", "vp", "sp", "event"),
    *("cp", "mentions", "shows", *ARITHMETIC),
)
_WHERE = ("zone", "landmark", "scenery", "within", "clear", "spaced", "free")
_OF_EVENTS = (
    *("player", "named", "card", "doer", "sufferer", "marker", "limb", "how", "weapon"),
    *("step", "success", "hit", "wounded", "of_mission", "through", "enters", "leaves"),
)
_DETAILS = (
    "named",
    "card",
    "of_mission",
    "marker",
    "limb",
    "how",
    "weapon",
    "step",
    "hit",
    "through",
    "enters",
    "leaves",
)
_UNITS = (
    *("markers", "counters", "cp", "wounds", "ap", "sp", "vp", "rounds", "uses", "cm", "times", "dice"),
    "tactics",
)
_ALL = ("markers", "counters")
# The parts that name a kind of fighter; they are told before its place and what it does.
_KINDS = ("type", "not_type", "faction")
_ORDER = (*_KINDS, "marker", "wounded", "unhurt", "carries", "gear", "bears", "has_counter", "touching")
_MORE = ("between", "nearest", "seen_by", "zone", "scenery", "did", "suffered")


def _grammatical_number(form: str) -> int:
    """The grammatical number of a form, for verbs: 1 or 2."""
    return 2 if form in PLURAL_FORMS else 1


def _excludes_origin(parts: list[str]) -> bool:
    """Tell whether a filter is reckoned from a fighter, which is not one of those selected."""
    return any(part in parts for part in ("touching", "within", "nearest", "seen_by", "between"))


def _token(part: str, value: Any) -> str:
    """The name that a part of an event has in message ids."""
    if part in _OUTCOMES:
        return _OUTCOMES[part][0 if value else 1]
    return str(value) if part == "how" else part


_OUTCOMES: Mapping[str, tuple[str, str]] = {
    "success": ("success", "failure"),
    "hit": ("hit", "miss"),
    "wounded": ("wounded", "recovered"),
    "of_mission": ("mission", "other"),
}
"""The names that outcomes of an event have in message ids: if true, and if false."""


def _filter_parts(who: Who) -> Iterator[str]:
    """The parts that a filter asks for, besides the side, in the order in which they are told."""
    given = {part: one for part, one in who.as_dict().items() if one != who.defaults.get(part)}
    if "wounded" in given:
        given["wounded" if who.wounded else "unhurt"] = given.pop("wounded")
    yield from (part for part in _ORDER if given.get(part) is not None)
    if who.near is not None:
        near = "near" if who.near_half is None else "near_half"
        yield near if who.within is None else f"{near}_within"
    if who.landmark is not None:
        yield "landmark" if who.within is None else "landmark_within"
    if who.within is not None and who.near is None and who.landmark is None:
        yield "within"
    yield from (part for part in _MORE if part in given)
    if who.free is not None:
        yield "free" if who.free else "engaged"
    if who.activated is not None:
        yield "activated" if who.activated else "waiting"
    yield from (part for part in ("any_of", "but_not") if part in given)
    if who.out:
        yield "out"
