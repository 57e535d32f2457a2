"""Cards as players see them: a profile, a mission, a tactical card, a piece of scenery, in both forms."""

from textwrap import dedent

import pytest

from edencli.lang import Words
from edencli.model.card_words import HowMany, Owner
from edencli.model.fighter import Ability, Cost, Equipment, Fighter, Limb, Use, UseLimits
from edencli.model.game import Mission, Objective, Symbol, Tactic
from edencli.model.scenery import Outline, Scenery
from edencli.model.terms import (
    AbilityKind,
    Category,
    Characteristic,
    Deployment,
    LimbName,
    MissionKind,
    SightBlocking,
    Stigma,
    WeaponEffect,
)
from edencli.output.sheet import MarkdownSheet, Paint, TextSheet, one_paragraph
from edencli.pages.card_page import CardEntry, write_entry
from edencli.pages.gear import gear_notation

WORDS = Words("en")


def _limb(name: LimbName, *faces: int, red_cp: int = 1) -> Limb:
    return Limb(name=name, faces=faces, white_cp=2, red_cp=red_cp, white=4, red=3 if red_cp else 4)


YURI = Fighter(
    name="Yuri",
    factions=("Jokers Gang",),
    stigma=Stigma.CHAOS,
    types=("human",),
    value=20,
    value_by_rulebook={"fr": 25, "pt": 25},
    base=30,
    limbs={
        LimbName.HEAD: _limb(LimbName.HEAD, 1, red_cp=2),
        LimbName.ARMS: _limb(LimbName.ARMS, 2, 3),
        LimbName.TORSO: _limb(LimbName.TORSO, 4, 6),
        LimbName.LEGS: _limb(LimbName.LEGS, 5, red_cp=0),
    },
    equipment=(
        Equipment(
            name="Throwing knives",
            uses=(
                Use(
                    category=Category.SHOOTING,
                    bonus={Characteristic.CBT: 1},
                    effects={WeaponEffect.RANGE: 20, WeaponEffect.STRENGTH: 3},
                    uses=UseLimits(per_round=1, per_match=3),
                ),
            ),
        ),
    ),
    abilities=(
        Ability(
            name="Parting gift",
            kind=AbilityKind.ACTION,
            cost=Cost(ap=1, sp=2),
            limit=UseLimits(per_match=1),
            text="Everybody near him gains 1 Burn marker.",
        ),
    ),
)


def _text(entry: CardEntry, book: str = "en") -> str:
    sheet = TextSheet(Paint(colour=False))
    write_entry(sheet, WORDS, entry, book)
    return str(sheet)


def _markdown(entry: CardEntry) -> str:
    sheet = MarkdownSheet()
    write_entry(sheet, WORDS, entry, "en")
    return str(sheet)


def _page(text: str) -> str:
    return dedent(text).lstrip("\n")


def test_a_profile_shows_boxes_values_equipment_and_abilities() -> None:
    expected = _page("""
        Yuri, 25 points
        Jokers Gang; stigma of Chaos; human; base of 30 mm; value in other rulebooks: en
        20, de 20, it 20

        Limb   Die    CP            Normal  Wounded
        -----  -----  ------------  ------  -------
        Head   1      □□■■          PSI 4   3
        Arms   2–3    □□■           CBT 4   3
        Torso  4, 6   □□■           VIG 4   3
        Legs   5      □□            SPD 4   –
        □ white CP  ■ red CP

        Equipment
          - Throwing knives (Shooting): CBT +1 – Range (20), Str (3), 1/round, 3/match

        Special abilities
          Parting gift  (action, 1 AP, 2 SP, 1/match) Everybody near him gains 1 Burn
                        marker.
    """)
    assert expected == _text(YURI, "fr")


def test_a_profile_is_a_table_in_markdown() -> None:
    page = _markdown(YURI)

    assert page.startswith("# Yuri, 20 points\n")
    assert "| Head   | 1     | □□■■ | PSI 4    | 3         |" in page
    assert "- **Parting gift** (action, 1 AP, 2 SP, 1/match)" in page


def test_an_npf_has_a_level_and_needs_no_faction() -> None:
    rat = YURI.with_changes(name="Rat", factions=(), stigma=None, value=None, value_by_rulebook={}, level=1)

    assert _text(rat).startswith("Rat, level 1\nhuman; base of 30 mm\n")


def test_a_mission_says_who_may_play_it_what_happens_and_what_scores() -> None:
    mission = Mission(
        name="Let it burn",
        kind=MissionKind.REVEALED,
        deployment=Deployment.AMBUSH,
        symbol=Symbol(faction="Jokers Gang"),
        immediate="Place a marker.",
        objectives=(
            Objective(text="Something burns.", vp=1),
            Objective(text="Somebody fell.", vp=-2, counted="match"),
            Objective(text="1 VP for each idol.", counted="match"),
        ),
    )

    expected = _page("""
        Let it burn
        Revealed mission; Ambush; only for Jokers Gang

        When it is played
          - Place a marker.

        Objectives
          1 VP a round      Something burns.
          −2 VP at the end  Somebody fell.
          at the end        1 VP for each idol.
    """)
    assert expected == _text(mission)


@pytest.mark.parametrize("text", ["Hold out till the end.", "Hold out till the end"])
def test_what_an_objective_says_and_what_is_counted_are_one_sentence(text: str) -> None:
    counted = Objective(text=text, each=HowMany(vp=Owner.OWN))
    mission = Mission(
        name="Hold", kind=MissionKind.SECRET, deployment=Deployment.CONFRONTATION, objectives=(counted,)
    )

    assert "Hold out till the end; in play: " in _text(mission)


def test_a_mission_without_a_symbol_is_for_anybody() -> None:
    mission = Mission(
        name="Hold",
        kind=MissionKind.SECRET,
        deployment=Deployment.CONFRONTATION,
        objectives=(Objective(text="Stay."),),
    )

    assert "Secret mission; Confrontation; for any band" in _text(mission)
    chaos = mission.with_changes(symbol=Symbol(stigma=Stigma.CHAOS))
    assert "only for stigma of Chaos" in _text(chaos)


def test_a_tactical_card_names_its_special_rules() -> None:
    card = Tactic(name="Frost", tactical=True, first_round=True, cancellation=3, text="Everybody is cold.")

    expected = _page("""
        Frost
        Tactical card; Tactical, First round, Cancellation (3)

          - Everybody is cold.
    """)
    assert expected == _text(card)
    assert "no special rules" in _text(
        card.with_changes(tactical=False, first_round=False, cancellation=None)
    )


def test_scenery_shows_the_agreement_and_its_keywords() -> None:
    shed = Scenery(
        name="Net shed",
        outline=Outline(corners=((0, 0), (8, 0), (8, 6.5), (0, 6.5))),
        sight=SightBlocking.OBSTACLE,
        crossable=True,
        slow=True,
        keywords={"hiding": 2, "flammable": None},
        size="medium",
        cost=5,
    )

    expected = _page("""
        Net shed
        8 × 6.5 cm, 4 corners

          Basic rules  counts as an obstacle; may be crossed; slow ground
          Territory    a custom element; 5 points; medium; Hiding (2), Flammable
    """)
    assert expected == _text(shed)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("en", "Tree; 1 point; Flammable, Destruction (3), Obstacle (1)"),
        ("fr", "Tree; 5 points; small; Flammable, Destruction (3), Obstacle (1)"),
        ("de", "Tree, which this rulebook does not list; price by its size"),
    ],
)
def test_a_listed_element_brings_what_its_rulebook_says(key: str, said: str) -> None:
    tree = Scenery(name="Oak", outline=Outline(radius=1.5), element="tree")

    assert said in _text(tree, key)


@pytest.mark.parametrize(
    ("uses", "said"),
    [
        ((Use(category=Category.TECH),), "Thing (Tech)"),
        ((Use(category=Category.PR, protection={LimbName.HEAD: 1}),), "Thing (Pr): head +1"),
        (
            (
                Use(category=Category.PR, protection=dict.fromkeys(LimbName, 2), complete=True),
                Use(category=Category.TECH),
            ),
            "Thing (Pr/Tech): complete +2",
        ),
        (
            (
                Use(
                    category=Category.PROJECTILE,
                    effects={WeaponEffect.RANGE: 8, WeaponEffect.FEAR: 1, WeaponEffect.BURN: 2},
                ),
                Use(category=Category.BLAST, bonus={Characteristic.SPD: -1}, uses=UseLimits(per_match=1)),
            ),
            "Thing (Projectile/Blast): Projectile: Burn (2), Fear (1), Range (8); Blast: SPD −1 – 1/match",
        ),
    ],
)
def test_equipment_is_written_in_the_game_s_notation(uses: tuple[Use, ...], said: str) -> None:
    assert said == gear_notation(WORDS, Equipment(name="Thing", uses=uses))


def test_text_from_a_file_commands_neither_a_terminal_nor_a_log() -> None:
    assert one_paragraph("a\n  b\x1b[31m\u202ec") == "a b�[31m�c"
    assert one_paragraph("x ::error::y ##[group]z") == "x ::error::y #♯[group]z"


def test_no_line_is_wider_than_a_terminal() -> None:
    long = "Very Long And Rather Tiresome Name Of Somebody Who Is Not Here"
    gear = tuple(YURI.equipment[0].with_changes(name=long) for _ in range(3))
    fighter = YURI.with_changes(name=long, factions=(long, long), equipment=gear)
    piece = Scenery(name=long, outline=Outline(radius=3), element="bushes")

    assert max(len(line) for page in (_text(fighter), _text(piece)) for line in page.splitlines()) <= 80
