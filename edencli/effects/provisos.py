"""Tests of the conditions of cards (`only-if`), a row for each kind."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from edencli.effects.scope import Scope
from edencli.model.card_words import (
    AllOf,
    AnyOf,
    CanAct,
    Happened,
    HowMany,
    MoreThan,
    Not,
    NumberIs,
    Proviso,
    RoundIs,
    ThereAre,
    WeatherIs,
    Who,
)


def provisos_hold(scope: Scope, provisos: Iterable[Proviso]) -> bool:
    """Tell whether all of these conditions hold."""
    return all(_holds(scope, one) for one in provisos)


def _is_between(n: int, proviso: ThereAre | RoundIs | Happened | NumberIs) -> bool:
    return n >= proviso.least and (proviso.most is None or n <= proviso.most)


def _there_are(scope: Scope, proviso: ThereAre) -> bool:
    least, most = proviso.least, proviso.most
    return scope.has_at_least(least, proviso.who) and not (
        most is not None and scope.has_at_least(most + 1, proviso.who)
    )


def _more_than(scope: Scope, proviso: MoreThan) -> bool:
    """Tell whether there are more of some fighters than of others, counted no further than needed."""
    return not scope.has_at_least(len(scope.matching_fighters(proviso.who)), proviso.than)


def _happened(scope: Scope, proviso: Happened) -> bool:
    return _is_between(scope.count_past(proviso.past), proviso)


def _number_is(scope: Scope, proviso: NumberIs) -> bool:
    return _is_between(scope.amount(proviso.number), proviso)


def _round_is(scope: Scope, proviso: RoundIs) -> bool:
    return _is_between(scope.match.state.round, proviso)


def _can_act(scope: Scope, proviso: CanAct) -> bool:
    """Tell whether a fighter may do such an act now, against the fighters that it names."""
    from edencli.effects.orders import may_do_such  # noqa: PLC0415  # plans ways, for the few cards that ask

    piece = scope.fighter_in_role(proviso.the)
    return piece is not None and may_do_such(scope, piece, proviso.acts, proviso.against)


_PROVISOS: Mapping[type[Proviso], Callable[[Scope, Proviso], bool]] = {
    ThereAre: _there_are,  # type: ignore[dict-item]  # each is asked about its own
    MoreThan: _more_than,  # type: ignore[dict-item]
    RoundIs: _round_is,  # type: ignore[dict-item]
    Happened: _happened,  # type: ignore[dict-item]
    NumberIs: _number_is,  # type: ignore[dict-item]
    WeatherIs: lambda scope, proviso: (
        isinstance(proviso, WeatherIs) and proviso.weather in scope.match.weather
    ),
    CanAct: _can_act,  # type: ignore[dict-item]
    Not: lambda scope, proviso: (
        isinstance(proviso, Not) and _knows_subjects(scope, proviso) and not _holds(scope, proviso.what)
    ),
    AnyOf: lambda scope, proviso: (
        isinstance(proviso, AnyOf) and any(_holds(scope, one) for one in proviso.tests)
    ),
    AllOf: lambda scope, proviso: isinstance(proviso, AllOf) and provisos_hold(scope, proviso.tests),
}


def _holds(scope: Scope, proviso: Proviso) -> bool:
    return _PROVISOS[type(proviso)](scope, proviso)


def _knows_subjects(scope: Scope, value: Any) -> bool:
    """Tell whether there is a fighter in every role that a condition names."""
    if isinstance(value, tuple):
        return all(_knows_subjects(scope, one) for one in value)
    if isinstance(value, Who | Proviso | HowMany):
        named = value.the if isinstance(value, Who) else None
        if named is not None and scope.fighter_in_role(named) is None:
            return False
        return all(_knows_subjects(scope, one) for one in value.as_dict().values())
    return True
