"""Quantiles of the beta and of Student's distribution, in plain Python.

Both come from the regularized incomplete beta function, by its continued fraction (Lentz; Press et al.,
Numerical Recipes, 6.4). Quantiles are found by halving an interval, so that they are exact to 12 digits.
"""

from collections.abc import Callable
from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist
from typing import Final

_HALVINGS: Final = 60
_MOST_TERMS: Final = 500
_PRECISION: Final = 1e-15
_TINY: Final = 1e-300


def normal_quantile(p: float) -> float:
    """The quantile of the standard normal distribution."""
    return NormalDist().inv_cdf(p)


def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function: the chance that a beta variable is below x."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # where the fraction converges slowly, the other tail converges fast
        return 1 - beta_cdf(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return front * _beta_fraction(x, a, b)


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = fraction
        for term in (even, odd):
            d, c = 1 / _not_zero(1 + term * d), _not_zero(1 + term / c)
            fraction *= c * d
        if abs(fraction - before) < _PRECISION * abs(fraction):
            break
    return fraction


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def beta_quantile(p: float, a: float, b: float) -> float:
    """The quantile of the beta distribution."""
    return _find_root(lambda x: beta_cdf(x, a, b) - p, 0.0, 1.0)


@lru_cache(maxsize=64)
def student_quantile(p: float, freedom: int) -> float:
    """The quantile of Student's distribution with the given degrees of freedom."""
    tail = beta_quantile(2 * min(p, 1 - p), freedom / 2, 0.5)
    if tail == 0:
        raise ValueError(f"no quantile of {p} with {freedom} degrees of freedom")
    return (1 if p > 1 / 2 else -1) * sqrt(max(0.0, freedom * (1 / tail - 1)))


def _find_root(rising: Callable[[float], float], low: float, high: float) -> float:
    """The place where a rising function passes zero."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
