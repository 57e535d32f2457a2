"""Who has a say in what is bound once a match: the answers are those of asking everybody each time."""

from typing import Any

import pytest
from random_matches import begin_match, play

from edencli.effects import cards, event_filters
from edencli.effects.cards import CardsInPlay, CardWithEffects
from edencli.effects.standing_effects import for_named_kinds
from edencli.match import match as match_module
from edencli.match.match import Act, Match, Measure, Query, only_for
from edencli.match.pieces import Piece
from edencli.match.rules_api import total_value, value
from edencli.match.state import CardCopy, State
from edencli.model.effect import CardEffect, Forbids
from edencli.model.terms import ActKind, Characteristic, Quantity
from edencli.rules import activation, acts, ground, melee, movement, tactics
from edencli.rules.acts import Melee, Shot, UseAbility, ability_cost
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


def _remember_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all found out anew that hangs on scenery, on a question that waits, or on parts of an event."""

    def find_anew(_: Match, __: object, find: Any) -> Any:
        return find()

    def base_anew(match: Match, piece: Piece) -> Any:
        match.state.layout.bases.clear()
        return original(match, piece)

    original = ground.base
    monkeypatch.setattr(Match, "cache_for_ground", find_anew)
    for module in (activation, melee, tactics):
        monkeypatch.setattr(module, "cache_objections", lambda _, objection: objection)
    for module in (ground, movement):
        monkeypatch.setattr(module, "base", base_anew)
    monkeypatch.setattr(acts, "total_value", lambda match, query: value(match, query).total)
    for room in (cards, event_filters):
        monkeypatch.setattr(room, "is_another", lambda *_: False)


@pytest.mark.parametrize(("book", "number"), [("fr", 7), ("en", 15), ("it", 4)])
def test_a_match_is_the_same_when_nothing_is_remembered(
    book: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered = play(book, number).match.log
    _remember_nothing(monkeypatch)

    assert play(book, number).match.log == remembered


def test_a_number_alone_is_the_sum_of_its_parts() -> None:
    match = play("en", 7).match

    for piece in match.state.fighters:
        for what in (*Characteristic, Quantity.AP, Quantity.SIGHT):
            query = Query(what, piece)
            assert total_value(match, query) == value(match, query).total


def test_who_has_a_say_in_some_acts_is_asked_in_these_alone() -> None:
    match = begin_match("en", 7)

    assert ability_cost in match.contributors_to("ap", UseAbility)
    assert ability_cost not in match.contributors_to("ap", Melee)
    assert ability_cost not in match.contributors_to("ap", type(None))
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


def test_what_cards_forbid_is_asked_of_the_acts_alone_that_some_card_names() -> None:
    def object_to(_: Match, __: Act) -> None:
        return None

    some = for_named_kinds(object_to, [Forbids(acts=(ActKind.SHOT,))])
    every = for_named_kinds(object_to, [Forbids(acts=(ActKind.SHOT,)), Forbids(acts=())])
    match = begin_match("en", 0)
    match.declaration_objectors += [some, every]

    assert some in match.objectors_to(Shot)
    assert some not in match.objectors_to(Melee)
    assert some not in match.objectors_to(Measure)
    assert every in match.objectors_to(Measure)


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
