"""What a user would pick instead → the same runs, scores and one table."""
