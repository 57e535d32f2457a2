"""What all tests share: the rule report, the rulebook that a test is run under, and no clock."""

from hypothesis import settings

pytest_plugins = ("rule_report",)

# How long an example may take says more of the machine than of the code, and coverage doubles it.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
