"""Misfits with a schema: our codes, the places editors show, and how to mend them."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing.exceptions import Unresolvable

from edencli.files.diagnostic import Diagnostic
from edencli.files.explain import _PATTERNS, _WORDINGS, _WORDS_BEGIN, diagnose_misfits
from edencli.files.loader import parse_yaml
from edencli.files.schema import load_schema
from edencli.files.shapes import KINDS, UnfitDataError, build_value
from edencli.lang import Words
from edencli.pages.diagnostics import fault_sentence, hint_text

SPANS = json.loads((Path(__file__).parent / "editor_spans.json").read_text(encoding="utf-8"))["cases"]
WORDS = Words()

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind"],
    "properties": {
        "kind": {"type": "string"},
        "whole": {"type": "integer", "minimum": 1, "exclusiveMaximum": 10},
        "number": {"type": "number", "exclusiveMinimum": 0, "maximum": 5},
        "flag": {"type": "boolean"},
        "sight": {"type": "string", "enum": ["block", "obstacle", "none"]},
        "always": {"type": "boolean", "const": True},
        "names": {
            "type": "array",
            "items": {"type": "string", "minLength": 2, "maxLength": 4},
            "minItems": 1,
            "maxItems": 3,
            "uniqueItems": True,
        },
        "either": {"type": ["boolean", "integer"]},
        "box": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "minProperties": 1,
            "maxProperties": 2,
        },
        "inner": {"type": "object", "required": ["x"], "properties": {"x": {"enum": ["a", "b"]}}},
        "faction": {"type": "string"},
        "stigma": {"type": "string"},
    },
    "if": {"required": ["stigma"]},
    "then": {"properties": {"faction": False}},
}


def said(text: str, against: dict[str, Any] | None = None) -> list[Diagnostic]:
    return list(diagnose_misfits(parse_yaml(text.encode(), "f.yaml"), against or SCHEMA))


def in_words(text: str) -> list[str]:
    """Each diagnostic as `code: sentence (hint)`."""
    told = [
        (f"{one.code}: {fault_sentence(one, WORDS)}", hint_text(one, WORDS))
        for one in said(f"kind: x\n{text}")
    ]
    return [f"{said_} ({hint})" if hint else said_ for said_, hint in told]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sihgt: none", "schema-unknown-key: unknown key 'sihgt' (did you mean 'sight'?)"),
        ("inner: {}", "schema-missing-key: the key 'x' is missing (one of: a, b)"),
        ("stigma: a\nfaction: b", "schema-excluded-key: 'faction' and 'stigma' cannot be used together"),
        (
            'whole: "3"',
            "schema-type: this must be a whole number, not the text '3' (without the quotes: 3)",
        ),
        ("whole: 3.0", "schema-type: this must be a whole number, not the number 3.0 (write 3)"),
        ("whole: 1e2", "schema-type: this must be a whole number, not the number 100.0 (write 100)"),
        ("whole: true", "schema-type: this must be a whole number, not true"),
        ("whole:", "schema-type: this must be a whole number, not an empty value"),
        ("whole: {a: 1}", "schema-type: this must be a whole number, not a mapping of keys"),
        ("flag: yes", "schema-type: this must be true or false, not the text 'yes' (write true)"),
        ("flag: Off", "schema-type: this must be true or false, not the text 'Off' (write false)"),
        ("faction: 12", 'schema-type: this must be text, not the number 12 (write "12")'),
        ("names: Yuri", "schema-type: this must be a list, not the text 'Yuri' (write [Yuri])"),
        ("box: [1]", "schema-type: this must be a mapping of keys, not a list"),
        (
            "either: x",
            "schema-type: this must be one of: true or false, a whole number; not the text 'x'",
        ),
        ("sight: blok", "schema-enum: 'blok' is not one of: block, obstacle, none (did you mean 'block'?)"),
        ("always: false", "schema-enum: 'false' is not allowed here, only true"),
        ("whole: 0", "schema-range: 0 is too low: the minimum is 1"),
        ("whole: -5", "schema-range: −5 is too low: the minimum is 1"),
        ("whole: 10", "schema-range: 10 is too high: it must be less than 10"),
        ("number: 0", "schema-range: 0 is too low: it must be more than 0"),
        ("number: 5.5", "schema-range: 5.5 is too high: the maximum is 5"),
        ("names: []", "schema-length: a list of 0 items is too short: the minimum is 1"),
        ("names: [ab, cd, ef, gh]", "schema-length: a list of 4 items is too long: the maximum is 3"),
        ("names: [a]", "schema-length: a text of 1 character is too short: the minimum is 2"),
        ("names: [abcde]", "schema-length: a text of 5 characters is too long: the maximum is 4"),
        ("names: [ab, cd, ab]", "schema-duplicate: 'ab' is in this list twice"),
        ("box: {}", "schema-length: 0 keys here, but at least 1 is needed"),
        ("box: {a: 1, b: 2, c: 3}", "schema-length: 3 keys here, but at most 2 are allowed"),
    ],
)
def test_a_misfit_is_said_plainly_with_how_to_mend_it(text: str, expected: str) -> None:
    assert in_words(text) == [expected]


NPF = """name: Rat, types: [beast], level: 1, base: 30, limbs: {
  head: {faces: [1], cp: {white: 2}, psi: {white: 3}},
  arms: {faces: [2, 3], cp: {white: 2}, cbt: {white: 4}},
  torso: {faces: [4, 5], cp: {white: 3}, vig: {white: 4}},
  legs: {faces: [6], cp: {white: 2}, spd: {white: 5}}}"""


@pytest.mark.parametrize(
    ("kind", "slip", "expected"),
    [
        ("cards", "tactics: [{nmae: Duck, text: x}]", "unknown key 'nmae' (did you mean 'name'?)"),
        (
            "band",
            "name: x\ncards: [a.yaml]\nfighters: [A]\nfacton: B",
            "unknown key 'facton' (did you mean 'faction'?)",
        ),
        (
            "game",
            "name: x\nred: a.yaml\nblue: b.yaml\nmoves: [{red: activates Yuri}]",
            "unknown key 'red' (write red activates Yuri)",
        ),
        (
            "game",
            "name: x\nred: a.yaml\nblue: b.yaml\nmoves: [{dice: 52564412}]",
            "52564412 is too high: the maximum is 6 (write [5, 2, 5, 6, 4, 4, 1, 2])",
        ),
        *(
            (
                "game",
                "\n".join(
                    (
                        "name: x",
                        "red: a.yaml",
                        "blue: b.yaml",
                        f"position: {{step: {step}, fighters: {{Yuri: {place}}}}}",
                    )
                ),
                expected,
            )
            for step, place, expected in (
                (
                    "activation",
                    "{at: [18 24]}",
                    "a list of 1 item is too short: the minimum is 2 (write [18, 24])",
                ),
                (
                    "activation",
                    "[18, 24]",
                    "this must be a mapping of keys, not a list (write {at: [18, 24]})",
                ),
                ("activation", "{pos: [18, 24]}", "unknown key 'pos' (did you mean 'at'?)"),
                ("7", "{at: [18, 24]}", "this must be text, not the number 7 ()"),
            )
        ),
        *(
            ("cards", f"npfs: [{{{NPF.replace(*slip)}}}]", expected)
            for slip, expected in (
                (("level: 1", "type: x, level: 1"), "unknown key 'type' (did you mean 'types'?)"),
                (("cp: {white: 2}, psi", "hp: {white: 2}, psi"), "unknown key 'hp' (did you mean 'cp'?)"),
                (("faces: [1]", "die: [1]"), "unknown key 'die' (did you mean 'faces'?)"),
                (
                    ("cp: {white: 2}, psi", "cp: [2, 1], psi"),
                    "this must be a mapping of keys, not a list (write {white: 2, red: 1})",
                ),
                (
                    ("level: 1", "level: 1, equipment: [{name: Net, throwing: {range: 5}}]"),
                    "unknown key 'throwing' (did you mean 'projectile'?)",
                ),
                (
                    ("level: 1", "level: 1, abilities: [{name: Bite, kind: action, cost: 1, text: x}]"),
                    "this must be a mapping of keys, not the number 1 (write {ap: 1})",
                ),
                (
                    ("level: 1", "level: 1, abilities: [{name: Bite, kind: passive, text: x}]"),
                    "'passive' is not one of: permanent, action (did you mean 'permanent'?)",
                ),
            )
        ),
        (
            "game",
            "name: x\nred: a.yaml\nblue: b.yaml\nfield: {scenery: quay.yaml}",
            "this must be a list, not the text 'quay.yaml' (write [quay.yaml])",
        ),
        (
            "game",
            "name: x\nred: a.yaml\nblue: b.yaml\ndice: 7",
            "this must be a mapping of keys, not the number 7 (write {seed: 7})",
        ),
        (
            "cards",
            f"npfs: [{{{NPF}, abilities: [{{name: Rush, kind: action, text: x, limit: 1/round}}]}}]",
            "this must be a mapping of keys, not the text '1/round' (write {round: 1})",
        ),
        (
            "cards",
            f"npfs: [{{{NPF}, abilities: [{{name: Rush, kind: action, text: x, cost: 1 AP}}]}}]",
            "this must be a mapping of keys, not the text '1 AP' (write {ap: 1})",
        ),
        (
            "cards",
            f"npfs: [{{{NPF.replace('spd: {white: 5}', 'spd: 5/3')}}}]",
            "this must be a mapping of keys, not the text '5/3' (write {white: 5, red: 3})",
        ),
        (
            "cards",
            f"npfs: [{{{NPF.replace('spd: {white: 5}', 'spd: white 5')}}}]",
            "this must be a mapping of keys, not the text 'white 5' (write {white: 5})",
        ),
        (
            "cards",
            f"npfs: [{{{NPF.replace('spd: {white: 5}', 'spd: {white: 5, red: 3}')}}}]",
            "a limb without red CP has no red value ()",
        ),
        (
            "cards",
            f"npfs: [{{{NPF.replace('2}, spd: {white: 5}', '2, rde: 1}, spd: {white: 5, red: 3}')}}}]",
            "unknown key 'rde' (did you mean 'red'?)",
        ),
        (
            "cards",
            f"npfs: [{{{NPF}, equipment: [{{naem: Net, pr: {{arms: 1}}, tech: {{}}}}]}}]",
            "unknown key 'naem' (did you mean 'name'?)",
        ),
        (
            "game",
            "name: x\nred: a.ymal\nblue: b.yaml",
            "'a.ymal' is not the name of a .yaml or .yml file (did you mean 'a.yaml'?)",
        ),
        *(
            ("game", f"name: x\nred: a.yaml\nblue: b.yaml\nmoves: [{{expect: {{{slip}}}}}]", expected)
            for slip, expected in (
                ("edned: match.rounds", "unknown key 'edned' (did you mean 'ended'?)"),
                ("plyaers: {red: {vp: 1}, blue: {vp: 2}}", "unknown key 'plyaers' (did you mean 'players'?)"),
                ("rund: 3", "unknown key 'rund' (did you mean 'round'?)"),
                ("Yuri: 3", "this must be a mapping of keys, not the number 3 (write {ap: 3})"),
            )
        ),
    ],
)
def test_one_slip_is_one_error_that_shows_what_is_wanted(kind: str, slip: str, expected: str) -> None:
    found = said(f"kind: {kind}\n{slip}\n", load_schema(kind))

    assert [f"{fault_sentence(one, WORDS)} ({hint_text(one, WORDS)})" for one in found] == [expected]


def test_of_keys_that_are_equally_near_the_one_that_is_missing_was_meant() -> None:
    against = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"bed": {}, "bet": {}},
        "required": ["bet"],
    }

    assert [(one.code, one.values.get("nearest")) for one in said("beb: 1\n", against)] == [
        ("schema-unknown-key", "bet")
    ]


def test_a_key_that_is_missing_beside_an_unlike_unknown_one_is_said() -> None:
    found = said("kind: cards\ntactics: [{name: Duck, ghost: 1}]\n", load_schema("cards"))

    assert {one.code for one in found} == {"schema-missing-key", "schema-unknown-key"}


def test_each_unknown_key_is_one_diagnostic_at_the_key() -> None:
    found = said("kind: x\naa: 1\nbb: 2\n")

    places = [(one.code, one.place.line, one.place.column) for one in found if one.place]
    assert places == [("schema-unknown-key", 2, 1), ("schema-unknown-key", 3, 1)]


def test_a_value_of_the_wrong_type_gets_no_further_diagnostic() -> None:
    assert [one.code for one in said("kind: x\nsight: 5\n")] == ["schema-type"]


def test_nothing_is_said_of_a_hole() -> None:
    assert said("kind: x\nwhole: !x text\nsight: *a\n5: b\n") == []


def test_fifty_diagnostics_are_given_and_the_rest_is_counted() -> None:
    text = "kind: x\n" + "".join(f"unknown{n}: 1\n" for n in range(80))
    found = diagnose_misfits(parse_yaml(text.encode(), "f.yaml"), SCHEMA)

    assert len(list(found)) == 50
    assert found.unshown_count == 30
    assert found.error_count == 80


def test_a_long_value_is_cut_in_a_sentence() -> None:
    (one,) = said(f"kind: x\nsight: {'x' * 5000}\n")

    assert len(fault_sentence(one, WORDS)) < 120


@pytest.mark.parametrize("case", SPANS, ids=lambda case: case["case"])
def test_places_are_those_that_editors_show(case: dict[str, Any]) -> None:
    document = parse_yaml("".join(f"{line}\n" for line in case["file"]).encode(), "f.yaml")
    places = sorted(
        {one.place for one in diagnose_misfits(document, load_schema(case["kind"])) if one.place}, key=str
    )
    shown = {f"{p.line}:{p.column}-{p.end_line}:{p.end_column}" for p in places}

    assert set(case["spans"]) == shown


@pytest.mark.parametrize("kind", KINDS)
def test_every_keyword_of_the_shipped_schemas_can_be_explained(kind: str) -> None:
    structural = {"$schema", "$id", "$defs", "$ref", "$comment", "title", "description", "default"}
    combining = {"properties", "items", "additionalProperties", "required", "if", "then", "else", "allOf"}
    used = set(_keywords(load_schema(kind)))

    assert used <= structural | combining | set(_WORDINGS)
    Draft202012Validator.check_schema(load_schema(kind))


def _keywords(inside: Any, *, named: bool = False) -> list[str]:
    """The keywords of a schema; below `properties` and `$defs` the names of what they describe are none."""
    if isinstance(inside, list):
        return [word for one in inside for word in _keywords(one)]
    if not isinstance(inside, dict):
        return []
    below = [
        word
        for key, one in inside.items()
        for word in _keywords(one, named=not named and key in {"properties", "$defs"})
        if key not in {"enum", "const", "default", "required"} or named
    ]
    return below if named else [*inside, *below]


def test_every_pattern_of_the_shipped_schemas_has_a_sentence_of_its_own() -> None:
    patterns = {one for kind in KINDS for one in _patterns(load_schema(kind))}

    assert {one for one in patterns if not one.startswith(_WORDS_BEGIN)} == set(_PATTERNS)


def _patterns(inside: Any) -> list[str]:
    if isinstance(inside, list):
        return [one for item in inside for one in _patterns(item)]
    if not isinstance(inside, dict):
        return []
    own = [inside["pattern"]] if isinstance(inside.get("pattern"), str) else []
    return own + [one for item in inside.values() for one in _patterns(item)]


@pytest.mark.parametrize("found", [0, 2, 99])
def test_of_a_game_of_another_format_only_that_is_said(found: int) -> None:
    text = f"kind: game\nformat: {found}\nbets: 3\nname: 7\n"

    (one,) = diagnose_misfits(parse_yaml(text.encode(), "a.yaml"), load_schema("game"))

    assert (one.code, fault_sentence(one, WORDS)) == (
        "game-format",
        f"this game has the format {found}; this edencli reads 1",
    )
    assert one.place.line == 2


def test_a_game_may_say_that_it_has_the_present_format() -> None:
    game = {"kind": "game", "name": "Duel", "red": "red.yaml", "blue": "blue.yaml"}

    assert build_value("game", game | {"format": 1}) == build_value("game", game)
    with pytest.raises(UnfitDataError):
        build_value("game", game | {"format": 2})


def test_nothing_is_ever_fetched() -> None:
    def no_network(*_: object) -> None:
        raise AssertionError("a schema reached for the network")

    kept, socket.socket.connect = socket.socket.connect, no_network  # type: ignore[method-assign,assignment]
    try:
        with pytest.raises(Unresolvable):
            said("kind: x\n", {"$ref": "https://eden.invalid/elsewhere.json"})
    finally:
        socket.socket.connect = kept  # type: ignore[method-assign]
