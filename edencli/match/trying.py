"""Of what nobody measures, eyes are asked for that alone on which something hangs.

All that can be said of an unknown fact is tried: where it comes to the same, nobody need look.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from edencli.match.facts import Among, Fact, Unknown
from edencli.match.match import Match
from edencli.match.reasons import Refusal

T = TypeVar("T")

DEEP = 6  # so many unknown facts are tried one upon the other
MOST = 100  # looks at the match, so that nobody waits for what he is not asked


class _Found(NamedTuple):
    """What is found without asking anybody."""

    found: Any


class _Hanging(NamedTuple):
    """What is found by what is said of a fact."""

    fact: Fact | Among
    ends: tuple[Any, ...]


def settle(match: Match, find: Callable[[], T]) -> T:
    """What comes of looking at a match, without asking for a fact that changes nothing of it."""
    if match.is_measured:
        return find()
    while True:
        end = _try(match, find, DEEP, iter(range(MOST)))
        if isinstance(end, _Found):
            found: T = end.found
            return found
        match.hear(end.fact)


def objection_to(match: Match, find: Callable[[], Refusal | None]) -> Refusal | None:
    """An objection, if there is one; nobody is asked only for the sake of whom or what it names."""
    if match.is_measured:
        return find()

    def kind() -> tuple[str, str] | None:
        refusal = find()
        return None if refusal is None else (refusal.rule, refusal.reason)

    if settle(match, kind) is None:
        return None
    with match.guessing():
        return find()


def _try(
    match: Match, find: Callable[[], Any], deep: int, looks: Iterator[int]
) -> _Found | _Hanging | Unknown:
    """What is found whatever is said of the next unknown facts, or how it hangs on one of them.

    What hangs on more of them than are tried is unknown.
    """
    told, tries = match.state.told, match.tries
    match.tries = True
    try:
        return _Found(find())
    except Unknown as unknown:
        wanted = unknown
    finally:
        match.tries = tries
    ends: list[_Found | _Hanging] = []
    try:
        for said in wanted.fact.sayings():
            match.state.told = {**(told or {}), **wanted.fact.split(said)}
            end = _try(match, find, deep - 1, looks) if deep and next(looks, None) is not None else wanted
            if isinstance(end, Unknown):
                return wanted
            ends.append(end)
    finally:
        match.state.told = told
    if not ends:
        return wanted
    return ends[0] if all(one == ends[0] for one in ends) else _Hanging(wanted.fact, tuple(ends))
