"""The practice opponent and the optional chapters: heights, hiding, dangers, mist, nobody's fighters."""

from fractions import Fraction
from typing import Any

import pytest
from contests import play_on
from duels import BLAST, ELENIA, PROJECTILE, SHOOTING, VLADD, YURI, fighter, item, use
from matches import At, Game, active, among, element
from random_matches import COMBINATIONS, begin_match

from edencli.bots.appraisal import Threats, value_per_cp
from edencli.bots.steady import choose_answer
from edencli.bots.steady_acts import ActIdeas, ReasonedAnswer
from edencli.bots.steady_places import scenery_harm, scenery_moves
from edencli.field.distance import in_contact
from edencli.match.pieces import Piece, Side
from edencli.match.rules_api import why_not
from edencli.model.fighter import Equipment
from edencli.model.terms import Marker, WeatherName
from edencli.referee.view import match_seen_by
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.acts import Charge, Extinguish, Move
from edencli.rules.ground import base, footprint
from edencli.rules.heights import Climb, Leap
from edencli.rules.hiding import Hide
from edencli.rules.npfs import ProwlQuestion
from edencli.rules.territory import ShotAtScenery

KNIVES, RIFLE = item("Knives", use(SHOOTING, range=10, strength=4)), item("Rifle", use(SHOOTING, strength=4))
AWAY: At = (55, 55)
CHARGE = rulebook("fr").actions.charge.distance or 0


def thought_of(game: Game) -> ReasonedAnswer:
    """What he would answer now."""
    question = game.referee.question
    assert question is not None
    assert question.asked is not None
    return choose_answer(match_seen_by(game.match, question.asked), question)


# ── scenery ──────────────────────────────────────────────────────────────────────────────────────────────


def at_tower(book: Rulebook, climbing: int, start: At = (25.5, 30)) -> Game:
    """Yuri with knives before a tower, an enemy beyond it just out of their reach from its foot."""
    tower = element("Tower", radius=3, elevation=None, climbing=climbing, obstacle=1)
    cards = {YURI: fighter(gear=[KNIVES], cbt=5), ELENIA: fighter()}
    return among(book, {YURI: start, ELENIA: (39, 30)}, tower, cards=cards)


def test_he_climbs_where_he_can_strike_from_above() -> None:
    thought = thought_of(at_tower(rulebook("fr"), 3))

    assert isinstance(thought.answer, Climb)
    assert thought.why == "climb"


def test_he_does_not_climb_where_he_would_rather_fall() -> None:
    """With SPD 4 against 9, two in three attempts and more end on the ground."""
    assert not isinstance(thought_of(at_tower(rulebook("fr"), 9)).answer, Climb)


def test_the_chance_of_a_climb_and_its_risk_are_the_exact_ones() -> None:
    """Four dice for SPD and four for VIG, each good from 4 on; who fails both is wounded in all limbs."""
    game = at_tower(rulebook("en"), 4)

    (climb,) = (one for one in scenery_moves(game.match, YURI) if isinstance(one.act, Climb))

    assert climb.chance == 1 - Fraction(1, 16)
    assert climb.risk == Fraction(1, 16) * Fraction(1, 16) * 4 * value_per_cp(game.match, YURI)


def test_he_goes_to_what_he_may_climb() -> None:
    """The tower is a Move away, and from its top the enemy is in reach."""
    game = at_tower(rulebook("fr"), 2)
    far = at_tower(rulebook("fr"), 2, start=(17, 30))

    assert isinstance(thought_of(game).answer, Climb)
    thought = thought_of(far)
    assert (thought.why, thought.answer.path[-1]) == ("to-climb", (25_500, 30_000))


@pytest.mark.parametrize("book", ["en", "fr", "it", "pt"])
def test_he_hides_from_a_rifle_and_stays_hidden(book: str) -> None:
    cards = {YURI: fighter(), ELENIA: fighter(gear=[RIFLE], cbt=5)}
    bush = element("Bush", radius=3, hiding=2)
    game = among(rulebook(book), {YURI: (25.5, 30), ELENIA: (25, 58)}, bush, cards=cards)
    thought = thought_of(game)
    assert isinstance(thought.answer, Hide)

    game.referee.answer(thought.answer)

    assert game[YURI].hidden == "Bush"
    assert thought_of(game).answer is None


def test_he_leaves_what_would_hurt_him() -> None:
    pool = element("Pool", radius=3, mephitic_vapours=2)
    game = among(rulebook("fr"), {YURI: (25.5, 30), ELENIA: AWAY}, pool)
    assert scenery_harm(game.match, YURI, base(game.match, YURI)) > 0

    act = thought_of(game).answer

    assert isinstance(act, Move)
    there = base(game.match, YURI).moved_to(act.path[-1])
    assert not in_contact(there, footprint(game.match, "Pool"))


def test_a_danger_is_worth_what_it_does() -> None:
    game = among(rulebook("en"), {YURI: (25.5, 30), ELENIA: AWAY}, element("Pool", radius=3, corrosion=None))

    assert scenery_harm(game.match, YURI, base(game.match, YURI)) == 0, "he wears nothing that corrodes"


def test_he_does_not_jump_to_his_death() -> None:
    pit = element("Pit", radius=2, jump=9)
    game = among(rulebook("en"), {YURI: (26.5, 30), ELENIA: (40, 30)}, pit, cards={YURI: fighter(spd=2)})
    assert any(isinstance(one.act, Leap) for one in scenery_moves(game.match, YURI))

    assert not isinstance(thought_of(game).answer, Leap)


# ── fire ─────────────────────────────────────────────────────────────────────────────────────────────────

TORCH = item("Torch", use(SHOOTING, range=30, strength=1, burn=1))


def at_barn(book: str, *inside: Piece, red: At = (10, 30)) -> Game:
    """Yuri with a torch to shoot, some others inside a barn that burns well."""
    barn = element("Barn", radius=5, flammable=None, occupation=None, destruction=9)
    places = {YURI: red, ELENIA: (55, 5), **dict(zip(inside, [(28.4, 30), (31.6, 30)], strict=False))}
    return among(rulebook(book), places, barn, cards={YURI: fighter(gear=[TORCH], cbt=1)})


@pytest.mark.parametrize(
    ("inside", "razes"), [((ELENIA,), True), ((ELENIA, VLADD), False), ((VLADD,), False), ((), False)]
)
def test_he_sets_fire_to_scenery_only_where_that_hurts_the_others_more(
    inside: tuple[Piece, ...], *, razes: bool
) -> None:
    """Who is inside when it catches fire is driven out and wounded in every limb."""
    thought = thought_of(at_barn("fr", *inside))

    assert isinstance(thought.answer, ShotAtScenery) is razes
    assert (thought.why == "raze") is razes


def burning(*, raised: bool) -> Game:
    """Yuri at a hut that burns, or upon it; nobody else is near."""
    hut = element("Hut", radius=3, flammable=None, climbing=2, elevation=None)
    game = among(rulebook("fr"), {YURI: (30, 30) if raised else (25.5, 30), ELENIA: AWAY}, hut)
    game.state.scenery["Hut"] = game.state.scenery["Hut"]._replace(burn=1)
    game[YURI].raised = "Hut" if raised else None
    return game


@pytest.mark.parametrize("raised", [False, True])
def test_he_comes_away_from_what_burns(*, raised: bool) -> None:
    game = burning(raised=raised)
    act = thought_of(game).answer

    assert isinstance(act, Move)
    assert not in_contact(base(game.match, YURI).moved_to(act.path[-1]), footprint(game.match, "Hut"))


@pytest.mark.parametrize(("markers", "vig", "puts_out"), [(1, 1, True), (3, 4, True), (1, 6, False)])
def test_he_puts_out_a_fire_that_endangers_him(markers: int, vig: int, *, puts_out: bool) -> None:
    """Nobody whose VIG is 6 is hurt by it."""
    cards = {YURI: fighter(vig=vig)}
    game = active(rulebook("en"), {YURI: (5, 5), ELENIA: AWAY}, cards=cards)
    game[YURI].markers = {Marker.BURN: markers}

    assert isinstance(thought_of(game).answer, Extinguish) is puts_out


# ── mist, and nobody's fighters ──────────────────────────────────────────────────────────────────────────


def charged_from(far: float, *weather: str) -> bool:
    """Whether he would charge somebody that far off, a tape's measure."""
    sky = {"chapters": ("weather",), "before": {None: {"weather": tuple(map(WeatherName, weather))}}}
    cards = {YURI: fighter(cbt=6), ELENIA: fighter(vig=2)}
    game = active(rulebook("fr"), {YURI: (10, 30), ELENIA: (13 + far, 30)}, cards=cards, **sky)
    return isinstance(thought_of(game).answer, Charge)


def test_he_measures_where_he_may() -> None:
    assert charged_from(CHARGE - 0.1)
    assert not charged_from(CHARGE + 0.1)


def test_in_the_mist_he_judges_by_eye() -> None:
    """A hair more or less than his reach is the same to the eye; far too far is not."""
    assert charged_from(CHARGE - 0.1, "mist") == charged_from(CHARGE + 0.1, "mist")
    assert charged_from(CHARGE - 5, "mist")
    assert not charged_from(CHARGE + 5, "mist")


GUN = item("Gun", use(SHOOTING, range=20, strength=5))
LAUNCHER = item("Launcher", use(SHOOTING, range=20, strength=4, explosive=4))
GRENADE = item("Grenade", use(PROJECTILE, range=15, explosive=5))
FLAMER = item("Flamer", use(BLAST, explosive=5))
MIST = {"chapters": ("weather",), "before": {None: {"weather": (WeatherName.MIST,)}}}


def weighed(weapon: Equipment, far: float, beside: float, **sky: Any) -> tuple[object, ...]:
    """What attacks are worth on somebody that far off, a friend beside the target, and the choice."""
    cards = {YURI: fighter(cbt=6, gear=[weapon]), VLADD: fighter(vig=1), ELENIA: fighter(vig=2)}
    places = {YURI: (10, 30), ELENIA: (13 + far, 30), VLADD: (13 + far, 33 + beside)}
    game = active(rulebook("fr"), places, cards=cards, **sky)
    attacks = ActIdeas(Threats(match_seen_by(game.match, Side.RED)), YURI).attacks()
    chosen = thought_of(game)
    return [(one.why, one.worth) for one in attacks], type(chosen.answer), chosen.about


def named(value: object) -> str | None:
    return value.name if isinstance(value, Equipment) else None


@pytest.mark.parametrize(
    ("weapon", "far", "beside"),
    [
        (GUN, (19.9, 20.1), (9, 9)),
        (GUN, (14.9, 15.1), (9, 9)),
        (LAUNCHER, (19.9, 20.1), (9, 9)),
        (LAUNCHER, (12, 12), (4.9, 5.1)),
        (LAUNCHER, (12, 12), (3.4, 3.6)),
        (GRENADE, (13.4, 13.6), (9, 9)),
        (GRENADE, (12, 12), (4.9, 5.1)),
        (GRENADE, (12, 12), (3.4, 3.6)),
        (FLAMER, (9.9, 10.1), (9, 9)),
        (FLAMER, (8, 8), (0.9, 1.1)),
    ],
    ids=named,
)
def test_a_hair_that_no_eye_sees_changes_no_choice_in_the_mist(
    weapon: Equipment, far: tuple[float, float], beside: tuple[float, float]
) -> None:
    """Reaches, whom an explosion covers, whom a blast: what a tape tells is not known before it is paid."""
    one, other = (weighed(weapon, *at, **MIST) for at in zip(far, beside, strict=True))

    assert one == other


@pytest.mark.parametrize(
    ("weapon", "reach"), [(GUN, 20), (LAUNCHER, 20), (GRENADE, 13.5), (FLAMER, 10)], ids=named
)
def test_where_he_may_measure_a_hair_matters(weapon: Equipment, reach: float) -> None:
    assert weighed(weapon, reach - 0.1, 9) != weighed(weapon, reach + 0.1, 9)


@pytest.mark.parametrize("side", Side)
def test_he_sends_nobodys_fighters_at_the_other_side(side: Side) -> None:
    """They stand between the two, and prowl away from whoever sends them."""
    rat = fighter().with_changes(name="Rat", level=1)
    places = {YURI: (30, 10), ELENIA: (30, 50), Piece(None, "Rat"): (30, 30)}
    game = Game(
        rulebook("en"), places, cards={Piece(None, "Rat"): rat}, chapters=("infestation",), step="activation"
    )
    match = game.match
    match.state.step = "activation"
    question = ProwlQuestion(
        asked=side,
        fighter=Piece(None, "Rat"),
        optional=True,
        objection=lambda act: why_not(match, act),
    )

    prowl = choose_answer(match_seen_by(match, side), question).answer

    assert (prowl.path[-1].y > 30_000) == (side is Side.RED)


# ── every combination ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("number", range(1, len(COMBINATIONS)))
def test_he_plays_every_combination_of_chapters_to_its_end(book: str, number: int) -> None:
    match = begin_match(book, number)
    assert match.setup.chapters == COMBINATIONS[number]

    assert list(play_on(match, number, against_chance=True))

    assert match.log[-1].kind == "match-ended"
