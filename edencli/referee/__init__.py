"""Drives the rules: puts a game on the table, asks, checks answers, gives those that are the only ones."""
