"""The field's questions answered by shapely 2 (GEOS) and networkx, as an expert would write it.

Shapes, grown shapes and trees are made once for a table, and calls are made on whole arrays. Discs become
polygons only where GEOS needs polygons; `quad_segs=16` is the least that judges contact correctly.
"""

from collections.abc import Sequence
from math import dist, hypot, sqrt
from typing import Any, TypeAlias

import networkx as nx
import numpy as np
import shapely

from edencli.field.ground import Table
from edencli.field.shapes import Disc, Point, Polygon, Shape
from edencli.field.units import TOLERANCE

FINE = 16
HAIR = 8
"""The tolerance for corners of grown obstacles: by rounding, paths may come this much nearer."""

Route: TypeAlias = Sequence[Point]


def bare(shape: Shape) -> Any:
    """A polygon itself, or the centre of a disc."""
    return shapely.Polygon(shape.corners) if isinstance(shape, Polygon) else shapely.Point(shape.x, shape.y)


def radius(shape: Shape) -> int:
    return 0 if isinstance(shape, Polygon) else shape.r


def grown(shape: Shape, more: float, fine: int = FINE) -> Any:
    """A shape grown by a distance; a point that does not grow stays a point."""
    far = radius(shape) + more
    return bare(shape).buffer(far, quad_segs=fine) if far else bare(shape)


class Polygonised:
    """Sight by polygons: the hull of two bases without the bases, and whether an element divides the rest."""

    def __init__(self, fighters: Sequence[Disc], pieces: Sequence[Shape]) -> None:
        shapes = [*fighters, *pieces]
        self.solid = np.array([grown(shape, 0) for shape in shapes])
        self.grown = np.array([grown(shape, TOLERANCE) for shape in shapes])
        self.tree = shapely.STRtree(self.solid)

    def sight(self, viewer: int, target: int) -> tuple[bool, int]:
        """Whether one fighter sees another, and the number of obstacles between them."""
        ends = self.solid[[viewer, target]]
        both = shapely.multipolygons(ends)
        between = shapely.difference(shapely.convex_hull(both), both)
        inner = shapely.buffer(between, -TOLERANCE, quad_segs=1, join_style="mitre")
        found = self.tree.query(inner, predicate="intersects")
        found = found[(found != viewer) & (found != target)]
        for number in found:
            parts = shapely.get_parts(shapely.difference(between, self.grown[number]))
            reaches = shapely.distance(parts[:, None], ends[None, :]) < TOLERANCE
            if not reaches.all(axis=1).any():
                return False, len(found)
        return True, len(found)


class ByTangents:
    """Sight by two tangents, computed by hand with GEOS's exact distances; for convex elements only."""

    def __init__(self, fighters: Sequence[Disc], pieces: Sequence[Shape]) -> None:
        self.fighters = fighters
        self.bare = np.array([bare(shape) for shape in (*fighters, *pieces)])
        self.radii = np.array([radius(shape) for shape in (*fighters, *pieces)], float)

    def sight(self, viewer: int, target: int) -> tuple[bool, int]:
        """Whether one fighter sees another, and the number of obstacles between them."""
        a, b = self.fighters[viewer], self.fighters[target]
        apart = hypot(b.x - a.x, b.y - a.y)
        ux, uy, lean = (b.x - a.x) / apart, (b.y - a.y) / apart, (a.r - b.r) / apart
        rise = sqrt(1 - lean * lean)
        normals = (
            (lean * ux - rise * uy, lean * uy + rise * ux),
            (lean * ux + rise * uy, lean * uy - rise * ux),
        )
        left, right = (
            [(base.x + base.r * nx, base.y + base.r * ny) for base in (a, b)] for nx, ny in normals
        )
        inside, sides = shapely.polygons([*left, *right[::-1]]), shapely.linestrings([left, right])
        others = self.others(inside, viewer, target)
        bare, radii = self.bare[others], self.radii[others]
        if not len(bare):
            return True, 0
        deep = shapely.buffer(inside, -TOLERANCE, quad_segs=1, join_style="mitre")
        meets = shapely.distance(bare, deep) - radii <= 0
        near = shapely.distance(bare[meets, None], sides[None, :]) - radii[meets, None] <= TOLERANCE
        return not near.all(axis=1).any(), int(meets.sum())

    def others(self, _: Any, viewer: int, target: int) -> Any:
        """The indexes of all elements that may be in the way."""
        everything = np.arange(len(self.bare))
        return everything[(everything != viewer) & (everything != target)]


class ByTangentsInTree(ByTangents):
    """Sight by two tangents, with only the elements whose extent a tree finds in the way."""

    def __init__(self, fighters: Sequence[Disc], pieces: Sequence[Shape]) -> None:
        super().__init__(fighters, pieces)
        left, bottom, right, top = shapely.bounds(self.bare).T
        boxes = shapely.box(left - self.radii, bottom - self.radii, right + self.radii, top + self.radii)
        self.tree = shapely.STRtree(boxes)

    def others(self, inside: Any, viewer: int, target: int) -> Any:
        """The indexes of the elements whose extent meets the corridor."""
        near = self.tree.query(inside, predicate="intersects")
        return near[(near != viewer) & (near != target)]


class Legality:
    """The distance of a line from all blockers at once; exact, with discs as centres and radii."""

    def __init__(self, table: Table, blockers: Sequence[Shape], base: int) -> None:
        self.table, self.inset = table, base - TOLERANCE
        self.bare = np.array([bare(shape) for shape in blockers])
        self.least = np.array([radius(shape) + base - TOLERANCE for shape in blockers])
        shapely.prepare(self.bare)

    def is_open(self, route: Route) -> bool:
        """Tell whether the base can walk a route."""
        places = np.array(route)
        right, top = places.max(axis=0)
        if (
            places.min() < self.inset
            or right > self.table.width - self.inset
            or top > self.table.depth - self.inset
        ):
            return False
        return self.is_clear(shapely.linestrings(places))

    def is_clear(self, line: Any) -> bool:
        """Tell whether a line stays clear of all blockers."""
        return not (shapely.distance(line, self.bare) < self.least).any()


class Indexed(Legality):
    """The distance of a line from only the blockers that a tree finds near."""

    def __init__(self, table: Table, blockers: Sequence[Shape], base: int) -> None:
        super().__init__(table, blockers, base)
        self.tree, self.most = shapely.STRtree(self.bare), self.least.max()

    def is_clear(self, line: Any) -> bool:
        """Tell whether a line stays clear of all blockers."""
        near = self.tree.query(line, predicate="dwithin", distance=self.most)
        return not (shapely.distance(line, self.bare[near]) < self.least[near]).any()


class Prices:
    """The length of a line inside slow grounds that were grown by the base beforehand."""

    def __init__(self, slow: Sequence[Shape], base: int) -> None:
        self.grown = np.array([grown(shape, base) for shape in slow])
        shapely.prepare(self.grown)

    def total(self, route: Route) -> float:
        """The cost of a route, with every centimetre on slow ground counted twice."""
        line = shapely.linestrings(route)
        met = shapely.intersects(self.grown, line)
        length = float(shapely.length(line))
        if met.any():
            length += float(shapely.length(shapely.intersection(self.grown[met], line)).sum())
        return length


class Ways:
    """The shortest path among the corners of grown obstacles, by a visibility graph and networkx."""

    def __init__(self, table: Table, shapes: Sequence[Shape], longest: float, fine: int = FINE) -> None:
        self.table, self.shapes, self.longest = table, list(shapes), longest
        radii = {shape.r for shape in shapes if isinstance(shape, Disc)}
        rings = {r: [grown(shape, r, fine) for shape in shapes] for r in radii}
        self.corners = {
            r: [shapely.get_coordinates(zone)[:-1] for zone in zones] for r, zones in rings.items()
        }
        self.trees = {r: shapely.STRtree(shapely.buffer(zones, -HAIR)) for r, zones in rings.items()}
        for tree in self.trees.values():
            shapely.prepare(tree.geometries)

    def shortest(self, mover: Disc, goal: Point) -> float | None:
        """The length of the shortest path for a base; None when there is none short enough."""
        own, r = self.shapes.index(mover), mover.r
        ends = np.array([mover.centre, goal], float)
        if self.free(ends[None], own, r)[0]:
            return dist(*ends)
        near = [number for number in self.trees[r].query(self.reach(ends)) if number != own]
        corners = np.concatenate([ends, *(self.corners[r][number] for number in near)])
        corners = corners[self.usable(corners, ends, own, r)]
        first, second = np.triu_indices(len(corners), 1)
        lengths = np.hypot(*(corners[first] - corners[second]).T)
        free = self.free(np.stack([corners[first], corners[second]], axis=1), own, r)
        graph = nx.Graph()
        graph.add_nodes_from((0, 1))
        edges = zip(first[free].tolist(), second[free].tolist(), lengths[free].tolist(), strict=True)
        graph.add_weighted_edges_from(edges)
        if not nx.has_path(graph, 0, 1):
            return None
        length = float(nx.dijkstra_path_length(graph, 0, 1))
        return length if length <= self.longest else None

    def reach(self, ends: Any) -> Any:
        """A box around everything that a path of the greatest length can touch."""
        spare = (self.longest - dist(*ends)) / 2
        return shapely.box(*(ends.min(axis=0) - spare), *(ends.max(axis=0) + spare))

    def usable(self, corners: Any, ends: Any, own: int, r: int) -> Any:
        """The corners that a path may pass."""
        far = np.hypot(*(corners - ends[0]).T) + np.hypot(*(corners - ends[1]).T)
        limits = np.array([self.table.width, self.table.depth]) - (r - HAIR)
        usable = (far <= self.longest) & (corners >= r - HAIR).all(axis=1) & (corners <= limits).all(axis=1)
        usable &= ~self.blocked(shapely.points(corners), own, r)
        usable[:2] = True
        return usable

    def free(self, lines: Any, own: int, r: int) -> Any:
        """The lines that meet no obstacle."""
        return ~self.blocked(shapely.linestrings(lines), own, r)

    def blocked(self, geometries: Any, own: int, r: int) -> Any:
        which, by = self.trees[r].query(geometries, predicate="intersects")
        blocked = np.zeros(len(geometries), bool)
        blocked[which[by != own]] = True
        return blocked
