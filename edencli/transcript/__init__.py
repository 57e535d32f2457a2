"""Events told in sentences: transcripts, comparing them with goldens, and the JSON of events.

Turns events, questions and refusals into text through `edencli.lang`. Knows every event and its message.
Must not know a file, and must not change a match. Begin with `event_sentences` (a message for each event)
and `transcript`.
"""
