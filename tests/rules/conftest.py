"""Fixtures that tests of rules share."""

from pathlib import Path

import pytest
from matches import Game

TWINNED = {
    f"test_{chapter}.py" for chapter in ("terrain", "hazards", "heights", "hiding", "infestation", "climate")
}


@pytest.fixture(autouse=True)
def twinned(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play each match of the optional chapters a second time on a field without measurements."""
    monkeypatch.setattr(Game, "twinned", Path(request.path).name in TWINNED)
