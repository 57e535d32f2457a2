"""Matches at random in every rulebook with the forty cards: they end, and lose nothing when written down."""

from random import Random

import pytest
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI
from effects.carded import begun
from effects.test_forty import SAID, TEXTS, document

from edencli.bots.random_player import RandomPlayer, play_out
from edencli.files.shapes import build_value
from edencli.match.card_events import CardTookEffect, EffectBegun
from edencli.match.events import Event
from edencli.match.match import Match
from edencli.match.position import dump_position, load_position
from edencli.model.fighter import Ability
from edencli.model.game import Mission, Tactic
from edencli.referee.dice import SeededDice
from edencli.referee.referee import Referee
from edencli.rulebooks.raw_books import BOOKS

SEEDS = 3


def dealt(seed: int, book: str) -> Match:
    """A match in which everybody has some of the forty, dealt by chance."""
    random = Random(seed)  # noqa: S311  # no secret
    cards = [build_value("cards", document(name)) for name in SAID]
    abilities = [one for each in cards for npf in each.npfs for one in npf.abilities]
    missions = [one for each in cards for one in each.missions]
    tactics = [one for each in cards for one in each.tactics]

    def some(n: int) -> list[Ability]:
        return random.sample(abilities, n)

    hands: dict[object, list[Tactic]] = {side: random.sample(tactics, 4) for side in (RED, BLUE)}
    errands: dict[object, Mission] = {side: random.choice(missions) for side in (RED, BLUE)}
    return begun(
        {piece: some(4) for piece in (YURI, VLADD, ELENIA, YLISS)},
        tactics=hands,  # type: ignore[arg-type]  # sides
        missions=errands,  # type: ignore[arg-type]  # sides
        step="first-player",
        book=book,
    )


@pytest.mark.parametrize("book", BOOKS)
def test_a_match_with_cards_ends_and_its_state_can_be_written_down_at_every_step(book: str) -> None:
    took: set[str | None] = set()
    for seed in range(SEEDS):
        match = dealt(seed, book)
        cards = {piece: one.card for piece, one in match.state.fighters.items()}
        match.state_of(YURI).ap = match.book.actions.ap

        def check(match: Match, cards: object = cards) -> None:
            again = load_position(dump_position(match.state), cards, match.book.actions.ap, match.setup)  # type: ignore[arg-type]
            assert again == match.state

        referee = Referee(match, at_boundary=check)
        play_out(referee, RandomPlayer(match, seed, agreements=True), SeededDice(seed))

        assert referee.is_over
        assert all(side.sp >= 0 and side.vp >= 0 for side in match.state.sides.values())
        took |= {event.card for event in match.log if isinstance(event, CardTookEffect | EffectBegun)}
    assert len(took) > 3
    assert took <= set(TEXTS)


@pytest.mark.parametrize("seed", [3, 16, 17])  # in these a card looks farther back than to the last step
def test_no_card_reads_what_a_position_does_not_say(seed: int) -> None:
    """A match that forgets at every boundary how it came there goes on all the same."""

    def played(*, forgetful: bool) -> list[Event]:
        match, events = dealt(seed, "en"), list[Event]()

        def forget(match: Match) -> None:
            events.extend(match.log)
            if forgetful:
                match.log.clear()
            else:
                del events[:]

        match.state_of(YURI).ap = match.book.actions.ap
        play_out(Referee(match, at_boundary=forget), RandomPlayer(match, seed), SeededDice(seed))
        return [*events, *match.log]

    assert played(forgetful=True) == played(forgetful=False)
