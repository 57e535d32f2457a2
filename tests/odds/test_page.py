"""Odds as a player reads them, page by page, and as a program reads them."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from duels import DODGE, ELENIA, RESPONSE, VLADD, YURI
from odds.profiles import Profile, blow, bomb, burst, flamer, gun, shot, table

from edencli.files.source import shipped_folder
from edencli.lang import Words
from edencli.match.match import Match
from edencli.model.card_words import HowMany, NumberWord
from edencli.model.effect import Adds
from edencli.model.fighter import Ability
from edencli.model.terms import AbilityKind, LimbName, Marker
from edencli.odds.attack import advise_shift, attack_odds, burn_odds
from edencli.odds.outcome import Odds
from edencli.odds.shifting import Policy
from edencli.output.sheet import Paint, TextSheet
from edencli.pages.odds_data import advice_data, attack_odds_data, burn_data
from edencli.pages.odds_page import (
    write_advice,
    write_attack_odds,
    write_burn_odds,
)
from edencli.rulebooks.values import rulebook
from edencli.transcript.phrases import average_text, round_quotient

PAGES = Path(__file__).parent / "pages"
WORDS = Words()

YURIS = Profile(white=(4, 6, 4, 4), red=(3, 5, 3, 4))
ELENIAS = Profile(white=(4, 4, 4, 5), white_cp=(2, 2, 3, 2), lost=(0, 0, 1, 0), guard=(1, 0, 0, 0))
GUN, BOMB, FLAMER = gun(2), bomb(2), flamer()


def face_to_face(book: str = "en", **facts: Any) -> Match:
    """Yuri, and Elenia who has a helmet and has lost a CP."""
    return table(rulebook(book), YURIS, ELENIAS, **facts)


def engaged() -> Match:
    """The same, under the German book, with red Vlädd in contact with Elenia."""
    return face_to_face("de", gear=GUN, others={VLADD: YURIS._replace(white_cp=(1, 1, 1, 1))})


def hindered() -> Match:
    """The same, when Elenia may neither dodge nor respond."""
    match = face_to_face()
    match.state_of(ELENIA).ap = 0
    match.state_of(ELENIA).markers[Marker.FEAR] = 1
    return match


def melee(sheet: TextSheet) -> None:
    """All reactions, staying passive in detail."""
    match = face_to_face()
    write_attack_odds(
        sheet, WORDS, attack_odds_data(WORDS, match, attack_odds(match, blow(), Policy.MAX_KILL))
    )


def response(sheet: TextSheet) -> None:
    """All reactions, the response in detail."""
    match = face_to_face()
    write_attack_odds(
        sheet,
        WORDS,
        attack_odds_data(WORDS, match, attack_odds(match, blow(), Policy.MAX_WOUNDS), detail=RESPONSE),
    )


def refused(sheet: TextSheet) -> None:
    """A target who can only stay passive."""
    match = hindered()
    write_attack_odds(sheet, WORDS, attack_odds_data(WORDS, match, attack_odds(match, blow())))


def shooting(sheet: TextSheet) -> None:
    """A shot past an obstacle into a melee."""
    match, act = engaged(), shot(GUN, obstacles=1, bystanders=(VLADD,))
    write_attack_odds(sheet, WORDS, attack_odds_data(WORDS, match, attack_odds(match, act, Policy.MAX_KILL)))


def explosion(sheet: TextSheet) -> None:
    """A thing that explodes under both."""
    match = face_to_face(gear=BOMB)
    write_attack_odds(
        sheet, WORDS, attack_odds_data(WORDS, match, attack_odds(match, burst(BOMB, ELENIA, YURI)))
    )


def nobody(sheet: TextSheet) -> None:
    """A blast over nobody."""
    match = face_to_face(gear=FLAMER)
    write_attack_odds(sheet, WORDS, attack_odds_data(WORDS, match, attack_odds(match, burst(FLAMER))))


def burning(sheet: TextSheet) -> None:
    """A burn marker."""
    match = face_to_face()
    write_burn_odds(sheet, WORDS, burn_data(match, burn_odds(match, ELENIA)))


def advice(sheet: TextSheet) -> None:
    """A known roll, still to be dodged."""
    match = face_to_face()
    write_advice(sheet, WORDS, advice_data(match, advise_shift(match, blow(), 5, 2, dodging=True)))


SHOWN = (melee, response, refused, shooting, explosion, nobody, burning, advice)


def page_of(write: Callable[[TextSheet], None]) -> str:
    """The page, without colour."""
    sheet = TextSheet(Paint(colour=False))
    write(sheet)
    return str(sheet)


@pytest.mark.parametrize("write", SHOWN, ids=lambda write: write.__name__)
def test_the_page_reads_as_it_should(write: Callable[[TextSheet], None]) -> None:
    expected = (PAGES / f"{write.__name__}.txt").read_text(encoding="utf-8")

    assert page_of(write) == expected


@pytest.mark.parametrize("write", SHOWN, ids=lambda write: write.__name__)
def test_no_line_is_longer_than_a_terminal_is_wide(write: Callable[[TextSheet], None]) -> None:
    assert max(map(len, page_of(write).splitlines())) <= 80


def test_every_page_that_is_kept_is_shown() -> None:
    assert {path.stem for path in PAGES.iterdir()} == {write.__name__ for write in SHOWN}


def outlook(match: Match, act: Any, policy: Policy = Policy.MAX_KILL) -> dict[str, Any]:
    """The data of a page."""
    return attack_odds_data(WORDS, match, attack_odds(match, act, policy))


def page(data: dict[str, Any]) -> str:
    """The page of some data, without colour, its lines joined."""
    sheet = TextSheet(Paint(colour=False))
    write_attack_odds(sheet, WORDS, data)
    return " ".join(str(sheet).split())


def test_the_first_sentence_says_what_a_response_risks_for_the_attacker() -> None:
    assert "With a response, Yuri goes out of action 3.7% of the time." in page(
        outlook(face_to_face(), blow())
    )
    assert "himself" not in page(outlook(hindered(), blow())), "she cannot respond"


def test_a_chance_below_one_in_a_hundred_is_told_as_one_in_so_many() -> None:
    match = table(rulebook("en"), Profile(white=(4, 1, 4, 4)), Profile(guard=(1, 1, 1, 1)))
    match.state_of(ELENIA).lost = {LimbName.HEAD: 3}
    data = outlook(match, blow(), Policy.NONE)
    data["results"][0]["fates"][0]["out"], data["results"][0]["denominator"] = 1, 338

    assert "0.3% (1 in 338) if passive" in page(data)


def test_the_best_reaction_weighs_the_targets_end_against_the_attackers() -> None:
    """Held against the fractions of all three, worked out here from the rows."""
    for seed in range(12):
        one, other = (Profile(white=(4, 3 + (seed * n) % 5, 4, 3 + seed % 3)) for n in (1, 3))
        data = outlook(table(rulebook("en"), one, other), blow())

        def worth(result: dict[str, Any]) -> tuple[Fraction, Fraction]:
            out = lost = 0
            for row in result["joint"]:
                ends = dict(zip(result["fields"], row, strict=True))
                for sign, limb, cp in ((-1, "limb", "cp_lost"), (1, "attacker_limb", "attacker_cp_lost")):
                    struck = ends.get(limb)
                    cps = 4 if struck else 0  # every limb of these has 4 CP
                    out += sign * ends["weight"] * (struck is not None and ends[cp] == cps)
                    lost += sign * ends["weight"] * ends.get(cp, 0)
            return Fraction(out, result["denominator"]), Fraction(lost, result["denominator"])

        assert data["best"] == max(data["results"], key=worth)["reaction"]


def test_what_a_weapon_lays_is_told_with_how_often() -> None:
    """A blast is certain; who is put out bears no marker."""
    fire = flamer(burn=2)
    match = face_to_face(gear=fire)
    data = outlook(match, burst(fire, ELENIA))

    assert data["lays"] == [{"marker": "burn", "n": 2}]
    assert "Flamer gives 2 burn markers to a fighter it hits and leaves in action: 100% for Elenia." in page(
        data
    )


def test_a_shot_lays_its_markers_on_whom_it_hurts_and_leaves_standing() -> None:
    tar = gun(2, fear=1)
    match = face_to_face(gear=tar)
    fate = outlook(match, shot(tar))["results"][0]["fates"][0]

    assert fate["laid"] == fate["hurt"] - fate["out"] > 0


def bearing(*effects: Any) -> Match:
    """Elenia with a permanent ability that has these effects."""
    match = face_to_face()
    ability = Ability(name="Thick skin", kind=AbilityKind.PERMANENT, text="Wounds bounce.", effects=effects)
    match.state_of(ELENIA).card = match.state_of(ELENIA).card.with_changes(abilities=(ability,))
    return match


def test_a_card_of_words_alone_is_named_and_the_page_calls_itself_not_exact() -> None:
    told = page(outlook(bearing(), blow()))

    assert "Not exact: Thick skin (Elenia) may change the odds." in told
    assert "Exact odds" not in told


def test_a_card_that_adds_to_a_number_is_counted_and_not_named() -> None:
    told = page(outlook(bearing(Adds(to=NumberWord("vig"), by=HowMany(n=1))), blow()))

    assert "Exact odds" in told
    assert "Thick skin" not in told


def test_json_says_what_the_odds_rest_on() -> None:
    data = outlook(engaged(), shot(GUN, obstacles=1, bystanders=(VLADD,)))

    assert data["attack"]["obstacles"] == 1
    assert [one["fighter"] for one in data["fighters"]] == ["red Yuri", "blue Elenia", "red Vlädd"]
    assert data["fighters"][1]["state"].startswith("torso:1")


def test_a_long_name_is_cut_where_its_column_ends() -> None:
    match = face_to_face()
    longer = ELENIA._replace(name="Elenia of the Seventh House of the Hundred Lamps")
    match.state.fighters[longer] = match.state.fighters.pop(ELENIA)
    sheet = TextSheet(Paint(colour=False))

    write_attack_odds(
        sheet, WORDS, attack_odds_data(WORDS, match, attack_odds(match, blow().with_changes(target=longer)))
    )

    assert "Elenia of the Seventh …   Yuri" in str(sheet)


def outlooks() -> list[tuple[Match, Any]]:
    """An outlook of every kind, with its match."""
    match, melee_under_siege, fire = face_to_face(gear=GUN), engaged(), face_to_face(gear=BOMB)
    return [
        (match, attack_odds(match, blow(), Policy.MAX_KILL)),
        (hindered(), attack_odds(hindered(), blow())),
        (match, attack_odds(match, shot(GUN), Policy.MAX_WOUNDS)),
        (melee_under_siege, attack_odds(melee_under_siege, shot(GUN, bystanders=(VLADD,)))),
        (fire, attack_odds(fire, burst(BOMB, ELENIA, YURI))),
    ]


@pytest.mark.parametrize("number", range(5))
def test_odds_as_data_are_as_their_schema_says_and_sum_to_their_denominator(number: int) -> None:
    data = attack_odds_data(WORDS, *outlooks()[number])

    validate({"schema": 1, **data})
    for result in data["results"]:
        assert sum(row[-1] for row in result["joint"]) == result["denominator"]
        assert all(len(row) == len(result["fields"]) for row in result["joint"])


def test_the_exact_fractions_can_be_read_from_the_data() -> None:
    match = face_to_face()
    outlook = attack_odds(match, blow(), Policy.MAX_KILL)

    data = attack_odds_data(WORDS, match, outlook)

    for result, odds in zip(data["results"], outlook.results, strict=True):
        assert isinstance(odds, Odds)
        assert {tuple(row[:-1]): Fraction(row[-1], result["denominator"]) for row in result["joint"]} == {
            _row(harms, odds): Fraction(n, odds.denominator) for harms, n in odds.joint.items()
        }


def _row(harms: Any, odds: Odds) -> tuple[Any, ...]:
    names = [f"{body.piece.side} {body.piece.name}" for body in odds.bodies]
    return tuple(part for name, harm in zip(names, harms, strict=True) for part in (name, *harm))


def test_reactions_that_are_not_allowed_are_left_out_of_the_data_with_their_rule() -> None:
    match = hindered()

    data = attack_odds_data(WORDS, match, attack_odds(match, blow()))

    assert [result["reaction"] for result in data["results"]] == ["passive"]
    assert [(one["reaction"], one["rule"], one["reason"]) for one in data["refused"]] == [
        (DODGE, "action.cost", "too-few-ap"),
        (RESPONSE, "state.fear", "afraid"),
    ]


def test_a_miss_into_a_melee_is_the_targets() -> None:
    match = engaged()
    outlook = attack_odds(match, shot(GUN, bystanders=(VLADD,)))

    (result,) = attack_odds_data(WORDS, match, outlook)["results"]

    misses = [row for row in result["joint"] if row[1] is None]
    assert [row[:3] for row in misses] == [["blue Elenia", None, 0]]
    assert {row[0] for row in result["joint"]} == {"blue Elenia", "red Vlädd"}


def test_burning_and_advice_as_data_are_as_their_schema_says() -> None:
    match = face_to_face(gear=GUN)

    validate({"schema": 1, **burn_data(match, burn_odds(match, ELENIA))})
    for advice in (advise_shift(match, shot(GUN), 4, 2), advise_shift(match, blow(), 4, 2, dodging=True)):
        validate({"schema": 1, **advice_data(match, advice)})


def validate(data: Any) -> None:
    """Insist that data is as the schema says, once it was written and read."""
    schema = json.loads((shipped_folder("schemas") / "odds.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(json.dumps(data)))


@pytest.mark.parametrize(
    ("total", "per", "shown"),
    [(0, 7, "-"), (1, 1, "1.00"), (5, 4, "1.25"), (1, 3, "0.33"), (2, 3, "0.67"), (1, 1000, "0.00")],
)
def test_an_average_has_two_decimals(total: int, per: int, shown: str) -> None:
    assert average_text(total, per) == shown


@pytest.mark.parametrize(("total", "per", "whole"), [(1, 2, 1), (1, 3, 0), (2, 3, 1), (5, 2, 3), (0, 9, 0)])
def test_halves_are_rounded_up(total: int, per: int, whole: int) -> None:
    assert round_quotient(total, per) == whole
