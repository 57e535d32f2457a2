"""Events told in sentences: transcripts, the goldens they are held to, and the JSON of events.

Turns events, questions and refusals into text by way of `lang`. Must not change a match, and knows no file.
Begin with `story` (a message for each event) and `transcript`.
"""
