"""How a band is made up: one symbol, a budget, nobody twice, decks it may play, and what it begins with."""

import pytest
from rule_report import note

from edencli.model.fighter import Equipment, Fighter, Limb, Use
from edencli.model.game import Band, Mission, Symbol, Tactic
from edencli.model.terms import Category, Deployment, LimbName, MissionKind, Stigma, WeaponEffect
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.band import Finding, band_totals, check_band

EN, FR = rulebook("en"), rulebook("fr")
FACES = {LimbName.HEAD: (1,), LimbName.ARMS: (2, 3), LimbName.TORSO: (4, 5), LimbName.LEGS: (6,)}


def fighter(name: str, **card: object) -> Fighter:
    psi = card.pop("psi", 3)
    limbs = {
        limb: Limb(name=limb, faces=faces, white_cp=2, red_cp=0, white=psi, red=psi)  # type: ignore[arg-type]
        for limb, faces in FACES.items()
    }
    printed = {"factions": ("Jokers Gang",), "stigma": Stigma.CHAOS, "value": 20, **card}
    return Fighter(name=name, types=("human",), base=30, limbs=limbs, **printed)  # type: ignore[arg-type]


def band(*fighters: Fighter, **more: object) -> Band:
    given = {"symbol": Symbol(faction="Jokers Gang"), "rulebook": None, "budget": None, **more}
    return Band(name="The Rust Gang", fighters=fighters, **given)  # type: ignore[arg-type]


def mission(name: str, symbol: Symbol | None = None) -> Mission:
    return Mission(
        name=name, kind=MissionKind.SECRET, deployment=Deployment.AMBUSH, symbol=symbol, objectives=()
    )


def tactic(name: str) -> Tactic:
    return Tactic(name=name, tactical=True, first_round=False, cancellation=None, text="…")


def found(checked: Band, book: Rulebook = EN) -> list[tuple[str, tuple[str | int, ...]]]:
    """What is found, as (rule, path); the rules are noted as cited."""
    findings = [(finding.rule, finding.path) for finding in check_band(checked, book)]
    note(findings)
    return findings


YURI, MIRKA = fighter("Yuri"), fighter("Mirka")


def test_a_band_of_one_faction_within_its_budget_is_good(book: Rulebook) -> None:
    assert check_band(band(YURI, MIRKA), book) == ()


@pytest.mark.rule("band.faction")
def test_every_fighter_of_a_faction_band_needs_its_symbol(book: Rulebook) -> None:
    ilona = fighter("Sister Ilona", factions=("Matriarchy of Sybille",))

    assert found(band(YURI, ilona), book) == [("band.faction", ("fighters", 1))]


@pytest.mark.rule("band.faction")
def test_a_faction_that_nobody_has_and_that_is_nearly_everybody_s_is_one_slip(book: Rulebook) -> None:
    symbol = Symbol(faction="Jokres Gang")
    decks = (mission("A", Symbol(faction="Jokers Gang")), mission("B", Symbol(stigma=Stigma.CHAOS)))

    assert found(band(YURI, MIRKA, symbol=symbol), book) == [("band.faction", ("faction",))]
    assert [one.values["nearest"] for one in check_band(band(YURI, MIRKA, symbol=symbol), book)] == [
        "Jokers Gang"
    ]
    assert found(band(YURI, symbol=symbol, missions=decks), book) == [
        ("band.faction", ("faction",)),
        ("mission.symbol", ("missions", 1)),
    ]


def test_a_faction_that_nobody_has_and_that_is_like_no_other_is_said_of_each() -> None:
    symbol = Symbol(faction="Xylophones")

    assert found(band(YURI, MIRKA, symbol=symbol)) == [
        ("band.faction", ("fighters", 0)),
        ("band.faction", ("fighters", 1)),
    ]


@pytest.mark.parametrize(
    ("symbol", "told"), [(Symbol(faction="Convoy"), "Convoy"), (Symbol(stigma=Stigma.ORDER), Stigma.ORDER)]
)
def test_a_mission_of_another_symbol_is_told_with_that_symbol(symbol: Symbol, told: object) -> None:
    (finding,) = check_band(band(YURI, MIRKA, missions=(mission("A", symbol),)), EN)

    assert (finding.rule, finding.values) == ("mission.symbol", {"name": "A", "symbol": told})


def test_a_finding_says_who_what_was_wanted_and_what_is_there() -> None:
    ilona = fighter("Sister Ilona", factions=("Matriarchy of Sybille", "Convoy"))

    assert check_band(band(YURI, ilona), EN) == (
        Finding(
            rule="band.faction",
            path=("fighters", 1),
            values={
                "name": "Sister Ilona",
                "symbol": "Jokers Gang",
                "own": ("Matriarchy of Sybille", "Convoy"),
            },
        ),
    )


def test_one_of_several_faction_symbols_is_enough_and_case_does_not_matter() -> None:
    deserter = fighter("Deserter", factions=("I.S.C.", "JOKERS GANG"))

    assert found(band(YURI, deserter)) == []


def test_a_faction_that_no_book_names_is_allowed() -> None:
    own = fighter("Old Tom", factions=("Millers of the Dam",))

    assert found(band(own, symbol=Symbol(faction="Millers of the Dam"))) == []


@pytest.mark.rule("band.stigma")
def test_every_fighter_of_a_stigma_band_needs_its_symbol_whatever_his_faction(book: Rulebook) -> None:
    ilona = fighter("Sister Ilona", factions=("Matriarchy of Sybille",))
    vladd = fighter("Vlädd", stigma=Stigma.DESTRUCTION)

    assert found(band(YURI, ilona, vladd, symbol=Symbol(stigma=Stigma.CHAOS)), book) == [
        ("band.stigma", ("fighters", 2))
    ]


@pytest.mark.rule("band.budget")
def test_exactly_the_budget_is_allowed_and_not_one_point_more(book: Rulebook) -> None:
    assert found(band(fighter("A", value=40), fighter("B", value=60)), book) == []
    assert found(band(fighter("A", value=40), fighter("B", value=61)), book) == [
        ("band.budget", ("fighters", 1))
    ]


def test_going_over_the_budget_is_shown_at_the_fighter_who_does() -> None:
    over = band(fighter("A", value=80), fighter("B", value=35), fighter("C", value=10))

    assert check_band(over, EN) == (
        Finding(rule="band.budget", path=("fighters", 1), values={"total": 125, "budget": 100, "points": 35}),
    )


def test_a_budget_of_the_players_comes_before_the_book_s() -> None:
    assert found(band(fighter("A", value=150), budget=150)) == []
    assert found(band(fighter("A", value=60), budget=50)) == [("band.budget", ("fighters", 0))]


def test_a_value_that_differs_by_book_counts_as_the_book_in_use_prints_it() -> None:
    yuri = fighter("Yuri", value=20, value_by_rulebook={"fr": 25})
    checked = band(yuri, fighter("B", value=80))

    assert found(checked, EN) == []
    assert found(checked, FR) == [("band.budget", ("fighters", 1))]


@pytest.mark.rule("band.unique")
def test_nobody_is_in_a_band_twice(book: Rulebook) -> None:
    twice = band(YURI, MIRKA, YURI.with_changes(name="yûri"))

    assert found(twice, book) == [("band.unique", ("fighters", 2))]


@pytest.mark.rule("mission.symbol")
def test_a_mission_with_a_symbol_is_for_bands_made_up_by_it(book: Rulebook) -> None:
    own, other = Symbol(faction="Jokers Gang"), Symbol(faction="Clan Bamaka")
    shared = Symbol(stigma=Stigma.CHAOS)  # all the fighters have it, but it was not chosen
    deck = (mission("A"), mission("B", own), mission("C", other), mission("D", shared))

    assert found(band(YURI, missions=deck), book) == [
        ("mission.symbol", ("missions", 2)),
        ("mission.symbol", ("missions", 3)),
    ]


def test_a_stigma_band_plays_missions_of_its_stigma_and_no_faction_s() -> None:
    chaos = Symbol(stigma=Stigma.CHAOS)
    decks = (mission("A", chaos), mission("B", Symbol(faction="Jokers Gang")))

    assert found(band(YURI, symbol=chaos, missions=decks)) == [("mission.symbol", ("missions", 1))]


@pytest.mark.rule("mission.different", "tactical.name")
def test_a_deck_holds_no_card_twice(book: Rulebook) -> None:
    decks = band(
        YURI, missions=(mission("Mutiny"), mission("mutiny")), tactics=(tactic("Smoke"), tactic("Smoke"))
    )

    assert found(decks, book) == [("mission.different", ("missions", 1)), ("tactical.name", ("tactics", 1))]


@pytest.mark.parametrize("effect", ["poison", "slowdown"])
def test_an_effect_that_a_book_does_not_have_is_a_warning_and_no_refusal(effect: str) -> None:
    needle = Use(
        category=Category.SHOOTING,
        effects={WeaponEffect.RANGE: 20, WeaponEffect.STRENGTH: 2, WeaponEffect(effect): 1},
    )
    armed = fighter("Yuri", equipment=(Equipment(name="Needle", uses=(needle,)),))

    assert check_band(band(armed), FR) == ()
    assert check_band(band(armed), EN) == (
        Finding(
            rule=f"gear.{effect}",
            path=("fighters", 0),
            values={"name": "Yuri", "equipment": "Needle", "book": "en"},
            warns=True,
        ),
    )


def test_a_faction_band_has_the_sum_of_psi_in_sp_and_a_stigma_band_half_of_it_rounded_up() -> None:
    fighters = [fighter("A", psi=6), fighter("B", psi=4), fighter("C", psi=3)]

    assert band_totals(band(*fighters), EN).sp == 13
    assert band_totals(band(*fighters, symbol=Symbol(stigma=Stigma.CHAOS)), EN).sp == 7


def test_a_band_s_sums_are_its_value_its_budget_and_the_hand_of_each_possible_leader() -> None:
    whole = band_totals(band(fighter("A", psi=4, value=40), fighter("B", psi=2, value=15), budget=80), EN)

    assert (whole.total, whole.budget, whole.hands) == (55, 80, (("A", 4), ("B", 2)))
