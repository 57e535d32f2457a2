"""Scenery with keywords (the optional chapter on territory): as yet, what standing above is worth."""

from collections.abc import Iterable

from edencli.match.amounts import Part
from edencli.match.match import Match, Query
from edencli.model.terms import Characteristic
from edencli.rules.acts import Melee


def elevation(match: Match, query: Query) -> Iterable[Part]:
    """Contribute the bonus of striking at somebody below (territory.elevation)."""
    act, chapter = query.act, match.book.territory
    if chapter is None or query.what != Characteristic.CBT or not isinstance(act, Melee):
        return
    if act.above and act.fighter == query.of:
        yield Part("territory.elevation", chapter.elevation_cbt)
