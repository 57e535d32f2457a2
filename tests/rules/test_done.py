"""Every rule has a test in every rulebook that has it."""

import pytest
from rule_report import gaps, mark, shown, texts, uncited

from edencli.match.events import ApSpent
from edencli.match.pieces import Piece, Side
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS
from edencli.rules.questions import LocationRoll

YURI = Piece(Side.RED, "Yuri")


def test_every_rule_is_shown_in_every_rulebook_that_has_it() -> None:
    """A rule that is added to the catalogue, or to a book, and that no test shows, is missed here."""
    assert gaps(sorted(catalogue.every_rule())) == {}


def test_a_rule_that_no_test_shows_is_missed_by_its_books(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = catalogue.every_rule()["gear.poison"]._replace(id="gear.rust")
    monkeypatch.setattr(catalogue, "find_rule", {"gear.rust": fresh}.get)
    monkeypatch.setattr("rule_report.shown", set)

    assert gaps(["gear.rust"]) == {"gear.rust": ["fr"]}


def test_a_mark_is_read_as_it_is_written() -> None:
    here = {(id_, book) for id_, book in shown() if id_ == "gear.poison"}

    assert here == {("gear.poison", "fr")}


def test_a_procedure_that_was_not_cited_is_told() -> None:
    claim = [mark("melee.dodge", "gear.bonus", books="en fr")]

    assert uncited(claim, "en", set()) == ["melee.dodge"]
    assert uncited(claim, "en", {"melee.dodge"}) == []
    assert uncited(claim, "de", set()) == []


def test_a_mark_that_names_no_book_means_all_that_have_the_rule() -> None:
    assert mark("gear.poison").in_books() == {"fr"}
    assert mark("melee.dodge").in_books() == set(BOOKS)


def test_a_mark_on_a_book_that_lacks_the_rule_is_refused() -> None:
    with pytest.raises(pytest.UsageError, match=r"en has no rule gear\.poison"):
        uncited([mark("gear.poison", books="en")], "en", set())
    with pytest.raises(pytest.UsageError, match=r"no rule melee\.doge"):
        uncited([mark("melee.doge")], "en", set())


def test_a_rule_is_cited_anywhere_in_an_event_or_a_question() -> None:
    event = ApSpent(rule="action.cost", fighter=YURI, n=1, act="melee.dodge")
    question = LocationRoll(asked=Side.RED, by=None, dice=1, step="melee.location")

    assert {"action.cost", "melee.dodge"} <= set(texts(event))
    assert {"roll.location", "melee.location"} <= set(texts([question]))
