"""The doors through which cards and optional chapters will change the rules: do, value, why_not, ask."""

from collections.abc import Callable, Iterable, Sequence

import pytest
from duels import (
    BLUE,
    CBT,
    DODGE,
    ELENIA,
    HEAD,
    PASSIVE,
    RESPONSE,
    YURI,
    Duel,
    fighter,
)
from listeners import Card, loses, spends

from edencli.match.events import (
    ApSpent,
    AttackBegun,
    CpLost,
    Event,
    Left,
)
from edencli.match.match import Act, Listener, Match, Procedure, Query, Trigger
from edencli.match.reasons import Amount, Part, Refusal
from edencli.match.rules_api import ask, do, total_value, value, why_not
from edencli.match.state import Gone
from edencli.model.terms import Quantity
from edencli.referee.answers import IllegalAnswer
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.acts import Attack, Dodge, Melee
from edencli.rules.questions import UseChoice

EN = rulebook("en")


def test_a_price_of_its_own_is_asked_of_each_act_and_not_taken_from_others_of_its_kind() -> None:
    match = Duel(EN).match
    usual = Melee(fighter=YURI, target=ELENIA)
    prices = [
        total_value(match, Query(Quantity.AP, YURI, act))
        for act in (usual, usual.with_changes(price=3), usual.with_changes(free=True), usual)
    ]

    assert prices == [1, 3, 0, 1]


PAID = ApSpent(rule="action.cost", fighter=YURI, n=1, act="action.attack")


def test_a_change_that_nobody_hears_of_is_done_and_written_down() -> None:
    duel = Duel(EN)

    assert duel.play(do(duel.match, PAID)) == PAID
    assert duel[YURI].ap == 2
    assert duel.match.log == [PAID]


def test_a_listener_puts_another_change_in_its_place() -> None:
    duel = Duel(EN, listeners=[Card(ApSpent, instead=lambda paid: paid.with_changes(n=2))])

    done = duel.play(do(duel.match, PAID))

    assert done == PAID.with_changes(n=2)
    assert (duel[YURI].ap, duel.match.log) == (1, [done])


def test_listeners_replace_one_after_the_other() -> None:
    double = Card(ApSpent, instead=lambda paid: paid.with_changes(n=paid.n * 2))  # type: ignore[attr-defined]
    more = Card(ApSpent, instead=lambda paid: paid.with_changes(n=paid.n + 1))  # type: ignore[attr-defined]

    duel = Duel(EN, listeners=[double, more])

    assert duel.play(do(duel.match, PAID)) == PAID.with_changes(n=3)


def test_what_a_listener_forbids_does_not_happen_and_sets_nothing_off() -> None:
    forbids = Card(ApSpent, instead=lambda _: None)
    never = Card(ApSpent, instead=lambda _: pytest.fail("asked after it was forbidden"))
    follows = Card(ApSpent, then=loses(YURI))
    duel = Duel(EN, listeners=[forbids, never, follows])

    assert duel.play(do(duel.match, PAID)) is None
    assert (duel[YURI].ap, duel.match.log) == (3, [])


def test_a_trigger_sees_what_really_happened() -> None:
    seen: list[Event] = []
    duel = Duel(EN, listeners=[Card(ApSpent, instead=lambda paid: paid.with_changes(n=2))])

    class Watch(Listener):
        def triggers(self, match: Match, event: Event) -> Sequence[Trigger]:  # noqa: ARG002
            seen.append(event)
            return ()

    duel.match.add_listeners([Watch()])
    duel.play(do(duel.match, PAID))

    assert seen == [PAID.with_changes(n=2)]


def test_a_listener_is_called_for_the_kinds_that_it_names_alone() -> None:
    class Choosy(Listener):
        def replaces(self, kind: type[Event]) -> bool:
            return kind is Left

        def hears(self, kind: type[Event]) -> bool:
            return kind is CpLost

        def replace(self, match: Match, change: Event) -> Procedure[Event | None]:  # noqa: ARG002
            yield from ()
            called.append(("replace", change.kind))
            return change

        def triggers(self, match: Match, event: Event) -> Sequence[Trigger]:  # noqa: ARG002
            called.append(("triggers", event.kind))
            return ()

    called: list[tuple[str, str]] = []
    duel = Duel(EN, listeners=[Choosy()])

    for change in (
        PAID,
        CpLost(rule="wound.cp-loss", victim=ELENIA, limbs={HEAD: 1}),
        Left(rule="wound.removed", fighter=ELENIA, why=Gone.REMOVED),
    ):
        duel.play(do(duel.match, change))

    assert called == [("triggers", "cp-lost"), ("replace", "left")]


def test_a_trigger_may_ask_a_player() -> None:
    def offer(match: Match) -> Procedure[None]:
        question = UseChoice(asked=BLUE, card="Gift", options=(True, False), optional=True)
        if (yield from ask(question)):
            yield from do(match, Left(rule="wound.removed", fighter=ELENIA, why=Gone.REMOVED))

    duel = Duel(EN, listeners=[Card(CpLost, then=offer)])

    duel.strikes("4111  2")
    assert duel.match.is_on_field(ELENIA)

    duel.play(
        do(duel.match, CpLost(rule="wound.cp-loss", victim=ELENIA, limbs={HEAD: 1})),
        answers={"ability.cost": True},
    )
    assert duel[ELENIA].gone is Gone.REMOVED


@pytest.mark.rule("simultaneous")
def test_the_first_player_orders_what_is_set_off_at_the_same_time(book: Rulebook) -> None:
    cards = [Card(AttackBegun, then=spends(ELENIA, n), name=f"takes {n}") for n in (1, 2)]
    duel = Duel(book, listeners=[*cards, Card(AttackBegun, then=spends(YURI, 2), name="takes Yuri's")])
    duel.match.state.first_player = BLUE

    duel.strikes("1111", reaction=None, order=[2, 1])

    asked = [question for question in duel.asked if question.rule == "simultaneous"]
    assert [question.asked for question in asked] == [BLUE, BLUE]
    assert [question.about["names"] for question in asked] == [
        ("takes 1", "takes 2", "takes Yuri's"),
        ("takes 1", "takes 2"),
    ]
    taken = [(event.fighter, event.n) for event in duel.events(ApSpent)[1:]]
    assert taken == [(YURI, 2), (ELENIA, 2), (ELENIA, 1)]


def test_what_a_trigger_sets_off_comes_before_the_other_triggers() -> None:
    first = Card(AttackBegun, then=spends(ELENIA, 1), name="one")
    second = Card(AttackBegun, then=spends(YURI, 1), name="two")
    echo = Card(ApSpent, then=loses(ELENIA))
    duel = Duel(EN)
    duel.match.add_listeners([first, second, echo])

    duel.play(
        do(duel.match, AttackBegun(rule="melee.target", attacker=YURI, target=ELENIA, how="melee")),
        answers={"simultaneous": 0},
    )

    assert [event.kind for event in duel.match.log] == [
        "attack-begun",
        "ap-spent",
        "left",
        "ap-spent",
        "left",
    ]


def test_a_number_that_nobody_gives_is_nothing() -> None:
    duel = Duel(EN)

    assert value(duel.match, Query("luck", YURI)) == Amount(())
    assert value(duel.match, Query("luck", YURI)).total == 0


def test_a_sum_and_its_explanation_are_the_same_list() -> None:
    duel = Duel(EN, fighter(cbt=3))
    duel.match.contributors.append(
        lambda _, query: [Part("card-over-rule", -5, "Curse")] if query.what == CBT else []
    )

    amount = value(duel.match, Query(CBT, YURI))

    assert amount.parts == (Part("card.characteristic", 3, "cbt"), Part("card-over-rule", -5, "Curse"))
    assert amount.total == 0


@pytest.mark.rule("action.per-round")
def test_a_contributor_may_allow_a_third_attack(book: Rulebook) -> None:
    def frenzy(_: Match, query: Query) -> Iterable[Part]:
        if query.what == "per-round" and isinstance(query.act, Attack) and query.fighter == YURI:
            yield Part("card-over-rule", 1, "Frenzy")

    duel = Duel(book)
    duel.match.contributors.append(frenzy)

    for _ in range(3):
        duel.strikes("1111")
    assert duel[YURI].ap == 0

    duel[YURI].ap = 1
    refusal = duel.refusal(Melee(fighter=YURI, target=ELENIA))
    assert refusal is not None
    assert (refusal.rule, refusal.about["limit"]) == ("action.per-round", 3)


def test_a_contributor_may_change_a_price() -> None:
    def nimble(_: Match, query: Query) -> Iterable[Part]:
        if query.what == "ap" and isinstance(query.act, Dodge):
            yield Part("card-over-rule", -1, "Nimble")

    duel = Duel(EN)
    duel.match.contributors.append(nimble)
    duel[ELENIA].ap = 0

    duel.strikes("4111  2  4111", DODGE)

    assert duel[ELENIA].lost == {}


def test_what_nobody_objects_to_is_allowed() -> None:
    duel = Duel(EN)

    assert why_not(duel.match, Act(fighter=YURI)) is None


def test_the_first_objection_is_the_reason() -> None:
    def objector(rule: str) -> Callable[[Match, Act], Refusal | None]:
        return lambda _, __: Refusal(rule=rule, reason="card-forbids", about={})

    duel = Duel(EN)
    duel.match.declaration_objectors = [lambda _, __: None, objector("state.fear"), objector("state.rage")]

    assert why_not(duel.match, Act(fighter=YURI)) == Refusal(
        rule="state.fear", reason="card-forbids", about={}
    )


def test_an_objector_takes_a_reaction_away() -> None:
    def rooted(_: Match, act: Act) -> Refusal | None:
        return (
            Refusal(rule="card-over-rule", reason="card-forbids", about={})
            if isinstance(act, Dodge)
            else None
        )

    duel = Duel(EN)
    duel.match.declaration_objectors.append(rooted)

    with pytest.raises(IllegalAnswer) as illegal:
        duel.strikes("", DODGE)
    assert illegal.value.refusal.reason == "card-forbids"
    assert duel.asked[0].allowed_options() == [PASSIVE, RESPONSE]  # type: ignore[attr-defined]
