"""The shape of a cards file: fighters and NPFs with all they carry, missions, tactical cards."""

from collections.abc import Mapping
from typing import Any

from edencli.files.grammar import (
    Beside,
    Boolean,
    ExcludesKeys,
    Key,
    KeyedMapping,
    KeyWhenPositive,
    LazyKey,
    ListOf,
    OneOf,
    Text,
    ValueShape,
    WholeNumber,
    optional,
    required,
)
from edencli.files.shapes import NAME, POINTS, STIGMA, FileShape
from edencli.model.fighter import Ability, Cost, Equipment, Fighter, Limb, Use, UseLimits
from edencli.model.game import Cards, Mission, Objective, Symbol, Tactic, TacticCost
from edencli.model.terms import (
    FACTIONS,
    AbilityKind,
    Category,
    Characteristic,
    Deployment,
    Gender,
    LimbName,
    MissionKind,
    WeaponEffect,
)
from edencli.rulebooks.raw_books import BOOK_NAMES

_TEXT = Text(2000).as_definition("text", "What the card says, in plain words.")
_SMALL = WholeNumber(0, 12)
_X = WholeNumber(1, 12)
_EFFECTS = LazyKey(
    "shape_effects",
    "EFFECTS",
    "What the card does, in the vocabulary of effects. Without this key its text is played by agreement.",
)

# ── limbs ────────────────────────────────────────────────────────────────────────────────────────────────

_CP = KeyedMapping(
    {
        "white": required(_X, "White CP."),
        "red": optional(_SMALL, "Red CP. Without this key, none.", default=0),
    }
).as_definition(
    "cp",
    "The constitution points of this limb. Once the white ones are lost it is wounded; once all are lost the "
    "fighter is out. A limb without red ones is never wounded.",
)
_CHARACTERISTIC = KeyedMapping(
    {
        "white": required(_SMALL, "While the limb is normal."),
        "red": optional(_SMALL, "Once the limb is wounded. Needed exactly where the limb has red CP."),
    }
).as_definition(
    "characteristic",
    "A characteristic: white while the limb is normal, red once it is wounded. A limb without red CP has no "
    "red value.",
)
_FACES = ListOf(
    WholeNumber(1, 6).with_about("A face of the die."), least=1, most=3, distinct=True
).as_definition("faces", "The faces of the location die that hit this limb.")


def _limb(name: LimbName) -> Key:
    carried = name.characteristic

    def make(*, faces: tuple[int, ...], cp: Mapping[str, int], **values: Mapping[str, int]) -> Limb:
        value = values[carried]
        return Limb(
            name=name,
            faces=faces,
            white_cp=cp["white"],
            red_cp=cp.get("red", 0),
            white=value["white"],
            red=value.get("red", value["white"]),
        )

    shape = KeyedMapping(
        {
            "faces": required(_FACES),
            "cp": required(_CP),
            carried: required(_CHARACTERISTIC, f"{carried.upper()}: {carried.about}."),
        },
        KeyWhenPositive(("cp", "red"), (carried, "red")),
        make=make,
    )
    carries = "they carry" if name.endswith("s") else "it carries"
    return required(shape, f"The {name}: {carries} {carried.upper()}.")


def _limbs(**limbs: Limb) -> dict[LimbName, Limb]:
    return {name: limbs[name] for name in LimbName}


_LIMBS = KeyedMapping({name: _limb(name) for name in LimbName}, make=_limbs).as_definition(
    "limbs", "The four limbs. The faces 1 to 6 of the location die are each on exactly one of them."
)

# ── equipment and abilities ──────────────────────────────────────────────────────────────────────────────


def _uses(*, round: int | None = None, match: int | None = None) -> UseLimits:  # noqa: A002  # the keys of the file
    return UseLimits(per_round=round, per_match=match)


_USES = KeyedMapping(
    {
        "round": optional(WholeNumber(1, 99), "Uses in one round (printed as X/round)."),
        "match": optional(WholeNumber(1, 99), "Uses in the whole match (printed as X/match)."),
    },
    least=1,
    make=_uses,
).as_definition("uses", "How often it may be used. Both limits bind where both are given.")


def _bonus(**amounts: int) -> dict[Characteristic, int]:
    return {Characteristic(key): amount for key, amount in amounts.items()}


_BONUS = KeyedMapping(
    {
        one: optional(
            WholeNumber(-12, 12), f"What it adds to {one.upper()} while it is used; below zero is a penalty."
        )
        for one in Characteristic
    },
    least=1,
    make=_bonus,
).as_definition("bonus", "Bonus or penalty to characteristics while it is used.")


def _weapon(category: Category) -> ValueShape:
    """The shape of a weapon in a category: the effects that the vocabulary allows there."""

    def make(*, bonus: Any = None, uses: UseLimits | None = None, **effects: int) -> Use:
        given = {"bonus": bonus, "uses": uses}
        return Use(
            category=category,
            effects={WeaponEffect(effect): x for effect, x in effects.items()},
            **{key: value for key, value in given.items() if value is not None},
        )

    effects: dict[str, Key] = {
        effect: Key(WholeNumber(1, effect.most), effect.about, needed=category in effect.needed)
        for effect in WeaponEffect
        if category in effect.weapons
    }
    limits = optional(
        _USES, "X/round and X/match: how often it may be used. Without this key, without limit."
    )
    return KeyedMapping({"bonus": optional(_BONUS), **effects, "uses": limits} if effects else {}, make=make)


def _protection(*, complete: int | None = None, **limbs: int) -> Use:
    covered = limbs if complete is None else dict.fromkeys(LimbName, complete)
    points = {
        limb: covered[limb] for limb in LimbName if limb in covered
    }  # in one order, however it was written
    return Use(category=Category.PR, protection=points, complete=complete is not None)


_PROTECTION = KeyedMapping(
    {
        "complete": optional(_X, "Protection of all four limbs. Not together with single limbs."),
        **{limb: optional(_X, f"Protection of the {limb}.") for limb in LimbName},
    },
    ExcludesKeys("complete", *LimbName),
    least=1,
    make=_protection,
)


def _equipment(*, name: str, **categories: Use) -> Equipment:
    return Equipment(name=name, uses=tuple(categories.values()))


EQUIPMENT = KeyedMapping(
    {
        "name": required(NAME, "The equipment's name."),
        Category.SHOOTING: optional(
            _weapon(Category.SHOOTING), "Shooting: aimed at a fighter within range and in sight."
        ),
        Category.PROJECTILE: optional(
            _weapon(Category.PROJECTILE),
            "Projectile: thrown at a point within range and in sight; it strikes without a roll.",
        ),
        Category.BLAST: optional(
            _weapon(Category.BLAST),
            "Blast: strikes everyone under the blast template; one wound to each limb, past protection.",
        ),
        Category.PR: optional(
            _PROTECTION,
            "Pr: protection, by limb or complete. It lowers the wounds that an attack does to the limb.",
        ),
        Category.TECH: optional(
            _weapon(Category.TECH), "Tech: technological equipment; other cards look at it. Written as {}."
        ),
    },
    Beside("name", least=1, most=2),
    make=_equipment,
).as_definition(
    "equipment", "A piece of equipment: a name, and one or two categories with what it is in each."
)

_ABILITY = KeyedMapping(
    {
        "name": required(NAME, "The ability's name."),
        "kind": required(
            OneOf(AbilityKind),
            "permanent: always at work, or when its moment comes; action: used during the fighter's "
            "activation.",
        ),
        "cost": optional(
            KeyedMapping(
                {
                    "ap": optional(_X, "Action points of the fighter."),
                    "sp": optional(WholeNumber(1, 99), "Strategy points of its side."),
                    "cards": optional(WholeNumber(1, 9), "Cards of the tactical hand, to be discarded."),
                },
                least=1,
                make=Cost,
            ),
            "What each use costs. Without this key, nothing.",
        ),
        "limit": optional(_USES, "How often it may be used. Without this key, without limit."),
        "bearers": optional(
            ListOf(NAME.with_about("A type."), least=1, most=8, distinct=True),
            "The types that may have it: only fighters of one of them. Without this key, all fighters.",
        ),
        "text": required(_TEXT, "What the ability does."),
        "effects": _EFFECTS,
    },
    make=Ability,
).as_definition("ability", "A special ability.")

# ── profile cards ────────────────────────────────────────────────────────────────────────────────────────

_FACTION = NAME.with_about(f"A faction: {', '.join(FACTIONS)}, or one of your own.")
_TYPES = ListOf(NAME.with_about("A type."), least=1, most=8, distinct=True).as_definition(
    "types", "The types on the card: human, machine, Sister, …; some effects look at them."
)
_BASE = OneOf((30, 40)).as_definition("base", "The diameter of the base in millimetres.")
_GENDER = OneOf(Gender).as_definition(
    "gender",
    "How sentences speak of the fighter, where a language has to choose a form. Without this key they are "
    "worded so that none is needed; no rule depends on it.",
)
_CARD = {
    "gender": optional(_GENDER),
    "base": required(_BASE),
    "limbs": required(_LIMBS),
    "equipment": optional(ListOf(EQUIPMENT, most=20).as_definition("carried", "What the fighter carries.")),
    "abilities": optional(ListOf(_ABILITY, most=20).as_definition("abilities", "The special abilities.")),
}


def _fighter(*, value: int | None = None, level: int | None = None, **parts: Any) -> Fighter:
    return Fighter(value=value, level=level, **{"factions": (), "stigma": None, **parts})


_FIGHTER = KeyedMapping(
    {
        "name": required(NAME, "The fighter's own name; each fighter is unique."),
        "factions": required(
            ListOf(_FACTION, least=1, most=8, distinct=True), "The faction symbols on the card."
        ),
        "stigma": required(STIGMA, "The stigma symbol on the card."),
        "types": required(_TYPES),
        "value": required(POINTS, "What the fighter costs a band, in points."),
        "value-by-rulebook": optional(
            KeyedMapping(
                {
                    book: optional(POINTS, f"The value in the {name} book.")
                    for book, name in BOOK_NAMES.items()
                },
                least=1,
            ),
            "The value in the rulebooks that print another one.",
        ),
        **_CARD,
    },
    make=_fighter,
).as_definition("fighter", "A fighter's profile card.")
_NPF = KeyedMapping(
    {
        "name": required(NAME, "The creature's name. Several may be on the field: Rat 1, Rat 2."),
        "factions": optional(
            ListOf(_FACTION, most=8, distinct=True), "Faction symbols, where the card has any."
        ),
        "stigma": optional(STIGMA, "A stigma symbol, where the card has one."),
        "types": required(_TYPES),
        "level": required(
            WholeNumber(1, 20), "The infestation points it costs, and the victory points it is worth."
        ),
        **_CARD,
    },
    make=_fighter,
).as_definition(
    "npf", "The profile card of a non-player fighter: as a fighter's, with a level in place of a value."
)

# ── missions and tactical cards ──────────────────────────────────────────────────────────────────────────

_SYMBOL = KeyedMapping(
    {
        "faction": optional(NAME, "This faction."),
        "stigma": optional(STIGMA, "This stigma."),
    },
    least=1,
    most=1,
    make=Symbol,
)
_OBJECTIVE = KeyedMapping(
    {
        "text": required(_TEXT, "What must be done."),
        "vp": optional(
            WholeNumber(-99, 99),
            "The victory points it gives; below zero it costs them. Left out where the text says how many.",
        ),
        "counted": optional(
            OneOf(("round", "match")),
            "When it is counted: at the end of each round, or at the end of the match.",
            default="round",
        ),
        "only-if": LazyKey("shape_effects", "PROVISOS", "It scores if all of these are so."),
        "each": LazyKey("shape_effects", "AMOUNT", "It scores so many times."),
    },
    make=Objective,
)
_MISSION = KeyedMapping(
    {
        "name": required(NAME, "The mission's name."),
        "kind": required(
            OneOf(MissionKind),
            "secret: the opponent learns it at the end; revealed: the opponent may read it at any time.",
        ),
        "deployment": required(
            OneOf(Deployment),
            "confrontation: away from the middle line; ambush: away from the centre of the field.",
        ),
        "symbol": optional(
            _SYMBOL,
            "The one symbol, faction or stigma, that a band needs for this mission. Without this key any "
            "band may play it.",
        ),
        "immediate": optional(
            _TEXT,
            "What happens when the mission is played. Only a revealed mission has immediate effects.",
        ),
        "objectives": required(
            ListOf(_OBJECTIVE.with_about("One way to score."), least=1, most=20),
            "What scores victory points.",
        ),
        "effects": _EFFECTS,
    },
    make=Mission,
).as_definition("mission", "A mission card.")


def _tactic(**parts: Any) -> Tactic:
    return Tactic(**{"tactical": False, "first_round": False, "cancellation": None, **parts})


_TACTIC = KeyedMapping(
    {
        "name": required(NAME, "The card's name; a player plays no two cards of one name in a match."),
        "tactical": optional(Boolean(), "Tactical: may be played only in the tactical phase.", default=False),
        "first-round": optional(
            Boolean(), "First round: may be played only in the first round.", default=False
        ),
        "cancellation": optional(
            WholeNumber(1, 99),
            "Cancellation (X): the opponent may pay X strategy points to cancel it. Without this key that is "
            "not possible.",
        ),
        "cost": optional(
            KeyedMapping(
                {
                    "sp": optional(WholeNumber(0, 99), "Strategy points, in place of the rulebook's price."),
                    "cards": optional(WholeNumber(1, 9), "Other cards of the hand, to be discarded."),
                },
                least=1,
                make=TacticCost,
            ),
            "What it costs to play. Without this key, what the rulebook says.",
        ),
        "symbol": optional(
            _SYMBOL, "The one symbol, faction or stigma, on the card. Other cards may ask for it."
        ),
        "stays": optional(
            Boolean(), "Whether it has effect until the match ends, and not only the round.", default=False
        ),
        "text": required(_TEXT, "What the card does."),
        "effects": _EFFECTS,
    },
    make=_tactic,
).as_definition("tactic", "A tactical card.")


def _deck(card: ValueShape, about: str) -> Key:
    return optional(ListOf(card, most=500), about)


SHAPE = FileShape(
    "cards",
    "Cards of Eden",
    "Profile cards of fighters and of non-player fighters, mission cards and tactical cards.",
    {
        "fighters": _deck(_FIGHTER, "Profile cards of fighters that a band may recruit."),
        "npfs": _deck(_NPF, "Profile cards of non-player fighters (chapter infestation)."),
        "missions": _deck(_MISSION, "Mission cards."),
        "tactics": _deck(_TACTIC, "Tactical cards."),
    },
    make=Cards,
)
