"""Before an attack cards are named that may change types while it goes on, or that ask for such types."""

import pytest
from duels import ELENIA, YURI
from effects.carded import ability, begun

from edencli.effects.foresight import ExpectedAttack, answering_cards

TYPED = "- {effect: instead, event: wounded, sufferer: {type: beast}, may: true, change: {change: prevent}}"


def named(**cards: str) -> list[str | None]:
    """The cards that may answer an attack of Yuri on Elenia, who has these abilities."""
    match = begun({ELENIA: [ability(effects, name=name) for name, effects in cards.items()]})
    attack = ExpectedAttack("melee", (YURI,), (ELENIA,), (YURI, ELENIA, None))
    return [one.card for one in answering_cards(match, attack)]


@pytest.mark.parametrize(
    ("gives", "found"),
    [
        ("- {effect: has-type, type: beast}", ["Typed"]),  # nothing changes that: odds count it
        ("- {effect: has-type, type: beast, of: {side: own, wounded: true}}", ["Gives", "Typed"]),
        (
            "- {effect: has-type, type: beast, only-if: [{test: there-are, who: {wounded: true}}]}",
            ["Gives", "Typed"],
        ),
        ("- {effect: has-type, type: beast, of: {side: enemies, wounded: true}}", ["Gives", "Typed"]),
        ("- {effect: adds, to: vig, by: 1}", []),
    ],
)
def test_a_card_that_may_change_types_is_named_and_so_are_those_that_ask_for_them(
    gives: str, found: list[str]
) -> None:
    assert named(Gives=gives, Typed=TYPED) == found
