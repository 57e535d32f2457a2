"""Who has a say in what is bound once a match: the answers are those of asking everybody each time."""

from typing import Any

import pytest
from random_matches import begin_match, play

from edencli.effects.cards import CardsInPlay, CardWithEffects
from edencli.match import match as match_module
from edencli.match.match import Act, Match, Measure, only_for
from edencli.match.pieces import Piece
from edencli.match.state import CardCopy, State
from edencli.model.effect import CardEffect
from edencli.rules.acts import Melee, UseAbility, ability_cost
from edencli.rules.climate import refuse_measuring


def _ask_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everybody asked in each act, and all effects of cards looked through each time."""

    def look_through(
        cards: CardsInPlay, state: State, kind: type[CardEffect], _: object, wanted: Any
    ) -> list[tuple[CardWithEffects, Any]]:
        return [
            (source, effect)
            for source in cards.all_cards(state)
            for effect in source.effects
            if isinstance(effect, kind) and wanted(effect)
        ]

    monkeypatch.setattr(match_module, "has_say", lambda *_: True)
    monkeypatch.setattr(CardsInPlay, "bound_effects", look_through)


@pytest.mark.parametrize(
    ("book", "number", "blind"), [("en", 7, False), ("fr", 11, False), ("pt", 15, False), ("de", 6, True)]
)
def test_a_match_is_the_same_when_everybody_is_asked(
    book: str,
    number: int,
    blind: bool,  # noqa: FBT001  # of a table
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bound = play(book, number, blind=blind).match.log
    _ask_everybody(monkeypatch)

    assert play(book, number, blind=blind).match.log == bound


def test_who_has_a_say_in_some_acts_is_asked_in_these_alone() -> None:
    match = begin_match("en", 7)

    assert ability_cost in match.contributors_in(UseAbility)["ap"]
    assert ability_cost not in match.contributors_in(Melee)["ap"]
    assert ability_cost not in match.contributors_in(type(None))["ap"]
    assert refuse_measuring in match.objectors_to(Measure)
    assert refuse_measuring not in match.objectors_to(Melee)


def test_a_class_of_acts_that_is_made_of_another_has_those_who_speak_of_it() -> None:
    class Brawl(Melee):
        pass

    @only_for(Melee)
    def object_to(_: Match, __: Act) -> None:
        return None

    match = begin_match("en", 0)
    before = match.objectors_to(Brawl)
    match.declaration_objectors.append(object_to)

    assert object_to not in before
    assert object_to in match.objectors_to(Brawl)
    assert object_to not in match.objectors_to(UseAbility)


def test_effects_are_bound_anew_when_a_fighter_joins_or_a_card_becomes_a_copy() -> None:
    match = begin_match("en", 7)
    cards = CardsInPlay(match.state, match.setup)

    def count() -> int:
        return len(cards.effects_of_kind(match.state, CardEffect))

    before = count()
    joining = next(piece for piece, one in match.state.fighters.items() if _effects_of(one.card))
    card = match.state.fighters[joining].card
    match.state.npfs = {"Twin": card}
    match.state.add_npf(Piece(None, "Twin"), "Twin", (1_000, 1_000))
    joined = count()
    assert joined == before + _effects_of(card)

    source = cards.effects_of_kind(match.state, CardEffect)[0][0]
    whose = source.card, source.side, source.user
    match.state.copies = (CardCopy(*whose, of="No such card", of_side=None, of_user=None),)
    assert count() == joined - len(source.effects)


def _effects_of(card: Any) -> int:
    return sum(len(ability.effects) for ability in card.abilities)
