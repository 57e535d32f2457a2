"""Fits a linear model with a softmax: how much each part of a question speaks for each class.

An example has parts, how much each class has already (what the catalogue knows), and the classes that are
right. The weights are fitted by a few passes of gradient descent over small batches, with a rate for each
part that falls as the part is learnt (AdaGrad), from a fixed seed: the same examples give the same weights on
the same kind of machine. Few passes keep the weights small: more of them found fewer rules. Small weights are
then dropped, and a last pass fits those that stay. Knows numbers alone, and nothing of rules.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

PASSES, BATCH, SEED = 3, 256, 1

# How far a step goes, and one of the last pass.
RATE, LAST_RATE = 0.04, 0.02

# How much longer a weight is than the step that is learnt: it makes the passes few.
STRETCH = np.float32(6)

# How many examples a part must be in.
FEWEST = 2

Numbers = NDArray[np.float32]


class Example(NamedTuple):
    """The parts of a question and how much each counts; what each class has already, and which are right."""

    parts: Mapping[str, int]
    given: Mapping[int, float]
    right: Mapping[int, float]


class _Batch(NamedTuple):
    """Some examples, their parts one after the other.

    For each part its number, how much it counts and the example it is of; for each example where its parts
    begin, and what each class is given and should get.
    """

    part: NDArray[np.int64]
    much: Numbers
    example: NDArray[np.int64]
    starts: NDArray[np.int64]
    given: Numbers
    right: Numbers


class _Model:
    """The weights of each part, one for each class, and the sum of the squares of their slopes."""

    def __init__(self, parts: int, classes: int) -> None:
        self.weights = np.zeros((parts, classes), dtype=np.float32)
        self.kept = np.ones((parts, classes), dtype=np.bool_)
        self.forget_slopes()

    def forget_slopes(self) -> None:
        """Begin again with the full rate."""
        self.squares = np.full((len(self.weights), 1), 1e-3, dtype=np.float32)

    def drop_small(self, least: Numbers) -> None:
        """Drop the weights that are smaller than the least of their part, for good."""
        self.kept = abs(STRETCH * self.weights) >= least
        self.weights *= self.kept

    def descend(self, batch: _Batch, rate: float) -> None:
        """Take one step towards weights that find the right classes of a batch likelier."""
        told = np.add.reduceat(self.weights[batch.part] * batch.much, batch.starts, axis=0)
        likely = STRETCH * told + batch.given
        likely = np.exp(likely - likely.max(axis=1, keepdims=True))
        wrong = likely / likely.sum(axis=1, keepdims=True) - batch.right
        by_part = np.argsort(batch.part, kind="stable")
        parts, firsts = np.unique(batch.part[by_part], return_index=True)
        slope = np.add.reduceat((wrong[batch.example] * batch.much)[by_part], firsts, axis=0)
        self.squares[parts] += (slope * slope).mean(axis=1, keepdims=True)
        self.weights[parts] -= np.float32(rate) * slope / np.sqrt(self.squares[parts]) * self.kept[parts]


def fit_weights(
    examples: Sequence[Example], classes: int, least: Mapping[int, float]
) -> dict[str, list[float]]:
    """The weights of each part that enough examples have, one for each class, 0 for a dropped one.

    `least` has the least weight that is kept of a part, by how much the part counts.
    """
    factors = {part: factor for one in examples for part, factor in one.parts.items()}
    met = Counter(part for one in examples for part in one.parts)
    numbers = {part: number for number, part in enumerate(sorted(p for p in met if met[p] >= FEWEST))}
    known = [one for one in examples if not numbers.keys().isdisjoint(one.parts)]
    model, order = _Model(len(numbers), classes), np.random.default_rng(SEED)
    for rate in (*[RATE] * PASSES, LAST_RATE):
        if rate == LAST_RATE:
            model.drop_small(np.array([[least[factors[part]]] for part in numbers], dtype=np.float32))
            model.forget_slopes()
        shuffled = [known[number] for number in order.permutation(len(known))]
        for start in range(0, len(shuffled), BATCH):
            model.descend(_batch(shuffled[start : start + BATCH], numbers, classes), rate)
    return {part: (STRETCH * model.weights[number]).tolist() for part, number in numbers.items()}


def _batch(examples: Sequence[Example], numbers: Mapping[str, int], classes: int) -> _Batch:
    """Some examples with their known parts, each example of length 1."""
    part: list[int] = []
    much: list[float] = []
    example: list[int] = []
    starts: list[int] = []
    for number, one in enumerate(examples):
        known = {numbers[name]: factor for name, factor in one.parts.items() if name in numbers}
        length = sum(factor * factor for factor in known.values()) ** 0.5
        starts.append(len(part))
        part += known
        much += [factor / length for factor in known.values()]
        example += [number] * len(known)
    column = np.array(much, dtype=np.float32)[:, np.newaxis]
    given, right = (_rows([getattr(one, name) for one in examples], classes) for name in ("given", "right"))
    return _Batch(np.array(part), column, np.array(example), np.array(starts), given, right)


def _rows(told: Sequence[Mapping[int, float]], classes: int) -> Numbers:
    """A row of numbers for each of some examples."""
    rows = np.zeros((len(told), classes), dtype=np.float32)
    for row, one in zip(rows, told, strict=True):
        row[list(one)] = list(one.values())
    return rows
