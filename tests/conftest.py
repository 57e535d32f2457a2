"""What all tests share: the rule report, the rulebook that a test is run under, and no clock."""

import os

from hypothesis import settings

# Pages are as wide as this says; without it, and in no terminal, as wide as the tests expect.
os.environ.pop("COLUMNS", None)
# Where tests run says nothing of the machine that a test plays: one that writes goldens is not a CI job.
os.environ.pop("CI", None)

pytest_plugins = ("rule_report",)

# How long an example may take says more of the machine than of the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
