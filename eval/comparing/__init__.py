"""Scores → what is more than chance, and whether the floors hold."""
