"""The schemas of events, made from the classes themselves: `python tests/generated.py` writes them."""

import enum
import inspect
import json
import types
import typing
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from edencli.match import card_events, events, table_events
from edencli.match.events import Event, event_kinds
from edencli.match.pieces import PUBLIC, Piece, Side
from edencli.match.reasons import Part
from edencli.match.state import SceneryState, Token
from edencli.model.terms import Duration, LimbName, Marker
from edencli.odds.shifting import Policy
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.melee import Reaction
from edencli.transcript.event_data import LENGTH_PARTS

# Tests may define their own kinds; the order of imports changes nothing.
KINDS = {
    kind: cls
    for module in (events, table_events, card_events)
    for kind, cls in event_kinds().items()
    if cls.__module__ == module.__name__
}

SCHEMAS = Path(__file__).parents[2] / "schemas"
Schema = dict[str, Any]

PLACE: Schema = {
    "description": "A place on the field, in centimetres from its corner.",
    "type": "array",
    "items": {"type": "number"},
    "minItems": 2,
    "maxItems": 2,
}
SHARED: Schema = {
    "piece": {
        "description": "A fighter, with his side unless he is nobody's.",
        "type": "string",
        "minLength": 1,
    },
    "rule": {
        "description": "The rule by which it happened: edencli rules explains it.",
        "type": "string",
        "pattern": "^[a-z0-9.-]+$",
    },
    "place": PLACE,
    "part": {
        "description": "One reason of a number: the rule, what it adds, and what it is read from.",
        "type": "object",
        "additionalProperties": False,
        "required": ["reason", "n", "name"],
        "properties": {
            "reason": {"type": "string"},
            "n": {"type": "integer"},
            "name": {"type": ["string", "null"]},
            "effect": {"description": "Which effect of that card, from 0.", "type": "integer", "minimum": 0},
        },
    },
    "lying": {
        "description": "Where a piece of scenery lies, and how far it is turned, in degrees.",
        "type": "object",
        "additionalProperties": False,
        "required": ["place", "turn"],
        "properties": {
            "place": PLACE | {"type": ["array", "null"]},
            "turn": {"type": "number"},
            "attacks": {"description": "Attacks suffered.", "type": "integer", "minimum": 0},
            "burn": {"description": "Burn markers.", "type": "integer", "minimum": 0},
            "destroyed": {"type": "boolean"},
        },
    },
    "token": {
        "description": "A marker on the field; lengths in centimetres.",
        "type": "object",
        "additionalProperties": False,
        "required": ["name", "place", "radius"],
        "properties": {
            "name": {"type": "string"},
            "place": PLACE | {"type": ["array", "null"]},
            "radius": {"type": "number", "exclusiveMinimum": 0},
            "area": {"description": "An area, in which fighters may stand.", "const": True},
            "bearer": {"$ref": "#/$defs/piece"},
            "card": {"description": "The card that laid it.", "type": "string"},
            "side": {"enum": list(Side)},
            "user": {"$ref": "#/$defs/piece"},
            "until": {"enum": [until for until in Duration if until is not Duration.MATCH]},
        },
    },
}
NAMED = {Piece: "piece", Part: "part", SceneryState: "lying", Token: "token"}

LIMBS: Schema = {
    "type": "object",
    "additionalProperties": False,
    "minProperties": 1,
    "properties": {str(limb): {"type": "integer", "minimum": 1} for limb in LimbName},
}

HEAD: Schema = {
    "description": "The first line of a transcript: with what the match was played, and whose view this is.",
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "schema", "rulebook", "cards", "seed", "step", "round", "vp", "seen_by"],
    "properties": {
        "kind": {"const": "transcript"},
        "schema": {"description": "The version of this format.", "const": 1},
        "rulebook": {"enum": list(BOOKS)},
        "optional": {"description": "The book that lends optional chapters.", "enum": [*BOOKS, None]},
        "chapters": {"type": "array", "items": {"type": "string"}},
        "rulings": {"description": "What the table decided for itself.", "type": "object"},
        "measured": {
            "description": "Whether the field is measured, said where the miniatures are it.",
            "const": False,
        },
        "cards": {
            "description": "A digest of the cards in use.",
            "type": "string",
            "pattern": "^[0-9a-f]{16}$",
        },
        "seed": {
            "description": "The seed of the dice; null for dice that were given, and in a player's view "
            "before the match is over.",
            "type": ["integer", "null"],
        },
        "game": {"type": "string"},
        "red": {"type": "string"},
        "blue": {"type": "string"},
        "step": {"description": "The step at which it begins.", "type": "string"},
        "round": {"type": "integer", "minimum": 1},
        "vp": {
            "description": "What each side had scored by then, or null where that is secret.",
            "type": "object",
            "additionalProperties": False,
            "required": list(Side),
            "properties": {str(side): {"type": ["integer", "null"], "minimum": 0} for side in Side},
        },
        "seen_by": {
            "description": "The player who may see this, public for what both may, or null for all.",
            "enum": [*Side, PUBLIC, None],
        },
    },
}

AWAITING: Schema = {
    "description": "The last line while a match is not over: what it waits for, and how to answer.",
    "type": "object",
    "additionalProperties": False,
    "required": [
        "kind",
        "side",
        "rule",
        "question",
        "asks",
        "fighter",
        "optional",
        "dice",
        "forms",
        "answers",
    ],
    "properties": {
        "kind": {"const": "awaiting"},
        "side": {"description": "Who is asked; null when either may say.", "enum": [*Side, None]},
        "rule": {"$ref": "#/$defs/rule"},
        "question": {"description": "The kind of the question.", "type": "string"},
        "asks": {"description": "What is asked, in a sentence.", "type": "string"},
        "fighter": {"description": "Of whom it is asked.", "type": ["string", "null"]},
        "optional": {"description": "Whether it may be left unanswered.", "type": "boolean"},
        "dice": {"description": "How many dice are thrown.", "type": "integer", "minimum": 0},
        "forms": {
            "description": "How an answer is written.",
            "type": "array",
            "items": {"type": "string"},
        },
        "answers": {
            "description": "Every answer, where they can be listed and seen.",
            "type": "array",
            "items": {"type": "string"},
        },
    },
}

BLOW: Schema = {
    "description": "One blow or shot, or what a burst did to one fighter.",
    "type": "object",
    "additionalProperties": False,
    "required": ["attacker", "victim", "success", "limb", "wounds", "cp_lost", "incapacitated"],
    "properties": {
        "attacker": {"$ref": "#/$defs/piece"},
        "victim": {"type": ["string", "null"]},
        "success": {"type": "boolean"},
        "limb": {"enum": [*LimbName, None]},
        "wounds": {"type": "integer", "minimum": 0},
        "cp_lost": {"type": "integer", "minimum": 0},
        "incapacitated": {"type": "boolean"},
    },
}


SHARE: Schema = {
    "description": "A share: so many cases, of so many.",
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
}
EVENT_NUMBER: Schema = {"$ref": "#/$defs/number"}
CARD_NOT_WEIGHED: Schema = {
    "description": "A card that may change the chance and was not weighed; null is a card of a hidden hand.",
    "type": "object",
    "additionalProperties": False,
    "required": ["fighter", "player", "card"],
    "properties": {
        "fighter": {"type": ["string", "null"]},
        "player": {"enum": [*Side, None]},
        "card": {"type": ["string", "null"]},
    },
}
CHANCE: Schema = {
    "description": "With --odds, before an attack's or a roll's first die: the chance that it has.",
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "of", "how", "exact", "unweighed", "fates"],
    "properties": {
        "kind": {"const": "chance"},
        "sentence": {"$ref": "#/$defs/sentence"},
        "of": {"description": "The event that announces the attack, or tells the roll.", **EVENT_NUMBER},
        "how": {
            "enum": ["melee", "shooting", "projectile", "blast", "roll", "opposition", "burn"],
        },
        "attacker": {"$ref": "#/$defs/piece"},
        "reaction": {"enum": [*map(str, Reaction), None]},
        "policy": {"description": "For what successes move the location die.", "enum": [*map(str, Policy)]},
        "exact": {"description": "Whether nothing was left out.", "type": "boolean"},
        "unweighed": {"type": "array", "items": CARD_NOT_WEIGHED},
        "fates": {
            "description": "What may become of each fighter.",
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["fighter", "out", "hurt", "cp_lost"],
                "properties": {
                    "fighter": {"$ref": "#/$defs/piece"},
                    "out": SHARE,
                    "hurt": SHARE,
                    "cp_lost": SHARE | {"description": "The CP lost on average, as a fraction."},
                },
            },
        },
        "success": SHARE | {"description": "Of a roll: the chance of a success."},
        "wins": {
            "description": "Of an opposition: the chance of each fighter.",
            "type": "object",
            "propertyNames": {"minLength": 1},
            "additionalProperties": SHARE,
        },
    },
}
EXTREME_ROLL: Schema = {
    "type": ["object", "null"],
    "additionalProperties": False,
    "required": ["of", "as_good", "as_bad"],
    "properties": {"of": EVENT_NUMBER, "as_good": SHARE, "as_bad": SHARE},
}
CHANCES: Schema = {
    "description": "With --odds, after all events: what luck made of the match.",
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "swings", "luckiest", "unluckiest"],
    "properties": {
        "kind": {"const": "chances"},
        "swings": {
            "description": "The attacks that did most more, or less, harm than expected, in points of value.",
            "type": "array",
            "maxItems": 3,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["of", "exact", "favours", "points", "harms"],
                "properties": {
                    "of": EVENT_NUMBER,
                    "exact": {"type": "boolean"},
                    "favours": {"enum": list(Side)},
                    "points": SHARE,
                    "harms": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["fighter", "done", "expected"],
                            "properties": {
                                "fighter": {"$ref": "#/$defs/piece"},
                                "done": SHARE,
                                "expected": SHARE,
                            },
                        },
                    },
                },
            },
        },
        "luckiest": EXTREME_ROLL,
        "unluckiest": EXTREME_ROLL,
        "advice": {
            "description": "With --advise: what steady would have answered where that differs.",
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["after", "side", "played", "steady", "why"],
                "properties": {
                    "after": EVENT_NUMBER,
                    "side": {"enum": list(Side)},
                    "played": {"type": "string"},
                    "steady": {"type": "string"},
                    "why": {"type": "string"},
                },
            },
        },
    },
}


OTHERS = {"transcript": HEAD, "awaiting": AWAITING, "chance": CHANCE, "chances": CHANCES}


COUNT: Schema = {"type": "integer", "minimum": 0}
LEFT: Schema = {
    "description": "What is left of a fighter.",
    "type": "object",
    "additionalProperties": False,
    "required": ["fighter", "name", "out", "limbs", "markers", "ap", "attacks", "state"],
    "properties": {
        "fighter": {"$ref": "#/$defs/piece"},
        "name": {"description": "As he is called here.", "type": "string", "minLength": 1},
        "out": {"description": "Whether he is out of action.", "type": "boolean"},
        "limbs": {
            "description": "His boxes by limb, and how many CP are lost.",
            "type": "object",
            "additionalProperties": False,
            "required": [str(limb) for limb in LimbName],
            "properties": {
                str(limb): {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["white", "red", "lost"],
                    "properties": {"white": COUNT, "red": COUNT, "lost": COUNT},
                }
                for limb in LimbName
            },
        },
        "markers": {
            "type": "object",
            "propertyNames": {"enum": [str(marker) for marker in Marker]},
            "additionalProperties": COUNT,
        },
        "ap": COUNT,
        "attacks": {"description": "The attacks that he has made this round.", **COUNT},
        "state": {"description": "As --attacker-state and --target-state take it.", "type": "string"},
    },
}


NUMBER: Schema = {
    "description": "The number of an event, as --until takes it; one that a side alone sees has letters.",
    "type": "string",
    "pattern": "^e[0-9]+[a-z]*$",
}


SENTENCE: Schema = {
    "description": "What a transcript says of an event; those that another event tells better have none.",
    "type": "string",
}


def _numbered(cls: type[Event]) -> Schema:
    """The schema of one kind of event as a line of a transcript."""
    kind = _kind(cls)
    more = {name: {"$ref": f"#/$defs/{name}"} for name in ("number", "sentence")}
    return kind | {"properties": more | kind["properties"]}


def event_schema() -> Schema:
    """The schema of one line of a transcript in JSON Lines."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://eden.invalid/schemas/event.schema.json",
        "title": "A line of edencli play --format json",
        "description": "The head of a transcript, an event, or what is asked. Kinds are never renamed.",
        **_one_of_kinds(KINDS.values(), OTHERS),
        "$defs": SHARED
        | {"number": NUMBER, "sentence": SENTENCE}
        | {kind: _numbered(cls) for kind, cls in KINDS.items()}
        | OTHERS,
    }


APART: Schema = {
    "description": "Why two fighters of a match cannot make this attack as they stand there; then nothing"
    " counts that asks where anybody stands.",
    "type": ["object", "null"],
    "required": ["rule", "reason", "why"],
    "additionalProperties": False,
    "properties": {
        "rule": {"type": "string"},
        "reason": {"type": "string"},
        "why": {"description": "The reason in a sentence.", "type": "string"},
    },
}
OWNED_CARD: Schema = {
    "type": "object",
    "required": ["fighter", "player", "card"],
    "additionalProperties": False,
    "properties": {
        "fighter": {"description": "Whose ability it is.", "type": ["string", "null"]},
        "player": {
            "description": "Whose tactical card or mission it is.",
            "enum": ["red", "blue", None],
        },
        "card": {"type": ["string", "null"]},
    },
}


def attack_schema() -> Schema:
    """The schema of what `edencli resolve-attack --format json` prints."""
    kinds = {kind: _kind(cls) for kind, cls in KINDS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://eden.invalid/schemas/attack.schema.json",
        "title": "What edencli resolve-attack prints with --format json",
        "description": "An attack step by step, and what its blows came to.",
        "type": "object",
        "additionalProperties": False,
        "required": ["schema", "events", "outcome", "apart", "unused", "left", "go_on"],
        "properties": {
            "schema": {"description": "The version of this format.", "const": 1},
            "events": {"type": "array", "items": {"$ref": "#/$defs/event"}},
            "left": {"type": "array", "items": {"$ref": "#/$defs/remains"}},
            "apart": APART,
            "unused": {
                "description": "The cards that might have been used, or that ask where somebody stands when"
                " that is not known.",
                "type": "array",
                "items": OWNED_CARD,
            },
            "go_on": {
                "description": "The command that attacks once more; null when somebody is out of action.",
                "type": ["string", "null"],
            },
            "outcome": {
                "type": "object",
                "additionalProperties": False,
                "required": ["blows"],
                "properties": {"blows": {"type": "array", "items": {"$ref": "#/$defs/blow"}}},
            },
        },
        "$defs": _referred_to(SHARED | kinds)
        | kinds
        | {"blow": BLOW, "remains": LEFT}
        | {"event": {"description": "One event of the attack.", **_one_of_kinds(KINDS.values(), {})}},
    }


def _referred_to(definitions: Schema) -> Schema:
    """The shared definitions that are referred to."""
    whole = json.dumps(definitions)
    return {name: one for name, one in SHARED.items() if f'"#/$defs/{name}"' in whole}


def _one_of_kinds(classes: Iterable[type[Event]], others: Schema) -> Schema:
    kinds = [*(cls.kind for cls in classes), *others]
    return {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"enum": kinds}},
        "allOf": [
            {
                "if": {"required": ["kind"], "properties": {"kind": {"const": kind}}},
                "then": {"$ref": f"#/$defs/{kind}"},
            }
            for kind in kinds
        ],
    }


def _kind(cls: type[Event]) -> Schema:
    hints = {**cls.part_types, **typing.get_type_hints(cls)}
    return {
        "description": (inspect.getdoc(cls) or "").partition("\n")[0],
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", *cls.parts],
        "properties": {"kind": {"const": cls.kind}} | {name: _part(name, hints[name]) for name in cls.parts},
    }


def _part(name: str, kind: Any) -> Schema:
    """The schema of a part of an event."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in {types.UnionType, typing.Union}:
        return _or_null(_part(name, next(one for one in inner if one is not types.NoneType)))
    if name == "rule" or kind in NAMED:
        return {"$ref": f"#/$defs/{NAMED.get(kind, name)}"}
    if origin is tuple:
        return _row(name, inner)
    return LIMBS if origin is dict else _single(name, kind)


def _single(name: str, kind: Any) -> Schema:
    if issubclass(kind, enum.Enum):
        return {"enum": [str(member) for member in kind]}
    if name in LENGTH_PARTS:
        return {"type": "number"}
    return {"type": {str: "string", int: "integer", bool: "boolean", float: "number"}[kind]}


def _or_null(schema: Schema) -> Schema:
    """A schema that also allows null; a definition is written out, since references must stand alone."""
    if "enum" in schema:
        return {"enum": [*schema["enum"], None]}
    whole = SHARED[schema["$ref"].removeprefix("#/$defs/")] if "$ref" in schema else schema
    return {**whole, "type": [whole["type"], "null"]}


def _row(name: str, inner: tuple[Any, ...]) -> Schema:
    """The schema of a tuple: a place, a row of any length, or a pair."""
    if name in LENGTH_PARTS and inner == (int, int):
        return {"$ref": "#/$defs/place"}
    item = _part(name, inner[0])
    if inner[1] is Ellipsis:
        return {"type": "array", "items": item}
    return {"type": "array", "items": item, "minItems": len(inner), "maxItems": len(inner)}


MADE = {"event": event_schema, "attack": attack_schema}


def written(name: str) -> str:
    """The text of a schema as its file has it."""
    return json.dumps(MADE[name](), ensure_ascii=False, indent=2) + "\n"


def write() -> None:
    """Write all schemas of events to their files."""
    for name in MADE:
        (SCHEMAS / f"{name}.schema.json").write_text(written(name), encoding="utf-8")
