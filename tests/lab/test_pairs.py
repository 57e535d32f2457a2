"""Pairs of matches: derived from the seed alone, on one table, with the sides changed."""

import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from math import dist, inf
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from simulated import PLAN, given_up, pair_of, played, tally_pairs

import edencli
from edencli.lab import engine, pairs, tables
from edencli.lab.engine import play_pairs
from edencli.lab.pairs import PairPlayer, PairResult, SimulationPlan, results_digest
from edencli.lab.seeds import derive_seed
from edencli.lab.tally import CHECKPOINT, RunGoal, Tally


def test_a_pair_does_not_depend_on_what_was_played_before() -> None:
    assert PairPlayer(PLAN).play(2) == played()[2]


def test_two_processes_play_the_same_pairs_in_the_same_order() -> None:
    assert tuple(play_pairs(PLAN, range(3), jobs=2)) == played()


def test_every_pair_has_dice_of_its_own_and_so_has_each_leg() -> None:
    digests = {leg.digest for pair in played() for leg in pair.legs}

    assert len(digests) == 2 * len(played())
    assert all(pair.counts for pair in played())


def test_seeds_differ_by_each_of_their_parts() -> None:
    made = [derive_seed(*parts) for parts in [(7, 1, 1, "dice"), (7, 1, 2, "dice"), (7, 2, 1, "dice")]]

    assert len({*made, derive_seed(7, 1, 1, "first"), derive_seed(71, 1, 1, "dice")}) == 5
    assert derive_seed(7, 1, 1, "dice") == 14380786871625065302


def apart(one: dict[str, Any], other: dict[str, Any]) -> float:
    """How far apart a piece of scenery stands on two tables; turned otherwise, it is another piece."""
    return dist(one["at"], other["at"]) if one.get("turn") == other.get("turn") else inf


def fighters_of(game: edencli.Game, side: str) -> set[str]:
    return {name.removeprefix(f"{side} ") for name in game.position["fighters"] if name.startswith(side)}


def test_both_legs_are_played_on_one_table_with_the_sides_changed() -> None:
    player = PairPlayer(PLAN)
    games = [player.begin_leg(n, leg)[0] for n in (0, 1) for leg in pairs.LEGS]
    tables_of = [game.position["scenery"] for game in games]
    bands = [{side: fighters_of(game, side) for side in edencli.Side} for game in games]

    assert tables_of[0].keys() == tables_of[1].keys() != set()
    assert all(apart(one, tables_of[1][name]) <= 12 for name, one in tables_of[0].items())
    assert tables_of[0].keys() != tables_of[2].keys() or tables_of[0] != tables_of[2]
    assert bands[0]["red"] == bands[1]["blue"] != bands[0]["blue"] == bands[1]["red"]


def test_a_player_follows_its_band_to_the_other_side() -> None:
    player = PairPlayer(PLAN._replace(players=("random", "steady")))
    seats = [player.begin_leg(0, leg)[1] for leg in pairs.LEGS]
    kinds = [[type(one).__name__ for one in bots._players.values()] for bots in seats]

    assert kinds == [["RandomPlayer", "SteadyPlayer"], ["SteadyPlayer", "RandomPlayer"]]


def test_a_piece_that_a_marker_is_in_the_way_of_is_placed_near_by() -> None:
    game = edencli.Game.from_file("samples/games/first-duel.yaml", moves=False)
    piece = tables.PlacedScenery("Old oak", (20, 30.5), 45.0)
    moves = list(piece.moves())

    assert not game.is_over
    assert moves[0] == "places Old oak at 20,30.5 turned 45"
    assert moves[1:3] == ["places Old oak at 19,30.5 turned 45", "places Old oak at 20,29.5 turned 45"]
    assert len(moves) == len(set(moves)) == 625


def test_a_band_that_changes_its_side_keeps_its_player_and_its_score() -> None:
    """The score is that of the first band, which is red in the first leg and blue in the second."""
    player = PairPlayer(PLAN)
    for leg, side in zip(pairs.LEGS, edencli.Side, strict=True):
        game, bots = player.begin_leg(1, leg)
        while not game.is_over:
            bots.answer()
        result = played()[1].legs[leg - 1]
        assert result.margin == game.score[side] - game.score[side.other]
        assert result.score == (1 if game.winner is None else 2 * (game.winner is side))


def test_a_match_that_does_not_end_is_given_up_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "MOST_ANSWERS", 20)
    pair = PairPlayer(PLAN).play(0)

    assert [leg.given_up for leg in pair.legs] == ["bound"] * 2
    assert not pair.counts


def test_a_match_that_breaks_is_given_up_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("of a die")

    monkeypatch.setattr(pairs, "lay_table", fail)
    pair = PairPlayer(PLAN).play(0)

    assert [(leg.given_up, leg.why) for leg in pair.legs] == [("broken", "ZeroDivisionError: of a die")] * 2


def test_the_identity_of_results_depends_on_all_of_them_but_not_on_their_order() -> None:
    results = played()

    assert results_digest(reversed(results)) == results_digest(results)
    assert results_digest(results[1:]) != results_digest(results)
    assert results_digest([pair_of(0, 2, 0)]) != results_digest([pair_of(0, 0, 2)])
    assert results_digest([pair_of(0, 2, 0, margin=1)]) != results_digest([pair_of(0, 2, 0)])


def test_a_worker_that_is_killed_loses_no_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not yet told is played again, by new workers."""
    begun = list[tuple[int, ...]]()

    def break_twice(
        _plan: SimulationPlan, left: deque[int], coming: Iterator[int], _jobs: int
    ) -> Iterator[PairResult]:
        begun.append(tuple(left))
        left.extend(islice(coming, 3 - len(left)))
        for n in tuple(left):
            yield pair_of(n, 1, 1)
            if len(begun) < 3:
                raise BrokenProcessPool

    monkeypatch.setattr(engine, "_play_in_pool", break_twice)
    told = [pair.n for pair in play_pairs(PLAN, range(5), jobs=2)]

    assert told == [0, 1, 2, 3, 4]
    assert begun == [(), (1, 2), (2, 3)]


def test_workers_that_are_killed_time_and_again_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_at_once(*_: object) -> Iterator[PairResult]:
        raise BrokenProcessPool
        yield

    monkeypatch.setattr(engine, "_play_in_pool", break_at_once)
    with pytest.raises(BrokenProcessPool):
        list(play_pairs(PLAN, range(5), jobs=2))


def test_a_fixed_number_of_pairs_is_played_and_no_more() -> None:
    tally = tally_pairs(RunGoal(3), [pair_of(n, 2, 1) for n in range(9)])

    assert (len(tally.pairs), tally.score, tally.matches) == (3, (3, 9, 27), {2: 3, 1: 3})
    assert not tally.is_preliminary


def test_a_watched_run_stops_at_checkpoints_alone() -> None:
    """The test would have decided after thirty pairs or so; what was played beyond a stop is not counted."""
    goal = RunGoal(500, test=(0.4, 0.6))
    wins = [pair_of(n, 2, 2) for n in range(200)]
    tally = tally_pairs(goal, reversed(wins))

    assert tally.test is not None
    assert tally.test.verdict == "high"
    assert len(tally.pairs) % CHECKPOINT == 0
    assert len(tally.pairs) < 60
    assert tally_pairs(goal, wins[: len(tally.pairs) + 3]).pairs == tally.pairs


def test_a_run_ends_once_the_score_is_as_precise_as_asked() -> None:
    pairs_drawn = [pair_of(n, 2, 0) for n in range(2_000)]
    tally = tally_pairs(RunGoal(2_000, precision=0.05), pairs_drawn)

    assert tally.watched.interval.half_width <= 0.05
    assert len(tally.pairs) < 400
    assert tally.score_interval == tally.watched.interval
    assert tally.is_preliminary


def test_a_pair_that_was_given_up_is_kept_apart_and_counts_as_played() -> None:
    tally = tally_pairs(RunGoal(3), [pair_of(0, 2, 2), given_up(1), pair_of(2, 0, 2, margin=-1)])

    assert (tally.is_done, tally.score.n, tally.given_up) == (True, 2, [given_up(1)])
    assert [one.margin for one in tally.extremes] == [-1]


def test_nothing_is_known_before_the_first_pair() -> None:
    tally = Tally(RunGoal(3))

    assert (tally.score_interval, tally.share(2), [*tally.extremes], tally.is_done) == (None, None, [], False)
    assert not tally_pairs(RunGoal(3, precision=0.5), []).is_done
