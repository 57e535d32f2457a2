"""Checks for authors of cards: effects that can never work, and text that no effect expresses.

The shape of the file has been checked before. These checks ask whether the words fit each other, the card
they stand on, and the events of the log. Paths start at the card. Needs no match, and knows no card by name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from edencli.effects.authoring_dice import (
    find_dice_misfits,
    names_place,
    numbers_within,
)
from edencli.effects.authoring_hands import UPON_HANDS, comes_before_hands, find_hand_misfits
from edencli.effects.authoring_numbers import find_number_misfits, find_useless_amounts
from edencli.effects.authoring_places import find_impossible_places, find_useless_choices, other_ways
from edencli.effects.authoring_secrets import find_betrayals
from edencli.effects.event_details import (
    BEFORE_FIGHTERS,
    IN_AN_ACT,
    WAYS,
    CardPath,
    find_event_misfits,
    find_past_misfits,
    gives_limb,
    gives_number,
    roles_in,
    roles_of,
)
from edencli.model import effect as words
from edencli.model.card_words import (
    ARITHMETIC,
    USER,
    CardEvent,
    CardLimb,
    EventNumber,
    HowMany,
    Past,
    Proviso,
    Role,
    SceneryFilter,
    Stance,
    Where,
    Who,
)
from edencli.model.effect import CardEffect, Instead, Lasting, Now, When, file_key
from edencli.model.fighter import Ability
from edencli.model.game import Mission, Tactic
from edencli.model.names import fold
from edencli.model.near_names import NearKind, nearest_name
from edencli.model.operation import (
    BringBack,
    Choosing,
    Explode,
    ExtraAct,
    ForgetFighters,
    GiveCounters,
    LayToken,
    LiftTokens,
    MoveToken,
    Operation,
    Outcome,
    PassMarkers,
    PlaceNpf,
    PreventChange,
    Push,
    PutDownToken,
    ReadyFighter,
    RememberFighters,
    Remind,
    Single,
    Swap,
    TakeAp,
    TakeCounters,
    TakeSp,
    TakeUpToken,
    TakeVp,
)
from edencli.model.terms import REACTIONS, AbilityKind, ActKind, Duration, Manner, MissionKind, Quantity
from edencli.named_tuple import NamedTuple
from edencli.record import Record
from edencli.rulebooks.match_steps import AP_STEP, DEPLOYMENT_STEP, MATCH_STEPS, SCENERY_STEP
from edencli.rules.band import Finding

Card = Ability | Tactic | Mission

_ALWAYS = frozenset({Role.LEADER, Role.ENEMY_LEADER})
_OF_THE_USER = frozenset({Role.USER, Role.LAST_ATTACKER})
_TOKEN_NAMES: Mapping[type[Record], tuple[str, ...]] = {
    LiftTokens: ("name",),
    MoveToken: ("name",),
    Push: ("name",),
    TakeUpToken: ("name",),
    PutDownToken: ("name",),
    Who: ("near", "bears"),
    Where: ("near",),
    Explode: ("near",),
    When: WAYS,
}
"""The parts in which a card names a marker or an area that is on the field already."""
_COUNTER_NAMES: Mapping[type[Record], tuple[str, ...]] = {
    TakeCounters: ("name",),
    Who: ("has_counter",),
    HowMany: ("counters",),
}
"""The parts in which a card names counters that some fighter has already."""

MOST_DEPTH = 6
"""The greatest depth to which filters, conditions and lasting effects may be nested."""
MOST_COUNTER_NAMES = 9
"""The most names of counters that one card may use."""


def find_text_without_effect(card: Card) -> Iterator[Finding]:
    """Find the text of a card that no effect expresses, and that is played by agreement."""
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
    """Find each part of a card's effects that can never work, with its path."""
    has_user = isinstance(card, Ability)
    said = [(path, one) for path, one in _walk(card.effects, ("effects",))]
    remembers = any(_remembers(one) for _, one in said)
    known = _ALWAYS | ({Role.REMEMBERED} if remembers else frozenset())
    here = _Context(known | (_OF_THE_USER if has_user else frozenset()), has_user)
    for n, effect in enumerate(card.effects):
        yield from _moments(card, effect, ("effects", n))
        yield from _impossible_parts(effect, ("effects", n), here)
    for path, one in said:
        if isinstance(one, Lasting):
            yield from _moments_of_lasting(card, one, path)
        if isinstance(one, ForgetFighters) and not remembers:
            yield Finding("effect-never", (*path, "op"), {"word": one.word}, form="forget")
    yield from find_betrayals(card, said)
    yield from _too_many_counters(said)
    for n, objective in enumerate(getattr(card, "objectives", ())):
        for key in ("only_if", "each"):
            if (value := getattr(objective, key)) is not None:
                yield from _impossible_parts(value, ("objectives", n, file_key(key)), here)


def _remembers(value: Record) -> bool:
    """Tell whether a word has its card remember fighters."""
    return isinstance(value, RememberFighters) or (isinstance(value, PlaceNpf) and value.remember)


def find_unsaid_players(card: Card, data: Any) -> Iterator[Finding]:
    """Find operations that take points without saying from which player: their defaults differ.

    `data` is the card as written in the file, which alone tells which keys were left out.
    """
    for path, value in _walk(card, ()):
        if isinstance(value, TakeSp | TakeVp) and "to" not in _written(data, path):
            told = {"word": value.word, "player": str(value.to), "add": f"to: {value.to}"}
            yield Finding("effect-whose", (*path, "op"), told, form=str(value.to))


def _written(data: Any, path: CardPath) -> Any:
    """Return the value that a file has at a path."""
    for step in path:
        data = data[step]
    return data


def find_unlaid_names(cards: Iterable[tuple[CardPath, Card]]) -> Iterator[Finding]:
    """Find markers, areas and counters that some cards name and that none of them lays or gives.

    Another file or the players may do that, so it is an error only if the name is close to one that is given.
    Each card comes with its path, and the paths of the findings begin with it.
    """
    said = [one for path, card in cards for one in _walk(card, path)]
    laid = {one.name for _, one in said if isinstance(one, LayToken)}
    given = {one.name for _, one in said if isinstance(one, GiveCounters)}
    for parts_of, known, form in ((_token_parts, laid, ""), (_counter_parts, given, "counter")):
        folded = set(map(fold, known))
        for path, value in said:
            for part in parts_of(value):
                name = getattr(value, part)
                if name is not None and fold(name) not in folded:
                    near = nearest_name(name, sorted(known), NearKind.NAME)
                    about = {"name": name} | ({"nearest": near} if near else {})
                    where = (*path, file_key(part))
                    yield Finding("effect-unlaid", where, about, form=form, warns=near is not None)


def _counter_parts(value: Record) -> tuple[str, ...]:
    """Return the parts of a word that name counters given by some card."""
    return _COUNTER_NAMES.get(type(value), ())


def _token_parts(value: Record) -> tuple[str, ...]:
    """Return the parts of a word that name a marker or an area that is on the field already."""
    parts = _TOKEN_NAMES.get(type(value), ())
    return (*parts, "named") if getattr(value, "event", None) in _TOKEN_EVENTS else parts


_TOKEN_EVENTS = frozenset({CardEvent.TOKEN_TAKEN_UP, CardEvent.TOKEN_PUT_DOWN})


def _walk(value: Any, path: CardPath) -> Iterator[tuple[CardPath, Record]]:
    """Give a value and all values within it, each with its path."""
    if isinstance(value, Record):
        yield path, value
        for part, inner in _composite_parts(value):
            yield from _walk(inner, (*path, file_key(part)))
    elif isinstance(value, tuple):
        for n, one in enumerate(value):
            yield from _walk(one, (*path, n))


def _composite_parts(value: Record) -> list[tuple[str, Any]]:
    """List the parts of a value that have parts themselves; most parts are words, numbers, or left out."""
    own = value.__dict__
    return [(part, inner) for part in value.parts if (inner := own[part]) and isinstance(inner, _COMPOSITE)]


_COMPOSITE = (Record, tuple)
_NESTING = Who | Proviso | Lasting
"""The words that may be nested in each other, to a limited depth."""


def _is_nesting(value: Any) -> bool:
    """Tell whether a word may contain others of its kind; a number may if it is computed from others."""
    if isinstance(value, HowMany):
        return any(getattr(value, part) is not None for part in ARITHMETIC)
    return isinstance(value, _NESTING)


class _Context(NamedTuple):
    """The context of a word: the roles it may name, the event that gives it values, its depth.

    Within lasting effects, the events that began them (`outer`) give the values that their own event lacks.
    """

    roles: frozenset[Role]
    has_user: bool
    event: CardEvent | None = None
    outer: tuple[CardEvent, ...] = ()
    is_first: bool = False
    depth: int = 0
    has_scenery: bool = False
    thrown: frozenset[EventNumber] = frozenset()

    def with_roles(self, *roles: Role) -> "_Context":
        return self._replace(roles=self.roles.union(roles))

    def of_word(self, value: Record) -> "_Context":
        """Return the context of a word itself, with the roles of its event or of the acts it works in."""
        if isinstance(value, When | Instead):
            return self.with_roles(*roles_in(value))._replace(event=value.event)
        if isinstance(value, Past):
            return self.with_roles(*roles_of(value.event))
        if isinstance(value, words.Adds):
            return self.with_roles(*IN_AN_ACT)._replace(
                thrown=self.thrown | {EventNumber.SO_FAR, EventNumber.BONUSES}
            )
        return self.with_roles(*IN_AN_ACT) if isinstance(value, words.StandingEffect) else self

    def within_word(self, value: Record) -> "_Context":
        """Return the context of a word's parts; lasting effects keep the values of their first event."""
        if isinstance(value, Lasting):
            outer = (*self.outer, self.event) if self.event else self.outer
            kept = self._replace(event=None, outer=outer, is_first=False, thrown=frozenset())
            return kept._replace(depth=self.depth + 1)
        is_first = self.is_first or isinstance(value, words.ActFirst)
        return self._replace(is_first=is_first, depth=self.depth + _is_nesting(value))

    def gives(self, is_given: Callable[[CardEvent], bool]) -> bool:
        """Tell whether a value is given by the event, or by one that began the lasting effect."""
        return any(map(is_given, (*self.outer, *((self.event,) if self.event else ()))))


def _moments(card: Card, effect: CardEffect, path: CardPath) -> Iterator[Finding]:
    """Find an effect that can never begin on a card of its kind (effect-never)."""
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
    if now and isinstance(card, Mission):
        yield from _hands_too_early(effect, path)
    if kind is MissionKind.SECRET:
        for place, _ in (one for one in _walk(effect, path) if isinstance(one[1], Remind)):
            yield Finding("effect-never", (*place, "op"), {"word": Remind.word}, form="secret-text")
    if isinstance(effect, When):
        yield from _preparation(card, effect, path)
        yield from _in_vain(effect, path)


def _moments_of_lasting(card: Card, op: Lasting, path: CardPath) -> Iterator[Finding]:
    """Find lasting effects that wait for an event in vain (effect-never), and counts without use."""
    waiting = [one for one in op.effects if isinstance(one, When | Instead)]
    if op.times is not None and not waiting:
        yield Finding("effect-times", (*path, "times"))
    is_in_round = isinstance(card, Tactic) or getattr(card, "kind", None) is AbilityKind.ACTION
    ends_before = is_in_round and op.until in {Duration.ATTACK, Duration.ACTIVATION, Duration.ROUND}
    for n, one in enumerate(op.effects):
        if not isinstance(one, When | Instead):
            continue
        here = (*path, "effects", n)
        if one.from_hand:
            yield Finding("effect-never", (*here, "from-hand"), {"word": "from-hand"}, form="lasting")
        if one.event is CardEvent.ROUND_BEGUN and ends_before:
            yield Finding("effect-never", (*here, "event"), {"word": str(one.event)}, form="until")
        if isinstance(one, When):
            yield from _in_vain(one, here)


def _too_many_counters(said: Iterable[tuple[CardPath, Record]]) -> Iterator[Finding]:
    """Find more names of counters than a card may give (effect-counters)."""
    names: set[str] = set()
    for path, one in said:
        if isinstance(one, GiveCounters) and fold(one.name) not in names:
            names.add(fold(one.name))
            if len(names) == MOST_COUNTER_NAMES + 1:
                yield Finding("effect-counters", (*path, "name"), {"most": MOST_COUNTER_NAMES})


def _preparation(card: Card, effect: When, path: CardPath) -> Iterator[Finding]:
    """Find an event of the preparation at which no such card is in force yet (effect-never).

    Leaders are named before missions are chosen, so only a fighter's ability hears that its own fighter is
    named. Missions are chosen before fighters are on the field, so only missions hear of that.
    """
    event, form = effect.event, ""
    if event is CardEvent.LEADER_NAMED:
        is_own = effect.sufferer == USER and isinstance(card, Ability)
        form = "" if is_own else "leader"
    elif event is CardEvent.MISSION_PLAYED:
        form = "" if isinstance(card, Mission) else "mission"
    if form:
        yield Finding("effect-never", (*path, "event"), {"word": str(event)}, form=form)


def _heard_steps(card: Card) -> tuple[str, ...]:
    """Return the steps whose beginning a card may hear: in the preparation, those after it came into play.

    NPFs are placed before fighters are, and a tactical card is played from the hand at the earliest.
    """
    first = SCENERY_STEP if isinstance(card, Mission) else DEPLOYMENT_STEP
    first = AP_STEP if isinstance(card, Tactic) else first
    return MATCH_STEPS[MATCH_STEPS.index(first) :]


def _in_vain(effect: When, path: CardPath) -> Iterator[Finding]:
    """Find operations that can never affect their fighter when the event happens (effect-never)."""
    if comes_before_hands(effect):
        yield from _hands_too_early(effect, path)
    opens_round = effect.event in _ROUND_OPENERS or effect.step in _BEFORE_ACTIVATIONS
    for place, done in _walk(effect.do, (*path, "do")):
        takes_part = (getattr(done, "who", None) or USER).the in IN_AN_ACT
        is_named = takes_part and effect.event in {CardEvent.INTERRUPTED, CardEvent.DESIGNATED}
        if effect.event in BEFORE_FIGHTERS and isinstance(done, Operation) and "who" in done.parts:
            yield Finding("effect-never", (*place, "op"), {"word": done.word}, form="undeployed")
        if (
            isinstance(done, ReadyFighter)
            and effect.event is CardEvent.LEFT
            and done.who.the is Role.SUFFERER
        ):
            yield Finding("effect-never", (*place, "op"), {"word": done.word}, form="gone")
        if isinstance(done, ReadyFighter) and (opens_round or is_named):
            yield Finding("effect-never", (*place, "op"), {"word": done.word}, form="ready")
        if isinstance(done, TakeAp | ReadyFighter) and takes_part and effect.how is Manner.PROWL:
            yield Finding("effect-never", (*place, "op"), {"word": done.word}, form="npf")


def _hands_too_early(effect: CardEffect, path: CardPath) -> Iterator[Finding]:
    """Find operations on hands before players have hands (effect-hand); lasting effects may come later."""
    found = list(_walk(effect, path))
    waiting = [place for place, one in found if isinstance(one, Lasting)]
    for place, done in found:
        if isinstance(done, UPON_HANDS) and not any(place[: len(one)] == one for one in waiting):
            yield Finding("effect-hand", (*place, "op"), {"word": done.word}, form="early")


_ROUND_OPENERS = frozenset({CardEvent.ROUND_BEGUN, CardEvent.BIDS_REVEALED})
_BEFORE_ACTIVATIONS = MATCH_STEPS[: MATCH_STEPS.index("activation")]


def _impossible_parts(value: Any, path: CardPath, here: _Context) -> Iterator[Finding]:
    """Check a value and all values within it, each with the roles that are known there."""
    if isinstance(value, tuple):
        for n, one in enumerate(value):
            yield from _impossible_parts(one, (*path, n), here)
        return
    if not isinstance(value, Record):
        return  # one of the words in a list
    here = here.of_word(value)
    if isinstance(value, When | Instead):
        yield from find_event_misfits(value, path)
    elif isinstance(value, Past):
        yield from find_past_misfits(value, path)
    yield from _strangers(value, path, here)
    yield from _own_misfits(value, path, here)
    yield from _missing_values(value, path, here)
    here = here.within_word(value)
    if _is_nesting(value) and here.depth == MOST_DEPTH + 1:
        yield Finding("effect-depth", path, {"most": MOST_DEPTH})
    for part, inner in _composite_parts(value):
        there = _with_choice(here, value, part)
        thrown = numbers_within(value, part)
        there = there if thrown is None else there._replace(thrown=thrown)
        yield from _impossible_parts(inner, (*path, file_key(part)), there)


def _with_choice(here: _Context, value: Record, part: str) -> _Context:
    """Return the context of a part that is done upon chosen scenery, a target, or fighters of `who`."""
    if value.part_types[part] not in {tuple[Operation, ...], tuple[Single, ...], tuple[Outcome, ...]}:
        return here
    choose = getattr(value, "choose", None)
    if choose is not None and choose.scenery is not None:
        return here._replace(has_scenery=True)
    has_target = choose is not None or getattr(value, "who", None) is not None
    return here.with_roles(Role.TARGET) if has_target else here


def _strangers(value: Record, path: CardPath, here: _Context) -> Iterator[Finding]:
    """Find roles that no fighter has at this place of the card (effect-role)."""
    for part, role in value.as_dict().items():
        if isinstance(role, Role) and role not in here.roles and _is_part_used(value, part):
            choices = tuple(str(one) for one in Role if one in here.roles)
            form = str(role) if role in {Role.USER, Role.TARGET, Role.REMEMBERED} else ""
            yield Finding(
                "effect-role", (*path, file_key(part)), {"role": str(role), "choices": choices}, form=form
            )


def _missing_values(value: Record, path: CardPath, here: _Context) -> Iterator[Finding]:
    """Find a number or a limb of an event where no event gives it (effect-value)."""
    wanted = value.event if isinstance(value, HowMany) and value.event not in here.thrown else None
    there = (
        here._replace(outer=()) if wanted in {EventNumber.SUCCESSES, EventNumber.NET} else here
    )  # lasting effects do not keep these
    if wanted is not None and not there.gives(lambda event: gives_number(event, wanted)):
        yield Finding("effect-value", (*path, "event"), _given(here.event, str(wanted)), form=_moment(here))
    if getattr(value, "limb", None) is CardLimb.SAME and not here.gives(gives_limb):
        yield Finding("effect-value", (*path, "limb"), _given(here.event, "limb"), form=_moment(here))


def _given(event: CardEvent | None, value: str) -> dict[str, Any]:
    return {"value": value} | ({"event": str(event)} if event else {})


def _moment(here: _Context) -> str:
    return "" if here.event else "no-event"


def _is_part_used(value: Record, part: str) -> bool:
    """Tell whether a part matters: the fighter to measure from does so only where something is measured."""
    if part != "of":
        return names_place(value, part)
    if isinstance(value, Who | Where):
        is_from_fighter = value.within is not None and value.near is None and value.landmark is None
        return is_from_fighter or getattr(value, "between", None) is not None
    if isinstance(value, SceneryFilter):
        return value.stands is Stance.BEHIND
    if isinstance(value, Push):
        return not any(other_ways(value))
    if not isinstance(value, HowMany):
        return True
    counted = (value.stat, value.markers, value.counters, value.cp, value.mentions)
    return any(one is not None for one in counted)


def _own_misfits(value: Record, path: CardPath, here: _Context) -> Iterator[Finding]:
    """Find what can never be useful in a word, in whatever context."""
    if isinstance(value, Who):
        yield from _deeds(value, path)
        yield from _inner_filters(value, path)
    least, most = getattr(value, "least", None), getattr(value, "most", None)
    if least is not None and most is not None and most < least:
        yield Finding("effect-bounds", (*path, "most"), {"least": least, "most": most})
    if isinstance(value, Operation | words.Twist):
        yield from _useless_operations(value, path, here)
        yield from find_useless_amounts(value, path)
    yield from find_number_misfits(value, path)
    if isinstance(value, words.Adds) and value.limb and str(value.to) != Quantity.PROTECTION:
        yield Finding("effect-limb", (*path, "limb"), {"number": str(value.to)})
    yield from find_dice_misfits(value, path)
    yield from find_hand_misfits(value, path)
    if isinstance(value, ExtraAct | words.Duty):
        yield from _ordered_answers(value, path)
    if not isinstance(value, words.Forbids):
        yield from _unfit_deeds(value, path)
    if isinstance(value, Where | Push):
        gone = IN_AN_ACT & here.roles
        gone -= {Role.SUFFERER} if here.event is CardEvent.LEFT else frozenset()
        yield from find_impossible_places(value, path, gone)
    if isinstance(value, SceneryFilter) and value.chosen and not here.has_scenery:
        yield Finding("effect-place", (*path, "chosen"), {}, form="chosen")
    if isinstance(value, Choosing) and value.scenery is not None:
        yield from find_useless_choices(value, value.scenery, path)


def _ordered_answers(value: ExtraAct | words.Duty, path: CardPath) -> Iterator[Finding]:
    """Find acts that a card cannot order, because they are reactions to another fighter (effect-act)."""
    for n, act in enumerate(value.acts):
        if act in REACTIONS:
            choices = tuple(str(one) for one in ActKind if one not in {*REACTIONS, *_NO_DEEDS})
            yield Finding("effect-act", (*path, "acts", n), {"act": str(act), "choices": choices})


_NO_DEEDS = frozenset({ActKind.ACTIVATION, ActKind.TARGET})
"""Kinds that are no acts of their own: cards can forbid them, and nothing else."""


def _unfit_deeds(value: Any, path: CardPath) -> Iterator[Finding]:
    """Find kinds that can only be forbidden, used for something that fighters do (effect-act)."""
    for n, act in enumerate(getattr(value, "acts", ())):
        if act in _NO_DEEDS:
            choices = tuple(str(one) for one in ActKind if one not in _NO_DEEDS)
            found = {"act": str(act), "choices": choices}
            yield Finding("effect-act", (*path, "acts", n), found, form="no-deed")


_LEAVING = frozenset({CardEvent.LEFT, CardEvent.ATTACK_ENDED})
"""Events whose sufferer may have left the field after them."""


def _useless_operations(value: Operation | words.Twist, path: CardPath, here: _Context) -> Iterator[Finding]:
    """Find operations and changes that can do nothing in their context."""
    if isinstance(value, Lasting | LayToken):
        yield from _impossible_ends(value, path, here)
    if isinstance(value, BringBack) and here.event is not None and value.who.the in IN_AN_ACT:
        has_left = here.event in _LEAVING and value.who.the is Role.SUFFERER
        if not has_left:
            yield Finding("effect-never", (*path, "op"), {"word": value.word}, form="back")
    if isinstance(value, PassMarkers | Push | Swap) and _needs_another_fighter(value):
        yield Finding("effect-never", (*path, "op"), {"word": value.word}, form="same")
    if isinstance(value, PreventChange) and not here.is_first:
        yield Finding("effect-prevent", (*path, "op"), {})
    if isinstance(value, words.RedirectChange) and value.to.the is Role.SUFFERER:
        yield Finding("effect-never", (*path, "to", "the"), {"word": value.word}, form="redirect")
    if isinstance(value, words.RedirectChange) and value.to.out:
        yield Finding("effect-out", (*path, "to", "out"), form="redirect")


def _impossible_ends(value: Lasting | LayToken, path: CardPath, here: _Context) -> Iterator[Finding]:
    """Find durations that can never end in this context (effect-until)."""
    never = set() if here.has_user else {Duration.NEXT_ACTIVATION, Duration.NEXT_ACT}
    if here.event is not CardEvent.ATTACK_BEGUN:
        never.add(Duration.ATTACK)
    if isinstance(value, LayToken):
        never |= {Duration.ATTACK, Duration.NEXT_ACT}
        never.discard(Duration.NEXT_ACTIVATION)
    if isinstance(value, Lasting) and value.rounds is not None and value.until is not Duration.NEXT_ROUND:
        yield Finding("effect-until", (*path, "rounds"), {"until": str(Duration.NEXT_ROUND)}, form="rounds")
    if value.until in never:
        choices = tuple(str(one) for one in Duration if one not in never)
        form = "attack" if value.until is Duration.ATTACK or isinstance(value, LayToken) else ""
        yield Finding("effect-until", (*path, "until"), {"choices": choices}, form=form)


def _needs_another_fighter(value: PassMarkers | Push | Swap) -> bool:
    """Tell whether an operation between two fighters names one of them twice; several may be remembered."""
    is_one = value.who.the is value.of and value.of is not Role.REMEMBERED
    return is_one and not (isinstance(value, Push) and any(other_ways(value)))


def _inner_filters(who: Who, path: CardPath) -> Iterator[Finding]:
    """Find inner filters that want fighters out of action (effect-out), and halves without markers."""
    if any(one.out for one in who.any_of):
        yield Finding("effect-out", (*path, "any-of"))
    if who.near_half is not None and who.near is None:
        yield Finding("effect-place", (*path, "near-half"), {"word": "near-half"}, form="near")
    if who.but_not is not None and who.but_not.out:
        yield Finding("effect-out", (*path, "but-not"))


def _deeds(who: Who, path: CardPath) -> Iterator[Finding]:
    """Find filters by deeds that no fighter ever does or suffers (effect-detail)."""
    for part, role in (("did", "doer"), ("suffered", "sufferer")):
        event: CardEvent | None = getattr(who, part)
        if event is not None and (getattr(event, role) is None or event in BEFORE_FIGHTERS):
            values = {"detail": role, "event": str(event), "choices": ()}
            yield Finding("effect-detail", (*path, part), values)
