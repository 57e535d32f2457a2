"""Cuts a polygon into convex pieces, exactly: corner after corner, then joined as far as they stay convex."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, TypeAlias

Corner: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[Corner, ...]

FEWEST: Final = 3
"""Corners of a polygon."""


def convex_pieces(corners: Sequence[Corner]) -> list[Piece]:
    """Cut a simple polygon, its corners counterclockwise, along diagonals into convex pieces."""
    if _is_convex(corners):
        return [tuple(corners)]
    pieces = _triangles(list(corners))
    while found := next(filter(None, (_joined(*pair) for pair in combinations(pieces, 2))), None):
        first, second, whole = found
        pieces = [*(piece for piece in pieces if piece not in {first, second}), whole]
    return pieces


def turn(a: Corner, b: Corner, c: Corner) -> int:
    """Twice the area of a triangle: above 0 when c lies left of the way from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _triangles(corners: list[Corner]) -> list[Piece]:
    """Cut off corners, each with nothing of the rest in it; one that bends nothing is only dropped."""
    triangles: list[Piece] = []
    while len(corners) >= FEWEST:
        bends = zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True)
        a, b, c = next(bend for bend in bends if _can_go(bend, corners))
        if turn(a, b, c):
            triangles.append((a, b, c))
        corners.remove(b)
    return triangles


def _can_go(bend: tuple[Corner, Corner, Corner], corners: Sequence[Corner]) -> bool:
    a, b, c = bend
    if turn(a, b, c) <= 0:
        return turn(a, b, c) == 0
    others = (corner for corner in corners if corner not in bend)
    return not any(turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0 for p in others)


def _joined(first: Piece, second: Piece) -> tuple[Piece, Piece, Piece] | None:
    """Two pieces and what they are together, if they share an edge and are convex together."""
    for number, p in enumerate(first):
        q = first[(number + 1) % len(first)]
        if q in second and second[(second.index(q) + 1) % len(second)] == p:
            at = second.index(q) + 2
            rest = [second[(at + step) % len(second)] for step in range(len(second) - 2)]
            whole = (*first[: number + 1], *rest, *first[number + 1 :])
            return (first, second, whole) if _is_convex(whole) else None
    return None


def _is_convex(corners: Sequence[Corner]) -> bool:
    bends = zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True)
    return all(turn(*bend) >= 0 for bend in bends)
