"""Play pairs one after the other, or several at a time in processes; results come in the order of numbers.

A worker process reads the files itself when it starts, and keeps nothing of a pair but its result. A worker
that is killed loses the pairs that were being played; they are played again.
"""

import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import Final

from edencli.lab.pairs import PairPlayer, PairResult, SimulationPlan

AHEAD: Final = 2
"""Pairs that wait for each worker, so that none is idle while results are told."""
_MOST_RESTARTS: Final = 3


def play_pairs(
    plan: SimulationPlan, numbers: Iterable[int], jobs: int = 1
) -> Generator[PairResult, None, None]:
    """Play the pairs of these numbers; yield their results in that order.

    Closing the iterator ends the workers after the pair that each is playing. Where workers are killed time
    and again, the error of their pool is raised.
    """
    if jobs > 1:
        yield from _play_in_processes(plan, numbers, jobs)
        return
    player = PairPlayer(plan)
    for n in numbers:
        yield player.play(n)


def _play_in_processes(plan: SimulationPlan, numbers: Iterable[int], jobs: int) -> Iterator[PairResult]:
    left, restarts = deque[int](), 0
    coming = iter(numbers)
    while True:
        try:
            for result in _play_in_pool(plan, left, coming, jobs):
                left.popleft()
                yield result
        except BrokenProcessPool:
            restarts += 1
            if restarts > _MOST_RESTARTS:
                raise
        else:
            return


def _play_in_pool(
    plan: SimulationPlan, left: deque[int], coming: Iterator[int], jobs: int
) -> Iterator[PairResult]:
    """Play what is `left`, then what is coming; a number stays in `left` until its result is yielded."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin_work, (plan,))
    try:
        asked: deque[Future[PairResult]] = deque(pool.submit(_play_pair, n) for n in left)
        while True:
            for n in islice(coming, max(0, AHEAD * jobs - len(asked))):
                left.append(n)
                asked.append(pool.submit(_play_pair, n))
            if not asked:
                return
            yield asked.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


_players: list[PairPlayer] = []
"""The player of this worker process."""


def _begin_work(plan: SimulationPlan) -> None:
    """Prepare a worker process; Ctrl-C is for the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _players[:] = [PairPlayer(plan)]


def _play_pair(n: int) -> PairResult:
    return _players[0].play(n)
