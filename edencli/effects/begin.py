"""A match begun with what its cards do. Where no card says what it does, nothing of this room is needed."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from edencli.match.match import BARE, ChapterRules, Match, Setup
from edencli.match.state import State
from edencli.model.game import Band, Objective
from edencli.rulebooks.values import Rulebook
from edencli.rules import registry

if TYPE_CHECKING:
    from edencli.model.effect import CardEffect


class FedOnItself(RuntimeError):  # noqa: N818  # the cards are wrong, not the program
    """Effects that set each other off without an end."""

    def __init__(self, chain: Iterable[str]) -> None:
        self.cards = tuple(dict.fromkeys(chain))
        super().__init__(*self.cards)


def begin(book: Rulebook, state: State, setup: Setup = BARE) -> Match:
    """Put a state under the rules of a book, of its optional chapters, and of its cards."""
    if not any(_effects(state, setup)) and not any(map(_scores, setup.bands.values())):
        return registry.bind(book, state, setup)
    return registry.bind(book, state, setup, (_rules(state, setup),))


def _effects(state: State, setup: Setup) -> "Iterator[tuple[CardEffect, ...]]":
    """What each card of a match does, and those of who may join it."""
    profiles = (*(fighter.card for fighter in state.fighters.values()), *setup.npfs.values())
    yield from (ability.effects for card in profiles for ability in card.abilities)
    for band in setup.bands.values():
        yield from (card.effects for card in band.tactics)
        yield from (card.effects for card in band.missions)


def _scores(band: Band) -> bool:
    """Tell whether a mission of a band counts its points by itself."""
    return any(one.counts_itself for mission in band.missions for one in mission.objectives)


def _objectives(setup: Setup) -> Iterator[Objective]:
    """The objectives of all missions of a match."""
    return (one for band in setup.bands.values() for mission in band.missions for one in mission.objectives)


def _rules(state: State, setup: Setup) -> ChapterRules:
    """What the cards of a match bring to it: only what some of them need."""
    from edencli.effects.cards import CardsInPlay  # noqa: PLC0415  # measuring is slow to import, and for cards alone
    from edencli.effects.listening import Ears, no_target  # noqa: PLC0415  # the same
    from edencli.effects.looking_back import recalls  # noqa: PLC0415  # the same
    from edencli.effects.missions import score_end, score_round  # noqa: PLC0415  # the same
    from edencli.effects.standing import forbid, granted, numbers, permit  # noqa: PLC0415  # the same
    from edencli.model.effect import Forbids, Grants, Instead, Now, Permits, When  # noqa: PLC0415  # the same

    cards = CardsInPlay(state, setup)
    ears = Ears(cards)
    kinds = {type(effect) for effect in cards.might()}
    scores = any(map(_scores, setup.bands.values()))
    return ChapterRules(
        numbers=numbers(cards),
        may=(
            *((partial(forbid, cards),) if Forbids in kinds else ()),
            *((partial(no_target, cards),) if Now in kinds else ()),
        ),
        waives=(partial(permit, cards),) if Permits in kinds else (),
        listeners=(ears,) if kinds & {Now, When, Instead} else (),
        grants=partial(granted, cards) if Grants in kinds else None,
        foresees=ears.sure if Instead in kinds else None,
        recalls=recalls((*cards.might(), *_objectives(setup))),
        grantable=[item for one in cards.might() if isinstance(one, Grants) for item in one.equipment],
        steps={"intendancy.10": score_round, "intendancy.12": score_end} if scores else {},
    )
