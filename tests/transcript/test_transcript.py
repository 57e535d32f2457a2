"""The transcript of a match: pleasant to read, the same everywhere, and every line knows where it is from."""

import json
from pathlib import Path

import pytest
from duels import BLUE, ELENIA, PASSIVE, PROJECTILE, RED, VLADD, YURI, fighter, item, use
from matches import active, tactic
from pictures.scenes import SCENES
from small_match import Played, bids, ends, play, strikes

from edencli import __version__
from edencli.bots.random_player import RandomPlayer, play_out
from edencli.lang import Words
from edencli.match.events import ApSpent, Event, Used
from edencli.match.pieces import Piece, Side
from edencli.match.table_events import (
    AbilityUsed,
    Agreed,
    ApGiven,
    MatchEnded,
    Moved,
    Passed,
    StepBegun,
    VpScored,
)
from edencli.model.lexicon import FighterLexicon
from edencli.referee.dice import SeededDice
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import rulebook
from edencli.rules.agreement import CHANGES
from edencli.transcript.chronicle import TranscriptHeader
from edencli.transcript.event_data import event_data
from edencli.transcript.event_sentences import event_rules
from edencli.transcript.transcript import AuthorNote, TranscriptLine, json_lines, transcript_lines

TRANSCRIPTS = Path(__file__).parent / "transcripts"
WORDS = Words("en")
HEADER = TranscriptHeader(rulebook="en", cards="0123456789abcdef", step="activation", round=2)


def lines_of(
    played: Played, *, side: Side | None = None, cite: bool = False, notes: tuple[AuthorNote, ...] = ()
) -> list[TranscriptLine]:
    return transcript_lines(
        played.match.log,
        played.header,
        WORDS,
        played.names,
        side=side,
        cite=cite,
        moves=played.moves,
        notes=notes,
    )


def text(lines: list[TranscriptLine]) -> str:
    """The text of a transcript, whatever version told it."""
    told = "".join(f"{line.text}\n" for line in lines)
    return told.replace(f"  words     {__version__}\n", "  words     0.0.0\n")


def told(*events: Event, header: TranscriptHeader = HEADER, side: Side | None = None) -> list[str]:
    """What stands in the gutter of a transcript of these events, and in the sums at its end."""
    lines = transcript_lines(events, header, WORDS, FighterLexicon([YURI, VLADD, ELENIA]), side=side)
    start = next(n for n, line in enumerate(lines) if line.text == "Activations")
    return [line.text for line in lines[start + 1 :]]


def untold(played: Played) -> list[Event]:
    """The events that no line tells; a step in which nothing happens has none."""
    covered = {number for line in lines_of(played) for number in line.events}
    return [
        event
        for number, event in enumerate(played.match.log)
        if number not in covered and not isinstance(event, StepBegun)
    ]


def golden(name: str) -> str:
    return (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCENES)
def test_a_match_reads_as_its_golden_transcript_does(name: str) -> None:
    assert text(lines_of(SCENES[name]())) == golden(name)


def test_a_transcript_can_cite_its_rules() -> None:
    assert text(lines_of(SCENES["duel"](), cite=True)) == golden("duel.cited")


def test_a_transcript_can_be_what_one_player_saw() -> None:
    assert text(lines_of(SCENES["preparation"](), side=RED)) == golden("preparation.red")


def test_every_golden_transcript_belongs_to_a_scene() -> None:
    assert {path.stem.partition(".")[0] for path in TRANSCRIPTS.iterdir()} == set(SCENES)


@pytest.mark.parametrize("name", SCENES)
def test_every_event_is_told_by_some_line(name: str) -> None:
    assert untold(SCENES[name]()) == []


@pytest.mark.parametrize("name", SCENES)
def test_no_line_is_long_or_begins_with_a_name(name: str) -> None:
    names = [piece.name for piece in SCENES[name]().match.state.fighters]
    lines = [line.text for line in lines_of(SCENES[name](), cite=True)]

    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line.startswith(tuple(names))] == []
    assert [line for line in lines if line != line.rstrip()] == []


def test_a_line_knows_the_move_that_caused_it_and_its_rules() -> None:
    played = SCENES["duel"]()
    line = next(line for line in lines_of(played) if "charges 7 cm" in line.text)
    events = [played.match.log[number] for number in line.events]

    assert line.move == 6
    assert [type(event) for event in events if isinstance(event, Moved)] == [Moved]
    assert {rule for event in events for rule in event_rules(event)} >= {"action.cost", "action.charge"}


def test_what_is_paid_stands_beside_what_it_pays_for() -> None:
    spent = ApSpent(rule="action.cost", fighter=YURI, n=1, act="action.move")
    moved = Moved(rule="action.move", fighter=YURI, how="move", path=((0, 0), (1_000, 0)), cost=1_000)

    assert told(spent, moved)[0] == " 1 AP │ Yuri moves 1 cm to 1, 0."


def test_ap_that_a_card_takes_are_told_and_pay_for_nothing() -> None:
    taken = ApSpent(rule="card-over-rule", fighter=YURI, n=1, act="card-over-rule")
    moved = Moved(rule="action.move", fighter=YURI, how="move", path=((0, 0), (1_000, 0)), cost=1_000)

    assert told(taken, moved)[:2] == [
        "      │ Yuri loses 1 AP.",
        "      │ Yuri moves 1 cm to 1, 0.",
    ]


def test_an_explosion_without_a_success_is_not_said_to_succeed() -> None:
    bomb = item("Bomb", use(PROJECTILE, range=15, explosive=2))
    places = {YURI: (10.0, 30.0), ELENIA: (20.0, 30.0)}
    game = active(rulebook("en"), places, cards={YURI: fighter(gear=[bomb])})

    lines = told(*game.play("Yuri throws Bomb at Elenia", "11").match.log)

    assert any("no success" in line for line in lines)
    assert not any("succeeds" in line for line in lines)


def test_an_ability_that_costs_nothing_is_cited_where_it_is_told() -> None:
    events = [
        Passed(rule="activation.pass", side=RED, forced=False),
        Used(rule="action.ability", fighter=ELENIA, what="ability.Order"),
        AbilityUsed(rule="ability.action", fighter=ELENIA, ability="Order"),
    ]
    lines = transcript_lines(events, HEADER, WORDS, FighterLexicon([YURI, ELENIA]), cite=True)

    (cited,) = [line.text for line in lines if "action.ability" in line.text]
    assert "Order" in cited


def test_what_was_paid_for_nothing_is_told_all_the_same() -> None:
    spent = ApSpent(rule="action.cost", fighter=YURI, n=1, act="action.move")
    step = StepBegun(rule="activation", step="activation")
    passed = Passed(rule="activation.pass", side=RED, forced=False)

    assert told(spent, step, passed)[:3] == [
        "      │ Yuri pays 1 AP to move.",
        "      │",
        "      │ Red passes.",
    ]
    assert told(spent)[0] == "      │ Yuri pays 1 AP to move."


def test_what_was_agreed_stands_under_the_agreement() -> None:
    agreed = Agreed(rule="card-over-rule", what="ap")
    given = ApGiven(rule="card-over-rule", fighter=YURI, n=1)
    passed = Passed(rule="activation.pass", side=RED, forced=False)

    assert told(agreed, given, passed)[:3] == [
        "      │ By agreement:",
        "      │   Yuri gains 1 AP.",
        "      │ Red passes.",
    ]
    assert told(agreed, passed)[:2] == [
        "      │ By agreement, the card changes nothing.",
        "      │ Red passes.",
    ]


AGREEMENTS = {
    "ap": "Yuri gains 2 AP",
    "sp": "red gains 1 SP",
    "vp": "red gains 1 VP",
    "cp": "Yuri loses 1 CP in the arms",
    "marker": "Elenia takes 1 poison",
    "place": "Yuri is placed at 12, 20",
    "removed": "Yuri leaves the field",
    "token": "token Grave at 20, 21",
    "card": "red plays Lure",
    "rounds": "the match is longer by 1",
}


@pytest.mark.parametrize("what", [what for what in CHANGES if what != "look"])
def test_whatever_was_agreed_and_done_stands_under_the_agreement(what: str) -> None:
    lure = tactic("Lure").with_changes(tactical=False)
    before = {RED: {"sp": 5, "leader": YURI, "hand": ("Lure",)}}
    places = {YURI: (10, 30), VLADD: (10, 50), ELENIA: (30, 30)}
    game = active(rulebook("en"), places, tactics={RED: [lure]}, before=before)

    game.play(f"by agreement: {AGREEMENTS[what]}")
    lines = [line.strip() for line in told(*game.match.log)]
    at = lines.index("│ By agreement:")
    assert lines[at + 1].partition("│")[2].startswith("   "), "what follows is set in under it"


def test_an_author_speaks_in_the_gutter_before_what_he_speaks_of() -> None:
    played = SCENES["shot"]()
    number = next(n for n, event in enumerate(played.match.log) if isinstance(event, ApSpent))
    lines = [line.text for line in lines_of(played, notes=(AuthorNote(number, "Now watch."),))]

    at = lines.index("      │ “Now watch.”")
    assert lines[at + 1] == " 1 AP │ Yuri shoots at Elenia with Knives."


def test_a_match_that_began_at_a_position_says_what_was_scored_before() -> None:
    ended = MatchEnded(rule="match.victory", why="match.rounds", winner=RED, red=5, blue=2)
    lines = told(
        Passed(rule="activation.pass", side=RED, forced=False),
        VpScored(rule="r", side=RED, n=3, why="card-over-rule"),
        ended,
        header=HEADER._replace(vp=(2, 2)),
    )

    at = lines.index("Score")
    assert lines[at + 1 : at + 4] == [
        "      │ Before: red 2 VP, blue 2 VP.",
        "      │ Round 2: red +3 VP.",
        "      │ In all: red 5 VP, blue 2 VP.",
    ]


def test_what_was_scored_before_for_a_secret_mission_stays_its_players_secret() -> None:
    passed = Passed(rule="activation.pass", side=RED, forced=False)
    header = HEADER._replace(vp=(1, 2), secret=(RED,))

    assert "      │ In all: red 1 VP, blue 2 VP." in told(passed, header=header, side=RED)
    assert "      │ In all: red unknown VP, blue 2 VP." in told(passed, header=header, side=BLUE)


def test_the_head_says_what_a_match_was_played_with() -> None:
    header = TranscriptHeader(
        rulebook="de",
        cards="0123456789abcdef",
        seed=7,
        game="Low \x1bwater",
        red="The Horde",
        blue="The Askaris",
        optional="fr",
        chapters=("weather",),
        rulings={"joint-blocking": True},
    )
    lines = [line.text for line in transcript_lines([], header, WORDS, FighterLexicon([]), side=BLUE)]

    assert lines[:11] == [
        "edencli transcript, format 1",
        "  game      Low \N{REPLACEMENT CHARACTER}water",
        "  rulebook  German rulebook (basic rules)",
        "  optional  fr",
        "  chapters  weather",
        "  rulings   joint-blocking true",
        "  red       The Horde",
        "  blue      The Askaris",
        "  cards     0123456789abcdef",
        "  seed      shown when the match is over",
        "  seen by   blue",
    ]
    by_all = [line.text for line in transcript_lines([], header, WORDS, FighterLexicon([]))]
    assert "  seed      7" in by_all


def test_json_lines_are_the_same_events_as_data() -> None:
    played = SCENES["duel"]()
    first, *rest = map(json.loads, json_lines(played.match.log, played.header))

    assert (first["kind"], first["schema"], first["rulebook"], first["seen_by"]) == (
        "transcript",
        1,
        "en",
        None,
    )
    assert rest == [
        {"number": f"e{n}"} | event_data(event) for n, event in enumerate(played.match.log, start=1)
    ]


def test_lengths_and_places_are_centimetres_as_data() -> None:
    moved = Moved(rule="r", fighter=YURI, how="move", path=((0, 0), (12_500, 30_001)), cost=9_804)

    assert event_data(moved) == {
        "kind": "moved",
        "rule": "r",
        "fighter": "red Yuri",
        "how": "move",
        "path": [[0.0, 0.0], [12.5, 30.001]],
        "cost": 9.804,
    }


@pytest.mark.parametrize("key", BOOKS)
def test_a_random_match_is_told_whole(key: str) -> None:
    played = play(book=key, step="setup.1-reveal")
    play_out(played.referee, RandomPlayer(played.match, seed=5, agreements=True), SeededDice(5))
    lines = lines_of(played)

    assert untold(played) == []
    assert max(len(line.text) for line in lines) <= 80
    assert not [line.text for line in lines if "{" in line.text or "None" in line.text]


def test_the_same_match_has_the_same_transcript() -> None:
    assert text(lines_of(SCENES["duel"]())) == text(lines_of(SCENES["duel"]()))


def test_namesakes_keep_their_sides_in_a_transcript() -> None:
    double = Piece(BLUE, "Yuri")
    event = Passed(rule="activation.pass", side=RED, forced=False)
    moved = Moved(rule="r", fighter=double, how="move", path=((0, 0), (1_000, 0)), cost=1_000)
    lines = transcript_lines([event, moved], HEADER, WORDS, FighterLexicon([YURI, double]))

    assert "      │ blue Yuri moves 1 cm to 1, 0." in [line.text for line in lines]


def test_a_dead_end_of_a_match_is_summed_up_so_far() -> None:
    answers = [*bids(0, 1), strikes(ELENIA, YURI), ("melee.reaction", PASSIVE), ends()]
    played = play(answers, "6661 4", places={YURI: (20, 20), ELENIA: (20, 23)})
    lines = [line.text for line in lines_of(played)]

    assert [line for line in lines if line.startswith("━━ So far")]
    assert "      │ Red: Yuri 3 CP." in lines
