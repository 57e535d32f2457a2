"""What all tests share: the rule report, the rulebook that a test is run under, and no clock."""

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
