"""Beginning a match with the effects of its cards; without any, nothing of this package is loaded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from edencli.match.match import BARE_SETUP, ActDuty, ChapterRules, ChapterStep, Match, Setup
from edencli.match.pieces import Piece
from edencli.match.state import State
from edencli.model.game import Band, Objective
from edencli.record import Record, found_once
from edencli.rulebooks.values import Rulebook
from edencli.rules import registry

if TYPE_CHECKING:
    from edencli.match.match import Contributor
    from edencli.model.effect import CardEffect
    from edencli.model.fighter import Equipment


def create_match_with_cards(book: Rulebook, state: State, setup: Setup = BARE_SETUP) -> Match:
    """Create a match from a state, with the rules of a book, of its optional chapters, and of its cards."""
    if not any(_effects(state, setup)) and not any(map(_scores, setup.bands.values())):
        return registry.create_match(book, state, setup)
    return registry.create_match(book, state, setup, (_rules(state, setup),))


def _effects(state: State, setup: Setup) -> "Iterator[tuple[CardEffect, ...]]":
    """Give the effects of each card of a match, and of the fighters that may join it."""
    profiles = (*(fighter.card for fighter in state.fighters.values()), *setup.npfs.values())
    yield from (ability.effects for card in profiles for ability in card.abilities)
    for band in setup.bands.values():
        yield from (card.effects for card in band.tactics)
        yield from (card.effects for card in band.missions)


def _scores(band: Band) -> bool:
    """Tell whether a mission of a band counts its points by itself."""
    return any(one.is_counted_by_card for mission in band.missions for one in mission.objectives)


def find_grantable(state: State, setup: Setup) -> "list[Equipment]":
    """Find the equipment that fighters of a match may carry only because of a card, granted or copied."""
    if not any(_effects(state, setup)):
        return []
    from edencli.effects.cards import CardsInPlay  # noqa: PLC0415  # for matches with effects alone

    return _grantable(state, CardsInPlay(state, setup).possible_effects)


def _grantable(state: State, effects: "Sequence[CardEffect]") -> "list[Equipment]":
    """The equipment that effects grant, and that on every profile if an effect copies equipment."""
    from edencli.model.effect import CopiesGear, Grants  # noqa: PLC0415  # the same

    granted = [item for one in effects if isinstance(one, Grants) for item in one.equipment]
    if any(isinstance(one, CopiesGear) for one in effects):
        granted += [item for fighter in state.fighters.values() for item in fighter.card.equipment]
    return granted


def _objectives(setup: Setup) -> Iterator[Objective]:
    """Give the objectives of all missions of a match."""
    return (one for band in setup.bands.values() for mission in band.missions for one in mission.objectives)


def _rules(state: State, setup: Setup) -> ChapterRules:
    """Return the rules that the cards of a match add to it: only those that some card needs."""
    from edencli.effects.card_listener import CardListener, refuse_without_target  # noqa: PLC0415  # the same
    from edencli.effects.cards import CardsInPlay  # noqa: PLC0415  # measuring is slow to import, and for cards alone
    from edencli.effects.past_events import kinds_looked_back_at, recalls_by_kind  # noqa: PLC0415  # the same
    from edencli.effects.standing_effects import (  # noqa: PLC0415  # the same
        brought_weather,
        card_contributors,
        carried_by_cards,
        changed_types,
        crossed_by,
        for_named_kinds,
        is_ordered_despite,
        is_permitted,
        refuse_forbidden,
    )
    from edencli.effects.white_values import white_value_contributors  # noqa: PLC0415  # the same
    from edencli.model.effect import (  # noqa: PLC0415  # the same
        ChangesWeather,
        CopiesGear,
        CountsWithin,
        Crosses,
        Duty,
        Forbids,
        Grants,
        HasType,
        Instead,
        NotChosen,
        Now,
        Permits,
        When,
    )

    cards = CardsInPlay(state, setup)
    ears, effects = CardListener(cards), cards.possible_effects
    kinds = {type(effect) for effect in effects}
    forbidding = [effect for effect in effects if isinstance(effect, Forbids)]
    scores = any(map(_scores, setup.bands.values()))
    duties: Sequence[Callable[[Match, Piece], ActDuty | None]] = ()
    if Duty in kinds:
        from edencli.effects.orders import find_duty  # noqa: PLC0415  # the same

        duties = (partial(find_duty, cards),)
    looking = (*effects, *_objectives(setup))
    return ChapterRules(
        numbers=_numbers(card_contributors(cards), white_value_contributors(cards)),
        may=(
            *((for_named_kinds(partial(refuse_forbidden, cards), forbidding),) if forbidding else ()),
            *((partial(refuse_without_target, cards),) if Now in kinds else ()),
        ),
        waivers=(
            *((partial(is_permitted, cards),) if Permits in kinds else ()),
            *((is_ordered_despite,) if any(map(_orders_despite, looking)) else ()),
        ),
        crosses=partial(crossed_by, cards) if Crosses in kinds else None,
        cards=cards if kinds & {CountsWithin, NotChosen} or any(map(_asks_cards, looking)) else None,
        listeners=(ears,) if kinds & {Now, When, Instead} else (),
        heard_by_cards=ears.event_kinds,
        duties=duties,
        grants=partial(carried_by_cards, cards) if kinds & {Grants, CopiesGear} else None,
        retypes=partial(changed_types, cards) if HasType in kinds else None,
        weather=partial(brought_weather, cards) if ChangesWeather in kinds else None,
        foresight=ears.certain_twists if Instead in kinds else None,
        awaited_by_cards=ears.event_kinds | kinds_looked_back_at(looking),
        event_recorders=recalls_by_kind(looking),
        grantable=_grantable(state, effects),
        steps=_scoring_steps() if scores else {},
    )


@found_once
def _orders_despite(said: Record) -> bool:
    """Tell whether an effect or an objective orders an act despite a rule."""
    from edencli.model.effect import words_within  # noqa: PLC0415  # as above
    from edencli.model.operation import ExtraAct  # noqa: PLC0415  # the same

    return any(isinstance(word, ExtraAct) and word.despite is not None for word in words_within(said))


@found_once
def _asks_cards(said: Record) -> bool:
    """Tell whether a match needs its cards later for a word: for a copy, or for what SP may be spent on."""
    from edencli.model.effect import words_within  # noqa: PLC0415  # as above
    from edencli.model.operation import CopyCard, GiveSp  # noqa: PLC0415  # the same

    return any(
        isinstance(word, CopyCard) or (isinstance(word, GiveSp) and bool(word.only_for))
        for word in words_within(said)
    )


def _numbers(
    several: "Mapping[str, tuple[Contributor, ...]]", single: "Mapping[str, Contributor]"
) -> "Mapping[str, tuple[Contributor, ...]]":
    """Return the contributors to each number, joined from two sources."""
    names = {*several, *single}
    return {name: (*several.get(name, ()), *((single[name],) if name in single else ())) for name in names}


def _scoring_steps() -> Mapping[str, ChapterStep]:
    """Return the steps in which missions count their points by themselves."""
    from edencli.effects.missions import score_end, score_round  # noqa: PLC0415  # the same
    from edencli.rules.intendancy import LAST_STEP  # noqa: PLC0415  # the same
    from edencli.rules.questions import ScoreOffer  # noqa: PLC0415  # the same

    return {ScoreOffer.rule: score_round, LAST_STEP: score_end}
