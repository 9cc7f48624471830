"""Gold questions in other languages → what is understood, found and said, by language."""
