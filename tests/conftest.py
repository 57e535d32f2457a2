"""What all tests share: the rule report, the rulebook of a test, an empty state folder, and no clock."""

import gc
import json
import os
import signal
import tempfile
from pathlib import Path

from hypothesis import settings

# Pages are as wide as this says; without it, and in no terminal, as wide as the tests expect.
os.environ.pop("COLUMNS", None)
# Where tests run says nothing of the machine that a test plays: one that writes goldens is not a CI job.
os.environ.pop("CI", None)

# Nothing is kept among the matches of a person who runs tests; whoever plays here has read all tips.
STATE = tempfile.TemporaryDirectory(prefix="edencli-state-")
os.environ["XDG_STATE_HOME"] = STATE.name
_TIPS = Path(__file__).parent.parent / "edencli" / "lang" / "en" / "tips.json"
(Path(STATE.name) / "edencli").mkdir()
(Path(STATE.name) / "edencli" / "tips.json").write_text(json.dumps([*json.loads(_TIPS.read_text("utf-8"))]))

# What was started in the background ignores Ctrl-C, and so would every program that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ("rule_report", "quick")

# How long an example may take says more of the machine than of the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

# Collecting tests makes millions of objects that all stay: nothing is gained by looking through them for what
# could go, then or during the tests. edencli as a process looks as seldom.
gc.set_threshold(100_000)


def pytest_collection_finish() -> None:
    """Take what has been collected for what stays."""
    gc.collect()
    gc.freeze()
