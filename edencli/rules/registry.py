"""The registry: what the rulebook says about each act, and the contributors to each number.

A row of `ACTS` holds everything about an act: its price, what it counts as, all that may forbid it, in
the rulebook's order, and the procedure that carries it out. A function that needs geometry is an
`InField`, imported when it is first called: an attack on a bare table does not wait for it.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

from edencli.match.match import BARE_SETUP, Act, ActRow, ChapterRules, Contributor, Match, Setup, SingleOut
from edencli.match.state import State
from edencli.model.terms import CHARACTERISTICS, ActKind, Quantity
from edencli.rulebooks.values import Rulebook
from edencli.rules import acts, conditions, gear, hands, melee, npfs, ranged, territory, wounds


class InField:
    """A function of the rules that needs geometry, imported when it is first called."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name

    @cached_property
    def function(self) -> Any:
        """The function itself."""
        return getattr(import_module(f"edencli.rules.{self._module}"), self._name)

    def __call__(self, match: Match, act: Any, *more: Any) -> Any:
        """Call the function."""
        return self.function(match, act, *more) if more else self.function(match, act)


_PAYING = (acts.refuse_absent, acts.refuse_unaffordable)
_FIGHTING = (acts.refuse_absent, conditions.refuse_in_fear, acts.refuse_unaffordable)
_ARMED = (gear.refuse_wrong_category, *_FIGHTING, gear.refuse_not_carried, gear.refuse_used_up)

ACTS: Mapping[type[Act], ActRow] = {
    acts.Move: ActRow(
        rule="action.move",
        price="move",
        counts_as="move",
        may=_PAYING,
        reach=InField("movement", "against_move"),
        perform=InField("actions", "move"),
        miss=InField("actions", "move_too_far"),
        on_cards=ActKind.MOVE,
    ),
    acts.Charge: ActRow(
        rule="action.charge",
        price="charge",
        counts_as="charge",
        may=_FIGHTING,
        reach=InField("movement", "against_charge"),
        perform=InField("actions", "charge"),
        on_cards=ActKind.CHARGE,
    ),
    acts.Walk: ActRow(
        rule=acts.CARD_OVER_RULE,
        price=None,
        counts_as="move",
        may=(acts.refuse_absent, acts.refuse_counted_walk),
        reach=InField("movement", "against_walk"),
    ),
    acts.Melee: ActRow(
        rule="action.attack",
        price="attack",
        counts_as="attack",
        may=_FIGHTING,
        reach=InField("targets", "against_melee"),
        perform=melee.melee,
        on_cards=ActKind.MELEE,
    ),
    acts.Shot: ActRow(
        rule="action.attack",
        price="attack",
        counts_as="attack",
        may=(*_ARMED, ranged.refuse_hopeless_shot),
        reach=InField("targets", "against_shot"),
        aim=InField("targets", "aim_shot"),
        perform=ranged.shoot,
        miss=ranged.attack_too_far,
        on_cards=ActKind.SHOT,
    ),
    acts.Throw: ActRow(
        rule="action.attack",
        price="attack",
        counts_as="attack",
        may=_ARMED,
        reach=InField("targets", "against_throw"),
        aim=InField("targets", "find_victims"),
        perform=ranged.throw,
        miss=ranged.attack_too_far,
        on_cards=ActKind.THROW,
    ),
    acts.Blast: ActRow(
        rule="action.attack",
        price="attack",
        counts_as="attack",
        may=_ARMED,
        reach=InField("targets", "against_blast"),
        aim=InField("targets", "find_victims"),
        perform=ranged.blast,
        miss=ranged.attack_too_far,
        on_cards=ActKind.BLAST,
    ),
    acts.UseAbility: ActRow(
        rule="action.ability",
        price=None,
        counts_as="ability",
        may=(
            acts.refuse_foreign_ability,
            *_FIGHTING,
            acts.refuse_permanent_ability,
            acts.refuse_too_few_sp,
            hands.refuse_too_few_cards,
        ),
        perform=InField("actions", "use_ability"),
        on_cards=ActKind.ABILITY,
    ),
    acts.Extinguish: ActRow(
        rule="action.extinguish",
        price="extinguish",
        counts_as="extinguish",
        may=(
            acts.refuse_absent,
            conditions.refuse_extinguish_in_fear,
            conditions.refuse_not_burning,
            acts.refuse_unaffordable,
        ),
        perform=conditions.extinguish,
        on_cards=ActKind.EXTINGUISH,
    ),
    acts.StayPassive: ActRow(
        rule="melee.passive",
        price=None,
        counts_as="passive",
        may=(npfs.refuse_npf_reaction,),
        on_cards=ActKind.PASSIVE,
    ),
    acts.Dodge: ActRow(
        rule="melee.dodge",
        price="dodge",
        counts_as="dodge",
        may=(npfs.refuse_npf_reaction, *_PAYING),
        on_cards=ActKind.DODGE,
    ),
    acts.Respond: ActRow(
        rule="melee.response",
        price="response",
        counts_as="attack",
        may=_FIGHTING,
        on_cards=ActKind.RESPONSE,
    ),
    acts.StrikeAtLeaver: ActRow(
        rule="disengage.strikes",
        price="disengagement_strike",
        counts_as="attack",
        may=(npfs.refuse_npf_strike, *_FIGHTING),
        on_cards=ActKind.STRIKE,
    ),
    acts.BeActivated: ActRow(
        rule="activation.designate",
        price=None,
        counts_as="activation",
        may=(),
        on_cards=ActKind.ACTIVATION,
    ),
    SingleOut: ActRow(
        rule=acts.CARD_OVER_RULE,
        price=None,
        counts_as="target",
        may=(),
        on_cards=ActKind.TARGET,
    ),
}

# The contributors to each number, in the order in which its parts are listed.
NUMBERS: Mapping[str, Sequence[Contributor]] = {
    **dict.fromkeys(
        CHARACTERISTICS,
        (
            wounds.printed_characteristic,
            conditions.marker_modifier,
            gear.bonus,
            ranged.obstacles,
            territory.elevation,
        ),
    ),
    Quantity.AP: (acts.ap_cost, acts.ability_cost, npfs.free_npf_response),
    Quantity.SP: (acts.ability_cost,),
    Quantity.DISTANCE: (acts.walk_distance,),
    Quantity.PER_ROUND: (acts.per_round, acts.ability_limit, npfs.npf_act_limit),
    Quantity.PER_MATCH: (acts.per_match, acts.ability_limit),
    Quantity.STRENGTH: (gear.strength,),
    Quantity.RANGE: (gear.printed_range,),
    Quantity.PROTECTION: (wounds.protection,),
    Quantity.TACTIC: (acts.tactic_cost,),
}

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "territory": ("terrain", "hazards"),
    "infestation": ("infestation",),
    "weather": ("climate",),
}
"""The optional chapters, and the modules whose `CHAPTER` constants make up each."""


def _part(module: str) -> ChapterRules:
    found: ChapterRules = import_module(f"edencli.rules.{module}").CHAPTER
    return found


def create_match(
    book: Rulebook, state: State, setup: Setup = BARE_SETUP, cards: Sequence[ChapterRules] = ()
) -> Match:
    """Create a match from a state, under the rules of a book, its chapters that are played, and the cards."""
    chapters = [*(_part(module) for name in setup.chapters for module in CHAPTERS[name]), *cards]
    return Match(book, state, setup=setup, acts=ACTS, numbers=NUMBERS, chapters=chapters)
