"""What people read: transcripts, tables, sheets, pictures, diagnostics, and the same as JSON.

Turns ids and values into text by way of `lang`. Decides nothing.
"""
