"""What all tests share: the rule report, the rulebook of a test, an empty state folder, no time limits."""

import gc
import json
import os
import signal
import tempfile
from pathlib import Path

from hypothesis import settings

# Pages are as wide as this says; without it and without a terminal, as wide as the tests expect.
os.environ.pop("COLUMNS", None)
# Tests that write goldens must not be taken for a CI job, wherever they run.
os.environ.pop("CI", None)

# Tests keep their records in a state folder of their own, in which all tips count as read.
STATE = tempfile.TemporaryDirectory(prefix="edencli-state-")
os.environ["XDG_STATE_HOME"] = STATE.name
_TIPS = Path(__file__).parent.parent / "edencli" / "lang" / "en" / "tips.json"
(Path(STATE.name) / "edencli").mkdir()
(Path(STATE.name) / "edencli" / "tips.json").write_text(json.dumps([*json.loads(_TIPS.read_text("utf-8"))]))

# A process started in the background ignores Ctrl-C, and so would every program that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ("rule_report", "quick")

# The time of an example says more about the machine than about the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

# Collecting tests makes millions of objects that all stay: nothing is gained by looking through them for what
# could go, then or during the tests. edencli as a process looks as seldom.
gc.set_threshold(100_000)


def pytest_collection_finish() -> None:
    """Exclude everything collected from garbage collection."""
    gc.collect()
    gc.freeze()
