"""Scores → tables, plots and pages."""
