"""The sentences of cards: whatever a card may say in the vocabulary is told, and no two things alike."""

import enum
from types import UnionType
from typing import Any, get_args, get_origin

import pytest

from edencli.files.shape_effects import STEPS_WITHIN_ACTS, WAIVABLE_RULES
from edencli.lang import Words
from edencli.model.card_words import (
    ARITHMETIC,
    Camp,
    CardEvent,
    CardSymbol,
    CpCount,
    Happened,
    HowMany,
    Length,
    MoreThan,
    NumberWord,
    Owner,
    Past,
    Proviso,
    Role,
    RoundIs,
    SceneryFilter,
    Stance,
    TacticFilter,
    WeaponFilter,
    Where,
    Who,
    Word,
)
from edencli.model.effect import (
    Adds,
    CardEffect,
    Forbids,
    Instead,
    Lessen,
    Prevent,
    Prices,
    StandingEffect,
    Twist,
    When,
)
from edencli.model.fighter import Equipment
from edencli.model.operation import (
    Alternative,
    Choosing,
    DiscardGear,
    GiveAp,
    GiveSp,
    GiveVp,
    LayToken,
    Operation,
    Single,
)
from edencli.model.scenery import ElementName, Keyword
from edencli.model.terms import ActKind, Category, Characteristic, Payment, WeaponEffect
from edencli.pages.card_sentences import word_sentence
from edencli.record import Record
from edencli.rulebooks.match_steps import MATCH_STEPS

WORDS = Words("en")
WORDS_OF_FAMILIES = [
    kind for family in (CardEffect, Operation, Proviso, Twist) for kind in family.rows.values()
]


def kinds_of(kind: Any) -> Any:
    """The kind itself, where nothing may stand there as well."""
    return get_args(kind)[0] if get_origin(kind) is UnionType else kind


def some(kind: Any, part: str) -> list[Any]:
    """Several values that may stand at a part of that kind, each unlike the others."""
    kind = kinds_of(kind)
    if get_origin(kind) is tuple:
        inner = some(get_args(kind)[0], part)
        return [(one, inner[0]) if part in {"options", *ARITHMETIC} else (one,) for one in inner]
    if (kind, part) in _AT:
        return _AT[kind, part]
    if kind in _SOME:
        return _SOME[kind]
    return list(kind) if issubclass(kind, enum.Enum) else [3, 4] if kind is int else ["this one", "that one"]


_SOME: dict[Any, list[Any]] = {
    bool: [True, False],
    Who: [Who(side=Camp.ENEMIES, within=5), Who(the=Role.LEADER), Who(side=Camp.OWN)],
    HowMany: [HowMany(n=1), HowMany(n=-2), HowMany(count=Who(side=Camp.ALLIES))],
    Length: [Length(n=1), Length(n=-2.5), Length(n=3), Length(count=Who(side=Camp.ALLIES))],
    float: [3, 3.5],
    SceneryFilter: [
        SceneryFilter(name="Old oak"),
        SceneryFilter(element=ElementName.TREE),
        SceneryFilter(keyword=Keyword.HIDING),
    ],
    WeaponFilter: [
        WeaponFilter(name="Lance"),
        WeaponFilter(category=Category.BLAST),
        WeaponFilter(effect=WeaponEffect.BURN, least=2),
    ],
    TacticFilter: [
        TacticFilter(symbol=CardSymbol.STIGMA),
        TacticFilter(least=3, most=4),
        TacticFilter(raises=NumberWord.SPD),
    ],
    Where: [Where(centre=True), Where(within=5), Where(free=True)],
    Past: [Past(event=CardEvent.MOVED), Past(event=CardEvent.LEFT)],
    Single: [GiveAp(), GiveVp()],
    Operation: [GiveAp(), GiveVp()],
    StandingEffect: [Forbids(acts=(ActKind.CHARGE,)), Adds(to=NumberWord.CBT, by=HowMany(n=1))],
    Twist: [Prevent(), Lessen()],
    Choosing: [
        Choosing(who=Who()),
        Choosing(who=Who(), most=2),
        Choosing(who=Who(), by=Owner.OPPONENT),
        Choosing(who=Who(), random=True),
    ],
    Equipment: [Equipment(name="Lance", uses=()), Equipment(name="Plate", uses=())],
    Alternative: [Alternative(name="This", do=(GiveAp(),)), Alternative(name="That", do=(GiveVp(),))],
    Proviso: [RoundIs(least=3), MoreThan(who=Who(side=Camp.OWN), than=Who(side=Camp.ENEMIES))],
}

_AT: dict[Any, list[Any]] = {
    (CardEvent, "did"): [one for one in CardEvent if one.doer],
    (CardEvent, "suffered"): [one for one in CardEvent if one.sufferer and one is not CardEvent.LEADER_NAMED],
    (str, "how"): ["melee", "strike", "strike-back", "shooting", "projectile", "blast", "move", "prowl"],
    (str, "step"): [*MATCH_STEPS, *STEPS_WITHIN_ACTS],
    (float, "n"): [3, 4],
    (str, "despite"): [*WAIVABLE_RULES],
}


def least(kind: type[Any]) -> Any:
    """A value of a class in which only what must be said is said."""
    return kind(
        **{part: some(kind.part_types[part], part)[0] for part in kind.parts if part not in kind.defaults}
    )


def told(value: Any) -> str:
    """A sentence that has the value in it."""
    if isinstance(value, Word):
        return word_sentence(WORDS, value)
    return word_sentence(WORDS, _IN[type(value)](value))


_IN: dict[type[Record], Any] = {
    Who: lambda who: GiveAp(who=who),
    HowMany: lambda number: GiveAp(n=number),
    Past: lambda past: Happened(past=past),
    Where: lambda where: LayToken(name="Idol", where=where),
    WeaponFilter: lambda weapon: DiscardGear(gear=weapon),
    TacticFilter: lambda card: Prices(by=HowMany(n=1), card=card),
    SceneryFilter: lambda scenery: GiveAp(who=Who(scenery=scenery)),
}
# Parts that say something only beside another one.
BESIDE: dict[tuple[type[Any], str], Any] = {
    (Who, "of"): Who(within=5),
    (Who, "near_half"): Who(near="Idol"),
    (GiveSp, "card"): GiveSp(only_for=(Payment.TACTIC,)),
    (HowMany, "of"): HowMany(stat=Characteristic.PSI),
    (HowMany, "limb"): HowMany(cp=CpCount.LEFT),
    **{(WeaponFilter, part): WeaponFilter(effect=WeaponEffect.BURN) for part in ("least", "most")},
    (Where, "of"): Where(within=5),
    (SceneryFilter, "of"): SceneryFilter(stands=Stance.BEHIND),
    (SceneryFilter, "stands"): SceneryFilter(within=2.5),
    (Where, "near"): Where(within=5),
    (Where, "clear_of"): Where(clear=5),
    (When, "through"): When(event=CardEvent.MOVED, do=(GiveAp(),)),
    (When, "wounded"): When(event=CardEvent.LIMB_CHANGED, do=(GiveAp(),)),
    (When, "success"): When(event=CardEvent.ATTACK_ENDED, do=(GiveAp(),)),
    (When, "sufferer"): When(event=CardEvent.CP_LOST, do=(GiveAp(),)),
    (Instead, "sufferer"): Instead(event=CardEvent.WOUNDED, change=Prevent()),
    **{
        (When, part): When(event=CardEvent.TACTIC_PLAYED, do=(GiveAp(),))
        for part in ("player", "named", "card")
    },
    **{
        (Instead, part): Instead(event=CardEvent.TACTIC_IN_FORCE, change=Prevent())
        for part in ("player", "named", "card")
    },
    (When, "of_mission"): When(event=CardEvent.TOKEN_PLACED, do=(GiveAp(),)),
    **{(Past, part): Past(event=CardEvent.TACTIC_PLAYED) for part in ("player", "named", "card")},
    (Past, "sufferer"): Past(event=CardEvent.LEFT),
}
_FILTERS = (SceneryFilter, TacticFilter, WeaponFilter)
PARTS = [
    (kind, part)
    for kind in (*dict.fromkeys(WORDS_OF_FAMILIES), Who, HowMany, Past, Where, *_FILTERS)
    for part in kind.parts
]


@pytest.mark.parametrize(("kind", "part"), PARTS, ids=lambda one: getattr(one, "__name__", one))
def test_nothing_that_a_card_says_is_left_unsaid(kind: type[Any], part: str) -> None:
    """With each other value of a part the sentence is another one."""
    base = BESIDE.get((kind, part)) or least(kind)
    values = [*some(kind.part_types[part], part), *([kind.defaults[part]] if part in kind.defaults else [])]
    different = list(dict.fromkeys(base.with_changes(**{part: value}) for value in values))

    sentences = [told(one) for one in different]

    assert sorted(set(sentences)) == sorted(sentences)
