"""Every formula of the laboratory beside scipy's, and how often its intervals hold the truth."""

from math import log, sqrt
from random import Random
from typing import Any

import pytest
from scipy import stats

from edencli.lab.distributions import beta_cdf, beta_quantile, normal_quantile, student_quantile
from edencli.lab.intervals import (
    Sums,
    clopper_pearson,
    mean_interval,
    share_interval,
    wilson,
)
from edencli.lab.sequential import ScoreTest, WatchedMean

CASES = [(0, 1), (1, 1), (0, 12), (3, 12), (29, 29), (14, 29), (1, 30), (400, 1000), (1000, 1000)]


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311  # coins, not secrets


def near(value: float) -> Any:
    return pytest.approx(value, abs=1e-9, rel=1e-9)


def sums_of(numbers: list[int]) -> Sums:
    sums = Sums()
    for number in numbers:
        sums = sums.add(number)
    return sums


@pytest.mark.parametrize("p", [0.001, 0.025, 0.3, 0.5, 0.8, 0.975, 0.999])
@pytest.mark.parametrize(("a", "b"), [(0.5, 0.5), (1, 1), (2, 30), (150, 0.5), (400, 601)])
def test_the_beta_distribution_is_scipys(p: float, a: float, b: float) -> None:
    assert beta_quantile(p, a, b) == near(stats.beta.ppf(p, a, b))
    assert beta_cdf(p, a, b) == near(stats.beta.cdf(p, a, b))


@pytest.mark.parametrize("freedom", [1, 2, 7, 49, 999])
@pytest.mark.parametrize("p", [0.025, 0.4, 0.6, 0.975, 0.9995])
def test_the_quantiles_of_student_and_of_the_normal_distribution_are_scipys(freedom: int, p: float) -> None:
    assert student_quantile(p, freedom) == pytest.approx(stats.t.ppf(p, freedom), rel=1e-7)
    assert normal_quantile(p) == near(stats.norm.ppf(p))


@pytest.mark.parametrize(("successes", "n"), CASES)
def test_the_intervals_of_a_share_are_scipys(successes: int, n: int) -> None:
    test = stats.binomtest(successes, n)

    for made, method in ((wilson, "wilson"), (clopper_pearson, "exact")):
        low, high = test.proportion_ci(0.95, method)
        assert made(successes, n) == (successes / n, near(low), near(high), n)


def test_a_share_of_few_trials_has_the_cautious_interval() -> None:
    assert share_interval(10, 29) == clopper_pearson(10, 29) != wilson(10, 29)
    assert share_interval(10, 30) == wilson(10, 30) != clopper_pearson(10, 30)


def test_the_interval_of_a_mean_is_scipys() -> None:
    numbers = [0, 4, 3, 2, 2, 1, 4, 4, 0, 2]
    low, high = stats.t.interval(0.95, 9, loc=sum(numbers) / 40, scale=stats.sem(numbers) / 4)

    found = mean_interval(sums_of(numbers), unit=4)
    assert found == (near(sum(numbers) / 40), near(low), near(high), 10)


def test_one_number_has_no_interval_and_equal_numbers_have_one_that_is_not_a_point() -> None:
    assert mean_interval(sums_of([3]), bounds=(0, 4)) is None
    assert mean_interval(sums_of([3, 3])) is None
    found = mean_interval(sums_of([4] * 10), unit=4, bounds=(0, 1))
    assert found is not None
    assert (found.estimate, found.high) == (1, 1)
    assert found.low == near(0.05 ** (1 / 10))


def test_the_interval_of_a_score_keeps_within_what_a_score_can_be() -> None:
    found = mean_interval(sums_of([4, 4, 2]), unit=4, bounds=(0, 1))

    assert found is not None
    assert found.high == 1


def pairs_of(chance: Random, n: int, share: float) -> list[int]:
    """The half points of pairs of coins on a table of their own, which favours one of the sides."""
    tables = [chance.choice((-0.2, 0.0, 0.2)) for _ in range(n)]
    return [2 * sum(chance.random() < share + sign * one for sign in (1, -1)) for one in tables]


def test_the_interval_of_a_fixed_number_of_pairs_holds_the_truth_19_times_of_20() -> None:
    chance, runs = seeded(4), 2_000
    found = [mean_interval(sums_of(pairs_of(chance, 100, 0.55)), unit=4, bounds=(0, 1)) for _ in range(runs)]

    held = sum(one is not None and one.low <= 0.55 <= one.high for one in found)
    assert 0.94 <= held / runs <= 0.96


def watched(numbers: list[int]) -> WatchedMean:
    mean = WatchedMean(4)
    for number in numbers:
        mean.add(number)
    return mean


def test_a_watched_interval_holds_the_truth_at_all_looks_19_times_of_20() -> None:
    """An interval that was ever wrong stays so, since its ends never go back; the fixed one fails this."""
    chance, runs = seeded(5), 300
    samples = [pairs_of(chance, 400, 0.55) for _ in range(runs)]

    held = sum(one.low <= 0.55 <= one.high for one in (watched(sample).interval for sample in samples))
    assert held / runs >= 0.95
    fixed = sum(not peeks_wrong(sample) for sample in samples)
    assert fixed / runs < 0.9


def peeks_wrong(numbers: list[int]) -> bool:
    """Whether the interval for a fixed number is ever wrong, if one looks after every tenth pair."""
    looks = (mean_interval(sums_of(numbers[:n]), unit=4, bounds=(0, 1)) for n in range(10, len(numbers), 10))
    return any(one is not None and not one.low <= 0.55 <= one.high for one in looks)


def test_a_watched_interval_becomes_narrow() -> None:
    sample = pairs_of(seeded(6), 2_000, 0.55)
    first, last = watched(sample[:100]).interval, watched(sample).interval

    assert last.half_width < 0.04 < first.half_width
    assert (last.n, last.estimate) == (2_000, near(sum(sample) / 8_000))
    assert watched([]).interval == (0.5, 0, 1, 0)


def run_test(numbers: list[int], low: float = 0.5, high: float = 0.6) -> ScoreTest:
    test = ScoreTest(low, high, 4)
    for number in numbers:
        test.add(number)
        if test.verdict:
            break
    return test


@pytest.mark.parametrize(("share", "right", "wrong"), [(0.5, "low", "high"), (0.6, "high", "low")])
def test_a_sequential_test_is_wrong_at_most_1_time_of_20(share: float, right: str, wrong: str) -> None:
    chance = seeded(7)
    verdicts = [run_test(pairs_of(chance, 1_500, share)).verdict for _ in range(400)]

    assert verdicts.count(wrong) <= 20
    assert verdicts.count(right) >= 380


def test_the_likelihood_of_a_test_is_that_of_normal_distributions() -> None:
    numbers = pairs_of(seeded(8), 300, 0.53)
    test = ScoreTest(0.5, 0.6, 4)
    for number in numbers:
        test.add(number)
    spread = stats.tstd([one / 4 for one in numbers])
    apart = [
        stats.norm.logpdf(one / 4, 0.6, spread) - stats.norm.logpdf(one / 4, 0.5, spread) for one in numbers
    ]

    assert test.log_likelihood == pytest.approx(sum(apart), rel=0.02)
    assert test.bounds == (near(log(0.05 / 0.95)), near(log(0.95 / 0.05)))
    assert ScoreTest(0.5, 0.6, 4).log_likelihood == 0


def test_a_test_says_nothing_of_a_few_pairs() -> None:
    assert run_test([4] * 29).verdict is None
    assert run_test([4] * 60).verdict == "high"


def test_sums_have_the_mean_and_the_variance_of_their_numbers() -> None:
    sums = sums_of([1, 4, 4, 0])

    assert (sums.mean, sums.variance) == (9 / 4, near(stats.tvar([1, 4, 4, 0])))
    assert sqrt(sums.variance) == near(stats.tstd([1, 4, 4, 0]))
