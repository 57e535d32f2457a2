"""Every sentence and term a player reads, by message id, one folder a language."""
