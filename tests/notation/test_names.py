"""Names that are only begun, and parts of names: one name of the whole match, or all are named."""

from typing import Any

import pytest
from notation.scene import BLUE, ELENIA, MIRKA, NAMES, RED, VLADD, YURI, deed_of, match

from edencli.match.match import Match
from edencli.match.questions import OrderChoice, Question
from edencli.notation.errors import Ambiguous, Unreadable, Unsuited
from edencli.notation.names import MatchNames, setup_names
from edencli.notation.reader import parse_line, read_answer
from edencli.notation.writer import write_answer
from edencli.rules.questions import Activation, CancelChoice


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Yuri attacks ele", "red Yuri attacks Elenia"),
        ("Yuri s el", "red Yuri shoots Elenia with Throwing knives"),
        ("Yuri shoots ulr of hol", "Ûlrika"),
        ("Yuri shoots ulr with thr kn", "red Yuri shoots Ûlrika of the Hollow with Throwing knives"),
        ("Yuri throws mol at el", "red Yuri throws Molotov cocktail at 20, 10"),
        ("Yuri climbs ol oa", "red Yuri climbs Old oak"),
        ("Yuri moves 3 towards ele", "red Yuri moves to 13, 10"),
        ("by agreement: ele gains 1 AP", "by agreement: Elenia gains 1 AP"),
    ],
)
def test_a_name_may_be_only_begun(typed: str, meant: str) -> None:
    made = match(chapters=("territory",))
    question = deed_of(made)

    if meant == "Ûlrika":  # a small word of a name begins none
        with pytest.raises(Unreadable):
            read_answer(typed, made, question)
    else:
        assert write_answer(read_answer(typed, made, question), made, question) == meant


def _refused(text: str, made: Match, question: Question[Any] | None = None) -> tuple[str, ...]:
    """All names that a line may mean."""
    with pytest.raises(Ambiguous) as found:
        read_answer(text, made, question or deed_of(made))
    assert found.value.message == "which-name"
    meanings: Any = found.value.values["meanings"]
    return tuple(meanings)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Yuri attacks mo", ("Molotov cocktail", "Mona")),
        ("Yuri throws mo at Elenia", ("Molotov cocktail", "Mona")),
        ("Yuri climbs cr", ("Crate 7", "Crate 8")),
        ("Yuri climbs Crate", ("Crate 7", "Crate 8")),
        ("Yuri climbs Old", ("Old Rags", "Old oak")),
        ("Yuri charges Old", ("Old Rags", "Old oak")),
        ("Yuri charges rag", ("Mirka Rag-Doll", "Old Rags")),
        ("Yuri moves 3 towards mo", ("Molotov cocktail", "Mona")),
        ("by agreement: Mo gains 1 AP", ("Molotov cocktail", "Mona")),
        ("Mo stays", ("Molotov cocktail", "Mona")),
    ],
)
def test_a_beginning_must_be_that_of_one_name_in_the_whole_match(
    text: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of those that could not stand there: a fighter, and what another carries."""
    made = match()
    fighters = {piece: state.card for piece, state in made.state.fighters.items()}
    mona, rags = ELENIA._replace(name="Mona"), ELENIA._replace(name="Old Rags")
    also = fighters | {mona: fighters[ELENIA], rags: fighters[ELENIA]}
    known = setup_names(also, made.setup)
    monkeypatch.setattr("edencli.notation.reader.match_names", lambda _: known)

    assert _refused(text, made) == names


def test_a_whole_name_is_meant_though_others_begin_so(monkeypatch: pytest.MonkeyPatch) -> None:
    made = match()
    known = MatchNames({**NAMES.fighters, ELENIA._replace(name="Elenia Two"): NAMES.fighters[ELENIA]})
    monkeypatch.setattr("edencli.notation.reader.match_names", lambda _: known)

    assert read_answer("Yuri attacks Elenia", made, deed_of(made)).target == ELENIA


def test_a_part_of_a_name_that_both_sides_have_is_one_name() -> None:
    twins = {MIRKA: NAMES.fighters[MIRKA], MIRKA._replace(side=BLUE): NAMES.fighters[MIRKA]}
    (reading,) = parse_line("Mirka attacks Rag-D", MatchNames(twins))

    assert set(reading.values["ENEMY"]) == set(twins)
    assert not hasattr(reading.values["ENEMY"], "names")


def test_an_exact_reading_comes_before_what_is_only_begun() -> None:
    """“Yuri stays” is a Move of 0 cm, and no beginning of anything."""
    made, designates = match(), Activation(asked=RED, options=(YURI, VLADD))

    assert read_answer("red activates vl", made, designates) == VLADD
    with pytest.raises(Unsuited):
        read_answer("Vlädd stays", made, designates)


@pytest.mark.parametrize(
    ("text", "answer"), [("red picks ele", 0), ("red picks bad", 1), ("red picks bad wa", 1)]
)
def test_what_is_listed_may_be_begun(text: str, answer: int) -> None:
    order = OrderChoice(asked=RED, options=range(2), names=(ELENIA, "Bad water"))

    assert read_answer(text, match(), order) == answer


def test_a_card_that_was_played_may_be_begun() -> None:
    question = CancelChoice(asked=BLUE, card="Smoke pots", price=1, options=(True,))

    assert read_answer("blue cancels smo", match(), question) is True
    with pytest.raises(Unsuited):
        read_answer("blue cancels du", match(), question)


def test_cards_of_the_opponent_make_no_beginning_doubtful() -> None:
    """Red may not learn that blue could hold a “Smoke screen”."""
    decks = {RED: ["Smoke pots", "Duck"], BLUE: ["Smoke screen"]}

    readings = parse_line("red plays smo", MatchNames(NAMES.fighters, cards=decks))

    assert {reading.values.get("CARD", "Smoke pots") for reading in readings} == {"Smoke pots"}


@pytest.mark.parametrize("text", ["Yuri attacks 7", "Yuri climbs 7", "Yuri attacks to", "Yuri attacks at"])
def test_numbers_and_words_of_the_moves_begin_no_name(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_line(text, NAMES)
