"""The interface through which rules work: ask and do, value, why_not and perform, and facts of the field.

Whatever a card or an optional chapter changes, it changes here: it answers a question, replaces or
follows a change, adds to a number, or objects to an act. Whether a fact is measured or the players are
asked is decided here, by the field of the match. Knows no rule.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from edencli.match.events import Event
from edencli.match.limits import EVENTS_PER_ANSWER, OverBudgetError
from edencli.match.match import (
    Act,
    Listener,
    Match,
    Measure,
    Objector,
    Procedure,
    Query,
    SideQuery,
    is_fixed_by_kind,
)
from edencli.match.pieces import Piece
from edencli.match.questions import OrderChoice, Question, SkippedQuestion, own_objection
from edencli.match.reasons import MEASURED_REASONS, Amount, Part, Refusal

A = TypeVar("A")
Q = TypeVar("Q", bound=Question[Any])
E = TypeVar("E", bound=Event)
P = ParamSpec("P")


class FieldFact(Protocol[P, A]):
    """A fact of the field, found in one of two ways."""

    unmeasured: Callable[..., A] | None
    """The function that finds the fact from what the players said; None until it is registered."""

    def __call__(self, match: Match, *args: P.args, **kwargs: P.kwargs) -> A:
        """Find the fact on the field of this match."""

    def when_unmeasured(self, said: Callable[..., A]) -> Callable[..., A]:
        """Register the function that finds the fact from what the players said."""


def field_fact(measure: Callable[Concatenate[Match, P], A]) -> FieldFact[P, A]:
    """A fact of the field, with two functions to find it, between which the field chooses.

        @field_fact
        def are_in_contact(match, one, other): ...   # from where both stand

        @are_in_contact.when_unmeasured
        def _(match, one, other): ...                # from what the players said

    Rules ask for the fact, and do not know which of the functions answers. The result is a function and
    not a callable object, since rules call it very often, and such a call would take twice the time.
    """
    twin: Callable[..., A] = measure

    @wraps(measure)
    def find(match: Match, *args: Any) -> A:
        if match.state.field.asks_players:
            return twin(match, *args)
        return measure(match, *args)  # type: ignore[call-arg]  # as `measure` has them

    def when_unmeasured(said: Callable[..., A]) -> Callable[..., A]:
        nonlocal twin
        twin = fact.unmeasured = said
        return said

    fact = cast("FieldFact[P, A]", find)
    fact.unmeasured = None
    fact.when_unmeasured = when_unmeasured  # type: ignore[method-assign]
    return fact


def no_objections(*_: Any) -> Iterator[Any]:
    """Object to nothing: where the players are asked, they are trusted."""
    return iter(())


def always_none(*_: Any) -> None:
    """Return None: no objection, or no place."""


def ask(question: Question[A]) -> Procedure[A]:
    """Ask a question, and return the answer: the only place where the rules wait."""
    answer: A = yield question
    return answer


def cache_objections(match: Match, objection: Callable[[A], Refusal | None]) -> Callable[[A], Refusal | None]:
    """Cache the objection to each option of a question: while it waits, only players' answers change."""
    if match.state.field.asks_players:
        return objection
    known: dict[A, Refusal | None] = {}

    def object_to(option: A) -> Refusal | None:
        if option not in known:
            known[option] = objection(option)
        return known[option]

    return object_to


def skip(
    match: Match,
    make: Callable[[], Q],
    objection: Callable[[Q, Any], Refusal | None] = own_objection,
) -> None:
    """Record a question that is not asked, in case a player answers it all the same.

    The question is made only if such an answer comes. `objection` says why the answer is refused.
    """
    match.skipped.append(SkippedQuestion(make, objection))


def do(
    match: Match,
    change: E,
    *,
    know: Callable[[], None] | None = None,
    settle: Callable[[E], E] | None = None,
) -> Procedure[E | None]:
    """Let listeners replace or forbid a change, apply it, log it, and run what it sets off.

    Returns what really happened, or None if it was forbidden. A listener replaces a change by one of the
    same kind, of which as much happens as is possible. If another fighter may suffer it instead, `settle`
    adapts it to that fighter just before it happens. Before anything is set off, `know` keeps what the
    rules say for certain of an unmeasured field, if no card makes a movement end elsewhere.
    """
    done = change
    if match.listeners:
        left = yield from _replaced(match, change)
        if left is None:
            return None
        if left is not change:
            done = (left if settle is None else settle(left)).clamped(match.state)
    log = match.log
    if len(log) - match.answered_at >= EVENTS_PER_ANSWER:
        raise OverBudgetError("events")
    match.apply_event(match.state, done)
    log.append(done)
    if know is not None:
        know()
    if match.listeners and (hearers := match.hearers(type(done))):
        yield from _run_triggers(match, done, hearers)
    return done


def _replaced(match: Match, change: E) -> Procedure[E | None]:
    """Let listeners replace a change by another of the same kind, or forbid it."""
    done: Event | None = change
    for listener in match.replacers(type(change)):
        if done is not None:
            done = yield from listener.replace(match, done)
    return cast("E | None", done)


def _run_triggers(match: Match, event: Event, hearers: Sequence[Listener]) -> Procedure[None]:
    """Run what an event sets off, in the order that the first player gives it, then what comes last."""
    triggers = [trigger for listener in hearers for trigger in listener.triggers(match, event)]
    if not triggers:
        return
    ordered = [trigger for trigger in triggers if not trigger.is_last]
    names = [trigger.name for trigger in ordered]
    depth = match.trigger_depth
    match.trigger_depth = depth + 1
    try:
        yield from resolve_simultaneous(match, ordered, lambda trigger: trigger.run(), names)
        for trigger in triggers:
            if trigger.is_last:
                yield from trigger.run()
    finally:
        match.trigger_depth = depth


def value(match: Match, query: Query | SideQuery) -> Amount:
    """Find a number: every contributor adds its parts, and the sum never falls below zero."""
    parts: list[Part] = []
    for give in match.contributors_to(query.what, type(query.act)):
        if found := give(match, query):
            parts += found
    for give in match.contributors:
        parts += give(match, query)
    return Amount(tuple(parts))


def total_value(match: Match, query: Query | SideQuery) -> int:
    """Find a number without its reasons; otherwise as `value`.

    A number that depends only on the kind of the act is found once for each match.
    """
    act = query.act
    if act is None or act.free or act.price is not None or match.contributors:
        return _sum_parts(match, query)
    kind = query.what, type(act)
    if kind not in match.fixed_totals:
        is_fixed = all(map(is_fixed_by_kind, match.contributors_to(*kind)))
        match.fixed_totals[kind] = _sum_parts(match, query) if is_fixed else None
    fixed = match.fixed_totals[kind]
    return _sum_parts(match, query) if fixed is None else fixed


def _sum_parts(match: Match, query: Query | SideQuery) -> int:
    n = 0
    for give in match.contributors_to(query.what, type(query.act)):
        for part in give(match, query):
            n += part.n
    for give in match.contributors:
        for part in give(match, query):
            n += part.n
    return max(0, n)


def why_not(match: Match, act: Act) -> Refusal | None:
    """The first objection to an act, or None if it is allowed."""
    if (refusal := why_not_declared(match, act)) is not None:
        return refusal
    for refusal in reach_objections(match, act):
        if refusal.reason not in MEASURED_REASONS or why_not_measure(match, act.fighter) is None:
            return refusal
    return None


def why_not_declared(match: Match, act: Act) -> Refusal | None:
    """The first objection to declaring an act, wherever the fighters stand, or None."""
    for object_to in match.objectors_to(type(act)):
        refusal = object_to(match, act)
        if refusal is not None and not (match.waivers and _is_waived(match, act, refusal)):
            return refusal
    return None


def objections(match: Match, act: Act) -> Iterator[Refusal]:
    """All objections to an act that may be known, in the rulebook's order.

    First those to declaring it, then those of the field, without those that need a tape if fighters may
    not measure before they pay.
    """
    yield from declaration_objections(match, act)
    measuring = why_not_measure(match, act.fighter) is None
    for refusal in reach_objections(match, act):
        if measuring or refusal.reason not in MEASURED_REASONS:
            yield refusal


def why_not_measure(match: Match, fighter: Piece) -> Refusal | None:
    """The reason why a fighter may not measure before it pays for an act, or None (measure.any-time)."""
    return why_not_declared(match, Measure(fighter=fighter)) if match.objectors_to(Measure) else None


def declaration_objections(match: Match, act: Act) -> Iterator[Refusal]:
    """All objections to declaring an act, wherever the fighters stand."""
    found = _collect_objections(match, act, match.objectors_to(type(act)))
    yield from (_drop_waived(match, act, found) if match.waivers else found)


def _collect_objections(match: Match, act: Act, objectors: Iterable[Objector]) -> Iterator[Refusal]:
    for object_to in objectors:
        if refusal := object_to(match, act):
            yield refusal


def reach_objections(match: Match, act: Act) -> Iterator[Refusal]:
    """All objections of the field to an act: what it cannot reach, see, cover or walk.

    A field that answers nothing about the fighter has none: on a bare table, what it would say is
    declared with the act.
    """
    row = match.acts.get(type(act))
    if match.state.field.answers_about(act.fighter):
        found = row.reach(match, act) if row else iter(())
        yield from (_drop_waived(match, act, found) if match.waivers else found)
        for object_to in match.reach_objectors_to(type(act)):
            if refusal := object_to(match, act):
                yield refusal


def _drop_waived(match: Match, act: Act, found: Iterator[Refusal]) -> Iterator[Refusal]:
    """Leave out objections of the rulebook that a chapter or a card waives."""
    for refusal in found:
        if not _is_waived(match, act, refusal):
            yield refusal


def _is_waived(match: Match, act: Act, refusal: Refusal) -> bool:
    return any(waives(match, act, refusal) for waives in match.waivers)


def perform(match: Match, act: Act) -> Procedure[bool]:
    """Carry out an allowed act; returns whether the activation may go on."""
    row = match.acts[type(act)]
    if row.perform is None:
        raise TypeError(f"{act} is part of another's act")
    bar = why_not_measure(match, act.fighter)
    if bar is not None and row.miss is not None and _proves_too_far(match, act):
        return (yield from row.miss(match, act, bar.rule)) is not False
    if match.state.field.answers_about(act.fighter):
        act = row.aim(match, act)
    goes_on = (yield from row.perform(match, act)) is not False
    match.field.forget_fleeting_facts()
    return goes_on


def _proves_too_far(match: Match, act: Act) -> bool:
    """Tell whether an act that could not be measured before is out of reach."""
    return any(refusal.reason in MEASURED_REASONS for refusal in reach_objections(match, act))


def resolve_simultaneous(
    match: Match,
    items: Sequence[A],
    run: Callable[[A], Procedure[None]],
    names: Sequence[Any],
    *,
    still: Callable[[A], bool] = lambda _: True,
    any_order: bool = False,
) -> Procedure[None]:
    """Do things that happen at the same time, in the order that the first player picks one by one.

    Each question shows the names of those that are left, if there is `still` something to do for them;
    the last is not asked. With `any_order` the order makes no difference, and nothing is asked.
    """
    left = list(zip(items, names, strict=True))
    while left := [(item, name) for item, name in left if still(item)]:
        shown = tuple(name for _, name in left)
        question = OrderChoice(
            asked=match.first_player, options=range(len(left)), names=shown, any_order=any_order
        )
        pick = yield from ask(question)
        item, _ = left.pop(pick)
        yield from run(item)
