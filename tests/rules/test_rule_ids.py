"""Every rule id that the package spells is a rule of the catalogue: a slip of the pen fails here at once."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import edencli
from edencli.lang import ENGLISH, HOME, Words
from edencli.match.facts import FACT_KINDS
from edencli.model.terms import Marker, WeaponEffect, WeatherName
from edencli.rulebooks import catalogue
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rules.registry import ACTS
from edencli.rules.steps import PROCEDURES

PACKAGE = Path(edencli.__file__).parent
RULES = catalogue.every_rule()
# What rule ids begin with, and the packages that say nothing to a person, where no message may look like one.
BEGINNINGS = {id_.partition(".")[0] for id_ in RULES}
WORDLESS = {"bots", "effects", "field", "match", "model", "notation", "odds", "referee", "rules"}
# Names of files look like rule ids.
FILE_ENDINGS = (".yaml",)
# What a position may have wrong is told by the code of a diagnostic in the place of a rule.
CODES = Words(ENGLISH).area("codes")

_SHAPED = re.compile(r"([a-z][a-z-]*)\.[a-z0-9]+(?:-[a-z0-9]+)*")


def unknown_ids(source: str, messages: Collection[str]) -> Iterator[str]:
    """Texts that look like a rule id, or are given as a rule, and are neither a rule nor a message."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            shaped = _SHAPED.fullmatch(node.value)
            is_id = shaped and shaped[1] in BEGINNINGS and not node.value.endswith(FILE_ENDINGS)
            if is_id and node.value not in RULES and node.value not in messages:
                yield f"{node.lineno}: {node.value}"
        given = given_as_rule(node)
        if given and given not in RULES and given not in CODES:
            yield f"{node.lineno}: {given}"


def given_as_rule(node: ast.AST) -> str | None:
    """The text that an argument called `rule` is given, or a name that ends so, as CARD_OVER_RULE does."""
    match node:
        case ast.keyword(arg="rule", value=ast.Constant(value=str() as text)):
            return text
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str() as text))
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str() as text))
        ) if name.lower().split("_")[-1] == "rule":
            return text
    return None


def message_ids() -> frozenset[str]:
    """The ids of all English messages, and what they begin with before a point."""
    words = Words(ENGLISH)
    ids = (id_ for path in (HOME / ENGLISH).glob("*.json") for id_ in words.area(path.stem))
    return frozenset(".".join(id_.split(".")[:n]) for id_ in ids for n in range(2, id_.count(".") + 2))


def test_every_rule_id_in_the_package_is_a_rule() -> None:
    messages = message_ids()

    unknown = [
        f"{path.relative_to(PACKAGE)}:{found}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for found in unknown_ids(
            path.read_text(encoding="utf-8"),
            frozenset() if path.relative_to(PACKAGE).parts[0] in WORDLESS else messages,
        )
    ]

    assert unknown == []


def test_a_misspelt_rule_id_is_noticed() -> None:
    source = """
rule = "gear.rnage"
PART = "melee.dogde"
do(rule="tokne")
OVER_RULE = "card-over-rul"
ask("gear.range", text="range")
"""

    unknown = ["2: gear.rnage", "2: gear.rnage", "3: melee.dogde", "4: tokne", "5: card-over-rul"]
    assert sorted(unknown_ids(source, ())) == unknown
    assert list(unknown_ids('say("band.head")', ["band.head"])) == []


def test_every_rule_that_cards_may_name_is_one() -> None:
    for use, rules in catalogue.rules_on_cards().items():
        assert [rule for rule in rules if rule not in RULES] == [], use


def test_every_step_of_a_match_has_its_procedure_and_within_a_phase_its_rule() -> None:
    assert [step for step in MATCH_STEPS if "." in step and step not in RULES] == []
    assert tuple(PROCEDURES) == MATCH_STEPS


def test_every_row_that_a_rule_is_named_after_has_one() -> None:
    """Ids that are made of a row's word: what lays markers, what markers do, the weather, limits of acts."""
    laying = [f"gear.{effect}" for effect in WeaponEffect if effect.lays]
    made = [*laying, *(f"state.{marker}" for marker in Marker), "action.per-round", "action.per-match"]
    made += [f"weather.{name}" for name in WeatherName]

    assert [id_ for id_ in made if id_ not in RULES] == []


def test_every_act_and_every_fact_has_a_rule() -> None:
    assert [act for act, row in ACTS.items() if row.rule not in RULES] == []
    assert [kind for kind in FACT_KINDS.values() if kind.rule not in RULES] == []
