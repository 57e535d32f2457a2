"""Ask players only for the facts on which a result depends.

All possible answers for an unknown fact are tried: if they lead to the same result, it is not asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from edencli.match.facts import Fact, FactGroup, UnknownFact
from edencli.match.match import Match
from edencli.match.reasons import Refusal
from edencli.named_tuple import NamedTuple

T = TypeVar("T")

MAX_DEPTH = 6  # unknown facts that are tried inside each other
MAX_LOOKS = 100  # trials, so that players need not wait for questions that are never asked


class _Found(NamedTuple):
    """A result that needs no answer."""

    found: Any


class _Hangs(NamedTuple):
    """A result that depends on a fact: an end for each answer.

    One that is `open` depends on more facts than were tried, and may have ends for the first answers
    alone.
    """

    fact: Fact | FactGroup
    ends: "tuple[tuple[Any, _Found | _Hangs], ...]" = ()
    open: bool = False


_End: TypeAlias = _Found | _Hangs


class _Tried(NamedTuple):
    """What a search was found to depend on, and the facts that were known then."""

    what: Any
    told: Mapping[Fact, Any]
    end: _End


def _known_end(match: Match, what: Any) -> _End | None:
    """What a search depends on with the facts known now; None if that is not known at this moment."""
    told = match.state.field.told_facts
    ends = (_follow(one, told) for one in reversed(_tried_looks(match)) if one.what == what)
    return next((end for end in ends if end is not None), None)


def _tried_looks(match: Match) -> list[_Tried]:
    """The searches tried since the last event; answers that come meanwhile need no new trial."""
    return match.cache_for_moment("tried-looks", list)


def _follow(tried: _Tried, told: Mapping[Fact, Any]) -> _End | None:
    """The end to which later answers lead; None if other facts were told too, or not all was tried."""
    end, known = tried.end, {**tried.told}
    while isinstance(end, _Hangs) and len(known) < len(told):
        for said, following in end.ends:
            answers = end.fact.answers_by_fact(said)
            if all(told.get(fact, _UNTOLD) == answer for fact, answer in answers.items()):
                end = following
                known.update(answers)
                break
        else:
            return None
    is_open = isinstance(end, _Hangs) and end.open
    return end if not is_open and known == told else None


_UNTOLD = object()


def with_needed_facts(match: Match, find: Callable[[], T], what: Any = None) -> T:
    """The result of a search, asking only for facts that change it.

    If the search has a name (`what`), what it depends on is cached.
    """
    if not match.state.field.asks_players:
        return find()
    while True:
        is_named = what is not None and not match.is_guessing
        end = _known_end(match, what) if is_named else None
        if end is None:
            told = match.state.field.told_facts
            end = _try_answers(match, find, MAX_DEPTH, iter(range(MAX_LOOKS)))
            if is_named:
                _tried_looks(match).append(_Tried(what, told, end))
        if isinstance(end, _Found):
            found: T = end.found
            return found
        match.request_fact(end.fact)


def first_objection(match: Match, find: Callable[[], Refusal | None], what: Any = None) -> Refusal | None:
    """The objection that a search finds, or None; no fact is asked for that changes only its details."""
    if not match.state.field.asks_players:
        return find()

    def kind() -> tuple[str, str] | None:
        refusal = find()
        return None if refusal is None else (refusal.rule, refusal.reason)

    if with_needed_facts(match, kind, what) is None:
        return None
    with match.guessing():
        return find()


def _try_answers(match: Match, find: Callable[[], Any], deep: int, looks: Iterator[int]) -> _End:
    """The result for any answers to the next unknown facts, or the fact on which it depends."""
    told, tries = match.state.field.told_facts, match.is_trying_answers
    match.is_trying_answers = True
    try:
        return _Found(find())
    except UnknownFact as unknown:
        wanted = unknown.fact
    finally:
        match.is_trying_answers = tries
    ends: list[tuple[Any, _End]] = []
    try:
        for said in wanted.possible_answers():
            if not deep or next(looks, None) is None:
                return _Hangs(wanted, tuple(ends), open=True)
            match.field.set_facts({**told, **wanted.answers_by_fact(said)})
            end = _try_answers(match, find, deep - 1, looks)
            ends.append((said, end))
            if isinstance(end, _Hangs) and end.open:
                return _Hangs(wanted, tuple(ends), open=True)
    finally:
        match.field.set_facts(told)
    if not ends:
        return _Hangs(wanted, open=True)
    first = ends[0][1]
    return first if all(end == first for _, end in ends) else _Hangs(wanted, tuple(ends))
