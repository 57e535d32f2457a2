"""What an author of cards should know: effects that can never work, and text that no effect says.

The shape of files has been checked before: here it is asked whether the words fit each other, the card they
stand on, and the events of the log. Paths start at the card. Needs no match, and knows no card by name.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from edencli.match.events import event_kinds
from edencli.model import effect as words
from edencli.model.card_words import (
    UNPREVENTABLE,
    USER,
    CardEvent,
    CardLimb,
    EventNumber,
    HowMany,
    Past,
    Proviso,
    Role,
    Since,
    Where,
    Who,
)
from edencli.model.effect import CardEffect, Instead, Lasting, Now, When, file_key
from edencli.model.fighter import Ability
from edencli.model.game import Mission, Tactic
from edencli.model.names import fold
from edencli.model.near_names import NearKind, nearest_name
from edencli.model.operation import (
    ExtraAct,
    LayToken,
    LiftTokens,
    Operation,
    Push,
    PutDownToken,
    ReadyFighter,
    Remind,
    Single,
    TakeAp,
    TakeSp,
    TakeUpToken,
    TakeVp,
)
from edencli.model.terms import AbilityKind, ActKind, Duration, Manner, MissionKind, Quantity
from edencli.record import Record
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rules.band import Finding

Card = Ability | Tactic | Mission
_KeyPath = tuple[str | int, ...]

_ALWAYS = frozenset({Role.LEADER, Role.ENEMY_LEADER})
_OF_THE_USER = frozenset({Role.USER, Role.LAST_ATTACKER})
_IN_AN_ACT = frozenset({Role.DOER, Role.SUFFERER})
_WAYS = ("through", "enters", "leaves")
_TOKEN_NAMES: Mapping[type[Record], tuple[str, ...]] = {
    LiftTokens: ("name",),
    TakeUpToken: ("name",),
    PutDownToken: ("name",),
    Who: ("near", "bears"),
    Where: ("near",),
    When: _WAYS,
}
"""Where a card names a marker or an area that lies on the field already."""

_PARTS_OF_EVENTS = ("marker", "how", "weapon", "limb", "step", "success")
_OF_EVENTS = ("doer", "sufferer", "player", "named", *_PARTS_OF_EVENTS, *_WAYS)
MOST_DEPTH = 6
"""How deep filters and conditions may stand in each other."""


def find_text_without_effect(card: Card) -> Iterator[Finding]:
    """Find the text of a card that no effect says: it is played by agreement."""
    if not isinstance(card, Mission):
        if not card.effects:
            yield Finding("effect-none", ("text",), {"name": card.name})
        return
    if card.immediate is not None and not card.effects:
        yield Finding("effect-none", ("immediate",), {"name": card.name}, form="immediate")
    for n, objective in enumerate(card.objectives):
        if not objective.is_counted_by_card:
            path = ("objectives", n, "text")
            yield Finding("effect-none", path, {"name": card.name, "n": n + 1}, form="objective")


def find_impossible_effects(card: Card) -> Iterator[Finding]:
    """Find what a card says in the vocabulary and what can never be, each at its place."""
    has_user = isinstance(card, Ability)
    here = _Context(_ALWAYS | (_OF_THE_USER if has_user else frozenset()), has_user)
    for n, effect in enumerate(card.effects):
        yield from _moments(card, effect, ("effects", n))
        yield from _impossible_parts(effect, ("effects", n), here)
    for n, objective in enumerate(getattr(card, "objectives", ())):
        for key in ("only_if", "each"):
            if (value := getattr(objective, key)) is not None:
                yield from _impossible_parts(value, ("objectives", n, file_key(key)), here)


def find_unsaid_players(card: Card, data: Any) -> Iterator[Finding]:
    """Find points that are taken from a player whom the file does not name: the words differ in who is meant.

    `data` is the card as the file has it, which alone tells what was left out.
    """
    for path, value in _walk(card, ()):
        if isinstance(value, TakeSp | TakeVp) and "to" not in _written(data, path):
            told = {"word": value.word, "player": str(value.to), "write": f"to: {value.to}"}
            yield Finding("effect-whose", (*path, "op"), told, form=str(value.to))


def _written(data: Any, path: _KeyPath) -> Any:
    """What a file has at a path."""
    for step in path:
        data = data[step]
    return data


def laid_names(cards: Iterable[Card]) -> frozenset[str]:
    """The names of the markers and areas that some cards lay."""
    return frozenset(one.name for card in cards for _, one in _walk(card, ()) if isinstance(one, LayToken))


def find_unlaid_names(card: Card, laid: Collection[str]) -> Iterator[Finding]:
    """Find markers and areas of which a card speaks, and which none of those that are laid is called.

    Another file may lay them, or players: it is a fault only where the name is near to one that is laid.
    """
    known = set(map(fold, laid))
    for path, value in _walk(card, ()):
        for part in _token_parts(value):
            name = getattr(value, part)
            if name is not None and fold(name) not in known:
                near = nearest_name(name, sorted(laid), NearKind.NAME)
                about = {"name": name} | ({"nearest": near} if near else {})
                yield Finding("effect-unlaid", (*path, file_key(part)), about, warns=near is not None)


def _token_parts(value: Record) -> tuple[str, ...]:
    """The parts that name a marker or an area that lies on the field already."""
    parts = _TOKEN_NAMES.get(type(value), ())
    return (*parts, "named") if getattr(value, "event", None) in _TOKEN_EVENTS else parts


_TOKEN_EVENTS = frozenset({CardEvent.TOKEN_TAKEN_UP, CardEvent.TOKEN_PUT_DOWN})


def _walk(value: Any, path: _KeyPath) -> Iterator[tuple[_KeyPath, Record]]:
    """Give all that a value is made of, each with its place."""
    if isinstance(value, Record):
        yield path, value
        for part, inner in _composite_parts(value):
            yield from _walk(inner, (*path, file_key(part)))
    elif isinstance(value, tuple):
        for n, one in enumerate(value):
            yield from _walk(one, (*path, n))


def _composite_parts(value: Record) -> list[tuple[str, Any]]:
    """List the parts of a value that are made of parts themselves; most are words, numbers, or left out."""
    return [(part, inner) for part, inner in value.as_dict().items() if isinstance(inner, _COMPOSITE)]


_COMPOSITE = (Record, tuple)


class _Context(NamedTuple):
    """Where a word stands: the fighters whom it may name there, the event that gives it values, its depth."""

    roles: frozenset[Role]
    has_user: bool
    event: CardEvent | None = None
    depth: int = 0

    def with_roles(self, *roles: Role) -> "_Context":
        return self._replace(roles=self.roles.union(roles))

    def for_lasting_effect(self) -> "_Context":
        """Where an effect stands that lasts: of the moment that began it only the target is kept."""
        kept = {role for role in self.roles if role not in _IN_AN_ACT}
        return self._replace(roles=_IN_AN_ACT.union(kept), event=None)


def _moments(card: Card, effect: CardEffect, path: _KeyPath) -> Iterator[Finding]:
    """Find an effect whose moment never comes on a card of its kind (effect-never)."""
    now = isinstance(effect, Now)
    never = {AbilityKind.PERMANENT: now, AbilityKind.ACTION: not now, MissionKind.SECRET: now}
    kind = getattr(card, "kind", None)
    if kind is not None and never.get(kind):
        yield Finding("effect-never", (*path, "effect"), {"word": effect.word}, form=str(kind))
    if getattr(effect, "from_hand", False) and (not isinstance(card, Tactic) or card.tactical):
        form = "tactical" if isinstance(card, Tactic) else "hand"
        yield Finding("effect-never", (*path, "from-hand"), {"word": "from-hand"}, form=form)
    step = getattr(effect, "step", None)
    if step in MATCH_STEPS and getattr(effect, "event", None) is CardEvent.STEP_BEGUN:
        heard = _heard_steps(card)
        if step not in heard:
            yield Finding("effect-never", (*path, "step"), {"word": step, "choices": heard}, form="step")
    if kind is MissionKind.SECRET:
        for place, _ in (one for one in _walk(effect, path) if isinstance(one[1], Remind)):
            yield Finding("effect-never", (*place, "op"), {"word": Remind.word}, form="secret-text")
    if isinstance(effect, When):
        yield from _preparation(card, effect, path)
        yield from _in_vain(effect, path)


def _preparation(card: Card, effect: When, path: _KeyPath) -> Iterator[Finding]:
    """Find a moment of the preparation at which no such card is at work yet (effect-never).

    Leaders are named before missions are chosen: only a fighter hears of what befalls it then. Missions are
    chosen before fighters stand on the field: only missions hear of that.
    """
    event, form = effect.event, ""
    if event is CardEvent.LEADER_NAMED:
        is_own = effect.sufferer == USER and isinstance(card, Ability)
        form = "" if is_own else "leader"
    elif event is CardEvent.MISSION_PLAYED:
        form = "" if isinstance(card, Mission) else "mission"
    if form:
        yield Finding("effect-never", (*path, "event"), {"word": str(event)}, form=form)


BEFORE_FIGHTERS = frozenset({CardEvent.LEADER_NAMED, CardEvent.MISSION_PLAYED})
"""What happens only in the preparation, before any fighter stands on the field."""


def _heard_steps(card: Card) -> tuple[str, ...]:
    """The steps whose beginning a card may hear: of the preparation those after it came into play.

    NPFs are placed before fighters are, and a tactical card is played from the hand at the earliest.
    """
    first = "setup.6-scenery" if isinstance(card, Mission) else "setup.7-deploy"
    first = "setup.9-ap" if isinstance(card, Tactic) else first
    return MATCH_STEPS[MATCH_STEPS.index(first) :]


def _in_vain(effect: When, path: _KeyPath) -> Iterator[Finding]:
    """Find operations that can never affect their fighter at the moment of the event (effect-never)."""
    opens_round = effect.event in _ROUND_OPENERS or effect.step in _BEFORE_ACTIVATIONS
    for place, done in _walk(effect.do, (*path, "do")):
        takes_part = getattr(done, "who", USER).the in _IN_AN_ACT
        is_named = takes_part and effect.event in {CardEvent.INTERRUPTED, CardEvent.DESIGNATED}
        if effect.event in BEFORE_FIGHTERS and isinstance(done, Operation) and "who" in done.parts:
            yield Finding("effect-never", (*place, "op"), {"word": done.word}, form="undeployed")
        if isinstance(done, ReadyFighter) and (opens_round or is_named):
            yield Finding("effect-never", (*place, "op"), {"word": done.word}, form="ready")
        if isinstance(done, TakeAp | ReadyFighter) and takes_part and effect.how is Manner.PROWL:
            yield Finding("effect-never", (*place, "op"), {"word": done.word}, form="npf")


_ROUND_OPENERS = frozenset({CardEvent.ROUND_BEGUN, CardEvent.BIDS_REVEALED})
_BEFORE_ACTIVATIONS = MATCH_STEPS[: MATCH_STEPS.index("activation")]


def _impossible_parts(value: Any, path: _KeyPath, here: _Context) -> Iterator[Finding]:
    """Look at a value and at all within it, with the fighters who are known at each place."""
    if isinstance(value, tuple):
        for n, one in enumerate(value):
            yield from _impossible_parts(one, (*path, n), here)
        return
    if not isinstance(value, Record):
        return  # one of the words in a list
    if isinstance(value, When | Instead):
        here = here.with_roles(*_roles_in(value))._replace(event=value.event)
        yield from _details(value, path)
    elif isinstance(value, Past):
        here = here.with_roles(*_roles_of(value.event))
        yield from _past_details(value, path)
    elif isinstance(value, words.StandingEffect):
        here = here.for_lasting_effect()
    yield from _strangers(value, path, here)
    yield from _own_misfits(value, path, here)
    yield from _missing_values(value, path, here)
    if isinstance(value, Who | Proviso):
        here = here._replace(depth=here.depth + 1)
        if here.depth == MOST_DEPTH + 1:
            yield Finding("effect-depth", path, {"most": MOST_DEPTH})
    for part, inner in _composite_parts(value):
        there = here.with_roles(Role.TARGET) if _have_target(value, part) else here
        yield from _impossible_parts(inner, (*path, file_key(part)), there)


def _have_target(value: Record, part: str) -> bool:
    """Tell whether what is done at a part has a target: whom a player chooses, or each of `who`."""
    is_done = value.part_types[part] in {tuple[Operation, ...], tuple[Single, ...]}
    return is_done and any(getattr(value, whom, None) is not None for whom in ("choose", "who"))


def _roles_of(event: CardEvent) -> Iterator[Role]:
    """The fighters whom an event names."""
    if event.doer:
        yield Role.DOER
    if event.sufferer:
        yield Role.SUFFERER


def _roles_in(effect: When | Instead) -> Iterator[Role]:
    """The roles that have a fighter when the event happens in the manner, or at the step, of the effect."""
    for role in _roles_of(effect.event):
        unnamed = _UNNAMED.get((effect.event, role), ())
        if effect.how not in unnamed and effect.step not in unnamed:
            yield role


def _strangers(value: Record, path: _KeyPath, here: _Context) -> Iterator[Finding]:
    """Find fighters who are named where nobody has that part (effect-role)."""
    for part, role in value.as_dict().items():
        if isinstance(role, Role) and role not in here.roles and _is_part_used(value, part):
            choices = tuple(str(one) for one in Role if one in here.roles)
            form = str(role) if role in {Role.USER, Role.TARGET} else ""
            yield Finding(
                "effect-role", (*path, file_key(part)), {"role": str(role), "choices": choices}, form=form
            )


def _missing_values(value: Record, path: _KeyPath, here: _Context) -> Iterator[Finding]:
    """Find a number or a limb of the event where no event gives it (effect-value)."""
    wanted = value.event if isinstance(value, HowMany) else None
    if wanted is not None and not (here.event and gives_number(here.event, wanted)):
        yield Finding("effect-value", (*path, "event"), _given(here.event, str(wanted)), form=_moment(here))
    if getattr(value, "limb", None) is CardLimb.SAME and not (here.event and gives_limb(here.event)):
        yield Finding("effect-value", (*path, "limb"), _given(here.event, "limb"), form=_moment(here))


def gives_number(event: CardEvent, number: EventNumber) -> bool:
    """Tell whether an event gives a number to whatever it sets off."""
    if number is EventNumber.AMOUNT:
        return event.counted is not None
    return has_detail(event, str(number))


def gives_limb(event: CardEvent) -> bool:
    """Tell whether an event says which limb it is about."""
    return has_detail(event, "limb")


def has_detail(event: CardEvent, name: str) -> bool:
    """Tell whether an event has a part or a property of this name."""
    kind = event_kinds()[event]
    return name in kind.parts or hasattr(kind, name)


def _given(event: CardEvent | None, value: str) -> dict[str, Any]:
    return {"value": value} | ({"event": str(event)} if event else {})


def _moment(here: _Context) -> str:
    return "" if here.event else "no-event"


def _is_part_used(value: Record, part: str) -> bool:
    """Tell whether a part is looked at: from whom something is measured only matters where it is."""
    if part != "of":
        return True
    if isinstance(value, Who | Where):
        return value.within is not None and value.near is None
    return not isinstance(value, HowMany) or value.stat is not None or value.markers is not None


def _details(effect: When | Instead, path: _KeyPath) -> Iterator[Finding]:
    """Find what is asked of an event that never says it (effect-detail), and changes that it cannot take."""
    says = set(event_details(effect.event)).difference(_IN_AN_ACT)
    says |= {str(role) for role in _roles_in(effect)}
    for part in _OF_EVENTS:
        if getattr(effect, part, None) is not None and part not in says:
            choices = tuple(one for one in _OF_EVENTS if one in says and one in effect.parts)
            values = {"detail": part, "event": str(effect.event), "choices": choices}
            yield Finding("effect-detail", (*path, part), values)
        elif part in says:
            yield from _unheard_values(effect, part, path)
    if isinstance(effect, Instead) and getattr(effect.change, "marker", ...) == effect.marker:
        values = {"marker": str(effect.marker)}
        yield Finding("effect-change", (*path, "change", "marker"), values, form="same")
    if isinstance(effect, Instead) and not _suits(effect.change, effect.event):
        values = {"word": effect.change.word, "event": str(effect.event)}
        values |= {"choices": fitting_changes(effect.event)}
        yield Finding("effect-change", (*path, "change", "change"), values)


def event_details(event: CardEvent) -> tuple[str, ...]:
    """The details that may be asked of an event."""
    says = {str(role) for role in _roles_of(event)}
    says |= {part for part in ("player", "named") if getattr(event, part) is not None}
    says |= {part for part in _PARTS_OF_EVENTS if has_detail(event, part)}
    says |= set(_WAYS) if "path" in event_kinds()[event].parts else set()
    return tuple(part for part in _OF_EVENTS if part in says)


def heard_values(event: CardEvent, detail: str) -> tuple[str, ...]:
    """The ways or the steps that an event may have, of those that a card may name; empty where any may be."""
    return _VALUES.get((event, detail), ())


def fitting_changes(event: CardEvent) -> tuple[str, ...]:
    """The words for what may become of an event."""
    return tuple(kind.word for kind in words.Twist.rows.values() if _suits(kind, event))


def _unheard_values(value: When | Instead | Past, part: str, path: _KeyPath) -> Iterator[Finding]:
    """Find a way or a step that such an event never has (effect-detail)."""
    wanted, heard = getattr(value, part, None), _VALUES.get((value.event, part))
    if wanted is not None and heard is not None and wanted not in heard:
        values = {"detail": part, "event": str(value.event), "value": str(wanted), "choices": heard}
        yield Finding("effect-detail", (*path, part), values, form="value")


def _past_details(past: Past, path: _KeyPath) -> Iterator[Finding]:
    """Find what is asked of a past event that it never says (effect-detail)."""
    says = [part for part in event_details(past.event) if part in past.parts]
    for part in ("doer", "sufferer", "how", "player", "named"):
        if getattr(past, part) is not None and part not in says:
            values = {"detail": part, "event": str(past.event), "choices": tuple(says)}
            yield Finding("effect-detail", (*path, part), values)
    if "how" in says:
        yield from _unheard_values(past, "how", path)
    if past.event in BEFORE_FIGHTERS and past.since is not Since.MATCH:
        values = {"detail": "since", "event": str(past.event), "value": str(past.since)}
        values |= {"choices": (str(Since.MATCH),)}
        yield Finding("effect-detail", (*path, "since"), values, form="value")


_BURNING, _IN_FEAR = "intendancy.3", "intendancy.4"
_ARMED = ("shooting", "projectile", "blast")
_BLOWS = ("melee", "strike", "strike-back", *_ARMED)
_VALUES: Mapping[tuple[CardEvent, str], tuple[str, ...]] = {
    (CardEvent.ATTACK_BEGUN, "how"): _BLOWS,
    (CardEvent.MOVED, "how"): ("move", "charge", "prowl"),
    (CardEvent.STEP_BEGUN, "step"): MATCH_STEPS,
    (CardEvent.ROLLED, "step"): (
        *("melee.passive", "melee.dodge", "shoot.roll", "shoot.strength", "gear.explosive"),
        *("disengage.roll", _BURNING, _IN_FEAR),
    ),
    (CardEvent.LOCATED, "step"): ("melee.location", "shoot.location", _BURNING),
    (CardEvent.WOUNDED, "step"): (
        *("melee.success", "shoot.wounds", "gear.explosive", "blast.wounds", _BURNING),
    ),
    (CardEvent.MARKERS_ADDED, "step"): ("shoot.wounds",),
    (CardEvent.MARKERS_ADDED, "how"): _ARMED,
    **{(event, "how"): _BLOWS for event in (CardEvent.ATTACK_ENDED, CardEvent.WOUNDED, CardEvent.CP_LOST)},
    (CardEvent.LEFT, "how"): _BLOWS,
}
"""The ways and the steps that each event may have, of those that a card may name."""

_UNNAMED: Mapping[tuple[CardEvent, Role], tuple[str, ...]] = {
    (CardEvent.ATTACK_BEGUN, Role.SUFFERER): ("projectile", "blast"),
    (CardEvent.ROLLED, Role.DOER): (_BURNING,),
    (CardEvent.WOUNDED, Role.DOER): (_BURNING,),
    (CardEvent.ROLLED, Role.SUFFERER): (
        *("melee.passive", "melee.dodge", "shoot.roll", "shoot.strength", "disengage.roll", _IN_FEAR),
    ),
}
"""The ways and steps in which an event does not name a fighter: a throw is aimed at a place, and so on."""

_ONLY: dict[str, CardEvent] = {
    words.Reroll.word: CardEvent.ROLLED,
    words.TurnLocation.word: CardEvent.LOCATED,
    words.Become.word: CardEvent.MARKERS_ADDED,
}


def _suits(change: words.Twist | type[Any], event: CardEvent) -> bool:
    """Tell whether that can become of an event."""
    if change.word in {words.Lessen.word, words.Raise.word}:
        return event.amount is not None
    if change.word == words.Prevent.word:
        return event not in UNPREVENTABLE
    return _ONLY.get(change.word, event) is event


def _own_misfits(value: Record, path: _KeyPath, here: _Context) -> Iterator[Finding]:
    """Find what a word says that can be of no use, whatever stands around it."""
    if isinstance(value, Who):
        yield from _deeds(value, path)
        yield from _inner_filters(value, path)
    least, most = getattr(value, "least", None), getattr(value, "most", None)
    if least is not None and most is not None and most < least:
        yield Finding("effect-bounds", (*path, "most"), {"least": least, "most": most})
    if isinstance(value, Lasting) and value.until is Duration.NEXT_ACTIVATION and not here.has_user:
        choices = tuple(str(one) for one in Duration if one is not Duration.NEXT_ACTIVATION)
        yield Finding("effect-until", (*path, "until"), {"choices": choices})
    if isinstance(value, ExtraAct):
        for n, act in enumerate(value.acts):
            if act in _ANSWERS:
                choices = tuple(str(one) for one in ActKind if one not in _ANSWERS)
                yield Finding("effect-act", (*path, "acts", n), {"act": str(act), "choices": choices})
    if isinstance(value, Operation | words.Twist):
        yield from _useless_amounts(value, path)
    if isinstance(value, words.Adds) and value.limb and str(value.to) != Quantity.PROTECTION:
        yield Finding("effect-limb", (*path, "limb"), {"number": str(value.to)})


def _inner_filters(who: Who, path: _KeyPath) -> Iterator[Finding]:
    """Find filters within a filter that ask for fighters out of action (effect-out)."""
    if any(one.out for one in who.any_of):
        yield Finding("effect-out", (*path, "any-of"))
    if who.but_not is not None and who.but_not.out:
        yield Finding("effect-out", (*path, "but-not"))


def _useless_amounts(value: Operation | words.Twist, path: _KeyPath) -> Iterator[Finding]:
    """Find an amount that is written out and changes nothing, or the contrary of what the word says."""
    for part, how_many in value.as_dict().items():
        if isinstance(how_many, HowMany) and how_many == HowMany(n=how_many.n) and how_many.n < 1:
            if how_many.n and isinstance(value, Push):
                continue  # towards, and not away
            yield Finding("effect-amount", (*path, file_key(part)), {"n": how_many.n, "word": value.word})


_ANSWERS = frozenset({ActKind.PASSIVE, ActKind.DODGE, ActKind.RESPONSE, ActKind.STRIKE})
"""Acts that a fighter does only as a reaction to another fighter's act."""


def _deeds(who: Who, path: _KeyPath) -> Iterator[Finding]:
    """Find what nobody ever does, or suffers, where fighters are asked for who did (effect-detail)."""
    for part, role in (("did", "doer"), ("suffered", "sufferer")):
        event: CardEvent | None = getattr(who, part)
        if event is not None and (getattr(event, role) is None or event in BEFORE_FIGHTERS):
            values = {"detail": role, "event": str(event), "choices": ()}
            yield Finding("effect-detail", (*path, part), values)
