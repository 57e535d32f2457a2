"""Geometry in plain Python: shapes, sight facts, routes, templates, spacing.

Knows no rule of the game. Only + - * /, comparisons and math.sqrt decide anything, so that the same table
gives the same bits on every machine.
"""
