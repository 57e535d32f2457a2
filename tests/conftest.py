"""What all tests share: the report of rules and rulebooks, and the rulebook that a test is run under."""

pytest_plugins = ("rule_report",)
