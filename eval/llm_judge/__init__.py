"""A language model's judgements of answers, with its agreement to labels."""
