"""Shapes: what may stand at a place of a file, described once and read in two directions.

`read` builds the value, or raises `Unfit` at the first thing that does not fit. `describe` writes the same
bounds as JSON Schema, which editors follow, and which tells whoever asks everything that is wrong with a
file. Both are strict where YAML is loose: true is no number, 3.0 no whole number, an unknown key is refused.
"""

import copy
import enum
import re
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Self

from edencli.files.diagnostic import KeyPath

Json = dict[str, Any]


class UnfitDataError(Exception):  # a verdict on data, no fault of the program
    """The data at `path` is not what a file of its kind holds there."""

    def __init__(self, path: KeyPath) -> None:
        super().__init__(path)
        self.path = path


class ValueShape:
    """What may stand at one place. `takes` are the types of data that it looks at, for Python and for JSON.

    A shape that is `named` is one of the schema's definitions, and referred to wherever it stands.
    """

    json_types: ClassVar[Mapping[type, str]]
    name: str = ""
    about: str = ""
    definition: "ValueShape | None" = (
        None  # the definition of which this is the same shape, told at one place
    )

    def read(self, data: Any, path: KeyPath) -> Any:
        """Build the value of data that stands at a path; raises `Unfit`."""
        raise NotImplementedError

    def schema_keywords(self, definitions: Json) -> Json:
        """The keywords of JSON Schema that say the same, without the type."""
        raise NotImplementedError

    def as_definition(self, name: str, about: str) -> Self:
        """The same shape as a definition of that name."""
        named = self.with_about(about)
        named.name, named.definition = name, None
        return named

    def with_about(self, about: str) -> Self:
        """The same shape with what an editor says of it at one place."""
        told = copy.copy(self)
        told.about, told.definition = about, self if self.name else self.definition
        told.name = ""
        return told

    def to_schema(self, definitions: Json) -> Json:
        """Write it as JSON Schema; definitions that it needs are added."""
        home = self if self.name else self.definition
        if home is None:
            return self.to_inline_schema(definitions)
        if home.name not in definitions:
            definitions[home.name] = {}  # the definitions inside come after it
            definitions[home.name] = home.to_inline_schema(definitions)
        own = {"description": self.about} if self is not home else {}
        return {**own, "$ref": f"#/$defs/{home.name}"}

    def to_inline_schema(self, definitions: Json) -> Json:
        """Write it as JSON Schema where it stands, a definition or not."""
        about = {"description": self.about} if self.about else {}
        types = list(dict.fromkeys(self.json_types.values()))
        return {**about, "type": types[0] if len(types) == 1 else types, **self.schema_keywords(definitions)}


class WholeNumber(ValueShape):
    """A whole number from low to high."""

    json_types: ClassVar = {int: "integer"}

    def __init__(self, low: int, high: int, *, make: Callable[[int], Any] = int) -> None:
        self.low = low
        self.high = high
        self.make = make

    def read(self, data: Any, path: KeyPath) -> Any:
        if type(data) is not int or not self.low <= data <= self.high:
            raise UnfitDataError(path)
        return self.make(data)

    def schema_keywords(self, definitions: Json) -> Json:
        return {"minimum": self.low, "maximum": self.high}


class Number(ValueShape):
    """A number from low, or only above it, to high."""

    json_types: ClassVar = {int: "number", float: "number"}

    def __init__(
        self,
        low: float,
        high: float,
        *,
        above: bool = False,
        make: Callable[[float], Any] = float,
    ) -> None:
        self.low = low
        self.high = high
        self.above = above
        self.make = make

    def read(self, data: Any, path: KeyPath) -> Any:
        if type(data) not in self.json_types or not self.low <= data <= self.high:
            raise UnfitDataError(path)
        if self.above and data == self.low:
            raise UnfitDataError(path)
        return self.make(data)

    def schema_keywords(self, definitions: Json) -> Json:
        return {"exclusiveMinimum" if self.above else "minimum": self.low, "maximum": self.high}


class HalfNumber(Number):
    """A number from low to high that is whole or half."""

    def read(self, data: Any, path: KeyPath) -> Any:
        number = super().read(data, path)
        if data * 2 % 1:
            raise UnfitDataError(path)
        return number

    def schema_keywords(self, definitions: Json) -> Json:
        return {**super().schema_keywords(definitions), "multipleOf": 0.5}


class Text(ValueShape):
    """A text that is not empty, has a longest length, and where given a pattern."""

    json_types: ClassVar = {str: "string"}

    def __init__(self, longest: int, pattern: str = "") -> None:
        self.longest = longest
        self.pattern = pattern

    def read(self, data: Any, path: KeyPath) -> str:
        if type(data) is not str or not 0 < len(data) <= self.longest or not re.search(self.pattern, data):
            raise UnfitDataError(path)
        return data

    def schema_keywords(self, definitions: Json) -> Json:
        least = {"pattern": self.pattern} if self.pattern else {"minLength": 1}
        return {"maxLength": self.longest, **least}


class Boolean(ValueShape):
    """True or false."""

    json_types: ClassVar = {bool: "boolean"}

    def read(self, data: Any, path: KeyPath) -> bool:
        if type(data) is not bool:
            raise UnfitDataError(path)
        return data

    def schema_keywords(self, definitions: Json) -> Json:
        return {}


class OneOf(ValueShape):
    """One of a few values, of its own type: true is not 1. `make` builds what it stands for."""

    def __init__(
        self, values: Collection[Any] | type[enum.StrEnum], make: Callable[[Any], Any] | None = None
    ) -> None:
        plain = (one.value if isinstance(one, enum.Enum) else one for one in values)
        self.values = {(type(one), one): one for one in plain}
        self.make = make or (values if isinstance(values, type) else None)
        self.json_types = {type(one): _JSON[type(one)] for one in self.values.values()}  # type: ignore[misc]

    def read(self, data: Any, path: KeyPath) -> Any:
        if type(data) not in self.json_types or (type(data), data) not in self.values:
            raise UnfitDataError(path)
        return self.make(data) if self.make else data

    def schema_keywords(self, definitions: Json) -> Json:
        values = list(self.values.values())
        return {"const": values[0]} if len(values) == 1 else {"enum": values}


_JSON = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}


class ListOf(ValueShape):
    """A list from `least` to `most` long, each item of the same shape, all of them `distinct` or not."""

    json_types: ClassVar = {list: "array"}

    def __init__(
        self,
        item: ValueShape,
        *,
        least: int = 0,
        most: int | None = None,
        distinct: bool = False,
        make: Callable[[tuple[Any, ...]], Any] | None = None,
    ) -> None:
        self.item = item
        self.least = least
        self.most = most
        self.distinct = distinct
        self.make = make

    def read(self, data: Any, path: KeyPath) -> Any:
        if type(data) is not list or len(data) < self.least:
            raise UnfitDataError(path)
        if self.most is not None and len(data) > self.most:
            raise UnfitDataError(path)
        read = self.item.read
        values = tuple(read(item, (*path, n)) for n, item in enumerate(data))
        if self.distinct and len(set(values)) < len(values):
            raise UnfitDataError(path)
        return self.make(values) if self.make else values

    def schema_keywords(self, definitions: Json) -> Json:
        least = {"minItems": self.least} if self.least else {}
        most = {} if self.most is None else {"maxItems": self.most}
        distinct = {"uniqueItems": True} if self.distinct else {}
        return {"items": self.item.to_schema(definitions), **least, **most, **distinct}


class Either(ValueShape):
    """One of several shapes, told apart by the type of the data."""

    def __init__(self, *shapes: ValueShape) -> None:
        self.shapes = shapes
        self.json_types = {kind: name for shape in shapes for kind, name in shape.json_types.items()}  # type: ignore[misc]

    def read(self, data: Any, path: KeyPath) -> Any:
        for shape in self.shapes:
            if type(data) in shape.json_types:
                return shape.read(data, path)
        raise UnfitDataError(path)

    def schema_keywords(self, definitions: Json) -> Json:
        merged: Json = {}
        for shape in self.shapes:
            for keyword, argument in shape.schema_keywords(definitions).items():
                if merged.setdefault(keyword, argument) != argument:
                    raise ValueError(f"{keyword} cannot stand for two types at once")
        return merged


class Key:
    """A key of a mapping: what stands there, what an editor says of it, and whether it may be left out."""

    def __init__(
        self, shape: ValueShape, about: str = "", *, needed: bool = False, default: Any = None
    ) -> None:
        self.shape = shape.with_about(about) if about else shape
        self.needed = needed
        self.default = default

    def to_schema(self, definitions: Json) -> Json:
        """Write it as JSON Schema; the default tells editors what is meant without the key."""
        default = {} if self.default is None else {"default": self.default}
        return {**self.shape.to_schema(definitions), **default}


class LazyKey(Key):
    """A key that may be left out, of a shape in another module, imported when a file first has it: few do."""

    def __init__(self, module: str, name: str, about: str) -> None:
        self._module, self._name, self._about = module, name, about
        self.needed = False
        self.default = None

    @cached_property
    def shape(self) -> ValueShape:  # type: ignore[override]
        found: ValueShape = getattr(import_module(f"edencli.files.{self._module}"), self._name)
        return found.with_about(self._about)


def required(shape: ValueShape, about: str = "") -> Key:
    """A key that is needed."""
    return Key(shape, about, needed=True)


def optional(shape: ValueShape, about: str = "", *, default: Any = None) -> Key:
    """A key that may be left out; `default` is what is then meant, where that can be written."""
    return Key(shape, about, default=default)


class KeyConstraint:
    """What a mapping asks of its keys together."""

    def is_met(self, data: Mapping[str, Any]) -> bool:
        """Tell whether it is so; each key by itself fits already."""
        raise NotImplementedError

    def schema_keywords(self) -> Json:
        """The keywords of JSON Schema that say the same."""
        raise NotImplementedError


class ExactlyOne(KeyConstraint):
    """Exactly one of some keys is there."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys

    def is_met(self, data: Mapping[str, Any]) -> bool:
        return sum(key in data for key in self.keys) == 1

    def schema_keywords(self) -> Json:
        *others, last = self.keys
        schema: Json = {"required": [last]}
        for n, key in reversed(list(enumerate(others, start=1))):
            excluded = dict.fromkeys(self.keys[n:], False)
            schema = {"if": {"required": [key]}, "then": {"properties": excluded}, "else": schema}
        return schema


class ExcludesKeys(KeyConstraint):
    """A key stands without any of some others."""

    def __init__(self, key: str, *others: str) -> None:
        self.key = key
        self.others = others

    def is_met(self, data: Mapping[str, Any]) -> bool:
        return self.key not in data or not any(other in data for other in self.others)

    def schema_keywords(self) -> Json:
        excluded = dict.fromkeys(map(str, self.others), False)
        return {"if": {"required": [self.key]}, "then": {"properties": excluded}}


class Beside(KeyConstraint):
    """So many keys stand beside one that is needed."""

    def __init__(self, key: str, *, least: int, most: int) -> None:
        self.key = key
        self.least = least
        self.most = most

    def is_met(self, data: Mapping[str, Any]) -> bool:
        return self.least <= len(data) - 1 <= self.most

    def schema_keywords(self) -> Json:
        """Where the key is missing that is said already, and the others count as they are."""
        return {
            "if": {"required": [self.key]},
            "then": {"minProperties": self.least + 1, "maxProperties": self.most + 1},
            "else": {"minProperties": self.least, "maxProperties": self.most},
        }


class KeyWhenPositive(KeyConstraint):
    """A key within one key is there exactly when a number within another is above 0."""

    def __init__(self, number: tuple[str, str], key: tuple[str, str]) -> None:
        self.number = number
        self.key = str(key[0]), key[1]

    def is_met(self, data: Mapping[str, Any]) -> bool:
        (outer, number), (other, key) = self.number, self.key
        above: bool = data[outer].get(number, 0) > 0
        return above == (key in data[other])

    def schema_keywords(self) -> Json:
        (outer, number), (other, key) = self.number, self.key
        some = {"type": "object", "required": [number], "properties": {number: _ABOVE_NOTHING}}
        none = {"type": "object", "properties": {number: {"const": 0}}}
        return {
            "allOf": [
                {
                    "if": {"required": [outer], "properties": {outer: some}},
                    "then": {"properties": {other: {"type": "object", "required": [key]}}},
                },
                {
                    "if": {"required": [outer], "properties": {outer: none}},
                    "then": {"properties": {other: {"type": "object", "properties": {key: False}}}},
                },
            ]
        }


_ABOVE_NOTHING = {"type": "integer", "minimum": 1}


class KeyedMapping(ValueShape):
    """A mapping with these keys, with `others` of any name, or with both; from `least` to `most` of them.

    `make` gets the values by their keys, a hyphen written as an underscore; without it they stay a dict.
    """

    json_types: ClassVar = {dict: "object"}

    def __init__(
        self,
        keys: Mapping[str, Key],
        bond: KeyConstraint | None = None,
        *,
        others: ValueShape | None = None,
        least: int = 0,
        most: int | None = None,
        make: Callable[..., Any] | None = None,
    ) -> None:
        self.keys = {str(key): one for key, one in keys.items()}
        self.bond = bond
        self.others = others
        self.least = least
        self.most = most
        self.make = make
        self._parts = {key: key.replace("-", "_") for key in self.keys}
        self._needed = frozenset(key for key, one in self.keys.items() if one.needed)

    def read(self, data: Any, path: KeyPath) -> Any:
        if type(data) is not dict or not self._needed <= data.keys():
            raise UnfitDataError(path)
        if len(data) < self.least or (self.most is not None and len(data) > self.most):
            raise UnfitDataError(path)
        values = self._values(data, path)
        if self.bond and not self.bond.is_met(data):
            raise UnfitDataError(path)
        return self.make(**values) if self.make else values

    def _values(self, data: Mapping[str, Any], path: KeyPath) -> dict[str, Any]:
        values = {}
        for key, value in data.items():
            if key in self.keys:
                part = self._parts[key] if self.make else key
                values[part] = self.keys[key].shape.read(value, (*path, key))
            elif self.others is not None:
                values[key] = self.others.read(value, (*path, key))
            else:
                raise UnfitDataError((*path, key))
        return values

    def schema_keywords(self, definitions: Json) -> Json:
        own: Json = {"additionalProperties": False}
        if self.others is not None:
            own = {"additionalProperties": self.others.to_schema(definitions)}
        if self._needed:
            own["required"] = [key for key in self.keys if key in self._needed]
        if self.least:
            own["minProperties"] = self.least
        if self.most is not None:
            own["maxProperties"] = self.most
        if self.keys:
            own["properties"] = {key: one.to_schema(definitions) for key, one in self.keys.items()}
        return own | (self.bond.schema_keywords() if self.bond else {})
