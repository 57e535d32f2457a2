"""The catalogue is whole: every rule has its id, its titles, its places, its prose, and leads somewhere."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from edencli.lang import Words
from edencli.lookup.rule_page import BookValues, title_by_id
from edencli.model.scenery import ElementName, Keyword
from edencli.model.terms import Characteristic, LimbName, Marker, WeaponEffect
from edencli.rulebooks import catalogue
from edencli.rulebooks.catalogue import Rule
from edencli.rulebooks.raw_books import BOOKS, lacks_chapter, raw_book, value_at

WORDS = Words("en")
RULES = list(catalogue.every_rule().values())
RULINGS = WORDS.area("rules/rulings")

# What names a ruling, and nothing else: no test and no module may point at a list that is not here.
NUMBERED = re.compile(r"\b[A-Z]\d?-\d{1,3}\b")
HOUSE = Path(__file__).parents[2]

# The number of each chapter in the English, French, German, Italian and Portuguese book.
PRINTED_IN = {
    "rolls": "2 | 2 | 2 | 2 | 2",
    "sight": "2 | 2 | 2 | 2 | 2",
    "setup": "4 | 4 | 4 | 4 | 4",
    "match": "4 | 4 | 4 | 4 | 4",
    "activation": "4 | 4 | 4 | 4 | 4",
    "intendancy": "4 | 4 | 4 | 4 | 4",
    "actions": "5 | 5 | 5 | 5 | 5",
    "melee": "6 | 7 | 6 | 6 | 6",
    "ranged": "6 | 7 | 6 | 6 | 6",
    "abilities": "7 | 8 | 7 | 7 | 7",
    "gear": "8 | 9 | 8 | 8 | 8",
    "conditions": "9 | 10 | 9 | 9 | 9",
    "territory": "Optional 1 | Optional 1 | - | 10 | Optional 1",
    "infestation": "Optional 2 | Optional 2 | - | 11 | Optional 2",
    "weather": "Optional 3 | Optional 3 | - | 12 | Optional 3",
}
# Putting out fire is told with the fire, disengaging in a chapter of its own in the French book.
ELSEWHERE = {
    "action.extinguish": ("9", "10"),
    **dict.fromkeys(("disengage.roll", "disengage.strikes", "disengage.not-activated"), ("6",)),
}

# Every id that a procedure, a refusal or a test may cite, and that must therefore be there.
IDS = """
card.name card.faction card.type card.limb card.cp card.characteristic card.location card.value card.stigma
mission.kind mission.deployment mission.objective mission.symbol
field.size scenery.edges scenery.inside-outside marker.superposed card.level mission.different
mission.immediate
tactical.once tactical.name tactical.phase-only tactical.first-round tactical.cancellation tactical.duration
roll.characteristic roll.difficulty-over-6 roll.zero roll.opposition roll.location roll.location-shift
sight.corridor sight.cut sight.obstacle sight.base-size sight.facing
scenery.opaque scenery.low scenery.flat scenery.crossable scenery.slow
move.base move.path move.moved contact.free contact.touch
wound.wound wound.cp-loss wound.wounded-limb wound.incapacitated wound.heal wound.removed
measure.any-time round-up card-over-rule simultaneous marker.place marker.stop marker.sight token bid
band.faction band.stigma band.budget band.unique
setup.1-reveal setup.2-sp setup.3-bid setup.4-leader setup.5-mission setup.6-scenery setup.6a-npf
setup.7-half setup.7-deploy setup.7-confrontation setup.7-ambush setup.8-hand setup.9-ap
score.floor score.end match.rounds match.early-end match.victory match.draw
first-player.bid first-player.tie first-player.leader-lost
tactical-phase.play tactical-phase.cost tactical-phase.leader
activation.designate activation.first activation.interrupt activation.once activation.pass
activation.forced-pass activation.no-ap activation.end activation.next
intendancy.1 intendancy.2 intendancy.3 intendancy.4 intendancy.5 intendancy.6 intendancy.7 intendancy.8
intendancy.9 intendancy.10 intendancy.11 intendancy.12
action.cost action.per-round action.per-match action.free
action.move action.charge action.charge-failed action.attack action.ability action.extinguish
action.leftover-ap disengage.roll disengage.strikes disengage.not-activated
attack.success ranged.free melee.target melee.reaction melee.passive melee.response melee.dodge
melee.location melee.success
shoot.target shoot.no-target shoot.nearest shoot.roll shoot.obstacles shoot.engaged shoot.location
shoot.strength shoot.wounds
throw.point throw.sight throw.effect throw.not-nearest blast.template blast.nearest blast.wounds blast.effects
ability.permanent ability.action ability.cost ability.own-user
gear.category gear.two-categories gear.protection gear.tech gear.bonus gear.burn gear.fear gear.poison
gear.slowdown gear.explosive gear.range gear.strength gear.per-match gear.per-round
state.burn state.fear state.poison state.rage state.slowdown
territory.placement territory.default-value territory.elevation-range territory.flammable-attack
territory.flammable-eject territory.jump-between territory.points territory.size territory.cost
territory.default territory.corrosion territory.destruction
territory.hiding territory.elevation territory.climbing territory.crossing territory.impenetrable
territory.flammable territory.obstacle territory.obstruction territory.occupation territory.swimming
territory.hostile-presence territory.jump territory.vapours
infestation.level infestation.place infestation.activate infestation.prowl infestation.charge
infestation.attack infestation.response infestation.roller infestation.score
weather.when weather.no-measuring weather.roll weather.ion-storm weather.storm weather.fog weather.normal
weather.mist weather.acid-rain weather.snowstorm weather.combine
""".split()  # noqa: SIM905  # a list of ids is read as ids

# What only some of the books have.
ONLY_FRENCH = {
    "gear.poison",
    "gear.slowdown",
    "territory.corrosion",
    "territory.jump-between",
    "territory.oil-slick",
    "territory.size",
    "territory.vapours",
    "weather.no-measuring",
}
NOT_FRENCH = {
    "territory.dark-wood",
    "territory.deep-river",
    "territory.energy-beacon",
    "territory.lake",
    "territory.pond",
    "territory.quarterist-idol",
    "territory.waste-pile",
}


def prose(rule: Rule) -> Mapping[str, Any]:
    return WORDS.area(f"rules/{rule.chapter}")[rule.id]


def sentences(rule: Rule) -> Iterator[tuple[str, str]]:
    """Every text about a rule, with each book whose numbers it may be filled with."""
    told = prose(rule)
    for key in rule.books:
        yield from ((key, line) for line in told["summary"])
        yield from ((key, line) for id_ in rule.rulings for line in RULINGS[id_].values())
    for part in ("books", "corrections"):
        for key, lines in told.get(part, {}).items():
            yield from ((key, line) for line in lines)
    for books, lines in told.get("examples", {}).items():
        yield from ((key, line) for key in books.split() for line in lines)


def test_every_id_that_may_be_cited_exists() -> None:
    assert [id_ for id_ in IDS if catalogue.find_rule(id_) is None] == []


def test_every_element_of_every_list_of_scenery_has_its_rule() -> None:
    having = [key for key in BOOKS if not lacks_chapter(key, "territory")]
    listed = {f"territory.{one['name']}" for key in having for one in raw_book(key)["territory"]["elements"]}

    assert {id_ for id_ in listed if catalogue.find_rule(id_) is None} == set()


def test_every_word_of_the_cards_has_its_rule_and_a_word_to_say_it() -> None:
    """A condition, an effect, a keyword or an element that is added is looked up and told like the others."""
    words = [
        *(f"state.{marker}" for marker in Marker),
        *(f"gear.{effect}" for effect in WeaponEffect),
        *(f"territory.{keyword.removeprefix('mephitic-')}" for keyword in Keyword),
        *(f"territory.{element}" for element in ElementName),
    ]
    terms = [*Marker, *LimbName, *Characteristic]

    assert [word for word in words if catalogue.find_rule(word) is None] == []
    assert [term for term in terms if f"term.{term}" not in WORDS.area("events")] == []


def test_every_line_of_the_weather_tables_has_its_rule() -> None:
    named = {line["name"] for key in BOOKS for line in raw_book(key)["weather"] or ()}

    assert {name for name in named if catalogue.find_rule(f"weather.{name}") is None} == set()


def test_an_id_stands_in_the_chapter_that_its_beginning_names() -> None:
    strays = [
        rule.id
        for chapter in catalogue.chapters()
        for rule in catalogue.rules_of_chapter(chapter.name).values()
        if [one.name for one in catalogue.chapters() if one.contains(rule.id)] != [chapter.name]
    ]

    assert strays == []


def test_a_rule_is_in_every_book_but_for_what_a_book_lacks() -> None:
    """The German book has no optional chapter; a few rules are the French book's own, a few not French."""
    expected = {}
    for rule in RULES:
        books = (
            {"fr"} if rule.id in ONLY_FRENCH else set(BOOKS) - ({"fr"} if rule.id in NOT_FRENCH else set())
        )
        expected[rule.id] = {key for key in books if not lacks_chapter(key, rule.chapter)}

    found = {rule.id: set(rule.books) for rule in RULES}

    assert {id_: books for id_, books in found.items() if books != expected[id_]} == {
        "card.level": {"en", "fr", "it", "pt"}
    }


def test_every_rule_and_every_chapter_has_a_title_in_every_language() -> None:
    titled = {rule.id: rule.titles for rule in RULES}
    titled |= {one.name: one.titles for one in catalogue.chapters()}

    assert [
        name for name, titles in titled.items() if list(titles) != list(BOOKS) or not all(titles.values())
    ] == []


def test_every_rule_has_a_place_in_every_book_that_has_it() -> None:
    assert [rule.id for rule in RULES if not all(place.place for place in rule.books.values())] == []


@pytest.mark.parametrize(("chapter", "printed"), PRINTED_IN.items())
def test_the_rules_of_a_chapter_stand_in_the_chapter_that_each_book_prints(
    chapter: str, printed: str
) -> None:
    numbers = dict(zip(BOOKS, re.split(r"\s*\|\s*", printed), strict=True))
    rules = catalogue.rules_of_chapter(chapter).values()

    stray = [
        f"{rule.id} {key} {place.place}"
        for rule in rules
        for key, place in rule.books.items()
        if place.place.partition(".")[0] not in {numbers[key], *ELSEWHERE.get(rule.id, ())}
    ]

    assert stray == []


def test_a_book_that_prints_a_rule_has_words_for_it() -> None:
    mute = [(rule.id, key) for rule in RULES for key, place in rule.books.items() if not place.words]

    assert [(id_, key) for id_, key in mute if not catalogue.every_rule()[id_].books[key].silent] == []


def test_every_rule_has_a_summary_of_one_to_six_lines() -> None:
    assert [rule.id for rule in RULES if not 1 <= len(prose(rule)["summary"]) <= 6] == []


def test_no_prose_speaks_of_a_rule_or_a_book_that_is_not_there() -> None:
    strays = []
    for chapter in catalogue.chapters():
        known = catalogue.rules_of_chapter(chapter.name)
        strays += [id_ for id_ in WORDS.area(f"rules/{chapter.name}") if id_ not in known]
    strays += [(rule.id, key) for rule in RULES for key, _ in sentences(rule) if key not in rule.books]

    assert strays == []


def test_every_number_in_the_prose_is_a_value_of_the_book_it_is_told_of() -> None:
    """A slot finds a number, a word or a list of them in every book for which the sentence is shown."""
    faults = []
    for rule in RULES:
        for key, line in sentences(rule):
            try:
                told = WORDS.fill(line, BookValues(key))
            except KeyError as missing:
                faults.append((rule.id, key, str(missing)))
            else:
                faults += [(rule.id, key, told)] * ("None" in told or "{" in told)

    assert faults == []


def test_see_also_leads_to_other_rules() -> None:
    assert [
        (rule.id, see) for rule in RULES for see in rule.see if see == rule.id or not catalogue.find_rule(see)
    ] == []


# Links whose reason stands in other words than the titles: why one leads there, a reader sees at once.
FARTHER = frozenset(
    """
    card.name>card.faction card.type>card.faction card.value>card.name tactical.once>intendancy.11
    measure.any-time>contact.touch marker.stop>move.path sight.facing>sight.corridor wound.heal>card.cp
    match.early-end>match.victory action.cost>activation.no-ap action.charge-failed>measure.any-time
    melee.passive>roll.characteristic gear.per-match>shoot.no-target state.slowdown>activation.no-ap
    territory.hiding>measure.any-time territory.elevation>melee.passive territory.elevation>melee.dodge
    territory.impenetrable>territory.obstacle territory.swimming>roll.zero
    territory.jump>roll.characteristic territory.energy-beacon>shoot.wounds
    territory.quarterist-idol>card.faction infestation.prowl>move.path infestation.score>score.floor
    wound.incapacitated>first-player.leader-lost territory.jump>wound.incapacitated
    gear.range>measure.any-time infestation.score>wound.incapacitated
    weather.fog>sight.corridor weather.fog>throw.point
    """.split()  # noqa: SIM905  # a list of links is read as a list
)
EMPTY = frozenset(
    """
    the and for with from what who how may can not than each any one his its other more when where only that
    this rules rule
    """.split()  # noqa: SIM905  # a list of words is read as words
)


def _beginnings(text: str) -> set[str]:
    """The words of a text that say something, each by its first five letters."""
    return {word[:5] for word in re.findall(r"[a-z]{3,}", text.lower()) if word not in EMPTY}


def _titles(rule: Rule) -> str:
    return f"{title_by_id(WORDS, rule.id)} {rule.id.partition('.')[2]}"


def _names(rule: Rule, other: Rule) -> bool:
    """Tell whether what is told of a rule holds a word of the other's title."""
    told = json.dumps(WORDS.area(f"rules/{rule.chapter}")[rule.id], ensure_ascii=False)
    return bool(_beginnings(f"{told} {_titles(rule)}") & _beginnings(_titles(other)))


def test_a_see_also_leads_to_a_rule_that_is_spoken_of_or_speaks_of_this_one_or_leads_back() -> None:
    others = [(rule, catalogue.find_rule(see)) for rule in RULES for see in rule.see]

    assert {
        f"{rule.id}>{other.id}"
        for rule, other in others
        if other and not (_names(rule, other) or _names(other, rule) or rule.id in other.see)
    } == FARTHER


def test_every_option_bears_on_rules_and_decides_a_ruling_that_they_rest_on() -> None:
    strays = {
        (name, id_)
        for name, option in catalogue.ruling_options().items()
        for id_ in option["rules"]
        if catalogue.find_rule(id_) is None or id_ not in catalogue.rules_by_ruling()[option["ruling"]]
    }

    assert strays == set()
    assert all(option["rules"] for option in catalogue.ruling_options().values())
    assert set(WORDS.area("rules/options")) == set(catalogue.ruling_options())


def test_every_ruling_is_told_as_a_question_an_answer_and_a_reason() -> None:
    parts = {id_: [key for key, text in said.items() if text] for id_, said in RULINGS.items()}

    assert list(parts) == list(catalogue.rules_by_ruling())
    assert {id_: kept for id_, kept in parts.items() if kept != ["question", "answer", "reason"]} == {}
    assert [id_ for id_, said in RULINGS.items() if not said["question"].endswith("?")] == []


def test_every_ruling_carries_a_rule_and_names_none_that_is_not_there() -> None:
    assert [id_ for id_, rules in catalogue.rules_by_ruling().items() if not rules] == []
    assert [
        (id_, rule)
        for id_, rules in catalogue.rules_by_ruling().items()
        for rule in rules
        if catalogue.find_rule(rule) is None or rules.count(rule) > 1
    ] == []


def test_every_number_that_the_house_names_is_that_of_a_ruling() -> None:
    places = [HOUSE / "README.md", HOUSE / "CONTRIBUTING.md", HOUSE / "CHANGELOG.md"]
    for room, ends in (("edencli", "*.py"), ("edencli", "*.json"), ("tests", "*.py"), ("samples", "*.yaml")):
        places += sorted((HOUSE / room).rglob(ends))

    named = {
        (path.relative_to(HOUSE).as_posix(), found)
        for path in places
        if path.exists()
        for found in NUMBERED.findall(path.read_text(encoding="utf-8"))
    }

    assert {one for one in named if one[1] not in catalogue.rules_by_ruling()} == set()
    assert len(named) > len(catalogue.rules_by_ruling())


def test_the_default_of_an_option_is_one_of_its_values() -> None:
    choices = {
        name: one for name, one in catalogue.ruling_options().items() if isinstance(one["values"], list)
    }

    assert [name for name, one in choices.items() if one["default"] not in one["values"]] == []


def test_every_term_of_the_glossary_is_there_in_five_languages() -> None:
    terms = [term for group in catalogue.glossary()["groups"] for term in group["terms"]]

    assert [term for term in terms if not all(term.get(key) for key in BOOKS)] == []
    assert len(terms) > 150


def test_every_false_friend_is_explained_and_every_explanation_used() -> None:
    used = {
        friend
        for group in catalogue.glossary()["groups"]
        for term in group["terms"]
        for friend in term.get("deceives", {}).values()
    }

    assert used == set(WORDS.area("glossary")["deceives"])


@pytest.mark.parametrize("key", [key for key in BOOKS if not lacks_chapter(key, "territory")])
def test_titles_of_scenery_and_weather_agree_with_the_words_for_values(key: str) -> None:
    """One thing has one English name, in the list of rules and in the tables made of values."""
    said = WORDS.area("values")["words"]
    lines = [f"weather.{line['name']}" for line in raw_book(key)["weather"]]

    titles = {id_: catalogue.every_rule()[id_].titles["en"].casefold() for id_ in lines}

    assert titles == {id_: said[id_.partition(".")[2]].casefold() for id_ in lines}


def test_every_value_of_every_book_has_a_label_and_every_word_of_it_an_english_one() -> None:
    said = WORDS.area("values")
    labels, faults = said["fields"], []
    for key in BOOKS:
        for path, value in leaves(raw_book(key)):
            if path not in labels:
                faults.append((key, path))
            faults += [(key, path, word) for word in words_of(path, value) if word not in said["words"]]

    assert faults == []
    assert [path for path in labels if not any(has(key, path) for key in BOOKS)] == []


def leaves(book: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is said in one breath: a field of a chapter, or a list of named things."""
    for chapter, said in book.items():
        if isinstance(said, dict):
            yield from ((f"{chapter}.{field}", value) for field, value in said.items())
        elif isinstance(said, list):
            yield chapter, said


def words_of(path: str, value: Any) -> list[str]:
    """The words in a value that need an English one; rule ids and names of factions speak for themselves."""
    if path == "band.factions":
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [
            word
            for item in value
            for word in words_of(path, item.get("name") if isinstance(item, dict) else item)
            if not catalogue.find_rule(word)
        ]
    return list(value) if isinstance(value, dict) and "ap" not in value else []


def has(key: str, path: str) -> bool:
    try:
        value_at(raw_book(key), path)
    except KeyError:
        return False
    return True
