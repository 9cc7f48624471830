"""Gold files → checked `Question`s over a `Corpus`; the questions themselves are the `*.jsonl` files of this folder."""
