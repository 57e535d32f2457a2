"""Of what nobody measures, eyes are asked for that alone on which something hangs.

All that can be said of an unknown fact is tried: where it comes to the same, nobody need look.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from edencli.match.facts import Fact, FactGroup, UnknownFact
from edencli.match.match import Match
from edencli.match.reasons import Refusal

T = TypeVar("T")

MAX_DEPTH = 6  # so many unknown facts are tried one upon the other
MAX_LOOKS = 100  # looks at the match, so that nobody waits for what he is not asked


class _Found(NamedTuple):
    """What is found without asking anybody."""

    found: Any


class _Dependent(NamedTuple):
    """What is found by what is said of a fact."""

    fact: Fact | FactGroup
    outcomes: tuple[Any, ...]


def with_needed_facts(match: Match, find: Callable[[], T]) -> T:
    """What comes of looking at a match, without asking for a fact that changes nothing of it."""
    if not match.field.asks_players:
        return find()
    while True:
        end = _try_answers(match, find, MAX_DEPTH, iter(range(MAX_LOOKS)))
        if isinstance(end, _Found):
            found: T = end.found
            return found
        match.request_fact(end.fact)


def first_objection(match: Match, find: Callable[[], Refusal | None]) -> Refusal | None:
    """An objection, if there is one; nobody is asked only for the sake of whom or what it names."""
    if not match.field.asks_players:
        return find()

    def kind() -> tuple[str, str] | None:
        refusal = find()
        return None if refusal is None else (refusal.rule, refusal.reason)

    if with_needed_facts(match, kind) is None:
        return None
    with match.guessing():
        return find()


def _try_answers(
    match: Match, find: Callable[[], Any], deep: int, looks: Iterator[int]
) -> _Found | _Dependent | UnknownFact:
    """What is found whatever is said of the next unknown facts, or how it hangs on one of them.

    What hangs on more of them than are tried is unknown.
    """
    told, tries = match.field.told_facts, match.is_trying_answers
    match.is_trying_answers = True
    try:
        return _Found(find())
    except UnknownFact as unknown:
        wanted = unknown
    finally:
        match.is_trying_answers = tries
    ends: list[_Found | _Dependent] = []
    try:
        for said in wanted.fact.possible_answers():
            match.field.set_facts({**told, **wanted.fact.answers_by_fact(said)})
            end = (
                _try_answers(match, find, deep - 1, looks)
                if deep and next(looks, None) is not None
                else wanted
            )
            if isinstance(end, UnknownFact):
                return wanted
            ends.append(end)
    finally:
        match.field.set_facts(told)
    if not ends:
        return wanted
    return ends[0] if all(one == ends[0] for one in ends) else _Dependent(wanted.fact, tuple(ends))
