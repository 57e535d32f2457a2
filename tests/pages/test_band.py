"""A band's sheet: what each fighter is worth under a rulebook, and what the band begins with."""

from textwrap import dedent

from edencli.lang import Words
from edencli.model.fighter import Equipment, Fighter, Limb, Use
from edencli.model.game import Band, Symbol, Tactic
from edencli.model.terms import CHARACTERISTIC_OF, Category, LimbName, Stigma, WeaponEffect
from edencli.output.sheet import MarkdownSheet, Paint, Sheet, TextSheet
from edencli.pages.band_page import band_data, write_band
from edencli.rulebooks.values import Rulebook, rulebook


def band_sheet(band: Band, book: Rulebook, sheet: Sheet | None = None) -> str:
    """The sheet of a band as text, unless on another sheet."""
    sheet = sheet or TextSheet(Paint(colour=False))
    write_band(sheet, Words(), band_data(band, book))
    return str(sheet)


def _fighter(name: str, psi: int, value: int, **worth: int) -> Fighter:
    limbs = {
        limb: Limb(
            name=limb,
            faces=(n,),
            white_cp=2,
            red_cp=n % 2,
            white=psi if CHARACTERISTIC_OF[limb] == "psi" else 5,
            red=3 if n % 2 else 5,
        )
        for n, limb in enumerate(LimbName, start=1)
    }
    return Fighter(
        name=name,
        factions=("Jokers Gang",),
        stigma=Stigma.CHAOS,
        types=("human",),
        value=value,
        value_by_rulebook=worth,
        base=30,
        limbs=limbs,
    )


KNIVES = Equipment(
    name="Throwing knives",
    uses=(Use(category=Category.SHOOTING, effects={WeaponEffect.RANGE: 20, WeaponEffect.STRENGTH: 3}),),
)
BAND = Band(
    name="The Rust Gang",
    rulebook=None,
    symbol=Symbol(faction="Jokers Gang"),
    budget=None,
    fighters=(
        _fighter("Yuri", 4, 20, fr=25).with_changes(equipment=(KNIVES,)),
        _fighter("Vlädd", 3, 30),
    ),
    tactics=(Tactic(name="Duck", tactical=False, first_round=False, cancellation=None, text="Down."),),
)


def test_a_sheet_shows_the_fighters_and_what_the_band_begins_with() -> None:
    expected = dedent("""\
        The Rust Gang
        Jokers Gang; French rulebook (3rd edition)

        Fighter               Value  PSI  CBT  VIG  RAP  Equipment
        --------------------  -----  ---  ---  ---  ---  ------------------------------
        Yuri                  25     4/3  5    5/3  5    Throwing knives
        Vlädd                 30     3/3  5    5/3  5    –
        white/red: normal and wounded; one number where the limb is never wounded

          Value    55 of 100 points
          PS       7 in reserve
          Hand     a number of tactical cards equal to the leader's PSI: Yuri 4, Vlädd 3
          Tactics  Duck
    """)
    assert expected == band_sheet(BAND, rulebook("fr"))


def test_a_stigma_halves_the_reserve_and_says_so() -> None:
    sheet = band_sheet(BAND.with_changes(symbol=Symbol(stigma=Stigma.CHAOS)), rulebook("en"))

    assert "stigma of Chaos; English rulebook" in sheet
    assert "SP       4 in reserve, half of 7 because it is a stigma band" in sheet


def test_a_band_over_its_budget_is_told_so() -> None:
    assert "its budget is 40" in band_sheet(BAND.with_changes(budget=40), rulebook("en"))
    assert "its budget" not in band_sheet(BAND, rulebook("en"))


def test_markdown_is_ready_to_paste() -> None:
    sheet = band_sheet(BAND, rulebook("en"), MarkdownSheet())

    assert sheet.startswith("# The Rust Gang\n\nJokers Gang; English rulebook")
    assert "| Yuri      | 20      | 4/3   |" in sheet
    assert "- **Value** 50 of 100 points" in sheet


def test_colour_changes_no_word() -> None:
    import re  # noqa: PLC0415  # only here

    coloured = band_sheet(BAND, rulebook("en"), TextSheet(Paint(colour=True)))

    assert coloured != band_sheet(BAND, rulebook("en"))
    assert re.sub(r"\x1b\[\d+m", "", coloured) == band_sheet(BAND, rulebook("en"))


def test_programs_get_the_same_sums() -> None:
    data = band_data(BAND, rulebook("fr"))

    assert (data["value"], data["budget"], data["sp"]) == (55, 100, 7)
    assert data["hands"] == {"Yuri": 4, "Vlädd": 3}
    assert data["symbol"] == {"faction": "Jokers Gang"}
