"""A cards file: profile cards of fighters and NPFs with all they carry, missions, tactical cards."""

from collections.abc import Mapping
from typing import Any

from edencli.files.grammar import (
    Alone,
    Beside,
    Follows,
    Key,
    Keyed,
    LaterKey,
    ListOf,
    OneOf,
    Text,
    Truth,
    ValueShape,
    Whole,
    may,
    must,
)
from edencli.files.shapes import NAME, POINTS, STIGMA, FileShape
from edencli.model.fighter import Ability, Cost, Equipment, Fighter, Limb, Use, Uses
from edencli.model.game import Cards, Mission, Objective, Symbol, Tactic
from edencli.model.terms import (
    AbilityKind,
    Category,
    Characteristic,
    Deployment,
    Effect,
    LimbName,
    MissionKind,
)
from edencli.rulebooks.plain import CALLED

_TEXT = Text(2000).named("text", "What the card says, in plain words.")
_SMALL = Whole(0, 12)
_X = Whole(1, 12)
_EFFECTS = LaterKey(
    "shape_effects",
    "EFFECTS",
    "What the card does, in the vocabulary of effects. Without this key its text is played by agreement.",
)

# ── limbs ────────────────────────────────────────────────────────────────────────────────────────────────

_CP = Keyed(
    {
        "white": must(_X, "White CP."),
        "red": may(_SMALL, "Red CP. Without this key, none.", default=0),
    }
).named(
    "cp",
    "The constitution points of this limb. Once the white ones are lost it is wounded; once all are lost the "
    "fighter is out. A limb without red ones is never wounded.",
)
_CHARACTERISTIC = Keyed(
    {
        "white": must(_SMALL, "While the limb is normal."),
        "red": may(_SMALL, "Once the limb is wounded. Needed exactly where the limb has red CP."),
    }
).named(
    "characteristic",
    "A characteristic: white while the limb is normal, red once it is wounded. A limb without red CP has no "
    "red value.",
)
_FACES = ListOf(Whole(1, 6).told("A face of the die."), least=1, most=3, distinct=True).named(
    "faces", "The faces of the location die that hit this limb."
)


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

    shape = Keyed(
        {
            "faces": must(_FACES),
            "cp": must(_CP),
            carried: must(_CHARACTERISTIC, f"{carried.upper()}: {carried.about}."),
        },
        Follows(("cp", "red"), (carried, "red")),
        make=make,
    )
    carries = "they carry" if name.endswith("s") else "it carries"
    return must(shape, f"The {name}: {carries} {carried.upper()}.")


def _limbs(**limbs: Limb) -> dict[LimbName, Limb]:
    return {name: limbs[name] for name in LimbName}


_LIMBS = Keyed({name: _limb(name) for name in LimbName}, make=_limbs).named(
    "limbs", "The four limbs. The faces 1 to 6 of the location die are each on exactly one of them."
)

# ── equipment and abilities ──────────────────────────────────────────────────────────────────────────────


def _uses(*, round: int | None = None, match: int | None = None) -> Uses:  # noqa: A002  # the keys of the file
    return Uses(per_round=round, per_match=match)


_USES = Keyed(
    {
        "round": may(Whole(1, 99), "Uses in one round (printed as X/round)."),
        "match": may(Whole(1, 99), "Uses in the whole match (printed as X/match)."),
    },
    least=1,
    make=_uses,
).named("uses", "How often it may be used. Both limits bind where both are given.")


def _bonus(**amounts: int) -> dict[Characteristic, int]:
    return {Characteristic(key): amount for key, amount in amounts.items()}


_BONUS = Keyed(
    {
        one: may(Whole(-12, 12), f"What it adds to {one.upper()} while it is used; below zero is a penalty.")
        for one in Characteristic
    },
    least=1,
    make=_bonus,
).named("bonus", "Bonus or penalty to characteristics while it is used.")


def _weapon(category: Category) -> ValueShape:
    """What a piece of equipment is in a category: those effects that the vocabulary lets stand there."""

    def make(*, bonus: Any = None, uses: Uses | None = None, **effects: int) -> Use:
        given = {"bonus": bonus, "uses": uses}
        return Use(
            category=category,
            effects={Effect(effect): x for effect, x in effects.items()},
            **{key: value for key, value in given.items() if value is not None},
        )

    effects: dict[str, Key] = {
        effect: Key(Whole(1, effect.most), effect.about, needed=category in effect.needed)
        for effect in Effect
        if category in effect.weapons
    }
    limits = may(_USES, "X/round and X/match: how often it may be used. Without this key, without limit.")
    return Keyed({"bonus": may(_BONUS), **effects, "uses": limits} if effects else {}, make=make)


def _protection(*, complete: int | None = None, **limbs: int) -> Use:
    covered = limbs if complete is None else dict.fromkeys(LimbName, complete)
    points = {LimbName(limb): amount for limb, amount in covered.items()}
    return Use(category=Category.PR, protection=points, complete=complete is not None)


_PROTECTION = Keyed(
    {
        "complete": may(_X, "Protection of all four limbs. Not together with single limbs."),
        **{limb: may(_X, f"Protection of the {limb}.") for limb in LimbName},
    },
    Alone("complete", *LimbName),
    least=1,
    make=_protection,
)


def _equipment(*, name: str, **categories: Use) -> Equipment:
    return Equipment(name=name, uses=tuple(categories.values()))


EQUIPMENT = Keyed(
    {
        "name": must(NAME, "The equipment's name."),
        Category.SHOOTING: may(
            _weapon(Category.SHOOTING), "Shooting: aimed at a fighter within range and in sight."
        ),
        Category.PROJECTILE: may(
            _weapon(Category.PROJECTILE),
            "Projectile: thrown at a point within range and in sight; it strikes without a roll.",
        ),
        Category.BLAST: may(
            _weapon(Category.BLAST),
            "Blast: strikes everyone under the blast template; one wound to each limb, past protection.",
        ),
        Category.PR: may(
            _PROTECTION,
            "Pr: protection, by limb or complete. It lowers the wounds that an attack does to the limb.",
        ),
        Category.TECH: may(
            _weapon(Category.TECH), "Tech: technological equipment; other cards look at it. Written as {}."
        ),
    },
    Beside("name", least=1, most=2),
    make=_equipment,
).named("equipment", "A piece of equipment: a name, and one or two categories with what it is in each.")

_ABILITY = Keyed(
    {
        "name": must(NAME, "The ability's name."),
        "kind": must(
            OneOf(AbilityKind),
            "permanent: always at work, or when its moment comes; action: used during the fighter's "
            "activation.",
        ),
        "cost": may(
            Keyed(
                {
                    "ap": may(_X, "Action points of the fighter."),
                    "sp": may(Whole(1, 99), "Strategy points of his side."),
                },
                least=1,
                make=Cost,
            ),
            "What each use costs. Without this key, nothing.",
        ),
        "limit": may(_USES, "How often it may be used. Without this key, without limit."),
        "text": must(_TEXT, "What the ability does."),
        "effects": _EFFECTS,
    },
    make=Ability,
).named("ability", "A special ability.")

# ── profile cards ────────────────────────────────────────────────────────────────────────────────────────

_FACTION = NAME.told(
    "A faction: Jokers Gang, Clan Bamaka, I.S.C., Matriarchy of Sybille, Convoy, Resistance, Horde, Askaris, "
    "or one of your own."
)
_TYPES = ListOf(NAME.told("A type."), least=1, most=8, distinct=True).named(
    "types", "The types on the card: human, machine, Sister, …; some effects look at them."
)
_BASE = OneOf((30, 40)).named("base", "The diameter of the base in millimetres.")
_CARD = {
    "base": must(_BASE),
    "limbs": must(_LIMBS),
    "equipment": may(ListOf(EQUIPMENT, most=20).named("carried", "What the fighter carries.")),
    "abilities": may(ListOf(_ABILITY, most=20).named("abilities", "The special abilities.")),
}


def _fighter(*, value: int | None = None, level: int | None = None, **parts: Any) -> Fighter:
    return Fighter(value=value, level=level, **{"factions": (), "stigma": None, **parts})


_FIGHTER = Keyed(
    {
        "name": must(NAME, "The fighter's own name; each fighter is unique."),
        "factions": must(
            ListOf(_FACTION, least=1, most=8, distinct=True), "The faction symbols on the card."
        ),
        "stigma": must(STIGMA, "The stigma symbol on the card."),
        "types": must(_TYPES),
        "value": must(POINTS, "What the fighter costs a band, in points."),
        "value-by-rulebook": may(
            Keyed(
                {book: may(POINTS, f"His value in the {name} book.") for book, name in CALLED.items()},
                least=1,
            ),
            "His value in the rulebooks that print another one.",
        ),
        **_CARD,
    },
    make=_fighter,
).named("fighter", "A fighter's profile card.")
_NPF = Keyed(
    {
        "name": must(NAME, "The creature's name. Several may be on the field: Rat 1, Rat 2."),
        "factions": may(ListOf(_FACTION, most=8, distinct=True), "Faction symbols, where the card has any."),
        "stigma": may(STIGMA, "A stigma symbol, where the card has one."),
        "types": must(_TYPES),
        "level": must(Whole(1, 20), "The infestation points it costs, and the victory points it is worth."),
        **_CARD,
    },
    make=_fighter,
).named("npf", "The profile card of a non-player fighter: as a fighter's, with a level in place of a value.")

# ── missions and tactical cards ──────────────────────────────────────────────────────────────────────────

_SYMBOL = Keyed(
    {
        "faction": may(NAME, "Only for a band of this faction."),
        "stigma": may(STIGMA, "Only for a band of this stigma."),
    },
    least=1,
    most=1,
    make=Symbol,
)
_OBJECTIVE = Keyed(
    {
        "text": must(_TEXT, "What must be done."),
        "vp": may(
            Whole(-99, 99),
            "The victory points it gives; below zero it costs them. Left out where the text says how many.",
        ),
        "counted": may(
            OneOf(("round", "match")),
            "When it is counted: at the end of each round, or at the end of the match.",
            default="round",
        ),
        "only-if": LaterKey("shape_effects", "PROVISOS", "It scores if all of these are so."),
        "each": LaterKey("shape_effects", "AMOUNT", "It scores so many times."),
    },
    make=Objective,
)
_MISSION = Keyed(
    {
        "name": must(NAME, "The mission's name."),
        "kind": must(
            OneOf(MissionKind),
            "secret: the opponent learns it at the end; revealed: he may read it at any time.",
        ),
        "deployment": must(
            OneOf(Deployment),
            "confrontation: away from the middle line; ambush: away from the centre of the field.",
        ),
        "symbol": may(
            _SYMBOL,
            "The one symbol, faction or stigma, that a band needs for this mission. Without this key any "
            "band may play it.",
        ),
        "immediate": may(
            _TEXT,
            "What happens when the mission is played. Only a revealed mission has immediate effects.",
        ),
        "objectives": must(
            ListOf(_OBJECTIVE.told("One way to score."), least=1, most=20), "What scores victory points."
        ),
        "effects": _EFFECTS,
    },
    make=Mission,
).named("mission", "A mission card.")


def _tactic(**parts: Any) -> Tactic:
    return Tactic(**{"tactical": False, "first_round": False, "cancellation": None, **parts})


_TACTIC = Keyed(
    {
        "name": must(NAME, "The card's name; a player plays no two cards of one name in a match."),
        "tactical": may(Truth(), "Tactical: may be played only in the tactical phase.", default=False),
        "first-round": may(Truth(), "First round: may be played only in the first round.", default=False),
        "cancellation": may(
            Whole(1, 99),
            "Cancellation (X): the opponent may pay X strategy points to cancel it. Without this key he may "
            "not.",
        ),
        "text": must(_TEXT, "What the card does."),
        "effects": _EFFECTS,
    },
    make=_tactic,
).named("tactic", "A tactical card.")


def _deck(card: ValueShape, about: str) -> Key:
    return may(ListOf(card, most=500), about)


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
