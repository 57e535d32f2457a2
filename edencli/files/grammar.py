"""Shapes: what a file may hold at a place, described once, for reading data and for JSON Schema.

`read` builds the value, or raises `UnfitDataError` at the first thing that does not fit. The schema methods
write the same bounds as JSON Schema, which editors use, and which explains everything that is wrong with a
file. Both are strict where YAML is loose: true is not a number, 3.0 is not a whole number, an unknown key is
refused.
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


class UnfitDataError(Exception):  # a verdict on data, not a fault of the program
    """The data at `path` does not fit its shape."""

    def __init__(self, path: KeyPath) -> None:
        super().__init__(path)
        self.path = path


class ValueShape:
    """What a file may hold at one place; `json_types` maps the Python types that it accepts to JSON's.

    A shape with a `name` is a definition of the schema, and is referred to wherever it is used.
    """

    json_types: ClassVar[Mapping[type, str]]
    name: str = ""
    about: str = ""
    definition: "ValueShape | None" = None  # the definition that this shape repeats with another description

    def read(self, data: Any, path: KeyPath) -> Any:
        """Build the value from data at a path, or raise `UnfitDataError`."""
        raise NotImplementedError

    def schema_keywords(self, definitions: Json) -> Json:
        """The JSON Schema keywords for these bounds, without the type."""
        raise NotImplementedError

    def as_definition(self, name: str, about: str) -> Self:
        """A copy of this shape as a definition with this name."""
        named = self.with_about(about)
        named.name, named.definition = name, None
        return named

    def with_about(self, about: str) -> Self:
        """A copy of this shape with the description that editors show at one place."""
        told = copy.copy(self)
        told.about, told.definition = about, self if self.name else self.definition
        told.name = ""
        return told

    def to_schema(self, definitions: Json) -> Json:
        """Write the shape as JSON Schema, adding the definitions that it needs."""
        home = self if self.name else self.definition
        if home is None:
            return self.to_inline_schema(definitions)
        if home.name not in definitions:
            definitions[home.name] = {}  # the definitions inside come after it
            definitions[home.name] = home.to_inline_schema(definitions)
        own = {"description": self.about} if self is not home else {}
        return {**own, "$ref": f"#/$defs/{home.name}"}

    def to_inline_schema(self, definitions: Json) -> Json:
        """Write the shape itself as JSON Schema, even if it is a definition."""
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
    """A text that is not empty and not longer than `longest`, and that matches a pattern if one is given."""

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
    """One of a few values, of its own type: true is not 1. `make` builds the value's meaning."""

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
    """A list of `least` to `most` items of one shape, which must differ if `distinct`."""

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
    """One of several shapes, distinguished by the type of the data."""

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
        if "enum" in merged:  # a pattern asks for these words in texts alone
            merged["pattern"] = f"^(?:{'|'.join(merged.pop('enum'))})$"
        return merged


class Key:
    """A key of a mapping: the shape of its value, its description for editors, and whether it is required."""

    def __init__(
        self, shape: ValueShape, about: str = "", *, needed: bool = False, default: Any = None
    ) -> None:
        self.shape = shape.with_about(about) if about else shape
        self.needed = needed
        self.default = default

    def to_schema(self, definitions: Json) -> Json:
        """Write the key as JSON Schema; its default tells editors what holds without it."""
        default = {} if self.default is None else {"default": self.default}
        return {**self.shape.to_schema(definitions), **default}


class LazyKey(Key):
    """An optional key with a shape in another module, which is imported when a file first has the key."""

    def __init__(self, module: str, name: str, about: str) -> None:
        self._module, self._name, self._about = module, name, about
        self.needed = False
        self.default = None

    @cached_property
    def shape(self) -> ValueShape:  # type: ignore[override]
        found: ValueShape = getattr(import_module(f"edencli.files.{self._module}"), self._name)
        return found.with_about(self._about)


def required(shape: ValueShape, about: str = "") -> Key:
    """A required key."""
    return Key(shape, about, needed=True)


def optional(shape: ValueShape, about: str = "", *, default: Any = None) -> Key:
    """An optional key; `default` is its value when it is missing, if that can be written."""
    return Key(shape, about, default=default)


class KeyConstraint:
    """What a mapping requires of its keys together."""

    def is_met(self, data: Mapping[str, Any]) -> bool:
        """Tell whether data whose keys fit one by one meets the constraint."""
        raise NotImplementedError

    def schema_keywords(self) -> Json:
        """The JSON Schema keywords for this constraint."""
        raise NotImplementedError


class ExactlyOne(KeyConstraint):
    """Exactly one of some keys is present."""

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
    """A key excludes some others."""

    def __init__(self, key: str, *others: str) -> None:
        self.key = key
        self.others = others

    def is_met(self, data: Mapping[str, Any]) -> bool:
        return self.key not in data or not any(other in data for other in self.others)

    def schema_keywords(self) -> Json:
        excluded = dict.fromkeys(map(str, self.others), False)
        return {"if": {"required": [self.key]}, "then": {"properties": excluded}}


class Beside(KeyConstraint):
    """Between `least` and `most` other keys are present beside a required one."""

    def __init__(self, key: str, *, least: int, most: int) -> None:
        self.key = key
        self.least = least
        self.most = most

    def is_met(self, data: Mapping[str, Any]) -> bool:
        return self.least <= len(data) - 1 <= self.most

    def schema_keywords(self) -> Json:
        """Count the other keys alone where the required key is missing, which is reported by itself."""
        return {
            "if": {"required": [self.key]},
            "then": {"minProperties": self.least + 1, "maxProperties": self.most + 1},
            "else": {"minProperties": self.least, "maxProperties": self.most},
        }


class KeyWhenPositive(KeyConstraint):
    """A key inside one mapping is present exactly when a number inside another is above 0."""

    def __init__(self, number: tuple[str, str], key: tuple[str, str]) -> None:
        self.number = number
        self.key = str(key[0]), key[1]

    def is_met(self, data: Mapping[str, Any]) -> bool:
        (outer, number), (other, key) = self.number, self.key
        above: bool = data[outer].get(number, 0) > 0
        return above == (key in data[other])

    def schema_keywords(self) -> Json:
        (outer, number), (other, key) = self.number, self.key
        some = {"type": "object", "required": [number], "properties": {number: _POSITIVE}}
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


_POSITIVE = {"type": "integer", "minimum": 1}


class KeyedMapping(ValueShape):
    """A mapping with known keys, with `others` of any name, or both; `least` and `most` bound their number.

    `make` gets the values by their keys, with hyphens written as underscores; without it they stay a dict.
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
