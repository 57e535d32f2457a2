"""The numbers and words of the five rulebooks, against what is printed; each with the place where it is."""

import ast
import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import edencli
from edencli.lang import Words
from edencli.model.scenery import Keyword
from edencli.record import Record
from edencli.rulebooks import catalogue, raw_books, values
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rulebooks.raw_books import BOOKS, LENDING_BOOKS, value_at
from edencli.rulebooks.values import Rulebook, borrow_chapters, rulebook
from edencli.rules.registry import ACTS
from edencli.rules.territory import price_by_keywords, territory_of

WORDS = Words("en")

JOKERS, BAMAKA, ISC, MATRIARCHY = "Jokers Gang", "Clan Bamaka", "I.S.C.", "Matriarchy of Sybille"

# What all five books print, by the chapter of the English one.
PRINTED: dict[str, Any] = {
    # chapter 1.B and the glossaries
    "table.side": 60,
    "table.smallest_side": 60,
    "table.largest_side": 120,
    "table.bases": [30, 40],
    "table.slow_factor": 2,  # 2.C
    # 2.A
    "rolls.highest_difficulty": 6,
    "rolls.location_lowest": 1,
    "rolls.location_highest": 6,
    # 3
    "band.budget": 100,
    "band.advised_budget": 200,
    "band.stigmas": ["destruction", "order", "protection", "evolution", "chaos"],
    "band.stigma_sp_divisor": 2,  # 4.A step 2
    # 4.A
    "preparation.deployment_distance": 20,
    "preparation.scenery_spacing": 5,
    "preparation.marker_spacing": 5,  # 2.J
    "match.rounds": 5,
    "match.lowest_vp": 0,  # 4.B intendancy step 10
    "tactics.sp": 2,  # 4.B tactical phase
    "actions.ap": 3,  # 4.A step 9
    # 5
    "actions.move": {"ap": 1, "per_round": 3, "distance": 10},
    "actions.charge": {"ap": 2, "per_round": 1, "distance": 10},
    "actions.attack": {"ap": 1, "per_round": 2, "distance": None},
    "actions.disengagement_strike": {"ap": 1, "per_round": 2, "distance": None},
    # 6
    "actions.dodge": {"ap": 1, "per_round": None, "distance": None},
    "actions.response": {"ap": 1, "per_round": 2, "distance": None},
    "attacks.melee_successes_kept": 1,
    "attacks.obstacle_penalty": 1,
    "attacks.blast_wounds": 1,
    "attacks.explosion_wounds": 1,  # 8.C
    # 9, and 4.B intendancy steps 3 to 9
    "actions.extinguish": {"ap": 1, "per_round": None, "distance": None},
    "conditions.burn_dice": 3,
    "conditions.burn_removed": 1,
    "conditions.fear_difficulty": 5,
    "conditions.poison_penalty": 1,
    "conditions.poison_removed": 1,
    "conditions.rage_cbt": 1,
    "conditions.rage_spd": 1,
    "conditions.rage_vig": -1,
    "conditions.rage_psi": -1,
    "conditions.rage_removed": 1,
    "conditions.slowdown_ap": 1,
    "conditions.slowdown_removed": 1,
}

# What en, fr, de, it and pt play, in this order; the German book has no optional chapters (...).
DIFFERING: dict[str, tuple[Any, Any, Any, Any, Any]] = {
    "preparation.deployment_exactly": (
        "exactly-is-enough",
        "must-exceed",
        "exactly-is-enough",
        "exactly-is-enough",
        "must-exceed",
    ),
    "preparation.scenery_exactly": (
        "exactly-is-enough",
        "must-exceed",
        "exactly-is-enough",
        "exactly-is-enough",
        "exactly-is-enough",
    ),
    "tactics.leader": (
        "on-the-field",
        "on-the-field",
        "not-incapacitated",
        "on-the-field",
        "on-the-field",
    ),
    "actions.touching_on_the_way": ("allowed", "forbidden", "allowed", "allowed", "allowed"),
    "attacks.shooting_successes_kept": (0, 0, 1, 0, 0),
    "attacks.no_target": (
        "refused",
        "fails-and-is-spent",
        "refused",
        "refused",
        "fails-and-is-spent",
    ),
    "attacks.throw": (
        "fighters-on-the-point",
        "point-and-fighters",
        "fighters-on-the-point",
        "fighters-on-the-point",
        "point-and-fighters",
    ),
    "conditions.heal_unhurt": ("no-effect", "not-a-target", "not-a-target", "no-effect", "no-effect"),
    "territory.points": (8, 30, ..., 8, 8),
    "territory.elevation_cbt": (2, 1, ..., 2, 2),
    "territory.elevation_range": (5, 5, ..., 5, 5),
    "territory.elevation_extends": (
        ["shooting", "projectile"],
        ["shooting", "projectile"],
        ...,
        ["shooting"],
        ["shooting", "projectile"],
    ),
    "territory.climbing_ap": (2, 1, ..., 2, 2),
    "territory.swimming_ap": (2, 1, ..., 2, 2),
    "territory.swimming_reach": (20, 20, ..., 20, 20),
    "territory.climbs_to": ("anywhere", "nearest", ..., "anywhere", "anywhere"),
    "territory.jump_between": (False, True, ..., False, False),
    "territory.hiding": ("walking", "by-base", ..., "walking", "standing"),
    "territory.hiding_distance": (15, 15, ..., 15, 15),
    "territory.hiding_safe_beyond": (5, 5, ..., 5, 5),
    "territory.hostile_presence_again": (
        "activation-end",
        "movement-end",
        ...,
        "activation-end",
        "movement-end",
    ),
    "territory.beacon_reach": (5, None, ..., 5, 5),
    "territory.beacon_protection": (2, None, ..., 2, 2),
    "territory.beacon_serves": ("who-is-near", None, ..., "who-is-near", "its-target"),
    "territory.idol_reach": (10, None, ..., 10, 10),
    "territory.idol_psi": (1, None, ..., 1, 1),
    "territory.idol_inspires": ("Sister", None, ..., "Sister", "Sister"),
    "territory.idol_spared_by": (MATRIARCHY, None, ..., MATRIARCHY, MATRIARCHY),
    "infestation.npf_spacing": (15, 15, ..., 15, 15),
    "infestation.prowl": (5, 5, ..., 5, 5),
    "infestation.charge": (10, 10, ..., 10, 10),
    "infestation.charge_at": ("seen-within", "by-way", ..., "seen-within", "seen-nearer"),
}

FACTIONS = {
    "en": {JOKERS, BAMAKA, ISC, MATRIARCHY},
    "fr": {JOKERS, BAMAKA, ISC, MATRIARCHY, "Convoy", "Resistance", "Horde", "Askaris"},
    "de": {JOKERS, BAMAKA, ISC, MATRIARCHY, "Convoy", "Resistance"},
    "it": {JOKERS, BAMAKA, ISC, MATRIARCHY, "Convoy"},
    "pt": {JOKERS, BAMAKA, ISC, MATRIARCHY},
}

# Optional chapter 1.B as the English book prints it: cost, keywords.
ENGLISH_SCENERY = """
tree 1: flammable, destruction 3, obstacle 1
bushes 1: flammable, destruction 3, obstruction 2, crossing
car-wreck 1: destruction 8, obstacle 1
wall 1: destruction 4, obstacle 1, crossing
crumbling-wall 1: destruction 4, obstacle 1
dark-wood 2: flammable, destruction 6, obstruction 2, hostile-presence 1, obstacle 3, occupation
pond 2: obstruction 2, hostile-presence 1, occupation
devastated-area 2: obstruction 2, occupation
energy-beacon 3: destruction 3, obstacle 1
quarterist-idol 3: destruction 2, obstacle 1, flammable
waste-pile 3: obstacle 1, flammable, destruction 4, obstruction 2, occupation
lake 4: hostile-presence 1, swimming 4
deep-river 5: swimming 5
"""
# What the Italian and the Portuguese book print otherwise.
ITALIAN_BUSHES = "bushes 1: flammable, destruction 3, obstruction 2, obstacle 1, crossing"
PORTUGUESE_TREE = "tree 1: crossing, destruction 3, obstacle 1"
# The French list (optional chapter 1.B): its devastated area costs what its size costs.
FRENCH_SCENERY = """
tree 5 small: flammable, destruction 3, obstacle 1
bushes 6 medium: flammable, destruction 3, obstruction 2, crossing
car-wreck 9 medium: destruction 6, obstacle 1, hiding 1
wall 4 small: destruction 4, obstacle 1, crossing
crumbling-wall 6 medium: destruction 4, obstacle 1
oil-slick 5 large: flammable, obstruction 2, occupation
devastated-area - -: obstruction 2, occupation
"""


def scenery(lines: str) -> dict[str, dict[str, Any]]:
    """Read a list of scenery as it is written above."""
    found = {}
    for line in lines.strip().splitlines():
        head, _, rest = line.partition(": ")
        name, cost, *size = head.split()
        pairs = (keyword.split(" ") for keyword in rest.split(", "))
        keywords = {keyword: int(*x) if x else None for keyword, *x in pairs}
        found[name] = {
            "cost": None if cost == "-" else int(cost),
            "size": size[0] if size and size[0] != "-" else None,
            "keywords": keywords,
        }
    return found


def elements(key: str) -> dict[str, dict[str, Any]]:
    """A book's own list of scenery."""
    return {
        element["name"]: {part: element[part] for part in ("cost", "size", "keywords")}
        for element in raw_books.raw_book(key)["territory"]["elements"]
    }


@pytest.mark.parametrize("key", BOOKS)
def test_every_value_is_the_printed_one(key: str) -> None:
    printed = PRINTED | {
        path: said[BOOKS.index(key)] for path, said in DIFFERING.items() if said[BOOKS.index(key)] is not ...
    }

    assert {path: value_at(raw_books.raw_book(key), path) for path in printed} == printed


def test_every_field_of_a_book_is_held_to_what_is_printed() -> None:
    """No field escapes this module: each is in one of its tables, or in a test of its own."""
    own = {"key", "band.factions", "equipment.effects", "weather", "territory.elements"}
    own |= {"territory.sizes", "territory.keyword_costs", "territory.keyword_adds_x", "territory.keywords"}
    own |= {"match.phases", "match.intendancy", "preparation.steps"}

    assert set(paths(Rulebook)) == set(PRINTED) | set(DIFFERING) | own


@pytest.mark.parametrize("key", BOOKS)
def test_every_book_names_its_factions(key: str) -> None:
    assert set(rulebook(key).band.factions) == FACTIONS[key]


def test_only_the_french_book_has_equipment_that_poisons_or_slows() -> None:
    common = {"burn", "fear", "explosive", "range", "strength", "per-match", "per-round"}

    assert {key: set(rulebook(key).equipment.effects) - common for key in BOOKS} == {
        "en": set(),
        "fr": {"poison", "slowdown"},
        "de": set(),
        "it": set(),
        "pt": set(),
    }
    assert all(common <= set(rulebook(key).equipment.effects) for key in BOOKS)


def test_only_the_french_book_has_scenery_that_corrodes_or_poisons() -> None:
    """Source: fr 824 and 876; the other keywords stand in en 668 to 693 as well, and in it and pt."""
    having = {key: set(raw_books.raw_book(key)["territory"]["keywords"]) for key in LENDING_BOOKS}

    assert having["fr"] == set(Keyword)
    for key in ("en", "it", "pt"):
        assert having["fr"] - having[key] == {Keyword.CORROSION, Keyword.MEPHITIC_VAPOURS}


def test_the_german_book_has_no_optional_chapter_and_borrows_them_whole() -> None:
    german, italian = rulebook("de"), rulebook("it")
    assert (german.territory, german.infestation, german.weather) == (None, None, None)

    lent = borrow_chapters(german, italian)

    assert (lent.territory, lent.infestation, lent.weather) == (
        italian.territory,
        italian.infestation,
        italian.weather,
    )
    assert (lent.key, lent.attacks) == ("de", german.attacks)
    assert borrow_chapters(rulebook("fr"), italian) == rulebook("fr")


@pytest.mark.parametrize(
    ("key", "changed"),
    [("en", ""), ("it", ITALIAN_BUSHES), ("pt", PORTUGUESE_TREE)],
)
def test_the_lists_of_scenery_are_the_printed_ones(key: str, changed: str) -> None:
    assert elements(key) == scenery(ENGLISH_SCENERY) | scenery(changed)


def test_the_french_list_of_scenery_is_the_printed_one() -> None:
    assert elements("fr") == scenery(FRENCH_SCENERY)


def test_french_scenery_costs_what_its_size_and_keywords_cost() -> None:
    """The printed cost of each element follows from its parts."""
    chapter = rulebook("fr").territory
    assert chapter is not None
    sized = [element for element in chapter.elements if element.size]

    costs = {
        element.name: price_by_keywords(chapter, size=element.size or "", keywords=element.keywords)
        for element in sized
    }

    assert costs == {element.name: element.cost for element in sized}
    assert len(costs) == 6


def test_a_french_devastated_area_costs_what_its_size_costs() -> None:
    """Obstruction (2) and Occupation cancel out."""
    chapter = rulebook("fr").territory
    assert chapter is not None
    area = next(element for element in chapter.elements if element.name == "devastated-area")

    costs = [
        price_by_keywords(chapter, size=size, keywords=area.keywords)
        for size in ("small", "medium", "large", "imposing")
    ]

    assert costs == [1, 2, 4, 7]


def test_a_french_element_costs_at_least_one_and_a_keyword_without_a_number_counts_as_one() -> None:
    """H-36, and territory.default-value."""
    chapter = rulebook("fr").territory
    assert chapter is not None

    assert price_by_keywords(chapter, size="small", keywords={"occupation": None, "crossing": None}) == 1
    assert price_by_keywords(chapter, size="small", keywords={"obstacle": None}) == 2


def test_french_keywords_cost_what_is_printed() -> None:
    """Optional chapter 1, the last words of each keyword: a number, or X and a number."""
    with_x = {
        "destruction": -1,
        "hiding": 0,
        "obstacle": 0,
        "obstruction": 0,
        "hostile-presence": 0,
        "jump": -1,
    }
    with_x["mephitic-vapours"] = 1
    fixed = {"corrosion": 2, "elevation": 2, "climbing": 2, "crossing": -1, "impenetrable": 2, "flammable": 1}
    chapter = rulebook("fr").territory
    assert chapter is not None

    assert chapter.keyword_costs == with_x | fixed | {"occupation": -2, "swimming": 2}
    assert set(chapter.keyword_adds_x) == set(with_x)
    assert chapter.sizes == {"small": 1, "medium": 2, "large": 4, "imposing": 7}


@pytest.mark.parametrize("key", BOOKS)
def test_the_steps_that_are_played_are_the_steps_of_every_book(key: str) -> None:
    own = rulebook(key)

    assert own.match.phases == ("first-player", "tactical-phase", "activation", "intendancy")
    assert (*own.preparation.steps, *own.match.phases[:3], *own.match.intendancy) == MATCH_STEPS
    assert set(own.preparation.steps) | set(own.match.intendancy) <= set(catalogue.every_rule())


@pytest.mark.parametrize(
    ("path", "spoilt"),
    [
        ("band.budget", "100"),
        ("band.budget", True),
        ("actions.move", {"ap": 1}),
        ("tactics.leader", "anywhere"),
    ],
)
def test_a_book_with_a_wrong_value_is_refused(
    path: str, spoilt: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = copy.deepcopy(dict(raw_books.raw_book("en")))
    chapter, field = path.split(".")
    data[chapter][field] = spoilt
    monkeypatch.setattr(values, "raw_book", lambda _: data)

    with pytest.raises(ValueError):  # noqa: PT011  # each kind of fault has its own words
        rulebook.__wrapped__("en")


def test_a_book_with_an_unknown_field_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = copy.deepcopy(dict(raw_books.raw_book("en")))
    data["band"]["mascot"] = 1
    monkeypatch.setattr(values, "raw_book", lambda _: data)

    with pytest.raises(ValueError, match="mascot"):
        rulebook.__wrapped__("en")


def test_a_rulebook_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        rulebook("en").band.budget = 200  # type: ignore[misc]


def test_a_value_is_found_by_path_also_in_a_list_of_named_things() -> None:
    assert value_at(raw_books.raw_book("fr"), "weather.storm.numbers.shorter") == 2
    assert value_at(raw_books.raw_book("fr"), "territory.elements.car-wreck.keywords.destruction") == 6
    with pytest.raises(KeyError):
        value_at(raw_books.raw_book("de"), "weather.storm.numbers.shorter")


def test_no_field_lies_there_that_nobody_reads() -> None:
    """A field is read where code outside the rulebooks reads it of its chapter, or where prose shows it."""
    named, slots = set(fields_read()), set(shown_paths())

    unread = {
        path
        for path in paths(Rulebook)
        if "." in path and path not in named and not any(slot.startswith(path) for slot in slots)
    }

    assert unread == set()


def test_a_field_is_not_read_where_another_of_its_name_is() -> None:
    source = (
        "def f(match, dice, gear):\n  table = match.book.table\n  return dice.throw, gear.side, table.side"
    )

    assert set(read_in(ast.parse(source))) == {"table.side"}


def paths(kind: Any, at: str = "") -> Iterator[str]:
    """All fields of a rulebook by dotted path; lists of named things and single acts are one field each."""
    for name in kind.parts:
        hint = get_type_hints(kind)[name]
        path = f"{at}.{name}" if at else name
        inner = [one for one in (hint, *get_args(hint)) if isinstance(one, type) and issubclass(one, Record)]
        yield from paths(inner[0], path) if inner and not at else (path,)


def fields_read() -> Iterator[str]:
    """Every field of a chapter that is read outside the rulebooks."""
    package = Path(edencli.__file__).parent
    for file in package.rglob("*.py"):
        if (package / "rulebooks") not in file.parents:
            yield from read_in(ast.parse(file.read_text(encoding="utf-8")))
    yield from (f"actions.{row.price}" for row in ACTS.values() if row.price)


def read_in(module: ast.Module) -> Iterator[str]:
    """The fields that a module reads: of a chapter, of a name that stands for one, by a name it makes."""
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            meant = {name: chapter for name, chapter in stand_ins(function) if chapter in Rulebook.parts}
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and (chapter := _chapter(node.value, meant)):
                    yield f"{chapter}.{node.attr}"
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
                    yield from made_up(node, meant)


def stand_ins(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, str]]:
    """The names of a function that stand for a chapter: what it is handed as such, what it assigns."""
    every = (*function.args.args, *function.args.kwonlyargs)
    yield from ((one.arg, CHAPTER_OF.get(ast.unparse(one.annotation), "")) for one in every if one.annotation)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            (target,) = node.targets[:1]
            pairs = (
                zip(target.elts, node.value.elts, strict=False)
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                else [(target, node.value)]
            )
            yield from ((to.id, _stands_for(value)) for to, value in pairs if isinstance(to, ast.Name))


def _stands_for(value: ast.expr) -> str:
    """The name of what is assigned: a part of something, or the chapter that the rules of one hand out."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == territory_of.__name__:
        return CHAPTER_OF[get_type_hints(territory_of)["return"].__name__]
    return value.attr if isinstance(value, ast.Attribute) else ""


CHAPTER_OF = {
    kind.__name__: name
    for name, hint in get_type_hints(Rulebook).items()
    for kind in (hint, *get_args(hint))
    if name in Rulebook.parts and isinstance(kind, type) and issubclass(kind, Record)
}


def _chapter(value: ast.expr, meant: Mapping[str, str]) -> str | None:
    """The chapter that an expression is: one of a book, or a name that stands for one."""
    if isinstance(value, ast.Name):
        return meant.get(value.id)
    if isinstance(value, ast.Call):
        return _stands_for(value) or None
    is_book = isinstance(value, ast.Attribute) and ast.unparse(value.value).rpartition(".")[2] in BOOK_NAMES
    return value.attr if is_book and isinstance(value, ast.Attribute) else None


BOOK_NAMES = {"book", "rulebook", "_book"}


def made_up(call: ast.Call, meant: Mapping[str, str]) -> Iterator[str]:
    """The fields that begin as the name that is made up begins: `getattr(rules, f"rage_{what}")`."""
    chapter, name = _chapter(call.args[0], meant), call.args[1]
    if chapter and isinstance(name, ast.JoinedStr) and isinstance(name.values[0], ast.Constant):
        start = f"{chapter}.{name.values[0].value}"
        yield from (path for path in paths(Rulebook) if path.startswith(start))


def shown_paths() -> Iterator[str]:
    """Every path that the prose of the rules shows."""
    for chapter in catalogue.chapters():
        yield from shown_in(WORDS.area(f"rules/{chapter.name}"))
    yield from shown_in(WORDS.area("quickcard"))


def shown_in(prose: Mapping[str, Any]) -> Iterator[str]:
    """Every path that some prose shows."""
    for part in json.dumps(prose).split("{"):
        yield part.partition("}")[0].partition("|")[0]
