"""Whether the outlines of scenery are shapes: with an inside, and a border that never meets itself."""

from collections.abc import Iterable, Iterator

from edencli.field.shapes import Fault, ShapeError
from edencli.model.scenery import Scenery
from edencli.rules.finding import Finding
from edencli.rules.ground import outline_of


def check(scenery: Iterable[Scenery]) -> Iterator[Finding]:
    """Find the pieces of a scenery file that could not lie on any table."""
    for n, piece in enumerate(scenery):
        try:
            outline_of(piece)
        except ShapeError as error:
            yield _finding(n, piece, error)


def _finding(n: int, piece: Scenery, error: ShapeError) -> Finding:
    """Say what is wrong, at the corner where it shows."""
    path: tuple[str | int, ...] = ("elements", n, "disc")
    if error.fault is not Fault.RADIUS:
        path = ("elements", n, "polygon", error.corner)
    values = {"name": piece.name, "corner": error.corner + 1}
    return Finding(rule="scenery-outline", form=str(error.fault.value), path=path, values=values)
