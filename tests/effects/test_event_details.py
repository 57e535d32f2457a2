"""What each event says, gives and may become, a line each; and what may not be asked of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from edencli.effects.event_details import event_guide, find_event_misfits, find_past_misfits, roles_in
from edencli.files.shape_effects import STEPS_WITHIN_ACTS
from edencli.model.card_words import CardEvent, Owner, Past, Role, Since, Who
from edencli.model.effect import Instead, Prevent, When
from edencli.model.operation import GiveVp
from edencli.model.terms import Manner
from edencli.rulebooks.match_steps import MATCH_STEPS

TABLE = Path(__file__).parent / "event-guides.txt"
STEPS = "the steps of a match"


def told(event: CardEvent) -> str:
    """What an event says, gives and may become, as the table has it."""
    guide = event_guide(event)
    details = [
        f"{one} ({_values(guide.values[one])})" if one in guide.values else one for one in guide.details
    ]
    parts = (", ".join(details), ", ".join(guide.gives), ", ".join(guide.changes))
    return "; ".join([event, *(f"{word} {part}" for word, part in zip(WORDS, parts, strict=True) if part)])


WORDS = ("says", "gives", "may become")


def _values(values: tuple[str, ...]) -> str:
    return STEPS if values == MATCH_STEPS else ", ".join(values)


def test_what_each_event_says_gives_and_may_become() -> None:
    assert [told(event) for event in CardEvent] == TABLE.read_text(encoding="utf-8").splitlines()


def heard(event: CardEvent) -> Iterator[tuple[str, str]]:
    """The ways and the steps that an event may have, of those that a card may name."""
    values = event_guide(event).values
    yield from (("how", one) for one in values.get("how", ()))
    yield from (("step", one) for one in values.get("step", ()))


def test_in_some_ways_and_steps_an_event_has_no_fighter_for_a_role() -> None:
    """A throw is aimed at a place, no fighter lights a fire, and some rolls are against no fighter."""
    unnamed = {
        (str(event), value): set(roles_in(When(event=event, do=()))) - set(roles_in(one))
        for event in CardEvent
        for part, value in heard(event)
        for one in [When(event=event, do=(), **{part: value})]
    }

    assert {key: roles for key, roles in unnamed.items() if roles} == {
        ("attack-begun", "projectile"): {Role.SUFFERER},
        ("attack-begun", "blast"): {Role.SUFFERER},
        ("wounded", "intendancy.3"): {Role.DOER},
        ("rolled", "intendancy.3"): {Role.DOER},
        ("rolled", "disengage.roll"): {Role.SUFFERER},
        ("rolled", "intendancy.4"): {Role.SUFFERER},
    }


PATH = ("effects", 0)
AT_FIRST = (GiveVp(),)


@pytest.mark.parametrize(
    ("effect", "part", "choices"),
    [
        (
            When(event=CardEvent.MOVED, sufferer=Who(), do=AT_FIRST),
            "sufferer",
            "doer how through enters leaves",
        ),
        (When(event=CardEvent.PASSED, doer=Who(), do=AT_FIRST), "doer", "player"),
        (When(event=CardEvent.ROUND_BEGUN, player=Owner.OWN, do=AT_FIRST), "player", ""),
        (When(event=CardEvent.HEALED, named="Well", do=AT_FIRST), "named", "sufferer limb"),
        (
            When(event=CardEvent.WOUNDED, through="Well", do=AT_FIRST),
            "through",
            "doer sufferer how weapon limb step",
        ),
        (
            When(event=CardEvent.ATTACK_BEGUN, sufferer=Who(), how=Manner.BLAST, do=AT_FIRST),
            "sufferer",
            "doer how weapon",
        ),
        (
            Instead(event=CardEvent.ROLLED, sufferer=Who(), step="intendancy.4", change=Prevent()),
            "sufferer",
            "doer named how weapon step",
        ),
    ],
)
def test_what_is_asked_of_an_event_that_never_says_it_is_told_with_what_it_says(
    effect: When | Instead, part: str, choices: str
) -> None:
    (found,) = find_event_misfits(effect, PATH)

    assert (found.rule, found.path, found.form) == ("effect-detail", (*PATH, part), "")
    assert found.values == {"detail": part, "event": str(effect.event), "choices": tuple(choices.split())}


@pytest.mark.parametrize("event", CardEvent)
def test_each_value_that_the_table_names_is_heard_and_no_other(event: CardEvent) -> None:
    known = set(heard(event))
    for part, value in [*(("how", one) for one in Manner), *(("step", one) for one in STEPS_WITHIN_ACTS)]:
        if part in event_guide(event).values:
            found = list(find_event_misfits(When(event=event, do=AT_FIRST, **{part: value}), PATH))
            assert [(one.path[-1], one.form) for one in found] == (
                [] if (part, value) in known else [(part, "value")]
            )
            for one in found:
                assert one.values["value"] == str(value)
                assert one.values["choices"] == event_guide(event).values[part]


@pytest.mark.parametrize(
    ("past", "part", "choices"),
    [
        (Past(event=CardEvent.MOVED, sufferer=Who()), "sufferer", ("doer", "how")),
        (Past(event=CardEvent.LOCATED, doer=Who()), "doer", ("sufferer",)),
        (Past(event=CardEvent.PASSED, how=Manner.MELEE), "how", ("player",)),
        (Past(event=CardEvent.MOVED, named="Well"), "named", ("doer", "how")),
        (Past(event=CardEvent.MOVED, player=Owner.OWN), "player", ("doer", "how")),
        (Past(event=CardEvent.MOVED, how=Manner.MELEE), "how", ("move", "charge", "prowl", "card")),
        (Past(event=CardEvent.LEADER_NAMED), "since", ("match",)),
        (Past(event=CardEvent.MISSION_PLAYED, since=Since.ACTIVATION), "since", ("match",)),
        (Past(event=CardEvent.MISSION_PLAYED, since=Since.MATCH), None, ()),
        (Past(event=CardEvent.MOVED, how=Manner.CHARGE, doer=Who()), None, ()),
        (Past(event=CardEvent.TACTIC_PLAYED, player=Owner.OWN, named="Ruse"), None, ()),
    ],
)
def test_what_is_asked_of_a_past_event_is_told_where_it_never_says_it(
    past: Past, part: str | None, choices: tuple[str, ...]
) -> None:
    found = [(one.path, one.values["choices"]) for one in find_past_misfits(past, PATH)]

    assert found == ([((*PATH, part), choices)] if part else [])
