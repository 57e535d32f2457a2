"""What all tests share: the rule report, the rulebook that a test is run under, and no clock."""

import gc
import os
import signal

from hypothesis import settings

# Pages are as wide as this says; without it, and in no terminal, as wide as the tests expect.
os.environ.pop("COLUMNS", None)
# Where tests run says nothing of the machine that a test plays: one that writes goldens is not a CI job.
os.environ.pop("CI", None)

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
