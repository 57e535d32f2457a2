"""Cards typed line by line: what is asked, what is understood, corrections, and what is taken back."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from printed_names import PRINTED_NAMES

from edencli.commands.card_csv import card_table, read_card_rows
from edencli.commands.card_entry import CARD_KINDS, CardDraft, KnownNames
from edencli.files.card_lines import Abbreviations, UnreadCardLine, read_objective
from edencli.files.loader import parse_yaml
from edencli.files.shape_cards import EQUIPMENT
from edencli.files.shapes import build_value
from edencli.lang import current_words
from edencli.pages.gear import gear_notation

SAMPLES = Path(__file__).parents[2] / "samples" / "cards"
WORDS = Abbreviations({"psi": "PSI", "cbt": "KAT", "vig": "WID", "spd": "GES", "strength": "STA"})
KNOWN = KnownNames(factions=("Jokers Gang", "Clan Bamaka"), types=("human", "brute"))
YURI = (
    *("Yuri", "j", "h", "2/2 4/3", "2/1 4/3", "3/2 4/3", "2/1 5/3"),
    *("Throwing knives", "s20 3 cbt+1 1/r 3/m", "Molotov cocktail", "p15 b2 e4 1/m", "", "20", "ch", ""),
)
MOST_KEYS = 120
"""Keys for Yuri without abilities, each line's Enter among them."""


def typed(*lines: str, kind: str = "fighter", known: KnownNames = KNOWN) -> CardDraft:
    entry = CardDraft(kind, WORDS, known)
    for line in lines:
        entry.take(line)
    return entry


def sample_card(name: str, file: str = "jokers.yaml", deck: str = "fighters") -> dict[str, Any]:
    data: Any = parse_yaml((SAMPLES / file).read_bytes(), file).data
    return next(card for card in data[deck] if card["name"] == name)


def test_yuri_is_typed_in_few_keys() -> None:
    entry = typed(*YURI)

    printed = sample_card("Yuri")
    del printed["abilities"], printed["value-by-rulebook"]
    assert entry.asked is None
    assert entry.card == printed
    assert sum(len(line) + 1 for line in YURI) <= MOST_KEYS


def test_parts_are_asked_in_the_order_of_the_card() -> None:
    entry = CardDraft("fighter", WORDS, KNOWN)
    asked = []
    for line in YURI:
        asked.append(entry.asked)
        entry.take(line)

    assert asked == [
        *("name", "factions", "types", "head", "arms", "torso", "legs"),
        *("equipment", "use", "equipment", "use", "equipment", "value", "stigma", "ability"),
    ]


@pytest.mark.parametrize(
    ("line", "limb"),
    [
        ("2/1 4/3", {"faces": [2, 3], "cp": {"white": 2, "red": 1}, "cbt": {"white": 4, "red": 3}}),
        ("2 4", {"faces": [2, 3], "cp": {"white": 2}, "cbt": {"white": 4}}),
        ("2/0 4", {"faces": [2, 3], "cp": {"white": 2}, "cbt": {"white": 4}}),
        ("23 2/1 CBT 4/3", {"faces": [2, 3], "cp": {"white": 2, "red": 1}, "cbt": {"white": 4, "red": 3}}),
        (
            "faces 2, 3 CP 2/1 kat 4/3",
            {"faces": [2, 3], "cp": {"white": 2, "red": 1}, "cbt": {"white": 4, "red": 3}},
        ),
        ("arms 3 2/1 4/3", {"faces": [3], "cp": {"white": 2, "red": 1}, "cbt": {"white": 4, "red": 3}}),
    ],
)
def test_a_limb_is_read(line: str, limb: Mapping[str, Any]) -> None:
    entry = typed(*YURI[:4], line)

    assert entry.card["limbs"]["arms"] == limb


@pytest.mark.parametrize(
    ("line", "use"),
    [
        ("shooting range 20 strength 3", {"shooting": {"range": 20, "strength": 3}}),
        (
            "Shooting: Range (20), Str (3), 1/round",
            {"shooting": {"range": 20, "strength": 3, "uses": {"round": 1}}},
        ),
        ("s20 STA 3 -1 kat", {"shooting": {"range": 20, "strength": 3, "bonus": {"cbt": -1}}}),
        ("blast fear 2 1/m", {"blast": {"fear": 2, "uses": {"match": 1}}}),
        ("pr 2", {"pr": {"complete": 2}}),
        ("pr head 1 arms 2", {"pr": {"head": 1, "arms": 2}}),
        ("pr torso legs 1", {"pr": {"torso": 1, "legs": 1}}),
        ("tech; pr 1", {"tech": {}, "pr": {"complete": 1}}),
        ("protection torso 2", {"pr": {"torso": 2}}),
        ("blast fear 2 once a match", {"blast": {"fear": 2, "uses": {"match": 1}}}),
    ],
)
def test_equipment_is_read(line: str, use: Mapping[str, Any]) -> None:
    entry = typed(*YURI[:8], line)

    assert entry.card["equipment"] == [{"name": "Throwing knives", **use}]


@pytest.mark.parametrize(
    ("before", "line", "message"),
    [
        (3, "", "empty"),
        (3, "2/2", "limb"),
        (3, "2/2 4", "limb.red"),
        (3, "7 2/2 4/3", "limb"),
        (3, "x 4/3", "limb"),
        (8, "knife", "no-word"),
        (8, "s20", "unfit"),
        (8, "s20 3 poison", "use.number"),
        (8, "tech 3", "use.too-much"),
        (8, "pr head", "use.protection"),
        (8, "20", "use"),
        (12, "fifteen", "value"),
        (12, "20 20", "value"),
        (12, "fr 20", "value"),
        (12, "9999", "unfit"),
        (13, "d o", "no-word"),
        (0, "Red", "unfit"),
    ],
)
def test_a_line_that_says_nothing_is_refused_and_changes_nothing(
    before: int, line: str, message: str
) -> None:
    entry = typed(*YURI[:before])
    asked, card, lines = entry.asked, entry.card, list(entry.lines)

    with pytest.raises(UnreadCardLine) as refused:
        entry.take(line)

    assert refused.value.message == message
    assert (entry.asked, entry.card, entry.lines) == (asked, card, lines)


def test_a_face_on_two_limbs_is_refused_at_once() -> None:
    entry = typed(*YURI[:3], "1 2 2/2 4/3")

    with pytest.raises(UnreadCardLine):
        entry.take("2 3 2/1 4/3")

    entry.take("3 2/1 4/3")
    assert entry.card["limbs"]["arms"]["faces"] == [3]


def test_a_part_that_was_given_is_corrected() -> None:
    entry = typed(*YURI)

    entry.take("head 1/1 5/4")
    entry.take("value 25 fr 30 40")
    entry.take("factions Clan Bamaka, Free Folk")
    entry.take("remove molotov cocktail")

    card = entry.card
    assert card["limbs"]["head"]["psi"] == {"white": 5, "red": 4}
    assert (card["value"], card["value-by-rulebook"], card["base"]) == (25, {"fr": 30}, 40)
    assert card["factions"] == ["Clan Bamaka", "Free Folk"]
    assert [piece["name"] for piece in card["equipment"]] == ["Throwing knives"]
    assert entry.asked is None


def test_one_characteristic_is_corrected_alone() -> None:
    entry = typed(*YURI)
    before = entry.card["limbs"]["head"]

    entry.take("psi 6/5")
    entry.take("SPD: 7/2")

    limbs = entry.card["limbs"]
    assert limbs["head"] == {**before, "psi": {"white": 6, "red": 5}}
    assert limbs["legs"]["spd"] == {"white": 7, "red": 2}


def test_words_of_a_text_are_no_correction() -> None:
    entry = typed(*YURI[:-1], "Value of life", "permanent", "Head for the hills: value 3 things, name none.")

    assert entry.card["abilities"] == [
        {
            "name": "Value of life",
            "kind": "permanent",
            "text": "Head for the hills: value 3 things, name none.",
        }
    ]
    assert entry.card["value"] == 20


def test_a_name_in_quotes_begins_no_other() -> None:
    assert typed("Yuri", '"J"').card["factions"] == ["J"]


def test_a_name_that_the_file_has_is_refused() -> None:
    with pytest.raises(UnreadCardLine, match="taken"):
        typed("YURI", known=KnownNames(cards=["Yuri"]))


@pytest.mark.parametrize("seed", range(5))
def test_undo_takes_back_line_by_line(seed: int) -> None:
    """Whatever was typed and taken back, what is left is as if only that had been typed."""
    chance = random.Random(seed)  # noqa: S311  # a test guards no secret
    lines, entry = [*YURI, "head 3/1 4/2", "value 30"], CardDraft("fighter", WORDS, KNOWN)
    done: list[str] = []
    while len(done) < len(lines):
        if done and chance.random() < 0.4:
            entry.undo()
            done.pop()
        else:
            entry.take(lines[len(done)])
            done.append(lines[len(done)])
        fresh = typed(*done)
        assert (entry.card, entry.asked, entry.lines) == (fresh.card, fresh.asked, fresh.lines)
    while entry.undo():
        done.pop()
    assert (done, entry.card) == ([], {})


def test_a_mission_is_typed() -> None:
    entry = typed(
        *("Hold the crossroads", "rev conf", "Lay a marker.", "2 match Hold it.", "A word.", "", "chaos"),
        kind="mission",
    )

    assert entry.card == {
        "name": "Hold the crossroads",
        "kind": "revealed",
        "deployment": "confrontation",
        "symbol": {"stigma": "chaos"},
        "immediate": "Lay a marker.",
        "objectives": [{"text": "Hold it.", "vp": 2, "counted": "match"}, {"text": "A word."}],
    }


@pytest.mark.parametrize(
    ("line", "objective"),
    [
        ("At the end of each round: 1 VP if a fighter is near.", {"vp": 1, "counted": "round"}),
        ("At the end of the match: 2 VP if your leader lives.", {"vp": 2, "counted": "match"}),
        ("End of the game: −1 VP for each lost.", {"vp": -1, "counted": "match"}),
        ("1 PV each round that it burns.", {"vp": 1, "counted": "round"}),
        ("Score 1 VP for this, 2 VP for that.", {}),
        ("Score each round and at the end of the match.", {}),
        ("3 match Fell it in each round.", {"vp": 3, "counted": "match"}),
        ("3 VP match Fell it.", {"vp": 3, "counted": "match"}),
    ],
)
def test_an_objective_is_read_as_it_is_printed(line: str, objective: Mapping[str, Any]) -> None:
    found = read_objective(line, Abbreviations({"vp": "PV"}))

    text = found.pop("text")
    assert line.endswith(text)
    assert found == objective


@pytest.mark.parametrize(
    ("line", "value"), [("25 large", (25, 40)), ("25 points, small", (25, 30)), ("25, 40", (25, 40))]
)
def test_a_base_has_a_size_or_a_number(line: str, value: tuple[int, int]) -> None:
    card = typed(*YURI[:12], line).card

    assert (card["value"], card["base"]) == value


def test_an_ability_that_costs_ap_is_an_action() -> None:
    abilities = typed(*YURI[:-1], "Grit", "1 AP once a match", "It holds.").card["abilities"]

    assert abilities == [
        {"name": "Grit", "kind": "action", "cost": {"ap": 1}, "limit": {"match": 1}, "text": "It holds."}
    ]


def test_the_order_in_which_limbs_are_protected_makes_no_difference() -> None:
    one, other = (
        gear_notation(current_words(), EQUIPMENT.read({"name": "Coat", "pr": limbs}, ()))
        for limbs in ({"torso": 2, "arms": 1}, {"arms": 1, "torso": 2})
    )

    assert one == other == "Coat (Pr): arms +1, torso +2"


def test_a_secret_mission_has_no_immediate_effect_and_needs_an_objective() -> None:
    entry = typed("Quiet", "ambush secret", kind="mission")

    assert entry.asked == "objective"
    with pytest.raises(UnreadCardLine, match="empty"):
        entry.take("")


def test_a_tactical_card_is_typed() -> None:
    entry = typed("Ash", "first tactical cancel 3 2sp", "Something burns.", kind="tactic")

    assert entry.card == {
        "name": "Ash",
        "tactical": True,
        "first-round": True,
        "cancellation": 3,
        "cost": {"sp": 2},
        "text": "Something burns.",
    }


# ── every sample as a table, and back ─────────────────────────────────────────────────────────────────────

BESIDES = {"effects", "gender", "only-if", "each", "bearers", "stays"}
"""What a table does not hold, besides the symbol of a tactical card."""


def without_effects(value: Any) -> Any:
    if isinstance(value, dict):
        left = BESIDES if "objectives" in value else {*BESIDES, "symbol"}
        return {key: without_effects(one) for key, one in value.items() if key not in left}
    if isinstance(value, list):
        return [without_effects(one) for one in value]
    return " ".join(value.split()) if isinstance(value, str) else value


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_cards_of_a_file_come_back_from_their_table(path: Path) -> None:
    data: Any = parse_yaml(path.read_bytes(), path.name).data
    decks = {kind.deck: data.get(kind.deck, []) for kind in CARD_KINDS.values()}

    found = read_card_rows(card_table(decks), Abbreviations({}))

    assert list(found.faults) == []
    assert list(found.cards) == [
        (deck, without_effects(card)) for deck, cards in decks.items() for card in cards
    ]
    build_value("cards", {"kind": "cards", **{deck: [] for deck in decks}})


@settings(max_examples=200)
@given(st.lists(PRINTED_NAMES, min_size=6, max_size=6, unique=True))
def test_cards_of_any_name_come_back_from_their_table(names: list[str]) -> None:
    name, weapon, ability, mission, *symbols = names
    card = without_effects(sample_card("Yuri"))
    card |= {"name": name, "factions": symbols, "types": symbols[::-1]}
    card["equipment"][0]["name"], card["abilities"][0]["name"] = weapon, ability
    wanted = without_effects(sample_card("Let it burn", "missions.yaml", "missions"))
    wanted |= {"name": mission, "symbol": {"faction": symbols[0]}}

    found = read_card_rows(card_table({"fighters": [card], "missions": [wanted]}), Abbreviations({}))

    assert (list(found.faults), list(found.cards)) == ([], [("fighters", card), ("missions", wanted)])


def test_every_fault_of_a_table_is_told_with_its_row_and_column() -> None:
    table = (
        "card;name;kind;objectives;symbols;text\n"
        "mission;Hold;secret ambush;1 Hold it.;;\n"
        "mission;Wait;secret;1 Wait.;;\n"
        ";;;;;\n"
        "tactic;Ash;;;first 2;Burn.\n"
        "beast;Rat;;;;\n"
        "tactic;Dust;;;tactical;\n"
        "mission;hold;secret ambush;1 Hold it.;;\n"
    )

    found = read_card_rows(table, WORDS)

    assert [(one.row, one.column, one.fault.message) for one in found.faults] == [
        (3, "kind", "mission-terms"),
        (5, "symbols", "tactic-terms"),
        (6, "card", "no-word"),
        (7, "text", "empty"),
        (8, "name", "taken"),
    ]
    assert [card["name"] for _, card in found.cards] == ["Hold"]


def test_every_fault_of_a_row_is_told() -> None:
    table = (
        "name,factions,types,stigma,value,head,arms,torso,legs\n"
        "Red,Jokers Gang,human,luck,lots,2/2,12 2/1 4/3,3/2 4/3,2/1\n"
    )

    found = read_card_rows(table, WORDS)

    assert [one.column for one in found.faults] == ["name", "head", "legs", "value", "stigma"]
    assert list(found.cards) == []


def test_cells_hold_names_as_they_are_printed() -> None:
    table = card_table({"fighters": [sample_card("Yuri")]})

    assert "fighter,Yuri,Jokers Gang,chaos,human," in table


@pytest.mark.parametrize(
    ("table", "message"),
    [("", "csv.missing"), ("card,text\n", "csv.missing"), ("name,colour\n", "csv.no-column")],
)
def test_a_table_without_its_columns_is_refused(table: str, message: str) -> None:
    assert [one.fault.message for one in read_card_rows(table, WORDS).faults] == [message]


def test_no_cell_is_a_formula() -> None:
    table = card_table({"tactics": [{"name": "Ash", "text": "=1+1"}]})

    assert ",=1+1" not in table
    assert [card["text"] for _, card in read_card_rows(table, WORDS).cards] == ["=1+1"]
