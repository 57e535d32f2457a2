"""Drives the rules: asks, checks and records answers, replays, undoes, shows each player a view."""
